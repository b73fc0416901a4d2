//! Who sits at the board: the boundary between a game and whoever plays it.

use std::time::{Duration, Instant};

use starboard_core::{Game, Limits, Node, Stop};
use starboard_search::Searcher;

use crate::{Engine, external::Fault};

/// A limit that may be put on a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Depth,
    Nodes,
    Evaluations,
    Time,
    Clock,
}

/// The clocks of both players before a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// What is left to the first and to the second player.
    pub left: [Duration; 2],
    /// What a player gets back after each move.
    pub increment: Duration,
}

/// What there is to decide.
pub(crate) struct Turn<'a, G: Game> {
    /// Where the game began.
    pub start: &'a G,
    /// What has been played since, outcomes of chance included.
    pub moves: &'a [G::Move],
    /// The position now.
    pub game: &'a G,
    /// The limits on this move.
    pub limits: &'a Limits,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// Nobody waits longer for an answer.
    pub deadline: Instant,
}

/// What was decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer<M> {
    /// To play this move. Whether it is legal is for the referee to say.
    Move(M),
    /// To give up.
    Resign,
}

/// A decision, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice<M> {
    pub answer: Answer<M>,
    /// What the position is worth to the player, in units of the game; only of
    /// engines that measure in them.
    pub value: Option<f64>,
    /// The depth completed, as the player counts.
    pub depth: u32,
    pub nodes: u64,
    pub evaluations: u64,
}

impl<M> Choice<M> {
    /// A decision of which nothing else is known.
    pub(crate) fn of(answer: Answer<M>) -> Self {
        Self { answer, value: None, depth: 0, nodes: 0, evaluations: 0 }
    }
}

/// A player of one game after another.
pub(crate) trait Seat<G: Game> {
    /// A game begins at `start`; nothing of earlier games may be remembered.
    fn begin(&mut self, start: &G) -> Result<(), Fault>;

    /// Decides.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault>;

    /// The player has committed a fault: whatever is left is done away with.
    fn reset(&mut self);
}

/// An engine of Starboard.
pub(crate) struct Own<G: Game> {
    engine: Engine<G>,
}

impl<G: Game> Own<G> {
    pub(crate) fn new(engine: Engine<G>) -> Self {
        Self { engine }
    }
}

impl<G: Game> Seat<G> for Own<G> {
    fn begin(&mut self, _: &G) -> Result<(), Fault> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut limits = turn.limits.clone();
        if let Some(clocks) = turn.clocks {
            let share = share(clocks, turn.game.mover().index());
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        let report = self.engine.search(turn.game, &limits, &Stop::default(), &mut ());
        let best = report.best_moves.first().or(report.pv.first()).copied();
        // A search that only looked at the root prefers no move.
        let first = || {
            let mut moves = Vec::new();
            if turn.game.node() == Node::Decision {
                turn.game.moves(&mut moves);
            }
            moves.first().copied()
        };
        let m = best.or_else(first);
        let m = m.ok_or_else(|| Fault::Protocol("the engine found no move".to_owned()))?;
        Ok(Choice {
            answer: Answer::Move(m),
            value: Some(f64::from(report.value.raw()) / f64::from(G::UNIT)),
            depth: report.depth,
            nodes: report.counters.nodes,
            evaluations: report.counters.evaluations,
        })
    }

    fn reset(&mut self) {
        self.engine.clear();
    }
}

/// The time for one move on a clock: as if thirty were still to come, and most
/// of the increment; always some way from the end.
fn share(clocks: Clocks, player: usize) -> Duration {
    let left = clocks.left[player];
    let wanted = left / 30 + clocks.increment.mul_f64(0.8);
    wanted.min(left.mul_f64(0.5)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_shared_out() {
        let second = Duration::from_secs(1);
        let share = |left: Duration, increment: Duration| {
            share(Clocks { left: [left, second], increment }, 0)
        };
        assert_eq!(share(60 * second, Duration::ZERO), 2 * second);
        assert_eq!(share(60 * second, second / 2), second * 24 / 10);
        assert_eq!(share(second, 10 * second), second / 2);
        assert_eq!(share(Duration::ZERO, second), Duration::from_millis(1));
    }
}
