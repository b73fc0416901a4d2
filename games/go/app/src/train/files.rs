//! Game records from files: SGF, one game per line, folders of these, compressed or not.

use std::{
    fs::{self, File},
    io::{BufReader, Read},
    path::{Path, PathBuf},
};

use anyhow::Context;
use lzma_rust2::XzReader;
use starboard_go::Record;

use starboard::BadInput;
use starboard_lab::Progress;

/// The memory that decompression may take, in KiB: more than `xz -9` needs.
const MOST_MEMORY: u32 = 256 << 10;

/// The format of a file, by its name.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// One collection of games.
    Sgf,
    /// One game per line.
    Lines,
}

/// Games, and how many files or lines contained none.
#[derive(Debug, Default)]
pub(crate) struct Games {
    pub(crate) records: Vec<Record>,
    pub(crate) skipped: usize,
}

/// All games of all files; folders are searched recursively, in the order of names.
///
/// # Errors
///
/// [`BadInput`] if a file has another ending than `.sgf`, `.sgfs`, `.sgf.xz` or
/// `.sgfs.xz`; and if one cannot be read.
pub(crate) fn read(paths: &[PathBuf], visible: bool) -> anyhow::Result<Games> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            list(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    let progress = Progress::new(visible, files.len() as u64, "reading records");
    let mut found = Games::default();
    for path in &files {
        let (kind, is_packed) = kind(path).ok_or_else(|| {
            let endings = ".sgf, .sgfs (a game a line), .sgf.xz, .sgfs.xz, or a folder of these";
            BadInput::error(format!("{}: expected {endings}", path.display()))
        })?;
        let text = text(path, is_packed)?;
        let games = match kind {
            Kind::Sgf => vec![&*text],
            Kind::Lines => text.lines().filter(|line| !line.trim().is_empty()).collect(),
        };
        for game in games {
            match Record::read_all(game) {
                Ok((records, _)) if !records.is_empty() => found.records.extend(records),
                _ => found.skipped += 1,
            }
        }
        progress.step();
    }
    Ok(found)
}

/// The files with records in a folder, and in those in it.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<std::io::Result<Vec<_>>>()
    });
    let mut paths = entries.with_context(|| format!("cannot read {}", folder.display()))?;
    paths.sort();
    for path in paths {
        // A link may lead back to where it is.
        if path.is_dir() && !path.is_symlink() {
            list(&path, files)?;
        } else if path.is_file() && kind(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

fn kind(path: &Path) -> Option<(Kind, bool)> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let (name, is_packed) = match name.strip_suffix(".xz") {
        Some(name) => (name, true),
        None => (&*name, false),
    };
    match () {
        () if name.ends_with(".sgf") => Some((Kind::Sgf, is_packed)),
        () if name.ends_with(".sgfs") => Some((Kind::Lines, is_packed)),
        () => None,
    }
}

/// A file as text; whatever is not UTF-8 is in comments and names.
fn text(path: &Path, is_packed: bool) -> anyhow::Result<String> {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = BufReader::new(File::open(path)?);
        if is_packed {
            XzReader::new_mem_limit(file, true, MOST_MEMORY).read_to_end(&mut bytes)?;
        } else {
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    let bytes = read().with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(;SZ[9];B[ee];W[ce])` twice, a line each, packed by xz 5.4.
    const PACKED: &[u8] = include_bytes!("two.sgfs.xz");

    #[test]
    fn records_are_read_from_everywhere() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("b"))?;
        fs::write(at("b/two.sgfs.xz"), PACKED)?;
        fs::write(at("a.sgf"), "(;SZ[9];B[aa])(;SZ[9];B[bb])")?;
        fs::write(at("c.SGFS"), "(;SZ[9];B[ca])\n\nno game\n(;SZ[9];B[cb];W[cc])\n")?;
        fs::write(at("readme.txt"), "nothing")?;
        let found = read(&[folder.path().to_owned()], false)?;
        let moves: Vec<_> = found.records.iter().map(|record| record.moves().len()).collect();
        assert_eq!((moves, found.skipped), (vec![1, 1, 2, 2, 1, 2], 1));
        let error = read(&[at("readme.txt")], false).unwrap_err().to_string();
        assert!(error.contains("readme.txt: expected .sgf"), "{error}");
        let error = read(&[at("none.sgf")], false).unwrap_err().to_string();
        assert!(error.contains("cannot read") && error.contains("none.sgf"), "{error}");
        fs::write(at("bad.sgf.xz"), &PACKED[..40])?;
        let error = read(&[at("bad.sgf.xz")], false).unwrap_err().to_string();
        assert!(error.contains("bad.sgf.xz"), "{error}");
        Ok(())
    }
}
