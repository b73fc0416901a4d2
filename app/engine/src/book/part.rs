//! A search with an opening book: a part of an engine.
//!
//! Before each decision the position is looked up in the book. If it is there, one of its
//! moves is played and nothing is searched; if not, the search decides.

use std::{path::Path, sync::Arc};

use rand::RngExt as _;
use starboard_core::{
    BoundType, Candidate, Events, Game, Limits, Node, Report, Root, Stop, StoppedBy, Value, Window,
    rng,
    spec::{Args, Param, SpecError},
};
use starboard_search::Searcher;

use super::{Book, BookMove};
use crate::GameEntry;

/// What the part is called in a description.
pub(crate) const NAME: &str = "book";

/// Its arguments.
pub const PARAMS: &[Param] = &[
    Param {
        name: "file",
        default: "none",
        range: "a file",
        help: "the book, as `book make` writes it; for Shogi, also one in YaneuraOu's format",
    },
    Param {
        name: "pick",
        default: "best",
        range: "best, value or drawn",
        help: "which of a position's moves to play: the one played most often, the one with the \
               highest value, or one drawn at random, the likelier the more often it was played",
    },
    Param {
        name: "seed",
        default: "0",
        range: "any number",
        help: "for `drawn`: the random seed; another one draws other moves",
    },
    Param {
        name: "min-count",
        default: "0",
        range: "0 and up",
        help: "moves that were played less often than this are left out",
    },
];

/// Which move of a position is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Pick {
    Best,
    Value,
    Drawn,
}

/// A book, and how it is played from.
#[derive(Clone)]
pub(crate) struct Opening<G: Game> {
    book: Arc<Book<G>>,
    pick: Pick,
    seed: u64,
    min_count: u64,
}

impl<G: Game> Opening<G> {
    /// Reads the arguments of the part, and the book.
    ///
    /// # Errors
    ///
    /// If an argument has a value that it cannot have, or the book cannot be read.
    pub(crate) fn read(args: &mut Args, entry: &GameEntry<G>) -> Result<Self, SpecError> {
        let file = args.take_if_given::<String>("file")?;
        let choices = [("best", Pick::Best), ("value", Pick::Value), ("drawn", Pick::Drawn)];
        let pick = args.choose("pick", Pick::Best, &choices)?;
        let seed = args.take("seed", 0)?;
        let min_count = args.take("min-count", 0)?;
        let file = file.ok_or_else(|| {
            args.bad("file", "none", "it is the book to play from, as in book(file=openings.book)")
        })?;
        let book =
            Book::open(entry, Path::new(&file)).map_err(|why| args.bad("file", &file, why))?;
        Ok(Self { book, pick, seed, min_count })
    }

    /// The moves that may be played in a position, the most often played first; none where
    /// there is nothing to decide.
    pub(crate) fn moves(&self, position: &G) -> Vec<BookMove<G::Move>> {
        let known = self.book.moves(position).iter().filter(|m| m.count >= self.min_count);
        let mut known: Vec<_> = known.cloned().collect();
        if known.is_empty() || position.node() != Node::Decision {
            return Vec::new();
        }
        // What came before may forbid what the position allows, and keys may collide.
        let mut legal = Vec::new();
        position.moves(&mut legal);
        known.retain(|known| legal.contains(&known.m));
        for known in &mut known {
            legal.clear();
            let mut next = position.clone();
            next.play(known.m);
            next.options(&mut legal);
            known.reply = known.reply.filter(|reply| legal.contains(reply));
        }
        known
    }

    /// What is to be played, and what else could be; `None` where the book knows nothing.
    fn answer(&self, position: &G) -> Option<Report<G::Move>> {
        let mut moves = self.moves(position);
        if moves.is_empty() {
            return None;
        }
        let chosen = match self.pick {
            Pick::Best => 0,
            Pick::Value => {
                // The first of equals, which was played most often.
                let values = moves.iter().rev().map(|m| m.value);
                let best = values.enumerate().max_by_key(|&(_, value)| value);
                best.map_or(0, |(from_the_end, _)| moves.len() - 1 - from_the_end)
            }
            Pick::Drawn => self.drawn(position, &moves),
        };
        moves[..=chosen].rotate_right(1);
        Some(report::<G>(&moves))
    }

    /// The place of a move that is drawn. The seed and the position decide, so that a game can
    /// be played again.
    fn drawn(&self, position: &G, moves: &[BookMove<G::Move>]) -> usize {
        // A move in the book may be played even if it was never counted.
        let weight = |m: &BookMove<G::Move>| u128::from(m.count.max(1));
        let all: u128 = moves.iter().map(weight).sum();
        let mut left = rng(self.seed, position.key()).random_range(0..all);
        for (i, m) in moves.iter().enumerate() {
            let Some(less) = left.checked_sub(weight(m)) else { return i };
            left = less;
        }
        0
    }
}

/// The report on moves of a book, of which the first is played.
fn report<G: Game>(moves: &[BookMove<G::Move>]) -> Report<G::Move> {
    let candidates: Vec<_> = moves.iter().map(|m| candidate::<G>(m)).collect();
    let first = &candidates[0];
    Report {
        best_moves: vec![first.m],
        value: first.value,
        bound: first.bound,
        pv: first.pv.clone(),
        candidates,
        stopped_by: StoppedBy::Book,
        ..Report::default()
    }
}

fn candidate<G: Game>(m: &BookMove<G::Move>) -> Candidate<G::Move> {
    let value = value::<G>(m.value.unwrap_or_default());
    let line = [m.m].into_iter().chain(m.reply).collect();
    Candidate { pv: line, ..Candidate::new(m.m, value, BoundType::Estimate, m.depth) }
}

/// A value in hundredths of a unit, on the game's grid and short of a certain win or loss.
pub(super) fn value<G: Game>(hundredths: i32) -> Value {
    let grid = i64::from(hundredths) * i64::from(G::UNIT) / 100;
    let end = if G::MATE > 0 { Value::decisive(G::MATE) } else { Value::MAX };
    let most = i64::from(end.raw()) - 1;
    Value::saturating(grid.clamp(-most, most))
}

/// A search, and the book that is consulted before it.
pub(crate) struct Booked<G: Game> {
    search: Box<dyn Searcher<G>>,
    opening: Opening<G>,
}

impl<G: Game> Booked<G> {
    pub(crate) fn new(search: Box<dyn Searcher<G>>, opening: Opening<G>) -> Self {
        Self { search, opening }
    }
}

impl<G: Game> Searcher<G> for Booked<G> {
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        // A caller who wants to know more than the move to play gets the result of a search.
        let plays = root.multipv <= 1 && root.is_whole() && !limits.all_ties;
        match plays.then(|| self.opening.answer(position)).flatten() {
            Some(report) => {
                events.iteration(&report);
                report
            }
            None => self.search.search(position, root, limits, stop, events),
        }
    }

    fn clear(&mut self) {
        self.search.clear();
    }

    fn iterates(&self) -> bool {
        self.search.iterates()
    }

    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        self.search.search_window(root, depth, window)
    }
}
