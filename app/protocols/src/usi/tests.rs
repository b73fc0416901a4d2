//! Dialogues with the engine. Its clock is whatever the commands say it is.

use std::{
    io::Cursor,
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use proptest::prelude::*;
use starboard_core::{Game, Instant};
use starboard_shogi::Shogi;

use super::{
    options::Options,
    serve,
    session::{Event, Session},
};
use starboard::AnyGame;
use starboard_shogi::entry as shogi;
use starboard_small::entries::{dice, tic_tac_toe};

const ENGINE: &str = "alpha-beta + tt(mb=1) + killers";

/// The engine, and what it said.
struct Dialogue<'a> {
    session: Session<'a>,
    events: Receiver<Event>,
    now: Instant,
}

impl<'a> Dialogue<'a> {
    fn with(entry: &'a dyn AnyGame) -> Self {
        let (send, events) = mpsc::channel();
        let options = Options::new(entry, ENGINE).expect("an engine");
        Self { session: Session::new(entry, options, send), events, now: Instant::now() }
    }

    /// What is said to the line at once.
    fn say(&mut self, line: &str) -> Vec<String> {
        self.session.handle(Event::Line(line.to_owned(), self.now));
        self.session.said()
    }

    /// Waits for the search to say something.
    fn listen(&mut self) -> Vec<String> {
        let event = self.events.recv().expect("the session can send");
        self.session.handle(event);
        self.session.said()
    }

    /// Waits for the end of the search; returns its answer, `None` if it is
    /// delayed.
    fn end(&mut self) -> Option<String> {
        loop {
            let event = self.events.recv().expect("the session can send");
            let over = !matches!(event, Event::Iteration(_));
            self.session.handle(event);
            let said = self.session.said();
            assert!(!over || said.len() < 9, "{said:?}");
            if over {
                return answer(&said);
            }
        }
    }

    /// Waits for the answer to the line.
    fn ask(&mut self, line: &str) -> String {
        let said = self.say(line);
        answer(&said).or_else(|| self.end()).unwrap_or_default()
    }

    /// When the session wants an event because the time is over, from now.
    fn deadline(&self) -> Option<Duration> {
        Some(self.session.deadline()?.saturating_duration_since(self.now))
    }
}

fn answer(said: &[String]) -> Option<String> {
    let answers = |line: &&String| line.starts_with("bestmove") || line.starts_with("checkmate");
    said.iter().find(answers).cloned()
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[test]
fn the_engine_introduces_itself() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    let said = usi.say("usi");
    assert!(said[0].starts_with("id name Starboard "), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("usiok"));
    for option in [
        "USI_Hash type spin default 1 min 0 max 65536",
        "USI_Ponder type check default true",
        "MultiPV type spin default 1 min 1 max 600",
        "pvs type check default true",
        "null-move type spin default 0 min 0 max 9",
        "killers type check default true",
        "history type check default false",
        "Engine type string default alpha-beta + tt(mb=1) + killers",
    ] {
        assert!(said.contains(&format!("option name {option}")), "{option}: {said:#?}");
    }
    assert!(said.iter().any(|line| line.starts_with("option name Evaluator type combo default")));
    // A default is not what somebody has set since.
    usi.say("setoption name MultiPV value 3");
    assert_eq!(usi.say("usi"), said);
    usi.say("setoption name MultiPV value 1");
    assert_eq!(usi.say("isready"), ["readyok"]);
    assert_eq!(usi.say("stop"), [""; 0]);
    assert_eq!(usi.say("ponderhit"), [""; 0]);
    assert_eq!(usi.say("gameover win"), [""; 0]);
    assert_eq!(usi.say("usinewgame"), [""; 0]);
    assert_eq!(usi.say("hello"), ["info string unknown command \"hello\""]);
    usi.say("quit");
    assert!(usi.session.is_over());
}

#[test]
fn options_change_the_engine() {
    let entry = shogi();
    let mut options = Options::new(&entry, ENGINE).expect("an engine");
    let mut set = |name: &str, value: &str, engine: &str| {
        options.set(&entry, name, Some(value)).expect(name);
        assert_eq!(options.engine(), engine, "{name}");
    };
    set("Hash", "3", "alpha-beta + tt(mb=3) + killers");
    set("usi_hash", "0", "alpha-beta + tt(mb=0) + killers");
    set("lmr", "true", "alpha-beta(lmr=true) + tt(mb=0) + killers");
    set("Threads", "2", "alpha-beta(lmr=true,threads=2) + tt(mb=0) + killers");
    set("killers", "false", "alpha-beta(lmr=true,threads=2) + tt(mb=0)");
    set("history", "true", "alpha-beta(lmr=true,threads=2) + tt(mb=0) + history");
    set(
        "Evaluator",
        "material",
        "alpha-beta(lmr=true,threads=2) + tt(mb=0) + history + eval(name=material)",
    );
    set("Engine", "mcts + tt(mb=2)", "mcts + tt(mb=2)");
    let before = options.engine();
    for (name, value, message) in [
        ("nonsense", "1", "there is no option \"nonsense\"; usi lists them"),
        ("Hash", "-1", "Hash is a number from 0 to 65536, not \"-1\""),
        ("Hash", "", "Hash is a number from 0 to 65536, not \"\""),
        ("killers", "yes", "killers is true or false, not \"yes\""),
        ("Engine", "", "the description of an engine is empty"),
        ("Engine", "alphabeta", "no algorithm called \"alphabeta\""),
        ("Evaluator", "none", "no evaluator called \"none\""),
        ("Threads", "0", "Threads is a number from 1 to 256"),
        ("pvs", "true", "there is no option \"pvs\""),
        ("killers", "true", "mcts asks no orderings, so leave out killers"),
    ] {
        let error = options.set(&entry, name, Some(value)).expect_err(name);
        assert!(error.contains(message), "{name}: {error}");
        assert_eq!(options.engine(), before, "{name}");
    }
}

#[test]
fn options_are_set_in_any_order() {
    let entry = shogi();
    let mut options = Options::new(&entry, ENGINE).expect("an engine");
    for (name, value) in [("null-depth", "4"), ("null-move", "2"), ("null-move", "0")] {
        options.set(&entry, name, Some(value)).expect(name);
        options.player(&entry).expect("an engine");
    }
    assert_eq!(
        options.engine(),
        "alpha-beta(null-depth=4,null-move=0) + tt(mb=1) + killers",
        "kept for when it says something again"
    );
}

#[test]
fn a_table_in_the_description_says_how_large_it_is() {
    let entry = shogi();
    for (engine, table) in [("alpha-beta + tt(mb=3)", 3), ("alpha-beta + tt", 64)] {
        let options = Options::new(&entry, engine).expect("an engine");
        assert_eq!(options.engine(), format!("alpha-beta + tt(mb={table})"));
    }
}

#[test]
fn moves_are_found() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    usi.say("position startpos moves 7g7f 3c3d");
    assert!(
        usi.say("go depth 2 sideways").contains(&"info string go knows no \"sideways\"".to_owned())
    );
    let said = usi.listen();
    assert!(said[0].starts_with("info depth 1 seldepth "), "{said:?}");
    let answer = usi.end().expect("an answer");
    let words: Vec<_> = answer.split(' ').collect();
    let ["bestmove", best, "ponder", reply] = words[..] else { panic!("{answer}") };
    let text = format!("startpos moves 7g7f 3c3d {best} {reply}");
    assert!(Shogi::parse(&text).is_ok(), "{answer}");
    // Nothing is named that nobody wants to ponder on.
    usi.say("setoption name USI_Ponder value false");
    assert_eq!(usi.ask("go depth 2").split(' ').count(), 2);
    assert!(usi.ask("go nodes 100").starts_with("bestmove "));
    assert!(usi.ask("go depth 4000000000 nodes 10").starts_with("bestmove "));
}

#[test]
fn several_lines_are_shown() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    usi.say("setoption name MultiPV value 3");
    usi.say("go depth 2");
    for depth in 1..=2 {
        let said = usi.listen();
        assert_eq!(said.len(), 3, "{said:?}");
        for (i, line) in said.iter().enumerate() {
            assert!(line.starts_with(&format!("info depth {depth} ")), "{line}");
            assert!(line.contains(&format!(" multipv {} score cp ", i + 1)), "{line}");
        }
    }
    assert!(usi.end().is_some_and(|answer| answer.split(' ').count() == 4));
}

#[test]
fn mates_are_played_and_scored() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    usi.say("position sfen 8k/9/7SP/9/9/9/9/9/K8 b G 1");
    usi.say("go depth 1");
    let said = usi.listen();
    assert!(said[0].contains(" score mate 1 pv "), "{said:?}");
    let best = usi.end().expect("an answer").replace("bestmove ", "");
    usi.say(&format!("position sfen 8k/9/7SP/9/9/9/9/9/K8 b G 1 moves {best}"));
    assert_eq!(usi.ask("go depth 3"), "bestmove resign");
    assert_eq!(usi.ask("go mate infinite"), "checkmate nomate");
}

#[test]
fn mate_problems_are_solved() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    usi.say("position sfen 8k/9/7SP/9/9/9/9/9/K8 b G 1");
    let answer = usi.ask("go mate infinite");
    assert_eq!(answer.split(' ').count(), 2, "{answer}");
    usi.say("position startpos");
    assert_eq!(usi.ask("go mate infinite"), "checkmate nomate");
    usi.say("position sfen 4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1");
    assert_eq!(usi.ask("go mate infinite nodes 100"), "checkmate timeout");
    // The time is up before it began.
    usi.say("go mate 100");
    assert_eq!(usi.deadline(), Some(ms(50)));
    usi.session.expire();
    assert!(usi.end().is_some_and(|answer| answer.starts_with("checkmate ")));
    let (game, plies) = starboard_shogi::mates().find(|(_, plies)| *plies == 9).expect("one");
    usi.say(&format!("position {}", game.format()));
    let answer = usi.ask("go mate infinite");
    assert_eq!(answer.split(' ').count(), 1 + plies as usize, "{answer}");
}

#[test]
fn wins_are_declared_and_lost_games_resigned() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    // The answer to 3e2d would be a declaration, which is no move to ponder on.
    usi.say(
        "position sfen 4+P+N1+S+N/1+S+L1+P+R+LK1/1G+N+B+B+P+L2/2+PP5/2+P3s2/3+p2+p+p1/2g2g1g+p/\
         +l+p+pk+p+p+r+p1/2+n1+p1+s+p1 w P 488",
    );
    assert_eq!(usi.ask("go depth 3"), "bestmove 3e2d");
    usi.say("position sfen RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1");
    assert_eq!(usi.ask("go byoyomi 1000"), "bestmove win");
    usi.say("position sfen 4k4/9/9/9/9/9/9/9/4K4 w 2R 1");
    assert!(usi.ask("go depth 1") != "bestmove resign");
    usi.say("setoption name ResignValue value 500");
    assert_eq!(usi.ask("go depth 1"), "bestmove resign");
    usi.say("setoption name ResignValue value 5000");
    assert!(usi.ask("go depth 1") != "bestmove resign");
}

#[test]
fn what_cannot_be_read_is_not_played() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    for (line, part) in [
        ("position", "no position: "),
        ("position sfen x", "no position: "),
        ("position startpos moves 7g7f 7g7f", "move 2: \"7g7f\" is not a legal move"),
    ] {
        let said = usi.say(line);
        assert!(said[0].contains(part) && said.len() == 1, "{line}: {said:?}");
        assert_eq!(usi.ask("go depth 1"), "bestmove resign");
        assert_eq!(usi.ask("go mate 100"), "checkmate timeout");
        usi.say("position startpos");
        assert!(usi.ask("go depth 1") != "bestmove resign");
    }
}

/// Three squares are left, so the search comes to an end by itself.
#[test]
fn answers_wait_until_they_are_wanted() {
    let entry = tic_tac_toe();
    let mut usi = Dialogue::with(&entry);
    usi.say("position xox/oxo/...");
    for (go, then) in [("go infinite", "stop"), ("go ponder btime 1000", "ponderhit")] {
        usi.say(go);
        assert_eq!(usi.end(), None, "{go}");
        assert_eq!(usi.say("isready"), ["readyok"]);
        let said = usi.say(then);
        assert!(answer(&said).is_some(), "{then}: {said:?}");
        assert_eq!(usi.say(then), [""; 0]);
    }
}

/// Where there is nothing to search, too, nobody is answered before the answer is wanted.
#[test]
fn an_answer_without_a_search_waits_as_well() {
    let entry = tic_tac_toe();
    let mut usi = Dialogue::with(&entry);
    for (position, why) in [("xxx/oo./...", "the game is over"), ("nonsense", "could not be read")]
    {
        usi.say(&format!("position {position}"));
        for (go, then) in [("go infinite", "stop"), ("go ponder btime 1000", "ponderhit")] {
            let said = usi.say(go);
            assert!(said.len() == 1 && said[0].contains(why), "{go}: {said:?}");
            assert_eq!(usi.say(then), ["bestmove resign"], "{then}");
        }
        assert_eq!(usi.ask("go depth 1"), "bestmove resign");
    }
}

#[test]
fn a_move_is_found_at_depth_0() {
    let entry = tic_tac_toe();
    let mut usi = Dialogue::with(&entry);
    let best = usi.ask("go depth 0");
    assert!(best.starts_with("bestmove ") && best != "bestmove resign", "{best}");
}

#[test]
fn a_search_gives_way_to_the_next() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    usi.say("go infinite");
    usi.say("position startpos moves 7g7f");
    assert_eq!(usi.say("isready"), ["readyok"]);
    usi.say("go depth 1");
    let first = usi.end().expect("an answer");
    let first = first.split(' ').nth(1).expect("a move");
    assert!(Shogi::start().parse_move(first).is_ok(), "{first}");
    let second = usi.end().expect("an answer");
    let second = second.split(' ').nth(1).expect("a move").to_owned();
    assert!(Shogi::parse("startpos moves 7g7f").is_ok_and(|game| game.parse_move(&second).is_ok()));
    usi.say("go infinite");
    usi.say("quit");
    assert!(!usi.session.is_over());
    usi.end();
    assert!(usi.session.is_over());
}

#[test]
fn only_the_moves_named_are_searched() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    usi.say("position sfen 4k4/9/9/4r4/4P4/9/9/9/1K7 b - 1");
    assert!(usi.ask("go depth 2").starts_with("bestmove 5e5d"));
    assert!(usi.ask("go searchmoves 8i9i depth 2").starts_with("bestmove 8i9i"));
    let said = usi.say("go depth 2 searchmoves 1a1b 8i7i");
    assert!(said[0].starts_with("info string searchmoves: "), "{said:?}");
    assert!(usi.end().is_some_and(|answer| answer.starts_with("bestmove 8i7i")));
    usi.say("go depth 2 searchmoves 1a1b");
    assert!(usi.end().is_some_and(|answer| answer.starts_with("bestmove 5e5d")));
    // To declare a win is none of these.
    usi.say("position sfen RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1");
    assert!(usi.ask("go searchmoves 9b8b depth 1").starts_with("bestmove 9b8b"));
}

/// Time passes as the commands say: the clock of the machine plays no part.
#[test]
fn the_clock_starts_at_the_command() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    assert_eq!(usi.deadline(), None);
    usi.say("go btime 0 wtime 0 byoyomi 1000");
    assert_eq!(usi.deadline(), Some(ms(950)));
    usi.session.expire();
    assert_eq!(usi.deadline(), None);
    assert!(usi.end().is_some());
    // A day of pondering costs nothing.
    usi.say("go ponder btime 0 wtime 0 byoyomi 1000");
    assert_eq!(usi.deadline(), None);
    usi.now += ms(24 * 3600 * 1000);
    let said = usi.say("ponderhit");
    assert!(answer(&said).is_some() || usi.deadline().is_none_or(|left| left == ms(950)));
    usi.session.expire();
    assert!(answer(&said).is_some() || usi.end().is_some());
    // The time of a search is its time to the end, without a clock to save on.
    for go in ["go movetime 1000", "go btime 0 wtime 5000 byoyomi 1000"] {
        usi.say(go);
        assert!(usi.deadline().is_none_or(|left| left == ms(950)), "{go}");
        usi.session.expire();
        assert!(usi.end().is_some());
    }
    usi.say("setoption name MoveOverhead value 200");
    usi.say("go byoyomi 1000");
    assert_eq!(usi.deadline(), Some(ms(800)));
    usi.session.expire();
    assert!(usi.end().is_some());
    // An iteration that ends after the soft limit is the last.
    usi.now -= ms(48 * 3600 * 1000);
    usi.say("go byoyomi 1000");
    assert!(usi.end().is_some());
}

/// The search of a game that is stopped at once still has a move.
#[test]
fn a_stop_is_never_too_early() {
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    for _ in 0..5 {
        usi.say("go infinite");
        usi.say("stop");
        assert!(usi.end().is_some_and(|answer| answer != "bestmove resign"));
    }
}

/// What goes over the wire for these bytes.
fn served(input: Vec<u8>) -> String {
    let mut out = Vec::new();
    let entry = tic_tac_toe();
    serve(&entry, ENGINE, Box::new(Cursor::new(input)), &mut out).expect("nothing fails");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_end_of_the_input_ends_it() {
    assert_eq!(served(b"isready\r\nstop\n".to_vec()), "readyok\n");
    assert!(served(b"go infinite".to_vec()).contains("bestmove "));
    assert_eq!(served(b"quit\nisready\n".to_vec()), "");
    let dice = dice();
    let error = serve(&dice, "star2", Box::new(Cursor::new("")), &mut Vec::new());
    assert!(error.expect_err("dice").to_string().contains("chance"));
}

/// A line like those that a user interface sends, or not.
fn line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "usi",
        "isready",
        "go",
        "stop",
        "ponderhit",
        "usinewgame",
        "position",
        "startpos",
        "moves",
        "sfen",
        "xox/oxo/...",
        "1",
        "5",
        "99",
        "-7",
        "depth",
        "nodes",
        "mate",
        "infinite",
        "ponder",
        "byoyomi",
        "setoption",
        "name",
        "value",
        "Hash",
        "Engine",
        "alpha-beta",
        "mcts",
        "pvs",
        "true",
        "false",
        "Threads",
        "gameover",
        "\u{0}",
        "\"",
        "(",
        "MultiPV",
    ]);
    prop::collection::vec(word, 0..7).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_dialogue_comes_to_an_end(lines in prop::collection::vec(line(), 0..12)) {
        let asked = lines.iter().filter(|line| line.split(' ').next() == Some("go")).count();
        let text = served(lines.join("\n").into_bytes());
        let answers = text.lines().filter(|l| l.starts_with("bestmove") || l.starts_with("checkmate"));
        prop_assert!(answers.count() <= asked);
        for line in text.lines() {
            let first = line.split(' ').next().unwrap_or_default();
            let known = ["id", "option", "usiok", "readyok", "info", "bestmove", "checkmate"];
            prop_assert!(known.contains(&first), "{line}");
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        served(bytes);
    }
}

#[test]
fn a_book_answers_and_an_analysis_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.db");
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    let start = Shogi::start().format();
    // Another number of the move is the same position.
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {start}\n2g2f 8c8d 30 10 9\n7g7f none 25 10 4\n\
         sfen {board} 77\n3c3d none -20 10 3\n"
    );
    std::fs::write(&path, text).expect("a file");
    let entry = shogi();
    let mut usi = Dialogue::with(&entry);
    let engine = format!("alpha-beta + tt(mb=1) + book(file=\"{}\")", path.display());
    assert_eq!(usi.say(&format!("setoption name Engine value {engine}")), [""; 0]);
    usi.say("position startpos");
    assert_eq!(usi.say("go nodes 500"), [""; 0]);
    let said = usi.listen();
    assert!(said[0].ends_with("score cp 30 pv 2g2f 8c8d"), "{said:?}");
    assert_eq!(
        usi.listen(),
        ["info string the move is from the book", "bestmove 2g2f ponder 8c8d"]
    );
    usi.say("position startpos moves 7g7f");
    assert_eq!(usi.ask("go nodes 500"), "bestmove 3c3d");
    usi.say("position startpos moves 7g7f 3c3d");
    assert_ne!(usi.ask("go nodes 500"), "");
    // Who analyses is told what the book has, and what a search finds.
    usi.say("position startpos");
    assert_eq!(usi.say("go infinite"), ["info string the book has 2g2f 9, 7g7f 4"]);
    assert!(usi.listen()[0].starts_with("info depth 1 "));
    usi.say("stop");
    assert!(usi.end().is_some_and(|answer| answer.starts_with("bestmove ")));
}
