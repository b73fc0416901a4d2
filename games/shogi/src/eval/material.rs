//! Counting pieces.

use starboard_core::{Bounds, Evaluator, Player, Value};

use crate::{Kind, Shogi, position::MATE};

/// The value of a piece on the board to its owner, in hundredths of a pawn in hand, by
/// [`Kind::index`]; the king's is not counted.
///
/// The well-known values that Tanigawa Kōji gives (pawn 1, lance 3, knight 4,
/// silver 5, gold 6, bishop 8, rook 10; promoted 7, 6, 6, 6, horse 10, dragon
/// 12), less a tenth: a piece in hand can go anywhere.
pub(super) const ON_BOARD: [i32; Kind::ALL.len()] =
    [90, 270, 360, 450, 720, 900, 540, 0, 630, 540, 540, 540, 900, 1080];

/// The same in hand, from the pawn to the gold.
pub(super) const IN_HAND: [i32; Kind::IN_HAND.len()] = [100, 300, 400, 500, 800, 1000, 600];

/// What a piece on the board counts, in hundredths of a pawn in hand.
#[inline]
pub const fn board_value(kind: Kind) -> i32 {
    ON_BOARD[kind.index()]
}

/// What a piece counts in hand, promoted or not: what its capture adds there,
/// in hundredths of a pawn.
#[inline]
pub const fn hand_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        _ => IN_HAND[kind.base().index()],
    }
}

/// Counts pieces on the board and in hand, and nothing else.
///
/// ```
/// use starboard_core::{Evaluator, Game};
/// use starboard_shogi::{Material, Shogi};
/// assert_eq!(Material.evaluate(&Shogi::start()).raw(), 0);
/// let ahead = Shogi::parse("startpos moves 7g7f 3c3d 8h2b+")?;
/// assert_eq!(Material.evaluate(&ahead).raw(), -(900 - 720) - 800 - 720);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Material;

/// The material of one player.
fn count(game: &Shogi, player: Player) -> i32 {
    let board = Kind::ALL
        .into_iter()
        .map(|kind| board_value(kind) * game.pieces_of(player, kind).count() as i32);
    let hand = game.hand(player);
    let hand = Kind::IN_HAND.into_iter().map(|kind| hand_value(kind) * i32::from(hand.count(kind)));
    board.sum::<i32>() + hand.sum::<i32>()
}

impl Evaluator<Shogi> for Material {
    fn evaluate(&mut self, game: &Shogi) -> Value {
        let mover = game.player();
        let lead = count(game, mover) - count(game, mover.other());
        // All the pieces of a game together are worth less than this, promoted or not.
        let most = Value::decisive(MATE).raw() - 1;
        Value::new(lead.clamp(-most, most))
    }

    fn bounds(&self, _: &Shogi) -> Bounds {
        Bounds::symmetric(Value::new(MATE))
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    #[test]
    fn material_by_hand() {
        #[track_caller]
        fn check(sfen: &str, value: i32) {
            let game = Shogi::parse(sfen).expect("a position");
            assert_eq!(Material.evaluate(&game).raw(), value);
        }
        check("4k4/9/9/9/9/9/9/9/4K4 b - 1", 0);
        check("4k4/9/9/9/9/9/9/9/4K4 b R 1", 1000);
        check("4k4/9/9/9/9/9/9/9/4K4 w R 1", -1000);
        check("4k4/9/9/9/9/9/9/9/R3K4 b 2Pg 1", 900 + 200 - 600);
        check("4k4/9/9/9/+P3+n4/9/9/9/4K4 w - 1", 540 - 630);
    }

    /// No position comes near what a mate is worth.
    #[test]
    fn all_the_pieces_are_worth_less_than_a_mate() {
        let largest = Kind::IN_HAND.map(|kind| {
            let promoted = kind.promoted().map_or(0, board_value);
            promoted.max(hand_value(kind)) * i32::from(kind.total())
        });
        assert!(largest.iter().sum::<i32>() < Value::decisive(MATE).raw());
    }
}
