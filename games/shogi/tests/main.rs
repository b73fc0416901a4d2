//! Shogi by its notations, counts and promises. One program, since each would be linked by itself.

mod conformance;
mod differential;
mod evaluation;
mod extensions;
#[path = "../examples/haitaka/mod.rs"]
mod haitaka;
mod mates;
mod notation;
mod perft;
mod playthrough;
mod pruning;
mod records;
mod repetition;
