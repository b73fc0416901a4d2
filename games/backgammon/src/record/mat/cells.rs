//! The parts of a line.

use crate::record::Rules;

/// Something one player does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    /// Where it begins in the line, in bytes.
    pub(super) start: usize,
    /// The first word: dice and a colon, or what is done, as [`DOES`] has it.
    pub(super) head: &'a str,
    /// The rest: the move.
    pub(super) rest: &'a str,
}

/// The words that begin a cell, but for dice; some write them in small letters.
const DOES: [&str; 14] = [
    "Doubles",
    "Redoubles",
    "Takes",
    "Accepts",
    "Beavers",
    "Raccoons",
    "Drops",
    "Passes",
    "Rejects",
    "Refuses",
    "Wins",
    "Resigns",
    "Resign",
    "????",
];

/// What players do in a line of moves, from `body` bytes on; text before the
/// first of it is a cell of its own.
pub(super) fn cells(line: &str, body: usize) -> Vec<Cell<'_>> {
    let mut starts: Vec<usize> = Vec::new();
    for (start, word) in words(line, body) {
        if starts.is_empty() || is_roll(word) || does(word).is_some() {
            starts.push(start);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let cell = |(&start, end): (&usize, usize)| {
        let text = line[start..end].trim_end();
        let (head, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Cell { start, head: does(head).unwrap_or(head), rest: rest.trim() }
    };
    starts.iter().zip(ends).map(cell).collect()
}

/// The word of [`DOES`] that this is.
fn does(word: &str) -> Option<&'static str> {
    DOES.into_iter().find(|does| does.eq_ignore_ascii_case(word))
}

/// The words of a line from `from` bytes on, with where they begin.
pub(super) fn words(line: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line[from..].split_whitespace().map(move |word| (start(word), word))
}

/// The column that a byte of a line stands in, in characters: files are laid out by what is
/// seen, and a name may take more bytes. A tab goes on to the next eighth column.
pub(super) fn column(line: &str, at: usize) -> usize {
    let letters = line[..at].chars();
    letters.fold(0, |column, letter| if letter == '\t' { column / 8 * 8 + 8 } else { column + 1 })
}

/// Whether this begins a move: `31:`.
fn is_roll(word: &str) -> bool {
    matches!(word.as_bytes(), [a, b, b':'] if a.is_ascii_digit() && b.is_ascii_digit())
}

/// Where the body of a line of moves begins, behind `12)`.
pub(super) fn body(line: &str) -> usize {
    match line.split_once(')') {
        Some((head, _)) if head.trim().parse::<u32>().is_ok() => head.len() + 1,
        _ => 0,
    }
}

/// The length in ` 7 point match`.
pub(super) fn point_match(line: &str) -> Option<&str> {
    let line = line.trim();
    if matches!(line, "Unlimited game" | "Unlimited session" | "Money session" | "Money game") {
        return Some("0");
    }
    let end = line.len().checked_sub("point match".len())?;
    let (length, words) = line.split_at_checked(end)?;
    words.eq_ignore_ascii_case("point match").then(|| length.trim_end_matches('-').trim())
}

/// The name and the text in quotes of `[Name "text"]`.
pub(super) fn tag(text: &str) -> Option<(String, String)> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    // A name may hold spaces.
    let (name, value) = inner.split_once('"')?;
    Some((name.trim().to_owned(), value.strip_suffix('"')?.to_owned()))
}

/// The rule that a tag is about.
pub(super) fn rule<'a>(rules: &'a mut Rules, tag: &str) -> Option<&'a mut bool> {
    match tag {
        "Jacoby" => Some(&mut rules.jacoby),
        "Beaver" | "Beavers" => Some(&mut rules.beavers),
        "Crawford" => Some(&mut rules.crawford),
        _ => None,
    }
}

/// Whether a tag says yes or no.
pub(super) fn is_on(value: &str) -> Option<bool> {
    match value {
        "On" | "True" | "Yes" => Some(true),
        "Off" | "False" | "No" => Some(false),
        _ => None,
    }
}

/// Both players, their score, and the byte where the second one begins, in a line such as
/// ` Ann : 0      Bob : 2`.
pub(super) fn names(line: &str) -> Option<([String; 2], [u32; 2], usize)> {
    // A name may hold colons: the first that is followed by a number counts.
    line.match_indices(':').find_map(|(colon, _)| {
        let one = line[..colon].trim();
        let rest = line[colon + 1..].trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (score, other) = rest.split_at(digits);
        let right = line.len() - other.trim_start().len();
        let (two, last) = other.strip_prefix(char::is_whitespace)?.rsplit_once(':')?;
        let scores = [score.parse().ok()?, last.trim().parse().ok()?];
        Some(([one.to_owned(), two.trim().to_owned()], scores, right))
    })
}
