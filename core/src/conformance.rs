//! Whether a game keeps its promises: the test that every game should pass
//! before a search is blamed.
//!
//! Seeded random games are played, and at each position everything that [`Game`] and
//! the given [`Evaluator`]s, [`Quiescence`]s and [`Policy`]s promise is checked, one
//! [`Promise`] at a time. A broken promise is reported with the shortest line of
//! moves that shows it.
//!
//! ```
//! use starboard_core::{conformance::Conformance, testing::{HashEval, RandomTree}};
//!
//! let summary = Conformance::new(RandomTree::<true>::new(7))
//!     .games(8)
//!     .evaluator("hash", HashEval::default())
//!     .run()?;
//! assert!(summary.chance_nodes > 0 && summary.notes.is_empty());
//! # Ok::<(), Box<starboard_core::conformance::Failure>>(())
//! ```
//!
//! Or, as one line of a test module: [`conformance!`](crate::conformance!).

mod advice;
#[cfg(test)]
mod broken;
mod evaluators;
mod notation;
mod probe;
mod promise;
mod quiet;
mod rules;
mod shortest;

use std::fmt;

use rand::RngExt;

pub use self::promise::Promise;
use self::{
    probe::{Parts, Probe, Seen, after, choices},
    shortest::{Line, Shortener},
};
use crate::{Evaluator, Game, Node, Policy, Quiescence, rng};

/// What to check, and how thoroughly.
#[derive(Clone)]
pub struct Conformance<G: Game> {
    starts: Vec<G>,
    parts: Parts<G>,
    games: u64,
    length: usize,
    enough: u64,
    seed: u64,
    budget: usize,
}

impl<G: Game> Conformance<G> {
    /// 64 games of at most 200 plies from `start`, with seed 0.
    pub fn new(start: G) -> Self {
        Self {
            starts: vec![start],
            parts: Parts::default(),
            games: 64,
            length: 200,
            enough: u64::MAX,
            seed: 0,
            budget: 50_000,
        }
    }

    /// Plays as many games from this position as well.
    pub fn start(mut self, start: G) -> Self {
        self.starts.push(start);
        self
    }

    /// The number of games from each starting position.
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// The most plies per game, outcomes of chance counted.
    pub fn length(self, length: usize) -> Self {
        Self { length, ..self }
    }

    /// Begins no new game after this many checks; there is no limit by default. Every
    /// starting position gets its first game before any gets its second.
    pub fn enough(self, checks: u64) -> Self {
        Self { enough: checks, ..self }
    }

    /// The seed: another one gives other games.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How many positions may be examined to find the shortest line to a
    /// fault, once there is one; 50,000 by default.
    pub fn budget(self, budget: usize) -> Self {
        Self { budget, ..self }
    }

    /// Checks this evaluator's promises, too; reports call it `name`.
    pub fn evaluator(
        mut self,
        name: impl Into<String>,
        evaluator: impl Evaluator<G> + 'static,
    ) -> Self {
        self.parts.evaluators.push((name.into(), Box::new(evaluator)));
        self
    }

    /// Checks the promises of this quiescence, which says which moves are noisy.
    pub fn quiescence(
        mut self,
        name: impl Into<String>,
        quiescence: impl Quiescence<G> + 'static,
    ) -> Self {
        self.parts.quiescences.push((name.into(), Box::new(quiescence)));
        self
    }

    /// Checks the promises of this policy. It may take milliseconds a position, so
    /// only the first two hundred positions are checked.
    pub fn policy(mut self, name: impl Into<String>, policy: impl Policy<G> + 'static) -> Self {
        self.parts.policies.push((name.into(), Box::new(policy)));
        self
    }

    /// Plays the games and checks every position on the way.
    ///
    /// # Errors
    ///
    /// The first broken promise. A panic counts as one, so nothing that the game does
    /// makes this method panic.
    pub fn run(mut self) -> Result<Summary, Box<Failure>> {
        let (mut seen, mut summary) = (Seen::default(), Summary::default());
        for game in 0..self.games {
            for (i, start) in self.starts.iter().enumerate() {
                if seen.checks >= self.enough {
                    break;
                }
                let mut rng = rng(self.seed, game * self.starts.len() as u64 + i as u64);
                let (mut position, mut moves) = (start.clone(), Vec::new());
                loop {
                    summary.positions += 1;
                    let mut probe =
                        Probe::new(&position, moves.is_empty(), &mut self.parts, &mut seen);
                    if let Err(broken) = probe.run(None) {
                        let (line, checks) = (Line::new(&moves, broken), seen.checks);
                        let (parts, budget) = (&mut self.parts, self.budget);
                        let mut shortener = Shortener { start, parts, budget };
                        let (start, line) = shortener.shorten(line, &mut seen);
                        return Err(Box::new(Failure { checks, ..Failure::new(&start, line) }));
                    }
                    // Nothing below can panic: the probe did it all before.
                    match position.node() {
                        Node::Over(_) => summary.finished += 1,
                        Node::Chance => summary.chance_nodes += 1,
                        Node::Decision => {}
                    }
                    let options = choices(&position);
                    if options.is_empty() || moves.len() >= self.length {
                        break;
                    }
                    let m = options[rng.random_range(0..options.len())];
                    position = after(&position, m);
                    moves.push(m);
                }
                summary.games += 1;
            }
        }
        summary.conclude::<G>(&seen);
        Ok(summary)
    }
}

/// What was checked, if nothing was wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Single checks made.
    pub checks: u64,
    /// Games played.
    pub games: u64,
    /// Of these, the ones that came to an end.
    pub finished: u64,
    /// Positions examined, some perhaps more than once.
    pub positions: u64,
    /// Of these, chance nodes.
    pub chance_nodes: u64,
    /// What could not be checked, or looks like an oversight.
    pub notes: Vec<&'static str>,
}

impl Summary {
    fn conclude<G: Game>(&mut self, seen: &Seen<G>) {
        self.checks = seen.checks;
        let notes = [
            (G::CHANCE && self.chance_nodes == 0, "CHANCE holds, but no chance node was met"),
            (self.finished == 0, "no game came to an end"),
            (!seen.notation, "the game reads no positions: their notation was not checked"),
            (!seen.mirrors, "the game has no mirror images: symmetry was not checked"),
            (
                seen.pictured && !seen.pointed,
                "the picture has places, and no move has one of them: nothing can be clicked on",
            ),
        ];
        self.notes.extend(notes.into_iter().filter(|(applies, _)| *applies).map(|(_, note)| note));
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { checks, games, finished, positions, chance_nodes, notes } = self;
        write!(f, "{checks} checks at {positions} positions ({chance_nodes} chance nodes) of ")?;
        write!(f, "{games} games ({finished} finished)")?;
        notes.iter().try_for_each(|note| write!(f, "\nnote: {note}"))
    }
}

/// A broken promise and the moves that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// What was promised.
    pub promise: Promise,
    /// The position the moves start from; or the failing position itself, if that
    /// alone, written and read again, shows the fault.
    pub start: String,
    /// The moves that lead to the failing position, in the game's notation.
    pub moves: Vec<String>,
    /// The failing position, in which the broken promise shows.
    pub position: String,
    /// The move in that position that shows it, if it takes one.
    pub playing: Option<String>,
    /// Whether it is certain that no shorter line of moves shows the fault.
    pub minimal: bool,
    /// Checks that held before this one failed.
    pub checks: u64,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Failure {
    fn new<G: Game>(start: &G, line: Line<G::Move>) -> Self {
        let text =
            |game: &G| quiet::catch(|| game.format()).unwrap_or_else(|_| format!("{game:?}"));
        let name = |game: &G, m: G::Move| {
            quiet::catch(|| game.format_move(m)).unwrap_or_else(|_| format!("{m:?}"))
        };
        let Line { moves: mut path, broken, minimal } = line;
        if broken.after.is_some() {
            path.pop();
        }
        let mut position = start.clone();
        let mut moves = Vec::new();
        for m in path {
            moves.push(name(&position, m));
            // Whatever was played on the way to a fault can be played again.
            position = quiet::catch(|| after(&position, m)).unwrap_or(position);
        }
        Self {
            promise: broken.promise,
            start: text(start),
            moves,
            position: text(&position),
            playing: broken.after.map(|m| name(&position, m)),
            minimal,
            checks: 0,
            expected: broken.expected,
            found: broken.found,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of a longer line, this many moves are shown from either end.
        const ENDS: usize = 4;
        let Self { promise, start, moves, position, playing, minimal, expected, found, .. } = self;
        writeln!(f, "broken promise: {promise} ({promise:?})\n  shows at: {position}")?;
        if let Some(m) = playing {
            writeln!(f, "  playing:  {m}")?;
        }
        writeln!(f, "  expected: {expected}\n  found:    {found}")?;
        if moves.is_empty() {
            return match start == position {
                true => writeln!(f, "  (the position alone shows it)"),
                false => writeln!(f, "  start:    {start}"),
            };
        }
        writeln!(f, "  start:    {start}")?;
        for (i, m) in moves.iter().enumerate() {
            let (from, to) = (ENDS, moves.len().saturating_sub(ENDS));
            // One move left out would save nothing.
            match to > from + 1 && (from..to).contains(&i) {
                true if i == from => writeln!(f, "  ... {} moves ...", to - from)?,
                true => {}
                false => writeln!(f, "  {:<10}{m}", format!("move {}:", i + 1))?,
            }
        }
        let short = if *minimal { "no shorter line shows it" } else { "shorter lines may show it" };
        writeln!(f, "  ({short})")
    }
}

impl std::error::Error for Failure {}

/// Defines a test that runs [`Conformance`] on a game: give its starting position,
/// then any of the methods of [`Conformance`]. A name before the position
/// distinguishes several tests.
///
/// ```
/// use starboard_core::testing::{HashEval, RandomTree};
/// starboard_core::conformance!(RandomTree::<false>::new(1));
/// starboard_core::conformance!(short: RandomTree::<true>::new(2), games(8), evaluator("hash", HashEval::default()));
/// ```
#[macro_export]
macro_rules! conformance {
    ($name:ident: $start:expr $(, $method:ident($($argument:expr),*))* $(,)?) => {
        #[test]
        fn $name() {
            let suite = $crate::conformance::Conformance::new($start);
            $(let suite = suite.$method($($argument),*);)*
            if let Err(failure) = suite.run() {
                panic!("{failure}");
            }
        }
    };
    ($start:expr $(, $method:ident($($argument:expr),*))* $(,)?) => {
        $crate::conformance!(keeps_every_promise: $start $(, $method($($argument),*))*);
    };
}
