//! Quasi-random (stratified) dice for rollouts.
//!
//! In every 36 consecutive trials each first roll comes up once, in every 1296 each pair of first
//! and second rolls, and so on for six turns; every later roll also comes up equally often in 36
//! consecutive trials. The digits of the trial number in base 36 determine the rolls: that of turn
//! `t` is a permutation of digit `t` plus permutations of the digits before. The permutations
//! follow from the seed.

use rand::RngExt;

use crate::Dice;

/// How many digits of the trial number are used.
const DIGITS: usize = 6;
/// Rolls after this many turns are plain random ones.
const TURNS: usize = 128;

/// Dice for the turns of trials.
#[derive(Clone, Debug)]
pub struct QuasiDice {
    seed: u64,
    /// For each turn, a permutation of the rolls for each digit, and last one of their sums.
    permutations: Vec<[[u8; 36]; DIGITS + 1]>,
    /// A permutation of the rolls that are not doubles, for the first roll of a game.
    opening: Option<[u8; 30]>,
}

impl QuasiDice {
    /// The dice for a seed; `opening` says that the first roll is that of a game, which is never a
    /// double.
    pub fn new(seed: u64, opening: bool) -> Self {
        let mut rng = starboard_core::rng(seed, 0);
        let mut shuffled = || shuffle(std::array::from_fn(|i| i as u8), &mut rng);
        let permutations =
            (0..TURNS).map(|_| std::array::from_fn(|_| shuffled())).collect::<Vec<_>>();
        let doubles = |&roll: &u8| roll / 6 != roll % 6;
        let mut others = (0..36).filter(doubles);
        let opening = opening.then(|| {
            let rolls = std::array::from_fn(|_| others.next().unwrap_or_default());
            shuffle(rolls, &mut starboard_core::rng(seed, 1))
        });
        Self { seed, permutations, opening }
    }

    /// The roll of a turn, counted from 0, in a trial.
    pub fn roll(&self, trial: u64, turn: usize) -> Dice {
        let Some(permutations) = self.permutations.get(turn) else {
            let mut rng = starboard_core::rng(self.seed, 2 + (trial << 16 | turn as u64 & 0xffff));
            return permutation(rng.random_range(0..36));
        };
        let mut rest = trial;
        if let Some(opening) = &self.opening {
            let first = (rest % 30) as usize;
            if turn == 0 {
                return permutation(opening[first]);
            }
        }
        let (mut sum, last) = (0, turn.min(DIGITS - 1));
        for (digit, permutation) in permutations[..=last].iter().enumerate() {
            let base = if digit == 0 && self.opening.is_some() { 30 } else { 36 };
            sum += u32::from(permutation[(rest % base) as usize]);
            rest /= base;
        }
        permutation(permutations[DIGITS][sum as usize % 36])
    }

    /// The rolls that a turn may have, each with its probability.
    pub(super) fn chances(&self, turn: usize) -> impl Iterator<Item = (Dice, f64)> {
        let opening = turn == 0 && self.opening.is_some();
        let all = if opening { 30.0 } else { 36.0 };
        let rolls = Dice::all().filter(move |dice| !(opening && dice.is_double()));
        rolls.map(move |dice| (dice, f64::from(dice.weight()) / all))
    }
}

/// One of the 36 rolls.
fn permutation(number: u8) -> Dice {
    Dice::new(number / 6 + 1, number % 6 + 1).expect("the numbers of dice")
}

/// The Fisher-Yates shuffle.
fn shuffle<const N: usize>(mut list: [u8; N], rng: &mut starboard_core::Rng) -> [u8; N] {
    for i in (1..N).rev() {
        list.swap(i, rng.random_range(0..=i));
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn counts<T: Ord>(of: impl Iterator<Item = T>) -> BTreeMap<T, u32> {
        let mut counts = BTreeMap::new();
        of.for_each(|item| *counts.entry(item).or_default() += 1);
        counts
    }

    #[test]
    fn first_rolls_come_as_often_as_they_should() {
        let dice = QuasiDice::new(5, false);
        for turn in [0, 1, 2, 7, 100] {
            for (roll, count) in counts((72..108).map(|trial| dice.roll(trial, turn))) {
                assert_eq!(count, roll.weight(), "turn {turn}");
            }
        }
        let pairs = counts((0..1296).map(|trial| (dice.roll(trial, 0), dice.roll(trial, 1))));
        for ((a, b), count) in pairs {
            assert_eq!(count, a.weight() * b.weight(), "{a} {b}");
        }
    }

    #[test]
    fn games_begin_without_a_double() {
        let dice = QuasiDice::new(5, true);
        let first = counts((0..30).map(|trial| dice.roll(trial, 0)));
        assert_eq!((first.len(), first.values().sum::<u32>()), (15, 30));
        // What luck is measured by.
        let chances: BTreeMap<_, _> = dice.chances(0).collect();
        let share = |count: u32| f64::from(count) / 30.0;
        assert_eq!(chances, first.into_iter().map(|(roll, count)| (roll, share(count))).collect());
        let all: f64 = dice.chances(1).map(|(_, chance)| chance).sum();
        assert!((all - 1.0).abs() < 1e-12 && dice.chances(1).count() == 21);
        let second = counts((0..1080).map(|trial| (dice.roll(trial, 0), dice.roll(trial, 1))));
        for ((a, b), count) in second {
            assert_eq!(count, a.weight() * b.weight(), "{a} {b}");
        }
    }

    #[test]
    fn seeds_differ_and_turns_do_not_end() {
        let (a, b) = (QuasiDice::new(1, false), QuasiDice::new(2, false));
        let rolls = |dice: &QuasiDice| (0..50).map(|t| dice.roll(3, t * 5)).collect::<Vec<_>>();
        assert_ne!(rolls(&a), rolls(&b));
        assert_eq!(rolls(&a), rolls(&QuasiDice::new(1, false)));
    }
}
