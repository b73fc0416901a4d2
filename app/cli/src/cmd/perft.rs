//! `starboard perft`: how many positions the rules lead to.

use std::io::Write;

use super::{Examples, depth, threads};
use crate::Context;
use starboard::{AnyGame, BadInput, Position, unsound};
use starboard_core::{Node, PerftError};
use starboard_lab::{Progress, default_threads, parallel_map};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "backgammon", "tic-tac-toe"],
    built_in: &[
        "perft connect-four 6",
        "perft backgammon 1                   # 447, over the 21 rolls",
        "perft backgammon 2 --divide          # by roll",
        "perft tic-tac-toe 3 --position 'xx./oo./...'",
    ],
    own: &[
        "perft GAME 2",
        "perft GAME 2 --divide   # by move or roll",
        "perft GAME 1 --position 'POSITION'",
    ],
};

/// Counts the ways to make DEPTH moves, the test of a move generator.
#[derive(clap::Args, Debug)]
#[command(
    about = "Count the sequences of DEPTH moves",
    long_about = "Count the sequences of DEPTH moves: the test of a move generator.\n\n\
        Chance outcomes along the way count once each, whatever their odds, and add no depth. With \
        --weighted, a sequence counts as often as the product of the weights of its outcomes: with \
        the weights 1 4 6 4 1, one through the middle outcome counts six times. Summed over the \
        rolls of a die, this is the number of sequences with each of its faces counted once. The \
        count is the last word of the last line."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// How many moves, 0 to 64
    #[arg(value_parser = depth)]
    depth: u32,
    /// Count from this position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Also show the count after each first move or outcome
    #[arg(long)]
    divide: bool,
    /// Count each sequence as often as the product of the weights of its outcomes, so that a wrong
    /// weight shows
    #[arg(long)]
    weighted: bool,
    /// Threads to count with [default: one per core]
    #[arg(long, value_parser = threads, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let threads = args.threads.unwrap_or_else(default_threads);
    let position = game.position(args.position.as_deref())?;
    let counts = counts(game, &position, args.depth, args.weighted, threads);
    let counts = counts.map_err(|error| match error {
        // From the root, where the way to it can be named.
        PerftError::ChanceChain(_) => unsound(game.name(), &position.chance_chain_below()),
        PerftError::TooMany => BadInput::error(error),
    })?;
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
    writeln!(out, "perft {} {}: {total}", game.name(), args.depth)?;
    Ok(())
}

/// The count after each move or outcome; nothing at depth 0.
fn counts(
    game: &dyn AnyGame,
    position: &Position,
    depth: u32,
    weighted: bool,
    threads: usize,
) -> Result<Vec<(String, u64)>, PerftError> {
    let (mut options, mut chances) = (Vec::new(), Vec::new());
    if depth > 0 {
        position.options(&mut options);
        position.chances(&mut chances);
    }
    let left = depth.saturating_sub(u32::from(position.node() == Node::Decision));
    let counts = parallel_map(options, threads, &Progress::hidden(), |i, m| {
        let child = position.after(m);
        let count = if weighted {
            let weight = chances.get(i).map_or(1, |&(_, weight)| weight.into());
            let count = game.weighted_perft(&child, left)?;
            count.checked_mul(weight).ok_or(PerftError::TooMany)?
        } else {
            game.perft(&child, left)?
        };
        Ok((position.format_move(m), count))
    });
    counts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::{output, refused};

    #[track_caller]
    fn check(line: &str, count: &str) {
        for threads in [1, 2] {
            let text = output(&format!("perft {line} --threads {threads}"));
            let last = text.lines().last().and_then(|line| line.split_whitespace().last());
            assert_eq!(last, Some(count), "{line}:\n{text}");
        }
    }

    #[test]
    fn the_count_is_the_last_word() {
        check("tic-tac-toe 0", "1");
        check("tic-tac-toe 1", "9");
        check("tic-tac-toe 4 --divide", "3024");
        check("tic-tac-toe 9 --position xx./oo./...", "0");
        check("connect-four 4", "2401");
        check("backgammon 0", "1");
        check("backgammon 1", "447");
        // Five rolls of one move each, by the weights 1 4 6 4 1.
        check("ur 1", "5");
        check("ur 1 --weighted --divide", "16");
    }

    #[test]
    fn division_names_the_moves() {
        let text = output("perft tic-tac-toe 2 --position xx./oo./... --divide");
        let lines: Vec<_> = text.lines().collect();
        let expected = ["2  0", "5  4", "6  4", "7  4", "8  4", "", "perft tic-tac-toe 2: 16"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn bad_input_is_named() {
        refused("perft chess 1", &["there is no game \"chess\"; there are: tic-tac-toe"]);
        refused("perft tic-tac-toe 65", &["a depth is a number from 0 to 64"]);
        refused("perft tic-tac-toe x", &["a depth is a number from 0 to 64"]);
        refused("perft tic-tac-toe 1 --position q", &["expected nine squares", "found \"q\""]);
        refused("perft tic-tac-toe 1 --threads 0", &["from 1 to 256"]);
    }
}
