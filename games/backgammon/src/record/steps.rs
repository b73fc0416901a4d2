//! Moves that are written as steps.

use crate::{BAR, Backgammon, OFF, Turn, cube::after};

/// The legal turn that leads to the same position as these steps, each from one place of the player
/// to move to another; `game` has its dice. `None` if there is none.
pub(super) fn turn_of_steps(game: &Backgammon, steps: &[(u8, u8)]) -> Option<Turn> {
    let dice = game.dice()?;
    if steps.len() > 4 {
        return None;
    }
    let (mut mine, mut theirs) = (game.mine(), game.theirs());
    for &(from, to) in steps {
        if from == OFF || to == BAR || mine.at(from) == 0 {
            return None;
        }
        mine.step(from, to);
        if to != OFF && theirs.at(25 - to) == 1 {
            theirs.step(25 - to, BAR);
        }
    }
    let mut found = None;
    game.for_each_turn(dice, |turn| {
        let next = after(game, dice, turn);
        if next.mine() == theirs && next.theirs() == mine {
            found = Some(turn);
        }
    });
    found
}
