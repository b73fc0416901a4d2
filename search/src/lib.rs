//! Search algorithms over any game.

#![forbid(unsafe_code)]
