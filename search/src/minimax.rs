//! Minimax without pruning: slow, obvious, and the reference that every exact
//! algorithm is tested against. With chance nodes it is expectimax (Michie
//! 1966).

use starboard_core::{Evaluator, Game, Node, Value};

/// The value of `game` for its mover, searched `depth` moves deep. Outcomes of
/// chance cost no depth; a position at depth 0 is evaluated as it stands, even
/// before a roll.
pub fn minimax<G: Game>(game: &G, depth: u32, eval: &mut (impl Evaluator<G> + ?Sized)) -> Value {
    match game.node() {
        Node::Over(value) => value,
        _ if depth == 0 => eval.evaluate(game),
        Node::Decision => {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let values = moves.into_iter().map(|m| child(game, m, depth - 1, eval));
            values.max().expect("a decision node has a move")
        }
        Node::Chance => {
            let mut chances = Vec::new();
            game.chances(&mut chances);
            let (mut sum, mut weight) = (0, 0);
            for (m, w) in chances {
                sum += i64::from(child(game, m, depth, eval).raw()) * i64::from(w);
                weight += i64::from(w);
            }
            Value::mean(sum, weight)
        }
    }
}

/// The values of all root moves, in the game's order, for the mover.
pub fn root_values<G: Game>(
    game: &G,
    depth: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
) -> Vec<(G::Move, Value)> {
    let mut moves = Vec::new();
    if game.node() == Node::Decision && depth > 0 {
        game.moves(&mut moves);
    }
    moves.into_iter().map(|m| (m, child(game, m, depth - 1, eval))).collect()
}

fn child<G: Game>(
    game: &G,
    m: G::Move,
    depth: u32,
    eval: &mut (impl Evaluator<G> + ?Sized),
) -> Value {
    let mut next = game.clone();
    next.play(m);
    let value = minimax(&next, depth, eval);
    if next.mover() == game.mover() { value } else { -value }
}
