//! The evaluators of the leaves.

use starboard_backgammon::{Backgammon, NetEvaluator};
use starboard_core::{
    Evaluator,
    spec::{Args, Spec, SpecError},
};

use starboard_backgammon::entries::nets as backgammon_nets;

/// An evaluator that can give any of the bounds.
#[derive(Clone, Debug)]
pub(super) enum Leaves {
    HandCrafted,
    Net(Box<NetEvaluator>),
}

impl Leaves {
    /// Reads the description of an evaluator: `hand-crafted`, or `net` with its
    /// arguments.
    pub(super) fn read(text: &str) -> Result<Self, SpecError> {
        let spec: Spec = text.parse()?;
        let mut args = Args::new(&spec);
        let leaves = match spec.name.as_str() {
            "hand-crafted" => Self::HandCrafted,
            "hand-made" => Self::HandCrafted, // A former name.
            "net" => Self::Net(Box::new(backgammon_nets::evaluator(&mut args)?)),
            other => {
                let known = ["hand-crafted", "net"];
                return Err(SpecError::unknown("an evaluator of this experiment", other, known));
            }
        };
        args.finish()?;
        Ok(leaves)
    }

    /// A hash of it by its values of some positions; 0 for the
    /// one that comes with the version of the program.
    pub(super) fn hash(&self, positions: &[Backgammon]) -> u64 {
        let Self::Net(net) = self else { return 0 };
        let mut net = net.clone();
        positions.iter().fold(1, |hash, position| {
            starboard_core::mix(hash ^ u64::from(net.evaluate(position).raw().cast_unsigned()))
        })
    }
}
