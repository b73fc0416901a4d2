//! Tests of the rules as a whole.

use std::collections::HashMap;

use starboard_core::Evaluator;

use super::*;
use crate::testing::{after, any_move, chosen, duel, perft, walk, wins};

/// Two amazons a side on a 6x6 board.
fn small() -> Amazons {
    Amazons::parse("..o..o/....../....../....../....../x..x.. x").expect("a board")
}

starboard_core::conformance!(
    Amazons::parse("..o../...../...../*..../..x.. x").expect("a board"),
    games(12),
    start(Amazons::parse("o..o/..../..../x..x x").expect("a board")),
    start(positions()[23]),
    evaluator("territory", Territory)
);

/// Counts that other programs find, too, such as the Regular Boardgames system.
#[test]
fn counts_positions() {
    for (plies, count) in [1, 2176, 4_307_152].into_iter().enumerate() {
        assert_eq!(perft(&mut Amazons::default(), plies as u32), count, "{plies} plies");
    }
}

/// The rules once more, on the characters of the notation: slow and obvious.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    /// Rows from the bottom.
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Plain {
    fn of(game: &Amazons) -> Self {
        let text = game.format();
        let (rows, mover) = text.split_once(' ').expect("rows and the mover");
        let rows = rows.split('/').rev().map(|row| row.chars().collect()).collect();
        Self { rows, mover: mover.chars().next().expect("a letter") }
    }

    fn seen(&self, y: usize, x: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (dy, dx) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let (mut y, mut x) = (y as i32 + dy, x as i32 + dx);
            let there = |y: i32, x: i32| self.rows.get(y as usize)?.get(x as usize);
            while there(y, x) == Some(&'.') {
                found.push((y as usize, x as usize));
                (y, x) = (y + dy, x + dx);
            }
        }
        found
    }

    fn children(&self) -> Vec<(String, Self)> {
        let (mut found, other) = (Vec::new(), if self.mover == 'x' { 'o' } else { 'x' });
        for (y, row) in self.rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, c)| **c == self.mover) {
                for (ty, tx) in self.seen(y, x) {
                    let mut gone = self.clone();
                    gone.rows[y][x] = '.';
                    gone.rows[ty][tx] = self.mover;
                    for (ay, ax) in gone.seen(ty, tx) {
                        let mut next = Self { mover: other, ..gone.clone() };
                        next.rows[ay][ax] = '*';
                        let [from, to, arrow] =
                            [(y, x), (ty, tx), (ay, ax)].map(|(y, x)| svg::named(y, x));
                        found.push((format!("{from}{to}/{arrow}"), next));
                    }
                }
            }
        }
        found
    }

    /// Whether the mover wins.
    fn wins(&self, known: &mut HashMap<Self, bool>) -> bool {
        if let Some(&wins) = known.get(self) {
            return wins;
        }
        let wins = self.children().iter().any(|(_, child)| !child.wins(known));
        known.insert(self.clone(), wins);
        wins
    }
}

#[test]
fn rays_find_what_looking_finds() {
    for seed in 0..6 {
        let oblong = Amazons::parse("..o...*/......./...x.../x....o. x").expect("a board");
        for start in [small(), oblong] {
            walk(&start, seed, |game| {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let after = |m: Shot| {
                    let mut next = *game;
                    next.play(m);
                    (game.format_move(m), Plain::of(&next).rows)
                };
                let mut found: Vec<_> = moves.into_iter().map(after).collect();
                found.sort();
                let mut plain: Vec<_> = (Plain::of(game).children().into_iter())
                    .map(|(name, child)| (name, child.rows))
                    .collect();
                plain.sort();
                assert!(found == plain, "{}", game.format());
            });
        }
    }
}

#[test]
fn every_move_has_an_index_of_its_own() {
    for game in positions().iter().chain([&Amazons::default()]) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut indices: Vec<_> = moves.iter().map(|&m| Amazons::move_index(m)).collect();
        indices.sort_unstable();
        indices.dedup();
        assert_eq!(indices.len(), moves.len(), "{}", game.format());
        assert!(indices.iter().all(|&index| index < Amazons::MOVE_INDICES));
    }
}

#[test]
fn who_cannot_move_loses() {
    let stuck = Amazons::parse("x*../**../..../...o x").expect("a position");
    assert_eq!(stuck.node(), Node::Over(-WIN));
    let free = Amazons::parse("x*../**../..../...o o").expect("a position");
    assert_eq!(free.node(), Node::Decision);
}

/// Small boards are solved, by the framework's rules and by those above.
#[test]
fn small_boards_are_solved_alike() {
    let mut won = 0;
    for text in [
        ".o../..*./.*../..x. x",
        ".o*./..../.*../*.x. x",
        "o..*/.*../..*./*..x x",
        "o.../***./..../..*x o",
        "o.../**../..*./.*.x o",
    ] {
        let game = Amazons::parse(text).expect(text);
        let found = wins(&game);
        assert_eq!(found, Plain::of(&game).wins(&mut HashMap::new()), "{text}");
        won += u32::from(found);
    }
    assert!((1..5).contains(&won), "{won} of five are won");
}

/// An evaluator that counts queen moves alone.
#[derive(Clone)]
struct Moves;

impl Evaluator<Amazons> for Moves {
    fn evaluate(&mut self, game: &Amazons) -> Value {
        let moves = |set: u128| {
            let reach = |square| bits::reach(square, game.empty).count_ones() as i32;
            bits::each(set).map(reach).sum::<i32>()
        };
        Value::new(moves(game.own()) - moves(game.theirs()))
    }
}

#[test]
fn the_evaluator_beats_plainer_ones() {
    let made = (0..).filter_map(|seed| after(&small(), seed, 4));
    let starts: Vec<Amazons> = made.take(10).collect();
    let mut evaluated = |game: &Amazons| chosen(game, Territory, 1);
    let (won, _) = duel(&starts, &mut evaluated, &mut any_move);
    assert_eq!(won, 20, "of 20 against chance");
    let (won, _) = duel(&starts, &mut evaluated, &mut |game| chosen(game, Moves, 1));
    assert!(won >= 15, "{won} of 20 against moves alone");
}

/// Whether there are many moves to choose from, but fewer than at the start.
fn middling(game: &Amazons) -> bool {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    (50..=1000).contains(&moves.len())
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Amazons> = (0..24)
        .map(|i| {
            let mut tries =
                (0..).filter_map(|n| after(&Amazons::default(), i << 32 | n, 12 + 2 * i as usize));
            tries.find(middling).expect("a position with moves to choose from")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
