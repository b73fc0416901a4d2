//! 2048 (Gabriele Cirulli, 2014): tiles slide and equal ones merge, in a one-player game
//! against tiles that chance adds.
//!
//! A move slides all tiles as far as they go in one direction; two equal tiles that meet
//! merge into one of twice the number, which is added to the score; no tile merges twice in
//! a move. Then a tile appears on one of the empty squares: a 2 with probability 0.9,
//! otherwise a 4. The game is over when nothing can slide.
//!
//! The score is earned move by move and is not part of the position, so that transpositions
//! share an entry of a search's table.

use std::array;

use starboard_core::{Bounds, Evaluator, Game, Node, NotationError, Player, Value, mix};

use crate::svg::{self, Square};

/// The side of the board.
const SIDE: usize = 4;
/// The largest tile that can be read, as a power of 2; play does not reach it.
const LARGEST: u8 = 17;

/// A position of 2048.
///
/// ```
/// use starboard_core::{Game, Node, Value};
/// use starboard_small::Slide;
///
/// let mut game = Slide::parse("2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0")?;
/// let left = game.parse_move("left")?;
/// assert_eq!(game.reward(left), Value::new(4));
/// game.play(left);
/// assert_eq!((game.format().as_str(), game.node()), ("4 4 0 0/0 0 0 0/0 0 0 0/0 0 0 0 +1", Node::Chance));
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The power of two on each square, row by row from the top; 0 for none.
    tiles: [u8; SIDE * SIDE],
    /// Tiles that chance has yet to add: two at the start.
    adds: u8,
}

/// The direction in which the tiles slide.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To the first row.
    Up,
    /// To the first column.
    Left,
    /// To the last column.
    Right,
    /// To the last row.
    Down,
}

/// A move, or a tile that chance adds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// All tiles slide; written `up`, `left`, `right` or `down`.
    Slide(Way),
    /// A tile appears: the square, counted row by row from the top, and the power of two.
    /// Written as its number, the column from the left and the row from the bottom: `2-a4`.
    Add(u8, u8),
}

impl Default for Slide {
    fn default() -> Self {
        Self { tiles: [0; SIDE * SIDE], adds: 2 }
    }
}

impl Way {
    /// In the order in which they are tried: most players mainly use two of them.
    const ALL: [Self; 4] = [Self::Left, Self::Down, Self::Up, Self::Right];

    fn name(self) -> &'static str {
        ["up", "left", "right", "down"][self as usize]
    }

    /// The `i`th square of a line, counted from the edge towards which the tiles slide.
    const fn square(self, line: usize, i: usize) -> usize {
        match self {
            Self::Up => i * SIDE + line,
            Self::Left => line * SIDE + i,
            Self::Right => line * SIDE + SIDE - 1 - i,
            Self::Down => (SIDE - 1 - i) * SIDE + line,
        }
    }
}

impl Slide {
    /// The tiles after a slide, and the score that its merges earn.
    fn slid(&self, way: Way) -> ([u8; SIDE * SIDE], i32) {
        let (mut tiles, mut earned) = ([0; SIDE * SIDE], 0);
        for line in 0..SIDE {
            let (mut to, mut merges) = (0, false);
            for i in 0..SIDE {
                let tile = self.tiles[way.square(line, i)];
                if tile == 0 {
                    continue;
                }
                if merges && tiles[way.square(line, to - 1)] == tile {
                    tiles[way.square(line, to - 1)] += 1;
                    earned += 2 << tile;
                    merges = false;
                } else {
                    tiles[way.square(line, to)] = tile;
                    (to, merges) = (to + 1, true);
                }
            }
        }
        (tiles, earned)
    }

    fn ways(&self) -> impl Iterator<Item = Way> {
        Way::ALL.into_iter().filter(|&way| self.slid(way).0 != self.tiles)
    }

    /// The tiles of all pairs of adjacent squares.
    fn pairs(&self) -> impl Iterator<Item = (u8, u8)> {
        let across = (0..SIDE).flat_map(|y| (1..SIDE).map(move |x| (y * SIDE + x, 1)));
        let down = (SIDE..SIDE * SIDE).map(|square| (square, SIDE));
        across.chain(down).map(|(square, back)| (self.tiles[square - back], self.tiles[square]))
    }
}

impl Game for Slide {
    type Move = Play;
    const CHANCE: bool = true;
    const SOLO: bool = true;
    const REWARDS: bool = true;
    const MOVE_INDICES: usize = 4 + 2 * SIDE * SIDE;

    fn mover(&self) -> Player {
        Player::First
    }

    fn node(&self) -> Node {
        match self.adds {
            1.. => Node::Chance,
            0 if self.ways().next().is_none() => Node::Over(Value::ZERO),
            0 => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<Play>) {
        if self.adds == 0 {
            out.extend(self.ways().map(Play::Slide));
        }
    }

    fn chances(&self, out: &mut Vec<(Play, u32)>) {
        if self.adds > 0 {
            let free = (0..).zip(self.tiles).filter(|&(_, tile)| tile == 0);
            out.extend(free.flat_map(|(at, _)| [(Play::Add(at, 1), 9), (Play::Add(at, 2), 1)]));
        }
    }

    fn play(&mut self, play: Play) {
        match play {
            Play::Slide(way) => (self.tiles, self.adds) = (self.slid(way).0, 1),
            Play::Add(at, tile) => {
                self.tiles[usize::from(at)] = tile;
                self.adds -= 1;
            }
        }
    }

    fn reward(&self, play: Play) -> Value {
        match play {
            Play::Slide(way) => Value::new(self.slid(way).1),
            Play::Add(..) => Value::ZERO,
        }
    }

    fn key(&self) -> u64 {
        let pack = |half: &[u8]| half.iter().fold(0, |bits, &tile| bits << 5 | u64::from(tile));
        let (top, bottom) = self.tiles.split_at(SIDE * SIDE / 2);
        mix(mix(pack(top) << 2 | u64::from(self.adds)) ^ pack(bottom))
    }

    fn move_index(play: Play) -> usize {
        match play {
            Play::Slide(way) => way as usize,
            Play::Add(at, tile) => 2 + 2 * usize::from(at) + usize::from(tile) + 1,
        }
    }

    /// Reads the rows from the top, numbers separated by spaces, 0 for an empty
    /// square, and `+1` or `+2` for tiles that chance has yet to add; or `start`.
    fn parse(text: &str) -> Result<Self, NotationError> {
        if text == "start" {
            return Ok(Self::default());
        }
        let (board, adds) = match text.rsplit_once(" +") {
            None => (text, 0),
            Some((board, "1")) => (board, 1),
            Some((board, "2")) => (board, 2),
            Some((_, adds)) => return Err(NotationError::unexpected("+1 or +2", adds)),
        };
        let rows: Vec<Vec<&str>> = board.split('/').map(|row| row.split(' ').collect()).collect();
        if rows.len() != SIDE || rows.iter().any(|row| row.len() != SIDE) {
            return Err(NotationError::unexpected("four rows of four numbers", board));
        }
        let mut game = Self { adds, ..Self::default() };
        for (square, number) in game.tiles.iter_mut().zip(rows.concat()) {
            let powers = 0..=LARGEST;
            let tile = powers.into_iter().find(|&tile| written(tile) == number);
            let expected = "0 or a power of two, 2 to 131072";
            *square = tile.ok_or_else(|| NotationError::unexpected(expected, number))?;
        }
        let free = game.tiles.iter().filter(|&&tile| tile == 0).count();
        if free < adds.into() || free == SIDE * SIDE && adds < 2 {
            return Err(NotationError::impossible("no room for what is added, or nothing there"));
        }
        Ok(game)
    }

    fn format(&self) -> String {
        let row = |row: &[u8]| row.iter().map(|&tile| written(tile)).collect::<Vec<_>>().join(" ");
        let rows: Vec<_> = self.tiles.chunks(SIDE).map(row).collect();
        let adds = if self.adds > 0 { format!(" +{}", self.adds) } else { String::new() };
        rows.join("/") + &adds
    }

    fn format_move(&self, play: Play) -> String {
        match play {
            Play::Slide(way) => way.name().to_owned(),
            Play::Add(at, tile) => {
                let (row, column) = (usize::from(at) / SIDE, at % SIDE as u8);
                format!("{}-{}{}", written(tile), char::from(b'a' + column), SIDE - row)
            }
        }
    }

    fn board(&self) -> String {
        let tile =
            |&tile: &u8| if tile == 0 { "     .".into() } else { format!("{:>6}", 1 << tile) };
        let row = |row: &[u8]| row.iter().map(tile).collect::<String>() + "\n";
        self.tiles.chunks(SIDE).map(row).collect()
    }

    fn svg(&self) -> Option<String> {
        Some(svg::grid(SIDE, SIDE, |row, column| {
            let tile = self.tiles[row * SIDE + column];
            let label = if tile == 0 { String::new() } else { written(tile) };
            let edge =
                [Way::Up, Way::Left, Way::Right, Way::Down].into_iter().find(|way| match way {
                    Way::Up => row == 0 && (1..SIDE - 1).contains(&column),
                    Way::Down => row == SIDE - 1 && (1..SIDE - 1).contains(&column),
                    Way::Left => column == 0,
                    Way::Right => column == SIDE - 1,
                });
            let place = edge.map(|way| way.name().to_owned());
            Square { label, marked: tile > 0, place, ..Square::default() }
        }))
    }
}

/// The number on a tile; 0 for none.
fn written(tile: u8) -> String {
    if tile == 0 { "0".to_owned() } else { (1_u32 << tile).to_string() }
}

/// An estimate of what is still to be earned, by the room on the board and the tiles that
/// can merge; never negative.
#[derive(Copy, Clone, Debug, Default)]
pub struct Room;

impl Evaluator<Slide> for Room {
    fn evaluate(&mut self, game: &Slide) -> Value {
        let free = game.tiles.iter().filter(|&&tile| tile == 0).count() as i32;
        let most = game.tiles.into_iter().max().unwrap_or_default();
        let apart: i32 = (game.pairs())
            .map(|(a, b)| i32::from(a.abs_diff(b)).pow(2) * i32::from(a.min(b) > 0))
            .sum();
        let merges = game.pairs().filter(|(a, b)| a == b && *a > 0).count() as i32;
        // The largest tile is worth keeping in a corner.
        let corners: [u8; 4] =
            array::from_fn(|i| game.tiles[(i / 2) * SIDE * (SIDE - 1) + (i % 2) * (SIDE - 1)]);
        let corner = i32::from(corners.contains(&most));
        Value::new((400 + 40 * free + 30 * merges - 3 * apart + 100 * corner).max(0))
    }

    fn bounds(&self, game: &Slide) -> Bounds {
        match game.node() {
            Node::Over(value) => Bounds::exact(value),
            _ => Bounds { low: Value::ZERO, high: Value::MAX },
        }
    }
}

/// 16 positions made by seeded random play; in every other one a tile is yet to be added.
pub fn positions() -> Vec<Slide> {
    crate::listed(include_str!("slide/positions.txt"))
}

#[cfg(test)]
mod tests;
