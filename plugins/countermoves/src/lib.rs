//! Ordering heuristic: countermoves.

#![forbid(unsafe_code)]
