//! The quiescence search: answers until nothing is left that is worth more than
//! sente.

use starboard_core::{NodeInfo, Quiescence};

use super::Answers;
use crate::{
    FullBoard, Go, Move, Point,
    deciding::reasons::{self, Kind, Reason, Sources},
};

/// How many answers are searched at each ply beyond the horizon: near the last
/// move, and elsewhere.
const WIDTH: [(usize, usize); 5] = [(3, 1), (2, 1), (1, 1), (1, 0), (1, 0)];
/// How many continuations of a tree of moves are searched at each ply beyond the horizon.
const TREE: [usize; WIDTH.len()] = [2, 2, 1, 1, 1];
/// The largest Manhattan distance, in lines, that counts as near.
const NEAR: usize = 3;

/// The quiescence search: at any point the player to move may stand pat on the value of the
/// position, which includes what sente is worth to whoever then has it. The moves searched are
/// those with the strongest reasons, local ones first.
#[derive(Clone, Debug)]
pub struct TakeSente {
    evaluator: FullBoard,
    /// Good answers to a pass.
    answers: Answers,
    /// The sources that know how trees of moves continue.
    sources: Sources,
    /// Whether every position is evaluated as it stands, without a search.
    still: bool,
    horizon: u32,
}

impl TakeSente {
    /// Evaluates by `evaluator`; `answers` are moves worth trying after any root move.
    pub fn new(evaluator: FullBoard, answers: Answers) -> Self {
        Self { evaluator, answers, sources: Sources::default(), still: false, horizon: 0 }
    }

    /// The same with sources that know trees of moves: if a move leads into
    /// one, the several positions it may end in are searched.
    #[must_use]
    pub fn with_sources(self, sources: Sources) -> Self {
        Self { sources, ..self }
    }

    /// The same that always stands pat, to measure what searching further is worth.
    #[must_use]
    pub const fn still(mut self) -> Self {
        self.still = true;
        self
    }
}

/// What reasons add up to, leaving out those that can wait.
fn urgency(reasons: &[Reason]) -> i32 {
    let pressing: Vec<Reason> = reasons
        .iter()
        .filter(|reason| !matches!(reason.kind, Kind::Opening | Kind::Joseki | Kind::Style))
        .copied()
        .collect();
    reasons::combine(&pressing).0
}

impl Quiescence<Go> for TakeSente {
    fn begin(&mut self, node: &NodeInfo<'_, Go>) {
        self.horizon = node.ply;
    }

    fn noisy(&mut self, node: &NodeInfo<'_, Go>, out: &mut Vec<Move>) {
        let beyond = node.ply.saturating_sub(self.horizon) as usize;
        let (Some(&(near, far)), Some(&ways)) = (WIDTH.get(beyond), TREE.get(beyond)) else {
            return;
        };
        if self.still {
            return;
        }
        let game = node.game;
        let analysis = self.evaluator.analyse(game);
        let size = game.size();
        let last = node.last().and_then(Move::point);
        let is_near = |point: Point| {
            last.is_some_and(|last| {
                let columns = point.column(size).abs_diff(last.column(size));
                let rows = point.row(size).abs_diff(last.row(size));
                columns + rows <= NEAR
            })
        };
        let candidates = self.sources.plain().candidates(game, &analysis);
        let start = out.len();
        let mut urgent: Vec<(i32, Point)> =
            candidates.iter().map(|c| (urgency(&c.reasons), c.point)).collect();
        urgent.sort_by_key(|&(value, point)| (std::cmp::Reverse(value), point));
        // Either the tree of moves continues, or one of the players plays elsewhere.
        if let Some(last) = last {
            let mut tree = Vec::new();
            self.sources.goes_on(game, last, &mut tree);
            tree.retain(|&point| game.is_legal(point));
            out.extend(tree.into_iter().take(ways).map(Move::at));
        }
        let known = out.len();
        // Anywhere else there is something as good as sente.
        urgent.retain(|&(_, point)| !out[start..known].contains(&Move::at(point)));
        let local = urgent.iter().filter(|(value, p)| *value >= analysis.sente && is_near(*p));
        out.extend(local.take(near).map(|&(_, p)| Move::at(p)));
        let other = urgent.iter().filter(|(value, p)| *value >= 2 * analysis.sente && !is_near(*p));
        out.extend(other.take(far).map(|&(_, p)| Move::at(p)));
        if beyond == 0 {
            for &m in &*self.answers {
                let legal = m.point().is_some_and(|point| game.is_legal(point));
                if legal && !out[start..].contains(&m) {
                    out.push(m);
                }
            }
        }
    }

    /// A good answer depends on where it is more than on the position.
    fn updates_ordering(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Bounds, Evaluator, Limits, Root, Stop, Value};
    use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};

    use super::*;
    use crate::reasons::Source;
    use crate::{Color, board::game::UNIT, deciding::reasons::Notes};

    /// What stones of Black's and White's are worth, for Black: a tree with two
    /// ways for White, of which one leads to an end that is worse for Black than
    /// the other, but not as bad as if Black did not go on.
    const WORTH: [(&str, Color, i32); 3] = [
        ("C3", Color::White, -400 * UNIT),
        ("D3", Color::Black, 200 * UNIT),
        ("G7", Color::White, -100 * UNIT),
    ];

    #[derive(Clone, Debug)]
    struct Worth;

    impl Evaluator<Go> for Worth {
        fn evaluate(&mut self, game: &Go) -> Value {
            let at = |name| Point::read(game.size(), name).expect("a point");
            let there = WORTH.iter().filter(|(name, c, _)| game.board().at(at(*name)) == Some(*c));
            let black: i32 = there.map(|(.., worth)| worth).sum();
            Value::new(if game.color() == Color::Black { black } else { -black })
        }

        fn bounds(&self, _: &Go) -> Bounds {
            Bounds { low: Value::new(-1000 * UNIT), high: Value::new(1000 * UNIT) }
        }
    }

    #[derive(Debug)]
    struct Tree;

    impl Source for Tree {
        fn look(&self, _: &mut Notes<'_>) {}

        fn goes_on(&self, game: &Go, last: Point, out: &mut Vec<Point>) {
            let names: &[&str] = match &*last.name(game.size()) {
                "E5" => &["G7", "C3"],
                "C3" => &["D3"],
                _ => &[],
            };
            out.extend(names.iter().filter_map(|name| Point::read(game.size(), name)));
        }
    }

    /// What E5 is worth for Black, in points.
    fn value(sources: Sources) -> i32 {
        let game: Go = starboard_core::Game::parse("9x9 b 7").expect("a position");
        let e5 = Move::at(Point::read(game.size(), "E5").expect("a point"));
        let quiet = TakeSente::new(FullBoard::default(), [].into());
        let quiet = quiet.with_sources(sources);
        let options = AlphaBetaOptions::plain();
        let mut search = AlphaBeta::new(Worth, (), options).with_quiescence(quiet);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let report = search.search(&game, &Root::of([e5]), &limits, &Stop::default(), &mut ());
        report.value.raw() / UNIT
    }

    /// White has the better of its ways on, and Black of its own after it: of the
    /// ends at -400, -200, -100 and 0 it is the second.
    #[test]
    fn a_tree_of_moves_has_several_ends() {
        let sente = 20;
        let [alone, tree] = [value(Sources::default()), value(Sources::default().with(Tree))];
        assert!(alone.abs() <= sente, "{alone}");
        assert!((tree + 200).abs() <= sente, "{tree}");
    }
}
