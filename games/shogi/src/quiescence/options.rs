//! Options of Shogi's quiescence.

use starboard_core::spec::{Args, Param, SpecError};

/// The options of [`ShogiQuiescence`](super::ShogiQuiescence).
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct QuiescenceOptions {
    /// The least that a capture or promotion must win by
    /// [exchange](crate::see()) to be searched, in hundredths of a pawn.
    pub see: i32,
    /// The margin of delta pruning, in hundredths of a pawn: what a capture or promotion may
    /// gain besides the material that it wins by exchange. Those that cannot raise alpha even
    /// so are left out.
    pub margin: i32,
    /// The number of plies, from the horizon on, at which promotions without a capture are
    /// searched: those of bishops, rooks and pawns.
    pub promotions: u32,
    /// The number of plies, from the horizon on, at which checks are searched; 1 for the first
    /// alone. Needs a search that [says](starboard_core::Quiescence::begin) where its horizon
    /// is.
    pub checks: u32,
    /// The number of plies, from the horizon on, at which a check is answered by every legal
    /// move; further on only by captures, or not at all.
    pub evasions: u32,
    /// The number of plies, from the horizon on, at which moves other than recaptures on the
    /// square of the last move are searched.
    pub depth: u32,
    /// The number of plies, from the horizon on, at which to look for a mate in one, which is
    /// expensive; 0 for never, not even above the horizon.
    pub mate: u32,
}

impl Default for QuiescenceOptions {
    fn default() -> Self {
        Self { see: 0, margin: 150, promotions: 1, checks: 1, evasions: 1, depth: 6, mate: 4 }
    }
}

impl QuiescenceOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "see",
            default: "0",
            range: "-10000 to 10000",
            help: "the least a capture must win by exchange, in hundredths of a pawn",
        },
        Param {
            name: "margin",
            default: "150",
            range: "0 to 100000",
            help: "delta pruning: what a capture may gain beyond material, in hundredths of a pawn",
        },
        Param {
            name: "promotions",
            default: "1",
            range: "0 to 64",
            help: "plies, from the horizon on, with promotions of bishops, rooks and pawns",
        },
        Param {
            name: "checks",
            default: "1",
            range: "0 to 64",
            help: "plies, from the horizon on, with checks",
        },
        Param {
            name: "evasions",
            default: "1",
            range: "0 to 64",
            help: "plies, from the horizon on, at which every evasion of a check is tried",
        },
        Param {
            name: "depth",
            default: "6",
            range: "1 to 64",
            help: "plies, from the horizon on, with more than recaptures",
        },
        Param {
            name: "mate",
            default: "4",
            range: "0 to 64",
            help: "plies, from the horizon on, at which to look for mates in one",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let Self { see, margin, promotions, checks, evasions, depth, mate } = Self::default();
        Ok(Self {
            see: args.take_in("see", see, -10_000..=10_000)?,
            margin: args.take_in("margin", margin, 0..=100_000)?,
            promotions: args.take_in("promotions", promotions, 0..=64)?,
            checks: args.take_in("checks", checks, 0..=64)?,
            evasions: args.take_in("evasions", evasions, 0..=64)?,
            depth: args.take_in("depth", depth, 1..=64)?,
            mate: args.take_in("mate", mate, 0..=64)?,
        })
    }
}
