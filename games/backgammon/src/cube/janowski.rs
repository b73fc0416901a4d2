//! Janowski's cube model: cubeful equities from outcome probabilities.
//!
//! This is Rick Janowski's model ("Take-Points in Money Games", 1993). With a dead cube nobody
//! doubles any more. With a fully live cube the winning chances change continuously, so that
//! everybody doubles exactly where the other player is indifferent between taking and passing; the
//! equity is then piecewise linear between these points. The truth lies in between: a fraction `x`
//! of the live-cube value, and the rest of the dead-cube value.
//!
//! In a match the same holds for the match winning chance. There the take and cash points depend on
//! the value of the cube, each on the points at twice that value, up to where the cube is of no use
//! to anybody; and in a money game they do so, too, where the cube approaches its limit.
//!
//! The model assumes that a player doubles the other out as soon as the other may as well pass.
//! Where playing on for a gammon at the present cube wins more than that, as for a leader whose
//! next double would be the last one needed, its equity is slightly too low; GNU Backgammon's model
//! has the same property.

use crate::{
    Probabilities,
    cube::{CubeOwner, Stakes},
};

/// In a money game, where a double scales the game and changes nothing else, a cube that can still
/// be doubled this often has the same take and cash points as an unlimited cube.
const FAR: u32 = 3;

/// The model of one position: what points are worth, what the players need, and how often wins are
/// gammons.
pub(crate) struct Model<F> {
    /// The utility of winning or losing a number of points, for the player to move.
    utility: F,
    /// The cube values from which on the cube is of no more use to the player to move and to the
    /// other player.
    last: [i32; 2],
    /// Up to this value, the cube has the points of an unlimited cube; 0 in a match.
    endless: i32,
    /// Whether nobody may double.
    dead: bool,
    /// Whether gammons count single while the cube is in the middle.
    jacoby: bool,
    /// The probability to win.
    win: f64,
    /// The shares of single games, gammons and backgammons among the wins and among the losses.
    shares: [[f64; 3]; 2],
}

/// The model of a position with these outcome probabilities, at these stakes.
pub(crate) fn model(outcomes: Probabilities, stakes: &Stakes) -> Model<impl Fn(i32) -> f64> {
    let last = stakes.last_cubes();
    let model = Model::new(outcomes, |points| stakes.utility(points), last);
    let endless = if stakes.away().is_none() { last[0] >> FAR } else { 0 };
    Model { endless, dead: stakes.without_cube(), jacoby: stakes.jacoby(), ..model }
}

impl<F: Fn(i32) -> f64> Model<F> {
    /// The model for a game of a match with the cube, in which the player to move and the other
    /// player need `last` points.
    pub(crate) fn new(outcomes: Probabilities, utility: F, last: [i32; 2]) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            outcomes.as_array().map(|x| f64::from(x).clamp(0.0, 1.0));
        let shares = |of: f64, gammon: f64, backgammon: f64| {
            if of <= 0.0 {
                return [1.0, 0.0, 0.0];
            }
            let gammon = (gammon / of).min(1.0);
            let backgammon = (backgammon / of).min(gammon);
            [1.0 - gammon, gammon - backgammon, backgammon]
        };
        let shares = [
            shares(win, win_gammon, win_backgammon),
            shares(1.0 - win, lose_gammon, lose_backgammon),
        ];
        Self { utility, last, endless: 0, dead: false, jacoby: false, win, shares }
    }

    /// The same model; if `over`, the game is over, and nobody doubles any more.
    pub(crate) fn over(mut self, over: bool) -> Self {
        self.dead |= over;
        self
    }

    /// The mean utility of winning.
    fn won(&self, cube: i32) -> f64 {
        (1..).zip(self.shares[0]).map(|(n, share)| share * (self.utility)(n * cube)).sum()
    }

    /// The mean utility of losing.
    fn lost(&self, cube: i32) -> f64 {
        (1..).zip(self.shares[1]).map(|(n, share)| share * (self.utility)(-n * cube)).sum()
    }

    /// The cash point: the winning chance from which the other player may as well pass a double;
    /// `None` if the player to move has no use for doubling.
    pub(crate) fn cash_point(&self, cube: i32) -> Option<f64> {
        if cube <= self.endless {
            let (won, lost) = (self.won(1), -self.lost(1));
            return Some((lost + 1.0) / (won + lost + 0.5));
        }
        if self.dead || cube >= self.last[0] {
            return None;
        }
        let (low, at) = match self.take_point(2 * cube) {
            Some(point) => (point, (self.utility)(-2 * cube)),
            None => (0.0, self.lost(2 * cube)),
        };
        let share = part(at, (self.utility)(cube), self.won(2 * cube));
        Some(low + share * (1.0 - low))
    }

    /// The take point: the winning chance up to which the player to move may as well pass a double;
    /// `None` if the other player has no use for doubling.
    pub(crate) fn take_point(&self, cube: i32) -> Option<f64> {
        if cube <= self.endless {
            let (won, lost) = (self.won(1), -self.lost(1));
            return Some((lost - 0.5) / (won + lost + 0.5));
        }
        if self.dead || cube >= self.last[1] {
            return None;
        }
        let (high, at) = match self.cash_point(2 * cube) {
            Some(point) => (point, (self.utility)(2 * cube)),
            None => (1.0, self.won(2 * cube)),
        };
        Some(high * part(self.lost(2 * cube), (self.utility)(-cube), at))
    }

    /// The take point if nobody doubles any more after a double that is taken.
    pub(crate) fn dead_take_point(&self, cube: i32) -> f64 {
        part(self.lost(2 * cube), (self.utility)(-cube), self.won(2 * cube))
    }

    /// The dead-cube value: nobody doubles any more.
    fn with_dead_cube(&self, cube: i32, owner: CubeOwner) -> f64 {
        let utility = &self.utility;
        let (lost, won) = if self.jacoby && owner == CubeOwner::Centred {
            (utility(-cube), utility(cube))
        } else {
            (self.lost(cube), self.won(cube))
        };
        lost + self.win * (won - lost)
    }

    /// The live-cube value: everybody doubles at the best moment.
    fn with_live_cube(&self, cube: i32, owner: CubeOwner) -> f64 {
        let utility = &self.utility;
        let take = self.take_point(cube).filter(|_| owner != CubeOwner::Mine);
        let cash = self.cash_point(cube).filter(|_| owner != CubeOwner::Theirs);
        let capped = self.jacoby && owner == CubeOwner::Centred;
        let end = |worth: f64, point: i32| if capped { utility(point) } else { worth };
        let start = (0.0, end(self.lost(cube), -cube));
        let last = (1.0, end(self.won(cube), cube));
        let low = take.map_or(start, |point| (point, utility(-cube)));
        let high = cash.map_or(last, |point| (point, utility(cube)));
        let ((from, a), (to, b)) = if self.win < low.0 {
            (start, low)
        } else if self.win < high.0 {
            (low, high)
        } else {
            (high, last)
        };
        if to > from { a + (self.win - from) / (to - from) * (b - a) } else { b }
    }

    /// What the position is worth for the player to move, who does not double now: a fraction
    /// `efficiency` of the live-cube value, and the rest of the dead-cube value.
    pub(crate) fn value(&self, cube: i32, owner: CubeOwner, efficiency: f64) -> f64 {
        if self.dead {
            return self.with_dead_cube(cube, owner);
        }
        // Where one double would be the last for both, the first player to be the favourite
        // doubles, and waiting is worth nothing.
        if owner == CubeOwner::Centred && self.last == [2 * cube; 2] {
            return self.with_dead_cube(cube, owner);
        }
        let live = self.with_live_cube(cube, owner);
        efficiency * live + (1.0 - efficiency) * self.with_dead_cube(cube, owner)
    }
}

/// How far `x` is on the way from `a` to `b`, from 0 to 1.
fn part(a: f64, x: f64, b: f64) -> f64 {
    if b > a { ((x - a) / (b - a)).clamp(0.0, 1.0) } else { 1.0 }
}
