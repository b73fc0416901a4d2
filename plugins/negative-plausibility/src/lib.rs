//! Negative plausibility: moves tried in vain are tried later (Rollason 2007).
//!
//! When the move at place `c` of the list cuts, the one tried at place `i` is
//! penalised by `c - i` points, so that a promising move that keeps failing
//! sinks. Penalties are halved between iterations: a bad start is forgiven.

#![forbid(unsafe_code)]

use starboard_core::{
    Contribution, Game, Heuristic, NodeInfo, PenaltyTable, Player,
    spec::{Args, Param, SpecError},
};

/// What can be set about [`NegativePlausibility`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct NegativePlausibilityOptions {
    /// What a point of penalty takes from the score.
    pub weight: u32,
    /// The most that all points together take.
    pub limit: u32,
}

impl Default for NegativePlausibilityOptions {
    fn default() -> Self {
        Self { weight: 1, limit: 400_000 }
    }
}

impl NegativePlausibilityOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "weight",
            default: "1",
            range: "1 to 100000",
            help: "what a point of penalty takes from the score",
        },
        Param {
            name: "limit",
            default: "400000",
            range: "1 to 10000000",
            help: "the most that all points together take",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let Self { weight, limit } = Self::default();
        Ok(Self {
            weight: args.take_in("weight", weight, 1..=100_000)?,
            limit: args.take_in("limit", limit, 1..=10_000_000)?,
        })
    }
}

/// Negative plausibility.
///
/// ```
/// use starboard_core::{Heuristic, NodeInfo, Game, Window, testing::RandomTree};
/// use starboard_negative_plausibility::NegativePlausibility;
///
/// let game = RandomTree::<false>::new(1);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let node = NodeInfo { game: &game, ply: 0, depth: 4, window: Window::FULL, last: None };
/// let mut penalties = NegativePlausibility::default();
/// penalties.refuted(&node, &moves[..1], moves[1]);
/// let mut scores = vec![0; moves.len()];
/// penalties.score(&node, &moves, &mut scores);
/// assert_eq!(scores[..2], [-1, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct NegativePlausibility<G: Game> {
    options: NegativePlausibilityOptions,
    table: PenaltyTable<G>,
}

impl<G: Game> Default for NegativePlausibility<G> {
    fn default() -> Self {
        Self::new(NegativePlausibilityOptions::default())
    }
}

impl<G: Game> NegativePlausibility<G> {
    /// Bears no grudge yet. A limit above 10,000,000 counts as that.
    pub fn new(options: NegativePlausibilityOptions) -> Self {
        let limit = options.limit.min(10_000_000);
        let options = NegativePlausibilityOptions { limit, ..options };
        Self { options, table: PenaltyTable::default() }
    }

    fn get(&self, player: Player, m: G::Move) -> i32 {
        let taken = self.table.get(player, m).saturating_mul(self.options.weight);
        -(taken.min(self.options.limit) as i32)
    }
}

impl<G: Game> Heuristic<G> for NegativePlausibility<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        let player = node.game.mover();
        for (&m, score) in moves.iter().zip(scores) {
            *score += self.get(player, m);
        }
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], _: G::Move) {
        self.table.cut(node.game.mover(), tried);
    }

    fn new_iteration(&mut self) {
        self.table.halve();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let player = node.game.mover();
        let points = self.table.get(player, m);
        let (score, weight) = (self.get(player, m), self.options.weight);
        let why = format!("{points} points of penalty for vain tries, at {weight} each");
        out.push(Contribution { part: "negative-plausibility", score, why });
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Node, Value, Window};

    use super::*;

    /// Thirty moves, whatever happened.
    #[derive(Clone, Debug, PartialEq)]
    struct Thirty(Player);

    impl Game for Thirty {
        type Move = u8;
        fn mover(&self) -> Player {
            self.0
        }
        fn node(&self) -> Node {
            Node::Decision
        }
        fn moves(&self, out: &mut Vec<u8>) {
            out.extend(1..=30);
        }
        fn play(&mut self, _: u8) {
            self.0 = self.0.other();
        }
        fn key(&self) -> u64 {
            self.0.index() as u64
        }
    }

    const ROOT: Thirty = Thirty(Player::First);

    fn node(game: &Thirty) -> NodeInfo<'_, Thirty> {
        let window = Window { alpha: Value::ZERO, beta: Value::ZERO.up() };
        NodeInfo { game, ply: 0, depth: 3, window, last: None }
    }

    /// What the moves of `places`, from 1, lose when the moves of `cuts` have
    /// cut.
    #[track_caller]
    fn check(
        heuristic: &mut NegativePlausibility<Thirty>,
        cuts: &[u8],
        places: &[u8],
        expected: &[i32],
    ) {
        for &cut in cuts {
            let tried: Vec<_> = (1..cut).collect();
            heuristic.refuted(&node(&ROOT), &tried, cut);
        }
        let mut scores = vec![0; places.len()];
        heuristic.score(&node(&ROOT), places, &mut scores);
        assert_eq!(scores, expected);
    }

    #[test]
    fn the_published_example() {
        let places = [1, 2, 18, 19, 20, 21];
        check(&mut Default::default(), &[20], &places, &[-19, -18, -2, -1, 0, 0]);
    }

    #[test]
    fn penalties_add_up_and_age() {
        let mut penalties = NegativePlausibility::default();
        check(&mut penalties, &[], &[1, 2, 3], &[0, 0, 0]);
        check(&mut penalties, &[3, 3, 2], &[1, 2, 3], &[-5, -2, 0]);
        penalties.new_iteration();
        check(&mut penalties, &[], &[1, 2, 3], &[-2, -1, 0]);
        check(&mut penalties, &[1], &[1, 2, 3], &[-2, -1, 0]);
        penalties.clear();
        check(&mut penalties, &[], &[1, 2, 3], &[0, 0, 0]);
    }

    #[test]
    fn weight_and_limit() {
        let options = NegativePlausibilityOptions { weight: 8, limit: 100 };
        let places = [1, 10, 19];
        check(&mut NegativePlausibility::new(options), &[20], &places, &[-100, -80, -8]);
    }

    #[test]
    fn the_other_player_is_not_penalised() {
        let mut penalties = NegativePlausibility::default();
        penalties.refuted(&node(&ROOT), &[1, 2], 3);
        let mut scores = [0; 2];
        penalties.score(&node(&Thirty(Player::Second)), &[1, 2], &mut scores);
        assert_eq!(scores, [0, 0]);
    }
}
