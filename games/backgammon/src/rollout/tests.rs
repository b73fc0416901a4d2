//! Rollouts against what is known exactly.

use std::num::NonZeroUsize;

use super::*;
use crate::{
    Backgammon, Checkers, HandCrafted,
    bearoff::{TwoSided, tests::small},
    cube::{Cube, CubeOwner, CubefulSearch, Stakes, WithBearoff},
};

fn bearing_off(mine: [u8; 6], theirs: [u8; 6]) -> Backgammon {
    let side = |points: [u8; 6]| {
        let mut counts = [0; 25];
        counts[..6].copy_from_slice(&points);
        Checkers::on_board(counts).expect("at most fifteen")
    };
    Backgammon::new(side(mine), side(theirs)).expect("possible")
}

fn search(known: bool) -> CubefulSearch<WithBearoff<HandCrafted>> {
    let bearoff = small().clone();
    let evaluator = WithBearoff { evaluator: HandCrafted::default(), bearoff: bearoff.clone() };
    CubefulSearch::new(evaluator, known.then_some(bearoff), Stakes::MONEY)
}

fn tally(game: &Backgammon, cube: Cube, options: &RolloutOptions, known: bool, n: u64) -> Tally {
    let (mut search, dice) = (search(known), QuasiDice::new(7, false));
    let start = Start { game: *game, cube, double: false };
    let rollout = Rollout::new(start, options, &dice);
    let mut tally = Tally::default();
    for trial in 0..n {
        tally.add(&rollout.play(&mut search, trial));
    }
    tally
}

/// Seven checkers against six: one roll from what the database knows.
#[test]
fn rollouts_find_what_is_known_exactly() {
    let game = bearing_off([3, 4, 0, 0, 0, 0], [2, 4, 0, 0, 0, 0]);
    let exact = TwoSided::make(2, 8, 1, |_| ()).expect("few");
    let exact = exact.equities(game.mine(), game.theirs()).expect("few");
    let plain = RolloutOptions::default();
    let without = RolloutOptions { variance_reduction: false, ..plain.clone() };
    for (cube, options, expected) in [
        (Cube::default(), plain.clone(), exact.centred),
        (Cube { doublings: 0, owner: CubeOwner::Mine }, plain.clone(), exact.owned),
        (Cube { doublings: 1, owner: CubeOwner::Theirs }, plain.clone(), 2.0 * exact.opponents),
        (Cube::default(), RolloutOptions { cubeful: false, ..plain.clone() }, exact.cubeless),
        (Cube::default(), without, exact.centred),
    ] {
        let found = tally(&game, cube, &options, true, 144).utility();
        let off = (found.mean - f64::from(expected)).abs();
        assert!(off < 4.0 * found.error + 1e-3, "{options:?}: {found:?} and not {expected}");
    }
}

/// Luck that is taken out leaves the mean and shrinks the error.
#[test]
fn without_luck_fewer_trials_do() {
    let game = bearing_off([2, 2, 2, 1, 1, 1], [2, 2, 2, 1, 1, 1]);
    let options = RolloutOptions { cubeful: false, ..RolloutOptions::default() };
    let without = RolloutOptions { variance_reduction: false, ..options.clone() };
    let calm = tally(&game, Cube::default(), &options, false, 216);
    let wild = tally(&game, Cube::default(), &without, false, 216);
    let (calm, wild) = (calm.outcomes()[0], wild.outcomes()[0]);
    assert!(calm.error < 0.25 * wild.error, "{calm:?} {wild:?}");
    assert!((calm.mean - wild.mean).abs() < 3.0 * wild.error, "{calm:?} {wild:?}");
    let race = small().race(game.mine(), game.theirs()).expect("at home");
    assert!((calm.mean - f64::from(race.win)).abs() < 0.005, "{calm:?} {race:?}");
}

#[test]
fn truncated_rollouts_stop_where_they_should() {
    let options = RolloutOptions { truncate: 3, cubeful: false, ..RolloutOptions::default() };
    let (mut search, dice) = (search(false), QuasiDice::new(1, true));
    let start = Start { game: Backgammon::START, cube: Cube::default(), double: false };
    let late = RolloutOptions { late: 1, late_plies: 0, ..options.clone() };
    for trial in 0..10 {
        let found = Rollout::new(start, &options, &dice).play(&mut search, trial);
        assert_eq!(found.turns, 3);
        let again = Rollout::new(start, &late, &dice).play(&mut search, trial);
        assert_eq!(again, found);
    }
}

/// What is remembered of the first turns is what would be found again, and looking
/// ahead changes what is played.
#[test]
fn what_is_remembered_changes_nothing() {
    let ahead = RolloutOptions { plies: 1, late: 2, truncate: 4, ..RolloutOptions::default() };
    let (mut search, dice) = (search(false), QuasiDice::new(3, false));
    let start = Start { game: Backgammon::START, cube: Cube::default(), double: true };
    let rollout = Rollout::new(start, &ahead, &dice);
    let mut play = |rollout: &Rollout<'_>, trial| rollout.play(&mut search, trial);
    let first: Vec<_> = (0..60).map(|trial| play(&rollout, trial)).collect();
    let again: Vec<_> = (0..60).rev().map(|trial| play(&rollout, trial)).collect();
    assert!(first.iter().eq(again.iter().rev()));
    let alone = (0..60).map(|trial| play(&Rollout::new(start, &ahead, &dice), trial));
    assert!(first.iter().copied().eq(alone));
    let blind = RolloutOptions { plies: 0, ..ahead.clone() };
    let rollout = Rollout::new(start, &blind, &dice);
    let differ = (0..60).filter(|&trial| play(&rollout, trial) != first[trial as usize]).count();
    assert!(differ > 5, "{differ}");
    // The number of rolls is that of the rollout, whoever used the search before.
    let all = RolloutOptions { plies: 2, truncate: 1, ..ahead };
    let few = RolloutOptions { rolls: NonZeroUsize::new(1), ..all.clone() };
    let [all, few] = [&all, &few].map(|options| Rollout::new(start, options, &dice));
    let played: Vec<_> = (0..60).map(|trial| play(&all, trial)).collect();
    let differ = (0..60).filter(|&trial| play(&few, trial) != played[trial as usize]).count();
    assert!(differ > 5, "{differ}");
    assert!((0..60).all(|trial| play(&all, trial) == played[trial as usize]));
}

#[test]
fn enough_is_enough() {
    let outcome = |utility| RolloutOutcome { utility, ..RolloutOutcome::default() };
    let of = |middle: f64, spread: f64| {
        let mut tally = Tally::default();
        (0..100).for_each(|i| tally.add(&outcome(middle + spread * f64::from(i % 2 * 2 - 1))));
        tally
    };
    let stop = Stop { least: 50, error: 0.02, deviations: 2.0 };
    let (good, near, far) = (of(0.5, 0.3), of(0.45, 0.3), of(0.0, 0.3));
    assert!((good.utility().mean - 0.5).abs() < 1e-12);
    assert!((good.utility().error - 0.3 / 99_f64.sqrt()).abs() < 1e-12);
    assert_eq!(stop.open(&[good.clone(), near.clone(), far.clone()]), [true, true, false]);
    assert_eq!(stop.open(&[good.clone(), far.clone()]), [false, false]);
    assert_eq!(stop.open(&[of(0.5, 0.1), of(0.49, 0.1)]), [false, false]);
    let never = Stop { error: 0.0, deviations: 0.0, ..stop };
    assert_eq!(never.open(&[good.clone(), far.clone()]), [true, true]);
    assert_eq!(Stop { least: 101, ..stop }.open(&[good, far]), [true, true]);
}
