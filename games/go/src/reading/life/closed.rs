//! The status of a group by the [table of eye spaces](crate::reading::eyes): a proof without a
//! search.
//!
//! If a group is enclosed and has only a few outside liberties and one or more small spaces, the
//! table decides. A single space is looked up with the outside liberties, each of which
//! costs the attacker a move. Several are looked up one by one, as if all outside liberties were
//! filled, with the others as an eye elsewhere; a move in one space can be answered in that
//! space, so their eyes add up with the players taking turns.

use super::{group::connected, space::Eyes};
use crate::{
    Board, Color, Ko, Point, Points, Success,
    reading::eyes::{EyeSpace, EyeTable, LARGEST_SPACE},
};

/// No group has more of them.
const MOST: usize = 4;

/// A group's small closed spaces, and its other liberties.
#[derive(Debug, Default)]
pub(in crate::reading::life) struct Closed {
    stones: Points,
    /// All that one wall encloses, each with what it comes to alone and beside another eye.
    spaces: Vec<(Points, [EyeSpace; 2])>,
    /// Liberties that are in none of these.
    outside: Points,
}

/// The status of a group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::reading::life) struct Status {
    /// Whether it is dead.
    pub(in crate::reading::life) dead: bool,
    /// Whether that depends on who wins a ko.
    pub(in crate::reading::life) by_ko: bool,
}

impl Closed {
    /// Looks at the group of a stone.
    pub(in crate::reading::life) fn new(board: &Board, stone: Point, owner: Color) -> Self {
        let mut regions = Vec::new();
        let first = connected(board, stone, owner, &Points::EMPTY);
        let mut rest = board.beside(&first) & board.empty();
        while let Some(point) = rest.first() {
            let region = small(board, point, owner);
            rest = match region {
                Some(region) => rest - region,
                None => rest - Points::of(point),
            };
            regions.extend(region);
        }
        if regions.is_empty() || regions.len() > MOST {
            return Self::default();
        }
        // What holds the wall together must not be in its spaces.
        let own = *board.stones(owner);
        loop {
            let kept = regions.iter().fold(Points::EMPTY, |all, region| all | *region);
            let stones = connected(board, stone, owner, &kept);
            let before = regions.len();
            regions.retain(|region| stones.covers(&(board.beside(region) & own)));
            if regions.len() == before {
                let outside = (board.beside(&stones) & board.empty()) - kept;
                return Self::of(board, stones, &regions, outside);
            }
        }
    }

    fn of(board: &Board, stones: Points, regions: &[Points], outside: Points) -> Self {
        // What joins several strings is also where they can be forced.
        let one = stones.first().is_some_and(|first| board.stone_count(first) == stones.len());
        let liberties = if regions.len() == 1 && one { outside.len() } else { 0 };
        let table = EyeTable::built_in();
        let mut spaces = Vec::with_capacity(regions.len());
        for region in regions {
            let found = [false, true].map(|eye| table.look(board, region, eye, liberties));
            let [Some(alone), Some(beside)] = found else { return Self::default() };
            spaces.push((*region, [alone, beside]));
        }
        Self { stones, spaces, outside }
    }

    /// Whether the group is dead, if that can be told, the attacker to move if `attacks`, if
    /// kos are won like this.
    pub(in crate::reading::life) fn status(
        &self,
        board: &Board,
        attacks: bool,
        ko: Ko,
    ) -> Option<Status> {
        let first = self.stones.first()?;
        let owner = board.at(first)?;
        let near = |point| {
            let inside = self.spaces.iter().any(|(region, _)| region.contains(point));
            inside || board.beside(&self.stones).contains(point)
        };
        if self.spaces.is_empty() || board.ko().is_some_and(near) {
            return None;
        }
        let wanted = match ko {
            Ko::WonBy(winner) if winner == owner => Success::Yes,
            Ko::WonBy(_) => Success::KoWithThreat,
            Ko::NoThreats => Success::Ko,
        };
        let by_turn = |space: &EyeSpace| if attacks { space.attacked } else { space.defended };
        if let [(region, [alone, _])] = &self.spaces[..] {
            let success = by_turn(alone);
            let by_ko = !matches!(success, Success::Yes | Success::No);
            let dead = success >= wanted;
            let sure = !dead || self.outside.is_empty() && self.is_shut_in(board, region);
            return sure.then_some(Status { dead, by_ko });
        }
        let eyes = Eyes::sum(self.spaces.iter().map(|(_, spaces)| eyes(spaces)));
        let found = if attacks { eyes.low } else { eyes.high };
        (found >= 2).then_some(Status { dead: false, by_ko: false })
    }

    /// Where either player gets the better of one of the spaces.
    pub(in crate::reading::life) fn vital(&self) -> Points {
        let spaces = self.spaces.iter().flat_map(|(_, spaces)| spaces);
        spaces.fold(Points::EMPTY, |all, space| all | space.attack | space.defend)
    }

    /// Whether none of the strings around the group can be captured before a space of it is
    /// filled.
    fn is_shut_in(&self, board: &Board, region: &Points) -> bool {
        let around = board.beside(&self.stones) - self.stones - *region;
        let needed = (*region & board.empty()).len();
        around.iter().all(|stone| board.liberty_count(stone) > needed)
    }
}

/// How many eyes a space makes, by who plays first, none by a ko.
fn eyes([alone, beside]: &[EyeSpace; 2]) -> Eyes {
    let count = |of: fn(&EyeSpace) -> Success| match () {
        () if of(alone) == Success::No => 2,
        () if of(beside) == Success::No => 1,
        () => 0,
    };
    let low = count(|space| space.attacked);
    Eyes { low, high: count(|space| space.defended).max(low) }
}

/// The points around one that stones of the owner's enclose, unless they are many.
fn small(board: &Board, point: Point, owner: Color) -> Option<Points> {
    let room = board.all() - *board.stones(owner);
    let mut region = Points::of(point);
    loop {
        let grown = region | board.beside(&region) & room;
        if grown == region {
            return Some(region);
        }
        if grown.len() > LARGEST_SPACE {
            return None;
        }
        region = grown;
    }
}
