//! What `starboard decisions` and `starboard regret` print, and what they refuse.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    thread,
};

use starboard_cli::testing::{output, refused};

/// A server that says of every position that it is even; whoever asks picks any move.
fn server() -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
            let (mut line, mut stream) = (String::new(), stream);
            while reader.read_line(&mut line).is_ok_and(|read| read > 0) {
                assert!(line.starts_with("evaluation fibsboard board:"), "{line}");
                if stream.write_all(b"0.5 0.1 0 0.1 0 0\n").is_err() {
                    break;
                }
                line.clear();
            }
        }
    });
    address
}

#[test]
fn decisions_are_made_and_players_measured() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let gnubg = server();
    let line = |name: &str, more: &str| {
        format!(
            "decisions backgammon --log '{}' --decisions 2 --trials 36 --truncate 1 \
             --gnubg={gnubg} {more}",
            path(name)
        )
    };
    let make = |name: &str, more: &str| output(&line(name, more));
    let said = make("all", "");
    assert!(said.starts_with("2 decisions in ") && said.contains(" back game, "), "{said}");
    make("0", "--shard 0/2");
    make("1", "--shard 1/2 --threads 1");
    output(&format!("log merge '{}' '{}' --log '{}'", path("0"), path("1"), path("merged")));
    assert_eq!(fs::read(path("merged"))?, fs::read(path("all"))?);

    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/standard.nets");
    let regret = |more: &str| output(&format!("regret backgammon '{}' {more}", path("all")));
    let text = regret(&format!("--nets '{nets}' --plies 0,1 --gnubg={gnubg}"));
    for part in ["built-in, 0-ply", "standard.nets, 1-ply", "gnubg, 1-ply", "in play"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json = regret(&format!("--nets '{nets}' --gnubg={gnubg} --json --threads 1"));
    assert_eq!(json, regret(&format!("--nets '{nets}' --gnubg={gnubg} --json --threads 3")));
    let summary: serde_json::Value = serde_json::from_str(&json)?;
    let players = summary["players"].as_array().expect("a list");
    let all = |player: usize| players[player]["classes"].as_array().and_then(|all| all.last());
    let [built_in, same, other] = [0, 1, 2].map(|i| all(i).expect("a class").clone());
    // The same networks lose the same; what GNU Backgammon would play was rolled out.
    assert_eq!((&built_in["loss"], &same["difference"]["value"]), (&same["loss"], &0.0.into()));
    assert_eq!((&built_in["outside"], &other["outside"]), (&0.0.into(), &0.0.into()));
    // Engines as they play, with what a decision takes.
    let engines = regret("--engine 'filtered(depth=1)' --engine 'star2(depth=1, samples=3) + net'");
    for part in ["filtered(depth=1)", "star2(depth=1, samples=3) + net", "evaluations", "CPU"] {
        assert!(engines.contains(part), "{part} is missing in\n{engines}");
    }
    assert!(!text.contains("CPU"), "{text}");
    // One move ahead and nothing more is what the networks say at once.
    let alone = regret("--engine 'star2(depth=1) + net' --json");
    let alone: serde_json::Value = serde_json::from_str(&alone)?;
    let of = |player: usize| alone["players"][player]["classes"][0].clone();
    assert_eq!(of(0)["loss"], of(1)["loss"], "{alone}");
    assert!(of(1)["cost"]["evaluations"].as_f64() > Some(0.0), "{alone}");
    let few: serde_json::Value = serde_json::from_str(&regret("--first 1 --json"))?;
    assert_eq!((&few["decisions"], &summary["decisions"]), (&1.into(), &2.into()));

    refused(
        &line("all", "--seed 6"),
        &["all is the log of another run: its seed is 1, and 6 is asked for"],
    );
    fs::write(
        path("bad"),
        fs::read_to_string(path("all"))?.replacen("\"move\":\"", "\"move\":\"x", 1),
    )?;
    refused(&format!("regret backgammon '{}'", path("bad")), &["bad: line 2 is not a row: move: "]);
    refused("regret backgammon x --plies 9", &["--plies <N>"]);
    refused(&format!("regret backgammon '{}' --engine sun", path("all")), &["sun"]);
    refused("decisions backgammon --log x --trials 35", &["--trials <N>"]);
    refused("decisions backgammon --log x --openings --decisions 9", &["--decisions <N>"]);
    refused("decisions go --log x", &["go has no networks"]);
    refused("regret go x", &["go has no networks"]);
    Ok(())
}

#[test]
fn rolled_out_openings_are_a_book() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (log, book) = (path("openings.jsonl"), path("openings.book"));
    // There are fewer than a thousand: of these the first.
    let shard = "--shard 0/1000 --trials 36 --truncate 1";
    let said =
        output(&format!("decisions backgammon --openings --log '{log}' --book '{book}' {shard}"));
    assert!(said.starts_with("1 decision in "), "{said}");
    let written = fs::read_to_string(&book)?;
    let position = written.lines().find_map(|line| line.strip_prefix("position "));
    let position = position.expect("a position");
    assert!(position.starts_with("4HPwATDgc/ABMA "), "{written}");
    let shown = output(&format!("book show backgammon '{book}' --position '{position}'"));
    assert!(shown.contains("1 position") && shown.contains("36"), "{shown}");
    let engine = format!("star2(depth=1) + net + book(file={book})");
    let played = output(&format!(
        "analyse backgammon --no-ties --position '{position}' --engine '{engine}'"
    ));
    let best = written.lines().nth(2).and_then(|line| line.split('"').nth(1)).expect("a move");
    assert!(played.contains(best) && played.contains("book"), "{best}: {played}");
    let other = format!("decisions backgammon --log '{log}' {shard} --decisions 1");
    refused(&other, &["its openings is true, and false is asked for"]);
    Ok(())
}
