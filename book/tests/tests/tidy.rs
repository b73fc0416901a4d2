//! The house rules that no compiler checks: which crate may know which, how a
//! source file begins and how long it gets, and which words are out.

use std::{collections::BTreeMap, process::Command};

use serde_json::Value;
use starboard_book_tests::support;

/// Who may depend on whom, development dependencies aside; a folder ending in
/// `/` stands for each crate below it. A crate may also depend on whatever the
/// folders it may depend on may.
const LAYERS: [(&str, &[&str]); 18] = [
    ("core", &[]),
    ("search", &["core"]),
    ("plugins/", &["core"]),
    ("plugins", &["plugins/"]),
    ("app/engine", &["search", "plugins"]),
    ("games/small", &["app/engine"]),
    ("games/backgammon", &["app/engine"]),
    ("games/shogi", &["app/engine"]),
    ("games/go", &["app/engine"]),
    ("app/protocols", &["app/engine"]),
    ("app/lab", &["app/protocols"]),
    ("app/train", &["app/lab"]),
    ("app/serve", &["app/lab"]),
    // The commands of a game, `games/NAME/app`.
    ("games/", &["app/train", "games/backgammon", "games/shogi", "games/go"]),
    ("app/cli", &["games/", "games/small", "app/serve"]),
    ("benches", &["app/cli"]),
    ("book/tests", &["app/cli"]),
    ("python", &["app/cli"]),
];

#[test]
fn dependencies_point_one_way() {
    let edges = edges();
    assert!(edges.len() > LAYERS.len(), "cargo metadata lists the workspace: {edges:?}");
    assert!(may_know(layer("games/go/app"), "core") && !may_know(layer("games/go"), "app/lab"));
    for (from, to) in &edges {
        assert!(
            may_know(layer(from), layer(to).0),
            "{from} must not depend on {to}; it may depend on {:?}, and on what these may depend \
             on (see ARCHITECTURE.md)",
            layer(from).1
        );
    }
}

#[test]
fn no_game_knows_another_and_search_knows_no_plugin() {
    for (from, to) in edges() {
        let below = |folder: &str| from.starts_with(folder) && to.starts_with(folder);
        // The commands of a game know that game alone.
        let own = from.strip_suffix("/app") == Some(&*to);
        assert!((!below("games/") || own) && !below("plugins/"), "{from} -> {to}");
        assert!(!(from == "search" && to.starts_with("plugins")), "{from} -> {to}");
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    for (path, text) in sources() {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        assert!(first.starts_with("//! "), "{path} should begin with a //! line");
    }
}

#[test]
fn a_long_file_says_why() {
    const LIMIT: usize = 600;
    for (path, text) in sources() {
        let lines = text.lines().count();
        let doc = text.lines().take_while(|line| line.starts_with("//!"));
        let reason = doc.into_iter().any(|line| line.contains("Long because"));
        assert!(
            lines <= LIMIT || reason,
            "{path} has {lines} lines, more than {LIMIT}, and its //! does not say \"Long because\""
        );
    }
}

#[test]
fn unsafe_code_is_in_one_module() {
    const MODULE: &str = "core/src/tt/memory.rs";
    for (path, text) in sources() {
        if path.ends_with("src/lib.rs") && !path.starts_with("book/listings/") {
            // Only what is denied can be allowed again further in.
            let level = if path == "core/src/lib.rs" { "deny" } else { "forbid" };
            assert!(text.contains(&format!("#![{level}(unsafe_code)]")), "{path}");
        }
        let allows = text.lines().any(|line| line.starts_with("#![allow(unsafe_code)]"));
        assert_eq!(allows, path == MODULE, "{path}");
        assert!(!text.contains(&["#[allow(", "unsafe_code"].concat()), "{path}");
    }
}

#[test]
fn the_code_map_names_what_exists() {
    let root = support::root();
    let text = support::read(&root.join("ARCHITECTURE.md"));
    let paths = text.split('`').skip(1).step_by(2).filter(|code| code.contains('/'));
    let paths: Vec<_> = paths.filter(|code| !code.contains([' ', '*', '<', ':'])).collect();
    assert!(paths.len() > 5, "{paths:?}");
    for path in paths {
        assert!(root.join(path).exists(), "ARCHITECTURE.md names {path}");
    }
}

/// Words that are not the field's, and those that are.
const OUT: [(&str, &str); 39] = [
    ("a first look", "pruning, a cheap estimate"),
    ("believes table entries", "accepts table entries"),
    ("dear to", "expensive to"),
    ("dearer", "more expensive"),
    ("dearest", "most expensive, costliest"),
    ("equal first throws", "automatic doubles"),
    ("first impression", "static (0-ply) evaluation"),
    ("first impressions", "static (0-ply) evaluations"),
    ("first opinion", "cheap estimate"),
    ("first opinions", "cheap estimates"),
    ("first sight", "static (0-ply) evaluation"),
    ("guesses leaf values", "evaluates leaves"),
    ("hand-made", "hand-crafted"),
    ("held against", "compared with"),
    ("held back", "validation set"),
    ("lively", "noisy"),
    ("luck is taken out", "variance reduction"),
    ("luck taken out", "variance reduction"),
    ("luck of the dice taken out", "variance reduction"),
    ("made by hand", "hand-crafted"),
    ("networks that there are", "existing networks"),
    ("nine lines", "9x9"),
    ("nineteen lines", "19x19"),
    ("node of chance", "chance node"),
    ("nodes of chance", "chance nodes"),
    ("program outside", "external engine"),
    ("programs outside", "external engines"),
    ("put_right", "apply_sanity_rules"),
    ("slopes", "gradient"),
    ("sure_win", "immediate_win"),
    ("that program", "the program's name"),
    ("that program's", "the program's name"),
    ("thirteen lines", "13x13"),
    ("throws", "rolls, permutations of the dice"),
    ("unless told", "by default"),
    ("unless told otherwise", "by default"),
    ("what is believed of", "the prior of"),
    ("what to turn", "options to tune"),
    ("word about the cube", "cube action"),
];
/// Of what "else" may be the last word.
const ELSE: [&str; 12] = [
    "all",
    "anybody",
    "anyone",
    "anything",
    "everybody",
    "everything",
    "nobody",
    "nothing",
    "somebody",
    "someone",
    "something",
    "somewhere",
];

#[test]
fn words_are_those_of_the_field() {
    let root = support::root();
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    let pages = pages.map(|page| (page.to_owned(), support::read(&root.join(page))));
    let chapters = support::chapters().into_iter().map(|path| {
        let name = path.strip_prefix(&root).expect("below the root").to_string_lossy();
        (name.replace('\\', "/"), support::read(&path))
    });
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().chain(pages).chain(chapters) {
        // This file names the words.
        if path == "book/tests/tests/tidy.rs" {
            continue;
        }
        let words = words(&text);
        for (out, instead) in OUT {
            if words.contains(&format!(" {out} ")) {
                wrong.push(format!("{path}: {out:?}: say {instead:?}"));
            }
        }
        let mut parts = words.split(" else\u{b7}");
        let mut before = parts.next().unwrap_or_default();
        for part in parts {
            if !ELSE.iter().any(|word| before.ends_with(&format!(" {word}"))) {
                let start = before.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
                wrong.push(format!("{path}: \"...{} else\" ends a clause", &before[start..]));
            }
            before = part;
        }
    }
    assert!(wrong.is_empty(), "see the glossary of the book:\n{}", wrong.join("\n"));
}

/// The words of a file in small letters with a space before and after each, comments
/// flowing on from line to line; an "else" before a stop gets a dot behind it. Lines that
/// keep a former name of something are left out.
fn words(text: &str) -> String {
    let mut words = String::from(" ");
    for line in text.lines().filter(|line| !keeps_a_former_name(line)) {
        let line = line.trim_start().trim_start_matches("//").trim_start_matches(['/', '!']);
        for word in line.split(|c: char| !(c.is_alphanumeric() || "_-'.,;:)".contains(c))) {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            if bare.is_empty() {
                continue;
            }
            words.push_str(&bare.to_lowercase());
            let stop = word.ends_with(['.', ',', ';', ':', ')']);
            words.push_str(if bare == "else" && stop { "\u{b7} " } else { " " });
        }
    }
    words
}

fn keeps_a_former_name(line: &str) -> bool {
    line.contains(".renamed(") || line.contains("// A former name.")
}

/// Every Rust file of the workspace, by its path from the root.
fn sources() -> Vec<(String, String)> {
    let root = support::root();
    let name = |path: &std::path::Path| {
        path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/")
    };
    let files = support::files(&root, "rs");
    assert!(files.len() > 50, "the workspace has sources");
    files.iter().map(|path| (name(path), support::read(path))).collect()
}

/// Whether crates of a layer may depend on those of another.
fn may_know(from: (&str, &[&str]), to: &str) -> bool {
    from.1.iter().any(|below| *below == to || may_know(layer(below), to))
}

/// The row of `LAYERS` for a crate's folder.
fn layer(folder: &str) -> (&'static str, &'static [&'static str]) {
    let fits = |layer: &str| {
        layer == folder
            || layer.strip_suffix('/').is_some_and(|l| folder.starts_with(&format!("{l}/")))
    };
    // A crate's own row goes before the row of its folder.
    let own = LAYERS.into_iter().find(|(layer, _)| *layer == folder);
    let row = own.or_else(|| LAYERS.into_iter().find(|(layer, _)| fits(layer)));
    row.unwrap_or_else(|| panic!("{folder} stands in no layer; add it to LAYERS"))
}

/// What `cargo metadata` says, without asking anybody.
fn metadata(args: &[&str]) -> Value {
    let args = [&["--offline"], args].concat();
    ask_cargo(&args).unwrap_or_else(|error| panic!("{error}"))
}

fn ask_cargo(args: &[&str]) -> Result<Value, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .args(args)
        .current_dir(support::root())
        .output()
        .expect("cargo runs");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// The system that this is built on, as compilers name it.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("rustc says for which host it is").to_owned()
}

/// What is built in may be given away under either of our licences: what
/// `.cargo/deny.toml` allows, for whoever has cargo-deny, without it.
#[test]
fn every_dependency_is_permissive() {
    let rules = support::read(&support::root().join(".cargo/deny.toml"));
    let (_, allowed) = rules.split_once("allow = [").expect("a list");
    let allowed: Vec<_> =
        allowed.split(']').next().into_iter().flat_map(|list| list.split('"')).collect();
    let allows = |licence: &str| allowed.contains(&licence);
    assert!(allows("MIT") && !allows("GPL-3.0-or-later") && !allows(""));
    // Those of other systems are brought now if they can be had; a build has brought its own.
    let metadata = ask_cargo(&["--locked"])
        .unwrap_or_else(|_| metadata(&["--locked", "--filter-platform", &host()]));
    for package in metadata["packages"].as_array().expect("a list") {
        let text = package["license"].as_str().unwrap_or_default();
        // "/" is an old way to write "OR"; of "A OR B AND C" either of A and B is taken, with C.
        let text = text.replace('/', " OR ").replace(['(', ')'], "");
        let fine = text.split(" AND ").all(|part| part.split(" OR ").any(|one| allows(one.trim())));
        assert!(fine, "{} {}: {text}", package["name"], package["version"]);
    }
}

/// The dependencies between crates of the workspace, by folder, development
/// dependencies left out.
fn edges() -> Vec<(String, String)> {
    let metadata = metadata(&["--no-deps"]);
    let root = metadata["workspace_root"].as_str().expect("a path").to_owned();
    let packages = metadata["packages"].as_array().expect("a list");
    let folder = |manifest: &str| {
        let folder = manifest.trim_end_matches("/Cargo.toml").strip_prefix(&root);
        folder.expect("below the root").trim_start_matches('/').to_owned()
    };
    let name = |package: &Value| package["name"].as_str().expect("a name").to_owned();
    let folders: BTreeMap<_, _> = (packages.iter())
        .map(|p| (name(p), folder(p["manifest_path"].as_str().expect("a path"))))
        .collect();
    let mut edges = Vec::new();
    for package in packages {
        for dependency in package["dependencies"].as_array().expect("a list") {
            // Ordinary dependencies have the kind null.
            if dependency["kind"].as_str() == Some("dev") {
                continue;
            }
            if let Some(to) = folders.get(&name(dependency)) {
                edges.push((folders[&name(package)].clone(), to.clone()));
            }
        }
    }
    edges
}
