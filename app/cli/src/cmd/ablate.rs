//! `starboard ablate`: what each part of an engine is worth.

use std::io::Write;

use super::{Examples, arguments::Kept, count, depth};
use crate::{Context, interrupt};
use starboard_lab::{ablate, command::Reported, runs};

/// Positions that are searched by default.
const POSITIONS: u64 = 20;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "einstein"],
    built_in: &[
        "ablate connect-four --games 200 --nodes 5000 --json parts.json",
        "ablate einstein --engine 'star2 + tt(mb=16) + history' --games 400 --nodes 2000",
        "ablate connect-four --games 2000 --nodes 5000 --log parts.jsonl",
    ],
    own: &["ablate GAME --games 200 --nodes 5000 --json parts.json"],
};

/// Switches off the parts of an engine one by one.
#[derive(clap::Args, Debug)]
#[command(
    about = "Switch off the parts of an engine one by one",
    long_about = "Switch off the parts of an engine one by one: the table, each ordering, each \
        option that is on. Every variant searches the game's positions to a fixed depth, which \
        shows what the part saves in nodes and time, and plays paired games against the whole \
        engine with the same number of nodes per move, which shows what it is worth.\n\n\
        Nodes without the part are given as a multiple of those with it, the geometric mean over \
        the positions with an interval (bootstrap from 20 positions on, Student's t for the \
        logarithm with fewer, none below 5); Elo comes from the pairs of games, and is above 0 \
        where the part helps. Where the games were too shallow to say what reductions and pruning \
        are worth, a note says so. Ctrl-C abandons the searches and games in progress and reports \
        the results so far."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The engine to take apart [default: the game's strongest]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
    /// Games of each variant against the whole engine, an even number; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Positions that each player visits per move [default: as many as `compare` gives]
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Moves to look ahead on the positions [default: as deep as `compare` goes]
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// The most positions to search
    #[arg(long, value_name = "N", value_parser = count, default_value_t = POSITIONS)]
    positions: u64,
    /// Seed for the openings and the dice
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    #[command(flatten)]
    kept: Kept,
    /// Write all times as 0, so that files can be compared
    #[arg(long)]
    no_times: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    args.kept.can_write(None)?;
    let info = game.info();
    let engine = args.engine.clone().unwrap_or(info.engine);
    let most = usize::try_from(args.positions)?;
    let header = ablate::Header {
        experiment: ablate::KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: info.name,
        variants: ablate::variants(game, &engine)?,
        files: runs::files(game, [engine.as_str()])?,
        engine,
        positions: ablate::positions(game, most).len(),
        depth: args.depth.unwrap_or(info.default_depths.compare),
        games: args.games,
        nodes: args.nodes.unwrap_or(info.default_depths.compare_nodes),
        seed: args.seed,
        times: !args.no_times,
        shard: args.kept.shard,
    };
    let stop = interrupt::stop();
    let results = ablate::run(game, &header, args.kept.keep(), context.terminal, &stop)?;
    args.kept.end(&header, results.len(), &stop, out, || {
        let summary = ablate::summarise(&header, &results);
        let mut text = ablate::text(&summary, context.width);
        if let (false, Some(caveat)) = (info.chance, summary.caveat()) {
            text += &format!("\n{caveat}");
        }
        Reported::new(text, &summary)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    #[test]
    fn parts_are_measured_and_runs_gone_on_with() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name);
        let run = |name: &str, threads: usize| {
            output(&format!(
                "ablate connect-four --engine 'alpha-beta + tt(mb=1) + history' --games 4 \
                 --nodes 300 --depth 4 --positions 3 --no-times --threads {threads} \
                 --json '{}' --log '{}'",
                path("parts.json").display(),
                path(name).display()
            ))
        };
        let text = run("one", 1);
        for part in ["pvs", "tt", "history", "won-drawn-lost"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        assert!(text.contains("At 300 nodes a move the whole engine looked "), "{text}");
        assert!(!text.contains("time") && text.contains("too few for an interval"), "{text}");
        let json: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path("parts.json"))?)?;
        assert!(json["mean_depth"].as_f64().is_some_and(|depth| depth < 8.0), "{json}");
        let parts = json["parts"].as_array().expect("a list");
        let alike = |part: &serde_json::Value| part["pairs_alike"].as_u64().expect("a count");
        let said = text.matches(" alike").count();
        assert_eq!(said, parts.iter().filter(|part| alike(part) > 0).count(), "{text}");
        assert!(parts.iter().all(|part| part["nodes"]["value"].as_f64() > Some(0.0)), "{json}");
        let whole = fs::read(path("one"))?;
        for cut in [whole.len() / 4, whole.len() / 2, whole.len() - 3] {
            fs::write(path("two"), &whole[..cut])?;
            assert_eq!(run("two", 2), text);
            assert!(fs::read(path("two"))? == whole, "killed after {cut} bytes");
        }
        Ok(())
    }

    #[test]
    fn bad_input_is_named() {
        refused("ablate tic-tac-toe --engine minimax", &["no part to switch off"]);
        refused("ablate tic-tac-toe --games 3", &["expected an even number of games, found 3"]);
        refused("ablate 2048 --engine 'star2 + tt(mb=2)' --games 2", &["2048 is played alone"]);
        refused("ablate chess", &["there is no game \"chess\""]);
    }
}
