//! What an external engine, or an engine, may do wrong.

use serde::{Deserialize, Serialize};

/// What a side did wrong: it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fault {
    /// It played what is no legal move.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It did not answer in time.
    #[error("out of time: {0}")]
    Time(String),
    /// It ended, or could not be started.
    #[error("crash: {0}")]
    Crash(String),
    /// It said something that the protocol does not know, or refused.
    #[error("protocol fault: {0}")]
    Protocol(String),
    /// Nobody's but the game's, whose rules lead nowhere: it ends the match.
    #[error("the rules break a promise: {0}")]
    Rules(String),
}

impl Fault {
    /// What kind of fault, to count by.
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

/// The first of a text, for a message of one line.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match line.char_indices().nth(MOST) {
        None => line,
        Some((end, _)) => format!("{}...", &line[..end]),
    }
}
