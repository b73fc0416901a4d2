//! The one visible list of the built-in games, each with what the tools know of it.

mod go_protocol;
mod go_reasons;
mod shogi_record;

use starboard::{GameEntry, Registry};
use starboard_backgammon::{
    Backgammon, FibsBoard,
    cube::CubeBackgammon,
    entries::{self as backgammon_entries},
    record,
};
use starboard_go::{Go, sgf::Sgf};
use starboard_lab::arena::Records;
use starboard_protocols::external::{Protocols, Usi};
use starboard_shogi::Shogi;
use starboard_small::entries as small;

use crate::{
    advice::{Advisor, BackgammonAdvisor},
    reasoning::Reasoner,
    records::Recognise,
    train::AttackWeights,
};

/// Every game that comes with Starboard.
///
/// # Panics
///
/// If the environment variable `STARBOARD_BEAROFF` names a database that is no good,
/// which [`Bearoff::shared`](starboard_backgammon::bearoff::Bearoff::shared) says.
pub fn builtin() -> Registry {
    Registry::new()
        .with(small::tic_tac_toe())
        .with(small::connect_four())
        .with(small::dice())
        .with(small::einstein())
        .with(small::ur())
        .with(small::slide())
        .with(backgammon())
        .with(nackgammon())
        .with(hypergammon())
        .with(backgammon_cube())
        .with(shogi())
        .with(go())
}

/// Backgammon, without the doubling cube.
pub fn backgammon() -> GameEntry<Backgammon> {
    // Names may be in any encoding; what counts is in ASCII.
    let recognise = |content: &[u8]| {
        let format = record::Format::recognise(&String::from_utf8_lossy(content))?;
        Some(format.to_string())
    };
    advised(backgammon_entries::backgammon(), "backgammon", "start")
        .with(boards())
        .with(Recognise(recognise))
}

/// Nackgammon: backgammon from another start.
pub fn nackgammon() -> GameEntry<Backgammon> {
    advised(backgammon_entries::nackgammon(), "nackgammon", "nackgammon").with(boards())
}

/// Hypergammon: backgammon with three checkers.
pub fn hypergammon() -> GameEntry<Backgammon> {
    advised(backgammon_entries::hypergammon(), "hypergammon", "hypergammon")
}

/// Backgammon for money with the doubling cube.
pub fn backgammon_cube() -> GameEntry<CubeBackgammon> {
    backgammon_entries::backgammon_cube().with(
        Protocols::default()
            .gnubg(|game: &CubeBackgammon| Some(FibsBoard::of_cube(game).to_string())),
    )
}

/// With advice on moves and the cube; `start` is the start in the game's notation.
fn advised(
    entry: GameEntry<Backgammon>,
    game: &'static str,
    start: &'static str,
) -> GameEntry<Backgammon> {
    let advisor: Box<dyn Advisor> = Box::new(BackgammonAdvisor { game, start });
    entry.with(advisor)
}

/// How a position is written for GNU Backgammon.
fn boards() -> Protocols {
    let board = |game: &Backgammon| game.dice().map(|_| FibsBoard::of(game).to_string());
    Protocols::default().gnubg(board)
}

/// Shogi.
pub fn shogi() -> GameEntry<Shogi> {
    let protocols = Protocols::default().usi(Usi::of_notation()).gnushogi(Usi::of_notation());
    let records =
        Records::default().with("csa", shogi_record::as_csa).with("kif", shogi_record::as_kif);
    let recognise = |content: &[u8]| {
        let text = starboard_shogi::records::decode(content).ok()?;
        Some(starboard_shogi::records::Format::recognise(&text)?.to_string())
    };
    starboard_shogi::entry()
        .with(Recognise(recognise))
        .with(protocols)
        .with(records)
        .with(starboard_train::trainer(AttackWeights))
}

/// Go.
pub fn go() -> GameEntry<Go> {
    let reasoner: Box<dyn Reasoner> = Box::new(go_reasons::Reasons);
    let recognise = |content: &[u8]| {
        let text = String::from_utf8_lossy(content);
        Sgf::recognise(&text).then(|| "sgf".to_owned())
    };
    starboard_go::entry()
        .with(Recognise(recognise))
        .with(Protocols::default().gtp(go_protocol::gtp()))
        .with(Records::default().with("sgf", go_protocol::as_sgf))
        .with(reasoner)
}
