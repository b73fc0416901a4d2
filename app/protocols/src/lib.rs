//! Programs at the end of a pipe: ours for others, and others for ours.
//!
//! [`usi`] serves an engine of any game without chance; [`external`] has a client for each
//! kind of program that can be played against. Whoever reads what another program writes
//! while it does something else does so by [`pump`].

#![forbid(unsafe_code)]

pub mod external;
mod lines;
pub mod usi;

pub use lines::pump;
