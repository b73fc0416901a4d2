//! The `starboard` program: the built-in games and nothing else.

use std::process::ExitCode;

use starboard_cli::Config;

fn main() -> ExitCode {
    match Config::load().and_then(|config| Ok((config.builtin()?, config))) {
        Ok((games, config)) => starboard_cli::run_configured(&games, &config),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
