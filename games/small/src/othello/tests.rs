//! Tests of the rules as a whole.

use starboard_core::Evaluator;

use super::*;
use crate::testing::{after, any_move, chosen, duel, perft, searched, walk};

starboard_core::conformance!(
    Othello::default(),
    games(24),
    start(Othello::start(4)),
    start(Othello::start(6)),
    evaluator("mobility", Mobility)
);

/// Counts by Aart Bik, <https://aartbik.blogspot.com/2009/02/perft-for-reversi.html>, which
/// include games that are over, with a pass after their end as a move: 228 games are over
/// after 9 moves and 584 after at most 10.
const COUNTS: [u64; 12] =
    [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284 - 228, 212_258_800 - 584];

#[test]
fn counts_positions() {
    for (plies, count) in COUNTS.into_iter().enumerate() {
        assert_eq!(perft(&mut Othello::default(), plies as u32), count, "{plies} plies");
    }
}

/// The discs that a move flips, found square by square: slow and obvious.
fn turned(game: &Othello, square: u8) -> Vec<u8> {
    let (side, own) = (game.side as i8, game.mover);
    let mut found = Vec::new();
    for (dy, dx) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let (mut y, mut x) = ((square / 8) as i8 + dy, (square % 8) as i8 + dx);
        let mut line = Vec::new();
        while (0..side).contains(&y) && (0..side).contains(&x) {
            let here = (8 * y + x) as u8;
            match game.owner(here) {
                None => break,
                Some(player) if player == own => {
                    found.extend(line);
                    break;
                }
                Some(_) => line.push(here),
            }
            (y, x) = (y + dy, x + dx);
        }
    }
    found
}

#[test]
fn shifts_turn_what_looking_finds() {
    for (side, seed) in [4, 6, 8].into_iter().flat_map(|side| (0..60).map(move |i| (side, i))) {
        walk(&Othello::start(side), seed, |game| {
            for square in (0..64).filter(|&square| game.empty() >> square & 1 == 1) {
                let found = turned(game, square);
                assert_eq!(game.open >> square & 1 == 1, !found.is_empty(), "{}", game.format());
                let (own, theirs) = game.sides();
                let bits = found.iter().fold(0, |bits, at| bits | 1 << at);
                assert_eq!(bits::turned(1 << square, own, theirs), bits, "{}", game.format());
            }
        });
    }
}

#[test]
fn who_can_turn_nothing_passes() {
    let game = Othello::parse("ox../oox./.xoo/.... o").expect("a position");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert!(!moves.contains(&Play::Pass));
    let stuck = Othello::parse("xo../.oo./.oo./.... o").expect("a position");
    moves.clear();
    stuck.moves(&mut moves);
    assert_eq!(moves, [Play::Pass]);
    let mut passed = stuck;
    passed.play(Play::Pass);
    assert_eq!(passed.format(), "xo../.oo./.oo./.... x");
}

#[test]
fn empty_squares_count_for_the_winner() {
    let over = Othello::parse("xx../.xx./.xx./.... o").expect("a position");
    assert_eq!(over.node(), Node::Over(Value::new(-16 * DISC)));
    let drawn = Othello::parse("xxoo/xxoo/xxoo/xxoo o").expect("a position");
    assert_eq!(drawn.node(), Node::Over(Value::ZERO));
}

/// The 4x4 board: the second player wins, by 11 discs to 3 with two squares left empty,
/// which count for the winner.
#[test]
fn the_small_board_is_won_by_the_second_player() {
    let value = searched(&Othello::start(4), Mobility, 20);
    assert_eq!(value.raw(), -10 * DISC);
}

/// An evaluator that counts moves alone.
#[derive(Clone)]
struct Moves;

impl Evaluator<Othello> for Moves {
    fn evaluate(&mut self, game: &Othello) -> Value {
        let more = game.open.count_ones() as i32 - game.open_to_them().count_ones() as i32;
        Value::new(more)
    }
}

#[test]
fn the_evaluator_beats_plainer_ones() {
    let starts = &positions()[..12];
    let mut evaluated = |game: &Othello| chosen(game, Mobility, 2);
    let (won, _) = duel(starts, &mut evaluated, &mut any_move);
    assert_eq!(won, 24, "of 24 against chance");
    let (won, drawn) = duel(starts, &mut evaluated, &mut |game| chosen(game, Moves, 2));
    assert!(won >= 16, "{won} won, {drawn} drawn of 24 against moves alone");
}

/// Whether the position is in the middle of a game and open: both players have a
/// choice, and there is no corner yet to count.
fn open(game: &Othello) -> bool {
    let many = |squares: u64| squares.count_ones() >= 4;
    game.filled() & bits::corners(8) == 0 && many(game.open) && many(game.open_to_them())
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Othello> = (0..24)
        .map(|i| {
            let mut tries =
                (0..).filter_map(|n| after(&Othello::default(), i << 32 | n, 10 + i as usize));
            tries.find(open).expect("an open position")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
