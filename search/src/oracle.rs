//! The oracle: whether searches that claim to be exact are.
//!
//! On positions of seeded random games, at random depths and in random
//! windows, every subject must return what plain minimax returns, or a sound
//! bound on it; with the full window also the same set of best moves. Subjects
//! keep their tables from one check to the next, which is where the mistakes
//! of tables hide.

use rand::RngExt;
use starboard_core::{Bounds, Evaluator, Game, Limits, Node, Rng, Value, Window, rng};

use crate::{
    Searcher,
    minimax::{minimax_within, root_values_within},
};

/// How much to check.
#[derive(Clone, Debug)]
pub struct OracleOptions {
    /// Checks to make at least: one is one subject in one window of one
    /// position at one depth.
    pub checks: u64,
    /// Decides the positions, depths and windows.
    pub seed: u64,
    /// The deepest search to check.
    pub depth: u32,
    /// Positions that plain minimax may visit for one value; searches that
    /// need more are replaced by shallower ones.
    pub budget: u64,
}

impl Default for OracleOptions {
    fn default() -> Self {
        Self { checks: 1000, seed: 1, depth: 4, budget: 20_000 }
    }
}

/// A search to be checked.
pub struct Subject<G: Game> {
    /// What it is called in a report: the description it was made from.
    pub name: String,
    /// The search.
    pub search: Box<dyn Searcher<G>>,
}

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct OracleSummary {
    /// Checks made, all of which held.
    pub checks: u64,
    /// Different searches checked.
    pub subjects: usize,
    /// Positions they were checked on.
    pub positions: u64,
}

/// A search that returned something else than plain minimax.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{subject} searched {position} to depth {depth} with the window ({alpha:?}, {beta:?}) and \
     found {found}; plain minimax finds {expected}"
)]
pub struct Mismatch {
    /// The search.
    pub subject: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The depth, in moves.
    pub depth: u32,
    /// The window's lower end.
    pub alpha: Value,
    /// The window's upper end.
    pub beta: Value,
    /// What minimax found.
    pub expected: String,
    /// What the search found.
    pub found: String,
}

/// Checks `subjects` against plain minimax with the same evaluator, on
/// positions of random games that begin at one of `starts`.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn check<G: Game>(
    starts: &[G],
    subjects: &mut [Subject<G>],
    eval: &mut dyn Evaluator<G>,
    options: &OracleOptions,
) -> Result<OracleSummary, Mismatch> {
    let mut summary = OracleSummary { subjects: subjects.len(), ..OracleSummary::default() };
    if subjects.is_empty() || starts.is_empty() {
        return Ok(summary);
    }
    for stream in 0.. {
        if summary.checks >= options.checks {
            break;
        }
        let mut rng = rng(options.seed, stream);
        let game = wander(&starts[stream as usize % starts.len()], &mut rng);
        let Some((depth, expected)) = reference(&game, eval, options, &mut rng) else { continue };
        summary.positions += 1;
        let windows = windows(expected.value, &mut rng);
        for subject in subjects.iter_mut() {
            summary.checks += 1;
            full(subject, &game, depth, &expected)?;
            for &window in &windows {
                if let Some(found) = subject.search.bounded(&game, depth, window) {
                    summary.checks += 1;
                    bounded(subject, &game, depth, window, expected.value, found)?;
                }
            }
        }
    }
    Ok(summary)
}

/// What plain minimax found.
struct Expected<M> {
    value: Value,
    best_moves: Vec<M>,
}

/// A position some random moves after `start`.
fn wander<G: Game>(start: &G, rng: &mut Rng) -> G {
    let mut game = start.clone();
    let mut options = Vec::new();
    for _ in 0..rng.random_range(0..60_u32) {
        options.clear();
        game.options(&mut options);
        if options.is_empty() {
            break;
        }
        let before = game.clone();
        game.play(options[rng.random_range(0..options.len())]);
        // Finished games are worth few checks.
        if matches!(game.node(), Node::Over(_)) && rng.random_range(0..8_u32) > 0 {
            return before;
        }
    }
    game
}

/// The truth about `game` at a random depth that can be afforded.
fn reference<G: Game>(
    game: &G,
    eval: &mut dyn Evaluator<G>,
    options: &OracleOptions,
    rng: &mut Rng,
) -> Option<(u32, Expected<G::Move>)> {
    let wanted = rng.random_range(0..=options.depth);
    (0..=wanted).rev().find_map(|depth| {
        let mut budget = options.budget;
        if game.node() != Node::Decision || depth == 0 {
            let value = minimax_within(game, depth, eval, &mut budget)?;
            return Some((depth, Expected { value, best_moves: Vec::new() }));
        }
        let values = root_values_within(game, depth, eval, &mut budget)?;
        let value = values.iter().map(|&(_, value)| value).max()?;
        let best_moves = values.into_iter().filter(|&(_, v)| v == value).map(|(m, _)| m).collect();
        Some((depth, Expected { value, best_moves }))
    })
}

/// Windows around, above, below and far from the value.
fn windows(value: Value, rng: &mut Rng) -> Vec<Window> {
    let raw = i64::from(value.raw());
    let spread = raw.abs().max(8);
    let mut random = || {
        let alpha = Value::saturating(raw + rng.random_range(-spread..=spread));
        let width = rng.random_range(1..=spread);
        Window { alpha, beta: Value::saturating(i64::from(alpha.raw()) + width) }
    };
    let random = [random(), random()];
    let mut windows = vec![
        Window::at_least(value),
        Window { alpha: value, beta: value.up() },
        Window { alpha: value.down(), beta: value.up() },
        Window { alpha: Value::MIN, beta: value.up() },
    ];
    windows.extend(random);
    windows.retain(|w| w.alpha < w.beta);
    windows
}

/// Checks a search with the full window: value and best moves.
fn full<G: Game>(
    subject: &mut Subject<G>,
    game: &G,
    depth: u32,
    expected: &Expected<G::Move>,
) -> Result<(), Mismatch> {
    let report = subject.search.run(game, &Limits::depth(depth).with_all_ties());
    if report.value == expected.value && report.best_moves == expected.best_moves {
        return Ok(());
    }
    let write = |value: Value, moves: &[G::Move]| {
        let moves: Vec<_> = moves.iter().map(|&m| game.format_move(m)).collect();
        format!("{value:?} by [{}]", moves.join(", "))
    };
    let expected = write(expected.value, &expected.best_moves);
    let found = write(report.value, &report.best_moves);
    Err(mismatch(subject, game, depth, Window::FULL, expected, found))
}

/// Checks what a search returned with a window.
fn bounded<G: Game>(
    subject: &Subject<G>,
    game: &G,
    depth: u32,
    window: Window,
    expected: Value,
    found: Value,
) -> Result<(), Mismatch> {
    if Bounds::proven(found, window).contains(expected) {
        return Ok(());
    }
    let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
    Err(mismatch(subject, game, depth, window, expected, found))
}

fn mismatch<G: Game>(
    subject: &Subject<G>,
    game: &G,
    depth: u32,
    Window { alpha, beta }: Window,
    expected: String,
    found: String,
) -> Mismatch {
    let (subject, position) = (subject.name.clone(), game.format());
    Mismatch { subject, position, depth, alpha, beta, expected, found }
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Events, Report, Stop,
        testing::{HashEval, RandomTree},
    };

    use super::*;
    use crate::{Expectimax, Star, StarOptions};

    type Tree = RandomTree<true>;

    fn subjects(more: Option<Box<dyn Searcher<Tree>>>) -> Vec<Subject<Tree>> {
        let star = Star::new(HashEval::default(), (), StarOptions::default());
        let searches: [Box<dyn Searcher<Tree>>; 2] =
            [Box::new(star), Box::new(Expectimax::new(HashEval::default()))];
        (searches.into_iter().chain(more))
            .map(|search| Subject { name: "a search".into(), search })
            .collect()
    }

    #[test]
    fn exact_searches_pass() {
        let starts: Vec<_> = (0..40).map(Tree::new).collect();
        let options = OracleOptions { checks: 5000, ..OracleOptions::default() };
        let summary = check(&starts, &mut subjects(None), &mut HashEval::default(), &options);
        assert!(summary.expect("exact").checks >= 5000);
    }

    /// Forgets to look at the last move: what a pruning mistake does.
    struct Careless(Expectimax<HashEval>);

    impl Searcher<Tree> for Careless {
        fn search(
            &mut self,
            root: &Tree,
            limits: &Limits,
            stop: &Stop,
            events: &mut dyn Events<<Tree as Game>::Move>,
        ) -> Report<<Tree as Game>::Move> {
            let mut report = self.0.search(root, limits, stop, events);
            if report.best_moves.len() > 1 {
                report.best_moves.pop();
            }
            report
        }
    }

    #[test]
    fn a_search_that_misses_a_tie_is_found_out() {
        let starts: Vec<_> = (0..40).map(Tree::new).collect();
        let careless = Box::new(Careless(Expectimax::new(HashEval::default())));
        let options = OracleOptions { checks: 5000, ..OracleOptions::default() };
        let found =
            check(&starts, &mut subjects(Some(careless)), &mut HashEval::default(), &options);
        let message = found.expect_err("a mismatch").to_string();
        assert!(message.contains("plain minimax finds"), "{message}");
    }
}
