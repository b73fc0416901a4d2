//! Questions about groups, as GNU Go's regression suites ask them.

use super::{Answer, Session, ask::code};
use crate::{Eye, Point, Success};

impl Session {
    /// `owl_attack VERTEX`: whether the group there can be killed.
    pub(super) fn owl_attack(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let found = self.life.kill(&mut self.game.board().clone(), stone);
        self.success_or_pass(found)
    }

    /// `owl_defend VERTEX`: whether the group there can be saved.
    pub(super) fn owl_defend(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let found = self.life.save(&mut self.game.board().clone(), stone);
        self.success_or_pass(found)
    }

    /// `owl_does_attack MOVE VERTEX`, `owl_does_defend MOVE VERTEX`: whether this
    /// move kills the group, or saves it.
    pub(super) fn owl_does(&mut self, args: &[&str], attack: bool) -> Answer {
        self.after_move(args, attack, |session, board, stone| match attack {
            true => session.life.save(board, stone).0,
            false => session.life.kill(board, stone).0,
        })
    }

    /// `owl_threaten_attack VERTEX`, `owl_threaten_defense VERTEX`: whether two moves
    /// in a row kill the group, or save it, and which moves; `PASS` for a move that is not
    /// needed.
    pub(super) fn owl_threaten(&mut self, args: &[&str], attack: bool) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let mut board = self.game.board().clone();
        let (success, moves) = match attack {
            true => self.life.kill_in_two(&mut board, stone),
            false => self.life.save_in_two(&mut board, stone),
        };
        if success == Success::No {
            return Ok("0".to_owned());
        }
        let [first, second] = moves.map(|m| self.name(m));
        Ok(format!("{} {first} {second}", code(success)))
    }

    /// `eval_eye VERTEX`: how many eyes the eye space makes if the opponent plays first
    /// and if its owner does, and, if these differ, where each plays; -1 if the point is in no
    /// eye space, or in one of both players'.
    pub(super) fn eval_eye(&mut self, args: &[&str]) -> Answer {
        let point = self.point_at(args, 0)?;
        let Some(eye) = self.life.eye(self.game.board(), point) else {
            return Ok("-1".to_owned());
        };
        let Eye { low, high, attack, defend, .. } = eye;
        let moves = format!(" {} {}", self.name(attack), self.name(defend));
        Ok(format!("{low} {high}{}", if low < high { &moves } else { "" }))
    }

    /// A move, or `PASS` where none is needed or known.
    fn name(&self, best: Option<Point>) -> String {
        best.map_or("PASS".to_owned(), |point| point.name(self.game.size()))
    }

    /// `analyze_semeai VERTEX VERTEX`: how the race between two strings stands if
    /// the owner of the first is to move: how well it succeeds in saving its own, and in
    /// capturing the other, and where it plays.
    pub(super) fn analyze_semeai(&mut self, args: &[&str]) -> Answer {
        let (own, other) = (self.stone_at(args, 0)?, self.stone_at(args, 1)?);
        let board = self.game.board();
        if board.at(own) == board.at(other) {
            return Err("vertices must have different colors".to_owned());
        }
        let race = self.semeai.race(board, own, other);
        let best = self.name(race.best);
        Ok(format!("{} {} {best}", code(race.saves), code(race.kills)))
    }

    /// `dragon_status VERTEX`: `alive`, `dead`, or `critical` with the moves of
    /// the attacker and of the defender.
    pub(super) fn dragon_status(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        let mut board = self.game.board().clone();
        let (kills, attack) = self.life.kill(&mut board, stone);
        if kills == Success::No {
            return Ok("alive".to_owned());
        }
        let (saves, defence) = self.life.save(&mut board, stone);
        if saves == Success::No {
            return Ok("dead".to_owned());
        }
        Ok(format!("critical {} {}", self.name(attack), self.name(defence)))
    }
}
