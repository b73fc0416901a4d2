//! Games and the whole match, added up.

use starboard_core::{Game, Player};

use super::{Amount, Findings, Statistics, Step};
use crate::record::MatchRecord;

/// A game.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct GameSummary {
    /// What each player did.
    pub players: [Statistics; 2],
    /// What the game brought the first player: in a match, chance to win it; at
    /// money, points. `None` if it was not finished.
    pub result: Option<f64>,
}

/// A match or a session.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Summary {
    /// Game by game.
    pub games: Vec<GameSummary>,
    /// What each player did in all.
    pub total: [Statistics; 2],
    /// What the finished games brought the first player.
    pub result: f64,
    /// The luck of each player in the finished games: that of the others has come to no result.
    pub luck_in_finished: [Amount; 2],
}

impl GameSummary {
    /// The result without the luck of both, for the first player.
    pub fn luck_adjusted(&self) -> Option<f64> {
        let [mine, theirs] = &self.players;
        Some(self.result? - (mine.luck.total.worth - theirs.luck.total.worth))
    }
}

impl Summary {
    /// Adds up what was found out about the steps of a record.
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

    /// The result without the luck of both, for the first player; luck in games
    /// that were not finished is left out.
    pub fn luck_adjusted(&self) -> f64 {
        let [mine, theirs] = self.luck_in_finished;
        self.result - (mine.worth - theirs.worth)
    }
}

/// What the game that a step belongs to brought the first player.
fn result(step: &Step, record: &MatchRecord) -> Option<f64> {
    let outcome = record.games[step.game].outcome?;
    let points = i32::try_from(outcome.points).ok()?;
    let points = if outcome.winner == step.state.board.mover() { points } else { -points };
    let won = step.stakes.utility(points);
    // For who is on roll at this step, and then for the first player.
    let won = match step.stakes.chance_before() {
        None => won,
        Some(before) => step.stakes.match_chance(won)? - before,
    };
    Some(if step.state.board.mover() == Player::First { won } else { -won })
}

/// How far apart two players' ratings on FIBS have to be so that the better one
/// wins so often in matches of this length.
pub fn fibs_difference(chance: f64, length: u32) -> Option<f64> {
    let sane = length > 0 && chance > 0.0 && chance < 1.0;
    sane.then(|| -2000.0 / f64::from(length).sqrt() * (1.0 / chance - 1.0).log10())
}
