//! What can be wrong with a text that should be a move or a position.

/// A move or a position that could not be read.
///
/// Names what was read and what was expected; the caller adds where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text ended too soon.
    #[error("expected {expected}, found the end of the text")]
    Truncated {
        /// What should have come next.
        expected: String,
    },
    /// The text contains something that is not notation.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should have been there.
        expected: String,
        /// What was there.
        found: String,
    },
    /// Well-formed, but against the rules.
    #[error("{0}")]
    Impossible(String),
    /// Well-formed or not, no legal move is written like this.
    #[error("{found:?} is not a legal move here; legal: {legal}")]
    IllegalMove {
        /// What was there.
        found: String,
        /// The legal moves, or the first of them.
        legal: String,
    },
    /// The game has no notation of its own.
    #[error("this game cannot read positions")]
    NoNotation,
}

impl NotationError {
    /// The text ended where `expected` should have come.
    pub fn truncated(expected: impl Into<String>) -> Self {
        Self::Truncated { expected: expected.into() }
    }

    /// The text has `found` where `expected` should be.
    pub fn unexpected(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Unexpected { expected: expected.into(), found: shorten(found.into()) }
    }

    /// The text describes something impossible, for the `reason` given.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self::Impossible(reason.into())
    }

    /// `found` is none of the `legal` moves.
    pub fn illegal(found: &str, legal: impl Iterator<Item = String>) -> Self {
        const SHOWN: usize = 12;
        let mut names: Vec<_> = legal.take(SHOWN + 1).collect();
        let more = names.len() > SHOWN;
        names.truncate(SHOWN);
        let legal =
            if names.is_empty() { "none, the game is over".to_owned() } else { names.join(", ") };
        let legal = if more { legal + ", and more" } else { legal };
        Self::IllegalMove { found: shorten(found.to_owned()), legal }
    }
}

/// Keeps an error to one line, whatever it quotes.
pub(crate) fn shorten(text: String) -> String {
    const LIMIT: usize = 60;
    if text.chars().count() <= LIMIT {
        return text;
    }
    text.chars().take(LIMIT).chain("...".chars()).collect()
}
