//! `starboard evaluate`: static evaluations of positions.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;
use starboard_backgammon::{
    Backgammon, Class, NetEvaluator, Scoring, bearoff::Bearoff, cube::WithBearoff,
};
use starboard_core::Game;

use starboard::BadInput;
use starboard_backgammon::entries::nets::read as read_nets;
use starboard_lab::command::{Context, Examples};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "evaluate backgammon positions.txt",
        "evaluate backgammon - --json < positions.txt",
    ],
    own: &["evaluate backgammon positions.txt"],
};

/// Says how games are likely to end.
#[derive(clap::Args, Debug)]
#[command(
    about = "Show how likely each kind of win and loss is, for positions in a file, without a \
        search",
    long_about = "Show how likely each kind of win and loss is, for positions in a file, without a \
        search.\n\n\
        The file has one position per line, as a Position ID, with or without dice, or an XGID; \
        empty lines and those that begin with # are skipped. For each position, the output has the \
        probabilities that the player to move wins, wins a gammon, wins a backgammon, loses a \
        gammon and loses a backgammon (a backgammon also counts as a gammon, and a gammon as a \
        win), and the cubeless equity for money. For a position after a roll, these are the \
        figures of the best move. The bearoff databases are asked first, and the networks where \
        these know nothing."
)]
pub(crate) struct Args {
    /// The game; only backgammon can be evaluated like this
    game: String,
    /// The file of positions; - is stdin
    file: PathBuf,
    /// Write one line of JSON per position
    #[arg(long)]
    json: bool,
    /// The networks, which may be GNU Backgammon's gnubg.weights or gnubg.wd [default: the
    /// program's own]
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row<'a> {
    position: &'a str,
    class: Class,
    win: f32,
    win_gammon: f32,
    win_backgammon: f32,
    lose_gammon: f32,
    lose_backgammon: f32,
    equity: f32,
}

/// The evaluator with these networks, or with the built-in ones.
pub(super) fn evaluator(nets: Option<&Path>) -> anyhow::Result<NetEvaluator> {
    let Some(path) = nets else { return Ok(NetEvaluator::default()) };
    let bad = |why| BadInput::error(format!("{}: {why}", path.display()));
    Ok(NetEvaluator::new(read_nets(path).map_err(bad)?))
}

/// Checks that the game is the one that can be evaluated.
pub(super) fn only_backgammon(context: &Context<'_>, game: &str) -> anyhow::Result<()> {
    let game = context.games.find(game)?.name();
    if game == "backgammon" {
        return Ok(());
    }
    Err(BadInput::error(format!("{game} has no networks; games that have: backgammon")))
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    only_backgammon(context, &args.game)?;
    let evaluator = evaluator(args.nets.as_deref())?;
    let mut eval = WithBearoff { evaluator, bearoff: Bearoff::shared()? };
    let name = args.file.display();
    let mut text = String::new();
    if args.file.as_os_str() == "-" {
        std::io::stdin().read_to_string(&mut text).context("cannot read stdin")?;
    } else {
        text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    }
    if !args.json {
        writeln!(out, "   win  win g win bg lose g lose bg  equity  class    position")?;
    }
    for (i, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = Backgammon::parse(line)
            .map_err(|error| BadInput(format!("{name}, line {}: {error}", i + 1)))?;
        let p = eval.probabilities(&game);
        let equity = p.equity(Scoring::Money);
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = p.as_array();
        let class = Class::of(&game);
        if args.json {
            let row = Row {
                position: line,
                class,
                win,
                win_gammon,
                win_backgammon,
                lose_gammon,
                lose_backgammon,
                equity,
            };
            serde_json::to_writer(&mut *out, &row).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            writeln!(
                out,
                "{win:.4} {win_gammon:.4} {win_backgammon:.4} {lose_gammon:.4} \
                 {lose_backgammon:.4}  {equity:+.4}  {:8} {line}",
                class.name(),
            )?;
        }
    }
    Ok(())
}
