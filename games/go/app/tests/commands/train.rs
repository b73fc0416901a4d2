//! What `starboard train` prints, and what it refuses.

use std::{fs, path::Path};

use starboard_go::{
    eyes::EyeTable, library::Library, patterns::Patterns, prospects::Prospects, trees::Trees,
};

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

/// Answers like KataGo, by nothing but how long the list of moves is: who leads, and that all
/// points will be Black's, or all White's.
const KATAGO: &str = r#"
black=0.8; white=-0.6
for i in 1 2 3 4 5 6 7 8; do black="$black,0.8"; white="$white,-0.6"; done
for nine in black white; do
    eval "row=\$$nine"
    eval "$nine=\"$row,$row,$row,$row,$row,$row,$row,$row,$row\""
done
while read -r line; do
    id=${line#*'"id":"'}; id=${id%%'"'*}
    moves=${line#*'"moves":'}; moves=${moves%%]]*}
    lead=$((${#moves} % 11 - 5)); owner=$white
    if [ $lead -gt 0 ]; then owner=$black; fi
    echo "{\"id\":\"$id\",\"ownership\":[$owner],\"rootInfo\":{\"scoreLead\":$lead.5}}"
done
"#;

/// The log of a match on 9x9, of which one game in five or so is held out.
fn match_log(games: usize) -> String {
    let points = "C3 G7 C7 G3 E5 E3 E7 C5 G5 D4 F6 D6 F4 D8 F2";
    let points: Vec<&str> = points.split(' ').collect();
    let game = |pair: usize| {
        let moves: Vec<_> = points.iter().cycle().skip(pair).take(points.len()).collect();
        format!(
            "{{\"pair\": {pair}, \"opening\": {{\"position\": \"9x9 b 7\", \"moves\": []}}, \
             \"moves\": {moves:?}}}\n"
        )
    };
    format!("{{\"experiment\": \"match\"}}\n{}", (0..games).map(game).collect::<String>())
}

/// Labels are asked for once, by whoever; networks fitted to them say the same everywhere.
#[test]
fn prospects_are_labelled_and_fitted() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("katago.sh"), KATAGO)?;
    fs::write(at("match.jsonl"), match_log(12))?;
    let katago = format!("--katago 'sh {}'", at("katago.sh"));
    let line = |name: &str, more: &str| {
        let (dir, log) = (at(name), at("match.jsonl"));
        format!(
            "train go prospects --dir '{dir}' --log '{log}' --every 6 --odd 1 --units 6 \
             --epochs 5 {more}"
        )
    };
    let run = |name: &str, more: &str| output(&line(name, more)).replace(&at(name), "DIR");
    let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
    let text = run("whole", &format!("--threads 1 {katago}"));
    for part in ["held out", "rules of thumb", "points learned, too", "9x9", "DIR/go.prospects"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let prospects = Prospects::read(&read("whole", "go.prospects")?)?;
    assert_eq!(prospects.groups.map(|net| net.units()), Some(6));
    assert_eq!(prospects.points.map(|net| net.units()), Some(3));
    // All is labelled: nobody is asked.
    assert_eq!(run("whole", "--threads 2"), text);

    for (name, shard) in [("one", "1/2"), ("two", "0/2")] {
        let said = run(name, &format!("--shard {shard} {katago}"));
        assert!(said.starts_with(&format!("shard {shard}: ")), "{said}");
        assert!(!Path::new(&at(name)).join("go.prospects").exists());
    }
    fs::create_dir(at("all"))?;
    let [one, two, all] = ["one", "two", "all"].map(|name| format!("{}/labels.jsonl", at(name)));
    output(&format!("log merge '{one}' '{two}' --log '{all}'"));
    assert!(read("all", "labels.jsonl")? == read("whole", "labels.jsonl")?, "other labels");
    assert_eq!(run("all", "--threads 3"), text);
    // What was stopped within a line goes on.
    let labels = read("all", "labels.jsonl")?;
    fs::create_dir(at("stopped"))?;
    fs::write(format!("{}/labels.jsonl", at("stopped")), &labels[..labels.len() / 2])?;
    let said = run("stopped", &format!("--labels-only {katago}"));
    assert!(said.ends_with(" labels in DIR/labels.jsonl\n"), "{said}");
    // Labels of other folders will do.
    let fit = format!(
        "train go prospects --dir '{}' --units 6 --epochs 5 --labels '{one}' '{two}'",
        at("fit")
    );
    output(&fit);
    for file in ["go.prospects", "summary.json", "curve.svg", "labels.jsonl"] {
        let expected = read("whole", file)?;
        assert!(read("all", file)? == expected, "{file} is another");
        assert!(file != "labels.jsonl" || read("stopped", file)? == expected);
    }
    assert!(Prospects::read(&read("fit", "go.prospects")?).is_ok());

    refused(&line("whole", "--seed 9"), &["labels.jsonl is the log of another run: its"]);
    refused(&line("new", ""), &["--katago: the command"]);
    fs::write(&one, &fs::read(&one)?[..2000])?;
    refused(&fit, &["one/labels.jsonl is not finished: "]);
    Ok(())
}

#[test]
fn bad_input_for_prospects_is_named() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let dir = folder.path().display();
    refused("train go prospects", &["--dir"]);
    refused(&format!("train go prospects --dir '{dir}'"), &["there are no labels", "--log"]);
    refused(&format!("train go prospects --dir '{dir}' --labels-only"), &["--labels-only: which"]);
    refused(&format!("train go prospects --dir '{dir}' --shard 0/2"), &["--shard: which games"]);
    refused(&format!("train go prospects --dir '{dir}' --units 65"), &["--units: expected at"]);
    refused(&format!("train go prospects --dir '{dir}' --every 0"), &["at least 1"]);
    fs::write(folder.path().join("x.jsonl"), "{}\n")?;
    refused(
        &format!("train go prospects --dir '{dir}' --labels '{dir}/x.jsonl'"),
        &["x.jsonl: the first line is not that of a log"],
    );
    Ok(())
}

#[test]
fn eye_spaces_are_solved_as_shipped() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let dir = folder.path().display().to_string();
    let text = output(&format!("train go eyes --dir '{dir}' --points 5 --threads 2"));
    assert!(text.contains("shapes of up to 5 points"), "{text}");
    let table = EyeTable::read(&fs::read(folder.path().join("go.eyes"))?)?;
    assert!(table.len()[0] < EyeTable::built_in().len()[0], "{:?}", table.len());
    refused(&format!("train go eyes --dir '{dir}' --points 8"), &["--points", "1..=7"]);
    Ok(())
}

#[test]
fn trees_are_found_and_printed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let records = folder.path().join("games.sgfs");
    fs::write(&records, games())?;
    let line = |name: &str, more: &str| {
        let dir = folder.path().join(name);
        let (records, dir) = (records.display(), dir.display());
        format!("train go trees --records '{records}' --dir '{dir}' --seen 10 --least 4 {more}")
    };
    let text = output(&line("one", "--threads 1"));
    for part in ["24 games (0 files", "sequences", "go.trees"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    output(&line("two", "--threads 3"));
    let read = |name: &str| fs::read(folder.path().join(name).join("go.trees"));
    assert!(read("one")? == read("two")?, "go.trees is another");
    assert!(Trees::read(&read("one")?).is_ok_and(|trees| trees.sequences() > 3));
    let shown = output("train go trees --show 'monkey jump' --most 1");
    assert!(shown.contains("Border: makes a monkey jump."), "{shown}");
    refused("train go trees --show nothing", &["no tree is for that", "monkey jump"]);
    refused("train go trees", &["--dir"]);
    refused("train go trees --dir x", &["--records: which games"]);
    refused(&line("one", "--percent 101"), &["--percent: expected at most 100"]);
    fs::write(folder.path().join("one/go.trees"), "SB-GOTRE")?;
    let file = folder.path().join("one/go.trees");
    let bad = format!("train go trees --show hane --file '{}'", file.display());
    refused(&bad, &["go.trees: it ends after 8 bytes"]);
    Ok(())
}
