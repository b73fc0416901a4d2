//! Looking ahead with a cube: the filtered search of the framework, which backs up how
//! the game is likely to end and what it is worth at every state of the cube.
//!
//! What is played with a roll is decided once for all states of the cube, without a cube
//! and without looking ahead.

use std::{num::NonZeroUsize, sync::Arc};

use starboard_core::{Counters, Game, Limits, Stop};
use starboard_search::filtered::{Backup, Room, Tree};

use super::{
    BestReply, Cube, CubeDecision, OutcomeEvaluator, Stakes, Utility, decision,
    outcomes::played,
    tree::{Cubeful, CubefulRoom, Cubes, Found, Level, best, exact},
};
use crate::{Backgammon, Dice, Move, Probabilities, Scoring, Turn, bearoff::Bearoff};

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
    /// Room for lists.
    room: CubefulRoom,
    /// What was counted since it was made, or limits were set.
    counters: Counters,
    limits: Limits,
    stop: Stop,
    /// Whether the limits were reached, so that what was found is of no use.
    stopped: bool,
}

/// What was found out about a position before the roll.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct CubeAnalysis {
    /// How the game is likely to end.
    pub outcomes: Probabilities,
    /// The equity without a cube.
    pub cubeless: f64,
    /// What to do.
    pub decision: CubeDecision,
    /// The utility of not doubling, and of a double that is taken.
    pub utilities: [f64; 2],
}

impl<E: OutcomeEvaluator> CubefulSearch<E> {
    /// A search by this evaluator, for these stakes seen by the player to move
    /// in the positions that it is given.
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

    /// The same for other stakes.
    pub fn play_for(&mut self, stakes: &Stakes) {
        if self.stakes[0] != *stakes {
            self.stakes = [stakes.clone(), stakes.flipped()];
        }
    }

    /// Looks at positions within these limits from now on, and counts anew.
    pub(crate) fn limit(&mut self, limits: Limits, stop: Stop) {
        (self.limits, self.stop) = (limits, stop);
        (self.counters, self.stopped) = (Counters::default(), false);
    }

    /// Ends the limits. What was counted since, and whether the search had to stop: then
    /// what it found last is of no use.
    pub(crate) fn unlimit(&mut self) -> (Counters, bool) {
        let found = (self.counters.clone(), self.stopped);
        self.limit(Limits::default(), Stop::default());
        found
    }

    /// What is played for.
    pub const fn stakes(&self) -> &Stakes {
        &self.stakes[0]
    }

    /// What was counted since the search was made: of evaluations those that were not
    /// cheap estimates.
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

    /// The same for player `side` of the root; `outcomes` is what the evaluator says for
    /// the other, if it was evaluated already.
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

    /// How the game is likely to end for player `side`, who has moved to `next`, if nobody
    /// doubles any more and the cube shows `value`; `outcomes` as above.
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

    /// Whether the database for few checkers knows the position.
    pub(super) fn knows(&self, game: &Backgammon, side: usize) -> bool {
        exact(self.bearoff.as_deref(), &self.stakes[side], game, &Cubes::none(1)).is_some()
    }

    /// What is played for, seen by player `side` of the root.
    pub(super) const fn stakes_of(&self, side: usize) -> &Stakes {
        &self.stakes[side]
    }

    /// What a position is worth before the roll for every state of the cube, if
    /// the player on roll does not double now; `side` is 0 if that is the
    /// player at the root, and `outcomes` is what the evaluator says, if it was called
    /// already.
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

    /// What the best move with these dice leads to for player `side` of the root, without
    /// looking ahead; if `quick`, after cheap estimates.
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

    /// Every state of a cube on one, and how games end, as `look` finds them.
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

    /// One road: without a cube the search of any game finds the same moves, and asks the
    /// networks as often.
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
