//! GNU Backgammon's external player, served: gnubg, or any other client that
//! speaks as it does, requests decisions over a socket, a line for each.
//!
//! `request` reads the lines, `player` decides, `server` listens.

mod player;
mod request;
mod server;

pub(crate) use player::Player;
pub use request::{Request, Settings};
pub(crate) use server::serve;
