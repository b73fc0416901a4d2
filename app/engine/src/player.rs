//! Who plays: the boundary between a game and whoever decides on its moves.

use std::time::Duration;

use starboard_core::{Instant, Limits, Node, StoppedBy};

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
    /// What is left to the first and to the second player.
    pub left: [Duration; 2],
    /// What a player gets back after each move.
    pub increment: Duration,
}

/// What there is to decide.
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
    /// Nobody waits longer for an answer.
    pub deadline: Instant,
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
    /// What the position is worth to the player, in units of the game; only of
    /// engines that measure in them.
    pub value: Option<f64>,
    /// The depth completed, as the player counts.
    pub depth: u32,
    /// Positions visited, as far as the player says.
    pub nodes: u64,
    /// Positions evaluated, as far as the player says.
    pub evaluations: u64,
}

impl Decision {
    /// A decision of which nothing else is known.
    pub fn of(answer: Answer) -> Self {
        Self { answer, value: None, depth: 0, nodes: 0, evaluations: 0 }
    }
}

/// A player of one game after another.
pub trait MatchPlayer {
    /// A game begins at `start`; nothing of earlier games may be remembered.
    ///
    /// # Errors
    ///
    /// If the player cannot play from there.
    fn begin(&mut self, start: &Position) -> Result<(), Fault>;

    /// Decides.
    ///
    /// # Errors
    ///
    /// What the player did wrong, by which the game is lost.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault>;

    /// The player has committed a fault: whatever is left is done away with.
    fn reset(&mut self);
}

/// An engine of Starboard.
pub struct EnginePlayer(Box<dyn AnyEngine>);

impl EnginePlayer {
    /// A player who plays what this engine decides.
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        Self(engine)
    }
}

impl MatchPlayer for EnginePlayer {
    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        self.0.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let mut limits = turn.limits.clone();
        if let Some(clocks) = turn.clocks {
            let share = share(clocks, turn.game.mover().index());
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        let report = self.0.run(turn.game, &limits);
        if report.stopped_by == StoppedBy::ChanceChain {
            return Err(Fault::Rules(turn.game.chance_chain_below().to_string()));
        }
        let best = report.best_move().copied();
        // A search that only looked at the root prefers no move.
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
            value: Some(turn.game.units(report.value)),
            depth: report.depth,
            nodes: report.counters.nodes,
            evaluations: report.counters.evaluations,
        })
    }

    fn reset(&mut self) {
        self.0.clear();
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
