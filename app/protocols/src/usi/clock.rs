//! How long to think.

use std::time::Duration;

use super::command::Go;

/// How much of the clock a move may take.
///
/// A search is left alone until an iteration is complete after the soft limit,
/// as the next one would hardly be completed; at the hard limit it is stopped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// Begin no iteration after this.
    pub(super) soft: Duration,
    /// Have answered by then.
    pub(super) hard: Duration,
}

/// Moves for which the time on the clock has to do.
const HORIZON: u32 = 40;

/// How many of their shares of the clock a move may take at most.
const STRETCH: u32 = 5;

impl Budget {
    /// The budget of the player of this index, 0 or 1, when an answer takes
    /// `overhead` to get through; `None` if no clock runs.
    ///
    /// What is granted for each move (the increment, the seconds of byoyomi) is
    /// used; of what is on the clock, a share. The hard limit never counts on an
    /// increment, which some give only after the move.
    pub(super) fn new(go: &Go, player: usize, overhead: Duration) -> Option<Self> {
        if go.infinite {
            return None;
        }
        if let Some(time) = go.movetime {
            let hard = less(time, overhead);
            return Some(Self { soft: hard, hard });
        }
        let timed = go.left.iter().any(Option::is_some) || !go.byoyomi.is_zero();
        let increment = go.increment[player];
        if !timed && increment.is_zero() {
            return None;
        }
        // A player whose clock is not given has as little as can be.
        let left = go.left[player].unwrap_or_default();
        let most = less(left + go.byoyomi, overhead);
        let share = left / HORIZON;
        // An increment is there for the next move only if this one gets that far.
        let spare = increment.min(left / 2) * 3 / 4;
        let hard = (share * STRETCH + spare + go.byoyomi).min(most);
        // Of a byoyomi, nothing is left for later: begin all that may end.
        let soft = (share * 2 / 3 + spare + go.byoyomi * 7 / 10).min(hard * 7 / 10);
        Some(Self { soft, hard })
    }
}

/// The time without the overhead, or half of it if that is more.
pub(super) fn less(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn fischer(left: u64, increment: u64) -> Go {
        let left = [Some(ms(left)), Some(ms(1))];
        Go { left, increment: [ms(increment), ms(0)], ..Go::default() }
    }

    #[test]
    fn budgets_by_hand() {
        #[track_caller]
        fn check(go: Go, expected: Option<(u64, u64)>) {
            let budget = Budget::new(&go, 0, ms(50));
            let expected = expected.map(|(soft, hard)| Budget { soft: ms(soft), hard: ms(hard) });
            assert_eq!(budget, expected, "{go:?}");
        }
        let byoyomi = |left, byoyomi| Go { byoyomi: ms(byoyomi), ..fischer(left, 0) };
        check(Go::default(), None);
        check(Go { infinite: true, ..fischer(100, 0) }, None);
        check(Go { nodes: Some(5), ..Go::default() }, None);
        check(Go { movetime: Some(ms(1000)), ..Go::default() }, Some((950, 950)));
        check(Go { movetime: Some(ms(60)), ..Go::default() }, Some((30, 30)));
        // Byoyomi is used up, less the overhead.
        check(byoyomi(0, 1000), Some((665, 950)));
        check(Go { byoyomi: ms(1000), ..Go::default() }, Some((665, 950)));
        // A fortieth of the clock, at most five of them.
        check(fischer(240_000, 0), Some((4_000, 30_000)));
        check(fischer(240_000, 2_000), Some((5_500, 31_500)));
        // An increment never seen is not spent.
        check(fischer(100, 10_000), Some((35, 50)));
        check(fischer(0, 10_000), Some((0, 0)));
    }

    proptest! {
        /// Whatever the clock, the answer comes before it has run out, and
        /// leaves something for the moves to come.
        #[test]
        fn no_budget_is_more_than_there_is(
            left in 0_u64..10_000_000,
            byoyomi in 0_u64..100_000,
            increment in 0_u64..100_000,
            overhead in 0_u64..10_000,
        ) {
            let go = Go { byoyomi: ms(byoyomi), ..fischer(left, increment) };
            if let Some(Budget { soft, hard }) = Budget::new(&go, 0, ms(overhead)) {
                prop_assert!(soft <= hard);
                prop_assert!(hard <= less(ms(left + byoyomi), ms(overhead)));
            }
        }

        /// Game after game of moves that take all they may, no clock runs out.
        #[test]
        fn no_game_is_lost_on_time(left in 1_u64..600_000, increment in 0_u64..2_000) {
            let mut clock = ms(left);
            for _ in 0..300 {
                let go = Go { left: [Some(clock), None], increment: [ms(increment); 2], ..Go::default() };
                let budget = Budget::new(&go, 0, ms(50)).expect("a clock");
                clock = clock.checked_sub(budget.hard).expect("no more than there is");
                clock += ms(increment);
            }
        }
    }
}
