//! Why the moves of a position are tried in the order they are.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use parking_lot::Mutex;
use serde::Serialize;
use starboard_core::{
    BoundType, ChanceChain, Contribution, Game, Heuristic, Limits, Node, NodeInfo, Root, Stop,
    StoppedBy, Value, Window, spec::parse_specs,
};
use starboard_search::Searcher;

use crate::{
    Engine, EngineError, GameEntry,
    error::{BadInput, no_engine, unsound},
};

/// The moves of a position in the order a search would try them next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The position, in the game's notation.
    pub position: String,
    /// The description of the engine.
    pub engine: String,
    /// How many grid points make one unit of the values.
    pub unit: i32,
    /// The depth to which it had searched before.
    pub depth: u32,
    /// The moves, the one to be tried first at the front.
    pub moves: Vec<ExplainedMove>,
}

/// A move and its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedMove {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The sum of the scores of the orderings.
    pub score: i32,
    /// What each ordering says, and why.
    pub parts: Vec<Contribution>,
    /// For each part, by name: the rank, from 1, that the move would have
    /// without it.
    pub without: BTreeMap<&'static str, usize>,
    /// The value the search found for the mover.
    pub value: Option<Value>,
    /// What is known about that value.
    pub bound: Option<BoundType>,
    /// Whether the search found no better move.
    pub best: bool,
}

/// An ordering shared by the search and the code that queries it afterwards.
#[derive(Clone)]
struct Shared<G: Game>(Arc<Mutex<Box<dyn Heuristic<G>>>>);

impl<G: Game> Heuristic<G> for Shared<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        self.0.lock().score(node, moves, scores);
    }
    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], cut: G::Move) {
        self.0.lock().refuted(node, tried, cut);
    }
    fn new_iteration(&mut self) {
        self.0.lock().new_iteration();
    }
    fn new_search(&mut self) {
        self.0.lock().new_search();
    }
    fn clear(&mut self) {
        self.0.lock().clear();
    }
    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        self.0.lock().explain(node, m, out);
    }
    fn is_active(&self) -> bool {
        self.0.lock().is_active()
    }
}

/// Searches, then reads from the orderings what they have learned.
pub(super) fn explain<G: Game>(
    entry: &GameEntry<G>,
    game: &G,
    description: &str,
    limits: &Limits,
    stop: &Stop,
) -> anyhow::Result<Explanation> {
    if game.node() != Node::Decision {
        let text = format!("{:?} is no position in which a player has to choose", game.format());
        return Err(BadInput::error(text));
    }
    let specs = parse_specs(description).map_err(EngineError::from).map_err(BadInput::error)?;
    // A book says nothing about the order in which a search tries moves.
    let specs = super::without_book(&specs);
    let mut order = Vec::new();
    let mut engine = Engine::adjusted(entry, &specs, |parts| {
        order = parts.order.drain(..).map(|part| Shared(Arc::new(Mutex::new(part)))).collect();
        parts.order = order.iter().map(|part| Box::new(part.clone()) as _).collect();
    })
    .map_err(no_engine)?;
    let mut limits = engine.limits(limits);
    if limits == Limits::default() {
        limits.depth = Some(entry.default_depths.analyse);
    }
    let report = engine.search(game, &Root::default(), &limits, stop, &mut ());
    if report.stopped_by == StoppedBy::ChanceChain {
        return Err(unsound(&entry.name, &ChanceChain::below(game)));
    }

    let mut moves = Vec::new();
    game.moves(&mut moves);
    let node = NodeInfo { game, ply: 0, depth: report.depth, window: Window::FULL, line: &[] };
    let mut scores = vec![0; moves.len()];
    order.iter_mut().for_each(|part| part.score(&node, &moves, &mut scores));
    let mut explained: Vec<_> = (moves.iter().zip(&scores))
        .map(|(&m, &score)| {
            let mut parts = Vec::new();
            order.iter_mut().for_each(|part| part.explain(&node, m, &mut parts));
            let found = report.candidates.iter().find(|c| c.m == m);
            let (value, bound) = found.map(|c| (c.value, c.bound)).unzip();
            let best = report.best_moves.contains(&m);
            let without = BTreeMap::new();
            ExplainedMove { m: game.format_move(m), score, parts, without, value, bound, best }
        })
        .collect();
    rank_without_parts(&mut explained);
    explained.sort_by_key(|m| Reverse(m.score)); // stable: ties in the game's order
    Ok(Explanation {
        position: game.format(),
        engine: description.to_owned(),
        unit: G::UNIT,
        depth: report.depth,
        moves: explained,
    })
}

/// Fills in the ranks without each part; the moves are in the game's order.
fn rank_without_parts(moves: &mut [ExplainedMove]) {
    let said = |m: &ExplainedMove, part| {
        m.parts.iter().filter(|said| said.part == part).map(|said| said.score).sum::<i32>()
    };
    let parts: Vec<_> = moves.iter().flat_map(|m| m.parts.iter().map(|said| said.part)).collect();
    for part in parts.into_iter().collect::<BTreeSet<_>>() {
        let mut places: Vec<_> = (0..moves.len()).collect();
        places.sort_by_key(|&i| Reverse(moves[i].score - said(&moves[i], part)));
        for (rank, i) in places.into_iter().enumerate() {
            moves[i].without.insert(part, rank + 1);
        }
    }
}
