//! Rollouts of candidates, played in batches, logged, and resumed.

use std::{collections::BTreeSet, ops::ControlFlow, path::PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use starboard_backgammon::{
    cube::{CubefulSearch, OutcomeEvaluator, Stakes},
    rollout::{Mean, QuasiDice, Rollout, RolloutOptions, RolloutOutcome, Start, Stop, Tally},
};

use starboard::BadInput;
use starboard_lab::{
    Progress, parallel_map,
    runs::{self, Keep, Shard},
};

/// The number of trials in a batch: after each batch, the stopping rule is checked.
pub(super) const BATCH: u64 = 36;

/// The plan of a rollout.
#[derive(Clone, Debug)]
pub struct RolloutPlan {
    /// How many trials each candidate gets at most; rounded up to 36.
    pub trials: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// How games are played.
    pub options: RolloutOptions,
    /// When to stop.
    pub stop: Stop,
    /// How many moves are rolled out, the best first.
    pub candidates: usize,
    /// The log to write, and to resume from.
    pub log: Option<PathBuf>,
    /// Which part of the batches to play.
    pub shard: Shard,
    /// How many trials to play in parallel.
    pub threads: usize,
    /// Whether to show a progress bar.
    pub visible: bool,
}

/// The result of a candidate, for the player who chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolledOut {
    /// The candidate.
    pub name: String,
    /// How many trials it got.
    pub trials: u64,
    /// Whether the cube was in play.
    pub cubeful: bool,
    /// The equity, in multiples of the value of the cube.
    pub equity: Mean,
    /// Win, win gammon, win backgammon, lose gammon, lose backgammon; a double
    /// that was passed counts as a plain win.
    pub probabilities: [Mean; 5],
}

/// Where the trials of a rollout begin, and who chooses.
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) start: Start,
    /// Whether the player on roll there is the opponent of the one who chooses.
    pub(super) moved: bool,
}

/// What a log of this form says it is.
pub(crate) const KIND: &str = "backgammon-rollout 3";

/// Everything that the results of a rollout depend on, except for the number of trials, so that a
/// finished rollout can be resumed with more of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    experiment: String,
    version: String,
    position: String,
    stakes: String,
    evaluator: String,
    candidates: Vec<String>,
    #[serde(skip)]
    trials: u64,
    seed: u64,
    options: RolloutOptions,
    stop: Stop,
    #[serde(default)]
    shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "batches";
    const OPEN: bool = true;

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.trials.div_ceil(BATCH) as usize
    }
}

/// A batch: the outcomes of each candidate; none for a candidate that was given up.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Batch {
    batch: usize,
    outcomes: Vec<Vec<RolloutOutcome>>,
}

/// The candidates so far, and the batches whose results are among them.
#[derive(Default)]
struct Sums {
    tallies: Vec<Tally>,
    added: BTreeSet<usize>,
}

impl Sums {
    fn add(&mut self, batch: &Batch) {
        if self.added.insert(batch.batch) {
            for (tally, outcomes) in self.tallies.iter_mut().zip(&batch.outcomes) {
                outcomes.iter().for_each(|outcome| tally.add(outcome));
            }
        }
    }
}

/// Rolls the candidates out on the same dice; results are in their order.
///
/// The results do not depend on the number of threads, nor on where an earlier run was stopped.
pub(super) fn run<E: OutcomeEvaluator>(
    plan: &RolloutPlan,
    candidates: &[Candidate],
    stakes: &Stakes,
    (position, played_for, evaluator): (&str, &str, &str),
    make: impl Fn(Stakes) -> CubefulSearch<E> + Sync,
) -> anyhow::Result<Vec<RolledOut>> {
    let header = Header {
        experiment: KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        position: position.to_owned(),
        stakes: played_for.to_owned(),
        evaluator: evaluator.to_owned(),
        candidates: candidates.iter().map(|candidate| candidate.name.clone()).collect(),
        trials: plan.trials,
        seed: plan.seed,
        options: plan.options.clone(),
        stop: plan.stop,
        shard: plan.shard,
    };
    if !plan.shard.is_whole() && (plan.stop.error > 0.0 || plan.stop.deviations > 0.0) {
        return Err(BadInput::error("a shard cannot know when the whole rollout has had enough"));
    }
    let numbers: Vec<_> = plan.shard.units(runs::Header::units(&header)).collect();
    let count = numbers.len();
    let dice = QuasiDice::new(plan.seed, false);
    let rollout = |candidate: &Candidate| Rollout::new(candidate.start, &plan.options, &dice);
    let rollouts: Vec<_> = candidates.iter().map(rollout).collect();
    let sums =
        Mutex::new(Sums { tallies: vec![Tally::default(); candidates.len()], ..Sums::default() });
    let cube = candidates.first().map_or(1, |candidate| candidate.start.cube.value());
    let bar = Progress::new(plan.visible, count as u64, "rollout");
    let work = |_: &mut (), i: usize| {
        let i = numbers[i];
        // One batch at a time, so that each takes all earlier ones into account.
        let open = plan.stop.open(&sums.lock().tallies);
        let trials = i as u64 * BATCH..(i as u64 + 1) * BATCH;
        let jobs: Vec<_> = (0..candidates.len())
            .filter(|&c| open[c])
            .flat_map(|c| trials.clone().map(move |trial| (c, trial)))
            .collect();
        // A search a thread would do, but making one costs little beside a game.
        let played = parallel_map(jobs, plan.threads, &Progress::hidden(), |_, (c, trial)| {
            let moved = candidates[c].moved;
            let stakes = if moved { stakes.flipped() } else { stakes.clone() };
            let mut search = make(stakes);
            let outcome = rollouts[c].play(&mut search, trial);
            (c, if moved { outcome.flipped() } else { outcome })
        });
        let mut outcomes = vec![Vec::new(); candidates.len()];
        played.into_iter().for_each(|(c, outcome)| outcomes[c].push(outcome));
        let batch = Batch { batch: i, outcomes };
        sums.lock().add(&batch);
        Ok(batch)
    };
    let mut seen = Sums { tallies: vec![Tally::default(); candidates.len()], ..Sums::default() };
    let see = |i: usize, batch: &Batch| {
        // Those of the log are not among the sums yet.
        sums.lock().add(batch);
        seen.add(batch);
        bar.reach(i as u64 + 1);
        let best = seen.tallies.iter().map(Tally::utility).max_by(|a, b| a.mean.total_cmp(&b.mean));
        if let Some(best) = best {
            let equity = stakes.equity(best.mean, cube);
            bar.say(format!("best {equity:+.4} ({:.4})", best.error));
        }
        let enough = !plan.stop.open(&seen.tallies).contains(&true);
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let keep = Keep::new(plan.log.as_deref(), 1);
    let belongs = |i: usize, batch: &Batch| {
        let whole = |outcomes: &Vec<_>| matches!(outcomes.len() as u64, 0 | BATCH);
        let all = batch.outcomes.len() == candidates.len() && batch.outcomes.iter().all(whole);
        batch.batch == numbers[i] && all
    };
    runs::run(&header, keep, count, belongs, || Ok(()), work, see)?;
    // The equity of one unit of utility.
    let scale = stakes.equity(1.0, cube) - stakes.equity(0.0, cube);
    let result = |(candidate, tally): (&Candidate, &Tally)| {
        let utility = tally.utility();
        let equity = Mean { mean: stakes.equity(utility.mean, cube), error: scale * utility.error };
        RolledOut {
            name: candidate.name.clone(),
            trials: tally.trials(),
            cubeful: plan.options.cubeful,
            equity,
            // With variance reduction, a mean may be slightly out of range.
            probabilities: tally
                .outcomes()
                .map(|chance| Mean { mean: chance.mean.clamp(0.0, 1.0), ..chance }),
        }
    };
    Ok(candidates.iter().zip(&seen.tallies).map(result).collect())
}
