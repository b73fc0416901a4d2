//! Nim with a die: roll it, then take from one to as many as it shows; whoever
//! takes the last one wins.

// ANCHOR: position
use starboard::GameEntry;
use starboard_core::{Bounds, Evaluator, Game, Node, NotationError, Player, Value, mix};

/// A position: the heap, whose turn it is, and what the die shows if it was
/// rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceNim {
    heap: u32,
    mover: Player,
    die: Option<u32>,
}

/// What can happen: a roll, or a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The die shows this.
    Roll(u32),
    /// The mover takes so many.
    Take(u32),
}

impl DiceNim {
    /// Whoever takes the last one wins this much.
    pub const WIN: Value = Value::new(6000);

    /// A heap of so many, before the first player's roll.
    pub fn new(heap: u32) -> Self {
        Self { heap, mover: Player::First, die: None }
    }
}
// ANCHOR_END: position

// ANCHOR: rules
impl Game for DiceNim {
    type Move = Event;
    const CHANCE: bool = true;
    const UNIT: i32 = Self::WIN.raw();
    const UNIT_NAME: &'static str = "wins";

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        match self.die {
            _ if self.heap == 0 => Node::Over(-Self::WIN),
            None => Node::Chance,
            Some(_) => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<Event>) {
        let most = self.die.unwrap_or(0).min(self.heap);
        out.extend((1..=most).map(Event::Take));
    }

    fn chances(&self, out: &mut Vec<(Event, u32)>) {
        if self.node() == Node::Chance {
            out.extend((1..=6).map(|die| (Event::Roll(die), 1)));
        }
    }

    fn play(&mut self, event: Event) {
        match event {
            Event::Roll(die) => self.die = Some(die),
            Event::Take(count) => {
                self.heap -= count;
                self.mover = self.mover.other();
                self.die = None;
            }
        }
    }

    fn key(&self) -> u64 {
        let die = u64::from(self.die.unwrap_or(0));
        mix(u64::from(self.heap) * 14 + die * 2 + self.mover.index() as u64)
    }
    // ANCHOR_END: rules

    // ANCHOR: good-move
    fn good_move(&self) -> Option<Event> {
        // Take the last one if you can. If not, leave as much as you can.
        let die = self.die?;
        Some(Event::Take(if self.heap <= die { self.heap } else { 1 }))
    }
    // ANCHOR_END: good-move

    // ANCHOR: notation
    fn parse(text: &str) -> Result<Self, NotationError> {
        let expected =
            || NotationError::unexpected("heap, player and die, such as \"30 first -\"", text);
        let fields: Vec<_> = text.split(' ').collect();
        let [heap, mover, die] = fields[..] else { return Err(expected()) };
        let heap = heap.parse().map_err(|_| expected())?;
        let mover = match mover {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(expected()),
        };
        let die = match die {
            "-" => None,
            die => Some(die.parse().map_err(|_| expected())?),
        };
        if heap > 1000 || die.is_some_and(|die| !(1..=6).contains(&die)) {
            return Err(NotationError::impossible("a heap has at most 1000, a die 1 to 6"));
        }
        if heap == 0 && die.is_some() {
            return Err(NotationError::impossible("nobody rolls when the heap is gone"));
        }
        Ok(Self { heap, mover, die })
    }

    fn format(&self) -> String {
        let mover = if self.mover == Player::First { "first" } else { "second" };
        let die = self.die.map_or("-".to_owned(), |die| die.to_string());
        format!("{} {mover} {die}", self.heap)
    }

    fn format_move(&self, event: Event) -> String {
        match event {
            Event::Roll(die) => format!("rolls {die}"),
            Event::Take(count) => format!("take {count}"),
        }
    }

    fn mirrored(&self) -> Option<Self> {
        Some(Self { mover: self.mover.other(), ..self.clone() })
    }
    // ANCHOR_END: notation
}

// ANCHOR: evaluator
/// Counts the rolls that win at once.
#[derive(Clone)]
pub struct AtOnce;

impl Evaluator<DiceNim> for AtOnce {
    fn evaluate(&mut self, game: &DiceNim) -> Value {
        let winning = match game.die {
            None => 7_u32.saturating_sub(game.heap),
            Some(die) if die >= game.heap => 6,
            Some(_) => 0,
        };
        Value::new(1000 * winning as i32)
    }

    fn bounds(&self, _: &DiceNim) -> Bounds {
        Bounds::symmetric(DiceNim::WIN)
    }
}
// ANCHOR_END: evaluator

// ANCHOR: entry
/// The game with all that is known of it.
pub fn entry() -> GameEntry<DiceNim> {
    GameEntry::with_chance("dice-nim", "Take up to what the die shows", DiceNim::new(30))
        .evaluator("at-once", "Counts the rolls that win at once", AtOnce)
        .notation("heap, player and die, such as \"30 first -\"")
        .positions(
            ["30 first 6", "17 second 4", "9 first 5"]
                .map(|text| DiceNim::parse(text).expect("written by hand")),
        )
}
// ANCHOR_END: entry

// ANCHOR: tests
#[cfg(test)]
mod tests {
    use super::*;

    starboard_core::conformance!(DiceNim::new(30), evaluator("at-once", AtOnce));
}
// ANCHOR_END: tests
