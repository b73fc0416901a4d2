//! Engine protocols: our engines for other programs, and external engines for ours.
//!
//! [`usi`] serves an engine of any game without chance; [`external`] has a client for each kind
//! of program that can be played against. [`pump`] reads the lines that another program writes
//! while its caller does something else.

#![forbid(unsafe_code)]

pub mod external;
mod lines;
pub mod usi;

pub use lines::pump;
