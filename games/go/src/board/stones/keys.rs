//! Zobrist keys of points.

use starboard_core::mix;

use crate::Point;

/// A key for each point, the same for both colours and every size: each colour
/// has a hash of its own.
const KEYS: [u64; Point::COUNT] = {
    let mut keys = [0; Point::COUNT];
    let mut i = 0;
    while i < Point::COUNT {
        keys[i] = mix(mix(i as u64 + 1));
        i += 1;
    }
    keys
};

#[inline]
pub(super) const fn key(point: Point) -> u64 {
    KEYS[point.index()]
}
