//! Cubeful search: the framework's filtered search, which backs up the outcome probabilities and
//! the utility for every state of the cube.
//!
//! How a roll inside the search is played is decided once for all states of the cube, by cubeless
//! static evaluation.

use std::{num::NonZeroUsize, sync::Arc};

use starboard_core::{Counters, Game, Limits, Stop};
use starboard_search::filtered::{Backup, Room, Tree};

use super::{
    BestReply, Cube, CubeDecision, OutcomeEvaluator, Stakes, Utility, decision,
    outcomes::played,
    tree::{Cubeful, CubefulRoom, Cubes, Found, Level, best, exact},
};
use crate::{Backgammon, Dice, Move, Probabilities, Scoring, Turn, bearoff::Bearoff};

/// The deepest lookahead, in plies.
pub const MAX_PLIES: u32 = 8;

/// The position after a roll has been played, before the other player's roll.
pub(crate) fn after(game: &Backgammon, dice: Dice, turn: Turn) -> Backgammon {
    let mut next = game.with_dice(Some(dice));
    next.play(Move::Turn(turn));
    next
}

/// The cube efficiency in a position, by its class: the weight of the live-cube value in Janowski's
/// model.
pub fn efficiency(game: &Backgammon) -> f64 {
    if game.is_contact() {
        0.68
    } else if game.mine().last().max(game.theirs().last()) <= 6 {
        0.6
    } else {
        (0.00125 * f64::from(game.mine().pips()) + 0.55).clamp(0.6, 0.7)
    }
}

/// A cubeful search.
#[derive(Clone, Debug)]
pub struct CubefulSearch<E> {
    /// The evaluator, which estimates how games end.
    pub evaluator: E,
    /// The bearoff databases.
    pub bearoff: Option<Arc<Bearoff>>,
    /// How many representative rolls stand for all rolls at the deeper plies; all 21 if not given.
    pub rolls: Option<NonZeroUsize>,
    /// The stakes, from the point of view of the player at the root and of the other player.
    stakes: [Stakes; 2],
    /// Reused buffers.
    room: CubefulRoom,
    /// The counters since the search was made, or limits were set.
    counters: Counters,
    limits: Limits,
    stop: Stop,
    /// Whether the limits were reached, so that the results are invalid.
    stopped: bool,
}

/// The analysis of a position before the roll.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct CubeAnalysis {
    /// The outcome probabilities.
    pub outcomes: Probabilities,
    /// The cubeless equity.
    pub cubeless: f64,
    /// The cube decision.
    pub decision: CubeDecision,
    /// The utility of not doubling, and of a double that is taken.
    pub utilities: [f64; 2],
}

impl<E: OutcomeEvaluator> CubefulSearch<E> {
    /// A search with this evaluator, for these stakes from the point of view of the player to move
    /// in the positions searched.
    pub fn new(evaluator: E, bearoff: Option<Arc<Bearoff>>, stakes: Stakes) -> Self {
        let other = stakes.flipped();
        let stakes = [stakes, other];
        Self {
            evaluator,
            bearoff,
            rolls: None,
            stakes,
            room: Room::default(),
            counters: Counters::default(),
            limits: Limits::default(),
            stop: Stop::default(),
            stopped: false,
        }
    }

    /// Searches for other stakes from now on.
    pub fn play_for(&mut self, stakes: &Stakes) {
        if self.stakes[0] != *stakes {
            self.stakes = [stakes.clone(), stakes.flipped()];
        }
    }

    /// Searches within these limits from now on, and resets the counters.
    pub(crate) fn limit(&mut self, limits: Limits, stop: Stop) {
        (self.limits, self.stop) = (limits, stop);
        (self.counters, self.stopped) = (Counters::default(), false);
    }

    /// Lifts the limits. Returns the counters since they were set, and whether the search had to
    /// stop, in which case its last result is invalid.
    pub(crate) fn unlimit(&mut self) -> (Counters, bool) {
        let found = (self.counters.clone(), self.stopped);
        self.limit(Limits::default(), Stop::default());
        found
    }

    /// The stakes.
    pub const fn stakes(&self) -> &Stakes {
        &self.stakes[0]
    }

    /// The counters since the search was made; cheap estimates are not counted as evaluations.
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What the player to move should do with the cube before the roll, looking
    /// `plies` ahead, at most [`MAX_PLIES`].
    pub fn cube(&mut self, game: &Backgammon, cube: Cube, plies: u32) -> CubeAnalysis {
        let cubes = Cubes::new([cube, cube.taken()]);
        let found = self.look(&game.with_dice(None), None, 0, &cubes, plies.min(MAX_PLIES));
        let outcomes = found.outcomes();
        let stakes = &self.stakes[0];
        let [wait, take, ..] = found.worth;
        CubeAnalysis {
            outcomes,
            cubeless: f64::from(outcomes.equity(Scoring::Money)),
            decision: CubeDecision::new(stakes, cube, wait, take),
            utilities: [wait, take],
        }
    }

    /// The outcome probabilities and the utility for the player at the root, who has moved to
    /// `next`, where the other player is on roll and may double. `cube` is from the point of view
    /// of the player who has moved.
    pub(crate) fn moved(
        &mut self,
        next: &Backgammon,
        cube: Cube,
        plies: u32,
    ) -> (Probabilities, f64) {
        self.moved_by(next, None, 0, cube, plies)
    }

    /// The same for player `side` of the root; `outcomes` are the probabilities for the other
    /// player, if `next` was evaluated already.
    pub(crate) fn moved_by(
        &mut self,
        next: &Backgammon,
        outcomes: Option<Probabilities>,
        side: usize,
        cube: Cube,
        plies: u32,
    ) -> (Probabilities, f64) {
        let (cube, other) = (cube.flipped(), 1 - side);
        let double = decision::may_double(&self.stakes[other], cube);
        let cubes = Cubes::new([cube].into_iter().chain(double.then(|| cube.taken())));
        let found = self.look(next, outcomes, other, &cubes, plies.min(MAX_PLIES));
        let worth = best(&self.stakes[other], cube, &cubes, &found);
        (found.outcomes().flipped(), -worth)
    }

    /// The outcome probabilities for player `side`, who has moved to `next`, if nobody doubles any
    /// more and the value of the cube is `value`; `outcomes` as above.
    pub(super) fn moved_without_cube(
        &mut self,
        next: &Backgammon,
        outcomes: Option<Probabilities>,
        side: usize,
        value: i32,
        plies: u32,
    ) -> Probabilities {
        let found = self.look(next, outcomes, 1 - side, &Cubes::none(value), plies.min(MAX_PLIES));
        found.outcomes().flipped()
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

    /// Whether the databases know the position exactly, at these stakes.
    pub(super) fn knows(&self, game: &Backgammon, side: usize) -> bool {
        exact(self.bearoff.as_deref(), &self.stakes[side], game, &Cubes::none(1)).is_some()
    }

    /// The stakes, from the point of view of player `side` of the root.
    pub(super) const fn stakes_of(&self, side: usize) -> &Stakes {
        &self.stakes[side]
    }

    /// What a position is worth before the roll for every state of the cube, if the player on roll
    /// does not double now; `side` is 0 if that is the player at the root, and `outcomes` are the
    /// probabilities, if it was evaluated already.
    fn look(
        &mut self,
        game: &Backgammon,
        outcomes: Option<Probabilities>,
        side: usize,
        cubes: &Cubes,
        plies: u32,
    ) -> Found {
        let levels = Level::down(&self.stakes, side, *cubes, plies);
        let Self { evaluator, bearoff, stakes, rolls, room, counters, limits, stop, stopped } =
            self;
        let bearoff = bearoff.as_deref();
        let mut backup =
            Cubeful { evaluator, bearoff, stakes, levels: &levels, quick: true, room: Vec::new() };
        if let Some(found) = backup.settled(game, game.node(), 0) {
            return found;
        }
        if plies == 0 {
            counters.evaluations += u64::from(outcomes.is_none());
            return match outcomes {
                Some(outcomes) => backup.valued(game, outcomes, 0, false),
                None => backup.leaf(game, 0),
            };
        }
        let mut tree = Tree::new(&mut backup, (), *rolls, room, limits, stop);
        let found = tree.search(&mut game.clone(), plies, 0);
        *counters += tree.counters();
        *stopped |= found.is_none();
        found.unwrap_or_default()
    }

    /// What the best move with these dice leads to for player `side` of the root, by static
    /// evaluation; if `quick`, after pruning by cheap estimates.
    pub(super) fn reply(
        &mut self,
        game: &Backgammon,
        side: usize,
        dice: Dice,
        cube: i32,
        quick: bool,
    ) -> BestReply {
        let levels = [Level::plain(Utility::new(&self.stakes[side], cube))];
        let Self { evaluator, stakes, room, counters, .. } = self;
        let mut backup =
            Cubeful { evaluator, bearoff: None, stakes, levels: &levels, quick, room: Vec::new() };
        let (limits, stop) = (Limits::default(), Stop::default());
        let mut tree = Tree::new(&mut backup, (), None, room, &limits, &stop);
        let game = game.with_dice(Some(dice));
        let (m, outcomes) = tree.reply(&game, 0);
        *counters += tree.counters();
        BestReply { next: played(&game, m), outcomes }
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{FilterSet, Value};
    use starboard_search::{Filtered, Searcher};

    use super::*;
    use crate::{
        NetEvaluator, contact_positions,
        cube::{RatedTurn, rate_by},
    };

    /// The utilities for every state of a cube at 1, and the outcome probabilities, as `look` finds
    /// them.
    fn found(search: &mut CubefulSearch<NetEvaluator>, game: &Backgammon) -> Vec<f64> {
        let cube = Cube::default();
        let cubes = Cubes::new([cube, cube.taken()]);
        let found = search.look(&game.with_dice(None), None, 0, &cubes, 2);
        found.outcomes.into_iter().chain(found.worth[..2].iter().copied()).collect()
    }

    #[test]
    fn some_rolls_stand_for_all() {
        let mut search = CubefulSearch::new(NetEvaluator::default(), None, Stakes::MONEY);
        let [mut off, mut blind] = [0.0; 2];
        for game in contact_positions().step_by(50) {
            search.rolls = None;
            let all = found(&mut search, &game);
            let cubes = Cubes::new([Cube::default(), Cube::default().taken()]);
            search.rolls = NonZeroUsize::new(5);
            let some = found(&mut search, &game);
            let now = search.look(&game.with_dice(None), None, 0, &cubes, 1);
            off += (some[5] - all[5]).abs();
            blind += (now.worth[0] - all[5]).abs();
            let [win, wg, wbg, lg, lbg] = [some[0], some[1], some[2], some[3], some[4]];
            assert!(0.0 <= wbg && wbg <= wg && wg <= win && win <= 1.0);
            assert!(0.0 <= lbg && lbg <= lg && lg <= 1.0 - win);
        }
        // Five rolls know more than half of what a second ply adds to the first.
        assert!(0.0 < off && off < blind / 2.0, "{off} and {blind}");
    }

    #[test]
    fn how_games_end_does_not_depend_on_the_cube() {
        let mut search = CubefulSearch::new(NetEvaluator::default(), None, Stakes::MONEY);
        for game in contact_positions().step_by(50) {
            let game = game.with_dice(None);
            let (outcomes, _) = search.moved(&game, Cube::default(), 1);
            assert_eq!(search.moved_without_cube(&game, None, 0, 1, 1), outcomes);
        }
    }

    /// Both share one implementation: without a cube, the generic search finds the same moves, and
    /// evaluates as often.
    #[test]
    fn the_search_of_any_game_finds_the_same_without_a_cube() {
        let normal = FilterSet::named("normal").expect("a predefined set");
        let utility = Utility::new(&Stakes::MONEY, 1);
        let mut cubeful = CubefulSearch::new(NetEvaluator::default(), None, Stakes::MONEY);
        let mut filtered = Filtered::new(NetEvaluator::default(), normal.clone());
        for game in contact_positions().step_by(41) {
            let dice = game.dice().expect("the positions have dice");
            let mut turns = Vec::new();
            game.for_each_turn(dice, |turn| turns.push(turn));
            cubeful.limit(Limits::default(), Stop::default());
            let rated = rate_by(&turns, 2, &normal, |turn, plies| {
                let next = after(&game, dice, turn);
                let outcomes = cubeful.moved_without_cube(&next, None, 0, 1, plies);
                let utility = utility.of(outcomes);
                RatedTurn { turn, plies, outcomes, equity: utility, utility }
            });
            let report = filtered.run(&game, &Limits::depth(3));
            assert_eq!(report.best_moves, [Move::Turn(rated[0].turn)], "{}", game.format());
            assert_eq!(report.counters.evaluations, cubeful.counters().evaluations);
            for (ours, theirs) in rated.iter().zip(&report.candidates) {
                let value = Value::from_units(ours.equity as f32, Backgammon::UNIT);
                let off = (value.raw() - theirs.value.raw()).abs();
                assert!(off < Backgammon::UNIT / 10_000, "{}: {off}", game.format());
                for (a, b) in ours.outcomes.details().iter().zip(&theirs.details) {
                    assert!((a - b).abs() < 1e-5, "{}: {a} and {b}", game.format());
                }
            }
        }
    }
}
