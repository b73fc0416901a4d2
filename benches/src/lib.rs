//! Benches and side-by-side measurements.

#![forbid(unsafe_code)]

pub mod hand;
pub mod peer;
