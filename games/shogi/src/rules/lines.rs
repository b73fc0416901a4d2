//! Attacks along files, ranks and diagonals.
//!
//! What stands on a line is gathered into nine bits by a multiplication, what
//! is attacked on it is looked up, and another multiplication puts that back on
//! the board: half the instructions that turning words round takes.

use rsshogi::types::Bitboard;
use starboard_core::Player;

use super::Squares;
use crate::Square;

/// A set as [words](Squares::words).
type Words = [u64; 2];

/// The lines through a square, without the square itself.
#[derive(Copy, Clone)]
struct Lines {
    /// What lies ahead on the file, by player.
    ahead: [Words; 2],
    /// The diagonal on which files and ranks both grow, and the other.
    diagonals: [Words; 2],
    file: u8,
    rank: u8,
}

static LINES: [Lines; Square::COUNT] = {
    let nothing = Lines { ahead: [[0; 2]; 2], diagonals: [[0; 2]; 2], file: 0, rank: 0 };
    let mut all = [nothing; Square::COUNT];
    let mut from = 0;
    while from < all.len() {
        let lines = &mut all[from];
        (lines.file, lines.rank) = ((from / 9) as u8, (from % 9) as u8);
        let mut to = 0;
        while to < Square::COUNT {
            let files = (to / 9) as i32 - (from / 9) as i32;
            let ranks = (to % 9) as i32 - (from % 9) as i32;
            let bit = if to < 63 { [1 << to, 0] } else { [0, 1 << (to - 63)] };
            let line = match (files, ranks) {
                (0, 0) => None,
                (0, ..0) => Some(&mut lines.ahead[0]),
                (0, _) => Some(&mut lines.ahead[1]),
                _ if files == ranks => Some(&mut lines.diagonals[0]),
                _ if files == -ranks => Some(&mut lines.diagonals[1]),
                _ => None,
            };
            if let Some(line) = line {
                *line = [line[0] | bit[0], line[1] | bit[1]];
            }
            to += 1;
        }
        from += 1;
    }
    all
};

/// Which of nine squares in a row a piece attacks: by where it stands, which
/// is below nine, and by which of the seven between the ends are occupied.
static ROW: [[u16; 128]; 16] = {
    let mut table = [[0; 128]; 16];
    let mut from = 0;
    while from < 9 {
        let mut occupied = 0;
        while occupied < 128 {
            let mut attacked = 0;
            let mut to = from + 1;
            while to < 9 {
                attacked |= 1 << to;
                to = if (occupied << 1) >> to & 1 == 1 { 9 } else { to + 1 };
            }
            let mut to = from;
            while to > 0 {
                to -= 1;
                attacked |= 1 << to;
                to = if (occupied << 1) >> to & 1 == 1 { 0 } else { to };
            }
            table[from][occupied] = attacked;
            occupied += 1;
        }
        from += 1;
    }
    table
};

#[inline(always)]
fn row(from: u8, occupied: u64) -> u64 {
    ROW[usize::from(from & 15)][(occupied & 127) as usize].into()
}

/// The first square of each file of the first word.
const FILES: u64 = 0x0040_2010_0804_0201;

/// What a piece on this rank attacks on a line with one square at most on each
/// rank.
#[inline(always)]
fn along(line: Words, rank: u8, occupied: Words) -> Words {
    let [low, high] = [line[0] & occupied[0], line[1] & occupied[1]];
    // The last of seven files gets what all of them hold.
    let folded = low.wrapping_mul(FILES) >> 54 | high | high >> 9;
    let attacked = row(rank, folded >> 1);
    [(attacked * FILES) & line[0], (attacked | attacked << 9) & line[1]]
}

/// What a piece attacks on its rank.
#[inline(always)]
fn across(lines: &Lines, occupied: Words) -> Words {
    let [low, high] = occupied.map(|word| word >> (lines.rank & 15));
    // Bits 9 apart move together: the second file's becomes the first bit.
    let gathered = (low & FILES).wrapping_mul(0x0101_0101_0101_0100) >> 57;
    let attacked = row(lines.file, gathered & 63 | (high & 1) << 6);
    let low = (attacked & 127).wrapping_mul(0x0001_0101_0101_0101) & FILES;
    let high = attacked >> 7 & 1 | attacked >> 8 << 9;
    [low, high].map(|word| word << (lines.rank & 15))
}

#[inline(always)]
fn set(a: Words, b: Words) -> Squares {
    Squares(Bitboard::from_parts([a[0] | b[0], a[1] | b[1]]))
}

/// What a lance attacks.
#[inline(always)]
pub(crate) fn lance(player: Player, square: Square, occupied: Squares) -> Squares {
    let lines = &LINES[square.index()];
    set(along(lines.ahead[player.index()], lines.rank, occupied.words()), [0; 2])
}

/// What a bishop attacks.
#[inline(always)]
pub(crate) fn bishop(square: Square, occupied: Squares) -> Squares {
    let lines = &LINES[square.index()];
    let [a, b] = lines.diagonals.map(|line| along(line, lines.rank, occupied.words()));
    set(a, b)
}

/// What a rook attacks.
#[inline(always)]
pub(crate) fn rook(square: Square, occupied: Squares) -> Squares {
    let (lines, occupied) = (&LINES[square.index()], occupied.words());
    let [ahead, behind] = lines.ahead;
    let file = [ahead[0] | behind[0], ahead[1] | behind[1]];
    set(along(file, lines.rank, occupied), across(lines, occupied))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rsshogi::board::attack_tables::{bishop_attacks, lance_attacks, rook_attacks};

    use super::{
        super::convert::{color, square_to},
        *,
    };

    #[test]
    fn equal_those_of_another_implementation() {
        let mut rng = starboard_core::rng(23, 0);
        for round in 0..400 {
            let one_in = 1 + round % 8;
            let occupied: Squares =
                Square::all().filter(|_| rng.random_range(0..one_in) == 0).collect();
            for square in Square::all() {
                let at = square_to(square);
                assert_eq!(bishop(square, occupied), Squares(bishop_attacks(at, occupied.0)));
                assert_eq!(rook(square, occupied), Squares(rook_attacks(at, occupied.0)));
                for player in [Player::First, Player::Second] {
                    let expected = Squares(lance_attacks(at, occupied.0, color(player)));
                    assert_eq!(lance(player, square, occupied), expected);
                }
            }
        }
    }
}
