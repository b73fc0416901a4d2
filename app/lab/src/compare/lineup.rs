//! Which engines are compared.

use serde::Serialize;

use starboard::{AlgorithmInfo, AnyGame};

/// An engine in a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entrant {
    /// Its description, as `analyse` takes it.
    pub engine: String,
    /// Whether it has to find the value and the best moves of the reference.
    pub exact: bool,
    /// Whether it is given nodes instead of a depth.
    pub by_nodes: bool,
}

/// Descriptions of engines for games without chance, the reference first, and
/// whether they are exact.
const WITHOUT_CHANCE: &[(&str, bool)] = &[
    ("minimax", true),
    ("minimax + tt(mb=16)", true),
    ("alpha-beta(pvs=false, iterative=false)", true),
    ("alpha-beta", true),
    ("alpha-beta + killers + history", true),
    ("alpha-beta + negative-plausibility", true),
    ("alpha-beta + tt(mb=16)", true),
    ("alpha-beta + tt(mb=16) + killers + countermoves + history", true),
    ("mtdf + tt(mb=16)", true),
    ("mtdf + tt(mb=16) + killers + countermoves + history", true),
    ("alpha-beta(iir, lmr, tt-accept-deeper) + tt(mb=16) + killers + history", false),
    ("df-pn", false),
    ("mcts", false),
    ("random", false),
];

/// The same for games with chance.
const WITH_CHANCE: &[(&str, bool)] = &[
    ("expectimax", true),
    ("expectimax + tt(mb=16)", true),
    ("star1", true),
    ("star1 + tt(mb=16)", true),
    ("star2", true),
    ("star2 + killers + history", true),
    // Orderings have a say only where static values do not order.
    ("star2(static-order=0)", true),
    ("star2(static-order=0, good-moves=false) + killers + history", true),
    ("star2(probes=2)", true),
    ("star2(probes=2, cyclic)", true),
    ("star2 + tt(mb=16)", true),
    ("filtered", false),
    ("mcts", false),
    ("random", false),
];

/// The engines that a game is compared with.
pub fn lineup(game: &dyn AnyGame) -> Vec<Entrant> {
    let (info, algorithms) = (game.info(), game.algorithms());
    let (list, best) = match info.chance {
        true => (WITH_CHANCE, "star2"),
        false => (WITHOUT_CHANCE, "alpha-beta"),
    };
    // What the game itself knows of ordering goes in before what may differ.
    let unsorted = [best, "star2(static-order=0, good-moves=false)"];
    let ways = &unsorted[..if info.chance { 2 } else { 1 }];
    let own = (info.orders.iter())
        .flat_map(|order| ways.iter().map(move |way| (format!("{way} + {}", order.name), true)));
    let all = list.iter().map(|&(engine, exact)| (engine.to_owned(), exact));
    let (exact, selective): (Vec<_>, Vec<_>) = all.partition(|entrant| entrant.1);
    let noisy = (!info.chance && info.quiescence.is_some())
        .then(|| ("alpha-beta(quiescence) + tt(mb=16) + killers + history".to_owned(), false));
    let special = info.special.iter().map(|algorithm| (algorithm.name.to_owned(), false));
    let everything = exact.into_iter().chain(own).chain(noisy).chain(selective).chain(special);
    everything
        .filter_map(|(engine, exact)| {
            let name = engine.split(['(', ' ']).next().unwrap_or_default();
            let known = algorithms.iter().find(|algorithm| algorithm.name == name);
            let AlgorithmInfo { by_nodes, .. } = *known?;
            Some(Entrant { engine, exact, by_nodes })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_makes_an_engine() {
        for game in crate::testing::games().games() {
            let lineup = lineup(game);
            assert!(lineup.len() > 5, "{}", game.name());
            for Entrant { engine, exact, .. } in &lineup {
                let made = game.engine(Some(engine));
                let made = made.unwrap_or_else(|e| panic!("{} with {engine}: {e}", game.name()));
                assert_eq!(made.is_exact(), *exact, "{} with {engine}", game.name());
            }
            let algorithms = game.algorithms();
            let missing =
                algorithms.iter().find(|a| !lineup.iter().any(|e| e.engine.starts_with(a.name)));
            assert_eq!(missing, None, "every algorithm takes part in {}", game.name());
        }
    }
}
