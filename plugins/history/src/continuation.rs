//! Continuation history: moves that cut after the same earlier moves are tried early.

use starboard_core::{
    Contribution, Game, Heuristic, NodeInfo, PairTable, Scope,
    spec::{Args, Param, SpecError},
};

/// How many moves before the scored move the earlier move of a pair was played.
const BACK: [usize; 3] = [1, 2, 4];

/// The options of [`ContinuationHistory`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ContinuationOptions {
    /// How far back the earlier move of a pair, to which a move is a reply or a
    /// continuation, may lie: of 1, 2 and 4 moves back, those up to this.
    pub furthest: usize,
    /// The largest absolute value of a pair's score, in points of score.
    pub limit: i16,
    /// What a cut is worth per ply of depth, in points of score; at most an eighth of
    /// the limit in all.
    pub rate: i32,
    /// The moves that are remembered.
    pub scope: Scope,
}

impl Default for ContinuationOptions {
    fn default() -> Self {
        Self { furthest: 4, limit: 8192, rate: 128, scope: Scope::Quiet }
    }
}

impl ContinuationOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "furthest",
            default: "4",
            range: "1 to 4",
            help: "how far back the earlier move of a pair may lie, of 1, 2 and 4 moves",
        },
        Param {
            name: "limit",
            default: "8192",
            range: "8 to 32767",
            help: "the largest absolute value of a pair's score",
        },
        Param {
            name: "rate",
            default: "128",
            range: "1 to 32767",
            help: "points for a cut per ply of depth, at most an eighth of the limit in all",
        },
        Param {
            name: "scope",
            default: "quiet",
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
        let Self { furthest, limit, rate, scope } = Self::default();
        Ok(Self {
            furthest: args.take_in("furthest", furthest, 1..=4)?,
            limit: args.take_in("limit", limit, 8..=i16::MAX)?,
            rate: args.take_in("rate", rate, 1..=i16::MAX.into())?,
            scope: args.choose("scope", scope, &Scope::NAMED)?,
        })
    }
}

/// Continuation history: the score of a move is the sum of the scores of its pairs
/// with earlier moves: the last move (as for countermoves), the player's own move
/// before it, and the player's own move before that.
///
/// ```
/// use starboard_core::{Heuristic, NodeInfo, Game, Window, testing::RandomTree};
/// use starboard_history::ContinuationHistory;
///
/// let game = RandomTree::<false>::new(1);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let line = &moves[..1];
/// let node = NodeInfo { game: &game, ply: 1, depth: 4, window: Window::FULL, line };
/// let mut history = ContinuationHistory::default();
/// history.refuted(&node, &moves[..1], moves[1]);
/// let mut scores = vec![0; moves.len()];
/// history.score(&node, &moves, &mut scores);
/// assert_eq!(scores[..2], [-512, 512]);
/// ```
#[derive(Clone, Debug)]
pub struct ContinuationHistory<G> {
    options: ContinuationOptions,
    /// One for each of [`BACK`] that is used.
    tables: Vec<PairTable<G>>,
}

impl<G: Game> Default for ContinuationHistory<G> {
    fn default() -> Self {
        Self::new(ContinuationOptions::default())
    }
}

impl<G: Game> ContinuationHistory<G> {
    /// Knows nothing yet. A limit below 8 counts as 8.
    pub fn new(options: ContinuationOptions) -> Self {
        let tables = BACK.iter().filter(|&&back| back <= options.furthest);
        let tables = tables.map(|_| PairTable::default()).collect();
        Self { options: ContinuationOptions { limit: options.limit.max(8), ..options }, tables }
    }

    /// The sum of the scores of a move's pairs.
    fn get(&self, node: &NodeInfo<'_, G>, m: G::Move) -> i32 {
        let mut scores = [0];
        self.add(node, &[m], &mut scores);
        scores[0]
    }

    fn add(&self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        let (game, scope) = (node.game, self.options.scope);
        let player = game.mover();
        let mut rows: [&[i16]; BACK.len()] = [&[]; BACK.len()];
        let mut count = 0;
        for (table, back) in self.tables.iter().zip(BACK) {
            if let Some(&before) = node.line.iter().nth_back(back - 1) {
                rows[count] = table.row(player, before);
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        for (&m, score) in moves.iter().zip(scores) {
            if scope.holds(game, m) {
                let place = PairTable::<G>::place(m);
                *score += rows[..count].iter().map(|row| i32::from(row[place])).sum::<i32>();
            }
        }
    }
}

impl<G: Game> Heuristic<G> for ContinuationHistory<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        self.add(node, moves, scores);
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], cut: G::Move) {
        let ContinuationOptions { limit, rate, scope, .. } = self.options;
        let player = node.game.mover();
        let depth = node.depth.clamp(1, 1 << 10) as i32;
        let limit = i32::from(limit);
        let points = rate.saturating_mul(depth).min(limit / 8);
        for (table, back) in self.tables.iter_mut().zip(BACK) {
            let Some(&before) = node.line.iter().nth_back(back - 1) else { break };
            let row = table.row_mut(player, before);
            let mut pull = |m: G::Move, pull: i32| {
                if scope.holds(node.game, m) {
                    let slot = &mut row[PairTable::<G>::place(m)];
                    let mut score = i32::from(*slot);
                    super::attract(&mut score, pull, limit);
                    *slot = score as i16;
                }
            };
            pull(cut, points);
            tried.iter().for_each(|&m| pull(m, -points));
        }
    }

    fn clear(&mut self) {
        self.tables.iter_mut().for_each(PairTable::clear);
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let why = "cuts against vain tries after the same moves elsewhere".to_owned();
        out.push(Contribution { part: "continuation-history", score: self.get(node, m), why });
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Window, testing::RandomTree};

    use super::*;

    type Tree = RandomTree<false>;

    /// The scores of the first four moves after `line`, once the last of them has cut
    /// after the line `learned`; the lines give moves by their places.
    #[track_caller]
    fn check(furthest: usize, learned: &[usize], line: &[usize], expected: [i32; 4]) {
        let (game, moves) = Tree::wide(4);
        let played = |line: &[usize]| line.iter().map(|&i| moves[i]).collect::<Vec<_>>();
        let (learned, line) = (played(learned), played(line));
        let at = |line| NodeInfo { game: &game, ply: 5, depth: 2, window: Window::FULL, line };
        let options = ContinuationOptions { furthest, ..ContinuationOptions::default() };
        let mut history = ContinuationHistory::<Tree>::new(options);
        history.refuted(&at(&learned), &moves[..2], moves[3]);
        let mut scores = [7; 4];
        history.score(&at(&line), &moves[..4], &mut scores);
        assert_eq!(scores.map(|score| score - 7), expected);
        history.clear();
        scores.fill(0);
        history.score(&at(&line), &moves[..4], &mut scores);
        assert_eq!(scores, [0; 4]);
    }

    #[test]
    fn moves_are_known_by_those_before_them() {
        check(1, &[], &[0], [0; 4]);
        check(1, &[0], &[], [0; 4]);
        check(1, &[0], &[0], [-256, -256, 0, 256]);
        check(1, &[0], &[1], [0; 4]);
        check(1, &[2, 0], &[1, 0], [-256, -256, 0, 256]);
        check(2, &[2, 0], &[2, 1], [-256, -256, 0, 256]);
        check(2, &[2, 0], &[2, 0], [-512, -512, 0, 512]);
        check(4, &[3, 1, 2, 0], &[3, 1, 2, 0], [-768, -768, 0, 768]);
        check(4, &[3, 1, 2, 0], &[3, 0, 0, 1], [-256, -256, 0, 256]);
        check(4, &[0, 3, 1, 2, 0], &[1, 3, 0, 0, 1], [-256, -256, 0, 256]);
    }

    #[test]
    fn scores_stay_within_the_limit() {
        let (game, moves) = Tree::wide(4);
        let line = &moves[..1];
        let node = NodeInfo { game: &game, ply: 1, depth: 99, window: Window::FULL, line };
        let options = ContinuationOptions { limit: 80, rate: 1000, ..Default::default() };
        let mut history = ContinuationHistory::<Tree>::new(options);
        for _ in 0..200 {
            history.refuted(&node, &moves[..1], moves[1]);
        }
        let scores = [history.get(&node, moves[0]), history.get(&node, moves[1])];
        assert!(scores[0] < -60 && scores[0] >= -80 && scores[1] == -scores[0], "{scores:?}");
    }
}
