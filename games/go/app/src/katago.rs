//! KataGo's analysis engine, which many threads can ask at once.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Arc, mpsc},
    thread,
};

use anyhow::{Context, anyhow};
use parking_lot::Mutex;
use serde_json::{Value, json};
use starboard_core::Game;
use starboard_go::{Go, Scoring};

/// Who waits for which answer; or why there will be no more of them.
type Waiting = Result<HashMap<u64, mpsc::Sender<Value>>, String>;

/// KataGo, in a process of its own. It ends with it.
#[derive(Debug)]
pub struct Katago {
    child: Child,
    /// Where it is asked, and the number of the next question.
    to: Mutex<Option<(ChildStdin, u64)>>,
    waiting: Arc<Mutex<Waiting>>,
}

/// What is asked of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// How many visits it may take; with one, the network alone answers.
    pub visits: u32,
    /// Whether to say whose each point will be.
    pub ownership: bool,
}

impl Katago {
    /// Starts it by a command for the shell, such as `katago analysis -config FILE -model FILE`.
    ///
    /// # Errors
    ///
    /// If there is no shell. A command that is none shows when it is asked.
    pub fn start(command: &str) -> anyhow::Result<Self> {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run {command}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.context("there is no pipe to KataGo")?;
        let waiting = Arc::new(Mutex::new(Ok(HashMap::new())));
        let told = Arc::clone(&waiting);
        let name = command.to_owned();
        thread::spawn(move || {
            let end = listen(from, &told).unwrap_or_else(|| format!("it ended: {name}"));
            // Whoever waits is woken up.
            *told.lock() = Err(end);
        });
        Ok(Self { child, to: Mutex::new(Some((to, 0))), waiting })
    }

    /// What it says of the position after these moves, of a game with the rules of `game` that
    /// Black began on an empty board. Leads are Black's.
    ///
    /// # Errors
    ///
    /// If it ended, or does not like the question.
    pub fn ask(&self, game: &Go, moves: &[String], question: Question) -> anyhow::Result<Value> {
        let (lines, rules) = (game.size().side(), game.rules());
        let named = moves.iter().enumerate().map(|(i, m)| [color(i), m]);
        let mut question = json!({
            "moves": named.collect::<Vec<_>>(),
            "rules": if rules.scoring == Scoring::Area { "chinese" } else { "japanese" },
            "komi": f64::from(rules.komi.raw()) / f64::from(Go::UNIT),
            "boardXSize": lines, "boardYSize": lines,
            "maxVisits": question.visits,
            "includeOwnership": question.ownership,
            "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
        });
        let (sender, answer) = mpsc::channel();
        {
            let mut to = self.to.lock();
            let (to, next) = to.as_mut().context("KataGo was sent away")?;
            question["id"] = json!(next.to_string());
            self.waiting.lock().as_mut().map_err(|why| ended(why))?.insert(*next, sender);
            *next += 1;
            // Where it has ended, the thread that listens says why.
            let _ = writeln!(to, "{question}").and_then(|()| to.flush());
        }
        let answer = answer.recv().map_err(|_| {
            let why = self.waiting.lock().as_ref().err().cloned();
            ended(&why.unwrap_or_default())
        })?;
        match answer.get("error") {
            Some(error) => Err(anyhow!("KataGo says {error} to {question}")),
            None => Ok(answer),
        }
    }
}

fn ended(why: &str) -> anyhow::Error {
    anyhow!("KataGo does not answer: {why}")
}

/// Hands on answers until there are no more; returns why, if KataGo said.
fn listen(from: ChildStdout, waiting: &Mutex<Waiting>) -> Option<String> {
    for line in BufReader::new(from).lines() {
        let line = line.ok()?;
        let Ok(answer) = serde_json::from_str::<Value>(&line) else {
            return Some(format!("expected JSON, found {line:?}"));
        };
        let id = answer["id"].as_str().and_then(|id| id.parse().ok());
        match id {
            // An answer follows.
            _ if answer.get("warning").is_some() => {}
            Some(id) => {
                let sender = waiting.lock().as_mut().ok().and_then(|waiting| waiting.remove(&id));
                if let Some(sender) = sender {
                    // Nobody listens any more where another answer was bad.
                    let _ = sender.send(answer);
                }
            }
            None => return Some(line),
        }
    }
    None
}

impl Drop for Katago {
    fn drop(&mut self) {
        // It ends when nobody can ask any more.
        *self.to.lock() = None;
        let _ = self.child.wait();
    }
}

/// Who makes a move, by its number.
pub fn color(number: usize) -> &'static str {
    if number.is_multiple_of(2) { "b" } else { "w" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Question = Question { visits: 1, ownership: false };

    /// Asks a program that is no KataGo about the position after a move.
    fn ask(command: &str) -> anyhow::Result<Value> {
        Katago::start(command)?.ask(&Go::parse("9x9")?, &["E5".to_owned()], ONE)
    }

    #[test]
    fn questions_are_answered_whoever_asks() -> anyhow::Result<()> {
        // It answers with the question itself.
        let katago = Katago::start("cat")?;
        let game = Go::parse("9x9")?;
        let moves = |i: usize| vec![format!("A{}", i % 9 + 1); i % 3];
        thread::scope(|scope| {
            let asked = (0..40).map(|i| {
                let (katago, game) = (&katago, &game);
                (i, scope.spawn(move || katago.ask(game, &moves(i), ONE)))
            });
            for (i, answer) in asked.collect::<Vec<_>>() {
                let answer = answer.join().expect("it does not panic").expect("an answer");
                let expected: Vec<_> =
                    moves(i).into_iter().enumerate().map(|(i, m)| json!([color(i), m])).collect();
                assert_eq!(answer["moves"], json!(expected));
                assert_eq!([&answer["boardXSize"], &answer["maxVisits"]], [&json!(9), &json!(1)]);
            }
        });
        Ok(())
    }

    #[test]
    fn one_that_does_not_answer_is_no_hang() {
        #[track_caller]
        fn check(command: &str, part: &str) {
            let error = ask(command).expect_err(command).to_string();
            assert!(error.contains(part), "{error}");
        }
        check("exit 1", "KataGo does not answer: it ended: exit 1");
        check("read line", "it ended");
        check("read line; echo no JSON; read line", "expected JSON, found \"no JSON\"");
        check("read line; echo '{\"error\": \"?\"}'; read line", "does not answer: {\"error\"");
        check("read line; echo '{\"id\": \"0\", \"error\": \"komi\"}'; read line", "says \"komi\"");
    }

    #[test]
    fn a_warning_is_no_answer() -> anyhow::Result<()> {
        let answer = ask("read line; echo '{\"id\": \"0\", \"warning\": \"old\"}'; \
             echo '{\"id\": \"0\", \"rootInfo\": {}}'; read line")?;
        assert!(answer.get("rootInfo").is_some(), "{answer}");
        Ok(())
    }
}
