//! Captures by multiple threats: a move that threatens two strings, so that one of
//! them is lost whatever the owner plays; or one that threatens a string and, after the answer,
//! another.

use super::{Reader, Success};
use crate::{Board, Color, Ko, Point, Points};

/// Strings with more liberties are not threatened in a single move.
const LIBERTIES: usize = 4;
/// So many threats may follow one upon another.
const THREATS: u32 = 3;
/// So many moves are tried with each number of threats.
const MOVES: u32 = 400;

/// A search for a capture by threats.
struct Threats<'a> {
    reader: &'a mut Reader,
    attacker: Color,
    left: u32,
}

impl Reader {
    /// A move with which a player captures something by more than one threat; strings that
    /// a plain attack captures are left out.
    pub fn combination(&mut self, board: &Board, attacker: Color) -> Option<Point> {
        let mut threats = Threats { reader: self, attacker, left: MOVES };
        let mut board = board.clone();
        let near = threats.strings(&board);
        // What falls to a plain attack is no combination.
        let open: Vec<Point> =
            near.into_iter().filter(|&head| !threats.falls(&mut board, head)).collect();
        threats.deepen(&mut board, &open)
    }

    /// The moves with which a player prevents every such capture by the opponent, in the order in
    /// which they were found; none if there is nothing to prevent.
    pub fn against_combination(&mut self, board: &Board, defender: Color) -> Vec<Point> {
        let Some(first) = self.combination(board, defender.other()) else { return Vec::new() };
        let mut board = board.clone();
        let mut moves: Points = [first].into_iter().collect();
        for head in Threats::heads(&board, defender) {
            moves |= *board.liberties(head);
        }
        let mut found = Vec::new();
        for point in moves {
            if !board.is_legal(point, defender) {
                continue;
            }
            board.play(point, defender);
            let stands = !self.attack(&mut board, point, Ko::NoThreats).captured.unwrap_or(false);
            if stands && self.combination(&board, defender.other()).is_none() {
                found.push(point);
            }
            board.undo();
        }
        found
    }

    /// How well a player succeeds in capturing one of several strings of the opponent's, and
    /// where it plays.
    pub fn attack_either(
        &mut self,
        board: &mut Board,
        target: &[Point],
    ) -> (Success, Option<Point>) {
        let plain = target.iter().map(|&head| self.attack_success(board, head));
        let best = plain.max_by_key(|(success, _)| *success).unwrap_or_default();
        if best.0 != Success::No { best } else { self.combined(board, target) }
    }

    /// How well it may do, if all that could not be settled works.
    fn either_at_best(&mut self, board: &mut Board, target: &[Point]) -> Success {
        let plain = target.iter().map(|&head| self.attack_at_best(board, head));
        let best = plain.max().unwrap_or_default();
        if best != Success::No { best } else { self.combined(board, target).0 }
    }

    /// The same by more than one threat.
    fn combined(&mut self, board: &mut Board, target: &[Point]) -> (Success, Option<Point>) {
        let best = (Success::No, None);
        let Some(owner) = target.first().and_then(|&head| board.at(head)) else { return best };
        let mut threats = Threats { reader: self, attacker: owner.other(), left: MOVES };
        match threats.deepen(board, target) {
            Some(point) => (Success::Yes, Some(point)),
            None => (Success::No, None),
        }
    }

    /// How well their owner succeeds in saving all of several strings with one move, and where
    /// it plays; no move if none is needed. What could not be settled counts as lost.
    pub fn defend_all(&mut self, board: &mut Board, target: &[Point]) -> (Success, Option<Point>) {
        let Some(owner) = target.first().and_then(|&head| board.at(head)) else {
            return (Success::No, None);
        };
        if self.either_at_best(board, target) == Success::No {
            return (Success::Yes, None);
        }
        let mut threats = Threats { reader: self, attacker: owner.other(), left: MOVES };
        let mut best = (Success::No, None);
        let fallen: Vec<Point> =
            target.iter().copied().filter(|&head| threats.falls(board, head)).collect();
        let near = target.iter().fold(Points::EMPTY, |all, &head| {
            let near = *board.liberties(head);
            all | near | board.beside(&near)
        });
        let answers = if fallen.is_empty() { near } else { threats.answers(board, &fallen) };
        for point in answers & board.empty() {
            if !board.is_legal(point, owner) {
                continue;
            }
            board.play(point, owner);
            let left: Vec<Point> =
                target.iter().copied().filter(|&p| board.at(p) == Some(owner)).collect();
            let answer = threats.reader.either_at_best(board, &left);
            board.undo();
            if left.len() == target.len() && answer.answered() > best.0 {
                best = (answer.answered(), Some(point));
            }
            if best.0 == Success::Yes {
                break;
            }
        }
        best
    }
}

impl Threats<'_> {
    /// The strings of a colour with few liberties, by their heads.
    fn heads(board: &Board, color: Color) -> Vec<Point> {
        let few = |&head: &Point| board.liberty_count(head) <= LIBERTIES;
        board.strings(color).filter(few).collect()
    }

    /// The opponent's strings that may be threatened.
    fn strings(&mut self, board: &Board) -> Vec<Point> {
        Self::heads(board, self.attacker.other())
    }

    /// Whether a string can be captured by the attacker, to move.
    fn falls(&mut self, board: &mut Board, head: Point) -> bool {
        self.reader.attack(board, head, Ko::NoThreats).captured == Some(true)
    }

    /// A move with which the attacker captures one of these strings, none of which falls to a
    /// plain attack, with as few threats as it takes.
    fn deepen(&mut self, board: &mut Board, target: &[Point]) -> Option<Point> {
        (1..=THREATS).find_map(|depth| {
            self.left = MOVES;
            self.search(board, target, depth)
        })
    }

    /// The same with so many threats at most.
    fn search(&mut self, board: &mut Board, target: &[Point], depth: u32) -> Option<Point> {
        let moves = target.iter().fold(Points::EMPTY, |all, &head| {
            let near = *board.liberties(head);
            all | near | (board.beside(&near) & board.empty())
        });
        for point in moves {
            if self.left == 0 || !board.is_legal(point, self.attacker) {
                continue;
            }
            self.left -= 1;
            board.play(point, self.attacker);
            let works = self.works(board, target, depth);
            board.undo();
            if works {
                return Some(point);
            }
        }
        None
    }

    /// Whether the attacker captures one of the strings though their owner is to move.
    fn works(&mut self, board: &mut Board, target: &[Point], depth: u32) -> bool {
        let threatened: Vec<Point> =
            target.iter().copied().filter(|&head| self.falls(board, head)).collect();
        // A single threat is answered, unless the answer is a move in the next one.
        if threatened.is_empty() || threatened.len() < 2 && depth < 2 {
            return false;
        }
        let owner = self.attacker.other();
        for answer in self.answers(board, &threatened) {
            if !board.is_legal(answer, owner) {
                continue;
            }
            board.play(answer, owner);
            let stands = |board: &Board, head: Point| board.at(head) == Some(owner);
            let left: Vec<Point> =
                threatened.iter().copied().filter(|&head| stands(board, head)).collect();
            let lost = left.len() < threatened.len()
                || left.iter().any(|&head| self.falls(board, head))
                || depth > 1 && {
                    let others: Vec<Point> =
                        target.iter().copied().filter(|&head| stands(board, head)).collect();
                    self.search(board, &others, depth - 1).is_some()
                };
            board.undo();
            if !lost {
                return false;
            }
        }
        true
    }

    /// What may save all strings that are threatened: a move saves none whose capture does not
    /// depend on the point, nor on stones that it takes.
    fn answers(&mut self, board: &mut Board, threatened: &[Point]) -> Points {
        let taken: Vec<(Points, Points)> = (board.strings(self.attacker))
            .filter(|&head| board.liberty_count(head) == 1)
            .map(|head| (board.string(head).collect(), *board.liberties(head)))
            .collect();
        threatened.iter().fold(board.empty(), |answers, &head| {
            let mut depends = self.reader.attack(board, head, Ko::NoThreats).depends;
            for (stones, liberty) in &taken {
                if stones.meets(&depends) {
                    depends |= *liberty;
                }
            }
            answers & depends
        })
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    fn board(position: &str) -> Board {
        Go::parse(position).expect("a position").board().clone()
    }

    fn point(name: &str, board: &Board) -> Point {
        Point::read(board.size(), name).expect("a point")
    }

    /// Two white stones, each of which Black could put in atari at E5, and not run after.
    #[test]
    fn two_threats_at_once_capture() {
        let board = board("9/9/3XXX3/2XO1OX2/2XXXXX2/9/9/9/9 b 0");
        let [a, b] = ["D6", "F6"].map(|name| point(name, &board));
        let mut reader = Reader::new();
        // Both are in atari already: E6 takes both, so this is plain.
        assert!(reader.combination(&board, Color::Black).is_none());
        let (success, best) = reader.attack_either(&mut board.clone(), &[a, b]);
        assert_eq!((success, best), (Success::Yes, Some(point("E6", &board))));
        let (success, best) = reader.defend_all(&mut board.clone(), &[a, b]);
        assert_eq!((success, best), (Success::No, None));
    }

    /// D3 is a liberty of both, and each has one more.
    #[test]
    fn a_double_atari_is_a_combination() {
        let board = board("9/9/9/9/9/2XXXXX2/1XO1O1X2/1X2X1X2/9 b 0");
        let (c3, e3) = (point("C3", &board), point("E3", &board));
        let mut reader = Reader::new();
        let found = reader.attack_either(&mut board.clone(), &[c3, e3]);
        assert_ne!(found.0, Success::No, "{found:?}");
    }

    #[test]
    fn an_empty_board_has_nothing_to_capture() {
        let board = board("9x9 b 7 moves E5 C3 G7");
        let mut reader = Reader::new();
        assert_eq!(reader.combination(&board, Color::Black), None);
        assert!(reader.against_combination(&board, Color::White).is_empty());
    }

    /// Whatever is found is a capture: random answers never save all strings.
    #[test]
    fn what_is_found_holds_against_every_answer() {
        let mut found = 0;
        for seed in 0..80 {
            let game = super::super::tests::random_game(77, seed, 18);
            for attacker in Color::BOTH {
                let mut board = game.board().clone();
                let (mut reader, owner) = (Reader::new(), attacker.other());
                let mut falls = |board: &mut Board| {
                    let heads: Vec<_> = board.strings(owner).collect();
                    let ko = Ko::NoThreats;
                    heads
                        .into_iter()
                        .any(|head| reader.attack(board, head, ko).captured == Some(true))
                };
                if falls(&mut board) {
                    continue;
                }
                let combination = |board: &Board| Reader::new().combination(board, attacker);
                let Some(point) = combination(&board) else { continue };
                found += 1;
                board.play(point, attacker);
                for answer in board.empty() {
                    if !board.is_legal(answer, owner) {
                        continue;
                    }
                    board.play(answer, owner);
                    let lost = falls(&mut board) || combination(&board).is_some();
                    assert!(lost, "seed {seed}: {answer:?}");
                    board.undo();
                }
            }
        }
        assert!(found > 3, "{found}");
    }
}
