//! Playing out what is pending in a position.

use starboard_core::{Evaluator, Game, Heuristic, Node, NodeInfo, Quiescence, Value, Window};

use starboard::GameEntry;

/// Positions to visit before a position counts as too noisy to learn from.
const NODES: u32 = 400;

/// What knows when a position is quiet, and what quiet ones are worth.
pub(super) struct Settle<G: Game> {
    evaluator: Box<dyn Evaluator<G>>,
    quiescence: Box<dyn Quiescence<G>>,
    order: Box<dyn Heuristic<G>>,
    /// Positions that may still be visited.
    left: u32,
}

impl<G: Game> Settle<G> {
    /// By what the game says is noisy, and its first ordering.
    pub(super) fn new(entry: &GameEntry<G>, evaluator: Box<dyn Evaluator<G>>) -> Self {
        let (quiescence, order) = (entry.fresh_quiescence(), entry.fresh_order());
        Self {
            evaluator,
            quiescence: quiescence.unwrap_or_else(|| Box::new(())),
            order: order.unwrap_or_else(|| Box::new(())),
            left: 0,
        }
    }

    /// The quiet position that best play with noisy moves leads to; `None`
    /// where that ends the game, nature has a say, or there is no end to it.
    pub(super) fn leaf(&mut self, game: &G) -> Option<G> {
        let mut work = game.clone();
        let mut line = Vec::new();
        let node = NodeInfo { game, ply: 0, depth: 0, window: Window::FULL, last: None };
        self.quiescence.begin(&node);
        self.left = NODES;
        let value = self.search(&mut work, Window::FULL, 0, None, &mut line)?;
        if G::MATE > 0 && value.raw().abs() >= Value::decisive(G::MATE).raw() {
            return None;
        }
        let mut leaf = game.clone();
        for m in line {
            leaf.play(m);
        }
        (leaf.node() == Node::Decision).then_some(leaf)
    }

    /// The value for the mover within `window`, and the moves that lead to it.
    fn search(
        &mut self,
        game: &mut G,
        window: Window,
        ply: u32,
        last: Option<G::Move>,
        line: &mut Vec<G::Move>,
    ) -> Option<Value> {
        line.clear();
        self.left = self.left.checked_sub(1)?;
        match game.node() {
            Node::Over(value) => return Some(value.later(ply, G::MATE)),
            Node::Chance => return None,
            Node::Decision => {}
        }
        let node = NodeInfo { game, ply, depth: 0, window, last };
        let stand_pat = self.quiescence.may_stand_pat(&node).then(|| {
            let value = self.evaluator.evaluate(game);
            self.quiescence.stand_pat(&node, value)
        });
        if let Some(value) = stand_pat.filter(|&value| value >= window.beta) {
            return Some(value);
        }
        if let Some((value, m)) = self.quiescence.immediate_win(&node) {
            line.push(m);
            return Some(value.later(ply + 1, G::MATE));
        }
        let mut moves = Vec::new();
        match stand_pat {
            Some(_) => self.quiescence.noisy(&node, &mut moves),
            None => game.moves(&mut moves),
        }
        let mut scores = vec![0; moves.len()];
        self.order.score(&node, &moves, &mut scores);
        let mut ranked: Vec<_> = moves.into_iter().zip(scores).collect();
        ranked.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        let mover = game.mover();
        let mut best = stand_pat.unwrap_or(Value::MIN);
        let mut below = Vec::new();
        for (m, _) in ranked {
            let inner = Window { alpha: window.alpha.max(best), beta: window.beta };
            let value = game.with_child(m, |next| {
                let flip = next.mover() != mover;
                let inner = if flip { -inner } else { inner };
                let value = self.search(next, inner, ply + 1, Some(m), &mut below)?;
                Some(if flip { -value } else { value })
            })?;
            if value > best {
                best = value;
                line.clear();
                line.push(m);
                line.append(&mut below);
            }
            if best >= window.beta {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use starboard_shogi::{Material, Shogi};

    use super::*;

    #[test]
    fn what_is_pending_is_played_out() {
        #[track_caller]
        fn check(position: &str, leaf: Option<&str>) {
            let mut settle = Settle::new(&starboard_shogi::entry(), Box::new(Material));
            let game = Shogi::parse(position).expect("a position");
            let found = settle.leaf(&game).map(|leaf| leaf.format());
            let expected = leaf.map(|text| Shogi::parse(text).expect("a position").format());
            assert_eq!(found, expected, "{position}");
        }
        let quiet = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
        check(quiet, Some(quiet));
        // A rook that nobody protects is taken.
        check("4k4/9/9/4r4/4P4/9/9/9/1K7 b - 1", Some("4k4/9/9/4P4/9/9/9/9/1K7 w R 2"));
        // A gold mates.
        check("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", None);
    }
}
