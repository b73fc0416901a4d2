//! What the page may not ask of any game that is built in.

use serde_json::{Value, json};
use starboard::{AnyGame, BOOK_PARAMS};
use starboard_core::spec::{Param, parse_specs};
use starboard_serve::Caps;

use crate::page::Page;

/// A file that is not there.
const MISSING: &str = "/nonexistent/starboard";

/// Everything that takes arguments in a description, as a description that has them.
fn parts(game: &dyn AnyGame) -> Vec<(String, &'static Param)> {
    let info = game.info();
    let mut all = Vec::new();
    for algorithm in game.algorithms() {
        let with = |p: &Param| format!("{}({}={MISSING})", algorithm.name, p.name);
        all.extend(algorithm.params.iter().map(|p| (with(p), p)));
    }
    let own = info.evaluators.iter().chain(&info.orders);
    for part in own.chain(&info.quiescence).chain(&info.policy) {
        for p in part.params {
            all.push((format!("{} + {}({}={MISSING})", info.algorithms[0], part.name, p.name), p));
        }
    }
    for p in BOOK_PARAMS {
        all.push((format!("{} + book({}={MISSING})", info.algorithms[0], p.name), p));
    }
    for part in &info.evaluators {
        for p in part.params {
            let text =
                format!("{} + eval(name={}, {}={MISSING})", info.algorithms[0], part.name, p.name);
            all.push((text, p));
        }
    }
    all
}

/// An argument that names a file says so, and the page may not have it; no other argument
/// is read as one.
#[test]
fn descriptions_that_name_files_are_refused() {
    let games = starboard_cli::builtin();
    let mut files = Vec::new();
    for game in games.games() {
        for (text, param) in parts(game) {
            let refused = Caps::default().check(game, &text).err().map(|why| why.to_string());
            let specs = parse_specs(&text).expect("a description");
            let error = game.assemble(&specs, None).err().map(|why| why.to_string());
            let reads = error.is_some_and(|why| why.contains("No such file"));
            assert!(!reads || param.is_file(), "{}: {text} reads a file", game.name());
            if param.is_file() {
                assert!(refused.is_some_and(|why| why.contains("names a file")), "{text}");
                files.push(format!("{} of {}", param.name, game.name()));
            } else {
                assert_eq!(refused, None, "{text}");
            }
        }
    }
    for known in ["nets of backgammon", "joseki of go", "weights of shogi"] {
        assert!(files.iter().any(|file| file == known), "{known} is not among {files:?}");
    }
}

/// The same by the page, of what reads files and what would start a program.
#[test]
fn the_page_reaches_no_file_and_no_program() {
    let page = Page::open(&[]);
    let ask = |path: &str, game: &str, engine: &str| {
        let (status, answer) =
            page.post(path, &json!({ "game": game, "engine": engine, "depth": 1 }));
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(status, 400, "{engine}: {answer}");
        answer["error"].as_str().expect("a sentence").to_owned()
    };
    for path in ["analyse", "tree"] {
        let why = ask(path, "backgammon", "star2 + net(nets=/etc/passwd)");
        assert!(why.contains("names a file"), "{why}");
        for program in ["cmd:sh", "gtp:gnugo", "gnubg:gnubg", "usi:sh"] {
            ask(path, "go", program);
        }
    }
}

/// What the default engine reads is for whoever set it up to say, and for nobody to add to.
#[test]
fn the_default_engine_may_have_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("four.book");
    std::fs::write(&book, "#STARBOARD-BOOK 1 connect-four\n").expect("a file");
    let engine = format!("alpha-beta + book(file=\"{}\")", book.display());
    let games = starboard_cli::builtin();
    let games = games.with_default_engine("connect-four", &engine).expect("an engine");
    let game = games.find("connect-four").expect("a game");
    assert!(Caps::default().check(game, &engine).is_ok());
    for other in [engine.replace("four.book", "other.book"), format!("{engine} + killers")] {
        let why = Caps::default().check(game, &other).expect_err("another file").to_string();
        assert!(why.contains("names a file"), "{why}");
    }
}
