//! `starboard train go`: patterns, corners and openings; and, by subcommands, [what becomes of
//! groups and points](super::prospects), trees of moves and [eye spaces](super::eyes).

use std::{io::Write, path::PathBuf};

use clap::ArgMatches;
use starboard_go::patterns::train::Options as Learning;

use super::{GoPlan, GoSummary, eyes, prospects, train, trees};
use starboard::BadInput;
use starboard_lab::{
    command::{Context, Examples, count, list},
    files,
};
use starboard_train::TrainArgs;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["go"],
    built_in: &[
        "train go --dir learned --records games.sgfs.xz more/   # .sgf, .sgfs, .xz, folders",
        "train go prospects --dir learned --log match.jsonl \\\n    \
         --katago 'katago analysis -config CONFIG -model MODEL'",
        "train go trees --dir learned --records games.sgfs.xz",
        "train go eyes --dir eyes",
    ],
    own: &[],
};

/// The subcommands.
const PROSPECTS: &str = "prospects";
const TREES: &str = "trees";
const EYES: &str = "eyes";

/// Learns.
#[derive(Debug)]
pub(crate) enum Args {
    Patterns(PatternArgs),
    Prospects(prospects::command::Args),
    Trees(trees::Args),
    Eyes(eyes::Args),
}

// Arguments that are required without a subcommand are not required with one, which a derived
// struct cannot express.
impl clap::FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some((PROSPECTS, inner)) => {
                prospects::command::Args::from_arg_matches(inner).map(Self::Prospects)
            }
            Some((TREES, inner)) => trees::Args::from_arg_matches(inner).map(Self::Trees),
            Some((EYES, inner)) => eyes::Args::from_arg_matches(inner).map(Self::Eyes),
            _ => PatternArgs::from_arg_matches(matches).map(Self::Patterns),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Args {
    fn augment_args(command: clap::Command) -> clap::Command {
        let prospects = prospects::command::Args::augment_args(clap::Command::new(PROSPECTS));
        let eyes = eyes::Args::augment_args(clap::Command::new(EYES));
        let trees = trees::Args::augment_args(clap::Command::new(TREES));
        PatternArgs::augment_args(command)
            .subcommands([prospects, trees, eyes])
            .subcommand_negates_reqs(true)
            .disable_help_subcommand(true)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

/// Learns from game records.
#[derive(clap::Args, Debug)]
#[command(
    about = "Learn patterns, corners and openings of Go from game records",
    long_about = "Learn patterns, corners and openings of Go from game records.\n\n\
        The records should be of players as strong as possible: thousands of games make it \
        worthwhile, and tens of thousands are better. go.library holds what is played in corners \
        and openings, how often and with what result. go.patterns holds what good moves look like: \
        the values of features and of the shapes around a move, by a Bradley-Terry model (Coulom \
        2007) over positions drawn from all games. One game in twenty is for validation, and in \
        the end the report says how often the moves of these games were among the best. fit.bin \
        keeps the fit after every epoch; the same command resumes from there, and more epochs can \
        be asked for.\n\n\
        What becomes of groups and points is learned by `train go prospects`, trees of moves are \
        found by `train go trees`, and the table of small eye spaces is solved by `train go eyes`; \
        each has its own --help."
)]
pub(crate) struct PatternArgs {
    #[command(flatten)]
    training: TrainArgs,

    /// Games to learn from: .sgf, .sgfs (one game per line), both also xz-compressed, and folders
    /// of all these
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Go")]
    records: Vec<PathBuf>,
    /// How often a shape has to be played to be known
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 10, help_heading = "Go")]
    shapes: u64,
    /// Positions to fit values to, drawn from all games; each takes 3 kB of memory
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 300_000, help_heading = "Go")]
    sample: u64,
    /// Epochs: how often to go over all values
    #[arg(long = "epochs", alias = "rounds", value_name = "N", value_parser = count, default_value_t = 12, help_heading = "Go")]
    rounds: u64,
    /// Prior: how many games each feature is taken to have won, and to have lost, before any is
    /// seen
    #[arg(
        long = "prior-games",
        alias = "believed",
        value_name = "X",
        default_value_t = 1.0,
        help_heading = "Go"
    )]
    believed: f64,
    /// How often a corner or an opening has to be seen to be known
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 2, help_heading = "Go")]
    library: u64,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match args {
        Args::Patterns(args) => patterns(args, context, out),
        Args::Prospects(args) => prospects::command::run(args, context, out),
        Args::Trees(args) => trees::run(args, context, out),
        Args::Eyes(args) => eyes::run(args, context, out),
    }
}

fn patterns(args: &PatternArgs, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (options, seed) = (args.training.run.options(context.terminal), args.training.run.seed);
    if args.records.is_empty() {
        let message = "--records: which games to learn from, as in --records games.sgfs.xz";
        return Err(BadInput::error(message));
    }
    if !(args.believed > 0.0 && args.believed <= 1000.0) {
        return Err(BadInput::error("--prior-games: expected a number above 0, up to 1000"));
    }
    let small = |name: &str, number: u64| {
        let most = u32::MAX;
        let message = || BadInput::error(format!("--{name}: expected at most {most}"));
        u32::try_from(number).map_err(|_| message())
    };
    let plan = GoPlan {
        records: args.records.clone(),
        patterns: Learning {
            least: small("shapes", args.shapes)?,
            positions: small("sample", args.sample)? as usize,
            prior: args.believed,
            rounds: small("epochs", args.rounds)?,
            seed,
        },
        library: small("library", args.library)?,
    };
    let summary = train(&plan, options)?;
    if let Some(path) = &args.training.run.json {
        files::write_json(path, &summary)?;
    }
    let [patterns, library] = ["go.patterns", "go.library"].map(|name| options.folder.join(name));
    let (text, patterns) = (text(&summary, context.width), patterns.display());
    Ok(write!(out, "{text}\nwritten: {patterns}, {}\n", library.display())?)
}

fn text(summary: &GoSummary, width: usize) -> String {
    let GoSummary { games, skipped, distinct, held_back, shapes, prediction, .. } = summary;
    let GoSummary { known: [corners, openings], moves: [in_corners, in_openings], .. } = summary;
    let rows = [1, 2, 3, 5, 10, 20].map(|count| {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let error = format!("{:.1}", 196.0 * prediction.error(count));
        [count.to_string(), percent(prediction.top(count)), error]
    });
    format!(
        "{games} games ({distinct} of them distinct; {skipped} files or lines without any), \
         {held_back} for validation\n\
         {corners} corners with {in_corners} moves, {openings} openings with {in_openings} moves\n\
         {shapes} shapes; {} moves of them, log-evidence {:.4}\n\n{}",
        prediction.positions,
        prediction.evidence,
        list(["best", "hold the move played", "+-, 95 %"], rows, width)
    )
}
