//! Sets of squares around a king, precomputed for each square of the king.

use starboard_core::Player;

use crate::{Square, Squares};

/// The squares around a king that matter for mating it.
pub(super) struct Zone {
    /// The squares next to the king.
    pub(super) around: Squares,
    /// From where, by player, a piece may attack one of them by a step or a jump.
    pub(super) steps: [Squares; 2],
    /// From where, by player, a piece that does not slide may give check by its next move; a
    /// horse or dragon, by a step.
    pub(super) checks: [Squares; 2],
    /// From where, by player, a lance may give check by its next move, if nothing stands in the
    /// way.
    pub(super) lances: [Squares; 2],
    /// From where a bishop or a horse may do so, by sliding.
    pub(super) bishops: Squares,
    /// From where a rook or a dragon may do so, by sliding.
    pub(super) rooks: Squares,
    /// The square itself and those one or two steps away in a straight line.
    pub(super) star: Squares,
}

/// Words of a set with one more square.
const fn with(words: [u64; 2], square: usize) -> [u64; 2] {
    if square < 63 {
        [words[0] | 1 << square, words[1]]
    } else {
        [words[0], words[1] | 1 << (square - 63)]
    }
}

/// Whether a piece that goes like this attacks a square next to a king; both squares by file
/// and rank from 0.
const fn reaches(piece: (i32, i32), king: (i32, i32), how: How) -> bool {
    let (mut file, mut found) = (king.0 - 1, false);
    while file <= king.0 + 1 {
        let mut rank = king.1 - 1;
        while rank <= king.1 + 1 {
            let (f, r) = (file - piece.0, rank - piece.1);
            let inside = 0 <= file && file < 9 && 0 <= rank && rank < 9;
            let here = file == king.0 && rank == king.1 || f == 0 && r == 0;
            found |= inside
                && !here
                && match how {
                    How::Step => f.abs() <= 1 && r.abs() <= 1,
                    How::Jump(ahead) => f.abs() == 1 && r == 2 * ahead,
                    How::File(ahead) => f == 0 && r * ahead > 0,
                    How::Diagonal => f.abs() == r.abs(),
                    How::Straight => f == 0 || r == 0,
                };
            rank += 1;
        }
        file += 1;
    }
    found
}

/// How a piece gets from square to square; ahead is -1 for the first player.
#[derive(Copy, Clone)]
enum How {
    Step,
    Jump(i32),
    File(i32),
    Diagonal,
    Straight,
}

/// Zones by the king's square.
static ZONES: [Zone; Square::COUNT] = {
    const NOTHING: Zone = Zone {
        around: Squares::EMPTY,
        steps: [Squares::EMPTY; 2],
        checks: [Squares::EMPTY; 2],
        lances: [Squares::EMPTY; 2],
        bishops: Squares::EMPTY,
        rooks: Squares::EMPTY,
        star: Squares::EMPTY,
    };
    const fn add(to: &mut Squares, square: usize, adds: bool) {
        if adds {
            *to = Squares::from_words(with(to.words(), square));
        }
    }
    let mut zones = [const { NOTHING }; Square::COUNT];
    let mut king = 0;
    while king < zones.len() {
        let (zone, mut square) = (&mut zones[king], 0);
        while square < Square::COUNT {
            let from = ((square / 9) as i32, (square % 9) as i32);
            let to = ((king / 9) as i32, (king % 9) as i32);
            let (across, along) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
            add(&mut zone.around, square, across <= 1 && along <= 1 && across + along > 0);
            let star = matches!((across, along), (0..=1, 0..=1) | (0 | 2, 0 | 2));
            add(&mut zone.star, square, star);
            add(&mut zone.bishops, square, reaches(from, to, How::Diagonal));
            add(&mut zone.rooks, square, reaches(from, to, How::Straight));
            let mut player = 0;
            while player < 2 {
                let ahead = 2 * player as i32 - 1;
                let steps = reaches(from, to, How::Step) || reaches(from, to, How::Jump(ahead));
                add(&mut zone.steps[player], square, steps);
                // At most two steps or two jumps away.
                let behind = (to.1 - from.1) * ahead;
                let checks = across <= 2 && -2 <= behind && behind <= 4;
                add(&mut zone.checks[player], square, checks);
                add(&mut zone.lances[player], square, reaches(from, to, How::File(ahead)));
                player += 1;
            }
            square += 1;
        }
        king += 1;
    }
    zones
};

impl Zone {
    /// The zone of a king on this square.
    #[inline]
    pub(super) fn of(king: Square) -> &'static Self {
        &ZONES[king.index()]
    }

    /// From where a piece of `player` may attack a square around without
    /// running.
    #[inline]
    pub(super) fn steps_of(&self, player: Player) -> Squares {
        self.steps[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, attacks};

    /// By the attacks of each piece on an empty board.
    #[test]
    fn zones_are_where_the_squares_around_are_attacked_from() {
        for king in Square::all() {
            let zone = Zone::of(king);
            let around = attacks(Player::First, Kind::King, king, Squares::EMPTY);
            assert_eq!(zone.around, around);
            let from = |player, kinds: &[Kind]| -> Squares {
                let attacks = |square| {
                    kinds.iter().any(|&kind| {
                        let attacked = attacks(player, kind, square, Squares::EMPTY);
                        !(attacked & around).is_empty()
                    })
                };
                Square::all().filter(|&square| attacks(square)).collect()
            };
            assert_eq!(zone.bishops, from(Player::First, &[Kind::Bishop]));
            assert_eq!(zone.rooks, from(Player::First, &[Kind::Rook]));
            for player in [Player::First, Player::Second] {
                assert_eq!(zone.lances[player.index()], from(player, &[Kind::Lance]));
                let steps = from(player, &[Kind::King, Kind::Knight]);
                assert_eq!(zone.steps_of(player), steps, "{king}");
            }
            let star: Squares = Square::all()
                .filter(|square| {
                    let files = square.file().abs_diff(king.file());
                    let ranks = square.rank().abs_diff(king.rank());
                    files.max(ranks) <= 2 && (files == ranks || files == 0 || ranks == 0)
                })
                .collect();
            assert_eq!(zone.star, star);
        }
    }
}
