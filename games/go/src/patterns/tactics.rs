//! The features of the legal moves besides their shapes.

use super::{
    group::{Group, Levels},
    ladder::{can_be_caught, captures_around, is_caught},
    rings::distance,
};
use crate::{Board, Color, Go, Move, Point, Size};

/// The largest distance that counts for [`Group::Last`] and [`Group::Before`].
const FARTHEST: usize = 17;

/// Reads the features of every move.
#[derive(Clone, Debug)]
pub(super) struct Tactics {
    board: Board,
    mover: Color,
    /// The stone of the opponent that was played last.
    last: Option<Point>,
    before: Option<Point>,
    levels: Vec<Levels>,
}

impl Tactics {
    pub(super) fn new() -> Self {
        let levels = vec![Levels::default(); Point::COUNT];
        let board = Board::new(Size::FULL);
        Self { board, mover: Color::Black, last: None, before: None, levels }
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) const fn mover(&self) -> Color {
        self.mover
    }

    /// The stone that was played last, unless there was a pass.
    pub(super) const fn last(&self) -> Option<Point> {
        self.last
    }

    /// The levels of a move.
    #[inline]
    pub(super) fn levels(&self, point: Point) -> Levels {
        self.levels[point.index()]
    }

    /// Reads a position, without finding its features.
    pub(super) fn take(&mut self, game: &Go) {
        let mover = game.color();
        let mut played = game.moves_played().rev();
        let mut point_of = |color: Color| {
            played.next().filter(|&(by, _)| by == color).and_then(|(_, m)| Move::point(m))
        };
        let last = [point_of(mover.other()), point_of(mover)];
        self.take_stones(game.board(), mover, last);
    }

    /// The same for stones, the player to move, and the last two moves, the most recent
    /// first.
    pub(super) fn take_stones(&mut self, board: &Board, mover: Color, last: [Option<Point>; 2]) {
        self.board.clone_from(board);
        self.mover = mover;
        [self.last, self.before] = last;
        // A stone that has been captured since does not count.
        self.last = self.last.filter(|&last| self.board.at(last) == Some(self.mover.other()));
    }

    /// Finds the features of the moves to these points.
    pub(super) fn read(&mut self, points: &[Point]) {
        let size = self.board.size();
        for point in self.board.all() {
            self.levels[point.index()] = Levels::default();
        }
        self.strings();
        let stones = self.board.stones(Color::Black).len() + self.board.stones(Color::White).len();
        let phase = match stones * 361 / size.points() {
            0..45 => 0,
            45..130 => 1,
            _ => 2,
        };
        for &point in points {
            let line = point.edge(size).min(5);
            self.set(point, Group::Line, 1 + 6 * phase + line);
            if let Some(last) = self.last {
                let far = distance(size, point, last);
                self.set(point, Group::Last, if far <= FARTHEST { far - 1 } else { 0 });
            }
            if let Some(before) = self.before {
                let far = distance(size, point, before);
                self.set(point, Group::Before, if far <= FARTHEST { far.max(1) } else { 0 });
            }
            self.around(point);
        }
        self.touched();
    }

    /// Sets a level if it is higher than what was there.
    #[inline]
    fn set(&mut self, point: Point, group: Group, level: usize) {
        debug_assert!(level < group.levels());
        let at = &mut self.levels[point.index()][group as usize];
        *at = (*at).max(level as u8);
    }

    /// The features that depend on strings with one or two liberties.
    fn strings(&mut self) {
        for point in self.board.all() {
            let Some(color) = self.board.at(point) else { continue };
            if self.board.head(point) != point {
                continue;
            }
            match (self.board.liberty_count(point), color == self.mover) {
                (1, false) => self.capture(point),
                (1, true) => self.escape(point),
                (2, false) => self.atari(point),
                (2, true) => self.rescue(point),
                _ => {}
            }
        }
    }

    fn is_large(&self, string: Point) -> usize {
        usize::from(self.board.stone_count(string) > 1)
    }

    /// Whether the last move was made next to a string.
    fn is_just_touched(&self, string: Point) -> bool {
        let head = self.board.head(string);
        self.last.is_some_and(|last| {
            self.board
                .neighbors(last)
                .any(|q| self.board.at(q) == Some(self.mover) && self.board.head(q) == head)
        })
    }

    fn capture(&mut self, target: Point) {
        let Some(point) = self.board.liberties(target).first() else { return };
        let level = if self.board.is_ko_capture(point, self.mover) {
            9
        } else {
            let head = self.board.head(target);
            let saves = self.board.string(target).any(|stone| {
                self.board.neighbors(stone).any(|q| {
                    self.board.at(q) == Some(self.mover) && self.board.liberty_count(q) == 1
                })
            });
            let kind = if saves {
                3
            } else if self.last.is_some_and(|last| self.board.head(last) == head) {
                2
            } else {
                usize::from(!is_caught(&mut self.board, target))
            };
            1 + 2 * kind + self.is_large(target)
        };
        self.set(point, Group::Capture, level);
    }

    fn escape(&mut self, target: Point) {
        let Some(point) = self.board.liberties(target).first() else { return };
        if !self.board.is_legal(point, self.mover) {
            return;
        }
        let large = self.is_large(target);
        let just = usize::from(self.is_just_touched(target));
        self.board.play(point, self.mover);
        let works = match self.board.liberty_count(point) {
            0 | 1 => None,
            2 => Some(!can_be_caught(&mut self.board, point)),
            _ => Some(true),
        };
        self.board.undo();
        if let Some(works) = works {
            self.set(point, Group::Escape, 1 + 4 * usize::from(works) + 2 * just + large);
        }
    }

    fn atari(&mut self, target: Point) {
        let large = self.is_large(target);
        let threat = self.board.ko().is_some();
        for point in *self.board.liberties(target) {
            if !self.board.is_legal(point, self.mover) {
                continue;
            }
            if self.levels[point.index()][Group::Atari as usize] != 0 {
                self.set(point, Group::Atari, if threat { 6 } else { 5 });
                continue;
            }
            self.board.play(point, self.mover);
            let caught = is_caught(&mut self.board, target);
            self.board.undo();
            let level = if threat { 6 } else { 1 + 2 * usize::from(caught) + large };
            self.set(point, Group::Atari, level);
        }
    }

    fn rescue(&mut self, target: Point) {
        if !can_be_caught(&mut self.board, target) {
            return;
        }
        let kind = 2 * usize::from(self.is_just_touched(target)) + self.is_large(target);
        let (captures, count) = captures_around(&self.board, target);
        let liberties = *self.board.liberties(target);
        for point in liberties.into_iter().chain(captures[..count].iter().copied()) {
            if !self.board.is_legal(point, self.mover) {
                continue;
            }
            self.board.play(point, self.mover);
            let saved = !can_be_caught(&mut self.board, target);
            self.board.undo();
            self.set(point, Group::Rescue, if saved { 2 + kind } else { 1 });
        }
    }

    /// The features that depend on the points next to a move.
    fn around(&mut self, point: Point) {
        let mut strings = [[None; 4]; 2];
        let mut counts = [0; 2];
        for q in self.board.neighbors(point) {
            let Some(color) = self.board.at(q) else { continue };
            let (side, head) = (usize::from(color != self.mover), Some(self.board.head(q)));
            if !strings[side].contains(&head) {
                strings[side][counts[side]] = head;
                counts[side] += 1;
            }
        }
        self.set(point, Group::Contact, 3 * counts[0].min(3) + counts[1].min(2));
        // With three free points around, there are liberties enough.
        let level = match self.board.liberties_after(point, self.mover, 4) {
            0 | 1 => {
                let joined = strings[0].iter().flatten();
                let stones = 1 + joined.map(|&head| self.board.stone_count(head)).sum::<usize>();
                stones.min(3)
            }
            2 => 4,
            3 => 5,
            _ => 0,
        };
        self.set(point, Group::Liberties, level);
    }

    /// Marks the liberties of the string played last, and of the strings it touches.
    fn touched(&mut self) {
        let Some(last) = self.last else { return };
        let played = *self.board.liberties(last);
        let mut beside = crate::Points::EMPTY;
        for q in self.board.neighbors(last) {
            if self.board.at(q) == Some(self.mover) && self.board.liberty_count(q) <= 3 {
                beside |= *self.board.liberties(q);
            }
        }
        for point in played | beside {
            let level =
                usize::from(played.contains(point)) + 2 * usize::from(beside.contains(point));
            self.set(point, Group::Touch, level);
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    fn levels(line: &str, at: &str) -> Levels {
        let game = Go::parse(line).expect("a game");
        let mut tactics = Tactics::new();
        let points: Vec<_> = game.board().empty().iter().filter(|&p| game.is_legal(p)).collect();
        tactics.take(&game);
        tactics.read(&points);
        assert!(tactics.board() == game.board(), "the board is left as it was");
        tactics.levels(Point::read(game.size(), at).expect("a point"))
    }

    #[track_caller]
    fn check(line: &str, at: &str, group: Group, words: &str) {
        let level = levels(line, at)[group as usize];
        assert_eq!(group.describe(level.into()), words, "{line}, {at}");
    }

    #[test]
    fn captures_are_told_apart() {
        let group = Group::Capture;
        check(
            "9x9 b 7 moves E5 E4 D4 J9 F4 J8",
            "E3",
            group,
            "captures a stone: could have got away",
        );
        check(
            "9x9 b 7 moves A2 A1 B2 J8",
            "B1",
            group,
            "captures a stone: could not have got away",
        );
        check("9x9 b 7 moves A2 J8 B2 J7 C1 A1", "B1", group, "captures a stone: was just played");
        check(
            "9x9 b 7 moves E5 E4 D4 F5 F4 D5",
            "E3",
            group,
            "captures a stone: holds a string of one's own in atari",
        );
        check("9x9 b 7 moves D5 D4 E6 E3 F5 F4 H1 E5", "E4", group, "takes a ko");
        check("9x9 b 7 moves E5", "E3", group, "nothing");
    }

    #[test]
    fn ataris_and_answers_are_told_apart() {
        let group = Group::Atari;
        check("9x9 b 7 moves E5 E4 D4 J9", "F4", group, "on a stone that gets away");
        let two = "9x9 b 7 moves E5 E4 D4 J9 F4 J8 A9 E3 D3 H8";
        check(two, "F3", group, "on two stones or more that get away");
        check("9x9 b 7 moves B2 A2", "A3", group, "on a stone, which is caught");
        check("9x9 b 7 moves B2 A2", "C3", group, "nothing");
        let group = Group::Escape;
        let away = "extends a stone just put in atari, and gets away";
        check("9x9 w 7 moves E4 E5 J9 D4 J8 F4", "E3", group, away);
        // Along the first line there is no way out.
        let vain = "extends a stone just put in atari, in vain";
        check("9x9 w 7 moves A1 J9 J8 A2", "B1", group, vain);
        check("9x9 w 7 moves A1 C1 J9 A2", "B1", group, "nothing");
        let group = Group::Liberties;
        check("9x9 w 7 moves A1 C1 J9 A2", "B1", group, "self-atari of two stones");
        let group = Group::Rescue;
        let ladder = "19x19 w 7 moves D4 C4 R3 D3 R4 C5";
        check(ladder, "D5", group, "saves a stone");
        check(ladder, "G7", group, "nothing");
    }

    #[test]
    fn distances_are_told() {
        let found = levels("9x9 b 7 moves E5 C3", "C5");
        assert_eq!(Group::Last.describe(found[Group::Last as usize].into()), "at distance 4");
        assert_eq!(Group::Before.describe(found[Group::Before as usize].into()), "at distance 4");
        assert_eq!(
            Group::Line.describe(found[Group::Line as usize].into()),
            "line 3 in the opening"
        );
        let found = levels("9x9 b 7 moves E5 pass", "C5");
        assert_eq!(found[Group::Last as usize], 0);
        check("9x9 b 7 moves E5 E6", "E7", Group::Touch, "a liberty of what was just played");
        check("9x9 b 7 moves A2 A1", "B1", Group::Touch, "a liberty of what was just played");
    }
}
