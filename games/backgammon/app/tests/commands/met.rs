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
            "met backgammon --points 3 --trials 2 --log '{log}' --xml '{xml}' --json '{json}' {more}"
        ))
    };
    let text = line("");
    for part in ["2-away 1-away, after Crawford", "3-away 2-away ", "5 scores, 2 games each way"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("met.json"))?)?;
    assert_eq!(json["scores"].as_array().map(Vec::len), Some(5), "{json}");
    let log = fs::read(path("met.jsonl"))?;
    // The same table again: nothing is played, and it is the one that was written.
    let text = line(&format!("--beside '{}'", path("met.xml")));
    assert!(text.contains("the rollouts and Starboard, rolled out: 0.000 points"), "{text}");
    assert_eq!(fs::read(path("met.jsonl"))?, log);
    // It is played by.
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10";
    output(&format!("analyse backgammon --position '{xgid}' --met '{}'", path("met.xml")));

    fs::write(path("no.xml"), "<met>")?;
    refused(&format!("met backgammon --beside '{}'", path("no.xml")), &["no.xml: line 1"]);
    refused(&format!("met backgammon --beside '{}'", path("none.xml")), &["none.xml"]);
    refused("met backgammon --points 1", &["1"]);
    refused("met backgammon --points 65", &["65"]);
    refused("met go", &["go has no networks"]);
    let log = path("met.jsonl");
    let other = format!("met backgammon --points 3 --trials 3 --log '{log}'");
    refused(&other, &["is the log of another run", "trials"]);
    Ok(())
}
