//! Life and death: whether a group can be killed.
//!
//! A group is the string asked about, with friendly strings that cannot be cut from it.
//! It lives if it is unconditionally alive
//! ([Benson](crate::reading::safety)), or if it escapes; it is dead once the string is
//! captured. Between these, proof-number search plays on the points near the
//! group: its liberties, the eye space they belong to, and the ways out.
//!
//! What that does not settle is estimated: by the same search, but with few moves,
//! each for a reason, and a static evaluation of positions: eyes
//! counted by shape, room to run, friends that are alive.
//! Given more time, [playouts](Life::with_playouts) can be used
//! there instead. [`Grounds`] says whether an answer is proven or estimated.

mod candidates;
mod closed;
mod eye;
mod group;
mod guess;
mod moves;
mod playouts;
mod space;
#[cfg(test)]
mod tests;
mod threat;
mod view;

use starboard_core::{Counters, Heuristic, Limits, Player};
use starboard_search::proof::{Dfpn, Goal, ProofOptions, Solution, Verdict};

pub use self::eye::Eye;
use self::{
    closed::{Closed, Status},
    guess::Guess,
    space::Counter,
    view::Question,
};
pub(crate) use self::{
    group::stones,
    playouts::{Estimate, Games, estimate, is_eye},
    view::{STRONG, strong},
};
use crate::{
    Board, Color, Ko, Move, Point, Points, Success,
    reading::reader::{Found, Local, Threats},
    reading::safety::alive,
    reading::tactics::Tactician,
};

/// Positions that a search looks at by default.
pub const LIFE_NODES: u64 = 6000;
/// Positions that an estimate looks at.
const GUESS_NODES: u64 = 3000;
/// The reader's budget for each question whether a string is captured.
const BUDGET: u32 = 25;
/// A search of so few positions needs no large table.
const FEW: u64 = 2000;
/// A string of so many liberties that are no part of the group's room is
/// outside.
const OUTSIDE: usize = 4;
/// The chance of capture, in thousandths, where nothing is known.
const UNKNOWN: i32 = 500;
/// A group that is captured in fewer of a thousand playouts than this needs no move.
const SAFE: i32 = 100;
/// If who wins kos makes no more difference than this, nothing depends on them.
const ALIKE: u32 = 100;

/// What an answer rests on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Grounds {
    /// A proof, given the moves that the search considers.
    Proven,
    /// A search whose leaves are evaluated statically, or playouts.
    Estimated,
}

/// What becomes of a group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Whether the group is dead; `None` if that cannot even be estimated.
    pub dead: Option<bool>,
    /// The move with which the player to move succeeds, if it takes one.
    pub best: Option<Point>,
    /// What this rests on.
    pub grounds: Grounds,
    /// In how many of a thousand playouts it is captured after the best
    /// move; 0 or 1000 if none were played, or all had the same result, and 500
    /// if nothing is known.
    pub chance: i32,
}

impl Outlook {
    /// What is settled, or cannot even be told.
    const fn settled(dead: Option<bool>, best: Option<Point>, grounds: Grounds) -> Self {
        let chance = match dead {
            Some(true) => 1000,
            Some(false) => 0,
            None => UNKNOWN,
        };
        Self { dead, best, grounds, chance }
    }
}

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
    reader: Tactician,
    counter: Counter,
    order: Order,
    limit: u64,
    /// How many playouts an estimate takes.
    playouts: u32,
    nodes: u64,
    searched: Counters,
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
        let (reader, counter) = (Tactician::with_budget(BUDGET), Counter::default());
        let (order, searched) = (Vec::new(), Counters::default());
        Self { reader, counter, order, limit, playouts: 0, nodes: 0, searched }
    }

    /// The same with move orderings for its searches, each of which starts with a copy of
    /// these; where they say nothing, the move with the best reasons comes
    /// first.
    #[must_use]
    pub fn with_order(self, order: Vec<Box<dyn Heuristic<Local>>>) -> Self {
        Self { order, ..self }
    }

    /// The same, but what it cannot settle is estimated by this many playouts
    /// instead of by static evaluation: better, and slower.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> Self {
        Self { playouts, ..self }
    }

    /// How many positions it has looked at since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The counters of its searches, without the cost of tactical reading.
    pub const fn searched(&self) -> &Counters {
        &self.searched
    }

    /// How well the opponent, to move, succeeds in killing the group of a stone,
    /// and where it plays, by proof or estimate. If nothing is known, the player to move
    /// is taken to succeed.
    pub fn kill(&mut self, board: &mut Board, stone: Point) -> (Success, Option<Point>) {
        let Some(owner) = board.at(stone) else { return (Success::No, None) };
        let mut proofs = self.proofs(board, stone, owner);
        self.success(&mut proofs, board, stone, true)
    }

    /// How well the owner of a group, to move, succeeds in saving it, and where it
    /// plays, if it takes a move. If nothing is known, the player to move is taken to
    /// succeed.
    pub fn save(&mut self, board: &mut Board, stone: Point) -> (Success, Option<Point>) {
        let Some(owner) = board.at(stone) else { return (Success::No, None) };
        // One search, whoever moves first: they come to the same positions.
        let mut proofs = self.proofs(board, stone, owner);
        let winner = Ko::WonBy(owner.other());
        let attacked = self.outlook_by(&mut proofs, board, stone, winner, true);
        let lives = attacked.dead == Some(false);
        if lives && attacked.chance < SAFE {
            return (Success::Yes, None);
        }
        let found = self.success(&mut proofs, board, stone, false);
        // What stands though the opponent plays first is not lost by a move.
        if lives && found.0 != Success::Yes { (Success::Yes, None) } else { found }
    }

    /// How well the player to move succeeds, which is the opponent if `kill`. One search serves
    /// whoever wins kos: what is proven with fewer threats holds with more.
    fn success(
        &mut self,
        proofs: &mut Proofs,
        board: &Board,
        stone: Point,
        kill: bool,
    ) -> (Success, Option<Point>) {
        let owner = proofs.goal.owner;
        let player = if kill { owner.other() } else { owner };
        let succeeds = |outlook: &Outlook| outlook.dead.is_none_or(|dead| dead == kill);
        let [sure, ko, with_threat] = Success::by_ko(player);
        self.reader.met_ko = false;
        let hardest = self.outlook_by(proofs, board, stone, sure.0, kill);
        if succeeds(&hardest) {
            return (sure.1, hardest.best);
        }
        // Where no ko was met it does not matter who wins them, and who fails
        // though it wins kos need not be asked about others.
        if !self.reader.met_ko {
            return Default::default();
        }
        let easiest = self.outlook_by(proofs, board, stone, with_threat.0, kill);
        if !succeeds(&easiest) || easiest.chance.abs_diff(hardest.chance) <= ALIKE {
            return Default::default();
        }
        let between = self.outlook_by(proofs, board, stone, ko.0, kill);
        if succeeds(&between) { (ko.1, between.best) } else { (with_threat.1, easiest.best) }
    }

    /// Whether the group of a stone is dead, with the opponent to move if `kill`, otherwise its
    /// owner: what a search proves, or else an estimate.
    pub fn outlook(&mut self, board: &mut Board, stone: Point, ko: Ko, kill: bool) -> Outlook {
        let Some(owner) = board.at(stone) else {
            return Outlook::settled(None, None, Grounds::Estimated);
        };
        let mut proofs = self.proofs(board, stone, owner);
        self.outlook_by(&mut proofs, board, stone, ko, kill)
    }

    /// The same with a search that has answered other questions about the group.
    fn outlook_by(
        &mut self,
        proofs: &mut Proofs,
        board: &Board,
        stone: Point,
        ko: Ko,
        kill: bool,
    ) -> Outlook {
        self.reader.forget();
        let found = self.prove_by(proofs, board, ko, kill);
        let guess = self.estimate(board, stone, ko, kill);
        let (dead, best) = (guess.dead, guess.best);
        if found.dead.is_none() || found.grounds == Grounds::Estimated {
            let known = if dead.is_some() { guess } else { found };
            return Outlook { best: best.or(found.best), grounds: Grounds::Estimated, ..known };
        }
        // Each of both looks at moves of its own, so the one that is estimated
        // to work is put to the proof too: if there are many that do, it has the
        // best reasons, and where the proof found none, it may have missed it.
        let other = best.filter(|_| dead == Some(kill) && best != found.best);
        let Some(m) = other else { return found };
        match self.after(board, stone, ko, kill, m) {
            Some(dead) if dead == kill => Outlook { dead: Some(kill), best, ..found },
            None if found.dead != Some(kill) => guess,
            _ => found,
        }
    }

    /// Whether it is proven that the group is dead, or alive, after a move.
    fn after(&mut self, board: &Board, stone: Point, ko: Ko, kill: bool, m: Point) -> Option<bool> {
        let owner = board.at(stone)?;
        let mut board = board.clone();
        board.play(m, if kill { owner.other() } else { owner });
        let reply = self.prove(&mut board, stone, ko, !kill);
        reply.dead.filter(|_| reply.grounds == Grounds::Proven)
    }

    /// What can be said without a proof.
    fn estimate(&mut self, board: &Board, stone: Point, ko: Ko, kill: bool) -> Outlook {
        if self.playouts == 0 {
            let (dead, best) = self.guess(board, stone, ko, kill);
            return Outlook::settled(dead, best, Grounds::Estimated);
        }
        let Some(owner) = board.at(stone) else {
            return Outlook::settled(None, None, Grounds::Estimated);
        };
        let strong = strong(board, stone, owner, true);
        let games = Games::all(self.playouts);
        let Some(found) = playouts::estimate(board, stone, ko, kill, games, &strong) else {
            return Outlook::settled(None, None, Grounds::Estimated);
        };
        self.reader.met_ko |= found.kos;
        let (dead, chance) = (found.dead(), found.chance);
        let best = found.best.filter(|_| dead == kill);
        Outlook { dead: Some(dead), best, grounds: Grounds::Estimated, chance }
    }

    fn guess(
        &mut self,
        board: &Board,
        stone: Point,
        ko: Ko,
        kill: bool,
    ) -> (Option<bool>, Option<Point>) {
        let Some(owner) = board.at(stone) else { return (None, None) };
        let question = Question::new(board, stone, owner, ko);
        let goal = Guess::new(question, &mut self.reader, &mut self.counter);
        let mut search = search(goal, self.order.clone(), GUESS_NODES);
        let mover = if kill { owner.other() } else { owner };
        let mut left = GUESS_NODES;
        let (mut dead, mut best) = (None, None);
        // The later static evaluations are trusted, the better; the last
        // answer found counts.
        for trusted in guess::TRUSTED {
            search.goal.trust(trusted);
            let root = Local::new(board.clone(), mover).with_ko(ko);
            let (found, m, searched) = answer(search.run(&root, &Limits::nodes(left)));
            self.nodes += searched.nodes;
            self.searched += &searched;
            left = left.saturating_sub(searched.nodes);
            if found.is_some() || dead.is_none() {
                (dead, best) = (found, m);
            }
            if found.is_none() || left == 0 || !search.goal.leaned() {
                break;
            }
        }
        (dead, best.filter(|_| dead != Some(!kill)))
    }

    /// Whether the group is dead, with the opponent to move if `kill`, otherwise its owner, and
    /// the move with which the player to move succeeds; `None` for what could not be
    /// settled.
    pub fn read(
        &mut self,
        board: &mut Board,
        stone: Point,
        ko: Ko,
        kill: bool,
    ) -> (Option<bool>, Option<Point>) {
        self.reader.forget();
        let found = self.prove(board, stone, ko, kill);
        (found.dead, found.best)
    }

    /// The same with the grounds for it: that a group escapes is no proof that it
    /// lives.
    pub(crate) fn prove(&mut self, board: &mut Board, stone: Point, ko: Ko, kill: bool) -> Outlook {
        let Some(owner) = board.at(stone) else {
            return Outlook::settled(None, None, Grounds::Estimated);
        };
        let mut proofs = self.proofs(board, stone, owner);
        self.prove_by(&mut proofs, board, ko, kill)
    }

    /// A search that has answered no question about the group of a stone.
    fn proofs(&self, board: &Board, stone: Point, owner: Color) -> Proofs {
        let strong = strong(board, stone, owner, false);
        let goal = Kill {
            reader: Tactician::with_budget(BUDGET),
            target: stone,
            owner,
            room: moves::room(board, stone, owner, &strong),
            begun: false,
            got_out: false,
        };
        search(goal, self.order.clone(), self.limit)
    }

    fn prove_by(&mut self, proofs: &mut Proofs, board: &Board, ko: Ko, kill: bool) -> Outlook {
        let nodes = self.reader.nodes();
        let owner = proofs.goal.owner;
        let mover = if kill { owner.other() } else { owner };
        // The reader and what it remembers are on loan.
        std::mem::swap(&mut self.reader, &mut proofs.goal.reader);
        proofs.goal.begun = false;
        let root = Local::new(board.clone(), mover).with_ko(ko);
        let (dead, best, searched) = answer(proofs.go_on(&root, &Limits::nodes(self.limit)));
        std::mem::swap(&mut self.reader, &mut proofs.goal.reader);
        self.nodes += searched.nodes + self.reader.nodes() - nodes;
        self.searched += &searched;
        let guessed = dead.is_none() || dead == Some(false) && proofs.goal.got_out;
        let grounds = if guessed { Grounds::Estimated } else { Grounds::Proven };
        Outlook::settled(dead, best.filter(|_| dead != Some(!kill)), grounds)
    }
}

/// Whether the group of a stone is alive even if attacked first, by its eye spaces alone.
pub(crate) fn is_alive(board: &Board, stone: Point) -> bool {
    let Some(owner) = board.at(stone) else { return false };
    let status = Closed::new(board, stone, owner).status(board, true, Ko::NoThreats);
    status.is_some_and(|status| !status.dead && !status.by_ko)
}

/// Orderings for the searches.
type Order = Vec<Box<dyn Heuristic<Local>>>;

/// A search for a goal, with orderings, which will look at so many positions.
fn search<L: Goal<Local>>(goal: L, order: Order, limit: u64) -> Dfpn<Local, L, Order> {
    let table_mib = if limit <= FEW { 1 } else { 4 };
    let options = ProofOptions { table_mib, mobility: false, ..ProofOptions::default() };
    Dfpn::new(goal, options).with_order(order)
}

/// What is known of a group, whoever moves first and whoever wins kos.
type Proofs = Dfpn<Local, Kill, Order>;

/// Whether the attacker attains the goal, the move, and what the search counted.
fn answer(solution: Solution<Move>) -> (Option<bool>, Option<Point>, Counters) {
    let attained = match solution.verdict {
        Verdict::Proven => Some(true),
        Verdict::Disproven => Some(false),
        Verdict::Unknown => None,
    };
    (attained, solution.best.and_then(Move::point), solution.counters)
}

/// Whether a stone was taken in a ko and its owner, to move, takes back.
fn comes_back(game: &Local, stone: Point, owner: Color) -> bool {
    game.mover == owner && game.board.ko() == Some(stone) && game.may_play(stone)
}

/// The goal of the opponent: that the string is captured.
#[derive(Debug)]
struct Kill {
    reader: Tactician,
    target: Point,
    owner: Color,
    /// Where stones are played.
    room: Points,
    /// Whether the root has been seen, of which a move is wanted even where
    /// the answer is plain.
    begun: bool,
    /// Whether the group has got out somewhere.
    got_out: bool,
}

impl Goal<Local> for Kill {
    type Resource = Threats;

    fn attacker(&self, _: &Local) -> Player {
        self.owner.other().into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        let board = &game.board;
        self.reader.met_ko |= board.ko().is_some();
        if board.at(self.target) != Some(self.owner) {
            return (!comes_back(game, self.target, self.owner)).then_some(true);
        }
        if !std::mem::replace(&mut self.begun, true) {
            return None;
        }
        let (attacks, ko) = (game.mover != self.owner, game.ko());
        let count = board.liberty_count(self.target);
        if count <= 3 {
            let found = if attacks {
                Some(self.reader.attack(board, self.target, ko))
            } else if count <= 2 {
                Some(self.reader.defend(board, self.target, ko))
            } else {
                None
            };
            // The reader does not count threats.
            let sure = |found: &Found| !found.kos || ko == Ko::NoThreats;
            if found.filter(sure).is_some_and(|found| found.captured == Some(true)) {
                return Some(true);
            }
        }
        if moves::is_out(board, self.target, self.owner, &self.room, OUTSIDE) {
            self.got_out = true;
            return Some(false);
        }
        let closed = Closed::new(board, self.target, self.owner);
        if let Some(Status { dead, by_ko }) = closed.status(board, attacks, ko) {
            self.reader.met_ko |= by_ko;
            return Some(dead);
        }
        alive(board, self.owner).contains(self.target).then_some(false)
    }

    fn split(&self, game: &Local) -> (u64, Threats) {
        game.split(self.owner.other())
    }

    fn moves(&mut self, game: &Local, attacking: bool, out: &mut Vec<Move>) {
        if game.board.is_empty(self.target) {
            return out.push(Move::at(self.target));
        }
        let list = moves::candidates(&game.board, self.target, self.owner, &self.room, attacking);
        let legal = |&point: &Point| game.may_play(point);
        out.extend(list.into_iter().filter(legal).take(moves::WIDEST).map(Move::at));
        if !attacking || game.board.ko().is_some() {
            // In seki every move of one's own may hurt, and in a ko one has to be
            // played elsewhere.
            out.push(Move::PASS);
        }
    }

    fn estimate(&mut self, game: &Local, attacking: bool) -> (u32, u32) {
        let board = &game.board;
        if board.is_empty(self.target) {
            return (1, 1);
        }
        let (kill, live) = moves::hopes(board, self.target, self.owner, &self.room);
        let late = u32::from(!attacking);
        (kill + late, live + 1 - late)
    }
}
