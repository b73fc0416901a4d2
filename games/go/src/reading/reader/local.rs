//! A position for local searches.

use starboard_core::{Game, Node, Player};
use starboard_search::proof::Resource;

use super::{Ko, may_play};
use crate::{Board, Color, Move, Point, board::game};

/// Stones and whose turn it is: no passes are counted, and earlier positions are not
/// remembered. The search decides which moves to consider.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The stones.
    pub board: Board,
    /// The player to move.
    pub mover: Color,
    /// How many moves and passes lead here.
    pub ply: usize,
    /// How many ko threats Black has more than White, or, below zero, White more than Black:
    /// each allows one ko to be retaken at once.
    pub threats: i8,
}

impl Local {
    /// These stones with this player to move.
    pub const fn new(board: Board, mover: Color) -> Self {
        Self { board, mover, ply: 0, threats: 0 }
    }

    /// The same where the player who wins kos has one ko threat. With unlimited threats, that
    /// player would live by retaking the same stone for ever.
    #[must_use]
    pub const fn with_ko(mut self, ko: Ko) -> Self {
        self.threats = Self::threats_of(ko);
        self
    }

    /// How many threats there are if kos are won like this.
    pub(crate) const fn threats_of(ko: Ko) -> i8 {
        match ko {
            Ko::NoThreats => 0,
            Ko::WonBy(Color::Black) => 1,
            Ko::WonBy(Color::White) => -1,
        }
    }

    /// Who wins kos from here: nobody, once there is no threat left.
    pub(crate) const fn ko(&self) -> Ko {
        match self.threats {
            0 => Ko::NoThreats,
            1.. => Ko::WonBy(Color::Black),
            _ => Ko::WonBy(Color::White),
        }
    }

    /// Whether the player to move may play here. The player who wins kos may retake at once;
    /// the other may be the first to take.
    pub(crate) fn may_play(&self, point: Point) -> bool {
        let ko = match self.ko() {
            Ko::WonBy(winner) if winner == self.mover => Ko::WonBy(winner),
            _ => Ko::NoThreats,
        };
        may_play(&self.board, ko, point, self.mover)
    }

    /// The key but for threats, and those of a player.
    pub(crate) fn split(&self, player: Color) -> (u64, Threats) {
        let threats = if player == Color::Black { self.threats } else { -self.threats };
        (self.key_with(0), Threats(threats))
    }

    fn key_with(&self, threats: i8) -> u64 {
        let ko = self.board.ko().map_or(0, |point| point.index() as u64 + 1);
        let ko = ko << 8 | u64::from(threats as u8);
        let turn = (ko << 1 | self.mover.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.board.key() ^ turn
    }
}

/// How many threats a player has more than the other: with more, it gets what it gets with
/// fewer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Threats(i8);

impl Resource for Threats {
    fn dominates(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

impl Game for Local {
    type Move = Move;

    const MOVE_INDICES: usize = Move::INDICES;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.mover.into()
    }

    fn node(&self) -> Node {
        Node::Decision
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let legal = |&point: &Point| self.board.is_legal(point, self.mover);
        out.extend(self.board.empty().iter().filter(legal).map(Move::at));
        out.push(Move::PASS);
    }

    fn play(&mut self, m: Move) {
        match m.point() {
            Some(point) => {
                if self.board.ko() == Some(point) {
                    self.threats -= self.threats.signum();
                }
                self.board.play(point, self.mover);
            }
            None => self.board.set_ko(None),
        }
        self.mover = self.mover.other();
        self.ply += 1;
    }

    fn key(&self) -> u64 {
        self.key_with(self.threats)
    }

    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn is_tactical(&self, m: Move) -> bool {
        game::is_tactical(&self.board, m)
    }

    fn with_child<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let (mover, ko, threats) = (self.mover, self.board.ko(), self.threats);
        self.play(m);
        let result = f(self);
        match m.point() {
            Some(_) => _ = self.board.undo(),
            None => self.board.set_ko(ko),
        }
        (self.mover, self.threats) = (mover, threats);
        self.ply -= 1;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn moves_are_taken_back() {
        let mut game = Local::new(Board::new(Size::new(5).expect("a size")), Color::Black);
        let mut rng = starboard_core::rng(1, 0);
        for _ in 0..200 {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for &m in &moves {
                let before = (game.clone(), game.key());
                let key = game.with_child(m, |next| next.key());
                assert_eq!((&game, game.key()), (&before.0, before.1));
                let mut next = game.clone();
                next.play(m);
                assert_eq!(next.key(), key);
            }
            let m = moves[rand::RngExt::random_range(&mut rng, 0..moves.len())];
            game.play(m);
        }
    }

    #[test]
    fn a_threat_takes_one_ko_back() {
        // White takes at B3 and Black at C3, by turns.
        let game = crate::Go::parse("5/1XO2/X1XO1/1XO2/5 w 0").expect("a position");
        let point = |name| Point::read(game.size(), name).expect("a point");
        let ko = Ko::WonBy(Color::Black);
        let mut local = Local::new(game.board().clone(), Color::White).with_ko(ko);
        assert_eq!((local.ko(), local.split(Color::White).1), (ko, Threats(-1)));
        for (name, allowed) in [("B3", true), ("C3", true), ("B3", false), ("E5", true)] {
            assert_eq!(local.may_play(point(name)), allowed, "{name}");
            if allowed {
                let (before, key) = (local.clone(), local.key());
                local.with_child(Move::at(point(name)), |_| ());
                assert_eq!((&local, local.key()), (&before, key));
                local.play(Move::at(point(name)));
            }
        }
        assert_eq!(local.threats, 0);
        // Black has moved on, and White takes again.
        local.play(Move::at(point("A1")));
        assert!(local.may_play(point("B3")));
        local.play(Move::at(point("B3")));
        assert!(!local.may_play(point("C3")));
    }
}
