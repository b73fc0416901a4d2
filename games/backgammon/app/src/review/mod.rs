//! Whole records analysed decision by decision: what every move and every cube
//! action cost, and how lucky everybody was.

mod backgammon;
mod page;
mod report;

use std::path::PathBuf;

use starboard_backgammon::engine::EngineSettings;

use starboard_core::FilterSet;
use starboard_lab::html::Document;

pub(crate) use backgammon::review;

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// What the record is called, for the report.
    pub(crate) name: String,
    /// The record, in any format the game knows.
    pub(crate) content: Vec<u8>,
    /// How deep to look, and by what rules, whatever the record says.
    pub(crate) settings: EngineSettings,
    /// A file of networks, in place of the program's own.
    pub(crate) nets: Option<PathBuf>,
    /// A match may break off before somebody has won it.
    pub(crate) unfinished: bool,
    /// Where to write the record, in the format that the name ends in.
    pub(crate) save: Option<PathBuf>,
    /// How many steps to look at side by side.
    pub(crate) threads: usize,
    /// Whether somebody sees a progress bar.
    pub(crate) visible: bool,
}

/// The filter for records unless another is asked for: what is reviewed once may take longer.
pub(crate) fn record_filter() -> FilterSet {
    FilterSet::named("large").expect("it is one of the predefined sets")
}

/// The review of a file as `analyse` has it unless something else is asked.
///
/// # Errors
///
/// [`BadInput`](starboard::BadInput) if it is no record that can be read to its end.
pub(crate) fn of_file(content: &[u8]) -> anyhow::Result<Document> {
    let request = Request {
        name: "the file".to_owned(),
        content: content.to_vec(),
        settings: EngineSettings { filter: record_filter(), ..EngineSettings::default() },
        nets: None,
        unfinished: true,
        save: None,
        threads: 1,
        visible: false,
    };
    Ok(review(&request)?.document)
}

/// The answer.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// For people.
    pub(crate) document: Document,
    /// For programs: JSON, with a newline at the end.
    pub(crate) json: String,
    /// How the record breaks off, if it does.
    pub(crate) unfinished: Option<&'static str>,
}
