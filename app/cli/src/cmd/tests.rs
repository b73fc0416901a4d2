//! The examples that the help of commands shows.

use crate::testing::{games, starboard_with};
use starboard::Registry;

/// Beside the program itself.
const COMMANDS: &str = "games plugins perft analyse explain tree verify bench compare \
                        match ablate screen judge fit solve train play book";

/// The others.
const OTHERS: [&str; 8] = [
    "new",
    "log merge",
    "usi",
    "completions",
    "man",
    "experiment",
    "experiment ordering",
    "experiment smallest-proof",
];

/// The lines below `Examples:`.
fn examples(games: &Registry, command: &str) -> Vec<String> {
    let (code, out, err) = starboard_with(games, &format!("{command} --help"));
    assert_eq!((code, err.as_str()), (0, ""), "{command}");
    let text = out.split("Examples:\n").nth(1).unwrap_or_default().replace("\\\n", "");
    text.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn examples_name_games_that_the_program_has() {
    let builtin = crate::builtin();
    let foreign: Vec<_> = builtin.games().map(|game| game.name()).collect();
    for command in COMMANDS.split(' ') {
        let lines = examples(&games(), command);
        assert!(!lines.is_empty(), "{command}");
        let words = || lines.iter().flat_map(|line| line.split(' '));
        assert_eq!(words().find(|word| foreign.contains(word)), None, "{lines:?}");
    }
    assert!(examples(&games(), "analyse")[0].starts_with("starboard analyse tree"));
}

/// Those that take no time.
#[test]
fn examples_run() {
    for games in [games(), crate::builtin()] {
        for command in COMMANDS.split(' ').take(6) {
            for line in examples(&games, command) {
                // Files and minutes are not for tests.
                let line = line.split('#').next().unwrap_or_default();
                if [" --time", " --out", " --html", " >", "--depth 12"]
                    .iter()
                    .any(|s| line.contains(s))
                {
                    continue;
                }
                let line = line.trim_start_matches("starboard ");
                let (code, _, err) = starboard_with(&games, line);
                assert_eq!((code, err.as_str()), (0, ""), "{line}");
            }
        }
    }
}

#[test]
fn the_program_is_called_what_it_is_called() {
    let registry = games();
    let help = |command: &str| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let args = ["/some/where/my-games"].into_iter().chain(command.split(' ')).chain(["--help"]);
        let context = crate::Context::new(&registry);
        let code = crate::run_with(&context, args, &mut out, &mut err);
        assert_eq!(code, 0, "{command}: {}", String::from_utf8_lossy(&err));
        String::from_utf8(out).expect("text")
    };
    assert!(help("analyse").contains("\n  my-games analyse tree"));
    for command in COMMANDS.split(' ').chain(OTHERS) {
        let help = help(command);
        assert!(help.contains(&format!("Usage: my-games {command}")), "{help}");
        assert_eq!(help.lines().find(|line| line.contains("starboard")), None, "{command}");
    }
}
