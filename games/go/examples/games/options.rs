//! The options of an example, and how it ends.

use std::{error::Error, process::ExitCode};

/// Why an example gave up.
pub(crate) type Failure = Box<dyn Error>;

#[expect(clippy::print_stdout, reason = "this is what the examples are for")]
pub(crate) fn say(text: &str) {
    println!("{text}");
}

/// Runs an example, and says why it gave up if it did.
pub(crate) fn end(name: &str, outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Hands every option with its value to `set`, which says whether it knows it;
/// `false` if all that was asked for is help.
pub(crate) fn read(
    help: &str,
    mut set: impl FnMut(&str, &str) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--help" || word == "-h" {
            say(help);
            return Ok(false);
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        if !set(&word, &value)? {
            return Err(format!("no option is called {word}; --help lists them").into());
        }
    }
    Ok(true)
}
