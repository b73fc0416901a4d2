//! `starboard solve`: forced wins and mate problems, with proof.

use std::{fs, io::Write, path::PathBuf, time::Duration};

use anyhow::Context as _;
use serde::Serialize;
use starboard_core::{Limits, Stop};
use starboard_search::proof::{ProofOptions, Verdict};

use super::{Examples, count, depth, json, text, time};
use crate::Context;
use starboard::{AnyGame, AnySolver, BadInput, Failed, Solved};
use starboard_lab::Progress;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["shogi", "connect-four"],
    built_in: &[
        "solve shogi --shortest --position '2g6/l8/p1kps1N2/9/Pp5+r1/S3+s4/LP+l3P1P/L2P2KBr/1g7 w 2G2Pbs3n8p 214'",
        "solve shogi --file mates.txt   # a position, a tab and the plies of the mate a line",
        "solve connect-four --position 444444 --nodes 1000000",
    ],
    own: &[
        "solve GAME --nodes 100000",
        "solve GAME --position 'POSITION' --shortest --nodes 100000",
    ],
};

/// Proves that the player to move can force a win.
#[derive(clap::Args, Debug)]
#[command(
    about = "Prove that the player to move can force a win",
    long_about = "Prove or disprove, by proof-number search, that the player to move can force a \
        win; in Shogi, a mate by checks alone, as in mate problems, though here the defender may \
        also delay it by futile interpositions. Repeating a position does not help the \
        attacker.\n\n\
        A disproof says that there is no such win at all. Without a limit, the search goes on \
        until it has the answer.\n\n\
        With --file, every line of the file is a position, followed by a tab and the length of the \
        shortest win in plies if that is to be checked. Exit code 1 says that a win was not found, \
        or has another length."
)]
pub(crate) struct Args {
    /// The game, one without chance; the command `games` lists them
    game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P", conflicts_with = "file")]
    position: Option<String>,
    /// Solve every line of this file: a position, optionally followed by a tab and the expected
    /// plies
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Find the shortest win, and prove that there is none shorter
    #[arg(long)]
    shortest: bool,
    /// Plies within which to win, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// Positions to visit, for each position
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Time to search, for each position, in seconds or as in 500ms
    #[arg(long, value_name = "S", value_parser = time)]
    time: Option<Duration>,
    /// The size of the table of proofs, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=65536))]
    mb: u32,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

/// A position of a file, and what was expected.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    solved: Solved,
    expected: Option<u32>,
    /// Whether a win was found, of the length expected if one was.
    good: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let limits =
        Limits { depth: args.depth, nodes: args.nodes, time: args.time, ..Limits::default() };
    if args.file.is_some() {
        return file(args, game, &limits, context, out);
    }
    let mut solver = solver(args, game, args.shortest)?;
    let position = game.position(args.position.as_deref())?;
    let solved = solver.solve(game.name(), &position, &limits, &Stop::default())?;
    if args.json {
        return json(out, &solved);
    }
    writeln!(out, "{}\n", position.board().trim_end())?;
    writeln!(out, "position   {}", solved.position)?;
    writeln!(out, "to move    {}", text::mover(solved.attacker))?;
    writeln!(out, "asked      {}", solved.goal)?;
    writeln!(out, "answer     {}", answer(&solved))?;
    if !solved.line.is_empty() {
        writeln!(out, "line       {}", solved.line.join("  "))?;
    }
    let (nodes, seconds) = (solved.counters.nodes, solved.times.total.as_secs_f64());
    writeln!(out, "cost       {nodes} nodes, {seconds:.3} s")?;
    Ok(())
}

fn solver(args: &Args, game: &dyn AnyGame, shortest: bool) -> anyhow::Result<Box<dyn AnySolver>> {
    let table_mib = args.mb as usize;
    let options = ProofOptions { shortest, table_mib, ..ProofOptions::default() };
    game.solver(options).ok_or_else(|| {
        let (name, info) = (game.name(), game.info());
        let why = match info {
            _ if info.chance => "has chance nodes",
            _ if info.players == 1 => "is played alone, for a score",
            _ => "has moves that earn something on the way",
        };
        let what = "only games of two players without chance, won at their end, can be solved";
        BadInput::error(format!("{name} {why}: {what}"))
    })
}

/// The answer in words.
fn answer(solved: &Solved) -> String {
    match (solved.verdict, solved.plies) {
        (Verdict::Proven, Some(plies)) if solved.shortest => {
            format!("yes, in {} and no fewer", super::plies(plies))
        }
        (Verdict::Proven, plies) => {
            format!("yes, in at most {}", super::plies(plies.unwrap_or_default()))
        }
        (Verdict::Disproven, _) => "no".to_owned(),
        (Verdict::Unknown, _) => "not known: a limit was reached".to_owned(),
    }
}

fn file(
    args: &Args,
    game: &dyn AnyGame,
    limits: &Limits,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let path = args.file.as_deref().unwrap_or_else(|| "".as_ref());
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let problems = problems(&text).map_err(|error| BadInput::error(format!("{name}, {error}")))?;
    if problems.is_empty() {
        return Err(BadInput::error(format!("{name}: there are no positions")));
    }
    // Lengths can only be checked where the shortest win is known.
    let shortest = args.shortest || problems.iter().any(|(_, _, plies)| plies.is_some());
    let mut solver = solver(args, game, shortest)?;
    let progress = Progress::new(context.terminal, problems.len() as u64, "solving");
    let mut rows = Vec::new();
    for (line, position, expected) in problems {
        let solved = game
            .position(Some(position))
            .and_then(|at| solver.solve(game.name(), &at, limits, &Stop::default()))
            .with_context(|| format!("{name}, line {line}"))?;
        let good = solved.verdict == Verdict::Proven
            && expected.is_none_or(|plies| solved.shortest && solved.plies == Some(plies));
        rows.push(Checked { solved, expected, good });
        progress.step();
    }
    drop(progress);
    let bad = rows.iter().filter(|row| !row.good).count();
    if args.json {
        json(out, &rows)?;
    } else {
        summary(&rows, out)?;
    }
    if bad > 0 {
        let all = rows.len();
        return Err(Failed(format!("{bad} of {all} positions were not solved as expected")).into());
    }
    Ok(())
}

fn summary(rows: &[Checked], out: &mut dyn Write) -> anyhow::Result<()> {
    for Checked { solved, expected, good } in rows {
        if !good {
            let expected = expected.map_or("a win".to_owned(), super::plies);
            writeln!(out, "{}\n  expected {expected}; {}", solved.position, answer(solved))?;
        }
    }
    let good = rows.iter().filter(|row| row.good).count();
    let nodes: u64 = rows.iter().map(|row| row.solved.counters.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.solved.times.total.as_secs_f64()).sum();
    let rate = (nodes as f64 / seconds.max(1e-6)) as u64;
    writeln!(out, "solved     {good} of {}", rows.len())?;
    writeln!(out, "cost       {nodes} nodes, {seconds:.2} s, {rate} nodes/s")?;
    Ok(())
}

/// A line's number from 1, its position, and the plies expected.
type Problem<'a> = (usize, &'a str, Option<u32>);

/// Reads a position a line; empty lines and those that begin with `#` are
/// skipped. What comes after a second tab is, too.
fn problems(text: &str) -> Result<Vec<Problem<'_>>, String> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            let mut columns = line.split('\t');
            let position = columns.next().unwrap_or_default();
            let plies = columns.next().map(|plies| {
                let plies = plies.trim();
                plies.parse().map_err(|_| {
                    format!("line {number}: expected the plies of the win, found {plies:?}")
                })
            });
            Ok((number, position, plies.transpose()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::{output, refused, starboard_with};

    const MATE: &str = "8k/9/7SP/9/9/9/9/9/K8 b G 1";

    #[test]
    fn the_line_is_shown() {
        let text = output(&format!("solve shogi --position '{MATE}' --shortest"));
        for part in ["mate by checks", "yes, in 1 ply and no fewer", "line       G*", "nodes"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let text = output("solve connect-four --position 121312 --json --shortest");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["plies"], 1, "{text}");
        let problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let text = output(&format!("solve shogi --position '{problem}' --shortest"));
        assert!(text.contains("yes, in 1 ply"), "no king of the attacker's is needed: {text}");
        let text = output("solve tic-tac-toe");
        assert!(text.contains("answer     no\n"), "{text}");
        let text = output("solve shogi --nodes 10 --position '4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1'");
        assert!(text.contains("not known"), "{text}");
    }

    #[test]
    fn files_are_checked() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("mates.txt");
        std::fs::write(&path, format!("# mates\n{MATE}\t1\n\n{MATE}\n"))?;
        let line = format!("solve shogi --file {}", path.display());
        assert!(output(&line).starts_with("solved     2 of 2\n"));
        std::fs::write(&path, format!("{MATE}\t3\tmore\n"))?;
        let (code, out, err) = starboard_with(&crate::builtin(), &line);
        assert_eq!(
            (code, err.as_str()),
            (1, "error: 1 of 1 positions were not solved as expected\n")
        );
        assert!(out.contains("expected 3 plies; yes, in 1 ply"), "{out}");
        std::fs::write(&path, "# none\n")?;
        refused(&line, &["mates.txt: there are no positions"]);
        std::fs::write(&path, "x\ty\n")?;
        refused(&line, &["line 1: expected the plies of the win, found \"y\""]);
        Ok(())
    }

    #[test]
    fn bad_input_is_named() {
        refused("solve backgammon", &["backgammon has chance nodes"]);
        refused("solve shogi --position x", &["no position of shogi"]);
        refused("solve tic-tac-toe --position xxx/oo./...", &["the game is over"]);
    }
}
