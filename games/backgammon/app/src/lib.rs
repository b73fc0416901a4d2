//! The backgammon commands: advice on moves and the cube, match reviews, UBGI, GNU Backgammon's
//! external player, bearoff databases, training, and the experiment of the *-Minimax paper.

#![forbid(unsafe_code)]

pub mod advice;
mod analyse;
mod bearoff;
mod engine_args;
mod evaluate;
pub mod gnubg;
mod gnubg_server;
mod met;
mod play;
mod regret;
mod review;
mod speed;
pub mod star_minimax;
mod train;
mod ubgi;

use starboard::{AnyGame, GameEntry};
use starboard_backgammon::{
    Backgammon, FibsBoard,
    bearoff::Bearoff,
    contact_positions,
    cube::CubeGame,
    entries,
    record::{Format, MatchRecord, is_xg, write_mat},
};
use starboard_core::{Game, Limits};
use starboard_lab::{
    arena::{Record, Records, ToPoints},
    command::{GameCommand, GameCommands, LogKind},
    compare::SamplePositions,
    record::{ReadRecords, Recognise},
    review::{Judging, OwnReview},
};
use starboard_protocols::external::Protocols;

/// Backgammon and its variants, with their commands and everything else that tools need to know
/// about them.
///
/// # Errors
///
/// If the environment variable `STARBOARD_BEAROFF` names a database that cannot be used (see
/// [`Bearoff::shared`]).
pub fn games() -> anyhow::Result<Vec<Box<dyn AnyGame>>> {
    // The evaluators of the cards need the databases.
    Bearoff::shared()?;
    // Records are read by the review of matches.
    let records = ReadRecords::default()
        .recognised("mat", Recognise::Text(|text| is(text, Format::Mat)))
        .recognised("sgf", Recognise::Text(|text| is(text, Format::Sgf)))
        .recognised("oldmoves", Recognise::Text(|text| is(text, Format::Oldmoves)))
        .recognised("xg", Recognise::Bytes(is_xg));
    let to_points =
        ToPoints { game: "backgammon-match", start: |points| format!("match {points}") };
    let sample = || contact_positions().step_by(3).map(|game| game.format()).collect();
    Ok(vec![
        entries::backgammon()
            .with(boards())
            .with(SamplePositions(sample))
            .with(commands())
            .with(advice::panels())
            .with(OwnReview(review::of_file))
            .with(records)
            .with(judging())
            .with(to_points)
            .into(),
        entries::nackgammon()
            .with(boards())
            .with(analysis())
            .with(advice::panels())
            .with(judging())
            .into(),
        entries::hypergammon().with(analysis()).with(advice::panels()).with(judging()).into(),
        with_cube(entries::backgammon_cube()).with(to_points).into(),
        with_cube(entries::backgammon_match()).with(to_points).into(),
    ])
}

/// What money games and matches with the cube have in common.
fn with_cube<const MATCH: bool>(entry: GameEntry<CubeGame<MATCH>>) -> GameEntry<CubeGame<MATCH>> {
    let board = |game: &CubeGame<MATCH>| Some(FibsBoard::of_cube(game).to_string());
    entry
        .with(Protocols::default().gnubg(board))
        .with(Records::default().with("mat", mat::<MATCH>))
        .with(advice::panels_with_cube::<MATCH>())
        .with(judging())
}

/// The record of a game or match in the `.mat` format, which most programs read.
fn mat<const MATCH: bool>(played: &Record<'_>) -> String {
    let (start, moves) = played.typed::<CubeGame<MATCH>>();
    let names = played.names.map(str::to_owned);
    write_mat(&MatchRecord::of_cube_game(&start, &moves, names))
}

/// Marks as in the review of a match, for lists of moves.
fn judging() -> Judging {
    let limits = Limits::depth(2);
    Judging { doubtful: 0.03, bad: 0.06, very_bad: 0.12, limits, ..Judging::default() }
}

fn is(text: &str, format: Format) -> bool {
    Format::recognise(text) == Some(format)
}

/// The notation of positions for GNU Backgammon.
fn boards() -> Protocols {
    let board = |game: &Backgammon| game.dice().map(|_| FibsBoard::of(game).to_string());
    Protocols::default().gnubg(board)
}

/// The commands of all variants without the cube in their rules: advice and reviews.
fn analysis() -> GameCommands {
    GameCommands::default()
        .with(GameCommand::options("analyse", analyse::run).examples(analyse::EXAMPLES))
}

/// The commands that exist only once, not for each variant.
fn commands() -> GameCommands {
    analysis()
        .with(GameCommand::own("evaluate", evaluate::run).examples(evaluate::EXAMPLES))
        .with(GameCommand::own("speed", speed::run).examples(speed::EXAMPLES))
        .with(
            GameCommand::own("decisions", regret::command::run_make)
                .examples(regret::command::MAKE_EXAMPLES),
        )
        .with(GameCommand::own("regret", regret::command::run).examples(regret::command::EXAMPLES))
        .with(GameCommand::own("met", met::command::run).examples(met::command::EXAMPLES))
        .with(GameCommand::own("bearoff", bearoff::run).examples(bearoff::EXAMPLES))
        .with(GameCommand::own("gnubg-server", gnubg_server::run).examples(gnubg_server::EXAMPLES))
        .with(GameCommand::own("ubgi", ubgi::run).examples(ubgi::EXAMPLES))
        .with(GameCommand::for_game("play", play::run).examples(play::EXAMPLES))
        .with(GameCommand::own("experiment star-minimax", star_minimax::command::run))
        .with(
            GameCommand::for_game("train", train::command::run).examples(train::command::EXAMPLES),
        )
        .log(LogKind::of::<train::Header>(train::GAMES))
        .log(LogKind::of::<regret::Header>(regret::DECISIONS))
        .log(LogKind::whole(met::KIND))
        .log(LogKind::of::<advice::RolloutHeader>(advice::ROLLOUT))
        .log(star_minimax::LOG)
}
