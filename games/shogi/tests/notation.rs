//! Positions and moves as text: what is refused, what reads back.

use proptest::prelude::*;
use rand::RngExt;
use starboard_core::{Game, Node, rng};
use starboard_shogi::{Move, Shogi};

#[track_caller]
fn check_error(text: &str, message: &str) {
    let error = Shogi::parse(text).expect_err("no position").to_string();
    assert!(error.contains(message), "{text}: {error}");
}

#[test]
fn games_are_read_with_their_moves() {
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for text in [
        "startpos",
        "position startpos",
        "position startpos moves",
        sfen,
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        &format!("position sfen {sfen}"),
        &format!("{sfen} moves 2h1h 8b9b 1h2h 9b8b"),
    ] {
        assert_eq!(Shogi::parse(text), Ok(Shogi::start()), "{text}");
    }
    let game = Shogi::parse("startpos moves 7g7f 3c3d").expect("a game");
    assert_eq!(game.moves_played().map(|m| m.to_string()).collect::<Vec<_>>(), ["7g7f", "3c3d"]);
    assert_eq!(game.move_number(), 3);
}

#[test]
fn errors_say_what_is_wrong() {
    check_error("", "expected nine ranks of a board");
    check_error("startpos 7g7f", "expected moves, or nothing more, found \"7g7f\"");
    check_error("startpos moves 7g7f 7g7f", "move 2 of those given: \"7g7f\" is not a legal move");
    check_error("startpos moves 7g7f7", "move 1 of those given");
    check_error("4k4/9/9/9/9/9/9/9/4K4 b - 1 2", "expected moves, or nothing more, found \"2\"");
    check_error("4k4/9/9/9/9/9/9/9/4R3K b - 1", "the second player is in check but not to move");
    check_error("4k4/4K4/9/9/9/9/9/9/9 b - 1", "the second player is in check but not to move");
    // A mated player has no move.
    let error = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2 moves 5a4a";
    check_error(error, "legal: none, the game is over");
}

#[test]
fn moves_are_written_as_usi_does() {
    let game = Shogi::parse("4k4/3P5/9/9/9/9/9/9/4K4 b G 1").expect("a position");
    for text in ["6b6a+", "G*5b", "5i5h"] {
        let m = game.parse_move(text).expect("a move");
        assert_eq!(game.format_move(m), text);
    }
    for bad in ["6b6a", "6b5a+", "P*5e", "G*5a", "5i5g", "win", "pass", "resign", "", "G*", "5i"] {
        assert!(game.parse_move(bad).is_err(), "{bad}");
    }
}

#[test]
fn moves_tell_what_they_are() {
    #[track_caller]
    fn check(sfen: &str, text: &str, tactical: bool, check: bool, declines: bool) {
        let game = Shogi::parse(sfen).expect("a position");
        let m = game.parse_move(text).expect("a move");
        assert_eq!(game.is_tactical(m), tactical, "{text}");
        assert_eq!(game.gives_check(m), check, "{text}");
        assert_eq!(m.declines_promotion(), declines, "{text}");
        let mut next = game.clone();
        next.play(m);
        assert_eq!(next.in_check(), check, "{text}");
    }
    let sfen = "4k4/9/4P4/r8/9/9/9/LB7/4K3L b RN 1";
    check(sfen, "5c5b", false, true, true);
    check(sfen, "5c5b+", true, true, false);
    check(sfen, "9h9d", true, false, false);
    check(sfen, "1i1b", false, false, true);
    check(sfen, "1i1c", false, false, false);
    check(sfen, "1i1b+", true, false, false);
    check(sfen, "8h2b", false, false, true);
    check(sfen, "8h4d", false, false, false);
    check(sfen, "R*1a", false, true, false);
    check(sfen, "N*4c", false, true, false);
    check(sfen, "N*9g", false, false, false);
}

/// A position reached at random.
fn reached(seed: u64) -> Shogi {
    let mut rng = rng(seed, 0);
    let (mut game, mut moves) = (Shogi::start(), Vec::<Move>::new());
    for _ in 0..rng.random_range(0..250) {
        if game.node() != Node::Decision {
            break;
        }
        moves.clear();
        game.moves(&mut moves);
        game.play(moves[rng.random_range(0..moves.len())]);
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn positions_read_back(seed: u64) {
        let game = reached(seed);
        let read = Shogi::parse(&game.format()).expect("a position");
        prop_assert_eq!(&read, &game);
        prop_assert_eq!((read.key(), read.format()), (game.key(), game.format()));
    }

    #[test]
    fn no_text_is_too_strange(bytes: Vec<u8>, text: String) {
        let bytes = String::from_utf8_lossy(&bytes);
        for text in [&*bytes, &text] {
            prop_assert!(Shogi::parse(text).is_err());
            prop_assert!(Shogi::start().parse_move(text).is_err());
        }
    }

    #[test]
    fn damaged_positions_are_refused_or_sound(
        seed in 0..200_u64,
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[PLNSBRGKplnsbrgk+/1-9 bw-]", 0..3), 1..6),
    ) {
        let mut chars: Vec<char> = reached(seed).format().chars().collect();
        for (place, with, what) in &damage {
            let (i, with) = (place.index(chars.len()), with.chars().next().expect("a character"));
            match what {
                0 => chars[i] = with,
                1 if chars.len() > 1 => drop(chars.remove(i)),
                _ => chars.insert(i, with),
            }
        }
        let text: String = chars.into_iter().collect();
        if let Ok(mut game) = Shogi::parse(&text) {
            prop_assert_eq!(Shogi::parse(&game.format()), Ok(game.clone()));
            let mut moves = Vec::new();
            game.moves(&mut moves);
            prop_assert_eq!(moves.is_empty(), game.node() != Node::Decision);
            for m in moves {
                game.with_child(m, |child| child.node());
            }
            game.mate_in_one();
            game.svg();
            game.board();
        }
    }
}
