//! Life and death of groups in doubt, for the full-board evaluation: by their eye spaces
//! if they are shut in, otherwise by playouts on the part of the board around them, and
//! cached by the stones there.

use std::collections::HashMap;

use crate::{
    Board, Color, Group, Ko, Point, Points, Size,
    reading::life::{Estimate, Games, STRONG, estimate, is_alive},
    strategy::groups::{Verdict, strength::became},
};

/// Games played out for a question, by who plays any: with three times as many, the
/// evaluation is no truer.
const GAMES: usize = 120;
/// The same for no stones, and how many more for each: less depends on a few. With twice
/// as many the evaluation is hardly truer and takes 1.8 times as long.
const FIRST: usize = 20;
const MORE: usize = 10;
/// No more are played once so many in a row have ended alike.
const ALIKE: u32 = 25;
/// A single stone with this much room to run is not read.
const ROOM: i32 = 15;
/// A group is read if a move changes its chance of living by this much, in thousandths.
const UNSETTLED: i32 = 150;
/// A group is also read if its chance of living, as things are, is in this range.
const DEAD: i32 = 200;
const ALIVE: i32 = 900;
/// A group of this many stones with little room to run is read whatever the rules of thumb say.
const LARGE: usize = 6;
/// How many steps around a group belong to its part of the board.
const STEPS: usize = 4;
/// How many answers about groups with the same first stone are kept.
const KEPT: usize = 24;

/// A group that is captured in no more than this many of a thousand games if the opponent plays
/// first is not read again with its owner to play first.
const SAFE: i32 = 250;
/// How often groups live, in thousandths, that were captured in 0, 50, 150, 250 and so on
/// to 950 of a thousand games with the opponent to play first, and with the owner: whoever
/// defends plays worse, at random, than whoever has few moves to choose from.
///
/// Smoothed from what proofs of 2,000 positions and 6,000 games say of 585 groups in games on
/// 9x9 (the example `verdicts` asks the same).
const READ: [[i32; 11]; 2] = [
    [985, 975, 940, 850, 620, 450, 270, 120, 70, 40, 20],
    [995, 990, 950, 850, 420, 150, 80, 60, 40, 30, 20],
];
/// A move that covers less than this of the way from dead to alive, in thousandths, gives no
/// reason.
const LITTLE: i32 = 150;
/// The most points that are named for each player.
const VITAL: usize = 6;

/// Finds out whether groups live.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatusCache {
    known: HashMap<Point, Vec<Known>>,
}

/// An answer, and the part of the board it is about.
#[derive(Clone, Debug)]
struct Known {
    size: Size,
    part: Points,
    stones: [Points; 2],
    /// Friends that are alive.
    homes: Points,
    /// How many stones the group has: what joins it may be elsewhere.
    count: usize,
    verdict: Option<Verdict>,
}

impl StatusCache {
    /// The status of one of these groups, if it is worth reading and can be determined.
    pub(crate) fn verdict(
        &mut self,
        board: &Board,
        groups: &[Group],
        group: &Group,
    ) -> Option<Verdict> {
        let [low, middle, high] = group.strength;
        let open = high - low >= UNSETTLED || (DEAD..ALIVE).contains(&middle);
        let open = open || group.stones.len() >= LARGE && group.room <= ROOM;
        let gone = group.room > ROOM && group.stones.len() == 1;
        if group.safe || !open || gone {
            return None;
        }
        let first = group.stones.first()?;
        let part = part(board, group);
        let stones = Color::BOTH.map(|color| *board.stones(color) & part);
        let homes = homes(groups, group) & part;
        let count = group.stones.len();
        let answers = self.known.entry(first).or_default();
        let fits = |known: &Known| {
            (known.size, known.part) == (board.size(), part)
                && (known.stones, known.homes) == (stones, homes)
                && known.count == count
        };
        if let Some(place) = answers.iter().position(fits) {
            answers[..=place].rotate_right(1);
            return answers[0].verdict.clone();
        }
        // What is elsewhere is taken away, so that it can have no part in the
        // answer.
        let local = Board::from_stones(board.size(), &stones[0], &stones[1]).ok();
        let verdict = local.and_then(|local| play_out(&local, first, count, &homes));
        answers.truncate(KEPT - 1);
        answers.insert(
            0,
            Known { size: board.size(), part, stones, homes, count, verdict: verdict.clone() },
        );
        verdict
    }
}

/// The stones of a group's friends that live even if attacked first.
fn homes(groups: &[Group], group: &Group) -> Points {
    let lives = |other: &&Group| {
        let friend = other.color == group.color && other.stones != group.stones;
        friend && became(other.strength[0]) >= STRONG
    };
    groups.iter().filter(lives).fold(Points::EMPTY, |all, other| all | other.stones)
}

/// What games say of the group of a stone, of so many.
fn play_out(board: &Board, stone: Point, stones: usize, homes: &Points) -> Option<Verdict> {
    if is_alive(board, stone) {
        let [low, high] = READ.map(|chances| chances[0]);
        return Some(Verdict { chances: [low, high], vital: [const { Vec::new() }; 2] });
    }
    let games = Games { most: GAMES.min(FIRST + MORE * stones) as u32, alike: ALIKE };
    let ask = |kill| estimate(board, stone, Ko::NoThreats, kill, games, homes);
    let attacked = ask(true)?;
    let defended = if attacked.chance > SAFE { Some(ask(false)?) } else { None };
    let low = chance(attacked.chance, &READ[0]);
    let captured = defended.as_ref().map_or(0, |defended| defended.chance.min(attacked.chance));
    let high = chance(captured, &READ[1]).max(low);
    // What a move brings of the way from one to the other.
    let part = |way: i32| 1000 * way / (high - low).max(1);
    let vital = |estimate: &Estimate, part: &dyn Fn(i32) -> i32| {
        let best = estimate.best.into_iter().map(|point| (point, 1000));
        let tried = estimate.tried.iter().filter(|(point, _)| Some(*point) != estimate.best);
        let tried = tried.map(|&(point, captured)| (point, part(captured).min(1000)));
        let mut vital: Vec<_> = best.chain(tried.filter(|&(_, part)| part >= LITTLE)).collect();
        vital.sort_by_key(|&(_, part)| std::cmp::Reverse(part));
        vital.truncate(VITAL);
        vital
    };
    let kills = vital(&attacked, &|captured| part(high - chance(captured, &READ[0])));
    let lives = defended.as_ref().map_or(Vec::new(), |defended| {
        vital(defended, &|captured| part(chance(captured, &READ[1]) - low))
    });
    Some(Verdict { chances: [low, high], vital: [kills, lives] })
}

/// The chance of living of a group that is captured in so many of a thousand games.
fn chance(captured: i32, table: &[i32; 11]) -> i32 {
    // The first step is half as wide as the others.
    let (step, width, rest) = match captured {
        ..50 => (0, 50, captured),
        _ => (1 + (captured as usize - 50) / 100, 100, (captured - 50) % 100),
    };
    let [from, to] = [step, step + 1].map(|step| table[step.min(10)]);
    from + (to - from) * rest / width
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

    /// What becomes of the group of a stone.
    #[track_caller]
    fn verdict(position: &str, stone: &str, room: i32) -> Option<Verdict> {
        let game = Go::parse(position).expect("a position");
        let stone = Point::read(game.size(), stone).expect("a point");
        let (groups, of) = crate::strategy::groups::join(game.board(), &Points::EMPTY);
        let mut group = groups[usize::from(of[stone.index()])].clone();
        (group.strength, group.room) = ([300, 500, 700], room);
        let mut lives = StatusCache::default();
        let found = lives.verdict(game.board(), &groups, &group);
        assert_eq!(lives.verdict(game.board(), &groups, &group), found, "remembered: {position}");
        found
    }

    #[test]
    fn groups_live_or_die_by_who_plays_first() {
        let find = |position| verdict(position, "D9", 0).expect("a verdict");
        let vital = Point::read(Size::new(9).expect("a size"), "B9");
        let open = find("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0");
        assert_eq!(open.chances, [READ[0][10], READ[1][0]]);
        assert!(open.vital.iter().all(|found| found[0] == (vital.expect("a point"), 1000)));
        let lives = find("1X1XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0");
        assert_eq!(lives.chances, [READ[0][0], READ[1][0]]);
        let dies = find("2XXO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0");
        assert_eq!(dies.chances, [READ[0][10], READ[1][10]]);
    }

    #[test]
    fn the_more_a_group_is_captured_the_less_it_lives() {
        for table in READ {
            assert_eq!((chance(0, &table), chance(50, &table)), (table[0], table[1]));
            assert_eq!((chance(450, &table), chance(950, &table)), (table[5], table[10]));
            assert!((0..1000).all(|x| chance(x, &table) >= chance(x + 1, &table)));
        }
    }

    /// Five stones without an eye, and one side of four open.
    #[test]
    fn a_group_that_can_run_is_caught_or_gets_out() {
        let position = "OOOOOOO2/O8/O8/O1XXXXX2/O8/O8/OOOOOOO2/9/9 b 0";
        let found = verdict(position, "E6", 12).expect("a verdict");
        let [low, high] = found.chances;
        assert!(low < 500 && high > 800, "{low} {high}");
        assert!(found.vital.iter().all(|vital| !vital.is_empty()));
    }

    #[test]
    fn a_stone_in_the_open_is_not_asked_about() {
        let position = "9/9/9/4X4/9/9/9/9/9 w 0";
        assert_eq!(verdict(position, "E6", ROOM + 1), None);
        assert!(verdict(position, "E6", ROOM).is_some());
    }
}
