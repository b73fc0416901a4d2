//! Evaluating positions by a network.

use std::{fs, sync::Arc};

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
    help: "its weights, as `starboard train` writes them, instead of the program's own",
}];

/// Reads a network from the arguments of a description: that of the file, or else the
/// one that the game brings along.
///
/// # Errors
///
/// What is wrong with the file.
pub fn read<G: Game, F: Features<G>>(
    args: &mut Args,
    features: F,
    own: impl FnOnce() -> Network,
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

/// Evaluates by a [`Network`].
#[derive(Clone, Debug)]
pub struct NetEvaluator<G, F> {
    network: Arc<Network>,
    features: F,
    /// For each player and group, what was evaluated last.
    kept: Vec<Accumulator>,
    /// For each feature, when it was last seen to be new, or to be there still.
    seen: Vec<u32>,
    now: u32,
    /// The features of the position at hand.
    active: Vec<u16>,
    changes: Changes,
    most: i32,
    game: std::marker::PhantomData<fn(&G)>,
}

/// The sums for the features of a position.
#[derive(Clone, Debug)]
struct Accumulator {
    sums: Box<[i16]>,
    /// Of the direct weights.
    direct: i32,
    active: Vec<u16>,
}

/// The features that went, and those that came.
#[derive(Clone, Debug, Default)]
struct Changes {
    away: Vec<u16>,
    add: Vec<u16>,
}

impl<G: Game, F: Features<G>> NetEvaluator<G, F> {
    /// Evaluates by this network.
    ///
    /// # Errors
    ///
    /// If it is for other features.
    pub fn new(features: F, network: Network) -> Result<Self, Misfit> {
        let Shape { features: found, .. } = network.shape();
        let expected = features.count();
        if found != expected {
            return Err(Misfit::Features { found, expected });
        }
        let empty = Accumulator { sums: network.first.clone(), direct: 0, active: Vec::new() };
        Ok(Self {
            kept: vec![empty; 2 * features.groups()],
            seen: vec![0; expected],
            now: 0,
            active: Vec::new(),
            changes: Changes::default(),
            most: if G::MATE > 0 {
                Value::decisive(G::MATE).raw() - 1
            } else {
                Value::MAX.raw() - 1
            },
            network: Arc::new(network),
            features,
            game: std::marker::PhantomData,
        })
    }

    /// Brings the accumulator of a player up to the position; its place.
    fn update(&mut self, game: &G, player: Player) -> usize {
        let Self { network, features, kept, seen, now, active, changes, .. } = self;
        let place = player.index() * features.groups() + features.group(game, player);
        let Accumulator { sums, direct, active: before } = &mut kept[place];

        // Step 1. What is there now, what of it was there, and what is gone. The marks of
        // earlier positions are older than `new`.
        active.clear();
        features.active(game, player, active);
        *now = match now.checked_add(2) {
            Some(now) => now,
            None => {
                seen.fill(0);
                2
            }
        };
        let (new, old) = (*now, *now + 1);
        active.iter().for_each(|&feature| seen[usize::from(feature)] = new);
        changes.away.clear();
        changes.add.clear();
        for &feature in &*before {
            let mark = &mut seen[usize::from(feature)];
            if *mark == new {
                *mark = old;
            } else {
                changes.away.push(feature);
            }
        }
        let came = active.iter().filter(|&&feature| seen[usize::from(feature)] == new);
        changes.add.extend(came);
        *now = old;

        // Step 2. The sums.
        let hidden = network.hidden;
        let row = |feature: u16| {
            let start = usize::from(feature) * hidden;
            network.rows[start..start + hidden].as_chunks::<UNITS>().0
        };
        let weight = |feature: u16| i32::from(network.direct[usize::from(feature)]);
        *direct -= changes.away.iter().map(|&feature| weight(feature)).sum::<i32>();
        *direct += changes.add.iter().map(|&feature| weight(feature)).sum::<i32>();
        let sums = sums.as_chunks_mut::<UNITS>().0;
        for &feature in &changes.away {
            for (sums, row) in sums.iter_mut().zip(row(feature)) {
                (0..UNITS).for_each(|i| sums[i] = sums[i].wrapping_sub(row[i]));
            }
        }
        for &feature in &changes.add {
            for (sums, row) in sums.iter_mut().zip(row(feature)) {
                (0..UNITS).for_each(|i| sums[i] = sums[i].wrapping_add(row[i]));
            }
        }
        std::mem::swap(before, active);
        place
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for NetEvaluator<G, F> {
    fn evaluate(&mut self, game: &G) -> Value {
        if let Some(value) = self.features.certain(game) {
            return value;
        }
        let mover = game.mover();
        let [own, other] = [mover, mover.other()].map(|player| self.update(game, player));
        let Self { network, kept, most, .. } = self;
        let (first, second) = network.last.split_at(network.hidden);
        let sum = i64::from(output(&kept[own].sums, first))
            + i64::from(output(&kept[other].sums, second))
            + direct(i64::from(kept[own].direct) - i64::from(kept[other].direct))
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
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Node, rng, spec::Spec, testing::RandomTree};

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

    /// The value in real numbers, from the definition.
    fn plain(network: &Network, game: &Tree) -> f64 {
        let Shape { hidden, .. } = network.shape();
        let mut value = f64::from(network.bias) / (255.0 * 255.0 * 64.0);
        for (side, player) in [game.mover(), game.mover().other()].into_iter().enumerate() {
            let mut active = Vec::new();
            Bits.active(game, player, &mut active);
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

    fn network(seed: u64) -> Network {
        let mut rng = rng(seed, 0);
        let mut some = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| rng.random_range(-most..most)).collect()
        };
        let (rows, direct) = (&some(64 * 48, 0.5)[..], &some(64, 3.0)[..]);
        let (first, last) = (&some(48, 0.5)[..], &some(96, 1.9)[..]);
        let weights = RealWeights { rows, direct, first, last, bias: 0.1 };
        Network::rounded(Shape { features: 64, hidden: 48 }, &weights, 1000.0)
    }

    #[test]
    fn what_changed_is_enough() {
        let network = network(3);
        let mut eval = NetEvaluator::new(Bits, network.clone()).expect("for these features");
        let mut worth = 0;
        for seed in 0..300 {
            let mut game = Tree::new(seed);
            let mut rng = rng(seed, 1);
            while game.node() == Node::Decision {
                let (found, expected) = (eval.evaluate(&game).raw(), plain(&network, &game));
                assert!((f64::from(found) - expected).abs() <= 1.0, "{found} {expected}");
                worth += found.abs();
                let mut moves = Vec::new();
                game.moves(&mut moves);
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(worth > 10_000, "{worth}");
    }

    #[test]
    fn marks_do_not_run_out() {
        let network = network(4);
        let mut eval = NetEvaluator::new(Bits, network.clone()).expect("for these features");
        eval.now = u32::MAX - 7;
        for seed in 0..20 {
            let game = Tree::new(seed);
            if game.node() == Node::Decision {
                let found = f64::from(eval.evaluate(&game).raw());
                assert!((found - plain(&network, &game)).abs() <= 1.0);
            }
        }
        assert!(eval.now < 1000);
    }

    #[test]
    fn files_are_read_or_refused() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("net");
        let load = || {
            let spec = Spec::named("net").with("file", path.display());
            let own = || panic!("a file is given");
            read::<Tree, _>(&mut Args::new(&spec), Bits, own).map(|_| ()).map_err(|e| e.to_string())
        };
        assert!(load().expect_err("no file").starts_with("net cannot have file="));
        fs::write(&path, network(1).to_bytes())?;
        assert_eq!(load(), Ok(()));
        let other = Network::blank(Shape { features: 65, hidden: 16 });
        fs::write(&path, other.to_bytes())?;
        let error = load().expect_err("other features");
        assert!(error.contains("for 65 features, and the game has 64"), "{error}");
        Ok(())
    }
}
