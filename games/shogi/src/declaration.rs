//! Winning by declaration, once the king has entered the enemy's camp (the
//! 27-point rule of the computer Shogi tournaments).

use starboard_core::Player;

use crate::{Kind, Shogi, Squares};

/// How far the mover meets the conditions of a declaration.
///
/// To declare, the mover must not be in check, must have the king and at least ten other pieces
/// in the enemy's camp (the three ranks where its pieces promote), and must have enough points:
/// five for each rook and bishop, one for each other piece but the king, counted over those in
/// the camp and in hand. The first player needs 28, the second 27.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Whether the king is in the camp.
    pub king_entered: bool,
    /// Whether the mover is in check.
    pub in_check: bool,
    /// Pieces in the camp, not counting the king.
    pub pieces: u32,
    /// Points of these and of the pieces in hand.
    pub points: u32,
    /// Points that are needed.
    pub needed: u32,
}

/// Pieces that must be in the camp.
const PIECES: u32 = 10;

impl Declaration {
    /// Whether all conditions hold.
    pub const fn is_legal(&self) -> bool {
        self.king_entered && !self.in_check && self.pieces >= PIECES && self.points >= self.needed
    }
}

impl Shogi {
    /// Which conditions of a declaration the mover meets.
    pub fn declaration(&self) -> Declaration {
        let mover = self.player();
        let camp = Squares::camp_against(mover);
        let there = self.pieces(mover) & camp;
        let king_entered = there.contains(self.king(mover));
        let big = [Kind::Bishop, Kind::Rook, Kind::Horse, Kind::Dragon];
        let big =
            big.into_iter().fold(Squares::EMPTY, |set, kind| set | self.pieces_of(mover, kind));
        let pieces = there.count() - u32::from(king_entered);
        let hand = self.hand(mover);
        let in_hand = u32::from(hand.total())
            + 4 * u32::from(hand.count(Kind::Bishop) + hand.count(Kind::Rook));
        Declaration {
            king_entered,
            in_check: self.is_in_check(),
            pieces,
            points: pieces + 4 * (big & camp).count() + in_hand,
            needed: match mover {
                Player::First => 28,
                Player::Second => 27,
            },
        }
    }

    /// Whether the mover may declare a win.
    #[inline]
    pub(crate) fn may_declare(&self) -> bool {
        let mover = self.player();
        self.king(mover).rank_for(mover) <= 3 && self.declaration().is_legal()
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Game, Node, Value};

    use super::*;
    use crate::Move;

    #[track_caller]
    fn check(sfen: &str, pieces: u32, points: u32, legal: bool) {
        let game = Shogi::parse(sfen).expect("a position");
        let declaration = game.declaration();
        assert_eq!((declaration.pieces, declaration.points), (pieces, points), "{declaration:?}");
        assert_eq!(declaration.is_legal(), legal, "{declaration:?}");
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert_eq!(moves.contains(&Move::DECLARATION), legal);
        if !legal {
            return;
        }
        let mut won = game.clone();
        won.play(Move::DECLARATION);
        assert_eq!(won.node(), Node::Over(Value::new(-Shogi::MATE)));
        assert_eq!(won.mover(), game.mover().other());
        assert_eq!(won.format(), format!("{sfen} moves win"));
        assert_eq!(Shogi::parse(&won.format()), Ok(won.clone()));
        assert!(won != game && won.key() != game.key());
        moves.clear();
        won.moves(&mut moves);
        assert!(moves.is_empty());
        let mut again = game.clone();
        again.with_child(Move::DECLARATION, |child| assert_eq!(*child, won));
        assert_eq!((again.key(), again.format()), (game.key(), game.format()));
    }

    /// Ten pieces and the king in the camp, two of them rooks: 18 points.
    const FIRST: &str = "RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b";

    #[test]
    fn declarations_by_hand() {
        check(&format!("{FIRST} 2B 1"), 10, 28, true);
        check(&format!("{FIRST} B4Pb 1"), 10, 27, false);
        check(&format!("{FIRST} B5Pb 1"), 10, 28, true);
        // Pieces outside the camp do not count.
        check("RRGGSS+N+N+L/K8/9/+L8/9/9/9/9/4k4 b 2BP 1", 9, 28, false);
        // The king outside.
        check("RRGGSS+N+N+L/9/+L8/K8/9/9/9/9/4k4 b 2BP 1", 10, 29, false);
        // In check by a gold.
        check("RRGGSS+N+N+L/Kg7/+L8/9/9/9/9/9/4k4 b 2BP 1", 10, 29, false);
    }

    /// The second player needs a point less.
    #[test]
    fn the_second_player_needs_27() {
        let second = "4K4/9/9/9/9/9/+l8/k8/rrggss+n+n+l w";
        check(&format!("{second} Bb4p 1"), 10, 27, true);
        check(&format!("{second} Bb3p 1"), 10, 26, false);
    }

    #[test]
    fn no_declaration_to_begin_with() {
        let declaration = Shogi::start().declaration();
        assert_eq!((declaration.pieces, declaration.points, declaration.needed), (0, 0, 28));
        assert!(!declaration.king_entered && !declaration.in_check && !declaration.is_legal());
    }
}
