//! The files of bearoff databases: a header, then the payload.
//!
//! All numbers are little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 0..8 | `STARBOFF` |
//! | 8 | the version of the format, 1 |
//! | 9 | 1 for one-sided, 2 for two-sided, 3 for hypergammon, 4 for that unfinished |
//! | 10, 11 | points (of hypergammon 0, unfinished the rounds that were made) and checkers |
//! | 12..16 | the CRC-32 of the payload |
//! | 16..24 | the length of the payload |
//! | 24.. | the payload |
//!
//! The payload of a one-sided database is an index entry of 8 bytes for every position (where its
//! chances begin, in words after the index; and the fewest rolls and the number of chances, for
//! bearing off all checkers and for bearing off the first), then all chances as 32-bit floats. The
//! payload of a two-sided database has four 32-bit floats for every pair of positions, that of
//! hypergammon nine.

use std::{
    fmt, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use super::index::MAX_POINTS;
use crate::CHECKERS;

const MAGIC: &[u8; 8] = b"STARBOFF";
const VERSION: u8 = 1;
pub(crate) const HEADER: usize = 24;
/// Larger files stay on disk, and their checksums are verified only on request.
const SMALL: u64 = 64 << 20;
/// Whether several threads can read a file at any offset; if not, all of it is kept in memory.
const READ_ANYWHERE: bool = cfg!(any(unix, windows));

/// What is wrong with a bearoff database, or with the parameters for making one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BearoffError {
    /// Nothing of this size can be made.
    #[error("a one-sided database has 1 to 11 points, not {0}")]
    Points(u8),
    /// There is no such number of checkers and points.
    #[error(
        "there is no two-sided database of {0} checkers on {1} points: 1 to 14 checkers on 1 to 11 \
         points"
    )]
    Range(u8, u8),
    /// Nothing of this size can be made.
    #[error(
        "a two-sided database of {checkers} checkers on {points} points would take {gigabytes} GB, and \
         4 GB are the most; on {points} points {most} checkers fit"
    )]
    Size {
        /// How many checkers were asked for.
        checkers: u8,
        /// On how many points.
        points: u8,
        /// How large that would be.
        gigabytes: u64,
        /// The most checkers with which it can be made.
        most: u8,
    },
    /// Hypergammon does not have that many checkers.
    #[error("a database of hypergammon is of 1 to 3 checkers left of each player, not {0}")]
    Hypergammon(u8),
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: std::io::Error,
    },
    /// The file is of another kind, or damaged.
    #[error("{path}: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// In what way.
        what: String,
    },
    /// There are two databases of the same kind, of which only one can be used.
    #[error("{0}: there is another database of this kind before it")]
    Twice(PathBuf),
    /// A database named by the environment variable cannot be used.
    #[error("STARBOARD_BEAROFF names a database that is no good: {0}")]
    Named(Box<BearoffError>),
}

/// The kinds of database.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    OneSided = 1,
    TwoSided = 2,
    Hypergammon = 3,
    /// A hypergammon database that is still being made.
    Unfinished = 4,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneSided => "one-sided",
            Self::TwoSided => "two-sided",
            Self::Hypergammon => "hypergammon",
            Self::Unfinished => "hypergammon (unfinished)",
        })
    }
}

/// The header of a database.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) points: u8,
    pub(crate) checkers: u8,
}

/// A database, on disk or in memory.
pub(crate) struct File {
    path: PathBuf,
    header: Header,
    /// The payload's length and checksum.
    length: u64,
    checksum: u32,
    content: Content,
}

/// Large files stay on disk, and each lookup reads from them: the system caches what is used often,
/// as it would for a mapped file, but a file that is truncated by somebody leads to an error and
/// not to a crash.
///
/// That crash is why mapping a file is unsafe in Rust, and a library that hides the `unsafe` cannot
/// prevent it: no lock keeps other programs away from a file. A lookup costs an additional system
/// call here, but few are made.
enum Content {
    /// Header and payload.
    Memory(Vec<u8>),
    Disk(fs::File),
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("path", &self.path).field("header", &self.header).finish()
    }
}

impl File {
    /// A database in memory.
    pub(crate) fn new(header: Header, payload: Vec<u8>) -> Self {
        let mut content = payload;
        let (length, checksum) = (content.len() as u64, crc32fast::hash(&content));
        let mut head = MAGIC.to_vec();
        head.extend([VERSION, header.kind as u8, header.points, header.checkers]);
        head.extend(checksum.to_le_bytes());
        head.extend(length.to_le_bytes());
        content.splice(0..0, head);
        let content = Content::Memory(content);
        Self { path: "memory".into(), header, length, checksum, content }
    }

    /// Opens a file and checks its header; unless it is large, reads it and verifies its checksum.
    pub(crate) fn open(path: &Path) -> Result<Self, BearoffError> {
        Self::open_with(path, SMALL)
    }

    /// As [`open`](Self::open), where files of up to `small` bytes are read into memory.
    pub(crate) fn open_with(path: &Path, small: u64) -> Result<Self, BearoffError> {
        let io = |error| BearoffError::Io { path: path.to_owned(), error };
        let damaged =
            |what: &str| BearoffError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let mut file = fs::File::open(path).map_err(io)?;
        let size = file.metadata().map_err(io)?.len();
        let mut head = [0; HEADER];
        if size < HEADER as u64 {
            return Err(damaged("it is too short for a bearoff database"));
        }
        file.read_exact(&mut head).map_err(io)?;
        let [magic @ .., version, kind, points, checkers, a, b, c, d, _, _, _, _, _, _, _, _] =
            head;
        let [.., e, f, g, h, i, j, k, l] = head;
        let kind = match kind {
            _ if magic != *MAGIC => return Err(damaged("it is no bearoff database of Starboard")),
            _ if version != VERSION => return Err(damaged("its format is of another version")),
            1 => Kind::OneSided,
            2 => Kind::TwoSided,
            3 => Kind::Hypergammon,
            4 => Kind::Unfinished,
            _ => return Err(damaged("it is of an unknown kind")),
        };
        let length = u64::from_le_bytes([e, f, g, h, i, j, k, l]);
        if length != size - HEADER as u64 {
            return Err(damaged("its length is not what its header says; was it cut off?"));
        }
        let near_home = matches!(kind, Kind::OneSided | Kind::TwoSided);
        if near_home && !(1..=MAX_POINTS).contains(&points) || !(1..=CHECKERS).contains(&checkers) {
            return Err(damaged("its header is impossible"));
        }
        let content = if READ_ANYWHERE && size > small {
            Content::Disk(file)
        } else {
            let mut bytes = head.to_vec();
            file.read_to_end(&mut bytes).map_err(io)?;
            Content::Memory(bytes)
        };
        let (header, checksum) =
            (Header { kind, points, checkers }, u32::from_le_bytes([a, b, c, d]));
        let file = Self { path: path.to_owned(), header, length, checksum, content };
        if matches!(file.content, Content::Memory(_)) {
            file.check()?;
        }
        Ok(file)
    }

    /// Verifies the checksum.
    pub(crate) fn check(&self) -> Result<(), BearoffError> {
        let mut hasher = crc32fast::Hasher::new();
        let mut block = vec![0; 1 << 20];
        let mut at = 0;
        while at < self.length {
            let part = (self.length - at).min(block.len() as u64) as usize;
            let io = |error| BearoffError::Io { path: self.path.clone(), error };
            self.read(at, &mut block[..part]).map_err(io)?;
            hasher.update(&block[..part]);
            at += part as u64;
        }
        let (stated, found) = (self.checksum, hasher.finalize());
        if stated != found {
            return Err(
                self.damaged(&format!("its checksum is {found:08x} and should be {stated:08x}"))
            );
        }
        Ok(())
    }

    /// Reads bytes of the payload.
    pub(crate) fn read(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        let start = at + HEADER as u64;
        match &self.content {
            Content::Memory(bytes) => {
                let start = start as usize;
                let found = bytes.get(start..start + out.len());
                out.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Content::Disk(file) => read_exact_at(file, start, out),
        }
    }

    /// Entry number `entry`, of `N` 32-bit floats; `None` if the file can no longer be read.
    pub(crate) fn words<const N: usize>(&self, entry: usize) -> Option<[f32; N]> {
        let mut bytes = [[0; 4]; N];
        self.read(4 * N as u64 * entry as u64, bytes.as_flattened_mut()).ok()?;
        Some(bytes.map(f32::from_le_bytes))
    }

    /// The header, if it is of this kind.
    pub(crate) fn expect(&self, kind: Kind) -> Result<Header, BearoffError> {
        let found = self.header.kind;
        if found != kind {
            return Err(self.damaged(&format!("it is a {found} database, not a {kind} one")));
        }
        Ok(self.header)
    }

    pub(crate) const fn header(&self) -> Header {
        self.header
    }

    /// The length of the payload.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// The length of header and payload.
    pub(crate) const fn size(&self) -> u64 {
        self.length + HEADER as u64
    }

    pub(crate) const fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(crate) fn damaged(&self, what: &str) -> BearoffError {
        BearoffError::Damaged { path: self.path.clone(), what: what.to_owned() }
    }

    /// Writes a temporary file next to `path` and moves it into place.
    pub(crate) fn write(&self, path: &Path) -> Result<(), BearoffError> {
        let io = |error| BearoffError::Io { path: path.to_owned(), error };
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut file =
            tempfile::Builder::new().prefix(".starboard-").tempfile_in(directory).map_err(io)?;
        match &self.content {
            Content::Memory(bytes) => file.write_all(bytes).map_err(io)?,
            Content::Disk(_) => {
                fs::copy(&self.path, file.path()).map_err(io)?;
            }
        }
        file.as_file().sync_all().map_err(io)?;
        file.persist(path).map_err(|error| io(error.error))?;
        Ok(())
    }
}

#[cfg(unix)]
fn read_exact_at(file: &fs::File, at: u64, out: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

#[cfg(windows)]
fn read_exact_at(file: &fs::File, at: u64, out: &mut [u8]) -> io::Result<()> {
    let mut done = 0;
    while done < out.len() {
        let from = at + done as u64;
        match std::os::windows::fs::FileExt::seek_read(file, &mut out[done..], from)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => done += n,
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &fs::File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
