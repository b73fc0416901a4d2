//! `starboard judge`: which options choose better moves.

use std::{io::Write, path::PathBuf};

use super::{Examples, count, depth, shard_done, stopped, threads, time};
use crate::{Context, interrupt};
use starboard_core::Limits;
use starboard_lab::{
    arena, default_threads, files,
    html::counted,
    judge,
    runs::{self, Header as _, Shard},
    screen,
};

/// How many times as far the judge looks by default.
const JUDGE: f64 = 10.0;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "einstein"],
    built_in: &[
        "judge connect-four --vary lmp --vary improving --vary '|razoring=10|razoring=30' \
         --vary '- killers' --nodes 2000 --positions 200",
        "judge einstein --engine 'star2 + tt(mb=16)' --vary 'probes=2' --vary '+ history' \
         --nodes 2000 --positions 200 --log judge.jsonl",
    ],
    own: &["judge GAME --engine 'alpha-beta + tt(mb=16)' --vary '|lmr|lmr, lmr-root' \
            --vary '+ killers' --nodes 5000 --positions 400"],
};

/// Has moves chosen, and judged by a larger search.
#[derive(clap::Args, Debug)]
#[command(
    about = "See which options choose better moves, judged by a larger search",
    long_about = "See which options choose better moves, judged by a larger search: the engine, and the \
        engine with each option alone, choose their moves in the same positions, one out of each of \
        many games of the engine against itself. Where they differ, a search that looks ten times as far \
        says what each of the moves is worth, and the mean difference is what a choice gains. That \
        shows in minutes what takes a match hours: whether an option does much good or harm.\n\n\
        --vary names the options as it does for `screen`: levels with | between them, arguments of the \
        algorithm (futility=200), parts (+ killers), or both (lmr, lmr-root + killers), or a part to \
        leave out (- killers). With one level it is compared with the engine as it is (- in the table), \
        otherwise the others are with the first.\n\n\
        Gains are in thousandths of a win, values being turned into chances as the games that the \
        positions come from were won (logistic regression), or of the game's unit where more than a win is \
        at stake; intervals of 95 % are Student's. The engine with half of its limit and with \
        twice as much stands above them: it says what a gain is. The judge is the engine itself by \
        default, and prefers what it does itself: trust a match. Ctrl-C says what the positions judged so \
        far came to."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The engine that the options are added to [default: the game's strongest]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
    /// An option: its levels with | between them; again for more
    #[arg(long, value_name = "LEVELS", required = true, allow_hyphen_values = true)]
    vary: Vec<String>,
    /// How many positions; the same command with more goes on
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 400)]
    positions: u64,
    /// Positions to visit for each choice [default: as many as `compare` gives, if there is no
    /// other limit]
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Moves to look ahead for each choice
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// Positions to evaluate for each choice
    #[arg(long, value_name = "N", value_parser = count)]
    evaluations: Option<u64>,
    /// Time for each choice: seconds, or 500ms
    #[arg(long, value_name = "S", value_parser = time)]
    time: Option<std::time::Duration>,
    /// The engine that says what moves are worth [default: the engine itself]
    #[arg(long, value_name = "DESC")]
    judge: Option<String>,
    /// Positions that it visits for each move [default: ten times what the engine may]
    #[arg(long, value_name = "N", value_parser = count)]
    judge_nodes: Option<u64>,
    /// Fixes the positions
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep every position in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE.jsonl")]
    log: Option<PathBuf>,
    /// Judge only the positions i, i+N, i+2N, ... with i from 0; `log merge` puts the logs
    /// together
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        requires = "log")]
    shard: Shard,
    /// Positions to judge side by side [default: one a core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Write all times as 0, so that files can be compared
    #[arg(long)]
    no_times: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    files::can_write(&args.json)?;
    let info = game.info();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        evaluations: args.evaluations,
        time: args.time,
        ..Limits::default()
    };
    let engine = args.engine.clone().unwrap_or(info.engine);
    let design = screen::Design::new(game, &engine, &args.vary)?;
    let judge = judge_of(args, game, &engine, &limits)?;
    let mut described = design.alone();
    described.push(judge.description.clone());
    let header = judge::Header {
        experiment: judge::KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine,
        game: info.name,
        vary: args.vary.clone(),
        limits,
        files: runs::files(game, described.iter().map(String::as_str))?,
        judge,
        seed: args.seed,
        times: !args.no_times,
        positions: usize::try_from(args.positions)?,
        shard: args.shard,
    };
    let contenders = judge::contenders(game, &header, &design)?;
    let threads = args.threads.unwrap_or_else(default_threads);
    let (log, stop) = (args.log.as_deref(), interrupt::stop());
    let judged = judge::run(game, &header, &contenders, (log, threads), context.terminal, &stop)?;
    let is_part = stop.requested() && judged.len() < header.expected();
    if let (false, false, Some(log)) = (is_part, args.shard.is_whole(), log) {
        return shard_done(out, args.shard, &counted(judged.len(), "position"), log);
    }
    let summary = judge::summarise(&header, &contenders, &judged, game);
    if let Some(path) = &args.json {
        files::write_json(path, &summary)?;
    }
    write!(out, "{}", judge::text(&summary, context.width))?;
    if is_part { Err(stopped(&header, judged.len(), log)) } else { Ok(()) }
}

/// Who judges: `engine`, unless another is named, with ten times its limits, unless they
/// are named.
fn judge_of(
    args: &Args,
    game: &dyn starboard::AnyGame,
    engine: &str,
    limits: &Limits,
) -> anyhow::Result<judge::Judge> {
    let given = |both: &Limits| arena::PlayerLimits { both: both.clone(), ..Default::default() };
    let description = args.judge.as_deref().unwrap_or(engine);
    let limits = match args.judge_nodes {
        Some(nodes) => arena::side(game, description, &given(&Limits::nodes(nodes)))?.limits,
        None => judge::times(&arena::side(game, engine, &given(limits))?.limits, JUDGE),
    };
    game.engine(Some(description))?;
    Ok(judge::Judge { description: description.to_owned(), limits })
}
