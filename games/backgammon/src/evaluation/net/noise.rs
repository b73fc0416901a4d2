//! Noise in an evaluation, to play worse on purpose.

use starboard_core::mix;

use super::{network::OUTPUTS, sigmoid::CERTAIN};
use crate::Backgammon;

/// How much of the noise each probability gets: win, win gammon, win backgammon, lose gammon, lose
/// backgammon.
const SHARES: [f64; OUTPUTS] = [1.0, 0.25, 0.01, 0.25, 0.01];

/// Normally distributed errors of the probabilities, which depend only on the position and a seed:
/// the same position always gets the same errors, even when a search reaches it by different moves,
/// as in the tournaments with noise of the *-Minimax paper.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Noise {
    /// The standard deviation of the error of the winning probability; for gammons it is a quarter
    /// of this, for backgammons a hundredth.
    pub deviation: f64,
    /// The seed of the errors.
    pub seed: u64,
}

impl Noise {
    /// Adds the errors of this position.
    pub(super) fn add(&self, game: &Backgammon, p: &mut [u32; OUTPUTS]) {
        let (mine, theirs) = (game.mine().word(), game.theirs().word());
        let words = [mine as u64, (mine >> 64) as u64, theirs as u64, (theirs >> 64) as u64];
        let mut state = words.iter().fold(mix(self.seed), |hash, &word| mix(hash ^ word));
        for (p, share) in p.iter_mut().zip(SHARES) {
            // The sum of twelve uniformly distributed numbers has a variance of one and is nearly
            // normal, and it does not depend on a library.
            let mut sum = 0_i64;
            for _ in 0..3 {
                state = mix(state);
                sum += (0..4).map(|i| (state >> (16 * i) & 0xffff) as i64).sum::<i64>();
            }
            let normal = (sum - 6 * 65535) as f64 / 65536.0;
            let error = normal * self.deviation * share * f64::from(CERTAIN);
            *p = (f64::from(*p) + error).clamp(0.0, f64::from(CERTAIN)) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_spread_asked_for() {
        let noise = Noise { deviation: 0.02, seed: 1 };
        let mut errors = [Vec::new(), Vec::new()];
        for stream in 0..4000 {
            let game = crate::testing::scatter(&mut starboard_core::rng(11, stream));
            let (mut p, mut again) = ([CERTAIN / 2; 5], [CERTAIN / 2; 5]);
            noise.add(&game, &mut p);
            noise.add(&game, &mut again);
            assert_eq!(p, again);
            let error = |i: usize| f64::from(p[i]) / f64::from(CERTAIN) - 0.5;
            errors[0].push(error(0));
            errors[1].push(error(1) / 0.25);
        }
        for errors in errors {
            let n = errors.len() as f64;
            let mean = errors.iter().sum::<f64>() / n;
            let deviation = (errors.iter().map(|e| e * e).sum::<f64>() / n).sqrt();
            assert!(mean.abs() < 0.001 && (deviation - 0.02).abs() < 0.001, "{mean} {deviation}");
        }
    }

    #[test]
    fn another_seed_is_another_error() {
        let add = |seed| {
            let mut p = [CERTAIN / 2; 5];
            Noise { deviation: 0.05, seed }.add(&Backgammon::START, &mut p);
            p
        };
        assert_ne!(add(1), add(2));
    }
}
