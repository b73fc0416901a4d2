//! `starboard judge`: which options choose better moves.

use std::io::Write;

use super::{
    Examples,
    arguments::{Kept, Varied},
    count,
};
use crate::{Context, interrupt};
use starboard_core::Limits;
use starboard_lab::{arena, command::Reported, judge, runs, screen};

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
    long_about = "See which options choose better moves, judged by a larger search: the engine, \
        and the engine with each option alone, choose their moves in the same positions, one from \
        each of many self-play games of the engine. Where the choices differ, a search with ten \
        times the limit, or three moves deeper where that is a depth alone, says what each of the \
        moves is worth, and the mean difference is what a choice gains. That shows in minutes what takes a match hours: whether an option does much \
        good or harm.\n\n\
        --vary gives the options as for `screen`: levels separated by |, each of them arguments of \
        the algorithm (futility=200), parts (+ killers), or both (lmr, lmr-root + killers), or a \
        part to leave out (- killers). A single level is compared with the engine as it is (- in \
        the table); of several, the others are compared with the first.\n\n\
        Gains are in thousandths of a win, with values turned into winning chances by a logistic \
        regression on the results of the games that the positions come from; or, where more than a \
        win is at stake, in thousandths of the game's unit. The 95 % intervals are Student's t. \
        Above the options stands the engine with half and with twice its limit, which shows what a \
        gain means. By default the judge is the engine itself, and prefers its own choices: trust \
        a match. Ctrl-C reports the results for the positions judged so far."
)]
pub(crate) struct Args {
    #[command(flatten)]
    varied: Varied,
    /// How many positions; the same command with more resumes the run
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 400)]
    positions: u64,
    /// The engine that says what moves are worth [default: the engine itself]
    #[arg(long, value_name = "DESC")]
    judge: Option<String>,
    /// Positions that the judge visits for each move [default: ten times as many as the engine]
    #[arg(long, value_name = "N", value_parser = count)]
    judge_nodes: Option<u64>,
    /// Seed for the positions
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
    let judge = judge_of(args, game, &engine, &limits)?;
    let mut described = design.alone();
    described.push(judge.description.clone());
    let header = judge::Header {
        experiment: judge::KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine,
        game: info.name,
        vary: args.varied.vary.clone(),
        limits,
        files: runs::files(game, described.iter().map(String::as_str))?,
        judge,
        seed: args.seed,
        times: !args.no_times,
        positions: usize::try_from(args.positions)?,
        shard: args.kept.shard,
    };
    let contenders = judge::contenders(game, &header, &design)?;
    let stop = interrupt::stop();
    let judged = judge::run(game, &header, &contenders, args.kept.keep(), context.terminal, &stop)?;
    args.kept.end(&header, judged.len(), &stop, out, || {
        let summary = judge::summarise(&header, &contenders, &judged, game);
        Reported::new(judge::text(&summary, context.width), &summary)
    })
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
        None => judge::scaled(&arena::side(game, engine, &given(limits))?.limits, JUDGE),
    };
    game.engine(Some(description))?;
    Ok(judge::Judge { description: description.to_owned(), limits })
}
