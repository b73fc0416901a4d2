//! Conversions between our types and those of `rsshogi`, which numbers squares and kinds of
//! pieces as we do.

use rsshogi::types;
use starboard_core::Player;

use crate::{Kind, Square};

#[inline]
pub(super) const fn color(player: Player) -> types::Color {
    match player {
        Player::First => types::Color::Black,
        Player::Second => types::Color::White,
    }
}

#[inline]
pub(super) const fn player(color: types::Color) -> Player {
    match color {
        types::Color::Black => Player::First,
        types::Color::White => Player::Second,
    }
}

#[inline]
pub(super) const fn square_to(square: Square) -> types::Square {
    types::Square::new(square.index() as i8)
}

/// A square of the board, which all squares of moves and sets are.
#[inline]
pub(super) const fn square_from(square: types::Square) -> Square {
    Square::within(square.raw() as u32)
}

/// Kinds are numbered from 1 there.
#[inline]
pub(super) const fn kind_to(kind: Kind) -> types::PieceType {
    types::PieceType::new(kind.index() as i8 + 1)
}

/// `None` for what is no piece.
#[inline]
pub(super) const fn kind_from(kind: types::PieceType) -> Option<Kind> {
    let index = (kind.raw() as usize).wrapping_sub(1);
    if index < Kind::ALL.len() { Some(Kind::ALL[index]) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_number_alike() {
        for kind in Kind::ALL {
            assert_eq!(kind_from(kind_to(kind)), Some(kind));
            let piece = types::Piece::from_parts(color(Player::First), kind_to(kind));
            let name = piece.to_string();
            assert_eq!(name.chars().last(), Some(kind.letter()));
            assert_eq!(name.starts_with('+'), kind.is_promoted());
        }
        assert_eq!(kind_from(types::PieceType::NONE), None);
        for square in Square::all() {
            assert_eq!(square_to(square).to_string(), square.to_string());
            assert_eq!(square_from(square_to(square)), square);
        }
        for side in [Player::First, Player::Second] {
            assert_eq!(player(color(side)), side);
        }
    }
}
