//! What a position is worth without a search, and which moves look good.

pub(crate) mod bounds;
pub(crate) mod hand_crafted;
pub(crate) mod inputs;
pub mod net;
pub(crate) mod order;
mod probe;
pub(crate) mod race;
pub(crate) mod shots;
pub(crate) mod turns_left;
mod weights;
