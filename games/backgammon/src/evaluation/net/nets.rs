//! The set of networks: one for each class, and small ones for pruning.

use std::sync::{Arc, LazyLock};

use super::{
    file::{self, NetsError},
    network::Network,
};
use crate::{Class, Layout};

/// The built-in networks.
static BUILT_IN: &[u8] = include_bytes!("../../../nets/standard.nets");

/// What a network is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Positions with contact.
    Contact,
    /// Positions with contact in which a side is crashed.
    Crashed,
    /// Positions without contact.
    Race,
    /// Pruning in positions with contact.
    PruneContact,
    /// Pruning in crashed positions.
    PruneCrashed,
    /// Pruning in races.
    PruneRace,
}

impl Role {
    /// All roles, in the order of the file.
    pub const ALL: [Self; 6] = [
        Self::Contact,
        Self::Crashed,
        Self::Race,
        Self::PruneContact,
        Self::PruneCrashed,
        Self::PruneRace,
    ];

    /// The network that evaluates positions of a class; races and bearoffs share one.
    pub const fn of(class: Class) -> Self {
        match class {
            Class::Contact => Self::Contact,
            Class::Crashed => Self::Crashed,
            _ => Self::Race,
        }
    }

    /// The pruning network for the same positions.
    #[must_use]
    pub const fn prune(self) -> Self {
        match self {
            Self::Contact | Self::PruneContact => Self::PruneContact,
            Self::Crashed | Self::PruneCrashed => Self::PruneCrashed,
            Self::Race | Self::PruneRace => Self::PruneRace,
        }
    }

    /// The inputs of the network.
    pub const fn layout(self) -> Layout {
        match self {
            Self::Contact | Self::Crashed => Layout::Contact,
            Self::Race => Layout::Race,
            Self::PruneContact | Self::PruneCrashed | Self::PruneRace => Layout::Board,
        }
    }

    /// How many hidden units the built-in network has.
    pub const fn hidden(self) -> usize {
        match self {
            Self::Contact => 512,
            Self::Crashed => 256,
            Self::Race => 128,
            Self::PruneContact | Self::PruneCrashed | Self::PruneRace => 32,
        }
    }

    /// The name of the role.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Crashed => "crashed",
            Self::Race => "race",
            Self::PruneContact => "prune-contact",
            Self::PruneCrashed => "prune-crashed",
            Self::PruneRace => "prune-race",
        }
    }
}

/// One network for each [`Role`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nets {
    nets: [Network; 6],
}

impl Nets {
    /// A set of these networks, in the order of [`Role::ALL`].
    ///
    /// # Panics
    ///
    /// If a network does not have the inputs of its role.
    pub fn new(nets: [Network; 6]) -> Self {
        for (net, role) in nets.iter().zip(Role::ALL) {
            assert_eq!(net.layout(), role.layout(), "the network for {}", role.name());
        }
        Self { nets }
    }

    /// The built-in networks, read once.
    pub fn built_in() -> Arc<Self> {
        static NETS: LazyLock<Arc<Nets>> =
            LazyLock::new(|| Arc::new(Nets::read(BUILT_IN).expect("the file is in order")));
        Arc::clone(&NETS)
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file, and where.
    pub fn read(bytes: &[u8]) -> Result<Self, NetsError> {
        file::read(bytes).map(|nets| Self { nets })
    }

    /// The networks as the bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        file::write(&self.nets)
    }

    /// The network for this role.
    pub fn get(&self, role: Role) -> &Network {
        &self.nets[role as usize]
    }
}
