//! The weights as the evaluation looks them up.

use super::{
    counts::{LANES, lane},
    weights::{FromKing, Weights},
};
use crate::{Kind, Square};

const KINDS: usize = Kind::ALL.len();

/// A value for each place of [`Counts`](super::counts::Counts), in
/// sixteenths of a grid point.
pub(super) type Row = [i16; LANES];

/// Values of the pieces of a player whose king, or whose enemy's, stands on a
/// certain square, by [`place`], in grid points.
pub(super) type Pieces = [i16; 16 * 128];

/// Where a piece's value is kept, by the number of its kind, one above its
/// index, and by its square. All places are inside, with nothing to check.
#[inline(always)]
pub(super) const fn place(number: usize, square: Square) -> usize {
    (number & 15) << 7 | square.index() & 127
}

/// Grid points in the unit of [`Row`].
pub(super) const ROW_UNIT: i32 = 16;
/// One attacker in the unit of `attackers`.
pub(super) const COUNT_UNIT: i32 = 32;

/// All tables, by the square of a king. Of their three quarters of a megabyte, a search touches
/// the rows of a few squares.
pub(super) struct Tables {
    /// The weight of an attacked square, by the square of the attacker's own king.
    pub(super) own: Vec<Row>,
    /// The weight of an attacked square, by the square of the attacker's enemy king.
    pub(super) enemy: Vec<Row>,
    /// What each further attacker adds, from the first to the sixth; negative numbers wrap
    /// around.
    pub(super) attackers: [u8; 6],
    /// What a piece counts by the square of its own king, its value by itself included; the
    /// squares as its owner sees them.
    pub(super) with_own: Vec<Pieces>,
    /// What a piece counts in addition by the square of the enemy king.
    pub(super) with_enemy: Vec<Pieces>,
    /// A piece in hand.
    pub(super) hand: [i32; 7],
    /// What the right to move counts.
    pub(super) tempo: i32,
}

fn rounded(value: f32) -> i16 {
    value.round() as i16
}

/// The value of every square as the king on `king` sees it.
fn seen_from(king: Square, values: &[f32; 9]) -> Row {
    let mut row = [0; LANES];
    for square in Square::all() {
        let value = values[usize::from(king.distance(square))];
        row[lane(square.index())] = rounded(value * ROW_UNIT as f32);
    }
    row
}

/// What each kind counts on each square, by where it stands to the king.
fn relative(king: Square, tables: &[FromKing; KINDS], base: &[f32; KINDS]) -> Pieces {
    let mut values = [0; 16 * 128];
    for (kind, (table, base)) in tables.iter().zip(base).enumerate() {
        for square in Square::all() {
            let files = usize::from(king.file().abs_diff(square.file()));
            let ahead = usize::from(8 + king.rank() - square.rank());
            values[place(kind + 1, square)] = rounded(base + table[files][ahead]);
        }
    }
    values
}

impl Tables {
    /// The tables of weights that [`Weights::check`] accepts.
    pub(super) fn new(weights: &Weights) -> Self {
        let mut with_own: Vec<Pieces> =
            Square::all().map(|king| relative(king, &weights.near_own, &weights.board)).collect();
        for (king, pieces) in Square::all().zip(&mut with_own) {
            // Only the square where it stands is looked up.
            let middle = usize::from(king.file().abs_diff(5));
            let value = weights.king[usize::from(king.rank() - 1)][middle];
            pieces[place(Kind::King.index() + 1, king)] = rounded(value);
        }
        let mut before = 0;
        let attackers = weights.attackers.map(|together| {
            let together = (together * COUNT_UNIT as f32).round() as u8;
            together.wrapping_sub(std::mem::replace(&mut before, together))
        });
        Self {
            own: Square::all().map(|king| seen_from(king, &weights.own)).collect(),
            enemy: Square::all().map(|king| seen_from(king, &weights.enemy)).collect(),
            attackers,
            with_own,
            with_enemy: Square::all()
                .map(|king| relative(king, &weights.near_enemy, &[0.0; KINDS]))
                .collect(),
            hand: weights.hand.map(|value| rounded(value).into()),
            tempo: rounded(weights.tempo).into(),
        }
    }
}
