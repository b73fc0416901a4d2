//! `starboard analyse`: one position, one engine, everything it found; or a whole game, move
//! by move.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use starboard::{AnyGame, BadInput, Registry};
use starboard_core::{Limits, Node, Report, Root, Stop};
use starboard_lab::{
    Progress,
    command::{AnalyseArgs, WhichGame},
    files,
    record::{self, GameRecord},
    review::{self, Job, Review},
};

use super::{Context, Examples, json, text};

/// How many of the worst moves of a game are shown.
const WORST: usize = 3;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "connect-four", "backgammon"],
    built_in: &[
        "analyse tic-tac-toe",
        "analyse connect-four --position 44453 --depth 12",
        "analyse backgammon --position '4HPwATDgc/ABMA 31' --engine 'star2 + tt(mb=64)'",
        "analyse backgammon --position '4HPwATDgc/ABMA 42' --engine filtered --depth 3",
        "analyse connect-four --time 2 --json",
        "analyse game.sgf --html game.html",
    ],
    own: &[
        "analyse GAME",
        "analyse GAME --position 'POSITION' --depth 2",
        "analyse GAME --engine 'ENGINE + tt(mb=64) + killers'",
        "analyse GAME --time 2 --json",
        "analyse GAME moves.txt --html game.html",
    ],
};

/// Searches a position, or all those of a game, and shows what was found.
#[derive(clap::Args, Debug)]
#[command(
    alias = "analyze",
    about = "Search a position, or review a whole game move by move",
    long_about = "Search a position and show what was found: the best moves with all ties, \
        the value, the expected line, every candidate, and what the search cost.\n\n\
        Without a limit, the search goes to the game's usual depth. A depth counts moves. Where \
        each move is followed by a roll, it is also shown as d, as the *-Minimax paper counts it, \
        rolls included. The longest line, also called the selective depth, is the greatest number \
        of moves that the search looked ahead anywhere: more than the depth where noisy positions \
        were played out, and less where the game ended or a cut-off came first.\n\n\
        With a FILE, a whole game is reviewed, move by move: what each move lost compared with the \
        best one, which moves were doubtful (?!), bad (?) or very bad (??), and how the value \
        changed during the game. --depth, --nodes, --evaluations and --time limit the search for \
        each move. Lists of moves work for any game: the .txt files that `match --records` and \
        `play --save` write, or moves that you type, separated by blanks. Some games have record \
        formats of their own: SGF for Go; CSA, KIF and KI2 for Shogi. `analyse FILE` recognises \
        which game a record is of; a list of moves alone needs the game's name.\n\n\
        Some games offer more than a search: `analyse GAME --help` shows their options."
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
    if let Some((game, _)) = content.and_then(|content| record::recognise(games, &content)) {
        args.insert(2, game.name().into());
    }
}

/// The game, and an error that says more where a file stands in its place.
fn game_of<'a>(args: &AnalyseArgs, games: &'a Registry) -> anyhow::Result<&'a dyn AnyGame> {
    games.find(&args.game).map_err(|error| {
        let path = &args.game;
        let content = match fs::read(path) {
            Ok(content) => content,
            // What has an ending or a folder was meant to be a file.
            Err(why) if path.contains(['.', '/', '\\']) => {
                return BadInput::error(format!("cannot read {path}: {why}"));
            }
            Err(_) => return error,
        };
        BadInput::error(match record::recognise(games, &content) {
            Some((game, format)) => {
                let game = game.name();
                format!("{path} is a record of {game} ({format}): say `analyse {game} {path}`")
            }
            None => format!(
                "{path} is a file, but no record in a format that is known: .mat, .xg, SGF, KIF \
                 or CSA, or a list of moves that begins with the game's name; for moves alone \
                 a game comes first, as in `analyse connect-four {path}`"
            ),
        })
    })
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = &args.generic;
    let game = game_of(args, context.games)?;
    if let Some(path) = &args.file {
        return whole_game(game, path, args, context, out);
    }
    args.refuse_record_options()?;
    if args.threads.is_some() {
        return Err(BadInput::error(
            "--threads is for a record; an engine has them as an option, as in star2(threads=2)",
        ));
    }
    let position = game.position(args.position.as_deref())?;
    let mut engine = game.engine(args.engine.as_deref())?;
    let limits = limits(args);
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
    text::book(&analysis, out)?;
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

/// What a search is to be given.
fn limits(args: &AnalyseArgs) -> Limits {
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        evaluations: args.evaluations,
        time: args.time,
        all_ties: args.ties || !args.no_ties,
        profile: args.profile,
        ..Limits::default()
    }
}

/// What is written of a file, for programs.
#[derive(Serialize)]
struct Reviews<'a> {
    /// That of a [`Review`].
    version: u32,
    file: String,
    games: &'a [Review],
}

/// Reviews the games of a record.
fn whole_game(
    game: &dyn AnyGame,
    path: &Path,
    args: &AnalyseArgs,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let file = path.display().to_string();
    let content =
        fs::read(path).map_err(|why| BadInput::error(format!("cannot read {file}: {why}")))?;
    let records = record::read(game, &content)
        .map_err(|error| unreadable(game, &file, &content, &error, context.games))?;
    let records = chosen(records, args, &file)?;
    let mut reviews = Vec::with_capacity(records.len());
    for record in &records {
        let progress = Progress::new(context.terminal, record.moves.len() as u64, "moves");
        let job = Job {
            game,
            record,
            engine: args.engine.as_deref(),
            limits: limits(args),
            threads: args.threads(),
        };
        reviews.push(review::review_with(&job, &Stop::default(), &mut |_| progress.step())?);
    }
    let worst = args.worst.unwrap_or(WORST);
    let documents = || {
        let both = reviews.iter().zip(&records);
        both.map(|(found, record)| review::document(found, record, &file, worst))
    };
    if let (Some(page), Some(document)) = (&args.html, documents().next()) {
        files::write(page, document.html())?;
    }
    let whole = Reviews { version: review::VERSION, file: file.clone(), games: &reviews };
    args.keep_json(&whole)?;
    if args.only_json() {
        return json(out, &whole);
    }
    for document in documents() {
        write!(out, "{}", document.text_within(context.width))?;
    }
    Ok(())
}

/// The games of a file that are to be reviewed.
fn chosen(
    mut records: Vec<GameRecord>,
    args: &AnalyseArgs,
    file: &str,
) -> anyhow::Result<Vec<GameRecord>> {
    let count = records.len();
    match args.which {
        Some(WhichGame::All) if args.html.is_some() && count > 1 => {
            return Err(BadInput::error(format!(
                "a page is of one game, and {file} has {count}: say which by --game N"
            )));
        }
        Some(WhichGame::All) => {}
        Some(WhichGame::Number(number)) if number <= count => {
            records = vec![records.swap_remove(number - 1)];
        }
        Some(WhichGame::Number(number)) => {
            let s = if count == 1 { "" } else { "s" };
            return Err(BadInput::error(format!(
                "there is no game {number} in {file}, which has {count} game{s}"
            )));
        }
        None => {
            records.truncate(1);
            if count > 1 {
                records[0].notes.push(format!(
                    "the file has {count} games, and this is the first; --game 2 reviews the \
                     second, --game all every one"
                ));
            }
        }
    }
    match records.iter().position(|record| record.moves.is_empty()) {
        Some(_) if records.len() == 1 => {
            Err(BadInput::error(format!("there are no moves in the game of {file}")))
        }
        Some(i) => Err(BadInput::error(format!("there are no moves in game {} of {file}", i + 1))),
        None => Ok(records),
    }
}

/// Says what is wrong with a record, and what it could have been.
fn unreadable(
    game: &dyn AnyGame,
    file: &str,
    content: &[u8],
    error: &record::RecordError,
    games: &Registry,
) -> anyhow::Error {
    let name = game.name();
    match record::recognise(games, content) {
        Some((other, format)) if other.name() != name => {
            let other = other.name();
            BadInput::error(format!(
                "{file} is a record of {other} ({format}), and records of {name} are wanted: say \
                 `analyse {other} {file}`"
            ))
        }
        Some(_) => BadInput::error(format!("{file}: {error}")),
        None => {
            let formats = record::ReadRecords::of(game).iter().map(|format| format.name);
            let formats: Vec<_> = formats.collect();
            let own = if formats.is_empty() {
                String::new()
            } else {
                format!("in the formats {} and ", formats.join(", "))
            };
            BadInput::error(format!(
                "{file}: {error} (records of {name} are read {own}as lists of moves)"
            ))
        }
    }
}

#[cfg(test)]
mod review_tests;
#[cfg(test)]
mod tests;
