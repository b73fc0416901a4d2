//! Othello (Goro Hasegawa, 1971): outflanked discs are flipped.
//!
//! A disc has to be placed so that it outflanks discs of the opponent: in a straight line
//! between it and another disc of one's own. All outflanked discs are flipped. A player who
//! can flip nothing passes, and when neither player can move the game is over. The result is
//! the difference in discs, empty squares counting for the winner.
//!
//! A pass is a move, and the only legal one where it is allowed. Null moves are refused: in
//! Othello a pass would often be best (zugzwang).

mod bits;
mod mobility;
mod notation;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::mobility::Mobility;
use crate::svg::{self, Square};

/// What a disc is worth.
pub const DISC: i32 = 100;

/// A disc is placed on a square, or the turn is passed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// A square, from 0 at a1 in the upper left corner, eight to a row whatever the
    /// size of the board; written as column and row, `d3`.
    At(u8),
    /// A pass, where no move flips a disc; written `pass`.
    Pass,
}

/// A position of Othello; Black moves first and is written x.
///
/// It is written as its rows from the top and the player to move, and read from that,
/// from the moves since the start, or from 64 squares and the player to move. Rows of
/// four or six squares stand for smaller boards.
///
/// ```
/// use starboard_core::Game;
/// use starboard_small::Othello;
///
/// let game = Othello::parse("f5d6")?;
/// assert_eq!(game.format(), "......../......../......../...ox.../...oxx../...o..../......../........ x");
/// assert_eq!(Othello::parse(&game.format())?, game);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    /// The discs of each player; see [`bits`] for which bit is which square.
    discs: [u64; 2],
    /// The legal moves of the mover: implied by the other fields, but kept, since a search
    /// needs them several times.
    open: u64,
    mover: Player,
    /// The side of the board in squares: 4, 6 or 8.
    side: u8,
}

/// The start on the 8x8 board.
impl Default for Othello {
    fn default() -> Self {
        Self::start(8)
    }
}

impl Othello {
    /// The start, with two discs of each player in the middle; `side` is 4, 6 or 8.
    fn start(side: u8) -> Self {
        let (low, high) = (side / 2 - 1, side / 2);
        let bit = |row: u8, column: u8| 1 << (8 * row + column);
        let black = bit(low, high) | bit(high, low);
        let white = bit(low, low) | bit(high, high);
        Self::of([black, white], Player::First, side)
    }

    fn of(discs: [u64; 2], mover: Player, side: u8) -> Self {
        let mut game = Self { discs, open: 0, mover, side };
        let (own, theirs) = game.sides();
        game.open = bits::moves(own, theirs, game.empty());
        game
    }

    /// The discs of the mover and of the opponent.
    fn sides(&self) -> (u64, u64) {
        let i = self.mover.index();
        (self.discs[i], self.discs[1 - i])
    }

    fn filled(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    fn empty(&self) -> u64 {
        bits::board(self.side) & !self.filled()
    }

    /// The moves that the opponent would have if it were the opponent's turn.
    fn open_to_them(&self) -> u64 {
        let (own, theirs) = self.sides();
        bits::moves(theirs, own, self.empty())
    }

    /// By how many discs the mover is ahead, empty squares counting for the winner.
    fn lead(&self) -> i32 {
        let (own, theirs) = self.sides();
        let lead = own.count_ones() as i32 - theirs.count_ones() as i32;
        lead + lead.signum() * self.empty().count_ones() as i32
    }

    fn owner(&self, square: u8) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|player| self.discs[player.index()] >> square & 1 == 1)
    }
}

impl Game for Othello {
    type Move = Play;
    const UNIT: i32 = DISC;
    const UNIT_NAME: &'static str = "discs";
    const MOVE_INDICES: usize = 65;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        if self.open == 0 && self.open_to_them() == 0 {
            Node::Over(Value::new(DISC * self.lead()))
        } else {
            Node::Decision
        }
    }

    /// Corners first; last the X-squares, which may give a corner away.
    fn moves(&self, out: &mut Vec<Play>) {
        if self.open == 0 {
            if self.open_to_them() != 0 {
                out.push(Play::Pass);
            }
            return;
        }
        let (corners, beside) = (bits::corners(self.side), bits::beside_corners(self.side));
        for set in [corners, !corners & !beside, beside] {
            let mut rest = self.open & set;
            while rest != 0 {
                out.push(Play::At(rest.trailing_zeros() as u8));
                rest &= rest - 1;
            }
        }
    }

    fn play(&mut self, play: Play) {
        let (mut own, mut theirs) = self.sides();
        if let Play::At(square) = play {
            let at = 1 << square;
            let turned = bits::turned(at, own, theirs);
            (own, theirs) = (own | turned | at, theirs & !turned);
        }
        self.mover = self.mover.other();
        let i = self.mover.index();
        (self.discs[i], self.discs[1 - i]) = (theirs, own);
        self.open = bits::moves(theirs, own, self.empty());
    }

    fn key(&self) -> u64 {
        // The discs use all bits of their words; size and mover are added to a hash of them.
        let rest = u64::from(self.side) << 1 | self.mover.index() as u64;
        mix(mix(self.discs[0]).wrapping_add(mix(rest)) ^ self.discs[1])
    }

    fn move_index(play: Play) -> usize {
        match play {
            Play::At(square) => usize::from(square),
            Play::Pass => 64,
        }
    }

    fn mirrored(&self) -> Option<Self> {
        let [first, second] = self.discs;
        Some(Self { discs: [second, first], mover: self.mover.other(), ..*self })
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn parse_move(&self, text: &str) -> Result<Play, NotationError> {
        notation::parse_move(self, text)
    }

    fn format_move(&self, play: Play) -> String {
        notation::format_move(play)
    }

    fn board(&self) -> String {
        notation::board(self)
    }

    fn svg(&self) -> Option<String> {
        let side = usize::from(self.side);
        Some(svg::grid(side, side, |row, column| {
            let square = (8 * row + column) as u8;
            Square {
                stone: self.owner(square),
                marked: self.open >> square & 1 == 1,
                place: Some(svg::named(row, column)),
                ..Square::default()
            }
        }))
    }
}

/// 24 positions after 10 to 33 moves of seeded random play, in which both
/// players have several moves and neither has a corner.
pub fn positions() -> Vec<Othello> {
    crate::listed(include_str!("othello/positions.txt"))
}

#[cfg(test)]
mod tests;
