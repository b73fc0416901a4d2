//! Elo differences and scores, by the logistic curve (Elo 1978).

use super::{Interval, normal_quantile};

/// The standard normal's 97.5 % quantile: half the width of a 95 % interval in
/// standard errors.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// The expected score, from 0 to 1, of a player who is `elo` points stronger.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference for which `score` is the expected score; infinite at or beyond 0
/// and 1.
///
/// ```
/// use starboard_lab::stats::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert_eq!(elo_of(268.0 / 474.0).round(), 46.0);
/// ```
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // 0 rather than the negative zero of a log.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }
}

/// [`elo_of`] both ends of an interval of scores.
pub fn elo_interval(score: Interval) -> Interval {
    Interval { low: elo_of(score.low), high: elo_of(score.high) }
}

/// The interval of 95 % for the expected score after `wins`, `draws` and
/// `losses` of independent games: the normal approximation. `None` of no games.
pub fn score_interval(wins: u64, draws: u64, losses: u64) -> Option<Interval> {
    let [w, d, l] = [wins, draws, losses].map(|n| n as f64);
    let games = w + d + l;
    if games == 0.0 {
        return None;
    }
    let mean = (w + d / 2.0) / games;
    let square = |x: f64| (x - mean) * (x - mean);
    let variance = (w * square(1.0) + d * square(0.5) + l * square(0.0)) / games;
    let half = Z * (variance / games).sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

/// The interval of Wilson (1927) for a probability of which `hits` of `trials`
/// were seen; holds near 0 and 1, where the normal approximation does not. At
/// `confidence`, such as 0.95. `None` of no trials.
pub fn wilson(hits: u64, trials: u64, confidence: f64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let z = normal_quantile(0.5 + confidence / 2.0);
    let (n, p) = (trials as f64, hits as f64 / trials as f64);
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Some(Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        // The table of Elo's book: 100 points are 64 %, 200 are 76 %, 400 are 91 %.
        for (elo, score) in [(0.0, 0.5), (100.0, 0.640), (200.0, 0.760), (400.0, 0.909)] {
            assert!((score_of(elo) - score).abs() < 5e-4, "{elo}");
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9, "{elo}");
            assert_eq!(score_of(elo) + score_of(-elo), 1.0);
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// 268 wins and 206 losses: 56.5 %, +45.7 Elo, between 14 and 78.
    #[test]
    fn independent_games_have_their_interval() {
        let score = 268.0 / 474.0;
        assert!((score - 0.565_f64).abs() < 5e-4);
        assert!((elo_of(score) - 45.7).abs() < 0.05);
        let elo = elo_interval(score_interval(268, 0, 206).expect("games"));
        assert_eq!((elo.low.round(), elo.high.round()), (14.0, 78.0), "{elo:?}");
        // Draws make it narrower.
        let [none, some] = [(100, 0, 100), (50, 100, 50)].map(|(w, d, l)| {
            let Interval { low, high } = score_interval(w, d, l).expect("games");
            high - low
        });
        assert!(some < 0.8 * none, "{some} and {none}");
        assert_eq!(score_interval(0, 0, 0), None);
    }

    /// Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    #[test]
    fn wilson_is_that_of_the_tables() {
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(hits, trials, 0.95).expect("trials");
            assert!((interval.low - low).abs() < 5e-5, "{hits}/{trials}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{hits}/{trials}: {interval:?}");
        }
        assert_eq!(wilson(0, 0, 0.95), None);
    }
}
