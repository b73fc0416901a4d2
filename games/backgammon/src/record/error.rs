//! What can be wrong with a record.

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was expected and what was found.
    pub what: String,
}

impl RecordError {
    /// What is wrong `offset` bytes into a line, which is counted from 1.
    pub(super) fn at(line: usize, text: &str, offset: usize, what: impl Into<String>) -> Self {
        let before = text.char_indices().take_while(|&(i, _)| i < offset);
        Self { line, column: before.count() + 1, what: what.into() }
    }
}
