//! Networks of GNU Backgammon wherever networks can be given.

use std::fs;

use starboard_cli::testing::{output, refused};

/// A file such as GNU Backgammon's, without weights, whose networks say this of everything.
fn weights(win: f32) -> String {
    let mut text = "GNU Backgammon 1.00\n".to_owned();
    for inputs in [250, 214, 250, 200, 200, 200] {
        text += &format!("{inputs} 1 5 0 0.1 1\n{}{win}\n", "0\n".repeat(inputs + 6));
        text += &"-20\n".repeat(4);
    }
    text
}

#[test]
fn all_commands_take_them() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [file, positions, log] = ["gnubg.weights", "p.txt", "r.jsonl"].map(path);
    // The logistic function of one.
    fs::write(&file, weights(1.0))?;
    fs::write(&positions, "4HPwATDgc/ABMA\n")?;
    let text = output(&format!("evaluate backgammon '{positions}' --nets '{file}'"));
    assert!(text.contains("0.7311 0.0000 0.0000 0.0000 0.0000  +0.4621  contact"), "{text}");
    let text = output(&format!("speed backgammon --seconds 0 --nets '{file}'"));
    assert!(text.contains("scattered"), "{text}");

    // All moves are worth the same, to the other player.
    let position = "--position 4HPwATDgc/ABMA --roll 31 --plies 0";
    let text = output(&format!("analyse backgammon {position} --nets '{file}'"));
    assert!(text.contains("evaluator networks of gnubg.weights, "), "{text}");
    let rollout = "--rollout 36 --candidates 1 --truncate 1 --rollout-plies 0 --cubeless";
    let line = |file: &str| {
        format!("analyse backgammon {position} --nets '{file}' {rollout} --log '{log}' --json")
    };
    let json: serde_json::Value = serde_json::from_str(&output(&line(&file)))?;
    let win = json["rollout"][0]["probabilities"][0]["mean"].as_f64();
    assert!(win.is_some_and(|win| (win - 0.7311).abs() < 1e-3), "{json}");
    // The log says by which networks, whatever the file is called.
    fs::write(&file, weights(0.0))?;
    refused(&line(&file), &["evaluator"]);

    for engine in ["star2 + net", "filtered + net-bearoff"] {
        let line = format!(
            "match backgammon --a '{engine}(gnubg={file})' --b random --games 2 --depth 2 --seed 1"
        );
        assert!(output(&line).contains("2 games"), "{engine}");
    }
    let engine = format!("filtered + net-bearoff(gnubg={file})");
    let line =
        format!("match backgammon-cube --a '{engine}' --b random --games 2 --depth 1 --seed 1");
    assert!(output(&line).contains("2 games"));
    output(&format!(
        "experiment star-minimax --positions 1 --depth 3 --table 0 --evaluator 'net(gnubg={file})'"
    ));

    refused(
        &format!("train backgammon --dir '{}' --from '{file}'", path("x")),
        &["gnubg.weights: these are GNU Backgammon's networks"],
    );
    fs::write(&file, "GNU Backgammon 0.15\n")?;
    refused(
        &format!("evaluate backgammon '{positions}' --nets '{file}'"),
        &["gnubg.weights: line 1: it begins with \"GNU Backgammon 0.15\""],
    );
    Ok(())
}
