//! The ordering heuristics, by name.

#![forbid(unsafe_code)]
