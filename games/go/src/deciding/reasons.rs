//! Moves by reasons: what speaks for a point, and how it adds up.
//!
//! Each generator looks at a position for one kind of thing and notes reasons
//! on points: why a move is good there, of what type the reason is, by how much
//! the move should improve the score, and what it is worth beyond that for later. After
//! Fotland's description of Many Faces of Go: of several reasons of one type only
//! the largest counts, since they serve the same end; different types add up;
//! and of the bonuses for later only the largest counts.

mod border;
mod ko;
mod life;
mod links;
mod opening;
mod policy;
mod shape;
mod sources;
mod tactics;
mod trees;
mod weak;

use std::sync::Arc;

pub use self::{
    policy::Candidates,
    sources::{Learned, Openings},
    trees::PatternTrees,
};
pub use crate::knowledge::kind::Kind;
use crate::{Analysis, Color, Go, Points, board::game::UNIT, reading::life::is_eye};

/// A reason for a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Reason {
    /// Of what type it is.
    pub kind: Kind,
    /// What it is, in words.
    pub name: &'static str,
    /// By how much the move should improve the mover's score, in fiftieths of a point.
    pub value: i32,
    /// What it is worth for later, in the same unit.
    pub bonus: i32,
    /// The stone or point it is about, by index, if it is about one.
    #[serde(skip)]
    pub about: Option<crate::Point>,
}

impl Reason {
    /// A reason without a bonus.
    pub(crate) const fn new(kind: Kind, name: &'static str, value: i32) -> Self {
        Self { kind, name, value, bonus: 0, about: None }
    }

    /// The same about a stone or point.
    pub(crate) const fn about(self, point: crate::Point) -> Self {
        Self { about: Some(point), ..self }
    }

    /// The same with a bonus.
    pub(crate) const fn bonus(self, bonus: i32) -> Self {
        Self { bonus, ..self }
    }
}

/// A point and what speaks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The point.
    pub point: crate::Point,
    /// The reasons, as the generators found them.
    pub reasons: Vec<Reason>,
    /// What they add up to, in fiftieths of a point: the sum over types of the largest value of
    /// each.
    pub value: i32,
    /// The largest bonus.
    pub bonus: i32,
}

/// One part in this many of a move's reasons is added to what the search finds: most of
/// their value is in the evaluation already, but not what the opponent could do there.
const PART_OF_VALUE: i32 = 8;

impl Candidate {
    /// What is added to the move's search value when moves are compared: the bonus, and a part
    /// of the value of its reasons.
    pub const fn later(&self) -> i32 {
        self.bonus + self.value / PART_OF_VALUE
    }
}

/// What reasons add up to: the sum over types of the largest value of each, and
/// the largest bonus.
pub fn combine(reasons: &[Reason]) -> (i32, i32) {
    let mut best: Vec<(Kind, i32)> = Vec::new();
    for reason in reasons {
        match best.iter_mut().find(|(kind, _)| *kind == reason.kind) {
            Some((_, value)) => *value = (*value).max(reason.value),
            None => best.push((reason.kind, reason.value)),
        }
    }
    let bonus = reasons.iter().map(|reason| reason.bonus).max().unwrap_or(0);
    (best.iter().map(|(_, value)| value).sum(), bonus)
}

/// Where generators note their reasons for each point.
#[derive(Debug)]
pub struct Notes<'a> {
    /// The position.
    pub game: &'a Go,
    /// What is known of it.
    pub analysis: &'a Analysis,
    /// The player to move.
    pub mover: Color,
    reasons: Vec<Vec<Reason>>,
}

impl Notes<'_> {
    /// Notes a reason for a point.
    pub fn add(&mut self, point: crate::Point, reason: Reason) {
        self.reasons[point.index()].push(reason);
    }

    /// So many tenths of a point, in fiftieths.
    pub(crate) const fn points(tenths: i32) -> i32 {
        tenths * UNIT / 10
    }
}

/// Something that finds reasons: a generator of this crate, or a library of
/// patterns or openings.
pub trait Source: Send + Sync + std::fmt::Debug {
    /// Notes the reasons that it finds.
    fn look(&self, notes: &mut Notes<'_>);

    /// Adds the continuations, after `last` as the last move, of the trees of moves that it
    /// knows, the most usual first; nothing if it knows single moves only.
    fn goes_on(&self, game: &Go, last: crate::Point, out: &mut Vec<crate::Point>) {
        let _ = (game, last, out);
    }
}

/// The generators of this crate.
const GENERATORS: [fn(&mut Notes<'_>); 8] = [
    tactics::look,
    life::look,
    weak::look,
    links::look,
    opening::look,
    border::look,
    ko::look,
    shape::look,
];

/// Where reasons come from: the generators of this crate, and any sources added.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    more: Vec<Arc<dyn Source>>,
    without: Vec<Kind>,
}

impl Sources {
    /// The same with one more.
    #[must_use]
    pub fn with(mut self, source: impl Source + 'static) -> Self {
        self.more.push(Arc::new(source));
        self
    }

    /// The same without reasons of these kinds, whichever source they come from.
    #[must_use]
    pub fn without(mut self, kinds: &[Kind]) -> Self {
        self.without.extend_from_slice(kinds);
        self
    }

    /// The same without the sources that were added.
    #[must_use]
    pub(crate) fn plain(&self) -> Self {
        Self { more: Vec::new(), without: self.without.clone() }
    }

    /// Adds the continuations of trees of moves where `last` was played last.
    pub(crate) fn goes_on(&self, game: &Go, last: crate::Point, out: &mut Vec<crate::Point>) {
        self.more.iter().for_each(|source| source.goes_on(game, last, out));
    }

    /// The points that have reasons, the best first: every legal point with a
    /// positive value, except the mover's own eyes.
    pub fn candidates(&self, game: &Go, analysis: &Analysis) -> Vec<Candidate> {
        let mover = game.color();
        let reasons = vec![Vec::new(); game.size().points()];
        let mut notes = Notes { game, analysis, mover, reasons };
        for generator in GENERATORS {
            generator(&mut notes);
        }
        for source in &self.more {
            source.look(&mut notes);
        }
        let sensible = sensible(game, analysis);
        let is_asked = |reason: &Reason| !self.without.contains(&reason.kind);
        let mut candidates: Vec<Candidate> = notes
            .reasons
            .into_iter()
            .enumerate()
            .map(|(index, mut reasons)| {
                reasons.retain(is_asked);
                let (value, bonus) = combine(&reasons);
                Candidate { point: crate::Point::new(index), reasons, value, bonus }
            })
            .filter(|candidate| {
                candidate.value + candidate.bonus > 0
                    && sensible.contains(candidate.point)
                    && game.is_legal(candidate.point)
            })
            .collect();
        candidates.sort_by_key(|candidate| {
            (-(candidate.value + candidate.bonus), candidate.point.index())
        });
        candidates
    }
}

/// Where a move may make sense: not in an eye of the mover's own that is not
/// threatened, and not where the stone would be captured at once without taking
/// anything that matters.
fn sensible(game: &Go, analysis: &Analysis) -> Points {
    let (board, mover) = (game.board(), game.color());
    let mut points = Points::EMPTY;
    for point in board.empty() {
        if is_eye(board, point, mover) {
            continue;
        }
        let captures = board.captures(point, mover);
        if !captures && board.liberties_after(point, mover, 2) < 2 {
            let stones: usize = board
                .neighbors(point)
                .filter(|&q| board.at(q) == Some(mover))
                .map(|q| board.stone_count(q))
                .sum();
            // A throw-in may be worth a stone, in a fight.
            let fight = analysis
                .fights
                .iter()
                .any(|fight| fight.attack.contains(&point) || fight.defend.contains(&point));
            if stones > 1 || !fight {
                continue;
            }
        }
        points.insert(point);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_a_type_counts_and_types_add_up() {
        use Kind::{Attack, Life, Opening};
        let reason = |kind, value, bonus| Reason::new(kind, "test", value).bonus(bonus);
        assert_eq!(combine(&[]), (0, 0));
        let reasons = [
            reason(Life, 300, 10),
            reason(Life, 200, 40),
            reason(Attack, 50, 40),
            reason(Opening, 20, 0),
            reason(Attack, 70, 30),
        ];
        assert_eq!(combine(&reasons), (300 + 70 + 20, 40));
    }
}
