//! Looking ahead with a cube.
//!
//! Every position is looked at for several states of the cube at once: for each
//! state that can be there when a player is on roll, that player doubles or
//! not, and so does the other after the next roll. What is played with a roll
//! is decided once for all of them, without a cube and without looking ahead.

use std::sync::Arc;

use starboard_core::Game;

use super::{Cube, CubeDecision, Ends, Model, Played, Stakes, Worth, decision};
use crate::{Backgammon, Dice, Move, Probabilities, Scoring, Turn, bearoff::Bearoff};

/// More states of the cube than a search as deep as ours comes to.
const STATES: usize = 24;
/// The most plies that are looked ahead.
pub const MAX_PLIES: u32 = 8;

/// The position after a roll is played, before the other player's.
pub(crate) fn after(game: &Backgammon, dice: Dice, turn: Turn) -> Backgammon {
    let mut next = game.with_dice(Some(dice));
    next.play(Move::Turn(turn));
    next
}

/// How much of a live cube the cube is worth in a position, by its class.
pub fn efficiency(game: &Backgammon) -> f64 {
    if game.is_contact() {
        0.68
    } else if game.mine().last().max(game.theirs().last()) <= 6 {
        0.6
    } else {
        (0.00125 * f64::from(game.mine().pips()) + 0.55).clamp(0.6, 0.7)
    }
}

/// States of the cube, each once.
#[derive(Copy, Clone, Debug)]
struct Cubes {
    list: [Cube; STATES],
    len: usize,
}

impl Cubes {
    fn new(cubes: impl IntoIterator<Item = Cube>) -> Self {
        let mut all = Self { list: [Cube::default(); STATES], len: 0 };
        cubes.into_iter().for_each(|cube| all.add(cube));
        all
    }

    fn add(&mut self, cube: Cube) {
        if self.place(cube).is_none() {
            self.list[self.len] = cube;
            self.len += 1;
        }
    }

    fn place(&self, cube: Cube) -> Option<usize> {
        self.iter().position(|other| other == cube)
    }

    fn iter(&self) -> impl Iterator<Item = Cube> {
        self.list.into_iter().take(self.len)
    }
}

/// How a position is likely to end, and what it is worth with a cube.
#[derive(Copy, Clone, Debug)]
struct Found {
    ends: [f64; 5],
    /// The utility for each state of the cube that was asked for.
    worth: [f64; STATES],
}

/// A search with a cube.
#[derive(Clone, Debug)]
pub struct CubefulSearch<E> {
    /// What knows how games end.
    pub evaluator: E,
    /// The databases for the end of the game.
    pub bearoff: Option<Arc<Bearoff>>,
    /// What is played for, seen by the player at the root and by the other.
    stakes: [Stakes; 2],
}

/// What was found out about a position before the roll.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct CubeAnalysis {
    /// How the game is likely to end.
    pub ends: Probabilities,
    /// The equity without a cube.
    pub cubeless: f64,
    /// What to do.
    pub decision: CubeDecision,
    /// The utility of not doubling, and of a double that is taken.
    pub utilities: [f64; 2],
}

impl<E: Ends> CubefulSearch<E> {
    /// A search by this evaluator, for these stakes seen by the player to move
    /// in the positions that it is asked about.
    pub fn new(evaluator: E, bearoff: Option<Arc<Bearoff>>, stakes: Stakes) -> Self {
        let other = stakes.flipped();
        Self { evaluator, bearoff, stakes: [stakes, other] }
    }

    /// What is played for.
    pub const fn stakes(&self) -> &Stakes {
        &self.stakes[0]
    }

    /// What the player to move should do with the cube before the roll, looking
    /// `plies` ahead, at most [`MAX_PLIES`].
    pub fn cube(&mut self, game: &Backgammon, cube: Cube, plies: u32) -> CubeAnalysis {
        let cubes = Cubes::new([cube, cube.taken()]);
        let found = self.look(&game.with_dice(None), None, 0, &cubes, plies.min(MAX_PLIES));
        let ends = Probabilities::from(found.ends.map(|x| x as f32));
        let stakes = &self.stakes[0];
        let [wait, take, ..] = found.worth;
        CubeAnalysis {
            ends,
            cubeless: f64::from(ends.equity(Scoring::Money)),
            decision: CubeDecision::new(stakes, cube, wait, take),
            utilities: [wait, take],
        }
    }

    /// How the game is likely to end, and the utility, for the player at the
    /// root, who has moved to `next`, where the other is on roll and may double.
    /// `cube` is seen by who has moved.
    pub(crate) fn moved(
        &mut self,
        next: &Backgammon,
        cube: Cube,
        plies: u32,
    ) -> (Probabilities, f64) {
        self.moved_by(next, None, 0, cube, plies)
    }

    /// The same for player `side` of the root; `ends` is what the evaluator says for
    /// the other, if it was asked already.
    pub(crate) fn moved_by(
        &mut self,
        next: &Backgammon,
        ends: Option<Probabilities>,
        side: usize,
        cube: Cube,
        plies: u32,
    ) -> (Probabilities, f64) {
        let (cube, other) = (cube.flipped(), 1 - side);
        let double = decision::may_double(&self.stakes[other], cube);
        let cubes = Cubes::new([cube].into_iter().chain(double.then(|| cube.taken())));
        let found = self.look(next, ends, other, &cubes, plies.min(MAX_PLIES));
        let worth = self.best(other, cube, &cubes, &found);
        (Probabilities::from(found.ends.map(|x| x as f32)).flipped(), -worth)
    }

    /// The utilities of not doubling and of a double that is taken, for player
    /// `side`, who is on roll.
    pub(super) fn both(
        &mut self,
        game: &Backgammon,
        side: usize,
        cube: Cube,
        plies: u32,
    ) -> [f64; 2] {
        let cubes = Cubes::new([cube, cube.taken()]);
        let found = self.look(game, None, side, &cubes, plies.min(MAX_PLIES));
        [found.worth[0], found.worth[1]]
    }

    /// Whether the database for few checkers knows the position.
    pub(super) fn knows(&self, game: &Backgammon, side: usize) -> bool {
        self.exact(game, side, &Cubes::new([])).is_some()
    }

    /// What is played for, seen by player `side` of the root.
    pub(super) const fn stakes_of(&self, side: usize) -> &Stakes {
        &self.stakes[side]
    }

    /// What a state of the cube is worth for who is on roll and may double.
    fn best(&self, side: usize, cube: Cube, cubes: &Cubes, found: &Found) -> f64 {
        let worth = |cube| cubes.place(cube).map_or(0.0, |i| found.worth[i]);
        let stakes = &self.stakes[side];
        if decision::may_double(stakes, cube) {
            decision::best(stakes, cube, worth(cube), worth(cube.taken()))
        } else {
            worth(cube)
        }
    }

    /// What a position is worth before the roll for every state of the cube, if
    /// the player on roll does not double now; `side` is 0 if that is the
    /// player at the root, and `ends` is what the evaluator says, if it was asked
    /// already.
    fn look(
        &mut self,
        game: &Backgammon,
        ends: Option<Probabilities>,
        side: usize,
        cubes: &Cubes,
        plies: u32,
    ) -> Found {
        if let Some(ended) = Probabilities::of_end(game) {
            return self.leaf(game, ended, side, cubes, true);
        }
        if let Some(found) = self.exact(game, side, cubes) {
            return found;
        }
        if plies == 0 {
            let ends = ends.unwrap_or_else(|| self.evaluator.ends(game));
            return self.leaf(game, ends, side, cubes, false);
        }
        // Seen by the other player, after the roll is played.
        let mut asked = Cubes::new(cubes.iter().map(Cube::flipped));
        let other = 1 - side;
        for cube in cubes.iter().map(Cube::flipped) {
            if decision::may_double(&self.stakes[other], cube) {
                asked.add(cube.taken());
            }
        }
        let mut sum = Found { ends: [0.0; 5], worth: [0.0; STATES] };
        for dice in Dice::all() {
            let stakes = &self.stakes[side];
            let lowest = cubes.iter().map(Cube::value).min().unwrap_or(1);
            let worth = Worth::new(stakes, lowest);
            let Played { next, ends } = self.evaluator.quick_reply(game, dice, &worth);
            let found = self.look(&next, Some(ends), other, &asked, plies - 1);
            let weight = f64::from(dice.weight()) / 36.0;
            for (sum, end) in sum.ends.iter_mut().zip(flipped(found.ends)) {
                *sum += weight * end;
            }
            for (i, cube) in cubes.iter().enumerate() {
                sum.worth[i] -= weight * self.best(other, cube.flipped(), &asked, &found);
            }
        }
        sum
    }

    /// What a position is worth for every state of the cube, from how it is
    /// likely to end, or has ended.
    fn leaf(
        &self,
        game: &Backgammon,
        ends: Probabilities,
        side: usize,
        cubes: &Cubes,
        over: bool,
    ) -> Found {
        let stakes = &self.stakes[side];
        let model = Model::new(ends, |points| stakes.utility(points), stakes.away())
            .dead(over || stakes.without_cube())
            .jacoby(stakes.jacoby());
        let part = efficiency(game);
        let mut found = Found { ends: ends.as_array().map(f64::from), worth: [0.0; STATES] };
        for (worth, cube) in found.worth.iter_mut().zip(cubes.iter()) {
            *worth = model.value(cube.value(), cube.owner, part);
        }
        found
    }

    /// What is known exactly, at money.
    fn exact(&self, game: &Backgammon, side: usize, cubes: &Cubes) -> Option<Found> {
        if self.stakes[side].away().is_some() {
            return None;
        }
        let two_sided = &self.bearoff.as_ref()?.two_sided;
        let equities = two_sided.equities(game.mine(), game.theirs())?;
        let mut found = Found { ends: [0.0; 5], worth: [0.0; STATES] };
        found.ends[0] = f64::from(equities.cubeless + 1.0) / 2.0;
        for (worth, cube) in found.worth.iter_mut().zip(cubes.iter()) {
            *worth = f64::from(equities.with(cube.owner)) * f64::from(cube.value());
        }
        Some(found)
    }
}

fn flipped([win, wg, wbg, lg, lbg]: [f64; 5]) -> [f64; 5] {
    [1.0 - win, lg, lbg, wg, wbg]
}
