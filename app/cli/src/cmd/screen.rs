//! `starboard screen`: which of many options help.

use std::io::Write;

use super::{
    Examples,
    arguments::{Kept, Varied},
};
use crate::{Context, interrupt};
use starboard_lab::{arena::Adjudication, command::Reported, runs, screen};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "einstein"],
    built_in: &[
        "screen connect-four --engine 'alpha-beta + tt(mb=16) + threats' --vary lmr --vary iir \
         --vary '|futility=10|futility=20' --vary '+ killers' --games 400 --nodes 2000",
        "screen connect-four --vary '- killers' --vary '- history' --vary '+ threats' \
         --games 400 --nodes 2000",
        "screen einstein --engine 'star2 + tt(mb=16)' --vary 'probes=2' --vary '+ history' \
         --games 400 --nodes 2000 --log screen.jsonl",
    ],
    own: &["screen GAME --engine 'alpha-beta + tt(mb=16)' --vary '|lmr|lmr, lmr-root' \
            --vary '+ killers' --games 400 --nodes 5000"],
};

/// Plays with options drawn by lot.
#[derive(clap::Args, Debug)]
#[command(
    about = "Test many options in the same games, to see which of them help",
    long_about = "Test many options in the same games, to see which of them help: in every pair of \
        games, both players are the engine with options drawn at random, each --vary \
        independently, so that every game says something about every option (a factorial \
        experiment). Large effects, good or bad, show after a few hundred games, however many \
        options there are.\n\n\
        --vary gives an option's levels, separated by |: arguments of the algorithm \
        (futility=200), parts (+ killers), or both (lmr, lmr-root + killers), which replace what \
        --engine says; or a part to leave out (- killers). The first level is drawn half the time, \
        and the others are compared with it; an empty level is the engine as it is (- in the \
        table). A single level is compared with the engine as it is. A limit in the engine's own \
        description (nodes=2000) holds where the command gives none of its kind.\n\n\
        Elo differences come from a logistic regression (Bradley-Terry) with a normal prior of \
        mean 0 and standard deviation 200 Elo for each option and for moving first; intervals are \
        over pairs. They are averages over whatever the other options are: whether options need \
        each other, or get in each other's way, shows in a match. Depth and time are least-squares \
        estimates without an interval: how many moves further the engine looks, and its time per \
        move as a multiple. Ctrl-C abandons the games in progress and reports the results of those \
        before them."
)]
pub(crate) struct Args {
    #[command(flatten)]
    varied: Varied,
    /// Games to play, an even number; the same command with more resumes the run
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: usize,
    /// Adjudicate a game once both players have agreed for N moves each that one of them is
    /// ahead by VALUE, in units of the game [default: play on]
    #[arg(long, value_name = "VALUE,N")]
    resign: Option<Adjudication>,
    /// Seed for the engines, the openings and the dice
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    kept: Kept,
    /// Write all times as 0, so that files can be compared
    #[arg(long)]
    no_times: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.varied.game)?;
    args.kept.can_write(None)?;
    let info = game.info();
    let limits = args.varied.limits.given();
    let engine = args.varied.engine.clone().unwrap_or(info.engine);
    let design = screen::Design::new(game, &engine, &args.varied.vary)?;
    let header = screen::Header {
        experiment: screen::KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine,
        game: info.name,
        vary: args.varied.vary.clone(),
        limits,
        seed: args.seed,
        adjudication: args.resign,
        times: !args.no_times,
        games: args.games,
        files: runs::files(game, design.alone().iter().map(String::as_str))?,
        shard: args.kept.shard,
    };
    let stop = interrupt::stop();
    let games = screen::run(game, &header, &design, args.kept.keep(), context.terminal, &stop)?;
    args.kept.end(&header, games.len(), &stop, out, || {
        let summary = screen::summarise(&header, &design, &games);
        Reported::new(screen::text(&summary, context.width), &summary)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    const SCREEN: &str = "screen connect-four --engine 'alpha-beta + tt(mb=1) + history' \
                          --vary lmr --vary '|futility=5|futility=50' --vary '+ killers' \
                          --nodes 200 --no-times";

    #[test]
    fn a_screening_is_gone_on_with() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let run = |log: &str, more: &str| output(&format!("{SCREEN} --log '{}' {more}", path(log)));
        let json = format!("--games 12 --threads 1 --json '{}'", path("screen.json"));
        let text = run("one", &json);
        for part in ["12 games", "futility=50", "+ killers", "beside", "To begin is worth"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        run("two", "--games 6");
        assert_eq!(run("two", "--games 12 --threads 2"), text);
        assert_eq!(fs::read(path("one"))?, fs::read(path("two"))?);
        run("a", "--games 12 --shard 0/2");
        run("b", "--games 12 --shard 1/2");
        output(&format!("log merge '{}' '{}' --log '{}'", path("b"), path("a"), path("all")));
        assert_eq!(fs::read(path("one"))?, fs::read(path("all"))?);
        let json: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path("screen.json"))?)?;
        let lines = json["lines"].as_array().expect("a list");
        assert_eq!(lines.len(), 4, "{json}");
        assert!(lines.iter().all(|line| line["elo"]["interval"].is_object()), "{json}");
        Ok(())
    }

    #[test]
    fn bad_input_is_named() {
        refused("screen connect-four", &["--vary <LEVELS>"]);
        refused("screen chess --vary lmr", &["there is no game \"chess\""]);
        refused(
            "screen connect-four --vary '- history' --games 3",
            &["an even number of games, found 3"],
        );
        refused("screen connect-four --vary 'futility=x'", &["with \"futility=x\"", "futility"]);
        refused("screen connect-four --vary '+ killers'", &["\"+ killers\" makes no difference"]);
        refused("screen connect-four --vary '|'", &["names nothing to vary"]);
        refused(
            "screen 2048 --engine star2 --vary '+ tt(mb=2)' --games 2",
            &["2048 is played alone"],
        );
    }
}
