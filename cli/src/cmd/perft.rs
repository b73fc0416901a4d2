//! `starboard perft`: how many positions the rules lead to.

use std::io::Write;

use super::{depth, threads};
use crate::{Context, default_threads};

/// Counts the ways to make DEPTH moves, the test of a move generator.
#[derive(clap::Args, Debug)]
#[command(
    about = "Count the ways to make DEPTH moves",
    long_about = "Count the ways to make DEPTH moves: the test of a move generator.\n\n\
        Outcomes of chance on the way count once each, whatever their odds, and take no depth. \
        The count is the last word of the last line.",
    after_help = "Examples:\n  \
        starboard perft connect-four 6\n  \
        starboard perft backgammon 1                   447, over the 21 rolls\n  \
        starboard perft backgammon 2 --divide          by roll\n  \
        starboard perft tic-tac-toe 3 --position 'xx./oo./...'"
)]
pub(crate) struct Args {
    /// The game; `starboard games` lists them
    game: String,
    /// How many moves, 0 to 64
    #[arg(value_parser = depth)]
    depth: u32,
    /// Count from this position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Show the count after each first move or outcome, too
    #[arg(long)]
    divide: bool,
    /// Threads to count with [default: one a core]
    #[arg(long, value_parser = threads, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let threads = args.threads.unwrap_or_else(default_threads);
    let position = args.position.as_deref();
    let counts = game.perft(position, args.depth, threads)?;
    if args.divide {
        let width = counts.iter().map(|(m, _)| m.chars().count()).max().unwrap_or(0);
        for (m, count) in &counts {
            writeln!(out, "{m:<width$}  {count}")?;
        }
        writeln!(out)?;
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    // No move at all is one way to make none.
    let total = if args.depth == 0 { 1 } else { total };
    writeln!(out, "perft {} {}: {total}", args.game, args.depth)?;
    Ok(())
}
