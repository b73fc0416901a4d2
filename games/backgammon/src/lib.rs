//! The rules of backgammon.

#![forbid(unsafe_code)]
