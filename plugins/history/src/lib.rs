//! Ordering heuristic: history.

#![forbid(unsafe_code)]
