//! The worked example of the chapter on *-Minimax: one roll with three
//! outcomes, searched by Star1 and Star2, every window written down.

use std::fmt::Write;

use starboard_book_tests::support;
use starboard_core::{
    Bounds, Evaluator, ExitReason, Game, Node, NodeInfo, Player, Trace, Value, Window,
};
use starboard_search::{Searcher, Star, StarOptions, minimax::minimax};

// ANCHOR: game
/// What each outcome leads to: its name, its weight, the values of the replies.
const OUTCOMES: [(&str, u32, [i32; 2]); 3] =
    [("a", 1, [3, 0]), ("b", 2, [1, -3]), ("c", 1, [8, 2])];

/// One roll, one reply, and the game is over.
#[derive(Clone, Debug, PartialEq)]
struct Roll {
    outcome: Option<usize>,
    reply: Option<usize>,
}

impl Game for Roll {
    type Move = usize;
    const CHANCE: bool = true;

    fn mover(&self) -> Player {
        Player::First
    }

    fn node(&self) -> Node {
        match (self.outcome, self.reply) {
            (None, _) => Node::Chance,
            (Some(_), None) => Node::Decision,
            (Some(o), Some(r)) => Node::Over(Value::new(OUTCOMES[o].2[r])),
        }
    }

    fn moves(&self, out: &mut Vec<usize>) {
        out.extend([0, 1]);
    }

    fn chances(&self, out: &mut Vec<(usize, u32)>) {
        out.extend(OUTCOMES.iter().enumerate().map(|(i, &(_, weight, _))| (i, weight)));
    }

    fn play(&mut self, m: usize) {
        if self.outcome.is_none() {
            self.outcome = Some(m);
        } else {
            self.reply = Some(m);
        }
    }

    fn key(&self) -> u64 {
        let digit = |o: Option<usize>| o.map_or(0, |i| i as u64 + 1);
        digit(self.outcome) * 3 + digit(self.reply)
    }
}

/// Knows nothing but that no value is above 10 or below -10.
#[derive(Clone)]
struct Ten;

impl Evaluator<Roll> for Ten {
    fn evaluate(&mut self, _: &Roll) -> Value {
        Value::ZERO
    }

    fn bounds(&self, _: &Roll) -> Bounds {
        Bounds::symmetric(Value::new(10))
    }
}
// ANCHOR_END: game

/// Writes down every window a search opens and what comes back.
#[derive(Default)]
struct Record {
    text: String,
    open: Vec<String>,
}

impl Trace<Roll> for Record {
    fn enter(&mut self, node: &NodeInfo<'_, Roll>, probing: bool) {
        let name = match (node.game.outcome, node.game.reply) {
            (None, _) => "roll".to_owned(),
            (Some(o), None) => format!("outcome {}{}", OUTCOMES[o].0, probe(probing)),
            (Some(_), Some(r)) => format!("reply {}", r + 1),
        };
        let Window { alpha, beta } = node.window;
        let indent = "  ".repeat(self.open.len());
        let name = indent + &name;
        writeln!(self.text, "{name:<24}window ({alpha:?}, {beta:?})").expect("a String");
        self.open.push(name);
    }

    fn leave(&mut self, value: Value, why: ExitReason) {
        let name = self.open.pop().expect("entered before");
        // A finished game has nothing between entering and leaving it.
        if why == ExitReason::Over {
            let line = self.text.trim_end().to_owned();
            self.text = format!("{line}, value {value:?}\n");
        } else {
            writeln!(self.text, "{name:<24}value {value:?} ({why:?})").expect("a String");
        }
    }
}

fn probe(probing: bool) -> &'static str {
    if probing { ", probed" } else { "" }
}

/// What a search of the roll in a window opens and returns.
fn record(options: StarOptions, alpha: i32, beta: i32) -> (i32, String) {
    let window = Window { alpha: Value::new(alpha), beta: Value::new(beta) };
    let root = Roll { outcome: None, reply: None };
    let mut record = Record::default();
    let mut search = Star::new(Ten, (), options).with_trace(&mut record);
    let value = search.search_window(&root, 1, window).expect("nobody stops it");
    drop(search);
    (value.raw(), record.text)
}

#[track_caller]
fn check(name: &str, found: (i32, String), value: i32) {
    let (raw, text) = found;
    assert_eq!(raw, value, "{text}");
    support::golden(&support::root().join("book/listings").join(name), &text);
}

#[test]
fn expectimax_says_three() {
    let root = Roll { outcome: None, reply: None };
    assert_eq!(minimax(&root, 1, &mut Ten), Value::mean(2 + 3 + 8, 4));
    assert_eq!(Value::mean(13, 4), Value::new(3));
}

#[test]
fn star1_skips_the_last_outcome() {
    let found = record(StarOptions::star1(), 4, 6);
    assert!(!found.1.contains("outcome c"), "{}", found.1);
    check("star1.txt", found, 4);
}

#[test]
fn star2_stops_as_soon_as_its_probes_suffice() {
    let found = record(StarOptions::default(), -5, -2);
    assert!(!found.1.contains("reply 2"), "{}", found.1);
    check("star2-cut.txt", found, -1);
}

#[test]
fn star2_searches_on_with_what_its_probes_found() {
    check("star2-search.txt", record(StarOptions::default(), 4, 6), 4);
}
