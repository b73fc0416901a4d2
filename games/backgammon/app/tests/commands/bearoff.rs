//! What `starboard bearoff` prints, and what it refuses.

use starboard_cli::testing::{output, refused, starboard_with};

#[test]
fn databases_are_made_looked_up_and_checked() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name).display().to_string();
    let (one, two) = (path("one"), path("two"));
    let made = output(&format!("bearoff make one-sided --points 2 --out '{one}' --threads 2"));
    assert!(made.contains("one-sided, 15 checkers on 2 points, 136 positions"), "{made}");
    let made = output(&format!("bearoff make two-sided --points 6 --checkers 2 --out '{two}'"));
    assert!(made.contains("two-sided, 2 checkers on 6 points, 28 times 28"), "{made}");
    let shown = output(&format!("bearoff show AQAABAEAAAAAAA --file '{one}' --file '{two}'"));
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["own cube -0.1667", "1 - 100.000 %", "O: 1 pips, 14 off"] {
        assert!(shown.contains(part), "{part:?} is missing in\n{shown}");
    }
    let line = format!("bearoff show 'AwAAGAAAAAAAAA' --file '{one}' --json");
    let shown: serde_json::Value = serde_json::from_str(&output(&line))?;
    assert_eq!(shown["players"][0]["all"]["mean"], 1.0);
    assert_eq!(shown["race"]["win"], 1.0);
    assert!(shown["equities"].is_null());
    let hyper = path("hyper");
    let made = output(&format!("bearoff make hypergammon --checkers 1 --out '{hyper}'"));
    assert!(made.contains("hypergammon, up to 1 checkers left, 26 times 26"), "{made}");
    // One checker each on the bar.
    let line = format!("bearoff show 'AAAAAQAABAAAAA hypergammon' --file '{hyper}'");
    let shown = output(&line);
    for part in ["the game   win 0.", "own cube", "centred cube, Jacoby"] {
        assert!(shown.contains(part), "{part:?} is missing in\n{shown}");
    }
    let checked = output(&format!("bearoff check '{one}' '{two}'"));
    assert_eq!(checked.lines().count(), 2, "{checked}");

    let mut bytes = std::fs::read(&one)?;
    *bytes.last_mut().expect("it is not empty") ^= 1;
    std::fs::write(&one, bytes)?;
    let (code, out, err) =
        starboard_with(&starboard_cli::builtin(), &format!("bearoff check '{one}' '{two}'"));
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("one: its checksum is") && err.contains("1 of 2 files"), "{out}{err}");
    Ok(())
}

#[test]
fn bad_input_is_named() {
    refused("bearoff make one-sided --points 12 --out x", &["1 to 11 points, not 12"]);
    refused("bearoff make two-sided --checkers 15 --out x", &["1 to 14 checkers on 1 to 11"]);
    refused(
        "bearoff make two-sided --checkers 14 --points 11 --out x",
        &["would take 317895 GB, and 4 GB are the most; on 11 points 6 checkers fit"],
    );
    refused(
        "bearoff make two-sided --checkers 7 --points 10 --out x",
        &["would take 7 GB", "on 10 points 6 checkers fit"],
    );
    // As the help has it.
    for (points, most) in [(5, 14), (6, 11), (7, 9), (8, 8), (9, 7), (10, 6), (11, 6)] {
        let fits = |checkers| {
            starboard_backgammon::bearoff::positions(points, checkers).saturating_pow(2) <= 1 << 28
        };
        assert!(fits(most) && (most == 14 || !fits(most + 1)), "{points}");
    }
    refused("bearoff make --points 7", &["KIND"]);
    refused("bearoff make one-sided --checkers 3 --out x", &["--checkers is for other kinds"]);
    refused("bearoff show 4HPwATDgc/ABMA", &["still have to pass each other"]);
    refused("bearoff show hypergammon", &["still have to pass", "make hypergammon"]);
    refused("bearoff make hypergammon --checkers 4 --out x", &["1 to 3 checkers left"]);
    refused("bearoff show x", &["in the position: expected a Position ID"]);
    refused("bearoff", &["<COMMAND>"]);
}
