//! What `starboard evaluate` prints, and what it refuses.

use std::fs;

use starboard_cli::testing::{output, refused};

#[test]
fn positions_are_evaluated_line_by_line() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let [file, nets] = ["p.txt", "x.nets"].map(|name| folder.path().join(name));
    fs::write(&file, "# the start\n4HPwATDgc/ABMA\n\n4HPwATDgc/ABMA 31\nAQAABAAAAAAAAA\n")?;
    fs::write(&nets, starboard_backgammon::Nets::built_in().write())?;
    let text = output(&format!("evaluate backgammon '{}'", file.display()));
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains("1.0000 0.0000 0.0000 0.0000 0.0000  +1.0000  two-sided bearoff"));
    let json = output(&format!("evaluate backgammon '{}' --json", file.display()));
    let again = output(&format!(
        "evaluate backgammon '{}' --json --nets '{}'",
        file.display(),
        nets.display()
    ));
    assert_eq!(json, again);
    let row: serde_json::Value = serde_json::from_str(json.lines().next().unwrap_or_default())?;
    assert_eq!(row["class"], "contact");
    assert!(row["win"].as_f64().is_some_and(|win| win > 0.4 && win < 0.65), "{row}");
    // The databases are asked, before a roll and after the move, which leads to the last.
    fs::write(&file, "4AcAAPADAAAAAA\nMAAAMAAAAAAAAA\n4AcAAPADAAAAAA 66\nYAAAAD8AAAAAAA\n")?;
    let json = output(&format!("evaluate backgammon '{}' --json", file.display()));
    let equities = json.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        row["equity"].as_f64().expect("a number")
    });
    let [six, two, rolled, moved] = equities.collect::<Vec<_>>()[..] else { panic!("{json}") };
    assert!((six - 0.3024).abs() < 1e-6 && (two - 49.0 / 54.0).abs() < 1e-6, "{json}");
    assert!(rolled > 0.97 && (rolled + moved).abs() < 1e-6, "{json}");
    fs::write(&file, "4HPwATDgc/ABMA\nnonsense\n")?;
    refused_after(&format!("evaluate backgammon '{}'", file.display()), "p.txt, line 2: ");
    refused("evaluate shogi x", &["shogi has no networks"]);
    Ok(())
}

/// Refused, after a part was written.
#[track_caller]
fn refused_after(line: &str, part: &str) {
    use starboard_cli::testing::starboard_with;
    let (code, _, err) = starboard_with(&starboard_cli::builtin(), line);
    assert!(code == 2 && err.contains(part), "{code} {err}");
}
