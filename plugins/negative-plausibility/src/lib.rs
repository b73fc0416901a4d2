//! Ordering heuristic: negative-plausibility.

#![forbid(unsafe_code)]
