//! The oracle: checks that searches that claim to be exact are.
//!
//! On positions of seeded random games, at random depths and in random windows,
//! every subject must return what plain minimax returns, or a sound bound on it;
//! with the full window also the same set of best moves; and for some of the moves,
//! with bonuses, the best few and bounds on the others. Subjects keep their tables
//! from one check to the next, which is where the mistakes of tables hide.

use rand::{RngExt, seq::SliceRandom};
use starboard_core::{
    BoundType, Bounds, Evaluator, Game, Limits, Node, Report, Rng, Root, Stop, Value, Window, rng,
};

use crate::{
    Searcher,
    minimax::{minimax_within, root_values_within},
};

/// How much to check.
#[derive(Clone, Debug)]
pub struct OracleOptions {
    /// The least number of checks to make: one is one subject in one window of one
    /// position at one depth.
    pub checks: u64,
    /// Determines the positions, depths and windows.
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
    /// Of these, how many were checked 0, 1, 2, … moves deep, finished games left
    /// out.
    pub depths: Vec<u64>,
    /// Positions that plain minimax could not search two moves deep, because that
    /// was beyond the budget or chance nodes followed each other without end.
    pub too_large: u64,
}

impl OracleSummary {
    /// Adds what was checked elsewhere, of the same searches.
    pub fn add(&mut self, other: &Self) {
        self.checks += other.checks;
        self.subjects = self.subjects.max(other.subjects);
        self.positions += other.positions;
        self.too_large += other.too_large;
        let most = self.depths.len().max(other.depths.len());
        self.depths.resize(most, 0);
        self.depths.iter_mut().zip(&other.depths).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Whether a search deeper than one move was wanted, and none could be checked.
    pub fn is_shallow(&self) -> bool {
        self.too_large > 0 && self.depths.iter().skip(2).all(|&positions| positions == 0)
    }
}

/// A search that returned anything other than plain minimax.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{subject} searched {position} to depth {depth} with the window ({alpha:?}, {beta:?}) and \
     found {found}; plain minimax finds {expected}"
)]
pub struct Mismatch {
    /// The search.
    pub subject: String,
    /// The position, in the game's notation, and the request about its
    /// moves, if that was not simply for the best.
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
        let found = reference(&game, eval, options, &mut rng);
        let Some(Reference { wanted, depth, expected }) = found else { continue };
        summary.positions += 1;
        if !matches!(game.node(), Node::Over(_)) {
            summary.depths.resize(summary.depths.len().max(depth as usize + 1), 0);
            summary.depths[depth as usize] += 1;
            summary.too_large += u64::from(wanted > 1 && depth < 2);
        }
        let windows = windows(expected.value, &mut rng);
        let part = part(&expected, &mut rng);
        for subject in subjects.iter_mut() {
            summary.checks += 1;
            full(subject, &game, depth, &expected)?;
            if let Some((root, limits)) = &part {
                summary.checks += 1;
                some(subject, &game, depth, &expected, root, limits)?;
            }
            for &window in &windows {
                if let Some(found) = subject.search.search_window(&game, depth, window) {
                    summary.checks += 1;
                    bounded(subject, &game, depth, window, expected.value, found)?;
                }
            }
        }
    }
    Ok(summary)
}

/// The truth about a position.
struct Reference<M> {
    /// The depth drawn, and the one that could be afforded.
    wanted: u32,
    depth: u32,
    expected: Expected<M>,
}

/// What plain minimax found.
struct Expected<M> {
    value: Value,
    best_moves: Vec<M>,
    /// Of all moves.
    values: Vec<(M, Value)>,
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
) -> Option<Reference<G::Move>> {
    let wanted = rng.random_range(0..=options.depth);
    let found = (0..=wanted).rev().find_map(|depth| {
        let mut budget = options.budget;
        if game.node() != Node::Decision || depth == 0 {
            let value = minimax_within(game, depth, eval, &mut budget)?;
            return Some((depth, Expected { value, best_moves: Vec::new(), values: Vec::new() }));
        }
        let values = root_values_within(game, depth, eval, &mut budget)?;
        let value = values.iter().map(|&(_, value)| value).max()?;
        let best = values.iter().filter(|&&(_, v)| v == value);
        let best_moves = best.map(|&(m, _)| m).collect();
        Some((depth, Expected { value, best_moves, values }))
    });
    found.map(|(depth, expected)| Reference { wanted, depth, expected })
}

/// Some of the moves or all, with bonuses or without, for one line or several, and
/// the rest of the request; `None` where there are no moves.
fn part<M: Copy>(expected: &Expected<M>, rng: &mut Rng) -> Option<(Root<M>, Limits)> {
    let mut moves: Vec<_> = expected.values.iter().map(|&(m, _)| m).collect();
    if moves.is_empty() {
        return None;
    }
    let mut root = Root::lines(rng.random_range(1..5));
    if rng.random() {
        let spread = expected.value.raw().abs().max(8);
        let all = moves.iter().filter(|_| rng.random());
        let some: Vec<M> = all.copied().collect();
        let bonus = |m| (m, Value::new(rng.random_range(-spread..=spread)));
        root.bonuses = some.into_iter().map(bonus).collect();
    }
    if rng.random() {
        moves.shuffle(rng);
        moves.truncate(rng.random_range(1..=moves.len()));
        root.moves = Some(moves);
    }
    Some((root, Limits { all_ties: rng.random(), ..Limits::default() }))
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

/// Checks a search of the moves that `root` selects against the values of all:
/// value, best moves, the first lines, and the bounds on the other moves.
fn some<G: Game>(
    subject: &mut Subject<G>,
    game: &G,
    depth: u32,
    expected: &Expected<G::Move>,
    root: &Root<G::Move>,
    limits: &Limits,
) -> Result<(), Mismatch> {
    let limits = Limits { depth: Some(depth), ..limits.clone() };
    let report = subject.search.search(game, root, &limits, &Stop::default(), &mut ());
    let legal = expected.values.iter().map(|&(m, _)| m).collect();
    let value_of = |m: G::Move| {
        let found = expected.values.iter().find(|(other, _)| *other == m);
        found.map_or(Value::MIN, |&(_, value)| value + root.bonus(&m))
    };
    let values: Vec<_> = root.among(legal).into_iter().map(|m| (m, value_of(m))).collect();
    // Once the lines wanted are mates, nothing else is searched deeper.
    let asked = if G::MATE > 0 { depth } else { 0 };
    if is_best_of(&report, &values, root.multipv, limits.all_ties, asked) {
        return Ok(());
    }
    let name = |m: G::Move| game.format_move(m);
    let write = |value: Value, best: &[G::Move], all: Vec<String>| {
        let best: Vec<_> = best.iter().map(|&m| name(m)).collect();
        format!("{value:?} by [{}] of [{}]", best.join(", "), all.join(", "))
    };
    let found =
        report.candidates.iter().map(|c| format!("{} {:?} {:?}", name(c.m), c.value, c.bound));
    let found = write(report.value, &report.best_moves, found.collect());
    let most = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
    let best: Vec<_> = values.iter().filter(|(_, value)| *value == most).map(|&(m, _)| m).collect();
    let all = values.iter().map(|&(m, value)| format!("{} {value:?}", name(m)));
    let expected = write(most, &best, all.collect());
    let mut mismatch = mismatch(subject, game, depth, Window::FULL, expected, found);
    let bonuses: Vec<_> =
        root.bonuses.iter().map(|&(m, bonus)| format!("{} {bonus:?}", name(m))).collect();
    let bonuses = bonuses.join(", ");
    mismatch.position += &format!(" ({} lines, bonuses [{bonuses}])", root.multipv);
    Err(mismatch)
}

/// Whether a report is true of moves with these values, listed as they were
/// requested, and complete: `lines` lines, and all moves that equal the best if wanted.
/// Moves beyond these may have been searched less deep than `asked`.
fn is_best_of<M: Copy + Eq>(
    report: &Report<M>,
    values: &[(M, Value)],
    lines: usize,
    all_ties: bool,
    asked: u32,
) -> bool {
    let mut sorted: Vec<_> = values.iter().map(|&(_, value)| value).collect();
    sorted.sort_by_key(|&value| std::cmp::Reverse(value));
    let (best, lines) = (sorted[0], lines.min(sorted.len()));
    let ties = values.iter().filter(|&&(_, value)| value == best).map(|&(m, _)| m);
    let first = ties.clone().take(if all_ties { usize::MAX } else { 1 });
    let one = report.best_moves.len() == 1 && ties.clone().any(|m| m == report.best_moves[0]);
    let best_moves = if all_ties { first.eq(report.best_moves.iter().copied()) } else { one };
    let known = |m| values.iter().find(|&&(other, _)| other == m).map(|&(_, value)| value);
    let candidates = report.candidates.iter().enumerate().all(|(i, c)| match c.bound {
        _ if i >= lines && c.depth < asked => known(c.m).is_some(),
        BoundType::Exact => known(c.m) == Some(c.value) && c.pv.first() == Some(&c.m),
        BoundType::Upper => {
            i >= lines && known(c.m).is_some_and(|v| v <= c.value && c.value <= sorted[lines - 1])
        }
        BoundType::Lower | BoundType::Estimate => false,
    });
    let shown = report.candidates.iter().map(|c| c.value).take(lines);
    report.value == best
        && best_moves
        && candidates
        && report.candidates.len() == values.len()
        && shown.eq(sorted[..lines].iter().copied())
        && report.best_move() == report.best_moves.first()
        && report.pv == report.candidates[0].pv
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
        Evaluator, Events, Node, Player, Report, Stop, mix,
        testing::{HashEval, RandomTree},
    };

    use super::*;
    use crate::{AlphaBeta, AlphaBetaOptions, Expectimax, Star, StarOptions};

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
        let summary = summary.expect("exact");
        assert!(summary.checks >= 5000 && !summary.is_shallow());
        assert!(summary.depths.len() == 5 && summary.depths.iter().sum::<u64>() > 10);
    }

    type Found = Report<<Tree as Game>::Move>;

    /// Makes a mistake.
    struct Careless {
        search: Expectimax<HashEval>,
        mistake: fn(&mut Found),
    }

    impl Searcher<Tree> for Careless {
        fn search(
            &mut self,
            position: &Tree,
            root: &Root<<Tree as Game>::Move>,
            limits: &Limits,
            stop: &Stop,
            events: &mut dyn Events<<Tree as Game>::Move>,
        ) -> Report<<Tree as Game>::Move> {
            let Self { search, mistake } = self;
            let mut report = search.search(position, root, limits, stop, events);
            mistake(&mut report);
            report
        }
    }

    #[test]
    fn mistakes_are_found_out() {
        let starts: Vec<_> = (0..40).map(Tree::new).collect();
        let options = OracleOptions { checks: 5000, ..OracleOptions::default() };
        let mistakes: [fn(&mut Found); 4] = [
            // Not to look at the last move.
            |report| drop(report.best_moves.drain(1.min(report.best_moves.len())..)),
            // To think that a bound is a value.
            |report| {
                if let Some(c) = report.candidates.last_mut() {
                    c.value = c.value.up();
                }
            },
            // To forget the second best move.
            |report| {
                if report.candidates.len() > 2 {
                    report.candidates.remove(1);
                }
            },
            // To lose a line.
            |report| report.candidates.iter_mut().skip(1).for_each(|c| c.pv.clear()),
        ];
        for (i, mistake) in mistakes.into_iter().enumerate() {
            let careless = Careless { search: Expectimax::new(HashEval::default()), mistake };
            let mut subjects = subjects(Some(Box::new(careless)));
            let found = check(&starts, &mut subjects, &mut HashEval::default(), &options);
            let message = found.expect_err("a mismatch").to_string();
            assert!(message.contains("plain minimax finds"), "{i}: {message}");
        }
    }

    /// Whoever plays 0 or 1 wins at once; everything else goes on.
    #[derive(Clone, Debug, PartialEq)]
    struct Sudden {
        line: Vec<u8>,
        won: bool,
    }

    impl Game for Sudden {
        type Move = u8;
        const MATE: i32 = 30_000;
        fn mover(&self) -> Player {
            if self.line.len().is_multiple_of(2) { Player::First } else { Player::Second }
        }
        fn node(&self) -> Node {
            match self.won {
                true => Node::Over(Value::new(-Self::MATE)),
                false if self.line.len() > 5 => Node::Over(Value::ZERO),
                false => Node::Decision,
            }
        }
        fn moves(&self, out: &mut Vec<u8>) {
            if self.node() == Node::Decision {
                // No win at the second move: what else there is at the first stays open.
                out.extend(if self.line.len() == 1 { 2..5 } else { 0..5 });
            }
        }
        fn play(&mut self, m: u8) {
            self.line.push(m);
            self.won = m < 2;
        }
        fn key(&self) -> u64 {
            self.line.iter().fold(1, |key, &m| mix(key ^ u64::from(m)))
        }
    }

    /// By the key.
    #[derive(Copy, Clone)]
    struct ByKey;

    impl Evaluator<Sudden> for ByKey {
        fn evaluate(&mut self, game: &Sudden) -> Value {
            Value::new((game.key() % 201) as i32 - 100)
        }
    }

    /// A search may end once it has what was asked for, and leave other moves less deep.
    #[test]
    fn moves_beyond_the_mates_may_be_searched_less_deep() {
        let start = Sudden { line: Vec::new(), won: false };
        let search = AlphaBeta::new(ByKey, (), AlphaBetaOptions::default());
        let mut subjects = [Subject { name: "alpha-beta".into(), search: Box::new(search) as _ }];
        let options = OracleOptions { checks: 400, ..OracleOptions::default() };
        let summary = check(&[start], &mut subjects, &mut ByKey, &options);
        summary.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }

    #[test]
    fn what_could_not_be_searched_deeper_is_counted() {
        let options = OracleOptions { checks: 500, budget: 1, ..OracleOptions::default() };
        let starts: Vec<_> = (0..40).map(Tree::new).collect();
        let shallow = check(&starts, &mut subjects(None), &mut HashEval::default(), &options);
        assert!(shallow.expect("exact").too_large > 10);
        let (depths, too_large) = (vec![3, 4], 2);
        let mut shallow = OracleSummary { depths, too_large, ..OracleSummary::default() };
        assert!(shallow.is_shallow());
        shallow.add(&OracleSummary { depths: vec![0, 0, 1], ..OracleSummary::default() });
        assert!(!shallow.is_shallow() && shallow.depths == [3, 4, 1]);
    }
}
