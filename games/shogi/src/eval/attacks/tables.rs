//! The weights as the evaluation looks them up.

use starboard_core::Player;

use super::{
    counts::{LANES, lane},
    weights::{FromKing, Weights},
};
use crate::{Kind, Square, Squares, attacks};

const KINDS: usize = Kind::ALL.len();

/// A value for each place of [`Counts`](super::counts::Counts), in
/// sixteenths of a grid point.
pub(super) type Row = [i16; LANES];

/// Values of the pieces of a player whose king, or whose enemy's, stands on a
/// certain square, by kind and square, in grid points.
pub(super) type Pieces = [[i16; Square::COUNT]; KINDS];

/// Grid points in the unit of [`Row`].
pub(super) const ROW_UNIT: i32 = 16;
/// One attacker in the unit of `attackers`.
pub(super) const COUNT_UNIT: i32 = 32;

/// Everything by king's square. Of half a megabyte, a search touches the rows
/// of a few squares.
pub(super) struct Tables {
    /// An attacked square, by the attacker's own king.
    pub(super) own: Vec<Row>,
    /// An attacked square, by the attacker's enemy king.
    pub(super) enemy: Vec<Row>,
    /// What each further attacker adds, from the first to the sixth; less than
    /// nothing wraps round.
    pub(super) attackers: [u8; 6],
    /// What a piece counts, with what it is worth by itself, by its own king;
    /// the squares as its owner sees them.
    pub(super) with_own: Vec<Pieces>,
    /// What a piece counts beside, by the enemy king.
    pub(super) with_enemy: Vec<Pieces>,
    /// What a piece attacks one step or jump away, by player, kind and square:
    /// nothing for those that run all the way.
    pub(super) steps: [Vec<[Squares; Square::COUNT]>; 2],
    /// A piece in hand.
    pub(super) hand: [i32; 7],
    /// The move.
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

/// What each square counts for a piece, by where it stands to the king.
fn relative(king: Square, table: &FromKing, base: f32) -> [i16; Square::COUNT] {
    let mut values = [0; Square::COUNT];
    for square in Square::all() {
        let files = usize::from(king.file().abs_diff(square.file()));
        let ahead = usize::from(8 + king.rank() - square.rank());
        values[square.index()] = rounded(base + table[files][ahead]);
    }
    values
}

/// What the pieces of a player attack without running.
fn steps(player: Player) -> Vec<[Squares; Square::COUNT]> {
    let from = |kind: Kind, square| match kind {
        Kind::Lance | Kind::Bishop | Kind::Rook => Squares::EMPTY,
        _ => {
            // What a horse or a dragon reaches by running is left out.
            let runs = match kind {
                Kind::Horse => attacks(player, Kind::Bishop, square, Squares::ALL),
                Kind::Dragon => attacks(player, Kind::Rook, square, Squares::ALL),
                _ => Squares::EMPTY,
            };
            attacks(player, kind, square, Squares::ALL) - runs
        }
    };
    let of = |kind| {
        let mut squares = [Squares::EMPTY; Square::COUNT];
        Square::all().for_each(|square| squares[square.index()] = from(kind, square));
        squares
    };
    Kind::ALL.map(of).into()
}

impl Tables {
    /// The tables of weights that [`Weights::check`] accepts.
    pub(super) fn new(weights: &Weights) -> Self {
        let kinds = |king: Square, near: &[FromKing; KINDS], base: &[f32; KINDS]| {
            std::array::from_fn(|kind| relative(king, &near[kind], base[kind]))
        };
        let mut with_own: Vec<Pieces> =
            Square::all().map(|king| kinds(king, &weights.near_own, &weights.board)).collect();
        for (king, pieces) in Square::all().zip(&mut with_own) {
            // Only the square where it stands is looked up.
            let middle = usize::from(king.file().abs_diff(5));
            let value = weights.king[usize::from(king.rank() - 1)][middle];
            pieces[Kind::King.index()] = [rounded(value); Square::COUNT];
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
                .map(|king| kinds(king, &weights.near_enemy, &[0.0; KINDS]))
                .collect(),
            steps: [Player::First, Player::Second].map(steps),
            hand: weights.hand.map(|value| rounded(value).into()),
            tempo: rounded(weights.tempo).into(),
        }
    }
}
