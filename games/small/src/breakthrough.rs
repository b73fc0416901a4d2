//! Breakthrough (Dan Troyka, 2000): a race of pawns to the far side of the board.
//!
//! Each player begins with two full rows. A pawn moves one square straight or
//! diagonally ahead, and captures only diagonally. A player who reaches the last row, or
//! captures every pawn of the opponent, wins.
//!
//! There is always a legal move: the foremost pawn has a square diagonally ahead of it.
//!
//! The board is kept from the point of view of the player to move, who moves towards higher
//! bits: every rule is written only once, and after a move the board is turned around.

mod advance;
mod bits;
mod captures;
mod notation;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::{advance::Advance, captures::Captures};
use crate::svg::{self, Square};

/// What a win is worth: more than all pawns.
pub const WIN: Value = Value::new(10_000);
/// What a pawn is worth.
pub const PAWN: i32 = 100;

/// A move, by its squares from the point of view of the player who makes it: numbered from 0
/// in the left corner on the player's own side, eight to a row whatever the size of the
/// board. Written as `b2b3`, or `b2xc3` for a capture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

/// A position of Breakthrough; White moves first, up the board, and is written x.
///
/// It is written as its rows from the top and the player to move. Boards of four to
/// eight rows and columns can be read.
///
/// ```
/// use starboard_core::Game;
/// use starboard_small::Breakthrough;
///
/// let mut game = Breakthrough::default();
/// game.play(game.parse_move("b2c3")?);
/// assert_eq!(game.format(), "oooooooo/oooooooo/......../......../......../..x...../x.xxxxxx/xxxxxxxx o");
/// assert_eq!(Breakthrough::parse(&game.format())?, game);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough {
    /// The pawns of the mover, from the mover's point of view: see [`bits`].
    own: u64,
    /// The pawns of the opponent, from the mover's point of view.
    theirs: u64,
    mover: Player,
    columns: u8,
    rows: u8,
}

/// The start on the 8x8 board.
impl Default for Breakthrough {
    fn default() -> Self {
        Self::start(8, 8)
    }
}

impl Breakthrough {
    /// The start on a board of this size: two rows of pawns for each player. Both numbers
    /// are from 4 to 8.
    fn start(columns: u8, rows: u8) -> Self {
        let two = bits::board(columns, 2);
        let theirs = two << (8 * (rows - 2));
        Self { own: two, theirs, mover: Player::First, columns, rows }
    }

    fn empty(&self) -> u64 {
        bits::board(self.columns, self.rows) & !(self.own | self.theirs)
    }

    /// Whether the opponent has won.
    fn is_lost(&self) -> bool {
        self.theirs & bits::ROW != 0 || self.own == 0
    }

    /// The opponent's pawns that threaten to win with the opponent's next move.
    fn threats(&self) -> u64 {
        self.theirs & bits::ROW << 8
    }

    /// The mover's pawns that win with this move.
    fn winners(&self) -> u64 {
        self.own & bits::ROW << (8 * (self.rows - 2))
    }

    /// Converts a square between the first player's numbering and the mover's.
    fn turned(&self, square: u8) -> u8 {
        match self.mover {
            Player::First => square,
            Player::Second => (self.rows - 1 - square / 8) * 8 + square % 8,
        }
    }

    /// Whose pawn stands on a square in the first player's numbering.
    fn owner(&self, square: u8) -> Option<Player> {
        let bit = 1 << self.turned(square);
        if self.own & bit != 0 {
            Some(self.mover)
        } else if self.theirs & bit != 0 {
            Some(self.mover.other())
        } else {
            None
        }
    }

    /// Appends the moves to a set of target squares, each from the square `back` bits lower.
    fn list(mut targets: u64, back: u8, out: &mut Vec<Step>) {
        while targets != 0 {
            // The foremost target first.
            let to = 63 - targets.leading_zeros() as u8;
            out.push(Step { from: to - back, to });
            targets ^= 1 << to;
        }
    }

    /// Appends the captures.
    fn captures(&self, out: &mut Vec<Step>) {
        let [left, right] = bits::diagonals(self.own);
        Self::list(left & self.theirs, 7, out);
        Self::list(right & self.theirs, 9, out);
    }

    /// Static exchange evaluation on one square, in pawns, for the player whose turn it is to
    /// capture there with one of `own` pawns, where `theirs` pawns can recapture: either
    /// player may stop at any time.
    fn exchange(own: u32, theirs: u32) -> i32 {
        if own == 0 { 0 } else { (1 - Self::exchange(theirs, own - 1)).max(0) }
    }

    /// What a move gains or loses by captures on its target square, in pawns.
    fn gain(&self, Step { from, to }: Step) -> i32 {
        let at = 1 << to;
        let own = (bits::attackers(at) & self.own & !(1 << from)).count_ones();
        let theirs = (bits::attackers_from_above(at) & self.theirs).count_ones();
        i32::from(self.theirs & at != 0) - Self::exchange(theirs, own)
    }
}

impl Game for Breakthrough {
    type Move = Step;
    const UNIT: i32 = PAWN;
    const UNIT_NAME: &'static str = "pawns";
    /// The origin, and one of three directions.
    const MOVE_INDICES: usize = 3 * 56;
    /// The target square: all pawns are alike.
    const TARGET_INDICES: usize = 64;
    const NULL_MOVE: bool = true;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        if self.is_lost() { Node::Over(-WIN) } else { Node::Decision }
    }

    /// Captures first; within captures and quiet moves, the foremost first.
    fn moves(&self, out: &mut Vec<Step>) {
        if self.is_lost() {
            return;
        }
        self.captures(out);
        let empty = self.empty();
        let [left, right] = bits::diagonals(self.own);
        Self::list(self.own << 8 & empty, 8, out);
        Self::list(left & empty, 7, out);
        Self::list(right & empty, 9, out);
    }

    fn play(&mut self, Step { from, to }: Step) {
        let own = self.own ^ (1 << from | 1 << to);
        let theirs = self.theirs & !(1 << to);
        self.own = bits::turned(theirs, self.rows);
        self.theirs = bits::turned(own, self.rows);
        self.mover = self.mover.other();
    }

    fn key(&self) -> u64 {
        // The pawns use all bits of their words; size and mover are added to a hash of them.
        let rest = u64::from(self.columns) << 8 | u64::from(self.rows) << 1;
        let rest = mix(rest | self.mover.index() as u64);
        mix(mix(self.own).wrapping_add(rest) ^ self.theirs)
    }

    fn key_after(&self, step: Step) -> Option<u64> {
        let mut next = *self;
        next.play(step);
        Some(next.key())
    }

    fn move_index(Step { from, to }: Step) -> usize {
        3 * usize::from(from) + usize::from(to - from - 7)
    }

    fn target_index(step: Step) -> usize {
        step.to.into()
    }

    /// A capture, or a move to the last row.
    fn is_tactical(&self, Step { to, .. }: Step) -> bool {
        self.theirs >> to & 1 == 1 || to / 8 + 1 == self.rows
    }

    /// Whether the opponent threatens to win with the next move.
    fn in_check(&self) -> bool {
        self.threats() != 0
    }

    fn gives_check(&self, Step { to, .. }: Step) -> bool {
        to / 8 + 2 == self.rows
    }

    /// Exact for the captures on the target square, since all pawns are worth the same.
    fn see_at_least(&self, step: Step, least: Value) -> bool {
        PAWN * self.gain(step) >= least.raw()
    }

    /// Refused where the opponent threatens to win at once: a pass would lose.
    fn play_null(&mut self) -> bool {
        if self.in_check() {
            return false;
        }
        let (own, theirs) = (self.own, self.theirs);
        self.own = bits::turned(theirs, self.rows);
        self.theirs = bits::turned(own, self.rows);
        self.mover = self.mover.other();
        true
    }

    fn mirrored(&self) -> Option<Self> {
        Some(Self { mover: self.mover.other(), ..*self })
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn parse_move(&self, text: &str) -> Result<Step, NotationError> {
        notation::parse_move(self, text)
    }

    fn format_move(&self, step: Step) -> String {
        notation::format_move(self, step)
    }

    fn board(&self) -> String {
        notation::board(self)
    }

    fn places(&self, step: Step) -> Vec<String> {
        [step.from, step.to].map(|square| notation::named(self.turned(square))).to_vec()
    }

    fn svg(&self) -> Option<String> {
        let (rows, columns) = (self.rows.into(), self.columns.into());
        Some(svg::grid(rows, columns, |row, column| {
            let square = ((rows - 1 - row) * 8 + column) as u8;
            Square {
                stone: self.owner(square),
                marked: row == 0 || row + 1 == rows,
                place: Some(notation::named(square)),
                ..Square::default()
            }
        }))
    }
}

/// 24 positions after 8 to 31 moves of seeded random play, in which neither side is more than
/// one pawn ahead and nobody can force a win within four plies.
pub fn positions() -> Vec<Breakthrough> {
    crate::listed(include_str!("breakthrough/positions.txt"))
}

#[cfg(test)]
mod tests;
