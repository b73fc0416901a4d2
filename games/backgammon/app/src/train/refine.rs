//! Supervised training: the networks learn what they would say with a lookahead of one or two
//! plies.
//!
//! In each generation the networks play games. For every decision, the moves that look good
//! statically are searched one ply deeper; the positions after them are the training examples, so
//! that the networks learn to tell good moves from nearly as good ones. If the deeper search
//! prefers another move than the static evaluation, the position is interesting: the two moves are
//! searched yet another ply deeper, or the positions after them are rolled out.

use std::{
    collections::VecDeque,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use parking_lot::Mutex;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard_backgammon::{
    Backgammon, Class, NetEvaluator, Nets, Probabilities,
    bearoff::Bearoff,
    net::{OUTPUTS, Role},
    position_id,
    rollout::QuasiDice,
};
use starboard_core::{Game, Node, Rng, mix, rng};

use super::{
    model::{Gradient, Model, PARTS},
    play::{self, Judge, Sample},
    store,
    targets::{Lookahead, RolloutTargets, equity_before},
    td::{duel_of, learn, other_plan},
};
use starboard::BadInput;
use starboard_lab::{
    Progress, files,
    runs::{self, Keep, Shard},
};
use starboard_train::Options;

/// Tells these games from those of self-play.
const STREAM: u64 = 0x7265_6669_6e65;
/// Tells the positions that are learned from.
const DRAWN: u64 = 0x6472_6177_6e21;
/// Tells the dice of rollouts.
const ROLLED: u64 = 0x726f_6c6c_6f75;
/// Generations between two matches against the first networks.
const DUEL: u64 = 50;
/// The number of decisions after which a game is abandoned.
const MOST_TURNS: u64 = 400;

/// Everything that the outcome depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RefinePlan {
    /// What is logged: [`REFINE`].
    pub(crate) experiment: String,
    /// The seed of the dice and of the order of positions.
    pub(crate) seed: u64,
    /// How many times to play games and learn from them.
    pub(crate) generations: u64,
    /// Games in a generation.
    pub(crate) games: u64,
    /// Generations of games that are learned from at a time.
    pub(crate) window: usize,
    /// How many positions are drawn from the window to learn from for every new one.
    pub(crate) passes: usize,
    /// The most moves of a decision that are searched; those statically worse than the best by more
    /// than the margin are left out.
    pub(crate) moves: usize,
    /// The margin, in points.
    pub(crate) margin: f32,
    /// How many plies all of these moves are searched: 1, or 2 with representative rolls.
    pub(crate) look: u32,
    /// Whether interesting positions are searched two plies deep.
    pub(crate) deep: bool,
    /// How interesting positions are rolled out, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rollout: Option<RolloutTargets>,
    /// One in this many moves played is not the best.
    pub(crate) stray: u32,
    /// The weight, in the target of a position that was played, of the end of the game after
    /// variance reduction, relative to the next ply.
    pub(crate) lambda: f32,
    /// The weight of the loss on differences between the moves of a decision.
    pub(crate) siblings: f32,
    /// The learning rate at the beginning and at the end.
    pub(crate) rate: [f32; 2],
}

/// The progress of the training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Log {
    generations: u64,
    /// The learning curve.
    pub(crate) points: Vec<Generation>,
}

/// The result of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Generation {
    /// The number of the generation, from 0.
    pub(crate) number: u64,
    /// The number of new positions.
    pub(crate) samples: usize,
    /// The share of interesting positions among the decisions with a choice.
    pub(crate) interesting: f64,
    /// By class (contact, crashed, race): the mean error of the equity before
    /// learning from these games, and how many samples.
    pub(crate) errors: Vec<[f64; 2]>,
    /// Points per game of the networks after it against those before the first.
    pub(crate) ppg: Option<[f64; 2]>,
}

/// Everything that the games of a generation depend on: the first line of their log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// What is logged: [`GAMES`].
    experiment: String,
    version: String,
    seed: u64,
    generation: u64,
    games: u64,
    moves: usize,
    margin: f32,
    look: u32,
    deep: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rollout: Option<RolloutTargets>,
    stray: u32,
    lambda: f32,
    /// A hash of the networks that play.
    fingerprint: String,
    #[serde(default)]
    shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "games";

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        usize::try_from(self.games).unwrap_or(usize::MAX)
    }
}

/// What the log of a generation's games says it is.
pub(crate) const GAMES: &str = "refine-games 2";

/// The result of a game.
#[derive(Default, Serialize, Deserialize)]
struct Found {
    /// Its number, from 0 in each generation.
    game: usize,
    /// The decisions with a choice, and the interesting ones among them.
    decisions: u64,
    interesting: u64,
    #[serde(with = "samples")]
    samples: Vec<Sample>,
}

/// Samples in JSON: fourteen letters for the position, the numbers as their bits, so that
/// they come back as they were, and the decision, counted in each game.
mod samples {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::*;

    type Written = (String, [u32; OUTPUTS], u32);

    pub(super) fn serialize<S: Serializer>(samples: &[Sample], out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(samples.iter().map(|Sample { game, target, decision }| -> Written {
            let id = position_id::write(game.mine(), game.theirs());
            (id, target.map(f32::to_bits), *decision)
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Vec<Sample>, D::Error> {
        let read = |(id, bits, decision): Written| -> Result<Sample, D::Error> {
            let (mine, theirs) = position_id::read(&id).map_err(D::Error::custom)?;
            let game = Backgammon::new(mine, theirs).map_err(D::Error::custom)?;
            Ok(Sample { game, target: bits.map(f32::from_bits), decision })
        };
        Vec::<Written>::deserialize(input)?.into_iter().map(read).collect()
    }
}

/// What was done.
pub(crate) enum Done<T> {
    /// So many games of a shard are in a log.
    Shard(usize, PathBuf),
    /// All of it.
    All(T),
}

/// What the log of this form says it is.
pub(crate) const REFINE: &str = "refine 5";

/// Plays and learns what is not done yet, and returns the networks and the learning curve. For a
/// shard, only the games of the next generation are played, and nothing is learned: they have to be
/// merged with those of all other shards first.
///
/// # Errors
///
/// [`BadInput`] if the folder holds another training, or no generation is left for a shard;
/// and if a file is damaged or cannot be written.
pub(crate) fn refine(
    plan: &RefinePlan,
    start: &Nets,
    shard: Shard,
    options: Options<'_>,
) -> anyhow::Result<Done<(Nets, Log)>> {
    let Options { folder, threads, visible } = options;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut models: Vec<Model> = Role::ALL.iter().map(|&role| Model::of(start.get(role))).collect();
    let mut log = Log::default();
    let (state, logged) = (folder.join("refine.bin"), folder.join("refine.json"));
    if logged.exists() {
        let text = fs::read_to_string(&logged)
            .with_context(|| format!("cannot read {}", logged.display()))?;
        let (kept, so_far): (RefinePlan, Log) = serde_json::from_str(&text)
            .with_context(|| format!("{} is damaged", logged.display()))?;
        if kept != *plan {
            return Err(other_plan(&logged, &kept, plan));
        }
        let bytes = fs::read(&state).with_context(|| format!("cannot read {}", state.display()))?;
        store::read(&bytes, &mut models)
            .with_context(|| format!("{} is damaged", state.display()))?;
        log = so_far;
    }
    let bearoff = Bearoff::shared()?;
    let networks =
        |models: &[Model]| Arc::new(Nets::new(std::array::from_fn(|i| models[i].network())));
    if !shard.is_whole() {
        if log.generations >= plan.generations {
            let message = "--shard: all generations have been learned from";
            return Err(BadInput::error(message));
        }
        let number = log.generations;
        let path = samples_path(folder, number);
        let nets = networks(&models);
        let found = games(plan, number, &nets, &bearoff, shard, &path, threads, visible)?;
        return Ok(Done::Shard(found.len(), path));
    }
    let mut window: VecDeque<Vec<Sample>> = VecDeque::new();
    for number in log.generations.saturating_sub(plan.window as u64 - 1)..log.generations {
        let (_, found) = runs::read::<Header, Found>(&samples_path(folder, number))?;
        window.push_back(numbered(found));
    }
    let gradient: Vec<Mutex<Vec<Gradient>>> = models
        .iter()
        .map(|model| Mutex::new((0..PARTS).map(|_| model.gradient()).collect()))
        .collect();
    let progress = Progress::new(visible, plan.generations, "generations");
    (0..log.generations).for_each(|_| progress.step());
    while log.generations < plan.generations {
        let number = log.generations;
        let (nets, path) = (networks(&models), samples_path(folder, number));
        let found = games(plan, number, &nets, &bearoff, shard, &path, threads, false)?;
        let decisions = found.iter().map(|f| f.decisions).sum::<u64>().max(1) as f64;
        let interesting = found.iter().map(|f| f.interesting).sum::<u64>() as f64 / decisions;
        let samples = numbered(found);
        let errors = errors(&NetEvaluator::new(nets), &samples);
        let count = samples.len();
        window.push_back(samples);
        while window.len() > plan.window {
            window.pop_front();
        }
        let drawn = draw(&window, plan.passes * count, &mut rng(plan.seed ^ DRAWN, number));
        let done = number as f32 / plan.generations as f32;
        let rate = plan.rate[0] * (plan.rate[1] / plan.rate[0]).powf(done);
        if number == 0 {
            // The optimiser needs to estimate the size of gradients before it takes a step.
            learn(&mut models, &gradient, &drawn, 0.0, plan.siblings, threads);
        }
        learn(&mut models, &gradient, &drawn, rate, plan.siblings, threads);
        log.generations += 1;
        let last = log.generations == plan.generations;
        let nets = networks(&models);
        let ppg = (log.generations.is_multiple_of(DUEL) || last).then(|| {
            let judges = [&*nets, start]
                .map(|nets| Judge::Nets(Box::new(NetEvaluator::new(Arc::new(nets.clone())))));
            duel_of(&judges, 500, threads)
        });
        let point = Generation { number, samples: count, interesting, errors, ppg };
        log.points.push(point);
        files::write(&state, store::write(&models))?;
        files::write_json(&logged, &(plan, &log))?;
        files::write(&folder.join("refine.nets"), nets.write())?;
        if let Some(old) = number.checked_sub(plan.window as u64) {
            let _ = fs::remove_file(samples_path(folder, old));
        }
        progress.step();
    }
    Ok(Done::All((Nets::clone(&networks(&models)), log)))
}

/// Plays the games of a generation, or of a shard of it, that are not yet in the log.
#[expect(clippy::too_many_arguments, reason = "half of them say how, not what")]
fn games(
    plan: &RefinePlan,
    generation: u64,
    nets: &Arc<Nets>,
    bearoff: &Arc<Bearoff>,
    shard: Shard,
    log: &Path,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Vec<Found>> {
    let header = Header {
        experiment: GAMES.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: plan.seed,
        generation,
        games: plan.games,
        moves: plan.moves,
        margin: plan.margin,
        look: plan.look,
        deep: plan.deep,
        rollout: plan.rollout,
        stray: plan.stray,
        lambda: plan.lambda,
        fingerprint: fingerprint(&nets.write()),
        shard,
    };
    let numbers: Vec<_> = shard.units(runs::Header::units(&header)).collect();
    let eval = NetEvaluator::new(Arc::clone(nets));
    let progress = Progress::new(visible, numbers.len() as u64, "games");
    runs::run(
        &header,
        Keep::new(Some(log), threads),
        numbers.len(),
        |i, found: &Found| found.game == numbers[i],
        || Ok(Lookahead::new(eval.clone(), Arc::clone(bearoff))),
        |ahead, i| {
            let mut found = Found { game: numbers[i], ..Found::default() };
            play(ahead, plan, generation * plan.games + numbers[i] as u64, &mut found);
            Ok(found)
        },
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// A hash of networks, from the file they are written as.
pub(crate) fn fingerprint(file: &[u8]) -> String {
    let hash = file.chunks(8).fold(0, |hash, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        mix(hash ^ u64::from_le_bytes(word))
    });
    format!("{hash:016x}")
}

/// The samples of a generation, its decisions numbered.
fn numbered(found: Vec<Found>) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    for found in found {
        let next = samples.last().map_or(0, |last| last.decision + 1);
        let of_game = found.samples.into_iter();
        samples.extend(of_game.map(|s| Sample { decision: next + s.decision, ..s }));
    }
    samples
}

/// Draws `count` samples of the window, or a few more so that decisions stay whole, without
/// repetition and in random order; all if there are fewer.
fn draw(window: &VecDeque<Vec<Sample>>, count: usize, rng: &mut Rng) -> Vec<Sample> {
    let same = |a: &Sample, b: &Sample| a.decision == b.decision;
    let decisions: Vec<&[Sample]> =
        window.iter().flat_map(|samples| samples.chunk_by(same)).collect();
    let mut drawn: Vec<Sample> = Vec::with_capacity(count);
    for i in rand::seq::index::sample(rng, decisions.len(), decisions.len()) {
        if drawn.len() >= count {
            break;
        }
        let number = drawn.last().map_or(0, |last| last.decision + 1);
        drawn.extend(decisions[i].iter().map(|&sample| Sample { decision: number, ..sample }));
    }
    drawn
}

/// A position that was played in a game.
struct Passed {
    /// Its number among the samples; none for the first.
    sample: Option<usize>,
    /// What was expected before the roll, for its mover.
    expected: Probabilities,
    /// What was expected after the roll, for the same player.
    after_roll: Probabilities,
    /// Whether the best move was played then.
    best: bool,
}

/// Plays one game.
fn play(ahead: &mut Lookahead, plan: &RefinePlan, number: u64, found: &mut Found) {
    let mut rng = rng(plan.seed ^ STREAM, number);
    let mut game = play::beginning(&mut rng);
    let (mut way, mut at) = (Vec::new(), None);
    for turn in 0..MOST_TURNS {
        if game.node() != Node::Chance {
            break;
        }
        let dice = play::roll(&mut rng);
        let candidates = ahead.candidates(&game, dice, plan.moves, plan.margin);
        let mut looked: Vec<(Backgammon, Probabilities)> = Vec::new();
        for candidate in &candidates {
            let game = &candidate.game;
            // Without a choice, there is nothing to rank.
            let deep = plan.look > 1 && candidates.len() > 1;
            let found = if deep { ahead.two_plies(game) } else { ahead.probabilities(game, 1) };
            looked.push((*game, found));
        }
        let best = |looked: &[(Backgammon, Probabilities)]| {
            let equities = looked.iter().map(|(_, p)| equity_before(*p)).enumerate();
            // The first of equals.
            let best = equities.rev().max_by(|a, b| a.1.total_cmp(&b.1));
            best.map_or(0, |(i, _)| i)
        };
        let mut chosen = best(&looked);
        found.decisions += u64::from(looked.len() > 1);
        if chosen != 0 {
            found.interesting += 1;
            let both = [0, chosen];
            if plan.deep {
                for i in both {
                    looked[i].1 = ahead.probabilities(&looked[i].0, 2);
                }
                chosen = best(&looked);
            }
            if let Some(targets) = plan.rollout {
                // Both on the same dice, which differ from position to position.
                let seed = mix(plan.seed ^ ROLLED ^ mix(number)).wrapping_add(turn);
                let dice = QuasiDice::new(seed, false);
                for i in both {
                    looked[i].1 = ahead.rolled_out(&looked[i].0, targets, &dice);
                }
                chosen = best(&looked);
            }
        }
        let strays = plan.stray > 0 && rng.random_range(0..plan.stray) == 0;
        if strays {
            chosen = rng.random_range(0..looked.len());
        }
        if let Some((sample, expected)) = at {
            let after_roll = ahead.probabilities(&candidates[0].game, 0).flipped();
            way.push(Passed { sample, expected, after_roll, best: !strays });
        }
        let mut next = None;
        for (i, (game, p)) in looked.iter().enumerate() {
            if game.node() == Node::Chance {
                next = if i == chosen { Some(found.samples.len()) } else { next };
                let decision = turn as u32;
                found.samples.push(Sample { game: *game, target: p.as_array(), decision });
            }
        }
        at = Some((next, looked[chosen].1));
        game = looked[chosen].0;
    }
    if game.node() == Node::Chance {
        return;
    }
    // The result of the game with variance reduction: the value of each roll, less the average over
    // all rolls, is subtracted (a control variate).
    let mut came = ahead.probabilities(&game, 0);
    for passed in way.iter().rev() {
        let (expected, after_roll) = (passed.expected.as_array(), passed.after_roll.as_array());
        let later = came.flipped().as_array();
        let lambda = if passed.best { plan.lambda } else { 0.0 };
        let target = std::array::from_fn(|i| expected[i] + lambda * (later[i] - after_roll[i]));
        if let Some(sample) = passed.sample {
            found.samples[sample].target = target;
        }
        came = target.into();
    }
}

/// By class, the mean error of the equity, and how many samples there are.
fn errors(eval: &NetEvaluator, samples: &[Sample]) -> Vec<[f64; 2]> {
    let mut eval = eval.clone();
    let mut sums = [[0.0; 2]; 3];
    for sample in samples {
        let said = equity_before(eval.probabilities(&sample.game));
        let error = (said - equity_before(sample.target.into())).abs();
        let role = Role::of(Class::of(&sample.game));
        sums[role as usize][0] += f64::from(error);
        sums[role as usize][1] += 1.0;
    }
    sums.iter().map(|&[sum, n]| [sum / n.max(1.0), n]).collect()
}

fn samples_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("samples-{number:05}.jsonl"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_drawn_from_all_generations_once_each() {
        let sample = |x: usize| Sample {
            game: Backgammon::START,
            target: [x as f32; OUTPUTS],
            decision: x as u32,
        };
        let window: VecDeque<Vec<Sample>> =
            [0..3, 3..3, 3..50, 50..51].map(|part| part.map(sample).collect()).into();
        let draw = |count, seed| -> Vec<u32> {
            let drawn = draw(&window, count, &mut rng(seed, 0));
            drawn.iter().map(|sample| sample.target[0] as u32).collect()
        };
        let mut all = draw(60, 1);
        assert_ne!(all, draw(60, 2));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..51));
        let mut few = draw(20, 1);
        few.sort_unstable();
        few.dedup();
        assert_eq!(few.len(), 20);
        assert!(draw(0, 1).is_empty());
    }
}
