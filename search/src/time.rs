//! How long to think about a move: one rule for every clock.
//!
//! A [`TimeManager`] is made for one move and remembers nothing of the game. It
//! reads no clock: the search says how much time was spent.

use std::time::Duration;

use starboard_core::{Events, Game, Limits, Report, Root, Stop, StoppedBy, Value};

use crate::Searcher;

/// How many even shares of the clock a single move may take at most.
const STRETCH: u32 = 5;

/// By how much the soft limit is stretched, in hundredths, after so many
/// iterations in a row with the same best move.
const STABILITY: [u32; 6] = [140, 120, 100, 90, 80, 70];

/// By how much it is stretched, in hundredths, where the value has fallen.
const FALLEN: u32 = 140;

/// A clock before a move, as its player sees it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left on it.
    pub left: Duration,
    /// The time added for each move.
    pub increment: Duration,
    /// The time for each move once nothing is left; none of it can be saved for later.
    pub byoyomi: Duration,
    /// For how many moves the time left has to last, until more is added; `None` if
    /// for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What decides on the time for a move besides the clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// The time that an answer takes to get through, and a search to stop: this
    /// much is never used.
    pub overhead: Duration,
    /// How many moves of its own a player is assumed to have still to make where
    /// the clock does not say.
    pub horizon: u32,
}

impl Default for TimeOptions {
    fn default() -> Self {
        Self { overhead: Duration::from_millis(50), horizon: 40 }
    }
}

/// How much of the clock a move may take.
///
/// A search that deepens iteratively is stopped after the first iteration that ends
/// past the soft limit, as the next one would hardly be completed; the limit is
/// earlier while the best move stays the same, and later after it has changed or
/// its value has fallen. At the hard limit it is stopped in any case. A search that
/// has no iterations gets what a move may take on average.
///
/// ```
/// use std::time::Duration;
/// use starboard_core::{Game, Limits, Root, Stop};
/// use starboard_search::{AlphaBeta, AlphaBetaOptions, time::{Clock, TimeManager, TimeOptions}};
/// use starboard_small::{TicTacToe, open_lines::OpenLines};
///
/// let clock = Clock { left: Duration::from_secs(60), ..Clock::default() };
/// let mut time = TimeManager::new(&clock, TicTacToe::UNIT, &TimeOptions::default());
/// let mut search = AlphaBeta::new(OpenLines, (), AlphaBetaOptions::default());
/// let game = TicTacToe::default();
/// let report =
///     time.search(&mut search, &game, &Root::default(), &Limits::default(), &Stop::default(), &mut ());
/// assert!(report.times.total < time.hard());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeManager<M> {
    soft: Duration,
    even: Duration,
    hard: Duration,
    /// A drop in the value by more than this counts as a fall.
    margin: Value,
    best: Option<M>,
    value: Value,
    /// Iterations in a row that kept the best move.
    kept: usize,
    fallen: bool,
    only_move: bool,
}

impl<M: Copy + PartialEq> TimeManager<M> {
    /// What a move may take of this clock, in a game whose values have this
    /// [unit](Game::UNIT).
    ///
    /// What is granted for each move (the increment, the byoyomi) is used; of
    /// the time left, a share; and what would otherwise be lost, completely. It
    /// never counts on an increment, which some clocks add only after the move.
    pub fn new(clock: &Clock, unit: i32, options: &TimeOptions) -> Self {
        let Clock { left, increment, byoyomi, moves_to_go } = *clock;
        let most = less(left + byoyomi, options.overhead);
        let moves = moves_to_go.unwrap_or(options.horizon).max(1);
        let share = left / moves;
        // An increment is there for the next move only if this one gets that far.
        let spare = increment.min(left / 2) * 3 / 4;
        // Of few moves, none may take what the others need.
        let stretched = left * (2 * STRETCH).min(moves + 1) / (2 * moves);
        let hard = (stretched + spare + byoyomi).min(most);
        let even = (share * 9 / 10 + spare + byoyomi).min(hard);
        let soft = if left.is_zero() {
            hard
        } else {
            (share * 2 / 3 + spare + byoyomi * 7 / 10).min(hard * 7 / 10)
        };
        Self { soft, even, hard, ..Self::fixed(most, unit, Duration::ZERO) }
    }

    /// A move that is to take this time less the overhead, if it can use it, in a
    /// game whose values have this [unit](Game::UNIT).
    pub fn fixed(time: Duration, unit: i32, overhead: Duration) -> Self {
        let time = less(time, overhead);
        Self {
            soft: time,
            even: time,
            hard: time,
            margin: Value::new(unit / 4),
            best: None,
            value: Value::MIN,
            kept: 0,
            fallen: false,
            only_move: false,
        }
    }

    /// The time after which a search is stopped in any case.
    pub fn hard(&self) -> Duration {
        self.hard
    }

    /// The time after which a search is stopped: the hard limit if it
    /// [iterates](Searcher::iterates); if it does not, and so cannot be ended
    /// between iterations, the average for a move.
    pub fn limit(&self, iterates: bool) -> Duration {
        if iterates { self.hard } else { self.even }
    }

    /// Records what an iteration found.
    pub fn observe(&mut self, report: &Report<M>) {
        let best = report.best_move().copied();
        self.kept = if best == self.best { self.kept + 1 } else { 0 };
        self.fallen = report.value < self.value - self.margin;
        (self.best, self.value) = (best, report.value);
        self.only_move = report.candidates.len() == 1;
    }

    /// Whether another iteration is worth beginning after this time, in which
    /// at least one was completed.
    pub fn wants_more(&self, spent: Duration) -> bool {
        if self.only_move {
            // There is no choice, so no time is spent on it.
            return false;
        }
        if self.soft == self.hard {
            return spent < self.hard;
        }
        let stability = STABILITY[self.kept.min(STABILITY.len() - 1)];
        let fallen = if self.fallen { FALLEN } else { 100 };
        spent < self.soft.saturating_mul(stability * fallen) / 10_000
    }

    /// Searches in the time available, or less if the limits say so.
    pub fn search<G: Game<Move = M>>(
        &mut self,
        searcher: &mut dyn Searcher<G>,
        position: &G,
        root: &Root<M>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<M>,
    ) -> Report<M> {
        let iterates = searcher.iterates();
        self.run(iterates, limits, stop, events, |limits, observer| {
            searcher.search(position, root, limits, stop, observer)
        })
    }

    /// Runs `search`, which ends at `stop`, with these limits and the time
    /// available, and observes it; for searchers whose game type has been erased.
    pub fn run(
        &mut self,
        iterates: bool,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<M>,
        search: impl FnOnce(&Limits, &mut dyn Events<M>) -> Report<M>,
    ) -> Report<M> {
        let limit = self.limit(iterates);
        let time = Some(limits.time.map_or(limit, |time| time.min(limit)));
        let limits = Limits { time, ..limits.clone() };
        let mut enough = false;
        let mut observer = |report: &Report<M>| {
            events.iteration(report);
            self.observe(report);
            if !self.wants_more(report.times.total) {
                enough = !stop.requested();
                stop.request();
            }
        };
        let mut report = search(&limits, &mut observer);
        if enough && report.stopped_by == StoppedBy::Request {
            report.stopped_by = StoppedBy::Time;
        }
        report
    }
}

/// The time without the overhead, or half of it if that is more.
fn less(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use starboard_core::{
        BoundType, Candidate, Times,
        testing::{HashEval, RandomTree},
    };

    use super::*;
    use crate::{Mcts, MctsOptions};

    type Tree = RandomTree<false>;
    type Pick = <Tree as Game>::Move;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock(left: u64, increment: u64, byoyomi: u64) -> Clock {
        let [left, increment, byoyomi] = [left, increment, byoyomi].map(ms);
        Clock { left, increment, byoyomi, moves_to_go: None }
    }

    fn manager(clock: Clock) -> TimeManager<Pick> {
        TimeManager::new(&clock, Tree::UNIT, &TimeOptions::default())
    }

    #[test]
    fn clocks_by_hand() {
        #[track_caller]
        fn check(clock: Clock, soft: u64, even: u64, hard: u64) {
            let time = manager(clock);
            let expected = [soft, even, hard].map(ms);
            assert_eq!([time.soft, time.even, time.hard], expected, "{clock:?}");
        }
        // A byoyomi is used to its end, less the overhead.
        check(clock(0, 0, 1000), 950, 950, 950);
        check(clock(0, 0, 60), 30, 30, 30);
        // A fortieth of the clock, at most five of them.
        check(clock(240_000, 0, 0), 4_000, 5_400, 30_000);
        check(clock(240_000, 2_000, 0), 5_500, 6_900, 31_500);
        check(clock(240_000, 0, 2_000), 5_400, 7_400, 32_000);
        // An increment never seen is not spent.
        check(clock(400, 20_000, 0), 140, 159, 200);
        check(clock(0, 10_000, 0), 0, 0, 0);
        // Of the last moves before more time is added, each has its own share.
        let to_go = |moves, left| Clock { moves_to_go: Some(moves), ..clock(left, 0, 0) };
        check(to_go(1, 6_000), 4_000, 5_400, 5_950);
        check(to_go(2, 6_000), 2_000, 2_700, 4_500);
        check(to_go(10, 60_000), 4_000, 5_400, 30_000);
        check(to_go(0, 6_000), 4_000, 5_400, 5_950);
    }

    #[test]
    fn a_fixed_time_is_used_to_its_end() {
        let time = TimeManager::<Pick>::fixed(ms(1000), Tree::UNIT, ms(50));
        assert_eq!([time.limit(true), time.limit(false), time.hard()], [ms(950); 3]);
        assert!(time.wants_more(ms(949)) && !time.wants_more(ms(950)));
    }

    /// What an iteration reports.
    fn report(best: usize, value: i32, moves: usize) -> Report<Pick> {
        let tree = Tree::new(4);
        let mut legal = Vec::new();
        tree.moves(&mut legal);
        let candidate = |&m: &Pick| Candidate {
            m,
            value: Value::new(value),
            bound: BoundType::Exact,
            depth: 1,
            details: Vec::new(),
            evaluations: 0,
            pv: Vec::new(),
        };
        Report {
            value: Value::new(value),
            pv: vec![legal[best]],
            candidates: legal.iter().map(candidate).take(moves).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn a_move_that_stays_needs_less_time_than_one_that_changes() {
        let mut time = manager(clock(240_000, 0, 0));
        let mut limit = |best, value| {
            time.observe(&report(best, value, 2));
            (0..).step_by(100).find(|&spent| !time.wants_more(ms(spent)))
        };
        let kept: Vec<_> = (0..7).map_while(|_| limit(0, 5)).collect();
        assert_eq!(kept, [5_600, 4_800, 4_000, 3_600, 3_200, 2_800, 2_800]);
        assert_eq!(limit(1, 5), Some(5_600));
        assert_eq!(limit(1, -20), Some(6_800), "the value has fallen");
        assert_eq!(limit(1, -20), Some(4_000), "it falls no longer");
    }

    #[test]
    fn a_move_without_a_choice_takes_no_time() {
        let mut time = manager(clock(240_000, 0, 0));
        time.observe(&report(0, 5, 1));
        assert!(!time.wants_more(Duration::ZERO));
    }

    #[test]
    fn what_the_time_stops_says_so() {
        /// Claims that every iteration took a second.
        struct Slow;
        impl Searcher<Tree> for Slow {
            fn search(
                &mut self,
                _: &Tree,
                _: &Root<Pick>,
                limits: &Limits,
                stop: &Stop,
                events: &mut dyn Events<Pick>,
            ) -> Report<Pick> {
                assert_eq!(limits.time, Some(ms(30_000)));
                let mut found = report(0, 5, 2);
                for depth in 1..10 {
                    let times = Times { total: ms(1000 * u64::from(depth)), ..Times::default() };
                    found = Report { depth, times, ..found };
                    events.iteration(&found);
                    if stop.requested() {
                        found.stopped_by = StoppedBy::Request;
                        break;
                    }
                }
                found
            }
            fn iterates(&self) -> bool {
                true
            }
        }
        let run = |stop: &Stop| {
            let mut heard = 0;
            let mut time = manager(clock(240_000, 0, 0));
            let (position, root) = (Tree::new(4), Root::default());
            let mut events = |_: &Report<Pick>| heard += 1;
            let limits = Limits::default();
            let found = time.search(&mut Slow, &position, &root, &limits, stop, &mut events);
            (found.depth, found.stopped_by, heard)
        };
        assert_eq!(run(&Stop::default()), (4, StoppedBy::Time, 4));
        let stop = Stop::default();
        stop.request();
        assert_eq!(run(&stop), (1, StoppedBy::Request, 1));
    }

    #[test]
    fn a_search_without_iterations_has_its_even_share() {
        let search = Mcts::new(HashEval::default(), MctsOptions::default());
        let time = manager(clock(240_000, 0, 0));
        assert_eq!(time.limit(Searcher::<Tree>::iterates(&search)), ms(5_400));
    }

    proptest! {
        /// Whatever the clock, the answer comes before it has run out, and
        /// leaves something for the moves to come.
        #[test]
        fn no_move_takes_more_than_there_is(
            left in 0_u64..10_000_000,
            byoyomi in 0_u64..100_000,
            increment in 0_u64..100_000,
            overhead in 0_u64..10_000,
            moves_to_go in prop::option::of(0_u32..60),
        ) {
            let clock = Clock { moves_to_go, ..clock(left, increment, byoyomi) };
            let options = TimeOptions { overhead: ms(overhead), ..TimeOptions::default() };
            let time = TimeManager::<Pick>::new(&clock, Tree::UNIT, &options);
            prop_assert!(time.soft <= time.hard && time.even <= time.hard);
            prop_assert!(time.hard <= less(ms(left + byoyomi), ms(overhead)));
        }

        /// If every move takes all it may, no clock runs out.
        #[test]
        fn no_game_is_lost_on_time(left in 1_u64..600_000, increment in 0_u64..2_000) {
            let mut rest = ms(left);
            for _ in 0..300 {
                let clock = Clock { left: rest, ..clock(0, increment, 0) };
                rest = rest.checked_sub(manager(clock).hard).expect("no more than there is");
                rest += ms(increment);
            }
        }
    }
}
