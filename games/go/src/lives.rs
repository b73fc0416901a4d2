//! Life and death of unsettled groups, for the full-board evaluation: read on
//! the part of the board around them, and remembered by what stands there.

use std::collections::HashMap;

use crate::{Board, Color, Group, Ko, Life, Point, Points, Size};

/// Positions looked at for a question: few, as there are many.
const NODES: u64 = 60;
/// Groups of fewer stones are not worth reading.
const STONES: usize = 4;
/// A group that can run this far is not read.
const ROOM: i32 = 5;
/// A group is read if its chance of living changes by this much with a move.
const UNSETTLED: i32 = 150;
/// How many steps around a group belong to its part of the board.
const STEPS: usize = 4;
/// How many answers about groups with the same first stone are kept.
const KEPT: usize = 24;

/// What reading found about a group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It lives though the opponent plays first.
    Lives,
    /// It lives or dies by who plays first, and where.
    Open {
        /// Where the opponent plays.
        kill: Option<Point>,
        /// Where its owner plays.
        save: Option<Point>,
    },
    /// It dies though its owner plays first.
    Dies,
}

/// Reads whether groups live.
#[derive(Clone, Debug)]
pub(crate) struct Lives {
    life: Life,
    known: HashMap<Point, Vec<Known>>,
}

impl Default for Lives {
    fn default() -> Self {
        Self { life: Life::with_limit(NODES), known: HashMap::new() }
    }
}

/// An answer, and the part of the board it is about.
#[derive(Clone, Debug)]
struct Known {
    size: Size,
    part: Points,
    stones: [Points; 2],
    verdict: Option<Verdict>,
}

impl Lives {
    /// What becomes of a group, if it is worth asking and can be told.
    pub(crate) fn verdict(&mut self, board: &Board, group: &Group) -> Option<Verdict> {
        let [low, middle, high] = group.strength;
        let open = high - low >= UNSETTLED || (200..900).contains(&middle);
        if group.safe || !open || group.room > ROOM || group.stones.len() < STONES {
            return None;
        }
        let first = group.stones.first()?;
        let part = part(board, group);
        let stones = Color::BOTH.map(|color| *board.stones(color) & part);
        let answers = self.known.entry(first).or_default();
        let fits = |known: &Known| {
            known.size == board.size() && known.part == part && known.stones == stones
        };
        if let Some(place) = answers.iter().position(fits) {
            answers[..=place].rotate_right(1);
            return answers[0].verdict;
        }
        // What is elsewhere is taken away, so that it can have no part in the
        // answer.
        let verdict = Board::from_stones(board.size(), &stones[0], &stones[1])
            .ok()
            .and_then(|mut local| read(&mut self.life, &mut local, first));
        answers.truncate(KEPT - 1);
        answers.insert(0, Known { size: board.size(), part, stones, verdict });
        verdict
    }
}

fn read(life: &mut Life, board: &mut Board, stone: Point) -> Option<Verdict> {
    match life.read(board, stone, Ko::NoThreats, true) {
        (Some(false), _) => Some(Verdict::Lives),
        (None, _) => None,
        (Some(true), kill) => match life.read(board, stone, Ko::NoThreats, false) {
            (Some(true), _) => Some(Verdict::Dies),
            (Some(false), save) => Some(Verdict::Open { kill, save }),
            (None, _) => None,
        },
    }
}

/// The points around a group, with all of every string that stands there.
fn part(board: &Board, group: &Group) -> Points {
    let mut part = group.stones | group.near | group.space;
    for _ in 0..STEPS {
        part |= board.beside(&part);
    }
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    part | Color::BOTH
        .into_iter()
        .fold(Points::EMPTY, |all, color| all | board.flood(&(part & stones), board.stones(color)))
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    #[track_caller]
    fn check(position: &str, stone: &str, expected: Option<Verdict>) {
        let game = Go::parse(position).expect("a position");
        let stone = Point::read(game.size(), stone).expect("a point");
        let (groups, of) = crate::groups::join(game.board(), &Points::EMPTY);
        let mut group = groups[usize::from(of[stone.index()])].clone();
        group.strength = [300, 500, 700];
        group.room = 0;
        let mut lives = Lives::default();
        assert_eq!(lives.verdict(game.board(), &group), expected, "{position}");
        assert_eq!(lives.verdict(game.board(), &group), expected, "remembered: {position}");
    }

    #[test]
    fn groups_live_or_die_by_who_plays_first() {
        let vital = Point::read(Size::new(9).expect("a size"), "B9");
        let open = Verdict::Open { kill: vital, save: vital };
        check("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", Some(open));
        check("1X1XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", Some(Verdict::Lives));
        check("2XXO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", Some(Verdict::Dies));
    }
}
