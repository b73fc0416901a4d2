//! Running commands without a process, for the tests of this crate and of the games'.

use starboard::Registry;

use crate::{Context, run_with};

/// Two small games that make themselves up, `tree` and `chance-tree`.
// Every algorithm is compiled for each: no part of the program.
#[cfg(test)]
pub fn games() -> Registry {
    use starboard::GameEntry;
    use starboard_core::testing::{HashEval, Knowledge, RandomTree};

    let tree = RandomTree::<false>::with_height(2, 8);
    let chance = RandomTree::<true>::with_height(5, 8);
    Registry::new()
        .with(GameEntry::new("tree", "Makes itself up", tree).evaluator(
            "hash",
            "guesses by hashing",
            HashEval(Knowledge::Fixed),
        ))
        .with(
            GameEntry::with_chance("chance-tree", "Makes itself up, with chance", chance)
                .evaluator("hash", "guesses by hashing", HashEval(Knowledge::Fixed)),
        )
}

/// The exit code, stdout and stderr of `starboard` with these arguments, split
/// at spaces but for those in single quotes.
pub fn starboard_with(games: &Registry, line: &str) -> (u8, String, String) {
    let mut args = vec!["starboard"];
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            args.push(part);
        } else {
            args.extend(part.split_whitespace());
        }
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run_with(&Context::new(games), args, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("commands write UTF-8");
    (code, text(out), text(err))
}

/// What the command writes, which must succeed, over the built-in games.
#[track_caller]
pub fn output(line: &str) -> String {
    let (code, out, err) = starboard_with(&crate::builtin(), line);
    assert_eq!((code, err.as_str()), (0, ""), "starboard {line}\n{out}");
    out
}

/// Checks that the command is refused with exit code 2 and a message that has
/// all `parts`, over the built-in games.
#[track_caller]
pub fn refused(line: &str, parts: &[&str]) {
    let (code, out, err) = starboard_with(&crate::builtin(), line);
    assert_eq!((code, out.as_str()), (2, ""), "starboard {line}: {err}");
    for part in parts {
        assert!(err.contains(part), "starboard {line}: {part:?} is missing in {err:?}");
    }
}
