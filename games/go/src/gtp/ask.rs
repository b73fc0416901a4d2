//! Questions about strings, as GNU Go's regression suites ask them.
//!
//! An answer begins with a success code: 1 for unconditional success, 2 by a ko for which the
//! opponent needs the first threat, 3 by one for which the player does; then the move.
//! The code is 0 if nothing was found that works: a string is called captured, or saved, only if
//! that is settled. An unsettled link is decided as for [`Link::connected`](crate::Link).

use super::{Answer, Session};
use crate::{Board, Color, Ko, Point, Points, Success};

/// The code of a success.
pub(super) const fn code(success: Success) -> u8 {
    match success {
        Success::No => 0,
        Success::KoWithThreat => 3,
        Success::Ko => 2,
        Success::Yes => 1,
    }
}

impl Session {
    pub(super) fn success(&self, (success, best): (Success, Option<Point>)) -> Answer {
        let code = code(success);
        if code == 0 {
            return Ok("0".to_owned());
        }
        let size = self.game.size();
        let best = best.map_or(String::new(), |point| format!(" {}", point.name(size)));
        Ok(format!("{code}{best}"))
    }

    /// The same with a pass where no move is needed.
    pub(super) fn success_or_pass(&self, found: (Success, Option<Point>)) -> Answer {
        let pass = found.1.is_none() && found.0 != Success::No;
        let answer = self.success(found)?;
        Ok(if pass { answer + " PASS" } else { answer })
    }

    /// `attack VERTEX`: whether the string there can be captured.
    pub(super) fn attack(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let mut board = self.game.board().clone();
        let found = self.reader.attack_success(&mut board, stone);
        self.success_or_pass(found)
    }

    /// `defend VERTEX`: whether the string there can be saved.
    pub(super) fn defend(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let mut board = self.game.board().clone();
        let found = self.reader.defend_success(&mut board, stone);
        self.success_or_pass(found)
    }

    /// `does_attack MOVE VERTEX`, `does_defend MOVE VERTEX`: whether this move
    /// captures the string, or saves it.
    pub(super) fn does(&mut self, args: &[&str], attack: bool) -> Answer {
        self.after_move(args, attack, |session, board, stone| match attack {
            true => session.reader.defence_at_best(board, stone),
            false => session.reader.attack_at_best(board, stone),
        })
    }

    /// Plays the move, the first argument, and gives its code for the stone, the second, by
    /// how well `reply` finds the opponent's answer to succeed.
    pub(super) fn after_move(
        &mut self,
        args: &[&str],
        attack: bool,
        reply: impl FnOnce(&mut Self, &mut Board, Point) -> Success,
    ) -> Answer {
        let (point, stone) = (self.point_at(args, 0)?, self.stone_at(args, 1)?);
        let mut board = self.game.board().clone();
        let player = Self::player(&board, stone, attack);
        if !board.is_legal(point, player) {
            return Err("illegal move".to_owned());
        }
        board.play(point, player);
        let success = match board.at(stone) {
            Some(_) => reply(self, &mut board, stone).answered(),
            None => Success::Yes,
        };
        self.success((success, None))
    }

    /// The player who wants to capture, or to save, a string.
    fn player(board: &Board, stone: Point, attack: bool) -> Color {
        match board.at(stone) {
            Some(owner) if attack => owner.other(),
            Some(owner) => owner,
            None => Color::Black,
        }
    }

    /// `attack_either VERTEX VERTEX`: whether one of the two strings can be captured.
    pub(super) fn attack_either(&mut self, args: &[&str]) -> Answer {
        let target = self.pair(args)?;
        let mut board = self.game.board().clone();
        let found = self.reader.attack_either(&mut board, &target);
        self.success(found)
    }

    /// `defend_both VERTEX VERTEX`: whether one move saves both strings; no move is named if none
    /// is needed.
    pub(super) fn defend_both(&mut self, args: &[&str]) -> Answer {
        let target = self.pair(args)?;
        let mut board = self.game.board().clone();
        let found = self.reader.defend_all(&mut board, &target);
        self.success(found)
    }

    /// `combination_attack COLOR`: a move with which this player captures something by more
    /// than one threat, or `PASS`.
    pub(super) fn combination_attack(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let found = self.reader.combination(self.game.board(), color);
        Ok(found.map_or("PASS".to_owned(), |point| point.name(self.game.size())))
    }

    /// `combination_defend COLOR`: the moves with which this player prevents that, or `PASS`.
    pub(super) fn combination_defend(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let found = self.reader.against_combination(self.game.board(), color);
        Ok(if found.is_empty() { "PASS".to_owned() } else { self.names(found) })
    }

    /// Two strings of one colour.
    fn pair(&self, args: &[&str]) -> Result<[Point; 2], String> {
        let (a, b) = (self.stone_at(args, 0)?, self.stone_at(args, 1)?);
        let board = self.game.board();
        if board.at(a) == board.at(b) {
            Ok([a, b])
        } else {
            Err("vertices must have the same color".to_owned())
        }
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
        let ends = self.pair(args)?;
        let mut board = self.game.board().clone();
        let found = self.reader.link_success(&mut board, ends, connect);
        self.success(found)
    }

    /// `break_in VERTEX {VERTICES}`: whether the owner of the string gets a stone into the area
    /// that is not captured and is connected to the string; `PASS` if no move is
    /// needed.
    pub(super) fn break_in(&mut self, args: &[&str]) -> Answer {
        self.area(args, true)
    }

    /// `block_off VERTEX {VERTICES}`: whether the opponent keeps the string out of the area.
    pub(super) fn block_off(&mut self, args: &[&str]) -> Answer {
        self.area(args, false)
    }

    fn area(&mut self, args: &[&str], break_in: bool) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let area: Points =
            (1..args.len()).map(|index| self.point_at(args, index)).collect::<Result<_, _>>()?;
        if area.is_empty() {
            return Err("missing area".to_owned());
        }
        let mut board = self.game.board().clone();
        let found = self.reader.break_in_success(&mut board, stone, &area, break_in);
        self.success_or_pass(found)
    }

    /// `same_dragon VERTEX VERTEX`: 1 if the strings belong together, that is, if links that
    /// cannot be cut, not even by a ko, lead from one to the other.
    pub(super) fn same_dragon(&mut self, args: &[&str]) -> Answer {
        let (a, b) = (self.stone_at(args, 0)?, self.stone_at(args, 1)?);
        let mut board = self.game.board().clone();
        let Some(color) = board.at(a).filter(|&color| board.at(b) == Some(color)) else {
            return Ok("0".to_owned());
        };
        let (start, goal) = (board.head(a), board.head(b));
        let close = |board: &Board, a: Point, b: Point| {
            let near = *board.liberties(a) | board.beside(board.liberties(a));
            near.meets(board.liberties(b))
        };
        let mut holds = |board: &mut Board, a: Point, b: Point| {
            let ko = Ko::WonBy(color.other());
            self.reader.disconnect(board, a, b, ko).connected == Some(true)
        };
        // One move may threaten two links at once, so what is near is asked about
        // as a whole.
        if start != goal && close(&board, start, goal) {
            return Ok(u8::from(holds(&mut board, start, goal)).to_string());
        }
        let mut left: Vec<_> = board.strings(color).filter(|&head| head != start).collect();
        let mut reached = vec![start];
        while let Some(at) = reached.pop() {
            if at == goal {
                return Ok("1".to_owned());
            }
            let linked =
                |head: &mut Point| close(&board, at, *head) && holds(&mut board.clone(), at, *head);
            reached.extend(left.extract_if(.., linked));
        }
        Ok("0".to_owned())
    }

    pub(super) fn reset_reader(&mut self) -> Answer {
        self.reader = super::reader();
        Ok(String::new())
    }
}
