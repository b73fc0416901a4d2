//! Minorization-maximization (Coulom 2007, section 2.2).
//!
//! The new strength of a feature is its number of wins, divided by the sum over all positions of
//! the strength of its teams without it over the strength of all teams. If
//! one group changes at a time, the likelihood never falls. Probabilities are summed as
//! whole multiples of 2^-32, so that the sums are the same in every order.

use super::{Options, Sample, Shapes};
use crate::patterns::{Group, Patterns, UNIT};

/// What probabilities are multiples of.
const FINE: f64 = 4_294_967_296.0;
/// Positions whose likelihoods are added up before the others'.
const CHUNK: usize = 1024;

/// A fit: the strengths so far, and its progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// Of the levels of all groups.
    pub(super) levels: Vec<f64>,
    /// Of the shapes by number; 0 is none.
    pub(super) shapes: Vec<f64>,
    /// The mean logarithm of the probability of the moves that were played, before
    /// each round.
    pub(super) curve: Vec<f64>,
}

/// Which strengths change.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Target {
    Shapes,
    Answers,
    Levels,
}

/// What is known after going over all positions.
struct Sums {
    /// The probabilities of all teams with a feature, in 1/[`FINE`].
    expected: Vec<u64>,
    /// The mean logarithm of the probability of what was played.
    evidence: f64,
}

impl Fit {
    /// All shapes equally strong.
    pub fn new(shapes: &Shapes) -> Self {
        let levels = vec![1.0; Group::LEVELS];
        Self { levels, shapes: vec![1.0; shapes.len() + 1], curve: Vec::new() }
    }

    /// How many rounds there were.
    pub const fn rounds(&self) -> usize {
        self.curve.len()
    }

    /// The mean logarithm of the probability of the moves that were played, before
    /// each round.
    pub fn curve(&self) -> &[f64] {
        &self.curve
    }

    /// Changes the strengths of all groups once.
    pub fn round(&mut self, shapes: &Shapes, sample: &Sample, options: &Options, threads: usize) {
        let prior = options.prior;
        for target in [Target::Shapes, Target::Answers] {
            let sums = self.sums(sample, target, threads);
            if target == Target::Shapes {
                self.curve.push(sums.evidence);
            }
            let mut wins = vec![0_u32; self.shapes.len()];
            for team in won(sample) {
                wins[if target == Target::Shapes { team.shape } else { team.answer } as usize] += 1;
            }
            // Shapes inside others come first in no order; all see the strengths
            // from before.
            let before = self.shapes.clone();
            for (i, strength) in self.shapes.iter_mut().enumerate().skip(1) {
                // Shapes and answers have numbers of one sequence.
                if wins[i] == 0 && sums.expected[i] == 0 {
                    continue;
                }
                let opponent = before[shapes.inner[i] as usize];
                *strength = raised(*strength, wins[i], sums.expected[i], prior, opponent);
            }
        }
        let mut wins = vec![0_u32; Group::LEVELS];
        for team in won(sample) {
            for (group, level) in Group::ALL.iter().zip(sample.combinations[team.levels as usize]) {
                wins[group.first() + usize::from(level)] += 1;
            }
        }
        for group in Group::ALL {
            let sums = self.sums(sample, Target::Levels, threads);
            let mut expected = vec![0; group.levels()];
            for (levels, sum) in sample.combinations.iter().zip(&sums.expected) {
                expected[usize::from(levels[group as usize])] += sum;
            }
            for (level, &expected) in expected.iter().enumerate().skip(1) {
                let at = group.first() + level;
                self.levels[at] = raised(self.levels[at], wins[at], expected, prior, 1.0);
            }
        }
    }

    /// The mean logarithm of the probability of the moves that were played.
    pub fn evidence(&self, sample: &Sample, threads: usize) -> f64 {
        self.sums(sample, Target::Levels, threads).evidence
    }

    /// Goes over all positions.
    fn sums(&self, sample: &Sample, target: Target, threads: usize) -> Sums {
        let combinations: Vec<f32> = sample
            .combinations
            .iter()
            .map(|levels| {
                let strengths = Group::ALL.iter().zip(levels);
                strengths
                    .map(|(group, &level)| self.levels[group.first() + usize::from(level)])
                    .product::<f64>() as f32
            })
            .collect();
        let shapes: Vec<f32> = self.shapes.iter().map(|&strength| strength as f32).collect();
        let size = match target {
            Target::Levels => combinations.len(),
            Target::Shapes | Target::Answers => shapes.len(),
        };
        let run = |positions: std::ops::Range<usize>| {
            let mut expected = vec![0_u64; size];
            let mut evidence = Vec::new();
            let mut strengths = Vec::new();
            for chunk in positions.clone().step_by(CHUNK) {
                let mut sum = 0.0;
                for position in chunk..(chunk + CHUNK).min(positions.end) {
                    let teams = &sample.teams[sample.range(position)];
                    strengths.clear();
                    strengths.extend(teams.iter().map(|team| {
                        f64::from(combinations[team.levels as usize])
                            * f64::from(shapes[team.shape as usize])
                            * f64::from(shapes[team.answer as usize])
                    }));
                    let all: f64 = strengths.iter().sum();
                    let share = FINE / all;
                    for (team, strength) in teams.iter().zip(&strengths) {
                        let feature = match target {
                            Target::Shapes => team.shape,
                            Target::Answers => team.answer,
                            Target::Levels => team.levels,
                        };
                        expected[feature as usize] += (strength * share) as u64;
                    }
                    let played = strengths[usize::from(sample.played[position])];
                    sum += libm::log(played / all);
                }
                evidence.push(sum);
            }
            (expected, evidence)
        };
        let count = sample.positions();
        let chunks = count.div_ceil(CHUNK);
        let each = chunks.div_ceil(threads.max(1)).max(1) * CHUNK;
        let parts: Vec<_> = (0..count).step_by(each).map(|i| i..(i + each).min(count)).collect();
        let done: Vec<(Vec<u64>, Vec<f64>)> = if parts.len() < 2 {
            parts.into_iter().map(run).collect()
        } else {
            std::thread::scope(|scope| {
                let run = &run;
                let running: Vec<_> =
                    parts.into_iter().map(|part| scope.spawn(move || run(part))).collect();
                running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
            })
        };
        let mut sums = Sums { expected: vec![0; size], evidence: 0.0 };
        for (expected, evidence) in done {
            sums.expected.iter_mut().zip(expected).for_each(|(sum, more)| *sum += more);
            evidence.iter().for_each(|more| sums.evidence += more);
        }
        sums.evidence /= count.max(1) as f64;
        sums
    }

    /// The values as they are used.
    pub fn patterns(&self, shapes: &Shapes) -> Patterns {
        let value = |&strength: &f64| {
            let value = libm::round(libm::log(strength) * f64::from(UNIT));
            value.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
        };
        let levels = self.levels.iter().map(value).collect();
        Patterns::new(shapes.keys.clone(), self.shapes[1..].iter().map(value), levels)
    }
}

/// The teams that were played.
fn won(sample: &Sample) -> impl Iterator<Item = &super::sample::Team> {
    let positions = 0..sample.positions();
    positions.map(|i| &sample.teams[sample.starts[i] + usize::from(sample.played[i])])
}

/// A strength after a step. By the prior, the feature has won and lost
/// `prior` games against `opponent`.
fn raised(strength: f64, wins: u32, expected: u64, prior: f64, opponent: f64) -> f64 {
    let others = expected as f64 / FINE / strength;
    let believed = 2.0 * prior / (strength + opponent);
    (f64::from(wins) + prior) / (others + believed)
}
