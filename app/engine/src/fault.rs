//! What a player, an engine of ours or an external one, may do wrong.

use serde::{Deserialize, Serialize};

/// What a side did wrong, by which it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fault {
    /// It played an illegal move.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It did not answer in time.
    #[error("out of time: {0}")]
    Time(String),
    /// It ended, or could not be started.
    #[error("crash: {0}")]
    Crash(String),
    /// It said something that the protocol does not know, or refused a request.
    #[error("protocol fault: {0}")]
    Protocol(String),
    /// The fault is not a side's but the game's, whose rules lead nowhere: it
    /// ends the match.
    #[error("the rules break a promise: {0}")]
    Rules(String),
}

impl Fault {
    /// The kind of fault, for counting.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::IllegalMove(_) => "illegal move",
            Self::Time(_) => "out of time",
            Self::Crash(_) => "crash",
            Self::Protocol(_) => "protocol fault",
            Self::Rules(_) => "broken rules",
        }
    }
}

/// The beginning of a text, for a message of one line.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match line.char_indices().nth(MOST) {
        None => line,
        Some((end, _)) => format!("{}...", &line[..end]),
    }
}
