//! A game of one's own with a network to train: what "Train a network for your game" puts on
//! the card.

use starboard::{GameEntry, Registry};
use starboard_core::{Evaluator, Game, Node, Player, Value, mix};
// ANCHOR: use
use starboard_network::{Features, Network, PARAMS, Shape, read};
use starboard_train::Trainers;
// ANCHOR_END: use

/// Take one to three of twenty-one counters; whoever takes the last wins.
#[derive(Clone, Debug, PartialEq)]
struct Nim {
    left: u32,
    mover: Player,
}

/// What a win is worth.
const WIN: Value = Value::new(100);
/// Counters to begin with.
const ALL: u32 = 21;

impl Game for Nim {
    type Move = u32;

    fn mover(&self) -> Player {
        self.mover
    }
    fn node(&self) -> Node {
        if self.left == 0 { Node::Over(-WIN) } else { Node::Decision }
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.left.min(3));
    }
    fn play(&mut self, m: u32) {
        (self.left, self.mover) = (self.left - m, self.mover.other());
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | self.mover.index() as u64)
    }
}

// ANCHOR: features
/// How many counters are left, and who is to take some of them.
#[derive(Clone, Debug)]
struct Counters;

impl Features<Nim> for Counters {
    fn count(&self) -> usize {
        2 * (ALL as usize + 1)
    }

    fn active(&self, game: &Nim, player: Player, out: &mut Vec<u16>) {
        let side = if game.mover == player { 0 } else { ALL as u16 + 1 };
        out.push(side + game.left as u16);
    }
}

/// A network that knows nothing yet.
fn blank() -> Network {
    let features = Features::<Nim>::count(&Counters);
    Network::blank(Shape { features, hidden: 32 })
}
// ANCHOR_END: features

// ANCHOR: entry
fn entry() -> GameEntry<Nim> {
    GameEntry::new("nim", "Take one to three", Nim { left: ALL, mover: Player::First })
        .evaluator_with("net", "a network over counters", PARAMS, |args| {
            read(args, Counters, blank)
        })
        .with(Trainers::default().network(Counters))
}
// ANCHOR_END: entry

fn main() {
    let games = Registry::new().with(entry());
    assert!(games.find("nim").is_ok_and(|game| game.get::<Trainers>().is_some()));
    let net = entry().fresh_evaluator(Some("net"));
    assert_eq!(net.map(|mut net| net.evaluate(entry().start())), Some(Value::ZERO));
}
