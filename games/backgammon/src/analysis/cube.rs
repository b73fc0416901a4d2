//! What a cube decision cost.

use starboard_core::Game;

use super::{Amount, Skill, Step};
use crate::{
    Probabilities,
    cube::{CubeDecision, CubefulSearch, OutcomeEvaluator, Verdict},
    record::{Action, Stage},
};

/// A smaller loss counts as none.
const NOTHING: f64 = 1e-5;
/// The decision counts as close if a double would cost less than this.
const CLOSE: f64 = 0.16;

/// The kind of a cube error.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CubeFault {
    /// A missed double that would be taken.
    MissedBelowCash,
    /// A missed double that would be passed.
    MissedAboveCash,
    /// A double that is premature.
    WrongBelowDouble,
    /// A double where the player is too good to double.
    WrongTooGood,
    /// A wrong take or beaver.
    WrongTake,
    /// A wrong pass.
    WrongPass,
}

impl CubeFault {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::MissedBelowCash,
        Self::MissedAboveCash,
        Self::WrongBelowDouble,
        Self::WrongTooGood,
        Self::WrongTake,
        Self::WrongPass,
    ];

    /// The description.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissedBelowCash | Self::MissedAboveCash => "missed double",
            Self::WrongBelowDouble | Self::WrongTooGood => "wrong double",
            Self::WrongTake => "wrong take",
            Self::WrongPass => "wrong pass",
        }
    }
}

/// An analysed cube decision.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeFound {
    /// How many plies were searched.
    pub plies: u32,
    /// The outcome probabilities, for the player on roll.
    pub outcomes: Probabilities,
    /// The equities, for the player on roll.
    pub decision: CubeDecision,
    /// Whether the decision counts: it was close, or the cube was turned or a double answered.
    pub counts: bool,
    /// What was done: double or not, take, beaver or pass.
    pub done: Done,
    /// What it cost; never negative.
    pub loss: Amount,
    /// The mark for that loss.
    pub skill: Skill,
    /// The kind of error, if there was one.
    pub fault: Option<CubeFault>,
}

/// The cube action that was taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Rolled without doubling.
    NoDouble,
    /// Doubled.
    Double,
    /// Took.
    Take,
    /// Took and doubled again.
    Beaver,
    /// Passed the double.
    Pass,
}

/// Analyses a cube action.
pub(super) fn look<E: OutcomeEvaluator>(
    step: &Step,
    search: &mut CubefulSearch<E>,
    plies: u32,
) -> Option<CubeFound> {
    let done = match (step.action, step.state.stage) {
        (Action::Play(..), _) => Done::NoDouble,
        (Action::Double, _) => Done::Double,
        (Action::Take, _) => Done::Take,
        (Action::Beaver, _) => Done::Beaver,
        (Action::Drop, _) => Done::Pass,
        (Action::Resign(..), Stage::Roll | Stage::Doubled | Stage::Over(_)) => return None,
    };
    let cube = step.state.cube_of_mover();
    if done == Done::Beaver && step.state.in_beavers() {
        return Some(raccoon(step, search, plies));
    }
    if done == Done::NoDouble {
        // Nothing to decide: before the first roll, or the cube cannot be turned.
        let worth = CubeDecision::new(&step.stakes, cube, 0.0, 0.0).verdict;
        if step.state.is_opening() || !matches!(worth, Verdict::Decide { .. }) {
            return None;
        }
    }
    let found = search.cube(&step.state.board, cube, plies);
    let decision = found.decision;
    let CubeDecision { no_double, double_take, double_pass, best, .. } = decision;
    // With beavers, `double_take` already is the better of taking and beavering.
    let doubled = double_take.min(double_pass);
    let take = step.stakes.equity(found.utilities[1], cube.value());
    let lost = match done {
        Done::NoDouble => best - no_double,
        Done::Double => best - doubled,
        Done::Take => take - doubled,
        Done::Beaver => 2.0 * take - doubled,
        Done::Pass => double_pass - doubled,
    };
    let lost = if lost > NOTHING { lost } else { 0.0 };
    let loss = Amount::new(&step.stakes, cube.value(), lost);
    let fault = (lost > 0.0).then_some(match done {
        Done::NoDouble if double_take < double_pass => CubeFault::MissedBelowCash,
        Done::NoDouble => CubeFault::MissedAboveCash,
        Done::Double if no_double > double_pass => CubeFault::WrongTooGood,
        Done::Double => CubeFault::WrongBelowDouble,
        Done::Take | Done::Beaver => CubeFault::WrongTake,
        Done::Pass => CubeFault::WrongPass,
    });
    let counts = done != Done::NoDouble || best - doubled < CLOSE;
    let skill = Skill::of(loss.equity);
    let outcomes = found.outcomes;
    Some(CubeFound { plies, outcomes, decision, counts, done, loss, skill, fault })
}

/// Analyses a raccoon: it is right for the player who has the advantage.
fn raccoon<E: OutcomeEvaluator>(
    step: &Step,
    search: &mut CubefulSearch<E>,
    plies: u32,
) -> CubeFound {
    let cube = step.state.cube_of_mover();
    let found = search.cube(&step.state.board, cube, plies);
    let on_roll = step.state.board.mover() == step.player;
    // The stakes are doubled, and the cube stays where it is.
    let worth = if on_roll { found.decision.no_double } else { -found.decision.no_double };
    let lost = if worth < -NOTHING { -worth } else { 0.0 };
    let loss = Amount::new(&step.stakes, cube.value(), lost);
    CubeFound {
        plies,
        outcomes: found.outcomes,
        decision: found.decision,
        counts: true,
        done: Done::Beaver,
        loss,
        skill: Skill::of(loss.equity),
        fault: (lost > 0.0).then_some(CubeFault::WrongTake),
    }
}
