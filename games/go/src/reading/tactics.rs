//! How the strings of a position stand, as the tactical reader sees them.

use std::collections::HashMap;

use crate::{Board, Color, Found, Ko, Point, Points, Reader, Size};

/// Strings with more liberties are not read: they are safe for now.
const READ: usize = 3;

/// What becomes of a string.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is not captured, or that could not be settled.
    Stands,
    /// It is captured if the opponent plays first, and not if its owner does.
    Critical {
        /// Where the opponent plays.
        attack: Option<Point>,
        /// Where its owner plays.
        defend: Option<Point>,
    },
    /// It is captured even if its owner plays first.
    Lost {
        /// Where the opponent plays if it has to.
        attack: Option<Point>,
    },
}

/// A string and what becomes of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The stone that comes first in reading order.
    pub first: Point,
    /// Whose it is.
    pub color: Color,
    /// How many stones it has.
    pub stones: usize,
    /// What becomes of it.
    pub fate: Fate,
}

/// How much may be read about a string in an evaluation: of the many positions
/// a search looks at, few turn on what takes longer.
const BUDGET: u32 = 60;
/// How many answers about a string are kept.
const KEPT: usize = 24;

/// A reader that remembers its answers by what they depend on: a search comes
/// back to the same few strings with something else changed elsewhere, and with
/// what was played near taken back again, where a [`Memory`](crate::Memory)
/// follows one line of play.
#[derive(Clone, Debug)]
pub(crate) struct Tactician {
    reader: Reader,
    /// Where it plays, kept for its memory.
    work: Option<Board>,
    /// By the first stone of the string and who is to move.
    known: HashMap<(Point, bool), Vec<Known>>,
    /// Whether a ko has been met since this was last taken back.
    pub(crate) met_ko: bool,
}

impl Default for Tactician {
    fn default() -> Self {
        Self::with_budget(BUDGET)
    }
}

/// An answer, and the stones on the points it depends on.
#[derive(Clone, Debug)]
struct Known {
    size: Size,
    stones: [Points; 2],
    ko: Option<Point>,
    /// Who was to win kos.
    winner: Ko,
    found: Found,
}

impl Tactician {
    /// Reads with this budget.
    pub(crate) fn with_budget(budget: u32) -> Self {
        let (reader, known) = (Reader::with_budget(budget), HashMap::new());
        Self { reader, work: None, known, met_ko: false }
    }

    /// How many stones it has played in its head since it was made.
    pub(crate) const fn nodes(&self) -> u64 {
        self.reader.nodes()
    }

    /// Forgets its answers.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }

    /// Every string of a board, in the order of their first stones, in kos for
    /// which neither player has a threat.
    pub(crate) fn chains(&mut self, board: &Board) -> Vec<Chain> {
        let mut chains = Vec::new();
        let mut seen = Points::EMPTY;
        // In reading order, not by colour, so that the players are alike.
        for first in *board.stones(Color::Black) | *board.stones(Color::White) {
            let Some(color) = board.at(first).filter(|_| !seen.contains(first)) else { continue };
            seen.extend(board.string(first));
            let fate = self.fate(board, first);
            chains.push(Chain { first, color, stones: board.stone_count(first), fate });
        }
        chains
    }

    fn fate(&mut self, board: &Board, first: Point) -> Fate {
        if board.liberty_count(first) > READ {
            return Fate::Stands;
        }
        let attack = self.attack(board, first, Ko::NoThreats);
        if attack.captured != Some(true) {
            return Fate::Stands;
        }
        let defence = self.defend(board, first, Ko::NoThreats);
        match defence.captured {
            Some(true) => Fate::Lost { attack: attack.best },
            Some(false) => Fate::Critical { attack: attack.best, defend: defence.best },
            // Too much to read: where the opponent would play is as good as any.
            None => Fate::Critical { attack: attack.best, defend: attack.best },
        }
    }

    /// Whether the opponent, to move, captures a string.
    pub(crate) fn attack(&mut self, board: &Board, target: Point, ko: Ko) -> Found {
        self.read(board, target, ko, true)
    }

    /// Whether a string is captured though its owner is to move.
    pub(crate) fn defend(&mut self, board: &Board, target: Point, ko: Ko) -> Found {
        self.read(board, target, ko, false)
    }

    fn read(&mut self, board: &Board, target: Point, winner: Ko, attack: bool) -> Found {
        let first = board.string(target).min().unwrap_or(target);
        let now = Color::BOTH.map(|color| *board.stones(color));
        let answers = self.known.entry((first, attack)).or_default();
        let fits = |known: &Known| {
            let depends = known.found.depends;
            let ko = board.ko().filter(|&ko| depends.contains(ko));
            known.size == board.size()
                && known.stones[0] == now[0] & depends
                && known.stones[1] == now[1] & depends
                && known.ko == ko
                && (known.winner == winner || !known.found.kos)
        };
        if let Some(place) = answers.iter().position(fits) {
            // What is of use comes first; what is not falls out in the end.
            answers[..=place].rotate_right(1);
            self.met_ko |= answers[0].found.kos;
            return answers[0].found;
        }
        let work = self.work.get_or_insert_with(|| Board::new(board.size()));
        work.clone_from(board);
        let found = if attack {
            self.reader.attack(work, first, winner)
        } else {
            self.reader.defend(work, first, winner)
        };
        self.met_ko |= found.kos;
        let stones = now.map(|stones| stones & found.depends);
        let ko = board.ko().filter(|&ko| found.depends.contains(ko));
        answers.truncate(KEPT - 1);
        answers.insert(0, Known { size: board.size(), stones, ko, winner, found });
        found
    }
}

/// The stones of the strings that are lost.
pub(crate) fn lost(board: &Board, chains: &[Chain]) -> Points {
    let mut lost = Points::EMPTY;
    for chain in chains.iter().filter(|chain| matches!(chain.fate, Fate::Lost { .. })) {
        lost.extend(board.string(chain.first));
    }
    lost
}

/// The stones of critical strings.
pub(crate) fn critical(board: &Board, chains: &[Chain]) -> Points {
    let mut critical = Points::EMPTY;
    for chain in chains.iter().filter(|chain| matches!(chain.fate, Fate::Critical { .. })) {
        critical.extend(board.string(chain.first));
    }
    critical
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    #[track_caller]
    fn check(position: &str, stone: &str, expected: &str) {
        let game = Go::parse(position).expect("a position");
        let size = game.size();
        let chains = Tactician::default().chains(game.board());
        let stone = Point::read(size, stone).expect("a point");
        let chain = chains.iter().find(|chain| chain.first == stone).expect("a string");
        let name = |point: Option<Point>| point.map_or("-".to_owned(), |point| point.name(size));
        let fate = match chain.fate {
            Fate::Stands => "stands".to_owned(),
            Fate::Critical { attack, defend } => {
                format!("critical {} {}", name(attack), name(defend))
            }
            Fate::Lost { attack } => format!("lost {}", name(attack)),
        };
        assert_eq!(fate, expected, "{position}");
    }

    #[test]
    fn strings_stand_hang_or_are_lost() {
        check("9x9 b 7 moves E5", "E5", "stands");
        check("9x9 b 7 moves E5 E4 D4 E2 F4", "E4", "critical E3 E3");
        // On the first line there is nowhere to run.
        check("9x9 b 7 moves E2 E1 D1", "E1", "lost F1");
    }
}
