//! Sets of points, as bitboards.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use crate::Point;

/// Machine words of a set: enough for 25 by 25.
const WORDS: usize = Point::COUNT.div_ceil(64);

/// A set of points.
///
/// It has ten words whatever the size of the board: branch-free loops over all of them
/// cost no more than keeping count of the words in use.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Points([u64; WORDS]);

impl Points {
    /// No point.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// One point.
    #[inline]
    pub fn of(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Removes a point.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// How many points there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The first point in reading order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Whether the two sets have a point in common.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every point of the other is in this one.
    #[inline]
    pub fn covers(&self, other: &Self) -> bool {
        (*other - *self).is_empty()
    }

    /// The points in reading order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }

    /// The set shifted towards larger indices.
    #[inline]
    pub(crate) fn up(&self, by: usize) -> Self {
        debug_assert!(0 < by && by < 64);
        let mut set = Self::EMPTY;
        for i in 0..WORDS {
            let carried = if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
            set.0[i] = self.0[i] << by | carried;
        }
        set
    }

    /// The set shifted towards smaller indices.
    #[inline]
    pub(crate) fn down(&self, by: usize) -> Self {
        debug_assert!(0 < by && by < 64);
        let mut set = Self::EMPTY;
        for i in 0..WORDS {
            let carried = if i + 1 < WORDS { self.0[i + 1] << (64 - by) } else { 0 };
            set.0[i] = self.0[i] >> by | carried;
        }
        set
    }
}

impl std::fmt::Debug for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Point::index)).finish()
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl Extend<Point> for Points {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        points.into_iter().for_each(|point| self.insert(point));
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The points of a set, in reading order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.at < WORDS {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::new(self.at * 64 + bit));
            }
            self.at += 1;
        }
        None
    }
}

macro_rules! operator {
    ($trait:ident $method:ident, $a:ident $b:ident, $result:expr) => {
        impl $trait for Points {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for ($a, $b) in self.0.iter_mut().zip(other.0) {
                    *$a = $result;
                }
                self
            }
        }
    };
}
operator!(BitAnd bitand, a b, *a & b);
operator!(BitOr bitor, a b, *a | b);
operator!(BitXor bitxor, a b, *a ^ b);
operator!(Sub sub, a b, *a & !b);

impl BitOrAssign for Points {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Points {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl Not for Points {
    type Output = Self;
    /// The complement, which includes points that are on no board.
    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(indices: &[usize]) -> Points {
        indices.iter().map(|&i| Point::new(i)).collect()
    }

    #[test]
    fn sets_do_what_sets_do() {
        let (a, b) = (set(&[0, 63, 64, 624]), set(&[63, 100]));
        assert_eq!(a & b, set(&[63]));
        assert_eq!(a | b, set(&[0, 63, 64, 100, 624]));
        assert_eq!(a - b, set(&[0, 64, 624]));
        assert_eq!(a ^ b, set(&[0, 64, 100, 624]));
        assert_eq!(!!a, a);
        assert_eq!((a.len(), b.len(), Points::EMPTY.len()), (4, 2, 0));
        assert!(a.meets(&b) && !a.meets(&set(&[1])));
        assert!(a.covers(&set(&[64, 0])) && !a.covers(&b));
        assert_eq!(a.iter().map(Point::index).collect::<Vec<_>>(), [0, 63, 64, 624]);
        assert_eq!(a.first(), Some(Point::new(0)));
        assert_eq!(Points::EMPTY.first(), None);
    }

    #[test]
    fn bits_move_from_word_to_word() {
        for by in [1, 19, 25] {
            let a = set(&[0, 60, 63, 64, 300]);
            let moved: Vec<_> = a.iter().map(|point| point.index() + by).collect();
            assert_eq!(a.up(by), set(&moved));
            assert_eq!(a.up(by).down(by), a);
        }
    }
}
