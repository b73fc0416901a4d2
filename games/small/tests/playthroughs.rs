//! Recorded games: every answer of the interface along a seeded game stands in
//! a file, so that a change of the rules or of an evaluator shows.
//! `STARBOARD_BLESS=1` writes the files anew.

use std::path::Path;

use starboard_core::{
    Evaluator, Game,
    playthrough::{check_golden, playthrough},
};
use starboard_small::{
    ConnectFour, Dice, Einstein, Slide, TicTacToe, Ur, connect_four::Threats, dice::OpenRuns,
    einstein::Race, open_lines::OpenLines, slide::Room, ur::Steps,
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
