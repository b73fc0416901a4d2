//! The outcome of a game that the players have stopped: which stones are dead, which stand in a
//! seki, and who owns each point.
//!
//! Players who pass take everything to be settled, but do not say what is dead, so that has to be
//! read. Groups that are unconditionally alive live; for the others, the life-and-death reader
//! is asked with either player to move first, and what it leaves open is decided by
//! the [evaluation](FullBoard). Stones that only dead stones could capture are not dead, such as
//! those that killed a group from inside. With the dead stones removed, what one player alone
//! surrounds is that player's; in regions that both reach, points between both are nobody's, and
//! in a game that was stopped early, the others go to whoever the evaluation expects to own them.

use std::cmp::Reverse;

use crate::{
    Board, Color, FullBoard, Go, Group, Life, Points, Scoring, Success, Tally,
    board::score::reached, safety,
};

/// Positions that the life-and-death reader looks at for each question.
const NODES: u64 = 1500;
/// With at least this chance of living, in thousandths, whoever is to move, a group is not read.
const SURE: i32 = 950;
/// A group with this much room of its own does not live in a seki, nor do two that share more:
/// one of the players would gain by a move.
const ROOM: usize = 6;
/// A point counts as a player's if the evaluation gives it to that player by this many
/// thousandths.
const LIKELY: i32 = 500;

/// The outcome of a stopped game.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Color, Ending, Go, FullBoard, Point};
///
/// // White's stone in the corner has nowhere to go.
/// let game = Go::parse("9x9 b 7 moves D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 pass B2")?;
/// let ending = Ending::read(&game, &FullBoard::default());
/// assert!(ending.dead.iter().eq(Point::read(game.size(), "B2")));
/// assert_eq!(ending.tally(&game).lead(Color::Black), 36 - 45);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Stones that are dead.
    pub dead: Points,
    /// Stones that are alive in seki: neither player can capture the other's.
    pub seki: Points,
    /// The points that each player surrounds, dead stones included.
    pub territory: [Points; 2],
}

impl Ending {
    /// Reads a position. It does not matter who is to move, as neither player wants to.
    pub fn read(game: &Go, evaluator: &FullBoard) -> Self {
        let (board, analysis) = (game.board(), evaluator.analyse(game));
        let mut life = Life::with_limit(NODES);

        // Step 1. What is dead, the surest first: what it leaves behind may be an eye.
        let mut dead = analysis.territory.lost;
        let mut groups: Vec<&Group> =
            analysis.territory.groups.iter().filter(|g| !g.safe).collect();
        groups.sort_by_key(|group| group.strength[1]);
        for group in groups {
            if is_dead(board, group, &dead, &mut life) {
                dead |= group.stones;
            }
        }
        let dead = dead - freed(board, &dead);

        // Step 2. What each player surrounds once these are off the board.
        let left = without(board, &dead);
        let alive = Color::BOTH.map(|color| *left.stones(color));
        let [black, white] = reached(&left, &alive);
        let mut territory = [black - white, white - black];
        let both = black & white;
        let between = left.beside(&alive[0]) & left.beside(&alive[1]);
        for point in both - between {
            let owner = analysis.territory.owner[point.index()];
            if owner.abs() >= LIKELY {
                territory[usize::from(owner < 0)].insert(point);
            }
        }

        // Step 3. What lives without eyes, beside what does, too.
        let sure = Color::BOTH.map(|color| safety(&left, color).alive);
        let seki = seki(&left, &sure, &territory, &both);
        Self { dead, seki, territory }
    }

    /// The outcome of a game whose players have captured everything that was dead: all stones are
    /// alive, and what one player alone reaches is that player's.
    pub fn taken(game: &Go) -> Self {
        let board = game.board();
        let [black, white] = reached(board, &Color::BOTH.map(|color| *board.stones(color)));
        let territory = [black - white, white - black];
        Self { territory, ..Self::default() }
    }

    /// The score by this outcome.
    pub fn tally(&self, game: &Go) -> Tally {
        let board = game.board();
        let alive = Color::BOTH.map(|color| *board.stones(color) - self.dead);
        let area = [0, 1].map(|i| alive[i] | self.territory[i]);
        let points = Color::BOTH.map(|color| {
            let (own, other) = (color.index(), color.other());
            match game.rules().scoring {
                Scoring::Area => area[own].len() as i32,
                Scoring::Territory => {
                    let eyes = self.eyes_in_seki(board, color);
                    let taken = (*board.stones(other) & self.dead).len();
                    let prisoners = board.captured(other) as usize + taken;
                    (prisoners + (self.territory[own] - eyes).len()) as i32
                }
            }
        });
        Tally { area, points }
    }

    /// By how much Black is ahead, komi included, in fiftieths of a point.
    pub fn score(&self, game: &Go) -> i32 {
        self.tally(game).lead(Color::Black) * crate::board::game::UNIT - game.rules().komi.raw()
    }

    /// The points that do not count under territory rules: those surrounded by stones in
    /// seki.
    fn eyes_in_seki(&self, board: &Board, color: Color) -> Points {
        let (mut rest, mut eyes) = (self.territory[color.index()], Points::EMPTY);
        while let Some(first) = rest.first() {
            let region = board.flood(&Points::of(first), &rest);
            rest = rest - region;
            let around = board.beside(&region) & *board.stones(color);
            if !around.is_empty() && self.seki.covers(&around) {
                eyes |= region;
            }
        }
        eyes
    }
}

/// A board without some of its stones.
fn without(board: &Board, dead: &Points) -> Board {
    let [black, white] = Color::BOTH.map(|color| *board.stones(color) - *dead);
    // With fewer stones every other has at least the liberties that it had.
    Board::from_stones(board.size(), &black, &white).unwrap_or_else(|_| board.clone())
}

/// Of stones taken to be dead, those that are not, as everything that could capture them is dead
/// itself: stones that killed a group live once that group is off the board.
fn freed(board: &Board, dead: &Points) -> Points {
    let mut strings: Vec<Points> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.strings(color))
        .filter(|&head| dead.contains(head))
        .map(|head| board.string(head).collect())
        .collect();
    // Of two that hold only each other, the larger lives.
    strings.sort_by_key(|string| Reverse(string.len()));
    let mut freed = Points::EMPTY;
    loop {
        let left = *dead - freed;
        let next = strings.iter().find(|string| {
            let Some(color) = string.first().and_then(|stone| board.at(stone)) else {
                return false;
            };
            let open = board.empty() | (left & *board.stones(color));
            let around = board.beside(&board.flood(string, &open));
            left.meets(string) && !around.meets(&(*board.stones(color.other()) - left))
        });
        let Some(next) = next else { return freed };
        freed |= *next;
    }
}

/// Whether a group is dead where others are.
fn is_dead(board: &Board, group: &Group, dead: &Points, life: &mut Life) -> bool {
    let [low, middle, high] = group.strength;
    if low >= SURE {
        return false;
    }
    let Some(stone) = group.stones.first() else { return false };
    let own = *dead & *board.stones(group.color.other());
    let left = without(board, &own);
    if safety(&left, group.color).alive.contains(stone) {
        return false;
    }
    let mut left = left;
    let [kills, saves] = [true, false].map(|kill| {
        let (success, _) =
            if kill { life.kill(&mut left, stone) } else { life.save(&mut left, stone) };
        success != Success::No
    });
    match (kills, saves) {
        (false, _) => false,
        (true, false) => true,
        // Nobody has moved there, so it does not matter, or both think the same of it.
        (true, true) => middle < LIKELY && high < SURE,
    }
}

/// Stones in seki: they reach a few points that both players reach, next to such stones of the
/// opponent's, and do not surround two regions of their own.
fn seki(board: &Board, sure: &[Points; 2], territory: &[Points; 2], both: &Points) -> Points {
    let mut found = Points::EMPTY;
    for color in Color::BOTH {
        let (own, other) = (color.index(), color.other());
        let weak = *board.stones(color) - sure[own];
        let enemy = *board.stones(other) - sure[other.index()];
        let mut rest = weak;
        while let Some(first) = rest.first() {
            let string = board.flood(&Points::of(first), &weak);
            rest = rest - string;
            let mut open = *both & board.beside(&string);
            let mut few = open.meets(&board.beside(&enemy));
            while let Some(first) = open.first() {
                let region = board.flood(&Points::of(first), both);
                open = open - region;
                few &= region.len() <= ROOM;
            }
            let mut eyes = board.beside(&string) & territory[own];
            let (mut regions, mut points) = (0, 0);
            while let Some(first) = eyes.first() {
                let region = board.flood(&Points::of(first), &territory[own]);
                eyes = eyes - region;
                regions += 1;
                points += region.len();
            }
            if few && regions < 2 && points < ROOM {
                found |= string;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
