//! Answers cached until a move invalidates them.

use super::{Found, Ko, Reader, Status, status_of};
use crate::{Board, Color, Point, Points};

/// A reader that caches its answers, from one position of a game to the next
/// and while a search plays and undoes moves.
///
/// An answer is kept while the stones on the points it depends on stay as they
/// are.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Go, Memory, Point, Status};
///
/// let mut game = Go::parse("9x9 b 7.5 moves E5 E4 D4 E2 F4")?;
/// let (mut memory, target) = (Memory::default(), Point::read(game.size(), "E4").unwrap());
/// assert_eq!(memory.status(game.board(), target), Status::Threatened);
/// let nodes = memory.reader().nodes();
/// game.play(game.parse_move("H8")?);
/// assert_eq!(memory.status(game.board(), target), Status::Threatened);
/// assert_eq!(memory.reader().nodes(), nodes, "nothing near was played");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    reader: Reader,
    /// By the first stone of the string.
    known: Vec<Vec<Known>>,
    stones: [Points; 2],
    ko: Option<Point>,
    work: Option<Board>,
    /// How many questions were asked, and how many of the answers were cached.
    asked: u64,
    remembered: u64,
}

/// An answer.
#[derive(Clone, Debug)]
struct Known {
    attack: bool,
    ko: Ko,
    found: Found,
}

impl Memory {
    /// Remembers what this reader finds.
    pub fn new(reader: Reader) -> Self {
        Self { reader, ..Self::default() }
    }

    /// The reader.
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// How many questions were asked, and how many of the answers were cached.
    pub const fn counts(&self) -> [u64; 2] {
        [self.asked, self.remembered]
    }

    /// Forgets what depends on a point that has changed since.
    fn look(&mut self, board: &Board) {
        let now = Color::BOTH.map(|color| *board.stones(color));
        let same_size = self.work.as_ref().is_some_and(|work| work.size() == board.size());
        if !same_size {
            self.known = vec![Vec::new(); board.size().points()];
        } else if now == self.stones && board.ko() == self.ko {
            return;
        }
        let mut changed = (now[0] ^ self.stones[0]) | (now[1] ^ self.stones[1]);
        if board.ko() != self.ko {
            changed.extend(self.ko.into_iter().chain(board.ko()));
        }
        for answers in &mut self.known {
            answers.retain(|known| !known.found.depends.meets(&changed));
        }
        self.stones = now;
        self.ko = board.ko();
        self.work = Some(board.clone());
    }

    /// What [`Reader::attack`] or [`Reader::defend`] says.
    pub fn read(&mut self, board: &Board, target: Point, ko: Ko, attack: bool) -> Found {
        self.look(board);
        self.asked += 1;
        if board.at(target).is_none() {
            return Found::nothing(target);
        }
        let first = board.string(target).min().unwrap_or(target);
        let answers = &self.known[first.index()];
        if let Some(known) = answers
            .iter()
            .find(|known| known.attack == attack && (known.ko == ko || !known.found.kos))
        {
            self.remembered += 1;
            return known.found;
        }
        let work = self.work.get_or_insert_with(|| board.clone());
        let found = if attack {
            self.reader.attack(work, first, ko)
        } else {
            self.reader.defend(work, first, ko)
        };
        self.known[first.index()].push(Known { attack, ko, found });
        found
    }

    /// What [`Reader::status`] says.
    pub fn status(&mut self, board: &Board, target: Point) -> Status {
        let Some(color) = board.at(target) else { return Status::Unclear };
        status_of(color, |attack, ko| self.read(board, target, ko, attack).captured)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::Game;

    use super::*;
    use crate::{Go, Move, Rules, Size};

    /// What is remembered is what would be found now, whatever was played
    /// since.
    #[test]
    fn remembered_is_as_good_as_read() {
        let (mut remembered, mut settled) = (0, 0);
        for seed in 0..3 {
            let mut rng = starboard_core::rng(5, seed);
            let mut game = Go::new(Size::new(9).expect("a size"), Rules::default());
            let mut memory = Memory::default();
            for _ in 0..60 {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                moves.retain(|&m| m != Move::PASS);
                let Some(last) = moves.len().checked_sub(1) else { break };
                game.play(moves[rng.random_range(0..=last)]);
                for color in Color::BOTH {
                    for target in game.board().strings(color) {
                        if game.board().liberty_count(target) > 3 {
                            continue;
                        }
                        let first = game.board().string(target).min().expect("a stone");
                        for (attack, ko) in [
                            (true, Ko::NoThreats),
                            (false, Ko::NoThreats),
                            (true, Ko::WonBy(color)),
                            (false, Ko::WonBy(color.other())),
                        ] {
                            let before = memory.counts()[1];
                            let known = memory.read(game.board(), target, ko, attack);
                            if memory.counts()[1] == before {
                                continue;
                            }
                            let mut board = game.board().clone();
                            let mut reader = Reader::new();
                            let fresh = match attack {
                                true => reader.attack(&mut board, first, ko),
                                false => reader.defend(&mut board, first, ko),
                            };
                            assert_eq!(
                                (known.captured, known.best),
                                (fresh.captured, fresh.best),
                                "{game:?} {first:?} {attack} {ko:?}"
                            );
                            remembered += 1;
                            settled += usize::from(known.captured.is_some());
                        }
                    }
                }
            }
        }
        assert!(remembered > 500 && settled > 400, "{remembered} remembered, {settled} settled");
    }
}
