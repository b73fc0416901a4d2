//! The rates that best explain what was rolled out.

use starboard_backgammon::met::{MatchEquity, Rates};
use starboard_lab::stats::least_squares;

use super::rolled::Rolled;

/// How far a rate is moved to see what changes.
const STEP: f64 = 1e-4;
/// Gauss-Newton steps; a handful suffice, as the chances are almost linear in the rates.
const STEPS: usize = 12;

/// The rates whose table is closest to the figures, by least squares; each figure counts the same,
/// since the model is further off than the rollouts.
pub(super) fn fit(rolled: &[Rolled]) -> Rates {
    let mut rates = Rates::default();
    for _ in 0..STEPS {
        let table = MatchEquity::generate(rates);
        let moved: Vec<_> = (0..numbers(rates).len())
            .map(|i| {
                let mut moved = numbers(rates);
                moved[i] += STEP;
                MatchEquity::generate(of(moved))
            })
            .collect();
        let sample = |rolled: &Rolled| {
            let now = chance(&table, rolled);
            let gradient = moved.iter().map(|moved| (chance(moved, rolled) - now) / STEP);
            (gradient.collect(), rolled.chance - now)
        };
        let samples: Vec<_> = rolled.iter().map(sample).collect();
        let Some(by) = least_squares(&samples) else { break };
        let mut next = numbers(rates);
        next.iter_mut().zip(by).for_each(|(rate, by)| *rate = (*rate + by).clamp(0.0, 1.0));
        rates = of(next);
    }
    rates
}

/// The table's own figure for a score that was rolled out.
pub(super) fn chance(table: &MatchEquity, rolled: &Rolled) -> f64 {
    let score = rolled.score;
    table.chance(score.away, score.other, score.after_crawford)
}

fn numbers(rates: Rates) -> [f64; 5] {
    let Rates { gammons, crawford_gammons, last_gammons, efficiency, first_roll } = rates;
    [gammons, crawford_gammons, last_gammons, efficiency, first_roll]
}

fn of([gammons, crawford_gammons, last_gammons, efficiency, first_roll]: [f64; 5]) -> Rates {
    Rates { gammons, crawford_gammons, last_gammons, efficiency, first_roll }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::met::rolled::scores;

    #[test]
    fn rates_are_found_again() {
        let rates = Rates {
            gammons: 0.26,
            crawford_gammons: 0.24,
            last_gammons: 0.27,
            efficiency: 0.8,
            first_roll: 0.04,
        };
        let table = MatchEquity::generate(rates);
        let of = |score| {
            let rolled = Rolled { score, chance: 0.0, error: 0.0, gammons: [0.0; 2] };
            Rolled { chance: chance(&table, &rolled), ..rolled }
        };
        let rolled: Vec<_> = scores(6).into_iter().map(of).collect();
        let found = numbers(fit(&rolled));
        let close = found.iter().zip(numbers(rates)).all(|(a, b)| (a - b).abs() < 1e-3);
        assert!(close, "{found:?} and not {rates:?}");
    }
}
