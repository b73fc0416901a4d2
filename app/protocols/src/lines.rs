//! The one thread that reads lines.

use std::{
    io::{self, BufRead},
    thread,
};

use starboard::{Line, Lines};

/// Reads `input` on a thread of its own and passes each line to `take` as it comes, cut at
/// `longest` bytes, and `None` at the end of the input; stops there, or when `take` returns
/// `false`. The receiver is thus free to search, or to wait no longer than it wants to.
///
/// Programs that answer one line before they look at the next need no thread, and use [`Lines`]
/// directly.
///
/// # Errors
///
/// If the thread cannot be started. An input that cannot be read counts as ended.
pub fn pump(
    input: impl BufRead + Send + 'static,
    longest: u64,
    mut take: impl FnMut(Option<Line>) -> bool + Send + 'static,
) -> io::Result<()> {
    let read = move || {
        let mut lines = Lines::new(input, longest);
        while let Some(Ok(line)) = lines.next() {
            if !take(Some(line)) {
                return;
            }
        }
        take(None);
    };
    thread::Builder::new().name("input".to_owned()).spawn(read).map(|_| ())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let (send, lines) = mpsc::channel();
        pump(&b"a\nbcdefg\nlast"[..], 4, move |line| send.send(line).is_ok()).expect("a thread");
        let lines: Vec<_> = lines.iter().map(|line| line.map(|line| line.text)).collect();
        let expected = [Some("a"), Some("bcde"), Some("last"), None];
        assert_eq!(lines, expected.map(|line| line.map(str::to_owned)));
    }

    #[test]
    fn whoever_has_heard_enough_is_told_no_more() {
        let (send, lines) = mpsc::channel();
        let take = move |line: Option<Line>| {
            send.send(line).expect("a receiver");
            false
        };
        pump(&b"a\nb\n"[..], 9, take).expect("a thread");
        assert_eq!(lines.iter().count(), 1);
    }
}
