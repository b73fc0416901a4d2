//! The inputs of the network for groups.

use super::GroupInputs;
use crate::{
    Board, Group, Points,
    strategy::groups::{NONE, Verdict},
};

/// The number of inputs.
pub const GROUP_INPUTS: usize = 35;

/// Counts of points are capped here: this many are plenty.
const MANY: usize = 30;
/// The same for points to live on and to run to.
const WIDE: usize = 40;
/// The same for stones.
const STONES: usize = 60;

/// A group is in doubt if a move there changes its chance by so much, in thousandths.
const OPEN: i32 = 300;

/// The square root of a capped count: among few, one more matters more.
fn root(count: usize, most: usize) -> f32 {
    libm::sqrtf(count.min(most) as f32)
}

/// The logarithm of the odds of a chance in thousandths.
fn odds(chance: i32) -> f32 {
    let chance = chance.clamp(10, 990) as f32;
    libm::logf(chance / (1000.0 - chance))
}

/// The groups of a position, and what was found out about them.
pub(crate) struct Around<'a> {
    pub(crate) board: &'a Board,
    /// As strong as rules of thumb and games have it.
    pub(crate) groups: &'a [Group],
    /// The group of the stone on each point, by index.
    pub(crate) of: &'a [u16],
    /// By group, the chances before any games were played out.
    pub(crate) before: &'a [[i32; 3]],
    /// By group, what these games say.
    pub(crate) verdicts: &'a [Option<Verdict>],
    /// Stones that are captured or saved by whoever plays there first.
    pub(crate) critical: &'a Points,
    /// How much of the way to the end has been played, from 0 to 1.
    pub(crate) done: f32,
}

impl Around<'_> {
    /// What is known of the group with this index, its owner to play.
    pub(crate) fn inputs(&self, index: usize) -> GroupInputs {
        let (board, group) = (self.board, &self.groups[index]);
        let [low, middle, high] = self.before[index];
        let verdict = self.verdicts[index].as_ref().map(|verdict| verdict.chances);
        let [worse, better] = verdict.unwrap_or([low, high]);
        let free = board.empty();
        let near = group.near & free;

        let others = self.touching(index);
        let strength = |&other: &usize| self.groups[other].strength[1];
        let weakest = others.iter().copied().min_by_key(strength);
        let race = weakest.map(|other| &self.groups[other]);
        let strongest = others.iter().map(strength).max().unwrap_or(0);
        let (stones, sum) = others.iter().fold((0, 0), |(stones, sum), other| {
            let count = self.groups[*other].stones.len() as i32;
            (stones + count, sum + count * strength(other))
        });
        let mean = if stones > 0 { sum / stones } else { 1000 };
        let critical = |group: &Group| (group.stones & *self.critical).len();
        let target: usize = others.iter().map(|&other| critical(&self.groups[other])).sum();
        let open = others.iter().filter(|&&other| {
            let [low, _, high] = self.groups[other].strength;
            high - low >= OPEN
        });
        let open: usize = open.map(|&other| self.groups[other].stones.len()).sum();

        // Friends a move away, and two.
        let close = self.friend(index, &near);
        let further = self.friend(index, &(near | (board.beside(&near) & free)));
        let edge: usize = group.stones.iter().map(|stone| stone.edge(board.size())).sum();
        let count = group.stones.len();
        let ahead = race.map_or(0, |race| group.near.len() as i32 - race.near.len() as i32);
        [
            odds(low),
            odds(middle),
            odds(high),
            f32::from(verdict.is_some()),
            odds(worse),
            odds(better),
            group.eyes as f32 / 10.0,
            root(group.room.max(0) as usize, WIDE),
            root(group.near.len(), MANY),
            root(near.len(), MANY),
            root(group.space.len(), WIDE),
            root(count, STONES),
            odds(weakest.as_ref().map_or(1000, strength)),
            odds(strongest),
            odds(mean),
            others.len() as f32,
            // Where nobody is near, as if they were strong and open.
            race.map_or(4.0, |race| root(race.near.len(), MANY)),
            race.map_or(2.0, |race| race.eyes as f32 / 10.0),
            race.map_or(0.0, |race| root(race.stones.len(), STONES)),
            ahead.clamp(-6, 6) as f32 / 2.0,
            race.map_or(3.0, |race| root(race.room.max(0) as usize, WIDE)),
            root(critical(group), MANY),
            root(target, MANY),
            odds(close),
            odds(further),
            self.done,
            edge as f32 / count.max(1) as f32 / 2.0,
            f32::from(target > 0),
            f32::from(count == 1),
            // What reading says of the weakest, if anything.
            odds(race.map_or(1000, |race| race.strength[0])),
            odds(race.map_or(1000, |race| race.strength[2])),
            f32::from(weakest.is_some_and(|other| self.verdicts[other].is_some())),
            root(open, STONES),
            odds(others.iter().map(|&other| self.groups[other].strength[2]).min().unwrap_or(1000)),
            1.0,
        ]
    }

    /// The opponent's groups that touch a group, in the order of their stones.
    fn touching(&self, index: usize) -> Vec<usize> {
        let group = &self.groups[index];
        let stones = self.board.beside(&group.stones) & *self.board.stones(group.color.other());
        let mut found = Vec::with_capacity(8);
        for stone in stones {
            let other = usize::from(self.of[stone.index()]);
            if other != usize::from(NONE) && !found.contains(&other) {
                found.push(other);
            }
        }
        found
    }

    /// The chance of the strongest other group of its owner's beside these points.
    fn friend(&self, index: usize, ways: &Points) -> i32 {
        let own = self.board.beside(ways) & *self.board.stones(self.groups[index].color);
        let others = own.iter().map(|stone| self.of[stone.index()]);
        let others = others.filter(|&other| other != NONE && usize::from(other) != index);
        others.map(|other| self.groups[usize::from(other)].strength[1]).max().unwrap_or(0)
    }
}
