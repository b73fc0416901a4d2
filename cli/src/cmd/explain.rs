//! `starboard explain`: why moves are tried in the order they are.

use std::io::Write;

use starboard_core::{BoundType, Limits};

use super::{Examples, analyse::decision, depth, json, text};
use crate::Context;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "backgammon"],
    built_in: &[
        "explain connect-four --engine 'alpha-beta + history + killers' --depth 8",
        "explain backgammon --position '4HPwATDgc/ABMA 31' \\\n      --engine 'star2(static-order=0) + negative-plausibility' --depth 2",
    ],
    own: &["explain GAME --position 'POSITION' --engine 'ENGINE + history + killers' --depth 2"],
};

/// Searches, then shows the order of the moves and who put them there.
#[derive(clap::Args, Debug)]
#[command(
    about = "Show in which order moves are tried, and why",
    long_about = "Show in which order moves are tried, and why.\n\n\
        The position is searched, so that the orderings learn; then each says what it adds to \
        the score of each move. The highest score is tried first; a move from the transposition \
        table would come before all of them."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// The engine with the orderings to explain
    #[arg(long, value_name = "DESC")]
    engine: String,
    /// Moves to look ahead before asking, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let position = decision(game, args.position.as_deref())?;
    let limits = Limits { depth: args.depth, ..Limits::default() };
    let explanation = game.explain(&position, &args.engine, &limits)?;
    if args.json {
        return json(out, &explanation);
    }
    writeln!(out, "position  {}", explanation.position)?;
    writeln!(out, "engine    {}", explanation.engine)?;
    writeln!(out, "searched  to depth {}; * marks what it found best\n", explanation.depth)?;
    let width = explanation.moves.iter().map(|m| m.m.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out, "rank    {:<width$}  {:>9}  {:>9}  made up of", "move", "value", "score")?;
    for (i, m) in explanation.moves.iter().enumerate() {
        let at_most = if m.bound == Some(BoundType::Upper) { "<=" } else { "" };
        let value = m.value.map_or(String::new(), |value| text::value(value, explanation.unit));
        let value = format!("{at_most}{value}");
        let star = if m.best { '*' } else { ' ' };
        write!(out, "{:>4}  {star} {:<width$}  {value:>9}  {:>9}", i + 1, m.m, m.score)?;
        for (j, part) in m.parts.iter().enumerate() {
            let comma = if j == 0 { "  " } else { "; " };
            write!(out, "{comma}{} {:+}: {}", part.part, part.score, part.why)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::cmd::testing::{output, refused};

    #[test]
    fn contributions_add_up_and_order_the_moves() {
        let line = "explain connect-four --position 44453 --depth 6 \
                    --engine 'alpha-beta + history + killers + shuffled' --json";
        let json: serde_json::Value = serde_json::from_str(&output(line)).expect("JSON");
        let moves = json["moves"].as_array().expect("a list");
        let mut last = i64::MAX;
        for m in moves {
            let score = m["score"].as_i64().expect("a number");
            let parts = m["parts"].as_array().expect("a list");
            let sum: i64 = parts.iter().filter_map(|part| part["score"].as_i64()).sum();
            assert_eq!(sum, score, "{m}");
            assert!(score <= last, "{m}");
            last = score;
        }
        assert_eq!(moves.len(), 7);
    }

    #[test]
    fn the_text_says_why() {
        let text = output("explain tic-tac-toe --engine 'alpha-beta + shuffled' --depth 4");
        assert!(text.contains("drawn at random") && text.contains("* "), "{text}");
    }

    #[test]
    fn bad_input_is_named() {
        refused("explain backgammon --engine star2", &["nothing has been rolled", "--position"]);
        refused("explain tic-tac-toe --engine alpha-beta --position xxx/oo./...", &["position"]);
        refused("explain tic-tac-toe --engine history", &["no algorithm called \"history\""]);
        refused("explain tic-tac-toe", &["--engine"]);
    }
}
