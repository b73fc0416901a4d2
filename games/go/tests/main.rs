//! Go by its counts, promises and another program's rules. One program, since each would be linked by itself.

mod conformance;
mod differential;
mod perft;
mod playthrough;
mod small_boards;
mod suicide;
