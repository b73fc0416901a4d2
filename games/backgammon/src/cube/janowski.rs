//! What a position is worth with a cube, from how the game is likely to end.
//!
//! Rick Janowski's model ("Take-Points in Money Games", 1993). With a dead cube
//! nobody doubles any more. With a live cube the chances move in steps so small
//! that everybody doubles just where the other may as well pass; what the
//! position is worth then runs in straight lines from one such point to the
//! next. The truth is between the two: a part `x` of live, the rest dead.
//!
//! In a match the same holds for the chance to win the match. There the points
//! depend on what the cube shows, each on that of the cube twice as high, up to
//! where it is of no use to anybody; and so do they at money where the cube comes to
//! its end.
//!
//! A player is taken to double the other out wherever the other may as well pass. Where
//! gammons with the cube as it is win more than that, as for a leader whose next double
//! would be the last one needed, this is too low by a little; GNU Backgammon's is the same.

use crate::{
    Probabilities,
    cube::{CubeOwner, Stakes},
};

/// At money, where a double scales the game and changes nothing else, a cube that can be doubled so
/// often has points as if it had no end.
const FAR: u32 = 3;

/// What is needed to value one position: what points are worth, what the
/// players need, and how often wins are gammons.
pub(crate) struct Model<F> {
    /// What winning or losing so many points is worth, for the player to move.
    utility: F,
    /// From what on the cube is of no more use to the player to move and to the other.
    last: [i32; 2],
    /// Up to what a cube has points as if it had no end; none in a match.
    endless: i32,
    /// Nobody may double.
    dead: bool,
    /// Gammons count single while the cube is in the middle.
    jacoby: bool,
    /// The probability to win.
    win: f64,
    /// Of the wins and of the losses, how many are single, gammons and
    /// backgammons.
    shares: [[f64; 3]; 2],
}

/// The model of a position that is likely to end so, at these stakes.
pub(crate) fn model(outcomes: Probabilities, stakes: &Stakes) -> Model<impl Fn(i32) -> f64> {
    let last = stakes.last_cubes();
    let model = Model::new(outcomes, |points| stakes.utility(points), last);
    let endless = if stakes.away().is_none() { last[0] >> FAR } else { 0 };
    Model { endless, dead: stakes.without_cube(), jacoby: stakes.jacoby(), ..model }
}

impl<F: Fn(i32) -> f64> Model<F> {
    /// The model for a game of a match with the cube, in which the player to move and the other
    /// need so many points.
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

    /// The game is over: nobody doubles any more.
    pub(crate) fn over(mut self, over: bool) -> Self {
        self.dead |= over;
        self
    }

    /// What winning is worth on average.
    fn won(&self, cube: i32) -> f64 {
        (1..).zip(self.shares[0]).map(|(n, share)| share * (self.utility)(n * cube)).sum()
    }

    /// What losing is worth on average.
    fn lost(&self, cube: i32) -> f64 {
        (1..).zip(self.shares[1]).map(|(n, share)| share * (self.utility)(-n * cube)).sum()
    }

    /// The chance to win from which the other player may as well pass a double;
    /// `None` if the player to move has no use for one.
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

    /// The chance to win up to which the player to move may as well pass a
    /// double; `None` if the other player has no use for one.
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

    /// What the position is worth if nobody doubles any more.
    fn with_dead_cube(&self, cube: i32, owner: CubeOwner) -> f64 {
        let utility = &self.utility;
        let (lost, won) = if self.jacoby && owner == CubeOwner::Centred {
            (utility(-cube), utility(cube))
        } else {
            (self.lost(cube), self.won(cube))
        };
        lost + self.win * (won - lost)
    }

    /// What the position is worth if everybody doubles at the best moment.
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

    /// What the position is worth for the player to move, who does not double
    /// now: a part `efficiency` of what a live cube makes it worth, and the
    /// rest of what a dead one does.
    pub(crate) fn value(&self, cube: i32, owner: CubeOwner, efficiency: f64) -> f64 {
        if self.dead {
            return self.with_dead_cube(cube, owner);
        }
        // Where one double would be the last for both, whoever is first to have
        // the better of it doubles, and waiting is worth nothing.
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
