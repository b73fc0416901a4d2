//! TD(lambda): the networks play against themselves, and each position is trained towards what came
//! after it.

use std::{fs, io::ErrorKind, path::Path, sync::Arc, thread};

use anyhow::Context;
use parking_lot::Mutex;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard_backgammon::{
    Backgammon, BoundsKind, Class, HandCrafted, Inputs, NetEvaluator, Nets, net::Role,
};
use starboard_core::{Game, Node, rng};

use super::{
    model::{Example, Gradient, Model, PARTS},
    play::{self, Judge, Plan, Sample, play},
    store,
};
use starboard::BadInput;
use starboard_lab::{
    Progress, files, parallel_map,
    runs::{Shard, differences},
};
use starboard_train::Options;

/// Games played between updates of the networks.
const ROUND: u64 = 256;
/// Examples per optimiser step.
const BATCH: usize = 512;
/// Rounds between two checkpoints.
const CHECKPOINT: u64 = 20;
/// Checkpoints between two matches against the hand-crafted evaluator.
const MATCH: u64 = 4;

/// Everything that the outcome depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TdPlan {
    /// What is logged: [`TD`].
    pub(crate) experiment: String,
    /// The seed of the initial weights, the dice and the order of positions.
    pub(crate) seed: u64,
    /// Games in all.
    pub(crate) games: u64,
    /// How many of these, the first ones, are played by the hand-crafted evaluator.
    pub(crate) warm_up: u64,
    /// TD's lambda: the weight of the end of the game in the target of a position, relative to the
    /// position after it.
    pub(crate) lambda: f32,
    /// The learning rate at the beginning and at the end.
    pub(crate) rate: [f32; 2],
}

/// What the log of this form says it is.
pub(crate) const TD: &str = "td 1";

/// The progress of a training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Log {
    rounds: u64,
    /// The learning curve.
    pub(crate) points: Vec<Point>,
}

/// One point of the learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    /// Games so far.
    pub(crate) games: u64,
    /// By role: mean loss, and mean error of the equity against the targets.
    pub(crate) losses: Vec<[f64; 2]>,
    /// Points per game against the hand-crafted evaluator, and its standard error.
    pub(crate) ppg: Option<[f64; 2]>,
}

/// Plays and learns what is not done yet, and returns the networks and the learning curve.
///
/// # Errors
///
/// [`BadInput`] if the folder holds another training, or a shard is asked for before all games
/// have been played; and if a file is damaged or cannot be written.
pub(crate) fn run(
    plan: &TdPlan,
    shard: Shard,
    options: Options<'_>,
) -> anyhow::Result<(Nets, Log)> {
    let Options { folder, threads, visible } = options;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let first = |role: Role| Model::new(role.layout(), role.hidden(), plan.seed, role as u64);
    let mut models: Vec<Model> = Role::ALL.into_iter().map(first).collect();
    let mut log = Log::default();
    let state = folder.join("state.bin");
    let logged = folder.join("td.json");
    match fs::read(&state) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        other => {
            let bytes = other.with_context(|| format!("cannot read {}", state.display()))?;
            let text = fs::read_to_string(&logged)
                .with_context(|| format!("cannot read {}", logged.display()))?;
            let (kept, so_far): (TdPlan, Log) = serde_json::from_str(&text)
                .with_context(|| format!("{} is damaged", logged.display()))?;
            if kept != *plan {
                return Err(other_plan(&logged, &kept, plan));
            }
            store::read(&bytes, &mut models)
                .with_context(|| format!("{} is damaged", state.display()))?;
            log = so_far;
        }
    }
    let gradient: Vec<Mutex<Vec<Gradient>>> = models
        .iter()
        .map(|model| Mutex::new((0..PARTS).map(|_| model.gradient()).collect()))
        .collect();
    let rounds = plan.games.div_ceil(ROUND);
    if log.rounds < rounds && !shard.is_whole() {
        return Err(BadInput::error(
            "--shard: self-play from nothing is learned from as it is played, and cannot be \
             split: do it first, without --shard, or begin with existing networks, by --from",
        ));
    }
    let progress = Progress::new(visible, rounds, "self-play");
    (0..log.rounds).for_each(|_| progress.step());
    let mut sums = [[0.0_f64; 3]; 6];
    while log.rounds < rounds {
        let round = log.rounds;
        let nets = Arc::new(Nets::new(std::array::from_fn(|i| models[i].network())));
        let warm = round * ROUND < plan.warm_up;
        let judge = if warm {
            Judge::HandCrafted(HandCrafted { bounds: BoundsKind::Position })
        } else {
            Judge::Nets(Box::new(NetEvaluator::new(Arc::clone(&nets))))
        };
        // Groups of games, so that states are made less often.
        let groups: Vec<u64> = (0..ROUND / 16).collect();
        let samples = parallel_map(groups, threads, &Progress::hidden(), |_, group| {
            let mut judge = judge.clone();
            let games = group * 16..(group + 1) * 16;
            let games = games.map(|i| {
                let number = round * ROUND + i;
                play(&mut judge, Plan { seed: plan.seed, number, lambda: plan.lambda })
            });
            games.flatten().collect::<Vec<Sample>>()
        });
        let mut samples: Vec<Sample> = samples.into_iter().flatten().collect();
        shuffle(&mut samples, plan.seed, round);
        let done = (round as f32 / rounds as f32).min(1.0);
        let rate = plan.rate[0] * (plan.rate[1] / plan.rate[0]).powf(done);
        let results = learn(&mut models, &gradient, &samples, rate, 0.0, threads);
        for (sum, result) in sums.iter_mut().zip(results) {
            for (sum, x) in sum.iter_mut().zip(result) {
                *sum += x;
            }
        }
        log.rounds += 1;
        progress.step();
        if log.rounds.is_multiple_of(CHECKPOINT) || log.rounds == rounds {
            let nets = Arc::new(Nets::new(std::array::from_fn(|i| models[i].network())));
            let checkpoint = log.rounds / CHECKPOINT;
            let ppg = (checkpoint.is_multiple_of(MATCH) || log.rounds == rounds)
                .then(|| duel(&nets, 500, threads));
            log.points.push(Point {
                games: log.rounds * ROUND,
                losses: sums.map(|[n, loss, error]| [loss / n.max(1.0), error / n.max(1.0)]).into(),
                ppg,
            });
            sums = [[0.0; 3]; 6];
            files::write(&state, store::write(&models))?;
            files::write_json(&logged, &(plan, &log))?;
            files::write(&folder.join("td.nets"), nets.write())?;
        }
    }
    Ok((Nets::new(std::array::from_fn(|i| models[i].network())), log))
}

/// What is wrong with a folder that holds the training of another plan.
pub(super) fn other_plan(
    path: &Path,
    kept: &impl Serialize,
    plan: &impl Serialize,
) -> anyhow::Error {
    let (name, how) = (path.display(), differences(kept, plan).join("; "));
    BadInput::error(format!("{name} is of another training: {how}; remove it to begin anew"))
}

/// Puts samples in a random order.
fn shuffle(samples: &mut [Sample], seed: u64, stream: u64) {
    let mut rng = rng(seed ^ 0x5348_5546, stream);
    for i in (1..samples.len()).rev() {
        samples.swap(i, rng.random_range(0..=i));
    }
}

/// Goes over the samples once, in batches; `siblings` is the weight of the loss on the
/// differences between the moves of a decision. Returns for each role how many there were,
/// the sum of their losses and of their errors.
pub(super) fn learn(
    models: &mut [Model],
    gradient: &[Mutex<Vec<Gradient>>],
    samples: &[Sample],
    rate: f32,
    siblings: f32,
    threads: usize,
) -> [[f64; 3]; 6] {
    let mut results = [[0.0; 3]; 6];
    for (i, role) in Role::ALL.into_iter().enumerate() {
        let mine: Vec<&Sample> = samples
            .iter()
            .filter(|sample| {
                let full = Role::of(Class::of(&sample.game));
                role == full || role == full.prune()
            })
            .collect();
        let (model, mut parts) = (&mut models[i], gradient[i].lock());
        for batch in whole_decisions(&mine, BATCH) {
            let size = batch.len().div_ceil(PARTS);
            let shared = &*model;
            let work = |(part, gradient): (&[&Sample], &mut Gradient)| {
                let examples: Vec<Example> = part
                    .iter()
                    .map(|sample| {
                        let inputs = Inputs::of(&sample.game, shared.layout());
                        let (layout, decision) = (shared.layout(), sample.decision);
                        Example::new(&inputs, layout, sample.target, decision)
                    })
                    .collect();
                shared.add_gradient(&examples, siblings, gradient);
            };
            let jobs = whole_decisions(batch, size).zip(parts.iter_mut());
            if threads > 1 {
                thread::scope(|scope| {
                    jobs.for_each(|job| {
                        scope.spawn(|| work(job));
                    });
                });
            } else {
                jobs.for_each(work);
            }
            let [n, loss, error] = &mut results[i];
            *n += batch.len() as f64;
            for part in parts.iter_mut() {
                *loss += std::mem::take(&mut part.loss);
                *error += std::mem::take(&mut part.error);
            }
            model.step(&mut parts, batch.len(), rate);
        }
    }
    results
}

/// The samples in pieces of so many or a few more, so that no decision is cut.
fn whole_decisions<'a>(
    mut samples: &'a [&'a Sample],
    size: usize,
) -> impl Iterator<Item = &'a [&'a Sample]> {
    std::iter::from_fn(move || {
        let last = samples.get(..size).and_then(<[_]>::last).map(|sample| sample.decision);
        let more = samples.iter().skip(size).take_while(|sample| Some(sample.decision) == last);
        let end = samples.len().min(size + more.count());
        let (piece, rest) = samples.split_at(end);
        samples = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Points per game against the hand-crafted evaluator, each pair of games with the
/// same dice, and its standard error.
pub(super) fn duel(nets: &Arc<Nets>, pairs: u64, threads: usize) -> [f64; 2] {
    let judges = [
        Judge::Nets(Box::new(NetEvaluator::new(Arc::clone(nets)))),
        Judge::HandCrafted(HandCrafted::default()),
    ];
    duel_of(&judges, pairs, threads)
}

/// Points per game of the first judge against the second.
pub(super) fn duel_of(judges: &[Judge; 2], pairs: u64, threads: usize) -> [f64; 2] {
    let groups: Vec<u64> = (0..pairs.div_ceil(20)).collect();
    let scores = parallel_map(groups, threads, &Progress::hidden(), |_, group| {
        let mut judges = judges.clone();
        (group * 20..((group + 1) * 20).min(pairs))
            .map(|pair| {
                let points = [0, 1].map(|first| {
                    let mut rng = rng(0x6475_656c, pair);
                    let (mut game, mut turn) = (Backgammon::START, first);
                    loop {
                        if let Node::Over(value) = game.node() {
                            let points = f64::from(value.raw() / Backgammon::UNIT);
                            break if turn == 0 { points } else { -points };
                        }
                        game = judges[turn].best(&game, play::roll(&mut rng));
                        turn = 1 - turn;
                    }
                });
                (points[0] + points[1]) / 2.0
            })
            .collect::<Vec<f64>>()
    });
    let scores: Vec<f64> = scores.into_iter().flatten().collect();
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    [mean, (variance / n).sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_training_is_named_by_what_differs() {
        let experiment = TD.to_owned();
        let kept =
            TdPlan { experiment, seed: 1, games: 512, warm_up: 0, lambda: 0.1, rate: [0.1, 0.01] };
        let plan = TdPlan { seed: 2, lambda: 0.2, ..kept.clone() };
        let error = other_plan(Path::new("td.json"), &kept, &plan).to_string();
        assert_eq!(
            error,
            "td.json is of another training: its lambda is 0.1, and 0.2 is asked for; its seed is \
             1, and 2 is asked for; remove it to begin anew"
        );
    }
}
