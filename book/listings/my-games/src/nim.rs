//! Nim with one heap: take one, two or three; whoever takes the last one wins.

// ANCHOR: position
use starboard::GameEntry;
use starboard_core::{Bounds, Evaluator, Game, Node, NotationError, Player, Value, mix};

/// A position: what is left of the heap, and whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Nim {
    heap: u32,
    mover: Player,
}

impl Nim {
    /// Whoever takes the last one wins this much.
    pub const WIN: Value = Value::new(1000);

    /// A heap of so many, the first player to move.
    pub fn new(heap: u32) -> Self {
        Self { heap, mover: Player::First }
    }
}
// ANCHOR_END: position

// ANCHOR: rules
impl Game for Nim {
    type Move = u32;

    // 1000 grid points make one win.
    const UNIT: i32 = Self::WIN.raw();
    const UNIT_NAME: &'static str = "wins";

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        // The mover finds nothing left: the other one took the last.
        if self.heap == 0 { Node::Over(-Self::WIN) } else { Node::Decision }
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.heap.min(3));
    }

    fn play(&mut self, take: u32) {
        self.heap -= take;
        self.mover = self.mover.other();
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.heap) * 2 + self.mover.index() as u64)
    }
    // ANCHOR_END: rules

    // ANCHOR: notation
    fn parse(text: &str) -> Result<Self, NotationError> {
        let expected =
            || NotationError::unexpected("a heap and a player, such as \"21 first\"", text);
        let (heap, mover) = text.split_once(' ').ok_or_else(expected)?;
        let heap = heap.parse().map_err(|_| expected())?;
        let mover = match mover {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(expected()),
        };
        if heap > 1000 {
            return Err(NotationError::impossible("a heap has at most 1000"));
        }
        Ok(Self { heap, mover })
    }

    fn format(&self) -> String {
        let mover = if self.mover == Player::First { "first" } else { "second" };
        format!("{} {mover}", self.heap)
    }

    fn format_move(&self, take: u32) -> String {
        format!("take {take}")
    }

    fn mirrored(&self) -> Option<Self> {
        Some(Self { mover: self.mover.other(), ..self.clone() })
    }
    // ANCHOR_END: notation
}

// ANCHOR: evaluator
/// Knows nothing, except that nobody wins more than a win.
#[derive(Clone)]
pub struct Blank;

impl Evaluator<Nim> for Blank {
    fn evaluate(&mut self, _: &Nim) -> Value {
        Value::ZERO
    }

    fn bounds(&self, _: &Nim) -> Bounds {
        Bounds::symmetric(Nim::WIN)
    }
}
// ANCHOR_END: evaluator

// ANCHOR: entry
/// The game with all that is known of it.
pub fn entry() -> GameEntry<Nim> {
    GameEntry::new("nim", "Take one to three; whoever takes the last one wins", Nim::new(21))
        .evaluator("blank", "Knows nothing", Blank)
        .notation("heap and player, such as \"21 first\"")
}
// ANCHOR_END: entry

// ANCHOR: tests
#[cfg(test)]
mod tests {
    use super::*;

    starboard_core::conformance!(Nim::new(21), evaluator("blank", Blank));

    #[test]
    fn lines_of_play() {
        // 3: one of 1, 2, 3. Then 2 + 1 + 0, and so on.
        for (depth, lines) in [(0, 1), (1, 3), (2, 3), (3, 1), (4, 0)] {
            assert_eq!(starboard_core::perft(&Nim::new(3), depth), lines, "depth {depth}");
        }
    }
}
// ANCHOR_END: tests
