//! The `starboard` program: the built-in games and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The games of backgammon begin with the databases that the user names.
    if let Err(error) = starboard_backgammon::bearoff::Bearoff::shared() {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    starboard_cli::run(&starboard_cli::builtin())
}
