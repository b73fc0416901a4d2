//! Go for those who use programs: GTP, why a move is played, records, and training.

#![forbid(unsafe_code)]

mod explain;
mod gtp;
pub mod katago;
mod panel;
mod protocol;
mod train;

use starboard::AnyGame;
use starboard_go::sgf::Sgf;
use starboard_lab::{
    arena::Records,
    command::{GameCommand, GameCommands, Recognise},
};
use starboard_protocols::external::Protocols;

/// Go, with its commands and all that tools want to know of it.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    let recognise = |content: &[u8]| {
        let text = String::from_utf8_lossy(content);
        Sgf::recognise(&text).then(|| "sgf".to_owned())
    };
    let commands = GameCommands::default()
        .with(GameCommand::own("gtp", gtp::command::run).examples(gtp::command::EXAMPLES))
        .with(GameCommand::options("explain", explain::run).examples(explain::EXAMPLES))
        .with(
            GameCommand::for_game("train", train::command::run).examples(train::command::EXAMPLES),
        )
        .log::<train::prospects::Header>(train::prospects::LABELS);
    let go = starboard_go::entry()
        .with(Recognise(recognise))
        .with(Protocols::default().gtp(protocol::gtp()))
        .with(Records::default().with("sgf", protocol::as_sgf))
        .with(panel::panels())
        .with(commands);
    vec![go.into()]
}
