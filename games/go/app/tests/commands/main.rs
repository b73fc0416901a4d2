//! The commands, as the program runs them.

mod explain;
mod train;
