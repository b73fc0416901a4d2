//! Moves from a search.

use starboard_core::{Game, Limits, Node, Value};
use starboard_go::{
    Go, Move, Points,
    gtp::{Choice, Clock, Mind},
};
use starboard_search::Searcher;

use starboard::Engine;

/// An engine, and how much it may look at for a move.
pub(super) struct Searching {
    engine: Engine<Go>,
    evaluations: u64,
}

impl Searching {
    pub(super) fn new(engine: Engine<Go>, evaluations: u64) -> Self {
        Self { engine, evaluations }
    }

    /// The value of a position for its mover.
    fn value(&mut self, game: &Go, limits: &Limits) -> Value {
        match game.node() {
            Node::Over(value) => value,
            _ => self.engine.run(game, limits).value,
        }
    }
}

impl Mind for Searching {
    fn choose(
        &mut self,
        game: &Go,
        clock: &Clock,
        allowed: Option<&Points>,
    ) -> Result<Choice, String> {
        let time = clock.budget(game.color(), game.size().points());
        let limits = Limits { evaluations: Some(self.evaluations), time, ..Limits::default() };
        let Some(allowed) = allowed else {
            let m = self.engine.run(game, &limits).best_move().copied();
            return Ok(Choice::Move(m.unwrap_or(Move::PASS)));
        };
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|m| m.point().is_some_and(|point| allowed.contains(point)));
        let shares = moves.len().max(1) as u64;
        // With fewer, not even every answer would have been looked at once.
        let least = game.size().points() as u64 + 1;
        let limits = Limits {
            evaluations: Some((self.evaluations / shares).max(least)),
            time: time.map(|time| time / shares as u32),
            ..Limits::default()
        };
        let mut best = None;
        for m in moves {
            let mut next = game.clone();
            next.play(m);
            let value = -self.value(&next, &limits);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, m));
            }
        }
        Ok(Choice::Move(best.map_or(Move::PASS, |(_, m)| m)))
    }

    fn forget(&mut self) {
        self.engine.clear();
    }
}
