//! A position in which only candidates are considered.

use std::sync::Arc;

use starboard_core::{Game, Heuristic, Node, NodeInfo, NotationError, Player, Value};

use crate::{Go, Judge, Move};

/// A position whose moves are the candidates given, in their order; positions
/// after these have all their moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    game: Go,
    moves: Arc<[Move]>,
    /// How many moves had been made where the choice is.
    at: usize,
}

impl Choice {
    /// The choice among these moves, which must be legal and at least one.
    pub fn new(game: Go, moves: Arc<[Move]>) -> Self {
        let at = game.depth();
        Self { game, moves, at }
    }

    /// The position.
    pub const fn game(&self) -> &Go {
        &self.game
    }
}

impl Game for Choice {
    type Move = Move;

    const UNIT: i32 = Go::UNIT;
    const UNIT_NAME: &'static str = Go::UNIT_NAME;
    const MOVE_INDICES: usize = Go::MOVE_INDICES;
    const ALTERNATES: bool = Go::ALTERNATES;

    fn mover(&self) -> Player {
        self.game.mover()
    }

    fn node(&self) -> Node {
        self.game.node()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.game.depth() == self.at {
            out.extend_from_slice(&self.moves);
        } else {
            self.game.moves(out);
        }
    }

    fn play(&mut self, m: Move) {
        self.game.play(m);
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn with_child<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.game.depth();
        self.game.make(m);
        let result = f(self);
        while self.game.depth() > depth {
            self.game.unmake();
        }
        result
    }

    fn move_index(m: Move) -> usize {
        Go::move_index(m)
    }

    fn is_tactical(&self, m: Move) -> bool {
        self.game.is_tactical(m)
    }

    fn format(&self) -> String {
        self.game.format()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        self.game.parse_move(text)
    }

    fn format_move(&self, m: Move) -> String {
        self.game.format_move(m)
    }
}

impl starboard_core::Evaluator<Choice> for Judge {
    fn evaluate(&mut self, choice: &Choice) -> Value {
        self.evaluate(&choice.game)
    }

    fn bounds(&self, choice: &Choice) -> starboard_core::Bounds {
        let bounds = self.bounds(&choice.game);
        // Bonuses are added to evaluations.
        let more = Value::new(crate::game::UNIT * 1000);
        starboard_core::Bounds { low: bounds.low - more, high: bounds.high + more }
    }
}

/// Orderings that know Go, for the moves of a choice.
#[derive(Clone, Default)]
pub(super) struct Orders(pub(super) Vec<Box<dyn Heuristic<Go>>>);

/// The same node, seen as one of Go.
fn node<'a>(node: &NodeInfo<'a, Choice>) -> NodeInfo<'a, Go> {
    let NodeInfo { game, ply, depth, window, last } = *node;
    NodeInfo { game: game.game(), ply, depth, window, last }
}

impl Heuristic<Choice> for Orders {
    fn score(&mut self, at: &NodeInfo<'_, Choice>, moves: &[Move], scores: &mut [i32]) {
        self.0.score(&node(at), moves, scores);
    }

    fn refuted(&mut self, at: &NodeInfo<'_, Choice>, tried: &[Move], cut: Move) {
        self.0.refuted(&node(at), tried, cut);
    }

    fn new_iteration(&mut self) {
        self.0.new_iteration();
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn is_active(&self) -> bool {
        self.0.is_active()
    }
}
