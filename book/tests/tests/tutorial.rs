//! The crate of the tutorial is built where the reader builds it, outside the
//! workspace, from the listings that the pages show; its tests pass and its
//! commands print what the pages say.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use starboard_book_tests::{support, transcript};

#[test]
fn the_tutorials_crate_builds_and_prints_what_the_pages_say() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = cargo(folder.path()).args(["new", "--quiet", "--vcs=none", "my-games"]).status();
    assert!(made.expect("cargo runs").success());
    let my_games = MyGames { folder: folder.path().join("my-games") };
    fs::copy(support::root().join("Cargo.lock"), my_games.folder.join("Cargo.lock"))
        .expect("the workspace is locked");

    // The first page: a game without chance.
    my_games.write("Cargo.toml", &listing("Cargo.toml").replace("../starboard", &workspace()));
    my_games.write("src/lib.rs", &listing("src/lib-nim.rs"));
    my_games.write("src/nim.rs", &listing("src/nim.rs"));
    my_games.write("src/main.rs", &listing("src/main-nim.rs"));
    my_games.check("nim");

    // The second page: one with a die.
    my_games.write("src/lib.rs", &listing("src/lib.rs"));
    my_games.write("src/dice_nim.rs", &listing("src/dice_nim.rs"));
    my_games.write("src/main.rs", &listing("src/main.rs"));
    my_games.check("dice-nim");
}

/// What `starboard new` writes builds, keeps every promise, and is searched.
#[test]
fn what_new_writes_builds_and_passes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, options) in [
        ("two-alone", vec![]),
        ("two-dice", vec!["--chance"]),
        ("one-alone", vec!["--players", "1"]),
        ("one-dice", vec!["--players", "1", "--chance"]),
    ] {
        let into = folder.path().to_str().expect("a path that can be written");
        let words = [vec!["starboard", "new", name, "--into", into], options].concat();
        let said =
            transcript::starboard(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert!(said.contains("cargo test"), "{said}");
        let made = MyGames { folder: folder.path().join(name) };
        let lock = made.folder.join("Cargo.lock");
        fs::copy(support::root().join("Cargo.lock"), lock).expect("the workspace is locked");
        let verify = format!("run --offline --quiet -- verify {name} --checks 3000");
        for command in ["test --offline --quiet".to_owned(), verify] {
            let words: Vec<_> = command.split(' ').collect();
            let output = cargo(&made.folder).args(words).output().expect("cargo runs");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            assert!(output.status.success(), "{name}, cargo {command}:\n{said}");
            assert!(!said.contains("warning:"), "{name}, cargo {command}:\n{said}");
        }
    }
}

/// The reader's crate.
struct MyGames {
    folder: PathBuf,
}

impl MyGames {
    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("the folder is writable");
    }

    /// Runs the crate's tests, then every transcript in the folder of this
    /// name.
    #[track_caller]
    fn check(&self, transcripts: &str) {
        let output = cargo(&self.folder).args(["test", "--offline", "--quiet"]).output();
        let output = output.expect("cargo runs");
        assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        let folder = support::root().join("book/listings/my-games").join(transcripts);
        let transcripts = support::files(&folder, "console");
        assert!(!transcripts.is_empty(), "{} has transcripts", folder.display());
        for path in transcripts {
            transcript::check(&path, &|words| self.run(words));
        }
    }

    /// What `cargo run -q -- …` prints. The pages say `--release` where it is
    /// about time; here a second build would be all that it adds.
    fn run(&self, words: &[String]) -> String {
        let (program, args) = words.split_first().expect("a command");
        assert_eq!(program, "cargo", "{words:?}");
        let args = args.iter().filter(|arg| *arg != "--release");
        let command = cargo(&self.folder).env("CARGO_NET_OFFLINE", "true").args(args).output();
        let output = command.expect("cargo runs");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    }
}

/// Cargo, in the workspace's target folder. With fewer features than the workspace has, all is
/// compiled for these tests alone and runs briefly: optimised, it would take twice as long.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    let this = env::current_exe().expect("this test is a file");
    // target/debug/deps/tutorial-0123456789abcdef
    let target = this.ancestors().nth(3).expect("in a target folder");
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", target).env("CARGO_TERM_COLOR", "never");
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "none");
    if cfg!(target_arch = "x86_64") && env::var_os("RUSTFLAGS").is_none() {
        cargo.env("RUSTFLAGS", "-C target-cpu=x86-64-v2");
    }
    cargo
}

fn workspace() -> String {
    support::root().to_str().expect("a path that can be written").to_owned()
}

fn listing(name: &str) -> String {
    support::read(&support::root().join("book/listings/my-games").join(name))
}
