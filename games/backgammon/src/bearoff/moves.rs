//! What a player who nobody is in the way of can do with a roll.

use crate::{Backgammon, CHECKERS, Checkers, Dice};

/// A player without checkers, who is in nobody's way.
fn nobody() -> Checkers {
    let mut counts = [0; 26];
    counts[0] = CHECKERS;
    Checkers::new(counts).expect("fifteen")
}

/// Calls `visit` with every position that `side` can come to with `dice`, none
/// twice.
pub(crate) fn after(side: Checkers, dice: Dice, mut visit: impl FnMut(Checkers)) {
    let game = Backgammon { mine: side, theirs: nobody(), ..Backgammon::START };
    game.for_each_turn(dice, |turn| {
        let mut next = side;
        turn.steps().for_each(|step| next.step(step.from(), step.to()));
        visit(next);
    });
}
