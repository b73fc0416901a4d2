//! Counts of the games there are, to a depth; passes are moves.

use starboard_core::{Game, perft};
use starboard_go::Go;

#[track_caller]
fn check(position: &str, counts: &[u64]) {
    let game = Go::parse(position).expect("a position");
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&game, depth), count, "{position}, depth {depth}");
    }
}

#[test]
fn as_many_games_as_there_are() {
    // Without captures: 26 moves, then 25 after a stone and 26 after a pass;
    // two passes end the game.
    // Four points, of which each stone takes one; in two moves nothing is captured.
    check("2x2 b 0", &[5, 4 * 4 + 5]);
    check("5x5 b 0", &[26, 25 * 25 + 26, 25 * (24 * 24 + 25) + 25 * 25]);
    check("9x9", &[82, 81 * 81 + 82]);
    check("19x19", &[362, 361 * 361 + 362]);
}
