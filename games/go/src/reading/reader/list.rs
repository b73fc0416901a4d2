//! Short lists without heap allocation.

use crate::Point;

/// The most candidates of a node, a pass included; more are left out.
const MOST: usize = 33;

/// A short list.
#[derive(Copy, Clone, Debug)]
pub(super) struct List<T> {
    items: [Option<T>; MOST],
    count: usize,
}

impl<T: Copy> List<T> {
    pub(super) const fn new() -> Self {
        Self { items: [None; MOST], count: 0 }
    }

    /// Adds an item if there is room.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if self.count < MOST {
            self.items[self.count] = Some(item);
            self.count += 1;
        }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items[..self.count].iter_mut().flatten()
    }
}

impl<T: Copy> std::ops::Index<usize> for List<T> {
    type Output = T;
    #[inline]
    fn index(&self, i: usize) -> &T {
        self.items[i].as_ref().expect("an item that was added")
    }
}

/// Candidates with their scores, each point once.
#[derive(Copy, Clone, Debug)]
pub(super) struct Scored {
    points: [(i16, u16); MOST - 1],
    count: usize,
}

impl Scored {
    pub(super) const fn new() -> Self {
        Self { points: [(0, 0); MOST - 1], count: 0 }
    }

    /// Adds a point, or raises its score.
    #[inline]
    pub(super) fn add(&mut self, point: Point, score: i32) {
        let (index, score) = (point.index() as u16, score as i16);
        for known in &mut self.points[..self.count] {
            if known.1 == index {
                known.0 = known.0.max(score);
                return;
            }
        }
        if self.count < self.points.len() {
            self.points[self.count] = (score, index);
            self.count += 1;
        }
    }

    /// Sorts by score, ties by point.
    #[inline]
    pub(super) fn sort(&mut self) {
        let points = &mut self.points[..self.count];
        for i in 1..points.len() {
            let mut j = i;
            while j > 0 && (points[j - 1].0, points[j].1) < (points[j].0, points[j - 1].1) {
                points.swap(j - 1, j);
                j -= 1;
            }
        }
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.points.into_iter().take(self.count).map(|(_, index)| Point::new(index.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_once() {
        let mut list = Scored::new();
        for (point, score) in [(7, 1), (3, 5), (9, 5), (7, 9), (3, -2), (1, 0)] {
            list.add(Point::new(point), score);
        }
        list.sort();
        assert_eq!(list.iter().map(Point::index).collect::<Vec<_>>(), [7, 3, 9, 1]);
        (0..50).for_each(|i| list.add(Point::new(i), 0));
        assert_eq!(list.iter().count(), MOST - 1);
    }
}
