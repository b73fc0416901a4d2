//! Minimax without pruning: slow, obvious, and the reference that every exact
//! algorithm is tested against. With chance nodes it is expectimax (Michie
//! 1966). It looks at the position alone: what was on the board before
//! ([`Game::repetition`]) matters only in play.

use starboard_core::{Evaluator, Game, LONGEST_CHANCE, Node, Value};

use crate::reward::{reward, with};

/// The value of `game` for its mover, searched `depth` moves deep. Outcomes of
/// chance do not count towards the depth; a position at depth 0 is evaluated as it
/// stands, even before a roll.
///
/// # Panics
///
/// If chance nodes follow each other without end, or have no outcome, which no game may have.
pub fn minimax<G: Game>(game: &G, depth: u32, eval: &mut (impl Evaluator<G> + ?Sized)) -> Value {
    minimax_within(game, depth, eval, &mut u64::MAX.clone()).expect("an end to chance")
}

/// The same; `None` if it would visit more than `budget` positions, from which the
/// number visited is subtracted, or if chance nodes follow each other without end
/// or have no weight.
pub fn minimax_within<G: Game>(
    game: &G,
    depth: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
    budget: &mut u64,
) -> Option<Value> {
    node(game, depth, 0, eval, budget)
}

/// The value of a position reached by `run` chance nodes in a row.
fn node<G: Game>(
    game: &G,
    depth: u32,
    run: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
    budget: &mut u64,
) -> Option<Value> {
    *budget = budget.checked_sub(1)?;
    match game.node() {
        Node::Over(value) => Some(value),
        _ if depth == 0 => Some(eval.evaluate(game)),
        Node::Decision => {
            let values = root_values_within(game, depth, eval, budget)?;
            values.into_iter().map(|(_, value)| value).max()
        }
        Node::Chance if run >= LONGEST_CHANCE => None,
        Node::Chance => {
            let mut chances = Vec::new();
            game.chances(&mut chances);
            let (mut sum, mut weight) = (0, 0);
            for (m, w) in chances {
                let value = child(game, m, depth, run + 1, eval, budget)?;
                sum += i64::from(value.raw()) * i64::from(w);
                weight += i64::from(w);
            }
            (weight > 0).then(|| Value::mean(sum, weight))
        }
    }
}

/// The values of all moves of a decision node for its mover, in the game's order;
/// empty at any other node.
///
/// # Panics
///
/// As [`minimax`].
pub fn root_values<G: Game>(
    game: &G,
    depth: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
) -> Vec<(G::Move, Value)> {
    root_values_within(game, depth, eval, &mut u64::MAX.clone()).expect("an end to chance")
}

/// The same within a budget, as for [`minimax_within`].
pub fn root_values_within<G: Game>(
    game: &G,
    depth: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
    budget: &mut u64,
) -> Option<Vec<(G::Move, Value)>> {
    let mut moves = Vec::new();
    if game.node() == Node::Decision && depth > 0 {
        game.moves(&mut moves);
    }
    moves.into_iter().map(|m| Some((m, child(game, m, depth - 1, 0, eval, budget)?))).collect()
}

fn child<G: Game>(
    game: &G,
    m: G::Move,
    depth: u32,
    run: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
    budget: &mut u64,
) -> Option<Value> {
    let mut next = game.clone();
    next.play(m);
    let value = node(&next, depth, run, eval, budget)?.later(1, G::MATE);
    Some(with::<G>(if next.mover() == game.mover() { value } else { -value }, reward(game, m)))
}
