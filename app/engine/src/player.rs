//! Players: the boundary between a game and whatever chooses its moves.

use std::time::Duration;

use starboard_core::{Instant, Limits, Node, Report, Root, Stop, StoppedBy};
use starboard_search::{Clock, TimeManager, TimeOptions};

use crate::{AnyEngine, Fault, Move, Position};

/// A limit that may be put on a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Moves to look ahead.
    Depth,
    /// Positions to visit.
    Nodes,
    /// Positions to evaluate.
    Evaluations,
    /// Time for each move.
    Time,
    /// Time for the whole game.
    Clock,
}

/// The clocks of both players before a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left to the first and to the second player.
    pub left: [Duration; 2],
    /// The time that a player gains after each move.
    pub increment: Duration,
}

/// A situation in which a player has to decide.
pub struct Turn<'a> {
    /// Where the game began.
    pub start: &'a Position,
    /// What has been played since, outcomes of chance included.
    pub moves: &'a [Move],
    /// The position now.
    pub game: &'a Position,
    /// The limits on this move.
    pub limits: &'a Limits,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// The latest time for an answer: nobody waits longer.
    pub deadline: Instant,
    /// Once this is requested, the answer no longer matters, and any will do.
    pub stop: &'a Stop,
}

/// What was decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To play this move. Whether it is legal is for the referee to say.
    Move(Move),
    /// To give up.
    Resign,
}

/// A decision, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// To move, or to resign.
    pub answer: Answer,
    /// What the position is worth to the player, in units of the game; only for
    /// engines that measure in them.
    pub value: Option<f64>,
    /// The depth completed, as the player counts it.
    pub depth: u32,
    /// Positions visited, as far as the player reports them.
    pub nodes: u64,
    /// Positions evaluated, as far as the player reports them.
    pub evaluations: u64,
}

impl Decision {
    /// A decision about which nothing else is known.
    pub fn of(answer: Answer) -> Self {
        Self { answer, value: None, depth: 0, nodes: 0, evaluations: 0 }
    }
}

/// A player that plays one game after another.
pub trait MatchPlayer {
    /// A game begins at `start`; nothing of earlier games may be remembered.
    ///
    /// # Errors
    ///
    /// If the player cannot play from there.
    fn begin(&mut self, start: &Position) -> Result<(), Fault>;

    /// Chooses a move, or resigns.
    ///
    /// # Errors
    ///
    /// What the player did wrong, by which the game is lost.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault>;

    /// Called after the player has committed a fault: whatever is left of the game
    /// is discarded.
    fn reset(&mut self);
}

/// An engine of Starboard.
pub struct EnginePlayer(Box<dyn AnyEngine>);

impl EnginePlayer {
    /// A player that plays what this engine decides.
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        Self(engine)
    }

    /// Searches for as long as this move may take by the player's clock.
    fn search(&mut self, turn: &Turn<'_>, clocks: Clocks) -> Report<Move> {
        let left = clocks.left[turn.game.mover().index()];
        let clock = Clock { left, increment: clocks.increment, ..Clock::default() };
        let mut time = TimeManager::new(&clock, turn.game.unit().0, &TimeOptions::default());
        // A stop for this move alone: that its time is up must not stop the match.
        let stop = Stop::default();
        let mut forward = |_: &Report<Move>| {
            if turn.stop.requested() {
                stop.request();
            }
        };
        let engine = &mut self.0;
        time.run(engine.iterates(), turn.limits, &stop, &mut forward, |limits, events| {
            engine.search(turn.game, &Root::default(), limits, &stop, events)
        })
    }
}

impl MatchPlayer for EnginePlayer {
    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        self.0.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let report = match turn.clocks {
            None => self.0.search(turn.game, &Root::default(), turn.limits, turn.stop, &mut ()),
            Some(clocks) => self.search(turn, clocks),
        };
        if report.stopped_by == StoppedBy::ChanceChain {
            return Err(Fault::Rules(turn.game.chance_chain_below().to_string()));
        }
        let best = report.best_move().copied();
        // A search that only evaluated the root does not prefer any move.
        let first = || {
            let mut moves = Vec::new();
            if turn.game.node() == Node::Decision {
                turn.game.options(&mut moves);
            }
            moves.first().copied()
        };
        let m = best.or_else(first);
        let m = m.ok_or_else(|| Fault::Protocol("the engine found no move".to_owned()))?;
        Ok(Decision {
            answer: Answer::Move(m),
            // A book values moves on another scale than the player.
            value: (report.stopped_by != StoppedBy::Book).then(|| turn.game.units(report.value)),
            depth: report.depth,
            nodes: report.counters.nodes,
            evaluations: report.counters.evaluations,
        })
    }

    fn reset(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        mpsc::{self, Sender},
    };

    use starboard_core::{Events, Times, TranspositionTable, testing::RandomTree};

    use super::*;

    /// An engine that says of each iteration that it took a second.
    struct Slow {
        iterates: bool,
        /// The limit on its time, and the depth completed, of every search.
        searches: Sender<(Option<Duration>, u32)>,
    }

    impl AnyEngine for Slow {
        fn description(&self) -> &str {
            "slow"
        }
        fn game(&self) -> &str {
            "tree"
        }
        fn algorithm(&self) -> &'static str {
            "slow"
        }
        fn is_exact(&self) -> bool {
            true
        }
        fn described_limits(&self, limits: &Limits) -> Limits {
            limits.clone()
        }
        fn limits(&self, limits: &Limits) -> Limits {
            limits.clone()
        }
        fn rolls_alternate(&self) -> bool {
            false
        }
        fn search(
            &mut self,
            _: &Position,
            _: &Root<Move>,
            limits: &Limits,
            stop: &Stop,
            events: &mut dyn Events<Move>,
        ) -> Report<Move> {
            let mut report = Report { best_moves: vec![Move(0)], ..Report::default() };
            for depth in 1..=9 {
                report.depth = depth;
                report.times =
                    Times { total: Duration::from_secs(depth.into()), ..Times::default() };
                events.iteration(&report);
                if stop.requested() {
                    break;
                }
            }
            self.searches.send((limits.time, report.depth)).expect("a receiver");
            report
        }
        fn iterates(&self) -> bool {
            self.iterates
        }
        fn table(&self) -> Option<Arc<TranspositionTable>> {
            None
        }
        fn clear(&mut self) {}
    }

    /// The limit on the time of a move, and the depth completed.
    fn decided(iterates: bool, limits: &Limits, clocks: Option<Clocks>) -> (Option<Duration>, u32) {
        let (searches, found) = mpsc::channel();
        let mut player = EnginePlayer::new(Box::new(Slow { iterates, searches }));
        let start = Position::new(RandomTree::<false>::new(4));
        let deadline = Instant::now();
        let (moves, game, stop) = (&[], &start, &Stop::default());
        let turn = Turn { start: &start, moves, game, limits, clocks, deadline, stop };
        player.choose(&turn).expect("a move");
        assert!(!stop.requested(), "that a move is decided does not end the match");
        found.recv().expect("a search")
    }

    #[test]
    fn a_clock_is_shared_out() {
        let clocks = |left, increment| {
            let left = [Duration::from_millis(left), Duration::ZERO];
            Some(Clocks { left, increment: Duration::from_millis(increment) })
        };
        let ms = |ms| Some(Duration::from_millis(ms));
        let limits = Limits::default();
        assert_eq!(decided(true, &limits, None), (None, 9));
        // No iteration begins after the soft limit, 4 s less what stability saves.
        assert_eq!(decided(true, &limits, clocks(240_000, 0)), (ms(30_000), 4));
        assert_eq!(decided(true, &limits, clocks(240_000, 2_000)), (ms(31_500), 5));
        // A search that cannot be left alone sooner gets its even share.
        assert_eq!(decided(false, &limits, clocks(240_000, 0)).0, ms(5_400));
        let limits = Limits { time: ms(700), ..limits };
        assert_eq!(decided(true, &limits, clocks(240_000, 0)).0, ms(700));
        assert_eq!(decided(true, &limits, None), (ms(700), 9));
    }
}
