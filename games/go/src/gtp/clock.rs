//! What the protocol says about time.

use std::time::Duration;

use super::{Answer, Session};
use crate::Color;

/// What is left on a clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The time.
    pub time: Duration,
    /// For how many stones; 0 in main time.
    pub stones: u32,
}

/// The clocks of both players.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Main time; `None` where there is no limit.
    pub main: Option<Duration>,
    /// The time of a period after it, and for how many stones it is.
    pub period: Duration,
    /// See [`period`](Self::period).
    pub stones: u32,
    /// What was last told of each player's clock.
    pub left: [Option<Left>; 2],
}

impl Clock {
    /// How long a player may think about a move on a board of so many points;
    /// `None` for as long as it likes.
    pub fn budget(&self, color: Color, points: usize) -> Option<Duration> {
        let main = self.main?;
        let left = self.left[color.index()].unwrap_or(Left { time: main, stones: 0 });
        if left.stones > 0 {
            return Some(left.time / left.stones * 9 / 10);
        }
        if left.time.is_zero() && self.stones > 0 {
            return Some(self.period / self.stones * 9 / 10);
        }
        // A game lasts for about two thirds of the points, half of them one's
        // own; most of the time is worth most in the middle.
        let moves = (points / 4).max(10) as u32;
        Some(left.time / moves)
    }
}

impl Session {
    /// `time_settings MAIN PERIOD STONES`, in seconds; a period without stones
    /// means no limit.
    pub(super) fn time_settings(&mut self, args: &[&str]) -> Answer {
        let [main, period, stones] = numbers(args)?;
        let unlimited = period > 0 && stones == 0;
        self.clock = Clock {
            main: (!unlimited).then_some(seconds(main)),
            period: seconds(period),
            stones,
            left: [None; 2],
        };
        Ok(String::new())
    }

    /// `kgs-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS |
    /// canadian MAIN PERIOD STONES`.
    pub(super) fn kgs_time_settings(&mut self, args: &[&str]) -> Answer {
        let (kind, rest) = args.split_first().ok_or("expected a time system")?;
        self.clock = match *kind {
            "none" => Clock::default(),
            "absolute" => {
                let [main] = numbers(rest)?;
                Clock { main: Some(seconds(main)), ..Clock::default() }
            }
            "byoyomi" => {
                let [main, period, _] = numbers(rest)?;
                let period = seconds(period);
                Clock { main: Some(seconds(main)), period, stones: 1, ..Clock::default() }
            }
            "canadian" => {
                let [main, period, stones] = numbers(rest)?;
                let period = seconds(period);
                Clock { main: Some(seconds(main)), period, stones, ..Clock::default() }
            }
            _ => return Err("unknown time system".to_owned()),
        };
        Ok(String::new())
    }

    /// `time_left COLOR TIME STONES`.
    pub(super) fn time_left(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let [time, stones] = numbers(args.get(1..).unwrap_or_default())?;
        self.clock.left[color.index()] = Some(Left { time: seconds(time), stones });
        Ok(String::new())
    }
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(count.into())
}

/// Reads as many whole numbers as are asked for; fractions are cut.
fn numbers<const N: usize>(args: &[&str]) -> Result<[u32; N], String> {
    let mut numbers = [0; N];
    for (i, number) in numbers.iter_mut().enumerate() {
        let text = args.get(i).ok_or("syntax error: too few numbers")?;
        let whole = text.split('.').next().unwrap_or_default();
        *number = whole.parse().map_err(|_| "syntax error: not a number".to_owned())?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_divided() {
        let secs = Duration::from_secs;
        let left = |time, stones| [Some(Left { time: secs(time), stones }), None];
        let absolute = Clock { main: Some(secs(900)), ..Clock::default() };
        let canadian = Clock { period: secs(100), stones: 10, ..absolute };
        for (clock, budget) in [
            (Clock::default(), None),
            (absolute, Some(secs(10))),
            (Clock { left: left(90, 0), ..absolute }, Some(secs(1))),
            (Clock { left: left(20, 2), ..canadian }, Some(secs(9))),
            (Clock { left: left(0, 0), ..canadian }, Some(secs(9))),
        ] {
            assert_eq!(clock.budget(Color::Black, 361), budget, "{clock:?}");
        }
    }
}
