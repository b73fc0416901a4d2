//! What `starboard explain` prints, and what it refuses.

use std::{fs, path::Path};

use starboard_go::{library::Library, prospects::Prospects};

use starboard_cli::testing::{output, refused};

#[test]
fn a_move_of_a_record_is_explained() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;SZ[9]KM[7];B[ee];W[ef];B[df];W[eh];B[ff];W[gc];B[eg])")?;
    let (path, svg) = (path.display(), folder.path().join("a.svg"));
    let line = format!("explain go {path} 7 --evaluations 40");
    let text = output(&format!("{line} --svg {}", svg.display()));
    for part in ["The record has E3.", "E3 is worth", "captures a string (E4)"] {
        assert!(text.contains(part), "{part:?} is missing in {text}");
    }
    let picture = std::fs::read_to_string(&svg)?;
    assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    let json: serde_json::Value = serde_json::from_str(&output(&format!("{line} --json")))?;
    assert_eq!((&json["best"], &json["played"]), (&"E3".into(), &"E3".into()), "{json}");
    assert!(json["candidates"].as_array().is_some_and(|c| c.len() > 10), "{json}");
    refused(&format!("explain go {path} 8"), &["no move 8", "the record has 7 moves"]);
    refused(&format!("explain go {path} 0"), &["no move 0", "the record has 7 moves"]);
    // Without a number, it is about the last move.
    assert_eq!(output(&format!("explain go {path} --evaluations 40")), text);
    refused("explain go no-such-file 3", &["no-such-file"]);
    refused("explain go no-such-file.sgf", &["no-such-file.sgf", "No such file"]);
    let engine = format!("explain go {path} --engine 'alpha-beta + history'");
    refused(&engine, &["game.sgf", "--engine", "--position"]);
    refused(&format!("explain tic-tac-toe {path} 3"), &["tic-tac-toe", "go"]);
    refused("explain go '9x9 b 7 moves pass pass'", &["over"]);
    Ok(())
}

#[test]
fn records_without_moves_and_after_passes_are_explained() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.sgf");
    let explained = |text: &str, number: &str| -> anyhow::Result<serde_json::Value> {
        fs::write(&path, text)?;
        let line = format!("explain go {} {number} --evaluations 20 --json", path.display());
        Ok(serde_json::from_str(&output(&line))?)
    };
    // A problem: what is to be played?
    let problem = "(;SZ[5]AB[bb][cb]AW[bc][cc]PL[W])";
    assert!(explained(problem, "")?["played"].is_null());
    refused(&format!("explain go {} 1", path.display()), &["no move 1", "the record has no moves"]);
    // The last move is a pass, or comes after two.
    let passes = "(;SZ[5];B[cc];W[];B[];W[bb])";
    assert_eq!(explained(passes, "")?["played"], "B4");
    assert_eq!(explained(passes, "3")?["played"], "pass");
    assert_eq!(explained("(;SZ[5];B[cc];W[];B[])", "")?["played"], "pass");
    // What could not be taken as it stands is told, all of it.
    let broken = explained("(;SZ[5]KM[0];B[cc];W[cc];W[zz];W[bb]", "")?;
    let told = broken["warnings"].as_array().cloned().unwrap_or_default();
    let parts = ["the game is not closed", "white at C3 is not possible; the game ends there"];
    assert_eq!(told.len(), parts.len(), "{told:?}");
    let text = output(&format!("explain go {} --evaluations 20", path.display()));
    let lines: Vec<_> = text.lines().take_while(|line| line.starts_with("warning: ")).collect();
    assert_eq!(lines.len(), parts.len(), "{text}");
    for ((told, line), part) in told.iter().zip(lines).zip(parts) {
        assert!(line.contains(part) && told.as_str().is_some_and(|t| t.contains(part)), "{line}");
    }
    assert_eq!(explained("(;SZ[5];B[cc])", "")?["warnings"], serde_json::json!([]));
    // What no record holds is no position either.
    fs::write(&path, "hello")?;
    refused(&format!("explain go {}", path.display()), &["game.sgf", "expected a game"]);
    Ok(())
}

#[test]
fn it_is_an_engine_like_others() {
    let text = output(
        "analyse go --position '9x9 b 7 moves E5 E4 D4 E2 F4 G7' --engine 'reasons(evals=30)'",
    );
    assert!(text.contains("E3"), "{text}");
    let text = output("explain go --engine 'alpha-beta + history' --depth 1");
    assert!(text.contains("rank"), "{text}");
    refused("analyse go --engine 'reasons(learned=perhaps)'", &["learned"]);
}

#[test]
fn networks_are_the_users() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.prospects");
    let said = |prospects: &str| {
        let engine = format!("reasons(learned=false, evals=30{prospects})");
        format!("analyse go --position '9x9 b 7 moves E5 C3 G7' --engine '{engine}'")
    };
    let file = |path: &Path| said(&format!(", prospects={}", path.display()));
    refused(&file(&path), &["prospects=", "No such file"]);
    fs::write(&path, "SB-NETS\n")?;
    refused(&file(&path), &["prospects=", "not a file of Go prospects"]);
    fs::write(&path, Prospects::built_in().write())?;
    // Without what took time, which differs.
    let value = |line: &str| {
        let text = output(line);
        let value = text.lines().find(|line| line.starts_with("value"));
        value.map(str::to_owned).unwrap_or_else(|| panic!("there is no value in {text}"))
    };
    assert_eq!(value(&file(&path)), value(&said("")));
    assert_ne!(value(&said(", prospects=thumb")), value(&said("")));
    Ok(())
}

#[test]
fn a_joseki_dictionary_is_the_users() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("joseki.sgf");
    let line = |path: &Path| {
        let engine = format!("reasons(learned=false, evals=10, joseki={})", path.display());
        format!("analyse go --position '19x19 w 7.5 moves D4 C6 F3' --engine '{engine}'")
    };
    refused(&line(&path), &["joseki=", "No such file"]);
    for (text, why) in [
        ("not a tree", "expected a game"),
        ("(;SZ[19];C[nothing])", "no move"),
        ("SB-GOLIB", "it ends after 8 bytes"),
    ] {
        fs::write(&path, text)?;
        refused(&line(&path), &["joseki=", why]);
    }
    fs::write(&path, "(;SZ[19];B[pd];W[qf];B[nc](;W[rd])(;W[qh]BM[1]))")?;
    assert!(output(&line(&path)).contains("best"));
    // A library is read as well.
    fs::write(&path, Library::built_in().write())?;
    assert!(output(&line(&path)).contains("best"));
    Ok(())
}
