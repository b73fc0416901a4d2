//! Backgammon by its notations, counts and promises. One program, since each would be linked by itself.

mod generator;
mod gpu;
mod hints;
mod ids;
mod perft;
mod playthrough;
mod properties;
mod variants;
