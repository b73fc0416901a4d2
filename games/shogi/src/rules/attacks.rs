//! Where pieces attack.

use rsshogi::board::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SILVER_ATTACKS,
    attack_tables::{bishop_attacks, lance_attacks, rook_attacks},
};
use starboard_core::Player;

use super::{
    Squares,
    convert::{color, square_to},
};
use crate::{Kind, Square};

/// The squares that a piece of `player` attacks from `square` on a board where
/// `occupied` stand in the way, its own pieces' squares included.
#[inline]
pub fn attacks(player: Player, kind: Kind, square: Square, occupied: Squares) -> Squares {
    let (square, side) = (square_to(square), player.index());
    Squares(match kind {
        Kind::Pawn => PAWN_ATTACKS[square][side],
        Kind::Lance => lance_attacks(square, occupied.0, color(player)),
        Kind::Knight => KNIGHT_ATTACKS[square][side],
        Kind::Silver => SILVER_ATTACKS[square][side],
        Kind::Bishop => bishop_attacks(square, occupied.0),
        Kind::Rook => rook_attacks(square, occupied.0),
        Kind::King => KING_ATTACKS[square],
        Kind::Horse => bishop_attacks(square, occupied.0) | KING_ATTACKS[square],
        Kind::Dragon => rook_attacks(square, occupied.0) | KING_ATTACKS[square],
        Kind::Gold | Kind::Tokin | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            GOLD_ATTACKS[square][side]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_by_hand() {
        #[track_caller]
        fn check(player: Player, kind: Kind, from: &str, occupied: &str, expected: &str) {
            let square = |text: &str| text.parse::<Square>().expect("a square");
            let set = |text: &str| text.split_whitespace().map(square).collect::<Squares>();
            assert_eq!(attacks(player, kind, square(from), set(occupied)), set(expected));
        }
        check(Player::First, Kind::Pawn, "5e", "", "5d");
        check(Player::Second, Kind::Pawn, "5e", "", "5f");
        check(Player::First, Kind::Knight, "5e", "5d", "4c 6c");
        check(Player::First, Kind::Knight, "1e", "", "2c");
        check(Player::First, Kind::Lance, "5e", "5c", "5d 5c");
        check(Player::Second, Kind::Lance, "5h", "", "5i");
        check(Player::First, Kind::Silver, "5e", "", "4d 5d 6d 4f 6f");
        check(Player::Second, Kind::Silver, "5e", "", "4d 6d 4f 5f 6f");
        check(Player::First, Kind::ProKnight, "5e", "", "4d 5d 6d 4e 6e 5f");
        check(Player::First, Kind::Bishop, "1a", "3c", "2b 3c");
        check(Player::First, Kind::Rook, "1a", "3a 1c", "2a 3a 1b 1c");
        check(Player::Second, Kind::Horse, "1a", "3c", "2b 3c 1b 2a");
        check(Player::Second, Kind::Dragon, "1a", "2a 1b", "2a 1b 2b");
        check(Player::First, Kind::King, "9i", "", "8h 8i 9h");
    }
}
