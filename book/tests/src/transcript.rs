//! Transcripts: commands with what they print, kept as text and run again.
//!
//! A line that begins with `$ ` is a command; what follows, up to the next, is
//! its output. Times, and what depends on them, differ from run to run: a number
//! before a unit of time stands for any other, and so does the space around it.

use std::path::Path;

use crate::support;

/// Runs every command of the transcript and compares what it prints, or writes
/// it anew where `STARBOARD_BLESS` is 1. `run` gets the words of a command and
/// returns what it prints.
///
/// # Panics
///
/// Where they differ, showing both.
#[track_caller]
pub fn check(path: &Path, run: &dyn Fn(&[String]) -> String) {
    let kept = support::read(path);
    assert!(kept.starts_with("$ "), "{} begins with a command", path.display());
    let mut fresh = String::new();
    for command in kept.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let printed = run(&words(command));
        let lines = printed.trim_end().lines().map(|line| line.trim_end().to_owned() + "\n");
        let lines: String = lines.collect();
        fresh += &format!("$ {command}\n{lines}");
    }
    if masked(&kept) != masked(&fresh) {
        support::golden(path, &fresh);
    }
}

/// What a command of the `starboard` program prints, run in this process.
///
/// # Panics
///
/// Where the first word is another program.
pub fn starboard(words: &[String]) -> String {
    assert_eq!(words.first().map(String::as_str), Some("starboard"), "{words:?}");
    let games = starboard_cli::builtin();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    starboard_cli::run_with(&starboard_cli::Context::new(&games), words, &mut out, &mut err);
    String::from_utf8_lossy(&[out, err].concat()).into_owned()
}

/// The words of a command line; quotes keep spaces together.
pub fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (None, ' ') => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if open == c => quote = None,
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The text with what depends on the clock left out.
fn masked(text: &str) -> Vec<Vec<String>> {
    const UNITS: [&str; 9] = ["s", "ms", "us", "µs", "ns", "min", "s,", "ms,", "µs,"];
    let number = |word: &str| word.parse::<f64>().is_ok();
    text.lines()
        .map(|line| {
            let mut kept: Vec<String> = Vec::new();
            for word in line.split_whitespace() {
                // A number before a unit of time, and a number that ends in one.
                if UNITS.contains(&word) && kept.last().is_some_and(|last| number(last)) {
                    kept.pop();
                    kept.push("TIME".to_owned());
                } else if UNITS.iter().any(|unit| word.strip_suffix(unit).is_some_and(number)) {
                    kept.push("TIME".to_owned());
                } else if word.ends_with("/s") || matches!(word, "thousand" | "million") {
                    kept.pop();
                    kept.push("SPEED".to_owned());
                } else {
                    kept.push(word.to_owned());
                }
            }
            kept
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() {
        for (command, expected) in [
            ("starboard games", vec!["starboard", "games"]),
            ("a --p \"x y\"  ''", vec!["a", "--p", "x y", ""]),
            ("a b=\"c d\"", vec!["a", "b=c d"]),
        ] {
            assert_eq!(words(command), expected, "{command}");
        }
    }

    #[test]
    fn only_times_may_differ() {
        for (a, b, alike) in [
            ("in 0.12 s", "in 3 s", true),
            ("took 12ms, done", "took 4ms, done", true),
            ("12 nodes", "13 nodes", false),
            ("x  1.5 ms |", "x 200 ms |", true),
            ("depth 3 in 1 s", "depth 4 in 1 s", false),
            ("1200 nodes/s", "1300 nodes/s", true),
            ("(971 thousand nodes a second)", "(1 million nodes a second)", true),
            ("at 1.2 M/s", "at 1.3 M/s", true),
        ] {
            assert_eq!(masked(a) == masked(b), alike, "{a} and {b}");
        }
    }
}
