//! The filtered search keeps exactly the moves that the two descriptions of
//! gnubg's move filters say it keeps, on their own figures: an opening 4-2,
//! where the manual prints the equities and the surviving moves.

use starboard_core::{Evaluator, FilterSet, Game, Limits, Node, Player, Value};
use starboard_search::{Filtered, Searcher};

/// A game whose values at each ply are given: the root's moves differ, everything else
/// is forced.
#[derive(Clone, Debug, PartialEq)]
struct Scripted {
    script: &'static Script,
    chosen: usize,
    decisions: u32,
    rolled: bool,
}

/// For each root move, its equity for the mover at 0, 2 and 4 plies.
#[derive(Debug, PartialEq)]
struct Script(&'static [(&'static str, [f32; 3])]);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Choice(usize);

impl Game for Scripted {
    type Move = Choice;
    const CHANCE: bool = true;
    const UNIT: i32 = 1 << 18;

    fn mover(&self) -> Player {
        if self.decisions.is_multiple_of(2) { Player::First } else { Player::Second }
    }
    fn node(&self) -> Node {
        if self.rolled { Node::Decision } else { Node::Chance }
    }
    fn moves(&self, out: &mut Vec<Choice>) {
        let count = if self.decisions == 0 { self.script.0.len() } else { 1 };
        out.extend((0..count).map(Choice));
    }
    fn chances(&self, out: &mut Vec<(Choice, u32)>) {
        out.extend([(Choice(0), 1), (Choice(1), 2)]);
    }
    fn play(&mut self, m: Choice) {
        if !self.rolled {
            self.rolled = true;
            return;
        }
        if self.decisions == 0 {
            self.chosen = m.0;
        }
        self.decisions += 1;
        self.rolled = false;
    }
    fn key(&self) -> u64 {
        (self.chosen as u64) << 32 | u64::from(self.decisions) << 1 | u64::from(self.rolled)
    }
}

#[derive(Clone)]
struct Printed;

impl Evaluator<Scripted> for Printed {
    fn evaluate(&mut self, game: &Scripted) -> Value {
        let plies = game.decisions.saturating_sub(1);
        let equity = game.script.0[game.chosen].1[plies as usize / 2];
        let value = Value::from_units(equity, Scripted::UNIT);
        if game.mover() == Player::First { value } else { -value }
    }
}

/// Runs a search of `plies` and checks which moves ended at which ply, best
/// first.
#[track_caller]
fn check(script: &'static Script, filter: &str, plies: u32, expected: &[(&str, u32)]) {
    let root = Scripted { script, chosen: 0, decisions: 0, rolled: true };
    let filter: FilterSet = filter.parse().expect("a filter");
    let report = Filtered::new(Printed, filter).run(&root, &Limits::depth(plies + 1));
    let found: Vec<_> = report
        .candidates
        .iter()
        .map(|c| (script.0[c.m.0].0, c.depth - 1))
        .take(expected.len())
        .collect();
    assert_eq!(found, expected);
    let shallow = report.candidates.iter().skip(expected.len());
    assert!(shallow.clone().all(|c| c.depth == 1), "the others stay at 0-ply");
    assert_eq!(report.best_moves, [Choice(0)]);
}

/// The manual's page, in the order of its list at 2-ply.
const MANUAL: Script = Script(&[
    ("8/4 6/4", [0.189, 0.180, 9.0]),
    ("24/20 13/11", [0.046, 0.052, 9.0]),
    ("13/11 13/9", [0.044, 0.043, 9.0]),
    ("24/22 13/9", [0.034, 0.035, 9.0]),
    ("24/22 24/20", [-0.006, 9.0, 9.0]),
    ("24/18", [-0.009, 9.0, 9.0]),
    ("24/20 6/4", [-0.019, 9.0, 9.0]),
    ("13/9 6/4", [-0.024, 9.0, 9.0]),
    ("13/7", [-0.052, 9.0, 9.0]),
    ("24/20 8/6", [-0.053, 9.0, 9.0]),
]);

/// The older manual's list, in its order at 0-ply.
const OLDER: Script = Script(&[
    ("8/4 6/4", [0.156, 0.171, 0.171]),
    ("24/22 13/9", [0.035, 0.025, 9.0]),
    ("24/20 13/11", [0.030, 0.034, 0.034]),
    ("13/11 13/9", [0.022, 0.021, 9.0]),
    ("24/22 24/20", [-0.006, 9.0, 9.0]),
    ("24/18", [-0.031, 9.0, 9.0]),
    ("13/9 6/4", [-0.039, 9.0, 9.0]),
    ("24/20 6/4", [-0.051, 9.0, 9.0]),
]);

const AT_2_PLY: [(&str, u32); 4] =
    [("8/4 6/4", 2), ("24/20 13/11", 2), ("13/11 13/9", 2), ("24/22 13/9", 2)];

#[test]
fn the_manuals_four_moves_go_on_to_2_ply() {
    check(&MANUAL, "normal", 2, &AT_2_PLY);
}

/// The second best is 0.128 behind, and the filter reaches 0.040: one move is
/// left, and nothing is evaluated at 4-ply.
#[test]
fn the_manuals_4_ply_search_ends_at_2_ply() {
    check(&MANUAL, "normal", 4, &AT_2_PLY);
}

#[test]
fn the_older_manuals_moves_go_on() {
    let filter = "4,3,0.07;skip;2,1,0.04;skip";
    let at_2_ply = [("8/4 6/4", 2), ("24/20 13/11", 2), ("24/22 13/9", 2), ("13/11 13/9", 2)];
    check(&OLDER, filter, 2, &at_2_ply);
    let at_4_ply = [("8/4 6/4", 4), ("24/20 13/11", 4), ("24/22 13/9", 2), ("13/11 13/9", 2)];
    check(&OLDER, filter, 4, &at_4_ply);
}
