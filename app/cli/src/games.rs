//! The one visible list of the built-in games.

use starboard::Registry;
#[cfg(feature = "small")]
use starboard_core::Limits;
#[cfg(feature = "small")]
use starboard_lab::review::Judging;
#[cfg(feature = "small")]
use starboard_train::Trainers;

/// Every game that comes with Starboard, by the features of this crate.
///
/// # Errors
///
/// If the environment variable `STARBOARD_BEAROFF` names a bearoff database of backgammon
/// that is no good.
pub fn try_builtin() -> anyhow::Result<Registry> {
    let games = Registry::new();
    #[cfg(feature = "small")]
    let games =
        games.with_all(starboard_small::entries::games()).with(slide()).with(connect_four());
    #[cfg(feature = "backgammon")]
    let games = games.with_all(starboard_backgammon_app::games()?);
    #[cfg(feature = "shogi")]
    let games = games.with_all(starboard_shogi_app::games());
    #[cfg(feature = "go")]
    let games = games.with_all(starboard_go_app::games());
    Ok(games)
}

/// 2048, whose unit is a point of thousands.
#[cfg(feature = "small")]
fn slide() -> starboard::GameEntry<starboard_small::Slide> {
    let judging = Judging {
        doubtful: 10.0,
        bad: 30.0,
        very_bad: 100.0,
        limits: Limits::depth(3),
        ..Judging::default()
    };
    starboard_small::entries::slide().with(judging)
}

// ANCHOR: trainer
/// Connect Four, with a network to train.
#[cfg(feature = "small")]
fn connect_four() -> starboard::GameEntry<starboard_small::ConnectFour> {
    starboard_small::entries::connect_four()
        .with(Trainers::default().network(starboard_small::Stones))
}
// ANCHOR_END: trainer

/// The same for programs that have nothing else to say about such a variable.
///
/// # Panics
///
/// Where [`try_builtin`] returns an error.
pub fn builtin() -> Registry {
    try_builtin().unwrap_or_else(|error| panic!("{error:#}"))
}
