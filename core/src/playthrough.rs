//! Playthroughs: a random game with everything its rules say at each position, as text
//! to keep beside the code, so that no answer changes unnoticed (OpenSpiel's idea;
//! Lanctot and others 2019).
//!
//! ```no_run
//! use starboard_core::{playthrough::{check_golden, playthrough}, testing::RandomTree};
//! let text = playthrough(&RandomTree::<true>::new(1), 1, 40, &mut []);
//! check_golden("tests/playthroughs/random-tree.txt".as_ref(), &text)?;
//! # Ok::<(), starboard_core::playthrough::GoldenError>(())
//! ```

use std::{
    fmt::{self, Write},
    fs, io,
    path::{Path, PathBuf},
};

use rand::RngExt;

use crate::{Bounds, Evaluator, Game, Node, NotationError, rng};

/// Plays at random from `start` until the game ends or `max_moves` moves and outcomes
/// of chance have been played, and writes down everything that the game and each of the
/// named evaluators say about each position.
pub fn playthrough<G: Game>(
    start: &G,
    seed: u64,
    max_moves: u32,
    evaluators: &mut [(&str, &mut dyn Evaluator<G>)],
) -> String {
    let mut text = String::new();
    written(&mut text, start, seed, max_moves, evaluators).expect("a String takes any text");
    text
}

fn written<G: Game>(
    out: &mut String,
    start: &G,
    seed: u64,
    max_moves: u32,
    evaluators: &mut [(&str, &mut dyn Evaluator<G>)],
) -> fmt::Result {
    writeln!(out, "seed {seed}")?;
    writeln!(out, "chance {}, unit {} {}", G::CHANCE, G::UNIT, G::UNIT_NAME)?;
    writeln!(out, "move indices {}, null moves {}", G::MOVE_INDICES, G::NULL_MOVE)?;
    let (mut game, mut rng) = (start.clone(), rng(seed, 0));
    for ply in 0.. {
        writeln!(out, "\n# {ply}")?;
        position(out, &game)?;
        if !matches!(game.node(), Node::Over(_)) {
            for (name, evaluator) in evaluators.iter_mut() {
                let (value, bounds) = (evaluator.evaluate(&game), evaluator.bounds(&game));
                write!(out, "value {value:?} by {name}")?;
                let Bounds { low, high } = bounds;
                writeln!(out, ", of {low:?} to {high:?}")?;
            }
        }
        let mut options = Vec::new();
        game.options(&mut options);
        if options.is_empty() || ply >= max_moves {
            return Ok(());
        }
        let m = options[rng.random_range(0..options.len())];
        writeln!(out, "plays {}", game.format_move(m))?;
        game.play(m);
    }
    Ok(())
}

/// Everything about one position.
fn position<G: Game>(out: &mut String, game: &G) -> fmt::Result {
    let text = game.format();
    writeln!(out, "position {text}")?;
    match G::parse(&text) {
        Ok(read) if read == *game => writeln!(out, "reads back")?,
        Ok(_) => writeln!(out, "reads back as another position")?,
        Err(NotationError::NoNotation) => {}
        Err(error) => writeln!(out, "does not read back: {error}")?,
    }
    let board = game.board();
    if board != text {
        board.lines().try_for_each(|line| writeln!(out, "| {}", line.trim_end()))?;
    }
    writeln!(out, "key {:016x}", game.key())?;
    writeln!(out, "mover {:?}", game.mover())?;
    match game.node() {
        Node::Over(value) => {
            let units = value.to_units(G::UNIT);
            writeln!(out, "over, {value:?} for the mover, {units} {}", G::UNIT_NAME)?;
        }
        Node::Decision => decision(out, game)?,
        Node::Chance => {
            let mut chances = Vec::new();
            game.chances(&mut chances);
            let sum: u64 = chances.iter().map(|&(_, weight)| u64::from(weight)).sum();
            write!(out, "chances {}:", chances.len())?;
            for (m, weight) in chances {
                write!(out, " [{} {weight}/{sum}]", game.format_move(m))?;
            }
            writeln!(out)?;
        }
    }
    if let Some(mirrored) = game.mirrored() {
        writeln!(out, "mirrored {}", mirrored.format())?;
    }
    if let Some(svg) = game.svg() {
        let hash = svg.bytes().fold(0, |hash, byte| crate::mix(hash ^ u64::from(byte)));
        writeln!(out, "svg of {} bytes, hash {hash:016x}", svg.len())?;
    }
    Ok(())
}

fn decision<G: Game>(out: &mut String, game: &G) -> fmt::Result {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    write!(out, "moves {}:", moves.len())?;
    for m in moves {
        write!(out, " [{}]", game.format_move(m))?;
        if G::MOVE_INDICES > 0 {
            write!(out, "={}", G::move_index(m))?;
        }
    }
    writeln!(out)?;
    if let Some(good) = game.good_move() {
        writeln!(out, "good move {}", game.format_move(good))?;
    }
    if G::NULL_MOVE {
        let mut passed = game.clone();
        let answer = if passed.play_null() { passed.format() } else { "refused".to_owned() };
        writeln!(out, "null move {answer}")?;
    }
    Ok(())
}

/// Why a text does not equal the one kept in a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoldenError {
    /// The texts differ.
    #[error(
        "{}:{line}: expected {expected:?}, found {found:?}; if that is right, \
         set STARBOARD_BLESS=1 to keep it", path.display()
    )]
    Differs {
        /// The file.
        path: PathBuf,
        /// The first line that differs, from 1.
        line: usize,
        /// The line in the file; `None` after its end.
        expected: Option<String>,
        /// The line of the text; `None` after its end.
        found: Option<String>,
    },
    /// The file cannot be read or written.
    #[error("{}: {source}; STARBOARD_BLESS=1 writes the file", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
}

/// Compares `text` with the file at `path`, line by line. With the environment
/// variable `STARBOARD_BLESS` set to 1, writes the file instead if it differs.
///
/// # Errors
///
/// Names the first line that differs, or the file that is not there.
pub fn check_golden(path: &Path, text: &str) -> Result<(), GoldenError> {
    check(path, text, std::env::var_os("STARBOARD_BLESS").is_some_and(|value| value == "1"))
}

fn check(path: &Path, text: &str, bless: bool) -> Result<(), GoldenError> {
    let file_error = |source| GoldenError::File { path: path.to_owned(), source };
    let result = fs::read_to_string(path).map_err(file_error).and_then(|kept| {
        let (mut kept, mut found) = (kept.lines(), text.lines());
        for line in 1.. {
            match (kept.next(), found.next()) {
                (None, None) => break,
                (a, b) if a == b => {}
                (a, b) => {
                    let (expected, found) = (a.map(str::to_owned), b.map(str::to_owned));
                    return Err(GoldenError::Differs {
                        path: path.to_owned(),
                        line,
                        expected,
                        found,
                    });
                }
            }
        }
        Ok(())
    });
    if result.is_err() && bless {
        return replace(path, text).map_err(file_error);
    }
    result
}

/// Writes a file in one step, so that nobody ever reads half of it.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HashEval, Knowledge, RandomTree};

    fn played(seed: u64) -> String {
        let mut tight = HashEval(Knowledge::Tight);
        playthrough(&RandomTree::<true>::new(5), seed, 30, &mut [("tight", &mut tight)])
    }

    #[test]
    fn says_the_same_again() {
        assert_eq!(played(1), played(1));
        assert_ne!(played(1), played(2));
    }

    #[test]
    fn is_as_it_was() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs/random-tree.txt");
        check_golden(&path, &played(1)).unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn the_first_difference_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/golden.txt");
        let error = check(&path, "a\n", false).unwrap_err().to_string();
        assert!(error.contains("golden.txt") && error.contains("STARBOARD_BLESS=1"), "{error}");
        check(&path, "a\nb\nc\n", true).expect("a file to be written");
        check(&path, "a\r\nb\r\nc", false).expect("the same lines");
        for (text, named) in [
            ("a\nx\nc", r#":2: expected Some("b"), found Some("x")"#),
            ("a\nb\nc\nd", r#":4: expected None, found Some("d")"#),
            ("a", r#":2: expected Some("b"), found None"#),
        ] {
            let error = check(&path, text, false).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
        check(&path, "d\n", true).expect("a file to be replaced");
        let names: Vec<_> = fs::read_dir(path.parent().expect("new"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        assert_eq!(names, ["golden.txt"]);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "d\n");
    }
}
