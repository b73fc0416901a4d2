//! Shogi for those who use programs: its protocols, its records, and what is trained of it.

#![forbid(unsafe_code)]

mod record;
mod train;

use starboard::AnyGame;
use starboard_core::Game;
use starboard_lab::{arena::Records, command::Recognise, compare::SamplePositions};
use starboard_protocols::external::{Protocols, Usi};
use starboard_shogi::{middle_games, records};

pub use train::AttackWeights;

/// Shogi, with all that tools want to know of it.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    let protocols = Protocols::default().usi(Usi::of_notation()).gnushogi(Usi::of_notation());
    let formats = Records::default().with("csa", record::as_csa).with("kif", record::as_kif);
    let recognise = |content: &[u8]| {
        let text = records::decode(content).ok()?;
        Some(records::Format::recognise(&text)?.to_string())
    };
    let sample = || middle_games().map(|game| game.format()).collect();
    let shogi = starboard_shogi::entry()
        .with(Recognise(recognise))
        .with(SamplePositions(sample))
        .with(protocols)
        .with(formats)
        .with(starboard_train::trainer(AttackWeights));
    vec![shogi.into()]
}
