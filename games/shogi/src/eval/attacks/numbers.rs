//! All weights as one list of numbers, for fitting them.

use super::weights::{FromKing, KINDS, Weights, WeightsError};
use crate::Kind;

/// A group of weights that are next to each other in the list.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Group {
    /// The field of [`Weights`].
    pub name: &'static str,
    /// Where it begins in the list.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
    /// The least that one may be.
    pub low: f32,
    /// The most that one may be.
    pub high: f32,
    /// The steps of the tables per unit: weights are rounded to whole steps.
    pub steps: f32,
}

/// How many files and ranks apart a king and a piece can be.
const FROM_KING: usize = 9 * 17;

/// Where the weights of each kind are in the list, in its order.
pub const GROUPS: [Group; 9] = {
    const fn group(name: &'static str, start: usize, len: usize, most: f32) -> Group {
        Group { name, start, len, low: -most, high: most, steps: 1.0 }
    }
    [
        group("board", 0, KINDS, 5000.0),
        group("hand", 14, 7, 5000.0),
        Group { steps: 16.0, ..group("own", 21, 9, 250.0) },
        Group { steps: 16.0, ..group("enemy", 30, 9, 250.0) },
        Group { low: 0.0, steps: 32.0, ..group("attackers", 39, 6, 7.5) },
        group("near_own", 45, KINDS * FROM_KING, 2000.0),
        group("near_enemy", 45 + KINDS * FROM_KING, KINDS * FROM_KING, 2000.0),
        group("king", 45 + 2 * KINDS * FROM_KING, 45, 2000.0),
        group("tempo", 90 + 2 * KINDS * FROM_KING, 1, 2000.0),
    ]
};

/// How many weights there are.
pub const COUNT: usize = GROUPS[8].start + GROUPS[8].len;

/// Places in the list.
pub(super) mod place {
    use super::{FROM_KING, GROUPS, Kind};

    pub(in super::super) const fn board(kind: Kind) -> usize {
        kind.index()
    }

    pub(in super::super) const fn hand(kind: Kind) -> usize {
        GROUPS[1].start + kind.index()
    }

    pub(in super::super) const fn own(distance: usize) -> usize {
        GROUPS[2].start + distance
    }

    pub(in super::super) const fn enemy(distance: usize) -> usize {
        GROUPS[3].start + distance
    }

    /// The factor for so many attackers together, from one to six.
    pub(in super::super) const fn attackers(count: usize) -> usize {
        GROUPS[4].start + count - 1
    }

    pub(in super::super) const fn near_own(kind: Kind, files: usize, ahead: usize) -> usize {
        GROUPS[5].start + kind.index() * FROM_KING + files * 17 + ahead
    }

    pub(in super::super) const fn near_enemy(kind: Kind, files: usize, ahead: usize) -> usize {
        GROUPS[6].start + kind.index() * FROM_KING + files * 17 + ahead
    }

    pub(in super::super) const fn king(rank: usize, files: usize) -> usize {
        GROUPS[7].start + rank * 5 + files
    }

    pub(in super::super) const TEMPO: usize = GROUPS[8].start;
}

fn flat(tables: &[FromKing; KINDS]) -> &[f32] {
    tables.as_flattened().as_flattened()
}

fn flat_mut(tables: &mut [FromKing; KINDS]) -> &mut [f32] {
    tables.as_flattened_mut().as_flattened_mut()
}

impl Weights {
    /// The weights of each of the [`GROUPS`].
    pub(super) fn groups(&self) -> [&[f32]; GROUPS.len()] {
        [
            &self.board,
            &self.hand,
            &self.own,
            &self.enemy,
            &self.attackers,
            flat(&self.near_own),
            flat(&self.near_enemy),
            self.king.as_flattened(),
            std::slice::from_ref(&self.tempo),
        ]
    }

    fn groups_mut(&mut self) -> [&mut [f32]; GROUPS.len()] {
        [
            &mut self.board,
            &mut self.hand,
            &mut self.own,
            &mut self.enemy,
            &mut self.attackers,
            flat_mut(&mut self.near_own),
            flat_mut(&mut self.near_enemy),
            self.king.as_flattened_mut(),
            std::slice::from_mut(&mut self.tempo),
        ]
    }

    /// All weights, [group](GROUPS) by group.
    pub fn to_numbers(&self) -> Vec<f64> {
        self.groups().concat().into_iter().map(f64::from).collect()
    }

    /// The weights nearest to these numbers that the tables can hold: rounded to their steps,
    /// and within bounds. NaN becomes 0.
    ///
    /// # Errors
    ///
    /// If there are not [as many](COUNT) as there are weights.
    pub fn from_numbers(numbers: &[f64]) -> Result<Self, WeightsError> {
        if numbers.len() != COUNT {
            return Err(WeightsError::Count { expected: COUNT, found: numbers.len() });
        }
        let mut weights = Self::hand_crafted();
        for (group, slots) in GROUPS.iter().zip(weights.groups_mut()) {
            for (slot, &number) in slots.iter_mut().zip(&numbers[group.start..]) {
                let near = (number as f32 * group.steps).round() / group.steps;
                // No negative zero: it would be written.
                *slot = if near.is_nan() { 0.0 } else { near.clamp(group.low, group.high) + 0.0 };
            }
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_lie_side_by_side() {
        let weights = Weights::hand_crafted();
        let mut next = 0;
        for (group, slots) in GROUPS.iter().zip(weights.groups()) {
            assert_eq!((group.start, group.len), (next, slots.len()), "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }

    #[test]
    fn places_are_those_of_the_fields() {
        let mut weights = Weights::hand_crafted();
        let dragon = Kind::Dragon.index();
        weights.near_own[dragon][8][3] = 1001.0;
        weights.near_enemy[dragon][2][16] = 1002.0;
        weights.king[8][1] = 1003.0;
        weights.tempo = 1004.0;
        weights.hand[6] = 1005.0;
        weights.board[dragon] = 1006.0;
        (weights.own[8], weights.enemy[8], weights.attackers[5]) = (107.0, 108.0, 7.0);
        let numbers = weights.to_numbers();
        for (place, number) in [
            (place::near_own(Kind::Dragon, 8, 3), 1001.0),
            (place::near_enemy(Kind::Dragon, 2, 16), 1002.0),
            (place::king(8, 1), 1003.0),
            (place::TEMPO, 1004.0),
            (place::hand(Kind::Gold), 1005.0),
            (place::board(Kind::Dragon), 1006.0),
            (place::own(8), 107.0),
            (place::enemy(8), 108.0),
            (place::attackers(6), 7.0),
        ] {
            assert_eq!(numbers[place], number, "{place}");
        }
    }

    #[test]
    fn numbers_are_made_to_fit() {
        let mut numbers = Weights::hand_crafted().to_numbers();
        assert!(Weights::from_numbers(&numbers[1..]).is_err());
        numbers[0] = 1e9;
        numbers[1] = f64::NAN;
        numbers[2] = -0.2;
        numbers[place::own(0)] = 30.03;
        numbers[place::attackers(1)] = f64::NEG_INFINITY;
        let weights = Weights::from_numbers(&numbers).expect("as many as there are");
        assert!(weights.check().is_ok());
        assert_eq!(weights.board[..3], [5000.0, 0.0, 0.0]);
        assert_eq!((weights.own[0], weights.attackers[0]), (30.0, 0.0));
        assert_eq!(Weights::from_numbers(&weights.to_numbers()).ok(), Some(weights));
    }
}
