//! The options of Monte-Carlo tree search.

use starboard_core::spec::{Args, Param, SpecError};

/// The options of [`Mcts`](super::Mcts).
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct MctsOptions {
    /// The exploration constant, which stands before the square root in UCT or,
    /// with a policy, in PUCT: how strongly moves that were seldom tried are
    /// preferred, in units of the scale.
    pub exploration: f64,
    /// With a policy, how much less than its position an untried move is assumed to
    /// be worth, in units of the scale, times the square root of the share of the
    /// policy that has been tried.
    pub untried: f64,
    /// Progressive widening: after `n` visits of a decision node, its best
    /// `widening * n^power` moves by static value are considered; 0 for all, in the
    /// game's order.
    pub widening: f64,
    /// The exponent of the widening, from 0 to 1.
    pub power: f64,
    /// Random moves played before a leaf is evaluated; 0 to evaluate it as it
    /// stands.
    pub playout: u32,
    /// How many units of the game count as 1 in UCT. With 0, the greatest distance
    /// from zero that the evaluator's bounds allow the value of the root; one unit
    /// if it has no bounds.
    pub scale: f64,
    /// Values further than this from that of the root, in units of the scale, are
    /// clipped to this distance; 0 to take all as they are.
    pub clip: f64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads, each with a tree of its own. 0 counts as 1.
    pub threads: usize,
    /// How many simulations to run, all threads together, if nothing else ends the search.
    pub simulations: u64,
    /// The most edges a tree may have; when it is full, its leaves are no longer expanded.
    pub capacity: usize,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            untried: 0.2,
            widening: 0.0,
            power: 0.5,
            playout: 0,
            scale: 0.0,
            clip: 0.0,
            seed: 0,
            threads: 1,
            simulations: 10_000,
            capacity: 1 << 22,
        }
    }
}

impl MctsOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "exploration",
            default: "1",
            range: "0 to 100",
            help: "how strongly moves that were seldom tried are preferred",
        },
        Param {
            name: "untried",
            default: "0.2",
            range: "0 to 100",
            help: "with a policy, how much less than its position an untried move counts as worth",
        },
        Param {
            name: "widening",
            default: "0",
            range: "0 to 1000",
            help: "after n visits consider the best widening * n^power moves; 0 for all",
        },
        Param { name: "power", default: "0.5", range: "0 to 1", help: "see widening" },
        Param {
            name: "playout",
            default: "0",
            range: "0 to 100000",
            help: "random moves played before a leaf is evaluated",
        },
        Param {
            name: "scale",
            default: "0",
            range: "0 to 1000000",
            help: "how many units of the game count as 1; 0 to use the evaluator's bounds",
        },
        Param {
            name: "clip",
            default: "0",
            range: "0 to 1000000",
            help: "values further than this from the root's, in units of the scale, are clipped; 0 \
                   for none",
        },
        Param {
            name: "seed",
            default: "0",
            range: "0 to 2^64 - 1",
            help: "the seed of all random choices",
        },
        Param {
            name: "threads",
            default: "1",
            range: "1 to 256",
            help: "threads, each with a tree of its own; the result depends on their number",
        },
        Param {
            name: "simulations",
            default: "10000",
            range: "1 to 2^64 - 1",
            help: "how many simulations to run if nothing else ends the search",
        },
        Param {
            name: "capacity",
            default: "4194304",
            range: "1 to 1000000000",
            help: "the most edges a tree may have",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let default = Self::default();
        Ok(Self {
            exploration: args.take_in("exploration", default.exploration, 0.0..=100.0)?,
            untried: args.take_in("untried", default.untried, 0.0..=100.0)?,
            widening: args.take_in("widening", default.widening, 0.0..=1000.0)?,
            power: args.take_in("power", default.power, 0.0..=1.0)?,
            playout: args.take_in("playout", default.playout, 0..=100_000)?,
            scale: args.take_in("scale", default.scale, 0.0..=1e6)?,
            clip: args.take_in("clip", default.clip, 0.0..=1e6)?,
            seed: args.take("seed", default.seed)?,
            threads: args.take_in("threads", default.threads, 1..=256)?,
            simulations: args.take_in("simulations", default.simulations, 1..=u64::MAX)?,
            capacity: args.take_in("capacity", default.capacity, 1..=1_000_000_000)?,
        })
    }
}
