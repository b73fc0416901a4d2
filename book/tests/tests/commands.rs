//! The commands on the pages exist, and print what the pages say.

use starboard_book_tests::{support, transcript};
use starboard_core::conformance::Promise;

#[test]
fn commands_print_what_the_pages_say() {
    let listings = support::root().join("book/listings");
    // Those of the tutorial need the tutorial's crate.
    let own = listings.join("my-games");
    let transcripts = support::files(&listings, "console");
    let transcripts: Vec<_> = transcripts.iter().filter(|path| !path.starts_with(&own)).collect();
    assert!(!transcripts.is_empty(), "there are transcripts");
    for path in transcripts {
        transcript::check(path, &transcript::starboard);
    }
}

/// Without running it: help is printed for a command that exists, and the
/// arguments must be known to it.
#[test]
fn commands_named_on_a_page_exist() {
    let root = support::root();
    let top = ["README.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    let mut seen = 0;
    for page in support::chapters().into_iter().chain(top) {
        for (tag, block) in support::blocks(&support::read(&page)) {
            if tag != "sh" {
                continue;
            }
            // A backslash at the end of a line continues the command.
            for line in block.replace("\\\n", " ").lines() {
                let line = line.split('#').next().unwrap_or_default().trim();
                let args = line
                    .strip_prefix("starboard ")
                    .or_else(|| line.strip_prefix("cargo run --release -- "))
                    .or_else(|| line.strip_prefix("cargo run -q -- "));
                if let Some(args) = args {
                    seen += 1;
                    let words = transcript::words(&format!("starboard {args} --help"));
                    let help = transcript::starboard(&words);
                    let known = help.contains("Usage:") && !help.starts_with("error");
                    assert!(known, "{}: {line}\n{help}", page.display());
                    let options = words.iter().filter(|word| word.starts_with("--"));
                    for option in options {
                        assert!(help.contains(option.as_str()), "{}: {option}", page.display());
                    }
                } else if let Some(command) = line.strip_prefix("cargo ") {
                    let known = [
                        "new", "run", "check", "test", "fmt", "clippy", "bench", "build", "doc",
                        "fuzz",
                    ];
                    // A toolchain may be named first.
                    let mut words = command.split(' ').filter(|word| !word.starts_with('+'));
                    let command = words.next().unwrap_or_default();
                    assert!(known.contains(&command), "{}: {line}", page.display());
                }
            }
        }
    }
    assert!(seen > 0, "pages name commands");
}

#[test]
fn promises() {
    let lines = Promise::ALL.iter().map(|promise| format!("- {promise};\n"));
    let mut list: String = lines.collect();
    list.truncate(list.len() - 2);
    support::golden(&support::root().join("book/listings/promises.md"), &(list + ".\n"));
}

#[test]
fn the_picture_of_the_readme() {
    let command = "starboard tree tic-tac-toe --position xxo/oo./x.. --depth 3 --engine alpha-beta";
    let readme = support::read(&support::root().join("README.md"));
    assert!(readme.contains(command.trim_start_matches("starboard ")));
    let picture = transcript::starboard(&transcript::words(command));
    support::golden(&support::root().join("book/src/images/alpha-beta.svg"), &picture);
}

#[test]
fn the_picture_of_a_move_of_go() {
    let folder = tempfile::tempdir().expect("a folder for the picture");
    let path = folder.path().join("decision.svg");
    let command = format!(
        "starboard explain go --position '9x9 b 7 moves E5 E4 D4 E2 F4 G7' --svg {}",
        path.display()
    );
    transcript::starboard(&transcript::words(&command));
    let page = support::root().join("book/src/concepts/go-by-reasons");
    assert!(
        support::read(&page.with_extension("md"))
            .contains("explain go --position '9x9 b 7 moves E5 E4")
    );
    support::golden(&page.join("decision.svg"), &support::read(&path));
}
