//! What the engine says while it thinks.

use std::{fmt::Write, time::Duration};

use starboard::{Move, Position};
use starboard_core::{BoundType, StoppedBy, Value};
use starboard_search::proof::Solution;

use super::thinking::SearchInfo;

/// What a search found so far, as `info`: one line for each of the best
/// `count` moves, which are those with a line of play. Where it ended within an iteration,
/// some of them are known from the one before: each has the depth that it was searched to.
pub(super) fn lines(root: &Position, found: &SearchInfo, count: usize) -> Vec<String> {
    let report = &found.report;
    let mut cost = costs(report.counters.nodes, report.times.total);
    if let Some(permille) = found.hashfull {
        let _ = write!(cost, " hashfull {permille}");
    }
    let line = |depth: u32, value, bound, i: usize, pv: &[Move]| {
        let multi = if count > 1 { format!(" multipv {}", i + 1) } else { String::new() };
        let (score, pv) = (score(root, value), moves(root, pv));
        let mark = if score.ends_with(['+', '-']) { "" } else { mark(bound) };
        format!(
            "info depth {depth} seldepth {} {cost}{multi} score {score}{mark} pv {pv}",
            report.seldepth
        )
    };
    if report.depth == 0 && report.stopped_by != StoppedBy::Book {
        // Nothing is known of any move yet, but only what the search cost.
        return vec![format!("info {cost}")];
    }
    if count <= 1 || report.candidates.is_empty() {
        return vec![line(report.depth, report.value, report.bound, 0, &report.pv)];
    }
    let ranked = report.candidates.iter().take(count).enumerate();
    let known = ranked.filter(|(_, candidate)| !candidate.pv.is_empty());
    known.map(|(i, c)| line(c.depth, c.value, c.bound, i, &c.pv)).collect()
}

/// What was found by a search for a mate, as `info`.
pub(super) fn proof(root: &Position, solution: &Solution<Move>) -> String {
    let Solution { seldepth, counters, times, .. } = solution;
    let mut text = format!("info depth {seldepth} {}", costs(counters.nodes, times.total));
    if let Some(plies) = solution.plies {
        let _ = write!(text, " score mate {plies} pv {}", mate(root, solution));
    }
    text
}

/// The moves of a mate; only the first where the search was stopped before it could say more.
pub(super) fn mate(root: &Position, solution: &Solution<Move>) -> String {
    match &solution.line[..] {
        [] => moves(root, solution.best.as_slice()),
        line => moves(root, line),
    }
}

fn costs(nodes: u64, time: Duration) -> String {
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!("time {} nodes {nodes} nps {nps}", time.as_millis())
}

/// A value for the mover: hundredths of a unit, or the plies to a win where [`Game::MATE`] says
/// what a win is worth; `+` or `-` where only the winner is known.
pub(super) fn score(root: &Position, value: Value) -> String {
    let (raw, won, mate) = (i64::from(value.raw()), value.raw() > 0, root.mate());
    let least = i64::from(Value::decisive(mate).raw());
    match value.plies_to_end(mate) {
        // A mean of wins does not say how far away they are, but there is a move to make.
        Some(plies) if won => format!("mate {}", plies.max(1)),
        Some(plies) => format!("mate -{plies}"),
        None if mate > 0 && raw.abs() >= least => {
            (if won { "mate +" } else { "mate -" }).to_owned()
        }
        None => format!("cp {}", raw * 100 / i64::from(root.unit().0)),
    }
}

const fn mark(bound: BoundType) -> &'static str {
    match bound {
        BoundType::Exact | BoundType::Estimate => "",
        BoundType::Lower => " lowerbound",
        BoundType::Upper => " upperbound",
    }
}

/// The moves of a line from `root` on.
pub(super) fn moves(root: &Position, line: &[Move]) -> String {
    let mut game = root.clone();
    let mut text = String::new();
    for (i, &m) in line.iter().enumerate() {
        text += if i > 0 { " " } else { "" };
        text += &game.format_move(m);
        game.play(m);
    }
    text
}

#[cfg(test)]
mod tests {
    use starboard_core::{Candidate, Game as _, Instant, Report, Times};
    use starboard_shogi::Shogi;
    use starboard_small::ConnectFour;

    use super::*;

    #[test]
    fn values_are_pawns_or_plies() {
        #[track_caller]
        fn check(game: &Position, raw: i32, text: &str) {
            assert_eq!(score(game, Value::new(raw)), text);
        }
        let shogi = Position::new(Shogi::start());
        check(&shogi, -57, "cp -57");
        check(&shogi, 29_995, "mate 5");
        check(&shogi, 30_000, "mate 1");
        check(&shogi, -29_998, "mate -2");
        check(&shogi, -30_000, "mate -0");
        check(&shogi, 30_001, "mate +");
        check(&shogi, -30_001, "mate -");
        check(&shogi, Value::decisive(30_000).raw(), "mate +");
        check(&shogi, -Value::decisive(30_000).raw(), "mate -");
        let four = Position::new(ConnectFour::default());
        check(&four, ConnectFour::UNIT, "cp 100");
    }

    #[test]
    fn a_line_for_each_move() {
        let game = Position::new(Shogi::start());
        let read = |text: &&str| game.parse_move(text).expect("a move");
        let candidate = |raw, bound, line: &[&str]| Candidate {
            pv: if bound == BoundType::Upper {
                Vec::new()
            } else {
                line.iter().map(read).collect()
            },
            ..Candidate::new(read(&line[0]), Value::new(raw), bound, 3)
        };
        let mut report = Report {
            value: Value::new(12),
            pv: vec![read(&"7g7f")],
            candidates: vec![
                candidate(12, BoundType::Exact, &["7g7f"]),
                candidate(7, BoundType::Exact, &["2g2f"]),
                candidate(7, BoundType::Upper, &["1g1f"]),
            ],
            depth: 3,
            seldepth: 4,
            times: Times { total: Duration::from_millis(500), ..Times::default() },
            ..Report::default()
        };
        report.counters.nodes = 1000;
        let start = "info depth 3 seldepth 4 time 500 nodes 1000 nps 2000";
        let mut found = SearchInfo { report, hashfull: Some(17), at: Instant::now() };
        let one = format!("{start} hashfull 17 score cp 12 pv 7g7f");
        assert_eq!(lines(&game, &found, 1), [one]);
        found.hashfull = None;
        assert_eq!(
            lines(&game, &found, 5),
            [
                format!("{start} multipv 1 score cp 12 pv 7g7f"),
                format!("{start} multipv 2 score cp 7 pv 2g2f"),
            ]
        );
        // Proven to win, nobody knows when: that is no bound of a number.
        let won = Value::decisive(Shogi::MATE).raw();
        found.report.candidates = vec![candidate(won, BoundType::Lower, &["7g7f"])];
        assert_eq!(lines(&game, &found, 2), [format!("{start} multipv 1 score mate + pv 7g7f")]);
    }
}
