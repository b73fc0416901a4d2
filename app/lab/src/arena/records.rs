//! Records of all games of a run, each in a file of its own.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

use super::{Arena, Row};
use crate::files;

/// Where records are to be written, and how.
#[derive(Clone, Debug)]
pub struct RecordFiles {
    /// The folder.
    pub folder: PathBuf,
    /// The format, by its file extension; by default the game's usual one.
    pub format: Option<String>,
}

impl RecordFiles {
    /// Makes the folder if there is none.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if the game has no such format; and if the folder cannot
    /// be made.
    pub(crate) fn open<'a>(&'a self, arena: &'a Arena<'a>) -> anyhow::Result<OpenRecords<'a>> {
        let format = arena.record_format(self.format.as_deref())?;
        let folder = &self.folder;
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(OpenRecords { arena, folder, format })
    }
}

/// A folder that records are written to.
pub(crate) struct OpenRecords<'a> {
    arena: &'a Arena<'a>,
    folder: &'a Path,
    format: &'static str,
}

impl OpenRecords<'_> {
    /// Writes the record of a game between A and B, unless an earlier run has written it.
    ///
    /// # Errors
    ///
    /// If the row is not that of a game, or the file cannot be written.
    pub(crate) fn keep(&self, row: &Row, names: [&str; 2]) -> anyhow::Result<()> {
        let path = self.folder.join(format!("game-{:06}.{}", row.game, self.format));
        if path.exists() {
            return Ok(());
        }
        files::write(&path, self.arena.record(row, names, self.format)?)
    }
}
