//! The command line of Starboard.

#![forbid(unsafe_code)]
