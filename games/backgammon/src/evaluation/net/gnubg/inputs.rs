//! The inputs of GNU Backgammon's networks.
//!
//! These are the inputs that the networks were trained with, oddities included.

use super::{
    Kind,
    escapes::{escapes, jumps},
    shots::Shots,
};
use crate::{Backgammon, CHECKERS, Checkers, rules::checkers::flip};

/// The points, without the bar and the tray.
pub(super) const POINTS: u32 = 0x1ff_fffe;
/// Inputs for each place of the board.
const PLACE: u16 = 4;
/// Inputs for the points and the bar of a side.
const BOARD: u16 = 25 * PLACE;
/// Inputs for a side in a race: the points that can be occupied, men off, crossovers.
const RACE: u16 = 23 * PLACE + 15;
/// The features of a side in positions with contact.
const FEATURES: usize = 25;

impl Kind {
    /// How many inputs a network of this kind has.
    pub(super) const fn inputs(self) -> usize {
        match self {
            Self::Contact | Self::Crashed => 2 * (BOARD as usize + FEATURES),
            Self::Race => 2 * RACE as usize,
            Self::Board => 2 * BOARD as usize,
        }
    }
}

/// The inputs that are not 0, by number.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    list: [(u16, f32); Self::ROOM],
    len: usize,
}

impl Default for Inputs {
    fn default() -> Self {
        Self { list: [(0, 0.0); Self::ROOM], len: 0 }
    }
}

impl Inputs {
    /// Capacity: at most one input for each checker, and the others.
    const ROOM: usize = 128;

    /// The inputs that are not 0, in ascending order of their numbers.
    pub(super) fn as_slice(&self) -> &[(u16, f32)] {
        &self.list[..self.len]
    }

    /// Replaces the inputs by those of a position before the roll.
    pub(super) fn set(&mut self, game: &Backgammon, kind: Kind) {
        self.len = 0;
        let (mine, theirs) = (game.mine(), game.theirs());
        let (me, they) = (Side::of(mine), Side::of(theirs));
        if kind == Kind::Race {
            self.race(0, &they);
            return self.race(RACE, &me);
        }
        self.board(0, &they);
        self.board(BOARD, &me);
        if kind == Kind::Board {
            return;
        }
        // In the contact network, each side's block begins with the men that the other side has
        // borne off.
        let off = match kind {
            Kind::Contact => [men_off_by_threes(theirs), men_off_by_threes(mine)],
            _ => [men_off_by_fives(mine), men_off_by_fives(theirs)],
        };
        self.features(2 * BOARD, features(&me, &they, off[0]));
        self.features(2 * BOARD + FEATURES as u16, features(&they, &me, off[1]));
    }

    fn push(&mut self, number: u16, value: f32) {
        self.list[self.len % Self::ROOM] = (number, value);
        self.len += 1;
    }

    fn board(&mut self, from: u16, side: &Side) {
        self.points(from, side);
        if side.bar > 0 {
            // Here an input means at least so many checkers; elsewhere it means exactly so many.
            let from = from + BOARD - PLACE;
            (0..side.bar.min(3) as u16).for_each(|i| self.push(from + i, 1.0));
            self.above_three(from, side.bar);
        }
    }

    fn points(&mut self, from: u16, side: &Side) {
        let mut occupied = side.men & POINTS;
        while occupied != 0 {
            let place = occupied.trailing_zeros();
            occupied &= occupied - 1;
            let (from, men) = (from + PLACE * (place as u16 - 1), side.at(place));
            self.push(from + men.min(3) as u16 - 1, 1.0);
            self.above_three(from, men);
        }
    }

    fn above_three(&mut self, from: u16, men: u32) {
        if men > 3 {
            self.push(from + 3, (men - 3) as f32 / 2.0);
        }
    }

    /// Without contact, no checker is on the farthest point or on the bar.
    fn race(&mut self, from: u16, side: &Side) {
        const OFF: u16 = 23 * PLACE;
        self.points(from, side);
        let side = side.checkers;
        let off = u16::from(side.off()).min(CHECKERS as u16 - 1);
        if off > 0 {
            self.push(from + OFF + off - 1, 1.0);
        }
        let crossovers: u32 = [6, 12, 18].map(|place| side.farther_than(place)).iter().sum();
        if crossovers > 0 {
            self.push(from + RACE - 1, crossovers as f32 / 10.0);
        }
    }

    fn features(&mut self, from: u16, features: [f32; FEATURES]) {
        for (i, value) in (from..).zip(features) {
            if value != 0.0 {
                self.push(i, value);
            }
        }
    }
}

/// One side's checkers, as sets of its own places up to the bar, 25.
#[derive(Copy, Clone, Debug)]
pub(super) struct Side {
    pub(super) checkers: Checkers,
    /// How many there are at each place; none beyond the bar.
    counts: [u8; 32],
    /// Where there are any, the bar included.
    pub(super) men: u32,
    /// Points with one checker, with two, and with two or more.
    pub(super) single: u32,
    pub(super) pairs: u32,
    pub(super) made: u32,
    pub(super) bar: u32,
}

impl Side {
    pub(super) fn of(checkers: Checkers) -> Self {
        let (men, made) = (checkers.occupied(), checkers.made() & POINTS);
        let mut counts = [0; 32];
        for (pair, byte) in
            counts.as_chunks_mut::<2>().0.iter_mut().zip(checkers.word().to_le_bytes())
        {
            *pair = [byte & 15, byte >> 4];
        }
        Self {
            checkers,
            counts,
            men,
            single: men & POINTS & !made,
            pairs: made & !checkers.threes(),
            made,
            bar: checkers.bar().into(),
        }
    }

    /// A set of this side's points from the other side's point of view.
    pub(super) const fn seen(points: u32) -> u32 {
        flip(points) & POINTS
    }

    fn at(&self, place: u32) -> u32 {
        self.counts[place as usize % 32].into()
    }
}

/// The features of `me` in a position with contact; `off` are the inputs for men off.
fn features(me: &Side, they: &Side, off: [f32; 3]) -> [f32; FEATURES] {
    let last = u32::from(me.checkers.last());
    let their_last = u32::from(they.checkers.last());
    // The place of their last checker, from this side's point of view; 0 if it is on the bar.
    let enemy = (25 - their_last) as u8;
    let (walls, blocked) = (Side::seen(me.made), Side::seen(they.made));
    let part = |n: u32, of: u32| n as f32 / of as f32;

    let depth = me.checkers.beyond(enemy) + me.checkers.farther_than(enemy);
    let rear_anchor = match me.made {
        // Below the range of all other values.
        0 => -1.0 / 24.0,
        made => part(made.ilog2() - 1, 24),
    };
    let shots = Shots::of(me, they);
    let held = |places: std::ops::RangeInclusive<u32>| {
        let fewest = places.map(|place| escapes(place, walls)).min();
        fewest.map_or(0.0, |fewest| 1.0 - part(fewest, 36))
    };
    let (so_far, in_all) = (held(16..=their_last), held(16..=24));
    let mut mobility = 0;
    let mut outside = me.men >> 7;
    while outside != 0 {
        let place = outside.trailing_zeros() + 7;
        outside &= outside - 1;
        mobility += (place - 6) * me.at(place) * escapes(place, blocked);
    }
    let shut = they.made & 0x7e;
    let (two_anchors, one_anchor) = back_game(me);
    [
        off[0],
        off[1],
        off[2],
        part(depth, 167),
        part(last.saturating_sub(1), 24),
        rear_anchor,
        front_anchor(me.made),
        part(shots.loss, 432),
        part(shots.once, 36),
        part(shots.twice, 36),
        part(escapes(their_last, walls), 36),
        so_far,
        so_far * so_far,
        in_all,
        in_all * in_all,
        part(mobility, 3600),
        moment(me),
        part(entry_loss(shut, me.bar), 294),
        part(36 - (6 - shut.count_ones()).pow(2), 36),
        timing(me, enemy.into()) as f32 / 100.0,
        backbone(me.made),
        two_anchors,
        one_anchor,
        part(me.checkers.part(0, enemy.saturating_sub(1)).pips(), 100),
        part(jumps(their_last, walls), 36),
    ]
}

/// The men off, at most eight as there is contact, in three inputs of three men each.
fn men_off_by_threes(side: Checkers) -> [f32; 3] {
    let off = f32::from(side.off());
    match side.off() {
        0..=2 => [off / 3.0, 0.0, 0.0],
        3..=5 => [1.0, (off - 3.0) / 3.0, 0.0],
        _ => [1.0, 1.0, (off - 6.0) / 3.0],
    }
}

/// The men off in a crashed position, in three inputs of five men each.
fn men_off_by_fives(side: Checkers) -> [f32; 3] {
    let off = f32::from(side.off());
    match side.off() {
        0..=5 => [off / 5.0, 0.0, 0.0],
        6..=10 => [1.0, (off - 5.0) / 5.0, 0.0],
        _ => [1.0, 1.0, (off - 10.0) / 5.0],
    }
}

/// How far the most advanced anchor still has to go, in units of six; outside the enemy home board,
/// the rearmost point counts.
fn front_anchor(made: u32) -> f32 {
    let (home, outside) = (made >> 19, made >> 13 & 63);
    let sixths = if home != 0 {
        6 - home.trailing_zeros()
    } else if outside != 0 {
        12 - outside.ilog2()
    } else {
        12
    };
    sixths as f32 / 6.0
}

/// The mean square distance from the mean of the checkers beyond it.
fn moment(me: &Side) -> f32 {
    let centre = me.checkers.pips().div_ceil(me.checkers.in_play().max(1).into());
    let (mut sum, mut count) = (0, 0);
    let mut beyond = me.men >> centre >> 1 << centre << 1;
    while beyond != 0 {
        let place = beyond.trailing_zeros();
        beyond &= beyond - 1;
        let men = me.at(place);
        sum += men * (place - centre).pow(2);
        count += men;
    }
    sum.div_ceil(count.max(1)) as f32 / 400.0
}

/// The pips lost on the bar when these points are shut, summed over the 36 rolls.
fn entry_loss(shut: u32, bar: u32) -> u32 {
    if bar == 0 {
        return 0;
    }
    let is_shut = |die: u32| shut >> die & 1 != 0;
    let mut loss = 0;
    for a in 1..7 {
        for b in 1..7 {
            loss += match (is_shut(a), is_shut(b)) {
                (true, true) if a == b => 4 * a,
                (true, true) => a + b,
                (true, false) if bar > 1 => a,
                (false, true) if bar > 1 => b,
                _ => 0,
            };
        }
    }
    loss
}

/// The pips that can be played before points have to be given up, with the enemy's last checker at
/// `enemy`.
fn timing(me: &Side, enemy: u32) -> i32 {
    let border = enemy.max(12);
    let (mut sum, mut count) = (0, 0);
    let mut add = |place: u32, men: u32| {
        sum += (men * (place - 1)) as i32;
        count += men;
    };
    let mut beyond = me.men >> 7;
    while beyond != 0 {
        let place = beyond.trailing_zeros() + 7;
        beyond &= beyond - 1;
        let men = me.at(place);
        match men {
            _ if place <= border || place == 25 => add(place, men),
            1 => add(place, 1),
            _ => add(place, men - 2),
        }
    }
    for place in (1..7).rev() {
        let men = me.at(place);
        if men > 2 {
            sum += ((men - 2) * (place - 1)) as i32;
            count += men - 2;
        } else if count >= 2 - men {
            // The point is filled either completely or not at all.
            sum -= ((2 - men) * (place - 1)) as i32;
            count -= 2 - men;
        }
    }
    sum
}

/// How well the points are connected: how far all are from the rearmost one.
fn backbone(made: u32) -> f32 {
    const NEAR: [u32; 12] = [11, 11, 11, 11, 11, 11, 11, 6, 5, 4, 3, 2];
    // Without the ace point.
    let made = made & !0b11;
    if made.count_ones() < 2 {
        return 0.0;
    }
    let last = made.ilog2();
    let mut others = made ^ 1 << last;
    let (mut sum, count) = (0, others.count_ones());
    while others != 0 {
        let apart = last - others.trailing_zeros();
        others &= others - 1;
        sum += NEAR.get(apart as usize).copied().unwrap_or(0);
    }
    1.0 - sum as f32 / (11 * count) as f32
}

/// The number of checkers back with two or more anchors, and with one.
fn back_game(me: &Side) -> (f32, f32) {
    let back = me.checkers.farther_than(18) as f32;
    match (me.made >> 19).count_ones() {
        0 => (0.0, 0.0),
        1 => (0.0, back / 8.0),
        _ => ((back - 3.0) / 4.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Class;

    fn side(places: &[(usize, u8)]) -> Side {
        let mut counts = [0; 25];
        places.iter().for_each(|&(place, n)| counts[place - 1] = n);
        Side::of(Checkers::on_board(counts).expect("at most fifteen"))
    }

    fn of(game: &Backgammon, kind: Kind) -> Vec<f32> {
        let mut inputs = Inputs::default();
        inputs.set(game, kind);
        let mut all = vec![0.0; kind.inputs()];
        inputs.as_slice().iter().for_each(|&(i, x)| all[usize::from(i)] = x);
        all
    }

    #[track_caller]
    fn check(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (i, (found, expected)) in (1..).zip(found.iter().zip(expected)) {
            assert!((found - expected).abs() < 1e-6, "{i}: {found} and not {expected}");
        }
    }

    /// Five checkers on the six point, three on the eight, five on the 13, two back.
    #[test]
    fn the_start_counted_by_hand() {
        let inputs = of(&Backgammon::START, Kind::Contact);
        let mut board = [0.0; 100];
        for (point, men) in [(6, 5), (8, 3), (13, 5), (24, 2)] {
            board[4 * (point - 1) + men.min(3) - 1] = 1.0;
            board[4 * (point - 1) + 3] = men.saturating_sub(3) as f32 / 2.0;
        }
        check(&inputs[..100], &board);
        check(&inputs[100..200], &board);
        check(&of(&Backgammon::START, Kind::Board), &inputs[..200]);
        let features = [
            [0.0, 0.0, 0.0],
            // All 167 pips from the other's ace point; the rear men are an anchor there.
            [1.0, 23.0 / 24.0, 23.0 / 24.0],
            [1.0 / 6.0, 0.0, 0.0],
            // Points 5, 7 and 12 pips ahead stop twelve rolls: those with these sums, and 55.
            [0.0, 24.0 / 36.0, 14.0 / 36.0],
        ];
        check(&inputs[200..210], &features.as_flattened()[..10]);
        check(&inputs[210..212], &features[3][1..]);
        check(&inputs[200..225], &inputs[225..]);
    }

    #[test]
    fn races_counted_by_hand() {
        let (mine, theirs) = (side(&[(7, 1), (13, 4), (2, 5)]), side(&[(6, 15)]));
        let game = Backgammon::new(mine.checkers, theirs.checkers).expect("a position");
        let inputs = of(&game, Kind::Race);
        let numbered: Vec<_> = inputs.iter().enumerate().filter(|(_, x)| **x != 0.0).collect();
        let expected = [
            (22, 1.0),
            (23, 6.0),
            (107 + 6, 1.0),
            (107 + 7, 1.0),
            (107 + 24, 1.0),
            (107 + 50, 1.0),
            (107 + 51, 0.5),
            // Five are off.
            (107 + 92 + 4, 1.0),
            (213, 0.9),
        ];
        assert_eq!(numbered.len(), expected.len(), "{numbered:?}");
        for ((i, x), (number, value)) in numbered.into_iter().zip(expected) {
            assert!(i == number && (x - value).abs() < 1e-6, "{i}: {x}, not {number}: {value}");
        }
    }

    #[test]
    fn men_off_come_in_three_steps() {
        let off = |n: u8| side(&[(1, 15 - n)]).checkers;
        check(&men_off_by_threes(off(2)), &[2.0 / 3.0, 0.0, 0.0]);
        check(&men_off_by_threes(off(3)), &[1.0, 0.0, 0.0]);
        check(&men_off_by_threes(off(8)), &[1.0, 1.0, 2.0 / 3.0]);
        check(&men_off_by_fives(off(5)), &[1.0, 0.0, 0.0]);
        check(&men_off_by_fives(off(6)), &[1.0, 0.2, 0.0]);
        check(&men_off_by_fives(off(14)), &[1.0, 1.0, 0.8]);
    }

    #[test]
    fn single_features_counted_by_hand() {
        let anchor = |points: &[u32]| front_anchor(points.iter().map(|p| 1 << p).sum());
        check(
            &[anchor(&[20, 22, 6]), anchor(&[14, 18]), anchor(&[12])],
            &[5.0 / 6.0, 7.0 / 6.0, 2.0],
        );
        let back = side(&[(25, 1), (24, 2), (20, 3), (6, 2)]);
        assert_eq!(back_game(&back), (0.75, 0.0));
        assert_eq!(back_game(&side(&[(25, 1), (24, 2)])), (0.0, 0.375));
        // From 8 all are near, and 1 does not count; from 13 it is seven to 6, nine to 4.
        assert_eq!(backbone(0b1_0110_0010), 0.0);
        check(&[backbone(1 << 13 | 1 << 4 | 1 << 6)], &[1.0 - 10.0 / 22.0]);
        // Sixes and fives are shut: of the 36 rolls 55, 66 and twice 65.
        let shut = 1 << 6 | 1 << 5;
        assert_eq!((entry_loss(shut, 0), entry_loss(shut, 1)), (0, 20 + 24 + 22));
        assert_eq!(entry_loss(shut, 2), 66 + 2 * 4 * (5 + 6));
        // Mean 13: the other two are ten and two beyond.
        check(&[moment(&side(&[(1, 1), (15, 1), (23, 1)]))], &[52.0 / 400.0]);
        // Beyond 12 one alone and all above two, 23 + 2 x 17. Of these three, one goes to
        // the five point and two to the four point; none is left for the others.
        let timing = timing(&side(&[(24, 1), (18, 4), (16, 2), (6, 2), (5, 1)]), 5);
        assert_eq!(timing, 23 + 34 - 4 - 6);
    }

    /// The features of the player on roll and of the other player, in positions with checkers on
    /// the bar and off, in back games and behind primes: computed by a separate program of our own
    /// that agrees with GNU Backgammon.
    #[rustfmt::skip]
    const FEATURED: [(&str, [f32; FEATURES], [f32; FEATURES]); 7] = [
        ("rMAEBoJkQjbQAA", [1.0, 0.6666667, 0.0, 1.275449, 1.0, 0.7083333, 1.166667, 0.9513889, 0.5555556, 0.0555556, 0.8888889, 0.25, 0.0625, 0.25, 0.0625, 1.063611, 0.085, 0.1428571, 0.3055556, 0.93, 0.3181818, 0.0, 0.0, 0.0, 0.1666667], [0.6666667, 0.0, 0.0, 0.7365269, 1.0, 0.75, 1.0, 1.150463, 0.8888889, 0.4166667, 0.8611111, 0.1666667, 0.0277778, 0.1666667, 0.0277778, 0.5052778, 0.1675, 0.0, 0.0, 0.39, 0.7727273, 0.0, 0.375, 0.0, 0.8333333]),
        ("20xQCqATAAKHAA", [1.0, 0.2, 0.0, 0.7065868, 1.0, 0.8333333, 0.6666667, 0.6597222, 0.5833333, 0.0, 0.9722222, 0.0277778, 0.0007716, 0.0277778, 0.0007716, 0.6225, 0.17, 0.3741497, 0.8888889, 0.46, 0.0, 0.0, 0.5, 0.0, 0.9722222], [0.2, 0.0, 0.0, 0.742515, 1.0, 0.1666667, 2.0, 1.009259, 0.7777778, 0.3055556, 0.5, 0.5, 0.25, 0.3055556, 0.0933642, 0.49, 0.2225, 0.0136054, 0.3055556, 0.66, 0.0, 0.0, 0.0, 0.0, 0.5]),
        ("3wAGCuABhDg6AA", [0.4, 0.0, 0.0, 0.6766467, 0.875, 0.875, 0.5, 0.5833333, 0.9166667, 0.0833333, 0.9444444, 0.1111111, 0.0123457, 0.1111111, 0.0123457, 0.9958333, 0.0925, 0.0, 0.5555556, 0.66, 0.5, 0.0, 0.5, 0.08, 0.0277778], [0.8, 0.0, 0.0, 0.2934132, 0.7083333, 0.4166667, 2.0, 0.962963, 0.8888889, 0.2222222, 0.8611111, 0.1666667, 0.0277778, 0.1666667, 0.0277778, 0.2919444, 0.1975, 0.0, 0.3055556, 0.35, 0.6363636, 0.0, 0.0, 0.09, 0.2777778]),
        ("bHsMgwCws2EANg", [0.0, 0.0, 0.0, 0.5628743, 0.9583333, 0.9583333, 0.3333333, 0.4537037, 0.7777778, 0.1666667, 0.6111111, 0.3888889, 0.1512346, 0.75, 0.5625, 0.4683333, 0.2775, 0.0, 0.8888889, 0.25, 0.8030303, 0.25, 0.0, 0.28, 0.6111111], [0.0, 0.0, 0.0, 0.6586826, 0.7083333, 0.5, 2.0, 0.0, 0.0, 0.0, 0.2777778, 0.7222222, 0.5216049, 0.7222222, 0.5216049, 0.2394444, 0.0775, 0.0, 0.5555556, 0.41, 0.4727273, 0.0, 0.0, 0.0, 0.2777778]),
        ("sNfgAQyYc+QBBg", [0.0, 0.0, 0.0, 0.748503, 0.8333333, 0.8333333, 0.6666667, 0.4583333, 0.3055556, 0.0, 0.5277778, 0.4722222, 0.2229938, 0.4722222, 0.2229938, 0.5186111, 0.09, 0.0, 0.5555556, 0.46, 0.8863636, 0.0, 0.25, 0.0, 0.5277778], [0.0, 0.0, 0.0, 0.6467066, 0.875, 0.875, 0.5, 0.1296296, 0.1111111, 0.0, 0.5833333, 0.4166667, 0.1736111, 0.5555556, 0.308642, 0.4547222, 0.1075, 0.0, 0.5555556, 0.42, 0.9090909, 0.0, 0.25, 0.0, 0.5833333]),
        ("Zm43AEDbZhYKAA", [0.0, 0.0, 0.0, 0.5928144, 0.5416667, 0.2916667, 2.0, 0.0, 0.0, 0.0, 0.1944444, 0.8055556, 0.6489198, 0.6111111, 0.3734568, 0.22, 0.065, 0.0, 0.75, 0.39, 0.0, 0.0, 0.0, 0.0, 0.1944444], [0.0, 0.0, 0.0, 0.0898204, 1.0, 0.3333333, 2.0, 0.0740741, 0.0555556, 0.0, 1.0, 0.0, 0.0, 0.8888889, 0.7901235, 0.1769444, 0.2425, 0.6530612, 0.9722222, 0.66, 0.0909091, 0.0, 0.0, 0.86, 0.0]),
        ("v21AARAcAAAAAA", [1.0, 1.0, 0.4, 0.0359281, 0.0833333, 0.0833333, 2.0, 0.0, 0.0, 0.0, 0.9722222, 0.0277778, 0.0007716, 0.0555556, 0.0030864, 0.0, 0.0, 0.0, 0.8888889, 0.02, 0.0, 0.0, 0.0, 0.0, 0.9722222], [0.0, 0.0, 0.0, 0.0119761, 0.9166667, 0.125, 2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.25, 0.0625, 0.2752778, 0.3425, 0.0, 0.3055556, 0.33, 0.0, 0.0, 0.0, 0.47, 0.0]),
    ];

    #[test]
    fn features_are_those_of_another_program() {
        for (id, mine, theirs) in FEATURED {
            let game = Backgammon::parse(id).expect("a Position ID");
            let kind = match Class::of(&game) {
                Class::Crashed => Kind::Crashed,
                _ => Kind::Contact,
            };
            let inputs = of(&game, kind);
            check(&inputs[200..225], &mine);
            check(&inputs[225..], &theirs);
        }
    }
}
