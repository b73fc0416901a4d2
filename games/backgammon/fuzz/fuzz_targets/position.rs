//! Positions, Match IDs, XGIDs and moves: read or refused, and written to be read
//! the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::{Backgammon, Dice, MatchId, Xgid, cube::CubeBackgammon, position_id};
use starboard_core::Game;

fuzz_target!(|text: &str| {
    if let Ok(game) = Backgammon::parse(text) {
        assert_eq!(Backgammon::parse(&game.format()), Ok(game));
    }
    if let Ok(game) = CubeBackgammon::parse(text) {
        assert_eq!(CubeBackgammon::parse(&game.format()), Ok(game));
    }
    if let Ok(id) = text.parse::<MatchId>() {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok(id) = text.parse::<Xgid>() {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok((mine, theirs)) = position_id::read(text) {
        assert_eq!(position_id::read(&position_id::write(mine, theirs)), Ok((mine, theirs)));
    }
    let _ = text.parse::<Dice>();
    let game = Backgammon::START.with_dice(Dice::new(6, 6));
    if let Ok(m) = game.parse_move(text) {
        assert_eq!(game.parse_move(&game.format_move(m)), Ok(m));
    }
});
