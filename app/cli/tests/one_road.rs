//! One engine, whoever asks: the same position, description and limits give the same move,
//! value and number of nodes through every door of every game.

use std::{
    fs,
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use starboard::{AnyGame, BookEntry, BookMove, Move, Position, write_book};
use starboard_backgammon::{Backgammon, FibsBoard, position_id};
use starboard_core::{Game as _, Node};
use starboard_go::{Go, sgf::Sgf};
use starboard_lab::{command::GameCommands, text::value};
use starboard_protocols::usi;
use starboard_serve::Caps;

use crate::page::Page;

/// Positions of each game.
const POSITIONS: usize = 10;

/// What a door showed.
#[derive(Clone, Debug, Default)]
struct Shown {
    /// The move, as the game writes it.
    best: String,
    /// The value in grid points; of doors that show one.
    value: Option<i64>,
    /// The value in units as it is written; of doors that write one.
    written: Option<String>,
    /// The positions visited; of doors that say.
    nodes: Option<u64>,
}

#[test]
fn every_door_shows_the_engine_that_decides() {
    let games = starboard_cli::builtin();
    let page = Page::open(&[]);
    for game in games.games() {
        let engine = game.info().engine;
        let positions = positions(game);
        assert!(!positions.is_empty(), "{}", game.name());
        for position in &positions {
            let shown = analysed(game, position, &engine);
            let mut doors = vec![
                ("match", matched(game, position, &engine, ["--nodes", &nodes(game).to_string()])),
                ("a library's call", searched(game, position, &engine)),
                ("serve", on_page(&page, game, position, &engine)),
            ];
            // Backgammon plays with the cube.
            if !GameCommands::of(game).iter().any(|own| own.path().eq(["play"])) {
                doors.push(("play", played(game, position, &engine)));
            }
            if !game.info().chance {
                doors.push(("usi", by_usi(game, position, &engine)));
            }
            for (door, other) in doors {
                let at = format!("{} of {} in {}", door, game.name(), position.format());
                assert_eq!(shown.best, other.best, "{at}");
                if other.nodes.is_some() {
                    assert_eq!(shown.nodes, other.nodes, "{at}");
                }
                if other.value.is_some() {
                    assert_eq!(shown.value, other.value, "{at}");
                }
                if other.written.is_some() {
                    assert_eq!(shown.written, other.written, "{at}");
                }
            }
        }
    }
}

/// What a book says is played, whoever asks, where one move is wanted; the page reads no files
/// but those of the default engine.
#[test]
fn a_book_is_open_at_every_door() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = starboard_cli::builtin();
    for game in games.games() {
        let algorithm = if game.info().chance { "star2" } else { "alpha-beta" };
        let positions = positions(game);
        // The last move of all, which no search prefers everywhere.
        let entries = positions.iter().map(|position| {
            let last = Move(position.count() as u32 - 1);
            let moves = vec![BookMove::new(position.format_move(last), 3)];
            BookEntry { position: position.format(), moves }
        });
        let entries: Vec<_> = entries.collect();
        let path = folder.path().join(game.name());
        let text = write_book(game.name(), game.book_format(), &entries);
        fs::write(&path, text).expect("a file");
        let engine = format!("{algorithm} + book(file=\"{}\")", path.display());
        let refused = Caps::default().check(game, &engine).expect_err("a file");
        assert!(refused.to_string().contains("names a file"), "{refused}");
        for (position, entry) in positions.iter().zip(&entries) {
            let mut doors = vec![
                ("analyse", analysed(game, position, &engine)),
                ("match", matched(game, position, &engine, ["--nodes", "300"])),
                ("a library's call", searched(game, position, &engine)),
            ];
            if !GameCommands::of(game).iter().any(|own| own.path().eq(["play"])) {
                doors.push(("play", played(game, position, &engine)));
            }
            if !game.info().chance {
                doors.push(("usi", by_usi(game, position, &engine)));
            }
            for (door, shown) in doors {
                let at = format!("{} of {} in {}", door, game.name(), position.format());
                assert_eq!(shown.best, entry.moves[0].m, "{at}");
                assert_eq!(shown.nodes.unwrap_or(0), 0, "{at}");
            }
        }
    }
}

/// Positions of the game with more than one move, from all over its list.
fn positions(game: &dyn AnyGame) -> Vec<Position> {
    let mut all = game.positions();
    all.extend(game.openings());
    // A roll makes a decision of what is before it.
    for position in &mut all {
        while position.node() == Node::Chance {
            let roll = position.key() % position.count() as u64;
            *position = position.after(Move(roll as u32));
        }
    }
    all.retain(|position| position.node() == Node::Decision && position.count() > 1);
    let count = POSITIONS.min(all.len());
    (0..count).map(|i| all[i * all.len() / count].clone()).collect()
}

/// The limit on every search: small, and the same whatever the machine does.
fn nodes(game: &dyn AnyGame) -> u64 {
    game.info().default_depths.compare_nodes.min(3000)
}

fn starboard(args: &[&str]) -> String {
    let games = starboard_cli::builtin();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let context = starboard_cli::Context::new(&games);
    let words = std::iter::once("starboard").chain(args.iter().copied());
    let code = starboard_cli::run_with(&context, words, &mut out, &mut err);
    assert_eq!(code, 0, "{args:?}: {}", String::from_utf8_lossy(&err));
    String::from_utf8(out).expect("UTF-8")
}

fn analysed(game: &dyn AnyGame, position: &Position, engine: &str) -> Shown {
    let (text, nodes) = (position.format(), nodes(game).to_string());
    let json = starboard(&[
        "analyse",
        game.name(),
        "--position",
        &text,
        "--engine",
        engine,
        "--nodes",
        &nodes,
        "--no-ties",
        "--json",
    ]);
    let analysis: Value = serde_json::from_str(&json).expect("JSON");
    let report = &analysis["report"];
    let best = report["pv"][0].as_str().or(report["best_moves"][0].as_str());
    Shown {
        best: best.expect("a move").to_owned(),
        value: report["value"].as_i64(),
        written: report["value"]
            .as_i64()
            .map(|raw| value(starboard_core::Value::new(raw as i32), position.unit().0)),
        nodes: report["counters"]["nodes"].as_u64(),
    }
}

fn searched(game: &dyn AnyGame, position: &Position, engine: &str) -> Shown {
    let mut engine = game.engine(Some(engine)).expect("an engine");
    let analysis = engine.analyse(position, &starboard_core::Limits::nodes(nodes(game)));
    let report = analysis.report;
    Shown {
        best: report.pv.first().or(report.best_moves.first()).expect("a move").clone(),
        value: Some(report.value.raw().into()),
        nodes: Some(report.counters.nodes),
        ..Shown::default()
    }
}

/// What the page in the browser is told.
fn on_page(page: &Page, game: &dyn AnyGame, position: &Position, engine: &str) -> Shown {
    let (game, nodes) = (game.name().to_owned(), nodes(game));
    let question = json!({
        "game": game,
        "position": position.format(),
        "engine": engine,
        "nodes": nodes,
        "ties": false,
    });
    let (_, events) = page.post("analyse", &question);
    let (_, last) = events.trim_end().rsplit_once("event: done\ndata: ").expect("an end");
    let analysis: Value = serde_json::from_str(last).expect("JSON");
    let report = &analysis["report"];
    let best = report["pv"][0].as_str().or(report["best_moves"][0].as_str());
    Shown {
        best: best.expect("a move").to_owned(),
        value: report["value"].as_i64(),
        nodes: report["counters"]["nodes"].as_u64(),
        ..Shown::default()
    }
}

/// The first decision of a game of a match that begins there, which ends at once.
fn matched(game: &dyn AnyGame, position: &Position, engine: &str, limit: [&str; 2]) -> Shown {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (openings, log) = (path("openings"), path("log"));
    fs::write(&openings, position.format() + "\n").expect("a file");
    starboard(&[
        "match",
        game.name(),
        "--a",
        engine,
        "--b",
        engine,
        limit[0],
        limit[1],
        "--games",
        "2",
        "--openings",
        &openings,
        "--max-plies",
        "1",
        "--threads",
        "1",
        "--log",
        &log,
    ]);
    let log = fs::read_to_string(Path::new(&log)).expect("a log");
    let row: Value = serde_json::from_str(log.lines().nth(1).expect("a game")).expect("JSON");
    let spent = |side: &str| row[side]["nodes"].as_u64().unwrap_or_default();
    Shown {
        best: row["moves"][0].as_str().expect("a move").to_owned(),
        nodes: Some(spent("a") + spent("b")),
        ..Shown::default()
    }
}

/// What the engine does at the board.
fn played(game: &dyn AnyGame, position: &Position, engine: &str) -> Shown {
    let (text, nodes) = (position.format(), nodes(game).to_string());
    let limited = ["--position", &text, "--engine", engine, "--nodes", &nodes];
    let args = [&["play", game.name()], &limited[..], &["--as", "both", "--begin", "go; quit"]];
    let said = starboard(&args.concat());
    let mut lines = said.lines().skip_while(|line| !line.contains(" plays "));
    let (_, best) = lines.next().and_then(|line| line.split_once(" plays ")).expect("a move");
    let value = lines.next().and_then(|line| line.trim().strip_prefix("value "));
    Shown {
        best: best.to_owned(),
        written: value.and_then(|text| text.split(' ').next()).map(str::to_owned),
        ..Shown::default()
    }
}

fn by_usi(game: &dyn AnyGame, position: &Position, engine: &str) -> Shown {
    let (input, mut commands) = io::pipe().expect("a pipe");
    let (text, nodes) = (position.format(), nodes(game));
    write!(commands, "usi\nisready\nusinewgame\nposition sfen {text}\ngo nodes {nodes}\n")
        .expect("somebody reads");
    let mut out = Answers { text: Vec::new(), commands: Some(commands) };
    usi::serve(game, engine, Box::new(BufReader::new(input)), &mut out).expect("it serves");
    let text = String::from_utf8(out.text).expect("UTF-8");
    let best = text.lines().find_map(|line| line.strip_prefix("bestmove ")).expect("an answer");
    let info = text.lines().rfind(|line| line.starts_with("info depth")).expect("a last word");
    let mut words = info.split(' ').skip_while(|word| *word != "nodes");
    Shown {
        best: best.split(' ').next().expect("a move").to_owned(),
        nodes: words.nth(1).and_then(|word| word.parse().ok()),
        ..Shown::default()
    }
}

/// What is said over a protocol; the input ends with the answer, and not before.
struct Answers {
    text: Vec<u8>,
    commands: Option<io::PipeWriter>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        if String::from_utf8_lossy(&self.text).contains("\nbestmove ") {
            self.commands = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The limit on evaluations of Go's engine: a second look at the best moves is within it.
const EVALUATIONS: &str = "420";

#[test]
fn go_decides_alike_through_every_door() {
    let games = starboard_cli::builtin();
    let game = games.find("go").expect("Go");
    let engine = format!("reasons(evals={EVALUATIONS})");
    for position in positions(game) {
        let text = position.format();
        // Step 1. As it is analysed.
        let limits = ["--evaluations", EVALUATIONS, "--no-ties", "--json"];
        let json = starboard(&[&["analyse", "go", "--position", &text][..], &limits].concat());
        let analysis: Value = serde_json::from_str(&json).expect("JSON");
        let report = &analysis["report"];
        let best = report["pv"][0].as_str().expect("a move");
        let value = report["value"].as_i64().expect("a value");
        let evaluations = report["counters"]["evaluations"].as_u64().expect("a number");
        // Step 2. As it is explained.
        let limits = ["--evaluations", EVALUATIONS, "--json"];
        let json = starboard(&[&["explain", "go", "--position", &text][..], &limits].concat());
        let explained: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(explained["best"], best, "explain: {text}");
        assert_eq!(grid(&explained["value"]), value, "explain: {text}");
        assert_eq!(explained["evaluations"], evaluations, "explain: {text}");
        // Step 3. As it is played and analysed by GTP.
        let (played, shown) = by_gtp(&position);
        assert_eq!(played, best, "genmove: {text}");
        assert_eq!(shown, (best.to_owned(), value), "kata-analyze: {text}");
        // Step 4. As it is played in a match.
        let limit = ["--evaluations", EVALUATIONS];
        assert_eq!(matched(game, &position, &engine, limit).best, best, "match: {text}");
    }
}

/// A number of points in fiftieths.
fn grid(points: &Value) -> i64 {
    (points.as_f64().expect("a number") * f64::from(Go::UNIT)).round() as i64
}

/// The move played by GTP; the move that an analysis shows first at last, and its value.
fn by_gtp(position: &Position) -> (String, (String, i64)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("position.sgf");
    let go: &Go = position.downcast_ref().expect("a position of Go");
    fs::write(&path, Sgf::of_game(go, []).write()).expect("a file");
    let color = go.color().name();
    let ask = |command: &str| {
        let lines = format!("loadsgf {}\n{command}\n", path.display());
        piped(&["gtp", "--evaluations", EVALUATIONS], &lines)
    };
    let text = ask(&format!("reg_genmove {color}"));
    let played = text.trim_end().lines().last().and_then(|line| line.strip_prefix("= "));
    let text = ask(&format!("kata-analyze {color} 1"));
    let info = text.lines().rfind(|line| line.starts_with("info")).expect("a decision");
    let words: Vec<_> = info.split(' ').collect();
    let after = |name| words.iter().skip_while(|word| **word != name).nth(1).expect("a word");
    let lead: f64 = after("scoreLead").parse().expect("a number");
    let value = (lead * f64::from(Go::UNIT)).round() as i64;
    (played.expect("a move").to_owned(), (after("move").to_string(), value))
}

/// The plies that backgammon looks ahead by default, for every door.
#[test]
fn backgammon_decides_alike_through_every_door() {
    let games = starboard_cli::builtin();
    let page = Page::open(&[]);
    for position in positions(games.find("backgammon").expect("backgammon")) {
        let text = position.format();
        let (id, dice) = text.split_once(' ').expect("a roll");
        let advice = |id: &str, rules: &[&str]| {
            let line = ["analyse", "backgammon", "--position", id, "--roll", dice, "--json"];
            let json = starboard(&[&line, rules].concat());
            let advice: Value = serde_json::from_str(&json).expect("JSON");
            let best = advice["moves"][0].clone();
            (best["turn"].as_str().expect("a move").to_owned(), best["equity"].clone())
        };
        let same = |door: &str, turn: &str, best: &str| {
            let [turn, best] = [turn, best].map(|turn| position.parse_move(turn).expect(turn));
            assert_eq!(turn, best, "{door}: {text}");
        };
        // Step 1. For money, as it is played in a match with the cube.
        let (best, equity) = advice(id, &[]);
        let cube = games.find("backgammon-cube").expect("backgammon with the cube");
        let with_cube = cube.parse(&text).expect("a position");
        let engine = cube.info().engine;
        let played = matched(cube, &with_cube, &engine, ["--depth", "3"]);
        same("match", &played.best, &best);
        // Step 2. By UBGI.
        let lines = format!("position gnubgid {id}\ndice {} {}\ngo\n", &dice[..1], &dice[1..]);
        let answers = piped(&["ubgi"], &lines);
        let turn = answers.lines().find_map(|line| line.strip_prefix("bestmove "));
        same("ubgi", turn.expect("an answer"), &best);
        let shown = answers.split_whitespace().skip_while(|word| *word != "equity").nth(1);
        if let Some(shown) = shown.and_then(|text| text.parse::<f64>().ok()) {
            assert!((shown - equity.as_f64().expect("a number")).abs() < 1e-3, "{text}");
        }
        // Step 3. As it is played for GNU Backgammon, which has beavers and the Jacoby rule.
        let board: &Backgammon = position.downcast_ref().expect("a position of backgammon");
        let turn = served(&FibsBoard::of(board).to_string());
        same("gnubg-server", &turn, &advice(id, &["--jacoby", "--beavers"]).0);
        // Step 4. On the page, beside the cube.
        let panel = json!({ "game": "backgammon", "position": text, "panel": "Move and cube" });
        let (_, said) = page.post("panel", &panel);
        let said: Value = serde_json::from_str(&said).expect("JSON");
        let html = said["html"].as_str().expect("a table");
        let (_, rows) = html.split_once("<tbody>").unwrap_or(("", html));
        let turn = rows.split("<td>").nth(1).or(rows.split("<th scope=\"row\">").nth(1));
        let turn = turn.and_then(|cell| cell.split('<').next()).expect("a move");
        same("serve", turn, &best);
        // Step 5. At the board, where a game begins with a roll that is no double.
        let start = Backgammon::START.with_dice(dice.parse().ok());
        if dice[..1] != dice[1..] {
            let begin = format!("{dice} first; go; quit");
            let line = ["play", "backgammon", "--as", "both", "--enter-rolls", "--begin", &begin];
            let said = starboard(&line);
            let played = said.lines().find_map(|line| line.strip_prefix("first plays "));
            let (best, _) = advice(&position_id::write(start.mine(), start.theirs()), &[]);
            let [turn, best] = [played.expect("a move"), &best].map(|turn| start.parse_move(turn));
            assert!(turn.is_ok() && turn == best, "play: {dice}: {turn:?}, {best:?}");
        }
    }
}

/// What the program writes, given these lines.
fn piped(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_starboard"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    // The input ends with the question.
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The answer of the external player to a line.
fn served(line: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_starboard"))
        .args(["gnubg-server", "--port", "0", "--once"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut said = String::new();
    let out = child.stdout.as_mut().expect("a pipe");
    BufReader::new(out).read_line(&mut said).expect("an address");
    let address = said.trim().strip_prefix("listening on ").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a server");
    writeln!(stream, "{line}").expect("it reads");
    let mut answer = String::new();
    BufReader::new(&stream).read_line(&mut answer).expect("an answer");
    drop(stream);
    child.wait().expect("it ends");
    // The bar and off are numbers here.
    answer.trim().replace("25/", "bar/").replace("/0", "/off")
}
