//! Boards set up with stones on them.

use starboard_core::NotationError;

use super::Board;
use crate::{Color, Points, Size};

impl Board {
    /// A board with these stones.
    ///
    /// # Errors
    ///
    /// If a point is given to both colours, or a string would have no liberty.
    pub fn from_stones(size: Size, black: &Points, white: &Points) -> Result<Self, NotationError> {
        let mut board = Self::new(size);
        let all = board.all();
        if !all.covers(&(*black | *white)) {
            return Err(NotationError::impossible("a stone lies beyond the board"));
        }
        if let Some(twice) = (*black & *white).first() {
            let name = twice.name(size);
            return Err(NotationError::impossible(format!("both colours have a stone at {name}")));
        }
        let free = all - *black - *white;
        for stones in [black, white] {
            let breathing = board.flood(&board.beside(&free), stones);
            if let Some(stone) = (*stones - breathing).first() {
                let name = stone.name(size);
                return Err(NotationError::impossible(format!(
                    "the string at {name} has no liberty"
                )));
            }
        }
        // Whatever the order, a stone has a liberty or a point beside it that
        // its own string will take.
        for (color, stones) in Color::BOTH.into_iter().zip([black, white]) {
            stones.iter().for_each(|point| board.play(point, color));
        }
        board.forget();
        Ok(board)
    }

    /// The board with the colours exchanged.
    ///
    /// # Errors
    ///
    /// Never, as the stones are possible as they are.
    pub(crate) fn turned(&self) -> Result<Self, NotationError> {
        let [black, white] = &self.stones;
        let mut board = Self::from_stones(self.size, white, black)?;
        board.captured = [self.captured[1], self.captured[0]];
        board.ko = self.ko;
        Ok(board)
    }
}
