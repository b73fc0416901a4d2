//! What may go wrong on the command line, and the exit code it leads to.

use std::io;

use starboard_core::{ChanceChain, spec::SpecError};

use crate::EngineError;

/// Something the user wrote that makes no sense: a game that does not exist, a malformed
/// position. One sentence that names what is wrong and what is allowed; exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(pub String);

impl BadInput {
    /// A `BadInput` with this message, as an error of anyhow's.
    pub fn error(message: impl std::fmt::Display) -> anyhow::Error {
        anyhow::Error::new(Self(message.to_string()))
    }
}

/// A table that there is no memory for; exit code 2, as for [`BadInput`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoMemory(pub String);

/// The error of a description from which no engine can be made: [`NoMemory`] or [`BadInput`].
pub(crate) fn no_engine(error: EngineError) -> anyhow::Error {
    match error {
        EngineError::Spec(SpecError::NoMemory { .. }) => {
            anyhow::Error::new(NoMemory(error.to_string()))
        }
        _ => BadInput::error(error),
    }
}

/// [`BadInput`] that names the game in which chance nodes follow each other without end, and
/// where.
pub fn unsound(game: &str, chain: &ChanceChain) -> anyhow::Error {
    BadInput::error(format!("the rules of {game} break a promise: {chain} (see `verify {game}`)"))
}

/// A command that did its work and found that something does not hold; exit
/// code 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

/// Something another process is using, such as a log that it writes: nothing is
/// wrong, and the same command may succeed later. The exit code is 75, the
/// `EX_TEMPFAIL` of `sysexits.h`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InUse(pub String);

/// A command that was interrupted, and has said how far it got; the exit code is 130, as in a
/// shell for what Ctrl-C ends.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// The exit code for an error: 2 for bad input, 75 for what is [in use](InUse), 130 for what was
/// [interrupted](Interrupted), 1 for anything else, and 0 for a broken pipe, when the reader has
/// seen enough.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    let broken_pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    if error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(broken_pipe)) {
        0
    } else if error.chain().any(|e| e.is::<BadInput>() || e.is::<NoMemory>()) {
        2
    } else if error.chain().any(|e| e.is::<InUse>()) {
        75
    } else if error.chain().any(|e| e.is::<Interrupted>()) {
        130
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn codes_see_through_context() {
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        let missing = io::Error::from(io::ErrorKind::NotFound);
        for (error, code) in [
            (BadInput::error("no such game"), 2),
            (anyhow::Error::new(NoMemory("a table of 65536 MiB".into())), 2),
            (anyhow::Error::new(InUse("the log is being written".into())), 75),
            (anyhow::Error::new(Failed("7 checks failed".into())), 1),
            (anyhow::Error::new(Interrupted("stopped after 7 games".into())), 130),
            (missing.into(), 1),
            (pipe.into(), 0),
        ] {
            let error = Err::<(), _>(error).context("while testing").unwrap_err();
            assert_eq!(exit_code(&error), code, "{error:#}");
        }
    }
}
