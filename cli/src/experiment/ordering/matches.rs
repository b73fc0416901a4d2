//! Part b: an engine with negative plausibility against the same without.

use serde::Serialize;
use starboard_core::Limits;

use super::{
    ARTICLE, Base, Cell, HistoryLevel, Penalty, Subject, Verdict,
    report::{article, p_value},
};
use crate::{
    arena::{self, Given, Openings},
    html::{Document, Table, counted, grouped, percent},
    runs::Shard,
    stats::{Estimate, Interval, elo_of, holm},
};

/// After so many decisions a game is a draw.
const MAX_PLIES: u32 = 512;

/// Plies played at random where there are not enough openings.
const RANDOM_PLIES: u32 = 6;

/// Scores that are this close to even, in Elo, are called null.
const SMALL: f64 = 20.0;

/// One match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// What it and its log are called.
    pub name: String,
    /// Whether late moves are reduced.
    pub reductions: bool,
    /// The history of both players.
    pub history: HistoryLevel,
    /// What is played; A has negative plausibility.
    pub settings: arena::Header,
}

/// A match that was played.
#[derive(Clone, Debug, Serialize)]
pub struct DuelResult {
    /// What it is called.
    pub name: String,
    /// Whether late moves are reduced.
    pub reductions: bool,
    /// The history of both players.
    pub history: HistoryLevel,
    /// What negative plausibility is worth.
    pub effect: Effect,
    /// The match in figures, for A.
    pub summary: arena::Summary,
}

/// What a match says of negative plausibility.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Effect {
    /// Two-sided p-value for there being no difference.
    pub p: Option<f64>,
    /// The same adjusted for the number of matches.
    pub adjusted_p: Option<f64>,
    /// What that says.
    pub verdict: Option<Verdict>,
}

/// How many games a match has unless told.
const fn games(nodes: u64) -> usize {
    if nodes > 5_000 { 400 } else { 2_000 }
}

/// The matches of a game at so many nodes a move.
///
/// # Errors
///
/// [`BadInput`](crate::BadInput) if an engine cannot be made.
pub fn duels(
    subject: Subject,
    nodes: u64,
    count: Option<usize>,
    seed: u64,
    shard: Shard,
) -> anyhow::Result<Vec<Duel>> {
    let game = subject.game();
    let info = game.info();
    let count = count.unwrap_or(games(nodes));
    // No opening twice: players without dice would play the same games again.
    let openings = match Openings::usual(&info) {
        Openings::List if count / 2 > info.openings => Openings::Random(RANDOM_PLIES),
        Openings::Random(_) => Openings::Random(RANDOM_PLIES),
        other => other,
    };
    let reductions: &[bool] = if subject.has_chance() { &[false] } else { &[true, false] };
    let mut duels = Vec::new();
    for &lmr in reductions {
        for history in [HistoryLevel::None, HistoryLevel::Butterfly, HistoryLevel::Gravity] {
            let base = subject.bases().last().copied().unwrap_or(Base::None);
            let without = Cell { base, history, penalty: None };
            let with = Cell { penalty: Some(Penalty::ARTICLE), ..without };
            let side = |cell: Cell| {
                let given = Given { both: Limits::nodes(nodes), ..Given::default() };
                let algorithm = algorithm(subject, info.quiescence.is_some(), lmr);
                game.side(&format!("{algorithm} + tt(mb=16){}", cell.parts()), &given)
            };
            let settings = arena::Header {
                seed,
                shard,
                openings: openings.clone(),
                payoff: info.payoff,
                max_plies: MAX_PLIES,
                times: false,
                ..arena::Header::new(&info.name, side(with)?, side(without)?, count)
            };
            let reduced = if lmr { "lmr-" } else { "" };
            let name = format!("{subject}-{nodes}-{reduced}{}", history.name());
            duels.push(Duel { name, reductions: lmr, history, settings });
        }
    }
    Ok(duels)
}

fn algorithm(subject: Subject, quiescence: bool, lmr: bool) -> String {
    if subject.has_chance() {
        return subject.algorithm().to_owned();
    }
    let mut options = vec!["repetitions"];
    if quiescence {
        options.push("quiescence");
    }
    if lmr {
        options.push("lmr");
    }
    format!("alpha-beta({})", options.join(", "))
}

/// The matches with p-values adjusted for their number.
pub fn judge(played: Vec<(Duel, arena::Summary)>) -> Vec<DuelResult> {
    // The likelihood of superiority is one side of the same test.
    let p = |summary: &arena::Summary| {
        let superior = summary.likelihood_of_superiority?;
        Some((2.0 * superior.min(1.0 - superior)).min(1.0))
    };
    let p_values: Vec<_> = played.iter().map(|(_, summary)| p(summary)).collect();
    let adjusted = holm(&p_values.iter().map(|p| p.unwrap_or(1.0)).collect::<Vec<_>>());
    let results = played.into_iter().zip(p_values).zip(adjusted);
    results
        .map(|(((duel, summary), p), adjusted)| {
            let adjusted_p = p.map(|_| adjusted);
            let interval = summary.elo.and_then(|elo| elo.interval);
            let small = interval.is_some_and(|i| i.low >= -SMALL && i.high <= SMALL);
            let good = summary.score.is_some_and(|score| score.value > 0.5);
            let verdict = adjusted_p.map(|p| Verdict::new(p, good, small));
            let Duel { name, reductions, history, .. } = duel;
            let effect = Effect { p, adjusted_p, verdict };
            DuelResult { name, reductions, history, effect, summary }
        })
        .collect()
}

/// The matches beside the article's.
pub fn report(results: &[DuelResult], command: &str) -> Document {
    let mut out = Document::new("Negative plausibility: games");
    out.paragraph("The score of an engine with negative plausibility against the same without.");
    out.code(command);
    let mut table = Table::new(
        "Score with negative plausibility",
        ["match", "games", "score (95 %)", "Elo (95 %)", "p", "adjusted p", "verdict"],
    );
    for DuelResult { name, effect, summary, .. } in results {
        table.row([
            name.clone(),
            grouped(2 * summary.pairs as u64),
            summary.score.map_or("-".to_owned(), score),
            summary.elo.map_or("-".to_owned(), elo),
            p_value(effect.p),
            p_value(effect.adjusted_p),
            effect.verdict.map_or("-", Verdict::name).to_owned(),
        ]);
    }
    let (won, lost) = ARTICLE;
    let share = f64::from(won) / f64::from(won + lost);
    let low_high = crate::stats::wilson(won.into(), (won + lost).into(), 0.95);
    table.row([
        "article, 25 minutes a side".to_owned(),
        (won + lost).to_string(),
        score(Estimate { value: share, interval: low_high }),
        elo(Estimate { value: elo_of(share), interval: low_high.map(crate::stats::elo_interval) }),
        "-".to_owned(),
        "-".to_owned(),
        "-".to_owned(),
    ]);
    out.table(table);
    out.note(format!(
        "Mean of the pairs with its interval of 95 %; p two-sided, adjusted by Holm's method for {}.",
        counted(results.len(), "match").replace("matchs", "matches")
    ));
    out.heading("The players");
    for DuelResult { name, summary, .. } in results {
        out.paragraph(format!("{name}: A is {}", summary.settings.a.description));
    }
    out.heading("The article");
    out.paragraph(article());
    out
}

fn score(Estimate { value, interval }: Estimate) -> String {
    match interval {
        Some(Interval { low, high }) => {
            format!("{} ({:.1}-{:.1})", percent(Some(value)), 100.0 * low, 100.0 * high)
        }
        None => percent(Some(value)),
    }
}

fn elo(Estimate { value, interval }: Estimate) -> String {
    match interval {
        Some(Interval { low, high }) => format!("{value:+.1} ({low:+.1} to {high:+.1})"),
        None => format!("{value:+.1}"),
    }
}
