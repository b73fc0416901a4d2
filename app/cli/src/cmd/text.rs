//! What a search found, for people to read.

use std::{io::Write, time::Duration};

use starboard_core::{BoundType, Player, Report, StoppedBy};

use starboard::Analysis;
use starboard_lab::{html::counted, text::value};

/// The value of the root with its unit.
pub(super) fn score(analysis: &Analysis) -> String {
    format!("{} {}", value(analysis.report.value, analysis.unit), analysis.unit_name)
}

/// Who moves.
pub(super) fn mover(player: Player) -> String {
    format!("the {player} player")
}

/// What is known of a value, in words.
pub(super) fn bound(bound: BoundType) -> &'static str {
    match bound {
        BoundType::Exact => "exact",
        BoundType::Lower => "at least",
        BoundType::Upper => "at most",
        BoundType::Estimate => "an estimate",
    }
}

/// One line about an iteration.
pub(super) fn iteration(report: &Report<String>, unit: i32) -> String {
    let (depth, nodes) = (report.depth, report.counters.nodes);
    let seconds = report.times.total.as_secs_f64();
    let value = value(report.value, unit);
    format!("depth {depth:>2}  {value}  {nodes:>10} nodes  {seconds:>7.2} s  {}", line(&report.pv))
}

fn line(pv: &[String]) -> String {
    if pv.is_empty() { "none".to_owned() } else { pv.join("  ") }
}

/// The best moves, the value and how far it looked.
pub(super) fn findings(analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let report = &analysis.report;
    match report.best_moves.as_slice() {
        [] => writeln!(out, "best       nothing to choose")?,
        [best] => writeln!(out, "best       {best}")?,
        ties => writeln!(out, "best       {} (equally good)", ties.join(", "))?,
    }
    let end = analysis.plies_to_end.map_or(String::new(), |plies| {
        let what = if report.value.raw() > 0 { "a win" } else { "a loss" };
        format!("{what} in {}, ", counted(plies as usize, "move"))
    });
    writeln!(out, "value      {end}{} ({})", score(analysis), bound(report.bound))?;
    if !report.details.is_empty() {
        let figures = report.detail_names.iter().zip(&report.details);
        let figures: Vec<_> = figures.map(|(name, x)| format!("{name} {x:.3}")).collect();
        writeln!(out, "figures    {}", figures.join(", "))?;
    }
    writeln!(out, "line       {}", line(&report.pv))?;
    if report.stopped_by == StoppedBy::Book {
        writeln!(out, "searched   nothing: the move is from the book")?;
        return Ok(());
    }
    write!(out, "searched   to depth {}", report.depth)?;
    if let Some(depth) = analysis.limits.depth.filter(|&depth| depth > report.depth) {
        write!(out, " of {depth}")?;
    }
    if let Some(d) = analysis.paper_depth {
        write!(out, " (d = {d}, rolls counted)")?;
    }
    // One that filters looks at positions from above, and visits none of the last.
    if analysis.algorithm != "filtered" {
        write!(out, "; longest line {}", counted(report.seldepth as usize, "move"))?;
    }
    writeln!(out, "{}", why_it_ended(analysis))?;
    Ok(())
}

/// What the engine's book has in the position, if it has a book.
pub(super) fn book(analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
    const SHOWN: usize = 6;
    let moves = analysis.book.iter().take(SHOWN).map(|m| {
        let score =
            m.mean_score().map_or(String::new(), |s| format!(", scored {:.1} %", 100.0 * s));
        format!("{} ({}{score})", m.m, times(m.count))
    });
    let moves: Vec<_> = moves.collect();
    let more = if analysis.book.len() > SHOWN { ", and more" } else { "" };
    if !moves.is_empty() {
        writeln!(out, "book       {}{more}", moves.join(", "))?;
    }
    Ok(())
}

/// How often a move was played, in words.
fn times(count: u64) -> String {
    match count {
        0 => "not counted".to_owned(),
        1 => "played once".to_owned(),
        _ => format!("played {count} times"),
    }
}

/// Why a search ended, unless it searched as deep as it was asked to.
fn why_it_ended(analysis: &Analysis) -> &'static str {
    let report = &analysis.report;
    match report.stopped_by {
        StoppedBy::Nodes => "; until the limit on nodes",
        StoppedBy::Evaluations => "; until the limit on evaluations",
        StoppedBy::Time => "; until the limit on time",
        StoppedBy::Request => "; until stopped",
        StoppedBy::Book => "",
        StoppedBy::ChanceChain => "; until chance followed chance without end",
        StoppedBy::Depth if analysis.limits.depth.is_some_and(|depth| depth <= report.depth) => "",
        // A search that filters goes on only as long as there is a choice.
        StoppedBy::Depth if analysis.algorithm == "filtered" => match report.candidates.len() {
            0 => "",
            1 => "; there is no other move",
            _ => "; the filter let no second move go on",
        },
        StoppedBy::Depth if report.bound == BoundType::Exact => "; deeper finds the same",
        StoppedBy::Depth => "",
    }
}

/// The root moves, best first.
pub(super) fn candidates(analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let (report, unit) = (&analysis.report, analysis.unit);
    let width = report.candidates.iter().map(|c| c.m.chars().count()).max().unwrap_or(0).max(4);
    // The line of the best alone stands above the table.
    let several = report.candidates.iter().filter(|c| c.pv.len() > 1).count() > 1;
    let lines = if several { "  line" } else { "" };
    writeln!(out, "rank  {:<width$}  {:>9}  {:>9}  depth{lines}", "move", "value", "behind")?;
    for (i, c) in report.candidates.iter().enumerate() {
        let at_most = if c.bound == BoundType::Upper { "<=" } else { "" };
        let shown = format!("{at_most}{}", value(c.value, unit));
        let behind = if c.value == report.value {
            String::new()
        } else {
            value(c.value - report.value, unit)
        };
        let rank = i + 1;
        write!(out, "{rank:>4}  {:<width$}  {shown:>9}  {behind:>9}  {:>5}", c.m, c.depth)?;
        if several && c.pv.len() > 1 {
            write!(out, "  {}", c.pv.join(" "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The root moves as GNU Backgammon lists its hints: the plies each was
/// evaluated at (0 plies is depth 1), its equity, and how far behind it is.
pub(super) fn hints(analysis: &Analysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let unit = analysis.unit;
    let Some(best) = analysis.report.candidates.first() else { return Ok(()) };
    for (i, c) in analysis.report.candidates.iter().enumerate() {
        let (rank, ply) = (i + 1, c.depth.saturating_sub(1));
        write!(out, "{rank:>5}. {ply}-ply    {:<28} Eq.:  {}", c.m, value(c.value, unit))?;
        if i == 0 {
            writeln!(out)?;
        } else {
            writeln!(out, " ({:>7})", value(c.value - best.value, unit))?;
        }
        if !c.details.is_empty() {
            let figures: Vec<_> = c.details.iter().map(|x| format!("{x:.3}")).collect();
            writeln!(out, "       {}", figures.join(" "))?;
        }
    }
    Ok(())
}

/// What the search cost.
pub(super) fn costs(report: &Report<String>, out: &mut dyn Write) -> anyhow::Result<()> {
    let c = &report.counters;
    let percent =
        |rate: Option<f64>| rate.map_or("none".to_owned(), |r| format!("{:.1} %", 100.0 * r));
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    writeln!(out, "nodes        {}", c.nodes)?;
    write!(out, "evaluations  {}", c.evaluations)?;
    if c.rough_evaluations > 0 {
        write!(out, ", and {} rough ones", c.rough_evaluations)?;
    }
    writeln!(out)?;
    writeln!(out, "generations  {}", c.generations)?;
    if c.table_probes > 0 {
        let (probes, hits, cuts) = (c.table_probes, c.table_hits, c.table_cuts);
        writeln!(out, "table        {probes} looked up, {hits} found, {cuts} settled")?;
    }
    if c.cuts > 0 {
        let first = percent(c.first_move_cut_rate());
        writeln!(out, "cuts         {}, {first} by the first move", c.cuts)?;
    }
    if c.star_cuts > 0 || c.probes > 0 || c.probcuts > 0 {
        let efficiency = percent(c.probe_efficiency());
        let (cuts, probes) = (c.star_cuts, c.probes);
        write!(out, "chance cuts  {cuts} by bounds")?;
        if c.probcuts > 0 {
            write!(out, ", {} by shallower searches", c.probcuts)?;
        }
        if probes > 0 {
            write!(out, "; {probes} nodes probed, probe efficiency {efficiency}")?;
        }
        writeln!(out)?;
    }
    let times = &report.times;
    write!(out, "time         {}", seconds(times.total))?;
    if times.generation + times.evaluation > Duration::ZERO {
        let (generation, evaluation) = (seconds(times.generation), seconds(times.evaluation));
        write!(out, ", of which generation {generation}, evaluation {evaluation}")?;
    }
    let speed = c.nodes as f64 / times.total.as_secs_f64().max(1e-9);
    writeln!(out, " ({:.0} thousand nodes a second)", speed / 1000.0)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use starboard_core::Value;

    #[test]
    fn hints_look_as_gnubg_prints_them() {
        let candidate = |m: &str, raw, depth| {
            let value = Value::new(raw);
            starboard_core::Candidate::new(m.to_owned(), value, BoundType::Estimate, depth)
        };
        let candidates = vec![candidate("8/4 6/4", 156, 3), candidate("24/22 13/9", 35, 1)];
        let analysis = Analysis {
            game: String::new(),
            position: String::new(),
            mover: Player::First,
            engine: String::new(),
            algorithm: "filtered",
            limits: starboard_core::Limits::default(),
            unit: 1000,
            unit_name: "points",
            value_units: 0.156,
            plies_to_end: None,
            paper_depth: Some(5),
            book: Vec::new(),
            report: Report { candidates, ..Report::default() },
        };
        let mut out = Vec::new();
        hints(&analysis, &mut out).expect("memory does not fail");
        let expected = "    1. 2-ply    8/4 6/4                      Eq.:  +0.156\n\
            \u{20}   2. 0-ply    24/22 13/9                   Eq.:  +0.035 ( -0.121)\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
