//! Relative links lead to files that exist, and to headings that exist.

use std::{collections::BTreeSet, path::Path};

use starboard_book_tests::support;

#[test]
fn every_relative_link_leads_somewhere() {
    let root = support::root();
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    let mut bad = Vec::new();
    for page in support::chapters().into_iter().chain(top) {
        let text = support::read(&page);
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().expect("a page lies in a folder");
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            if !target.exists() || !(heading.is_empty() || has_heading(&target, heading)) {
                bad.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn every_page_is_in_the_summary() {
    let src = support::root().join("book/src");
    let summary = support::read(&src.join("SUMMARY.md"));
    let listed: BTreeSet<_> = links(&summary).into_iter().collect();
    for page in support::chapters() {
        let name = page.strip_prefix(&src).expect("below src").to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || listed.contains(&name), "{name} is not in SUMMARY.md");
    }
}

#[test]
fn the_first_page_names_every_page_in_the_order_of_the_summary() {
    let src = support::root().join("book/src");
    let pages = |name: &str| {
        let links = links(&support::read(&src.join(name)));
        links.into_iter().filter(|link| link.ends_with(".md") && link != "index.md").collect()
    };
    let (index, summary): (Vec<_>, Vec<_>) = (pages("index.md"), pages("SUMMARY.md"));
    assert_eq!(index, summary);
}

/// The targets of `[text](target)`, `![text](target)` and `src="target"`.
fn links(markdown: &str) -> Vec<String> {
    let prose = support::prose(markdown);
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let html = prose.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    inline.chain(html).map(str::to_owned).collect()
}

fn has_heading(page: &Path, id: &str) -> bool {
    let text = support::read(page);
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    headings.map(|line| slug(line.trim_start_matches('#').trim())).any(|slug| slug == id)
}

/// The id that mdBook and code hosts give to a heading.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}
