//! The `starboard` program: the built-in games and nothing else.

use std::process::ExitCode;

use git_version::git_version;
use starboard_cli::{Config, name_build};

fn main() -> ExitCode {
    // Nothing where there is no repository, as in an archive of the sources.
    name_build(git_version!(
        args = ["--always", "--abbrev=10", "--dirty=-modified"],
        fallback = ""
    ));
    match Config::load().and_then(|config| Ok((config.builtin()?, config))) {
        Ok((games, config)) => starboard_cli::run_configured(&games, &config),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
