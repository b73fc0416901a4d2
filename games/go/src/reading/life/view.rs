//! The static view of a group's life: which stones belong to
//! it, how many eyes it may have, and how far it can run.

use super::{
    group::{around, connected, stones},
    space::{Counter, Eyes, Place, Space},
};
use crate::{Board, Color, Group, Ko, Point, Points, Territory, reading::tactics::Tactician};

/// A group with such a chance of living, in thousandths, is alive.
pub(crate) const STRONG: i32 = 750;

/// How far a group is followed into the open.
pub(super) const FAR: usize = 5;
/// Free points from this many steps on are room to run.
const RUNNING: usize = 3;
/// With this much room to run, a group counts as escaped.
pub(super) const FREE: usize = 9;
/// With less room to run than this, a group is as good as enclosed.
const ENCLOSED: usize = 5;
/// Strings of at most this many stones may be invaders that are not yet settled.
const SHORT: usize = 3;
/// The largest closed region that is looked at cell by cell.
const REGION: usize = 24;

/// The parts of a question about a group that are the same at every position.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// A stone of the group.
    pub(super) target: Point,
    /// Its owner.
    pub(super) owner: Color,
    pub(super) ko: Ko,
    /// Living stones of the owner's: a group connected to these lives.
    pub(super) strong: Points,
    /// The opponent's stones before anything was played.
    pub(super) before: Points,
}

impl Question {
    /// Asks about the group of a stone.
    pub(super) fn new(board: &Board, target: Point, owner: Color, ko: Ko) -> Self {
        Self {
            target,
            owner,
            ko,
            strong: strong(board, target, owner, false),
            before: *board.stones(owner.other()),
        }
    }
}

/// The owner's stones in groups other than that of `target` which are alive as
/// things are; or, if `attacked`, even if the opponent plays next.
pub(crate) fn strong(board: &Board, target: Point, owner: Color, attacked: bool) -> Points {
    let territory = Territory::by_rules(board);
    let own = stones(board, target, owner);
    let turn = usize::from(!attacked);
    let strong = |group: &&Group| {
        group.color == owner && !group.stones.meets(&own) && group.strength[turn] >= STRONG
    };
    let strong = territory.groups.iter().filter(strong);
    strong.fold(Points::EMPTY, |all, group| all | group.stones)
}

/// An eye space.
#[derive(Copy, Clone, Debug)]
pub(super) struct Eyespace {
    pub(super) points: Points,
    pub(super) eyes: Eyes,
    /// Whether the opponent cannot come in from outside.
    pub(super) closed: bool,
    /// The vital points for the opponent, and for the owner.
    pub(super) vital: [Points; 2],
}

/// The static view of a group.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// Its stones.
    pub(super) stones: Points,
    /// Their liberties.
    pub(super) liberties: Points,
    /// Free points by the number of steps that the owner needs to get there, if these are no
    /// more than the opponent needs.
    pub(super) steps: [Points; FAR],
    /// Free points that the opponent can reach in a step.
    pub(super) contested: Points,
    pub(super) spaces: Vec<Eyespace>,
    /// The eyes of all of them.
    pub(super) eyes: Eyes,
    /// How many eyes there are if the owner gets every contested point: an upper bound, wherever
    /// it plays.
    pub(super) most: u8,
    /// The eyes of closed spaces alone, whoever plays first.
    pub(super) firm: u8,
    /// Strings of the opponent's beside it that can be captured if the owner
    /// plays first, with the move.
    pub(super) prizes: Vec<(Point, Option<Point>)>,
    /// Whether it is joined to stones that are alive.
    pub(super) joined: bool,
}

impl View {
    /// Looks at a group.
    pub(super) fn new(
        board: &Board,
        question: &Question,
        reader: &mut Tactician,
        counter: &mut Counter,
    ) -> Self {
        let Question { target, owner, ko, strong, .. } = question;
        let stones = stones(board, *target, *owner);
        let liberties = board.beside(&stones) & board.empty();
        let (lost, prizes) = around(board, &stones, *owner, *ko, reader);
        let enemy = *board.stones(owner.other()) - lost;
        let own = *board.stones(*owner);
        let mut free = board.empty() | lost;
        let mut steps = race(board, &stones, &own, &enemy, &free, false);
        let fresh = fresh(board, &(enemy - question.before));
        if !fresh.is_empty() {
            // Stones that have come into what would be the owner's without them
            // are not at home there yet.
            let without = race(board, &stones, &own, &(enemy - fresh), &(free | fresh), false);
            let inside = without.iter().fold(Points::EMPTY, |all, step| all | *step);
            if room(&without) < ENCLOSED {
                let mut guests = Points::EMPTY;
                for stone in fresh {
                    if inside.covers(board.liberties(stone)) {
                        guests.insert(stone);
                    }
                }
                if !guests.is_empty() {
                    free |= guests;
                    steps = race(board, &stones, &own, &(enemy - guests), &free, false);
                }
            }
        }
        let near = board.beside(&(enemy - free)) & free;
        let mut view = Self {
            stones,
            liberties,
            steps,
            contested: near,
            spaces: Vec::new(),
            eyes: Eyes::default(),
            most: 2,
            firm: 0,
            prizes,
            joined: stones.meets(strong),
        };
        view.find_spaces(board, *owner, &free, counter);
        view.eyes = Eyes::sum(view.spaces.iter().map(|space| space.eyes));
        let firm = view.spaces.iter().filter(|space| space.closed).map(|space| space.eyes);
        view.firm = Eyes::sum(firm).low;
        if view.eyes.high < 2 {
            let steps = race(board, &view.stones, &own, &(enemy - free), &free, true);
            let mut wide = Self { steps, spaces: Vec::new(), prizes: Vec::new(), ..view.clone() };
            wide.find_spaces(board, *owner, &free, counter);
            view.most = Eyes::sum(wide.spaces.iter().map(|space| space.eyes)).high;
        }
        if view.eyes.low >= 2 && !view.holds_together(board, *target, *owner) {
            view.eyes.low = 1;
            view.firm = view.firm.min(1);
        }
        view
    }

    /// How many points there are to run to.
    pub(super) fn room(&self) -> usize {
        room(&self.steps)
    }

    /// Whether the strings around the eyes need none of these to be connected,
    /// or two of them: as in Benson's theorem, with parts of the group in the
    /// place of strings, and spaces in the place of regions.
    fn holds_together(&self, board: &Board, target: Point, owner: Color) -> bool {
        let eyes: Vec<&Eyespace> = self.spaces.iter().filter(|space| space.eyes.high > 0).collect();
        let kept = eyes
            .iter()
            .filter(|space| space.eyes.high < 2)
            .fold(Points::EMPTY, |all, space| all | space.points);
        let mut parts = Vec::new();
        let mut rest = self.stones;
        while let Some(first) = rest.first() {
            let part = connected(board, first, owner, &kept) & self.stones;
            rest = rest - part;
            parts.push(part);
        }
        let mut alive = vec![true; eyes.len()];
        while !parts.is_empty() {
            let before = parts.len();
            parts.retain(|part| {
                let near = board.beside(part);
                let own = eyes.iter().zip(&alive);
                let own = own.filter(|(space, alive)| **alive && near.meets(&space.points));
                Eyes::sum(own.map(|(space, _)| space.eyes)).low >= 2
            });
            if parts.len() == before {
                break;
            }
            let safe = parts.iter().fold(Points::EMPTY, |all, part| all | *part);
            for (space, alive) in eyes.iter().zip(&mut alive) {
                let around = board.beside(&space.points) & self.stones;
                *alive &= space.eyes.low >= 2 && around.meets(&safe) || safe.covers(&around);
            }
        }
        parts.iter().any(|part| part.contains(target))
    }

    fn find_spaces(&mut self, board: &Board, owner: Color, free: &Points, counter: &mut Counter) {
        let (enemy, own) = (*board.stones(owner.other()), *board.stones(owner));
        // What is closed is one's own with all that stands there.
        let mut rest = board.all() - own;
        let mut closed = Points::EMPTY;
        for liberty in self.liberties {
            if !rest.contains(liberty) {
                continue;
            }
            let region = board.flood(&Points::of(liberty), &rest);
            rest = rest - region;
            let small = region.len() <= REGION && (region & enemy).len() * 2 <= region.len() + 1;
            if small && self.stones.covers(&(board.beside(&region) & own)) {
                closed |= region;
                self.add(board, owner, &region, &Points::EMPTY, counter);
                if let Some(space) = self.spaces.last_mut() {
                    space.closed = true;
                }
            }
        }
        // Elsewhere, what the owner reaches first, and what the opponent comes
        // in by.
        let own = self.steps[..RUNNING].iter().fold(Points::EMPTY, |all, step| all | *step);
        let inner = own - closed;
        let mut rest = inner | (board.beside(&inner) & *free & !inner & !closed);
        while let Some(first) = (rest & inner).first() {
            let points = board.flood(&Points::of(first), &rest);
            rest = rest - points;
            self.add(board, owner, &points, &(points - inner), counter);
        }
    }

    fn add(
        &mut self,
        board: &Board,
        owner: Color,
        points: &Points,
        open: &Points,
        counter: &mut Counter,
    ) {
        let inner = *points - *open;
        let Some(place) = Place::of(board, points) else {
            // Too large for the grid, which is more than enough.
            let eyes =
                if inner.len() >= 12 { Eyes { low: 2, high: 2 } } else { Eyes { low: 1, high: 2 } };
            let vital = [Points::EMPTY; 2];
            self.spaces.push(Eyespace { points: *points, eyes, closed: false, vital });
            return;
        };
        let enemy = *board.stones(owner.other());
        // Where a stone would be taken at once the opponent does not come in.
        let enters =
            |p: &Point| board.is_empty(*p) && board.liberties_after(*p, owner.other(), 2) >= 2;
        let open: Points = open.iter().filter(enters).collect();
        let [mut half, mut none] = [Points::EMPTY; 2];
        for point in inner | open {
            match corners(board, point, owner, points) {
                Corners::Held => {}
                Corners::Open => half.insert(point),
                Corners::Lost => none.insert(point),
            }
        }
        let [cells, open, filled, half, none] =
            [*points, open, enemy & *points, half, none].map(|set| place.cells(board, &set));
        let space = Space { cells, open, filled, half, none };
        let eyes = counter.eyes(&space);
        let vital = counter.vital(&space).map(|cells| place.points(board, cells));
        self.spaces.push(Eyespace { points: *points, eyes, closed: false, vital });
    }
}

fn room(steps: &[Points; FAR]) -> usize {
    steps[RUNNING - 1..].iter().map(Points::len).sum()
}

/// The points of `free` that a group comes to before the stones of `enemy` do,
/// by the number of steps; or no later than these, if it is `ahead` by a move.
fn race(
    board: &Board,
    stones: &Points,
    friends: &Points,
    enemy: &Points,
    free: &Points,
    ahead: bool,
) -> [Points; FAR] {
    let mut steps = [Points::EMPTY; FAR];
    let mut own = board.beside(stones) & *free;
    let first = board.beside(enemy) & *free;
    let mut other = if ahead { Points::EMPTY } else { first };
    let mut reached = own;
    for step in &mut steps {
        *step = own - other;
        let through = board.flood(&(board.beside(step) - *stones), friends);
        own = ((board.beside(step) | board.beside(&through)) & *free) - reached;
        reached |= own;
        other |= (board.beside(&other) & *free) | first;
    }
    steps
}

/// The stones of short strings that are all in a set.
fn fresh(board: &Board, set: &Points) -> Points {
    let short = |&stone: &Point| {
        board.stone_count(stone) <= SHORT && board.string(stone).all(|other| set.contains(other))
    };
    set.iter().filter(short).collect()
}

/// The state of the points diagonal to one, which decides whether it can be
/// a real eye.
enum Corners {
    Held,
    Open,
    Lost,
}

fn corners(board: &Board, point: Point, owner: Color, space: &Points) -> Corners {
    let (mut all, mut taken, mut open) = (0, 0, 0);
    for q in board.diagonals(point) {
        all += 1;
        match board.at(q) {
            Some(color) if color != owner => taken += usize::from(!space.contains(q)),
            None if !space.contains(q) => {
                // Nobody's, unless the opponent would be taken there.
                let enters = board.liberties_after(q, owner.other(), 2) >= 2
                    || board.captures(q, owner.other());
                open += usize::from(enters);
            }
            _ => {}
        }
    }
    let allowed = usize::from(all == 4);
    if taken > allowed {
        Corners::Lost
    } else if taken + open > allowed && (taken == allowed && open > 0) {
        // One move of the opponent's makes it false.
        Corners::Open
    } else {
        Corners::Held
    }
}
