//! Errors in records.

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", place(*line, *column))]
pub struct RecordError {
    /// The line, from 1; 0 if the file has no lines, and `what` says where the error is.
    pub line: usize,
    /// The column, from 1, in characters; 0 with the line.
    pub column: usize,
    /// What was expected and what was found.
    pub what: String,
}

/// Where it is, in words.
fn place(line: usize, column: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}, column {column}: ") }
}

impl RecordError {
    /// An error `offset` bytes into a line, which is counted from 1.
    pub(super) fn at(line: usize, text: &str, offset: usize, what: impl Into<String>) -> Self {
        let before = text.char_indices().take_while(|&(i, _)| i < offset);
        Self { line, column: before.count() + 1, what: what.into() }
    }
}
