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
    serve(&entry, engine, size, Some(40), input, &mut out).expect("it plays");
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

#[test]
fn an_engine_that_cannot_be_is_refused() {
    let entry = starboard_go::entry();
    let input = || Box::new(std::io::empty());
    let error = serve(&entry, Some("star2"), Size::FULL, None, input(), &mut Vec::new());
    assert!(error.is_err_and(|error| error.is::<BadInput>()));
}
