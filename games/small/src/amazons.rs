//! The Game of the Amazons (Walter Zamkauskas, 1988): queens that leave arrows.
//!
//! A move has two parts: an amazon moves like a chess queen, and from its new square shoots
//! an arrow, which flies like a queen, too, and stays where it lands. Neither may pass or
//! land on an amazon or an arrow, and nothing is captured. A player who cannot move loses.
//! There are 2176 moves at the start, and a fifth as many on average.

mod bits;
mod notation;
mod territory;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::territory::Territory;
use crate::svg::{self, Square};

/// What a win is worth: more than any territory.
pub const WIN: Value = Value::new(20_000);
/// What a square of territory is worth.
pub const SQUARE: i32 = 100;

/// A move: an amazon moves and shoots. Squares are numbered from a1 row by row, eleven to a
/// row whatever the size of the board. Written as `d1d7/g7`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shot {
    from: u8,
    to: u8,
    arrow: u8,
}

/// A position of the Game of the Amazons; White moves first and is written x.
///
/// It is written as its rows from the top, arrows as `*`, followed by the player to move.
/// Boards of four to ten rows and columns, with any number of amazons, can be read.
///
/// ```
/// use starboard_core::Game;
/// use starboard_small::Amazons;
///
/// let mut game = Amazons::parse("..o..o/....../....../....../....../..x..x x")?;
/// game.play(game.parse_move("c1c4/a4")?);
/// assert_eq!(game.format(), "..o..o/....../*.x.../....../....../.....x o");
/// assert_eq!(Amazons::parse(&game.format())?, game);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amazons {
    /// The amazons of each player; see [`bits`] for which bit is which square.
    amazons: [u128; 2],
    /// Squares with neither amazon nor arrow.
    empty: u128,
    /// What [`Game::key`] returns, kept up to date.
    key: u64,
    mover: Player,
    columns: u8,
    rows: u8,
}

/// Four amazons a side on a 10x10 board.
impl Default for Amazons {
    fn default() -> Self {
        let set = |squares: [(usize, usize); 4]| {
            squares.iter().fold(0, |set, &(column, row)| set | 1 << bits::square(column, row))
        };
        let white = set([(0, 3), (3, 0), (6, 0), (9, 3)]);
        let black = set([(0, 6), (3, 9), (6, 9), (9, 6)]);
        Self::of([white, black], 0, Player::First, (10, 10))
    }
}

/// Zobrist keys: a random number for each kind of occupant of each square.
static KEYS: [[u64; bits::SQUARES]; 3] = {
    let mut keys = [[0; bits::SQUARES]; 3];
    let mut i = 0;
    while i < 3 * bits::SQUARES {
        keys[i % 3][i / 3] = mix(i as u64);
        i += 1;
    }
    keys
};
/// The part of the key that says who is to move.
const TURN: u64 = mix(0xa3a2_05e5);

impl Amazons {
    /// A position with these amazons and arrows, on a board of that many columns and rows.
    fn of(amazons: [u128; 2], arrows: u128, mover: Player, (columns, rows): (u8, u8)) -> Self {
        let empty = bits::board(columns.into(), rows.into()) & !(amazons[0] | amazons[1] | arrows);
        let mut key = mix(u64::from(columns) << 8 | u64::from(rows));
        for (set, keys) in [amazons[0], amazons[1], arrows].into_iter().zip(&KEYS) {
            bits::each(set).for_each(|square| key ^= keys[square]);
        }
        if mover == Player::Second {
            key ^= TURN;
        }
        Self { amazons, empty, key, mover, columns, rows }
    }

    fn own(&self) -> u128 {
        self.amazons[self.mover.index()]
    }

    fn theirs(&self) -> u128 {
        self.amazons[self.mover.other().index()]
    }

    fn board_bits(&self) -> u128 {
        bits::board(self.columns.into(), self.rows.into())
    }

    fn arrows(&self) -> u128 {
        self.board_bits() & !(self.empty | self.amazons[0] | self.amazons[1])
    }

    /// Whether the mover has a legal move: an amazon that can move can always shoot at the
    /// square that it left.
    fn can_move(&self) -> bool {
        bits::widened(self.own()) & self.empty != 0
    }

    fn owner(&self, square: usize) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|player| self.amazons[player.index()] >> square & 1 == 1)
    }

    fn is_legal(&self, Shot { from, to, arrow }: Shot) -> bool {
        let reached = |from: u8, to: u8, empty| bits::reach(from.into(), empty) >> to & 1 == 1;
        self.own() >> from & 1 == 1
            && reached(from, to, self.empty)
            && reached(to, arrow, self.empty | 1 << from)
    }
}

impl Game for Amazons {
    type Move = Shot;
    const UNIT: i32 = SQUARE;
    const UNIT_NAME: &'static str = "squares";
    /// Indexed by the amazon's target square and, seen from there, by line and distance of
    /// its origin and of the arrow. These tell all moves apart, with fewer than an eighth of
    /// the indices that all triples of squares would take. Moves with the same target are
    /// adjacent.
    const MOVE_INDICES: usize = bits::MOST * bits::MOST * LINES * LINES;
    /// Indexed by the amazon's target square and the direction of the shot: a reply has more
    /// to do with these than with where the amazon came from.
    const TARGET_INDICES: usize = bits::MOST * bits::MOST * 8;
    const ALTERNATES: bool = true;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        if self.can_move() { Node::Decision } else { Node::Over(-WIN) }
    }

    fn moves(&self, out: &mut Vec<Shot>) {
        for from in bits::each(self.own()) {
            let empty = self.empty | 1 << from;
            for to in bits::each(bits::reach(from, self.empty)) {
                let mut rest = bits::reach(to, empty);
                out.reserve(rest.count_ones() as usize);
                let (from, to) = (from as u8, to as u8);
                while rest != 0 {
                    out.push(Shot { from, to, arrow: rest.trailing_zeros() as u8 });
                    rest &= rest - 1;
                }
            }
        }
    }

    fn play(&mut self, shot: Shot) {
        self.key = self.key_of(shot);
        let Shot { from, to, arrow } = shot;
        self.amazons[self.mover.index()] ^= 1 << from | 1 << to;
        self.empty = (self.empty | 1 << from) & !(1 << to | 1 << arrow);
        self.mover = self.mover.other();
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_after(&self, shot: Shot) -> Option<u64> {
        Some(self.key_of(shot))
    }

    fn move_index(Shot { from, to, arrow }: Shot) -> usize {
        (dense(to) * LINES + line(to, from)) * LINES + line(to, arrow)
    }

    fn target_index(Shot { to, arrow, .. }: Shot) -> usize {
        8 * dense(to) + usize::from(PLACES[to as usize][arrow as usize].1)
    }

    fn mirrored(&self) -> Option<Self> {
        let [first, second] = self.amazons;
        let size = (self.columns, self.rows);
        Some(Self::of([second, first], self.arrows(), self.mover.other(), size))
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn parse_move(&self, text: &str) -> Result<Shot, NotationError> {
        notation::parse_move(self, text)
    }

    fn format_move(&self, shot: Shot) -> String {
        notation::format_move(shot)
    }

    fn board(&self) -> String {
        notation::board(self)
    }

    fn places(&self, Shot { from, to, arrow }: Shot) -> Vec<String> {
        [from, to, arrow].map(notation::named).to_vec()
    }

    fn svg(&self) -> Option<String> {
        let (rows, columns, arrows) = (self.rows.into(), self.columns.into(), self.arrows());
        Some(svg::grid(rows, columns, |row, column| {
            let square = bits::square(column, rows - 1 - row);
            let arrow = arrows >> square & 1 == 1;
            Square {
                stone: self.owner(square),
                label: if arrow { "×".to_owned() } else { String::new() },
                marked: arrow,
                place: Some(notation::named(square as u8)),
                ..Square::default()
            }
        }))
    }
}

impl Amazons {
    fn key_of(&self, Shot { from, to, arrow }: Shot) -> u64 {
        let own = &KEYS[self.mover.index()];
        let turned = own[usize::from(from)] ^ own[usize::from(to)] ^ KEYS[2][usize::from(arrow)];
        self.key ^ turned ^ TURN
    }
}

/// The most squares that a queen attacks on an empty board.
const LINES: usize = 35;

/// For each two squares on a common line: the index of the second among all squares that a
/// queen on the first attacks on an empty board, and its direction, one of eight.
static PLACES: [[(u8, u8); bits::SQUARES]; bits::SQUARES] = {
    const WAYS: [(i32, i32); 8] =
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut places = [[(0, 0); bits::SQUARES]; bits::SQUARES];
    let most = bits::MOST as i32;
    let mut from = 0;
    while from < bits::MOST * bits::MOST {
        let (column, row) = (from % bits::MOST, from / bits::MOST);
        let (mut place, mut way) = (0, 0);
        while way < 8 {
            let (dx, dy) = WAYS[way];
            let (mut x, mut y) = (column as i32 + dx, row as i32 + dy);
            while x >= 0 && x < most && y >= 0 && y < most {
                let to = bits::square(x as usize, y as usize);
                places[bits::square(column, row)][to] = (place, way as u8);
                place += 1;
                (x, y) = (x + dx, y + dy);
            }
            way += 1;
        }
        from += 1;
    }
    places
};

/// The index of a square among those that a queen on `from` attacks on an empty board.
fn line(from: u8, square: u8) -> usize {
    usize::from(PLACES[from as usize][square as usize].0)
}

/// The number of a square, not counting the spare bits between the rows.
fn dense(square: u8) -> usize {
    usize::from(square - square / bits::UP as u8)
}

/// 24 positions after 12 to 58 moves of seeded random play, in which the mover
/// has 50 to 1000 moves.
pub fn positions() -> Vec<Amazons> {
    crate::listed(include_str!("amazons/positions.txt"))
}

#[cfg(test)]
mod tests;
