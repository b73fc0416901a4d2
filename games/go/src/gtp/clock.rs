//! Time control by the protocol.

use std::time::Duration;

use starboard_core::Game;
use starboard_search::time::{self, TimeManager, TimeOptions};

use super::{Answer, Session};
use crate::{Color, Go, Move};

/// What is left on a clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The time left.
    pub time: Duration,
    /// How many stones are to be played in it; 0 in main time.
    pub stones: u32,
}

/// The clocks of both players.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Main time; `None` if there is no limit.
    pub main: Option<Duration>,
    /// The length of a period after the main time.
    pub period: Duration,
    /// How many stones have to be played in a [`period`](Self::period).
    pub stones: u32,
    /// What `time_left` last said of each player's clock.
    pub left: [Option<Left>; 2],
}

impl Clock {
    /// What a player may spend on a move on a board of `points` points; `None` if
    /// there is no limit.
    pub fn budget(&self, color: Color, points: usize) -> Option<TimeManager<Move>> {
        let main = self.main?;
        let mut left = self.left[color.index()].unwrap_or(Left { time: main, stones: 0 });
        if left.time.is_zero() && left.stones == 0 {
            left = Left { time: self.period, stones: self.stones };
        }
        let clock = match left.stones {
            // After the main time there is a period for each move, or for several.
            0 => time::Clock {
                left: left.time,
                byoyomi: self.period.checked_div(self.stones).unwrap_or_default(),
                ..time::Clock::default()
            },
            // Of a period for one move, nothing can be saved.
            1 => time::Clock { byoyomi: left.time, ..time::Clock::default() },
            stones => {
                time::Clock { left: left.time, moves_to_go: Some(stones), ..time::Clock::default() }
            }
        };
        // A game lasts for about two thirds of the points, half of them one's own;
        // most of the time is worth most in the middle.
        let horizon = (points / 4).max(10) as u32;
        Some(TimeManager::new(&clock, Go::UNIT, &TimeOptions { horizon, ..TimeOptions::default() }))
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

    /// `cputime`: the seconds of processor time, all threads together, since the program
    /// was started.
    pub(super) fn cpu_time(&mut self, _: &[&str]) -> Answer {
        let time = processor_time().ok_or("the processor time is not known")?;
        Ok(format!("{:.3}", time.as_secs_f64()))
    }
}

#[cfg(any(unix, windows))]
fn processor_time() -> Option<Duration> {
    cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration())
}

/// Not available in a browser.
#[cfg(not(any(unix, windows)))]
fn processor_time() -> Option<Duration> {
    None
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
        let ms = Duration::from_millis;
        let left = |time, stones| [Some(Left { time: ms(time), stones }), None];
        let absolute = Clock { main: Some(ms(900_000)), ..Clock::default() };
        let canadian = Clock { period: ms(100_000), stones: 10, ..absolute };
        let byoyomi = Clock { period: ms(30_000), stones: 1, ..absolute };
        // What a search without iterations gets, and when one is stopped.
        for (clock, even, hard) in [
            // A ninetieth of the clock each, less a tenth; at most five of them.
            (absolute, 9_000, 50_000),
            (Clock { left: left(90_000, 0), ..absolute }, 900, 5_000),
            (Clock { left: left(0, 0), ..absolute }, 0, 0),
            // What comes after the main time is granted already.
            (canadian, 19_000, 60_000),
            (byoyomi, 39_000, 80_000),
            (Clock { left: left(20_000, 2), ..canadian }, 9_000, 15_000),
            (Clock { left: left(0, 0), ..canadian }, 9_000, 50_000),
            (Clock { left: left(30_000, 1), ..byoyomi }, 29_950, 29_950),
            (Clock { left: left(0, 0), ..byoyomi }, 29_950, 29_950),
        ] {
            let time = clock.budget(Color::Black, 361).expect("a limit");
            assert_eq!((time.limit(false), time.hard()), (ms(even), ms(hard)), "{clock:?}");
        }
        assert_eq!(Clock::default().budget(Color::Black, 361), None);
    }
}
