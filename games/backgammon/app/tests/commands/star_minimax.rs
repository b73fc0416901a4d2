//! What `starboard experiment star-minimax` prints, and what it refuses.

use std::fs;

use starboard_cli::testing::{output, refused};

#[test]
fn the_json_has_its_shape() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let (json, html) = (directory.path().join("a.json"), directory.path().join("a.html"));
    let text = output(&format!(
        "experiment star-minimax --positions 2 --depth 3 --table 1 --json '{}' --html '{}'",
        json.display(),
        html.display()
    ));
    assert!(text.contains("Table 1") && text.contains("68.9 %"), "{text}");

    let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(json)?)?;
    let rows = value["rows"].as_array().expect("a list");
    let mut names: Vec<_> =
        rows.iter().map(|row| (row["d"].as_u64(), row["algorithm"].as_str())).collect();
    assert_eq!(names.len(), 6, "three algorithms at two depths: {names:?}");
    names.dedup();
    assert_eq!(names.len(), 6, "each once: {names:?}");
    for row in rows {
        assert_eq!(row["identical"], true, "{row}");
        assert_eq!(row["positions"], 2, "{row}");
        assert!(row["evaluations"].as_u64() > Some(0), "{row}");
        assert!(row["cpu_seconds"].as_f64() > Some(0.0), "{row}");
        assert!(row["share_of_expectimax_evaluations"].as_f64() > Some(0.0), "{row}");
    }
    assert!(value["variants"].as_array().is_some_and(|rows| rows.len() == 14), "{value}");

    let page = fs::read_to_string(html)?;
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(page.contains("starboard experiment star-minimax --positions 2 --depth 3"));
    Ok(())
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |options: &str, part| {
        refused(&format!("experiment star-minimax {options}"), &[part]);
    };
    refused("--depth 4", "expected 1, 3, 5 or 7");
    refused("--positions 501", "expected 1 to 500 positions, found 501");
    refused("--positions 0", "expected 1 to 500 positions, found 0");
    refused("--shard 7/7", "expected a part such as 0/7");
    refused("--bounds tight", "loose, rules, position, all");
    refused("--evaluator nets", "hand-crafted, net");
    refused("--evaluator 'net(noise=2)'", "expected 0 to 1");
}
