//! Connect Four: four in a row on an upright board of seven columns and six rows, into
//! which stones are dropped.
//!
//! Two words of bits hold a position, so that playing, testing for four in a
//! row and finding every threat on the board take a few shifts each.

mod bits;
mod features;
mod notation;
mod tactics;
mod threats;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub(crate) use self::features::network;
pub use self::{features::Stones, tactics::Tactics, threats::Threats};
use crate::svg::{self, Square};

/// How many columns the board has.
pub const COLUMNS: usize = 7;
/// How many stones a column takes.
pub const ROWS: usize = 6;

/// What a win is worth, before a grid point is subtracted for each stone on the board:
/// quicker wins are worth more, and slower losses less bad. A win in the shortest game, of
/// seven stones, is worth 993; one by the last stone 958.
pub const WIN: i32 = 1000;

/// A column, from 0 on the left; written 1 to 7.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(crate) u8);

/// The columns in the order in which they are tried: the middle first, since
/// most lines of four run through it.
pub const CENTRE_FIRST: [Column; COLUMNS] =
    [Column(3), Column(2), Column(4), Column(1), Column(5), Column(0), Column(6)];

/// A position of Connect Four; x moves first.
///
/// It is written as its rows from the top and the player to move, and read
/// from that or from the columns played since the start.
///
/// ```
/// use starboard_core::Game;
/// use starboard_small::ConnectFour;
///
/// let game = ConnectFour::parse("44453")?;
/// assert_eq!(game.format(), "......./......./......./...x.../...o.../..xxo.. o");
/// assert_eq!(ConnectFour::parse(&game.format())?, game);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    /// The stones of each player; see [`bits`] for which bit is which square.
    stones: [u64; 2],
    mover: Player,
}

impl ConnectFour {
    /// How many stones have been played.
    pub fn played(&self) -> u32 {
        self.filled().count_ones()
    }

    fn filled(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The stones of the mover and of the opponent.
    fn sides(&self) -> (u64, u64) {
        let i = self.mover.index();
        (self.stones[i], self.stones[1 - i])
    }

    /// The squares on which a stone can land.
    fn landings(&self) -> u64 {
        bits::landings(self.filled())
    }

    /// The squares on which the mover wins at once.
    fn wins_now(&self) -> u64 {
        bits::completing(self.sides().0) & self.landings()
    }

    /// The squares on which the opponent would win at once if it were the opponent's turn.
    fn must_block(&self) -> u64 {
        bits::completing(self.sides().1) & self.landings()
    }

    fn owner(&self, column: usize, row: usize) -> Option<Player> {
        let square = bits::square(column, row);
        [Player::First, Player::Second].into_iter().find(|p| self.stones[p.index()] & square != 0)
    }
}

impl Game for ConnectFour {
    type Move = Column;
    const UNIT: i32 = WIN;
    const UNIT_NAME: &'static str = "wins";
    const MOVE_INDICES: usize = COLUMNS;
    const NULL_MOVE: bool = true;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        if bits::has_four(self.sides().1) {
            Node::Over(Value::new(self.played() as i32 - WIN))
        } else if self.filled() == bits::BOARD {
            Node::Over(Value::ZERO)
        } else {
            Node::Decision
        }
    }

    fn moves(&self, out: &mut Vec<Column>) {
        if bits::has_four(self.sides().1) {
            return;
        }
        // Written whether open or not, and counted if open: no branch to predict.
        let (landings, mut open, mut count) = (self.landings(), CENTRE_FIRST, 0);
        for column in CENTRE_FIRST {
            open[count] = column;
            count += usize::from(landings & bits::column(column) != 0);
        }
        out.extend(&open[..count]);
    }

    fn play(&mut self, column: Column) {
        self.stones[self.mover.index()] |= self.landings() & bits::column(column);
        self.mover = self.mover.other();
    }

    fn key(&self) -> u64 {
        // In each column, the stones of x as bits below a 1 that marks its height: 49 bits
        // that are unique for each board, after John Tromp.
        let board = self.stones[0] + self.filled() + bits::BOTTOM;
        mix(board << 1 | self.mover.index() as u64)
    }

    fn key_after(&self, column: Column) -> Option<u64> {
        let mut next = *self;
        next.play(column);
        Some(next.key())
    }

    fn good_move(&self) -> Option<Column> {
        let landings = self.landings();
        let squares = [self.wins_now(), self.must_block(), landings];
        let squares = squares.into_iter().find(|&squares| squares != 0)?;
        CENTRE_FIRST.into_iter().find(|&column| squares & bits::column(column) != 0)
    }

    fn move_index(column: Column) -> usize {
        usize::from(column.0)
    }

    /// Refused where the opponent threatens to win at once: a pass would lose.
    fn play_null(&mut self) -> bool {
        let sensible = self.must_block() == 0;
        if sensible {
            self.mover = self.mover.other();
        }
        sensible
    }

    fn mirrored(&self) -> Option<Self> {
        let [first, second] = self.stones;
        Some(Self { stones: [second, first], mover: self.mover.other() })
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn format_move(&self, column: Column) -> String {
        (column.0 + 1).to_string()
    }

    fn board(&self) -> String {
        notation::board(self)
    }

    fn svg(&self) -> Option<String> {
        Some(svg::numbered(ROWS, COLUMNS, |row, column| {
            let stone = self.owner(column, ROWS - 1 - row);
            Square { place: Some((column + 1).to_string()), ..stone.into() }
        }))
    }
}

/// 24 positions after 8 to 20 stones of seeded random play, in which
/// nobody can force a win within four plies.
pub fn positions() -> Vec<ConnectFour> {
    crate::listed(include_str!("connect_four/positions.txt"))
}

#[cfg(test)]
mod tests;
