//! Networks of either kind.

use std::sync::Arc;

use super::{GnubgNets, Nets};
use crate::bearoff::Bearoff;

/// Networks that a [`NetEvaluator`](super::NetEvaluator) can evaluate with.
#[derive(Clone, Debug)]
pub enum AnyNets {
    /// Starboard's own.
    Own(Arc<Nets>),
    /// Those of GNU Backgammon, which leave bearoffs to the databases.
    Gnubg(Arc<GnubgNets>, Arc<Bearoff>),
}

impl AnyNets {
    /// The networks as the bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        match self {
            Self::Own(nets) => nets.write(),
            Self::Gnubg(nets, _) => nets.write(),
        }
    }
}

impl From<Arc<Nets>> for AnyNets {
    fn from(nets: Arc<Nets>) -> Self {
        Self::Own(nets)
    }
}
