//! Evaluating positions with a network.

use std::{fs, sync::Arc};

use pulp::{Arch, Simd, WithSimd};
use starboard_core::{
    Bounds, Evaluator, Game, Player, Value,
    spec::{Args, Param, SpecError},
};

use crate::{
    Features, Misfit, Network, Shape, UNITS,
    network::{SUM_ONE, direct, output},
};

/// The arguments of a network in the description of an engine.
pub const PARAMS: &[Param] = &[Param {
    name: "file",
    default: "none",
    range: "a file",
    help: "its weights, as the command `train` writes them, instead of the program's own",
}];

/// Reads a network from the arguments of a description: the one in the file, or else
/// the game's own.
///
/// # Errors
///
/// What is wrong with the file.
pub fn read<G: Game, F: Features<G>, N: Into<Arc<Network>>>(
    args: &mut Args,
    features: F,
    own: impl FnOnce() -> N,
) -> Result<NetEvaluator<G, F>, SpecError> {
    let Some(path) = args.take_if_given::<String>("file")? else {
        let net = NetEvaluator::new(features, own());
        return Ok(net.expect("the network that comes with the game is for its features"));
    };
    let load = || -> Result<NetEvaluator<G, F>, String> {
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        let network = Network::from_bytes(&bytes).map_err(|error| error.to_string())?;
        NetEvaluator::new(features, network).map_err(|error| error.to_string())
    };
    load().map_err(|why| args.bad("file", &path, why))
}

/// Evaluates with a [`Network`].
#[derive(Clone, Debug)]
pub struct NetEvaluator<G, F> {
    arch: Arch,
    network: Arc<Network>,
    features: F,
    /// For each player and group, what was evaluated last.
    kept: Vec<Accumulator>,
    /// What is in the cells of the position at hand, padded with zeros.
    cells: Box<[u8]>,
    /// Its features, where they are listed.
    active: Vec<u16>,
    changes: Changes,
    most: i32,
    game: std::marker::PhantomData<fn(&G)>,
}

/// The sums for the features of a position.
#[derive(Clone, Debug)]
struct Accumulator {
    sums: Box<[i16]>,
    /// The sum of the direct weights.
    direct: i32,
    /// What the sums are for: cells, or features.
    cells: Box<[u8]>,
    active: Vec<u16>,
}

/// The features that have gone, and those that are new.
#[derive(Clone, Debug, Default)]
struct Changes {
    away: Vec<u16>,
    add: Vec<u16>,
}

/// Cells that are compared at a time.
const WORD: usize = 8;
/// How far two lists that differ are followed for them to agree again.
const AHEAD: usize = 3;

impl Changes {
    fn clear(&mut self) {
        self.away.clear();
        self.add.clear();
    }

    /// What leads from the features of some cells to those of others.
    fn of_cells(&mut self, before: &[u8], now: &[u8], of: impl Fn(usize, u8, &mut Vec<u16>)) {
        let words = before.as_chunks::<WORD>().0.iter().zip(now.as_chunks::<WORD>().0);
        for (word, (before, now)) in words.enumerate() {
            let mut differ = u64::from_le_bytes(*before) ^ u64::from_le_bytes(*now);
            while differ != 0 {
                let i = differ.trailing_zeros() as usize / 8;
                differ &= !(0xff << (8 * i));
                for (content, out) in [(before[i], &mut self.away), (now[i], &mut self.add)] {
                    if content != 0 {
                        of(WORD * word + i, content, out);
                    }
                }
            }
        }
    }

    /// What leads from one list of features to another: the features of a position come in much
    /// the same order as before, so it is enough to step over what differs. Where the order is
    /// different, there are more changes than need be, and the sum is the same.
    fn of_lists(&mut self, mut before: &[u16], mut now: &[u16]) {
        loop {
            let alike = before.iter().zip(now).take_while(|(a, b)| a == b).count();
            (before, now) = (&before[alike..], &now[alike..]);
            if before.is_empty() || now.is_empty() {
                break;
            }
            let (gone, come) = Self::step(before, now);
            self.away.extend_from_slice(&before[..gone]);
            self.add.extend_from_slice(&now[..come]);
            (before, now) = (&before[gone..], &now[come..]);
        }
        self.away.extend_from_slice(before);
        self.add.extend_from_slice(now);
    }

    /// After how many features of each the two lists agree again, with as few in
    /// total as possible.
    fn step(before: &[u16], now: &[u16]) -> (usize, usize) {
        let ways = (1..=2 * AHEAD).flat_map(|both| (0..=both).map(move |gone| (gone, both - gone)));
        let agree = |&(gone, come): &(usize, usize)| {
            before.get(gone).is_some_and(|feature| now.get(come) == Some(feature))
        };
        ways.into_iter().find(agree).unwrap_or((1, 1))
    }
}

/// Units that are processed together, where there are that many.
const WIDE: usize = 64;

/// Updates the sums of an accumulator and computes what its units add to the value: the part
/// that takes the time.
struct Forward<'a> {
    rows: &'a [i16],
    sums: &'a mut [i16],
    changes: &'a Changes,
    last: &'a [i16],
}

impl WithSimd for Forward<'_> {
    type Output = i32;

    /// Compiled for every kind of processor; as all is in integers, to the same result.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        if self.sums.len().is_multiple_of(WIDE) { self.by::<WIDE>() } else { self.by::<UNITS>() }
    }
}

impl Forward<'_> {
    /// `N` units at a time: their sums stay in registers from the first row on.
    #[inline(always)]
    fn by<const N: usize>(self) -> i32 {
        let (rows, blocks) = (self.rows.as_chunks::<N>().0, self.sums.len() / N);
        let parts = self.sums.as_chunks_mut::<N>().0.iter_mut().zip(self.last.as_chunks::<N>().0);
        let mut value = 0;
        for (block, (kept, last)) in parts.enumerate() {
            let mut sums = *kept;
            for &feature in &self.changes.away {
                let row = &rows[usize::from(feature) * blocks + block];
                (0..N).for_each(|i| sums[i] = sums[i].wrapping_sub(row[i]));
            }
            for &feature in &self.changes.add {
                let row = &rows[usize::from(feature) * blocks + block];
                (0..N).for_each(|i| sums[i] = sums[i].wrapping_add(row[i]));
            }
            *kept = sums;
            value = output(value, &sums, last);
        }
        value
    }
}

impl<G: Game, F: Features<G>> NetEvaluator<G, F> {
    /// Evaluates with this network.
    ///
    /// # Errors
    ///
    /// If the network is for other features.
    pub fn new(features: F, network: impl Into<Arc<Network>>) -> Result<Self, Misfit> {
        let network = network.into();
        let Shape { features: found, .. } = network.shape();
        let expected = features.count();
        if found != expected {
            return Err(Misfit::Features { found, expected });
        }
        let cells = vec![0; features.cells().next_multiple_of(WORD)].into_boxed_slice();
        let (sums, active) = (network.first.clone(), Vec::new());
        let empty = Accumulator { sums, direct: 0, cells: cells.clone(), active };
        Ok(Self {
            arch: Arch::new(),
            cells,
            kept: vec![empty; 2 * features.groups()],
            active: Vec::new(),
            changes: Changes::default(),
            most: if G::MATE > 0 {
                Value::decisive(G::MATE).raw() - 1
            } else {
                Value::MAX.raw() - 1
            },
            network,
            features,
            game: std::marker::PhantomData,
        })
    }

    /// Brings the accumulator of a player up to the position, whose cells have been read.
    /// Returns what its units add to the value, `last` being their weights, and the sum of its
    /// direct weights.
    fn update(&mut self, game: &G, player: Player, last: usize) -> (i32, i32) {
        let Self { network, features, kept, cells, active, changes, .. } = self;
        let group = features.group(game, player);
        let kept = &mut kept[player.index() * features.groups() + group];

        // Step 1. Which features are new, and which have gone.
        changes.clear();
        if cells.is_empty() {
            active.clear();
            features.active(game, player, active);
            changes.of_lists(&kept.active, active);
            std::mem::swap(&mut kept.active, active);
        } else {
            changes.of_cells(&kept.cells, cells, |cell, content, out| {
                features.of_cell(cell, content, player, group, out);
            });
            kept.cells.copy_from_slice(cells);
        }

        // Step 2. The sums.
        let weight = |&feature: &u16| match network.direct.get(usize::from(feature)) {
            Some(&weight) => i32::from(weight),
            None => no_such_feature(feature, network.direct.len()),
        };
        kept.direct += changes.add.iter().map(weight).sum::<i32>();
        kept.direct -= changes.away.iter().map(weight).sum::<i32>();
        let last = &network.last[last..last + network.hidden];
        let forward = Forward { rows: &network.rows, sums: &mut kept.sums, changes, last };
        (self.arch.dispatch(forward), kept.direct)
    }
}

/// Panics with a message for whoever numbered the features; nothing is read out of bounds.
#[cold]
fn no_such_feature(feature: u16, count: usize) -> ! {
    panic!("{}", beyond(feature, count))
}

fn beyond(feature: u16, count: usize) -> String {
    format!("there is no feature {feature}: `count` says that there are {count}, from 0 on")
}

/// What is wrong with the features that a player sees.
fn wrong<G: Game>(features: &impl Features<G>, game: &G, player: Player) -> Option<String> {
    let (group, groups) = (features.group(game, player), features.groups());
    if group >= groups {
        return Some(format!("there is no group {group}: `groups` says that there are {groups}"));
    }
    let mut active = Vec::new();
    features.active(game, player, &mut active);
    active.sort_unstable();
    let count = features.count();
    let last = active.last().filter(|&&feature| usize::from(feature) >= count);
    let twice = active.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let twice = || Some(format!("the feature {} is there twice", twice?));
    last.map(|&feature| beyond(feature, count)).or_else(twice)
}

impl<G: Game, F: Features<G>> Evaluator<G> for NetEvaluator<G, F> {
    fn evaluate(&mut self, game: &G) -> Value {
        if let Some(value) = self.features.certain(game) {
            return value;
        }
        self.features.look(game, &mut self.cells[..self.features.cells()]);
        let mover = game.mover();
        let (own, direct_own) = self.update(game, mover, 0);
        let (other, direct_other) = self.update(game, mover.other(), self.network.hidden);
        let Self { network, most, .. } = self;
        let sum = i64::from(own)
            + i64::from(other)
            + direct(i64::from(direct_own) - i64::from(direct_other))
            + i64::from(network.bias);
        let value = sum * i64::from(network.scale) / SUM_ONE;
        let value = Value::saturating(value.clamp(-i64::from(*most), i64::from(*most)));
        let Bounds { low, high } = self.features.bounds(game);
        value.clamp(low, high)
    }

    fn bounds(&self, game: &G) -> Bounds {
        self.features.bounds(game)
    }

    fn certain(&self, game: &G) -> Option<Value> {
        self.features.certain(game)
    }

    fn losing_moves(&self, game: &G, moves: &[G::Move]) -> Option<(u64, Value)> {
        self.features.losing_moves(game, moves)
    }

    fn complaint(&self, game: &G) -> Option<String> {
        [Player::First, Player::Second].into_iter().find_map(|player| {
            let wrong = wrong(&self.features, game, player)?;
            Some(format!("{wrong}, as the {player} player sees the position"))
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{
        Node,
        conformance::{Conformance, Promise},
        rng,
        spec::Spec,
        testing::RandomTree,
    };

    use super::*;
    use crate::RealWeights;

    type Tree = RandomTree<false>;

    /// Bits of the key, in two groups.
    #[derive(Clone, Debug)]
    struct Bits;

    impl Features<Tree> for Bits {
        fn count(&self) -> usize {
            64
        }
        fn groups(&self) -> usize {
            2
        }
        fn group(&self, game: &Tree, player: Player) -> usize {
            (game.key() >> (40 + player.index())) as usize & 1
        }
        fn active(&self, game: &Tree, player: Player, out: &mut Vec<u16>) {
            let bits = (game.key() >> (16 * player.index())) as u16;
            let group = 32 * self.group(game, player) as u16;
            out.extend((0..16).filter(|bit| bits >> bit & 1 == 1).map(|bit| group + bit));
        }
    }

    /// Parts of the key, in the groups of [`Bits`].
    #[derive(Clone, Debug)]
    struct Parts;

    impl Features<Tree> for Parts {
        fn count(&self) -> usize {
            64
        }
        fn groups(&self) -> usize {
            2
        }
        fn group(&self, game: &Tree, player: Player) -> usize {
            Bits.group(game, player)
        }
        fn cells(&self) -> usize {
            10
        }
        fn look(&self, game: &Tree, cells: &mut [u8]) {
            (0..10).for_each(|i| cells[i] = (game.key() >> (2 * i)) as u8 & 3);
        }
        fn of_cell(
            &self,
            cell: usize,
            content: u8,
            player: Player,
            group: usize,
            out: &mut Vec<u16>,
        ) {
            // The players see the cells in opposite orders; a three is two features.
            let place = if player == Player::First { cell } else { 9 - cell };
            let first = (32 * group + 3 * place) as u16;
            match content {
                3 => out.extend([first, first + 1]),
                _ => out.push(first + u16::from(content)),
            }
        }
    }

    /// The value in real numbers, from the definition.
    fn plain(features: &impl Features<Tree>, network: &Network, game: &Tree) -> f64 {
        let Shape { hidden, .. } = network.shape();
        let mut value = f64::from(network.bias) / (255.0 * 255.0 * 64.0);
        for (side, player) in [game.mover(), game.mover().other()].into_iter().enumerate() {
            let mut active = Vec::new();
            features.active(game, player, &mut active);
            let direct: i32 =
                active.iter().map(|&f| i32::from(network.direct[usize::from(f)])).sum();
            value += f64::from(direct) / 4096.0 * [1.0, -1.0][side];
            for i in 0..hidden {
                let rows = active.iter().map(|&f| network.rows[usize::from(f) * hidden + i]);
                let sum: i32 = rows.map(i32::from).sum::<i32>() + i32::from(network.first[i]);
                let unit = (f64::from(sum) / 255.0).clamp(0.0, 1.0);
                value += unit * unit * f64::from(network.last[side * hidden + i]) / 64.0;
            }
        }
        value * f64::from(network.scale)
    }

    fn network(seed: u64, hidden: usize) -> Network {
        let mut rng = rng(seed, 0);
        let mut some = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| rng.random_range(-most..most)).collect()
        };
        let (rows, direct) = (&some(64 * hidden, 0.5)[..], &some(64, 3.0)[..]);
        let (first, last) = (&some(hidden, 0.5)[..], &some(2 * hidden, 1.9)[..]);
        let weights = RealWeights { rows, direct, first, last, bias: 0.1 };
        Network::rounded(Shape { features: 64, hidden }, &weights, 1000.0)
    }

    /// What is updated from the position before is what it would be from scratch.
    #[track_caller]
    fn follows(features: &impl Features<Tree>, hidden: usize) {
        let network = network(3, hidden);
        let mut eval =
            NetEvaluator::new(features.clone(), network.clone()).expect("for these features");
        let mut worth = 0;
        for seed in 0..300 {
            let mut game = Tree::new(seed);
            let mut rng = rng(seed, 1);
            while game.node() == Node::Decision {
                let (found, expected) =
                    (eval.evaluate(&game).raw(), plain(features, &network, &game));
                assert!((f64::from(found) - expected).abs() < 1.01, "{found} {expected}");
                worth += found.abs();
                let mut moves = Vec::new();
                game.moves(&mut moves);
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(worth > 10_000, "{worth}");
    }

    #[test]
    fn what_changed_is_enough() {
        // Of 64 units at a time, and of 16.
        for hidden in [128, 48] {
            follows(&Bits, hidden);
            follows(&Parts, hidden);
        }
    }

    /// The same features whatever the position.
    #[derive(Clone, Debug)]
    struct Fixed(&'static [u16]);

    impl Features<Tree> for Fixed {
        fn count(&self) -> usize {
            64
        }
        fn active(&self, _: &Tree, _: Player, out: &mut Vec<u16>) {
            out.extend(self.0);
        }
    }

    #[test]
    fn features_that_cannot_be_are_named() {
        let tree = Tree::new(1);
        let complaint = |active| {
            let net = NetEvaluator::new(Fixed(active), network(1, 16)).expect("for these features");
            net.complaint(&tree).unwrap_or_default()
        };
        assert_eq!(complaint(&[63, 0, 5]), "");
        let wrong = complaint(&[3, 5, 3]);
        assert_eq!(wrong, "the feature 3 is there twice, as the first player sees the position");
        assert!(
            complaint(&[0, 64])
                .starts_with("there is no feature 64: `count` says that there are 64")
        );
        let failure = Conformance::new(tree)
            .evaluator("net", NetEvaluator::new(Fixed(&[7, 7]), network(1, 16)).expect("of 64"));
        let failure = failure.run().expect_err("a feature twice");
        assert_eq!(failure.promise, Promise::InputsSound, "{failure}");
    }

    #[test]
    #[should_panic(expected = "there is no feature 900: `count` says that there are 64, from 0 on")]
    fn a_feature_that_there_is_not_is_named() {
        let net = NetEvaluator::new(Fixed(&[900]), network(1, 16));
        net.expect("for these features").evaluate(&Tree::new(1));
    }

    #[test]
    fn what_leads_from_one_list_to_another() {
        let (mut rng, mut changes) = (rng(5, 0), Changes::default());
        let mut before: Vec<u16> = (0..40).collect();
        for round in 0..2000 {
            let mut now = before.clone();
            // Some go, some come, and now and then the order is another.
            for _ in 0..rng.random_range(0..5) {
                let at = rng.random_range(0..now.len());
                match rng.random_range(0..3) {
                    0 if now.len() > 1 => _ = now.remove(at),
                    1 => now.insert(at, 1000 + round),
                    _ => now[at] = rng.random_range(0..1000),
                }
            }
            if round % 50 == 0 {
                now.reverse();
            }
            changes.clear();
            changes.of_lists(&before, &now);
            let mut reached = before.clone();
            for feature in &changes.away {
                let at = reached.iter().position(|other| other == feature);
                reached.remove(at.expect("what goes was there"));
            }
            reached.extend_from_slice(&changes.add);
            let mut expected = now.clone();
            reached.sort_unstable();
            expected.sort_unstable();
            assert_eq!(reached, expected);
            if round % 50 != 0 {
                assert!(changes.away.len() + changes.add.len() <= 20, "{changes:?}");
            }
            before = now;
        }
    }

    #[test]
    fn files_are_read_or_refused() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("net");
        let load = || {
            let spec = Spec::named("net").with("file", path.display());
            let own = || -> Network { panic!("a file is given") };
            read::<Tree, _, _>(&mut Args::new(&spec), Bits, own)
                .map(|_| ())
                .map_err(|e| e.to_string())
        };
        assert!(load().expect_err("no file").starts_with("net cannot have file="));
        fs::write(&path, network(1, 48).to_bytes())?;
        assert_eq!(load(), Ok(()));
        let other = Network::blank(Shape { features: 65, hidden: 16 });
        fs::write(&path, other.to_bytes())?;
        let error = load().expect_err("other features");
        assert!(error.contains("for 65 features, and the game has 64"), "{error}");
        Ok(())
    }
}
