//! The prior of every legal move.

use super::{
    Group, Patterns, UNIT,
    scan::{Known, Scan},
};
use crate::{Board, Color, Go, Point};

/// How good a move looks.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Prior {
    /// Where the stone goes.
    pub point: Point,
    /// The logarithm of its strength, in 1/[`UNIT`], by which the moves of a position can be
    /// sorted. Zero has no special meaning, and values from different
    /// positions cannot be compared.
    pub value: i32,
    /// Its probability among the moves of the position; these add up to one.
    pub share: f32,
}

/// A feature of a move, and what it adds to its value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A level of a group, which [`Group::describe`] puts into words.
    Feature {
        /// The group.
        group: Group,
        /// The level, not 0.
        level: usize,
        /// What it adds.
        value: i32,
    },
    /// The largest known shape around the point.
    Shape {
        /// How far it reaches, by Coulom's distance `|dx| + |dy| + max(|dx|, |dy|)`: 2 to 12.
        distance: usize,
        /// What it adds.
        value: i32,
    },
    /// The largest known shape around the point in which the last move is marked.
    Answer {
        /// How far it reaches.
        distance: usize,
        /// What it adds.
        value: i32,
    },
}

/// Computes the [`Prior`]s of positions; allocates nothing after it has been created.
#[derive(Clone, Debug)]
pub struct Priors {
    scan: Scan,
    list: Vec<Prior>,
}

impl Default for Priors {
    fn default() -> Self {
        Self::new()
    }
}

impl Priors {
    /// Buffers for computing priors.
    pub fn new() -> Self {
        Self { scan: Scan::new(), list: Vec::with_capacity(Point::COUNT) }
    }

    /// The priors of all legal moves but the pass, in reading order.
    pub fn find(&mut self, patterns: &Patterns, game: &Go) -> &[Prior] {
        self.scan.read(game);
        self.weigh(patterns)
    }

    /// The priors of some legal moves among themselves; `last` holds the two moves
    /// before, the most recent first.
    pub(crate) fn find_among(
        &mut self,
        patterns: &Patterns,
        board: &Board,
        mover: Color,
        last: [Option<Point>; 2],
        points: &[Point],
    ) -> &[Prior] {
        self.scan.read_part(board, mover, last, points);
        self.weigh(patterns)
    }

    fn weigh(&mut self, patterns: &Patterns) -> &[Prior] {
        let Self { scan, list } = self;
        list.clear();
        let mut most = i32::MIN;
        for &point in scan.points() {
            let value = patterns.sum(scan.levels(point))
                + patterns.shape(scan.shape(&patterns.table, point).number)
                + patterns.shape(scan.answer(&patterns.table, point).number);
            most = most.max(value);
            list.push(Prior { point, value, share: 0.0 });
        }
        // The same on every machine.
        let strength = |value: i32| libm::expf((value - most) as f32 / UNIT as f32);
        let mut sum = 0.0;
        for prior in list.iter_mut() {
            prior.share = strength(prior.value);
            sum += prior.share;
        }
        list.iter_mut().for_each(|prior| prior.share /= sum);
        list
    }

    /// The priors found last.
    pub fn list(&self) -> &[Prior] {
        &self.list
    }

    /// The parts whose sum is the value of a legal move, in the position that was read
    /// last and with the same patterns.
    pub fn parts(&self, patterns: &Patterns, point: Point) -> impl Iterator<Item = Part> + use<> {
        let levels = self.scan.levels(point);
        let values = Group::ALL.map(|group| {
            let level = usize::from(levels[group as usize]);
            (group, level, patterns.level(group, level))
        });
        let features = values.into_iter().filter(|&(_, level, _)| level > 0);
        let features = features.map(|(group, level, value)| Part::Feature { group, level, value });
        let known = |Known { number, distance }: Known| {
            (number > 0).then(|| (usize::from(distance), patterns.shape(number)))
        };
        let shape = known(self.scan.shape(&patterns.table, point));
        let answer = known(self.scan.answer(&patterns.table, point));
        features
            .chain(shape.map(|(distance, value)| Part::Shape { distance, value }))
            .chain(answer.map(|(distance, value)| Part::Answer { distance, value }))
    }
}

impl Part {
    /// What it adds to the value of the move.
    pub const fn value(self) -> i32 {
        match self {
            Self::Feature { value, .. }
            | Self::Shape { value, .. }
            | Self::Answer { value, .. } => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    #[test]
    fn values_are_the_sums_of_their_parts() {
        let patterns = Patterns::built_in();
        let mut priors = Priors::new();
        for game in crate::positions() {
            let list = priors.find(patterns, &game).to_vec();
            let mut legal = Vec::new();
            game.moves(&mut legal);
            assert_eq!(list.len() + 1, legal.len());
            let sum: f32 = list.iter().map(|prior| prior.share).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            for prior in list {
                let parts = priors.parts(patterns, prior.point);
                assert_eq!(parts.map(Part::value).sum::<i32>(), prior.value);
            }
        }
    }

    #[test]
    fn a_part_is_read_like_the_whole() {
        let patterns = Patterns::built_in();
        let mut priors = Priors::new();
        for game in crate::positions().take(6) {
            let whole = priors.find(patterns, &game).to_vec();
            let part: Vec<_> = whole.iter().step_by(3).map(|prior| prior.point).collect();
            let mut played = game.moves_played().rev().map(|(_, m)| m.point());
            let last = [played.next().flatten(), played.next().flatten()];
            let found = priors.find_among(patterns, game.board(), game.color(), last, &part);
            assert_eq!(found.len(), part.len());
            for (found, whole) in found.iter().zip(whole.iter().step_by(3)) {
                assert_eq!((found.point, found.value), (whole.point, whole.value));
            }
        }
    }

    #[test]
    fn colours_and_sides_make_no_difference() {
        let patterns = Patterns::built_in();
        let mut priors = Priors::new();
        for game in crate::positions().take(6) {
            let values = |list: &[Prior]| -> Vec<_> {
                list.iter().map(|prior| (prior.point, prior.value)).collect()
            };
            let found = values(priors.find(patterns, &game));
            let turned = game.mirrored().expect("turned colours");
            assert_eq!(values(priors.find(patterns, &turned)), found);
        }
    }
}
