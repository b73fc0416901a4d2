//! Every built-in game has a recorded playthrough in its crate.

use std::path::Path;

#[test]
fn every_built_in_game_has_one() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for game in starboard_cli::builtin().games() {
        let name = game.name();
        let found = ["small", "backgammon", "shogi", "go"]
            .iter()
            .any(|folder| games.join(format!("{folder}/tests/playthroughs/{name}.txt")).is_file());
        assert!(found, "{name} has no playthrough: add a test to its crate and bless it");
    }
}
