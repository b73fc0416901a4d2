//! Trials: what a group has to live on after one move by either player, played out on
//! the points that matter to it.
//!
//! After Fotland, who judges eyes by trying out vital points: the count for a shape
//! does not say how much of it one move takes away.

use super::{
    Group, NONE,
    strength::{Field, Outlook, Reach, outlook},
};
use crate::{Board, Color, Point, Points, strategy::influence};

/// A group with this many tenths of an eye has more than one move can take away.
const PLENTY: i32 = 34;
/// Groups of fewer stones are not worth the trouble.
const STONES: usize = 3;
/// How many points are tried for a group.
const POINTS: usize = 14;
/// How far a stone changes influence, in steps.
const FAR: usize = 3;

/// Tries moves of both players for each group for which they may matter, and notes the
/// worst and the best.
pub(super) fn run(
    board: &Board,
    groups: &mut [Group],
    of: &[u16],
    field: &Field<'_>,
    lost: &Points,
    reach: &[Reach; 2],
) {
    let mut trial = None;
    for group in groups {
        if group.safe || group.eyes >= PLENTY || group.stones.len() < STONES {
            continue;
        }
        let trial = trial.get_or_insert_with(|| Trial {
            work: board.clone(),
            values: field.influence.to_vec(),
            of,
            field,
            lost,
            reach,
        });
        let mut points: Vec<Point> = ((group.space | group.near) & board.empty()).iter().collect();
        points.sort_by_key(|&p| !group.near.contains(p));
        points.truncate(POINTS);
        let (mut next, mut vital) = (group.next, [None; 2]);
        for point in points {
            for (turn, mover) in [group.color.other(), group.color].into_iter().enumerate() {
                let Some(found) = trial.after(group, point, mover) else { continue };
                let better = match turn {
                    0 => found.chance() < next[0].chance(),
                    _ => found.chance() > next[1].chance(),
                };
                if vital[turn].is_none() || better {
                    next[turn] = found;
                    vital[turn] = Some(point);
                }
            }
        }
        group.next = next;
        group.vital = vital.map(|point| point.map(|point| (point, 1000)).into_iter().collect());
    }
}

/// A board to play on, and the influence there.
struct Trial<'a> {
    work: Board,
    values: Vec<i32>,
    of: &'a [u16],
    field: &'a Field<'a>,
    lost: &'a Points,
    reach: &'a [Reach; 2],
}

impl Trial<'_> {
    /// What a group has to live on after a move, if that is possible.
    fn after(&mut self, group: &Group, point: Point, mover: Color) -> Option<Outlook> {
        if self.work.is_suicide(point, mover) {
            return None;
        }
        let radiated = self.radiated(point, mover);
        self.work.play(point, mover);
        let board = &self.work;
        // A stone alone among what is the group's own can be taken, but is in the way.
        let alone = mover != group.color
            && board.stone_count(point) == 1
            && group.space.covers(board.liberties(point));
        let mut stones = group.stones & *board.stones(group.color);
        if mover == group.color {
            stones.insert(point);
        }
        let mut lost = *self.lost & (*board.stones(Color::Black) | *board.stones(Color::White));
        if alone {
            lost.insert(point);
        }
        let free = board.empty() | lost;
        // What is near the stone changes.
        let mut around = Points::of(point);
        for _ in 0..FAR {
            around |= board.beside(&around) & free;
        }
        around &= free;
        if !alone {
            around.remove(point);
            self.values[point.index()] = radiated;
        }
        for p in around {
            if self.work.is_empty(p) && self.of[p.index()] != NONE {
                // A captured stone stood there.
                self.values[p.index()] = 0;
            }
        }
        influence::adjust(board, &around, &mut self.values);
        let mut reach = *self.reach;
        for part in &mut reach {
            part.owned = part.owned - around - Points::of(point);
            part.reachable = part.reachable - around - Points::of(point);
        }
        for p in around {
            Reach::put(&mut reach, p, self.values[p.index()]);
        }
        let near = board.beside(&stones) & free;
        let own = &reach[group.color.index()];
        let (_, found) = outlook(board, group.color, &near, &free, &lost, own);
        for p in around | Points::of(point) {
            self.values[p.index()] = self.field.influence[p.index()];
        }
        self.work.undo();
        Some(found)
    }

    /// What a new stone radiates: as much as the strongest friend it touches or stands at
    /// an angle to, and as little as a lone stone otherwise.
    fn radiated(&self, point: Point, mover: Color) -> i32 {
        let board = &self.work;
        let sign = if mover == Color::Black { 1 } else { -1 };
        let friends = board.neighbors(point).chain(board.diagonals(point));
        friends
            .filter(|&q| board.at(q) == Some(mover) && !self.lost.contains(q))
            .map(|q| self.field.sources[q.index()] * sign)
            .fold(influence::FULL * 3 / 10, i32::max)
            * sign
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{Go, Territory};

    /// What the group of a stone has, in thousandths, if the opponent plays next, as things
    /// are, and if its owner does, before anything is played out.
    #[track_caller]
    fn strength(position: &str, stone: &str) -> [i32; 3] {
        let game = Go::parse(position).expect("a position");
        let point = Point::read(game.size(), stone).expect("a point");
        let look = |game: &Go| {
            let territory = Territory::by_rules(game.board());
            territory.group_at(point).expect("a group").strength
        };
        let strength = look(&game);
        // The same with the colours exchanged.
        assert_eq!(look(&game.mirrored().expect("a position")), strength);
        strength
    }

    /// White's group at D13 has room for two eyes and a half, of which a stone at A11
    /// leaves none: it was captured in the game.
    #[test]
    fn room_that_a_move_takes_is_not_counted_on() {
        let [low, middle, high] = strength(
            "3O2O6/1O1OXXXOXX3/2O1XXOXX1X2/XO2XOOOX1XXO/1XOOXX1OOXOXX/2XXXXO1OOO1O/1XXXOOXXO2OO/1OXO1O1XXOOOO/O1O1OOOOXO1O1/XOOOXXOXXXXXX/XXXXXOOOXXOO1/X1XOOXXOXO1O1/1XO1OXXXXOO2 b 7.5",
            "D13",
        );
        assert!(low < 750 && middle > 900 && high >= middle, "{low} {middle} {high}");
    }

    #[test]
    fn a_stone_alone_in_a_large_eye_harms_it_little() {
        let [low, ..] = strength("3XO4/3XO4/3XO4/XXXXO4/OOOOO4/9/9/9/9 b 7", "D9");
        assert!(low > 900, "{low}");
        // The same room with a wall that is open.
        let [low, ..] = strength("3XO4/3XO4/3XO4/XX1XO4/OOO1O4/9/9/9/9 b 7", "D9");
        assert!(low < 900, "{low}");
    }
}
