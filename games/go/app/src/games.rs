//! Games to take positions from: the logs of matches, and records.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use serde_json::Value;
use starboard::BadInput;
use starboard_core::Game;
use starboard_go::{Color, Go, Record};

use crate::train::files;

/// A game that Black began on an empty board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    /// The name that identifies the game. Games with much in common share one name, so that either
    /// all of them are held out, or none.
    pub(crate) name: String,
    pub(crate) start: Go,
    pub(crate) moves: Vec<String>,
}

/// The games of all these logs and records, at most `most` from each.
///
/// # Errors
///
/// [`BadInput`] if a file is something else; and if one cannot be read.
pub(crate) fn read(
    logs: &[PathBuf],
    records: &[PathBuf],
    most: usize,
    visible: bool,
) -> anyhow::Result<Vec<Played>> {
    let mut games = Vec::new();
    for path in logs {
        games.extend(logged(path)?.into_iter().take(most));
    }
    for path in records {
        let found = files::read(std::slice::from_ref(path), visible)?.records;
        let found = found.iter().enumerate();
        let found = found.filter_map(|(i, record)| recorded(record, format!("{} {i}", base(path))));
        games.extend(found.take(most));
    }
    Ok(games)
}

/// The games in the log of a match.
fn logged(path: &Path) -> anyhow::Result<Vec<Played>> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mut games = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| BadInput::error(format!("{name}: line {}: {what}", number + 1));
        let line: Value = serde_json::from_str(line).map_err(|e| wrong(&e.to_string()))?;
        // The first line is the header of the match, not a game.
        let Some(pair) = line["pair"].as_u64() else { continue };
        let start = line["opening"]["position"].as_str().ok_or_else(|| wrong("no position"))?;
        let start = Go::parse(start).map_err(|e| wrong(&e.to_string()))?;
        if start.color() != Color::Black || !is_empty(&start) {
            return Err(wrong("the game does not begin with Black on an empty board"));
        }
        let lists = [&line["opening"]["moves"], &line["moves"]];
        let moves = lists.into_iter().filter_map(Value::as_array).flatten();
        let moves: Vec<_> = moves.filter_map(Value::as_str).map(str::to_owned).collect();
        // Both games of a pair have an opening in common.
        let played = Played { name: format!("{} {pair}", base(path)), start, moves };
        if let Err(error) = played.positions() {
            return Err(wrong(&error.to_string()));
        }
        games.push(played);
    }
    Ok(games)
}

/// The game of a record, if the players took turns from an empty board on.
fn recorded(record: &Record, name: String) -> Option<Played> {
    let mut start = None;
    let mut moves = Vec::new();
    let mut turns = true;
    record.replay(|game, m| {
        turns &= game.color().index() == moves.len() % 2;
        moves.push(game.format_move(m));
        start.get_or_insert_with(|| game.clone());
    });
    let start = start.filter(|start| turns && is_empty(start))?;
    Some(Played { name, start, moves })
}

fn is_empty(game: &Go) -> bool {
    game.board().empty() == game.board().all()
}

/// The name of a file without folders.
fn base(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Played {
    /// The position before each move, and after the last.
    pub(crate) fn positions(&self) -> anyhow::Result<Vec<Go>> {
        let mut game = self.start.clone();
        let mut positions = vec![game.clone()];
        for name in &self.moves {
            let m = game.parse_move(name)?;
            game.play(m);
            positions.push(game.clone());
        }
        Ok(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_from_logs_and_records() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        let log = "{\"experiment\": \"match\"}\n\
             {\"pair\": 3, \"opening\": {\"position\": \"9x9 b 7\", \"moves\": [\"E5\"]}, \
             \"moves\": [\"C3\", \"pass\"]}\n";
        fs::write(at("match.jsonl"), log)?;
        // With a handicap; where one player moves twice; and one that is as it should be.
        let records = "(;SZ[9]HA[2]AB[cc][gg];W[ee])(;SZ[9];B[ee];B[cc])(;SZ[9];B[ee];W[cc])";
        fs::write(at("some.sgf"), records)?;
        let all = read(&[at("match.jsonl")], &[at("some.sgf")], 9, false)?;
        let shown: Vec<_> =
            all.iter().map(|game| format!("{}: {}", game.name, game.moves.join(" "))).collect();
        assert_eq!(shown, ["match.jsonl 3: E5 C3 pass", "some.sgf 2: E5 C7"]);
        assert!(read(&[at("match.jsonl")], &[at("some.sgf")], 0, false)?.is_empty());
        #[track_caller]
        fn check(path: PathBuf, part: &str) {
            let error = read(&[path], &[], 9, false).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        fs::write(at("bad.jsonl"), log.replace("9x9 b 7", "9x9 w 7"))?;
        check(at("bad.jsonl"), "bad.jsonl: line 2: the game does not begin with Black");
        fs::write(at("bad.jsonl"), log.replace("C3", "E5"))?;
        check(at("bad.jsonl"), "bad.jsonl: line 2: ");
        check(at("some.sgf"), "some.sgf: line 1: ");
        check(at("none"), "cannot read");
        Ok(())
    }
}
