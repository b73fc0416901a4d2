//! Recorded games: every answer of the interface along a seeded game stands in
//! a file, so that a change of the rules or of an evaluator shows.
//! `STARBOARD_BLESS=1` writes the files anew.

use std::path::Path;

use starboard_core::{
    Evaluator, Game,
    playthrough::{check_golden, playthrough},
};
use starboard_small::{
    Amazons, Breakthrough, ConnectFour, Dice, Einstein, Othello, Slide, TicTacToe, Ur,
    amazons::Territory, breakthrough::Advance, connect_four::Threats, dice::OpenRuns,
    einstein::Race, open_lines::OpenLines, othello::Mobility, slide::Room, ur::Steps,
};

#[track_caller]
fn check<G: Game>(name: &str, start: &G, evaluator: (&str, &mut dyn Evaluator<G>)) {
    let text = playthrough(start, 1, 60, &mut [evaluator]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{name}.txt"));
    check_golden(&path, &text).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn tic_tac_toe() {
    check("tic-tac-toe", &TicTacToe::default(), ("open-lines", &mut OpenLines));
}

#[test]
fn connect_four() {
    check("connect-four", &ConnectFour::default(), ("threats", &mut Threats));
}

#[test]
fn othello() {
    check("othello", &Othello::default(), ("mobility", &mut Mobility));
}

#[test]
fn breakthrough() {
    check("breakthrough", &Breakthrough::default(), ("advance", &mut Advance));
}

/// On a smaller board, which fills a file with fewer moves.
#[test]
fn amazons() {
    let small = Amazons::parse("..o../...../...../...../..x.. x").expect("a board");
    check("amazons", &small, ("territory", &mut Territory));
}

#[test]
fn dice() {
    check("dice", &Dice::new(5, 4), ("open-runs", &mut OpenRuns));
}

#[test]
fn einstein() {
    check("einstein", &Einstein::default(), ("race", &mut Race));
}

#[test]
fn ur() {
    check("ur", &Ur::default(), ("steps", &mut Steps));
}

#[test]
fn slide() {
    check("2048", &Slide::default(), ("room", &mut Room));
}
