//! Dice, the game on which *-Minimax was measured: `k` in a row on an `m` by `m` board,
//! where a die names the line to play in.
//!
//! After Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search" (2004).
//! Before each turn a die with `m` sides is rolled: the first player must place
//! a stone in the column that it names, the second in the row. A full board is a
//! draw. Full lines are never rolled here: the die is uniform over the others.

mod evaluate;
mod lines;
mod notation;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::evaluate::OpenRuns;
use self::lines::Shape;
use crate::svg::{self, Square};

/// The side of the largest board.
pub const LARGEST: u8 = 11;

/// What a win is worth.
pub const WIN: Value = Value::new(10_000);

/// A position of Dice; x moves first.
///
/// ```
/// use starboard_core::{Game, Node};
/// use starboard_small::Dice;
///
/// let mut game = Dice::new(3, 3);
/// assert_eq!(game.node(), Node::Chance);
/// game.play(game.parse_move("2")?);
/// game.play(game.parse_move("b3")?);
/// assert_eq!(game.format(), "3 3 .x./.../... o ?");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// The stones of each player, a bit per square, row by row from the bottom left.
    stones: [u128; 2],
    mover: Player,
    shape: Shape,
    phase: Phase,
}

/// What happens next.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Roll,
    /// A stone has to be placed in this line: a column for the first player, a row for the
    /// second.
    Place(u8),
    /// The opponent of the mover has won.
    Lost,
    Drawn,
}

/// A roll, or the placing of a stone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// The die names this line, from 0; written from 1.
    Roll(u8),
    /// A stone is placed on this square, counted from 0 row by row from the
    /// bottom left; written as column and row, `b3`.
    Place(u8),
}

impl Dice {
    /// The start on an empty `m` by `m` board, on which `k` in a row win.
    ///
    /// # Panics
    ///
    /// Unless `2 <= k <= m <= 11`.
    pub fn new(m: u8, k: u8) -> Self {
        assert!(2 <= k && k <= m && m <= LARGEST, "no game of {k} in a row on {m} times {m}");
        let shape = Shape { m, k };
        Self { stones: [0; 2], mover: Player::First, shape, phase: Phase::Roll }
    }

    /// The side of the board: `m`.
    pub fn size(&self) -> u8 {
        self.shape.m
    }

    /// How many in a row win: `k`.
    pub fn goal(&self) -> u8 {
        self.shape.k
    }

    /// The stones of the mover and of the opponent.
    fn sides(&self) -> (u128, u128) {
        let i = self.mover.index();
        (self.stones[i], self.stones[1 - i])
    }

    fn empty(&self) -> u128 {
        self.shape.board() & !(self.stones[0] | self.stones[1])
    }

    /// The squares of the line that the mover would have to play in.
    fn line(&self, roll: u8) -> u128 {
        match self.mover {
            Player::First => self.shape.column(roll),
            Player::Second => self.shape.row(roll),
        }
    }

    /// Where the mover may place a stone; empty before the roll.
    fn targets(&self) -> u128 {
        match self.phase {
            Phase::Place(roll) => self.line(roll) & self.empty(),
            _ => 0,
        }
    }

    /// The phase as determined by the stones alone: before the roll, or over.
    fn settled(&self) -> Phase {
        if self.shape.has_run(self.sides().1) {
            Phase::Lost
        } else if self.empty() == 0 {
            Phase::Drawn
        } else {
            Phase::Roll
        }
    }

    fn owner(&self, square: u8) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|p| self.stones[p.index()] >> square & 1 == 1)
    }
}

/// The numbers of the bits, lowest first.
fn each(mut bits: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

impl Game for Dice {
    type Move = Play;
    const CHANCE: bool = true;
    const UNIT: i32 = WIN.raw();
    const UNIT_NAME: &'static str = "wins";
    const MOVE_INDICES: usize = (LARGEST as usize + 1) * LARGEST as usize;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        match self.phase {
            Phase::Roll => Node::Chance,
            Phase::Place(_) => Node::Decision,
            Phase::Lost => Node::Over(-WIN),
            Phase::Drawn => Node::Over(Value::ZERO),
        }
    }

    fn moves(&self, out: &mut Vec<Play>) {
        out.extend(each(self.targets()).map(Play::Place));
    }

    fn chances(&self, out: &mut Vec<(Play, u32)>) {
        if self.phase == Phase::Roll {
            let empty = self.empty();
            let open = (0..self.shape.m).filter(|&roll| self.line(roll) & empty != 0);
            out.extend(open.map(|roll| (Play::Roll(roll), 1)));
        }
    }

    fn play(&mut self, play: Play) {
        match play {
            Play::Roll(roll) => self.phase = Phase::Place(roll),
            Play::Place(square) => {
                self.stones[self.mover.index()] |= 1 << square;
                self.mover = self.mover.other();
                self.phase = self.settled();
            }
        }
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Place(roll) => u64::from(roll),
            Phase::Roll => 0xff,
            Phase::Lost => 0xfe,
            Phase::Drawn => 0xfd,
        };
        let Shape { m, k } = self.shape;
        let rest = phase << 24 | u64::from(m) << 16 | u64::from(k) << 8 | self.mover.index() as u64;
        let words = self.stones.map(|stones| [stones as u64, (stones >> 64) as u64]);
        words.as_flattened().iter().fold(mix(rest), |key, &word| mix(key ^ word))
    }

    /// A square that wins; failing that, one on which the opponent would win; failing that,
    /// the one on the most runs that are open to either.
    fn good_move(&self) -> Option<Play> {
        let targets = self.targets();
        let (own, theirs) = self.sides();
        for stones in [own, theirs] {
            let urgent = self.shape.completing(stones) & targets;
            if urgent != 0 {
                return each(urgent).next().map(Play::Place);
            }
        }
        let open = [self.shape.open(own), self.shape.open(theirs)];
        let lines = |square| open.iter().map(|open| self.shape.through(open, square)).sum::<u32>();
        // Of equals, the first in move order.
        each(targets).max_by_key(|&square| (lines(square), !square)).map(Play::Place)
    }

    fn move_index(play: Play) -> usize {
        match play {
            Play::Place(square) => usize::from(square),
            Play::Roll(roll) => usize::from(LARGEST) * usize::from(LARGEST) + usize::from(roll),
        }
    }

    /// Swaps columns and rows, too, since they belong to the players.
    fn mirrored(&self) -> Option<Self> {
        let [first, second] = self.stones.map(|stones| self.shape.transposed(stones));
        Some(Self { stones: [second, first], mover: self.mover.other(), ..*self })
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn format_move(&self, play: Play) -> String {
        match play {
            Play::Roll(roll) => (roll + 1).to_string(),
            Play::Place(square) => {
                let (row, column) = (square / self.shape.m, square % self.shape.m);
                format!("{}{}", char::from(b'a' + column), row + 1)
            }
        }
    }

    fn board(&self) -> String {
        notation::board(self)
    }

    fn svg(&self) -> Option<String> {
        let (m, targets) = (usize::from(self.shape.m), self.targets());
        Some(svg::grid(m, m, |row, column| {
            let square = ((m - 1 - row) * m + column) as u8;
            let marked = targets >> square & 1 == 1;
            let place = Some(svg::named(m - 1 - row, column));
            Square { stone: self.owner(square), marked, place, ..Square::default() }
        }))
    }
}

/// 24 positions on boards of four sizes, made by seeded random play; in every
/// other one the die has been rolled.
pub fn positions() -> Vec<Dice> {
    crate::listed(include_str!("dice/positions.txt"))
}

#[cfg(test)]
mod tests;
