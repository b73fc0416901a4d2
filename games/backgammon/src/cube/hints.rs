//! A move in a list of hints, as GNU Backgammon prints them.

use std::fmt;

use starboard_core::Game;

use super::{RatedTurn, Stakes};
use crate::{Backgammon, Move};

/// One entry of a list of hints. It prints as two lines: rank, plies of lookahead, the move, its
/// equity and the difference to the best; then the outcome probabilities: wins, gammons and
/// backgammons of both players.
///
/// ```
/// use starboard_backgammon::cube::Hint;
/// let hint = Hint {
///     rank: 2,
///     plies: 2,
///     turn: "24/20 13/11".to_owned(),
///     equity: 0.034,
///     difference: -0.138,
///     match_chance: None,
///     probabilities: [0.509, 0.136, 0.006, 0.129, 0.005],
/// };
/// assert_eq!(
///     hint.to_string(),
///     "    2. Cubeful 2-ply    24/20 13/11                  Eq.:  +0.034 ( -0.138)\n       \
///      0.509 0.136 0.006 - 0.491 0.129 0.005"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Hint {
    /// The rank in the list, from 1.
    #[serde(skip)]
    pub rank: usize,
    /// The move.
    pub turn: String,
    /// How many plies were searched after it.
    pub plies: u32,
    /// The cubeful equity, in multiples of the value of the cube.
    pub equity: f64,
    /// The equity less that of the best move, never above 0; not printed for the first.
    pub difference: f64,
    /// In a match, the chance to win it.
    pub match_chance: Option<f64>,
    /// The chances to win, to win a gammon, to win a backgammon, to lose a gammon, and to lose a
    /// backgammon.
    pub probabilities: [f32; 5],
}

impl Hint {
    /// The list of hints for these rated moves of a position, which are in order, the best first.
    pub fn list(game: &Backgammon, stakes: &Stakes, rated: &[RatedTurn]) -> Vec<Self> {
        let best = rated.first().map_or(0.0, |best| best.equity);
        let hint = |(rank, rated): (usize, &RatedTurn)| Self {
            rank,
            turn: game.format_move(Move::Turn(rated.turn)),
            plies: rated.plies,
            equity: rated.equity,
            difference: rated.equity - best,
            match_chance: stakes.match_chance(rated.utility),
            probabilities: rated.outcomes.as_array(),
        };
        (1..).zip(rated).map(hint).collect()
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { rank, plies, ref turn, equity, difference, .. } = self;
        write!(f, "{rank:>5}. Cubeful {plies}-ply    {turn:<28} Eq.:  {equity:+.3}")?;
        if rank > 1 {
            write!(f, " ({difference:>+7.3})")?;
        }
        if let Some(chance) = self.match_chance {
            write!(f, "  MWC {:.2} %", 100.0 * chance)?;
        }
        let [win, wg, wbg, lg, lbg] = self.probabilities;
        write!(f, "\n       {win:.3} {wg:.3} {wbg:.3} - {:.3} {lg:.3} {lbg:.3}", 1.0 - win)
    }
}
