//! A decision explained: the reasons for each point, which of them counted, and what
//! the search found.

use std::fmt;

use starboard_core::{BoundType, Game};

use crate::{
    Analysis, Go, Move, Point, Selection,
    board::game::UNIT,
    deciding::reasons::{Candidate, Kind, Reason},
};

/// Why a move was chosen, as data: for text, JSON and pictures.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Explanation {
    /// The position, as [`Game::format`] writes it.
    pub position: String,
    /// The move.
    pub best: String,
    /// By how much the search expects the player to move to be ahead after it, in points,
    /// without the bonus for later.
    pub value: f64,
    /// By how much the player to move is ahead as things stand, in points.
    pub lead: f64,
    /// What the right to move is worth, in points.
    pub sente: f64,
    /// The principal variation after the move, as far as it was searched.
    pub line: Vec<String>,
    /// What the opponent would do after a pass, the best first.
    pub answers: Vec<String>,
    /// How many positions were evaluated.
    pub evaluations: u64,
    /// The points that have reasons, in the order in which they were tried.
    pub candidates: Vec<Explained>,
}

/// A point and what became of it.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Explained {
    /// The point.
    pub point: String,
    /// What the reasons add up to, in points: the sum over types of the largest of each.
    pub value: f64,
    /// What the move is worth for later, in points: the largest bonus, counted once.
    pub bonus: f64,
    /// The value that the search found, in points; `None` if it did not get to this point.
    pub found: Option<f64>,
    /// The same with what is added for later when the move is chosen: the move with the largest
    /// sum is played.
    pub counted: Option<f64>,
    /// Whether `found` is the exact value; otherwise it is an upper bound, or an
    /// `estimate`.
    pub exact: bool,
    /// Whether `found` is an estimate: the mean over a tree, or the result of a selective
    /// search.
    pub estimate: bool,
    /// What speaks for it.
    pub reasons: Vec<Ground>,
}

/// A reason and whether it counted.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Ground {
    /// Its type.
    pub kind: Kind,
    /// What it is, in words.
    pub name: &'static str,
    /// What it says the move is worth, in points.
    pub value: f64,
    /// What it adds for later, in points.
    pub bonus: f64,
    /// Whether it is the one of its type that counts.
    pub counts: bool,
    /// The stone or point it is about.
    pub about: Option<String>,
}

/// How many points of a picture are labelled; more would be clutter.
const LABELS: usize = 10;

fn points(raw: i32) -> f64 {
    f64::from(raw) / f64::from(UNIT)
}

impl Explanation {
    /// Explains how `selection` was made in `game`, given its `analysis`.
    pub fn new(game: &Go, analysis: &Analysis, selection: &Selection) -> Self {
        let name = |&m: &Move| m.name(game.size());
        let sign = if game.color() == crate::Color::Black { 1 } else { -1 };
        Self {
            position: game.format(),
            best: name(&selection.best()),
            value: points(selection.report.value.raw()),
            lead: points(analysis.lead * sign),
            sente: points(analysis.sente),
            line: selection.report.pv.iter().map(name).collect(),
            answers: selection.answers.iter().map(name).collect(),
            evaluations: selection.report.counters.evaluations,
            candidates: selection
                .candidates
                .iter()
                .map(|candidate| Explained::new(game, candidate, selection))
                .collect(),
        }
    }

    /// The board, with what the reasons add up to, in points, on the points with the strongest
    /// reasons, and a ring around the move.
    pub fn svg(&self, game: &Go) -> String {
        let most = self.candidates.iter().map(|c| c.value).fold(0.1, f64::max);
        let mut best: Vec<_> = self.candidates.iter().collect();
        best.sort_by(|a, b| b.value.total_cmp(&a.value));
        let labels: Vec<_> = best
            .into_iter()
            .take(LABELS)
            .filter_map(|c| {
                let point = Point::read(game.size(), &c.point)?;
                Some((point, format!("{:.1}", c.value), c.value / most))
            })
            .collect();
        crate::board::svg::labelled(game, &labels, Point::read(game.size(), &self.best))
    }
}

impl Explained {
    fn new(game: &Go, candidate: &Candidate, selection: &Selection) -> Self {
        let m = Move::at(candidate.point);
        let found = selection.report.candidates.iter().find(|found| found.m == m);
        // Of equals, the first counts.
        let counts = |i: usize, reason: &Reason| {
            let same = candidate.reasons.iter().enumerate().filter(|(_, r)| r.kind == reason.kind);
            let best = same.max_by_key(|&(place, r)| (r.value, std::cmp::Reverse(place)));
            best.is_some_and(|(place, _)| place == i)
        };
        let reasons = candidate.reasons.iter().enumerate().map(|(i, reason)| Ground {
            kind: reason.kind,
            name: reason.name,
            value: points(reason.value),
            bonus: points(reason.bonus),
            counts: counts(i, reason),
            about: reason.about.map(|point| point.name(game.size())),
        });
        Self {
            point: candidate.point.name(game.size()),
            value: points(candidate.value),
            bonus: points(candidate.bonus),
            found: found.map(|found| points(found.value.raw())),
            counted: found.map(|found| points(found.value.raw() + candidate.later())),
            exact: found.is_some_and(|found| found.bound == BoundType::Exact),
            estimate: found.is_some_and(|found| found.bound == BoundType::Estimate),
            reasons: reasons.collect(),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} is worth {:+.1} points after {} evaluations; as things stand it is {:+.1}, and \
             sente is worth {:.1}.",
            self.best, self.value, self.evaluations, self.lead, self.sente
        )?;
        if !self.answers.is_empty() {
            writeln!(f, "After a pass, the opponent would play {}.", self.answers.join(" or "))?;
        }
        for candidate in &self.candidates {
            let found = match candidate.found.zip(candidate.counted) {
                None => "not looked at".to_owned(),
                Some((value, counted)) => {
                    let known = match (candidate.exact, candidate.estimate) {
                        (true, _) => "found",
                        (_, true) => "about",
                        _ => "no more than",
                    };
                    format!("{known} {value:+.1}, which counts as {counted:+.1}")
                }
            };
            writeln!(
                f,
                "{:>4} {:>5.1} and {:.1} for later; {found}",
                candidate.point, candidate.value, candidate.bonus
            )?;
            for reason in &candidate.reasons {
                let about = reason.about.as_ref().map_or(String::new(), |at| format!(" ({at})"));
                let mark = if reason.counts { '+' } else { ' ' };
                writeln!(
                    f,
                    "      {mark} {:>5.1} {:?}: {}{about}",
                    reason.value, reason.kind, reason.name
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Selector;

    #[test]
    fn what_counts_adds_up() {
        let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").expect("a position");
        let mut selector = Selector::new(40);
        let selection = selector.select(&game, &starboard_core::Limits::default());
        let analysis = selector.evaluator().analyse(&game);
        let explanation = Explanation::new(&game, &analysis, &selection);
        assert!(explanation.candidates.len() > 10);
        for candidate in &explanation.candidates {
            let counted: f64 = candidate.reasons.iter().filter(|r| r.counts).map(|r| r.value).sum();
            assert!((counted - candidate.value).abs() < 0.01, "{candidate:?}");
            // What is for later is in what the choice goes by, and not in what was found.
            let Some((found, with)) = candidate.found.zip(candidate.counted) else { continue };
            let later = candidate.bonus + candidate.value / 8.0;
            assert!((with - found - later).abs() < 0.03, "{candidate:?}");
        }
        let text = explanation.to_string();
        assert!(text.contains("captures a string (E4)"), "{text}");
        let svg = explanation.svg(&game);
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let circles = tree.descendants().filter(|node| node.has_tag_name("circle")).count();
        // The dots of the board, the stones, the last one's ring, the labels, the move's ring.
        assert_eq!(circles, 5 + 6 + 1 + LABELS + 1);
        let territory = analysis.svg(&game);
        assert!(roxmltree::Document::parse(&territory).is_ok(), "{territory}");
    }
}
