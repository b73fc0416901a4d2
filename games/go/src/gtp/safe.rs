//! `unconditional_status`: what is safe though its owner passes for ever.

use super::{Answer, Mind, Session};
use crate::{Color, safety};

impl<M: Mind> Session<M> {
    /// `unconditional_status VERTEX`: `alive`, `dead`, `black_territory`,
    /// `white_territory` or `undecided`.
    pub(super) fn unconditional_status(&mut self, args: &[&str]) -> Answer {
        let point = self.point_at(args, 0)?;
        let board = self.game.board();
        let safe = |color: Color| {
            let safety = safety(board, color);
            safety.alive | safety.territory
        };
        let word = match board.at(point) {
            Some(color) if safe(color).contains(point) => "alive",
            Some(color) if safety(board, color.other()).territory.contains(point) => "dead",
            _ if safety(board, Color::Black).territory.contains(point) => "black_territory",
            _ if safety(board, Color::White).territory.contains(point) => "white_territory",
            _ => "undecided",
        };
        Ok(word.to_owned())
    }
}
