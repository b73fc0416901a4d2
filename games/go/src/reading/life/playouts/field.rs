//! The part of the board that playouts for a question are confined to.

use crate::{
    Board, Color, Ko, Point, Points,
    reading::life::group::{stones, with_captures},
};

/// How many steps it reaches beyond the group.
const STEPS: usize = 4;
/// With so many free points it grows no further.
const ENOUGH: usize = 70;
/// Strings of at most so many liberties may be captured.
const WEAK: usize = 4;
/// Those that stand further off are no wall if they have at most so many.
const FRAIL: usize = 2;
/// Friends of so many stones are helped like the group itself.
const FEW: usize = 3;

/// A question, and the part of the board it is about.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// A stone of the group.
    pub(super) target: Point,
    pub(super) owner: Color,
    pub(super) ko: Ko,
    /// Where stones are played.
    pub(super) region: Points,
    /// The same in reading order.
    pub(super) points: Vec<Point>,
    /// A stone of each string of the owner's that is alive even if attacked:
    /// a group connected to one lives.
    pub(super) homes: Vec<Point>,
}

impl Field {
    /// The part around the group of `target`, whose owner's stones in `strong` are alive
    /// though they are attacked.
    pub(super) fn new(board: &Board, target: Point, owner: Color, ko: Ko, strong: &Points) -> Self {
        let region = region(board, target, owner);
        let homes: Points = strong.iter().map(|stone| board.head(stone)).collect();
        Self {
            target,
            owner,
            ko,
            region,
            points: region.iter().collect(),
            homes: homes.iter().collect(),
        }
    }
}

/// The points around a group that can be reached in a few steps, through friends
/// and through stones of the opponent's that may be captured.
fn region(board: &Board, target: Point, owner: Color) -> Points {
    let (empty, own, enemy) = (board.empty(), board.stones(owner), board.stones(owner.other()));
    let mut reached = stones(board, target, owner);
    let mut free = Points::EMPTY;
    for step in 0..STEPS {
        if free.len() >= ENOUGH {
            break;
        }
        let mut through = Points::EMPTY;
        let weak = if step == 0 { WEAK } else { FRAIL };
        for stone in board.beside(&reached) & *enemy {
            if board.liberty_count(stone) <= weak {
                through.extend(board.string(stone));
                free |= *board.liberties(stone);
            }
        }
        let next = board.beside(&(reached | through)) & empty;
        let friends = board.flood(&(board.beside(&next) & *own), own);
        let helped =
            |&stone: &Point| board.liberty_count(stone) <= WEAK || board.stone_count(stone) <= FEW;
        let friends: Points = friends.iter().filter(helped).collect();
        free |= next;
        reached = reached | through | next | friends;
    }
    with_captures(board, free | reached)
}
