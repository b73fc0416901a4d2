//! Small searches recorded, node by node, with the window, the value and the exit reason of
//! each.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::Serialize;
use starboard_core::{
    ExitReason, Limits, Node, Player, Root, Sampled, Stop, Value, Window, spec::parse_specs,
};

use crate::{AnyGame, BadInput, EngineError, Move, Position, VisitedNode, Watcher};

/// A search, as a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// What was searched: the game and the engine.
    pub title: String,
    /// The engine whose search is shown: the one that was asked for, but without shallower
    /// iterations unless its description asks for them.
    pub engine: String,
    /// Whether every best move was looked for, as `analyse` does, and not only one.
    pub all_ties: bool,
    /// How many grid points make one unit of the values.
    pub unit: i32,
    /// The nodes, each before all below it; the root is the first. In the order in which they
    /// were entered, except in a tree grown by sampling.
    pub nodes: Vec<TreeNode>,
    /// Nodes visited beyond those kept.
    pub dropped: u64,
}

/// What kind of node it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A player chooses.
    Decision,
    /// Nature chooses.
    Chance,
    /// The game is over.
    Over,
}

/// One visit of one node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeNode {
    /// The index of the node above; `None` for the root.
    pub parent: Option<usize>,
    /// The indices of the nodes below, in the order visited.
    pub children: Vec<usize>,
    /// The move or outcome that leads here.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// The weight of that outcome, and the sum of the weights of all of them.
    pub weight: Option<(u32, u32)>,
    /// What happens here.
    pub kind: Kind,
    /// The player to move here, or to move after the roll; values are from this player's point
    /// of view.
    pub mover: Player,
    /// The position, in the game's notation.
    pub position: String,
    /// The remaining depth, in moves.
    pub depth: u32,
    /// The window it was searched with; `None` if the search did not say.
    pub window: Option<Window>,
    /// Whether it was only probed, with one move.
    pub probing: bool,
    /// How many nodes were entered before it.
    pub order: u64,
    /// How many samples passed through it, in a tree grown by sampling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// What it was found to be worth; `None` if the search was stopped.
    pub value: Option<Value>,
    /// Why it was left; `None` if the search was stopped.
    pub why: Option<ExitReason>,
    /// The moves and outcomes that a cut-off made it unnecessary to search.
    pub skipped: Vec<String>,
    /// The moves that a probe left to a later search of the same outcome.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unprobed: Vec<String>,
}

/// Searches `root` and records the first `max_nodes` of the nodes it visits.
///
/// # Errors
///
/// [`BadInput`] if the description cannot be read, or if the engine does not search node by
/// node.
pub fn record(
    game: &dyn AnyGame,
    root: &Position,
    description: &str,
    limits: &Limits,
    max_nodes: usize,
    stop: &Stop,
) -> anyhow::Result<Tree> {
    let mut specs = parse_specs(description).map_err(EngineError::from).map_err(BadInput::error)?;
    if let Some(first) = specs.first_mut() {
        // Shallow iterations would be drawn, too, and explain nothing.
        let algorithms = game.algorithms();
        let algorithm = algorithms.iter().find(|a| a.name == first.name);
        let takes = algorithm.is_some_and(|a| a.params.iter().any(|p| p.name == "iterative"));
        if takes && !first.args.iter().any(|(name, _)| name == "iterative") {
            first.args.push(("iterative".to_owned(), "false".to_owned()));
        }
    }
    let recorder = Arc::new(Mutex::new(Recorder::new(root, max_nodes)));
    let watch = Watch(Arc::clone(&recorder));
    let mut engine = game.assemble(&specs, Some(Box::new(watch))).map_err(BadInput::error)?;
    let limits = engine.described_limits(limits);
    let report = engine.search(root, &Root::default(), &limits, stop, &mut ());
    engine.sound(root, report.stopped_by)?;
    let Recorder { mut nodes, dropped, entered_root, .. } = recorder.lock().clone();
    if nodes.len() == 1 && dropped == 0 && !entered_root && nodes[0].kind != Kind::Over {
        let (algorithm, info) = (engine.algorithm(), game.info());
        let usual = parse_specs(&info.engine).ok().and_then(|specs| specs.into_iter().next());
        let instead = match usual {
            Some(usual) if usual.name != algorithm => info.engine.to_string(),
            _ => if info.chance { "star2" } else { "alpha-beta" }.to_owned(),
        };
        return Err(BadInput::error(format!(
            "{algorithm} does not search node by node, so there is no tree to draw: use another \
             engine, such as {instead}"
        )));
    }
    if nodes[0].value.is_none() {
        // The search takes the moves of the root one by one.
        nodes[0].value = Some(report.value);
        nodes[0].why = Some(ExitReason::Searched);
        nodes[0].depth = report.depth;
    }
    let drawn: Vec<_> = specs.iter().map(ToString::to_string).collect();
    let (drawn, all_ties) = (drawn.join(" + "), limits.all_ties);
    let title = format!("{}, {drawn}, depth {}", game.name(), report.depth);
    Ok(Tree { title, engine: drawn, all_ties, unit: root.unit().0, nodes, dropped })
}

#[derive(Clone)]
struct Recorder {
    root: Position,
    nodes: Vec<TreeNode>,
    /// The moves that lead to the nodes.
    moves: Vec<Option<Move>>,
    /// The nodes entered and not yet left.
    open: Vec<Open>,
    /// Nodes entered and not yet left that are not kept.
    unseen: usize,
    entered_root: bool,
    max_nodes: usize,
    dropped: u64,
}

/// A node entered and not yet left.
#[derive(Clone)]
struct Open {
    place: usize,
    game: Position,
    /// The moves that led on from here, those to nodes that are not kept among them.
    visited: Vec<Move>,
}

impl Open {
    const fn new(place: usize, game: Position) -> Self {
        Self { place, game, visited: Vec::new() }
    }
}

impl Recorder {
    fn new(root: &Position, max_nodes: usize) -> Self {
        let mut recorder = Self {
            root: root.clone(),
            nodes: Vec::new(),
            moves: vec![None],
            open: Vec::new(),
            unseen: 0,
            entered_root: false,
            max_nodes,
            dropped: 0,
        };
        recorder.nodes.push(recorder.node(root, 0));
        recorder
    }

    fn node(&self, game: &Position, depth: u32) -> TreeNode {
        let kind = match game.node() {
            Node::Decision => Kind::Decision,
            Node::Chance => Kind::Chance,
            Node::Over(_) => Kind::Over,
        };
        TreeNode {
            parent: None,
            children: Vec::new(),
            m: None,
            weight: None,
            kind,
            mover: game.mover(),
            position: game.format(),
            depth,
            window: None,
            probing: false,
            order: self.nodes.len() as u64,
            visits: None,
            value: None,
            why: None,
            skipped: Vec::new(),
            unprobed: Vec::new(),
        }
    }

    fn enter(&mut self, info: &dyn VisitedNode, probing: bool, sampled: Option<Sampled>) {
        let is_root = self.open.is_empty() && info.ply() == 0 && !info.was_played();
        let order = sampled.map_or(self.nodes.len() as u64, |sampled| sampled.order);
        if self.unseen > 0 || order >= self.max_nodes as u64 {
            if self.unseen == 0 {
                self.note_visit(info);
            }
            self.unseen += 1;
            self.dropped += 1;
            return;
        }
        let game = info.position();
        let seen = TreeNode {
            window: sampled.is_none().then(|| info.window()),
            probing,
            order,
            visits: sampled.map(|sampled| sampled.visits),
            ..self.node(&game, info.depth())
        };
        if is_root && !self.entered_root {
            self.entered_root = true;
            self.nodes[0] = seen;
            self.open.push(Open::new(0, game));
            return;
        }
        self.note_visit(info);
        let open = self.open.last();
        let (parent, above) = open.map_or((0, &self.root), |open| (open.place, &open.game));
        let last = info.last(above);
        let known = last.as_ref().and_then(|last| last.as_ref().ok().copied());
        let weight = known.and_then(|m| weight(above, m));
        let m = match last {
            Some(Ok(m)) => above.format_move(m),
            Some(Err(text)) => text,
            None if is_root => "again".to_owned(),
            None => "no move".to_owned(),
        };
        let place = self.nodes.len();
        self.nodes.push(TreeNode { parent: Some(parent), m: Some(m), weight, ..seen });
        self.nodes[parent].children.push(place);
        self.moves.push(known);
        self.open.push(Open::new(place, game));
    }

    /// Notes, at the node above, that the search goes on to this one.
    fn note_visit(&mut self, info: &dyn VisitedNode) {
        let Some(above) = self.open.last_mut() else { return };
        above.visited.extend(info.last(&above.game).and_then(Result::ok));
    }

    fn leave(&mut self, value: Value, why: ExitReason) {
        if self.unseen > 0 {
            self.unseen -= 1;
            return;
        }
        let Some(Open { place, game, mut visited }) = self.open.pop() else { return };
        self.settle_probes(place, &visited);
        visited.extend(self.probed(place));
        let cut = matches!(
            why,
            ExitReason::BetaCut | ExitReason::StarLow | ExitReason::StarHigh | ExitReason::ProbeCut
        );
        let probing = self.nodes[place].probing;
        let mut left = Vec::new();
        if (cut || probing) && !visited.is_empty() {
            game.options(&mut left);
            left.retain(|m| !visited.contains(m));
        }
        let left = left.iter().map(|&m| game.format_move(m)).collect();
        let node = &mut self.nodes[place];
        *if probing { &mut node.unprobed } else { &mut node.skipped } = left;
        (node.value, node.why) = (Some(value), Some(why));
    }

    /// What the last probe of an outcome left alone was spared if no full search followed below
    /// this node, which has been left.
    fn settle_probes(&mut self, place: usize, visited: &[Move]) {
        let children = self.nodes[place].children.clone();
        for (i, &probe) in children.iter().enumerate() {
            let Some(outcome) = self.moves[probe].filter(|_| self.nodes[probe].probing) else {
                continue;
            };
            // Of the nodes that are not kept, too.
            let visits = visited.iter().filter(|&&m| m == outcome).count();
            let up_to_here = children[..=i].iter().filter(|&&j| self.moves[j] == Some(outcome));
            if visits == up_to_here.count() {
                let probe = &mut self.nodes[probe];
                probe.skipped = std::mem::take(&mut probe.unprobed);
            }
        }
    }

    /// The moves that earlier probes of the same outcome have tried.
    fn probed(&self, place: usize) -> impl Iterator<Item = Move> {
        let siblings = self.nodes[place].parent.map(|parent| &self.nodes[parent].children);
        let probes = siblings.into_iter().flatten().filter(move |&&other| {
            self.nodes[other].probing && self.moves[other] == self.moves[place]
        });
        let tried = probes.flat_map(|&probe| &self.nodes[probe].children);
        tried.filter_map(|&child| self.moves[child])
    }
}

fn weight(game: &Position, m: Move) -> Option<(u32, u32)> {
    let mut chances = Vec::new();
    if game.node() == Node::Chance {
        game.chances(&mut chances);
    }
    let all = chances.iter().map(|&(_, weight)| weight).sum();
    chances.iter().find(|&&(other, _)| other == m).map(|&(_, weight)| (weight, all))
}

struct Watch(Arc<Mutex<Recorder>>);

impl Watcher for Watch {
    fn enter(&mut self, node: &dyn VisitedNode, probing: bool) {
        self.0.lock().enter(node, probing, None);
    }
    fn enter_sampled(&mut self, node: &dyn VisitedNode, sampled: Sampled) {
        self.0.lock().enter(node, false, Some(sampled));
    }
    fn leave(&mut self, value: Value, why: ExitReason) {
        self.0.lock().leave(value, why);
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use starboard_core::testing::{HashEval, Knowledge, RandomTree};

    use super::*;
    use crate::GameEntry;

    fn tree(
        game: &dyn AnyGame,
        engine: &str,
        limits: &Limits,
        max_nodes: usize,
    ) -> anyhow::Result<Tree> {
        record(game, &game.start(), engine, limits, max_nodes, &Stop::default())
    }

    /// A tree that samples grew: the visits of a node are those of all below it and the one
    /// that met it, and the first nodes met are kept.
    #[test]
    fn sampled_trees_hold_together() -> anyhow::Result<()> {
        for seed in 0..20 {
            let entry = GameEntry::with_chance("tree", "", RandomTree::<true>::new(seed))
                .evaluator("hash", "", HashEval(Knowledge::Tight));
            let tree_of = |max_nodes| tree(&entry, "mcts", &Limits::nodes(500), max_nodes);
            let whole = tree_of(10_000)?;
            if whole.nodes[0].kind == Kind::Over {
                continue;
            }
            assert!(whole.dropped == 0 && whole.nodes[0].visits > Some(1), "{:?}", whole.nodes[0]);
            let mut orders: Vec<_> = whole.nodes.iter().map(|node| node.order).collect();
            for (place, node) in whole.nodes.iter().enumerate() {
                let below = node.children.iter().map(|&i| &whole.nodes[i]);
                assert!(below.clone().all(|child| child.parent == Some(place)));
                assert!(below.clone().all(|child| child.order > node.order));
                assert!(below.clone().is_sorted_by_key(|child| Reverse(child.visits)));
                let sum: u64 = below.filter_map(|child| child.visits).sum();
                assert!(sum <= node.visits.unwrap_or_default(), "{node:?}");
            }
            orders.sort_unstable();
            assert!(orders.windows(2).all(|pair| pair[0] < pair[1]), "{orders:?}");
            let part = tree_of(10)?;
            let first = whole.nodes.iter().filter(|node| node.order < 10);
            assert!(first.map(|node| &node.position).eq(part.nodes.iter().map(|n| &n.position)));
            assert_eq!(part.nodes.len() as u64 + part.dropped, whole.nodes.len() as u64);
        }
        Ok(())
    }

    #[test]
    fn trees_hold_together() -> anyhow::Result<()> {
        for seed in 0..20 {
            let entry = GameEntry::with_chance("tree", "", RandomTree::<true>::new(seed))
                .evaluator("hash", "", HashEval(Knowledge::Tight));
            for engine in ["expectimax", "star1", "star2", "star2 + tt(mb=1)"] {
                let tree = tree(&entry, engine, &Limits::depth(3), 1000)?;
                for (place, node) in tree.nodes.iter().enumerate() {
                    let below = node.children.iter().all(|&i| tree.nodes[i].parent == Some(place));
                    assert!(below && node.value.is_some() && node.why.is_some(), "{node:?}");
                    assert_eq!(node.m.is_some(), place > 0);
                    let above = node.parent.map(|i| tree.nodes[i].kind);
                    assert_eq!(node.weight.is_some(), above == Some(Kind::Chance), "{node:?}");
                }
                if engine == "expectimax" {
                    let value = starboard_search::minimax::minimax(
                        entry.start(),
                        3,
                        &mut HashEval(Knowledge::Tight),
                    );
                    assert_eq!(tree.nodes[0].value, Some(value));
                    assert!(tree.nodes.iter().all(|node| node.skipped.is_empty()));
                }
            }
        }
        Ok(())
    }

    /// What a cut spared was searched nowhere under the same outcome, by a probe or in full,
    /// nor beyond the nodes that are kept; what a probe leaves is not spared if more follows.
    #[test]
    fn only_what_a_cut_spared_is_skipped() -> anyhow::Result<()> {
        let (mut skipped, mut unprobed) = (0, 0);
        for seed in 0..20 {
            let entry = GameEntry::with_chance("tree", "", RandomTree::<true>::new(seed))
                .evaluator("hash", "", HashEval(Knowledge::Tight));
            for engine in ["star1", "star2", "star2(probes=2)"] {
                let whole = tree(&entry, engine, &Limits::depth(2), 10_000)?;
                assert_eq!(whole.dropped, 0);
                let nodes = &whole.nodes;
                for node in nodes {
                    assert!(node.probing || node.unprobed.is_empty(), "{node:?}");
                    (skipped, unprobed) =
                        (skipped + node.skipped.len(), unprobed + node.unprobed.len());
                    let Some(above) = node.parent else { continue };
                    let siblings = nodes[above].children.iter().map(|&i| &nodes[i]);
                    let same = siblings.filter(|other| other.m == node.m);
                    assert!(node.unprobed.is_empty() || same.clone().count() > 1, "{node:?}");
                    for m in same.flat_map(|other| &other.children).map(|&i| &nodes[i].m) {
                        let m = m.as_ref().expect("a move leads here");
                        assert!(!node.skipped.contains(m), "{m} was searched: {node:?}");
                    }
                }
                let part = tree(&entry, engine, &Limits::depth(2), 15)?;
                for (one, other) in part.nodes.iter().zip(nodes) {
                    assert_eq!(one.skipped, other.skipped, "{engine} on {seed}: {one:?}");
                }
            }
        }
        assert!(skipped > 0 && unprobed > 0, "{skipped} and {unprobed}");
        Ok(())
    }

    #[test]
    fn what_is_too_much_is_counted() -> anyhow::Result<()> {
        let entry = GameEntry::with_chance("tree", "", RandomTree::<true>::new(5)).evaluator(
            "hash",
            "",
            HashEval::default(),
        );
        let whole = tree(&entry, "expectimax", &Limits::depth(3), 100_000)?;
        let part = tree(&entry, "expectimax", &Limits::depth(3), 10)?;
        assert_eq!(part.nodes.len(), 10);
        assert_eq!(part.nodes.len() as u64 + part.dropped, whole.nodes.len() as u64);
        Ok(())
    }
}
