//! `starboard new`: a crate with a game to begin with.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use starboard::BadInput;

use super::Examples;

pub(crate) const EXAMPLES: Examples = Examples::any(&[
    "new my-game",
    "new my-dice --chance",
    "new my-patience --chance --players 1",
    "new my-game --python",
]);

/// The rules, with lines that only some games have.
const LIB: &str = include_str!("../../templates/lib.rs.txt");
const MAIN: &str = include_str!("../../templates/main.rs.txt");
/// The crate that is a Python module.
const PYTHON_CARGO: &str = include_str!("../../templates/python-cargo.txt");
const PYTHON_PROJECT: &str = include_str!("../../templates/python-project.txt");
const PYTHON_LIB: &str = include_str!("../../templates/python-lib.rs.txt");

/// Writes a crate with a small game that builds, passes its tests and is searched at once.
#[derive(clap::Args, Debug)]
#[command(
    about = "Write a starter crate for a game of your own",
    long_about = "Write a starter crate for a game of your own, in the folder NAME: rules, \
        notation, an evaluator, an entry, tests and a list of positions.\n\n\
        It builds, passes its tests and can be searched at once. Replace the rules piece by piece, \
        with `cargo check` and `cargo test` as you go; `cargo run -- verify NAME` checks the rules \
        and every search on them."
)]
pub(crate) struct Args {
    /// The name of the crate and of the game: lower-case letters, digits and hyphens
    name: String,
    /// Make it a game with a roll before each move
    #[arg(long)]
    chance: bool,
    /// The number of players: 2, or 1 who plays for a score
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    players: u8,
    /// The folder to write the crate into
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    into: PathBuf,
    /// Add a folder that `pip install` turns into a Python module
    #[arg(long)]
    python: bool,
    /// Where Starboard's sources are [default: where this program was built]
    #[arg(long, value_name = "FOLDER")]
    library: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = args.name.as_str();
    check(name)?;
    if let Some(library) = &args.library {
        check_library(library)?;
    }
    let folder = &args.into.join(name);
    if folder.exists() {
        return Err(BadInput::error(format!("there is a {} already", folder.display())));
    }
    for (path, text) in files(args) {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    writeln!(out, "{name}: rules, notation, an evaluator, tests and positions. Now\n")?;
    writeln!(out, "  cd {}", folder.display())?;
    writeln!(out, "  cargo check                  # after each change: seconds")?;
    writeln!(out, "  cargo test                   # does the game keep its promises?")?;
    writeln!(out, "  cargo run -- verify {name}   # and are searches right on it?")?;
    writeln!(out, "  cargo run -- analyse {name}")?;
    if args.python {
        writeln!(out, "  pip install ./python         # then, in Python: import {}", module(name))?;
    }
    Ok(())
}

/// Whether there can be a crate of this name.
fn check(name: &str) -> anyhow::Result<()> {
    const TAKEN: [&str; 6] =
        ["test", "core", "std", "starboard", "starboard-core", "starboard-cli"];
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let sound = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(letters)
        && !name.ends_with('-')
        && is_no_keyword(name);
    if sound && !TAKEN.contains(&name) {
        return Ok(());
    }
    Err(BadInput::error(format!(
        "a crate cannot be called {name:?}: expected small letters, digits and hyphens, a letter \
         first, and no word of Rust's"
    )))
}

/// Whether the crates that a game is built of are there.
fn check_library(folder: &str) -> anyhow::Result<()> {
    let engine = Path::new(folder).join("app/engine/Cargo.toml");
    if engine.exists() {
        return Ok(());
    }
    Err(BadInput::error(format!(
        "--library {folder}: expected the folder of Starboard's sources, and found no {}",
        engine.display()
    )))
}

/// Whether the name is no keyword, which no crate can be called.
fn is_no_keyword(name: &str) -> bool {
    const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn \
                            else enum extern false final fn for gen if impl in let loop macro \
                            match mod move mut override priv pub ref return self static struct \
                            super trait true try type typeof unsafe unsized use virtual where \
                            while yield";
    KEYWORDS.split_whitespace().all(|keyword| keyword != name)
}

/// The files of the crate by their paths in it.
fn files(args: &Args) -> Vec<(&'static str, String)> {
    let name = args.name.as_str();
    let solo = args.players == 1;
    let keeps = |condition: &str| match condition {
        "chance" => args.chance,
        "!chance" => !args.chance,
        "two" => !solo,
        "solo" => solo,
        other => unreachable!("no condition of the template: {other}"),
    };
    let position = |left: u32, mover: &str, roll: &str| {
        let mover = if solo { String::new() } else { format!(" {mover}") };
        let roll = if args.chance { format!(" {roll}") } else { String::new() };
        format!("{left}{mover}{roll}")
    };
    let lines = LIB.lines().filter_map(|line| match line.split_once(" //@") {
        Some((line, condition)) => keeps(condition).then_some(line),
        None => Some(line),
    });
    let lib = lines.map(|line| line.to_owned() + "\n").collect::<String>();
    let lib = lib
        .replace("__TYPE__", &camel_case(name))
        .replace("__NAME__", name)
        .replace("__NEW__", ["new", "with_chance"][usize::from(args.chance)])
        .replace("__START__", &position(21, "first", "?"));
    let positions = [
        (21, "first", "2"),
        (17, "second", "3"),
        (12, "first", "1"),
        (7, "second", "3"),
        (4, "first", "2"),
    ];
    let positions =
        positions.map(|(left, mover, roll)| position(left, mover, roll) + "\n").concat();
    let mut files = vec![
        ("Cargo.toml", manifest(args)),
        (
            "positions.txt",
            format!("# Positions to search when nobody says which, one a line.\n{positions}"),
        ),
        ("src/lib.rs", lib),
        ("src/main.rs", MAIN.replace("__CRATE__", &name.replace('-', "_"))),
        (".gitignore", "/target\n/python/target\n".to_owned()),
    ];
    if args.python {
        let fill = |text: &str| text.replace("__NAME__", name).replace("__MODULE__", &module(name));
        files.push((
            "python/Cargo.toml",
            fill(PYTHON_CARGO).replace("__DEPENDENCIES__", &python(args)),
        ));
        files.push(("python/pyproject.toml", fill(PYTHON_PROJECT)));
        files.push(("python/src/lib.rs", fill(PYTHON_LIB)));
    }
    files
}

/// The Python module of a crate, and what other crates call it.
fn module(name: &str) -> String {
    name.replace('-', "_")
}

/// What the Python module is made of besides the game.
fn python(args: &Args) -> String {
    let from = from(args);
    format!(
        "starboard = {{ {} }}\nstarboard-python = {{ {}, default-features = false }}",
        from("app/engine"),
        from("python")
    )
}

/// As the tutorial's crate has it.
const PROFILE: &str = "\
# Quick to build, at the first time and after an edit. For searches that take long there is
# `--release`, and for a debugger that shows variables, `debug = true`.
[profile.dev]
debug = \"line-tables-only\"

[profile.dev.package.\"*\"]
debug = false
incremental = false
";

/// Where a crate of Starboard comes from.
fn from(args: &Args) -> impl Fn(&str) -> String {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let library = args.library.clone().or_else(|| {
        let root = Path::new(built).canonicalize().ok()?;
        root.join("core/Cargo.toml").exists().then(|| root.display().to_string())
    });
    move |path| match &library {
        Some(root) => format!("path = {:?}", format!("{}/{path}", root.trim_end_matches('/'))),
        None => format!("version = {:?}", env!("CARGO_PKG_VERSION")),
    }
}

fn manifest(args: &Args) -> String {
    let from = from(args);
    // The program comes without the built-in games, which take minutes to build.
    format!(
        "[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[features]\n\
         # The page in the browser: cargo run --features serve -- serve\n\
         serve = [\"starboard-cli/serve\"]\n\n[dependencies]\n\
         starboard = {{ {} }}\nstarboard-cli = {{ {}, default-features = false }}\n\
         starboard-core = {{ {} }}\n\n{PROFILE}",
        args.name,
        from("app/engine"),
        from("app/cli"),
        from("core")
    )
}

fn camel_case(name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('-').filter(|word| !word.is_empty()).map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_game_is_whole() {
        for (chance, players) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
            let (name, into) = ("my-own-game".to_owned(), PathBuf::new());
            let args = Args { name, chance, players, into, python: true, library: None };
            let files = files(&args);
            let lib = &files.iter().find(|(path, _)| *path == "src/lib.rs").expect("rules").1;
            assert!(!lib.contains("//@") && !lib.contains("__"), "{lib}");
            assert_eq!(lib.contains("fn chances"), chance);
            assert_eq!(lib.contains("const SOLO"), players == 1);
            assert!(lib.contains("pub struct MyOwnGame") && lib.contains("(\"my-own-game\""));
            assert_eq!(lib.matches('{').count(), lib.matches('}').count());
            let python: Vec<_> =
                files.iter().filter(|(path, _)| path.starts_with("python/")).collect();
            assert_eq!(python.len(), 3);
            assert!(python.iter().all(|(_, text)| !text.contains("__")), "{python:?}");
        }
    }

    #[test]
    fn names_that_cannot_be_are_refused() {
        for name in ["", "My", "2048", "-a", "a-", "a_b", "match", "core", "a/b", "é"] {
            assert!(check(name).is_err(), "{name}");
        }
        assert!(check("my-game-2").is_ok());
    }

    #[test]
    fn a_library_that_is_not_there_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let into = folder.path().display();
        let line = format!("new a --into {into} --library {into}");
        let (code, _, err) = crate::testing::starboard_with(&crate::testing::games(), &line);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("expected the folder of Starboard's sources"), "{err}");
        assert!(!folder.path().join("a").exists(), "nothing is written");
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        assert!(check_library(own).is_ok());
    }

    #[test]
    fn the_library_is_found_by_its_path() {
        let args = |library: Option<&str>| Args {
            name: "a".to_owned(),
            chance: false,
            players: 2,
            into: PathBuf::new(),
            python: false,
            library: library.map(str::to_owned),
        };
        assert!(manifest(&args(Some("/there/"))).contains("{ path = \"/there/core\" }"));
        assert!(manifest(&args(None)).contains("/app/engine\" }"));
    }
}
