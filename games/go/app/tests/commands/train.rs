//! What `starboard train` prints, and what it refuses.

use std::fs;

use starboard_go::{library::Library, patterns::Patterns};

use starboard_cli::testing::{output, refused};

/// Games that differ a little.
fn games() -> String {
    let begun = "(;SZ[9]RE[B+1];B[ee];W[ec];B[ge];W[ce];B[cd];W[dc];B[dd]";
    let ends = [";W[gc];B[fd])", ";W[cf];B[gc])", ";W[gc];B[cf])", ";W[fd])"];
    ends.iter().cycle().take(24).map(|end| format!("{begun}{end}\n")).collect()
}

#[test]
fn values_are_learned_and_gone_on_with() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let records = folder.path().join("games.sgfs");
    fs::write(&records, games())?;
    let line = |name: &str, more: &str| {
        let dir = folder.path().join(name);
        format!(
            "train go --records '{}' --dir '{}' --shapes 5 {more}",
            records.display(),
            dir.display()
        )
    };
    let run = |name: &str, more: &str| {
        let dir = folder.path().join(name).display().to_string();
        output(&line(name, more)).replace(&dir, "DIR")
    };
    let text = run("one", "--epochs 3 --threads 1");
    for part in ["24 games (4 of them distinct", "log-evidence", "DIR/go.patterns"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    // Stopped after two epochs, resumed on more threads.
    run("two", "--epochs 2 --threads 2");
    assert_eq!(run("two", "--epochs 3 --threads 3"), text);
    let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
    for file in ["go.patterns", "go.library", "fit.bin", "summary.json", "curve.svg"] {
        assert!(read("one", file)? == read("two", file)?, "{file} is another");
    }
    assert_eq!(run("one", "--epochs 3"), text, "nothing is left to do");
    assert!(Patterns::read(&read("one", "go.patterns")?).is_ok_and(|found| found.len() > 10));
    let library = Library::read(&read("one", "go.library")?)?;
    // The board is too small for corners.
    assert!(library.len()[0] == 0 && library.len()[1] > 5, "{:?}", library.len());

    refused(&line("one", "--epochs 3 --seed 9"), &["fit.bin is another fit: its seed is 0"]);
    refused(&line("one", "--epochs 2"), &["has gone through 3 epochs, and 2 are asked for"]);
    fs::write(folder.path().join("one/fit.bin"), "SB-GOFIT")?;
    refused(&line("one", "--epochs 3"), &["fit.bin cannot be used: it ends after 8 bytes"]);
    Ok(())
}

#[test]
fn bad_input_is_named() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("no.sgf");
    fs::write(&file, "(;GM[2])")?;
    refused("train go --dir x", &["--records: which games"]);
    refused("train go --dir x --records a.pgn", &["a.pgn: expected .sgf"]);
    refused(&format!("train go --dir x --records '{}'", file.display()), &["0 games of Go"]);
    refused("train go --dir x --records a.sgf --prior-games 0", &["--prior-games: expected"]);
    refused("train go --dir x --records a.sgf --epochs 0", &["at least 1"]);
    Ok(())
}
