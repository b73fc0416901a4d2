//! Which builds of the program wrote a log: results of two are not those of one.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

use serde::{Deserialize, Serialize};

use super::log;
use crate::files;

static BUILD: OnceLock<String> = OnceLock::new();

/// Sets the name of this build of the program, such as its commit, which logs then contain. An
/// empty name, or a second call, changes nothing.
pub fn name_build(name: &str) {
    if !name.is_empty() {
        let _ = BUILD.set(name.to_owned());
    }
}

/// Which build of the program this is, if that was [said](name_build).
pub fn build() -> Option<&'static str> {
    BUILD.get().map(String::as_str)
}

/// The builds that wrote a log, in the order in which they came to it; none if the first of them
/// did not say which it was.
pub(super) type Builds = Vec<String>;

/// What the first line of a log has beside its header.
#[derive(Deserialize)]
struct Beside {
    #[serde(default)]
    builds: Builds,
}

/// The builds that the first line of a log names.
pub(super) fn named(first: &str) -> Builds {
    serde_json::from_str(first).map_or_else(|_| Vec::new(), |beside: Beside| beside.builds)
}

/// The builds that wrote the log at `path`, in the order in which they came to it; none if the
/// first of them did not say which it was.
///
/// # Errors
///
/// If the file cannot be read.
pub fn builds(path: &Path) -> anyhow::Result<Vec<String>> {
    Ok(named(&String::from_utf8_lossy(&log::first_line(path)?)))
}

/// What has fields, and the builds that it is by.
#[derive(Serialize)]
struct By<'a, T> {
    #[serde(flatten)]
    what: &'a T,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    builds: &'a [String],
}

/// The first line of a log with these, newline included.
pub(super) fn heading(header: &impl Serialize, builds: &[String]) -> anyhow::Result<String> {
    log::line(&By { what: header, builds })
}

/// Writes figures, which have to have fields, as JSON, and which builds of the program they are
/// by: those that wrote the logs of the run, or this one where it has none; nothing if that is
/// not known of one of them.
///
/// # Errors
///
/// If a log cannot be read or the file cannot be written.
pub fn write_figures<'a>(
    path: &Path,
    figures: &impl Serialize,
    logs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    let each: Vec<_> = logs.into_iter().map(|log| builds(log)).collect::<anyhow::Result<_>>()?;
    let this = build().filter(|_| each.is_empty()).map(str::to_owned);
    let mut all = Builds::new();
    if !each.iter().any(Vec::is_empty) {
        for build in each.into_iter().flatten().chain(this) {
            if !all.contains(&build) {
                all.push(build);
            }
        }
    }
    files::write_json(path, &By { what: figures, builds: &all })
}

/// The builds of a log that was written by `known` and goes on by `build`; `None` if that says
/// no more.
///
/// Who wrote the first results of a log that names nobody is not known, and a log that named the
/// later ones alone would claim those before.
pub(super) fn joined(known: &[String], build: Option<&str>) -> Option<Builds> {
    let build = build.filter(|&build| !known.is_empty() && known.iter().all(|own| own != build))?;
    Some([known, &[build.to_owned()]].concat())
}

/// The builds of a log that is made of logs by these: none if one of them names none.
pub(super) fn of_all<'a>(logs: impl IntoIterator<Item = &'a Builds>) -> Builds {
    let mut all = Builds::new();
    for builds in logs {
        if builds.is_empty() {
            return Builds::new();
        }
        for build in builds {
            if !all.contains(build) {
                all.push(build.clone());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_names_who_wrote_it() {
        let [one, two] = ["one", "two"].map(|name| vec![name.to_owned()]);
        assert_eq!(joined(&one, Some("two")), Some(vec!["one".to_owned(), "two".to_owned()]));
        assert_eq!(joined(&one, Some("one")), None, "it is named already");
        assert_eq!(joined(&one, None), None, "nobody says who goes on");
        assert_eq!(joined(&[], Some("two")), None, "nobody said who began");
        assert_eq!(of_all([&one, &two, &one]), ["one", "two"]);
        assert_eq!(of_all([&one, &Builds::new()]), [""; 0]);
    }
}
