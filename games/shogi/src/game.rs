//! Shogi as a game that can be searched.

use starboard_core::{Game, Node, NotationError, Player, Repetition, Value};

use crate::{Kind, Move, Shogi, Square, position::MATE, see::see_at_least};

impl Game for Shogi {
    type Move = Move;

    /// One grid point is a hundredth of a pawn.
    const UNIT: i32 = 100;
    const UNIT_NAME: &'static str = "pawns";
    /// A move is identified by where it comes from and whether it promotes: two pieces of a
    /// kind may go to the same square, so the kind would not be enough.
    const MOVE_INDICES: usize = Move::INDICES;
    /// The kind of piece after the move, and its target square; one more for the declaration.
    const TARGET_INDICES: usize = Kind::ALL.len() * Square::COUNT + 1;
    const NULL_MOVE: bool = true;
    const ALTERNATES: bool = true;
    const MATE: i32 = MATE;

    fn mover(&self) -> Player {
        self.player()
    }

    fn node(&self) -> Node {
        if self.is_declared() {
            return Node::Over(Value::new(-MATE));
        }
        if let Some(value) = self.fourfold() {
            return Node::Over(value);
        }
        // A player who cannot move has lost, in check or not.
        if self.board.is_stuck() && !self.may_declare() {
            return Node::Over(Value::new(-MATE));
        }
        Node::Decision
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_declared() || self.repetitions() >= 3 {
            return;
        }
        self.board.moves(out);
        if self.may_declare() {
            out.push(Move::DECLARATION);
        }
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn key_after(&self, m: Move) -> Option<u64> {
        (m != Move::DECLARATION).then(|| self.board.key_after(m))
    }

    fn with_child<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.depth();
        self.make(m);
        let result = f(self);
        // Whatever was played on the child is taken back, too.
        while self.depth() > depth {
            self.unmake();
        }
        result
    }

    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn target_index(m: Move) -> usize {
        match (m.kind_after(), m.to()) {
            (Some(kind), Some(to)) => kind.index() * Square::COUNT + to.index(),
            _ => Self::TARGET_INDICES - 1,
        }
    }

    fn is_tactical(&self, m: Move) -> bool {
        self.wins_material(m)
    }

    fn in_check(&self) -> bool {
        self.is_in_check()
    }

    fn gives_check(&self, m: Move) -> bool {
        m != Move::DECLARATION && self.board.gives_check(m)
    }

    fn see_at_least(&self, m: Move, least: Value) -> bool {
        see_at_least(self, m, least.raw())
    }

    fn repetition(&self) -> Option<Repetition> {
        self.repeating()
    }

    fn past(&self) -> u64 {
        self.history().past()
    }

    fn play_null(&mut self) -> bool {
        if self.is_in_check() {
            return false;
        }
        self.make_pass();
        true
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
        Self::read(text)
    }

    fn format(&self) -> String {
        self.write()
    }

    fn format_move(&self, m: Move) -> String {
        m.to_string()
    }

    /// Where the piece comes from, a square or a piece in hand such as `P*`, and where it goes.
    fn places(&self, m: Move) -> Vec<String> {
        let text = m.to_string();
        match text.split_at_checked(2) {
            Some((from, to)) => vec![from.to_owned(), to.trim_end_matches('+').to_owned()],
            None => vec![text],
        }
    }

    fn board(&self) -> String {
        self.draw()
    }

    fn svg(&self) -> Option<String> {
        Some(self.picture())
    }
}
