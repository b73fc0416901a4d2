//! Games to test with.

use starboard::Registry;
use starboard_small::entries;

/// Games with chance and without, small and large.
pub(crate) fn games() -> Registry {
    Registry::new()
        .with(entries::tic_tac_toe())
        .with(entries::connect_four())
        .with(entries::dice())
        .with(entries::einstein())
        .with(entries::slide())
        .with(starboard_backgammon::entries::backgammon())
        .with(starboard_shogi::entry())
}
