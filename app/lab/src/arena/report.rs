//! The report of a match, for people.

use std::{collections::BTreeMap, fmt::Write};

use starboard::Payoff;
use starboard_core::Limits;

use super::{
    Summary,
    summary::{Player, Solo},
};
use crate::{
    html::{Table, counted, grouped},
    stats::{Estimate, Model, Verdict},
};

/// The match as text, at most `width` characters wide where the words allow.
pub fn text(summary: &Summary, width: usize) -> String {
    let mut text = head(summary);
    text += &result(summary).text(width);
    text.push('\n');
    text += &players(summary).text(width);
    for (name, player) in [("A", &summary.a), ("B", &summary.b)] {
        for example in &player.examples {
            let _ = writeln!(text, "{name} lost {example}");
        }
    }
    text
}

/// Who plays whom at what.
fn head(summary: &Summary) -> String {
    let header = &summary.settings;
    let mut text = String::new();
    for (name, side) in [("A", &header.a), ("B", &header.b)] {
        let _ = writeln!(text, "{name}  {}", side.description);
        let _ = writeln!(text, "   {}", limits(&side.limits, header.clock));
    }
    for (path, hash) in &header.files {
        let _ = writeln!(text, "{path}: SHA-256 {hash}");
    }
    text.push('\n');
    text
}

/// What limits a player, in words.
pub(crate) fn limits(limits: &Limits, clock: Option<super::Clock>) -> String {
    let Limits { depth, nodes, evaluations, time, .. } = limits;
    let mut parts = Vec::new();
    parts.extend(clock.map(|clock| format!("clock {clock}")));
    parts.extend(depth.map(|n| format!("depth {n}")));
    parts.extend(nodes.map(|n| format!("{} nodes a move", grouped(n))));
    parts.extend(evaluations.map(|n| format!("{} evaluations a move", grouped(n))));
    parts.extend(time.map(|t| format!("{} s a move", t.as_secs_f64())));
    if parts.is_empty() { "at its own settings".to_owned() } else { parts.join(", ") }
}

fn result(summary: &Summary) -> Table {
    let Summary { wins, draws, losses, .. } = summary;
    let (games, pairs) = (counted(summary.games, "game"), counted(summary.pairs, "pair"));
    let caption = format!("{}: {games} in {pairs}", summary.settings.game);
    let mut table = Table::new(caption, ["for A", "", "95%"]);
    if summary.solo.is_none() {
        table.row(["won, drawn, lost", &format!("{wins} - {draws} - {losses}"), ""]);
    }
    let mut figure = |name: &str, estimate: Option<Estimate>, digits: usize, scale: f64| {
        let Some(Estimate { value, interval }) = estimate else { return };
        // A share has no sign; a difference does.
        let sign = |x: f64| {
            if scale == 100.0 { format!("{:.digits$}", scale * x) } else { signed(x, digits) }
        };
        let interval =
            interval.map_or(String::new(), |i| format!("{} to {}", sign(i.low), sign(i.high)));
        table.row([name.to_owned(), sign(value), interval]);
    };
    if summary.settings.payoff == Payoff::Units {
        figure("points a game", summary.points, 3, 1.0);
    }
    if let Some(Solo { a, b, difference }) = summary.solo {
        figure("mean score of A", Some(a), 1, 1.0);
        figure("mean score of B", Some(b), 1, 1.0);
        figure("A less B, paired", Some(difference), 1, 1.0);
    }
    figure("score, %", summary.score, 1, 100.0);
    figure("Elo", summary.elo, 1, 1.0);
    figure("normalised Elo", summary.normalised_elo, 1, 1.0);
    let mut line = |name: &str, value: String| table.row([name.to_owned(), value, String::new()]);
    if let Some(p) = summary.likelihood_of_superiority {
        line("likely the better", format!("{:.1} %", 100.0 * p));
    }
    if summary.solo.is_none() {
        let pairs = summary.pentanomial.map(|n| n.to_string()).join(" ");
        line("pairs of 0, ½, 1, 1½, 2", pairs);
    }
    match summary.pairs_alike {
        0 => {}
        all if all == summary.pairs => line("played alike", "in every pair: no difference".into()),
        some => line("pairs played alike", some.to_string()),
    }
    if summary.pairs_repeated > 0 {
        line("pairs that repeat another", format!("{}: not independent", summary.pairs_repeated));
    }
    if let (Some(correlation), Some(ratio)) = (summary.pair_correlation, summary.variance_ratio)
        && summary.solo.is_none()
    {
        // Where a game pays units, the correlation is that of points.
        let of = if summary.settings.payoff == Payoff::Units { " of points" } else { "" };
        line("correlation in a pair", format!("{correlation:+.2}{of}"));
        line("variance by pairing", format!("x {ratio:.2}{of}"));
    }
    if let Some(test) = &summary.sprt {
        let verdict = match test.standing.verdict {
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
            Verdict::Open => "undecided",
        };
        let llr = format!(
            "{:.2} ({:.2}, {:.2})",
            test.standing.llr, test.standing.lower, test.standing.upper
        );
        let model = match test.test.model {
            Model::Elo => "Elo",
            Model::Normalised => "normalised Elo",
            Model::Points => "points",
        };
        line(&format!("LLR of {} to {} {model}", test.test.h1, test.test.h0), llr);
        line("verdict", verdict.to_owned());
    }
    line("plies a game", format!("{:.1}", summary.plies));
    line("ended", counts(&summary.endings));
    table
}

fn players(summary: &Summary) -> Table {
    let columns = ["a move", "nodes", "evaluations", "depth", "time", "decisions", "faults"];
    let mut table = Table::new("What each spent on a move that was a choice", columns);
    for (name, player) in [("A", &summary.a), ("B", &summary.b)] {
        let Player { nodes_per_move, evaluations_per_move, mean_depth, .. } = *player;
        table.row([
            name.to_owned(),
            grouped(nodes_per_move.round() as u64),
            grouped(evaluations_per_move.round() as u64),
            format!("{mean_depth:.1}"),
            format!("{:.2} ms", 1000.0 * player.seconds_per_move),
            grouped(player.cost.moves),
            counts(&player.faults),
        ]);
    }
    table
}

fn counts(counts: &BTreeMap<&'static str, u64>) -> String {
    let parts: Vec<_> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn signed(x: f64, digits: usize) -> String {
    if x.is_finite() { format!("{x:+.digits$}") } else { format!("{x:+}") }
}

/// The match in the format of OpenBench, for readers who are used to that.
pub fn openbench(summary: &Summary) -> String {
    let mut text = String::new();
    if let Some(Estimate { value, interval }) = summary.elo {
        let half = interval.map(|i| (i.high - i.low) / 2.0).filter(|half| half.is_finite());
        let half = half.unwrap_or(f64::INFINITY);
        let _ = writeln!(text, "ELO   | {value:.2} +- {half:.2} (95%)");
    }
    let limit = limits(&summary.settings.a.limits, summary.settings.clock);
    if let Some(test) = &summary.sprt {
        let standing = test.standing;
        let _ = writeln!(text, "SPRT  | {limit}");
        let _ = writeln!(
            text,
            "LLR   | {:.2} ({:.2}, {:.2}) [{:.2}, {:.2}]",
            standing.llr, standing.lower, standing.upper, test.test.h0, test.test.h1
        );
    } else {
        let _ = writeln!(text, "CONF  | {limit}");
    }
    let Summary { wins, draws, losses, pentanomial, .. } = summary;
    let games = 2 * summary.pairs;
    let _ = writeln!(text, "GAMES | N: {games} W: {wins} L: {losses} D: {draws}");
    let _ = writeln!(text, "PENTA | [{}]", pentanomial.map(|n| n.to_string()).join(", "));
    text
}
