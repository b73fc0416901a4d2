//! How many turns a player still needs, at best and at worst, once contact is over.
//!
//! Both hold however the player plays: no turn gets a player closer to the end than the dice allow,
//! and none delays it for longer than they allow. So with every turn the minimum falls by at most
//! one and the maximum by at least one, and what follows from them stays true until the end.

use crate::Checkers;

/// The fewest turns until everything is borne off.
pub(crate) const fn fewest(side: Checkers) -> u32 {
    dice(side, 0).div_ceil(4)
}

/// The most turns until everything is borne off.
///
/// A roll is worth at least three pips, as both dice are always played, except for pips wasted when
/// a checker is borne off with a larger number than it needs. With a 2 and a 1, the smaller die
/// wastes nothing, and the larger wastes nothing unless all checkers are on the ace point: from
/// then on a turn may be worth only two.
pub(crate) const fn most(side: Checkers) -> u32 {
    let pips = side.pips();
    let above_ace = pips - side.in_play() as u32;
    let in_full = above_ace.saturating_sub(1).div_ceil(3);
    in_full + (pips - 3 * in_full).div_ceil(2)
}

/// The fewest turns until the first checker is borne off.
pub(crate) const fn fewest_to_save(side: Checkers) -> u32 {
    if side.off() > 0 { 0 } else { (dice(side, 6) + 1).div_ceil(4) }
}

/// The most turns until the first checker is borne off: sooner or later all checkers are on the ace
/// point, and until then nothing is wasted.
pub(crate) const fn most_to_save(side: Checkers) -> u32 {
    if side.off() > 0 { 0 } else { (side.pips() - side.total() as u32) / 3 + 1 }
}

/// The most turns until no checker is left in the enemy home board: as long as one is there, none
/// is borne off.
pub(crate) const fn most_to_leave(side: Checkers) -> u32 {
    if side.last() < 19 { 0 } else { (side.pips() - side.in_play() as u32 - 18) / 3 + 1 }
}

/// The fewest dice that bring every checker to `place` or nearer: each die moves one checker, by at
/// most six pips.
const fn dice(side: Checkers, place: u8) -> u32 {
    let (mut dice, mut from) = (0, place);
    while side.last() > from {
        dice += side.farther_than(from);
        from += 6;
    }
    dice
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use starboard_core::Game;

    use super::*;
    use crate::{Backgammon, Dice};

    /// The fewest and the most turns until `done`, by trying everything.
    fn extremes(
        side: Checkers,
        done: fn(Checkers) -> bool,
        known: &mut HashMap<Checkers, (u32, u32)>,
    ) -> (u32, u32) {
        if done(side) {
            return (0, 0);
        }
        if let Some(&known) = known.get(&side) {
            return known;
        }
        let mut theirs = [0; 25];
        theirs[0] = side.total();
        let theirs = Checkers::on_board(theirs).expect("few");
        let theirs =
            if side.total() == 3 { theirs.of_hypergammon().expect("three") } else { theirs };
        let game = Backgammon { mine: side, theirs, ..Backgammon::START };
        let mut range = (u32::MAX, 0);
        for dice in Dice::all() {
            let game = game.with_dice(Some(dice));
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for m in moves {
                let mut next = game;
                next.play(m);
                let (low, high) = extremes(next.theirs(), done, known);
                range = (range.0.min(low + 1), range.1.max(high + 1));
            }
        }
        known.insert(side, range);
        range
    }

    fn side(places: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 25];
        places.iter().for_each(|&(place, n)| counts[place - 1] += n);
        Checkers::on_board(counts).expect("at most fifteen")
    }

    #[test]
    fn no_game_is_shorter_or_longer() {
        let mut known = HashMap::new();
        let (mut exact, mut all) = (0, 0);
        for a in 1..=8 {
            for b in 1..=8 {
                for (c, n) in [(1, 1), (1, 3), (2, 1), (3, 1), (6, 1)] {
                    let side = side(&[(a, 1), (b, 1), (c, n)]);
                    let (low, high) = extremes(side, Checkers::all_off, &mut known);
                    assert!(fewest(side) <= low && high <= most(side), "{a} {b} {c}x{n}");
                    exact += u32::from(fewest(side) == low) + u32::from(most(side) == high);
                    all += 2;
                }
            }
        }
        assert!(exact * 10 > all * 8, "{exact} of {all}");
    }

    #[test]
    fn nobody_is_saved_sooner_or_later() {
        let [mut saved, mut left] = [HashMap::new(), HashMap::new()];
        for a in [1, 4, 6, 9, 15, 18, 19, 20, 22] {
            for b in [1, 2, 6, 7, 14, 21] {
                for c in [1, 3, 8] {
                    let side = side(&[(a, 1), (b, 1), (c, 1)]).of_hypergammon().expect("three");
                    let (low, high) = extremes(side, |side| side.off() > 0, &mut saved);
                    assert!(fewest_to_save(side) <= low, "{a} {b} {c}: {low}");
                    assert!(high <= most_to_save(side), "{a} {b} {c}: {high}");
                    let (_, high) = extremes(side, |side| side.last() < 19, &mut left);
                    assert!(high <= most_to_leave(side), "{a} {b} {c}: {high}");
                }
            }
        }
    }

    #[test]
    fn turns_counted_by_hand() {
        // Two a turn from the ace point, or four.
        assert_eq!((fewest(side(&[(1, 15)])), most(side(&[(1, 15)]))), (4, 8));
        // From the 18 point with threes: two sixes and a six, or two rolls of three
        // dice and more.
        assert_eq!(fewest(side(&[(18, 1), (13, 1)])), 2);
        assert_eq!(most(side(&[(3, 1)])), 1);
        assert_eq!(most(side(&[(4, 1)])), 2);
        // Fifteen on the deuce point are saved in six turns of 2 and 1 at the latest.
        assert_eq!((fewest_to_save(side(&[(2, 15)])), most_to_save(side(&[(2, 15)]))), (1, 6));
    }
}
