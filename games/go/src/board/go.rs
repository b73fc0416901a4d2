//! A position of Go.

use std::fmt;

use starboard_core::{NotationError, Value, mix};

use crate::{
    Board, Color, KoRule, Move, Point, Points, Rules, Scoring, Size, Tally,
    board::history::{Entry, History},
    board::rules::UNIT,
    score,
};

/// A position of Go with the game that led to it, as far as superko needs it.
///
/// Positions are equal if their stones, ko, player to move, passes and rules are, and
/// their prisoners where these count; the moves that led there do not matter. Moves are played
/// and undone on the same board; a copy costs about as much as fifty moves.
#[derive(Clone)]
pub struct Go {
    board: Board,
    mover: Color,
    /// How many moves in a row, up to now, were passes; no more than two.
    passes: u8,
    rules: Rules,
    history: History,
}

impl Default for Go {
    fn default() -> Self {
        Self::new(Size::FULL, Rules::default())
    }
}

impl PartialEq for Go {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.mover == other.mover
            && self.passes == other.passes
            && self.rules == other.rules
            && self.prisoners() == other.prisoners()
    }
}

impl fmt::Debug for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::board::notation::write(self))
    }
}

impl Go {
    /// An empty board, Black to move.
    pub fn new(size: Size, rules: Rules) -> Self {
        Self::from_board(Board::new(size), Color::Black, rules)
    }

    /// A position with these stones and no earlier moves.
    pub fn from_board(mut board: Board, mover: Color, rules: Rules) -> Self {
        board.forget();
        let stones = board.stones(Color::Black).len() + board.stones(Color::White).len();
        let history = History::new(board.hashes(), stones, mover.other());
        Self { board, mover, passes: 0, rules, history }
    }

    /// An empty board with stones of one colour or both put on it.
    ///
    /// # Errors
    ///
    /// If a point is given to both colours, or a string would have no liberty.
    pub fn from_stones(
        size: Size,
        black: &Points,
        white: &Points,
        mover: Color,
        rules: Rules,
    ) -> Result<Self, NotationError> {
        let board = Board::from_stones(size, black, white)?;
        Ok(Self::from_board(board, mover, rules))
    }

    /// The stones.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board's size.
    #[inline]
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// The player to move.
    #[inline]
    pub const fn color(&self) -> Color {
        self.mover
    }

    /// The rules that the game is played by.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The same position under other rules.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The same position with this player to move; a ko may be retaken at once if that changes
    /// whose turn it is.
    #[must_use]
    pub fn with_mover(mut self, mover: Color) -> Self {
        if mover != self.mover {
            self.mover = mover;
            self.board.set_ko(None);
            self.history.set_first(mover.other());
        }
        self
    }

    /// The same position with its passes undone, so that the game goes on.
    #[must_use]
    pub fn resumed(self) -> Self {
        Self { passes: 0, ..self }
    }

    pub(crate) fn set_passes(&mut self, passes: u8) {
        self.passes = passes;
    }

    pub(crate) fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// How many passes in a row have just been played: at most two, as two end
    /// the game.
    #[inline]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The moves played since the position was set up, and who played them.
    pub fn moves_played(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + '_ {
        self.history.moves()
    }

    /// The stones played last, the most recent first, back to the last pass or capture: all of
    /// them are still on the board.
    pub(crate) fn last_stones(&self) -> impl Iterator<Item = (Color, Point)> + '_ {
        self.history.last_stones()
    }

    /// How many stones of each colour were captured, where prisoners count.
    pub(crate) fn prisoners(&self) -> [u32; 2] {
        match self.rules.scoring {
            Scoring::Area => [0; 2],
            Scoring::Territory => Color::BOTH.map(|color| self.board.captured(color)),
        }
    }

    /// Whether the player to move may play here.
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_possible(point) && !self.repeats(point)
    }

    /// The same, superko left aside.
    pub(crate) fn is_possible(&self, point: Point) -> bool {
        self.board.is_legal(point, self.mover) || self.is_suicide(point)
    }

    /// Whether a move here is legal suicide, which takes the mover's own stones off the board.
    #[inline]
    fn is_suicide(&self, point: Point) -> bool {
        self.rules.suicide && self.board.is_suicide_of_many(point, self.mover)
    }

    /// Whether superko forbids a move that is otherwise legal.
    #[inline]
    fn repeats(&self, point: Point) -> bool {
        let mover = match self.rules.ko {
            KoRule::Simple => return false,
            KoRule::Positional => None,
            KoRule::Situational => Some(self.mover),
        };
        if self.is_suicide(point) {
            let after = self.board.hashes_after_suicide(point, self.mover);
            return self.history.contains(after, mover);
        }
        // More stones than ever before make a new position.
        if !self.history.may_contain(self.history.stones() + 1)
            && !self.board.captures(point, self.mover)
        {
            return false;
        }
        self.history.contains(self.board.hashes_after(point, self.mover), mover)
    }

    /// Appends the legal moves, points in reading order and the pass last.
    pub(crate) fn list(&self, out: &mut Vec<Move>) {
        let empty = self.board.empty();
        // A stone with a free neighbour is no suicide and takes no ko.
        let open = empty & self.board.beside(&empty);
        for point in empty {
            let fits = open.contains(point) || self.is_possible(point);
            if fits && !self.repeats(point) {
                out.push(Move::at(point));
            }
        }
        out.push(Move::PASS);
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn make(&mut self, m: Move) {
        let step = Entry::step(Some(m), self.mover, self.passes, self.board.ko());
        let mut stones = self.history.stones();
        match m.point() {
            Some(point) => {
                debug_assert!(self.is_legal(point), "{m:?} is not legal in {self:?}");
                let captured =
                    |board: &Board| board.captured(Color::Black) + board.captured(Color::White);
                let before = captured(&self.board);
                self.put(point);
                stones = stones + 1 - (captured(&self.board) - before) as u16;
                self.passes = 0;
            }
            None => {
                self.board.set_ko(None);
                self.passes = (self.passes + 1).min(2);
            }
        }
        self.history.push(self.board.hashes(), stones, step);
        self.mover = self.mover.other();
    }

    /// Puts the mover's stone on the board.
    #[inline]
    fn put(&mut self, point: Point) {
        if self.is_suicide(point) {
            self.board.play_suicide(point, self.mover);
        } else {
            self.board.play(point, self.mover);
        }
    }

    /// Plays a move from a record, even if ko or superko forbids it or the game is over, as long
    /// as it is possible on the board.
    pub(crate) fn make_free(&mut self, m: Move) {
        let forbids = m.point().is_some_and(|point| !self.is_legal(point));
        if forbids {
            // As if the game began here.
            if let Some(point) = m.point() {
                self.put(point);
            }
            *self = Self::from_board(self.board.clone(), self.mover.other(), self.rules);
            return;
        }
        self.passes = self.passes.min(1);
        self.make(m);
    }

    /// Passes the turn to the opponent without a pass being counted.
    pub(crate) fn make_null(&mut self) {
        let step = Entry::step(None, self.mover, self.passes, self.board.ko());
        let stones = self.history.stones();
        self.board.set_ko(None);
        self.passes = 0;
        self.history.push(self.board.hashes(), stones, step);
        self.mover = self.mover.other();
    }

    /// How many positions there were so far, this one included: one more than the moves and null
    /// moves made.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.history.len()
    }

    /// Undoes the last move or null move. A copy cannot undo stones that were
    /// played before it was copied.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        let Some(entry) = self.history.pop() else { return };
        match entry.made.and_then(Move::point) {
            Some(_) => {
                let undone = self.board.undo();
                debug_assert!(undone, "what this board has played can be taken back");
            }
            None => self.board.set_ko(entry.ko),
        }
        self.mover = entry.mover;
        self.passes = entry.passes;
    }

    /// A hash of the earlier positions that superko forbids repeating; 0 if
    /// there are none, and under simple ko, which does not look at them.
    pub(crate) fn past_positions(&self) -> u64 {
        match self.rules.ko {
            KoRule::Simple => 0,
            KoRule::Positional => self.history.past(false),
            KoRule::Situational => self.history.past(true),
        }
    }

    /// A hash of everything that distinguishes positions.
    pub(crate) fn hash(&self) -> u64 {
        let Rules { komi, scoring, ko: rule, suicide } = self.rules;
        let ko = self.board.ko().map_or(0, |point| point.index() as u64 + 1);
        let turn = self.mover.index() as u64 | u64::from(self.passes) << 1 | ko << 8;
        let rule = [0, 1, 1 << 3][rule as usize];
        let allowed = rule | u64::from(suicide) << 2;
        let agreed = allowed | (scoring as u64) << 1 | (komi.raw() as u64) << 16;
        let size = (self.size().side() as u64) << 8;
        let [black, white] = self.prisoners();
        let prisoners = u64::from(black) | u64::from(white) << 32;
        mix(self.board.key() ^ mix(turn ^ mix(agreed ^ size) ^ mix(prisoners).rotate_left(7)))
    }

    /// The position with the colours exchanged.
    pub(crate) fn turned(&self) -> Option<Self> {
        let board = self.board.turned().ok()?;
        let rules = Rules { komi: self.rules.komi.turned(), ..self.rules };
        let history = self.history.turned();
        Some(Self { board, mover: self.mover.other(), passes: self.passes, rules, history })
    }

    /// Counts the board; all stones are alive except those in `dead`.
    pub fn tally(&self, dead: &Points) -> Tally {
        score(&self.board, dead, self.rules.scoring)
    }

    /// The score, komi included, from Black's point of view, in fiftieths of a point.
    pub fn score(&self, dead: &Points) -> i32 {
        self.tally(dead).lead(Color::Black) * UNIT - self.rules.komi.raw()
    }

    /// The score from the point of view of the player to move, with no stones dead.
    pub(crate) fn standing(&self) -> Value {
        let black = self.score(&Points::EMPTY);
        Value::new(if self.mover == Color::Black { black } else { -black })
    }
}
