//! Moves written step by step.

use crate::{BAR, Backgammon, OFF, Turn, cube::after};

/// The turn that leads where these steps lead one after another, each from a
/// place of the player to move to another; `game` has its dice. `None` if none
/// does.
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
