//! Seeded randomness, the same on every machine.

use rand::SeedableRng;

/// The generator of everything random in the workspace: PCG-64-MCG, portable
/// and fixed by its seed.
pub type Rng = rand_pcg::Pcg64Mcg;

/// The generator for stream `stream` of `seed`: a game of a match, a shard, a
/// position. Different streams are independent, so that work can be split
/// without changing a result.
pub fn rng(seed: u64, stream: u64) -> Rng {
    Rng::seed_from_u64(mix(seed ^ mix(stream)))
}

/// Scatters the bits of `x` (the finaliser of SplitMix64, Steele, Lea and
/// Flood 2014): a bijection, for hashing positions.
pub const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
