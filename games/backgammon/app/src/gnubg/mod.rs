//! A server for GNU Backgammon's external player protocol: gnubg, or any other client that uses it,
//! requests decisions over a socket, one line for each.
//!
//! `request` reads the lines, `player` decides, `server` listens.

mod player;
mod request;
mod server;

pub(crate) use player::Player;
pub use request::{Request, Settings};
pub(crate) use server::serve;
