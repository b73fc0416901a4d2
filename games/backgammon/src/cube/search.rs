//! Looking ahead with a cube.
//!
//! Every position is looked at for several states of the cube at once: for each
//! state that can be there when a player is on roll, that player doubles or
//! not, and so does the other after the next roll. What is played with a roll
//! is decided once for all of them, without a cube and without looking ahead.
//!
//! With a number of *rolls*, a roll that would be looked at deeper is so only if it is one
//! of so many that stand for all 21; what is found of those corrects the mean of all as they
//! look. The page on move filters has what that saves and loses.

use std::{num::NonZeroUsize, sync::Arc};

use starboard_core::{Game, Sample};

use super::{Cube, CubeDecision, Ends, Model, Played, Stakes, Worth, decision};
use crate::{
    Backgammon, Dice, Move, Probabilities, Scoring, Turn,
    bearoff::{Bearoff, Equities, Known},
};

/// More states of the cube than a search as deep as ours comes to.
const STATES: usize = 24;
/// Rolls are compared in so many parts of a point.
const GRID: f64 = (1 << 30) as f64;
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
    /// The least that the cube shows.
    least: i32,
}

impl Cubes {
    fn new(cubes: impl IntoIterator<Item = Cube>) -> Self {
        let mut all = Self::none(i32::MAX);
        cubes.into_iter().for_each(|cube| all.add(cube));
        all
    }

    /// No states: it is asked how games end, and moves are chosen at this value.
    fn none(value: i32) -> Self {
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

/// How a position is likely to end, and what it is worth with a cube.
#[derive(Copy, Clone, Debug)]
struct Found {
    ends: [f64; 5],
    /// The utility for each state of the cube that was asked for.
    worth: [f64; STATES],
}

impl Found {
    const NOTHING: Self = Self { ends: [0.0; 5], worth: [0.0; STATES] };
}

/// Whose turn it is after a roll is played, and the states of the cube: those that are asked
/// for before the roll, and those that can be there after it.
struct Below<'a> {
    other: usize,
    cubes: &'a Cubes,
    asked: &'a Cubes,
}

/// A search with a cube.
#[derive(Clone, Debug)]
pub struct CubefulSearch<E> {
    /// What knows how games end.
    pub evaluator: E,
    /// The databases for the end of the game.
    pub bearoff: Option<Arc<Bearoff>>,
    /// How many rolls stand for all where it is looked further ahead; all 21 if not given.
    pub rolls: Option<NonZeroUsize>,
    /// What is played for, seen by the player at the root and by the other.
    stakes: [Stakes; 2],
    /// Room to choose rolls in.
    sample: Sample<i64>,
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
        let stakes = [stakes, other];
        Self { evaluator, bearoff, rolls: None, stakes, sample: Sample::default() }
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

    /// How the game is likely to end for player `side`, who has moved to `next`, if nobody
    /// doubles any more and the cube shows `value`; `ends` as above.
    pub(super) fn moved_without_cube(
        &mut self,
        next: &Backgammon,
        ends: Option<Probabilities>,
        side: usize,
        value: i32,
        plies: u32,
    ) -> Probabilities {
        let found = self.look(next, ends, 1 - side, &Cubes::none(value), plies.min(MAX_PLIES));
        Probabilities::from(found.ends.map(|x| x as f32)).flipped()
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
        self.exact(game, side, &Cubes::none(1)).is_some()
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
        let mut asked = Cubes { list: cubes.list.map(Cube::flipped), ..*cubes };
        let other = 1 - side;
        for cube in cubes.iter().map(Cube::flipped) {
            if decision::may_double(&self.stakes[other], cube) {
                asked.add(cube.taken());
            }
        }
        let below = Below { other, cubes, asked: &asked };
        let worth = Worth::new(&self.stakes[side], cubes.least);
        match self.rolls {
            Some(n) if plies > 1 && n.get() < Dice::COUNT => {
                self.some(game, &worth, &below, plies, n.get())
            }
            _ => self.all(game, &worth, &below, plies),
        }
    }

    /// The mean over all rolls.
    fn all(&mut self, game: &Backgammon, worth: &Worth, below: &Below<'_>, plies: u32) -> Found {
        let mut sum = Found::NOTHING;
        for dice in Dice::all() {
            let Played { next, ends } = self.evaluator.quick_reply(game, dice, worth);
            let found = self.look(&next, Some(ends), below.other, below.asked, plies - 1);
            self.add(&mut sum, below, f64::from(dice.weight()) / 36.0, &found);
        }
        sum
    }

    /// The mean over all rolls as they look, corrected by what is found further ahead of
    /// `n` that stand for all.
    fn some(
        &mut self,
        game: &Backgammon,
        worth: &Worth,
        below: &Below<'_>,
        plies: u32,
        n: usize,
    ) -> Found {
        let mut sum = Found::NOTHING;
        let mut looks: [Option<(Played, Found)>; Dice::COUNT] = [None; Dice::COUNT];
        self.sample.looks.clear();
        for (look, dice) in looks.iter_mut().zip(Dice::all()) {
            let played = self.evaluator.quick_reply(game, dice, worth);
            let found = self.look(&played.next, Some(played.ends), below.other, below.asked, 0);
            self.add(&mut sum, below, f64::from(dice.weight()) / 36.0, &found);
            let ends = Probabilities::from(found.ends.map(|x| x as f32)).flipped();
            self.sample.looks.push(((worth.of(ends) * GRID) as i64, dice.weight()));
            *look = Some((played, found));
        }
        self.sample.stratify(n);
        // Deeper down others are chosen in the same room.
        let parts: [u32; Dice::COUNT] = std::array::from_fn(|i| self.sample.parts[i]);
        for (look, parts) in looks.into_iter().zip(parts).filter(|(_, parts)| *parts > 0) {
            let Some((Played { next, ends }, seen)) = look else { continue };
            let found = self.look(&next, Some(ends), below.other, below.asked, plies - 1);
            let weight = f64::from(parts) / n as f64;
            self.add(&mut sum, below, weight, &found);
            self.add(&mut sum, below, -weight, &seen);
        }
        // What is corrected may be more or less than a probability can be.
        let [win, wg, wbg, lg, lbg] = &mut sum.ends;
        *win = win.clamp(0.0, 1.0);
        *wg = wg.clamp(0.0, *win);
        *wbg = wbg.clamp(0.0, *wg);
        *lg = lg.clamp(0.0, 1.0 - *win);
        *lbg = lbg.clamp(0.0, *lg);
        sum
    }

    /// Adds so much of what was found for the other player after a roll.
    fn add(&self, sum: &mut Found, below: &Below<'_>, weight: f64, found: &Found) {
        for (sum, end) in sum.ends.iter_mut().zip(flipped(found.ends)) {
            *sum += weight * end;
        }
        for (sum, cube) in sum.worth.iter_mut().zip(below.cubes.iter()) {
            *sum -= weight * self.best(below.other, cube.flipped(), below.asked, found);
        }
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
        let mut found = Found { ends: ends.as_array().map(f64::from), ..Found::NOTHING };
        if cubes.len == 0 {
            return found;
        }
        let stakes = &self.stakes[side];
        let model = Model::new(ends, |points| stakes.utility(points), stakes.away())
            .dead(over || stakes.without_cube())
            .jacoby(stakes.jacoby());
        let part = efficiency(game);
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
        let Known { ends, equities, jacoby } =
            self.bearoff.as_ref()?.exact(game.mine(), game.theirs())?;
        let mut found = Found { ends: ends.as_array().map(f64::from), ..Found::NOTHING };
        // Jacoby's rule is about a cube that nobody has turned.
        let centred = if self.stakes[side].jacoby() { jacoby } else { equities.centred };
        let equities = Equities { centred, ..equities };
        for (worth, cube) in found.worth.iter_mut().zip(cubes.iter()) {
            *worth = f64::from(equities.with(cube.owner)) * f64::from(cube.value());
        }
        Some(found)
    }
}

fn flipped([win, wg, wbg, lg, lbg]: [f64; 5]) -> [f64; 5] {
    [1.0 - win, lg, lbg, wg, wbg]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NetEvaluator, contact_positions};

    /// Every state of a cube on one, and how games end, as `look` finds them.
    fn found(search: &mut CubefulSearch<NetEvaluator>, game: &Backgammon) -> Vec<f64> {
        let cube = Cube::default();
        let cubes = Cubes::new([cube, cube.taken()]);
        let found = search.look(&game.with_dice(None), None, 0, &cubes, 2);
        found.ends.into_iter().chain(found.worth[..2].iter().copied()).collect()
    }

    #[test]
    fn some_rolls_stand_for_all() {
        let mut search = CubefulSearch::new(NetEvaluator::default(), None, Stakes::MONEY);
        let [mut off, mut blind] = [0.0; 2];
        for game in contact_positions().step_by(50) {
            search.rolls = None;
            let all = found(&mut search, &game);
            // With as many parts as there are throws each roll stands for itself.
            let worth = Worth::new(&Stakes::MONEY, 1);
            let cubes = Cubes::new([Cube::default(), Cube::default().taken()]);
            let mut asked = Cubes::new(cubes.iter().map(Cube::flipped));
            cubes.iter().for_each(|cube| asked.add(cube.flipped().taken()));
            let below = Below { other: 1, cubes: &cubes, asked: &asked };
            let each = search.some(&game.with_dice(None), &worth, &below, 2, 36);
            for (a, b) in all.iter().zip(each.ends.iter().chain(&each.worth)) {
                assert!((a - b).abs() < 1e-9, "{a} and {b}");
            }
            search.rolls = NonZeroUsize::new(5);
            let some = found(&mut search, &game);
            let now = search.look(&game.with_dice(None), None, 0, &cubes, 1);
            off += (some[5] - all[5]).abs();
            blind += (now.worth[0] - all[5]).abs();
            let [win, wg, wbg, lg, lbg] = [some[0], some[1], some[2], some[3], some[4]];
            assert!(0.0 <= wbg && wbg <= wg && wg <= win && win <= 1.0);
            assert!(0.0 <= lbg && lbg <= lg && lg <= 1.0 - win);
        }
        // Five rolls know most of what a second ply adds to the first.
        assert!(0.0 < off && off < blind / 3.0, "{off} and {blind}");
    }

    #[test]
    fn how_games_end_does_not_depend_on_the_cube() {
        let mut search = CubefulSearch::new(NetEvaluator::default(), None, Stakes::MONEY);
        for game in contact_positions().step_by(50) {
            let game = game.with_dice(None);
            let (ends, _) = search.moved(&game, Cube::default(), 1);
            assert_eq!(search.moved_without_cube(&game, None, 0, 1, 1), ends);
        }
    }
}
