//! How many eyes a single eye space makes, when that alone is asked.

use super::{
    Life,
    space::Eyes,
    view::{Question, View},
};
use crate::{Board, Color, Ko, Point, Points};

/// How many eyes an eye space makes for the group around it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Eye {
    /// Whose eyes.
    pub owner: Color,
    /// All the points of the space, including the opponent's stones in it.
    pub points: Points,
    /// How many eyes if the opponent plays first, at most two.
    pub low: u8,
    /// How many eyes if the owner plays first, at most two.
    pub high: u8,
    /// Where the opponent plays to get `low`, if that is less than `high`
    /// and the point is known.
    pub attack: Option<Point>,
    /// Where the owner plays to get `high`, likewise.
    pub defend: Option<Point>,
}

impl Life {
    /// The eyes of the eye space that a point belongs to, by static evaluation; `None`
    /// if it is nobody's eye space, or both players might have it.
    ///
    /// ```
    /// use starboard_core::Game;
    /// use starboard_go::{Go, Life, Point};
    ///
    /// // Three points in a row, in a corner: one eye or two.
    /// let game = Go::parse("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0")?;
    /// let point = Point::read(game.size(), "A9").unwrap();
    /// let eye = Life::default().eye(game.board(), point).expect("an eye space");
    /// assert_eq!((eye.low, eye.high), (1, 2));
    /// assert_eq!(eye.attack, Point::read(game.size(), "B9"));
    /// # Ok::<(), starboard_core::NotationError>(())
    /// ```
    pub fn eye(&mut self, board: &Board, point: Point) -> Option<Eye> {
        self.reader.forget();
        let [black, white] = Color::BOTH.map(|owner| self.eye_of(board, point, owner));
        match (black, white) {
            (Some(eye), None) | (None, Some(eye)) => Some(eye),
            _ => None,
        }
    }

    /// The same, if the space is this player's.
    fn eye_of(&mut self, board: &Board, point: Point, owner: Color) -> Option<Eye> {
        if board.at(point) == Some(owner) {
            return None;
        }
        // Whoever owns it stands beside it, or beside what is around the point.
        let around = board.flood(&Points::of(point), &(board.all() - *board.stones(owner)));
        let mut heads: Vec<_> =
            (board.beside(&around) & *board.stones(owner)).iter().map(|p| board.head(p)).collect();
        heads.sort_unstable();
        heads.dedup();
        let mut seen = Points::EMPTY;
        for head in heads {
            // Stones that are lost make no eyes.
            let mut lost = || {
                let found = self.reader.defend(board, head, Ko::NoThreats);
                found.captured == Some(true)
            };
            if seen.contains(head) || lost() {
                continue;
            }
            let question = Question::new(board, head, owner, Ko::NoThreats);
            let view = View::new(board, &question, &mut self.reader, &mut self.counter);
            seen |= view.stones;
            let space = view.spaces.iter().find(|space| space.points.contains(point));
            if let Some(space) = space {
                let Eyes { low, high } = space.eyes;
                let [attack, defend] = space.vital.map(|vital| middle(board, &vital));
                return Some(Eye { owner, points: space.points, low, high, attack, defend });
            }
        }
        None
    }
}

/// The free point of a set with the most free points beside it.
fn middle(board: &Board, points: &Points) -> Option<Point> {
    let free = |&point: &Point| board.neighbors(point).filter(|&q| board.is_empty(q)).count();
    points.iter().filter(|&point| board.is_empty(point)).max_by_key(free)
}
