//! Games that have ended.

use starboard_core::Game as _;

use super::*;
use crate::Point;

#[track_caller]
fn check(position: &str, dead: &str, seki: usize, lead: i32) {
    let game = Go::parse(position).expect("a position");
    let ending = Ending::read(&game, &FullBoard::default());
    let name = |point: Point| point.name(game.size());
    let mut found: Vec<_> = ending.dead.iter().map(name).collect();
    found.sort();
    assert_eq!(found.join(" "), dead, "{position}");
    assert_eq!(ending.seki.len(), seki, "{position}: {:?}", ending.seki);
    assert_eq!(ending.tally(&game).lead(Color::Black), lead, "{position}");
}

#[test]
fn stones_without_a_hope_are_dead() {
    // A stone in Black's corner, one in White's.
    let position = "3XO4/1O1XO4/3XO4/3XO2X1/3XO4/3XO4/3XO4/3XO4/3XO4";
    check(&format!("{position} b 0"), "B8 H6", 0, 36 - 45);
    // Captured, they count twice under territory rules.
    check(&format!("{position} b 0 territory"), "B8 H6", 0, 27 + 1 - 36 - 1);
    // Three points in a row with a stone in the middle are one eye.
    check("1O1XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 b 0", "A8 B8 C8 D8 D9", 0, -81);
}

/// Each stands in what it has killed, and Black could take it: that saves nothing.
#[test]
fn what_kills_lives() {
    let alive = "O8/O8/OOOOOOOOO/OOOOOOOOO/O1OO1OOOO b 0";
    check(&format!("1OXOO4/XXXXO4/X1X1O4/OOOOO4/{alive}"), "A7 A8 B8 C7 C8 C9 D8", 0, -81);
    let dead = "A7 A8 A9 B9 C7 C9 D7 D8 D9 E9";
    check(&format!("XXXXXO3/X1OX1O3/X1XX1O3/OOOOOO3/{alive}"), dead, 0, -81);
}

#[test]
fn two_eyes_live_whatever_is_inside() {
    check("1X1XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 b 0", "", 0, 8 - 73);
}

#[test]
fn nobody_counts_what_lies_between() {
    check("3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3 b 0", "", 0, 0);
}

#[test]
fn a_seki_is_told_from_what_was_left_open() {
    // White's three stones at the edge and Black's around them have two liberties in common.
    let seki = "1OX1OOO1X/1OXXXXXXX/1OOOOOOOO/9/OOOOOOOOO/XXXXXXXXX/9/9/9 b 0";
    check(seki, "", 12, 45 - 34);
    // Stopped early by GNU Go: in White's corner all is open yet.
    let open = "9/3OX4/2O1X4/2OO2XX1/1X5O1/2X1XXXXX/XXOXXOOOX/XOOXOO2O/XOOOO2O1 b 0";
    check(open, "H5", 0, 22);
}
