//! `starboard train backgammon`: networks.

use std::{io::Write, path::PathBuf, sync::Arc};

use super::{Done, NetsPlan, NetsSummary, REFINE, RefinePlan, RolloutTargets, TD, TdPlan, train};
use starboard::BadInput;
use starboard_backgammon::{AnyNets, entries::nets::read as read_nets};
use starboard_lab::{
    command::{Context, Examples, count, list},
    files,
    html::counted,
    runs::Shard,
};
use starboard_train::TrainArgs;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "train backgammon --dir nets                          # from nothing, for hours",
        "train backgammon --dir on --from nets/trained.nets --generations 50 --deep",
        "train backgammon --dir part-0 --from on/trained.nets --generations 1 \\\n    \
         --generation-games 20000 --rollout 36 --shard 0/2     # half of the games",
    ],
    own: &[],
};

/// Games that the hand-crafted evaluator plays, of those played from nothing.
const WARM_UP: u64 = 5120;

/// Trains networks.
#[derive(clap::Args, Debug)]
#[command(
    about = "Train backgammon's networks from self-play",
    long_about = "Train backgammon's networks from self-play.\n\n\
        They learn by TD(lambda) from self-play games, the first few of which the hand-crafted \
        evaluator plays; then, in generations, from what they would say if they looked a ply \
        ahead, or with --deep two where that changes the move. The folder holds td.* from the first part, \
        refine.* from the second, and in the end trained.nets, summary.json and curve.svg; td.nets \
        and refine.nets can be used for play at any time; the games of a generation are in \
        samples-*.jsonl for as long as they are learned from. The same command resumes where it \
        was stopped."
)]
pub(crate) struct Args {
    #[command(flatten)]
    training: TrainArgs,

    /// Play only the games i, i+N, i+2N, ... with i from 0 of the next generation, and stop there;
    /// `log merge` puts the samples-*.jsonl files of all shards together, and the same command
    /// without --shard, in the folder with the merged file, learns from them. The folders of all
    /// shards must begin with the same networks: by --from, or as copies of one folder
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        help_heading = "Backgammon")]
    shard: Shard,
    /// Self-play games to learn from at first, starting from nothing
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 40_960, help_heading = "Backgammon")]
    self_play: u64,
    /// The networks to begin with, instead of self-play
    #[arg(long, value_name = "FILE", help_heading = "Backgammon")]
    from: Option<PathBuf>,
    /// Generations of games to learn from by looking ahead
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 300, help_heading = "Backgammon")]
    generations: u64,
    /// Games in a generation
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 128, help_heading = "Backgammon")]
    generation_games: u64,
    /// How many generations are learned from at a time
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 40, help_heading = "Backgammon")]
    window: u64,
    /// How many positions are drawn from that window for every new one
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 4, help_heading = "Backgammon")]
    passes: u64,
    /// The most moves of a decision to look ahead after and learn from
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 2, help_heading = "Backgammon")]
    moves: u64,
    /// By how many points a move may look worse than the best and still be one of these
    #[arg(long, value_name = "X", default_value_t = 0.08, help_heading = "Backgammon")]
    margin: f32,
    /// Plies to look ahead after these moves, 1 or 2; the second with five rolls that stand for
    /// all, at six times the cost
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=2), default_value_t = 1, help_heading = "Backgammon")]
    look: u32,
    /// Look two plies ahead, with all rolls, where looking one ply ahead changes the move
    #[arg(long, help_heading = "Backgammon")]
    deep: bool,
    /// Weight of the loss on differences between the moves of a decision, which determine the move
    /// chosen, relative to the loss on probabilities, which determine the level; 0 for none
    #[arg(long, value_name = "X", default_value_t = 0.0, help_heading = "Backgammon")]
    siblings: f32,
    /// Where looking one ply ahead changes the best move, roll out both moves this many times,
    /// without looking ahead, with variance reduction; 36 give every first roll its share
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "deep", help_heading = "Backgammon")]
    rollout: Option<u64>,
    /// Turns after which a rollout is evaluated; 0 to play to the end
    #[arg(
        long,
        value_name = "T",
        default_value_t = 11,
        requires = "rollout",
        help_heading = "Backgammon"
    )]
    rollout_turns: u32,
    /// How much of what is learned comes from the end of the game, after variance reduction, rather
    /// than from the next ply, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.5, help_heading = "Backgammon")]
    lambda: f32,
    /// The learning rate in the first generation
    #[arg(long, value_name = "X", default_value_t = 0.002, help_heading = "Backgammon")]
    rate_from: f32,
    /// The learning rate in the last generation
    #[arg(long, value_name = "X", default_value_t = 0.0002, help_heading = "Backgammon")]
    rate_to: f32,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (options, seed) = (args.training.run.options(context.terminal), args.training.run.seed);
    if !(0.0..=1.0).contains(&args.lambda) {
        return Err(BadInput::error("--lambda: expected a number from 0 to 1"));
    }
    if !(0.0..=1000.0).contains(&args.siblings) || !(0.0..=3.0).contains(&args.margin) {
        return Err(BadInput::error(
            "--siblings, --margin: expected a number from 0 to 1000, and one from 0 to 3",
        ));
    }
    if ![args.rate_from, args.rate_to].iter().all(|rate| *rate > 0.0 && *rate <= 0.1) {
        return Err(BadInput::error(
            "--rate-from, --rate-to: expected a number above 0, up to 0.1",
        ));
    }
    let from = match &args.from {
        None => None,
        Some(path) => {
            let bad = |why| BadInput::error(format!("{}: {why}", path.display()));
            match read_nets(path).map_err(bad)? {
                AnyNets::Own(nets) => Some(Arc::unwrap_or_clone(nets)),
                AnyNets::Gnubg(..) => {
                    let why = "these are GNU Backgammon's networks, which are not trained here";
                    return Err(bad(why.to_owned()));
                }
            }
        }
    };
    let plan = NetsPlan {
        from,
        td: TdPlan {
            experiment: TD.to_owned(),
            seed,
            games: args.self_play,
            warm_up: WARM_UP,
            lambda: 0.5,
            rate: [0.003, 0.001],
        },
        refine: RefinePlan {
            experiment: REFINE.to_owned(),
            seed: seed.wrapping_add(1),
            generations: args.generations,
            games: args.generation_games,
            window: usize::try_from(args.window)?,
            passes: usize::try_from(args.passes)?,
            moves: usize::try_from(args.moves)?,
            margin: args.margin,
            look: args.look,
            deep: args.deep,
            rollout: args
                .rollout
                .map(|trials| RolloutTargets { trials, turns: args.rollout_turns }),
            stray: 12,
            lambda: args.lambda,
            siblings: args.siblings,
            rate: [args.rate_from, args.rate_to],
        },
        shard: args.shard,
    };
    let summary = match train(&plan, options)? {
        Done::All(summary) => summary,
        Done::Shard(games, log) => {
            let (shard, games, log) = (args.shard, counted(games, "game"), log.display());
            return Ok(writeln!(
                out,
                "shard {shard}: {games} in {log}; `log merge` puts those of all shards \
                 together"
            )?);
        }
    };
    if let Some(path) = &args.training.run.json {
        files::write_json(path, &summary)?;
    }
    let file = options.folder.join("trained.nets");
    Ok(write!(out, "{}\nwritten: {}\n", text(&summary, context.width), file.display())?)
}

/// The generations, at most twenty of them.
fn text(summary: &NetsSummary, width: usize) -> String {
    let generations = &summary.generations;
    let step = generations.len().div_ceil(20).max(1);
    let shown = generations.iter().enumerate();
    let shown = shown.filter(|(i, _)| (i + 1) % step == 0 || i + 1 == generations.len());
    let rows = shown.map(|(_, g)| {
        let error = |i: usize| format!("{:.4}", g.errors[i][0]);
        let ppg = g.ppg.map_or(String::new(), |[mean, se]| format!("{mean:+.3} ± {se:.3}"));
        let share = format!("{:.1} %", 100.0 * g.interesting);
        [g.number.to_string(), error(0), error(1), error(2), share, ppg]
    });
    let head = ["generation", "contact", "crashed", "race", "interesting", "against the start"];
    format!(
        "Mean error of the equity before learning, against looking ahead:\n{}",
        list(head, rows, width)
    )
}
