//! Ordering heuristic: killers.

#![forbid(unsafe_code)]
