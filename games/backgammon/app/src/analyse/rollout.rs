//! How a rollout is asked for.

use std::{num::NonZeroUsize, path::PathBuf};

use starboard_backgammon::{
    Dice,
    rollout::{RolloutOptions, Stop},
};
use starboard_core::FilterSet;

use starboard_lab::{
    command::{AnalyseArgs, count},
    runs::Shard,
};

use crate::advice::RolloutPlan;

/// The options of a rollout.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Rollout")]
pub(super) struct RolloutArgs {
    /// Roll out the best moves, or no double and double and take: this many trials each, rounded up
    /// to batches of 36, on the same dice
    #[arg(long, conflicts_with = "file", value_name = "TRIALS", value_parser = count, conflicts_with_all = AnalyseArgs::SEARCH)]
    rollout: Option<u64>,
    /// Rollout: how many moves to roll out, the best first
    #[arg(long, conflicts_with = "file", value_name = "N", value_parser = count, default_value_t = 5, requires = "rollout")]
    candidates: u64,
    /// Rollout: seed for the dice
    #[arg(
        long,
        conflicts_with = "file",
        value_name = "S",
        default_value_t = 1,
        requires = "rollout"
    )]
    seed: u64,
    /// Rollout: plies to look ahead for moves, within --filter, and for the cube
    #[arg(
        long,
        conflicts_with = "file",
        alias = "rollout-ply",
        value_name = "N",
        default_value_t = 0,
        requires = "rollout"
    )]
    rollout_plies: u32,
    /// Rollout: beyond the first ply, search only this many rolls, a stratified sample of all 21; 5
    /// take a third of the time [default: all]
    #[arg(long, conflicts_with = "file", value_name = "N", value_parser = rolls, requires = "rollout")]
    rolls: Option<NonZeroUsize>,
    /// Rollout: nobody doubles
    #[arg(long, conflicts_with = "file", requires = "rollout")]
    cubeless: bool,
    /// Rollout: do without variance reduction; this takes many more trials
    #[arg(
        long = "no-variance-reduction",
        alias = "with-luck",
        conflicts_with = "file",
        requires = "rollout"
    )]
    with_luck: bool,
    /// Rollout: stop playing after this many turns and evaluate; 0 to play to the end
    #[arg(
        long,
        conflicts_with = "file",
        value_name = "N",
        default_value_t = 0,
        requires = "rollout"
    )]
    truncate: u32,
    /// Rollout: late evaluations, which look --late-plies plies ahead from this turn on; 0 for none
    #[arg(
        long = "late-evaluations",
        alias = "late",
        conflicts_with = "file",
        value_name = "N",
        default_value_t = 0,
        requires = "rollout"
    )]
    late: u32,
    /// Rollout: plies to look ahead in late evaluations
    #[arg(
        long,
        conflicts_with = "file",
        alias = "late-ply",
        value_name = "N",
        default_value_t = 0,
        requires = "late"
    )]
    late_plies: u32,
    /// Rollout: stop when all standard errors are below this; 0 for never
    #[arg(
        long,
        conflicts_with = "file",
        value_name = "X",
        default_value_t = 0.0,
        requires = "rollout"
    )]
    stop_error: f64,
    /// Rollout: give up a candidate that is this many joint standard deviations behind the best; 0
    /// for never
    #[arg(
        long,
        conflicts_with = "file",
        value_name = "X",
        default_value_t = 0.0,
        requires = "rollout"
    )]
    stop_deviations: f64,
    /// Rollout: trials before anything may be stopped or given up
    #[arg(
        long = "min-trials",
        alias = "least",
        conflicts_with = "file",
        value_name = "N",
        default_value_t = 324,
        requires = "rollout"
    )]
    least: u64,
    /// Rollout: the log, one line of JSON per batch; the same command, or one for more trials,
    /// resumes from it
    #[arg(long, conflicts_with = "file", value_name = "FILE", requires = "rollout")]
    log: Option<PathBuf>,
    /// Rollout: play only the batches i, i+N, i+2N, ... of 36 trials each, with i from 0; `log
    /// merge` puts the logs together
    #[arg(long, conflicts_with = "file", value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        requires = "log")]
    shard: Shard,
}

/// Reads how many rolls stand for all.
fn rolls(text: &str) -> Result<NonZeroUsize, String> {
    let all = Dice::all().count();
    let rolls = text.parse().ok().filter(|rolls: &NonZeroUsize| rolls.get() <= all);
    rolls.ok_or_else(|| format!("expected a number of rolls from 1 to {all}"))
}

impl RolloutArgs {
    /// Whether there is to be a rollout.
    pub(super) fn is_asked_for(&self) -> bool {
        self.rollout.is_some()
    }

    /// How to roll out, if that is asked for.
    pub(super) fn plan(
        &self,
        filter: FilterSet,
        threads: usize,
        visible: bool,
    ) -> Option<RolloutPlan> {
        Some(RolloutPlan {
            trials: self.rollout?,
            seed: self.seed,
            options: RolloutOptions {
                cubeful: !self.cubeless,
                plies: self.rollout_plies,
                cube_plies: self.rollout_plies,
                filter,
                rolls: self.rolls,
                variance_reduction: !self.with_luck,
                truncate: self.truncate,
                late: self.late,
                late_plies: self.late_plies,
            },
            stop: Stop {
                least: self.least,
                error: self.stop_error,
                deviations: self.stop_deviations,
            },
            candidates: usize::try_from(self.candidates).unwrap_or(usize::MAX),
            log: self.log.clone(),
            shard: self.shard,
            threads,
            visible,
        })
    }
}
