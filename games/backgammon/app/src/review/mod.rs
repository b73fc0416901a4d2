//! Reviews: whole records analysed decision by decision, with what every move and every cube action
//! cost, and how lucky each player was.

mod backgammon;
mod page;
mod report;

use std::path::PathBuf;

use starboard_backgammon::engine::EngineSettings;

use starboard_core::FilterSet;
use starboard_lab::html::Document;

pub(crate) use backgammon::review;

/// The request for a review.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The name of the record, for the report.
    pub(crate) name: String,
    /// The record, in any format the game knows.
    pub(crate) content: Vec<u8>,
    /// How deep to search, and by which rules, in addition to those of the record.
    pub(crate) settings: EngineSettings,
    /// A file of networks, instead of the built-in ones.
    pub(crate) nets: Option<PathBuf>,
    /// Whether a match may be incomplete.
    pub(crate) unfinished: bool,
    /// Where to write the record, in the format that the name ends in.
    pub(crate) save: Option<PathBuf>,
    /// How many steps to analyse in parallel.
    pub(crate) threads: usize,
    /// Whether to show a progress bar.
    pub(crate) visible: bool,
}

/// The default move filter for records: a review is made only once, and may take longer.
pub(crate) fn record_filter() -> FilterSet {
    FilterSet::named("large").expect("it is one of the predefined sets")
}

/// The review of a file with the default options of `analyse`.
///
/// # Errors
///
/// [`BadInput`](starboard::BadInput) if it is not a record that can be read to its end.
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

/// The review.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// For people.
    pub(crate) document: Document,
    /// For programs: JSON, with a newline at the end.
    pub(crate) json: String,
    /// How the record is incomplete, if it is.
    pub(crate) unfinished: Option<&'static str>,
}
