//! The board as text.

use std::fmt::Write;

use starboard_core::Player;

use crate::{BAR, Backgammon, Checkers};

/// How many checkers of a point are drawn; of a taller stack the number is written.
const HIGH: u8 = 5;

impl Backgammon {
    /// Draws the board as the player to move sees it: `X` is the first player,
    /// `O` the second.
    pub(crate) fn draw(&self) -> String {
        let (me, they) = self.letters();
        let mut text = String::new();
        let mut line = |line: &str| {
            text += line.trim_end();
            text.push('\n');
        };
        line("+13-14-15-16-17-18------19-20-21-22-23-24-+");
        for row in 0..HIGH {
            line(&self.row(13..=24, row, self.theirs, they));
        }
        line("|                  |BAR|                  |");
        for row in (0..HIGH).rev() {
            line(&self.row((1..=12).rev(), row, self.mine, me));
        }
        line("+12-11-10--9--8--7-------6--5--4--3--2--1-+");
        for (letter, side) in [(me, self.mine), (they, self.theirs)] {
            line(&format!("{letter}: {} pips, {} off", side.pips(), side.off()));
        }
        let over = [self.mine, self.theirs].map(|side| side.all_off());
        match (over, self.dice) {
            ([true, _], _) => line(&format!("{me} has won")),
            ([_, true], _) => line(&format!("{they} has won")),
            (_, Some(dice)) => line(&format!("{me} to play {dice}")),
            (_, None) => line(&format!("{me} to roll")),
        }
        text
    }

    /// The letters of the player to move and of the other player.
    pub(crate) fn letters(&self) -> (char, char) {
        if self.mover == Player::First { ('X', 'O') } else { ('O', 'X') }
    }

    /// A row of points, from the edge of the board, with that side's bar in the middle.
    fn row(
        &self,
        points: impl Iterator<Item = u8>,
        row: u8,
        on_bar: Checkers,
        bar_letter: char,
    ) -> String {
        let (me, they) = self.letters();
        let mut text = "|".to_owned();
        for (i, point) in points.enumerate() {
            if i == 6 {
                let _ = write!(text, "|{}|", cell(bar_letter, on_bar.at(BAR), row));
            }
            let (mine, theirs) = (self.mine.at(point), self.theirs.at(25 - point));
            text += &if mine > 0 { cell(me, mine, row) } else { cell(they, theirs, row) };
        }
        text + "|"
    }
}

/// What is drawn of a stack at height `row`, from 0.
fn cell(letter: char, count: u8, row: u8) -> String {
    if row + 1 == HIGH && count > HIGH {
        format!("{count:2} ")
    } else if row < count {
        format!(" {letter} ")
    } else {
        "   ".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    #[test]
    fn boards_as_drawn_by_hand() {
        assert_eq!(
            Backgammon::START.board(),
            "\
+13-14-15-16-17-18------19-20-21-22-23-24-+
| X           O    |   | O              X |
| X           O    |   | O              X |
| X           O    |   | O                |
| X                |   | O                |
| X                |   | O                |
|                  |BAR|                  |
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X                |
| O           X    |   | X              O |
| O           X    |   | X              O |
+12-11-10--9--8--7-------6--5--4--3--2--1-+
X: 167 pips, 0 off
O: 167 pips, 0 off
X to roll
"
        );
        let game = Backgammon::parse("37sBAEDbthsAAA 43 second").expect("a position");
        assert_eq!(
            game.board(),
            "\
+13-14-15-16-17-18------19-20-21-22-23-24-+
|                  | X |       X  X  X  X |
|                  |   |       X  X  X  X |
|                  |   |          X  X  X |
|                  |   |             X  X |
|                  |   |                X |
|                  |BAR|                  |
|                  |   |                  |
|                  |   |                  |
|                  |   | O                |
|                O |   | O  O  O  O  O  O |
|                O |   | O  O  O  O  O  O |
+12-11-10--9--8--7-------6--5--4--3--2--1-+
O: 62 pips, 0 off
X: 55 pips, 0 off
O to play 43
"
        );
    }
}
