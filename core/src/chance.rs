//! Chance nodes in a row: a lost turn has to be a move, or chance may follow chance for
//! ever.

use std::fmt;

use crate::{Game, Node};

/// The most chance nodes in a row, whatever is rolled: a game leads to a decision or to
/// its end within this many outcomes. Searches, which do not count outcomes as depth,
/// stop at a longer chain.
///
/// This is a bound rather than a ban on cycles, for two reasons: positions that count
/// their turns never repeat, and yet may go on for ever; and a bound is something that
/// a search can check on its way for the price of a comparison.
pub const LONGEST_CHANCE: u32 = 64;

/// Positions looked at to find where a chain begins.
const BUDGET: usize = 20_000;
/// Chance nodes looked at below one of them.
const BELOW: usize = 2000;

/// Chance nodes that no search can value: a chain of them without a decision, endless
/// or longer than [`LONGEST_CHANCE`], or one whose weights are not all positive.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct ChanceChain {
    /// The moves that lead from the root of the search to the first of these nodes.
    pub moves: Vec<String>,
    /// The first of these nodes, in the game's notation.
    pub position: String,
    /// The outcomes that lead from one node to the next; none if a search met the chain
    /// too far from the root for it to be found again.
    pub outcomes: Vec<String>,
    /// Whether the outcomes lead back to a position passed on the way.
    pub cycle: bool,
    /// Whether the fault is an outcome of weight 0, the only one in `outcomes`, or a
    /// chance node without outcomes.
    pub weightless: bool,
}

impl ChanceChain {
    /// The chain that begins at this very position, or its outcome of weight 0, if
    /// there is either.
    pub fn at<G: Game>(game: &G) -> Option<Self> {
        let weightless = weightless(game);
        let (outcomes, cycle) = match &weightless {
            Some(outcome) => (outcome.as_slice().to_vec(), false),
            None => chain(game).map(|chain| (chain.outcomes, chain.cycle))?,
        };
        let (position, outcomes) = (game.format(), written(game, &outcomes));
        let weightless = weightless.is_some();
        Some(Self { moves: Vec::new(), position, outcomes, cycle, weightless })
    }

    /// The chain or the outcome of weight 0 that is nearest to `root`, for a search
    /// from there that met one.
    pub fn below<G: Game>(root: &G) -> Self {
        let mut level = vec![(root.clone(), Vec::new())];
        let (mut left, mut met) = (BUDGET, hashbrown::HashSet::new());
        while !level.is_empty() {
            let mut next = Vec::new();
            for (game, moves) in level {
                if let Some(chain) = Self::at(&game) {
                    return Self { moves: written(root, &moves), ..chain };
                }
                for m in options(&game) {
                    let child = after(&game, m);
                    if left > 0 && met.insert(child.key()) {
                        left -= 1;
                        next.push((child, [moves.as_slice(), &[m]].concat()));
                    }
                }
            }
            level = next;
        }
        Self { position: root.format(), ..Self::default() }
    }
}

impl fmt::Display for ChanceChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 6;
        let Self { moves, position, outcomes, cycle, weightless } = self;
        let list = |f: &mut fmt::Formatter<'_>, texts: &[String]| {
            write!(f, "{}", texts[..texts.len().min(SHOWN)].join(", "))?;
            f.write_str(if texts.len() > SHOWN { ", ..." } else { "" })
        };
        if *weightless {
            match &outcomes[..] {
                [] => write!(f, "chance has no outcome at {position}")?,
                outcomes => {
                    write!(f, "the outcome {} at {position} has the weight 0", outcomes[0])?
                }
            }
            if !moves.is_empty() {
                f.write_str(", after ")?;
                list(f, moves)?;
            }
            return f.write_str("; chance has an outcome, and the weight of each is positive");
        }
        write!(f, "chance follows chance without a decision, ")?;
        match outcomes.is_empty() {
            true => write!(f, "more than {LONGEST_CHANCE} times, below {position}")?,
            false => {
                write!(f, "{} at {position}", if *cycle { "for ever," } else { "too often," })?;
                if !moves.is_empty() {
                    f.write_str(", after ")?;
                    list(f, moves)?;
                }
                f.write_str(", by ")?;
                list(f, outcomes)?;
            }
        }
        f.write_str("; a turn that is lost must be a move, a pass for the mover to make")
    }
}

/// Outcomes that lead from a chance node through chance nodes alone.
pub(crate) struct Chain<M> {
    pub(crate) outcomes: Vec<M>,
    /// Whether they lead back to one of these nodes; if not, chance goes on for longer
    /// than is allowed.
    pub(crate) cycle: bool,
}

/// Outcomes after which chance goes on for ever or too long, if there are any: the
/// shortest sequence that leads back to a position on its way or, if none does,
/// [`LONGEST_CHANCE`] of them after which chance still goes on.
pub(crate) fn chain<G: Game>(game: &G) -> Option<Chain<G::Move>> {
    if !G::CHANCE || game.node() != Node::Chance {
        return None;
    }
    shortest_cycle(game).or_else(|| long_run(game))
}

/// Breadth first, as far as the budget goes.
fn shortest_cycle<G: Game>(game: &G) -> Option<Chain<G::Move>> {
    /// A position, the one that it comes from, and by which outcome.
    type Reached<G, M> = (G, Option<(usize, M)>);
    let mut nodes: Vec<Reached<G, G::Move>> = vec![(game.clone(), None)];
    let mut met = hashbrown::HashSet::new();
    met.insert(game.key());
    for i in 0.. {
        let (node, _) = nodes.get(i)?;
        for m in options(node) {
            let child = after(&nodes[i].0, m);
            if child.node() != Node::Chance {
                continue;
            }
            let ways = std::iter::successors(Some(i), |&i| nodes[i].1.map(|(from, _)| from));
            if ways.into_iter().any(|i| nodes[i].0 == child) {
                let mut outcomes = vec![m];
                let mut at = i;
                while let Some((from, m)) = nodes[at].1 {
                    outcomes.push(m);
                    at = from;
                }
                outcomes.reverse();
                return Some(Chain { outcomes, cycle: true });
            }
            if nodes.len() < BELOW && met.insert(child.key()) {
                nodes.push((child, Some((i, m))));
            }
        }
    }
    None
}

/// Straight down, by the first outcome after which chance goes on.
fn long_run<G: Game>(game: &G) -> Option<Chain<G::Move>> {
    let (mut node, mut outcomes) = (game.clone(), Vec::new());
    while outcomes.len() < LONGEST_CHANCE as usize {
        let goes_on = |&m: &G::Move| after(&node, m).node() == Node::Chance;
        let m = options(&node).into_iter().find(goes_on)?;
        node.play(m);
        outcomes.push(m);
    }
    Some(Chain { outcomes, cycle: false })
}

/// The first outcome whose weight is 0, `Some(None)` where there is no outcome at all.
fn weightless<G: Game>(game: &G) -> Option<Option<G::Move>> {
    if !G::CHANCE || game.node() != Node::Chance {
        return None;
    }
    let mut chances = Vec::new();
    game.chances(&mut chances);
    let found = chances.iter().find(|(_, weight)| *weight == 0).map(|&(m, _)| m);
    (chances.is_empty() || found.is_some()).then_some(found)
}

fn options<G: Game>(game: &G) -> Vec<G::Move> {
    let mut options = Vec::new();
    game.options(&mut options);
    options
}

fn after<G: Game>(game: &G, m: G::Move) -> G {
    let mut child = game.clone();
    child.play(m);
    child
}

fn written<G: Game>(start: &G, moves: &[G::Move]) -> Vec<String> {
    let mut game = start.clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(game.format_move(m));
        game.play(m);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Player, Value,
        testing::{LostTurn, RandomTree},
    };

    #[test]
    fn games_whose_chance_ends_have_no_chain() {
        for seed in 0..50 {
            assert!(chain(&RandomTree::<true>::new(seed)).is_none());
            assert!(chain(&RandomTree::<false>::new(seed)).is_none());
        }
    }

    #[test]
    fn the_nearest_chain_is_named() {
        let found = ChanceChain::below(&LostTurn::new(3));
        let shown = (found.moves.join(" "), found.outcomes.join(" "), found.cycle);
        assert_eq!(shown, ("1".to_owned(), "0 0".to_owned(), true), "{found}");
        let text = found.to_string();
        assert_eq!(ChanceChain::at(&LostTurn::new(3)), None);
        assert!(text.contains("for ever, at 2 second ?, after 1, by 0, 0;"), "{text}");
    }

    /// A move, then a coin of which one side, or neither, has a weight.
    #[derive(Clone, Debug, PartialEq)]
    struct Loaded {
        plies: u8,
        sides: u8,
    }

    impl Game for Loaded {
        type Move = u8;
        const CHANCE: bool = true;
        fn mover(&self) -> Player {
            Player::First
        }
        fn node(&self) -> Node {
            [Node::Decision, Node::Chance, Node::Over(Value::ZERO)][usize::from(self.plies)]
        }
        fn moves(&self, out: &mut Vec<u8>) {
            out.extend([7; 1].into_iter().filter(|_| self.plies == 0));
        }
        fn chances(&self, out: &mut Vec<(u8, u32)>) {
            if self.plies == 1 {
                out.extend([(1, 1), (2, 0)].into_iter().take(usize::from(self.sides)));
            }
        }
        fn play(&mut self, _: u8) {
            self.plies += 1;
        }
        fn key(&self) -> u64 {
            crate::mix(self.plies.into())
        }
        fn format(&self) -> String {
            self.plies.to_string()
        }
    }

    #[test]
    fn an_outcome_without_weight_is_named() {
        let text = |sides| ChanceChain::below(&Loaded { plies: 0, sides }).to_string();
        assert!(
            text(2).starts_with("the outcome 2 at 1 has the weight 0, after 7; "),
            "{}",
            text(2)
        );
        assert!(text(0).starts_with("chance has no outcome at 1, after 7; "), "{}", text(0));
        assert_eq!(ChanceChain::at(&Loaded { plies: 1, sides: 1 }), None);
        assert_eq!(ChanceChain::at(&Loaded { plies: 0, sides: 2 }), None);
    }

    /// Counts what was rolled, so that no position comes back.
    #[derive(Clone, Debug, PartialEq)]
    struct Counting(u64);

    impl Game for Counting {
        type Move = bool;
        const CHANCE: bool = true;
        fn mover(&self) -> Player {
            Player::First
        }
        fn node(&self) -> Node {
            if self.0 == 1000 { Node::Over(Value::ZERO) } else { Node::Chance }
        }
        fn moves(&self, _: &mut Vec<bool>) {}
        fn chances(&self, out: &mut Vec<(bool, u32)>) {
            if self.0 < 1000 {
                out.extend([(false, 1), (true, 1)]);
            }
        }
        fn play(&mut self, m: bool) {
            self.0 += 1 + u64::from(m);
        }
        fn key(&self) -> u64 {
            crate::mix(self.0)
        }
    }

    #[test]
    fn a_run_without_a_cycle_is_found_too() {
        let found = ChanceChain::below(&Counting(0));
        assert!(!found.cycle && found.outcomes.len() == LONGEST_CHANCE as usize, "{found:?}");
        assert!(found.to_string().contains("too often, at "), "{found}");
        assert_eq!(ChanceChain::below(&Counting(990)).outcomes, [""; 0]);
    }
}
