//! The summary of each game and of the whole match.

use starboard_core::{Game, Player};

use super::{Amount, Findings, Statistics, Step};
use crate::record::MatchRecord;

/// The summary of a game.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct GameSummary {
    /// The statistics of each player.
    pub players: [Statistics; 2],
    /// What the game gained the first player: in a match, match winning chance; for money, points.
    /// `None` if it was not finished.
    pub result: Option<f64>,
}

/// The summary of a match or a session.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Summary {
    /// The games.
    pub games: Vec<GameSummary>,
    /// The statistics of each player over all games.
    pub total: [Statistics; 2],
    /// What the finished games gained the first player.
    pub result: f64,
    /// The luck of each player in the finished games; unfinished games have no result to adjust.
    pub luck_in_finished: [Amount; 2],
}

impl GameSummary {
    /// The luck-adjusted result, for the first player.
    pub fn luck_adjusted(&self) -> Option<f64> {
        let [mine, theirs] = &self.players;
        Some(self.result? - (mine.luck.total.worth - theirs.luck.total.worth))
    }
}

impl Summary {
    /// Summarises the analysis of the steps of a record.
    pub fn new(steps: &[Step], found: &[Findings], record: &MatchRecord) -> Self {
        let mut summary =
            Self { games: vec![GameSummary::default(); record.games.len()], ..Self::default() };
        for (step, found) in steps.iter().zip(found) {
            summary.games[step.game].players[step.player.index()].add(found);
        }
        for (i, game) in summary.games.iter_mut().enumerate() {
            for (total, player) in summary.total.iter_mut().zip(&game.players) {
                *total += player;
            }
            let step = steps.iter().find(|step| step.game == i);
            game.result = step.and_then(|step| result(step, record));
            let Some(won) = game.result else { continue };
            summary.result += won;
            for (luck, player) in summary.luck_in_finished.iter_mut().zip(&game.players) {
                *luck += player.luck.total;
            }
        }
        summary
    }

    /// The luck-adjusted result, for the first player; luck in unfinished games is left out.
    pub fn luck_adjusted(&self) -> f64 {
        let [mine, theirs] = self.luck_in_finished;
        self.result - (mine.worth - theirs.worth)
    }
}

/// What the game of a step gained the first player.
fn result(step: &Step, record: &MatchRecord) -> Option<f64> {
    let outcome = record.games[step.game].outcome?;
    let points = i32::try_from(outcome.points).ok()?;
    let points = if outcome.winner == step.state.board.mover() { points } else { -points };
    let won = step.stakes.utility(points);
    // First for the player on roll at this step, and then for the first player.
    let won = match step.stakes.chance_before() {
        None => won,
        Some(before) => step.stakes.match_chance(won)? - before,
    };
    Some(if step.state.board.mover() == Player::First { won } else { -won })
}

/// The difference of FIBS ratings at which the better player wins matches of this length with this
/// chance.
pub fn fibs_difference(chance: f64, length: u32) -> Option<f64> {
    let sane = length > 0 && chance > 0.0 && chance < 1.0;
    sane.then(|| -2000.0 / f64::from(length).sqrt() * (1.0 / chance - 1.0).log10())
}
