//! What the environment says about the program.

use std::process::Command;

#[test]
fn databases_that_are_no_good_are_an_error() {
    let program = Command::new(env!("CARGO_BIN_EXE_starboard"))
        .args(["list", "games"])
        .env("STARBOARD_BEAROFF", "there is none")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&program.stderr);
    let expected = "error: STARBOARD_BEAROFF names a database that is no good: there is none: ";
    assert!(said.starts_with(expected), "{said}");
    assert_eq!(program.status.code(), Some(2));
}
