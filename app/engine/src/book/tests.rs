//! What a book says, and what is played from it.

use std::fs;

use proptest::{collection::vec, prelude::*};
use starboard_core::{
    BoundType, Limits, Root, Stop, StoppedBy, Value, rng,
    testing::{HashEval, Pick, RandomTree},
};
use starboard_search::Searcher as _;

use super::*;
use crate::{AnyGame, Engine, EngineError, Position};

type Tree = RandomTree<false>;
const HEADER: &str = "#STARBOARD-BOOK 1 tree\n";

fn card(start: Tree) -> GameEntry<Tree> {
    GameEntry::new("tree", "Makes itself up", start).evaluator(
        "hash",
        "by hash",
        HashEval::default(),
    )
}

/// The positions of a random game in which there is something to decide.
fn decisions(seed: u64) -> Vec<Tree> {
    let (mut game, mut rng, mut found) = (Tree::new(seed), rng(seed, 0), Vec::new());
    while game.node() == Node::Decision {
        let moves = legal(&game);
        found.push(game.clone());
        game.play(moves[rng.random_range(0..moves.len())]);
    }
    found
}

fn legal(game: &Tree) -> Vec<Pick> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

/// A book of every other one of these positions, with some of their moves.
fn some(positions: &[Tree], seed: u64) -> Vec<BookEntry> {
    let mut rng = rng(seed, 1);
    let entries = positions.iter().step_by(2).map(|position| {
        let mut moves = Vec::new();
        for m in legal(position) {
            if moves.is_empty() || rng.random_bool(0.6) {
                let value = rng.random_bool(0.8).then(|| rng.random_range(-500..500));
                let count = rng.random_range(0..40);
                moves.push(BookMove { value, ..BookMove::new(position.format_move(m), count) });
            }
        }
        BookEntry { position: position.format(), moves }
    });
    entries.collect()
}

/// A folder with a book in it, and where that is.
fn written(entries: &[BookEntry]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.book");
    fs::write(&path, write_book("tree", BookFormat::Starboard, entries)).expect("a file");
    let path = path.display().to_string();
    (folder, path)
}

fn engine(part: &str, path: &str) -> Engine<Tree> {
    let text = format!("alpha-beta(depth=1) + book(file=\"{path}\"{part})");
    Engine::new(&card(Tree::new(0)), &text).expect("an engine")
}

#[test]
fn what_is_played_is_legal_and_in_the_book() {
    let mut played = 0;
    for seed in 0..60 {
        let positions = decisions(seed);
        let entries = some(&positions, seed);
        let (_folder, path) = written(&entries);
        for part in ["", ",pick=value", ",pick=drawn,seed=3", ",min-count=20"] {
            let mut engine = engine(part, &path);
            for position in &positions {
                let report = engine.run(position, &Limits::default());
                let least = if part.contains("min-count") { 20 } else { 0 };
                let entry = entries.iter().find(|entry| entry.position == position.format());
                let moves = entry.map_or(&[][..], |entry| &entry.moves);
                let known: Vec<_> = moves.iter().filter(|m| m.count >= least).collect();
                let best = *report.best_move().expect("a move");
                let name = position.format_move(best);
                assert!(legal(position).contains(&best), "{name}");
                let is_known = known.iter().any(|m| m.m == name);
                assert_eq!(report.stopped_by == StoppedBy::Book, !known.is_empty());
                if known.is_empty() {
                    continue;
                }
                played += 1;
                assert!(is_known, "{name} is not among {known:?}");
                let all =
                    |wanted: &dyn Fn(&BookMove<String>) -> bool| known.iter().all(|m| wanted(m));
                let own = known.iter().find(|m| m.m == name).expect("it is known");
                match part {
                    ",pick=value" => assert!(all(&|m| m.value <= own.value)),
                    ",pick=drawn,seed=3" => {}
                    _ => assert!(all(&|m| (m.count, m.value) <= (own.count, own.value))),
                }
                assert_eq!(report.value.raw(), own.value.unwrap_or_default() / 100);
                assert_eq!(report.candidates.len(), known.len());
                assert_eq!((report.depth, report.bound), (0, BoundType::Estimate));
                assert_eq!(report.counters.nodes, 0);
            }
        }
    }
    assert!(played > 300, "{played}");
}

/// A position with at least three moves, and a book that has the first two and their counts.
fn choice(counts: [u64; 2]) -> (Tree, Vec<BookEntry>) {
    let position = (0..).map(Tree::new).find(|tree| legal(tree).len() > 2).expect("one of all");
    let moves = legal(&position).into_iter().zip(counts);
    let moves = moves.map(|(m, count)| BookMove::new(position.format_move(m), count)).collect();
    let entry = BookEntry { position: position.format(), moves };
    (position, vec![entry])
}

#[test]
fn moves_are_drawn_as_often_as_they_were_played() {
    let (position, entries) = choice([30, 10]);
    let (_folder, path) = written(&entries);
    let moves = legal(&position);
    let drawn = |seed: usize| {
        let mut engine = engine(&format!(",pick=drawn,seed={seed}"), &path);
        let report = engine.run(&position, &Limits::default());
        // The one that is played stands first among the candidates.
        assert_eq!(report.candidates[0].m, report.best_moves[0]);
        report.best_moves[0]
    };
    let first = (0..400).filter(|&seed| drawn(seed) == moves[0]).count();
    assert!((260..340).contains(&first), "{first} of 400, of which 300 are expected");
    assert_eq!(drawn(7), drawn(7));
}

#[test]
fn whoever_asks_for_more_than_a_move_is_shown_a_search() {
    let (position, entries) = choice([5, 9]);
    let (_folder, path) = written(&entries);
    let mut engine = engine("", &path);
    let moves = legal(&position);
    let mut by = |root: Root<Pick>, limits: Limits| {
        let report = engine.search(&position, &root, &limits, &Stop::default(), &mut ());
        (report.stopped_by, *report.best_move().expect("a move"))
    };
    assert_eq!(by(Root::default(), Limits::default()), (StoppedBy::Book, moves[1]));
    let all = Limits::default().with_all_ties();
    for (root, limits) in [
        (Root::lines(2), Limits::default()),
        (Root::of([moves[2]]), Limits::default()),
        (Root::default().with_bonuses([(moves[0], Value::ZERO)]), Limits::default()),
        (Root::default(), all),
    ] {
        assert_ne!(by(root, limits).0, StoppedBy::Book);
    }
    assert!(!engine.is_exact());
    // The analysis says what is in the book all the same.
    let entry: Box<dyn AnyGame> = card(position.clone()).into();
    let text = format!("alpha-beta(depth=1) + book(file=\"{path}\")");
    let mut engine = entry.engine(Some(&text)).expect("an engine");
    let at = Position::new(position);
    let analysis = engine.analyse(&at, &Limits::default().with_all_ties());
    assert_ne!(analysis.report.stopped_by, StoppedBy::Book);
    assert_eq!(analysis.book.iter().map(|m| m.count).collect::<Vec<_>>(), [9, 5]);
}

#[test]
fn what_is_there_twice_is_added_up() {
    let (position, mut entries) = choice([3, 4]);
    entries.push(entries[0].clone());
    entries[0].moves[0] =
        BookMove { value: Some(7), depth: 9, score: Some(1.5), ..entries[0].moves[0].clone() };
    entries[1].moves[0] = BookMove {
        value: Some(8),
        depth: 3,
        score: Some(2.0),
        count: 6,
        ..entries[1].moves[0].clone()
    };
    let text = write_book("tree", BookFormat::Starboard, &entries);
    let book = Book::read(&card(Tree::new(0)), text.as_bytes()).expect("a book");
    let [first, second] = book.moves(&position) else { panic!("two moves") };
    assert_eq!((first.count, first.value, first.depth, first.score), (9, Some(7), 9, Some(3.5)));
    assert_eq!((second.count, second.score), (8, None));
}

#[test]
fn what_the_game_does_not_know_is_refused() {
    let entry = card(Tree::new(0));
    let (position, _) = choice([1, 1]);
    let over = (0..).map(Tree::new).find(|tree| tree.node() != Node::Decision).expect("one");
    for (lines, message) in [
        ("position x\n".to_owned(), "line 2: expected a hash, first or second"),
        (format!("position {}\ne4\n", position.format()), "line 3: \"e4\" is not a legal move"),
        (format!("position {}\n0\n", over.format()), "line 3: \"0\" is not a legal move here"),
    ] {
        let error = Book::read(&entry, format!("{HEADER}{lines}").as_bytes());
        let error = error.expect_err(&lines).to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let error = |text: &str| Engine::new(&entry, text).err().expect("an error").to_string();
    let text = error("alpha-beta + book");
    assert!(text.starts_with("book cannot have file=\"none\": it is the book"), "{text}");
    let text = error("alpha-beta + book(file=/nonexistent/book)");
    assert!(text.starts_with("book cannot have file=\"/nonexistent/book\": No such"), "{text}");
    let (_folder, path) = written(&[BookEntry { position: "x".into(), moves: Vec::new() }]);
    let text = error(&format!("alpha-beta + book(file=\"{path}\")"));
    assert!(text.contains("line 2: expected a hash"), "{text}");
    let (_folder, path) = written(&[]);
    let text = error(&format!("alpha-beta + book(file=\"{path}\",pick=first)"));
    assert!(text.contains("it must be one of best, value, drawn"), "{text}");
    let two = format!("alpha-beta + book(file=\"{path}\") + book(file=\"{path}\")");
    let two = Engine::new(&entry, &two).err();
    assert_eq!(two, Some(EngineError::TwoParts("book")));
}

#[test]
fn a_book_is_read_once_for_all_that_use_it() {
    let (_, entries) = choice([1, 2]);
    let (folder, path) = written(&entries);
    let (entry, path) = (card(Tree::new(0)), Path::new(&path));
    let first = Book::open(&entry, path).expect("a book");
    assert!(Arc::ptr_eq(&first, &Book::open(&entry, path).expect("the same")));
    assert_eq!((first.len(), first.is_empty()), (1, false));
    // Another game of the same type is another game.
    let other = GameEntry::new("other", "", Tree::new(0));
    let error = Book::open(&other, path).expect_err("another game").to_string();
    assert!(error.contains("expected \"#STARBOARD-BOOK 1 other\""), "{error}");
    fs::write(path, HEADER).expect("a file");
    assert!(Book::open(&entry, path).expect("the new one").is_empty());
    drop(folder);
}

#[test]
fn values_stay_below_what_is_certain() {
    for (hundredths, value) in
        [(250, 2), (-250, -2), (i32::MAX, 21_474_836), (i32::MIN, -21_474_836)]
    {
        assert_eq!(part::value::<Tree>(hundredths).raw(), value);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..120), seed in 0_u64..50) {
        let entry = card(Tree::new(seed));
        let start = format!("{HEADER}position {}\n", entry.start.format());
        for text in [HEADER, &start] {
            let _ = Book::read(&entry, &[text.as_bytes(), &bytes].concat()[..]);
        }
    }
}
