//! `starboard analyse`: one position, one engine, everything it found.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    path::Path,
};

use starboard::{AnyGame, BadInput, Registry};
use starboard_core::{Limits, Node, Report, Root, Stop};
use starboard_lab::command::{AnalyseArgs, game_of_record};

use super::{Context, Examples, brings, games_with, json, text};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "connect-four", "backgammon"],
    built_in: &[
        "analyse tic-tac-toe",
        "analyse connect-four --position 44453 --depth 12",
        "analyse backgammon --position '4HPwATDgc/ABMA 31' --engine 'star2 + tt(mb=64)'",
        "analyse backgammon --position '4HPwATDgc/ABMA 42' --engine filtered --depth 3",
        "analyse connect-four --time 2 --json",
    ],
    own: &[
        "analyse GAME",
        "analyse GAME --position 'POSITION' --depth 2",
        "analyse GAME --engine 'ENGINE + tt(mb=64) + killers'",
        "analyse GAME --time 2 --json",
    ],
};

/// Searches a position and shows what was found.
#[derive(clap::Args, Debug)]
#[command(
    alias = "analyze",
    about = "Search a position and show what was found",
    long_about = "Search a position and show what was found: the best moves with all ties, \
        the value, the expected line, every candidate, and what the search cost.\n\n\
        Without a limit, the search goes to the game's usual depth. A depth counts moves. Where \
        each move is followed by a roll it is shown as d in the counting of the *-Minimax paper \
        as well, which counts the rolls, too. The longest line is what is also called the \
        selective depth: the most moves that the search looked ahead anywhere. It is more than \
        the depth where noisy positions were played out, and less where the game ended or a cut \
        came first.\n\n\
        Some games have more to say than a search: `analyse GAME --help` shows their options. A \
        FILE is a record of a game or match, which some of them review as a whole; `analyse FILE` \
        finds out by itself what game it is a record of."
)]
pub(crate) struct Args {
    #[command(flatten)]
    generic: AnalyseArgs,
}

/// Puts the game's name before a record that goes without, as in `starboard analyse
/// match.mat`, so that all that holds for a record holds for this one.
pub(crate) fn name_game(args: &mut Vec<OsString>, games: &Registry) {
    let [_, command, path, ..] = args.as_slice() else { return };
    let named = path.to_str().is_some_and(|name| games.find(name).is_ok());
    if named || (command != "analyse" && command != "analyze") {
        return;
    }
    // What cannot be read is no record, and said to be no game.
    let content = fs::read(path).ok();
    if let Some((game, _)) = content.and_then(|content| game_of_record(games, &content)) {
        args.insert(2, game.name().into());
    }
}

/// The game, and an error that says more where a file stands in its place.
fn game_of<'a>(args: &AnalyseArgs, games: &'a Registry) -> anyhow::Result<&'a dyn AnyGame> {
    games.find(&args.game).map_err(|error| {
        let path = &args.game;
        let Ok(content) = fs::read(path) else { return error };
        BadInput::error(match game_of_record(games, &content) {
            Some((game, format)) => {
                let game = game.name();
                format!("{path} is a record of {game} ({format}): say `analyse {game} {path}`")
            }
            None => format!(
                "{path} is a file, but no record in a format that is known: .mat, SGF, KIF or CSA; \
                 a game comes first, as in `analyse backgammon {path}`"
            ),
        })
    })
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = &args.generic;
    let game = game_of(args, context.games)?;
    if let Some(path) = &args.file {
        return Err(no_review(game, path, context));
    }
    let position = game.position(args.position.as_deref())?;
    let mut engine = game.engine(args.engine.as_deref())?;
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        evaluations: args.evaluations,
        time: args.time,
        all_ties: args.ties || !args.no_ties,
        profile: args.profile,
    };
    let unit = game.info().unit;
    let mut show = |report: &Report<String>| {
        if context.terminal {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(io::stderr(), "{}", text::iteration(report, unit));
        }
    };
    let analysis = engine.analyse_with(
        &position,
        &Root::lines(args.multipv.into()),
        &limits,
        &Stop::default(),
        &mut show,
    );
    engine.sound(&position, analysis.report.stopped_by)?;
    args.keep_json(&analysis)?;
    if args.only_json() {
        return json(out, &analysis);
    }
    writeln!(out, "{}\n", position.board().trim_end())?;
    writeln!(out, "position   {}", analysis.position)?;
    writeln!(out, "to move    {}", text::mover(analysis.mover))?;
    if let Node::Over(_) = position.node() {
        writeln!(out, "the game is over: {} for the player to move", text::score(&analysis))?;
        return Ok(());
    }
    writeln!(out, "engine     {}", analysis.engine)?;
    text::findings(&analysis, out)?;
    if engine.algorithm() == "filtered" {
        writeln!(out)?;
        text::hints(&analysis, out)?;
    } else if !analysis.report.candidates.is_empty() {
        writeln!(out)?;
        text::candidates(&analysis, out)?;
    }
    writeln!(out)?;
    text::costs(&analysis.report, out)
}

/// Says which games have their records reviewed.
fn no_review(game: &dyn AnyGame, path: &Path, context: &Context<'_>) -> anyhow::Error {
    let (name, path) = (game.name(), path.display());
    let able = games_with(context.games, "analyse");
    let instead = if brings(game, "explain") {
        format!("`explain {name} {path} MOVE` looks at one move of a record")
    } else {
        format!("`analyse {name} --position P` looks at one position")
    };
    BadInput::error(format!(
        "records of {name} are not reviewed as a whole, those of these games are: {able}; {instead}"
    ))
}

#[cfg(test)]
mod tests;
