//! The games of a tournament.

use std::{collections::BTreeMap, ops::ControlFlow};

use anyhow::bail;
use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput, MatchPlayer, Payoff};
use starboard_core::Stop;

use crate::{
    Progress,
    arena::{self, Adjudication, Arena, Clock, Openings, RecordFiles, Row, Side},
    runs::{self, Files, Keep, Shard},
};

/// What a log of this form says it is.
pub const KIND: &str = "tournament 1";

/// Who plays whom.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
}

impl Schedule {
    /// The pairings of a round among so many players, by their numbers from 0.
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let first = match self {
            Self::RoundRobin => players,
            Self::Gauntlet => players.min(1),
        };
        (0..first).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect()
    }
}

/// All that the games depend on, except their number: more can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// Those who play.
    pub players: Vec<Side>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Fixes the openings and the dice.
    pub seed: u64,
    /// Where the openings come from.
    pub openings: Openings,
    /// How results count.
    pub payoff: Payoff,
    /// After so many decisions a game is a draw.
    pub max_plies: u32,
    /// The clock of each player, if there is one.
    pub clock: Option<Clock>,
    /// When a game is adjudicated.
    pub adjudication: Option<Adjudication>,
    /// By how much a limit on time may be exceeded, in milliseconds.
    pub margin: u64,
    /// How long a move may take that has no limit on time, in milliseconds; for external engines.
    pub timeout: u64,
    /// Whether times are written.
    pub times: bool,
    /// How many games each pairing plays; even.
    #[serde(skip)]
    pub games: usize,
    /// The SHA-256 of what the file of openings holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings_hash: Option<String>,
    /// The files that the engines read.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
    /// Which part of the pairs of games.
    #[serde(default)]
    pub shard: Shard,
}

impl Header {
    /// Who plays whom in each round.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        self.schedule.pairings(self.players.len())
    }
}

impl runs::Header for Header {
    const RESULTS: &'static str = "games";
    const OPEN: bool = true;

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.games / 2 * self.pairings().len()
    }

    fn results(&self) -> usize {
        2
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The numbers of A and of B among the players, from 0.
    pub players: [usize; 2],
    /// The game; its pair is one of the whole tournament.
    #[serde(flatten)]
    pub row: Row,
}

impl Game {
    /// Whether its players are among those of this tournament, as they are unless somebody has
    /// edited the log.
    pub fn is_of(&self, header: &Header) -> bool {
        self.players.iter().all(|&player| player < header.players.len())
    }
}

/// Plays all games of the shard that are not yet in the log, in order. A round has a pair of games
/// of every pairing, all from one opening but each pair with its own dice, so that a tournament
/// that is stopped is nearly balanced, and no pairing repeats an opening before it has had all.
/// Times aside, the games are the same for any number of threads. Once `stop` is requested,
/// games in progress are abandoned. `openings` is the contents of a file of openings.
///
/// # Errors
///
/// [`BadInput`] if there are no such players or games, or the log is that of another tournament;
/// and if a file cannot be written.
pub fn run(
    game: &dyn AnyGame,
    header: &Header,
    openings: Option<&str>,
    keep: Keep<'_>,
    records: Option<&RecordFiles>,
    visible: bool,
    stop: &Stop,
) -> anyhow::Result<Vec<Game>> {
    arena::check_games(header.games)?;
    if header.payoff == Payoff::Score {
        bail!(BadInput(format!(
            "{} is played alone, and only who wins or loses is compared: a match says who earns more",
            header.game
        )));
    }
    let [first, second, others @ ..] = &header.players[..] else {
        bail!(BadInput(format!("expected two players or more, found {}", header.players.len())));
    };
    let pairings = header.pairings();
    let units = header.games / 2 * pairings.len();
    let of_two = arena::Header {
        seed: header.seed,
        openings: header.openings.clone(),
        payoff: header.payoff,
        max_plies: header.max_plies,
        clock: header.clock,
        adjudication: header.adjudication,
        margin: header.margin,
        timeout: header.timeout,
        times: header.times,
        ..arena::Header::new(game.name(), first.clone(), second.clone(), header.games)
    };
    let arena = Arena::new(game, &of_two, openings)?;
    others.iter().try_for_each(|side| arena.try_out(side))?;
    let records = records.map(|files| files.open(&arena)).transpose()?;

    let (from, step) = header.shard.parts();
    let numbers: Vec<_> =
        (from..units).step_by(step).flat_map(|pair| [2 * pair, 2 * pair + 1]).collect();
    let of = |number: usize| pairings[number / 2 % pairings.len()];
    let progress = Progress::new(visible, numbers.len() as u64, "tournament");
    runs::run(
        header,
        keep.until(stop),
        numbers.len(),
        |i, game: &Game| game.row.game == numbers[i] && game.players == of(numbers[i]),
        || Ok(BTreeMap::new()),
        // Each thread keeps its players: to start a program takes longer than many a game.
        |ready: &mut BTreeMap<usize, Box<dyn MatchPlayer>>, i| {
            let (number, players) = (numbers[i], of(numbers[i]));
            let sides = players.map(|player| &header.players[player]);
            let mut take = |player: usize| match ready.remove(&player) {
                Some(player) => Ok(player),
                None => arena.player(&header.players[player]),
            };
            let mut both = [take(players[0])?, take(players[1])?];
            let opening = number / 2 / pairings.len();
            let row = arena.play(sides, &mut both, opening, number, stop)?;
            ready.extend(players.into_iter().zip(both));
            Ok(Game { players, row })
        },
        |i, Game { players, row }| {
            progress.step();
            if let Some(records) = &records {
                records.keep(row, players.map(|i| header.players[i].description.as_str()))?;
            }
            progress.say(format!("round {}", numbers[i] / 2 / pairings.len() + 1));
            Ok(ControlFlow::Continue(()))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_or_the_first_all_others() {
        assert_eq!(Schedule::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Schedule::RoundRobin.pairings(6).len(), 15);
        assert_eq!(Schedule::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Schedule::Gauntlet.pairings(2), Schedule::RoundRobin.pairings(2));
    }
}
