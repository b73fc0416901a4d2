//! The Royal Game of Ur, by the rules that Irving Finkel read from a tablet:
//! the oldest race game whose rules are known (Ur, about 2600 BC).
//!
//! Each player moves seven pieces along a path of fourteen squares, of which the fifth to the
//! twelfth are shared, and bears them off by exact rolls. Four dice show a spot or none each,
//! so that 0 to 4 come up with weights 1 4 6 4 1 of 16. A piece may not land on another of
//! its own side; it hits a piece of the opponent, which goes back to the hand; and it gains
//! another turn on a rosette: the 4th, 8th and 14th square. On the 8th it is safe. If a move
//! is possible, one has to be made; if none is, as always after a 0, the turn is passed,
//! which counts as a move.

mod race;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::race::Steps;
use crate::svg::{self, Square};

/// Pieces per player.
const PIECES: u32 = 7;
/// Squares of a player's path; a piece that goes one further is borne off.
const WAY: u8 = 14;
/// The rosettes, which give another turn; one bit per square of the path, from the first.
const ROSETTES: u16 = 1 << 3 | 1 << 7 | 1 << 13;
/// The shared squares.
const SHARED: u16 = 0xff << 4;
/// The shared square on which a piece cannot be hit.
const SAFE: u16 = 1 << 7;
/// The weight of each roll, of 16.
const WEIGHTS: [u32; 5] = [1, 4, 6, 4, 1];

/// What a win is worth.
pub const WIN: Value = Value::new(10_000);

/// A position of the Royal Game of Ur.
///
/// ```
/// use starboard_core::{Game, Player};
/// use starboard_small::Ur;
///
/// let mut game = Ur::default();
/// for text in ["4", "0-4", "2"] {
///     game.play(game.parse_move(text)?);
/// }
/// assert_eq!((game.mover(), &*game.format()), (Player::First, "x...--../......../....--.. 6 7 first 2"));
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ur {
    /// The squares of each player's path that hold a piece, one bit per square.
    squares: [u16; 2],
    /// Pieces that have yet to enter.
    hand: [u8; 2],
    mover: Player,
    rolled: Option<u8>,
}

/// A roll, or the move made with it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// A roll: how many dice show a spot.
    Roll(u8),
    /// The piece on this square of the path moves, 0 standing for the hand; written
    /// as `0-4`, as `6-8x` where it hits a piece, or as `13-off`.
    From(u8),
    /// No piece can move; written `pass`.
    Pass,
}

impl Default for Ur {
    fn default() -> Self {
        let hand = [PIECES as u8; 2];
        Self { squares: [0; 2], hand, mover: Player::First, rolled: None }
    }
}

/// The bit of a square of the path, counted from 1.
const fn bit(square: u8) -> u16 {
    1 << (square - 1)
}

/// The square of a player's path, counted from 1, at a row and a column of the board.
fn square(row: usize, column: usize) -> Option<u8> {
    match (row, column as u8) {
        (1, column @ 0..8) => Some(5 + column),
        (0 | 2, column @ 0..4) => Some(4 - column),
        (0 | 2, column @ 6..8) => Some(20 - column),
        _ => None,
    }
}

impl Ur {
    fn own(&self) -> u16 {
        self.squares[self.mover.index()]
    }

    fn theirs(&self) -> u16 {
        self.squares[self.mover.other().index()]
    }

    /// Whether a player has borne off all pieces.
    fn is_home(&self, player: usize) -> bool {
        self.squares[player] == 0 && self.hand[player] == 0
    }

    /// The squares from which a piece can move, the foremost first.
    fn sources(&self, roll: u8) -> impl Iterator<Item = u8> {
        let (own, theirs, hand) = (self.own(), self.theirs(), self.hand[self.mover.index()]);
        (0..=WAY).rev().filter(move |&from| {
            let there = if from == 0 { hand > 0 } else { own & bit(from) != 0 };
            there
                && roll > 0
                && match from + roll {
                    to @ 1..=WAY => own & bit(to) == 0 && theirs & SAFE & bit(to) == 0,
                    to => to == WAY + 1,
                }
        })
    }

    /// Whether a piece of the mover that lands there hits one of the opponent.
    fn hits(&self, to: u8) -> bool {
        to <= WAY && self.theirs() & SHARED & bit(to) != 0
    }

    /// Whose piece stands on a square of the board, or `None` if there is no such square.
    /// Rows are counted from the first player's side; the middle one is shared.
    fn at(&self, row: usize, column: usize) -> Option<Option<Player>> {
        let square = square(row, column)?;
        let stands = |player: Player| self.squares[player.index()] & bit(square) != 0;
        let here = |player: Player| row == 1 || row == 2 * player.index();
        Some([Player::First, Player::Second].into_iter().find(|&p| here(p) && stands(p)))
    }

    fn rows(&self) -> String {
        let letter = |row, column| match self.at(row, column) {
            None => '-',
            Some(None) => '.',
            Some(Some(player)) => ['x', 'o'][player.index()],
        };
        let row = |row| (0..8).map(|column| letter(row, column)).collect::<String>();
        [0, 1, 2].map(row).join("/")
    }
}

impl Game for Ur {
    type Move = Play;
    const CHANCE: bool = true;
    const UNIT: i32 = WIN.raw();
    const UNIT_NAME: &'static str = "wins";
    const MOVE_INDICES: usize = WAY as usize + 2 + WEIGHTS.len();

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        match self.rolled {
            Some(_) => Node::Decision,
            None if self.is_home(self.mover.other().index()) => Node::Over(-WIN),
            None => Node::Chance,
        }
    }

    fn moves(&self, out: &mut Vec<Play>) {
        let Some(roll) = self.rolled else { return };
        let first = out.len();
        out.extend(self.sources(roll).map(Play::From));
        if out.len() == first {
            out.push(Play::Pass);
        }
    }

    fn chances(&self, out: &mut Vec<(Play, u32)>) {
        if self.node() == Node::Chance {
            out.extend((0..).map(Play::Roll).zip(WEIGHTS));
        }
    }

    fn play(&mut self, play: Play) {
        if let Play::Roll(roll) = play {
            self.rolled = Some(roll);
            return;
        }
        let roll = self.rolled.take().expect("a roll to play");
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let mut again = false;
        if let Play::From(from) = play {
            let to = from + roll;
            if self.hits(to) {
                self.squares[other] &= !bit(to);
                self.hand[other] += 1;
            }
            match from {
                0 => self.hand[own] -= 1,
                _ => self.squares[own] &= !bit(from),
            }
            if to <= WAY {
                self.squares[own] |= bit(to);
                again = ROSETTES & bit(to) != 0;
            }
        }
        if !again {
            self.mover = self.mover.other();
        }
    }

    fn key(&self) -> u64 {
        let [first, second] = self.squares.map(u64::from);
        let [here, there] = self.hand.map(u64::from);
        let roll = u64::from(self.rolled.map_or(7, |roll| roll));
        mix(first
            | second << 14
            | here << 28
            | there << 31
            | roll << 34
            | (self.mover.index() as u64) << 37)
    }

    /// A piece borne off; failing that a hit, then a rosette, then the foremost piece.
    fn good_move(&self) -> Option<Play> {
        let roll = self.rolled?;
        let rosette = |to: u8| to <= WAY && ROSETTES & bit(to) != 0;
        let merit = |&from: &u8| {
            let to = from + roll;
            (to > WAY, self.hits(to), rosette(to), from)
        };
        Some(self.sources(roll).max_by_key(merit).map_or(Play::Pass, Play::From))
    }

    fn move_index(play: Play) -> usize {
        match play {
            Play::From(from) => from.into(),
            Play::Pass => usize::from(WAY) + 1,
            Play::Roll(roll) => usize::from(WAY + 2 + roll),
        }
    }

    fn mirrored(&self) -> Option<Self> {
        let ([a, b], [x, y]) = (self.squares, self.hand);
        Some(Self { squares: [b, a], hand: [y, x], mover: self.mover.other(), ..*self })
    }

    /// Reads the rows from the first player's side, `-` where there is no square;
    /// the number of pieces in either hand; the player to move; and the roll, `?` before
    /// it, `-` when the game is over.
    fn parse(text: &str) -> Result<Self, NotationError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let wrong = |expected| NotationError::unexpected(expected, text);
        let [rows, first, second, mover, roll] = words[..] else {
            return Err(wrong("three rows, two hands, first or second, and a roll, ? or -"));
        };
        let mut game = Self::default();
        for (row, letters) in rows.split('/').enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                let at = square(row, column).map_or(0, bit);
                game.squares[0] |= if letter == 'x' { at } else { 0 };
                game.squares[1] |= if letter == 'o' { at } else { 0 };
            }
        }
        game.hand = [first, second].map(|hand| hand.parse().unwrap_or(u8::MAX));
        let all = |player: usize| game.squares[player].count_ones() + u32::from(game.hand[player]);
        if all(0).max(all(1)) > PIECES {
            return Err(wrong("no more than seven pieces a player in all"));
        }
        game.mover = if mover == "second" { Player::Second } else { Player::First };
        game.rolled = roll.parse().ok().filter(|&roll| roll <= 4);
        let [own, other] =
            [game.mover, game.mover.other()].map(|player| game.is_home(player.index()));
        if own || other && game.rolled.is_some() {
            return Err(NotationError::impossible(
                "the player to move, or to have rolled, is done",
            ));
        }
        // Anything else that is wrong shows as a difference from what `format` writes.
        let expected = "x, o and . on the squares of either, first or second to move, and a roll \
                        of 0 to 4, ? before it or - after the end";
        if game.format() == words.join(" ") { Ok(game) } else { Err(wrong(expected)) }
    }

    fn format(&self) -> String {
        let ([first, second], mover) = (self.hand, self.mover);
        let roll = match (self.rolled, self.node()) {
            (Some(roll), _) => roll.to_string(),
            (None, Node::Over(_)) => "-".to_owned(),
            (None, _) => "?".to_owned(),
        };
        format!("{} {first} {second} {mover} {roll}", self.rows())
    }

    fn format_move(&self, play: Play) -> String {
        match (play, self.rolled) {
            (Play::Roll(roll), _) => roll.to_string(),
            (Play::Pass, _) => "pass".to_owned(),
            (Play::From(from), Some(roll)) if from + roll > WAY => format!("{from}-off"),
            (Play::From(from), Some(roll)) => {
                let to = from + roll;
                format!("{from}-{to}{}", if self.hits(to) { "x" } else { "" })
            }
            (Play::From(from), None) => format!("{from}"),
        }
    }

    fn board(&self) -> String {
        let rows = self.rows().replace('-', " ").replace('/', "\n");
        let squares: String = rows.chars().flat_map(|c| [c, ' ']).collect();
        let [x, o] = self.hand;
        let roll = self.rolled.map_or("to roll".to_owned(), |roll| format!("rolled {roll}"));
        let mover = ["x", "o"][self.mover.index()];
        format!("{}\nin hand: x {x}, o {o}; {mover} {roll}\n", squares.replace("\n ", "\n"))
    }

    /// The squares that a piece moves from and to; only one of them where the other is off the
    /// board.
    fn places(&self, play: Play) -> Vec<String> {
        let (Play::From(from), Some(roll)) = (play, self.rolled) else {
            return vec![self.format_move(play)];
        };
        let rows = [2 * self.mover.index(), 1];
        let cells = rows.into_iter().flat_map(|row| (0..8).map(move |column| (row, column)));
        let place = |way| cells.clone().find(|&(row, column)| square(row, column) == Some(way));
        let places = [from, from + roll].into_iter().filter_map(place);
        places.map(|(row, column)| svg::named(row, column)).collect()
    }

    fn svg(&self) -> Option<String> {
        Some(svg::grid(3, 8, |row, column| {
            let here = self.at(row, column);
            let marked = matches!((row, column), (0 | 2, 0 | 6) | (1, 3));
            let place = Some(svg::named(row, column));
            let (stone, absent) = (here.flatten(), here.is_none());
            Square { stone, marked, absent, place, ..Square::default() }
        }))
    }
}

/// 24 positions made by seeded random play; in every other one the dice have been rolled.
pub fn positions() -> Vec<Ur> {
    crate::listed(include_str!("ur/positions.txt"))
}

#[cfg(test)]
mod tests;
