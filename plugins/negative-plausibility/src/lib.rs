//! Negative plausibility: moves tried in vain are tried later (Rollason 2007).
//!
//! When the move at place `c` of the list cuts, the one tried at place `i` is
//! penalised by `c - i` points, so that a promising move that keeps failing
//! sinks. Penalties are halved between iterations: a bad start is forgiven.
//!
//! This is the published form, and the default. Other ways to count ([`Distance`]),
//! other times to forgive ([`Aging`]) and sparing captures ([`Scope`]) are there to be
//! compared with it.

#![forbid(unsafe_code)]

use starboard_core::{
    Contribution, Game, Heuristic, NodeInfo, PenaltyTable, Player, Scope,
    spec::{Args, Param, SpecError},
};

/// By how many points a move that was tried before the one that cut is penalised.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// One for each place from it to the move that cut.
    #[default]
    Linear,
    /// One, wherever it stood.
    Constant,
    /// 64 for the first of the list, half as many for each later one as for the one
    /// before, and at least one.
    Geometric,
}

impl Distance {
    /// Every way, by the name it has in a description.
    pub const NAMED: [(&str, Self); 3] =
        [("linear", Self::Linear), ("constant", Self::Constant), ("geometric", Self::Geometric)];

    /// The points for the move at `place`, from 0, when the one at `cut` cuts.
    fn points(self, place: usize, cut: usize) -> u32 {
        match self {
            Self::Linear => (cut - place) as u32,
            Self::Constant => 1,
            Self::Geometric => (64 >> place.min(6)).max(1),
        }
    }
}

/// When penalties are halved.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Aging {
    /// Between iterations.
    #[default]
    Iteration,
    /// Before each search, that is between the moves of a game: what one iteration
    /// penalised counts in full for the next.
    Move,
    /// Both.
    Both,
}

impl Aging {
    /// Every one, by the name it has in a description.
    pub const NAMED: [(&str, Self); 3] =
        [("iteration", Self::Iteration), ("move", Self::Move), ("both", Self::Both)];
}

/// The options of [`NegativePlausibility`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct NegativePlausibilityOptions {
    /// What a point of penalty takes from the score.
    pub weight: u32,
    /// The most that all points together take.
    pub limit: u32,
    /// The moves that are penalised. The places of the others still count towards
    /// the distance.
    pub scope: Scope,
    /// How the place of a move becomes points.
    pub distance: Distance,
    /// When penalties are halved.
    pub aged: Aging,
}

impl Default for NegativePlausibilityOptions {
    fn default() -> Self {
        Self {
            weight: 1,
            limit: 400_000,
            scope: Scope::All,
            distance: Distance::Linear,
            aged: Aging::Iteration,
        }
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
        Param {
            name: "scope",
            default: "all",
            range: "all, quiet or tactical",
            help: "the moves penalised: all, all but captures and the like, or these alone",
        },
        Param {
            name: "distance",
            default: "linear",
            range: "linear, constant or geometric",
            help: "points for a vain try: one per place to the cut, one, or halved place by place",
        },
        Param {
            name: "aged",
            default: "iteration",
            range: "iteration, move or both",
            help: "when penalties are halved: between iterations, between the moves of a game, or both",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let Self { weight, limit, scope, distance, aged } = Self::default();
        Ok(Self {
            weight: args.take_in("weight", weight, 1..=100_000)?,
            limit: args.take_in("limit", limit, 1..=10_000_000)?,
            scope: args.choose("scope", scope, &Scope::NAMED)?,
            distance: args.choose("distance", distance, &Distance::NAMED)?,
            aged: args.choose("aged", aged, &Aging::NAMED)?,
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
/// let node = NodeInfo { game: &game, ply: 0, depth: 4, window: Window::FULL, line: &[] };
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
    /// Penalises nothing yet. A limit above 10,000,000 counts as 10,000,000.
    pub fn new(options: NegativePlausibilityOptions) -> Self {
        let limit = options.limit.min(10_000_000);
        let options = NegativePlausibilityOptions { limit, ..options };
        Self { options, table: PenaltyTable::default() }
    }

    fn get(&self, game: &G, player: Player, m: G::Move) -> i32 {
        if !self.options.scope.holds(game, m) {
            return 0;
        }
        let taken = self.table.get(player, m).saturating_mul(self.options.weight);
        -(taken.min(self.options.limit) as i32)
    }
}

impl<G: Game> Heuristic<G> for NegativePlausibility<G> {
    fn score(&mut self, node: &NodeInfo<'_, G>, moves: &[G::Move], scores: &mut [i32]) {
        let player = node.game.mover();
        for (&m, score) in moves.iter().zip(scores) {
            *score += self.get(node.game, player, m);
        }
    }

    fn refuted(&mut self, node: &NodeInfo<'_, G>, tried: &[G::Move], _: G::Move) {
        let NegativePlausibilityOptions { scope, distance, .. } = self.options;
        let player = node.game.mover();
        if (scope, distance) == (Scope::All, Distance::Linear) {
            return self.table.cut(player, tried);
        }
        for (place, &m) in tried.iter().enumerate() {
            if scope.holds(node.game, m) {
                self.table.penalise(player, m, distance.points(place, tried.len()));
            }
        }
    }

    fn new_iteration(&mut self) {
        if self.options.aged != Aging::Move {
            self.table.halve();
        }
    }

    fn new_search(&mut self) {
        if self.options.aged != Aging::Iteration {
            self.table.halve();
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn explain(&mut self, node: &NodeInfo<'_, G>, m: G::Move, out: &mut Vec<Contribution>) {
        let player = node.game.mover();
        let points = self.table.get(player, m);
        let (score, weight) = (self.get(node.game, player, m), self.options.weight);
        let why = format!("a penalty of {points} for vain tries, at {weight} each");
        out.push(Contribution { part: "negative-plausibility", score, why });
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Node, Value, Window};

    use super::*;

    /// Thirty moves, whatever happened; those above twenty are tactical.
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
        fn is_tactical(&self, m: u8) -> bool {
            m > 20
        }
    }

    const ROOT: Thirty = Thirty(Player::First);

    fn node(game: &Thirty) -> NodeInfo<'_, Thirty> {
        let window = Window { alpha: Value::ZERO, beta: Value::ZERO.up() };
        NodeInfo { game, ply: 0, depth: 3, window, line: &[] }
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
    fn age_comes_when_it_is_told_to() {
        for (aged, iteration, search) in
            [(Aging::Iteration, [-9], [-9]), (Aging::Move, [-19], [-9]), (Aging::Both, [-9], [-4])]
        {
            let options = NegativePlausibilityOptions { aged, ..Default::default() };
            let mut penalties = NegativePlausibility::new(options);
            check(&mut penalties, &[20], &[1], &[-19]);
            penalties.new_iteration();
            check(&mut penalties, &[], &[1], &iteration);
            penalties.new_search();
            check(&mut penalties, &[], &[1], &search);
        }
    }

    #[test]
    fn weight_and_limit() {
        let options = NegativePlausibilityOptions { weight: 8, limit: 100, ..Default::default() };
        let places = [1, 10, 19];
        check(&mut NegativePlausibility::new(options), &[20], &places, &[-100, -80, -8]);
    }

    #[test]
    fn distances_count_as_they_say() {
        let places = [1, 2, 7, 8, 19];
        for (distance, expected) in [
            (Distance::Linear, [-19, -18, -13, -12, -1]),
            (Distance::Constant, [-1; 5]),
            (Distance::Geometric, [-64, -32, -1, -1, -1]),
        ] {
            let options = NegativePlausibilityOptions { distance, ..Default::default() };
            check(&mut NegativePlausibility::new(options), &[20], &places, &expected);
        }
    }

    #[test]
    fn tactical_moves_can_be_left_alone() {
        // Moves 21 and 22 are tactical, and keep their places in the list.
        let places = [20, 21, 22];
        for (scope, expected) in [(Scope::All, [-3, -2, -1]), (Scope::Quiet, [-3, 0, 0])] {
            let options = NegativePlausibilityOptions { scope, ..Default::default() };
            check(&mut NegativePlausibility::new(options), &[23], &places, &expected);
        }
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
