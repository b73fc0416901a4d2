//! Positions of backgammon as FIBS writes them, in board style 3: what GNU
//! Backgammon reads over its socket.

use starboard_backgammon::{Backgammon, Scoring};

/// The line for a position with its dice, from the point of view of the player
/// to move, without a cube; `None` before a roll.
pub(crate) fn board(game: &Backgammon) -> Option<String> {
    let dice = game.dice()?;
    let (mine, theirs) = (game.mine(), game.theirs());
    // A match to one point where gammons do not count, and money where they do.
    let length = u8::from(game.scoring() == Scoring::Single);
    let mut line = format!("board:a:b:{length}:0:0:{}", -i16::from(theirs.bar()));
    for point in 1..=24 {
        let count = i16::from(mine.at(point)) - i16::from(theirs.at(25 - point));
        line += &format!(":{count}");
    }
    let (high, low) = (dice.high(), dice.low());
    line += &format!(":{}:1:{high}:{low}:{high}:{low}", mine.bar());
    line += &format!(":1:1:1:0:1:-1:0:25:{}:{}:0:0:0:0:0:0", mine.off(), theirs.off());
    Some(line)
}

#[cfg(test)]
mod tests {
    use starboard_backgammon::Dice;

    use super::*;

    #[test]
    fn the_start_is_that_of_fibs() {
        let line = board(&Backgammon::START.with_dice(Dice::new(1, 3)));
        let expected = "board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0\
                        :1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
        assert_eq!(line.as_deref(), Some(expected));
        assert_eq!(board(&Backgammon::START), None);
    }
}
