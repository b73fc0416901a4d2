//! What `starboard analyse backgammon` prints, and what it refuses.

use starboard_cli::testing::{output, refused, starboard_with};

/// A text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn advice_lists_moves_and_weighs_the_cube() {
    let start = "analyse backgammon --position 4HPwATDgc/ABMA";
    let text = output(&format!("{start} --roll 42 --plies 1 --filter 3,0,0"));
    assert!(text.contains("    1. Cubeful 1-ply    "), "{text}");
    assert!(text.contains("    4. Cubeful 0-ply    "), "{text}");
    assert!(text.contains("played for money, cube 1 in the middle\n"), "{text}");
    let text = output(&format!("{start} --cube --plies 0"));
    assert!(text.contains("Proper cube action: No double, take"), "{text}");
    let line = format!("{start}:cAnuADAAKAAE --cube --plies 0 --json");
    let json: serde_json::Value = serde_json::from_str(&output(&line)).expect("JSON");
    assert!(json["stakes"].as_str().is_some_and(|s| s.starts_with("2 away against 4 away")));
    assert_eq!(json["cube"]["double_pass"], 1.0);
    let line = format!("{start} --roll 31 --plies 0 --json");
    let json: serde_json::Value = serde_json::from_str(&output(&line)).expect("JSON");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(16));
    assert_eq!(json["moves"][0]["difference"], 0.0);
    // The last roll: six of 36 rolls miss.
    let text = output("analyse backgammon --position AQAABAEAAAAAAA --plies 2");
    assert!(text.contains("0.417 0.000 0.000 - 0.583 0.000 0.000"), "{text}");
}

/// The other player has one checker left, on the ace point; on roll is who has five
/// there, or all of fifteen far from home.
#[test]
fn what_is_lost_can_be_given_up() {
    for (position, said, times) in [
        ("AQAAfAAAAAAAAA", Some("a game is lost"), Some(1)),
        ("AQAAAADA/x8AAA", Some("a backgammon is lost"), Some(3)),
        ("4HPwATDgc/ABMA", None, None),
    ] {
        let line = format!("analyse backgammon --position {position} --cube --plies 2");
        let text = output(&line);
        assert_eq!(text.contains("it can be given up"), said.is_some(), "{text}");
        assert!(said.is_none_or(|said| text.contains(said)), "{text}");
        let json: serde_json::Value =
            serde_json::from_str(&output(&format!("{line} --json"))).expect("JSON");
        assert_eq!(json["cube"]["resignation"].as_u64(), times, "{text}");
    }
}

#[test]
fn a_double_on_offer_is_answered() {
    // The first is won for sure, the second often enough.
    for (line, answer) in [
        ("XGID=-Ac-----------------------:0:0:1:D:0:0:0:0:10", "Proper answer: pass"),
        ("AwAAEAEAAAAAAA:cBEAAAAAAAAA", "For the player who was doubled:"),
    ] {
        let text = output(&format!("analyse backgammon --position {line} --plies 0"));
        assert!(text.contains(answer), "{text}");
    }
    let line = "analyse backgammon --position AwAAEAEAAAAAAA:cBEAAAAAAAAA";
    let text = output(&format!("{line} --plies 0 --json"));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let take = json["cube"]["answer"]["take"].as_f64().expect("a number");
    assert_eq!(Some(-take), json["cube"]["double_take"].as_f64());
    refused(&format!("{line} --roll 31"), &["a double is on offer"]);
}

/// What a search leaves out is not left out where no search was asked for.
#[test]
fn an_id_with_cube_score_or_rules_asks_for_advice() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-";
    for (rest, part) in [
        (":0:0:1:64:6:3:1:7:10", "1 away against 4 away, Crawford game"),
        (":0:0:1:00:5:3:0:7:10", "Double, pass        +1.000  (+"),
        (":0:0:1:00:5:3:0:7:10", "MWC "),
        (":0:0:1:64:0:0:1:0:10", "money, cube 1 in the middle, Jacoby rule"),
        (":1:1:1:00:0:0:0:0:10", "own cube on 2"),
        (":0:0:1:D:0:0:0:0:10", "Proper answer: take"),
    ] {
        let position = format!("analyse backgammon --position {xgid}{rest}");
        let text = output(&position);
        assert!(text.contains(part), "{text}");
    }
    let position = format!("analyse backgammon --position {xgid}:1:1:1:00:0:0:0:0:10");
    assert_eq!(output(&position), output(&format!("{position} --plies 2")));
    let plain = format!("{xgid}:0:0:1:31:0:0:0:0:10");
    for position in [&format!("{plain} --depth 1"), "4HPwATDgc/ABMA:cAnuADAAKAAE --depth 1"] {
        let text = output(&format!("analyse backgammon --position {position}"));
        assert!(text.contains("engine ") && !text.contains("played for"), "{text}");
    }
    refused(
        &format!("analyse backgammon --position {plain} --roll 42"),
        &["the position says that 31 was rolled, and --roll says 42"],
    );
}

/// Gammons cannot be won by the Jacoby rule before the cube is turned.
#[test]
fn what_gammons_are_worth_depends_on_the_rules() {
    let line = "analyse backgammon --cube --plies 0 --position XGID=-b----E-C---eE---c-e----B-";
    let text = output(&format!("{line}:0:0:1:00:0:0:1:0:10"));
    assert!(text.contains("for the player on roll: take point "), "{text}");
    assert!(text.contains("a gammon counts 0.000, a backgammon 0.000"), "{text}");
    let text = output(&format!("{line}:0:0:1:00:0:0:0:0:10"));
    assert!(text.contains("a gammon counts 0.500"), "{text}");
}

/// Matches are read of backgammon alone, and lists of moves of any game.
#[test]
fn a_match_is_no_record_of_a_variant() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("m.mat"), MATCH)?;
    std::fs::write(path("n.mat"), format!("; [Variation \"Nackgammon\"]\n{MATCH}"))?;
    for game in ["nackgammon", "hypergammon"] {
        refused(
            &format!("analyse {game} '{}' --plies 0", path("m.mat")),
            &["of backgammon only", &format!("of {game} lists of moves")],
        );
    }
    let what = "line 1, column 1: records are of backgammon, not of Nackgammon";
    refused(&format!("analyse backgammon '{}' --plies 0", path("n.mat")), &[what]);
    std::fs::write(path("typed"), "31\n8/5 6/5\n64\n24/14\n")?;
    let text = output(&format!("analyse backgammon '{}' --depth 1", path("typed")));
    assert!(text.contains("8/5 6/5") && text.contains("24/14"), "{text}");
    refused(&format!("analyse backgammon '{}' --plies 0", path("typed")), &["a list of moves"]);
    // Options of money say nothing in a match, and nothing is worked out that cannot be written.
    let mat = format!("analyse backgammon '{}' --plies 0", path("m.mat"));
    refused(&format!("{mat} --jacoby"), &["--jacoby and --beavers are for money"]);
    for option in ["--save", "--html", "--json"] {
        let line = format!("{mat} '{option}={}'", path("none/x.mat"));
        let (_, out, error) = starboard_with(&starboard_cli::builtin(), &line);
        assert!(out.is_empty() && error.contains("cannot write"), "{error}");
        assert!(!error.contains(".starboard-"), "{error}");
    }
    Ok(())
}

/// In the Crawford game and with the cube on the other side there is nothing to rank;
/// with a dead cube doubling is never best.
#[test]
fn doubling_is_told_only_where_it_may_be() {
    let start = "analyse backgammon --position 4HPwATDgc/ABMA --cube --plies 0";
    for (id, rolled_out, verdict) in [
        ("8AngAGAAKAAA", "", "Not available"),
        (
            "EQEAAAAAAAAE",
            " --rollout 36 --rollout-plies 0 --truncate 2 --threads 1",
            "Not available",
        ),
    ] {
        let text = output(&format!("{}{rolled_out}", start.replace("ABMA", &format!("ABMA:{id}"))));
        assert!(text.contains(&format!("Proper cube action: {verdict}\n")), "{text}");
        assert!(text.contains("\n1. No double") && !text.contains("2. "), "{text}");
        assert!(!text.contains("ouble, "), "{text}");
    }
    // Two points needed, with the cube on two.
    let text = output(&start.replace("ABMA", "ABMA:AQFgABAACAAE"));
    assert!(text.contains("\n1. No double"), "{text}");
    assert!(text.contains("Never redouble, take (dead cube)"), "{text}");
}

/// At the start nobody gives up a game, but whoever is offered one takes it; and a
/// gammon is not given up by who may still win.
#[test]
fn a_resignation_on_offer_is_answered() {
    let start = "analyse backgammon --plies 0 --position 4HPwATDgc/ABMA";
    let ask = |line: &str| -> serde_json::Value {
        serde_json::from_str(&output(&format!("{line} --json"))).expect("JSON")
    };
    let found = ask(&format!("{start}:cCEAAAAAAAAA --cube"));
    let (offer, cube) = (&found["offer"], &found["cube"]);
    assert_eq!((&offer["times"], &offer["accept"]), (&1.into(), &true.into()));
    assert_eq!(offer["accepted"], 1.0);
    // It is the player on roll who gives up.
    assert_eq!(offer["refused"].as_f64(), cube["no_double"].as_f64().map(|worth| -worth));
    let text = output(&format!("{start}:cCEAAAAAAAAA --cube"));
    assert!(text.contains("offered a game:") && text.contains("Proper answer: accept"), "{text}");
    // Fifteen checkers far from home against one on its ace point: a backgammon is lost.
    let lost = "analyse backgammon --plies 0 --position AQAAAADA/x8AAA";
    for (id, times, accept) in
        // The last is under the Jacoby rule: every win counts one.
        [
            ("cCEAAAAAAAAE", 1, false),
            ("cEEAAAAAAAAE", 2, false),
            ("cGEAAAAAAAAE", 3, true),
            ("cEEAAAAAAAAA", 2, true),
        ]
    {
        let offer = &ask(&format!("{lost}:{id}"))["offer"];
        assert_eq!((&offer["times"], &offer["accept"]), (&times.into(), &accept.into()), "{id}");
        let rolled = &ask(&format!("{lost}:{id} --roll 31"))["offer"];
        assert_eq!(rolled["accept"], accept, "{id}");
    }
    for (dice, what) in [("B", "a beaver is on offer"), ("R", "a raccoon is on offer")] {
        let id = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10");
        refused(&format!("analyse backgammon --cube --position {id}"), &[what, "only doubles"]);
        refused(&format!("analyse backgammon --position {id}"), &[what, "have no cube"]);
    }
}

#[test]
fn rollouts_are_logged_and_gone_on_with() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let log = |name: &str| folder.path().join(name);
    let command = |name: &str, trials: u64, threads: usize| {
        format!(
            "analyse backgammon --position VQUAgKoCAAAAAA --roll 21 --plies 0 --rollout {trials} \
             --candidates 3 --min-trials 36 --stop-deviations 4 --json --threads {threads} \
             --log '{}'",
            log(name).display()
        )
    };
    let run = |name: &str, threads: usize| output(&command(name, 108, threads));
    let whole = run("one", 1);
    let json: serde_json::Value = serde_json::from_str(&whole)?;
    let results = json["rollout"].as_array().map_or(0, Vec::len);
    assert!(results > 1 && json["rollout"][0]["trials"].as_u64() >= Some(36), "{whole}");
    let text = std::fs::read_to_string(log("one"))?;
    assert_eq!(run("two", 3), whole);
    assert_eq!(std::fs::read_to_string(log("two"))?, text);
    // Stopped in the middle of the second batch.
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    std::fs::write(log("three"), lines[..2].concat() + "{\"batch\":1")?;
    assert_eq!(run("three", 2), whole);
    assert_eq!(std::fs::read_to_string(log("three"))?, text);
    // With more trials than it was begun with.
    output(&command("more", 36, 1));
    assert_eq!(run("more", 1), whole);
    assert_eq!(std::fs::read_to_string(log("more"))?, text);
    // A batch that lacks a candidate, and one that lacks an outcome.
    let short = |cut: fn(&mut Vec<serde_json::Value>)| -> anyhow::Result<()> {
        let mut batch: serde_json::Value = serde_json::from_str(lines[1])?;
        batch["outcomes"].as_array_mut().map(cut);
        std::fs::write(log("four"), format!("{}{batch}\n", lines[0]))?;
        refused(&command("four", 108, 1), &["line 2 is not what comes next"]);
        Ok(())
    };
    short(|outcomes| drop(outcomes.pop()))?;
    short(|outcomes| drop(outcomes[0].as_array_mut().map(Vec::pop)))?;
    // It is written down how many rolls stand for all, and is not gone on with by others.
    let ahead = |rolls: &str| {
        format!(
            "analyse backgammon --position 4HPwATDgc/ABMA --roll 31 --plies 0 --rollout 36 \
             --candidates 1 --rollout-plies 2 --truncate 1 --filter tiny {rolls} --log '{}'",
            log("five").display()
        )
    };
    let five = output(&ahead("--rolls 5"));
    assert!(std::fs::read_to_string(log("five"))?.contains("\"rolls\":5"));
    assert_eq!(output(&ahead("--rolls 5")), five);
    refused(&ahead(""), &["rolls"]);
    refused(&ahead("--rolls 0"), &["--rolls"]);
    refused(&ahead("--rolls 22"), &["a number of rolls from 1 to 21"]);
    refused(
        &ahead("--rollout-plies 9").replacen("--rollout-plies 2 ", "", 1),
        &["at most 8 plies"],
    );
    let text =
        output("analyse backgammon --position AwAAEAEAAAAAAA --cube --rollout 36 --threads 1");
    assert!(text.contains("1. No double") && text.contains("36 trials"), "{text}");
    Ok(())
}

/// Two games, with a blunder, a double and a pass that is none.
const MATCH: &str = " 3 point match\n\n Game 1\n Ann <A> : 0                    Bob : 0\n\
    \u{20} 1) 31: 8/5 6/5                 42: 8/4 6/4\n\
    \u{20} 2) 65: 13/2                     Doubles => 2\n\
    \u{20} 3)  Drops                       Wins 1 point\n\n Game 2\n\
    \u{20}Ann <A> : 0                    Bob : 1\n\
    \u{20} 1)                             61: 13/7 8/7\n\
    \u{20} 2) 62: 24/22 13/7\n\
    \u{20}                                 Wins 2 points\n";

#[test]
fn a_match_is_looked_at_move_by_move() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("a.mat"), MATCH)?;
    let run = |options: &str| {
        let file = path("a.mat");
        output(&format!("analyse backgammon '{}' --plies 0 {options}", file.display()))
    };
    let (page, kept) = (path("a.html"), path("a.json"));
    let text = run(&format!("--html '{}' '--json={}'", page.display(), kept.display()));
    for part in [
        "Match to 3: Ann <A> against Bob",
        "Game 2, at 0 to 1",
        "13/2",
        "very bad",
        "wrong pass",
        "Error rate",
        "The result for Ann <A>: -50.00 %, without luck ",
        "Bob wins 2 points.",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(kept)?)?;
    assert_eq!(json, serde_json::from_str::<serde_json::Value>(&run("--json --threads 1"))?);
    assert_eq!(run("--threads 3 --json"), run("--threads 1 --json"));
    let game = &json["games"][0];
    assert_eq!(game["steps"].as_array().map(Vec::len), Some(5));
    assert_eq!(game["steps"][2]["play"]["skill"], "very-bad");
    assert_eq!(game["steps"][3]["cube"]["done"], "double");
    assert_eq!(game["steps"][4]["cube"]["fault"], "wrong-pass");
    assert_eq!(game["steps"][2]["cube"]["fault"], serde_json::Value::Null);
    assert_eq!(game["players"][0]["play"]["unforced"], 2);
    // What is told of a step can be asked about again.
    let again = output(&format!(
        "analyse backgammon --position {} --plies 0 --json",
        game["steps"][2]["position"].as_str().unwrap_or_default()
    ));
    let again: serde_json::Value = serde_json::from_str(&again)?;
    assert_eq!(again["moves"][0], game["steps"][2]["play"]["moves"][0]);
    let html = std::fs::read_to_string(page)?;
    assert!(html.contains("<svg") && html.contains("Ann &lt;A&gt;"), "{html}");
    for foreign in ["<script", "src=", "href=", "@import", "url("] {
        assert!(!html.contains(foreign), "{foreign} in {html}");
    }
    // The same in another format, and back.
    let saved = path("a.sgf");
    run(&format!("--save '{}'", saved.display()));
    let back = path("b.mat");
    let line = format!("analyse backgammon '{}' --plies 0", saved.display());
    let other = output(&format!("{line} --json --save '{}'", back.display()));
    let mut other: serde_json::Value = serde_json::from_str(&other)?;
    other["file"] = json["file"].clone();
    assert_eq!(other, json);
    assert!(std::fs::read_to_string(back)?.contains("13/2"));
    refused(&format!("{line} --save x.txt"), &["x.txt: ", ".mat or .sgf"]);
    let broken = path("broken.mat");
    std::fs::write(&broken, &MATCH[..300])?;
    let broken = broken.display();
    refused(&format!("analyse backgammon '{broken}'"), &["broken.mat: line ", "column "]);
    refused(&format!("analyse tic-tac-toe '{broken}'"), &["records of tic-tac-toe", "backgammon"]);
    refused(&format!("analyse backgammon '{broken}' --cube"), &["cannot be used with"]);
    refused(&format!("analyse backgammon '{broken}' --plies 9"), &["at most 8 plies"]);
    refused("analyse backgammon --html x", &["<FILE>"]);
    refused("analyse backgammon --threads 2", &["--threads is for a record or a rollout"]);
    Ok(())
}

/// Too good to double where gammons count; with the Jacoby rule they do not before the
/// cube is turned. And a double that can be beavered.
#[test]
fn rules_of_money_hold_for_positions() {
    let good = "4Dn4AGi2uzMAAA";
    let cube = |options: &str| {
        let line = format!("analyse backgammon --cube --plies 0 --json {options}");
        serde_json::from_str::<serde_json::Value>(&output(&line)).expect("JSON")
    };
    let (plain, jacoby) =
        (cube(&format!("--position {good}")), cube(&format!("--position {good} --jacoby")));
    assert_eq!(plain["cube"]["verdict"], "Too good to double, pass");
    assert_eq!(jacoby["cube"]["verdict"], "Double, pass");
    assert_eq!(jacoby["stakes"], "money, cube 1 in the middle, Jacoby rule");
    let start = "--position 4HPwATDgc/ABMA";
    assert_eq!(cube(start)["cube"]["verdict"], "No double, take");
    assert_eq!(cube(&format!("{start} --beavers"))["cube"]["verdict"], "No double, beaver");
    let text = output("analyse backgammon --jacoby --position 4HPwATDgc/ABMA");
    assert!(text.contains("Jacoby rule") && text.contains("Proper cube action"), "{text}");
}

/// Options of records are not ignored for a position, nor those of money in a match.
#[test]
fn options_that_are_for_something_else_are_refused() {
    for (options, parts) in [
        ("--html y.html", &["--html", "cannot be used with"][..]),
        ("--save y.mat --plies 0", &["--save", "cannot be used with"]),
        ("--cube-plies 3 --cube", &["--cube-plies", "cannot be used with"]),
        ("--unfinished", &["--unfinished", "cannot be used with"]),
        ("--jacoby --depth 2", &["--jacoby", "cannot be used with"]),
        ("--plies 0 --threads 2", &["--threads is for a record or a rollout"]),
    ] {
        refused(&format!("analyse backgammon --position 4HPwATDgc/ABMA {options}"), parts);
    }
    let of_match = "analyse backgammon --position 4HPwATDgc/ABMA:cAnuADAAKAAE";
    refused(&format!("{of_match} --jacoby"), &["--beavers are for money", "of a match"]);
    refused(
        "analyse tic-tac-toe --beavers",
        &["--beavers is an option of: analyse backgammon, ", "analyse nackgammon"],
    );
    refused("analyse backgammon match.mat --log x", &["--log", "cannot be used with"]);
}

/// A session may stop within a game, and what is saved of it can be read; a match only if
/// that is asked for, and never in the middle of a line.
#[test]
fn records_that_break_off_are_told_from_files_cut_off() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let analyse = |name: &str| format!("analyse backgammon '{}' --plies 0", path(name));
    // What gnubg exports of a session, dice rolled.
    let session = MATCH.replace("3 point", "0 point");
    let session = &session[..session.find("  2) 62: 24/22").expect("it is there")];
    std::fs::write(path("s.mat"), format!("{session}  2) 62: "))?;
    for saved in ["t.mat", "t.sgf"] {
        let text = output(&format!("{} --save '{}'", analyse("s.mat"), path(saved)));
        assert!(text.contains("; the last game is unfinished."), "{text}");
        assert!(text.contains("The game: not finished."), "{text}");
        let again = output(&format!("{} --json", analyse(saved)));
        let again: serde_json::Value = serde_json::from_str(&again)?;
        assert_eq!(again["games"][1]["steps"].as_array().map(Vec::len), Some(1));
        assert_eq!(again["unfinished"], "the last game is unfinished");
        // The result is without the luck of the finished games, and of these alone.
        let luck = |of: &serde_json::Value| of["worth"].as_f64().expect("a figure");
        let [mine, theirs] = [0, 1].map(|i| luck(&again["luck_in_finished"][i]));
        assert_eq!(mine, luck(&again["games"][0]["players"][0]["luck"]["total"]));
        let [all, others] = [0, 1].map(|i| luck(&again["total"][i]["luck"]["total"]));
        assert_ne!([mine, theirs], [all, others], "a roll of the last game");
        let [actual, fair] = ["result", "luck_adjusted"].map(|of| again[of].as_f64());
        let gone = actual.zip(fair).map(|(actual, fair)| actual - fair);
        assert!(gone.is_some_and(|gone| (gone - (mine - theirs)).abs() < 1e-9), "{gone:?}");
        assert!(text.contains("Luck in finished games "), "{text}");
        assert!(text.contains("Neither counts the game that was not finished"), "{text}");
    }
    let second = MATCH.find("\n Game 2").expect("it is there");
    for (name, end, part) in [
        ("between.mat", second, "line 7, column 47: expected a game at 0 to 1 in a match to 3"),
        ("within.mat", MATCH.len() - 47, "expected the game to go on, found the end of the file"),
    ] {
        std::fs::write(path(name), &MATCH[..end])?;
        refused(&analyse(name), &[name, part, "--unfinished"]);
        let text = output(&format!("{} --unfinished", analyse(name)));
        assert!(text.contains("is unfinished"), "{text}");
        assert!(!flat(&text).contains("on FIBS"), "nobody has won the match: {text}");
    }
    std::fs::write(path("whole.mat"), MATCH)?;
    let text = output(&analyse("whole.mat"));
    assert!(
        flat(&text).contains("rating on FIBS should be ") && !text.contains("in finished games"),
        "{text}"
    );
    std::fs::write(path("line.mat"), &MATCH[..second - 4])?;
    refused(&format!("{} --unfinished", analyse("line.mat")), &["line 7, column 44: expected the"]);
    std::fs::write(path("head.mat"), " 3 point match\n")?;
    refused(&analyse("head.mat"), &["line 1, column 15: expected a game, found the end"]);
    Ok(())
}

#[test]
fn a_record_says_what_game_it_is_of() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str, text: &str| -> anyhow::Result<String> {
        let path = folder.path().join(name);
        std::fs::write(&path, text)?;
        Ok(path.display().to_string())
    };
    let mat = file("match.txt", MATCH)?;
    let named = output(&format!("analyse backgammon '{mat}' --plies 0"));
    assert_eq!(output(&format!("analyse '{mat}' --plies 0")), named);
    assert_eq!(output(&format!("analyze '{mat}' --plies 0")), named);
    assert_eq!(output(&format!("analyse Backgammon '{mat}' --ply 0")), named);
    // Options for a position are as wrong with it as they are with a game's name.
    refused(&format!("analyse '{mat}' --roll 42"), &["cannot be used with"]);
    refused(
        &format!("analyse --plies 0 '{mat}'"),
        &["--plies is an option of: analyse backgammon"],
    );
    let sgf = file("go", "(;SZ[9];B[ee])")?;
    let go = output(&format!("analyse '{sgf}' --evaluations 2"));
    assert!(go.starts_with("A game of go\n"), "{go}");
    let csa = file("a", "V2.2\nN+A\nPI\n+\n+7776FU\n")?;
    let shogi = output(&format!("analyse '{csa}' --depth 1"));
    assert!(shogi.starts_with("shogi: A against the second player\n"), "{shogi}");
    let kif = file("b", "手合割：平手\n")?;
    refused(&format!("analyse '{kif}'"), &["there are no moves in the game of"]);
    let other = file("other", "whatever\n")?;
    refused(&format!("analyse '{other}'"), &["other is a file, but no record", "KIF or CSA"]);
    refused("analyse no-such.mat", &["cannot read no-such.mat"]);
    Ok(())
}

/// A match has no games of which books are made, whatever game is asked for.
#[test]
fn books_are_not_made_of_matches_with_the_cube() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (path, book) = (folder.path().join("m.mat"), folder.path().join("b.book"));
    let other = "m.mat: expected games of NAME, found a mat record of backgammon; a book of NAME";
    for text in [MATCH, " 3 point match\n"] {
        std::fs::write(&path, text)?;
        let make = |game: &str| {
            format!("book make {game} --from '{}' -o '{}'", path.display(), book.display())
        };
        let own = "m.mat: mat records of backgammon are for `analyse`; a book of backgammon is \
            made of the logs that `match backgammon --log` writes, or of lists of moves (.txt)";
        refused(&make("backgammon"), &[own]);
        for game in ["backgammon-match", "nackgammon", "shogi", "connect-four"] {
            refused(&make(game), &[&other.replace("NAME", game)]);
        }
    }
    Ok(())
}

/// Tables that are formulas, or differ for the two players, are not promised.
#[test]
fn the_help_says_which_tables_are_read() {
    for command in ["analyse backgammon", "gnubg-server", "ubgi"] {
        let help = output(&format!("{command} --help"));
        let words: Vec<_> = help.split_whitespace().collect();
        let said = words.join(" ").contains("given by figures that are the same for both players");
        assert!(said, "{command}: {help}");
    }
}
