//! Compares the databases with what GNU Backgammon prints from its own.
//!
//! GNU Backgammon's numbers have sixteen bits and are rounded at every step. So each figure is
//! compared twice: the figure of the database, with a tolerance for the accumulated rounding
//! errors, and a figure rounded in the same way, which must agree exactly. The way of rounding was
//! inferred from GNU Backgammon's figures. Without a cube, it reproduces all pairs of positions;
//! with a cube, all but 55 of 853,775, which are off by one unit of the sixteen bits.

use super::{index, moves, tests::small};
use crate::{CHECKERS, Checkers, Dice, position_id};

/// Positions with their equities without a cube, with the cube owned, in the middle, and owned by
/// the other player.
const EQUITIES: [(&str, [f64; 4]); 8] = [
    ("AQAABAEAAAAAAA", [-0.1666, -0.1666, -0.1666, -0.1666]),
    ("AwAAEAEAAAAAAA", [0.0555, 0.0555, 0.0555, 0.0555]),
    ("AgAAgAEAAAAAAA", [-0.7778, -0.7778, -0.7778, -0.7778]),
    ("HAAAwAEAAAAAAA", [0.6204, 0.7210, 0.7183, 0.6060]),
    ("4AcAAPADAAAAAA", [0.3023, 0.5449, 0.4849, 0.2215]),
    ("PwAAgB8AAAAAAA", [0.5756, 0.7685, 0.7685, 0.5756]),
    ("VQUAgKoCAAAAAA", [0.4011, 0.6367, 0.6022, 0.3511]),
    ("DwAA4AEAAAAAAA", [0.7222, 0.7222, 0.7222, 0.7222]),
];

/// Positions, and the mean number of rolls, its standard deviation, the effective pips,
/// and the mean to the first checker.
const ROLLS: [(&str, [f64; 4]); 8] = [
    ("/38AAAD/fwAAAA", [6.980, 0.808, 56.999, 1.0]),
    ("4P8PAADg/w8AAA", [12.266, 1.512, 100.175, 1.616]),
    ("+L4PAAD4vg8AAA", [10.074, 1.464, 82.269, 1.056]),
    ("2+4OAADb7g4AAA", [8.139, 1.079, 66.467, 1.0]),
    ("YAAAAAMAAAAAAA", [2.110, 0.571, 17.228, 0.0]),
    ("IAAAgAAAAAAAAA", [1.250, 0.433, 10.208, 0.0]),
    ("CgAAUAAAAAAAAA", [1.306, 0.461, 10.662, 0.0]),
    ("/wMAAPgfAAAAAA", [4.408, 0.624, 36.000, 0.0]),
];

/// The checkers of the player to move and of the other.
fn sides(id: &str) -> (Checkers, Checkers) {
    position_id::read(id).expect("a Position ID")
}

#[test]
fn equities_are_those_of_gnubg() {
    for (id, equities) in EQUITIES {
        let (mine, theirs) = sides(id);
        let found = small().two_sided.equities(mine, theirs).expect("few checkers").as_array();
        for (found, expected) in found.into_iter().zip(equities) {
            assert!((f64::from(found) - expected).abs() < 1.3e-4, "{id}: {found} not {expected}");
        }
    }
}

#[test]
fn rolls_are_those_of_gnubg() {
    for (id, figures) in ROLLS {
        let (mine, _) = sides(id);
        let one = &small().one_sided;
        let rolls = one.rolls(mine).expect("at home");
        let first = one.first_off(mine).expect("at home");
        let found = [rolls.mean(), rolls.deviation(), rolls.effective_pips(), first.mean()];
        for ((found, expected), most) in
            found.into_iter().zip(figures).zip([6e-4, 6e-4, 2e-3, 6e-4])
        {
            assert!((found - expected).abs() < most, "{id}: {found} and not {expected}");
        }
        let sum: f64 = rolls.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{id}: the chances add up to {sum}");
    }
    // Fifteen on the ace point: n rolls with d doubles bear off 2 (n + d), so
    // that six rolls are enough with two doubles, and so on.
    let (aces, _) = sides("/38AAAD/fwAAAA");
    let rolls = small().one_sided.rolls(aces).expect("at home");
    let percent: Vec<_> = rolls.iter().map(|(n, p)| (n, (1e5 * p).round() / 1e3)).collect();
    assert_eq!(percent, [(4, 0.077), (5, 3.472), (6, 22.773), (7, 45.769), (8, 27.908)][..]);
}

/// What a loss, nothing and a win are in sixteen bits.
const LOSS: i32 = 0;
const MIDDLE: i32 = 0x8000;
const WIN: i32 = 0xffff;
/// Half a point, from which on a double is passed.
const ENOUGH: i32 = 0xbfff;
/// The checkers a side of the table for pairs.
const FEW: u8 = 6;

/// What all pairs of positions of few checkers are worth in sixteen bits, means cut off
/// towards the middle.
fn equities_in_sixteen_bits() -> Vec<[i32; 4]> {
    let size = index::count(6, FEW);
    let targets: Vec<[Vec<usize>; Dice::COUNT]> = (0..size)
        .map(|index| {
            let mut dice = Dice::all();
            std::array::from_fn(|_| {
                let (mut list, side) = (Vec::new(), index::unrank(index, 6));
                let roll = dice.next().expect("as many as that");
                let rank = |next| index::rank(next, 6, FEW).expect("at home");
                moves::after(side, roll, |next| list.push(rank(next)));
                list
            })
        })
        .collect();
    let mut table = vec![[LOSS; 4]; size * size];
    // Moves lead to smaller numbers.
    let pairs = (0..2 * size - 1).flat_map(|sum| (0..=sum).map(move |mine| (mine, sum - mine)));
    for (mine, theirs) in pairs.filter(|&(mine, theirs)| mine < size && 0 < theirs && theirs < size)
    {
        let mut sums = [0; 4];
        for (targets, dice) in targets[mine].iter().zip(Dice::all()) {
            let mut best = [LOSS; 4];
            for next in targets {
                let [cubeless, owned, centred, opponents] = table[theirs * size + next];
                let doubled = (2 * opponents - MIDDLE).max(LOSS);
                let doubled = if opponents >= ENOUGH { WIN } else { doubled };
                let after = [cubeless, opponents, centred.max(doubled), owned.max(doubled)];
                best = std::array::from_fn(|i| best[i].max(WIN - after[i]));
            }
            sums = std::array::from_fn(|i| sums[i] + dice.weight() as i32 * best[i]);
        }
        // Division of numbers with a sign cuts off towards nought.
        let mean = |sum: i32| (sum - 36 * MIDDLE) / 36 + MIDDLE;
        table[mine * size + theirs] = if mine == 0 { [WIN; 4] } else { sums.map(mean) };
    }
    table
}

#[test]
fn equities_in_sixteen_bits_are_those_of_gnubg_to_the_digit() {
    let (table, size) = (equities_in_sixteen_bits(), index::count(6, FEW));
    for (id, expected) in EQUITIES {
        let (mine, theirs) = sides(id);
        let rank = |side| index::rank(side, 6, FEW).expect("few");
        let found = table[rank(mine) * size + rank(theirs)];
        let found = found.map(|x| f64::from(x) / 32767.5 - 1.0);
        assert_eq!(found.map(|x| format!("{x:.4}")), expected.map(|x| format!("{x:.4}")), "{id}");
    }
}

/// More rolls than anybody needs.
const MOST: usize = 32;

/// The chances of needing so many rolls in sixteen bits, of all positions at home by
/// their number: rounded, and the most likely one takes what is missing from certainty.
fn rolls_in_sixteen_bits(done: impl Fn(Checkers) -> bool) -> Vec<[i64; MOST]> {
    let mut table: Vec<[i64; MOST]> = Vec::new();
    let mean = |chances: &[i64; MOST]| (0..).zip(chances).map(|(n, p)| n * p).sum::<i64>();
    for index in 0..index::count(6, CHECKERS) {
        let side = index::unrank(index, 6);
        let mut sums = [0; MOST];
        if done(side) {
            sums[0] = 36 * 0xffff;
        } else {
            for dice in Dice::all() {
                let mut best = (i64::MAX, 0);
                moves::after(side, dice, |next| {
                    let next = index::rank(next, 6, CHECKERS).expect("at home");
                    best = best.min((mean(&table[next]), next));
                });
                for (sum, chance) in sums[1..].iter_mut().zip(table[best.1]) {
                    *sum += i64::from(dice.weight()) * chance;
                }
            }
        }
        let mut chances = sums.map(|sum| (sum + 18) / 36);
        let missing = 0xffff - chances.iter().sum::<i64>();
        *chances.iter_mut().rev().max_by_key(|chance| **chance).expect("some") += missing;
        table.push(chances);
    }
    table
}

#[test]
fn rolls_in_sixteen_bits_are_those_of_gnubg_to_the_digit() {
    let all = rolls_in_sixteen_bits(|side| side.off() == CHECKERS);
    let first = rolls_in_sixteen_bits(|side| side.off() > 0);
    let moment = |chances: &[i64; MOST], k: i32| {
        let share = |(n, &p): (i32, &i64)| f64::from(n).powi(k) * p as f64 / 65535.0;
        (0..).zip(chances).map(share).sum::<f64>()
    };
    for (id, expected) in ROLLS {
        let at = index::rank(sides(id).0, 6, CHECKERS).expect("at home");
        let mean = moment(&all[at], 1);
        let deviation = (moment(&all[at], 2) - mean * mean).sqrt();
        let found = [mean, deviation, 49.0 / 6.0 * mean, moment(&first[at], 1)];
        assert_eq!(found.map(|x| format!("{x:.3}")), expected.map(|x| format!("{x:.3}")), "{id}");
    }
}
