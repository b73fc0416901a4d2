//! The legal moves against those of another generator, by another author.
//! `cargo run --release -p starboard-shogi --example differential` compares
//! more positions.

use crate::haitaka;

#[test]
fn another_generator_finds_the_same_moves() {
    let seen = haitaka::compare(10_000, 5);
    assert!(seen.checks > 500 && seen.mates > 5 && seen.moves > 500_000, "{seen:?}");
}
