//! The one visible list of the built-in games.

use starboard::Registry;

/// Every game that comes with Starboard, by the features of this crate.
///
/// # Errors
///
/// If the environment variable `STARBOARD_BEAROFF` names a bearoff database of backgammon
/// that is no good.
pub fn try_builtin() -> anyhow::Result<Registry> {
    let games = Registry::new();
    #[cfg(feature = "small")]
    let games = games.with_all(starboard_small::entries::games());
    #[cfg(feature = "backgammon")]
    let games = games.with_all(starboard_backgammon_app::games()?);
    #[cfg(feature = "shogi")]
    let games = games.with_all(starboard_shogi_app::games());
    #[cfg(feature = "go")]
    let games = games.with_all(starboard_go_app::games());
    Ok(games)
}

/// The same for programs that have nothing else to say about such a variable.
///
/// # Panics
///
/// Where [`try_builtin`] returns an error.
pub fn builtin() -> Registry {
    try_builtin().unwrap_or_else(|error| panic!("{error:#}"))
}
