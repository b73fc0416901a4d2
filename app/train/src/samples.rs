//! Positions of the games, as the terms that an evaluation counts in them.

use rand::RngExt;
use starboard_core::{Evaluator, Game, Node, Value, mix, rng};

use super::{FitOptions, Row, Settle, Trainee};
use starboard::GameEntry;
use starboard_lab::{Progress, parallel_map};

/// The random stream of the choice of positions.
const STREAM: u64 = 0x7361_6d70;
/// The random stream of the order of positions.
const ORDER: u64 = 0x6f72_6465;

/// Of every twenty games, those of the validation set: one from the start and one from an
/// opening.
const HELD_BACK: [usize; 2] = [0, 9];

/// Positions with their outcomes, one after the other in a few contiguous buffers, since every
/// epoch runs through all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Samples {
    linear: Vec<(u16, i16)>,
    products: Vec<(u16, u16, i16)>,
    /// Where the terms of each position end.
    ends: Vec<(u32, u32)>,
    outcomes: Vec<Outcome>,
}

/// The outcome of a position, for the first player.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// What the first player scored: 1, ½ or 0.
    pub(super) score: f64,
    /// The value that a search found, in the unit of the evaluation.
    pub(super) value: f64,
}

/// A position of [`Samples`].
#[derive(Copy, Clone, Debug)]
pub(super) struct Sample<'a> {
    pub(super) linear: &'a [(u16, i16)],
    pub(super) products: &'a [(u16, u16, i16)],
    pub(super) outcome: Outcome,
}

impl Sample<'_> {
    /// The first player's lead by these weights.
    pub(super) fn lead(&self, weights: &[f64]) -> f64 {
        let at = |place: u16| weights[usize::from(place)];
        let mut lead = 0.0;
        for &(i, count) in self.linear {
            lead += f64::from(count) * at(i);
        }
        for &(i, j, count) in self.products {
            lead += f64::from(count) * at(i) * at(j);
        }
        lead
    }

    /// Adds `scale` times the gradient of the lead with respect to the weights to `sum`.
    pub(super) fn add_gradient(&self, scale: f64, weights: &[f64], sum: &mut [f64]) {
        for &(i, count) in self.linear {
            sum[usize::from(i)] += scale * f64::from(count);
        }
        for &(i, j, count) in self.products {
            let (i, j) = (usize::from(i), usize::from(j));
            let scale = scale * f64::from(count);
            sum[i] += scale * weights[j];
            sum[j] += scale * weights[i];
        }
    }
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    pub(super) fn get(&self, i: usize) -> Sample<'_> {
        let (linear, products) = if i == 0 { (0, 0) } else { self.ends[i - 1] };
        let (linear_end, products_end) = self.ends[i];
        Sample {
            linear: &self.linear[linear as usize..linear_end as usize],
            products: &self.products[products as usize..products_end as usize],
            outcome: self.outcomes[i],
        }
    }

    pub(super) fn push(&mut self, terms: &super::Terms, outcome: Outcome) {
        self.linear.extend_from_slice(&terms.linear);
        self.products.extend_from_slice(&terms.products);
        self.ends.push((self.linear.len() as u32, self.products.len() as u32));
        self.outcomes.push(outcome);
    }

    /// Sets the outcome of the last position.
    #[cfg(test)]
    pub(super) fn set_last(&mut self, outcome: Outcome) {
        self.outcomes.pop();
        self.outcomes.push(outcome);
    }

    /// Reverses a result.
    #[cfg(test)]
    pub(super) fn turn(&mut self, i: usize) {
        self.outcomes[i].score = 1.0 - self.outcomes[i].score;
    }

    /// A hash of everything.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hash = mix(self.len() as u64);
        let mut add = |x: u64| hash = mix(hash ^ x);
        for &(i, n) in &self.linear {
            add(u64::from(i) << 32 | u64::from(n as u16));
        }
        for &(i, j, n) in &self.products {
            add(u64::from(i) << 32 | u64::from(j) << 16 | u64::from(n as u16));
        }
        for &Outcome { score, value } in &self.outcomes {
            add(score.to_bits());
            add(value.to_bits());
        }
        hash
    }
}

/// The training set and the validation set.
#[derive(Clone, Debug, Default)]
pub(super) struct Split {
    pub(super) training: Samples,
    pub(super) validation: Samples,
}

/// The positions of these games, the same for any number of threads.
///
/// # Errors
///
/// If a game cannot be replayed; says which.
pub(super) fn collect<G: Game>(
    entry: &GameEntry<G>,
    trainee: &dyn Trainee<G>,
    start: &[f64],
    rows: &[Row],
    options: &FitOptions,
    threads: usize,
    visible: bool,
) -> Result<Split, String> {
    let games = of_games(rows, threads, visible, |row| {
        quiet(entry, trainee.evaluator(start), row, options, |_, leaf, outcome| {
            (trainee.terms(leaf), outcome)
        })
    });
    let mut split = Split::default();
    let mut training = Vec::new();
    for (number, game) in games.into_iter().enumerate() {
        if is_held_back(number) {
            game?.iter().for_each(|(terms, outcome)| split.validation.push(terms, *outcome));
        } else {
            training.extend(game?);
        }
    }
    // Shuffled, since successive positions of a game are much alike.
    let mut rng = rng(options.seed ^ ORDER, 0);
    for i in (1..training.len()).rev() {
        training.swap(i, rng.random_range(0..=i));
    }
    training.iter().for_each(|(terms, outcome)| split.training.push(terms, *outcome));
    Ok(split)
}

/// Whether the game of this number belongs to the validation set.
pub(super) fn is_held_back(number: usize) -> bool {
    HELD_BACK.contains(&(number % 20))
}

/// What `one` returns for each of the games, in their order.
pub(super) fn of_games<T: Send>(
    rows: &[Row],
    threads: usize,
    visible: bool,
    one: impl Fn(&Row) -> Result<T, String> + Sync,
) -> Vec<Result<T, String>> {
    let progress = Progress::new(visible, rows.len() as u64, "positions");
    parallel_map(rows.iter().collect(), threads, &progress, |_, row| {
        one(row).map_err(|error| format!("game {}: {error}", row.game))
    })
}

/// Some positions of a game: those in which the search found no forced win, the mover is not
/// in check, and best play with noisy moves, by `evaluator`, leads to a quiet position.
/// `describe` gets the position, that quiet position, and the outcome.
pub(super) fn quiet<G: Game, T>(
    entry: &GameEntry<G>,
    evaluator: Box<dyn Evaluator<G>>,
    row: &Row,
    options: &FitOptions,
    mut describe: impl FnMut(&G, &G, Outcome) -> T,
) -> Result<Vec<T>, String> {
    let mut game = read(entry, &row.opening.position)?;
    for text in &row.opening.moves {
        let m = game.parse_move(text).map_err(|error| error.to_string())?;
        game.play(m);
    }
    let mut settle = Settle::new(entry, evaluator);
    let decisive = Value::decisive(G::MATE).raw();
    let mut kept = Vec::new();
    // Each position draws a random number: those with the smallest are kept.
    let mut rng = rng(options.seed ^ STREAM, row.game as u64);
    let (mut earned, mut last) = (0, 0);
    for (text, value) in row.moves.iter().zip(&row.values) {
        let lot: u64 = rng.random();
        if let Some(value) = *value
            && (G::MATE == 0 || value.abs() < decisive)
            && game.node() == Node::Decision
            && !game.in_check()
        {
            kept.push((
                lot,
                kept.len(),
                game.clone(),
                f64::from(game.mover().for_first(value)),
                earned,
            ));
        }
        let m = game.parse_move(text).map_err(|error| error.to_string())?;
        if G::REWARDS {
            last = value.map_or(last, |value| earned + game.mover().for_first(value));
            earned += game.mover().for_first(game.reward(m).raw());
        }
        game.play(m);
    }
    // The game's result, without what the opening earned; where it was broken off, the value
    // of the last search.
    let total = match game.node() {
        Node::Over(value) => earned + game.mover().for_first(value.raw()),
        _ => last,
    };
    kept.sort_by_key(|&(lot, ..)| lot);
    kept.truncate(options.positions);
    kept.sort_by_key(|&(_, place, ..)| place);
    let settled = kept.into_iter().filter_map(|(_, _, game, value, earned)| {
        let leaf = settle.leaf(&game)?;
        if G::REWARDS && leaf.key() != game.key() {
            // What the moves to the quiet position earn is not part of its value.
            return None;
        }
        // A position does not contain what was earned before it: only what comes after counts.
        let rest = 0.5 + 0.5 * f64::from((total - earned).signum());
        let score = if G::REWARDS { rest } else { row.score };
        Some(describe(&game, &leaf, Outcome { score, value }))
    });
    Ok(settled.collect())
}

fn read<G: Game>(entry: &GameEntry<G>, text: &str) -> Result<G, String> {
    let start = entry.start();
    if start.format() == text {
        return Ok(start.clone());
    }
    G::parse(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::{HashEval, Knowledge, RewardTree};
    use starboard_lab::runs::Shard;

    use super::*;
    use crate::{Header, KIND, selfplay};

    fn header(game: &str, engine: &str) -> Header {
        Header {
            experiment: KIND.to_owned(),
            version: String::new(),
            engine: engine.to_owned(),
            game: game.to_owned(),
            nodes: 50,
            random_plies: 3,
            max_plies: 100,
            adjudication: None,
            seed: 1,
            games: 10,
            shard: Shard::WHOLE,
        }
    }

    /// Where moves have rewards, the target of a position is what came after it, while a game
    /// is won by all that was earned.
    #[test]
    fn what_was_earned_before_is_no_part_of_a_position() {
        let header = header("tree", "alpha-beta");
        let score = |points: i32| f64::from(points.signum() + 1) / 2.0;
        let eval = || HashEval(Knowledge::Tight);
        let (mut differ, mut positions) = (0, 0);
        for seed in 0..60 {
            let start = RewardTree::<false>::with_height(seed, 12);
            let entry = GameEntry::new("tree", "", start).evaluator("hash", "", eval());
            // Some trees end too soon for random plies.
            let Ok(rows) = selfplay::play(&entry, &header, None, 1, false) else { continue };
            for row in &rows {
                let mut game = read(&entry, &row.opening.position).expect("a position");
                let (mut passed, mut earned) = (Vec::new(), 0);
                for text in row.opening.moves.iter().chain(&row.moves) {
                    passed.push((game.key(), earned));
                    let m = game.parse_move(text).expect("a move");
                    earned += game.mover().for_first(game.reward(m).raw());
                    game.play(m);
                }
                let Node::Over(end) = game.node() else { panic!("it ended by the rules") };
                let total = earned + game.mover().for_first(end.raw());
                assert_eq!(row.score, score(total), "{row:?}");
                let options = FitOptions::default();
                let kept = quiet(&entry, Box::new(eval()), row, &options, |game, _, outcome| {
                    (game.key(), outcome.score)
                });
                for (key, found) in kept.expect("it can be played") {
                    let met = passed.iter().find(|&&(other, _)| other == key);
                    let (_, before) = met.expect("it was met");
                    assert_eq!(found, score(total - before), "{row:?}");
                    differ += usize::from(found != row.score);
                    positions += 1;
                }
            }
        }
        assert!(differ > 0, "{differ} of {positions}");
    }

    #[test]
    fn a_game_played_alone_has_no_winner_to_learn_from() {
        let header = header("2048", "mcts");
        let slide = starboard_small::entries::slide();
        let error = selfplay::play(&slide, &header, None, 1, false).expect_err("no winner");
        assert!(error.to_string().contains("is played alone"), "{error}");
    }
}
