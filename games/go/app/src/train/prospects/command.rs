//! `starboard train go prospects`: what becomes of groups and points.

use std::{io::Write, path::PathBuf};

use super::{Done, Drawing, Plan, Summary, train};
use starboard::BadInput;
use starboard_go::prospects::MOST_UNITS;
use starboard_lab::{
    command::{Context, count, list},
    files,
    html::counted,
    runs::Shard,
};
use starboard_train::RunArgs;

/// Learns what becomes of groups and points.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "starboard train go prospects [OPTIONS] --dir <DIR>",
    about = "Learn what becomes of groups and of empty points from what KataGo expects",
    long_about = "Learn what becomes of groups and of empty points from what KataGo expects.\n\n\
        Positions are taken from games, and for each of them KataGo's network is asked who leads \
        and who will own each point; labels.jsonl keeps its answers. Then two small networks are \
        fitted to these answers: one says how likely a group is to live, the other who will own an \
        empty point. Both are in go.prospects, which 'reasons(prospects=FILE)' plays with. One \
        game in five, chosen by a hash of its name, is held out: the networks never see it, and \
        what the report says about them is measured on these games.\n\n\
        The same command resumes labelling where it was stopped, and labelling can be split into \
        shards. Use one folder for each board size, with a KataGo config for that size, and in the \
        end fit to all of them with --labels; fitting takes minutes, and always starts afresh.",
    after_help = "Examples:\n  \
        starboard train go prospects --dir nine --log match.jsonl --every 4 --labels-only \\\n    \
        --katago 'katago analysis -config 9.cfg -model MODEL'\n  \
        starboard train go prospects --dir learned --labels nine/labels.jsonl thirteen/labels.jsonl\n  \
        starboard match go --a 'reasons(prospects=learned/go.prospects)' --b reasons --games 40"
)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,

    /// Games: logs of matches on one board size, uncompressed
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Labels")]
    log: Vec<PathBuf>,
    /// Games: records (.sgf, .sgfs, both also xz-compressed, and folders); games with a handicap
    /// are left out
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Labels")]
    records: Vec<PathBuf>,
    /// The command that starts KataGo's analysis engine, which is asked for one visit (its network
    /// alone); not needed where everything is labelled
    #[arg(long, value_name = "COMMAND", help_heading = "Labels")]
    katago: Option<String>,
    /// Label only the positions i, i+N, i+2N, ... with i from 0, and stop there; `log merge` puts
    /// the labels.jsonl files of all shards together, and the same command without --shard, in the
    /// folder with the merged file, fits the networks
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        help_heading = "Labels")]
    shard: Shard,
    /// Take a position every N moves
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 5, help_heading = "Labels")]
    every: u64,
    /// From each position, take one more after up to this many unusual moves, as a search meets
    /// them; 0 for none
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Labels")]
    odd: u32,
    /// The most games to take from a file [default: all]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Labels")]
    games: Option<u64>,
    /// Only label, and fit nothing
    #[arg(long, help_heading = "Labels")]
    labels_only: bool,

    /// More labels: the labels.jsonl files of other folders
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Fit")]
    labels: Vec<PathBuf>,
    /// Hidden units of the network for groups; the one for points has half as many
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 48, help_heading = "Fit")]
    units: u64,
    /// Epochs: how often to go over the groups; the points are gone over a quarter as often
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 25, help_heading = "Fit")]
    epochs: u64,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (options, seed) = (args.run.options(context.terminal), args.run.seed);
    let from_games = !(args.log.is_empty() && args.records.is_empty());
    if !from_games && (args.labels_only || !args.shard.is_whole()) {
        let what = if args.labels_only { "--labels-only" } else { "--shard" };
        let message = format!("{what}: which games to label, by --log or --records");
        return Err(BadInput::error(message));
    }
    if args.units > MOST_UNITS as u64 {
        return Err(BadInput::error(format!("--units: expected at most {MOST_UNITS}")));
    }
    let plan = Plan {
        logs: args.log.clone(),
        records: args.records.clone(),
        games: args.games.map_or(Ok(usize::MAX), usize::try_from)?,
        drawing: Drawing {
            every: usize::try_from(args.every)?,
            odd: usize::try_from(args.odd)?,
            seed,
        },
        shard: args.shard,
        katago: args.katago.clone(),
        labels: args.labels.clone(),
        labels_only: args.labels_only,
        units: usize::try_from(args.units)?,
        epochs: usize::try_from(args.epochs)?,
        seed,
    };
    let summary = match train(&plan, options)? {
        Done::Fitted(summary) => summary,
        Done::Labelled(labels) => {
            let labels = counted(labels, "label");
            let log = options.folder.join("labels.jsonl");
            let log = log.display();
            let shard = args.shard;
            return Ok(match shard.is_whole() {
                true => writeln!(out, "{labels} in {log}"),
                false => writeln!(
                    out,
                    "shard {shard}: {labels} in {log}; `log merge` puts those of all \
                     shards together"
                ),
            }?);
        }
    };
    if let Some(path) = &args.run.json {
        files::write_json(path, &summary)?;
    }
    let file = options.folder.join("go.prospects");
    Ok(write!(out, "{}\nwritten: {}\n", text(&summary, context.width), file.display())?)
}

fn text(summary: &Summary, width: usize) -> String {
    let Summary { fitted, held_out, groups, points, .. } = summary;
    let rows = summary.errors.iter().map(|off| {
        let size = format!("{0}x{0}", off.size);
        let figures = [off.mean, off.root_mean_square].map(|x| format!("{x:.2}"));
        let [mean, rms] = figures;
        [off.learned.clone(), size, off.positions.to_string(), mean, rms]
    });
    let head = ["evaluation by", "board", "positions", "points off", "root mean square"];
    format!(
        "{fitted} positions fitted to, {held_out} held out; {groups} groups, {points} points, as \
         either player sees them\n\n\
         How far the evaluation is from KataGo's leads in positions held out:\n{}",
        list(head, rows, width)
    )
}
