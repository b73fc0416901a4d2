//! How likely a group is to live: by eyes, by running, by a race.

use super::{Group, eyes, trial};
use crate::{Board, Color, Point, Points, strategy::influence::FULL};

/// With at least this much influence of its own on a point, a group may have eyes there.
const OWN: i32 = FULL * 11 / 20;
/// A point with less influence of the opponent's than this can be run to.
const CONTESTED: i32 = FULL * 6 / 20;
/// How many steps a group runs.
const STEPS: usize = 4;

/// Groups with at least this many liberties run as well as any.
const ENOUGH: i32 = 7;

/// Chances in thousandths by tenths of an eye, from none to two.
const BY_EYES: [i32; 21] = [
    20, 30, 45, 60, 80, 100, 120, 150, 180, 220, 260, 310, 370, 440, 520, 600, 690, 780, 860, 930,
    980,
];

/// How often groups lived, in thousandths, by the chance that eyes, room, races and
/// friends give them: 0, 100, and so on to 1000 thousandths. They lived more often
/// than this chance unless they were nearly lost, since players save groups in doubt,
/// or give them up for as much elsewhere.
///
/// From 53,000 groups in 288 games of 9-dan players on 19x19 and 210 of GNU Go with
/// itself on 9, weighted by stones.
const BECAME: [i32; 11] = [60, 100, 180, 330, 490, 610, 750, 850, 910, 955, 985];

/// The chance of living of a group with this strength, by what became of others.
pub(crate) fn became(strength: i32) -> i32 {
    let strength = strength.clamp(0, 1000);
    let (step, rest) = (strength as usize / 100, strength % 100);
    let (low, high) = (BECAME[step], BECAME[(step + 1).min(10)]);
    low + (high - low) * rest / 100
}

/// The most that a race gives, in thousandths: whoever has more liberties now may be
/// short of them when it comes to it, as some are shared and others cost a move to
/// take.
///
/// By what became of groups in 39 games against GNU Go on 13x13, 200 on 9x9, and in
/// 55 of 9-dan players on 19x19: what was promised of stones and points was truest with
/// 400 or less on 13x13, and truer with 400 than with 950 on 9x9 and 19x19.
const WINS: i32 = 400;
/// How much that changes by who plays first.
const MOVE: i32 = 50;
/// What each extra liberty is worth in a race, in thousandths.
const AHEAD: i32 = 220;
/// What an eye is worth in it.
const EYE: i32 = 200;

/// The chance that eyes alone give.
fn by_eyes(eyes: i32) -> i32 {
    BY_EYES[eyes.clamp(0, 20) as usize]
}

/// The chance that running gives, with so many points nobody has.
fn by_room(room: i32) -> i32 {
    (room.max(0) * 45).min(850)
}

/// At least one of two that do not depend on each other.
fn either(a: i32, b: i32) -> i32 {
    1000 - (1000 - a) * (1000 - b) / 1000
}

/// The influence for a colour.
#[inline]
fn own(color: Color, influence: i32) -> i32 {
    if color == Color::Black { influence } else { -influence }
}

/// Which free points belong to a colour, and where it may run.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Reach {
    /// Points with so much influence of its own that it may have eyes there.
    pub(super) owned: Points,
    /// Points that the opponent does not keep it from.
    pub(super) reachable: Points,
}

impl Reach {
    /// What of `free` is whose.
    fn new(free: &Points, influence: &[i32]) -> [Self; 2] {
        let mut reach = [Self::default(); 2];
        for p in *free {
            Self::put(&mut reach, p, influence[p.index()]);
        }
        reach
    }

    /// Puts a free point where its influence says.
    pub(super) fn put(reach: &mut [Self; 2], p: Point, influence: i32) {
        for (color, reach) in Color::BOTH.into_iter().zip(reach) {
            let strength = own(color, influence);
            if strength >= OWN {
                reach.owned.insert(p);
            }
            if strength > -CONTESTED {
                reach.reachable.insert(p);
            }
        }
    }
}

/// What a group has to live on: eyes and room.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outlook {
    /// Tenths of an eye.
    eyes: i32,
    /// Points that it can run to.
    room: i32,
    /// Points beside it that are not the opponent's.
    near: i32,
}

impl Outlook {
    /// The chance of living.
    pub(super) fn chance(self) -> i32 {
        // It takes liberties to run.
        either(by_eyes(self.eyes), by_room(self.room) * self.near.clamp(1, ENOUGH) / ENOUGH)
    }
}

/// The eye space of stones of a colour with these points `near`, and what they have to
/// live on. `free` are the points that are free or hold lost stones.
pub(super) fn outlook(
    board: &Board,
    color: Color,
    near: &Points,
    free: &Points,
    lost: &Points,
    reach: &Reach,
) -> (Points, Outlook) {
    let Reach { owned, reachable } = reach;
    let theirs = *lost & *board.stones(color.other());
    let space = board.flood(&(*near & (*owned | theirs)), &(*owned | theirs));
    let open = *free - space - *owned;
    let eyes = eyes::count(board, color, &space, &theirs, &open);
    let mut run = *near & *reachable;
    for _ in 1..STEPS {
        run |= board.beside(&run) & *reachable;
    }
    let room = (run - *owned).len() as i32;
    (space, Outlook { eyes, room, near: near.len() as i32 })
}

/// Sets eye space, eyes, room and strength of every group. `influence` is by
/// point, of stones that radiate what `sources` has for them; `lost` are stones as good
/// as captured, `of` tells the group of a stone. With `trials`, it is tried out what a
/// move of either player changes.
pub(crate) fn grade(
    board: &Board,
    groups: &mut [Group],
    of: &[u16],
    field: &Field<'_>,
    lost: &Points,
    trials: bool,
) {
    let free = board.empty() | *lost;
    let reach = Reach::new(&free, field.influence);
    for group in groups.iter_mut() {
        let own = &reach[group.color.index()];
        let (space, outlook) = outlook(board, group.color, &group.near, &free, lost, own);
        group.space = space;
        group.eyes = outlook.eyes;
        group.room = outlook.room;
        group.next = [-1, 1].map(|turn| Outlook {
            eyes: outlook.eyes + 4 * turn,
            room: outlook.room + 4 * turn,
            near: outlook.near + 1 + turn,
        });
    }
    if trials {
        trial::run(board, groups, of, field, lost, &reach);
    }
    for group in groups.iter_mut() {
        group.strength = chances(group, [0; 3]);
    }
    race(board, groups, of);
    friends(board, groups, of, &reach.map(|reach| reach.reachable));
    for group in groups.iter_mut().filter(|group| group.safe) {
        group.strength = [1000; 3];
    }
}

/// Influence and what it comes from, by point.
pub(crate) struct Field<'a> {
    /// The influence.
    pub(crate) influence: &'a [i32],
    /// What stones radiate.
    pub(crate) sources: &'a [i32],
}

/// The chances with something added to those that eyes and room give, if the opponent
/// plays next, as things are, and if the owner does.
fn chances(group: &Group, more: [i32; 3]) -> [i32; 3] {
    let now = Outlook { eyes: group.eyes, room: group.room, near: group.near.len() as i32 + 1 };
    let [low, middle, high] = [group.next[0], now, group.next[1]].map(Outlook::chance);
    let middle = either(middle, more[1]);
    [either(low, more[0]).min(middle), middle, either(high, more[2]).max(middle)]
}

/// Groups that are short of eyes beside others that are, too, live by capturing
/// these, if they have more liberties; a move is worth one.
fn race(board: &Board, groups: &mut [Group], of: &[u16]) {
    let weak: Vec<usize> = (0..groups.len()).filter(|&i| groups[i].strength[1] < 700).collect();
    let mut gains = Vec::new();
    for &i in &weak {
        let group = &groups[i];
        let mut gain = [0; 3];
        let around = board.beside(&group.stones) & *board.stones(group.color.other());
        let mut seen = usize::MAX;
        for stone in around {
            let j = usize::from(of[stone.index()]);
            if j == seen || !weak.contains(&j) {
                continue;
            }
            seen = j;
            let other = &groups[j];
            let ahead = group.near.len() as i32 - other.near.len() as i32;
            let eye = (group.eyes >= 8) as i32 - (other.eyes >= 8) as i32;
            // A race is on only as far as the other cannot live without it.
            let on = 1000 - other.strength[1];
            for (turn, gain) in (-1..).zip(&mut gain) {
                let most = WINS + MOVE * turn;
                let wins = (500 + AHEAD * (ahead + turn) + EYE * eye).clamp(0, most);
                *gain = (*gain).max(wins * on / 1000);
            }
        }
        gains.push(gain);
    }
    for (i, gain) in weak.into_iter().zip(gains) {
        let group = &groups[i];
        groups[i].strength = chances(group, gain);
    }
}

/// A group that may still be connected to a strong friend is not lost without
/// it.
fn friends(board: &Board, groups: &mut [Group], of: &[u16], reachable: &[Points; 2]) {
    let before: Vec<i32> = groups.iter().map(|group| group.strength[1]).collect();
    for i in 0..groups.len() {
        if before[i] >= 800 {
            continue;
        }
        let group = &groups[i];
        let ways = &reachable[group.color.index()];
        let near = group.near & *ways;
        let far = (near | board.beside(&near)) & *ways;
        let best = |points: &Points| {
            let own = board.beside(points) & *board.stones(group.color);
            let others = own.iter().map(|stone| of[stone.index()]);
            others
                .filter(|&j| j != super::NONE && usize::from(j) != i)
                .map(|j| before[usize::from(j)])
                .max()
                .unwrap_or(0)
        };
        let (close, further) = (best(&near), best(&far));
        let chance = (close * 6 / 10).max(further * 4 / 10);
        let [low, middle, high] = group.strength;
        let more = [chance / 3, chance, (close * 95 / 100).max(further * 7 / 10)];
        let middle = either(middle, more[1]);
        groups[i].strength = [either(low, more[0]), middle, high.max(more[2]).max(middle)];
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{FullBoard, Go};

    /// Black's 18 stones around D8 have an eye at most and three liberties among white
    /// groups that live; they were captured in the game.
    #[test]
    fn a_race_that_is_on_is_not_won() {
        let game = Go::parse(
            "1OXX1XXO5/O1OXX1XO5/1OOOOXXOOXO2/2OXOOXXOXO1O/1OOXXXOOOXOOX/OXXOOXXXOOOXX/OXXOXX1XO1X2/OXOOXOXXOOOX1/1XOOOO1X1OXXX/X1XO1OXXO2OX/X1XXOOXOOOOOX/1XXOOOXXXXXX1/1X1XO8 b 7.5",
        )
        .expect("a position");
        let analysis = FullBoard::default().analyse(&game);
        let stone = Point::read(game.size(), "D8").expect("a point");
        let group = analysis.territory.group_at(stone).expect("a group");
        let [low, middle, high] = group.strength;
        assert!(group.stones.len() == 18 && middle < 700, "{:?}", group.strength);
        assert!(low <= middle && middle <= high, "{:?}", group.strength);
    }

    #[test]
    fn more_of_everything_is_better() {
        assert!(BY_EYES.is_sorted());
        assert!((0..30).map(by_room).is_sorted());
        assert_eq!(either(0, 400), 400);
        assert_eq!(either(500, 500), 750);
        assert_eq!(by_eyes(25), 980);
        assert!((0..=1000).map(became).is_sorted());
        assert_eq!([0, 650, 1000, 1200].map(became), [60, 800, 985, 985]);
    }
}
