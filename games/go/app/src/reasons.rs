//! `starboard reasons`: which reasons speak for moves of Go, and which of them decide.

use std::{collections::BTreeMap, io::Write, path::PathBuf};

use serde::Serialize;
use starboard::BadInput;
use starboard_core::{Game as _, Limits, Node};
use starboard_go::{
    Go, Selection, Selector, positions,
    reasons::{Candidate, Kind},
};
use starboard_lab::{
    Progress,
    command::{Context, Examples, count, list, threads},
    default_threads, files, parallel_map,
    stats::{Interval, wilson},
};

use crate::games;

pub(crate) const EXAMPLES: Examples =
    Examples::any(&["reasons", "reasons --log match.jsonl --every 10 --json reasons.json"]);

/// Counts what reasons do.
#[derive(clap::Args, Debug)]
#[command(
    about = "Count which reasons speak for moves of Go, which decide, and what leaving one out changes",
    long_about = "Count which reasons speak for moves of Go, which decide, and what leaving one out \
        changes.\n\n\
        In every position a decision is made as in play. The first table has the parts of that \
        decision, and each kind of reason: in how many positions a reason of that kind speaks for \
        any move, in how many one is in the sum for the move that is played, what share of that \
        sum it is there, and in how many another move is played without it. The second table has \
        every reason by name: in how many positions it spoke, for how many moves, and in how many \
        it was in the sum for the move that is played, as the largest of its kind.\n\n\
        That the choice changes does not mean that it was better: what a part is worth shows in \
        games, as in `match go --a reasons --b 'reasons(without=style)'`."
)]
pub(crate) struct Args {
    /// Games to take positions from: logs of matches, uncompressed [default: the positions of
    /// `bench`]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    log: Vec<PathBuf>,
    /// Games to take positions from, too: records (.sgf, .sgfs, both also xz-compressed, and
    /// folders)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// Take a position every N moves
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 10)]
    every: u64,
    /// The most games to take from a file [default: all]
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// How many positions may be evaluated for a decision
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 200)]
    evaluations: u64,
    /// Positions to work on in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Also write the tables as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A part of a decision that can be left out.
type Without = fn(Selector) -> Selector;

/// The parts that are no kinds of reasons, and how they are left out.
const PARTS: [(&str, Without); 3] = [
    ("reading of groups", Selector::without_reading),
    ("quiescence", Selector::without_quiescence),
    ("tree of the best", Selector::without_tree),
];

/// The counts.
#[derive(Debug, Serialize)]
pub(crate) struct Counts {
    positions: usize,
    evaluations: u64,
    parts: Vec<PartRow>,
    reasons: Vec<ReasonRow>,
}

/// A part of a decision, or a kind of reasons.
#[derive(Debug, Serialize)]
struct PartRow {
    name: &'static str,
    /// Positions in which a reason of this kind speaks for a move.
    speaks: Option<usize>,
    /// Positions in which a reason of this kind is in the sum of the move that is played.
    decides: Option<usize>,
    /// The mean share of that sum, over these positions.
    part: Option<f64>,
    /// Positions in which another move is played without it.
    changes: usize,
    /// The 95 % confidence interval of the share of these (Wilson).
    interval: Option<Interval>,
}

/// A reason.
#[derive(Debug, Serialize)]
struct ReasonRow {
    kind: &'static str,
    name: &'static str,
    /// Positions in which it speaks for a move.
    speaks: usize,
    /// Moves that it speaks for.
    moves: usize,
    /// Positions in which it is in the sum of the move that is played.
    decides: usize,
}

/// What is counted in one position.
struct Seen {
    /// By reason, the moves that it speaks for, and whether it is in the deciding sum.
    reasons: BTreeMap<(Kind, &'static str), (usize, bool)>,
    /// By kind, its part of the deciding sum, if it has one.
    part: [Option<f64>; Kind::ALL.len()],
    /// Whether another move is played without a part, and without a kind.
    changes: ([bool; PARTS.len()], [bool; Kind::ALL.len()]),
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = drawn(args, context.terminal)?;
    let all = games.len() as u64;
    let progress = Progress::new(context.terminal, all, "decisions");
    let threads = args.threads.unwrap_or_else(default_threads);
    let seen = parallel_map(games, threads, &progress, |_, game| look(&game, args.evaluations));
    let counts = Counts::of(&seen, args.evaluations);
    if let Some(path) = &args.json {
        files::write_json(path, &counts)?;
    }
    Ok(write!(out, "{}", text(&counts, context.width))?)
}

/// The positions to look at.
fn drawn(args: &Args, visible: bool) -> anyhow::Result<Vec<Go>> {
    if args.log.is_empty() && args.records.is_empty() {
        return Ok(positions().collect());
    }
    let (every, most) =
        (usize::try_from(args.every)?, args.games.map_or(Ok(usize::MAX), usize::try_from)?);
    let mut found = Vec::new();
    for played in games::read(&args.log, &args.records, most, visible)? {
        let positions = played.positions()?;
        let open = positions.into_iter().skip(every).step_by(every);
        found.extend(open.filter(|game| matches!(game.node(), Node::Decision)));
    }
    if found.is_empty() {
        return Err(BadInput::error("there is no position in these games: try a smaller --every"));
    }
    Ok(found)
}

/// Decides with all and without each part.
fn look(game: &Go, evaluations: u64) -> Seen {
    let decide = |mut selector: Selector| selector.select(game, &Limits::default());
    let full = || Selector::new(evaluations);
    let whole = decide(full());
    let mut seen = Seen::new(&whole);
    let differs = |selector: Selector| decide(selector).best() != whole.best();
    seen.changes.0 = PARTS.map(|(_, without)| differs(without(full())));
    let spoken = |kind: Kind| seen.reasons.keys().any(|&(other, _)| other == kind);
    seen.changes.1 = Kind::ALL.map(|kind| spoken(kind) && differs(full().without(&[kind])));
    seen
}

impl Seen {
    fn new(selection: &Selection) -> Self {
        let mut reasons = BTreeMap::new();
        for candidate in &selection.candidates {
            let mut names: Vec<_> =
                candidate.reasons.iter().map(|reason| (reason.kind, reason.name)).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                reasons.entry(name).or_insert((0, false)).0 += 1;
            }
        }
        let best = selection.best().point();
        let chosen = selection.candidates.iter().find(|candidate| Some(candidate.point) == best);
        let mut part = [None; Kind::ALL.len()];
        for (place, kind) in part.iter_mut().zip(Kind::ALL) {
            let Some((name, share)) = chosen.and_then(|candidate| deciding(candidate, kind)) else {
                continue;
            };
            *place = Some(share);
            if let Some((_, decides)) = reasons.get_mut(&(kind, name)) {
                *decides = true;
            }
        }
        Self { reasons, part, changes: ([false; PARTS.len()], [false; Kind::ALL.len()]) }
    }
}

/// The largest reason of a kind in what speaks for a move, if it adds anything, and its part
/// of the sum.
fn deciding(candidate: &Candidate, kind: Kind) -> Option<(&'static str, f64)> {
    let own = candidate.reasons.iter().filter(|reason| reason.kind == kind && reason.value > 0);
    // The first of the largest, as they are added up.
    let largest = own.rev().max_by_key(|reason| reason.value)?;
    let share = f64::from(largest.value) / f64::from(candidate.value.max(1));
    Some((largest.name, share.min(1.0)))
}

impl Counts {
    fn of(seen: &[Seen], evaluations: u64) -> Self {
        let changes = |changed: &dyn Fn(&Seen) -> bool| {
            let count = seen.iter().filter(|seen| changed(seen)).count();
            (count, wilson(count as u64, seen.len() as u64, 0.95))
        };
        let mut parts = Vec::new();
        for (i, (name, _)) in PARTS.into_iter().enumerate() {
            let (changes, interval) = changes(&|seen| seen.changes.0[i]);
            parts.push(PartRow {
                name,
                speaks: None,
                decides: None,
                part: None,
                changes,
                interval,
            });
        }
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            let (changes, interval) = changes(&|seen| seen.changes.1[i]);
            let speaks = |seen: &&Seen| seen.reasons.keys().any(|&(other, _)| other == kind);
            let shares: Vec<f64> = seen.iter().filter_map(|seen| seen.part[i]).collect();
            let part =
                (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64);
            parts.push(PartRow {
                name: kind.name(),
                speaks: Some(seen.iter().filter(speaks).count()),
                decides: Some(shares.len()),
                part,
                changes,
                interval,
            });
        }
        let mut all: BTreeMap<_, ReasonRow> = BTreeMap::new();
        for (&(kind, name), &(moves, decides)) in seen.iter().flat_map(|seen| &seen.reasons) {
            let row = all.entry((kind, name)).or_insert(ReasonRow {
                kind: kind.name(),
                name,
                speaks: 0,
                moves: 0,
                decides: 0,
            });
            row.speaks += 1;
            row.moves += moves;
            row.decides += usize::from(decides);
        }
        let reasons = all.into_values().collect();
        Self { positions: seen.len(), evaluations, parts, reasons }
    }
}

fn text(counts: &Counts, width: usize) -> String {
    let &Counts { positions, evaluations, ref parts, ref reasons } = counts;
    let number = |count: Option<usize>| count.map_or(String::new(), |count| count.to_string());
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let rows = parts.iter().map(|row| {
        let interval = row.interval.map_or(String::new(), |Interval { low, high }| {
            format!("{} to {} %", percent(low), percent(high))
        });
        [
            row.name.to_owned(),
            number(row.speaks),
            number(row.decides),
            row.part.map_or(String::new(), |part| format!("{} %", percent(part))),
            row.changes.to_string(),
            interval,
        ]
    });
    let head = ["part, or kind", "speaks", "decides", "part of the sum", "changes", "of all, 95 %"];
    let first = list(head, rows, width);
    let rows = reasons.iter().map(|row| {
        [
            row.kind.to_owned(),
            row.name.to_owned(),
            row.speaks.to_string(),
            row.moves.to_string(),
            row.decides.to_string(),
        ]
    });
    let second = list(["kind", "reason", "speaks", "for moves", "decides"], rows, width);
    let named = reasons.len();
    format!(
        "{positions} decisions with {evaluations} evaluations each\n\n{first}\n{named} reasons\n\n{second}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decides_is_counted() {
        use starboard_core::Game;
        let text = "9x9 b 7 moves E5 E4 D4 E2 F4 G7";
        let game = Go::parse(text).expect("a position");
        let seen = [look(&game, 40)];
        let counts = Counts::of(&seen, 40);
        let row = |name: &str| counts.parts.iter().find(|row| row.name == name).expect("a row");
        // A stone is in atari, and nobody has a ko.
        let tactics = row("tactics");
        assert_eq!((tactics.speaks, tactics.decides), (Some(1), Some(1)));
        assert!(tactics.part.is_some_and(|part| part > 0.1 && part < 1.0), "{tactics:?}");
        assert_eq!((row("ko").speaks, row("ko").changes), (Some(0), 0));
        assert_eq!(counts.parts.len(), PARTS.len() + Kind::ALL.len());
        let decides: usize = counts.reasons.iter().map(|row| row.decides).sum();
        let kinds: usize = counts.parts.iter().filter_map(|row| row.decides).sum();
        assert_eq!(decides, kinds);
        assert!(text_of(&counts).contains("1 decisions"));
    }

    fn text_of(counts: &Counts) -> String {
        text(counts, 100)
    }
}
