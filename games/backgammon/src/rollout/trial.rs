//! A single trial of a rollout.

use std::num::NonZeroUsize;

use starboard_core::FilterSet;

use super::{QuasiDice, opening::Opening};
use crate::{
    Backgammon, Scoring,
    cube::{Action, Cube, CubefulSearch, LookAhead, OutcomeEvaluator, Reply, Verdict, flipped},
};

/// How a rollout is played.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RolloutOptions {
    /// Whether the cube is in play.
    pub cubeful: bool,
    /// How many plies to look ahead for a move.
    pub plies: u32,
    /// How many plies to look ahead for the cube.
    pub cube_plies: u32,
    /// The move filter, where players look ahead.
    pub filter: FilterSet,
    /// How many representative rolls stand for all rolls at the deeper plies; all 21 if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<NonZeroUsize>,
    /// Whether to use variance reduction: the luck of each roll is subtracted, that is, what it
    /// gains over the average of all rolls.
    pub variance_reduction: bool,
    /// After how many turns a trial is truncated and evaluated; 0 for never.
    pub truncate: u32,
    /// From which turn on players look `late_plies` ahead; 0 for never.
    pub late: u32,
    /// How many plies to look ahead in late turns, for moves and for the cube.
    pub late_plies: u32,
}

impl Default for RolloutOptions {
    fn default() -> Self {
        Self {
            cubeful: true,
            plies: 0,
            cube_plies: 0,
            filter: FilterSet::named("normal").expect("a predefined set"),
            rolls: None,
            variance_reduction: true,
            truncate: 0,
            late: 0,
            late_plies: 0,
        }
    }
}

/// The result of a trial, for the player on roll at its beginning.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RolloutOutcome {
    /// The utility; for money, in points.
    pub utility: f64,
    /// The outcome: win, win gammon, win backgammon, lose gammon, lose backgammon, after variance
    /// reduction. A double that was passed counts as a single win.
    #[serde(alias = "ends")]
    pub outcomes: [f64; 5],
    /// The number of turns.
    pub turns: u32,
}

impl RolloutOutcome {
    /// The same for the other player.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { utility: -self.utility, outcomes: flipped(self.outcomes), ..self }
    }
}

/// Where the trials of a rollout begin.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Start {
    /// The position before a roll.
    pub game: Backgammon,
    /// The cube, from the point of view of the player on roll.
    pub cube: Cube,
    /// Whether that player may double before the first roll.
    pub double: bool,
}

/// The most turns of a trial; then it is evaluated.
const LONGEST: u32 = 2000;

/// A rollout of one position.
#[derive(Debug)]
pub struct Rollout<'a> {
    start: Start,
    options: &'a RolloutOptions,
    dice: &'a QuasiDice,
    opening: Opening,
}

impl<'a> Rollout<'a> {
    /// A rollout from a position before the roll, with these dice.
    pub fn new(start: Start, options: &'a RolloutOptions, dice: &'a QuasiDice) -> Self {
        Self { start, options, dice, opening: Opening::default() }
    }

    /// Plays trial number `trial`; the stakes of `search` are from the point of view of the player
    /// on roll where the rollout begins, and all trials use the same search.
    ///
    /// The result depends only on the number, the dice and the options: trials may be played in
    /// parallel and in any order.
    pub fn play<E: OutcomeEvaluator>(
        &self,
        search: &mut CubefulSearch<E>,
        trial: u64,
    ) -> RolloutOutcome {
        let Self { start, options, dice, opening } = self;
        search.rolls = options.rolls;
        let mut game = start.game.with_dice(None).with_scoring(Scoring::Money);
        let (mut cube, mut side) = (start.cube, 0);
        // The luck so far, for the player on roll at the beginning.
        let (mut luck, mut end_luck) = (0.0, [0.0; 5]);
        let mut turns = 0;
        let (utility, outcomes) = loop {
            let late = options.late > 0 && turns >= options.late;
            let at_end = options.truncate > 0 && turns >= options.truncate || turns >= LONGEST;
            // Where the player on roll may not double, the roll is simply played.
            let fixed = turns == 0 && !start.double;
            if let Some(found) = search.settled(&game, side, cube, options.cubeful, at_end, fixed) {
                break found;
            }
            if options.cubeful && (turns > 0 || start.double) {
                let plies = if late { options.late_plies } else { options.cube_plies };
                let decision = search.decide(&game, side, cube, plies);
                if let Verdict::Decide { action: Action::Double, reply, .. } = decision.verdict {
                    match reply {
                        Reply::Pass => {
                            break (search.passed(side, cube), [1.0, 0.0, 0.0, 0.0, 0.0]);
                        }
                        Reply::Take => cube = cube.taken(),
                        // The cube comes back twice as high at once.
                        Reply::Beaver => cube = cube.taken().taken(),
                    }
                }
            }
            let plies = if late { options.late_plies } else { options.plies };
            let roll = dice.roll(trial, turns as usize);
            let played = opening.reply(dice, trial, turns, plies, || {
                let ahead = LookAhead { plies, filter: &options.filter, cubeful: options.cubeful };
                search.respond(&game, side, roll, cube, ahead)
            });
            if options.variance_reduction {
                // The value of the roll and the mean use the same quick evaluation, not the move
                // actually played: only then is the expected luck zero.
                let (mut mean, mut mean_ends) = (0.0, [0.0; 5]);
                let mut actual = (0.0, [0.0; 5]);
                for (other, weight) in dice.chances(turns as usize) {
                    let found = search.rolled(&game, side, other, cube, options.cubeful);
                    mean += weight * found.0;
                    for (sum, end) in mean_ends.iter_mut().zip(found.1) {
                        *sum += weight * end;
                    }
                    if other == roll {
                        actual = found;
                    }
                }
                let lucky: [f64; 5] = std::array::from_fn(|i| actual.1[i] - mean_ends[i]);
                luck += sign(side) * (actual.0 - mean);
                let lucky = if side == 0 { lucky } else { exchanged(lucky) };
                end_luck = std::array::from_fn(|i| end_luck[i] + lucky[i]);
            }
            game = played;
            cube = cube.flipped();
            side = 1 - side;
            turns += 1;
        };
        let outcomes = if side == 0 { outcomes } else { flipped(outcomes) };
        RolloutOutcome {
            utility: sign(side) * utility - luck,
            outcomes: std::array::from_fn(|i| outcomes[i] - end_luck[i]),
            turns,
        }
    }
}

fn sign(side: usize) -> f64 {
    if side == 0 { 1.0 } else { -1.0 }
}

/// Differences of probabilities, seen by the other player.
fn exchanged([win, wg, wbg, lg, lbg]: [f64; 5]) -> [f64; 5] {
    [-win, lg, lbg, wg, wbg]
}
