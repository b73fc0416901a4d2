//! Life and death: whether a group can be killed.
//!
//! A group is the string asked about, with friends that cannot be cut from it.
//! It lives if it cannot be captured though its owner passes for ever
//! ([Benson](crate::safety)), or if it gets out; it is dead once the string is
//! taken. Between these, proof-number search plays on the points near the
//! group: its liberties, the eye space they belong to, and the ways out.

mod moves;
#[cfg(test)]
mod tests;

use starboard_core::{Limits, Player};
use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};

use crate::{
    Board, Color, Ko, Move, Point, Points, Reader, Success,
    reader::{Local, may_play},
    safety::alive,
};

/// Positions a search looks at when nobody says how many.
pub const LIFE_NODES: u64 = 6000;
/// The budget of each question whether something is captured.
const BUDGET: u32 = 25;
/// A string of so many liberties that are no part of the group's room is
/// outside.
const OUTSIDE: usize = 4;

/// Reads whether groups can be killed.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Go, Life, Point, Success};
///
/// // Three points in a row, in a corner: whoever plays in the middle.
/// let game = Go::parse("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0")?;
/// let mut board = game.board().clone();
/// let group = Point::read(game.size(), "D9").unwrap();
/// let (success, best) = Life::default().kill(&mut board, group);
/// assert_eq!(success, Success::Yes);
/// assert_eq!(best, Point::read(game.size(), "B9"));
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Life {
    reader: Reader,
    limit: u64,
    nodes: u64,
}

impl Default for Life {
    /// Looks at [`LIFE_NODES`] positions for each question.
    fn default() -> Self {
        Self::with_limit(LIFE_NODES)
    }
}

impl Life {
    /// Looks at so many positions for each question.
    pub fn with_limit(limit: u64) -> Self {
        Self { reader: Reader::with_budget(BUDGET), limit, nodes: 0 }
    }

    /// How many positions it has looked at since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How well the opponent, to move, does in killing the group of a stone,
    /// and where it plays. What could not be settled counts as alive.
    pub fn kill(&mut self, board: &mut Board, stone: Point) -> (Success, Option<Point>) {
        self.success(board, stone, true)
    }

    /// How well the owner of a group, to move, does in saving it, and where it
    /// plays, if it takes a move. What could not be settled counts as alive.
    pub fn save(&mut self, board: &mut Board, stone: Point) -> (Success, Option<Point>) {
        let Some(owner) = board.at(stone) else { return (Success::No, None) };
        if self.read(board, stone, Ko::WonBy(owner.other()), true).0 == Some(false) {
            return (Success::Yes, None);
        }
        self.success(board, stone, false)
    }

    fn success(&mut self, board: &mut Board, stone: Point, kill: bool) -> (Success, Option<Point>) {
        let Some(owner) = board.at(stone) else { return (Success::No, None) };
        let player = if kill { owner.other() } else { owner };
        for (ko, success) in Success::by_ko(player) {
            let (dead, best) = self.read(board, stone, ko, kill);
            if dead.unwrap_or(false) == kill {
                return (success, best);
            }
        }
        (Success::No, None)
    }

    /// Whether the group is dead, the opponent to move if `kill`, and the move
    /// by which the player to move gets its way; `None` for what could not be
    /// settled.
    pub fn read(
        &mut self,
        board: &mut Board,
        stone: Point,
        ko: Ko,
        kill: bool,
    ) -> (Option<bool>, Option<Point>) {
        let Some(owner) = board.at(stone) else { return (None, None) };
        let nodes = self.reader.nodes();
        let room = moves::room(board, stone, owner);
        let goal = Kill { reader: &mut self.reader, prey: stone, owner, ko, room, begun: false };
        let options = ProofOptions { table_mib: 4, mobility: false, ..ProofOptions::default() };
        let mover = if kill { owner.other() } else { owner };
        let root = Local::new(board.clone(), mover);
        let mut search = Dfpn::new(goal, options);
        let solution = search.run(&root, &Limits::nodes(self.limit));
        drop(search);
        self.nodes += solution.counters.nodes + self.reader.nodes() - nodes;
        let dead = match solution.verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        };
        (dead, solution.best.and_then(Move::point).filter(|_| dead != Some(!kill)))
    }
}

/// The goal of the opponent: that the string is captured.
struct Kill<'a> {
    reader: &'a mut Reader,
    prey: Point,
    owner: Color,
    ko: Ko,
    /// Where stones are played.
    room: Points,
    /// Whether the root has been seen, of which a move is wanted even where
    /// the answer is plain.
    begun: bool,
}

impl Goal<Local> for Kill<'_> {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        self.owner.other().into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        let board = &game.board;
        if board.at(self.prey) != Some(self.owner) {
            return Some(true);
        }
        if !std::mem::replace(&mut self.begun, true) {
            return None;
        }
        let attacks = game.mover != self.owner;
        let count = board.liberty_count(self.prey);
        if count <= 3 {
            let mut board = board.clone();
            let captured = if attacks {
                self.reader.attack(&mut board, self.prey, self.ko).captured
            } else if count <= 2 {
                self.reader.defend(&mut board, self.prey, self.ko).captured
            } else {
                None
            };
            if captured == Some(true) {
                return Some(true);
            }
        }
        if moves::is_out(board, self.prey, self.owner, &self.room, OUTSIDE) {
            return Some(false);
        }
        alive(board, self.owner).contains(self.prey).then_some(false)
    }

    fn moves(&mut self, game: &Local, attacking: bool, out: &mut Vec<Move>) {
        let list = moves::candidates(&game.board, self.prey, self.owner, &self.room, attacking);
        let legal = |&point: &Point| may_play(&game.board, self.ko, point, game.mover);
        out.extend(list.into_iter().filter(legal).take(moves::WIDEST).map(Move::at));
        if !attacking {
            // In seki every move of one's own may hurt.
            out.push(Move::PASS);
        }
    }

    fn estimate(&mut self, game: &Local, attacking: bool) -> (u32, u32) {
        let board = &game.board;
        let (kill, live) = moves::hopes(board, self.prey, self.owner, &self.room);
        let late = u32::from(!attacking);
        (kill + late, live + 1 - late)
    }
}
