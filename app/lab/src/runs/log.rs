//! The log of a run: one line of JSON per result, in the order of the plan.
//!
//! The first line has the [`Header`], and the [builds](super::builds()) of the program that
//! produced the rest. A line counts once its newline is written; a partial line that a killed
//! run left behind is dropped when the log is opened again.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use starboard_core::Instant;

use anyhow::{Context, bail};
use same_file::Handle;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Header,
    builds::{self, Builds},
};
use crate::files;
use starboard::{BadInput, InUse};

/// How long to wait for another run to release the log: a run that is started right
/// after another was killed may be faster than the kernel's cleaning up.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The line of the log for a value, newline included.
pub(super) fn line(value: &impl Serialize) -> anyhow::Result<String> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    Ok(line)
}

/// A log being written.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    /// How many bytes of it count.
    whole: u64,
    path: PathBuf,
    /// Its first line, once something is added to it: until then nothing of it is by this build.
    heading: Option<String>,
}

impl Log {
    /// Opens the log at `path`, making it if there is none, and returns the
    /// results that it already has. Nothing of it is lost before [`Self::trim`].
    ///
    /// # Errors
    ///
    /// If the file is of another kind, belongs to a run with another `header`,
    /// is being written by another process, or cannot be written.
    pub(super) fn open<H: Header, R: DeserializeOwned>(
        path: &Path,
        header: &H,
    ) -> anyhow::Result<(Self, Vec<R>)> {
        Self::open_within(path, header, builds::build(), TIMEOUT)
    }

    fn open_within<H: Header, R: DeserializeOwned>(
        path: &Path,
        header: &H,
        build: Option<&str>,
        timeout: Duration,
    ) -> anyhow::Result<(Self, Vec<R>)> {
        let name = path.display();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open_alone(path, &options, timeout)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read the log {name}"))?;

        let first = builds::heading(header, build.map(str::to_owned).as_slice())?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        let mut log = Self { file, whole: whole as u64, path: path.to_owned(), heading: None };
        if whole == 0 {
            // Nothing, or a header that was never finished; do not touch what is neither.
            if !first.as_bytes().starts_with(&bytes) {
                bail!(BadInput(format!("{name} is not a log of this experiment")));
            }
            log.trim()?;
            log.write(&first)?;
            log.whole = first.len() as u64;
            return Ok((log, Vec::new()));
        }
        let text = std::str::from_utf8(&bytes[..whole]).unwrap_or_default();
        let contents =
            Contents::<H, R>::parse(text).map_err(|e| BadInput(format!("{name}: {e}")))?;
        if let Some(difference) = difference(&contents.header, header) {
            bail!(BadInput(format!("{name} is the log of another run: {difference}")));
        }
        log.heading = builds::joined(&contents.builds, build)
            .map(|builds| builds::heading(&contents.header, &builds))
            .transpose()?;
        Ok((log, contents.results))
    }

    /// Adds a result.
    pub(super) fn append(&mut self, result: &impl Serialize) -> anyhow::Result<()> {
        if let Some(heading) = self.heading.take() {
            self.head(&heading)?;
        }
        self.write(&line(result)?)
    }

    /// Puts another first line in place of the log's own.
    fn head(&mut self, heading: &str) -> anyhow::Result<()> {
        rehead(&self.path, heading)?;
        // The file that was held until now has no name any more.
        let options = OpenOptions::new().read(true).write(true).to_owned();
        self.file = open_alone(&self.path, &options, TIMEOUT)?;
        let end = self.file.seek(SeekFrom::End(0));
        end.with_context(|| format!("cannot write the log {}", self.path.display()))?;
        Ok(())
    }

    /// Drops what a kill left of a line, and goes on behind the last whole one.
    pub(super) fn trim(&mut self) -> anyhow::Result<()> {
        self.file
            .set_len(self.whole)
            .and_then(|()| self.file.seek(SeekFrom::Start(self.whole)))
            .with_context(|| format!("cannot write the log {}", self.path.display()))?;
        Ok(())
    }

    fn write(&mut self, line: &str) -> anyhow::Result<()> {
        self.file
            .write_all(line.as_bytes())
            .with_context(|| format!("cannot write the log {}", self.path.display()))
    }
}

/// Opens the file at `path` and makes sure that no other process writes it.
fn open_alone(path: &Path, options: &OpenOptions, timeout: Duration) -> anyhow::Result<File> {
    let opened = || format!("cannot open the log {}", path.display());
    loop {
        let file = options.open(path).with_context(opened)?;
        lock(&file, path, timeout)?;
        // Whoever held it may have put another file in its place: what is written to this one
        // would be lost.
        let held = file.try_clone().and_then(Handle::from_file).with_context(opened)?;
        match Handle::from_path(path) {
            Ok(named) if named == held => return Ok(file),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(opened);
            }
            _ => {}
        }
    }
}

/// Makes sure that no other process writes the file.
fn lock(file: &File, path: &Path, timeout: Duration) -> anyhow::Result<()> {
    const STEP: Duration = Duration::from_millis(20);
    let name = path.display();
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock the log {name}"));
            }
            Err(TryLockError::WouldBlock) if started.elapsed() >= timeout => {
                bail!(InUse(format!("the log {name} is being written by another run")));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(STEP),
        }
    }
}

/// Makes the log at `path`, if there is one, the log of a longer run, of which it is the beginning:
/// where `begins` says so of its header, `header` takes its place.
///
/// # Errors
///
/// If another process writes it, or it cannot be read or written. What is no log of such a run
/// is left as it is.
pub fn lengthen<H: Header>(
    path: &Path,
    header: &H,
    begins: impl FnOnce(&H) -> bool,
) -> anyhow::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    // Held until the longer log stands in its place.
    let _file = open_alone(path, OpenOptions::new().read(true), TIMEOUT)?;
    let first = first_line(path)?;
    if !first.ends_with(b"\n") || !serde_json::from_slice::<H>(&first).is_ok_and(|was| begins(&was))
    {
        return Ok(());
    }
    rehead(path, &builds::heading(header, &builds::named(&String::from_utf8_lossy(&first)))?)
}

/// Replaces the log at `path` by one with another first line.
fn rehead(path: &Path, heading: &str) -> anyhow::Result<()> {
    let bytes =
        fs::read(path).with_context(|| format!("cannot read the log {}", path.display()))?;
    let end = bytes.iter().position(|&b| b == b'\n').map_or(bytes.len(), |end| end + 1);
    files::write(path, [heading.as_bytes(), &bytes[end..]].concat())
}

/// The first line of the file at `path`, with its newline if it has one, and no more of it than a
/// log would have there.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn first_line(path: &Path) -> anyhow::Result<Vec<u8>> {
    const LONGEST: u64 = 1 << 20;
    let read = || -> std::io::Result<_> {
        let mut first = Vec::new();
        BufReader::new(File::open(path)?.take(LONGEST)).read_until(b'\n', &mut first)?;
        Ok(first)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// A log that was read.
#[derive(Debug)]
pub(super) struct Contents<H, R> {
    pub(super) header: H,
    pub(super) builds: Builds,
    pub(super) results: Vec<R>,
}

impl<H: DeserializeOwned, R: DeserializeOwned> Contents<H, R> {
    /// Reads whole lines.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let builds = builds::named(first);
        let header = serde_json::from_str(first)
            .map_err(|e| format!("the first line is not that of a log of this experiment: {e}"))?;
        let results = lines
            .enumerate()
            .map(|(i, line)| {
                serde_json::from_str(line).map_err(|e| format!("line {} is not a row: {e}", i + 2))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { header, builds, results })
    }
}

/// The header of a log and all its results, whatever is still missing of them.
///
/// # Errors
///
/// If it cannot be read, or is of another kind.
pub fn read<H: Header, R: DeserializeOwned>(path: &Path) -> anyhow::Result<(H, Vec<R>)> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    // What a kill left of a line does not count.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let contents = Contents::<H, R>::parse(whole).map_err(|e| BadInput(format!("{name}: {e}")))?;
    Ok((contents.header, contents.results))
}

/// The first parameter that differs: its old value, and the one wanted now.
pub fn difference(was: &impl Serialize, wanted: &impl Serialize) -> Option<String> {
    differences(was, wanted).into_iter().next()
}

/// The parameters that differ: their old values, and those wanted now.
pub fn differences(was: &impl Serialize, wanted: &impl Serialize) -> Vec<String> {
    let (was, wanted) = (as_read(was), as_read(wanted));
    let (Some(was), Some(wanted)) = (was.as_object(), wanted.as_object()) else {
        return Vec::new();
    };
    let differs = |name: &String| {
        let (old, new) = (was.get(name)?, wanted.get(name)?);
        let (within, old, new) = innermost(old, new)?;
        Some(format!("its {name}{within} is {old}, and {new} is asked for"))
    };
    // Of two runs on different positions, the seed says more than a hash.
    let (last, first): (Vec<_>, Vec<_>) = wanted.keys().partition(|name| *name == "fingerprint");
    first.into_iter().chain(last).filter_map(differs).collect()
}

/// Where in two values the first difference is, from the outside in, and what is there in either.
fn innermost(old: &Value, new: &Value) -> Option<(String, String, String)> {
    if let (Value::Object(was), Value::Object(wanted)) = (old, new) {
        // What is left out where it is nothing may stand in either alone.
        return wanted.keys().chain(was.keys()).find_map(|name| {
            let [old, new] = [was, wanted].map(|of| of.get(name).unwrap_or(&Value::Null));
            let (within, old, new) = innermost(old, new)?;
            Some((format!(".{name}{within}"), old, new))
        });
    }
    if let (Value::Array(was), Value::Array(wanted)) = (old, new) {
        let count = |list: &[Value]| format!("{} long", list.len());
        if was.len() != wanted.len() {
            return Some((String::new(), count(was), count(wanted)));
        }
        return was.iter().zip(wanted).enumerate().find_map(|(i, (old, new))| {
            let (within, old, new) = innermost(old, new)?;
            Some((format!("[{i}]{within}"), old, new))
        });
    }
    let said = |value: &Value| match value {
        Value::Null => "not there".to_owned(),
        other => other.to_string(),
    };
    (old != new).then(|| (String::new(), said(old), said(new)))
}

/// The value as it is read again, so that short numbers stay short.
fn as_read(value: &impl Serialize) -> Value {
    let text = serde_json::to_string(value).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Nothing {}

    impl Header for Nothing {
        const RESULTS: &'static str = "results";
        fn units(&self) -> usize {
            0
        }
    }

    #[test]
    fn differences_are_named_where_they_are() {
        let side = |depth: u32, nodes: Option<u64>| serde_json::json!({"a": {"description": "x", "limits": {"depth": depth, "nodes": nodes}}});
        let of = |was, wanted| difference(&was, &wanted).unwrap_or_default();
        assert_eq!(of(side(4, None), side(5, None)), "its a.limits.depth is 4, and 5 is asked for");
        assert_eq!(
            of(side(4, None), side(4, Some(9))),
            "its a.limits.nodes is not there, and 9 is asked for"
        );
        assert_eq!(difference(&side(4, None), &side(4, None)), None);
        let list = |names: &[&str]| serde_json::json!({"players": names});
        assert_eq!(
            of(list(&["x", "y"]), list(&["x", "z"])),
            "its players[1] is \"y\", and \"z\" is asked for"
        );
        assert_eq!(
            of(list(&["x", "y"]), list(&["x"])),
            "its players is 2 long, and 1 long is asked for"
        );
    }

    #[test]
    fn one_run_at_a_time_writes_a_log() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("log");
        let open = || Log::open_within::<_, u8>(&path, &Nothing {}, None, Duration::ZERO);
        let first = open()?;
        let error = open().expect_err("it is locked");
        assert!(error.to_string().ends_with("is being written by another run"), "{error}");
        assert!(error.is::<InUse>(), "{error:?}");
        drop(first);
        open()?;
        Ok(())
    }

    #[test]
    fn a_log_names_the_builds_that_wrote_it() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("log");
        let adds = |build, results: &[u8]| -> anyhow::Result<_> {
            let (mut log, _) = Log::open_within::<_, u8>(&path, &Nothing {}, build, TIMEOUT)?;
            log.trim()?;
            results.iter().try_for_each(|result| log.append(result))?;
            Ok(fs::read_to_string(&path)?)
        };
        assert_eq!(adds(Some("one"), &[1])?, "{\"builds\":[\"one\"]}\n1\n");
        fs::OpenOptions::new().append(true).open(&path)?.write_all(b"2")?;
        assert_eq!(adds(Some("two"), &[])?, "{\"builds\":[\"one\"]}\n1\n", "it added nothing");
        let both = "{\"builds\":[\"one\",\"two\"]}\n1\n3\n4\n";
        assert_eq!(adds(Some("two"), &[3, 4])?, both);
        assert_eq!(adds(Some("one"), &[5])?, format!("{both}5\n"));
        assert_eq!(builds::builds(&path)?, ["one", "two"]);

        let figures = directory.path().join("figures");
        let named = |logs: &[PathBuf]| -> anyhow::Result<Value> {
            builds::write_figures(&figures, &serde_json::json!({"score": 3}), logs)?;
            Ok(serde_json::from_slice(&fs::read(&figures)?)?)
        };
        let other = directory.path().join("other");
        fs::write(&other, "{\"builds\":[\"two\",\"three\"]}\n")?;
        let all = serde_json::json!({"score": 3, "builds": ["one", "two", "three"]});
        assert_eq!(named(&[path.clone(), other.clone()])?, all);

        fs::write(&path, "{}\n1\n")?;
        assert_eq!(adds(Some("two"), &[2])?, "{}\n1\n2\n", "nobody knows who wrote the first");
        assert_eq!(named(&[path.clone(), other])?, serde_json::json!({"score": 3}));
        Ok(())
    }

    #[test]
    fn who_waited_for_a_log_writes_the_one_that_took_its_place() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("log");
        let (mut first, _) = Log::open::<_, u8>(&path, &Nothing {})?;
        first.append(&1)?;
        let longer = fs::read(&path)?;
        thread::scope(|scope| {
            let waiting = scope.spawn(|| -> anyhow::Result<()> {
                let (mut log, results) = Log::open::<_, u8>(&path, &Nothing {})?;
                assert_eq!(results, [1]);
                log.trim()?;
                log.append(&2)
            });
            // Long enough for the other to have opened the file that is about to be replaced.
            thread::sleep(Duration::from_millis(200));
            files::write(&path, longer)?;
            drop(first);
            waiting.join().expect("no panic")
        })?;
        assert_eq!(fs::read_to_string(&path)?, "{}\n1\n2\n");
        Ok(())
    }
}
