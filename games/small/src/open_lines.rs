//! Evaluation of tic-tac-toe: the lines still open to each side.

use starboard_core::{Bounds, Evaluator, Game, Node, Value};

use crate::tic_tac_toe::{LINES, TicTacToe};

/// Counts the lines without a stone of the opponent, the mover's less the
/// opponent's: at most eight grid points, where a win is ten.
///
/// Its bounds take into account that a player without an open line can no longer win.
#[derive(Copy, Clone, Debug, Default)]
pub struct OpenLines;

impl OpenLines {
    /// The lines open to the mover, and those open to the opponent.
    fn count(game: &TicTacToe) -> [i32; 2] {
        let mover = game.mover();
        [mover.other(), mover].map(|blocker| {
            let stones = game.0[blocker.index()];
            LINES.iter().filter(|line| stones & *line == 0).count() as i32
        })
    }
}

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, game: &TicTacToe) -> Value {
        // Nobody wins without an open line: lead and bounds agree in sign.
        let [own, theirs] = Self::count(game);
        Value::new(own - theirs)
    }

    fn bounds(&self, game: &TicTacToe) -> Bounds {
        if let Node::Over(value) = game.node() {
            return Bounds::exact(value);
        }
        let end = |open: i32| Value::new(open.min(1) * TicTacToe::UNIT);
        let [own, theirs] = Self::count(game);
        Bounds { low: -end(theirs), high: end(own) }
    }
}

const LIST: &str = "\
x../.o./...
x../.../..o
.x./.o./...
xo./.x./..o
x../.o./..x
x.o/.o./x..
xox/.o./...
.ox/.xo/o.x
";

/// Eight positions in which something is at stake, after two to six stones.
pub fn positions() -> Vec<TicTacToe> {
    crate::listed(LIST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_evaluator;

    #[test]
    fn counts_open_lines() {
        for (text, value) in
            [(".../.../...", 0), (".../.x./...", -4), ("x../.o./...", -1), ("xo./.x./o..", 1)]
        {
            let game = TicTacToe::parse(text).expect(text);
            assert_eq!(OpenLines.evaluate(&game).raw(), value, "{text}");
        }
    }

    #[test]
    fn stays_within_bounds() {
        (0..100).for_each(|seed| check_evaluator(OpenLines, &TicTacToe::default(), seed));
    }

    #[test]
    fn positions_are_undecided_and_differ() {
        let positions = positions();
        assert!(positions.iter().all(|game| game.node() == Node::Decision));
        let keys: std::collections::HashSet<_> = positions.iter().map(Game::key).collect();
        assert_eq!(keys.len(), 8);
    }
}
