//! The position under examination, and what is remembered of earlier ones.

use std::{collections::HashMap, fmt::Debug};

use super::{Promise, advice, evaluators, notation, quiet, rules};
use crate::{Evaluator, Game, Node, Policy, Quiescence};

/// A promise found broken.
#[derive(Clone, Debug)]
pub(super) struct Broken<M> {
    pub(super) promise: Promise,
    /// The move in question, if it takes one more.
    pub(super) after: Option<M>,
    pub(super) expected: String,
    pub(super) found: String,
    /// Which check found it: the one to repeat on other positions.
    pub(super) check: usize,
}

pub(super) type Outcome<G> = Result<(), Broken<<G as Game>::Move>>;
type Check<G> = fn(&mut Probe<'_, G>) -> Outcome<G>;
type Named<T> = (String, Box<T>);

/// What is examined beside the rules, each by its name.
#[derive(Clone)]
pub(super) struct Parts<G: Game> {
    pub(super) evaluators: Vec<Named<dyn Evaluator<G>>>,
    pub(super) quiescences: Vec<Named<dyn Quiescence<G>>>,
    pub(super) policies: Vec<Named<dyn Policy<G>>>,
}

impl<G: Game> Default for Parts<G> {
    fn default() -> Self {
        Self { evaluators: Vec::new(), quiescences: Vec::new(), policies: Vec::new() }
    }
}

/// A position and what is needed to examine it.
pub(super) struct Probe<'a, G: Game> {
    pub(super) game: &'a G,
    /// Whether no move has been played yet.
    pub(super) at_start: bool,
    pub(super) parts: &'a mut Parts<G>,
    pub(super) seen: &'a mut Seen<G>,
    /// The move being looked at, to be named if something is wrong with it.
    pub(super) trying: Option<G::Move>,
    /// Whether one known fault is looked for, rather than any.
    pub(super) is_search: bool,
    check: usize,
}

impl<'a, G: Game> Probe<'a, G> {
    /// The checks, each building on those before it.
    const CHECKS: [Check<G>; 12] = [
        rules::node,
        rules::offers,
        rules::playing,
        rules::chance_ends,
        rules::good_move,
        rules::null_move,
        rules::mirror,
        notation::reads_back,
        notation::hostile,
        evaluators::honest,
        advice::quiescences,
        advice::policies,
    ];

    pub(super) fn new(
        game: &'a G,
        at_start: bool,
        parts: &'a mut Parts<G>,
        seen: &'a mut Seen<G>,
    ) -> Self {
        Self { game, at_start, parts, seen, trying: None, is_search: false, check: 0 }
    }

    /// Runs every check, or only one.
    pub(super) fn run(&mut self, only: Option<usize>) -> Outcome<G> {
        self.is_search = only.is_some();
        for (i, check) in Self::CHECKS.iter().enumerate() {
            if only.is_some_and(|only| only != i) {
                continue;
            }
            (self.check, self.trying) = (i, None);
            match quiet::catch(|| check(self)) {
                Ok(outcome) => outcome?,
                Err(panic) => {
                    return Err(self.broken(Promise::NoPanic, ("an answer".to_owned(), panic)));
                }
            }
        }
        Ok(())
    }

    /// Counts a check; `says` gives what was expected and what was found.
    pub(super) fn demand(
        &mut self,
        promise: Promise,
        kept: bool,
        says: impl FnOnce() -> (String, String),
    ) -> Outcome<G> {
        self.seen.checks += 1;
        if kept { Ok(()) } else { Err(self.broken(promise, says())) }
    }

    /// Demands that two things are equal.
    pub(super) fn equal<T: PartialEq + Debug>(
        &mut self,
        promise: Promise,
        expected: &T,
        found: &T,
    ) -> Outcome<G> {
        let says = || (format!("{expected:?}"), format!("{found:?}"));
        self.demand(promise, expected == found, says)
    }

    fn broken(&self, promise: Promise, says: (String, String)) -> Broken<G::Move> {
        let (expected, found) = (clipped(says.0), clipped(says.1));
        Broken { promise, after: self.trying, expected, found, check: self.check }
    }
}

/// Long lists of moves do not help.
fn clipped(mut text: String) -> String {
    const LIMIT: usize = 600;
    if let Some((end, _)) = text.char_indices().nth(LIMIT) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}

/// All that can happen next, found without [`Game::options`], which may be
/// wrong.
pub(super) fn choices<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    match game.node() {
        Node::Over(_) => {}
        Node::Decision => game.moves(&mut moves),
        Node::Chance => {
            let mut chances = Vec::new();
            game.chances(&mut chances);
            moves.extend(chances.into_iter().map(|(m, _)| m));
        }
    }
    moves
}

/// The position after `m`.
pub(super) fn after<G: Game>(game: &G, m: G::Move) -> G {
    let mut child = game.clone();
    child.play(m);
    child
}

/// The positions met so far, for comparison, and what was met on the way.
pub(super) struct Seen<G> {
    by_key: HashMap<u64, G>,
    by_text: HashMap<String, G>,
    /// Single comparisons made.
    pub(super) checks: u64,
    /// Positions whose moves each policy has weighed.
    pub(super) weighed: u64,
    /// Positions from which a chain of noisy moves was followed.
    pub(super) followed: u64,
    /// Whether the game turned out to have notation, mirror images and so on.
    pub(super) notation: bool,
    pub(super) mirrors: bool,
    /// Whether a picture of a decision had places, and whether one was a move's.
    pub(super) pictured: bool,
    pub(super) pointed: bool,
}

impl<G> Default for Seen<G> {
    fn default() -> Self {
        let (by_key, by_text) = (HashMap::new(), HashMap::new());
        Self {
            by_key,
            by_text,
            checks: 0,
            weighed: 0,
            followed: 0,
            notation: false,
            mirrors: false,
            pictured: false,
            pointed: false,
        }
    }
}

impl<G: Game> Seen<G> {
    /// Positions kept, of each kind: enough for thousands to be compared with
    /// each other, at a few dozen MiB.
    const KEPT: usize = 1 << 16;

    /// Remembers the position. Returns another one with the same key, if
    /// there is one.
    pub(super) fn same_key(&mut self, game: &G, key: u64) -> Option<&G> {
        if self.by_key.len() < Self::KEPT && !self.by_key.contains_key(&key) {
            self.by_key.insert(key, game.clone());
        }
        self.by_key.get(&key).filter(|other| *other != game)
    }

    /// Remembers the position. Returns the equal one that was met first, if
    /// there is one; equal positions that are written differently may go
    /// unnoticed.
    pub(super) fn same_position(&mut self, game: &G) -> Option<&G> {
        let text = game.format();
        if self.by_text.len() < Self::KEPT && !self.by_text.contains_key(&text) {
            self.by_text.insert(text, game.clone());
            return None;
        }
        self.by_text.get(&text).filter(|other| *other == game)
    }
}
