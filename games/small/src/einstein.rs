//! EinStein würfelt nicht! (Ingo Althöfer, 2004): a race across a small board,
//! where a die names the stone that has to move.
//!
//! On a 5x5 board, either side has six numbered stones in its corner. The player to move
//! rolls a die and moves the stone of that number, or if it is gone the next higher or the
//! next lower one that is left, one step towards the opposite corner: ahead, sideways or
//! diagonally. Any stone on the target square is captured, even one's own. A player who
//! reaches the opposite corner or captures all of the opponent's stones wins.

mod notation;
mod race;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::race::Race;
use crate::svg::{self, Square};

/// The side of the board.
const SIDE: u8 = 5;
/// The number of stones per side, and of faces of the die.
const STONES: u8 = 6;
/// The corner to reach, in the numbering of the player who has to reach it.
const GOAL: u8 = SIDE * SIDE - 1;
/// In place of a square, for a stone that was captured.
const GONE: u8 = SIDE * SIDE;

/// What a win is worth.
pub const WIN: Value = Value::new(10_000);

/// A position of EinStein würfelt nicht!
///
/// The first player starts at the top left, the second at the bottom right.
///
/// ```
/// use starboard_core::{Game, Node};
/// use starboard_small::Einstein;
///
/// let mut game = Einstein::default();
/// assert_eq!(game.format(), "123../45.../6...F/...ED/..CBA first ?");
/// game.play(game.parse_move("3")?);
/// game.play(game.parse_move("3-d4")?);
/// assert_eq!(game.format(), "12.../45.3./6...F/...ED/..CBA second ?");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Einstein {
    /// Where each stone stands: squares row by row from the corner where its
    /// owner started, so that both move towards [`GOAL`].
    stones: [[u8; STONES as usize]; 2],
    mover: Player,
    /// The stone that was rolled, from 0.
    rolled: Option<u8>,
}

/// A roll, or a step of a stone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// The die shows the number of this stone, from 0; written from 1.
    Roll(u8),
    /// A stone moves; written as its number and the square it goes to, `3-d4`.
    Step {
        /// The stone, from 0.
        stone: u8,
        /// The direction.
        way: Way,
    },
}

/// A direction, as seen from the corner where a player started.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Towards the goal both ways at once.
    Diagonal,
    /// Along the row.
    Along,
    /// Along the column.
    Ahead,
}

impl Way {
    const ALL: [Self; 3] = [Self::Diagonal, Self::Along, Self::Ahead];

    /// The square one step from `square` in this direction, if it is on the board.
    const fn from(self, square: u8) -> Option<u8> {
        let (along, ahead) = (square % SIDE + 1 < SIDE, square / SIDE + 1 < SIDE);
        match self {
            Self::Diagonal if along && ahead => Some(square + SIDE + 1),
            Self::Along if along => Some(square + 1),
            Self::Ahead if ahead => Some(square + SIDE),
            _ => None,
        }
    }
}

/// The stones in reading order from the corner: an arrangement of our choice, since the
/// rules let the players arrange their stones freely.
impl Default for Einstein {
    fn default() -> Self {
        let stones = [[0, 1, 2, SIDE, SIDE + 1, 2 * SIDE]; 2];
        Self { stones, mover: Player::First, rolled: None }
    }
}

impl Einstein {
    /// A start with the first player to roll and the stones arranged as given: their numbers,
    /// from 1, in reading order from each player's corner.
    ///
    /// # Errors
    ///
    /// If an arrangement does not name every stone exactly once.
    pub fn arranged(first: [u8; 6], second: [u8; 6]) -> Result<Self, NotationError> {
        let mut game = Self::default();
        let corner = game.stones[0];
        for (side, numbers) in game.stones.iter_mut().zip([first, second]) {
            let mut sorted = numbers;
            sorted.sort_unstable();
            if sorted != [1, 2, 3, 4, 5, 6] {
                let found = format!("{numbers:?}");
                return Err(NotationError::unexpected("the numbers 1 to 6, each once", found));
            }
            for (number, square) in numbers.into_iter().zip(corner) {
                side[usize::from(number - 1)] = square;
            }
        }
        Ok(game)
    }

    fn own(&self) -> &[u8; STONES as usize] {
        &self.stones[self.mover.index()]
    }

    fn theirs(&self) -> &[u8; STONES as usize] {
        &self.stones[self.mover.other().index()]
    }

    /// Whether the opponent of the mover has won.
    fn is_lost(&self) -> bool {
        self.theirs().contains(&GOAL) || self.own().iter().all(|&square| square == GONE)
    }

    /// The moves of the mover's stones after this roll.
    fn steps(&self, roll: u8) -> impl Iterator<Item = (Play, u8)> {
        let own = self.own();
        movable(own, roll).into_iter().flatten().flat_map(move |stone| {
            Way::ALL.into_iter().filter_map(move |way| {
                Some((Play::Step { stone, way }, way.from(own[usize::from(stone)])?))
            })
        })
    }

    /// The stone on a square, given in the first player's numbering.
    fn owner(&self, square: u8) -> Option<(Player, u8)> {
        [(Player::First, square), (Player::Second, GOAL - square)].into_iter().find_map(
            |(player, square)| {
                let stone = self.stones[player.index()].iter().position(|&s| s == square)?;
                Some((player, stone as u8))
            },
        )
    }
}

/// The name of a square, counted from the upper left corner.
fn named(square: u8) -> String {
    svg::named(usize::from(SIDE - 1 - square / SIDE), usize::from(square % SIDE))
}

/// The stones that may move after a roll: the one of that number, or if it was captured the next
/// higher and the next lower one.
fn movable(stones: &[u8; STONES as usize], roll: u8) -> [Option<u8>; 2] {
    let left = |&stone: &u8| stones[usize::from(stone)] != GONE;
    if left(&roll) {
        return [Some(roll), None];
    }
    [(roll + 1..STONES).find(left), (0..roll).rev().find(left)]
}

impl Game for Einstein {
    type Move = Play;
    const CHANCE: bool = true;
    const UNIT: i32 = WIN.raw();
    const UNIT_NAME: &'static str = "wins";
    const MOVE_INDICES: usize = 4 * STONES as usize;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        match self.rolled {
            Some(_) => Node::Decision,
            None if self.is_lost() => Node::Over(-WIN),
            None => Node::Chance,
        }
    }

    fn moves(&self, out: &mut Vec<Play>) {
        if let Some(roll) = self.rolled {
            out.extend(self.steps(roll).map(|(play, _)| play));
        }
    }

    fn chances(&self, out: &mut Vec<(Play, u32)>) {
        if self.node() == Node::Chance {
            out.extend((0..STONES).map(|roll| (Play::Roll(roll), 1)));
        }
    }

    fn play(&mut self, play: Play) {
        match play {
            Play::Roll(roll) => self.rolled = Some(roll),
            Play::Step { stone, way } => {
                let (own, theirs) = (self.mover.index(), self.mover.other().index());
                let from = self.stones[own][usize::from(stone)];
                let to = way.from(from).expect("a legal step");
                for (side, target) in [(own, to), (theirs, GOAL - to)] {
                    for square in &mut self.stones[side] {
                        if *square == target {
                            *square = GONE;
                        }
                    }
                }
                self.stones[own][usize::from(stone)] = to;
                self.mover = self.mover.other();
                self.rolled = None;
            }
        }
    }

    fn key(&self) -> u64 {
        // The squares take thirty bits per side, which leaves room for mover and roll.
        let [first, second] = self
            .stones
            .map(|stones| stones.into_iter().fold(0, |bits, square| bits << 5 | u64::from(square)));
        let roll = u64::from(self.rolled.map_or(0, |roll| roll + 1));
        mix(mix(first << 4 | roll << 1 | self.mover.index() as u64) ^ second)
    }

    /// A step into the goal corner; failing that, a capture of an opposing stone; failing
    /// that, a diagonal step that captures none of one's own stones.
    fn good_move(&self) -> Option<Play> {
        let merit = |play, to| {
            let hits = |side: &[u8], square| side.contains(&square);
            let diagonal = matches!(play, Play::Step { way: Way::Diagonal, .. });
            let advance = to / SIDE + to % SIDE;
            let spares = !hits(self.own(), to);
            (to == GOAL, hits(self.theirs(), GOAL - to), diagonal, spares, advance)
        };
        let mut best = None;
        for (play, to) in self.steps(self.rolled?) {
            let merit = merit(play, to);
            if best.is_none_or(|(_, most)| merit > most) {
                best = Some((play, merit));
            }
        }
        best.map(|(play, _)| play)
    }

    fn move_index(play: Play) -> usize {
        match play {
            Play::Roll(roll) => usize::from(roll),
            Play::Step { stone, way } => usize::from(STONES + 3 * stone) + way as usize,
        }
    }

    fn mirrored(&self) -> Option<Self> {
        let [first, second] = self.stones;
        Some(Self { stones: [second, first], mover: self.mover.other(), ..*self })
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn format_move(&self, play: Play) -> String {
        notation::format_move(self, play)
    }

    fn board(&self) -> String {
        notation::board(self)
    }

    fn places(&self, play: Play) -> Vec<String> {
        match play {
            Play::Roll(_) => vec![self.format_move(play)],
            Play::Step { stone, way } => {
                let from = self.own()[usize::from(stone)];
                let seen =
                    |square| if self.mover == Player::First { square } else { GOAL - square };
                [Some(from), way.from(from)].into_iter().flatten().map(|s| named(seen(s))).collect()
            }
        }
    }

    fn svg(&self) -> Option<String> {
        Some(svg::grid(SIDE.into(), SIDE.into(), |row, column| {
            let square = row as u8 * SIDE + column as u8;
            let owner = self.owner(square);
            let label = owner.map_or(String::new(), |(_, stone)| (stone + 1).to_string());
            Square {
                stone: owner.map(|(player, _)| player),
                label,
                marked: square == 0 || square == GOAL,
                place: Some(named(square)),
                ..Square::default()
            }
        }))
    }
}

/// 24 positions made by seeded random play; in every other one the die has been
/// rolled.
pub fn positions() -> Vec<Einstein> {
    crate::listed(include_str!("einstein/positions.txt"))
}

#[cfg(test)]
mod tests;
