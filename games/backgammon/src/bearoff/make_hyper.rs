//! How the database of hypergammon is made: by iterating over all positions until the equities
//! converge.
//!
//! The equity of a position is the average over the rolls of what the best moves lead to. A move
//! without a hit reduces the total pip count of both sides, so positions are processed from few
//! pips to many, and within one iteration only the results of hits are out of date. Where contact
//! is over, one iteration is enough. Each further iteration accounts for one more hit that prolongs
//! the game, and long sequences of hits are rare.

use std::{ops::ControlFlow, path::Path, thread};

use starboard_core::Game as _;

use super::{
    BearoffError, Equities, Hypergammon,
    file::{File, HEADER, Header, Kind},
    hypergammon::{Known, WORDS, number, positions, sides},
};
use crate::{
    Backgammon, Checkers, Dice, HYPERGAMMON_CHECKERS, Move, Probabilities, Scoring,
    rules::checkers::flip,
};

/// When no equity changes by more than this, the database is finished. Words of 32 bits can hold
/// differences of a quarter of this.
const ENOUGH: f32 = 1e-6;
/// With fewer positions than this, threads are not worth starting.
const FEW: usize = 512;

type Entry = [f32; WORDS];
/// The indices of the sides of the player on roll and of the other player.
type Pair = (u16, u16);

/// A finished iteration over all positions.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// The largest change of an equity, with or without a cube, in points. Probabilities are not
    /// compared: of two moves with the same equity, one may win more games and fewer gammons, and
    /// which of them is chosen can change from iteration to iteration, and the probabilities with
    /// it, for ever.
    pub change: f32,
}

/// A database of hypergammon in the making.
#[derive(Debug)]
pub struct Making {
    checkers: u8,
    sides: Vec<Checkers>,
    table: Vec<Entry>,
    /// Positions without contact and with it, by the pips of both sides.
    layers: [Vec<Vec<Pair>>; 2],
    rounds: u32,
}

impl Making {
    /// Begins with only the results of finished games known, for up to `checkers` checkers left of
    /// the three.
    ///
    /// # Errors
    ///
    /// If hypergammon does not have that many checkers.
    pub fn new(checkers: u8) -> Result<Self, BearoffError> {
        if !(1..=HYPERGAMMON_CHECKERS).contains(&checkers) {
            return Err(BearoffError::Hypergammon(checkers));
        }
        let sides = sides(checkers);
        let n = sides.len();
        debug_assert_eq!(n, positions(checkers));
        let most = 2 * 25 * usize::from(checkers) + 1;
        let mut making = Self {
            checkers,
            table: vec![[0.0; WORDS]; n * n],
            layers: [vec![Vec::new(); most], vec![Vec::new(); most]],
            sides,
            rounds: 0,
        };
        // Positions with the same opposing side follow each other: most of the positions their
        // moves lead to are close together in the table.
        for j in 0..n {
            for i in 0..n {
                let Some(game) = making.game(i, j) else { continue };
                if let Some(outcomes) = Probabilities::of_end(&game) {
                    making.table[i * n + j] = ended(outcomes);
                    continue;
                }
                let pips = (game.mine().pips() + game.theirs().pips()) as usize;
                let kind = usize::from(game.is_contact());
                making.layers[kind][pips].push((i as u16, j as u16));
            }
        }
        Ok(making)
    }

    /// Resumes from a file that [`Making::save`] has written.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not such a file for the same number of checkers.
    pub fn resume(checkers: u8, path: &Path) -> Result<Self, BearoffError> {
        let mut making = Self::new(checkers)?;
        let file = File::open(path)?;
        file.check()?;
        let rounds = u32::from(file.header().points);
        let saved = Hypergammon::of_kind(file, Kind::Unfinished)?;
        if saved.checkers() != checkers {
            return Err(BearoffError::Damaged {
                path: path.to_owned(),
                what: format!("it is of {} checkers, not {checkers}", saved.checkers()),
            });
        }
        let n = making.sides.len();
        for i in 0..n {
            for j in 0..n {
                making.table[i * n + j] = saved.words(i, j).ok_or_else(|| {
                    let what = "it was cut off while it was read".to_owned();
                    BearoffError::Damaged { path: path.to_owned(), what }
                })?;
            }
        }
        making.rounds = rounds;
        Ok(making)
    }

    /// How many positions an iteration processes.
    pub fn positions(&self) -> usize {
        self.layers.iter().flatten().map(Vec::len).sum()
    }

    /// How many iterations are finished.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Iterates on `threads` threads until the equities converge, and returns the database. `at` is
    /// called with the number of positions done in the iteration, and `done` with the result of
    /// each iteration; `done` may break off, and then there is no database yet.
    ///
    /// The database is the same for any number of threads, whether or not it was interrupted and
    /// resumed.
    ///
    /// # Errors
    ///
    /// None in practice: what is made is a valid database.
    pub fn run(
        &mut self,
        threads: usize,
        mut at: impl FnMut(usize),
        mut done: impl FnMut(&Self, Round) -> ControlFlow<()>,
    ) -> Result<Option<Hypergammon>, BearoffError> {
        loop {
            let mut change = 0.0_f32;
            let mut sum = 0;
            let kinds = if self.rounds == 0 { 0..2 } else { 1..2 };
            for kind in kinds {
                for pips in 0..self.layers[kind].len() {
                    sum += self.layers[kind][pips].len();
                    change = change.max(self.go_over(kind, pips, threads));
                    at(sum);
                }
            }
            self.rounds += 1;
            let goes_on = done(self, Round { number: self.rounds, change }).is_continue();
            if change < ENOUGH {
                return Hypergammon::of(self.file(Kind::Hypergammon, 0)).map(Some);
            }
            if !goes_on {
                return Ok(None);
            }
        }
    }

    /// Writes the state to `path`, atomically, to resume from.
    ///
    /// # Errors
    ///
    /// If the file cannot be written to its directory.
    pub fn save(&self, path: &Path) -> Result<(), BearoffError> {
        self.file(Kind::Unfinished, self.rounds.min(255) as u8).write(path)
    }

    fn file(&self, kind: Kind, points: u8) -> File {
        let mut payload = Vec::with_capacity(size_of_val(&*self.table) + HEADER);
        payload.extend(self.table.iter().flatten().flat_map(|word| word.to_le_bytes()));
        File::new(Header { kind, points, checkers: self.checkers }, payload)
    }

    /// The position of these two sides; `None` if both occupy the same point.
    fn game(&self, mine: usize, theirs: usize) -> Option<Backgammon> {
        let (mine, theirs) = (self.sides[mine], self.sides[theirs]);
        let game = Backgammon { mine, theirs, ..Backgammon::HYPERGAMMON };
        let apart = mine.occupied() & flip(theirs.occupied()) == 0;
        (apart && !(mine.all_off() && theirs.all_off())).then_some(game)
    }

    /// Computes the entries of the positions of a layer, which do not depend on each other, and
    /// returns the largest change.
    fn go_over(&mut self, kind: usize, pips: usize, threads: usize) -> f32 {
        let pairs = &self.layers[kind][pips];
        let threads = if pairs.len() < FEW { 1 } else { threads.max(1) };
        let parts = pairs.chunks(pairs.len().div_ceil(threads).max(1));
        let found: Vec<Vec<Entry>> = thread::scope(|scope| {
            let making = &*self;
            let find = |part: &[Pair]| part.iter().map(|&pair| making.entry(pair)).collect();
            let running: Vec<_> = parts.map(|part| scope.spawn(move || find(part))).collect();
            let join =
                |thread: thread::ScopedJoinHandle<'_, _>| thread.join().expect("does not panic");
            running.into_iter().map(join).collect()
        });
        let mut change = 0.0_f32;
        let n = self.sides.len();
        for (&(i, j), entry) in pairs.iter().zip(found.into_iter().flatten()) {
            let before = &mut self.table[usize::from(i) * n + usize::from(j)];
            let pairs = equities(before).into_iter().zip(equities(&entry));
            change = pairs.map(|(a, b)| (a - b).abs()).fold(change, f32::max);
            *before = entry;
        }
        change
    }

    /// The entry of a position, from those of the positions that its moves lead to.
    fn entry(&self, (i, j): Pair) -> Entry {
        let n = self.sides.len();
        let game = Backgammon {
            mine: self.sides[usize::from(i)],
            theirs: self.sides[usize::from(j)],
            ..Backgammon::HYPERGAMMON
        };
        let mut sums = [0.0_f64; WORDS];
        for dice in Dice::all() {
            let mut most = f32::NEG_INFINITY;
            let mut best = [f32::NEG_INFINITY; WORDS];
            let rolled = game.with_dice(Some(dice));
            game.for_each_turn(dice, |turn| {
                let mut next = rolled;
                next.play(Move::Turn(turn));
                let reply = &self.table[number(next.mine) * n + number(next.theirs)];
                let [win, wg, wbg, lg, lbg, ..] = *reply;
                let Known { equities, jacoby, .. } = Known::from_words(*reply);
                if -equities.cubeless > most {
                    most = -equities.cubeless;
                    best[..5].copy_from_slice(&[1.0 - win, lg, lbg, wg, wbg]);
                }
                // The other player doubles or not; the owner of the cube is then seen from the
                // other side.
                let doubled = equities.doubled().min(1.0);
                let after = [
                    equities.opponents,
                    equities.centred.max(doubled),
                    jacoby.max(doubled),
                    equities.owned.max(doubled),
                ];
                for (best, after) in best[5..].iter_mut().zip(after) {
                    *best = best.max(-after);
                }
            });
            let weight = f64::from(dice.weight());
            sums = std::array::from_fn(|k| sums[k] + weight * f64::from(best[k]));
        }
        sums.map(|sum| (sum / 36.0) as f32)
    }
}

/// The equities without a cube, and for each owner of the cube.
fn equities(entry: &Entry) -> [f32; 5] {
    let Known { equities, jacoby, .. } = Known::from_words(*entry);
    [equities.cubeless, equities.owned, equities.centred, jacoby, equities.opponents]
}

/// The entry of a game that is over.
fn ended(outcomes: Probabilities) -> Entry {
    let points = outcomes.equity(Scoring::Money);
    let Equities { owned, centred, opponents, .. } = Equities::certain(points);
    let [win, wg, wbg, lg, lbg] = outcomes.as_array();
    [win, wg, wbg, lg, lbg, owned, centred, points.signum(), opponents]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(points: &[u8]) -> Checkers {
        let mut counts = [0; 25];
        points.iter().for_each(|&point| counts[usize::from(point) - 1] += 1);
        Checkers::on_board(counts).and_then(Checkers::of_hypergammon).expect("three at most")
    }

    /// One player has a checker left on the ace point, and the other none off: who is not on
    /// roll saves the gammon by three rolls: double fours, fives or sixes.
    #[test]
    fn gammons_are_counted_unless_jacoby_does_not() {
        let mut making = Making::new(3).expect("a known size");
        for pips in 0..=25 {
            making.go_over(0, pips, 1);
        }
        let n = making.sides.len();
        let (last, behind) = (number(side(&[1])), number(side(&[7, 8, 9])));
        let won = making.table[last * n + behind];
        assert_eq!(won, [1.0, 1.0, 0.0, 0.0, 0.0, 2.0, 2.0, 1.0, 2.0]);
        let lost = making.table[behind * n + last];
        let (gammon, equity) = (33.0 / 36.0, -69.0 / 36.0);
        let expected = [0.0, 0.0, 0.0, gammon, 0.0, equity, equity, -1.0, equity];
        for (found, expected) in lost.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{lost:?}");
        }
    }
}
