//! Whole games reviewed from the command line.

use std::{fs, path::PathBuf};

use starboard_lab::review::Review;

use crate::testing::{games, output, refused, starboard_with};

/// A folder with a file.
struct File(tempfile::TempDir, &'static str);

impl File {
    fn new(name: &'static str, content: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(name), content).expect("a file");
        Self(folder, name)
    }

    fn path(&self) -> String {
        self.beside(self.1).display().to_string()
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// The reviews that the command prints as JSON.
fn reviews(line: &str) -> Vec<Review> {
    let json: serde_json::Value = serde_json::from_str(&output(line)).expect("JSON");
    assert_eq!(json["version"], 1);
    let games = json["games"].as_array().expect("a list").clone();
    games.into_iter().map(|game| serde_json::from_value(game).expect("a review")).collect()
}

#[test]
fn a_list_of_moves_is_reviewed() -> anyhow::Result<()> {
    let file = File::new("moves.txt", "# Four in a column\n1. 4 1  2. 4 1  3. 4 2  4. 4\n");
    let page = file.beside("page.html");
    let text = output(&format!(
        "analyse connect-four '{}' --depth 4 --html '{}'",
        file.path(),
        page.display()
    ));
    for part in [
        "A game of connect-four",
        "moves judged",
        "6. the second player: 2 ?? loses",
        "Better: 4",
        "Each move was searched to depth 4",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let html = fs::read_to_string(page)?;
    assert!(html.contains("href=\"#board-6\"") && html.contains("id=\"board-6\""), "{html}");
    let body = html.split_once("<body>").expect("a body").1.replace("</body></html>", "");
    assert!(roxmltree::Document::parse(body.trim()).is_ok(), "{body}");
    for foreign in ["<script", "src=", "href=\"h", "@import", "url("] {
        assert!(!html.contains(foreign), "{foreign} in {html}");
    }
    let with = |options: &str| {
        let line = format!("analyse connect-four '{}' --depth 4 --json {options}", file.path());
        output(&line)
    };
    assert_eq!(with("--threads 1"), with("--threads 3"));
    Ok(())
}

/// What a match writes, of games with dice and without, and of a game that nobody knows.
#[test]
fn records_of_matches_are_reviewed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    for name in ["connect-four", "einstein", "2048", "go", "shogi", "nackgammon", "backgammon-cube"]
    {
        let records = folder.path().join(name);
        let engine = if name == "backgammon-cube" { "filtered" } else { "random" };
        // The files of backgammon with the cube have a review of their own.
        let format = if name == "backgammon-cube" { "--record-format txt" } else { "" };
        output(&format!(
            "match {name} --a {engine} --b {engine} --depth 1 --games 2 --max-plies 6 \
             --records '{}' {format}",
            records.display()
        ));
        let mut files: Vec<_> = fs::read_dir(&records)?
            .map(|entry| entry.map(|e| e.path()))
            .collect::<Result<_, _>>()?;
        files.sort();
        let limit = if name == "go" { "--evaluations 3" } else { "--depth 1" };
        let found = reviews(&format!("analyse '{}' --json {limit}", files[0].display()));
        assert_eq!((found.len(), found[0].game.as_str()), (1, name));
        assert!(found[0].moves.len() > 2 && found[0].names[0].is_some(), "{name}");
        assert!(found[0].moves.iter().any(|m| m.verdict.is_some()), "{name}");
    }
    let own = folder.path().join("own");
    let games = games();
    let line = format!(
        "match chance-tree --a mcts --b mcts --nodes 20 --games 2 --records '{}'",
        own.display()
    );
    assert_eq!(starboard_with(&games, &line).0, 0);
    let line = format!("analyse '{}' --depth 3", own.join("game-000000.txt").display());
    let (code, text, error) = starboard_with(&games, &line);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(text.contains("chance-tree: mcts") && text.contains("Every move"), "{text}");
    Ok(())
}

#[test]
fn formats_of_shogi_are_read() {
    let csa = "V2.2\nN+Ann\nN-Ben\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n%TORYO\n";
    let file = File::new("two.csa", format!("{csa}/\nPI\n+\n+2726FU\n%CHUDAN\n"));
    let text = output(&format!("analyse '{}' --depth 1", file.path()));
    for part in ["shogi: Ann against Ben", "result 0-1 (resigned)", "the file has 2 games"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let count = |options: &str| {
        let line = format!("analyse '{}' --depth 1 --json {options}", file.path());
        reviews(&line).iter().map(|review| review.moves.len()).collect::<Vec<_>>()
    };
    assert_eq!((count("--game 2"), count("--game all")), (vec![1], vec![4, 1]));
    refused(&format!("analyse '{}' --game 3", file.path()), &["no game 3", "2 games"]);
    refused(&format!("analyse '{}' --game 0", file.path()), &["from 1, or all"]);
    let all = format!("analyse '{}' --game all --html x.html", file.path());
    refused(&all, &["a page is of one game"]);
    // In Shift-JIS, as most files of this kind.
    let kif = b"\x8e\xe8\x8d\x87\x8a\x84\x81F\x95\xbd\x8e\xe8\n\x90\xe6\x8e\xe8\x81F\x89H\x90\xb6\
        \n\x8e\xe8\x90\x94----\x8ew\x8e\xe8--\n   1 \x82V\x98Z\x95\xe0(77)\n   2 \x82R\x8el\x95\xe0(33)\n";
    let file = File::new("a.kif", kif);
    let found = reviews(&format!("analyse '{}' --json --depth 1", file.path()));
    assert_eq!(found[0].names[0].as_deref(), Some("羽生"));
    assert_eq!((found[0].moves.len(), found[0].format.as_str()), (2, "kif"));
}

#[test]
fn names_of_go_are_read_in_their_own_letters() {
    let gb = b"(;GM[1]SZ[9]CA[GB2312]PB[\xb9\xc5\xc1\xa6]PW[\xb3\xa3\xea\xbb];B[ee];W[ec];B[gc])";
    let file = File::new("gb.sgf", gb);
    let found = reviews(&format!("analyse '{}' --json --evaluations 3", file.path()));
    let names = found[0].names.each_ref().map(|name| name.as_deref());
    assert_eq!(names, [Some("古力"), Some("常昊")]);
    assert_eq!(found[0].moves.len(), 3);
}

#[test]
fn records_that_cannot_be_are_refused() {
    let file = File::new("x.txt", "4 4 9");
    let path = file.path();
    refused(
        &format!("analyse connect-four '{path}'"),
        &["x.txt: line 1, column 5", "lists of moves"],
    );
    refused(&format!("analyse '{path}'"), &["is a file, but no record", "analyse connect-four"]);
    refused(&format!("analyse go '{path}'"), &["in the formats sgf and as lists"]);
    refused(&format!("analyse connect-four '{path}' --multipv 2"), &["cannot be used with"]);
    refused("analyse connect-four --worst 2", &["<FILE>"]);
    refused("analyse connect-four --threads 2", &["--threads is for a record"]);
    refused("analyse connect-four --position 4 --html x", &["cannot be used with"]);
    let empty = File::new("e.txt", "connect-four, game 0\n");
    refused(&format!("analyse '{}'", empty.path()), &["there are no moves"]);
    let other = File::new("o.txt", "tic-tac-toe, game 0\n4\n");
    let line = format!("analyse connect-four '{}'", other.path());
    refused(&line, &["is a record of tic-tac-toe (txt)", "say `analyse tic-tac-toe"]);
    let xg = File::new("a.xg", b"RGMH\x01\0\0\0");
    for line in ["analyse '{}'", "analyse backgammon '{}'"] {
        refused(&line.replace("{}", &xg.path()), &["the file breaks off after 8 bytes"]);
    }
    let line = format!("analyse go '{}'", xg.path());
    refused(&line, &["is a record of backgammon (xg)"]);
    let backgammon = File::new("b.mat", " 3 point match\n");
    let line = format!("analyse backgammon '{}' --engine star2", backgammon.path());
    refused(&line, &["--engine is not for a match of backgammon", "--plies"]);
    let list = File::new("b.txt", "backgammon, game 0\n31\n8/5 6/5\n");
    let line = format!("analyse '{}' --plies 2", list.path());
    refused(&line, &["--plies is for matches with the cube", "--engine"]);
}
