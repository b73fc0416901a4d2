//! How the two-sided database is made: positions with few pips first.

use std::thread;

use super::{
    BearoffError, Equities, TwoSided,
    file::{File, Header, Kind},
    index, moves,
};
use crate::Dice;

/// The most pairs of positions: 4 GB.
const MOST: usize = 1 << 28;
/// With fewer positions than this, threads are not worth starting.
const FEW: usize = 512;

/// The positions that a player can reach with each roll.
struct Moves {
    /// The indices of the positions reached, for all rolls of all positions.
    targets: Vec<u32>,
    /// Where the targets of each position and roll begin.
    starts: Vec<u32>,
}

impl TwoSided {
    /// Makes the database for up to `checkers` checkers on each side on `points` points, on
    /// `threads` threads; calls `done` with the number of pairs of positions done.
    ///
    /// # Errors
    ///
    /// If that would be too large.
    pub fn make(
        points: u8,
        checkers: u8,
        threads: usize,
        mut done: impl FnMut(usize),
    ) -> Result<Self, BearoffError> {
        if !(1..=index::MAX_POINTS).contains(&points) || !(1..=14).contains(&checkers) {
            return Err(BearoffError::Range(checkers, points));
        }
        let size = index::count(points, checkers);
        let pairs = |checkers| index::count(points, checkers).saturating_pow(2);
        if pairs(checkers) > MOST {
            let gigabytes = (16 * pairs(checkers) as u64).div_ceil(1_000_000_000);
            let most = (1..checkers).rev().find(|&fewer| pairs(fewer) <= MOST).unwrap_or(0);
            return Err(BearoffError::Size { checkers, points, gigabytes, most });
        }
        let moves = Moves::of(points, checkers, size);
        let mut by_pips = vec![Vec::new(); usize::from(points) * usize::from(checkers) + 1];
        for index in 0..size {
            by_pips[index::unrank(index, points).pips() as usize].push(index as u32);
        }
        let mut table = vec![Equities::default(); size * size];
        let mut sum = 0;
        // Every move reduces the sum of the pips.
        for pips in 0..2 * by_pips.len() - 1 {
            let rows: Vec<_> = (0..=pips)
                .filter_map(|mine| Some((by_pips.get(mine)?, by_pips.get(pips - mine)?)))
                .flat_map(|(mine, theirs)| mine.iter().map(move |&i| (i, theirs.as_slice())))
                .collect();
            let work: usize = rows.iter().map(|(_, theirs)| theirs.len()).sum();
            let threads = if work < FEW { 1 } else { threads.max(1) };
            let parts = rows.chunks(rows.len().div_ceil(threads).max(1));
            let found: Vec<Vec<Equities>> = thread::scope(|scope| {
                let (table, moves) = (&table, &moves);
                let find = |part: &[(u32, &[u32])]| {
                    let pairs = part.iter().flat_map(|&(i, js)| js.iter().map(move |&j| (i, j)));
                    pairs
                        .map(|(i, j)| moves.equities(table, size, i as usize, j as usize))
                        .collect()
                };
                let running: Vec<_> = parts.map(|part| scope.spawn(move || find(part))).collect();
                let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                    thread.join().expect("the thread does not panic")
                };
                running.into_iter().map(join).collect()
            });
            let pairs = rows.iter().flat_map(|&(i, js)| js.iter().map(move |&j| (i, j)));
            for ((i, j), equities) in pairs.zip(found.into_iter().flatten()) {
                table[i as usize * size + j as usize] = equities;
            }
            sum += work;
            done(sum);
        }
        let words = table.iter().flat_map(|equities| equities.as_array());
        let payload = words.flat_map(f32::to_le_bytes).collect();
        Self::of(File::new(Header { kind: Kind::TwoSided, points, checkers }, payload))
    }
}

impl Moves {
    fn of(points: u8, checkers: u8, size: usize) -> Self {
        let mut moves = Self { targets: Vec::new(), starts: vec![0] };
        for index in 0..size {
            let side = index::unrank(index, points);
            for dice in Dice::all() {
                if index > 0 {
                    moves::after(side, dice, |next| {
                        let target = index::rank(next, points, checkers).unwrap_or(0);
                        moves.targets.push(target as u32);
                    });
                }
                moves.starts.push(moves.targets.len() as u32);
            }
        }
        moves
    }

    /// The equities of the pair with these indices, from those of pairs with fewer pips.
    ///
    /// Each roll is played with the best move, which need not be the same for all owners of the
    /// cube; then the other player doubles or not.
    fn equities(&self, table: &[Equities], size: usize, mine: usize, theirs: usize) -> Equities {
        // The game is over; if neither player has a checker left, the one not on roll has just
        // borne off the last.
        if theirs == 0 {
            return Equities::certain(-1.0);
        } else if mine == 0 {
            return Equities::certain(1.0);
        }
        let replies = &table[theirs * size..][..size];
        let mut sums = [0.0_f64; 4];
        for (roll, dice) in Dice::all().enumerate() {
            let at = mine * Dice::COUNT + roll;
            let targets = &self.targets[self.starts[at] as usize..self.starts[at + 1] as usize];
            let mut best = [f32::NEG_INFINITY; 4];
            for &target in targets {
                let reply = replies[target as usize];
                let doubled = reply.doubled().min(1.0);
                // The owner of the cube is then seen from the other side.
                let after = [
                    reply.cubeless,
                    reply.opponents,
                    reply.centred.max(doubled),
                    reply.owned.max(doubled),
                ];
                best = std::array::from_fn(|i| best[i].max(-after[i]));
            }
            let weight = f64::from(dice.weight());
            sums = std::array::from_fn(|i| sums[i] + weight * f64::from(best[i]));
        }
        Equities::from_array(sums.map(|sum| (sum / 36.0) as f32))
    }
}
