//! `starboard explain go`: the reasons for a move.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use starboard::BadInput;
use starboard_core::{Game, Limits, Node};
use starboard_go::{Explanation, Go, Move, Selector, sgf::Sgf};
use starboard_lab::{
    command::{Context, Examples, ExplainArgs, count},
    files,
    record::decode,
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["go"],
    built_in: &[
        "explain go --position '9x9 b 7 moves E5 E4 D4 E2 F4 G7'",
        "explain go game.sgf",
        "explain go game.sgf 57 --svg 57.svg",
        "explain go --engine 'alpha-beta + history' --depth 2",
    ],
    own: &[],
};

/// What Go adds to `explain`.
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(long_about = "Go decides by reasons: without --engine, every reason that speaks for a \
    point is listed, with how much of it counted, and what the search found. `explain go FILE.sgf \
    57` asks about the 57th move of a record; without a number, it asks about the last move, or, \
    for a record without moves, about the first move to be made.")]
pub(crate) struct Args {
    /// How many positions may be evaluated
    #[arg(long, value_name = "N", conflicts_with = "engine", value_parser = count,
        help_heading = "Reasons")]
    evaluations: Option<u64>,
    /// Write a picture of the board to FILE
    #[arg(long, value_name = "FILE", conflicts_with = "engine", help_heading = "Reasons")]
    svg: Option<PathBuf>,
}

/// Explains the move that the game's own engine decides on; any other engine is left to the
/// explanation common to all games.
pub(crate) fn run(
    generic: &ExplainArgs,
    args: &Args,
    _: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    if generic.engine.is_some() {
        return match record(generic) {
            None => Ok(false),
            Some(path) => {
                let text = "--engine explains a position, not a record: leave it out, or give \
                            the position with --position";
                Err(BadInput::error(format!("{path}: {text}")))
            }
        };
    }
    let (game, played, warnings) = position(generic)?;
    if let Node::Over(_) = game.node() {
        return Err(BadInput::error("the game is over: there is nothing to decide"));
    }
    let mut selector = Selector::default();
    let limits = Limits { evaluations: args.evaluations, ..Limits::default() };
    let selection = selector.select(&game, &limits);
    let analysis = selector.evaluator().analyse(&game.clone().resumed());
    let explanation = Explanation::new(&game, &analysis, &selection);
    let played = played.map(|m| game.format_move(m));
    if let Some(path) = &args.svg {
        files::write(path, explanation.svg(&game))?;
    }
    if generic.json {
        let mut json = serde_json::to_value(&explanation)?;
        json["played"] = serde_json::to_value(&played)?;
        json["warnings"] = serde_json::to_value(&warnings)?;
        writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
    } else {
        let played = played.map_or(String::new(), |m| format!("The record has {m}.\n"));
        for warning in &warnings {
            writeln!(out, "warning: {warning}")?;
        }
        write!(out, "{}\n\n{played}{explanation}", Game::board(&game))?;
    }
    Ok(true)
}

/// The file named, if it is a record rather than a position.
fn record(generic: &ExplainArgs) -> Option<&str> {
    let is_record = |path: &&str| {
        let path = Path::new(path);
        let named = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"));
        generic.number.is_some() || named || path.exists()
    };
    generic.file.as_deref().filter(is_record)
}

/// The position asked about, the move that the record has there, and warnings about what in the
/// record could not be taken as it stands.
fn position(generic: &ExplainArgs) -> anyhow::Result<(Go, Option<Move>, Vec<String>)> {
    let Some(path) = record(generic) else {
        return Ok((starboard_go::entry().read(generic.position())?, None, Vec::new()));
    };
    let record = fs::read(path).map_err(|error| BadInput::error(format!("{path}: {error}")))?;
    let read = |error| BadInput::error(format!("{path}: {error}"));
    let (sgf, warnings) = Sgf::read(&decode(&record)).map_err(read)?;
    let position = |moves| sgf.position(0, moves).map_err(read);
    let end = position(usize::MAX)?;
    let warnings = warnings.iter().chain(&end.warnings);
    let warnings = warnings.map(|warning| format!("{path}: {warning}")).collect();
    let number = match generic.number {
        // A problem, in which something is to be found.
        None if end.moves == 0 => return Ok((end.game, None, warnings)),
        None => end.moves,
        Some(number) if (1..=end.moves).contains(&number) => number,
        Some(number) => {
            let moves = match end.moves {
                0 => "no moves".to_owned(),
                1 => "1 move".to_owned(),
                count => format!("{count} moves"),
            };
            let text = format!("{path}: there is no move {number}: the record has {moves}");
            return Err(BadInput::error(text));
        }
    };
    let (before, after) = (position(number - 1)?, position(number)?);
    let played = after.game.moves_played().next_back().map(|(_, m)| m);
    // Whoever moves after two passes takes them back.
    Ok((before.game.resumed(), played, warnings))
}
