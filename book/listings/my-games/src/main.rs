//! Starboard's commands over my games.

use my_games::{dice_nim, nim};
use starboard::Registry;

fn main() -> std::process::ExitCode {
    starboard_cli::run(&Registry::new().with(nim::entry()).with(dice_nim::entry()))
}
