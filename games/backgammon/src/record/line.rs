//! A line of a file that is being read.

use super::RecordError;

/// A line, and its number from 1.
#[derive(Copy, Clone)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// That something is wrong so many bytes into the line.
    pub(super) fn fail(self, offset: usize, what: impl Into<String>) -> RecordError {
        RecordError::at(self.number, self.text, offset, what)
    }

    /// Where the text begins.
    pub(super) fn indent(self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// Where a part of the line begins.
    pub(super) fn offset(self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }
}
