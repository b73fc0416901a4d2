//! A line of input.

/// The most bytes of a line that are read; the rest is cut off.
pub const LONGEST: usize = 1 << 16;

/// A line with a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The id before the command, as it was written; empty if there is none.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) words: Vec<String>,
}

impl Line {
    /// Reads a line as the protocol says: control characters are dropped, tabs
    /// are turned into spaces, and what follows `#` is a comment. `None` if nothing is left.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text: String = text
            .chars()
            .take(LONGEST)
            .take_while(|&c| c != '#')
            .filter(|c| *c == '\t' || !c.is_control())
            .collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let number = |word: &String| word.len() < 10 && word.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(number).unwrap_or_default();
        let name = match words.next() {
            Some(name) => name,
            None if id.is_empty() => return None,
            // An id alone names no command.
            None => String::new(),
        };
        Some(Self { id, name, words: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, id: &str, name: &str, words: &[&str]) {
        let line = Line::read(text).expect("a command");
        assert_eq!((&*line.id, &*line.name), (id, name));
        assert_eq!(line.words, words);
    }

    #[test]
    fn lines_are_read() {
        check("quit", "", "quit", &[]);
        check(" 12 play\tblack  D4 # a comment\r", "12", "play", &["black", "D4"]);
        check("pl\u{7}ay b c3", "", "play", &["b", "c3"]);
        check("7", "7", "", &[]);
        check("99999999999 x", "", "99999999999", &["x"]);
        for text in ["", "   ", "# all", "\t\r"] {
            assert_eq!(Line::read(text), None);
        }
    }
}
