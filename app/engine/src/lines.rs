//! Lines of input from outside: any bytes, of any length.

use std::io::{self, BufRead, Read};

/// A line, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its end; bytes that are not text are replaced.
    pub text: String,
    /// How it ended.
    pub end: LineEnd,
}

/// How a line ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// By a newline, as it should.
    Newline,
    /// It was longer than allowed, and is cut.
    Cut,
    /// The input ended in the middle of it.
    Missing,
}

/// The lines of an input, one after the other. None is longer than allowed, so that no input
/// fills the memory; the rest of a line that was cut does not count as a line, and is skipped
/// when the next line is asked for.
///
/// ```
/// use starboard::{LineEnd, Lines};
///
/// let mut lines = Lines::new(&b"go\r\na line that is too long\nquit"[..], 6);
/// let mut next = || lines.next().transpose().map(|line| line.map(|line| (line.text, line.end)));
/// assert_eq!(next()?, Some(("go".to_owned(), LineEnd::Newline)));
/// assert_eq!(next()?, Some(("a line".to_owned(), LineEnd::Cut)));
/// assert_eq!(next()?, Some(("quit".to_owned(), LineEnd::Missing)));
/// assert_eq!(next()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: u64,
    bytes: Vec<u8>,
    /// Whether the rest of the last line is still to come.
    has_rest: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, none read yet, with at most `longest` bytes each, their ends
    /// included.
    pub fn new(input: R, longest: u64) -> Self {
        Self { input, longest, bytes: Vec::new(), has_rest: false }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        if std::mem::take(&mut self.has_rest) {
            self.input.skip_until(b'\n')?;
        }
        self.bytes.clear();
        let read = (&mut self.input).take(self.longest).read_until(b'\n', &mut self.bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let end = match self.bytes.last() {
            Some(b'\n') => LineEnd::Newline,
            _ if read as u64 == self.longest => LineEnd::Cut,
            _ => LineEnd::Missing,
        };
        self.has_rest = end == LineEnd::Cut;
        let text = String::from_utf8_lossy(&self.bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\r').unwrap_or(text).to_owned();
        Ok(Some(Line { text, end }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::{LineEnd::*, *};

    #[track_caller]
    fn check(input: &[u8], expected: &[(&str, LineEnd)]) {
        let lines: Vec<_> = Lines::new(input, 4).map(|l| l.expect("memory can be read")).collect();
        let found: Vec<_> = lines.iter().map(|line| (line.text.as_str(), line.end)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_are_read_whatever_is_in_them() {
        check(b"", &[]);
        check(b"\n\r\na", &[("", Newline), ("", Newline), ("a", Missing)]);
        check(b"\xff\n\0\n", &[("\u{fffd}", Newline), ("\0", Newline)]);
        check(
            b"abc\nabcd\nabcdefghij\nx",
            &[("abc", Newline), ("abcd", Cut), ("abcd", Cut), ("x", Missing)],
        );
        check(b"abcdef", &[("abcd", Cut)]);
    }
}
