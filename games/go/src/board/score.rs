//! Counting the score.

use crate::{Board, Color, Points, Scoring};

/// The count at the end of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The area of each player: its stones that are not dead, and the points that they alone
    /// surround, those with dead stones included.
    pub area: [Points; 2],
    /// The points of each player by the scoring used, without komi.
    pub points: [i32; 2],
}

impl Tally {
    /// By how many points a player is ahead, without komi; negative if it is behind.
    pub fn lead(&self, color: Color) -> i32 {
        self.points[color.index()] - self.points[color.other().index()]
    }
}

/// Counts the board after taking off the stones in `dead`.
///
/// ```
/// use starboard_core::Game;
/// use starboard_go::{Color, Go, Points, Scoring, score};
///
/// let game = Go::parse("2XO1/2XO1/2XO1/1XO2/2XO1 b 0")?;
/// let tally = score(game.board(), &Points::EMPTY, Scoring::Area);
/// assert_eq!(tally.lead(Color::Black), 14 - 11);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
pub fn score(board: &Board, dead: &Points, scoring: Scoring) -> Tally {
    let alive = Color::BOTH.map(|color| *board.stones(color) - *dead);
    let [black, white] = reached(board, &alive);
    let territory = [black - white, white - black];
    let area = [alive[0] | territory[0], alive[1] | territory[1]];
    let points = Color::BOTH.map(|color| {
        let own = color.index();
        match scoring {
            Scoring::Area => area[own].len() as i32,
            Scoring::Territory => {
                let prisoners = board.captured(color.other()) as i32;
                let taken = (*board.stones(color.other()) & *dead).len() as i32;
                territory[own].len() as i32 + prisoners + taken
            }
        }
    });
    Tally { area, points }
}

/// The points without living stones that each player's stones reach through such points.
pub(crate) fn reached(board: &Board, alive: &[Points; 2]) -> [Points; 2] {
    let free = board.all() - alive[0] - alive[1];
    alive.map(|stones| board.flood(&board.beside(&stones), &free))
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    #[track_caller]
    fn check(position: &str, dead: &[&str], scoring: Scoring, points: [i32; 2]) {
        let game = Go::parse(position).expect("a position");
        let size = game.board().size();
        let stone = |name: &&str| crate::Point::read(size, name).expect("a point");
        let dead = dead.iter().map(stone).collect();
        assert_eq!(score(game.board(), &dead, scoring).points, points);
    }

    #[test]
    fn points_are_counted() {
        use Scoring::{Area, Territory};
        check("5x5 b 0", &[], Area, [0, 0]);
        check("5x5 b 0 moves C3", &[], Area, [25, 0]);
        check("5x5 b 0 moves C3 A1", &[], Area, [1, 1]);
        check("5x5 b 0 moves C3 A1", &["A1"], Area, [25, 0]);
        check("5x5 b 0 moves C3 A1", &["A1"], Territory, [25, 0]);
        // Five columns: two for Black, a neutral one, two for White.
        check("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b 0", &[], Area, [10, 10]);
        check("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b 0", &[], Territory, [5, 5]);
        // A captured stone counts where prisoners do.
        check("5x5 b 0 territory moves A2 A1 B1", &[], Area, [25, 0]);
        check("5x5 b 0 territory moves A2 A1 B1", &[], Territory, [24, 0]);
    }
}
