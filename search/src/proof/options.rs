//! The options of proof-number search.

use starboard_core::spec::{Args, Param, SpecError};

/// The options of [`Dfpn`](super::Dfpn).
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ProofOptions {
    /// The size of the table, in MiB; with 0 it has one bucket.
    pub table_mib: usize,
    /// By how many per cent the number of the second-best move may be exceeded
    /// before the search turns to that move: the ε of 1 + ε (Pawlewicz and Lew
    /// 2007). With 0, by 1, as in plain df-pn.
    pub epsilon: u32,
    /// Add up the numbers of the moves that all have to be dealt with, as the
    /// theory has it. Without this, take the highest, and 1 for each of the others:
    /// weak proof numbers (Ueda et al. 2008), which do not count a leaf twice that
    /// is reached in two ways.
    pub sums: bool,
    /// Let a new position begin with the number of moves that all have to be
    /// dealt with, which costs a move generation for each position; multiplies the
    /// goal's estimate.
    pub mobility: bool,
    /// Find the shortest win, and prove that there is none shorter.
    pub shortest: bool,
}

impl Default for ProofOptions {
    fn default() -> Self {
        Self { table_mib: 16, epsilon: 25, sums: false, mobility: true, shortest: false }
    }
}

impl ProofOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "mb",
            default: "16",
            range: "0 to 65536",
            help: "size of its table of proof numbers, in MiB",
        },
        Param {
            name: "epsilon",
            default: "25",
            range: "0 to 1000",
            help: "per cent by which the number of the second-best move may be exceeded before \
                   turning to it",
        },
        Param {
            name: "sums",
            default: "false",
            range: "true or false",
            help: "add up numbers instead of taking the highest, and 1 for each of the others",
        },
        Param {
            name: "mobility",
            default: "true",
            range: "true or false",
            help: "let new positions begin with their number of moves",
        },
        Param {
            name: "shortest",
            default: "false",
            range: "true or false",
            help: "find the shortest win, and prove that there is none shorter",
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
            table_mib: args.take_in("mb", default.table_mib, 0..=1 << 16)?,
            epsilon: args.take_in("epsilon", default.epsilon, 0..=1000)?,
            sums: args.take("sums", default.sums)?,
            mobility: args.take("mobility", default.mobility)?,
            shortest: args.take("shortest", default.shortest)?,
        })
    }
}
