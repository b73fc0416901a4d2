//! Tests of the rules as a whole.

use std::collections::HashMap;

use starboard_core::Evaluator;

use super::*;
use crate::testing::{after, any_move, chosen, duel, perft, searched, walk, wins};

starboard_core::conformance!(
    Breakthrough::default(),
    games(16),
    start(Breakthrough::start(4, 4)),
    start(Breakthrough::start(5, 7)),
    evaluator("advance", Advance)
);

/// The first four counts are those of the Regular Boardgames system and others; the fifth is
/// what the slow rules below find, too.
#[test]
fn counts_positions() {
    let counts = [1, 22, 484, 11_132, 256_036, 6_182_818];
    for (plies, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut Breakthrough::default(), plies as u32), count, "{plies} plies");
    }
}

#[test]
fn counts_as_the_slow_rules_do() {
    let plain = Plain::of(&Breakthrough::default());
    for plies in 0..4 {
        let count = perft(&mut Breakthrough::default(), plies);
        assert_eq!(count, plain.count(plies), "{plies} plies");
    }
}

/// Six million positions.
#[test]
fn counts_more_as_the_slow_rules_do() {
    let count = perft(&mut Breakthrough::default(), 5);
    assert_eq!(count, Plain::of(&Breakthrough::default()).count(5));
}

/// The rules once more, on the characters of the notation: slow and obvious.
#[derive(Clone)]
struct Plain {
    /// Rows from the bottom.
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Plain {
    fn of(game: &Breakthrough) -> Self {
        let text = game.format();
        let (rows, mover) = text.split_once(' ').expect("rows and the mover");
        let rows = rows.split('/').rev().map(|row| row.chars().collect()).collect();
        Self { rows, mover: mover.chars().next().expect("a letter") }
    }

    fn is_over(&self) -> bool {
        let stands = |letter| self.rows.iter().flatten().any(|&c| c == letter);
        let last = self.rows.last().expect("a row");
        self.rows[0].contains(&'o') || last.contains(&'x') || !stands('x') || !stands('o')
    }

    fn children(&self) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        if self.is_over() {
            return found;
        }
        let (other, step) = if self.mover == 'x' { ('o', 1) } else { ('x', -1) };
        for (y, row) in self.rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, c)| **c == self.mover) {
                for side in [-1, 0, 1] {
                    let (ty, tx) = (y as i32 + step, x as i32 + side);
                    let Some(&there) = self
                        .rows
                        .get(ty as usize)
                        .and_then(|row| row.get(usize::try_from(tx).ok()?))
                    else {
                        continue;
                    };
                    if there == '.' || (there == other && side != 0) {
                        let mut next = Self { mover: other, ..self.clone() };
                        next.rows[y][x] = '.';
                        next.rows[ty as usize][tx as usize] = self.mover;
                        let cross = if there == other { "x" } else { "" };
                        let names = [svg::named(y, x), svg::named(ty as usize, tx as usize)];
                        found.push((names.join(cross), next));
                    }
                }
            }
        }
        found
    }

    fn count(&self, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        self.children().iter().map(|(_, child)| child.count(plies - 1)).sum()
    }

    /// Whether the mover wins.
    fn wins(&self, known: &mut HashMap<(Vec<Vec<char>>, char), bool>) -> bool {
        if let Some(&wins) = known.get(&(self.rows.clone(), self.mover)) {
            return wins;
        }
        let wins = self.children().iter().any(|(_, child)| child.is_over() || !child.wins(known));
        known.insert((self.rows.clone(), self.mover), wins);
        wins
    }
}

#[test]
fn shifts_find_what_looking_finds() {
    for (columns, rows) in [(8, 8), (4, 4), (7, 5), (5, 8)] {
        for seed in 0..20 {
            walk(&Breakthrough::start(columns, rows), seed, |game| {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let mut found: Vec<_> = (moves.into_iter())
                    .map(|m| (game.format_move(m), game.with_child(m)))
                    .collect();
                found.sort();
                let mut plain: Vec<_> = (Plain::of(game).children().into_iter())
                    .map(|(name, child)| (name, child.rows))
                    .collect();
                plain.sort();
                assert_eq!(found, plain, "{}", game.format());
            });
        }
    }
}

impl Breakthrough {
    fn with_child(mut self, m: Step) -> Vec<Vec<char>> {
        self.play(m);
        Plain::of(&self).rows
    }
}

#[test]
fn exchanges_are_counted() {
    for (text, name, gain) in [
        ("..../.o../x.../..x. x", "a2xb3", 1),
        ("o.../.o../x.../..x. x", "a2xb3", 0),
        ("o.../.o../x.x./..x. x", "a2xb3", 1),
        ("o.o./.o../x.x./..x. x", "a2xb3", 0),
        ("o.../..../x.x./..x. x", "a2b3", 0),
        ("o.o./..../x..x/..x. x", "a2b3", -1),
        ("o.o./..../x.x./..x. x", "a2b3", -1),
        ("...o/..../x..x/..x. x", "a2b3", 0),
    ] {
        let game = Breakthrough::parse(text).expect(text);
        assert_eq!(game.gain(game.parse_move(name).expect(name)), gain, "{text} {name}");
    }
}

#[test]
fn a_pass_is_refused_under_threat() {
    for (text, allowed) in [("oo../..../.o../xx.x x", false), ("oo../.o../..../xx.x x", true)] {
        let mut game = Breakthrough::parse(text).expect(text);
        assert_eq!(game.play_null(), allowed, "{text}");
    }
}

/// Small boards are solved, by the framework's rules and by those above.
#[test]
fn small_boards_are_solved_alike() {
    let mut won = 0;
    for text in [
        "o..o/.oo./x..x/.xx. x",
        "oooo/o..o/x..x/.xxx x",
        "o.oo/.o../x.x./.x.x o",
        "oo.o/..../.oo./x..x/xx.x x",
    ] {
        let game = Breakthrough::parse(text).expect(text);
        let found = wins(&game);
        assert_eq!(found, Plain::of(&game).wins(&mut HashMap::new()), "{text}");
        won += u32::from(found);
    }
    assert!((1..4).contains(&won), "{won} of four are won");
}

/// An evaluator that counts pawns alone.
#[derive(Clone)]
struct Pawns;

impl Evaluator<Breakthrough> for Pawns {
    fn evaluate(&mut self, game: &Breakthrough) -> Value {
        Value::new(PAWN * (game.own.count_ones() as i32 - game.theirs.count_ones() as i32))
    }
}

#[test]
fn the_evaluator_beats_plainer_ones() {
    let starts = &positions()[..12];
    let mut evaluated = |game: &Breakthrough| chosen(game, Advance, 2);
    let (won, _) = duel(starts, &mut evaluated, &mut any_move);
    assert_eq!(won, 24, "of 24 against chance");
    let (won, _) = duel(starts, &mut evaluated, &mut |game| chosen(game, Pawns, 2));
    assert!(won >= 16, "{won} of 24 against pawns alone");
}

/// Whether nobody wins within four plies, and the players have about as many pawns.
fn quiet(game: &Breakthrough) -> bool {
    let value = searched(game, Pawns, 4);
    value.raw().abs() < WIN.raw() && game.own.count_ones().abs_diff(game.theirs.count_ones()) <= 1
}

#[test]
fn positions_come_from_seeded_play() {
    let made: Vec<Breakthrough> = (0..24)
        .map(|i| {
            let mut tries =
                (0..).filter_map(|n| after(&Breakthrough::default(), i << 32 | n, 8 + i as usize));
            tries.find(quiet).expect("a quiet position")
        })
        .collect();
    let text: String = made.iter().map(|game| game.format() + "\n").collect();
    assert_eq!(text, include_str!("positions.txt"));
    assert_eq!(made, positions());
}
