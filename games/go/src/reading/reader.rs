//! Tactical reading: whether a string can be captured.
//!
//! After Fotland's descriptions of the reader of Many Faces of Go (posts to the
//! computer-go list, 2001 to 2007): plain searches with few candidates, one for
//! each combination of who plays first and who wins kos; a node with a single
//! candidate costs nothing, and neither do ladders of any length; and a string
//! is safe as soon as it has enough liberties. Here they are proof-number searches, and their
//! answers are proven for the candidates considered: what the budget was too small to
//! settle is `None`.
//!
//! A search reports the points on which its answer depends, so that it can be
//! [remembered](Memory) until a move changes one of them.

mod candidates;
mod combination;
mod connect;
mod ladder;
mod list;
mod local;
mod memory;
mod search;
mod table;
mod thorough;

pub(crate) use self::local::Threats;
pub use self::{connect::Link, local::Local, memory::Memory};
use self::{search::Search, table::Table};
use crate::{Board, Color, Point, Points};

/// The default budget in nodes: Fotland's.
pub const UNFORCED_NODES: u32 = 150;

/// Who wins kos.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// This player does: it may retake at once, and the other may not take at all.
    WonBy(Color),
    /// Neither player may retake at once, and there are no ko threats.
    NoThreats,
}

/// What a search found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Whether the string is captured; `None` if that could not be settled.
    pub captured: Option<bool>,
    /// The move with which the player to move succeeds, if any; the
    /// most promising one if that could not be settled.
    pub best: Option<Point>,
    /// The points on which the answer depends: while nothing is played on any of
    /// these, and none loses its stone, the answer stays the same.
    pub depends: Points,
    /// Whether the search came across a ko capture: if not, the answer is the same whoever
    /// wins kos.
    pub kos: bool,
    /// Those of these points that were looked at themselves, without those that matter only for
    /// liberties: where a move may change the answer.
    pub(crate) touched: Points,
}

impl Found {
    /// The answer about a point without a stone.
    fn nothing(target: Point) -> Self {
        let depends = Points::of(target);
        Self { captured: None, best: None, depends, kos: false, touched: Points::EMPTY }
    }
}

/// How well an attack or a defence succeeds.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Success {
    /// Not at all.
    #[default]
    No,
    /// By a ko for which the player needs the first threat.
    KoWithThreat,
    /// By a ko for which the opponent needs the first threat.
    Ko,
    /// Whatever the opponent does.
    Yes,
}

impl Success {
    /// How well a move succeeds if this is how well the opponent's answer does.
    pub(crate) const fn answered(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::KoWithThreat => Self::Ko,
            Self::Ko => Self::KoWithThreat,
            Self::Yes => Self::No,
        }
    }

    /// How well the player succeeds, and what was found, by what `answer` returns for each case
    /// of who wins kos: what was found if the player succeeds, and whether a ko was met. If the
    /// player fails although it wins kos, the other cases are not asked; if no ko was met, all
    /// cases are the same.
    pub fn ask<T>(
        player: Color,
        mut answer: impl FnMut(Ko) -> (Option<T>, bool),
    ) -> Option<(Self, T)> {
        let (found, kos) = answer(Ko::WonBy(player.other()));
        if let Some(found) = found {
            return Some((Self::Yes, found));
        }
        let threatened = if kos { answer(Ko::WonBy(player)).0 } else { None }?;
        match answer(Ko::NoThreats).0 {
            Some(found) => Some((Self::Ko, found)),
            None => Some((Self::KoWithThreat, threatened)),
        }
    }

    /// The cases of who wins kos, and the success each amounts to, the best first.
    pub(crate) const fn by_ko(player: Color) -> [(Ko, Self); 3] {
        [
            (Ko::WonBy(player.other()), Self::Yes),
            (Ko::NoThreats, Self::Ko),
            (Ko::WonBy(player), Self::KoWithThreat),
        ]
    }
}

/// Whether this player may play here, by the rules on suicide and ko.
#[inline]
pub(crate) fn may_play(board: &Board, ko: Ko, point: Point, color: Color) -> bool {
    match ko {
        Ko::NoThreats => board.is_legal(point, color),
        Ko::WonBy(winner) if winner == color => {
            board.is_empty(point) && !board.is_suicide(point, color)
        }
        Ko::WonBy(_) => board.is_legal(point, color) && !board.is_ko_capture(point, color),
    }
}

/// Whether the opponent, taking the string of the stone at `target` from here,
/// would take a single stone and could at once lose more than that: this
/// is a snapback, and the string is not lost by it.
pub(crate) fn is_snapback(board: &Board, target: Point, point: Point) -> bool {
    let is_last = board.liberty_count(target) == 1 && board.liberties(target).contains(point);
    if !is_last || board.stone_count(target) > 1 {
        return false;
    }
    let (owner, mut stones) = (board.at(target), 1);
    for q in board.neighbors(point) {
        match board.at(q) {
            None => return false,
            color if color != owner => {
                if board.liberty_count(q) > 1 {
                    return false;
                }
                stones += board.stone_count(q);
            }
            Some(_) if q != target && board.liberty_count(q) == 1 => return false,
            Some(_) => {}
        }
    }
    // A stone for a stone is a ko.
    stones > 1
}

/// How unsettled questions count.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Doubt {
    /// As failures.
    Fails,
    /// As successes.
    Works,
}

/// How a string stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Captured even if it plays first and wins kos.
    Dead,
    /// Not captured even if the opponent plays first and wins kos.
    Safe,
    /// Captured if the opponent plays first, even if the owner wins kos; not captured if the owner
    /// plays first and wins kos.
    Threatened,
    /// Dependent on a ko, or too much to read.
    Unclear,
}

/// Reads whether strings can be captured.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Color, Go, Ko, Point, Reader};
///
/// // A ladder across an empty board.
/// let game = Go::parse("19x19 w 7.5 moves D15 C15 O9 C16 O10 D17 O11 E16 O12 D14")?;
/// let mut board = game.board().clone();
/// let target = Point::read(game.size(), "C15").unwrap();
/// let found = Reader::new().attack(&mut board, target, Ko::NoThreats);
/// assert_eq!(found.captured, Some(false));
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    table: Table,
    budget: u32,
    nodes: u64,
    /// The node count at which a search is given up.
    end: u64,
    /// Positions that a question about a connection may look at.
    link_positions: u64,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader with Fotland's budget.
    pub fn new() -> Self {
        Self::with_budget(UNFORCED_NODES)
    }

    /// A reader that visits at most `budget` nodes with a choice of moves in each search.
    pub fn with_budget(budget: u32) -> Self {
        let (table, link_positions) = (Table::new(budget), connect::POSITIONS);
        Self { table, budget, nodes: 0, end: u64::MAX, link_positions }
    }

    /// The same, looking at this many positions for each question about a connection, instead
    /// of 1,200.
    #[must_use]
    pub const fn with_link_positions(mut self, positions: u64) -> Self {
        self.link_positions = positions;
        self
    }

    /// How many stones it has played in its searches since it was created.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the opponent, to move, captures the string of the stone at
    /// `target`. The board is left as it was.
    pub fn attack(&mut self, board: &mut Board, target: Point, ko: Ko) -> Found {
        self.read(board, target, ko, true)
    }

    /// Whether the string is captured even though its owner is to move.
    pub fn defend(&mut self, board: &mut Board, target: Point, ko: Ko) -> Found {
        self.read(board, target, ko, false)
    }

    fn read(&mut self, board: &mut Board, target: Point, ko: Ko, attack: bool) -> Found {
        let Some(color) = board.at(target) else {
            return Found::nothing(target);
        };
        self.table.begin();
        let most = self.end.saturating_sub(self.nodes);
        let mut search = Search::new(board, &mut self.table, target, color, ko, self.budget, most);
        let found = search.run(attack);
        self.nodes += search.nodes;
        found
    }

    /// How well an attack succeeds, and where to play; what could not be settled
    /// counts as an attack that fails.
    pub fn attack_success(&mut self, board: &mut Board, target: Point) -> (Success, Option<Point>) {
        self.success(board, target, true, Doubt::Fails)
    }

    /// How well a defence succeeds, and where to play; what could not be settled
    /// counts as a defence that fails.
    pub fn defend_success(&mut self, board: &mut Board, target: Point) -> (Success, Option<Point>) {
        self.success(board, target, false, Doubt::Fails)
    }

    /// How well an attack may succeed at best, counting whatever could not be settled as a success:
    /// for an opponent against whom something is to be proven.
    pub(crate) fn attack_at_best(&mut self, board: &mut Board, target: Point) -> Success {
        self.success(board, target, true, Doubt::Works).0
    }

    /// How well a defence may succeed at best, in the same way.
    pub(crate) fn defence_at_best(&mut self, board: &mut Board, target: Point) -> Success {
        self.success(board, target, false, Doubt::Works).0
    }

    fn success(
        &mut self,
        board: &mut Board,
        target: Point,
        attack: bool,
        doubt: Doubt,
    ) -> (Success, Option<Point>) {
        let Some(color) = board.at(target) else { return (Success::No, None) };
        let player = if attack { color.other() } else { color };
        Success::ask(player, |ko| {
            let found = self.thoroughly(board, target, ko, attack);
            let works = match found.captured {
                Some(captured) => captured == attack,
                None => doubt == Doubt::Works,
            };
            (works.then_some(found.best), found.kos)
        })
        .unwrap_or_default()
    }

    /// How the string of the stone at `target` stands.
    pub fn status(&mut self, board: &mut Board, target: Point) -> Status {
        let Some(color) = board.at(target) else { return Status::Unclear };
        status_of(color, |attack, ko| self.read(board, target, ko, attack).captured)
    }
}

/// Whether this move takes a ko: who may play it depends on who wins kos.
#[inline]
pub(crate) fn takes_ko(board: &Board, point: Point, color: Color) -> bool {
    board.is_empty(point) && board.is_ko_capture(point, color)
}

/// Puts the answers of searches together: Fotland's four results.
fn status_of(color: Color, mut captured: impl FnMut(bool, Ko) -> Option<bool>) -> Status {
    match captured(true, Ko::WonBy(color.other())) {
        Some(false) => return Status::Safe,
        None => return Status::Unclear,
        Some(true) => {}
    }
    if captured(true, Ko::WonBy(color)) != Some(true) {
        return Status::Unclear;
    }
    match captured(false, Ko::WonBy(color)) {
        Some(true) => Status::Dead,
        Some(false) => Status::Threatened,
        None => Status::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::Game;

    use super::*;
    use crate::{Go, Move, Rules, Size};

    /// So many random moves, no pass among them, on 7x7.
    pub(super) fn random_game(stream: u64, seed: u64, moves: usize) -> Go {
        let mut rng = starboard_core::rng(stream, seed);
        let mut game = Go::new(Size::new(7).expect("a size"), Rules::default());
        let mut legal = Vec::new();
        for _ in 0..moves {
            legal.clear();
            game.moves(&mut legal);
            legal.retain(|&m| m != Move::PASS);
            game.play(legal[rng.random_range(0..legal.len())]);
        }
        game
    }

    /// What was not settled is told as a success of nobody, and is one that the opponent may
    /// have.
    #[test]
    fn successes_are_settled() {
        let mut unsettled = 0;
        for seed in 0..6 {
            let game = random_game(21, seed, 20);
            for color in Color::BOTH {
                for target in game.board().strings(color) {
                    for attack in [true, false] {
                        let mut board = game.board().clone();
                        let player = if attack { color.other() } else { color };
                        let mut reader = Reader::with_budget(1);
                        let hardest = Ko::WonBy(player.other());
                        let found = reader.thoroughly(&mut board, target, hardest, attack);
                        let (success, best) = match attack {
                            true => reader.attack_success(&mut board, target),
                            false => reader.defend_success(&mut board, target),
                        };
                        let at_best = match attack {
                            true => reader.attack_at_best(&mut board, target),
                            false => reader.defence_at_best(&mut board, target),
                        };
                        assert!(success <= at_best, "{game:?} {target:?}");
                        let is_sure = success == Success::Yes;
                        assert_eq!(is_sure, found.captured == Some(attack), "{game:?} {target:?}");
                        if found.captured.is_none() {
                            assert_eq!(at_best, Success::Yes, "{game:?} {target:?}");
                            unsettled += 1;
                        }
                        if is_sure {
                            assert_eq!(best, found.best, "{game:?} {target:?}");
                        }
                    }
                }
            }
        }
        assert!(unsettled > 0, "all is settled");
    }
}
