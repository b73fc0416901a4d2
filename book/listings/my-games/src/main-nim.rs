//! Starboard's commands over my game.

use my_games::nim;
use starboard::Registry;

fn main() -> std::process::ExitCode {
    starboard_cli::run(&Registry::new().with(nim::entry()))
}
