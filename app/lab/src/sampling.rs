//! Samples positions to search, each from a different game.

use rand::{RngExt, seq::IndexedRandom};
use starboard::{AnyEngine, AnyGame, Position};
use starboard_core::{Limits, Node, Rng};

/// The number of plies after which a game is abandoned.
const LONGEST: usize = 400;

/// How the games are played from which positions are taken.
pub(crate) struct Walk {
    /// The limits of the engine for each of its moves.
    pub(crate) limits: Limits,
    /// One decision in this many is played at random.
    pub(crate) random: u32,
}

/// A position, and how its game went on.
pub(crate) struct Sampled {
    pub(crate) position: Position,
    /// What the first player was paid in the end, in grid points; `None` where the game was
    /// abandoned.
    pub(crate) end: Option<i32>,
}

impl Walk {
    /// One of the positions that are `wanted`, all equally likely, of one game of the engine
    /// against itself; of further games if it has none.
    pub(crate) fn sample(
        &self,
        game: &dyn AnyGame,
        engine: &mut dyn AnyEngine,
        rng: &mut Rng,
        wanted: impl Fn(&Position) -> bool,
    ) -> Sampled {
        let openings = game.openings();
        loop {
            let mut position = openings.choose(rng).cloned().unwrap_or_else(|| game.start());
            let (mut met, mut end) = (Vec::new(), None);
            for _ in 0..LONGEST {
                if wanted(&position) {
                    met.push(position.clone());
                }
                let m = match position.node() {
                    Node::Over(value) => {
                        end = Some(position.mover().for_first(value).raw());
                        break;
                    }
                    Node::Chance => {
                        let mut outcomes = Vec::new();
                        position.chances(&mut outcomes);
                        let drawn = outcomes.choose_weighted(rng, |&(_, weight)| weight);
                        Some(drawn.expect("a chance node has outcomes").0)
                    }
                    Node::Decision if rng.random_ratio(1, self.random) => {
                        let mut moves = Vec::new();
                        position.options(&mut moves);
                        moves.choose(rng).copied()
                    }
                    Node::Decision => engine.choose(&position, &self.limits),
                };
                let Some(m) = m else { break };
                position.play(m);
            }
            if let Some(position) = met.choose(rng) {
                return Sampled { position: position.clone(), end };
            }
        }
    }
}
