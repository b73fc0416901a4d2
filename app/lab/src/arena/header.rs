//! The settings of a match: the first line of its log.

use std::{fmt, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};
use starboard::{DurationArg, Payoff};
use starboard_core::Limits;

use super::Openings;
use crate::{
    runs::{self, Files, Shard},
    stats::Sprt,
};

/// The kind of log, which its first line names.
pub const KIND: &str = "match 1";

/// A player: an engine described by its parts, or an external engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Its description.
    pub description: String,
    /// The limits on each of its moves; none for an external engine that plays at
    /// its own settings.
    pub limits: Limits,
}

/// All that the games depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The first player named, A.
    pub a: Side,
    /// The other player, B.
    pub b: Side,
    /// How many games; even.
    pub games: usize,
    /// Seed for the openings and the dice.
    pub seed: u64,
    /// Where the openings come from.
    pub openings: Openings,
    /// How results are counted.
    pub payoff: Payoff,
    /// The number of decisions after which a game is a draw.
    pub max_plies: u32,
    /// The clock of each player, if there is one.
    pub clock: Option<Clock>,
    /// When a game is adjudicated.
    #[serde(alias = "resignation")]
    pub adjudication: Option<Adjudication>,
    /// By how much a time limit may be exceeded, in milliseconds.
    pub margin: u64,
    /// How long a move without a time limit may take, in milliseconds; for
    /// external engines.
    #[serde(alias = "patience")]
    pub timeout: u64,
    /// Whether times are recorded.
    pub times: bool,
    /// A hash of the openings.
    pub fingerprint: String,
    /// The files that the engines read.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
    /// The sequential test that ends the match as soon as it decides: with it in the log, reports
    /// can say how it stands. A log that names none can be resumed with any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Which of the pairs this log has.
    pub shard: Shard,
}

impl Header {
    /// A match of that many games on the game's usual openings, with defaults for
    /// the rest.
    pub fn new(game: &str, a: Side, b: Side, games: usize) -> Self {
        Self {
            experiment: KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.to_owned(),
            a,
            b,
            games,
            seed: 0,
            openings: Openings::Start,
            payoff: Payoff::Outcome,
            max_plies: 1000,
            clock: None,
            adjudication: None,
            margin: 200,
            timeout: 600_000,
            times: true,
            fingerprint: String::new(),
            files: Files::new(),
            sprt: None,
            shard: Shard::WHOLE,
        }
    }

    /// How many pairs of games.
    pub fn pairs(&self) -> usize {
        self.games / 2
    }
}

impl runs::Header for Header {
    const RESULTS: &'static str = "games";

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.pairs()
    }

    fn results(&self) -> usize {
        2
    }
}

/// The time that a player has for a game, as in `60+0.5`: seconds, and an increment in
/// seconds after each move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time at the start.
    pub base: Duration,
    /// The increment after each move.
    pub increment: Duration,
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = |part: &str| part.trim().parse::<DurationArg>().map(|span| span.0).ok();
        match (read(base), read(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Self { base, increment }),
            _ => Err(format!("expected seconds such as 60+0.5, found {text:?}")),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

runs::as_text!(Clock);

/// When a game is adjudicated: once the evaluations of both players have agreed, for a number
/// of moves of each, that one of them is ahead by at least some value.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// How far ahead, in units of the game.
    pub value: f64,
    /// For how many moves of each player.
    pub moves: u32,
}

impl FromStr for Adjudication {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once(',')
            .and_then(|(v, n)| Some((v.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((value, moves)) if value > 0.0 && moves > 0 => Ok(Self { value, moves }),
            _ => {
                Err(format!("expected a value and a number of moves such as 10,4, found {text:?}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Ending;

    #[test]
    fn clocks_and_adjudications_are_read() {
        for (text, written) in [("60+0.5", "60+0.5"), ("10", "10+0"), ("500ms + 10ms", "0.5+0.01")]
        {
            assert_eq!(text.parse::<Clock>().map(|c| c.to_string()), Ok(written.to_owned()));
        }
        for text in ["", "0", "-1+2", "1+", "x+1", "1+1+1"] {
            let error = text.parse::<Clock>().expect_err(text);
            assert!(error.starts_with("expected seconds such as 60+0.5"), "{error}");
        }
        assert_eq!("2.5, 3".parse(), Ok(Adjudication { value: 2.5, moves: 3 }));
        for text in ["", "3", "0,3", "nan,1", "3,0", "3,4,5"] {
            assert!(text.parse::<Adjudication>().is_err(), "{text}");
        }
    }
    #[test]
    fn former_names_of_fields_are_read() {
        let side = Side { description: "minimax".to_owned(), limits: Limits::depth(1) };
        let adjudication = Some(Adjudication { value: 2.0, moves: 3 });
        let header = Header {
            adjudication,
            timeout: 7,
            ..Header::new("tic-tac-toe", side.clone(), side, 2)
        };
        let now = serde_json::to_string(&header).expect("JSON");
        let before = now.replace("adjudication", "resignation").replace("timeout", "patience");
        assert_ne!(before, now);
        assert_eq!(serde_json::from_str::<Header>(&before).ok(), Some(header));
        let ending = serde_json::from_str::<Ending>("\"given-up\"");
        assert_eq!(ending.ok(), Some(Ending::Adjudicated));
    }
}
