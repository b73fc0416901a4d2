//! The commands, as the program runs them.

mod analyse;
mod bearoff;
mod evaluate;
mod gnubg_nets;
mod met;
mod play;
mod regret;
mod speed;
mod star_minimax;
mod train;
