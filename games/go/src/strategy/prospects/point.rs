//! The inputs of the network for free points.

use super::PointInputs;
use crate::{Board, Color, Group, Point, Points, strategy::influence};

/// The number of inputs.
pub const POINT_INPUTS: usize = 28;

/// Lines further from the edge are alike.
const MIDDLE: usize = 6;
/// A group with so many tenths of an eye holds its eye space.
const EYE: i32 = 10;

/// The surroundings of the points of a position.
pub(crate) struct Terrain<'a> {
    board: &'a Board,
    /// Points that nobody holds.
    free: &'a Points,
    influence: &'a [i32],
    /// By point, who will own it: points with stones by the strength of their group, the rest by
    /// rules of thumb.
    owner: &'a [i32],
    /// By player, the points reached in a step from its stones, in two, and so on.
    rings: &'a [[Points; influence::STEPS]; 2],
    /// By player, its stones that are not lost.
    stones: [Points; 2],
    /// By player, where its groups have an eye.
    space: [Points; 2],
    done: f32,
}

impl<'a> Terrain<'a> {
    /// The surroundings; `done` is the part of the game that has been played, from 0 to 1.
    pub(crate) fn new(
        board: &'a Board,
        groups: &[Group],
        free: &'a Points,
        influence: &'a [i32],
        owner: &'a [i32],
        rings: &'a [[Points; influence::STEPS]; 2],
        done: f32,
    ) -> Self {
        let all = |color: Color, of: &dyn Fn(&Group) -> Points| {
            let own = groups.iter().filter(|group| group.color == color);
            own.fold(Points::EMPTY, |all, group| all | of(group))
        };
        let stones = Color::BOTH.map(|color| all(color, &|group| group.stones));
        let eyes = |group: &Group| if group.eyes >= EYE { group.space } else { Points::EMPTY };
        let space = Color::BOTH.map(|color| all(color, &eyes));
        Self { board, free, influence, owner, rings, stones, space, done }
    }

    /// The inputs for a point, from Black's and from White's point of view.
    pub(crate) fn inputs(&self, point: Point) -> [PointInputs; 2] {
        let board = self.board;
        let beside = board.beside(&Points::of(point));
        let two = beside | board.beside(&beside);
        let three = two | board.beside(&two);
        let ways = beside & *self.free;
        let promise = |point: Point| influence::promise(self.influence[point.index()]);
        let here = promise(point);
        let (mut low, mut high) = (here, here);
        if let Some(first) = ways.first() {
            (low, high) = (promise(first), promise(first));
            for way in ways {
                low = low.min(promise(way));
                high = high.max(promise(way));
            }
        }
        let sides = [0, 1].map(|side| Side::new(self, side, point, [&beside, &two, &three]));
        let edge = point.edge(board.size());
        Color::BOTH.map(|color| {
            let sign = if color == Color::Black { 1 } else { -1 };
            let [own, other] = [color, color.other()].map(|color| &sides[color.index()]);
            let part = |value: i32| (sign * value) as f32 / 1000.0;
            let [least, most] = if sign > 0 { [low, high] } else { [high, low] };
            [
                part(here),
                part(self.owner[point.index()]),
                (sign * self.influence[point.index()]) as f32 / influence::FULL as f32,
                edge.min(MIDDLE) as f32 / 3.0,
                f32::from(edge == 0),
                f32::from(edge == 1),
                own.steps,
                other.steps,
                own.near[0],
                other.near[0],
                own.near[1],
                other.near[1],
                own.near[2] / 2.0,
                other.near[2] / 2.0,
                own.best[0],
                other.best[0],
                own.worst,
                other.worst,
                own.best[1],
                other.best[1],
                own.holds,
                other.holds,
                own.lost,
                other.lost,
                part(least),
                part(most),
                self.done,
                ways.len() as f32,
            ]
        })
    }
}

/// What one player has near a point.
struct Side {
    /// How many steps away its stones are, beyond the first.
    steps: f32,
    /// How many of its stones are within one, two and three steps.
    near: [f32; 3],
    /// How strong the strongest of those within two and three steps is, from -1 to 1.
    best: [f32; 2],
    /// The same of the weakest within two.
    worst: f32,
    /// Whether it has an eye there.
    holds: f32,
    /// Whether a lost stone of its own stands there.
    lost: f32,
}

impl Side {
    fn new(land: &Terrain<'_>, side: usize, point: Point, within: [&Points; 3]) -> Self {
        let sign = if side == 0 { 1 } else { -1 };
        let own = within.map(|points| *points & land.stones[side]);
        let strength = |stones: &Points| {
            stones.iter().fold((1000, -1000), |(least, most), stone| {
                let strength = sign * land.owner[stone.index()];
                (least.min(strength), most.max(strength))
            })
        };
        let ((worst, close), (_, far)) = (strength(&own[1]), strength(&own[2]));
        let steps = land.rings[side].iter().take_while(|ring| !ring.contains(point)).count();
        Self {
            steps: steps as f32,
            near: own.map(|stones| stones.len() as f32),
            best: [close, far].map(|strength| strength as f32 / 1000.0),
            worst: worst as f32 / 1000.0,
            holds: f32::from(land.space[side].contains(point)),
            lost: f32::from(land.board.stones(Color::BOTH[side]).contains(point)),
        }
    }
}
