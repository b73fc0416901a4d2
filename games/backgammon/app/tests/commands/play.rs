//! `starboard play backgammon`: matches at the terminal, by what is typed.

use std::fs;

use starboard_cli::testing::{output, refused, starboard_with};

#[test]
fn a_match_is_played_to_its_end_saved_and_reviewed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    for format in ["mat", "sgf"] {
        let path = folder.path().join(format!("match.{format}"));
        let path = path.display();
        let line =
            format!("play backgammon --points 3 --plies 0 --as none --seed 4 --save '{path}'");
        let text = output(&line);
        assert_eq!(text, output(&line), "the seed fixes everything");
        let last = text.lines().rev().nth(1).unwrap_or_default();
        assert!(last.contains(" and the match, "), "{text}");
        assert!(text.contains("in a match to 3"), "{text}");
        let review = output(&format!("analyse backgammon '{path}' --plies 0"));
        assert!(review.contains("Starboard, 0 plies"), "{review}");
    }
    Ok(())
}

#[test]
fn moves_and_cube_actions_are_typed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.mat");
    let path = path.display();
    let play = |options: &str, typed: &str| {
        output(&format!(
            "play backgammon --as both --enter-rolls --plies 0 {options} --begin '{typed}; quit'"
        ))
    };
    let typed = "31; 31 first; hint; why; 8/5 6/5; hint; roll; 64; 24/14; double; drop";
    let text = play(&format!("--points 5 --save '{path}'"), typed);
    for part in [
        "which of 31 first, 31 second?",
        "    1. Cubeful 0-ply    8/5 6/5 ",
        "played for 5 away against 5 away, cube 1 in the middle",
        "Cubeful equities:\n1. No double ",
        "2. Double, pass        +1.000",
        "Proper cube action: No double, take",
        "the first player, who has doubled to 2; the second player answers\n",
        "the first player wins 1 point\n",
        "1 to 0 in a match to 5",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let record = fs::read_to_string(folder.path().join("game.mat"))?;
    assert!(record.contains("31: 8/5 6/5") && record.contains("Doubles => 2"), "{record}");

    let text = play("--beavers", "31 first; 8/5 6/5; double; beaver; undo; take; undo; undo; roll");
    assert!(text.contains("move> roll\n") && text.ends_with("outcome> quit\n"), "{text}");
    assert!(text.contains("cube 4 with the first player"), "{text}");
    let text = play("", "31 first; 1; double; beaver");
    assert!(text.contains("beaver: expected take or drop"), "{text}");
    let text = play("", "31 first; 8/5 6/5; double; take; 66; resign");
    assert!(text.contains("the second player gives up a single game"), "{text}");
    assert!(text.contains("the first player wins 2 points"), "{text}");
    Ok(())
}

/// A game is given up for what it would be lost by, or for what is said.
#[test]
fn a_game_is_given_up_single_or_as_a_gammon() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("given-up.mat");
    let play = |options: &str, typed: &str| {
        output(&format!(
            "play backgammon --as both --enter-rolls --plies 0 {options} --begin '{typed}; quit'"
        ))
    };
    let match_to_7 = format!("--points 7 --save '{}'", path.display());
    let begin = "31 first; 8/5 6/5; roll; 64";
    for (typed, parts) in [
        ("resign", ["gives up a single game\nthe first player wins 1 point\n", "1 to 0 in"]),
        ("resign normal", ["gives up a single game\n", "1 to 0 in a match"]),
        ("resign gammon", ["gives up a gammon\nthe first player wins 2 points\n", "2 to 0 in"]),
        ("resign backgammon", ["the first player wins 3 points\n", "3 to 0 in a match to 7"]),
        ("resign all", ["resign all? say resign single, resign normal, resign gammon", "move>"]),
    ] {
        let text = play(&match_to_7, &format!("{begin}; {typed}"));
        for part in parts {
            assert!(text.contains(part), "{typed}: {part} is missing in\n{text}");
        }
    }
    // What was doubled is dropped, and what is saved can be read again.
    let doubled = format!("{begin}; 24/14; double; take; 66; resign gammon");
    let text = play(&match_to_7, &doubled);
    assert!(text.contains("the second player wins 4 points"), "{text}");
    let review = output(&format!("analyse backgammon '{}' --plies 0 --unfinished", path.display()));
    assert!(review.contains("resigns a gammon"), "{review}");
    let text = play("", &format!("{begin}; 24/14; double; resign"));
    assert!(text.contains("gives up a single game"), "{text}");
    // With the Jacoby rule there is no gammon before the cube is turned.
    let text = play("--jacoby", &format!("{begin}; resign gammon"));
    assert!(text.contains("the first player wins 1 point\n"), "{text}");
    Ok(())
}

#[test]
fn nobody_doubles_in_the_crawford_game() {
    let typed = "31 first; 8/5 6/5; double; drop; 31 first; 8/5 6/5; 31";
    let line = "play backgammon --as both --enter-rolls --plies 0 --points 2";
    let text = output(&format!("{line} --begin '{typed}; quit'"));
    assert!(text.contains("0 to 1 in a match to 2, the Crawford game"), "{text}");
    assert!(text.contains("outcome> 31\n"), "no word of the cube: {text}");
}

#[test]
fn a_tutor_knows_the_cube() {
    let line = "play backgammon --as both --enter-rolls --plies 0 --tutor 0.05";
    let typed = "31 first; 24/23 24/21; 24/23 24/21; double; double; drop; drop; quit";
    let text = output(&format!("{line} --begin '{typed}'"));
    let warned: Vec<_> = text.lines().filter(|line| line.contains("type it again")).collect();
    assert_eq!(warned.len(), 3, "{text}");
    assert!(warned[0].contains("against 8/5 6/5") && warned[1].contains("against roll"), "{text}");
    assert!(warned[2].contains("against take"), "{text}");
}

/// As people say it.
#[test]
fn dice_and_answers_are_understood_in_other_words() {
    let play = |options: &str, typed: &str| {
        output(&format!(
            "play backgammon --as both --enter-rolls --plies 0 {options} --begin '{typed}; quit'"
        ))
    };
    let text = play("", "13 first; 8/5 6/5; double; hint; accept; 6 4; 24/14; redouble; pass");
    assert!(text.contains("For the player who was doubled:\ntake "), "{text}");
    assert!(text.contains("the first player, who has doubled to 4"), "{text}");
    assert!(text.contains("the first player wins 2 points"), "{text}");
    let text = play("", "3 1 second; 8/5 6/5; double; reject");
    assert!(text.contains("the first player wins 1 point"), "{text}");
    let text = play("", "31 first; 8/5 6/5; accept; redouble; 31; 8/5");
    assert!(text.contains("accept: expected roll or double"), "{text}");
    assert!(text.contains("31: expected take or drop"), "{text}");
}

/// Nobody hears from the engine what to say to its double; that it rolls says nothing.
#[test]
fn the_engine_keeps_its_verdict_until_there_is_an_answer() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("none.sgf");
    let line = "play backgammon --points 5 --plies 0 --as none --seed 4";
    let text = output(&format!("{line} --save '{}'", path.display()));
    let lines: Vec<_> = text.lines().collect();
    let after = |what: &str| lines.windows(2).find(|two| two[0].ends_with(what)).map(|two| two[1]);
    assert!(after(" plays double").is_some_and(|next| next.contains(" plays ")), "{text}");
    assert!(after(" plays roll").is_none(), "{text}");
    let record = fs::read_to_string(path)?;
    let names = ["PW[Starboard, 0 plies (first)]", "PB[Starboard, 0 plies (second)]"];
    assert!(names.iter().all(|name| record.contains(name)), "{record}");
    Ok(())
}

#[test]
fn nonsense_is_refused() {
    refused("play backgammon --tutor=-1", &["a loss is a number of at least 0"]);
    refused("play backgammon --position x", &["play of other games"]);
    let line = "play backgammon --as none --plies 0 --save no-such-folder/x.mat";
    let (code, out, error) = starboard_with(&starboard_cli::builtin(), line);
    assert!(code != 0 && !out.contains("plays"), "before the game: {out}");
    assert!(error.contains("cannot write no-such-folder/x.mat"), "{error}");
    refused("play backgammon --save game.txt", &["saved as .mat or .sgf"]);
    refused("play backgammon --points 3 --jacoby", &["cannot be used with"]);
    refused("play backgammon --points 0", &["1..=64"]);
}
