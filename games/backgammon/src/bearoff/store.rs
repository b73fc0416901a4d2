//! Where the small databases are kept: in the user's directory for caches.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    thread,
};

use etcetera::BaseStrategy;

use super::{Bearoff, BearoffError, OneSided, TwoSided};

/// Names another directory than the usual one.
const VARIABLE: &str = "STARBOARD_CACHE";

/// The directory for what can be made again: what the environment variable
/// `STARBOARD_CACHE` says, or else `starboard` where this system keeps caches;
/// `None` if there is no such place.
pub fn cache_directory() -> Option<PathBuf> {
    if let Some(directory) = std::env::var_os(VARIABLE) {
        return Some(directory.into());
    }
    Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("starboard"))
}

impl Bearoff {
    /// The small databases, shared by everybody in this process: from the
    /// user's cache, where they are put if they are not there or damaged. If
    /// there is no place for them they are made and kept in memory.
    pub fn shared() -> Arc<Self> {
        static SHARED: OnceLock<Arc<Bearoff>> = OnceLock::new();
        let load = || {
            let kept = cache_directory().and_then(|directory| Self::kept(&directory).ok());
            let made = kept.or_else(|| Self::make(threads()).ok());
            Arc::new(made.expect("six points and six checkers can be made"))
        };
        SHARED.get_or_init(load).clone()
    }

    /// The small databases in `directory`, each made there if it is missing or
    /// damaged.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written.
    pub fn kept(directory: &Path) -> Result<Self, BearoffError> {
        let [one, two] = Self::paths(directory);
        let prepare = || {
            let path = directory.to_owned();
            fs::create_dir_all(directory).map_err(|error| BearoffError::Io { path, error })
        };
        let one_sided = match OneSided::open(&one) {
            Ok(found) if found.points() == Self::POINTS => found,
            _ => {
                prepare()?;
                OneSided::make(Self::POINTS, threads(), |_| ())?.write(&one)?;
                OneSided::open(&one)?
            }
        };
        let two_sided = match TwoSided::open(&two) {
            Ok(found) if found.size() == (Self::POINTS, Self::CHECKERS) => found,
            _ => {
                prepare()?;
                TwoSided::make(Self::POINTS, Self::CHECKERS, threads(), |_| ())?.write(&two)?;
                TwoSided::open(&two)?
            }
        };
        Ok(Self { one_sided, two_sided })
    }

    /// The files of the small databases in a directory, the one-sided first.
    pub fn paths(directory: &Path) -> [PathBuf; 2] {
        let (points, checkers) = (Self::POINTS, Self::CHECKERS);
        [
            directory.join(format!("bearoff-1-15x{points}.bin")),
            directory.join(format!("bearoff-2-{checkers}x{points}.bin")),
        ]
    }
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, |n: std::num::NonZero<usize>| n.get())
}

impl From<BearoffError> for io::Error {
    fn from(error: BearoffError) -> Self {
        match error {
            BearoffError::Io { error, .. } => error,
            other => Self::other(other),
        }
    }
}
