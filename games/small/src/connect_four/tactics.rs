//! Quiescence for Connect Four.

use starboard_core::{NodeInfo, Quiescence, Value};

use super::{CENTRE_FIRST, Column, ConnectFour, WIN, bits};

/// An immediate win is taken, and a threat of one is blocked; everything else is quiet.
///
/// Such sequences are finite, since they end when the board is full.
#[derive(Copy, Clone, Debug, Default)]
pub struct Tactics;

impl Quiescence<ConnectFour> for Tactics {
    fn noisy(&mut self, node: &NodeInfo<'_, ConnectFour>, out: &mut Vec<Column>) {
        let game = node.game;
        let squares = [game.wins_now(), game.must_block()];
        // One win is enough, and a player who has to block twice is lost either way.
        if let Some(squares) = squares.into_iter().find(|&squares| squares != 0) {
            out.extend(CENTRE_FIRST.into_iter().find(|&c| squares & bits::column(c) != 0));
        }
    }

    /// A player who neither wins nor blocks has lost in two plies, whatever the
    /// evaluator says; so only the block is searched.
    fn stand_pat(&mut self, node: &NodeInfo<'_, ConnectFour>, static_value: Value) -> Value {
        let game = node.game;
        let forced = game.wins_now() == 0 && game.must_block() != 0;
        if forced { Value::new(game.played() as i32 + 2 - WIN) } else { static_value }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Game, Window};

    use super::*;

    #[test]
    fn wins_first_then_blocks() {
        for (moves, noisy, stands) in [
            ("", "", 7),
            ("112233", "4", 7),
            ("11223", "4", 7 - WIN),
            ("1212127", "2", 7),
            ("121212", "1", 7),
            ("4554", "", 7),
            ("4353", "", 7),
        ] {
            let game = ConnectFour::parse(if moves.is_empty() { "start" } else { moves }).unwrap();
            let node = NodeInfo { game: &game, ply: 0, depth: 0, window: Window::FULL, line: &[] };
            let mut out = Vec::new();
            Tactics.noisy(&node, &mut out);
            let names: String = out.iter().map(|&m| game.format_move(m)).collect();
            assert_eq!(names, noisy, "{moves}");
            let value = Tactics.stand_pat(&node, Value::new(7));
            assert_eq!(value, Value::new(stands), "{moves}");
        }
    }
}
