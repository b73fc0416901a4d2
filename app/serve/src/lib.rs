//! A page in the browser for any game: its board to click on, searches as they deepen, several
//! engines side by side, their trees node by node, reviews of whole games, and long runs as
//! they grow.
//!
//! All it knows of a game is its card, so that a game of your own appears just as the built-in
//! ones do. [`answers`] answers the requests of the page, from JSON to JSON; with the feature
//! `http`, `serve` does so over a socket, lets in only those who were given the address, and
//! bounds by [`Caps`] what one request can cost. Without it, a page can embed this library
//! (WebAssembly), as the book's does. The page is in `web/`, as it is sent.

#![forbid(unsafe_code)]

pub mod answers;
mod caps;
#[cfg(feature = "http")]
mod http;

pub use caps::Caps;
#[cfg(feature = "http")]
pub use http::{Config, PORT, serve};
