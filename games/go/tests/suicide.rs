//! Rules that allow suicide: a few positions by hand, and the engine among them.

use rand::RngExt;
use starboard_core::{Game, Limits, Policy, rng};
use starboard_go::{
    Color, FullBoard, Go, Move, Point, Selector, gtp::Session, reasons::Candidates,
};

fn position(text: &str) -> Go {
    Go::parse(text).expect("a position")
}

/// Whether a move is legal, and the position after it.
#[track_caller]
fn check(before: &str, m: &str, after: Option<&str>) {
    let mut game = position(before);
    let found = game.parse_move(m).ok();
    assert_eq!(found.is_some(), after.is_some(), "{m} in {before}");
    let (Some(m), Some(after)) = (found, after) else { return };
    let (start, key) = (game.clone(), game.key());
    game.with_child(m, |next| {
        assert_eq!(next.format(), after);
        assert_eq!(next.key(), position(after).key());
    });
    assert_eq!((&game, game.key()), (&start, key));
}

#[test]
fn strings_take_themselves_off_the_board() {
    // Two strings at once, and what they take is the opponent's prisoner.
    let two = "1XO2/XOO2/O4/5/5 b 0";
    check(two, "A5", None);
    check(&format!("{two} suicide"), "A5", Some("2O2/1OO2/O4/5/5 w 0 suicide"));
    check(
        &format!("{two} territory suicide"),
        "A5",
        Some("2O2/1OO2/O4/5/5 w 0 territory suicide prisoners 3 0"),
    );
    // A single stone may not, nor one where a ko stands open.
    check("1O3/O4/5/5/5 b 0 suicide", "A5", None);
    check("1O3/O4/5/5/5 b 0 simple-ko suicide", "A5", None);
    check("1XO2/X1XO1/1XO2/5/5 w 0 suicide moves B4", "C4", None);
    // What captures is no suicide.
    let captures = "1XO2/XXO2/OO3/5/5 w 0 suicide";
    check(captures, "A5", Some("O1O2/2O2/OO3/5/5 b 0 suicide"));
    // Superko forbids to come back by suicide, simple ko does not.
    check("2O/OOO/O2 b 0 suicide moves B3 pass", "A3", None);
    check(
        "2O/OOO/O2 b 0 simple-ko suicide moves B3 pass",
        "A3",
        Some("2O/OOO/O2 w 0 simple-ko suicide"),
    );
    // The other player is to move now, or the same.
    check(
        "2O/OOO/O2 b 0 situational-superko suicide moves B3 pass",
        "A3",
        Some("2O/OOO/O2 w 0 situational-superko suicide"),
    );
    check("2O/OOO/O2 w 0 situational-superko suicide moves pass B3 pass", "A3", None);
}

#[test]
fn the_last_move_of_a_board_is_its_players() {
    let game = position("1XO2/XOO2/O4/5/5 b 0 suicide");
    let mut board = game.board().clone();
    let corner = Point::read(board.size(), "A5").expect("a point");
    assert!(board.is_suicide_of_many(corner, Color::Black));
    board.play_suicide(corner, Color::Black);
    assert_eq!(board.last(), Some((corner, Color::Black)));
    assert_eq!((board.captured(Color::Black), board.captured(Color::White)), (3, 0));
    assert!(board.undo());
    assert_eq!((&board, board.captured(Color::Black)), (game.board(), 0));
}

/// Readers believe that nobody kills himself; what they say must be playable all the same.
#[test]
fn the_engine_plays_on_where_suicide_is_common() {
    let limits = Limits::default();
    for (side, seed) in [(3, 1), (4, 2), (5, 3), (7, 4)] {
        let mut game = position(&format!("{side}x{side} b 0.5 suicide"));
        let (mut rng, mut selector) = (rng(seed, 0), Selector::new(8));
        let mut policy = Candidates::new(FullBoard::default());
        let mut suicides = 0;
        for played in 0..120 {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            if played % 6 == 0 {
                let mut weighed = Vec::new();
                policy.weigh(&game, &mut weighed);
                let best = selector.select(&game, &limits).best();
                let named = weighed.iter().map(|&(m, _)| m).chain([best]);
                named.for_each(|m| assert!(moves.contains(&m), "{m:?} in {game:?}"));
            }
            let kills = |m: &Move| {
                m.point().is_some_and(|point| game.board().is_suicide(point, game.color()))
            };
            let choice: Vec<_> = match moves.iter().copied().filter(kills).collect::<Vec<_>>() {
                kills if !kills.is_empty() && rng.random_range(0..2) == 0 => kills,
                _ => moves.iter().copied().filter(|&m| m != Move::PASS).collect(),
            };
            let drawn = choice.get(rng.random_range(0..choice.len().max(1)));
            let m = drawn.copied().unwrap_or(Move::PASS);
            suicides += u32::from(kills(&m));
            game.play(m);
            if game.passes() >= 2 {
                game = game.resumed();
            }
        }
        assert!(suicides > 0, "{side}");
    }
}

#[test]
fn gtp_plays_it_where_rules_allow_it() {
    let mut session = Session::new();
    let mut ask = |line: &str| session.answer(line).expect("an answer").trim().to_owned();
    let moves = ["b b5", "w c5", "b a4", "w b4", "w a3"];
    for (rules, legal) in [("chinese", "0"), ("tromp-taylor", "1"), ("new-zealand", "1")] {
        assert_eq!(ask("boardsize 5"), "=");
        assert_eq!(ask(&format!("kata-set-rules {rules}")), "=");
        moves.iter().for_each(|m| assert_eq!(ask(&format!("play {m}")), "="));
        assert_eq!(ask("is_legal b a5"), format!("= {legal}"), "{rules}");
        assert_eq!(ask("all_legal b").split(' ').any(|name| name == "A5"), legal == "1");
        let played = ask("play b a5");
        assert_eq!(played, if legal == "1" { "=" } else { "? illegal move" });
        assert_eq!(ask("list_stones b"), if legal == "1" { "=" } else { "= B5 A4" }, "{rules}");
        assert_eq!(ask("captures w"), if legal == "1" { "= 3" } else { "= 0" });
        assert_eq!(ask("undo"), "=");
    }
}
