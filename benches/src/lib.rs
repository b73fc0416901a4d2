//! Benches and side-by-side measurements.

#![forbid(unsafe_code)]
