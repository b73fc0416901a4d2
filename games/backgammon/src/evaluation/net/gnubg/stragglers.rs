//! How many turns stragglers need to leave the enemy home board.

use std::{collections::HashMap, sync::LazyLock};

use crate::Dice;

/// The most stragglers for which this is known.
pub(super) const MOST: u8 = 6;
/// How many numbers of turns are distinguished; anything longer counts as this many.
pub(super) const TURNS: usize = 5;

/// The numbers of stragglers by how many pips they need to leave: from one (the first) to five (the
/// last).
type Stragglers = [u8; 5];

/// The probabilities of needing exactly one turn, two, and so on.
pub(super) type Chances = [f64; TURNS];

/// The distribution of turns for every placement of stragglers, no stragglers included.
static TABLE: LazyLock<HashMap<Stragglers, Turns>> = LazyLock::new(table);

#[derive(Copy, Clone, Default)]
struct Turns {
    mean: f64,
    chances: Chances,
}

/// The distribution of the turns they need if both dice are played by them, so as to need the
/// fewest turns on average; `None` if there are no stragglers or too many.
pub(super) fn turns(stragglers: Stragglers) -> Option<Chances> {
    let some = stragglers.iter().any(|&n| n > 0);
    TABLE.get(&stragglers).filter(|_| some).map(|turns| turns.chances)
}

fn table() -> HashMap<Stragglers, Turns> {
    let mut all = vec![[0; 5]];
    for distance in 0..5 {
        let grown = all.iter().flat_map(|&those| {
            (0..=MOST - those.iter().sum::<u8>()).map(move |more| {
                let mut those: Stragglers = those;
                those[distance] = more;
                those
            })
        });
        all = grown.collect();
    }
    // Every turn leads to fewer pips.
    all.sort_by_key(|those| (1..).zip(those).map(|(pips, n)| pips * u32::from(*n)).sum::<u32>());
    let mut table = HashMap::new();
    for those in all {
        let mut turns = Turns::default();
        if those != [0; 5] {
            turns.mean = 1.0;
            for dice in Dice::all() {
                let best = best(those, dice, &table);
                let chance = f64::from(dice.weight()) / 36.0;
                turns.mean += chance * best.mean;
                if best.mean == 0.0 {
                    turns.chances[0] += chance;
                }
                for (i, later) in best.chances.into_iter().enumerate() {
                    turns.chances[(i + 1).min(TURNS - 1)] += chance * later;
                }
            }
        }
        table.insert(those, turns);
    }
    table
}

/// What is left to do after the best turn with these dice.
fn best(those: Stragglers, dice: Dice, table: &HashMap<Stragglers, Turns>) -> Turns {
    let (high, low) = (dice.high(), dice.low());
    let orders: &[&[u8]] =
        if dice.is_double() { &[&[high; 4]] } else { &[&[high, low], &[low, high]] };
    let mut best: Option<Turns> = None;
    for order in orders {
        play(those, order, &mut |left| {
            let turns = table[&left];
            if best.is_none_or(|best| turns.mean < best.mean) {
                best = Some(turns);
            }
        });
    }
    best.expect("a checker can always be moved")
}

/// Calls `visit` with everything that playing these numbers, one after another, leads to.
fn play(those: Stragglers, numbers: &[u8], visit: &mut impl FnMut(Stragglers)) {
    let Some((&number, rest)) = numbers.split_first() else { return visit(those) };
    if those == [0; 5] {
        return visit(those);
    }
    for from in (0..5).filter(|&from| those[from] > 0) {
        let mut next = those;
        next[from] -= 1;
        if let Some(to) = from.checked_sub(number.into()) {
            next[to] += 1;
        }
        play(next, rest, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_counted_by_hand() {
        assert_eq!((TABLE.len(), turns([0; 5]), turns([7, 0, 0, 0, 0])), (462, None, None));
        #[track_caller]
        fn check(stragglers: Stragglers, of36: &[f64]) {
            let chances = turns(stragglers).expect("few");
            let sum: f64 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{chances:?}");
            for (chance, expected) in chances.into_iter().zip(of36) {
                assert!((chance * 36.0 - expected).abs() < 1e-9, "{stragglers:?}: {chances:?}");
            }
        }
        check([1, 0, 0, 0, 0], &[36.0, 0.0]);
        check([2, 0, 0, 0, 0], &[36.0, 0.0]);
        // Three leave with a double.
        check([3, 0, 0, 0, 0], &[6.0, 30.0]);
        // One that needs five: it does not leave with 11, 21 and 31, but does with the next roll.
        check([0, 0, 0, 0, 1], &[31.0, 5.0]);
        // Two that need five: they leave with 65, 55 and 66, and with 33 and 44 in two steps each.
        check([0, 0, 0, 0, 2], &[6.0]);
    }
}
