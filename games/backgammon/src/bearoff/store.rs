//! Where databases come from: the small ones from the user's cache directory, others from files
//! that the user names.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    thread,
};

use etcetera::BaseStrategy;

use super::{AnyBearoff, Bearoff, BearoffError, OneSided, TwoSided, file::File, of_any_kind};

/// The environment variable that names another cache directory than the usual one.
const VARIABLE: &str = "STARBOARD_CACHE";
/// The environment variable that names databases to use in place of the small ones, separated as in
/// `PATH`.
const FILES: &str = "STARBOARD_BEAROFF";

/// The cache directory: the value of the environment variable `STARBOARD_CACHE`, by default
/// `starboard` in this system's directory for caches; `None` if there is none.
pub fn cache_directory() -> Option<PathBuf> {
    if let Some(directory) = starboard_core::setting(VARIABLE) {
        return Some(directory.into());
    }
    Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("starboard"))
}

impl Bearoff {
    /// The databases shared by the whole process: those that the environment variable
    /// `STARBOARD_BEAROFF` names, as files separated as in `PATH`, and the small database of each
    /// kind that it does not name, if there is one.
    ///
    /// # Errors
    ///
    /// If one that it names cannot be used: nobody should have to notice from the engine's play
    /// that it was left out.
    pub fn shared() -> Result<Arc<Self>, Arc<BearoffError>> {
        static SHARED: OnceLock<Result<Arc<Bearoff>, Arc<BearoffError>>> = OnceLock::new();
        let load = || {
            let files: Vec<_> = starboard_core::setting(FILES)
                .map_or_else(Vec::new, |files| std::env::split_paths(&files).collect());
            let named = |error| Arc::new(BearoffError::Named(Box::new(error)));
            Self::of_files(&files).map(Arc::new).map_err(named)
        };
        SHARED.get_or_init(load).clone()
    }

    /// The databases in these files, at most one of each kind, and the small database of each kind
    /// that is not among them; there is no small one of hypergammon. Databases of more than 64 MB
    /// stay on disk, and only [`check`](super::check) verifies their checksums.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is not a database or is damaged, or if there are two of the same
    /// kind.
    pub fn of_files(files: &[PathBuf]) -> Result<Self, BearoffError> {
        let (mut one, mut two, mut hypergammon) = (None, None, None);
        for path in files.iter().filter(|path| !path.as_os_str().is_empty()) {
            let again = match of_any_kind(File::open(path)?)? {
                AnyBearoff::OneSided(found) => one.replace(found).is_some(),
                AnyBearoff::TwoSided(found) => two.replace(found).is_some(),
                AnyBearoff::Hypergammon(found) => hypergammon.replace(found).is_some(),
            };
            if again {
                return Err(BearoffError::Twice(path.clone()));
            }
        }
        Ok(match (one, two) {
            (Some(one_sided), Some(two_sided)) => Self { one_sided, two_sided, hypergammon },
            (one, two) => {
                let small = Self::small();
                Self {
                    one_sided: one.unwrap_or(small.one_sided),
                    two_sided: two.unwrap_or(small.two_sided),
                    hypergammon,
                }
            }
        })
    }

    /// The small databases, from the user's cache; if they are missing there or damaged, they are
    /// made and stored. If they cannot be stored, they are made and kept in memory.
    fn small() -> Self {
        let kept = cache_directory().and_then(|directory| Self::kept(&directory).ok());
        let made = kept.or_else(|| Self::make(threads()).ok());
        made.expect("six points and six checkers can be made")
    }

    /// The small databases in `directory`, each made there if it is missing or
    /// damaged.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written to.
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
        Ok(Self { one_sided, two_sided, hypergammon: None })
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
