//! What `starboard met` prints and writes, and what it refuses.

use std::fs;

use starboard_cli::testing::{output, refused};

#[test]
fn a_table_is_rolled_out_written_and_read() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let line = |more: &str| {
        let (log, xml, json) = (path("met.jsonl"), path("met.xml"), path("met.json"));
        output(&format!(
            "met backgammon --points 4 --trials 2 --log '{log}' --xml '{xml}' --json '{json}' {more}"
        ))
    };
    let text = line("");
    for part in ["2-away 1-away, after Crawford", "3-away 2-away ", "9 scores, 2 games begun by"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("met.json"))?)?;
    assert_eq!(json["scores"].as_array().map(Vec::len), Some(9), "{json}");
    let log = fs::read(path("met.jsonl"))?;
    // The same table again: nothing is played, and it is the one that was written.
    let text = line(&format!("--beside '{}'", path("met.xml")));
    assert!(
        text.contains(
            "the rollouts and Starboard, rolled out to 4 points: 0.000 percentage points"
        ),
        "{text}"
    );
    assert_eq!(fs::read(path("met.jsonl"))?, log);
    // Other programs read it, and this one: what a match is worth is by the table.
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:3:0:4:10";
    let analyse = |more: &str| output(&format!("analyse backgammon --position '{xgid}' {more}"));
    assert_ne!(analyse(&format!("--met '{}'", path("met.xml"))), analyse(""));

    fs::write(path("no.xml"), "<met>")?;
    refused(&format!("met backgammon --beside '{}'", path("no.xml")), &["no.xml: line 1"]);
    refused(&format!("met backgammon --beside '{}'", path("none.xml")), &["none.xml"]);
    refused("met backgammon --points 3", &["3 is not in 4..=64"]);
    refused("met backgammon --points 65", &["65 is not in 4..=64"]);
    refused("met backgammon --trials 1", &["1 is not in 2"]);
    refused("met go", &["go has no networks"]);
    let log = path("met.jsonl");
    for (other, what) in [
        ("--trials 3", "trials"),
        ("--trials 2 --plies 1", "options.plies"),
        ("--trials 2 --cube-plies 1", "options.cube_plies"),
        ("--trials 2 --filter large", "options.filter"),
    ] {
        let other = format!("met backgammon --points 4 {other} --log '{log}'");
        refused(&other, &["is the log of another run", what]);
    }
    Ok(())
}
