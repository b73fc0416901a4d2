//! Capturing races (semeai): two groups of which neither lives unless the other dies.
//!
//! Two questions are asked about a race: whether the player to move captures the
//! other's string, and whether it saves its own. They are thresholds on one outcome, so that
//! an answer that follows from others is not searched again. The player who wins kos has one
//! ko threat, as in life and death; with unlimited threats it would hold out by retaking a stone
//! for ever. Proof-number search plays on
//! the liberties of both strings, on moves that gain liberties, and on strings in atari
//! beside them. A group that has two eyes, far more liberties than can be filled
//! or a link to living stones has saved itself. What that does not settle is
//! decided by counting outside liberties, shared liberties and eyes (Müller, *Race
//! to capture*, 1999), and by whether the other's group is killed anyway.

mod case;
mod count;
mod moves;
mod outcome;
#[cfg(test)]
mod tests;

use starboard_core::{Limits, Player};
use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};

use self::{case::Case, count::Count, moves::Fight, outcome::Outcome};
use crate::{
    Board, Color, Ko, Life, Move, Point, Points, Success,
    reading::life::{stones, strong},
    reading::reader::{Local, takes_ko},
    reading::safety::alive,
};

/// Positions that a search looks at by default.
pub const RACE_NODES: u64 = 200_000;
/// More liberties than are filled in a race.
const MANY: usize = 14;
/// So many liberties beyond the points that a race is about, and a string has got out.
///
/// In 52 races out of games, solved by trying every move, 47 verdicts are right with 3, 45 with
/// 4, and 44 where nobody gets out (with two liberties beyond a string counts as alive there).
const OUT: usize = 3;
/// Games that are played out where a search settles nothing: with six times as many no verdict
/// of these races is another.
const PLAYOUTS: u32 = 500;
/// So many free points two steps away, once the other has been taken, and it
/// gets out.
const BEYOND: usize = 5;
/// With no more moves than these the attacker may pass.
const FEW: usize = 2;
/// So many points, once they are enclosed, are two eyes.
const ROOM: usize = 7;

/// How a race stands for the player to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Race {
    /// How well it succeeds in saving its own string.
    pub saves: Success,
    /// How well it succeeds in capturing the other.
    pub kills: Success,
    /// Where it plays; `None` if it does as well with a pass, or is lost.
    pub best: Option<Point>,
}

/// Reads capturing races.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Go, Point, Semeai, Success};
///
/// // Two liberties each, none of them shared: whoever moves first.
/// let game = Go::parse("9/9/9/9/9/XXX1OO3/XXOOO4/1OX1O4/1OX1O4 b 0")?;
/// let point = |name| Point::read(game.size(), name).unwrap();
/// let race = Semeai::default().race(game.board(), point("C1"), point("B1"));
/// assert_eq!((race.saves, race.kills), (Success::Yes, Success::Yes));
/// assert!(race.best.is_some());
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Semeai {
    limit: u64,
    life: Life,
    nodes: u64,
}

impl Default for Semeai {
    /// Looks at [`RACE_NODES`] positions for each question.
    fn default() -> Self {
        Self::with_limit(RACE_NODES)
    }
}

impl Semeai {
    /// Looks at so many positions for each question.
    pub fn with_limit(limit: u64) -> Self {
        Self { limit, life: Life::default().with_playouts(PLAYOUTS), nodes: 0 }
    }

    /// How many positions it has looked at since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes + self.life.nodes()
    }

    /// How the race between two strings stands if the owner of `own` is to
    /// move. Neither succeeds if the points do not hold stones of both colours.
    pub fn race(&mut self, board: &Board, own: Point, other: Point) -> Race {
        let Some(color) = board.at(own).filter(|c| board.at(other) == Some(c.other())) else {
            return Race::default();
        };
        let homes = Color::BOTH.map(|owner| {
            let stone = if owner == color { own } else { other };
            strong(board, stone, owner, false)
        });
        let outcome = Outcome::new(color);
        let near = moves::near(board, [own, other]);
        Case { reader: self, board, own, other, color, homes, near, outcome }.race()
    }

    /// Whether the target is taken, if that could be settled, and the move of the
    /// player to move; and whether a ko was met.
    fn search(&mut self, board: &Board, hunt: Hunt, mover: Color) -> Found {
        let options = ProofOptions { table_mib: 2, mobility: false, ..ProofOptions::default() };
        let root = Local::new(board.clone(), mover).with_ko(hunt.ko);
        let mut search = Dfpn::new(hunt, options);
        let solution = search.run(&root, &Limits::nodes(self.limit));
        self.nodes += solution.counters.nodes;
        let taken = match solution.verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        };
        (taken, solution.best.and_then(Move::point), search.goal.kos)
    }
}

/// Whether a string is taken, if that was settled; the move of the player to move; and
/// whether anything may turn on kos.
type Found = (Option<bool>, Option<Point>, bool);

/// Whether a string that has taken the other is dead all the same: what it took
/// may be too little for two eyes.
fn settled(board: &Board, stone: Point, taken: Point, homes: &[Points; 2]) -> Option<bool> {
    let color = board.at(stone)?;
    let room = board.flood(&Points::of(taken), &(board.all() - *board.stones(color)));
    let lives = board.liberty_count(stone) >= MANY
        || room.len() >= ROOM
        || beyond(board, stone) >= BEYOND
        || alive(board, color).contains(stone)
        || is_home(board, stone, color, homes);
    lives.then_some(false)
}

/// How many free points a string has two steps away.
fn beyond(board: &Board, stone: Point) -> usize {
    let liberties = *board.liberties(stone);
    ((board.beside(&liberties) & board.empty()) - liberties).len()
}

/// Whether a string cannot be cut from stones that live.
fn is_home(board: &Board, stone: Point, color: Color, homes: &[Points; 2]) -> bool {
    let home = &homes[color.index()];
    !home.is_empty() && stones(board, stone, color).meets(home)
}

/// The goal of the attacker: that the target is taken before its hunter is, and
/// that the hunter lives then.
#[derive(Copy, Clone, Debug)]
struct Hunt {
    attacker: Color,
    target: Point,
    hunter: Point,
    ko: Ko,
    /// Stones that live, of each colour.
    homes: [Points; 2],
    /// The points that the race is about.
    near: Points,
    /// Whether a ko was met.
    kos: bool,
    /// Whether the root has been seen, of which a move is wanted even where the answer is
    /// plain.
    begun: bool,
}

impl Goal<Local> for Hunt {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        self.attacker.into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        let (board, owner) = (&game.board, self.attacker.other());
        match (board.at(self.target) == Some(owner), board.at(self.hunter) == Some(self.attacker)) {
            (true, true) => {}
            // Both have been taken, the one that counts last: by who has just moved.
            (false, false) => return Some(game.mover != self.attacker),
            (false, true) => {
                return settled(board, self.hunter, self.target, &self.homes).map(|dead| !dead);
            }
            (true, false) => return settled(board, self.target, self.hunter, &self.homes),
        }
        let target = board.liberty_count(self.target);
        // Of a large string it is enough that it is in atari.
        let (victim, taker) = if game.mover == self.attacker {
            (self.target, self.attacker)
        } else {
            (self.hunter, owner)
        };
        let begun = std::mem::replace(&mut self.begun, true);
        if begun && board.liberty_count(victim) == 1 && board.stone_count(victim) >= ROOM {
            let last = board.liberties(victim).first();
            if last.is_some_and(|last| taker == game.mover && game.may_play(last)) {
                return Some(taker == self.attacker);
            }
        }
        let out = (*board.liberties(self.target) - self.near).len() >= OUT;
        if out || target >= MANY {
            return Some(false);
        }
        if is_home(board, self.target, owner, &self.homes) {
            return Some(false);
        }
        // Two eyes take two liberties that the hunter cannot fill.
        let eyes = moves::eyes(board, self.target, owner);
        (eyes >= 2 && alive(board, owner).contains(self.target)).then_some(false)
    }

    fn moves(&mut self, game: &Local, attacking: bool, out: &mut Vec<Move>) {
        let fight =
            Fight { board: &game.board, ends: [self.target, self.hunter], homes: &self.homes };
        let list = fight.candidates(game.mover);
        let board = &game.board;
        self.kos |= board.ko().is_some() || list.iter().any(|&p| takes_ko(board, p, game.mover));
        let legal = |&point: &Point| game.may_play(point);
        let before = out.len();
        out.extend(list.into_iter().filter(legal).take(moves::WIDEST).map(Move::at));
        // In seki every move of one's own may hurt, and whoever has none left
        // may wait for the other's.
        if !attacking || out.len() <= before + FEW {
            out.push(Move::PASS);
        }
    }

    /// By who is ahead.
    fn estimate(&mut self, game: &Local, attacking: bool) -> (u32, u32) {
        let board = &game.board;
        if board.is_empty(self.target) {
            return (2, 3);
        }
        if board.is_empty(self.hunter) {
            return (board.liberty_count(self.target) as u32 + 1, 2);
        }
        let count = Count::of(board, self.hunter, self.target);
        let ahead = count.lead() + i32::from(attacking);
        let target = board.liberty_count(self.target) as u32;
        (
            (2 * target).saturating_add_signed(-ahead).max(1),
            target.saturating_add_signed(ahead).max(1),
        )
    }
}
