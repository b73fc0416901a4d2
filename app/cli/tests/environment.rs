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

#[test]
fn logs_name_the_build_that_the_version_names() {
    let said = |args: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_starboard")).args(args).output();
        let program = program.expect("it runs");
        assert!(program.status.success(), "{}", String::from_utf8_lossy(&program.stderr));
        String::from_utf8_lossy(&program.stdout).into_owned()
    };
    let version = said(&["--version"]);
    // None where the sources are in no repository.
    let build = version.trim_end().strip_suffix(')').and_then(|text| text.split_once('('));
    let build = build.map(|(_, build)| build);

    let folder = tempfile::tempdir().expect("there is room");
    let log = folder.path().join("match.jsonl");
    let name = log.to_str().expect("a name in Unicode");
    said(&[
        "match",
        "tic-tac-toe",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "2",
        "--log",
        name,
    ]);
    let text = std::fs::read_to_string(&log).expect("it was written");
    let first = text.lines().next().unwrap_or_default();
    let header: serde_json::Value = serde_json::from_str(first).expect("a header");
    assert_eq!(header.pointer("/builds/0").and_then(|name| name.as_str()), build);
    let report = said(&["log", "report", name]);
    let by = build.map_or(String::new(), |build| format!(", by {build}"));
    let head = report.lines().next().unwrap_or_default();
    assert!(head.ends_with(&format!("2 of 2 games{by}")), "{head}");
}
