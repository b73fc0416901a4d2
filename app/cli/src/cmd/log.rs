//! `starboard log`: the logs of long runs, whatever they are of.

mod report;

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use starboard::BadInput;
use starboard_lab::{
    ablate, arena,
    command::{GameCommands, LogKind},
    fit,
    html::counted,
    judge, runs, screen, tournament,
};
use starboard_train as train;

use super::{Examples, experiment::SMALLEST_PROOF};
use crate::{Context, experiment};

pub(crate) const EXAMPLES: Examples = Examples::any(&[
    "log report run.jsonl",
    "log report run.jsonl --json run.json",
    "log report tournament.jsonl --html tournament.html",
    "log merge part-*.jsonl --log all.jsonl",
]);

/// The logs of any game.
const KINDS: [LogKind; 9] = [
    LogKind::of::<arena::Header>(arena::KIND).reported(report::of_match),
    LogKind::of::<tournament::Header>(tournament::KIND).reported(report::of_tournament),
    LogKind::of::<ablate::Header>(ablate::KIND).reported(report::of_ablation),
    LogKind::of::<screen::Header>(screen::KIND).reported(report::of_screening),
    LogKind::of::<judge::Header>(judge::KIND).reported(report::of_judgement),
    LogKind::of::<fit::Header>(fit::KIND).reported(report::of_fit),
    LogKind::of::<train::Header>(train::KIND),
    LogKind::of::<experiment::Parameters>(experiment::KIND).reported(report::of_ordering),
    SMALLEST_PROOF,
];

/// The logs of long runs.
#[derive(clap::Args, Debug)]
#[command(
    about = "Report the results in logs, and merge those of shards",
    long_about = "The logs of long runs: matches, tournaments, ablations, screenings, judgements, \
        fits, self-play for training, rollouts and experiments, with one line of JSON per result. \
        The logs of a run that was split among machines by --shard are merged here into the same \
        log that a run in one piece would have written; and the results of a run are reported from \
        its log, whether it was finished or stopped."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Report(report::Report),
    Merge(Merge),
}

/// One log out of the logs of all shards.
#[derive(clap::Args, Debug)]
#[command(about = "Merge the logs of all shards into that of the whole run")]
pub(super) struct Merge {
    /// The logs, one per shard, in any order
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The log to write
    #[arg(long = "log", value_name = "OUT")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.what {
        What::Report(args) => report::run(args, context, out),
        What::Merge(args) => merge(args, context, out),
    }
}

/// What kind a log is of, by its first line.
fn kind_of(log: &Path, context: &Context<'_>) -> anyhow::Result<LogKind> {
    let kind = runs::kind_of(log)?;
    let of_games = context.games.games().flat_map(GameCommands::logs_of);
    let kinds: Vec<_> = KINDS.iter().chain(of_games).copied().collect();
    let known = kinds.iter().find(|known| kind.as_deref() == Some(known.name)).copied();
    known.ok_or_else(|| {
        let kinds = kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        BadInput::error(format!(
            "{}: the first line is not that of a log; logs that are known: {kinds}",
            log.display()
        ))
    })
}

/// Merges logs of the kind that the first of them is; a mixture is refused by merging.
pub(super) fn merge(
    args: &Merge,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(first) = args.logs.first() else { return Err(BadInput::error("no logs to merge")) };
    let kind = kind_of(first, context)?;
    let Some(merge) = kind.merge else {
        return Err(BadInput::error(format!("runs of {} have no shards", kind.name)));
    };
    merge(&args.logs, &args.out)?;
    let logs = counted(args.logs.len(), "log");
    Ok(writeln!(out, "{logs} merged into {}", args.out.display())?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    /// Checks that shards of a command are merged into the log of the whole, after which the
    /// command has nothing left to do and says the same.
    fn check(command: &str, log: impl Fn(&str) -> String) -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        let file = |name: &str| folder.path().join(log(name));
        let run = |name: &str, options: &str| {
            output(&command.replace("LOG", &path(name)).replace("OPTIONS", options))
        };
        let whole = run("whole", "");
        for (name, shard) in [("one", "--shard 1/2"), ("two", "--shard 0/2")] {
            run(name, shard);
        }
        let [one, two, all] = ["one", "two", "all"].map(|name| file(name).display().to_string());
        fs::create_dir_all(file("all").parent().expect("a folder"))?;
        output(&format!("log merge '{one}' '{two}' --log '{all}'"));
        assert_eq!(fs::read_to_string(file("all"))?, fs::read_to_string(file("whole"))?);
        let again = run("all", "");
        assert_eq!(again.replace(&path("all"), ""), whole.replace(&path("whole"), ""));
        // A shard is missing, or there twice.
        let merge = format!("log merge '{one}' --log '{all}'");
        refused(&merge, &["is missing"]);
        refused(&format!("log merge '{one}' '{one}' --log '{all}'"), &["there twice"]);
        // Nothing but an earlier log of the same run is written over.
        output(&format!("log merge '{one}' '{two}' --log '{all}'"));
        let before = fs::read_to_string(&one)?;
        refused(&format!("log merge '{one}' '{two}' --log '{one}'"), &["one of the logs to merge"]);
        let other = path("other.txt");
        fs::write(&other, "something else\n")?;
        refused(&format!("log merge '{one}' '{two}' --log '{other}'"), &["is no log of this run"]);
        assert_eq!(fs::read_to_string(&one)?, before);
        assert_eq!(fs::read_to_string(&other)?, "something else\n");
        Ok(())
    }

    #[test]
    fn every_kind_of_log_is_merged() -> anyhow::Result<()> {
        let same = |name: &str| name.to_owned();
        check(
            "match tic-tac-toe --a alpha-beta --b random --games 6 --depth 2 --no-times \
             --log 'LOG' OPTIONS",
            same,
        )?;
        check(
            "ablate connect-four --engine 'alpha-beta + tt(mb=1)' --games 2 --nodes 200 --depth 3 \
             --positions 3 --no-times --log 'LOG' OPTIONS",
            same,
        )?;
        check(
            "analyse backgammon --position AwAAEAEAAAAAAA --cube --rollout 144 --plies 0 \
             --log 'LOG' OPTIONS",
            same,
        )?;
        check(
            "experiment star-minimax --positions 3 --depth 1 --no-times --log 'LOG' OPTIONS",
            same,
        )
    }

    #[test]
    fn games_to_train_by_are_merged() -> anyhow::Result<()> {
        check(
            "train shogi --dir 'LOG' --games 60 --nodes 20 --max-plies 60 --epochs 2 OPTIONS",
            |name| format!("{name}/games.jsonl"),
        )
    }

    /// Checks that the report of a whole log is what the command said, and that it says how much of
    /// one there is that was stopped.
    fn reported(command: &str, count: usize, whole: &str, part: &str) -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (log, json) = (path("log"), path("json"));
        let text = output(&format!("{command} --log '{log}' --json '{json}'"));
        let of_command = fs::read_to_string(&json)?;
        let report = output(&format!("log report '{log}' --json '{json}'"));
        let (head, rest) = report.split_once("\n\n").expect("a line on how much there is");
        assert_eq!(head, format!("{log}: {whole}"));
        // A report of an experiment has its command in it.
        let own = |line: &&str| !line.contains("starboard ");
        let lines = |text: &str| text.trim().lines().filter(own).collect::<Vec<_>>().join("\n");
        assert!(lines(&text).starts_with(&lines(rest)), "{text}\n{rest}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text);
        assert_eq!(read(&fs::read_to_string(&json)?)?, read(&of_command)?);

        let lines = fs::read_to_string(&log)?;
        let cut: String = lines.split_inclusive('\n').take(count + 1).collect();
        fs::write(&log, cut.clone() + "{\"half")?;
        let report = output(&format!("log report '{log}'"));
        assert!(report.starts_with(&format!("{log}: {part}\n")), "{report}");
        assert_eq!(fs::read_to_string(&log)?, cut + "{\"half", "it is left as it is");
        Ok(())
    }

    #[test]
    fn logs_are_reported_finished_or_not() -> anyhow::Result<()> {
        reported(
            "match tic-tac-toe --a alpha-beta --b random --games 6 --depth 2 --no-times",
            3,
            "6 of 6 games",
            "3 of 6 games",
        )?;
        reported(
            "tournament tic-tac-toe --player alpha-beta --player random --player 'alpha-beta(lmr)' --games 2 \
             --depth 2 --no-times",
            3,
            "6 games",
            "3 games",
        )?;
        let ablate = "ablate tic-tac-toe --engine 'alpha-beta + tt(mb=1) + history' --games 2 \
                      --nodes 200 --depth 3 --positions 1 --no-times";
        reported(ablate, 4, "10 of 10 results", "4 of 10 results")?;
        reported(
            "screen connect-four --engine 'alpha-beta + tt(mb=1) + history' --vary lmr \
             --nodes 200 --games 6 --no-times",
            3,
            "6 games",
            "3 games",
        )?;
        reported(
            "judge connect-four --engine 'alpha-beta + tt(mb=1) + history' --vary lmr \
             --vary '- history' --nodes 100 --positions 6 --no-times",
            3,
            "6 positions",
            "3 positions",
        )?;
        reported(
            "fit einstein --engine 'star2 + race' --depth 2 --positions 6",
            4,
            "6 positions",
            "4 positions",
        )?;
        reported(
            "experiment smallest-proof --game einstein --depth 1 --positions 4",
            2,
            "4 positions",
            "2 positions",
        )?;
        reported(
            "experiment star-minimax --positions 3 --depth 1 --no-times",
            1,
            "30 of 30 searches",
            "1 of 30 searches",
        )?;
        reported(
            "experiment ordering --part c --game othello --positions 3 --depth 1",
            5,
            "12 of 12 searches",
            "5 of 12 searches",
        )
    }

    #[test]
    fn what_is_no_log_is_refused() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("x");
        fs::write(&path, "{}\n")?;
        let path = path.display();
        refused(&format!("log merge '{path}' --log y"), &["not that of a log", "match"]);
        refused(&format!("log report '{path}'"), &["not that of a log", "match"]);
        fs::write(folder.path().join("x"), "{\"experiment\":\"self-play 1\"}\n")?;
        refused(&format!("log report '{path}'"), &["self-play 1 says nothing without"]);
        let log = folder.path().join("match").display().to_string();
        output(&format!("match tic-tac-toe --a random --b random --games 2 --log '{log}'"));
        refused(&format!("log report '{log}' --html '{log}.html'"), &["has no page"]);
        refused(
            "analyse backgammon --cube --rollout 72 --stop-error 0.1 --log x --shard 0/2",
            &["a shard cannot know"],
        );
        Ok(())
    }
}
