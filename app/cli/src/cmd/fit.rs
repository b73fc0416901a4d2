//! `starboard fit`: the margins by which shallow searches stand for deep ones.

use std::io::Write;

use starboard::{BadInput, MAX_DEPTH};
use starboard_core::Value;
use starboard_lab::{command::Reported, fit, runs};

use super::{Examples, arguments::Kept, count};
use crate::{Context, interrupt};

/// How many standard deviations wide margins are by default.
pub(crate) const CONFIDENCE: f64 = 2.0;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["einstein", "connect-four"],
    built_in: &[
        "fit einstein --depth 4 --positions 1000 --json fit.json",
        "fit backgammon --engine 'star2 + net' --depth 2 --log fit.jsonl",
        "fit connect-four --engine 'alpha-beta + threats' --depth 8",
    ],
    own: &["fit GAME --depth 4 --positions 1000"],
};

/// Finds the margins of ProbCut.
#[derive(clap::Args, Debug)]
#[command(
    about = "Find how well shallow searches predict deeper ones, for ProbCut",
    long_about = "Find how well shallow searches predict deeper ones: what ProbCut and \
        ChanceProbCut rely on.\n\n\
        One position is taken from each of many games, in which the engine looks one move ahead \
        and plays one move in four at random: a position before a roll if the game has rolls, a \
        decision otherwise. It is searched to every depth up to --depth by an engine that prunes \
        nothing that matters, and the value at each depth is fitted as a linear function of the \
        value at every smaller depth. `error` is the standard deviation of the residuals. There \
        are fewer `pairs` than positions where the whole tree had already been searched, or a win \
        was certain.\n\n\
        For a game with chance, this is followed by the arguments with which star1 and star2 cut a \
        chance node that a shallower search finds outside the window by more than --confidence \
        times the error. Depths are those of chance nodes: a search three moves deep has them at \
        depths 2 and 1, and `depth 1 from 0` relies on the static evaluation alone. How many of \
        these cuts are wrong shows in games, or in `regret` for backgammon; how much they save \
        shows in `ablate --games 0`. For a game without chance, alpha-beta's argument `probcut` is \
        shown from depth 4 on: ProbCut searches three moves less deep after a move than the full \
        search would, and has one margin for all depths, here the one around a value of 0.\n\n\
        Ctrl-C abandons the searches in progress and reports the results of those before them; \
        with --log, the same command resumes later, also with more positions."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The engine, which has to be exact [default: star2 or alpha-beta, with the game's
    /// evaluation]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
    /// The deepest search, in moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)), default_value_t = 2)]
    depth: u32,
    /// How many positions, each from a game of its own
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 300)]
    positions: u64,
    /// By how many standard deviations a shallower value has to be outside the window
    #[arg(long, value_name = "T", default_value_t = CONFIDENCE)]
    confidence: f64,
    /// Seed for the games
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    kept: Kept,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    if !(args.confidence > 0.0 && args.confidence.is_finite()) {
        let found = args.confidence;
        return Err(BadInput::error(format!("--confidence: expected more than 0, found {found}")));
    }
    let game = context.games.find(&args.game)?;
    args.kept.can_write(None)?;
    let info = game.info();
    let usual = if info.chance { "star2 + tt(mb=16)" } else { "alpha-beta + tt(mb=16)" };
    let engine = args.engine.clone().unwrap_or_else(|| usual.to_owned());
    let header = fit::Header {
        experiment: fit::KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: info.name,
        files: runs::files(game, [engine.as_str()])?,
        engine,
        depth: args.depth,
        seed: args.seed,
        positions: usize::try_from(args.positions)?,
        shard: args.kept.shard,
    };
    let stop = interrupt::stop();
    let keep = args.kept.keep().until(&stop);
    let samples = fit::run(game, &header, keep, context.terminal)?;
    args.kept.end(&header, samples.len(), &stop, out, || {
        let start = game.start();
        let decisive = (start.mate() > 0).then(|| Value::decisive(start.mate()).raw());
        let summary = fit::summarise(&header, &samples, (decisive, info.chance), args.confidence);
        Reported::new(fit::text(&summary, start.unit(), context.width), &summary)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    #[test]
    fn a_fit_is_gone_on_with_and_its_arguments_are_read() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let run = |log: &str, positions: u32, more: &str| {
            output(&format!(
                "fit einstein --engine 'star2 + race' --depth 3 --positions {positions} --seed 3 \
                 --log '{}' {more}",
                path(log)
            ))
        };
        let text = run("one", 12, &format!("--threads 1 --json '{}'", path("fit.json")));
        run("two", 5, "");
        assert_eq!(run("two", 12, "--threads 2"), text);
        assert_eq!(fs::read(path("one"))?, fs::read(path("two"))?);
        run("a", 12, "--shard 0/2");
        run("b", 12, "--shard 1/2");
        output(&format!("log merge '{}' '{}' --log '{}'", path("b"), path("a"), path("all")));
        assert_eq!(fs::read(path("one"))?, fs::read(path("all"))?);

        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("fit.json"))?)?;
        let row = &json["rows"][0];
        assert_eq!((row["depth"].as_u64(), row["shallow"].as_u64()), (Some(3), Some(2)), "{json}");
        assert!(row["regression"]["correlation"].as_f64() > Some(0.5), "{json}");
        let arguments = row["arguments"].as_str().expect("a game with chance");
        assert!(text.contains(arguments), "{text}");
        output(&format!("analyse einstein --engine 'star2({arguments}) + race' --depth 3"));
        refused(
            &format!(
                "fit einstein --engine 'star2 + race' --depth 3 --positions 5 --seed 3 --log '{}'",
                path("one")
            ),
            &["one has 12 positions already, and this run is of 5 positions"],
        );
        let plain =
            output("fit connect-four --engine 'alpha-beta + threats' --positions 12 --depth 4");
        assert!(plain.contains("from") && !plain.contains("star1"), "{plain}");
        let from = "  depth 4 from depth 1: ";
        let argument = plain.lines().find_map(|line| line.strip_prefix(from)).expect("a margin");
        output(&format!("analyse connect-four --engine 'alpha-beta({argument})' --depth 3"));
        Ok(())
    }

    #[test]
    fn bad_input_is_named() {
        refused("fit einstein --engine 'star2(samples=3)'", &["star2(samples=3)", "is not exact"]);
        refused(
            "fit einstein --engine 'star2(depth=2)'",
            &["star2(depth=2) has limits of its own"],
        );
        refused("fit einstein --depth 0", &["--depth <N>"]);
        assert!(output("fit einstein --positions 1 --depth 1").contains("give more --positions"));
        refused("fit einstein --confidence 0", &["--confidence: expected more than 0, found 0"]);
        refused("fit chess", &["there is no game \"chess\""]);
    }
}
