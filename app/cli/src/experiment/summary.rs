//! What the searches come to.

use std::collections::BTreeMap;

use serde::Serialize;
use starboard_core::CUT_PLACES;

use super::{
    Base, Cell, HistoryLevel, Parameters, Part, Penalty, Row, Standing, Subject, Trend,
    trend::{self, trends},
};
use starboard_lab::runs::Header as _;
use starboard_lab::stats::{
    Interval, geometric_interval, geometric_mean, holm_of, mean, mean_interval, mean_p_value,
};

/// Effects whose interval lies within this far of 1 are called null.
const SMALL: f64 = 0.03;

/// The level of the tests.
pub(super) const LEVEL: f64 = 0.05;

/// All that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What was run.
    pub parameters: Parameters,
    /// How it compares with what was laid down.
    pub standing: Standing,
    /// Whether every search found the value of the first one of its position; none where
    /// the order may change it.
    pub identical: Option<bool>,
    /// The ways to order, by game and depth.
    pub lines: Vec<Line>,
    /// How the effect changes from depth to depth, or from game to game, where that was
    /// asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trends: Vec<Trend>,
    /// Every search.
    pub searches: Vec<Row>,
}

/// One way to order, over all positions of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The game.
    pub game: Subject,
    /// How moves were ordered.
    #[serde(flatten)]
    pub cell: Cell,
    /// How deep, in moves.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// In how many the root had another value than with nothing.
    pub differing: usize,
    /// The mean number of legal moves at the roots.
    pub moves: f64,
    /// Student's interval for it.
    pub moves_interval: Option<Interval>,
    /// Positions visited, in all.
    pub nodes: u64,
    /// Nodes over those of the same order to begin with and nothing else; none
    /// for that itself.
    pub to_nothing: Option<Ratio>,
    /// Nodes over those of the same without negative plausibility.
    pub to_without: Option<Ratio>,
    /// The share of cuts made by the first move.
    pub first_move_cut_rate: Option<f64>,
    /// The mean place of the move that cut, from 1; the last place counted stands
    /// for all later ones.
    pub mean_cut_place: Option<f64>,
    /// The cuts by place.
    pub cut_at: [u64; CUT_PLACES],
}

/// Nodes of one way to order over those of another, position by position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The geometric mean.
    pub value: Option<f64>,
    /// Its bootstrap interval of 95 %.
    pub interval: Option<Interval>,
    /// Two-sided p-value for there being no difference.
    pub p: Option<f64>,
    /// The same adjusted for the number of tests; none where the comparison is
    /// not tested but explored.
    pub adjusted_p: Option<f64>,
    /// What that says; none where the comparison is not tested.
    pub verdict: Option<Verdict>,
}

/// What a test says.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It helps.
    Positive,
    /// It hurts.
    Harmful,
    /// If it does either, it is by too little to matter.
    Null,
    /// It cannot be told.
    Open,
}

impl Verdict {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Harmful => "harmful",
            Self::Null => "null",
            Self::Open => "open",
        }
    }

    /// What an adjusted p-value says, where `good` is the side of the estimate
    /// and `small` that the interval holds nothing that matters.
    pub(super) fn new(adjusted_p: f64, good: bool, small: bool) -> Self {
        match (adjusted_p < LEVEL, good, small) {
            (true, true, _) => Self::Positive,
            (true, false, _) => Self::Harmful,
            (false, _, true) => Self::Null,
            (false, _, false) => Self::Open,
        }
    }
}

/// The figures for the searches of a run.
pub fn summarise(parameters: &Parameters, rows: Vec<Row>) -> Summary {
    let cells = parameters.cells();
    let mut lines: Vec<Line> = Vec::new();
    for (&game, &depth) in parameters.games.iter().zip(&parameters.depths) {
        let of = |cell: Cell| -> Vec<&Row> {
            let own = |row: &&Row| (row.game, row.depth, row.cell) == (game, depth, cell);
            rows.iter().filter(own).collect()
        };
        let by_cell: Vec<_> = cells.iter().map(|&cell| of(cell)).collect();
        let find = |wanted: Cell| {
            cells.iter().position(|&cell| cell == wanted).map(|i| by_cell[i].as_slice())
        };
        for (&cell, own) in cells.iter().zip(&by_cell) {
            let bare = Cell::bare(cell.base);
            let without = Cell { penalty: None, ..cell };
            let ratio = |other: Cell| Some(ratio(own, find(other)?, parameters.seed));
            let to_nothing = (cell != bare).then(|| ratio(bare)).flatten();
            let to_without = (cell != without).then(|| ratio(without)).flatten();
            let reference = by_cell.first().map_or(&[][..], Vec::as_slice);
            lines.push(Line { to_nothing, to_without, ..line(game, cell, own, reference) });
        }
    }
    let standing = parameters.standing().of_so_many(rows.len(), parameters.expected());
    let mut trends = trends(parameters, &lines, &rows);
    if standing.is_tested() {
        test(parameters.part, &mut lines);
        trend::test(parameters.part, &mut trends);
    }
    let identical = parameters.part.is_exact();
    Summary {
        parameters: parameters.clone(),
        standing,
        identical: identical.then(|| lines.iter().all(|line| line.differing == 0)),
        lines,
        trends,
        searches: rows,
    }
}

fn line(game: Subject, cell: Cell, rows: &[&Row], reference: &[&Row]) -> Line {
    let mut cut_at = [0; CUT_PLACES];
    for row in rows {
        cut_at.iter_mut().zip(&row.cut_at).for_each(|(sum, &count)| *sum += count);
    }
    let cuts: u64 = cut_at.iter().sum();
    let share = |part: f64| (cuts > 0).then(|| part / cuts as f64);
    let places = cut_at.iter().zip(1..).map(|(&count, place)| (count * place) as f64);
    let moves: Vec<_> = rows.iter().map(|row| row.moves as f64).collect();
    // A run that was stopped may have a last position that only some have searched.
    let pairs = rows.iter().zip(reference);
    Line {
        game,
        cell,
        depth: rows.first().map_or(0, |row| row.depth),
        positions: rows.len(),
        differing: pairs.filter(|(a, b)| a.index != b.index || a.value != b.value).count(),
        moves: mean(&moves).unwrap_or_default(),
        moves_interval: mean_interval(&moves),
        nodes: rows.iter().map(|row| row.nodes).sum(),
        to_nothing: None,
        to_without: None,
        first_move_cut_rate: share(cut_at[0] as f64),
        mean_cut_place: share(places.sum()),
        cut_at,
    }
}

fn ratio(rows: &[&Row], others: &[&Row], seed: u64) -> Ratio {
    let pairs = rows.iter().zip(others);
    let ratios: Vec<_> = pairs.map(|(a, b)| a.nodes as f64 / b.nodes as f64).collect();
    let logarithms: Vec<_> = ratios.iter().map(|ratio| ratio.ln()).collect();
    Ratio {
        value: geometric_mean(&ratios),
        interval: geometric_interval(&ratios, seed),
        p: mean_p_value(&logarithms),
        adjusted_p: None,
        verdict: None,
    }
}

/// Adjusts the p-values of the comparisons that were to be tested: family by
/// family, as laid down.
pub(super) fn test(part: Part, lines: &mut [Line]) {
    let (families, planned) = match part {
        Part::A => {
            let tested = |line: &Line| line.cell.base == Base::Plausible;
            (vec![of_the_article(lines, tested)], HistoryLevel::ALL.len())
        }
        Part::D => return,
        _ => {
            let families = [HistoryLevel::None, HistoryLevel::Gravity]
                .map(|history| of_the_article(lines, |line| line.cell.history == history));
            let games = if part == Part::F { &Subject::WITHOUT_CHANCE[..] } else { &Subject::FIVE };
            (families.to_vec(), games.len())
        }
    };
    for family in families {
        let p_values: BTreeMap<usize, f64> = family
            .into_iter()
            .filter_map(|i| Some((i, lines[i].to_without.as_ref()?.p?)))
            .collect();
        let adjusted = holm_of(&p_values.values().copied().collect::<Vec<_>>(), planned);
        for (&i, adjusted) in p_values.keys().zip(adjusted) {
            let Some(ratio) = &mut lines[i].to_without else { continue };
            let small =
                ratio.interval.is_some_and(|i| i.low >= 1.0 - SMALL && i.high <= 1.0 + SMALL);
            let good = ratio.value.is_some_and(|value| value < 1.0);
            ratio.adjusted_p = Some(adjusted);
            ratio.verdict = Some(Verdict::new(adjusted, good, small));
        }
    }
}

/// The places of the lines with the article's penalty that are asked for.
fn of_the_article(lines: &[Line], wanted: impl Fn(&Line) -> bool) -> Vec<usize> {
    let article = |line: &Line| line.cell.penalty == Some(Penalty::ARTICLE) && wanted(line);
    (0..lines.len()).filter(|&i| article(&lines[i])).collect()
}
