//! A recorded game: every answer of the interface along a seeded game stands
//! in a file, so that a change of the rules or of the evaluator shows.
//! `STARBOARD_BLESS=1` writes the file anew.

use std::path::Path;

use starboard_backgammon::{
    Backgammon, HandCrafted,
    cube::{CubeBackgammon, CubeEvaluator, CubefulSearch, MatchBackgammon, Stakes},
};
use starboard_core::{
    Evaluator, Game,
    playthrough::{check_golden, playthrough},
};

#[track_caller]
fn check<G: Game>(name: &str, start: &G, evaluator: &mut dyn Evaluator<G>) {
    let text = playthrough(start, 1, 40, &mut [("hand-crafted", evaluator)]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let path = folder.join(format!("{name}.txt"));
    check_golden(&path, &text).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn backgammon() {
    check("backgammon", &Backgammon::START, &mut HandCrafted::default());
}

#[test]
fn nackgammon() {
    check("nackgammon", &Backgammon::NACKGAMMON, &mut HandCrafted::default());
}

#[test]
fn hypergammon() {
    check("hypergammon", &Backgammon::HYPERGAMMON, &mut HandCrafted::default());
}

#[test]
fn backgammon_cube() {
    let search = CubefulSearch::new(HandCrafted::default(), None, Stakes::MONEY);
    check("backgammon-cube", &CubeBackgammon::START, &mut CubeEvaluator::new(search));
}

#[test]
fn backgammon_match() {
    let search = CubefulSearch::new(HandCrafted::default(), None, Stakes::MONEY);
    check("backgammon-match", &MatchBackgammon::to(3), &mut CubeEvaluator::new(search));
}
