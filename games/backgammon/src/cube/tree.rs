//! What a cubeful search backs up.
//!
//! Every position is evaluated for several states of the cube at once: for each state that is
//! possible when a player is on roll, that player doubles or not, and so does the other player
//! after the next roll. Which states are possible depends only on the number of moves since the
//! root.

use starboard_core::{Game, Node, Value};
use starboard_search::filtered::{Backup, Rated, Room};

use super::{
    Cube, OutcomeEvaluator, Stakes, Utility, decision, outcomes::played, search::efficiency,
};
use crate::{
    Backgammon, Move, Probabilities,
    bearoff::{Bearoff, Equities, Known},
    cube::janowski::model,
};

/// More states of the cube than a search of the greatest depth reaches.
const STATES: usize = 24;
/// Rolls are ranked on a grid with this many units per point.
const GRID: f64 = (1 << 30) as f64;
/// A move whose cheap estimate is worse than the best by more points than this is not evaluated;
/// the example `pruning` shows what that costs.
const REACH: f64 = 0.15;

/// A set of states of the cube.
#[derive(Copy, Clone, Debug)]
pub(super) struct Cubes {
    list: [Cube; STATES],
    len: usize,
    /// The lowest value of the cube.
    least: i32,
}

impl Cubes {
    pub(super) fn new(cubes: impl IntoIterator<Item = Cube>) -> Self {
        let mut all = Self::none(i32::MAX);
        cubes.into_iter().for_each(|cube| all.add(cube));
        all
    }

    /// No states: only the outcome probabilities, with moves chosen at this cube value.
    pub(super) fn none(value: i32) -> Self {
        Self { list: [Cube::default(); STATES], len: 0, least: value }
    }

    fn add(&mut self, cube: Cube) {
        if self.place(cube).is_none() {
            self.list[self.len] = cube;
            self.len += 1;
            self.least = self.least.min(cube.value());
        }
    }

    fn place(&self, cube: Cube) -> Option<usize> {
        self.iter().position(|other| other == cube)
    }

    fn iter(&self) -> impl Iterator<Item = Cube> {
        self.list.into_iter().take(self.len)
    }
}

/// The outcome probabilities of a position, and what it is worth with the cube.
#[derive(Copy, Clone, Debug)]
pub(super) struct Found {
    pub(super) outcomes: [f64; 5],
    /// The utility for each state of the cube in the set.
    pub(super) worth: [f64; STATES],
}

impl Found {
    const NOTHING: Self = Self { outcomes: [0.0; 5], worth: [0.0; STATES] };

    /// The outcome probabilities.
    pub(super) fn outcomes(&self) -> Probabilities {
        Probabilities::from(self.outcomes.map(|x| x as f32))
    }
}

impl Default for Found {
    fn default() -> Self {
        Self::NOTHING
    }
}

/// What is computed for the positions at one distance from the root.
#[derive(Copy, Clone, Debug)]
pub(super) struct Level {
    /// Who is on roll: 0 for the player at the root.
    side: usize,
    /// The states of the cube for which utilities are computed.
    cubes: Cubes,
    /// The utility by which replies are chosen.
    utility: Utility,
}

impl Level {
    /// No states of the cube: replies are chosen by this utility.
    pub(super) fn plain(utility: Utility) -> Self {
        Self { side: 0, cubes: Cubes::none(1), utility }
    }

    /// The levels of a search of `plies` plies.
    pub(super) fn down(stakes: &[Stakes; 2], side: usize, cubes: Cubes, plies: u32) -> Vec<Self> {
        let level = |side: usize, cubes: Cubes| Self {
            side,
            cubes,
            utility: Utility::new(&stakes[side], cubes.least),
        };
        let first = level(side, cubes);
        let next = |above: &Self| {
            let other = 1 - above.side;
            // From the other player's point of view, after the roll has been played.
            let mut cubes = Cubes { list: above.cubes.list.map(Cube::flipped), ..above.cubes };
            for cube in above.cubes.iter().map(Cube::flipped) {
                if decision::may_double(&stakes[other], cube) {
                    cubes.add(cube.taken());
                }
            }
            Some(level(other, cubes))
        };
        std::iter::successors(Some(first), next).take(plies as usize + 1).collect()
    }
}

/// What a cubeful search backs up, and the evaluator it uses.
pub(super) struct Cubeful<'a, E: ?Sized> {
    pub(super) evaluator: &'a mut E,
    pub(super) bearoff: Option<&'a Bearoff>,
    /// The stakes, from the point of view of the player at the root and of the other player.
    pub(super) stakes: &'a [Stakes; 2],
    pub(super) levels: &'a [Level],
    /// Whether replies are chosen after pruning by cheap estimates.
    pub(super) quick: bool,
    /// Buffer for cheap estimates.
    pub(super) room: Vec<Probabilities>,
}

/// The reused buffers of such a search.
pub(super) type CubefulRoom = Room<Move, f64, Probabilities, Found>;

impl<E: OutcomeEvaluator + ?Sized> Cubeful<'_, E> {
    /// What a position is worth for every state of the cube, from its outcome probabilities.
    pub(super) fn valued(
        &self,
        game: &Backgammon,
        outcomes: Probabilities,
        ply: u32,
        over: bool,
    ) -> Found {
        let Level { side, cubes, .. } = &self.levels[ply as usize];
        let mut found = Found { outcomes: outcomes.as_array().map(f64::from), ..Found::NOTHING };
        if cubes.len == 0 {
            return found;
        }
        let stakes = &self.stakes[*side];
        let model = model(outcomes, stakes).over(over);
        let part = efficiency(game);
        for (worth, cube) in found.worth.iter_mut().zip(cubes.iter()) {
            *worth = model.value(cube.value(), cube.owner, part);
        }
        found
    }
}

impl<E: OutcomeEvaluator + ?Sized> Backup<Backgammon> for Cubeful<'_, E> {
    type Key = f64;
    /// The outcome probabilities for the other player.
    type Static = Probabilities;
    type Found = Found;
    type Sum = Found;

    fn settled(&mut self, game: &Backgammon, node: Node, ply: u32) -> Option<Found> {
        if let Some(ended) = Probabilities::of_end(game) {
            return Some(self.valued(game, ended, ply, true));
        }
        let Level { side, cubes, .. } = &self.levels[ply as usize];
        // The databases know positions before the roll.
        let before = node == Node::Chance;
        before.then(|| exact(self.bearoff, &self.stakes[*side], game, cubes)).flatten()
    }

    fn leaf(&mut self, game: &Backgammon, ply: u32) -> Found {
        let outcomes = self.evaluator.outcomes(game);
        self.valued(game, outcomes, ply, false)
    }

    fn rough(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        ply: u32,
        out: &mut Rated<Self, Backgammon>,
    ) -> bool {
        if !self.quick {
            return false;
        }
        self.room.clear();
        let some = self.evaluator.rough_outcomes_after(game, moves, &mut self.room);
        let looks = self.room.iter().map(|outcomes| self.key(outcomes, ply));
        out.extend(looks.zip(moves.iter().copied()));
        some
    }

    fn floor(&self, best: f64, ply: u32) -> f64 {
        best - REACH * self.levels[ply as usize].utility.point()
    }

    fn replies(&mut self, game: &Backgammon, moves: &[Move], _: u32, out: &mut Vec<Probabilities>) {
        self.evaluator.outcomes_after(game, moves, out);
    }

    fn key(&self, outcomes: &Probabilities, ply: u32) -> f64 {
        self.levels[ply as usize].utility.of(outcomes.flipped())
    }

    fn replied(
        &mut self,
        game: &mut Backgammon,
        m: Move,
        outcomes: Probabilities,
        ply: u32,
    ) -> Found {
        let next = played(game, m);
        let found = self.settled(&next, next.node(), ply + 1);
        let found = found.unwrap_or_else(|| self.valued(&next, outcomes, ply + 1, false));
        self.lift(found, false, Value::ZERO, ply + 1)
    }

    /// Before rolling, the other player doubles or not.
    fn lift(&self, found: Found, same: bool, _: Value, ply: u32) -> Found {
        if same {
            return found;
        }
        let (above, below) = (&self.levels[ply as usize - 1], &self.levels[ply as usize]);
        let mut lifted = Found { outcomes: flipped(found.outcomes), ..Found::NOTHING };
        for (worth, cube) in lifted.worth.iter_mut().zip(above.cubes.iter()) {
            let stakes = &self.stakes[below.side];
            *worth = -best(stakes, cube.flipped(), &below.cubes, &found);
        }
        lifted
    }

    fn add(&self, sum: &mut Found, found: &Found, share: i64, of: i64, ply: u32) {
        let weight = share as f64 / of as f64;
        for (sum, end) in sum.outcomes.iter_mut().zip(found.outcomes) {
            *sum += weight * end;
        }
        let count = self.levels[ply as usize].cubes.len;
        for (sum, worth) in sum.worth.iter_mut().zip(found.worth).take(count) {
            *sum += weight * worth;
        }
    }

    fn mean(&self, _: &Backgammon, mut sum: Found, _: i64, corrected: bool) -> Found {
        // Corrected sums may be out of the range of probabilities.
        if corrected {
            let [win, wg, wbg, lg, lbg] = &mut sum.outcomes;
            *win = win.clamp(0.0, 1.0);
            *wg = wg.clamp(0.0, *win);
            *wbg = wbg.clamp(0.0, *wg);
            *lg = lg.clamp(0.0, 1.0 - *win);
            *lbg = lbg.clamp(0.0, *lg);
        }
        sum
    }

    fn rank(&self, found: &Found, ply: u32) -> i64 {
        (self.levels[ply as usize].utility.of(found.outcomes()) * GRID) as i64
    }

    fn value(&self, found: &Found) -> Value {
        Value::from_units(found.outcomes().equity(crate::Scoring::Money), Backgammon::UNIT)
    }
}

/// What a state of the cube is worth for the player on roll, who may double.
pub(super) fn best(stakes: &Stakes, cube: Cube, cubes: &Cubes, found: &Found) -> f64 {
    let worth = |cube| cubes.place(cube).map_or(0.0, |i| found.worth[i]);
    if decision::may_double(stakes, cube) {
        decision::best(stakes, cube, worth(cube), worth(cube.taken()))
    } else {
        worth(cube)
    }
}

/// The exact result from the databases, for money.
pub(super) fn exact(
    bearoff: Option<&Bearoff>,
    stakes: &Stakes,
    game: &Backgammon,
    cubes: &Cubes,
) -> Option<Found> {
    if stakes.away().is_some() {
        return None;
    }
    let Known { outcomes, equities, jacoby } = bearoff?.exact(game.mine(), game.theirs())?;
    let mut found = Found { outcomes: outcomes.as_array().map(f64::from), ..Found::NOTHING };
    // The Jacoby rule applies only while nobody has turned the cube.
    let centred = if stakes.jacoby() { jacoby } else { equities.centred };
    let equities = Equities { centred, ..equities };
    let model = model(outcomes, stakes);
    for (worth, cube) in found.worth.iter_mut().zip(cubes.iter()) {
        // The databases assume an unlimited cube.
        *worth = if cube.doublings + 1 >= stakes.most_doublings() {
            model.value(cube.value(), cube.owner, efficiency(game))
        } else {
            f64::from(equities.with(cube.owner)) * f64::from(cube.value())
        };
    }
    Some(found)
}

/// The five probabilities, seen by the other player.
pub(crate) fn flipped([win, wg, wbg, lg, lbg]: [f64; 5]) -> [f64; 5] {
    [1.0 - win, lg, lbg, wg, wbg]
}
