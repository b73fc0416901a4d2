//! Questions about strings, as GNU Go's regression suites ask them.
//!
//! An answer begins with how well it works: 1 for sure, 2 by a ko for which the
//! opponent needs the first threat, 3 by one for which the player does, 0 not at
//! all; then the move.

use super::{Answer, BUDGET, Mind, Session};
use crate::{Point, Reader, Success};

impl<M: Mind> Session<M> {
    fn success(&self, (success, best): (Success, Option<Point>)) -> Answer {
        let code = match success {
            Success::No => return Ok("0".to_owned()),
            Success::KoWithThreat => 3,
            Success::Ko => 2,
            Success::Yes => 1,
        };
        let size = self.game.size();
        let best = best.map_or(String::new(), |point| format!(" {}", point.name(size)));
        Ok(format!("{code}{best}"))
    }

    /// `attack VERTEX`: whether the string there can be captured.
    pub(super) fn attack(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let mut board = self.game.board().clone();
        let found = self.reader.attack_success(&mut board, stone);
        self.success(found)
    }

    /// `defend VERTEX`: whether the string there can be saved.
    pub(super) fn defend(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let mut board = self.game.board().clone();
        let found = self.reader.defend_success(&mut board, stone);
        self.success(found)
    }

    pub(super) fn reset_reader(&mut self) -> Answer {
        self.reader = Reader::with_budget(BUDGET);
        Ok(String::new())
    }
}
