//! Tables over all moves of a game, for heuristics that learn while searching.

use std::{
    hash::{BuildHasher, BuildHasherDefault, Hasher},
    marker::PhantomData,
};

use crate::{Game, Player, mix};

/// Slots for the moves of a game that has no dense index.
const HASHED_SLOTS: usize = 1 << 14;

/// A `T` for every player and move.
///
/// Indexed by [`Game::move_index`] where the game has one; otherwise moves are
/// hashed into 2^14 slots, where two may share one.
#[derive(Clone, Debug)]
pub struct MoveTable<G, T> {
    slots: Vec<T>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Copy + Default> Default for MoveTable<G, T> {
    fn default() -> Self {
        Self { slots: vec![T::default(); 2 * Self::SLOTS], game: PhantomData }
    }
}

impl<G: Game, T: Copy + Default> MoveTable<G, T> {
    const SLOTS: usize = if G::MOVE_INDICES > 0 { G::MOVE_INDICES } else { HASHED_SLOTS };

    /// What the table holds for `player` playing `m`.
    #[inline]
    pub fn get(&self, player: Player, m: G::Move) -> T {
        self.slots[Self::slot(player, m)]
    }

    /// The entry for `player` playing `m`.
    pub fn get_mut(&mut self, player: Player, m: G::Move) -> &mut T {
        &mut self.slots[Self::slot(player, m)]
    }

    /// Every slot, of moves seen or not.
    pub fn slots_mut(&mut self) -> &mut [T] {
        &mut self.slots
    }

    #[inline]
    fn slot(player: Player, m: G::Move) -> usize {
        let slot = if G::MOVE_INDICES > 0 {
            G::move_index(m)
        } else {
            BuildHasherDefault::<MixHasher>::default().hash_one(m) as usize % HASHED_SLOTS
        };
        player.index() * Self::SLOTS + slot
    }
}

/// A score for every pair of moves: the first played by either player some moves
/// before, the second by the player to move now.
///
/// Indexed by [`Game::target_index`]. If that has more than 2^11 values, it is taken
/// modulo 2^11, and if it has none, the hash of the move is, so pairs may share a
/// place. The scores of all moves after the same one lie side by side.
#[derive(Clone, Debug)]
pub struct PairTable<G> {
    slots: Vec<i16>,
    game: PhantomData<fn() -> G>,
}

/// Moves that a [`PairTable`] tells apart.
const PAIRED: usize = 1 << 11;

impl<G: Game> Default for PairTable<G> {
    fn default() -> Self {
        Self { slots: vec![0; 2 * Self::SLOTS * Self::SLOTS], game: PhantomData }
    }
}

impl<G: Game> PairTable<G> {
    const SLOTS: usize = if G::TARGET_INDICES == 0 || G::TARGET_INDICES > PAIRED {
        PAIRED
    } else {
        G::TARGET_INDICES
    };

    /// The scores for `player` after the move `before`, by the [place](Self::place)
    /// of the move to be played now.
    #[inline]
    pub fn row(&self, player: Player, before: G::Move) -> &[i16] {
        &self.slots[Self::range(player, before)]
    }

    /// The same, mutable.
    #[inline]
    pub fn row_mut(&mut self, player: Player, before: G::Move) -> &mut [i16] {
        &mut self.slots[Self::range(player, before)]
    }

    /// The place of a move in a row.
    #[inline]
    pub fn place(m: G::Move) -> usize {
        if G::TARGET_INDICES == 0 {
            BuildHasherDefault::<MixHasher>::default().hash_one(m) as usize % Self::SLOTS
        } else if G::TARGET_INDICES > PAIRED {
            G::target_index(m) % Self::SLOTS
        } else {
            G::target_index(m)
        }
    }

    /// Forgets every score.
    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    #[inline]
    fn range(player: Player, before: G::Move) -> std::ops::Range<usize> {
        let start = (player.index() * Self::SLOTS + Self::place(before)) * Self::SLOTS;
        start..start + Self::SLOTS
    }
}

/// The same hash on every machine and in every run, which the standard
/// library's is not.
#[derive(Default)]
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u8(&mut self, x: u8) {
        self.write_u64(u64::from(x));
    }
    fn write_u16(&mut self, x: u16) {
        self.write_u64(u64::from(x));
    }
    fn write_u32(&mut self, x: u32) {
        self.write_u64(u64::from(x));
    }
    fn write_u64(&mut self, x: u64) {
        self.0 = mix(self.0 ^ x);
    }
    fn write_usize(&mut self, x: usize) {
        self.write_u64(x as u64);
    }
}

/// How well each move has done: the history heuristic's table (Schaeffer 1983).
pub type HistoryTable<G> = MoveTable<G, i32>;

/// How often each move was tried in vain: negative plausibility's table
/// (Rollason 2007), of penalties that are never negative.
#[derive(Clone, Debug)]
pub struct PenaltyTable<G>(MoveTable<G, u32>);

impl<G: Game> Default for PenaltyTable<G> {
    fn default() -> Self {
        Self(MoveTable::default())
    }
}

impl<G: Game> PenaltyTable<G> {
    /// The penalty on `player` playing `m`.
    pub fn get(&self, player: Player, m: G::Move) -> u32 {
        self.0.get(player, m)
    }

    /// Records that the move following `tried` cut: each of `tried` is
    /// penalised by its distance to the cut. With the cut at move 20, the
    /// first move is penalised by 19 points and the 18th by 2.
    pub fn cut(&mut self, player: Player, tried: &[G::Move]) {
        for (i, &m) in tried.iter().enumerate() {
            self.penalise(player, m, (tried.len() - i) as u32);
        }
    }

    /// Adds `points` to the penalty on `player` playing `m`.
    pub fn penalise(&mut self, player: Player, m: G::Move, points: u32) {
        let penalty = self.0.get_mut(player, m);
        *penalty = penalty.saturating_add(points);
    }

    /// Halves every penalty, as between iterations.
    pub fn halve(&mut self) {
        self.0.slots_mut().iter_mut().for_each(|penalty| *penalty /= 2);
    }

    /// Forgets every penalty.
    pub fn clear(&mut self) {
        self.0.slots_mut().fill(0);
    }
}
