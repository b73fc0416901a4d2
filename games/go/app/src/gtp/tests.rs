//! The engine at the end of a pipe: what is sent, and what is answered.

use super::*;

/// What is answered to these lines.
#[track_caller]
fn answers(lines: &str) -> String {
    answers_of(Some("alpha-beta + tt(mb=1)"), lines)
}

/// What this engine answers to them.
#[track_caller]
fn answers_of(engine: Option<&str>, lines: &str) -> String {
    let entry = starboard_go::entry();
    let mut out = Vec::new();
    let input = Box::new(std::io::Cursor::new(lines.to_owned().into_bytes()));
    let size = Size::new(5).expect("a size");
    serve(&entry, engine, size, Some(40), true, input, &mut out).expect("it plays");
    String::from_utf8(out).expect("text")
}

#[test]
fn it_plays_on_the_board_it_was_given() {
    let text = answers("1 query_boardsize\n2 genmove b\n3 reg_genmove w\nquit\n");
    assert!(text.starts_with("=1 5\n\n=2 "), "{text}");
    assert!(text.contains("=3 ") && text.ends_with("=\n\n"), "{text}");
}

/// White has an atari to play and is allowed nothing else that takes.
#[test]
fn it_keeps_to_what_is_allowed() {
    let text = answers("play b a1\nplay w a2\nplay b e5\nrestricted_genmove w b1 c3\n");
    assert!(text.ends_with("= B1\n\n"), "{text}");
}

/// A stone in atari is taken by whoever decides by reasons, too.
#[test]
fn it_decides_by_reasons() {
    let stones = "play b c3\nplay w d3\nplay b d2\nplay w c4\nplay b e3\nplay w b4\n";
    let text = answers_of(None, &format!("{stones}genmove b\nrestricted_genmove w b2\n"));
    assert!(text.ends_with("= D4\n\n= B2\n\n"), "{text}");
}

#[test]
fn an_analysis_ends_when_something_else_is_asked() {
    let text = answers("7 lz-analyze b 10\nname\n8 kata-analyze w interval 20 ownership true\n");
    assert!(text.starts_with("=7\n"), "{text}");
    assert!(text.contains("\n\n= Starboard\n\n=8\n"), "{text}");
}

#[test]
fn an_analysis_by_words_that_mean_nothing_is_refused() {
    for (line, word) in [
        ("kata-analyze foo", "foo"),
        ("kata-analyze w 20 badkey 3", "badkey"),
        ("lz-analyze b minmoves x", "minmoves"),
    ] {
        let text = answers(&format!("7 {line}\nname\n"));
        assert!(text.starts_with("?7 ") && text.contains(word), "{text}");
        assert!(text.ends_with("\n\n= Starboard\n\n"), "{text}");
    }
    // What KataGo could show besides is not an error, and `stop` ends what is shown.
    let text = answers("7 kata-analyze b 10 rootInfo true pvVisits true\n8 stop\n9 stop\n");
    assert!(text.starts_with("=7\n") && text.ends_with("\n\n=8\n\n=9\n\n"), "{text}");
}

/// What would be played is what is shown first, from the first line to the decision.
#[test]
fn an_analysis_shows_what_would_be_played() {
    let text = answers_of(None, "boardsize 9\nreg_genmove b\nlz-analyze b 1\n");
    let answers: Vec<_> = text.split("\n\n").collect();
    let played = answers[1].strip_prefix("= ").expect("a move");
    let infos: Vec<_> = answers[2].lines().filter(|line| line.starts_with("info")).collect();
    let first = |info: &str| info.split(' ').nth(2).map(str::to_owned);
    assert_eq!(first(infos.last().expect("a decision")).as_deref(), Some(played), "{text}");
    assert!(infos.iter().all(|info| !info.contains("move A9 visits")), "{text}");
    let visits = infos.last().expect("a decision").split("visits ").skip(1);
    let visits: Vec<_> = visits.filter_map(|info| info.split(' ').next()).collect();
    assert!(visits.iter().any(|count| *count != visits[0]), "{text}");
    // As many lines as are asked for.
    let text = answers_of(None, "boardsize 9\nkata-analyze b 1 maxmoves 2\n");
    let info = text.lines().rfind(|line| line.starts_with("info")).expect("a decision");
    assert_eq!(info.matches("info move").count(), 2, "{text}");
}

/// What one player is ahead by the other is behind by, once the best move has been played.
#[test]
fn leads_are_those_of_the_score() {
    for plays in ["b e5", "b e5/w e4", "b c3/w g7/b g3/w c7", "b e5/w e4/b d4/w e2/b f4/w g7"] {
        let plays: String = plays.split('/').map(|m| format!("play {m}\n")).collect();
        let setup = format!("boardsize 9\nkomi 6\n{plays}");
        let white = plays.lines().count() % 2 == 1;
        let lead = |before: &str, color: &str| {
            let text = answers_of(None, &format!("{setup}{before}kata-analyze {color} 100\n"));
            let info = text.lines().rfind(|line| line.starts_with("info")).expect("a decision");
            let words: Vec<_> = info.split(' ').map(str::to_owned).collect();
            let after = |name: &str| words.iter().position(|word| word == name).map(|i| i + 1);
            let lead = after("scoreLead").and_then(|i| words[i].parse::<f64>().ok());
            (words[2].clone(), lead.expect("a lead"))
        };
        let [own, other] = if white { ["w", "b"] } else { ["b", "w"] };
        let (best, first) = lead("", own);
        let (_, second) = lead(&format!("play {own} {best}\n"), other);
        assert!((first + second).abs() < 6.0, "{plays}: {first} and {second}");
    }
}

/// What is shown is played, and whose the points will be stands behind it.
#[test]
fn a_move_is_played_that_was_shown() {
    let text = answers_of(
        None,
        "boardsize 9\n5 kata-genmove_analyze b 1 ownership true\nlast_move\nquit\n",
    );
    let lines: Vec<_> = text.lines().collect();
    let begin = lines.iter().position(|line| *line == "=5").expect("an answer");
    let played = lines.iter().find_map(|line| line.strip_prefix("play ")).expect("a move");
    assert!(text.contains(&format!("= black {played}\n\n")), "{text}");
    let info = lines[begin + 1..].iter().rfind(|line| line.starts_with("info")).expect("infos");
    let (moves, owners) = info.split_once(" ownership ").expect("whose the points will be");
    assert!(moves.starts_with(&format!("info move {played} ")), "{text}");
    assert_eq!(owners.split(' ').count(), 81, "{text}");
    let fits = |owner: &str| owner.parse::<f64>().is_ok_and(|owner| owner.abs() <= 1.0);
    assert!(owners.split(' ').all(fits), "{text}");
}

#[test]
fn moves_are_looked_at_that_are_allowed() {
    for (word, names) in
        [("allow b C3,D4 1", ["C3", "D4"]), ("avoid b C3 1 avoid w D4 1", ["D4"; 2])]
    {
        let line = format!("boardsize 9\nlz-analyze b 1 maxmoves 20 {word}\n");
        let text = answers_of(None, &line);
        let info = text.lines().rfind(|line| line.starts_with("info")).expect("a decision");
        let shown: Vec<_> = info.split("info move ").skip(1).collect();
        let moves: Vec<_> = shown.iter().filter_map(|info| info.split(' ').next()).collect();
        assert!(moves.contains(&names[0]) || moves.contains(&names[1]) || word.contains("avoid"));
        assert!(!word.contains("avoid") || !moves.contains(&"C3"), "{text}");
        assert!(!word.contains("allow") || moves.len() <= 2, "{text}");
    }
}

#[test]
fn an_engine_that_cannot_be_is_refused() {
    let entry = starboard_go::entry();
    let input = || Box::new(std::io::empty());
    let error = serve(&entry, Some("star2"), Size::FULL, None, true, input(), &mut Vec::new());
    assert!(error.is_err_and(|error| error.is::<BadInput>()));
}
