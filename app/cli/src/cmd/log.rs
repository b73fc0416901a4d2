//! `starboard log`: the logs of long runs, whatever they are of.

use std::{io::Write, path::PathBuf};

use starboard::BadInput;
use starboard_lab::{
    ablate, arena,
    command::{GameCommands, MergeLogs},
    fit,
    html::counted,
    runs, screen,
};
use starboard_train as train;

use super::Examples;
use crate::{Context, experiment};

pub(crate) const EXAMPLES: Examples = Examples::any(&["log merge part-*.jsonl --log all.jsonl"]);

/// What a log of any game says it is, and what merges its kind.
const KINDS: [(&str, MergeLogs); 6] = [
    (arena::KIND, runs::merge::<arena::Header>),
    (ablate::KIND, runs::merge::<ablate::Header>),
    (screen::KIND, runs::merge::<screen::Header>),
    (fit::KIND, runs::merge::<fit::Header>),
    (train::KIND, runs::merge::<train::Header>),
    (experiment::KIND, runs::merge::<experiment::Parameters>),
];

/// The logs of long runs.
#[derive(clap::Args, Debug)]
#[command(
    about = "Put the logs of shards together",
    long_about = "The logs of long runs: matches, ablations, screenings, fits, self-play for training, rollouts and \
        experiments, each a line of JSON a result. A run that was shared out among machines by \
        --shard is put together again here, and comes to the log of a run in one piece."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Merge(Merge),
}

/// One log out of the logs of all shards.
#[derive(clap::Args, Debug)]
#[command(about = "Put the logs of all shards together into that of the whole")]
pub(super) struct Merge {
    /// The logs, one a shard, in any order
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The log to write
    #[arg(long = "log", value_name = "OUT")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.what {
        What::Merge(args) => merge(args, context, out),
    }
}

/// Merges logs of the kind that the first of them is; a mixture is refused by merging.
pub(super) fn merge(
    args: &Merge,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(first) = args.logs.first() else { return Err(BadInput::error("no logs to merge")) };
    let kind = runs::kind_of(first)?;
    let of_games = context.games.games().flat_map(GameCommands::logs_of);
    let kinds: Vec<_> = KINDS.iter().chain(of_games).copied().collect();
    let known = kinds.iter().find(|(name, _)| kind.as_deref() == Some(name));
    let (_, merge) = known.ok_or_else(|| {
        let kinds = kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        BadInput::error(format!(
            "{}: the first line is not that of a log; logs that are known: {kinds}",
            first.display()
        ))
    })?;
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

    #[test]
    fn what_is_no_log_is_refused() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("x");
        fs::write(&path, "{}\n")?;
        let path = path.display();
        refused(&format!("log merge '{path}' --log y"), &["not that of a log", "match"]);
        refused(
            "analyse backgammon --cube --rollout 72 --stop-error 0.1 --log x --shard 0/2",
            &["a shard cannot know"],
        );
        Ok(())
    }
}
