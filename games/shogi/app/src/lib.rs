//! Shogi's commands: its protocols, its records, and what can be trained of it.

#![forbid(unsafe_code)]

mod record;
mod train;

use starboard::AnyGame;
use starboard_core::Game;
use starboard_lab::{
    arena::Records, compare::SamplePositions, ended::Ended, record::ReadRecords, review::Judging,
};
use starboard_protocols::external::{Protocols, Usi};
use starboard_shogi::{KingPiece, middle_games, records::Format};
use starboard_train::Trainers;

pub use train::AttackWeights;

/// Shogi, with everything that the tools need of it.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    let protocols = Protocols::default().usi(Usi::of_notation()).gnushogi(Usi::of_notation());
    let formats = Records::default().with("csa", record::as_csa).with("kif", record::as_kif);
    let records = ReadRecords::default()
        .with("csa", |text| is(text, Format::Csa), record::read_csa)
        .with("kif", |text| is(text, Format::Kif), record::read_kif)
        .with("ki2", |text| is(text, Format::Ki2), record::read_ki2);
    // In pawns: losses that a player of some strength notices, and a lead that decides a game.
    let judging = Judging {
        doubtful: 1.0,
        bad: 2.0,
        very_bad: 4.0,
        decided: Some(20.0),
        ..Judging::default()
    };
    let sample = || middle_games().map(|game| game.format()).collect();
    let shogi = starboard_shogi::entry()
        .with(records)
        .with(judging)
        .with(SamplePositions(sample))
        .with(protocols)
        .with(formats)
        .with(Ended { value: |_| None, how: record::how })
        .with(Trainers::default().terms(AttackWeights).network(KingPiece));
    vec![shogi.into()]
}

fn is(text: &str, format: Format) -> bool {
    Format::recognise(text) == Some(format)
}
