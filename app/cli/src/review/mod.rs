//! Whole records looked at decision by decision: what every move and every word
//! about the cube cost, and how lucky everybody was.

mod backgammon;
mod page;
mod report;

use std::path::PathBuf;

use starboard_backgammon::engine::EngineSettings;

use starboard_lab::html::Document;

pub(crate) use backgammon::review;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// What the record is called, for the report.
    pub name: String,
    /// The record, in any format the game knows.
    pub text: String,
    /// How deep to look, and by what rules, whatever the record says.
    pub settings: EngineSettings,
    /// A match may break off before somebody has won it.
    pub unfinished: bool,
    /// Where to write the record, in the format that the name ends in.
    pub save: Option<PathBuf>,
    /// How many steps to look at side by side.
    pub threads: usize,
    /// Whether somebody sees a progress bar.
    pub visible: bool,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Review {
    /// For people.
    pub document: Document,
    /// For programs: JSON, with a newline at the end.
    pub json: String,
    /// How the record breaks off, if it does.
    pub unfinished: Option<&'static str>,
}
