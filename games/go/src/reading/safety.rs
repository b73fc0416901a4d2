//! Unconditional safety: what is safe even if its owner always passes.
//!
//! Strings are alive by Benson (1976): each string of a set has two regions that
//! are vital to it, which means that all their empty points are its liberties. Territory is safe
//! after Müller (1997): such strings enclose it, and the opponent can neither make
//! a living string in it, however often it moves, nor hold out in a seki.

mod seki;

use crate::{Board, Color, Point, Points};

/// What is unconditionally safe.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Safety {
    /// Stones that cannot be captured.
    pub alive: Points,
    /// Points that these stones enclose and in which the opponent can neither live
    /// nor hold out in a seki, whatever stands there.
    pub territory: Points,
}

/// A region: connected points that are empty or hold stones of the opponent.
struct Region {
    /// The strings that it is vital to: all its empty points are their liberties. By heads.
    vital: Vec<Point>,
    /// The strings beside it.
    around: Vec<Point>,
}

/// What is safe for a colour.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Color, Go, safety};
///
/// let game = Go::parse("1X1XO/XXXXO/OOOO1/5/5 b 0")?;
/// assert_eq!(safety(game.board(), Color::Black).alive.len(), 6);
/// assert!(safety(game.board(), Color::White).alive.is_empty());
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
pub fn safety(board: &Board, color: Color) -> Safety {
    let alive = alive(board, color);
    let mut territory = Points::EMPTY;
    let mut rest = board.all() - alive;
    while let Some(first) = rest.first() {
        let region = board.flood(&Points::of(first), &rest);
        rest = rest - region;
        let encloses = board.beside(&region) - region;
        if !encloses.is_empty()
            && !has_room(board, color, &region, &alive)
            && !seki::is_possible(board, color, &region, &alive)
        {
            territory |= region;
        }
    }
    Safety { alive, territory }
}

/// The stones that cannot be captured.
pub(crate) fn alive(board: &Board, color: Color) -> Points {
    let own = *board.stones(color);
    let mut chains: Vec<Point> = board.strings(color).collect();
    let mut regions = regions(board, color);
    loop {
        let before = chains.len();
        chains.retain(|head| {
            regions.iter().filter(|region| region.vital.contains(head)).count() >= 2
        });
        regions.retain(|region| region.around.iter().all(|head| chains.contains(head)));
        if chains.len() == before {
            break;
        }
    }
    let heads: Points = chains.into_iter().collect();
    board.flood(&heads, &own)
}

fn regions(board: &Board, color: Color) -> Vec<Region> {
    let own = *board.stones(color);
    let mut rest = board.all() - own;
    let mut regions = Vec::new();
    while let Some(first) = rest.first() {
        let points = board.flood(&Points::of(first), &rest);
        rest = rest - points;
        let free = points & board.empty();
        let mut around: Vec<_> =
            (board.beside(&points) & own).iter().map(|stone| board.head(stone)).collect();
        around.sort_unstable();
        around.dedup();
        let covers = |head: &&Point| board.liberties(**head).covers(&free);
        let vital = around.iter().filter(covers).copied().collect();
        regions.push(Region { vital, around });
    }
    regions
}

/// With more points for eyes than this, there is taken to be room enough.
const ROOM: usize = 40;

/// Whether the opponent, moving as often as it likes, can make a string inside
/// that is alive: it leaves two points open and fills all others.
fn has_room(board: &Board, color: Color, region: &Points, alive: &Points) -> bool {
    let enemy = color.other();
    let eyes = *region - board.beside(alive) - *board.stones(enemy);
    if eyes.len() > ROOM {
        return true;
    }
    let mut work = board.clone();
    eyes.iter().any(|first| {
        let near = Points::of(first) | board.beside(&Points::of(first));
        let after = (eyes - near).iter().filter(|second| *second > first);
        after.into_iter().any(|second| {
            let depth = work.depth();
            fill(&mut work, enemy, &(*region - Points::of(first) - Points::of(second)));
            let lives = self::alive(&work, enemy).meets(region);
            while work.depth() > depth {
                work.undo();
            }
            lives
        })
    })
}

/// Plays stones of a colour wherever they can stand, until nothing is left.
fn fill(board: &mut Board, color: Color, room: &Points) {
    loop {
        let mut played = false;
        for point in board.empty() & *room {
            // A capture may have changed what is free.
            if board.is_empty(point) && !board.is_suicide(point, color) {
                board.play(point, color);
                played = true;
            }
        }
        if !played {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    /// How many stones of Black are alive, and how many points are its territory.
    #[track_caller]
    fn check(position: &str, alive: usize, territory: usize) {
        let game = Go::parse(position).expect("a position");
        let found = safety(game.board(), Color::Black);
        assert_eq!((found.alive.len(), found.territory.len()), (alive, territory), "{position}");
        // The same with the colours exchanged.
        let turned = game.mirrored().expect("a position");
        assert_eq!(safety(turned.board(), Color::White), found, "{position}");
    }

    #[test]
    fn two_eyes_are_alive() {
        check("1X1XO/XXXXO/OOOO1/5/5 b 0", 6, 2);
        // One eye of two points is none too many.
        check("2XO1/XXXO1/OOOO1/5/5 b 0", 0, 0);
        // The second eye has a stone in it, and its free point is a liberty.
        check("1X1OX/XXXXX/OOOOO/5/5 b 0", 7, 3);
        // A point that is no liberty leaves room to live, were it not so small.
        check("1X3/XX3/XXXXX/OOOOO/5 b 0", 0, 0);
    }

    #[test]
    fn stones_inside_may_make_a_seki() {
        let around = "XXOOOXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX b 0";
        // Five free points around two stones are enough for White not to be
        // taken without a loss; three are not, as what is captured last is dead
        // shape. Black's own eyes are two points.
        check(&format!("XOO1OOX1X/XO1XOOXXX/XO1X1OX1X/XOO1OOXXX/{around}"), 56, 2);
        check(&format!("XOO1OOX1X/XOOXOOXXX/XOOX1OX1X/XOO1OOXXX/{around}"), 56, 25);
        // The same two stones in a row of four.
        check(&format!("XOO1OOX1X/XOOXOOXXX/XOOXOOX1X/XOO1OOXXX/{around}"), 56, 25);
        // With room for two eyes there is nothing to look at.
        check(&format!("XOO1OOX1X/XO1XOOXXX/XO3OX1X/XOO1OOXXX/{around}"), 56, 2);
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        check("5x5 b 0", 0, 0);
    }
}
