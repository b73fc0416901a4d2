//! A page in the browser for any game: its board to click on, searches as they deepen,
//! several engines side by side, their trees node by node, whole games, and long runs as
//! they grow.
//!
//! All it knows of a game is its card, so that a game of one's own is there like the built-in
//! ones. [`answers`] says what the page asks for, from JSON to JSON; with the feature `http`,
//! `serve` carries it over a socket, lets in only who was given the address, and bounds by
//! [`Caps`] what one request can cost. Without it, a page can have this library in itself
//! (WebAssembly), as the book's has. The page stands in `web/`, as it is sent.

#![forbid(unsafe_code)]

pub mod answers;
mod caps;
#[cfg(feature = "http")]
mod http;

pub use caps::Caps;
#[cfg(feature = "http")]
pub use http::{Config, PORT, serve};
