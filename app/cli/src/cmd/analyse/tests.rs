//! What `starboard analyse` prints, and what it refuses.

use crate::testing::{games, output, refused, starboard_with};

#[test]
fn the_text_shows_what_was_found() {
    let text = output("analyse tic-tac-toe --position xx./oo./... --depth 3");
    for part in ["xx./oo./...", "best       2", "+1.0 wins", "exact", "depth 3", "nodes"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn a_mate_is_counted_in_moves() {
    let line = |sfen: &str| format!("analyse shogi --position '{sfen}' --depth 4");
    let won = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let text = output(&line(won));
    assert!(text.contains("value      a win in 1 move, +299.99 pawns"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&output(&format!("{} --json", line(won)))).expect("JSON");
    assert_eq!(json["plies_to_end"], 1, "{json}");
    assert!(!output("analyse shogi --depth 1 --json").contains("plies_to_end"));
}

#[test]
fn what_leaves_something_out_estimates() {
    let line = "analyse connect-four --depth 3 --engine";
    for (engine, part) in [("alpha-beta", "(exact)"), ("alpha-beta(lmr)", "(an estimate)")] {
        let text = output(&format!("{line} '{engine}'"));
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn cuts_by_shallower_searches_are_shown() {
    let line = "analyse einstein --depth 3 --engine";
    let text = output(&format!("{line} 'star1(probcut=1)'"));
    assert!(text.contains(" by bounds, ") && text.contains(" by shallower searches\n"), "{text}");
    assert!(!output(&format!("{line} star1")).contains("shallower"));
}

#[test]
fn ties_are_all_found_unless_one_is_enough() {
    let ties = |flag: &str| {
        let line = format!("analyse tic-tac-toe --depth 9 --json {flag}");
        let value: serde_json::Value = serde_json::from_str(&output(&line)).expect("JSON");
        value["report"]["best_moves"].as_array().expect("a list").len()
    };
    assert_eq!((ties(""), ties("--ties"), ties("--no-ties")), (9, 9, 1));
}

#[test]
fn rolls_are_counted_as_the_paper_does() {
    let text = output("analyse backgammon --position '4HPwATDgc/ABMA 31' --engine star2 --depth 2");
    assert!(text.contains("depth 2 (d = 3"), "{text}");
    assert!(text.contains("8/5 6/5"), "{text}");
    let (code, out, _) = starboard_with(&games(), "analyse chance-tree --depth 2");
    assert!(code == 0 && !out.contains("d ="), "moves follow moves: {out}");
}

#[test]
fn an_early_end_is_explained() {
    let one = "4HPwATDgc/ABMA 31";
    for (line, part) in [
        ("analyse tic-tac-toe --position xx./oo./... --depth 20", " of 20; longest line "),
        ("analyse tic-tac-toe --position xx./oo./... --depth 20", "; deeper finds the same"),
        ("analyse tic-tac-toe --depth 3", "to depth 3; longest line 3 moves\n"),
        ("analyse tic-tac-toe --nodes 100", "; until the limit on nodes"),
        (
            &format!("analyse backgammon --position '{one}' --engine filtered --depth 3"),
            "to depth 1 of 3 (d = 1, rolls counted); the filter let no second move go on\n",
        ),
    ] {
        let text = output(line);
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn filtered_searches_print_hints() {
    let text = output(
        "analyse backgammon --position '4HPwATDgc/ABMA 42' --engine 'filtered(filter=huge)' --depth 2",
    );
    assert!(text.contains("    1. 1-ply    8/4 6/4"), "{text}");
    assert!(text.contains(". 0-ply    ") && text.contains("Eq.:  "), "{text}");
}

#[test]
fn bad_input_is_named() {
    for (line, parts) in [
        ("analyse tic-tac-toe --plies 2", &["--plies is an option of: analyse backgammon"][..]),
        (
            "experiment smallest-proof --shard 0/2",
            &[
                "--shard is an option of: ",
                "analyse backgammon, ",
                " match, ",
                " experiment ordering",
            ],
        ),
        ("analyse backgammon --plies 9", &["at most 8 plies"]),
        ("analyse backgammon --plies 1 --depth 2", &["cannot be used with"]),
        ("analyse backgammon --log x", &["--rollout"]),
        ("analyse backgammon --roll 71", &["in the roll: expected dice"]),
        ("analyse backgammon --cube --position x", &["no position of backgammon"]),
        ("analyse backgammon --filter normall", &["is not a move filter"]),
        ("analyse chess", &["there is no game \"chess\"; there are: "]),
        (
            "analyse tic-tac-toe --position xxx",
            &["no position of tic-tac-toe", "`games tic-tac-toe` shows"],
        ),
        ("analyse backgammon --position '4HPwATDgc/ABMA 17'", &["no position of backgammon"]),
        ("analyse tic-tac-toe --depth 65", &["a depth is a number from 0 to 64"]),
        ("analyse tic-tac-toe --nodes 0", &["at least 1"]),
        (
            "analyse tic-tac-toe --engine 'alpha-beta killers'",
            &["in the description of the engine: expected + or the end"],
        ),
        ("analyse tic-tac-toe --engine 'alpha-beta(depth=x)'", &["it must be a whole number"]),
        ("analyse tic-tac-toe --time soon", &["expected seconds such as 2.5"]),
        ("analyse tic-tac-toe --engine ''", &["the description of an engine is empty"]),
        ("analyse tic-tac-toe --engine alphabeta", &["no algorithm called \"alphabeta\""]),
        (
            "analyse tic-tac-toe --engine star2",
            &["star2 is for games with chance", "use alpha-beta"],
        ),
        (
            "analyse backgammon --engine minimax",
            &["minimax is for games without chance", "use expectimax instead"],
        ),
        ("analyse dice --engine alpha-beta", &["alpha-beta is for", "use star2 instead"]),
        ("analyse backgammon --engine star2+tt+tt", &["one tt"]),
        ("analyse backgammon --engine star2+kilers", &["\"kilers\"", "killers"]),
        (
            "analyse backgammon --engine 'star2(depth=65)'",
            &["depth", "a whole number from 0 to 64"],
        ),
        ("analyse backgammon --engine 'star2+eval(name=x)'", &["\"x\"", "hand-crafted"]),
        ("analyse nope.kif", &["cannot read nope.kif"]),
        ("analyse tic-tac-toe nope.txt", &["cannot read nope.txt"]),
        ("analyse", &["<GAME>"]),
        ("analize", &["unrecognized subcommand"]),
    ] {
        refused(line, parts);
    }
}
