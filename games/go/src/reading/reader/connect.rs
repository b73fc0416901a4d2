//! Connections and cuts: whether two strings can be connected, or a string can get into
//! an area (see `connect/area.rs`).
//!
//! Both sides play where the strings could meet: on liberties they share, on
//! points a step further, on strings between them, and against the stones that
//! cut. A cut holds if its stones cannot be captured, which the tactical reader
//! decides, and a string that is captured is cut off. After Fotland:
//! play the cut, and see whether the cutting stone is captured. Links that one move
//! cannot cut are recognised at once (see `connect/web.rs`); otherwise proof-number search
//! decides which lines to look at. What it does not settle is searched again with fewer
//! moves, and what that does not settle counts as cut: most connections are proven soon or
//! not at all. But strings near each other, with their owner to move, count as connected if
//! a proof seems no farther off than a disproof.

mod area;
mod web;

use starboard_core::{Limits, Player};
use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};

use self::web::Web;
use super::{Found, Ko, Local, Reader, Success, list::Scored, may_play, takes_ko};
use crate::{Board, Color, Move, Point, Points, reading::tactics::Tactician};

/// Positions that the search looks at for each question by default.
pub(super) const POSITIONS: u64 = 1200;
/// The budget of each question whether something is captured: most of what more
/// would settle is not captured, and it is better spent on more positions.
const BUDGET: u32 = 10;
/// With more liberties the strings themselves are not asked about.
const FEW: usize = 2;
/// The most moves in a row that the owner may need; strings further apart are
/// not connected.
const FURTHEST: usize = 8;
/// The most candidates of a position.
const WIDEST: usize = 14;
/// The most where so many settle nothing: what is found among fewer is no proof, but right
/// more often than not, and the move is one that was looked into.
///
/// In 213 cuts between near strings of 9-dan players' games that are not settled otherwise,
/// 23 fail by this, and by GNU Go 21 of these; of the 145 that GNU Go cuts it plays where
/// this does in 56, and in 47 where the wide search does, or one of 5 candidates.
const NARROW: usize = 7;
/// What is not settled then counts as connected if its owner is to move, the ways between
/// have so few free points, and the proof number is no higher than [`LIKELY`] and no more
/// than twice the disproof number.
///
/// Of 125 connections from these games that look open this and [`NARROW`] make 75, GNU Go 47
/// of these and 9 of the others; of 14 that four times the positions settle 12 are proven.
const NEAR: usize = 4;
/// See [`NEAR`].
const LIKELY: u32 = 32;

/// What was found about the link of two strings, or of a string and an area.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Whether they become connected; `None` if there is no stone, or the two are not of one
    /// colour. If that could not be settled, a search with fewer moves decides; failing that, they
    /// count as cut, unless the owner of two strings is to move, they are near each other and a
    /// proof seems no farther off than a disproof.
    pub connected: Option<bool>,
    /// Whether that was proven, given the moves considered.
    pub proven: bool,
    /// The move with which the player to move succeeds, if it
    /// takes one; the most promising one if that could not be settled.
    pub best: Option<Point>,
    /// Whether the search came across a ko capture: if not, the answer is the same whoever
    /// wins kos.
    pub kos: bool,
}

impl Reader {
    /// Whether the owner of two strings, to move, connects them.
    ///
    /// The points must hold stones of one colour; otherwise the answer is `None`.
    pub fn connect(&mut self, board: &mut Board, a: Point, b: Point, ko: Ko) -> Link {
        self.link(board, a, End::String(b), ko, true, &mut Tactician::with_budget(BUDGET))
    }

    /// Whether two strings become connected even though the opponent is to move.
    pub fn disconnect(&mut self, board: &mut Board, a: Point, b: Point, ko: Ko) -> Link {
        self.link(board, a, End::String(b), ko, false, &mut Tactician::with_budget(BUDGET))
    }

    /// How well a connection, or a cut, succeeds, and where to play; what could not be settled
    /// is decided as for [`Link::connected`].
    pub fn link_success(
        &mut self,
        board: &mut Board,
        [a, b]: [Point; 2],
        connect: bool,
    ) -> (Success, Option<Point>) {
        self.joining_success(board, a, End::String(b), connect)
    }

    fn joining_success(
        &mut self,
        board: &mut Board,
        from: Point,
        to: End,
        connect: bool,
    ) -> (Success, Option<Point>) {
        let Some(owner) = board.at(from) else { return (Success::No, None) };
        let player = if connect { owner } else { owner.other() };
        let mut captures = Tactician::with_budget(BUDGET);
        for (ko, success) in Success::by_ko(player) {
            let link = self.link(board, from, to, ko, connect, &mut captures);
            if link.connected == Some(connect) {
                return (success, link.best);
            }
            // What took too much with kos lost takes no less with kos won.
            if !link.kos || !link.proven {
                break;
            }
        }
        (Success::No, None)
    }

    fn link(
        &mut self,
        board: &mut Board,
        from: Point,
        to: End,
        ko: Ko,
        connect: bool,
        captures: &mut Tactician,
    ) -> Link {
        let mut link = Link { connected: None, proven: false, best: None, kos: false };
        let color = board.at(from);
        let Some(owner) = color.filter(|_| to.string().is_none_or(|b| board.at(b) == color)) else {
            return link;
        };
        let before = captures.nodes();
        let kos = &mut link.kos;
        let (begun, widest) = (false, WIDEST);
        let mut goal = Together { captures, from, to, owner, ko, begun, widest, kos };
        if goal.joined(board) && !goal.lost(board, true) {
            // No move is needed, and none helps.
            (link.connected, link.proven) = (Some(true), true);
            self.nodes += captures.nodes() - before;
            return link;
        }
        let mut list = Scored::new();
        goal.candidates(board, connect, &mut list);
        if list.iter().next().is_none() {
            // Too far apart for either side to begin.
            (link.connected, link.proven) = (Some(false), true);
            return link;
        }
        let options = ProofOptions { table_mib: 1, mobility: false, ..ProofOptions::default() };
        let mover = if connect { owner } else { owner.other() };
        let root = Local::new(board.clone(), mover);
        let far = goal.distance(board);
        let (mut search, limits) = (Dfpn::new(goal, options), Limits::nodes(self.link_positions));
        let mut solution = search.run(&root, &limits);
        let mut visited = solution.counters.nodes;
        link.proven = solution.verdict != Verdict::Unknown;
        // For the ways into an area nothing of this has been measured.
        let mut likely = false;
        if !link.proven && to.string().is_some() {
            (search.goal.widest, search.goal.begun) = (NARROW, false);
            solution = search.run(&root, &limits);
            visited += solution.counters.nodes;
            likely = connect
                && far.is_some_and(|far| far <= NEAR)
                && solution.proof <= LIKELY.min(solution.disproof.saturating_mul(2));
        }
        drop(search);
        self.nodes += captures.nodes() - before + visited;
        link.connected = Some(match solution.verdict {
            Verdict::Proven => true,
            Verdict::Disproven => false,
            Verdict::Unknown => likely,
        });
        let best = solution.best.and_then(Move::point);
        link.best = best.filter(|_| link.connected == Some(connect));
        link
    }
}

/// What a string is to be joined to.
#[derive(Copy, Clone, Debug)]
enum End {
    /// The string of a stone.
    String(Point),
    /// Some of these points: a stone of the string has to stand there.
    Area(Points),
}

impl End {
    const fn string(self) -> Option<Point> {
        match self {
            Self::String(stone) => Some(stone),
            Self::Area(_) => None,
        }
    }

    /// Whether the string of a stone is there.
    fn holds(&self, board: &Board, stone: Point) -> bool {
        match self {
            Self::String(there) => board.head(*there) == board.head(stone),
            Self::Area(area) => board.string(stone).any(|stone| area.contains(stone)),
        }
    }
}

/// The goal of the owner: that the string comes together with the other end.
struct Together<'a> {
    captures: &'a mut Tactician,
    from: Point,
    to: End,
    owner: Color,
    ko: Ko,
    /// Whether the root has been seen, of which a move is wanted even where
    /// the answer is plain.
    begun: bool,
    /// The most candidates of a position.
    widest: usize,
    /// Whether a capture in a ko was met.
    kos: &'a mut bool,
}

impl Goal<Local> for Together<'_> {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        self.owner.into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        if !std::mem::replace(&mut self.begun, true) {
            return None;
        }
        let board = &game.board;
        if self.stones().any(|stone| board.at(stone) != Some(self.owner)) {
            return Some(false);
        }
        let connects = game.mover == self.owner;
        // Together or not, they may still be captured.
        if self.joined(board) {
            return Some(!self.lost(board, !connects));
        }
        if connects && self.meets(board) {
            return Some(true);
        }
        if self.lost(board, !connects) {
            return Some(false);
        }
        match self.web(board, connects) {
            Web::Linked => return Some(true),
            Web::Way(_) if connects => return Some(true),
            _ => {}
        }
        match self.distance(board) {
            Some(far) if far <= FURTHEST => None,
            _ => Some(false),
        }
    }

    fn moves(&mut self, game: &Local, attacking: bool, out: &mut Vec<Move>) {
        let board = &game.board;
        let mut list = Scored::new();
        self.candidates(board, attacking, &mut list);
        let zone = self.zone(board, attacking);
        if let Some(zone) = zone {
            zone.iter().for_each(|point| list.add(point, 0));
        }
        list.sort();
        let widest = self.widest;
        let legal = |&point: &Point| {
            zone.is_none_or(|zone| zone.contains(point)) && self.may_play(board, point, game.mover)
        };
        out.extend(list.iter().filter(legal).take(widest).map(Move::at));
    }

    /// By how many moves the owner still needs.
    fn estimate(&mut self, game: &Local, attacking: bool) -> (u32, u32) {
        let far = self.distance(&game.board).unwrap_or(FURTHEST + 1) as u32;
        let late = u32::from(!attacking);
        (far * far + 2 * late + 1, 6 / (far + late + 1) + 1)
    }
}

impl Together<'_> {
    /// A stone of each string that has to stand.
    fn stones(&self) -> impl Iterator<Item = Point> + use<> {
        [self.from].into_iter().chain(self.to.string())
    }

    /// Where a stone of the owner's touches each end; where it stands in an area, or
    /// touches a string that does.
    fn rims(&self, board: &Board) -> [Points; 2] {
        let to = match self.to {
            End::String(stone) => *board.liberties(stone),
            End::Area(area) => {
                let there = (area & *board.stones(self.owner)).iter();
                there.fold(area & open(board, self.owner), |rim, stone| {
                    rim | *board.liberties(stone)
                })
            }
        };
        [*board.liberties(self.from), to]
    }

    /// Whether the string has come to the other end.
    fn joined(&self, board: &Board) -> bool {
        self.to.holds(board, self.from)
    }

    /// Whether one of the strings is captured if the opponent is to move, or if their
    /// owner is.
    fn lost(&mut self, board: &Board, attack: bool) -> bool {
        self.stones().any(|stone| self.is_lost(board, stone, attack))
    }

    fn may_play(&mut self, board: &Board, point: Point, color: Color) -> bool {
        *self.kos = *self.kos || takes_ko(board, point, color);
        may_play(board, self.ko, point, color)
    }

    /// What becomes of a string if the opponent is to move, or if its owner is.
    fn ask(&mut self, board: &Board, target: Point, attack: bool) -> Found {
        let found = match attack {
            true => self.captures.attack(board, target, self.ko),
            false => self.captures.defend(board, target, self.ko),
        };
        *self.kos |= found.kos;
        found
    }

    /// Whether a string is captured.
    fn is_lost(&mut self, board: &Board, end: Point, attack: bool) -> bool {
        board.liberty_count(end) <= FEW && self.ask(board, end, attack).captured == Some(true)
    }

    /// Where the player to move has to play, if that is known: where the
    /// opponent's next move could be prevented, with which it would have its
    /// way.
    fn zone(&mut self, board: &Board, connects: bool) -> Option<Points> {
        if self.joined(board) {
            return None;
        }
        if !connects {
            return match self.web(board, false) {
                Web::Linked => Some(Points::EMPTY),
                Web::Way(zone) => Some(zone),
                Web::Apart => None,
            };
        }
        let mut zone: Option<Points> = None;
        for end in self.stones() {
            if board.liberty_count(end) > 3 {
                continue;
            }
            if let Some(here) = self.spoilt(board, end) {
                zone = Some(zone.map_or(here, |zone| zone & here));
            }
        }
        zone
    }

    /// How many free points are on the shortest way between the ends; `None` if
    /// there is none, or it is very long.
    fn distance(&self, board: &Board) -> Option<usize> {
        let ways = self.rims(board).map(|rim| steps(board, &rim, self.owner));
        let lengths = (0..STEPS).flat_map(|i| (0..STEPS).map(move |j| (i, j)));
        lengths.filter(|&(i, j)| ways[0][i].meets(&ways[1][j])).map(|(i, j)| i + j + 1).min()
    }

    /// Where the strings might meet.
    fn candidates(&self, board: &Board, connect: bool, list: &mut Scored) {
        let (owner, enemy) = (self.owner, self.owner.other());
        let liberties = self.rims(board);
        // Free points on the shortest ways between the strings, or a step
        // longer; strings of the owner are no distance.
        let ways = liberties.map(|set| steps(board, &set, owner));
        let mut shortest = usize::MAX;
        for (i, from) in ways[0].iter().enumerate() {
            for (j, to) in ways[1].iter().enumerate() {
                let both = *from & *to;
                if both.is_empty() || i + j > shortest.saturating_add(1) {
                    continue;
                }
                shortest = shortest.min(i + j);
                let score = 50 - 10 * (i + j) as i32;
                for point in both {
                    match board.at(point) {
                        None => list.add(point, score),
                        // A stone of the opponent's to be captured.
                        Some(_) => {
                            board.liberties(point).iter().for_each(|p| list.add(p, score - 5));
                        }
                    }
                }
            }
        }
        let near = [ways[0][0] | ways[0][1], ways[1][0] | ways[1][1]];
        // Strings between.
        for head in board.strings(owner) {
            if self.stones().any(|stone| board.head(stone) == head) {
                continue;
            }
            let own = *board.liberties(head);
            if own.meets(&near[0]) && own.meets(&near[1]) {
                for set in &liberties {
                    (own & *set).iter().for_each(|point| list.add(point, 28));
                }
            }
        }
        // Stones of the opponent's in the way or beside, and the strings
        // themselves.
        let around: Points = self
            .stones()
            .flat_map(|stone| board.string(stone))
            .flat_map(|stone| board.neighbors(stone))
            .filter(|&p| board.at(p) == Some(enemy))
            .chain(board.beside(&(near[0] & near[1])) & *board.stones(enemy))
            .map(|p| board.head(p))
            .collect();
        for head in around {
            let count = board.liberty_count(head);
            let score = match (count, connect) {
                (1, _) => 45,
                (2, true) => 18,
                (2, false) => 14,
                (3, true) => 8,
                (3, false) => 4,
                _ => continue,
            };
            board.liberties(head).iter().for_each(|point| list.add(point, score));
        }
        for end in self.stones() {
            if board.liberty_count(end) <= 2 {
                board.liberties(end).iter().for_each(|point| list.add(point, 16));
            }
        }
    }
}

/// Strings of the opponent's with at most so many liberties may be captured, so
/// that a way leads through them.
const WEAK: usize = 2;
/// How far ways are followed.
const STEPS: usize = 5;

/// Where an owner may come to have stones: on free points and in place of weak ones.
fn open(board: &Board, owner: Color) -> Points {
    let enemy = board.stones(owner.other()).iter();
    board.empty() | enemy.filter(|&stone| board.liberty_count(stone) <= WEAK).collect()
}

/// The points that are one step, two steps, ... away, by their first.
fn steps(board: &Board, liberties: &Points, owner: Color) -> [Points; STEPS] {
    let (own, open) = (*board.stones(owner), open(board, owner));
    let mut layers = [Points::EMPTY; STEPS];
    let (mut layer, mut all) = (*liberties, Points::EMPTY);
    for at in &mut layers {
        // Through strings of one's own.
        let strings = board.flood(&board.beside(&layer), &own);
        let next = board.beside(&(layer | strings)) & open;
        *at = layer - all;
        all |= layer;
        layer = next - all;
    }
    layers
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    /// Whether two strings come together if their owner is to move, and if not.
    #[track_caller]
    fn check(position: &str, a: &str, b: &str, first: Option<bool>, second: Option<bool>) {
        let game = Go::parse(position).expect("a position");
        let mut board = game.board().clone();
        let [a, b] = [a, b].map(|name| Point::read(game.size(), name).expect("a point"));
        let mut reader = Reader::new();
        assert_eq!(reader.connect(&mut board, a, b, Ko::NoThreats).connected, first, "{position}");
        assert_eq!(
            reader.disconnect(&mut board, a, b, Ko::NoThreats).connected,
            second,
            "{position}"
        );
        assert_eq!(&board, game.board());
    }

    #[test]
    fn strings_meet() {
        // Side by side; at an angle, where one of two points is enough; where a
        // stone between would be taken.
        check("9/9/9/3X5/3X5/9/9/9/9 b 0", "D6", "D5", Some(true), Some(true));
        check("9/9/9/3X5/4X4/9/9/9/9 b 0", "D6", "E5", Some(true), Some(true));
        check("9/9/9/3X5/2X1X4/9/9/9/9 b 0", "C5", "E5", Some(true), Some(true));
        // Too far apart to say more.
        check("19x19 b 0 moves D16 C3 Q4", "D16", "Q4", Some(false), Some(false));
    }

    #[test]
    fn other_questions_have_no_answer() {
        check("9/9/9/3X5/4O4/9/9/9/9 b 0", "D6", "E5", None, None);
    }

    /// In games at random: with little to search by, what fewer moves say or what looks near is
    /// told, and never as settled; whatever is told to work has a move.
    #[test]
    fn what_is_not_settled_is_an_estimate() {
        let (mut told, mut cut) = (0, 0);
        for seed in 0..12 {
            let game = super::super::tests::random_game(79, seed, 14);
            for color in Color::BOTH {
                let heads: Vec<_> = game.board().strings(color).collect();
                for (i, &a) in heads.iter().enumerate() {
                    for &b in &heads[..i] {
                        let mut board = game.board().clone();
                        let mut reader = Reader::new().with_link_positions(12);
                        let link = reader.connect(&mut board, a, b, Ko::NoThreats);
                        assert_eq!(&board, game.board());
                        if link.proven {
                            continue;
                        }
                        let connected = link.connected == Some(true);
                        assert_eq!(link.best.is_some(), connected, "{game:?} {a:?} {b:?}");
                        told += u32::from(connected);
                        cut += u32::from(!connected);
                    }
                }
            }
        }
        assert!(told > 0 && cut > 0, "{told} told as connected, {cut} as cut");
    }

    #[test]
    fn what_is_not_settled_is_cut_whoever_asks() {
        // A large knight's move with stones of White's on both sides.
        let game = Go::parse("9/9/2O6/3X5/9/5O3/5X3/9/9 b 0").expect("a position");
        let mut board = game.board().clone();
        let [a, b] = ["D6", "F3"].map(|name| Point::read(game.size(), name).expect("a point"));
        let mut reader = Reader::new().with_link_positions(1);
        let link = reader.connect(&mut board, a, b, Ko::NoThreats);
        assert_eq!((link.connected, link.proven, link.best), (Some(false), false, None));
        let link = reader.disconnect(&mut board, a, b, Ko::NoThreats);
        assert_eq!((link.connected, link.proven), (Some(false), false));
        assert!(link.best.is_some(), "the most promising cut");
        assert_eq!(reader.link_success(&mut board, [a, b], true), (Success::No, None));
        assert_eq!(reader.link_success(&mut board, [a, b], false), (Success::Yes, link.best));
    }
}
