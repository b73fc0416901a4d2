//! How GNU Backgammon corrects the outputs of a network.

use super::{super::network::OUTPUTS, super::sigmoid::CERTAIN, stragglers};
use crate::{Backgammon, CHECKERS, Checkers, bearoff::OneSided};

/// With contact, probabilities of gammons and backgammons below this, in units of 2^-24, are set to
/// 0: 0.0001.
const LEAST: u32 = 1678;

/// Corrects the outputs of a network, in units of 2^-24, for a position that is neither over nor in
/// a bearoff database; `rolls` is the one-sided database.
pub(super) fn correct(
    game: &Backgammon,
    rolls: &OneSided,
    units: [u32; OUTPUTS],
) -> [u32; OUTPUTS] {
    let mut units = units;
    if game.is_contact() {
        in_order(game, &mut units);
        units[1..].iter_mut().filter(|unit| **unit < LEAST).for_each(|unit| *unit = 0);
    } else {
        backgammons(game, rolls, &mut units);
        count_turns(game, rolls, &mut units);
        in_order(game, &mut units);
    }
    units
}

/// A player who has borne off a checker cannot be gammoned; a gammon is no likelier than a win, and
/// a backgammon no likelier than a gammon.
fn in_order(game: &Backgammon, units: &mut [u32; OUTPUTS]) {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = units;
    if game.theirs().off() > 0 {
        *win_gammon = 0;
    }
    if game.mine().off() > 0 {
        *lose_gammon = 0;
    }
    *win_gammon = (*win_gammon).min(*win);
    *lose_gammon = (*lose_gammon).min(CERTAIN - *win);
    *win_backgammon = (*win_backgammon).min(*win_gammon);
    *lose_backgammon = (*lose_backgammon).min(*lose_gammon);
}

/// What the number of crossovers decides without contact: a crossover is counted for each quadrant
/// that a checker has to cross, and a turn makes at most four.
fn count_turns(game: &Backgammon, rolls: &OneSided, units: &mut [u32; OUTPUTS]) {
    let [mine, theirs] = [game.mine(), game.theirs()].map(|side| Race::of(side, rolls));
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = units;
    // The mover takes its last turn before the other player does.
    let my_turns = mine.turns.max(1);
    if theirs.crossovers > 4 * (my_turns - 1) {
        *win = CERTAIN;
    }
    if game.theirs().off() == 0 {
        if mine.crossovers > 8 * theirs.to_save {
            *win_gammon = 0;
        } else if theirs.to_save > 4 * (my_turns - 1) {
            *win_gammon = CERTAIN;
        }
        if game.theirs().last() <= 18 {
            *win_backgammon = 0;
        }
    }
    if mine.crossovers > 4 * theirs.turns {
        *win = 0;
    }
    if game.mine().off() == 0 {
        if theirs.crossovers + 4 > 8 * mine.to_save {
            *lose_gammon = 0;
        } else if mine.to_save > 4 * theirs.turns {
            *lose_gammon = CERTAIN;
        }
        if game.mine().last() <= 18 {
            *lose_backgammon = 0;
        }
    }
}

/// How far a side is from bearing off.
struct Race {
    /// Crossovers until all are off.
    crossovers: u32,
    /// Crossovers until the first is off.
    to_save: u32,
    /// The most turns it takes, or a substitute for that as long as not all checkers are home.
    turns: u32,
}

impl Race {
    fn of(side: Checkers, rolls: &OneSided) -> Self {
        let quadrants: u32 = [6, 12, 18].map(|place| side.farther_than(place)).iter().sum();
        let crossovers = quadrants + u32::from(side.in_play());
        let known = if side.last() <= 6 { rolls.rolls(side) } else { None };
        let most = known.and_then(|rolls| {
            // Chances that round to 0 in sixteen bits do not count.
            let likely = rolls.iter().filter(|(_, chance)| (chance * 65535.0).round() > 0.0);
            likely.map(|(turns, _)| turns).max()
        });
        Self { crossovers, to_save: 1 + quadrants, turns: most.unwrap_or(2 * crossovers) }
    }
}

/// Computes the probability of a backgammon where a side still has checkers in the other's home
/// board.
fn backgammons(game: &Backgammon, rolls: &OneSided, units: &mut [u32; OUTPUTS]) {
    let (mine, theirs) = (game.mine(), game.theirs());
    let behind = |side: Checkers| side.off() == 0 && side.last() > 18;
    let on_roll = behind(theirs);
    if !on_roll && !behind(mine) {
        return;
    }
    let (winner, loser) = if on_roll { (mine, theirs) } else { (theirs, mine) };
    let chance = chance_of_backgammon(winner, loser, on_roll, rolls);
    let chance = (chance.min(1.0) * f64::from(CERTAIN)).round() as u32;
    let [gammon, backgammon] = if on_roll { [1, 2] } else { [3, 4] };
    units[backgammon] = chance;
    units[gammon] = units[gammon].max(chance);
}

fn chance_of_backgammon(
    winner: Checkers,
    loser: Checkers,
    winner_on_roll: bool,
    rolls: &OneSided,
) -> f64 {
    let stragglers: [u8; 5] = std::array::from_fn(|i| loser.at(19 + i as u8));
    let pips: u32 = (1..).zip(stragglers).map(|(pips, n)| pips * u32::from(n)).sum();
    let fewest = u32::from(winner.in_play()).div_ceil(4) - u32::from(winner_on_roll);
    if fewest > pips.div_ceil(3) {
        return 0.0;
    }
    if let Some(turns) = stragglers::turns(stragglers) {
        let Some(needed) = rolls.rolls(winner) else { return 0.0 };
        let within = |turns: u32| -> f64 {
            needed.iter().filter(|(k, _)| *k <= turns).map(|(_, chance)| chance).sum()
        };
        let last = u32::from(!winner_on_roll);
        return (1..).zip(turns).map(|(k, chance)| chance * within(k - last)).sum();
    }
    // Too many checkers: as if they were being borne off, from as far away.
    let mut counts = [0; 26];
    counts[1..6].copy_from_slice(&stragglers);
    counts[0] = CHECKERS - stragglers.iter().sum::<u8>();
    let away = Checkers::new(counts).ok();
    let Some(away) = away else { return 0.0 };
    let (mover, other) = if winner_on_roll { (winner, away) } else { (away, winner) };
    let Some((mover, other)) = rolls.rolls(mover).zip(rolls.rolls(other)) else { return 0.0 };
    let first: f64 = mover
        .iter()
        .map(|(k, p)| p * other.iter().filter(|(j, _)| *j >= k).map(|(_, q)| q).sum::<f64>())
        .sum();
    if winner_on_roll { first } else { 1.0 - first }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::bearoff::tests::small;

    const HALF: u32 = CERTAIN / 2;

    /// The checkers of the mover and of the other, each from its own side.
    #[track_caller]
    fn check(
        mine: &[(usize, u8)],
        theirs: &[(usize, u8)],
        before: [u32; OUTPUTS],
        after: [u32; OUTPUTS],
    ) {
        let [mine, theirs] = [mine, theirs].map(|places| {
            let mut counts = [0; 25];
            places.iter().for_each(|&(place, n)| counts[place - 1] = n);
            Checkers::on_board(counts).expect("at most fifteen")
        });
        let game = Backgammon::new(mine, theirs).expect("a position");
        let found = correct(&game, &small().one_sided, before);
        assert_eq!(found, after, "\n{}", game.board());
    }

    #[test]
    fn with_contact() {
        let said = [HALF, CERTAIN, HALF + 1, 1677, 1678];
        check(&[(24, 2), (6, 13)], &[(24, 2), (6, 13)], said, [HALF, HALF, HALF, 0, 0]);
        // A player who has borne off a checker is not gammoned.
        check(&[(24, 2), (6, 12)], &[(24, 2), (6, 13)], said, [HALF, HALF, HALF, 0, 0]);
        check(&[(24, 2), (6, 13)], &[(24, 2), (6, 12)], said, [HALF, 0, 0, 0, 0]);
    }

    #[test]
    fn in_a_race_crossovers_decide() {
        let said = [HALF, 900, 90, 800, 80];
        // Two checkers are off in one turn; by then the other player cannot have borne off any.
        check(&[(1, 2)], &[(7, 15)], said, [CERTAIN, CERTAIN, 0, 0, 0]);
        check(&[(7, 15)], &[(1, 2)], said, [0, 0, 0, CERTAIN, 0]);
        // Neither player is far enough behind for a backgammon, and a gammon is undecided.
        check(&[(7, 15)], &[(7, 15)], said, [HALF, 900, 0, 800, 0]);
    }

    #[test]
    fn backgammons_are_computed() {
        let said = [CERTAIN, 900, 90, 0, 0];
        // Each needs one turn: the player on roll wins.
        let (two, last) = (&[(1, 2)][..], &[(19, 1), (6, 14)][..]);
        check(two, last, said, [CERTAIN, CERTAIN, CERTAIN, 0, 0]);
        check(last, two, [0; 5], [0; 5]);
        // Five are not off in one turn.
        check(&[(1, 5)], last, said, [CERTAIN, 900, 0, 0, 0]);
        // Three checkers leave in one turn with a double, otherwise in two; the same holds for
        // bearing four off.
        let of36 = |n: f64| (f64::from(CERTAIN) * n / 36.0).round() as u32;
        let three = &[(19, 3), (6, 12)][..];
        check(&[(1, 4)], three, said, [CERTAIN, CERTAIN, of36(1.0 + 30.0), 0, 0]);
        check(three, two, [0; 5], [0, 0, 0, CERTAIN, of36(30.0)]);
    }
}
