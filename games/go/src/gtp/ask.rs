//! Questions about strings, as GNU Go's regression suites ask them.
//!
//! An answer begins with how well it works: 1 for sure, 2 by a ko for which the
//! opponent needs the first threat, 3 by one for which the player does, 0 not at
//! all; then the move.

use super::{Answer, BUDGET, Mind, Session};
use crate::{Ko, Link, Point, Reader, Success};

impl<M: Mind> Session<M> {
    pub(super) fn success(&self, (success, best): (Success, Option<Point>)) -> Answer {
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

    /// `connect VERTEX VERTEX`: whether the two strings can be connected.
    pub(super) fn connect(&mut self, args: &[&str]) -> Answer {
        self.link(args, true)
    }

    /// `disconnect VERTEX VERTEX`: whether they can be cut apart.
    pub(super) fn disconnect(&mut self, args: &[&str]) -> Answer {
        self.link(args, false)
    }

    fn link(&mut self, args: &[&str], connect: bool) -> Answer {
        let (a, b) = (self.stone_at(args, 0)?, self.stone_at(args, 1)?);
        let mut board = self.game.board().clone();
        if board.at(a) != board.at(b) {
            return Err("vertices must have the same color".to_owned());
        }
        let found = self.reader.link_success(&mut board, [a, b], connect);
        self.success(found)
    }

    /// `same_dragon VERTEX VERTEX`: 1 if the strings belong together: links that
    /// cannot be cut lead from one to the other.
    pub(super) fn same_dragon(&mut self, args: &[&str]) -> Answer {
        let (a, b) = (self.stone_at(args, 0)?, self.stone_at(args, 1)?);
        let mut board = self.game.board().clone();
        let Some(color) = board.at(a).filter(|&color| board.at(b) == Some(color)) else {
            return Ok("0".to_owned());
        };
        let mut left: Vec<_> = board.strings(color).collect();
        let (start, goal) = (board.head(a), board.head(b));
        left.retain(|&head| head != start);
        let mut reached = vec![start];
        while let Some(at) = reached.pop() {
            if at == goal {
                return Ok("1".to_owned());
            }
            let near = board.beside(board.liberties(at)) | *board.liberties(at);
            let mut apart = Vec::new();
            for head in left {
                let close = near.meets(board.liberties(head));
                let holds = |link: Link| link.connected == Some(true);
                if close && holds(self.reader.disconnect(&mut board, at, head, Ko::NoThreats)) {
                    reached.push(head);
                } else {
                    apart.push(head);
                }
            }
            left = apart;
        }
        Ok("0".to_owned())
    }

    pub(super) fn reset_reader(&mut self) -> Answer {
        self.reader = Reader::with_budget(BUDGET);
        Ok(String::new())
    }
}
