//! Quiescence for Breakthrough.

use starboard_core::{NodeInfo, Quiescence, Value};

use super::{Breakthrough, Step, WIN, bits};

/// Searches captures that win a pawn and immediate wins; a pawn that threatens to win with
/// the next move has to be captured.
///
/// Such sequences are finite, since there are only so many pawns.
#[derive(Copy, Clone, Debug, Default)]
pub struct Captures;

impl Quiescence<Breakthrough> for Captures {
    fn noisy(&mut self, node: &NodeInfo<'_, Breakthrough>, out: &mut Vec<Step>) {
        let (game, first) = (node.game, out.len());
        game.captures(out);
        let threats = game.threats();
        let mut kept = first;
        for i in first..out.len() {
            let step = out[i];
            // Capturing one of two such pawns does not help.
            let keeps = match threats {
                0 => game.gain(step) > 0,
                _ => threats == 1 << step.to,
            };
            out[kept] = step;
            kept += usize::from(keeps);
        }
        out.truncate(kept);
    }

    /// A player who does not capture such a pawn has lost, whatever the evaluator says.
    fn stand_pat(&mut self, node: &NodeInfo<'_, Breakthrough>, static_value: Value) -> Value {
        if node.game.threats() != 0 { -WIN } else { static_value }
    }

    fn immediate_win(&mut self, node: &NodeInfo<'_, Breakthrough>) -> Option<(Value, Step)> {
        // Only opponents can stand on the last row, and they are captured diagonally.
        let winners = node.game.winners();
        let [left, right] = bits::diagonals(winners);
        let (targets, back) = if left != 0 { (left, 7) } else { (right, 9) };
        (winners != 0).then(|| {
            let to = targets.trailing_zeros() as u8;
            (WIN, Step { from: to - back, to })
        })
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Game, Node, Window};

    use super::*;
    use crate::testing::walk;

    fn noisy(game: &Breakthrough) -> String {
        let node = NodeInfo { game, ply: 0, depth: 0, window: Window::FULL, line: &[] };
        let mut out = Vec::new();
        Captures.noisy(&node, &mut out);
        out.iter().map(|&m| game.format_move(m)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn gains_are_noisy_and_threats_are_captured() {
        for (text, moves) in [
            ("oooo/..../.x../x..x x", ""),
            // Unprotected; protected once but attacked twice.
            ("..../.o../x.../..x. x", "a2xb3"),
            ("o.../.o../x.../..x. x", ""),
            ("o.../.o../x.x./..x. x", "c2xb3 a2xb3"),
            // The pawn that threatens to win has to be captured, and only that one.
            ("o..o/.o../x..o/..x. x", "c1xd2"),
            ("o..o/..../.o.o/..x. x", ""),
        ] {
            assert_eq!(noisy(&Breakthrough::parse(text).expect(text)), moves, "{text}");
        }
    }

    #[test]
    fn an_immediate_win_wins() {
        let mut wins = 0;
        for seed in 0..200 {
            walk(&Breakthrough::start(5, 6), seed, |game| {
                let node = NodeInfo { game, ply: 0, depth: 0, window: Window::FULL, line: &[] };
                let found = (game.node() == Node::Decision)
                    .then(|| Captures.immediate_win(&node))
                    .flatten();
                if let Some((value, step)) = found {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    assert!(moves.contains(&step), "{}", game.format());
                    let mut after = *game;
                    after.play(step);
                    assert_eq!(after.node(), Node::Over(-value), "{}", game.format());
                    wins += 1;
                }
            });
        }
        assert!(wins >= 100, "{wins}");
    }
}
