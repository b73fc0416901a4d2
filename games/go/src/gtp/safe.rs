//! `unconditional_status`: what is safe even if its owner always passes.

use super::{Answer, Session};
use crate::{Board, Color, Safety, safety};

/// What is safe on a board, cached for the next question about it.
#[derive(Debug)]
pub(super) struct Safe {
    board: Board,
    found: [Safety; 2],
}

impl Session {
    /// `unconditional_status VERTEX`: `alive`, `dead`, `black_territory`,
    /// `white_territory` or `undecided`.
    pub(super) fn unconditional_status(&mut self, args: &[&str]) -> Answer {
        let point = self.point_at(args, 0)?;
        let board = self.game.board();
        if self.safe.as_ref().is_none_or(|safe| safe.board != *board) {
            let found = Color::BOTH.map(|color| safety(board, color));
            self.safe = Some(Safe { board: board.clone(), found });
        }
        let found = self.safe.as_ref().map(|safe| safe.found).unwrap_or_default();
        let [black, white] = &found;
        let word = match board.at(point) {
            Some(color) => {
                let (own, other) = (&found[color.index()], &found[color.other().index()]);
                match (own.alive | own.territory).contains(point) {
                    true => "alive",
                    false if other.territory.contains(point) => "dead",
                    false => "undecided",
                }
            }
            None if black.territory.contains(point) => "black_territory",
            None if white.territory.contains(point) => "white_territory",
            None => "undecided",
        };
        Ok(word.to_owned())
    }
}
