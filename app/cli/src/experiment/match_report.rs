//! The matches for people: a table, and a forest plot.

use super::{
    Picture, Verdict,
    judge::{Article, DuelResult, Played},
    report::{article, p_value},
};
use starboard_lab::{
    chart::{Axis, Bar, BarChart, Group},
    html::{Document, Table, grouped, percent},
    stats::{Estimate, Interval},
};

/// What the article's match is called.
const ROLLASON: &str = "Rollason 2007, 25 minutes a side";

/// The matches beside the article's.
pub fn report(played: &Played, command: &str) -> Document {
    let mut out = Document::new("Negative plausibility: games");
    out.paragraph(format!(
        "The score of an engine with negative plausibility against the same without; {}.",
        played.standing.sentence()
    ));
    out.code(command);
    let mut table = Table::new(
        "Score with negative plausibility",
        ["match", "games", "score (95 %)", "Elo (95 %)", "p", "adjusted p", "verdict"],
    );
    for DuelResult { name, effect, summary, .. } in &played.matches {
        table.row([
            name.clone(),
            grouped(2 * summary.pairs as u64),
            summary.score.map_or("-".to_owned(), score),
            summary.elo.map_or("-".to_owned(), elo),
            p_value(effect.p),
            p_value(effect.adjusted_p),
            effect.verdict.map_or(played.standing.no_verdict(), Verdict::name).to_owned(),
        ]);
    }
    let Article { wins, losses, score: theirs, elo: their_elo } = played.article;
    table.row([
        ROLLASON.to_owned(),
        (wins + losses).to_string(),
        score(theirs),
        elo(their_elo),
        "-".to_owned(),
        "-".to_owned(),
        "-".to_owned(),
    ]);
    out.table(table);
    let adjusted = match played.adjusted_for {
        1 => "of the one match that is tested".to_owned(),
        many => format!(
            "adjusted by Holm's method for the {many} matches of the plan, however many of them \
             were played"
        ),
    };
    out.note(format!(
        "Mean of the pairs with its interval of 95 %, not adjusted; Wilson's for the article. p is \
         two-sided, and {adjusted}."
    ));
    out.charts(pictures(played).into_iter().map(|picture| (picture.svg, picture.caption)));
    out.heading("The players");
    for DuelResult { name, summary, .. } in &played.matches {
        out.paragraph(format!("{name}: A is {}", summary.settings.a.description));
    }
    out.heading("The article");
    out.paragraph(article());
    out
}

/// The forest plot.
pub fn pictures(played: &Played) -> Vec<Picture> {
    let ours = played.matches.iter().map(|m| (m.name.as_str(), m.summary.elo, 0));
    let bars = ours.chain([(ROLLASON, Some(played.article.elo), 1)]).map(|(name, found, kind)| {
        let written = found.map_or("-".to_owned(), elo);
        Bar {
            label: format!("{name}: {written}"),
            length: found.map_or(f64::NAN, |elo| elo.value),
            whiskers: found.and_then(|elo| elo.interval).map(|i| [i.low, i.high]),
            tooltip: written,
            kind,
        }
    });
    let chart = BarChart {
        title: "With negative plausibility against without".to_owned(),
        x_label: "Elo, 95 %".to_owned(),
        x: Axis::FromZero,
        marks: true,
        legend: vec!["these matches".to_owned(), "the article".to_owned()],
        groups: vec![Group { name: String::new(), bars: bars.collect() }],
    };
    let caption = "Left of zero, it loses games.".to_owned();
    vec![Picture { name: "elo".to_owned(), svg: chart.svg(), caption }]
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
