//! The history heuristic: moves that cut elsewhere are tried early here.
//!
//! There are three ways to keep score, chosen by [`Policy`]; in each, a score lies
//! within plus or minus [`HistoryOptions::limit`]. A move is known by its mover and
//! itself, whatever the position.

#![forbid(unsafe_code)]

mod continuation;

pub use continuation::{ContinuationHistory, ContinuationOptions};
use starboard_core::{
    Contribution, Game, Heuristic, HistoryTable, MoveTable, NodeInfo, Player, Scope,
    spec::{Args, Param, SpecError},
};

/// How cuts are remembered. Where points are counted, a cut is worth depth * depth of them.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Adds up the points of the cuts (Schaeffer 1983). The table is halved
    /// between iterations, and whenever a move would pass the limit, so that
    /// the order among the moves survives.
    Butterfly,
    /// Pulls a move that cuts towards the limit, and the moves tried before it
    /// towards minus the limit, the less the closer it is: `h += b - h|b| /
    /// limit`, as chess engines do today. Not aged between iterations: the
    /// pull forgets by itself.
    #[default]
    Gravity,
    /// The share of tries that cut, times the limit (Winands, van der Werf,
    /// van den Herik and Uiterwijk 2006). Both counts are halved between
    /// iterations, which keeps the share and lets new tries weigh more.
    Relative,
}

impl Policy {
    /// Every policy, by the name it has in a description.
    pub const NAMED: [(&str, Self); 3] =
        [("butterfly", Self::Butterfly), ("gravity", Self::Gravity), ("relative", Self::Relative)];
}

/// The options of [`History`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct HistoryOptions {
    /// How cuts are remembered.
    pub policy: Policy,
    /// The largest absolute value of a score, in points of score. At least 1.
    pub limit: i32,
    /// The moves that are remembered. Where a move outside the scope cuts, those
    /// tried before it still count as tried in vain.
    pub scope: Scope,
}

impl Default for HistoryOptions {
    fn default() -> Self {
        Self { policy: Policy::default(), limit: 16_384, scope: Scope::All }
    }
}

impl HistoryOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "policy",
            default: "gravity",
            range: "butterfly, gravity or relative",
            help: "add up cuts, pull towards the limit, or count the share of tries that cut",
        },
        Param {
            name: "limit",
            default: "16384",
            range: "1 to 100000",
            help: "the largest absolute value of a score",
        },
        Param {
            name: "scope",
            default: "all",
            range: "all, quiet or tactical",
            help: "the moves remembered: all, all but captures and the like, or these alone",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let Self { policy, limit, scope } = Self::default();
        Ok(Self {
            policy: args.choose("policy", policy, &Policy::NAMED)?,
            limit: args.take_in("limit", limit, 1..=100_000)?,
            scope: args.choose("scope", scope, &Scope::NAMED)?,
        })
    }
}

/// The history heuristic.
///
/// ```
/// use starboard_core::{Heuristic, NodeInfo, Game, Window, testing::RandomTree};
/// use starboard_history::History;
///
/// let game = RandomTree::<false>::new(1);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let node = NodeInfo { game: &game, ply: 0, depth: 4, window: Window::FULL, line: &[] };
/// let mut history = History::default();
/// history.refuted(&node, &moves[..1], moves[1]);
/// let mut scores = vec![0; moves.len()];
/// history.score(&node, &moves, &mut scores);
/// assert_eq!(scores[..2], [-16, 16]);
/// ```
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    options: HistoryOptions,
    table: Table<G>,
}

#[derive(Clone, Debug)]
enum Table<G: Game> {
    Points(HistoryTable<G>),
    Shares(MoveTable<G, Share>),
}

/// How often a move was tried, and how often it cut.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Share {
    cuts: u32,
    tries: u32,
}

impl Share {
    fn tried(&mut self, cut: bool) {
        self.tries = self.tries.saturating_add(1);
        self.cuts = self.cuts.saturating_add(cut.into());
    }

    fn score(self, limit: i32) -> i32 {
        let share = i64::from(limit) * i64::from(self.cuts) / i64::from(self.tries.max(1));
        share as i32
    }
}

impl<G: Game> Default for History<G> {
    fn default() -> Self {
        Self::new(HistoryOptions::default())
    }
}

impl<G: Game> History<G> {
    /// Knows nothing yet. A limit below 1 counts as 1.
    pub fn new(options: HistoryOptions) -> Self {
        let table = match options.policy {
            Policy::Butterfly | Policy::Gravity => Table::Points(HistoryTable::default()),
            Policy::Relative => Table::Shares(MoveTable::default()),
        };
        Self { options: HistoryOptions { limit: options.limit.max(1), ..options }, table }
    }

    fn get(&self, game: &G, player: Player, m: G::Move) -> i32 {
        if !self.options.scope.holds(game, m) {
            return 0;
        }
        match &self.table {
            Table::Points(points) => points.get(player, m),
            Table::Shares(shares) => shares.get(player, m).score(self.options.limit),
        }
    }
}

/// Adds `points`, at most `limit`, to the score of `m`, halving every score when
/// it would pass the limit.
fn add<G: Game>(table: &mut HistoryTable<G>, player: Player, m: G::Move, points: i32, limit: i32) {
    // Ends at 0 at the latest, as the points alone are within the limit.
    while table.get(player, m) + points > limit {
        halve(table);
    }
    *table.get_mut(player, m) += points;
}

fn halve<G: Game>(table: &mut HistoryTable<G>) {
    table.slots_mut().iter_mut().for_each(|points| *points /= 2);
}

/// Moves `score` towards the limit on the side of `pull`, which must lie within
/// the limits; neither can pass them.
fn attract(score: &mut i32, pull: i32, limit: i32) {
    let resistance = i64::from(*score) * i64::from(pull.abs()) / i64::from(limit);
    *score += pull - resistance as i32;
}

impl<G: Game> Heuristic<G> for History<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        let player = node.game.mover();
        match &self.table {
            // The usual case, met at every node of most searches.
            Table::Points(points) if self.options.scope == Scope::All => {
                for (&m, score) in moves.iter().zip(scores) {
                    *score += points.get(player, m);
                }
            }
            _ => {
                for (&m, score) in moves.iter().zip(scores) {
                    *score += self.get(node.game, player, m);
                }
            }
        }
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], cut: G::Move) {
        let HistoryOptions { policy, limit, scope } = self.options;
        let player = node.game.mover();
        let depth = node.depth.clamp(1, 1 << 10) as i32;
        let points = (depth * depth).min(limit);
        let holds = |m| scope.holds(node.game, m);
        match &mut self.table {
            Table::Points(table) if policy == Policy::Butterfly => {
                if holds(cut) {
                    add(table, player, cut, points, limit);
                }
            }
            Table::Points(table) => {
                if holds(cut) {
                    attract(table.get_mut(player, cut), points, limit);
                }
                for &m in tried.iter().filter(|&&m| holds(m)) {
                    attract(table.get_mut(player, m), -points, limit);
                }
            }
            Table::Shares(table) => {
                if holds(cut) {
                    table.get_mut(player, cut).tried(true);
                }
                for &m in tried.iter().filter(|&&m| holds(m)) {
                    table.get_mut(player, m).tried(false);
                }
            }
        }
    }

    fn new_iteration(&mut self) {
        match &mut self.table {
            Table::Points(table) if self.options.policy == Policy::Butterfly => halve(table),
            Table::Points(_) => {}
            Table::Shares(table) => {
                for share in table.slots_mut() {
                    *share = Share { cuts: share.cuts / 2, tries: share.tries / 2 };
                }
            }
        }
    }

    fn clear(&mut self) {
        match &mut self.table {
            Table::Points(table) => table.slots_mut().fill(0),
            Table::Shares(table) => table.slots_mut().fill(Share::default()),
        }
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let (player, limit) = (node.game.mover(), self.options.limit);
        let why = match &self.table {
            Table::Points(_) if self.options.policy == Policy::Butterfly => {
                "points for its cuts elsewhere".to_owned()
            }
            Table::Points(_) => format!("cuts against vain tries elsewhere, within {limit}"),
            Table::Shares(shares) => {
                let Share { cuts, tries } = shares.get(player, m);
                format!("cut {cuts} of {tries} times it was tried")
            }
        };
        out.push(Contribution { part: "history", score: self.get(node.game, player, m), why });
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Window, testing::RandomTree};

    use super::*;

    type Tree = RandomTree<false>;

    /// A cut-off: how deep, how many moves were tried before, and a place in
    /// the list of moves; or the end of an iteration.
    enum Event {
        Cut(u32, usize),
        Iteration,
        Clear,
    }
    use Event::{Clear, Cut, Iteration};

    /// The scores of the first three moves after some events.
    #[track_caller]
    fn check(policy: Policy, limit: i32, events: &[Event], expected: [i32; 3]) {
        let (game, moves) = Tree::wide(3);
        let mut history =
            History::<Tree>::new(HistoryOptions { policy, limit, ..Default::default() });
        let at = |depth| NodeInfo { game: &game, ply: 0, depth, window: Window::FULL, line: &[] };
        for event in events {
            match *event {
                Cut(depth, place) => history.refuted(&at(depth), &moves[..place], moves[place]),
                Iteration => history.new_iteration(),
                Clear => history.clear(),
            }
        }
        let mut scores = [1000; 3];
        history.score(&at(1), &moves[..3], &mut scores);
        assert_eq!(scores.map(|score| score - 1000), expected);
    }

    fn moves(game: &Tree) -> Vec<<Tree as Game>::Move> {
        let mut moves = Vec::new();
        if game.node() == starboard_core::Node::Decision {
            game.moves(&mut moves);
        }
        moves
    }

    #[test]
    fn butterfly_adds_up_squares_of_depth() {
        let check = |events: &[Event], expected| check(Policy::Butterfly, 100, events, expected);
        check(&[], [0, 0, 0]);
        check(&[Cut(3, 2), Cut(2, 2), Cut(5, 0)], [25, 0, 13]);
        check(&[Cut(0, 1)], [0, 1, 0]);
        check(&[Cut(3, 2), Iteration], [0, 0, 4]);
        check(&[Cut(9, 1), Cut(5, 0), Cut(5, 1)], [12, 65, 0]);
        check(&[Cut(99, 1), Cut(99, 1), Cut(1, 0)], [1, 100, 0]);
        check(&[Cut(3, 2), Clear], [0, 0, 0]);
    }

    #[test]
    fn gravity_pulls_both_ways_and_stays_within_the_limit() {
        let check = |events: &[Event], expected| check(Policy::Gravity, 100, events, expected);
        check(&[Cut(3, 2)], [-9, -9, 9]);
        check(&[Cut(5, 0), Cut(5, 0)], [44, 0, 0]);
        check(&[Cut(5, 0), Cut(5, 1)], [-6, 25, 0]);
        check(&[Cut(5, 0), Iteration], [25, 0, 0]);
        check(&[Cut(10, 1), Cut(10, 1), Cut(99, 1)], [-100, 100, 0]);
        check(&[Cut(5, 1), Clear], [0, 0, 0]);
    }

    #[test]
    fn relative_counts_tries_and_cuts() {
        let check = |events: &[Event], expected| check(Policy::Relative, 1000, events, expected);
        check(&[Cut(3, 2), Cut(9, 1), Cut(1, 0)], [333, 500, 1000]);
        check(&[Cut(1, 1), Cut(1, 1), Cut(1, 2), Cut(1, 2), Iteration, Cut(1, 2)], [0, 333, 1000]);
        check(&[Cut(1, 2), Iteration], [0, 0, 0]);
        check(&[Cut(1, 2), Clear], [0, 0, 0]);
    }

    #[test]
    fn one_player_learns_nothing_from_the_other() {
        let first = Tree::new(1);
        let second = first.mirrored().expect("a mirror");
        let node = |game| NodeInfo { game, ply: 0, depth: 3, window: Window::FULL, line: &[] };
        let m = moves(&first)[0];
        for (_, policy) in Policy::NAMED {
            let mut history = History::new(HistoryOptions { policy, ..Default::default() });
            history.refuted(&node(&first), &[], m);
            let mut scores = [0, 0];
            history.score(&node(&first), &[m], &mut scores[..1]);
            history.score(&node(&second), &[m], &mut scores[1..]);
            assert!(scores[0] > 0 && scores[1] == 0, "{policy:?}: {scores:?}");
        }
    }

    /// Three moves, the first of which is tactical.
    #[derive(Clone, Debug, PartialEq)]
    struct Three;

    impl Game for Three {
        type Move = u8;
        fn mover(&self) -> Player {
            Player::First
        }
        fn node(&self) -> starboard_core::Node {
            starboard_core::Node::Decision
        }
        fn moves(&self, out: &mut Vec<u8>) {
            out.extend(0..3);
        }
        fn play(&mut self, _: u8) {}
        fn key(&self) -> u64 {
            0
        }
        fn is_tactical(&self, m: u8) -> bool {
            m == 0
        }
    }

    #[test]
    fn tactical_moves_can_be_left_out() {
        let node = NodeInfo { game: &Three, ply: 0, depth: 3, window: Window::FULL, line: &[] };
        // What the moves score after move 2 cut, and then after move 0 did.
        for (policy, scope, after_2, after_0) in [
            (Policy::Butterfly, Scope::All, [0, 0, 9], [9, 0, 9]),
            (Policy::Butterfly, Scope::Quiet, [0, 0, 9], [0, 0, 9]),
            (Policy::Gravity, Scope::All, [-9, -9, 9], [0, -18, 0]),
            (Policy::Gravity, Scope::Quiet, [0, -9, 9], [0, -18, 0]),
            (Policy::Relative, Scope::All, [0, 0, 100], [50, 0, 50]),
            (Policy::Relative, Scope::Quiet, [0, 0, 100], [0, 0, 50]),
        ] {
            let mut history = History::new(HistoryOptions { policy, limit: 100, scope });
            for (tried, cut, expected) in [([0, 1], 2, after_2), ([1, 2], 0, after_0)] {
                history.refuted(&node, &tried, cut);
                let mut scores = [0; 3];
                history.score(&node, &[0, 1, 2], &mut scores);
                assert_eq!(scores, expected, "{policy:?}, {scope:?}");
            }
        }
    }
}
