//! The `starboard` program: the built-in games and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    match starboard_cli::try_builtin() {
        Ok(games) => starboard_cli::run(&games),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
