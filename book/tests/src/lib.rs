//! Runs the code of every chapter of the book as a doc-test; see `build.rs`.
//!
//! What else must hold of the pages stands in `tests/`: includes and links
//! lead somewhere, commands and their output are as printed, reference pages
//! say what the registries say, and the tutorial's crate builds outside the
//! workspace.

#![forbid(unsafe_code)]

pub mod support;
pub mod transcript;

include!(concat!(env!("OUT_DIR"), "/chapters.rs"));
