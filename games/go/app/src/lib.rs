//! Go's commands: GTP, explaining why a move is played, records, and training.

#![forbid(unsafe_code)]

mod ended;
mod explain;
mod games;
mod gtp;
pub mod katago;
mod panel;
mod protocol;
mod reasons;
mod record;
mod train;

use starboard::AnyGame;
use starboard_core::Limits;
use starboard_go::sgf::Sgf;
use starboard_lab::{
    arena::Records,
    command::{GameCommand, GameCommands, LogKind},
    ended::Ended,
    record::ReadRecords,
    review::Judging,
};
use starboard_protocols::external::Protocols;

/// Go, with its commands and everything that the tools need to know about it.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    // A loss of one point means little to an engine whose estimates are points off. Each of its
    // evaluations judges the whole board, so that a game takes a minute or two at this many a
    // move; with fewer there is no tree search, and the outcome of a fight is a guess.
    let judging = Judging {
        doubtful: 2.0,
        bad: 5.0,
        very_bad: 10.0,
        limits: Limits { evaluations: Some(40), ..Limits::default() },
        ..Judging::default()
    };
    let commands = GameCommands::default()
        .with(GameCommand::own("gtp", gtp::command::run).examples(gtp::command::EXAMPLES))
        .with(GameCommand::options("explain", explain::run).examples(explain::EXAMPLES))
        .with(GameCommand::own("reasons", reasons::run).examples(reasons::EXAMPLES))
        .with(
            GameCommand::for_game("train", train::command::run).examples(train::command::EXAMPLES),
        )
        .log(LogKind::of::<train::prospects::Header>(train::prospects::LABELS));
    let go = starboard_go::entry()
        .with(ReadRecords::default().with("sgf", Sgf::recognise, record::read))
        .with(judging)
        .with(Protocols::default().gtp(protocol::gtp()))
        .with(Records::default().with("sgf", protocol::as_sgf))
        .with(Ended { value: ended::value, how: |_| None })
        .with(panel::panels())
        .with(commands);
    vec![go.into()]
}
