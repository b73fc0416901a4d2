//! The moves of a player without contact.

use crate::{Backgammon, CHECKERS, Checkers, Dice};

/// An opponent without checkers on the board, who blocks nothing.
fn nobody() -> Checkers {
    let mut counts = [0; 26];
    counts[0] = CHECKERS;
    Checkers::new(counts).expect("fifteen")
}

/// Calls `visit` with every position that `side` can reach with `dice`, none twice.
pub(crate) fn after(side: Checkers, dice: Dice, mut visit: impl FnMut(Checkers)) {
    let game = Backgammon { mine: side, theirs: nobody(), ..Backgammon::START };
    game.for_each_turn(dice, |turn| {
        let mut next = side;
        turn.steps().for_each(|step| next.step(step.from(), step.to()));
        visit(next);
    });
}
