//! KataGo's analysis engine, asked many questions at once.
//!
//! A question is an object of JSON on a line, `moves`, `rules`, `boardXSize` and so on, as
//! is an answer; the answers come in any order, told apart by the number in `id`.

use std::time::Duration;

use serde_json::Value;
use starboard::{Fault, shortened};
use starboard_core::Instant;

use super::{Command, Process};

/// A running analysis engine.
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
/// let mut engine = Analysis::start(&command)?;
/// let questions = [json!({ "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 9 })];
/// let mut leads = Vec::new();
/// engine.ask(&questions, Duration::from_secs(60), |number, answer| {
///     leads.push((number, answer["rootInfo"]["scoreLead"].as_f64()));
///     Ok::<_, Fault>(())
/// })?;
/// assert_eq!(leads, [(0, Some(2.5))]);
/// # Ok::<(), Fault>(())
/// ```
pub struct Analysis {
    process: Process,
    /// The number of the next question.
    next: usize,
}

impl Analysis {
    /// Starts it.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(command: &Command) -> Result<Self, Fault> {
        Ok(Self { process: Process::start(command)?, next: 0 })
    }

    /// Asks all of these, whose `id` is set here; `take` is given the place of a question and
    /// its answer as they come, in any order. The engine has `patience` for each next answer.
    ///
    /// # Errors
    ///
    /// Those of `take`; and if the engine does not answer in time, answers with an error, or
    /// ends.
    pub fn ask<E: From<Fault>>(
        &mut self,
        questions: &[Value],
        patience: Duration,
        mut take: impl FnMut(usize, &Value) -> Result<(), E>,
    ) -> Result<(), E> {
        // Answers to what was asked before, and broken off, have lower numbers.
        let first = self.next;
        self.next += questions.len();
        for (number, question) in (first..).zip(questions) {
            let mut question = question.clone();
            question["id"] = number.to_string().into();
            self.process.send(&question.to_string())?;
        }
        let mut is_open = vec![true; questions.len()];
        for _ in questions {
            let (place, answer) = self.answer(first, &is_open, Instant::now() + patience)?;
            is_open[place] = false;
            take(place, &answer)?;
        }
        Ok(())
    }

    /// The next answer to an open question.
    fn answer(
        &mut self,
        first: usize,
        is_open: &[bool],
        deadline: Instant,
    ) -> Result<(usize, Value), Fault> {
        loop {
            let line = self.process.receive(deadline)?;
            let no_answer =
                || Fault::Protocol(format!("KataGo said what is no answer: {}", shortened(&line)));
            if line.trim().is_empty() {
                continue;
            }
            let answer: Value = serde_json::from_str(&line).map_err(|_| no_answer())?;
            if let Some(error) = answer.get("error") {
                return Err(Fault::Protocol(shortened(&format!("KataGo says {error}"))));
            }
            // What it says of a question before, or while, it looks into it.
            if answer.get("warning").is_some() || answer["isDuringSearch"] == Value::Bool(true) {
                tracing::debug!(line, "no answer yet");
                continue;
            }
            let number = answer["id"].as_str().and_then(|id| id.parse::<usize>().ok());
            let place = number.ok_or_else(no_answer)?.checked_sub(first);
            if let Some(place) = place.filter(|&place| is_open.get(place) == Some(&true)) {
                return Ok((place, answer));
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use serde_json::json;

    use super::*;

    /// What is heard of two rounds of two questions from an engine that answers each line,
    /// `$id` being its number, so.
    fn ask(each: &str) -> Result<Vec<(usize, i64)>, Fault> {
        let script = format!(
            "while read -r q; do id=${{q##*\\\"id\\\":\\\"}}; id=${{id%%\\\"*}}; {each}; done"
        );
        let mut engine = Analysis::start(&Command::shell(&script))?;
        let mut heard = Vec::new();
        for _ in 0..2 {
            let questions = [json!({ "a": 1 }), json!({ "a": 2 })];
            engine.ask(&questions, Duration::from_secs(60), |place, answer| {
                heard.push((place, answer["v"].as_i64().unwrap_or(-1)));
                Ok::<_, Fault>(())
            })?;
        }
        Ok(heard)
    }

    #[test]
    fn answers_come_in_any_order() {
        let say = r#"echo "{\"id\":\"$id\",\"v\":$id}""#;
        assert_eq!(ask(say), Ok(vec![(0, 0), (1, 1), (0, 2), (1, 3)]));
        // Each after the next, with a word before.
        let late = r#"echo "{\"warning\":\"x\",\"id\":\"$id\"}";
            echo "{\"isDuringSearch\":true,\"id\":\"$id\"}";
            [ $((id % 2)) = 0 ] || for i in $id $((id - 1)); do
                echo "{\"id\":\"$i\",\"v\":$i}"; done"#;
        assert_eq!(ask(late), Ok(vec![(1, 1), (0, 0), (1, 3), (0, 2)]));
    }

    #[test]
    fn answers_are_not_trusted() {
        for (each, kind) in [
            (r#"echo '{"error":"no such rules","id":"0"}'"#, "protocol fault"),
            ("echo hello", "protocol fault"),
            (r#"echo '{"v":1}'"#, "protocol fault"),
            ("exit", "crash"),
        ] {
            assert_eq!(ask(each).map_err(|fault| fault.kind()), Err(kind), "{each}");
        }
    }
}
