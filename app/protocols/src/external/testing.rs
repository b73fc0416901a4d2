//! Programs for tests: shell scripts.

use super::Command;

/// A command that runs this script, in no particular protocol.
pub(crate) fn shell(script: &str) -> Command {
    let args = ["-c", script].map(str::to_owned).to_vec();
    Command { protocol: None, program: "sh".to_owned(), args, options: Vec::new() }
}
