//! Quiet positions of the games as features, from the point of view of the player to move.

use starboard_core::{Evaluator, Game, Player, mix};
use starboard_network::Features;

use crate::{
    FitOptions, Row,
    loss::{self, Aim},
    samples::{self, Outcome},
};
use starboard::GameEntry;

/// Positions with their outcomes, one after the other in a few contiguous buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    active: Vec<u16>,
    /// Where the features of each position end, as the mover and as the opponent sees them.
    ends: Vec<[u32; 2]>,
    /// The score and the search's value, for the mover.
    outcomes: Vec<[f32; 2]>,
    /// The value of the game's existing evaluation, for the mover.
    usual: Vec<f32>,
}

/// A position of [`Positions`].
#[derive(Copy, Clone, Debug)]
pub(super) struct Position<'a> {
    /// The features as the mover sees them, and as the opponent does.
    pub(super) active: [&'a [u16]; 2],
    pub(super) outcome: Outcome,
}

/// A position of a game that is worth learning from.
struct Found {
    active: [Vec<u16>; 2],
    outcome: Outcome,
    usual: f32,
}

/// The positions of the training set and of the validation set, which are of different games;
/// the same for any number of threads.
///
/// # Errors
///
/// If a game cannot be replayed; says which.
pub(super) fn collect<G: Game, F: Features<G>>(
    entry: &GameEntry<G>,
    features: &F,
    rows: &[Row],
    options: &FitOptions,
    threads: usize,
    visible: bool,
) -> Result<[Positions; 2], String> {
    let usual = || entry.fresh_evaluator(None).expect("every game has an evaluator");
    let games = samples::of_games(rows, threads, visible, |row| {
        let mut eval = usual();
        samples::quiet(entry, usual(), row, options, |before, leaf, outcome| {
            // Positions that are not quiet themselves are skipped: a search looks further there.
            (before == leaf).then(|| describe(features, &mut eval, leaf, outcome))
        })
    });
    let mut split = [Positions::default(), Positions::default()];
    for (number, game) in games.into_iter().enumerate() {
        let part = &mut split[usize::from(samples::is_held_back(number))];
        game?.into_iter().flatten().for_each(|found| part.push(&found));
    }
    Ok(split)
}

fn describe<G: Game, F: Features<G>>(
    features: &F,
    eval: &mut Box<dyn Evaluator<G>>,
    game: &G,
    outcome: Outcome,
) -> Found {
    let mover = game.mover();
    let active = [mover, mover.other()].map(|player| {
        let mut active = Vec::new();
        features.active(game, player, &mut active);
        active
    });
    let outcome = match mover {
        Player::First => outcome,
        Player::Second => Outcome { score: 1.0 - outcome.score, value: -outcome.value },
    };
    Found { active, outcome, usual: eval.evaluate(game).raw() as f32 }
}

impl Positions {
    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The features of all positions, one after the other.
    pub(super) fn active(&self) -> &[u16] {
        &self.active
    }

    /// Where the features of each position end, as the mover and as the opponent sees them.
    pub(super) fn ends(&self) -> impl Iterator<Item = u32> {
        self.ends.iter().copied().flatten()
    }

    /// The score of each position and the value that a search found, for the mover.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = f32> {
        self.outcomes.iter().copied().flatten()
    }

    /// The value of the game's existing evaluation for each position, for the mover.
    pub(super) fn values(&self) -> impl Iterator<Item = f32> {
        self.usual.iter().copied()
    }

    pub(super) fn get(&self, i: usize) -> Position<'_> {
        let start = if i == 0 { 0 } else { self.ends[i - 1][1] } as usize;
        let [middle, end] = self.ends[i].map(|end| end as usize);
        let [score, value] = self.outcomes[i].map(f64::from);
        Position {
            active: [&self.active[start..middle], &self.active[middle..end]],
            outcome: Outcome { score, value },
        }
    }

    fn push(&mut self, found: &Found) {
        let ends = [0, 1].map(|side| {
            self.active.extend_from_slice(&found.active[side]);
            u32::try_from(self.active.len()).expect("fewer than four billion features")
        });
        self.ends.push(ends);
        self.outcomes.push([found.outcome.score as f32, found.outcome.value as f32]);
        self.usual.push(found.usual);
    }

    /// Adds a position, whose search value is the usual evaluation's value, too.
    #[cfg(test)]
    pub(super) fn add(&mut self, active: [Vec<u16>; 2], score: f64, value: f64) {
        self.push(&Found { active, outcome: Outcome { score, value }, usual: value as f32 });
    }

    /// The values of the game's existing evaluation, as arguments of
    /// [`chance`](loss::chance).
    pub(super) fn usual(&self, scale: f64) -> Vec<f64> {
        self.usual.iter().map(|&value| f64::from(value) / scale).collect()
    }

    /// The lead at which 73 % of the points are scored, going by the search's values.
    pub(super) fn scale(&self) -> f64 {
        let pairs: Vec<_> = self
            .outcomes
            .iter()
            .map(|&[score, value]| (f64::from(value), f64::from(score)))
            .collect();
        loss::scale_of(&pairs)
    }

    /// The mean cross-entropy of these values, given as arguments of [`chance`](loss::chance).
    pub(super) fn loss(&self, values: &[f64], aim: Aim) -> f64 {
        let each = values.iter().enumerate().map(|(i, &x)| aim.entropy(x, self.get(i).outcome));
        each.sum::<f64>() / self.len().max(1) as f64
    }

    /// A hash of everything.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hash = mix(self.len() as u64);
        let mut add = |x: u64| hash = mix(hash ^ x);
        self.active.iter().for_each(|&feature| add(feature.into()));
        self.ends.iter().for_each(|&[a, b]| add(u64::from(a) << 32 | u64::from(b)));
        for &[score, value] in &self.outcomes {
            add(u64::from(score.to_bits()) << 32 | u64::from(value.to_bits()));
        }
        hash
    }
}
