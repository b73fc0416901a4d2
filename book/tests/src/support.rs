//! What the tests of the book share: where things are, and Markdown.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace has a root")
}

/// The text of a file that must be there.
///
/// # Panics
///
/// Where it is not.
#[track_caller]
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below `folder` with this extension, sorted; hidden folders, build
/// output and the rendered book left out.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, extension, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the workspace").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            let name = name.to_string_lossy();
            if !name.starts_with('.') && name != "target" && name != "output" {
                collect(&path, extension, found);
            }
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// The chapters of the book.
pub fn chapters() -> Vec<PathBuf> {
    files(&root().join("book/src"), "md")
}

/// The fenced blocks of a page: what stands behind the opening fence, and the
/// text.
pub fn blocks(markdown: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in markdown.lines() {
        match (line.trim_start().strip_prefix("```"), open.take()) {
            (Some(tag), None) => open = Some((tag.trim().to_owned(), String::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((tag, text))) => open = Some((tag, text + line + "\n")),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// A page without its fenced blocks and without code in backquotes.
pub fn prose(markdown: &str) -> String {
    let mut outside = true;
    let mut prose = String::new();
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            outside = !outside;
        } else if outside {
            prose.extend(line.split('`').step_by(2));
            prose.push('\n');
        }
    }
    prose
}

/// Compares `text` with the file, or writes the file where `STARBOARD_BLESS`
/// is 1.
///
/// # Panics
///
/// Where they differ, naming the first line that does.
#[track_caller]
pub fn golden(path: &Path, text: &str) {
    if std::env::var_os("STARBOARD_BLESS").is_some_and(|v| v == "1") {
        fs::write(path, text).expect("the book's folder is writable");
        return;
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    if committed == text {
        return;
    }
    let (old, new) = (committed.lines().chain([""]), text.lines().chain([""]));
    let line = old.zip(new).position(|(old, new)| old != new).unwrap_or(0);
    panic!(
        "{} is not as generated, from line {} on: {:?} should be {:?}; if that is meant, run \
         STARBOARD_BLESS=1 cargo test -p starboard-book-tests and commit",
        path.display(),
        line + 1,
        committed.lines().nth(line).unwrap_or(""),
        text.lines().nth(line).unwrap_or(""),
    );
}
