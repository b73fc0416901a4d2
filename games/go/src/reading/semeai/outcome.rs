//! What is known about the outcome of a race: lost, seki or won, in ascending order of preference
//! for the player whose race it is.
//!
//! An outcome is asked for by thresholds: at least seki, and won. It is never better for
//! the player if the opponent moves first, nor if the opponent wins kos, so that one answer
//! settles others, and no two contradict each other.

use crate::{Color, Ko, Point};

/// What is asked of an outcome.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// That the player's string is not taken.
    Seki,
    /// That the other is.
    Won,
}

/// A question about an outcome.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) level: Level,
    pub(super) ko: Ko,
    /// Who moves first.
    pub(super) first: Color,
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// Whether the outcome is at least what was asked for; `None` if that was not settled.
    pub(super) attained: Option<bool>,
    /// The move of who moves first.
    pub(super) best: Option<Point>,
    /// Whether anything may turn on kos.
    pub(super) kos: bool,
}

/// The answers so far about the race of a player.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    player: Color,
    answers: Vec<(Question, Answer)>,
}

impl Outcome {
    pub(super) const fn new(player: Color) -> Self {
        Self { player, answers: Vec::new() }
    }

    pub(super) fn add(&mut self, question: Question, answer: Answer) {
        self.answers.push((question, answer));
    }

    /// The answer to a question, if it follows from those to others.
    pub(super) fn known(&self, question: Question) -> Option<Answer> {
        let same = self.answers.iter().find(|(asked, answer)| {
            asked.level == question.level
                && asked.first == question.first
                && (asked.ko == question.ko || !answer.kos)
        });
        let implied = || {
            let follows = |(asked, answer): &&(Question, Answer)| match answer.attained {
                Some(true) => self.is_harder(*asked, question, answer.kos),
                Some(false) => self.is_harder(question, *asked, answer.kos),
                None => false,
            };
            self.answers.iter().find(follows).map(|&(asked, answer)| {
                let best = answer.best.filter(|_| asked.first == question.first);
                Answer { best, ..answer }
            })
        };
        same.map(|&(_, answer)| answer).or_else(implied)
    }

    /// Whether what one question asks for is at least as much as what another does.
    fn is_harder(&self, one: Question, other: Question, kos: bool) -> bool {
        let help = |ko| match ko {
            Ko::WonBy(winner) if winner == self.player => 2,
            Ko::NoThreats => 1,
            Ko::WonBy(_) => 0,
        };
        one.level >= other.level
            && (one.first != self.player || other.first == self.player)
            && (!kos || help(one.ko) <= help(other.ko))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_follow_from_others() {
        let (own, other) = (Color::Black, Color::White);
        let ask = |level, ko, first| Question { level, ko, first };
        let mut outcome = Outcome::new(own);
        let answer = |attained, kos| Answer { attained: Some(attained), best: None, kos };
        outcome.add(ask(Level::Won, Ko::NoThreats, other), answer(true, true));
        outcome.add(ask(Level::Seki, Ko::WonBy(other), own), answer(false, true));
        let known = |question| outcome.known(question).and_then(|answer| answer.attained);
        let cases = [
            (Level::Won, Ko::NoThreats, own, Some(true)),
            (Level::Seki, Ko::WonBy(own), other, Some(true)),
            (Level::Won, Ko::WonBy(other), other, Some(false)),
            (Level::Seki, Ko::WonBy(other), other, Some(false)),
        ];
        for (level, ko, first, expected) in cases {
            assert_eq!(known(ask(level, ko, first)), expected, "{level:?} {ko:?} {first:?}");
        }
        let mut outcome = Outcome::new(own);
        outcome.add(ask(Level::Seki, Ko::WonBy(own), other), answer(true, true));
        assert_eq!(outcome.known(ask(Level::Seki, Ko::NoThreats, other)), None);
        assert_eq!(outcome.known(ask(Level::Won, Ko::WonBy(own), other)), None);
        // Where nothing turns on kos they make no difference.
        outcome.add(ask(Level::Seki, Ko::WonBy(own), other), answer(true, false));
        assert!(outcome.known(ask(Level::Seki, Ko::WonBy(other), other)).is_some());
    }
}
