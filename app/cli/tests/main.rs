//! The program by all its doors. One program, since each would be linked by itself.

mod environment;
mod one_road;
mod page;
mod parts;
mod playthroughs;
mod serve;
