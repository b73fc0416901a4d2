//! Where pieces attack.

use rsshogi::{
    board::{
        GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SILVER_ATTACKS,
        attack_tables::{bishop_step_attacks, lance_step_attacks, rook_step_attacks},
    },
    types::PieceType,
};
use starboard_core::Player;

use super::{
    Board, Squares,
    convert::{color, square_to},
    lines,
};
use crate::{Kind, Square};

/// The squares that a piece of `player` attacks from `square` on a board where
/// `occupied` stand in the way, its own pieces' squares included.
#[inline]
pub fn attacks(player: Player, kind: Kind, square: Square, occupied: Squares) -> Squares {
    let (at, side) = (square_to(square), player.index());
    match kind {
        Kind::Pawn => Squares(PAWN_ATTACKS[at][side]),
        Kind::Lance => lines::lance(player, square, occupied),
        Kind::Knight => Squares(KNIGHT_ATTACKS[at][side]),
        Kind::Silver => Squares(SILVER_ATTACKS[at][side]),
        Kind::Bishop => lines::bishop(square, occupied),
        Kind::Rook => lines::rook(square, occupied),
        Kind::King => Squares(KING_ATTACKS[at]),
        Kind::Horse => lines::bishop(square, occupied) | Squares(KING_ATTACKS[at]),
        Kind::Dragon => lines::rook(square, occupied) | Squares(KING_ATTACKS[at]),
        Kind::Gold | Kind::Tokin | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            Squares(GOLD_ATTACKS[at][side])
        }
    }
}

impl Board {
    /// The pieces of `side` that attack the square when `occupied` stand in
    /// the way.
    #[inline]
    pub(crate) fn attackers(&self, side: Player, square: Square, occupied: Squares) -> Squares {
        let sets = self.live().bitboards();
        let (at, other) = (square_to(square), side.other());
        // Seen from the square, attacks run the other way.
        let from = other.index();
        let near = PAWN_ATTACKS[at][from] & sets.pieces(PieceType::PAWN)
            | KNIGHT_ATTACKS[at][from] & sets.pieces(PieceType::KNIGHT)
            | SILVER_ATTACKS[at][from] & sets.silver_hdk()
            | GOLD_ATTACKS[at][from] & sets.golds_hdk();
        let own = sets.color_pieces(color(side));
        let mut attackers = Squares(near & own);
        let slanting = Squares(sets.bishop_horse() & own & bishop_step_attacks(at));
        if !slanting.is_empty() {
            attackers |= slanting & lines::bishop(square, occupied);
        }
        let lances = sets.pieces(PieceType::LANCE) & lance_step_attacks(at, color(other));
        let straight = Squares((sets.rook_dragon() & rook_step_attacks(at) | lances) & own);
        if !straight.is_empty() {
            attackers |= straight & lines::rook(square, occupied);
        }
        attackers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::middle_games;

    #[test]
    fn attackers_are_those_that_attack() {
        for game in middle_games() {
            // Some pieces out of the way, as exchanges take them.
            for occupied in [game.occupied(), game.occupied() - game.pieces(Player::First)] {
                for square in Square::all() {
                    for player in [Player::First, Player::Second] {
                        let attacks = |&from: &Square| {
                            let (_, kind) = game.on(from).expect("a piece");
                            attacks(player, kind, from, occupied).contains(square)
                        };
                        let expected: Squares =
                            game.pieces(player).iter().filter(attacks).collect();
                        assert_eq!(game.attackers_through(player, square, occupied), expected);
                    }
                }
            }
        }
    }

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
