//! KataGo's analysis engine, queried by many threads at once.
//!
//! A query is a JSON object on a line, with `moves`, `rules`, `boardXSize` and so on, as is an
//! answer; the answers come in any order, told apart by the number in `id`.

use std::{collections::HashMap, time::Duration};

use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use starboard::{Fault, shortened};
use starboard_core::Instant;

use super::{Command, Process};

/// How long a thread that waits for an answer reads, before another that waits may.
const SLICE: Duration = Duration::from_millis(2);

/// A running analysis engine, which any number of threads can ask.
///
/// ```
/// use std::time::Duration;
///
/// use serde_json::json;
/// use starboard::Fault;
/// use starboard_protocols::external::{Command, katago::Analysis};
///
/// // KataGo: `katago analysis -config FILE -model FILE`.
/// let command = Command::shell("read q; echo '{\"id\": \"0\", \"rootInfo\": {\"scoreLead\": 2.5}}'");
/// let engine = Analysis::start(&command)?;
/// let question = json!({ "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 9 });
/// let answer = engine.ask(question, Duration::from_secs(60))?;
/// assert_eq!(answer["rootInfo"]["scoreLead"].as_f64(), Some(2.5));
/// # Ok::<(), Fault>(())
/// ```
pub struct Analysis(Mutex<State>);

struct State {
    process: Process,
    /// The number of the next query.
    next: u64,
    /// Answers that the threads that asked have not collected yet.
    arrived: HashMap<u64, Value>,
    /// Why there will be no more answers.
    ended: Option<Fault>,
}

impl Analysis {
    /// Starts it.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(command: &Command) -> Result<Self, Fault> {
        let process = Process::start(command)?;
        Ok(Self(Mutex::new(State { process, next: 0, arrived: HashMap::new(), ended: None })))
    }

    /// The answer to a query, whose `id` is set here.
    ///
    /// # Errors
    ///
    /// If the engine rejects the query, does not answer in time, or ends.
    pub fn ask(&self, mut question: Value, patience: Duration) -> Result<Value, Fault> {
        let mut state = self.0.lock();
        let id = state.next;
        state.next += 1;
        question["id"] = id.to_string().into();
        state.process.send(&question.to_string())?;
        let deadline = Instant::now() + patience;
        loop {
            if let Some(answer) = state.arrived.remove(&id) {
                let Some(error) = answer.get("error") else { return Ok(answer) };
                let text = format!("KataGo says {error} to {question}");
                return Err(Fault::Protocol(shortened(&text)));
            }
            if let Some(ended) = &state.ended {
                return Err(ended.clone());
            }
            // A thread that waits reads for all: a line may be the answer to another one's query.
            match state.process.receive(deadline.min(Instant::now() + SLICE)) {
                Ok(line) => state.hear(&line),
                Err(Fault::Time(late)) if Instant::now() >= deadline => {
                    return Err(Fault::Time(late));
                }
                Err(Fault::Time(_)) => MutexGuard::bump(&mut state),
                Err(fault) => state.ended = Some(fault),
            }
        }
    }
}

impl State {
    fn hear(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let answer = serde_json::from_str::<Value>(line).unwrap_or_default();
        // Warnings about a query, and reports during its search, are not its answer.
        if answer.get("warning").is_some() || answer["isDuringSearch"] == Value::Bool(true) {
            tracing::debug!(line, "no answer yet");
            return;
        }
        match answer["id"].as_str().and_then(|id| id.parse().ok()) {
            Some(id) => drop(self.arrived.insert(id, answer)),
            None => {
                let text = format!("KataGo said what is no answer: {}", shortened(line));
                self.ended = Some(Fault::Protocol(text));
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::thread;

    use serde_json::json;

    use super::*;

    /// What four threads hear of an engine that answers each line, `$id` being its number,
    /// so: that the answer was their own.
    fn ask(each: &str) -> Vec<Result<Value, Fault>> {
        let script = format!(
            "while read -r q; do id=${{q##*\\\"id\\\":\\\"}}; id=${{id%%\\\"*}}; {each}; done"
        );
        let engine = Analysis::start(&Command::shell(&script)).expect("a shell");
        thread::scope(|scope| {
            let one = || engine.ask(json!({ "komi": 7 }), Duration::from_secs(60));
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        })
    }

    #[test]
    fn answers_come_in_any_order() {
        // Each after the next, with a word before.
        let late = r#"echo "{\"warning\":\"x\",\"id\":\"$id\"}";
            echo "{\"isDuringSearch\":true,\"id\":\"$id\"}";
            [ $((id % 2)) = 0 ] || for i in $id $((id - 1)); do
                echo "{\"id\":\"$i\",\"v\":$i}"; done"#;
        let mut heard: Vec<_> =
            ask(late).into_iter().map(|answer| answer.map(|answer| answer["v"].as_u64())).collect();
        heard.sort_by_key(|answer| answer.clone().ok().flatten());
        assert_eq!(heard, [0, 1, 2, 3].map(|i| Ok(Some(i))));
    }

    #[test]
    fn answers_are_not_trusted() {
        for (each, kind) in [
            (r#"echo "{\"error\":\"no such rules\",\"id\":\"$id\"}""#, "protocol fault"),
            ("echo hello", "protocol fault"),
            (r#"echo '{"v":1}'"#, "protocol fault"),
            ("exit", "crash"),
        ] {
            for answer in ask(each) {
                assert_eq!(answer.map_err(|fault| fault.kind()), Err(kind), "{each}");
            }
        }
    }

    #[test]
    fn nobody_waits_for_ever() {
        let engine = Analysis::start(&Command::shell("read a; read b")).expect("a shell");
        let answer = engine.ask(json!({}), Duration::from_millis(20));
        assert_eq!(answer.map_err(|fault| fault.kind()), Err("out of time"));
    }
}
