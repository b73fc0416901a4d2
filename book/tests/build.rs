//! Turns every chapter named in `SUMMARY.md` into a doc-tested module, so that
//! a new chapter is tested without being registered elsewhere.

use std::{env, fmt::Write as _, fs, path::Path};

fn main() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    println!("cargo::rerun-if-changed={}", src.display());
    let summary = fs::read_to_string(src.join("SUMMARY.md")).expect("SUMMARY.md is readable");
    let mut modules = String::new();
    for chapter in chapters(&summary) {
        let path = src.join(chapter).canonicalize().unwrap_or_else(|e| panic!("{chapter}: {e}"));
        let name = chapter.trim_end_matches(".md").replace(['/', '-', '.'], "_");
        writeln!(modules, "#[doc = include_str!({path:?})]\npub mod {name} {{}}")
            .expect("a String takes any text");
    }
    let out = Path::new(&env::var_os("OUT_DIR").expect("set by cargo")).join("chapters.rs");
    fs::write(out, modules).expect("OUT_DIR is writable");
}

/// The link targets `(x.md)` of the summary, in order.
fn chapters(summary: &str) -> impl Iterator<Item = &str> {
    summary.split("](").skip(1).filter_map(|s| s.split(')').next()).filter(|s| s.ends_with(".md"))
}
