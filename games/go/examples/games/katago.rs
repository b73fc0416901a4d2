//! KataGo's analysis engine, asked many questions at once.

use std::{
    io::{BufRead, BufReader, IsTerminal as _, Write},
    process::{Command, Stdio},
    thread,
};

use serde_json::{Value, json};
use starboard_core::Game;
use starboard_go::{Go, Scoring};

use crate::options::Failure;

/// The command that starts it.
pub(crate) fn command() -> Result<String, Failure> {
    std::env::var("KATAGO")
        .map_err(|_| "KATAGO has no command that starts KataGo's analysis engine".into())
}

/// A question about the position after these moves, of a game with the rules of `game` that
/// Black began on an empty board.
pub(crate) fn question(id: usize, game: &Go, moves: &[String], visits: u32) -> Value {
    let (lines, rules) = (game.size().side(), game.rules());
    let named = moves.iter().enumerate().map(|(i, m)| [color(i), m]);
    json!({
        "id": id.to_string(),
        "moves": named.collect::<Vec<_>>(),
        "rules": if rules.scoring == Scoring::Area { "chinese" } else { "japanese" },
        "komi": f64::from(rules.komi.raw()) / f64::from(Go::UNIT),
        "boardXSize": lines, "boardYSize": lines,
        "maxVisits": visits,
        "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
    })
}

/// Who makes a move, by its number.
pub(crate) fn color(number: usize) -> &'static str {
    if number.is_multiple_of(2) { "b" } else { "w" }
}

/// Asks all of these; `take` is given each answer with its question's id, in any order.
pub(crate) fn ask(
    command: &str,
    questions: Vec<Value>,
    take: &mut dyn FnMut(usize, &Value) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (to, from) = (child.stdin.take(), child.stdout.take());
    let (mut to, from) = to.zip(from).ok_or("no pipe to KataGo")?;
    let all = questions.len();
    // It answers while it is asked, so that neither waits for the other.
    let asking = thread::spawn(move || questions.into_iter().try_for_each(|q| writeln!(to, "{q}")));
    let mut done = 0;
    for line in BufReader::new(from).lines() {
        let answer: Value = serde_json::from_str(&line?)?;
        if let Some(error) = answer.get("error") {
            return Err(format!("KataGo says {error}").into());
        }
        let id = answer["id"].as_str().and_then(|id| id.parse::<usize>().ok());
        if let Some(id) = id.filter(|&id| id < all) {
            take(id, &answer)?;
            done += 1;
            progress("KataGo", done, all);
        }
    }
    asking.join().map_err(|_| "nobody asked KataGo")??;
    child.wait()?;
    if done < all { Err("KataGo did not answer every question".into()) } else { Ok(()) }
}

/// Tells whoever watches how far it is.
pub(crate) fn progress(what: &str, done: usize, all: usize) {
    let mut err = std::io::stderr();
    if err.is_terminal() {
        let end = if done == all { "\n" } else { "" };
        let _ = write!(err, "\r{what}: {done} of {all}{end}");
    }
}
