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
    #[command(flatten)]
    varied: Varied,
    /// How many positions; the same command with more goes on
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 400)]
    positions: u64,
    /// The engine that says what moves are worth [default: the engine itself]
    #[arg(long, value_name = "DESC")]
    judge: Option<String>,
    /// Positions that it visits for each move [default: ten times what the engine may]
    #[arg(long, value_name = "N", value_parser = count)]
    judge_nodes: Option<u64>,
    /// Fixes the positions
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
