//! Questions about Go to KataGo's analysis engine.

use std::time::Duration;

use serde_json::{Value, json};
use starboard::Fault;
use starboard_core::Game;
use starboard_go::{Go, Scoring};
use starboard_protocols::external::{Command, katago::Analysis};

/// How long it may take to answer: at the first question it may have to tune itself to a
/// graphics card.
const PATIENCE: Duration = Duration::from_secs(3600);

/// KataGo, in a process of its own, which many threads can ask.
pub struct Katago(Analysis);

/// What to ask about a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// How many visits it may use; with one, the network alone answers.
    pub visits: u32,
    /// Whether to return the ownership of each point.
    pub ownership: bool,
}

impl Katago {
    /// Starts it by a command for the shell, such as `katago analysis -config FILE -model FILE`.
    ///
    /// # Errors
    ///
    /// If there is no shell. A wrong command shows only at the first question.
    pub fn start(command: &str) -> Result<Self, Fault> {
        Ok(Self(Analysis::start(&Command::shell(command))?))
    }

    /// Its answer about the position after these moves, of a game by the rules of `game` that
    /// Black began on an empty board. Leads are from Black's point of view.
    ///
    /// # Errors
    ///
    /// If KataGo has ended, or rejects the question.
    pub fn ask(&self, game: &Go, moves: &[String], question: Question) -> Result<Value, Fault> {
        let (lines, rules) = (game.size().side(), game.rules());
        let named = moves.iter().enumerate().map(|(i, m)| [color(i), m]);
        let question = json!({
            "moves": named.collect::<Vec<_>>(),
            "rules": if rules.scoring == Scoring::Area { "chinese" } else { "japanese" },
            "komi": f64::from(rules.komi.raw()) / f64::from(Go::UNIT),
            "boardXSize": lines, "boardYSize": lines,
            "maxVisits": question.visits,
            "includeOwnership": question.ownership,
            "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
        });
        self.0.ask(question, PATIENCE)
    }
}

/// The colour that makes a move, by the number of the move.
pub fn color(number: usize) -> &'static str {
    if number.is_multiple_of(2) { "b" } else { "w" }
}

#[cfg(all(test, unix))]
mod tests {
    use std::thread;

    use super::*;

    const ONE: Question = Question { visits: 1, ownership: false };

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
}
