//! Go as a game that can be searched.

use starboard_core::{Game, Node, NotationError, Player};

use crate::{Board, Go, Move};

pub(crate) use crate::board::rules::UNIT;

/// Whether a move is beside a string in atari.
pub(crate) fn is_tactical(board: &Board, m: Move) -> bool {
    let in_atari = |q| board.at(q).is_some() && board.liberty_count(q) == 1;
    m.point().is_some_and(|point| board.neighbors(point).any(in_atari))
}

impl Game for Go {
    type Move = Move;

    const UNIT: i32 = UNIT;
    const UNIT_NAME: &'static str = "points";
    /// A move is identified by its point, whatever the size of the board.
    const MOVE_INDICES: usize = Move::INDICES;
    const NULL_MOVE: bool = true;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.color().into()
    }

    fn node(&self) -> Node {
        if self.passes() >= 2 { Node::Over(self.standing()) } else { Node::Decision }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.passes() < 2 {
            self.list(out);
        }
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn past(&self) -> u64 {
        self.past_positions()
    }

    fn with_child<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.depth();
        self.make(m);
        let result = f(self);
        // Moves played on the child are undone, too.
        while self.depth() > depth {
            self.unmake();
        }
        result
    }

    fn move_index(m: Move) -> usize {
        m.index()
    }

    /// Whether the move captures, or saves one of the mover's strings from atari.
    fn is_tactical(&self, m: Move) -> bool {
        is_tactical(self.board(), m)
    }

    /// Refused after a pass, as a second one would end the game.
    fn play_null(&mut self) -> bool {
        let sensible = self.passes() == 0;
        if sensible {
            self.make_null();
        }
        sensible
    }

    fn with_null<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let depth = self.depth();
        let passes = self.play_null();
        let result = passes.then(|| f(self));
        while self.depth() > depth {
            self.unmake();
        }
        result
    }

    fn mirrored(&self) -> Option<Self> {
        self.turned()
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        crate::board::notation::read(text)
    }

    fn format(&self) -> String {
        crate::board::notation::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        crate::board::notation::read_move(self, text)
    }

    fn format_move(&self, m: Move) -> String {
        m.name(self.size())
    }

    fn board(&self) -> String {
        crate::board::notation::draw(self)
    }

    fn svg(&self) -> Option<String> {
        Some(crate::board::svg::picture(self))
    }
}
