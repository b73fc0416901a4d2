//! Writes files atomically, so that nobody ever sees half of one.

use std::{
    collections::HashSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use starboard::BadInput;
use tempfile::NamedTempFile;

/// Replaces the file at `path` by one with these `contents`: they are written to a
/// temporary file beside it, which is then moved into place, so that readers, even
/// after a crash, find either the old file or the new one.
///
/// # Errors
///
/// If the directory does not exist or cannot be written; names the file.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let save = || -> std::io::Result<()> {
        let mut file = beside(path)?;
        file.write_all(contents.as_ref())?;
        file.as_file().sync_all()?;
        // Temporary files are private; what replaces a file is as readable as any.
        let permissions = fs::metadata(path).map(|old| old.permissions()).ok();
        let kept = file.persist(path).map_err(|e| e.error)?;
        match permissions {
            Some(old) => kept.set_permissions(old),
            None => make_readable(&kept),
        }
    };
    save().with_context(|| format!("cannot write {}", path.display()))
}

/// A file in the same directory, which is gone unless it is put in place.
fn beside(path: &Path) -> std::io::Result<NamedTempFile> {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    tempfile::Builder::new().prefix(".starboard-").tempfile_in(directory).map_err(|error| {
        // Without the name of the temporary file, which would only confuse.
        let text = error.to_string();
        let said = text.rsplit_once(" at path ").map_or(&*text, |(said, _)| said);
        std::io::Error::new(error.kind(), said)
    })
}

/// Checks that [`write()`] could write these files, and that they are different: to be called
/// before the work whose results they are to hold.
///
/// # Errors
///
/// As [`write()`]; [`BadInput`] if a file is named twice.
pub fn can_write<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> anyhow::Result<()> {
    let mut named = HashSet::new();
    paths.into_iter().try_for_each(|path| {
        let name = || format!("cannot write {}", path.display());
        if !named.insert(path) {
            return Err(BadInput::error(format!("two files are both called {}", path.display())));
        }
        if path.is_dir() {
            return Err(anyhow::anyhow!("it is a folder").context(name()));
        }
        beside(path).map(|_| ()).with_context(name)
    })
}

#[cfg(unix)]
fn make_readable(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> std::io::Result<()> {
    Ok(())
}

/// Writes `value` as indented JSON with a newline at the end.
///
/// # Errors
///
/// As [`write()`].
pub fn write_json(path: &Path, value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("a.json");
        for text in ["a longer text", "short"] {
            write(&path, text)?;
            assert_eq!(fs::read_to_string(&path)?, text);
        }
        assert_eq!(fs::read_dir(directory.path())?.count(), 1, "nothing is left behind");
        Ok(())
    }

    #[test]
    fn a_missing_directory_is_named() {
        let error = write(Path::new("no/such/directory/x.svg"), "").unwrap_err();
        assert_eq!(error.to_string(), "cannot write no/such/directory/x.svg");
        assert!(!format!("{error:#}").contains(".starboard-"), "{error:#}");
        let paths = ["x.svg", "no/such/directory/x.svg"].map(PathBuf::from);
        let error = can_write(&paths).unwrap_err();
        assert_eq!(error.to_string(), "cannot write no/such/directory/x.svg");
        assert!(can_write(&paths[..1]).is_ok() && !paths[0].exists());
        assert!(can_write(&[PathBuf::from(".")]).is_err(), "a folder");
        let error = can_write([&paths[0], &paths[0]]).unwrap_err();
        assert_eq!(error.to_string(), "two files are both called x.svg");
    }
}
