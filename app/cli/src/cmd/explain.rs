//! `starboard explain`: why moves are tried in the order they are.

use std::{collections::BTreeSet, io::Write};

use starboard::{AnyGame, BadInput};
use starboard_core::{BoundType, Limits};
use starboard_lab::{command::ExplainArgs, text::value as value_text};

use super::{Context, Examples, analyse::decision, games_with, json};

/// The ordering that is asked about most.
const PENALTIES: &str = "negative-plausibility";

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "backgammon", "shogi", "go"],
    built_in: &[
        "explain shogi",
        "explain shogi --position '4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1' --depth 3",
        "explain go --position '9x9 b 7 moves E5 E4 D4 E2 F4 G7'",
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
        table would come before all of them.\n\n\
        The column `before` has the ranks that the moves would have without one of the orderings, \
        negative plausibility by default: what it pushed down, and what came up for that. Games \
        that decide by reasons explain these instead: `explain GAME --help` shows how."
)]
pub(crate) struct Args {
    #[command(flatten)]
    generic: ExplainArgs,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = &args.generic;
    let game = context.games.find(&args.game)?;
    if args.number.is_some() {
        return Err(without_reasons(game, context));
    }
    let position = decision(game, args.position())?;
    let limits = Limits { depth: args.depth, ..Limits::default() };
    let engine = args.engine.clone().unwrap_or_else(|| with_penalties(game.info().engine));
    let explanation = game.explain(&position, &engine, &limits)?;
    let without = args.without.as_deref().unwrap_or(PENALTIES);
    let known = explanation.moves.iter().flat_map(|m| m.without.keys()).collect::<BTreeSet<_>>();
    if args.without.is_some() && !known.contains(&without) {
        let known: Vec<_> = known.into_iter().copied().collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let text =
            format!("no ordering called {without:?} has a say here; those that have: {known}");
        return Err(BadInput::error(text));
    }
    if args.json {
        return json(out, &explanation);
    }
    writeln!(out, "position  {}", explanation.position)?;
    writeln!(out, "engine    {}", explanation.engine)?;
    writeln!(out, "searched  to depth {}; * marks what it found best\n", explanation.depth)?;
    let before = known.contains(&without);
    if before {
        writeln!(out, "before: the rank without {without}\n")?;
    }
    let width = explanation.moves.iter().map(|m| m.m.chars().count()).max().unwrap_or(0).max(4);
    write!(out, "rank{}", if before { "  before" } else { "" })?;
    writeln!(out, "    {:<width$}  {:>9}  {:>9}  made up of", "move", "value", "score")?;
    for (i, m) in explanation.moves.iter().enumerate() {
        let at_most = if m.bound == Some(BoundType::Upper) { "<=" } else { "" };
        let value = m.value.map_or(String::new(), |v| value_text(v, explanation.unit));
        let value = format!("{at_most}{value}");
        let star = if m.best { '*' } else { ' ' };
        write!(out, "{:>4}", i + 1)?;
        if let Some(rank) = m.without.get(without) {
            write!(out, "  {rank:>6}")?;
        }
        write!(out, "  {star} {:<width$}  {value:>9}  {:>9}", m.m, m.score)?;
        for (j, part) in m.parts.iter().enumerate() {
            let comma = if j == 0 { "  " } else { "; " };
            write!(out, "{comma}{} {:+}: {}", part.part, part.score, part.why)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Says which games decide by reasons.
fn without_reasons(game: &dyn AnyGame, context: &Context<'_>) -> anyhow::Error {
    let able = games_with(context.games, "explain");
    BadInput::error(format!("{} does not decide by reasons; games that do: {able}", game.name()))
}

/// Adds negative plausibility to an engine that does without.
fn with_penalties(engine: String) -> String {
    if engine.contains(PENALTIES) { engine } else { format!("{engine} + {PENALTIES}") }
}

#[cfg(test)]
mod tests {
    use crate::testing::{output, refused};

    #[test]
    fn ranks_before_and_after_negative_plausibility() {
        let text = output("explain connect-four 44453 --depth 8");
        assert!(text.contains("before: the rank without negative-plausibility"), "{text}");
        let json = output("explain connect-four 44453 --depth 8 --json");
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let moves = json["moves"].as_array().expect("a list");
        let mut ranks: Vec<_> =
            moves.iter().map(|m| m["without"]["negative-plausibility"].as_u64()).collect();
        let moved = ranks.iter().zip(1..).any(|(&rank, i)| rank != Some(i));
        assert!(moved, "no move is anywhere else without it: {ranks:?}");
        ranks.sort_unstable();
        assert_eq!(ranks, (1..=7).map(Some).collect::<Vec<_>>());
        // Without what says nothing, ranks stay.
        let text = output("explain tic-tac-toe --engine 'alpha-beta + shuffled' --depth 2");
        assert!(!text.contains("before"), "{text}");
        let line = "explain tic-tac-toe --engine 'alpha-beta + history + shuffled' --depth 3";
        let text = output(&format!("{line} --without history"));
        assert!(text.contains("before: the rank without history"), "{text}");
        refused(
            &format!("{line} --without killers"),
            &["no ordering called \"killers\" has a say here; those that have: history, shuffled"],
        );
    }

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
        refused("explain tic-tac-toe xo./.../... --position x../.../...", &["cannot be used with"]);
    }
}
