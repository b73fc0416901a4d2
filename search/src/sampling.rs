//! Which outcomes of a chance node are searched: all, or some that are drawn.
//!
//! Sparse sampling (Kearns, Mansour and Ng 2002), with Star1's and Star2's cuts
//! Monte-Carlo *-Minimax (Lanctot, Saffidine, Veness, Archibald and Winands 2013): a
//! chance node is worth the mean of a few outcomes, drawn by their probabilities.
//! Position and depth alone decide which are drawn, so a table may store the value, and
//! every search that is exact on all outcomes is exact on these: such searches agree with
//! one another.

use starboard_core::{Game, mix};

/// How many outcomes of a chance node are searched.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Sampling {
    /// How many are drawn, with replacement; 0 for all of them. Where there are no
    /// more outcomes than that, all are searched.
    pub samples: u32,
    /// Common random numbers: whether all nodes of a depth draw by the same numbers.
    /// Moves that lead to the same rolls are then compared on the same ones, and share
    /// what is left of luck.
    pub common: bool,
    /// The seed of the draws.
    pub seed: u64,
}

impl Sampling {
    /// Every outcome.
    pub const ALL: Self = Self { samples: 0, common: false, seed: 0 };

    /// Replaces the outcomes of `game`, which is searched `depth` moves deep, by
    /// those that are drawn, each with the number of times it was drawn.
    pub(crate) fn draw<G: Game>(self, game: &G, depth: u32, outcomes: &mut Vec<(G::Move, u32)>) {
        let samples = self.samples as usize;
        if samples == 0 || outcomes.len() <= samples {
            return;
        }
        let node = if self.common { 0 } else { game.key() };
        let numbers = mix(self.seed ^ mix(node ^ mix(depth.into())));
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        // The interval of numbers that an outcome stands for begins where the one before ends.
        let drawn = |i| ((u128::from(mix(numbers ^ i)) * u128::from(total)) >> 64) as u64;
        let mut passed = 0;
        for (_, weight) in outcomes.iter_mut() {
            let own = passed..passed + u64::from(*weight);
            passed = own.end;
            *weight = (0..samples as u64).filter(|&i| own.contains(&drawn(i))).count() as u32;
        }
        outcomes.retain(|&(_, times)| times > 0);
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Node, Player};

    use super::*;

    /// A wheel about to be spun, with a number of its own; 7 comes up twice as often.
    #[derive(Clone, Debug, PartialEq)]
    struct Wheel(u64);

    impl Game for Wheel {
        type Move = u32;
        const CHANCE: bool = true;

        fn mover(&self) -> Player {
            Player::First
        }
        fn node(&self) -> Node {
            Node::Chance
        }
        fn moves(&self, _: &mut Vec<u32>) {}
        fn chances(&self, out: &mut Vec<(u32, u32)>) {
            out.extend((0..10).map(|i| (i, if i == 7 { 2 } else { 1 })));
        }
        fn play(&mut self, _: u32) {}
        fn key(&self) -> u64 {
            self.0
        }
    }

    fn drawn(samples: u32, common: bool, seed: u64, key: u64) -> Vec<(u32, u32)> {
        let (wheel, mut outcomes) = (Wheel(key), Vec::new());
        wheel.chances(&mut outcomes);
        Sampling { samples, common, seed }.draw(&wheel, 3, &mut outcomes);
        outcomes
    }

    #[test]
    fn outcomes_are_drawn_as_likely_as_they_are() {
        for common in [false, true] {
            let mut times = [0; 10];
            for seed in 0..11_000 {
                let outcomes = drawn(4, common, seed, 1);
                assert_eq!(outcomes.iter().map(|o| o.1).sum::<u32>(), 4);
                outcomes.iter().for_each(|&(i, n)| times[i as usize] += n);
            }
            for (i, n) in times.into_iter().enumerate() {
                let expected = if i == 7 { 8000 } else { 4000 };
                // Five standard deviations of a binomial distribution, about.
                assert!(n.abs_diff(expected) < 5 * expected.isqrt(), "{i}: {n} of {expected}");
            }
        }
    }

    #[test]
    fn all_are_searched_where_there_are_no_more() {
        for samples in [0, 10, 1000] {
            assert_eq!(drawn(samples, false, 1, 1), drawn(0, true, 2, 2));
        }
        assert_eq!(drawn(9, false, 1, 1).iter().map(|o| o.1).sum::<u32>(), 9);
    }

    #[test]
    fn nodes_draw_for_themselves_unless_numbers_are_common() {
        let different = |common| {
            let first = drawn(3, common, 5, 0);
            (1..100).filter(|&key| drawn(3, common, 5, key) != first).count()
        };
        assert_eq!(different(true), 0);
        assert!(different(false) > 90, "{}", different(false));
        // The same node draws the same again, and with another seed others.
        assert_eq!(drawn(3, false, 5, 9), drawn(3, false, 5, 9));
        assert!((0..20).any(|seed| drawn(3, true, seed, 9) != drawn(3, true, 5, 9)));
    }
}
