//! Includes lead somewhere. mdBook renders a missing anchor as an empty block
//! and a missing file as raw text, and says nothing either time.

use std::fs;

use starboard_book_tests::support;

#[test]
fn every_include_names_a_file_and_an_anchor_that_exist() {
    let (mut seen, mut bad) = (0, Vec::new());
    for page in support::chapters() {
        let text = support::read(&page);
        for inside in text.split("{{#").skip(1) {
            let directive = inside.split("}}").next().unwrap_or_default();
            seen += 1;
            let target = directive.trim_start_matches("rustdoc_").strip_prefix("include ");
            let (file, anchor) = match target {
                Some(target) => target.split_once(':').unwrap_or((target, "")),
                None => ("", ""),
            };
            let folder = page.parent().expect("a page lies in a folder");
            let found = match fs::read_to_string(folder.join(file.trim())) {
                Ok(text) => {
                    anchor.is_empty() || has_lines(&text, anchor) || has_anchor(&text, anchor)
                }
                Err(_) => false,
            };
            if !found {
                bad.push(format!("{}: {directive}", page.display()));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(seen > 0, "the book includes its listings");
}

/// Lines from one number to another, such as `1:40`.
fn has_lines(text: &str, range: &str) -> bool {
    let ends = range.split_once(':').map(|(from, to)| (from.parse(), to.parse::<usize>()));
    let Some((Ok::<usize, _>(from), Ok(to))) = ends else { return false };
    0 < from && from <= to && to <= text.lines().count()
}

fn has_anchor(text: &str, anchor: &str) -> bool {
    let marked = |word: &str| {
        text.lines()
            .any(|line| line.split_once(word).is_some_and(|(_, name)| name.trim() == anchor))
    };
    marked("ANCHOR: ") && marked("ANCHOR_END: ")
}
