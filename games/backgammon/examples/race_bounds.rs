//! What the bounds of a race are worth to Star1 and Star2:
//! `cargo run --release -p starboard-backgammon --example race_bounds -- 100 3`.
//!
//! The networks play the given number of games against themselves, and from each game two race
//! positions with dice are taken: the first, and the first in which a player has at most six
//! checkers left. All are searched up to the given number of moves deep with three kinds of bounds:
//! those of the rules; those from who can still lose a gammon or a backgammon by the placement of
//! the checkers; and those of the position, for which the turns of both sides are counted as well.

use std::env;

use rand::RngExt;
use starboard_backgammon::{
    Backgammon, BoundsKind, Dice, NetEvaluator, PaperOrder,
    cube::{Stakes, Utility, best_reply},
};
use starboard_core::{Bounds, Evaluator, Game, Limits, Node, Value};
use starboard_search::{Searcher, Star, StarOptions};

/// Checkers left up to which a race is late.
const LATE: u8 = 6;

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let number = |i: usize| env::args().nth(i).and_then(|n| n.parse().ok());
    let (games, deepest) = (number(1).unwrap_or(100), number(2).unwrap_or(3) as u32);
    let net = NetEvaluator::default();
    println!("races      search  moves  nodes: by the rules   by the board       by turns");
    for late in [false, true] {
        let races: Vec<_> = (0..games).filter_map(|number| race(&net, number, late)).collect();
        for (name, options) in [("star1", StarOptions::star1()), ("star2", StarOptions::default())]
        {
            for moves in 1..=deepest {
                let rules =
                    nodes(&races, net.clone().with_bounds(BoundsKind::Rules), &options, moves);
                let board = nodes(&races, ByTheBoard(net.clone()), &options, moves);
                let turns = nodes(&races, net.clone(), &options, moves);
                let share = |n: u64| 100.0 * n as f64 / rules as f64;
                println!(
                    "{:4} {:<5} {name:>6} {moves:>6} {rules:>20} {board:>10} {:>5.1} % {turns:>10} {:>5.1} %",
                    races.len(),
                    if late { "late" } else { "first" },
                    share(board),
                    share(turns),
                );
            }
        }
    }
}

/// A race from game `number`, if there is one.
fn race(net: &NetEvaluator, number: u64, late: bool) -> Option<Backgammon> {
    let mut rng = starboard_core::rng(31, number);
    let (mut net, worth) = (net.clone(), Utility::new(&Stakes::MONEY, 1));
    let mut game = Backgammon::START;
    while game.node() == Node::Chance {
        let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6))?;
        let few = game.mine().in_play().min(game.theirs().in_play()) <= LATE;
        if !game.is_contact() && (few || !late) {
            return Some(game.with_dice(Some(dice)));
        }
        game = best_reply(&mut net, &game, dice, &worth, true).next;
    }
    None
}

/// The nodes of searching them all so many moves deep.
fn nodes<E>(races: &[Backgammon], eval: E, options: &StarOptions, moves: u32) -> u64
where
    E: Evaluator<Backgammon> + Clone,
{
    let mut search = Star::new(eval, PaperOrder, options.clone());
    races.iter().map(|game| search.run(game, &Limits::depth(moves)).counters.nodes).sum()
}

/// The networks, bounded by what the board shows without counting.
#[derive(Clone)]
struct ByTheBoard(NetEvaluator);

impl Evaluator<Backgammon> for ByTheBoard {
    fn evaluate(&mut self, game: &Backgammon) -> Value {
        self.0.evaluate(game)
    }

    fn bounds(&self, game: &Backgammon) -> Bounds {
        if !matches!(game.node(), Node::Chance | Node::Decision) {
            return self.0.bounds(game);
        }
        let points = |loser: starboard_backgammon::Checkers| match loser {
            _ if loser.off() > 0 => 1,
            _ if game.is_contact() || loser.last() >= 19 => 3,
            _ => 2,
        };
        let value = |points: i32| Value::new(points * Backgammon::UNIT);
        Bounds { low: -value(points(game.mine())), high: value(points(game.theirs())) }
    }
}
