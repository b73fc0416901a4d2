//! Several best moves, each with its value and its line (MultiPV).
//!
//! A search that cuts knows the value of one move and bounds on the others. So
//! the position after each move is searched by itself here, a move deeper in
//! each iteration, which costs as much as a search of the whole for every move.

use std::time::Instant;

use starboard::{AnyEngine, MAX_DEPTH, Move, Position};
use starboard_core::{
    BoundType, Candidate, Counters, Limits, Node, Report, Stop, StoppedBy, Value,
};

/// A report, and the line of each of its candidates.
pub(super) type Found<M> = (Report<M>, Vec<Vec<M>>);

/// A root move and what is known of it.
struct Line<M> {
    value: Value,
    bound: BoundType,
    moves: Vec<M>,
}

/// Searches every move of `root`, a decision node, telling `hear` of every
/// iteration.
pub(super) fn search(
    searcher: &mut dyn AnyEngine,
    root: &Position,
    limits: &Limits,
    stop: &Stop,
    hear: &mut dyn FnMut(&Found<Move>),
) -> Found<Move> {
    let started = Instant::now();
    let mut moves = Vec::new();
    root.options(&mut moves);
    let mut report = Report { pv: moves.clone(), ..Report::default() };
    report.pv.truncate(1);
    report.bound = BoundType::Estimate;
    let mut found = (report, Vec::new());
    let mut spent = Counters::default();
    let mut seldepth = 0;
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let before = (spent.evaluations, spent.table_cuts);
        let mut lines = Vec::new();
        let mut stopped_by = StoppedBy::Depth;
        for &m in &moves {
            let left = limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
            if left == Some(0) || stop.requested() {
                stopped_by = if left == Some(0) { StoppedBy::Nodes } else { StoppedBy::Request };
                break;
            }
            let limits = Limits { nodes: left, ..Limits::depth(depth - 1) };
            let (line, report) = after(searcher, root, m, &limits, stop);
            spent += &report.counters;
            seldepth = seldepth.max(report.seldepth + 1);
            stopped_by = report.stopped_by;
            if stopped_by != StoppedBy::Depth {
                break;
            }
            lines.push(line);
        }
        if stopped_by == StoppedBy::Depth {
            // Stable: equals stay as the iteration before has them.
            lines.sort_by_key(|line| std::cmp::Reverse(line.value));
            moves = lines.iter().map(|line| line.moves[0]).collect();
            found = concluded(lines, depth);
        }
        found.0.counters = spent.clone();
        found.0.times.total = started.elapsed();
        found.0.seldepth = seldepth;
        found.0.stopped_by = stopped_by;
        if stopped_by != StoppedBy::Depth {
            break;
        }
        hear(&found);
        if before == (spent.evaluations, spent.table_cuts) {
            // All there is has been searched.
            break;
        }
    }
    found
}

/// The line that begins with `m`, and what it cost.
fn after(
    searcher: &mut dyn AnyEngine,
    root: &Position,
    m: Move,
    limits: &Limits,
    stop: &Stop,
) -> (Line<Move>, Report<Move>) {
    let mut next = root.clone();
    next.play(m);
    let settled = match next.node() {
        Node::Over(value) => Some(value),
        _ => next.repetition(),
    };
    let report = match settled {
        Some(value) => Report { value, ..Report::default() },
        None => searcher.search(&next, limits, stop, &mut ()),
    };
    let value = report.value.later(1, root.mate());
    let turned = next.mover() != root.mover();
    let bound = match report.bound {
        BoundType::Lower if turned => BoundType::Upper,
        BoundType::Upper if turned => BoundType::Lower,
        bound => bound,
    };
    let moves = std::iter::once(m).chain(report.pv.iter().copied()).collect();
    (Line { value: if turned { -value } else { value }, bound, moves }, report)
}

fn concluded<M: Copy>(lines: Vec<Line<M>>, depth: u32) -> Found<M> {
    let candidate = |line: &Line<M>| Candidate {
        m: line.moves[0],
        value: line.value,
        bound: line.bound,
        depth,
    };
    let candidates: Vec<_> = lines.iter().map(candidate).collect();
    let mut report = Report { candidates, depth, ..Report::default() };
    if let Some(best) = lines.first() {
        report.best_moves.push(best.moves[0]);
        (report.value, report.bound) = (best.value, best.bound);
        report.pv.clone_from(&best.moves);
    }
    (report, lines.into_iter().map(|line| line.moves).collect())
}

#[cfg(test)]
mod tests {
    use starboard::{AnyGame, GameEntry};
    use starboard_core::{
        Game,
        testing::{HashEval, RandomTree},
    };
    use starboard_search::minimax::minimax;

    use super::*;

    fn minimax_of(tree: &RandomTree<false>) -> Box<dyn AnyEngine> {
        let entry = GameEntry::new("tree", "", tree.clone());
        let game: &dyn AnyGame = &entry.evaluator("hash", "", HashEval::default());
        game.engine(Some("minimax")).expect("an engine")
    }

    /// Every move has the value that a search of all has.
    #[test]
    fn the_values_are_those_of_minimax() {
        for seed in 0..20 {
            let tree = RandomTree::<false>::with_height(seed, 5);
            if tree.node() != Node::Decision {
                continue;
            }
            for depth in 1..=4 {
                let mut told = 0;
                let mut engine = minimax_of(&tree);
                let root = Position::new(tree.clone());
                let mut hear = |_: &Found<_>| told += 1;
                let limits = Limits::depth(depth);
                let (report, lines) =
                    search(&mut *engine, &root, &limits, &Stop::default(), &mut hear);
                assert!(told >= 1 && told <= depth);
                let mut eval = HashEval::default();
                assert_eq!(report.value, minimax(&tree, depth, &mut eval), "{tree:?} {depth}");
                let mut moves = Vec::new();
                tree.moves(&mut moves);
                assert_eq!(report.candidates.len(), moves.len());
                for (candidate, line) in report.candidates.iter().zip(&lines) {
                    let mut next = tree.clone();
                    next.play(moves[candidate.m.0 as usize]);
                    let value = minimax(&next, depth - 1, &mut eval);
                    let turned = next.mover() != tree.mover();
                    assert_eq!(candidate.value, if turned { -value } else { value });
                    assert_eq!(line[0], candidate.m);
                }
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let tree = RandomTree::<false>::with_height(2, 8);
        let mut searcher = minimax_of(&tree);
        let tree = Position::new(tree);
        let (report, _) =
            search(&mut *searcher, &tree, &Limits::nodes(50), &Stop::default(), &mut |_| ());
        assert!(report.counters.nodes <= 50 && !report.pv.is_empty(), "{report:?}");
        let stop = Stop::default();
        stop.request();
        let (report, lines) = search(&mut *searcher, &tree, &Limits::default(), &stop, &mut |_| ());
        assert_eq!((report.depth, report.pv.len(), lines.len()), (0, 1, 0));
    }
}
