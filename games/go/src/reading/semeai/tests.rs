//! Races whose outcome can be counted on the fingers.

use starboard_core::Game;

use super::*;
use crate::Go;

/// How the race stands for the owner of `own`, who is to move.
#[track_caller]
fn check(position: &str, own: &str, other: &str, saves: Success, kills: Success) -> Race {
    let game = Go::parse(position).expect("a position");
    let point = |name| Point::read(game.size(), name).expect("a point");
    let race = Semeai::default().race(game.board(), point(own), point(other));
    assert_eq!((race.saves, race.kills), (saves, kills), "{position}");
    race
}

/// Two liberties each, none of them shared.
const EVEN: &str = "9/9/9/9/9/XXX1OO3/XXOOO4/1OX1O4/1OX1O4";
/// Two liberties, both shared.
const SEKI: &str = "9/9/9/9/9/XXXOO4/XOOXO4/XO1XO4/XO1XO4";
/// Black is in atari.
const BEHIND: &str = "9/9/9/9/9/XXX1OO3/XXOOO4/1OXOO4/1OX1O4";

#[test]
fn whoever_moves_first_wins_an_even_race() {
    let game = |mover| format!("{EVEN} {mover} 0");
    for (mover, own, other) in [("b", "C1", "B1"), ("w", "B1", "C1")] {
        let race = check(&game(mover), own, other, Success::Yes, Success::Yes);
        assert!(race.best.is_some(), "{race:?}");
    }
}

#[test]
fn nobody_plays_in_a_seki() {
    for (mover, own, other) in [("b", "D1", "B1"), ("w", "B1", "D1")] {
        let race = check(&format!("{SEKI} {mover} 0"), own, other, Success::Yes, Success::No);
        assert_eq!(race.best, None);
    }
}

#[test]
fn who_is_ahead_wins() {
    check(&format!("{BEHIND} w 0"), "B1", "C1", Success::Yes, Success::Yes);
    check(&format!("{BEHIND} b 0"), "C1", "B1", Success::No, Success::No);
}

/// What is plain still takes its move: both strings have one liberty.
#[test]
fn a_large_string_in_atari_is_taken_by_a_move() {
    let position = "1OOOOOOOOOOO1/OOOOOOOOOOOOO/1OOOOOOOOOOO1/OOOO1OOOOOOOO/OOOO1XXOXOOOO/OOOOXXXXXXOOO/\
                    XXXXOXXXXOXXX/XXXXOOOOOOXXX/XXXXXO1OXOXXX/XXXXXOOOXXXXX/1XXXXXXXXXXX1/\
                    XXXXXXXXXXXXX/1XXXXXXXXXXX1 w 0";
    let race = check(position, "E7", "F9", Success::Yes, Success::Yes);
    assert_eq!(
        race.best.map(|best| best.name(crate::Size::new(13).expect("a size"))),
        Some("E9".to_owned())
    );
}

#[test]
fn who_has_liberties_beyond_has_got_out() {
    let game = Go::parse("9/9/9/9/9/XXX1OO3/XXOOO4/1OX1O4/1OX1O4 b 0").expect("a position");
    let [target, hunter] =
        ["E1", "C1"].map(|name| Point::read(game.size(), name).expect("a point"));
    let near = moves::near(game.board(), [target, hunter]);
    assert!(near.covers(game.board().liberties(target)));
    let verdict = |near| {
        let (attacker, ko, homes) = (Color::Black, Ko::NoThreats, [Points::EMPTY; 2]);
        let (kos, begun) = (false, true);
        let mut hunt = Hunt { attacker, target, hunter, ko, homes, near, kos, begun };
        hunt.verdict(&Local::new(game.board().clone(), attacker), attacker.into())
    };
    assert_eq!(verdict(Points::EMPTY), Some(false));
    assert_eq!(verdict(near), None);
}

/// White's three stones in the corner make a ko there when White likes, and
/// nothing that Black does prevents it.
const BENT: &str = "OO1XO4/OXXXO4/1X1OO4/XXO6/OOO6/9/9/9/9";

#[test]
fn bent_four_in_the_corner_is_dead() {
    let race = check(&format!("{BENT} w 0"), "A8", "B8", Success::Yes, Success::Yes);
    assert_eq!(race.best, None);
    check(&format!("{BENT} b 0"), "B8", "A8", Success::No, Success::No);
}

/// The attacker, too, may wait where it has next to no moves, and only there.
#[test]
fn who_has_no_move_left_may_wait() {
    #[track_caller]
    fn waits(position: &str, target: &str, hunter: &str, expected: bool) {
        let game = Go::parse(position).expect("a position");
        let [target, hunter] =
            [target, hunter].map(|name| Point::read(game.size(), name).expect("a point"));
        let (attacker, homes) = (game.color(), [Points::EMPTY; 2]);
        let (ko, near) = (Ko::NoThreats, game.board().all());
        let (kos, begun) = (false, false);
        let mut hunt = Hunt { attacker, target, hunter, ko, homes, near, kos, begun };
        let mut moves = Vec::new();
        hunt.moves(&Local::new(game.board().clone(), attacker), true, &mut moves);
        assert_eq!(moves.contains(&Move::PASS), expected, "{moves:?} in {position}");
    }
    waits(&format!("{SEKI} b 0"), "B1", "D1", true);
    waits("9/9/9/9/9/XXX1OO3/XXOOO4/1OX1O4/1OX1O4 b 0 moves J9 F1", "E1", "C1", false);
}

#[test]
fn plain_liberties_are_alike() {
    // Five liberties between Black's string and a wall of White's, and nine on
    // the other side, where White has nothing.
    let position = "1XO5O/1XOO5/1X1O5/1X1O5/1X1O5/1X1O5/1X1O5/1XOO5/1XO6 w 0";
    let game = Go::parse(position).expect("a position");
    let ends = ["J9", "B5"].map(|name| Point::read(game.size(), name).expect("a point"));
    let fight = Fight { board: game.board(), ends, homes: &[Points::EMPTY; 2] };
    let between = |p: &Point| p.column(game.size()) == 2;
    assert_eq!(fight.candidates(Color::White).iter().filter(|p| between(p)).count(), 1);
}

#[test]
fn liberties_are_counted() {
    #[track_caller]
    fn count(position: &str, hunter: &str, target: &str, expected: [i32; 3], takes: [bool; 2]) {
        let game = Go::parse(&format!("{position} b 0")).expect("a position");
        let point = |name| Point::read(game.size(), name).expect("a point");
        let count = Count::of(game.board(), point(hunter), point(target));
        assert_eq!([count.hunter, count.target, count.shared], expected, "{position}");
        assert_eq!([count.takes(true), count.takes(false)], takes, "{position}");
    }
    count(EVEN, "C1", "B1", [2, 2, 0], [true, false]);
    count(SEKI, "D1", "B1", [0, 0, 2], [false, false]);
    count(BEHIND, "B1", "C1", [2, 1, 0], [true, true]);
    // An eye makes what is shared one's own.
    count("X1XXO4/XXXXO4/OOO1O4/9/9/9/9/9/9", "A9", "C7", [1, 3, 1], [false, false]);
}

#[test]
fn strings_of_one_colour_do_not_race() {
    check("9/9/9/3X5/3XO4/9/9/9/9 b 0", "D5", "D6", Success::No, Success::No);
}
