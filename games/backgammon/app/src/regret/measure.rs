//! Measures players on decisions.

use serde::Serialize;
use starboard_core::FilterSet;
use starboard_lab::{Progress, parallel_map};

use super::{decision::Decision, player::Player};

/// The choice of a player in a decision.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Choice {
    /// By how many points it is worse than the best move.
    pub(super) loss: f64,
    /// Whether the player's own choice was not rolled out: then this is its best choice among the
    /// moves that were.
    pub(super) outside: bool,
    /// What it took, where that is counted.
    pub(super) cost: Option<Cost>,
}

/// What one decision took.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Cost {
    /// Positions evaluated.
    pub(super) evaluations: u64,
    /// CPU time of the thread that searched.
    pub(super) seconds: f64,
}

/// What a player picks in each of the decisions by `choose`. Each thread has a player of its
/// own.
///
/// # Errors
///
/// If a player cannot be made, or does not answer.
pub(super) fn measure<P>(
    decisions: &[Decision],
    player: impl Fn() -> anyhow::Result<P> + Sync,
    choose: impl Fn(&mut P, &Decision) -> anyhow::Result<Choice> + Sync,
    threads: usize,
    progress: &Progress,
) -> anyhow::Result<Vec<Choice>> {
    let parts: Vec<_> = decisions.chunks(decisions.len().div_ceil(threads).max(1)).collect();
    let work = |_, part: &[Decision]| {
        let mut player = player()?;
        let choice = |decision| {
            let choice = choose(&mut player, decision)?;
            progress.step();
            Ok(choice)
        };
        part.iter().map(choice).collect::<anyhow::Result<Vec<_>>>()
    };
    let found = parallel_map(parts, threads, &Progress::hidden(), work);
    Ok(found.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat())
}

/// The choice of a player that ranks all moves, looking `plies` plies ahead.
///
/// # Errors
///
/// If it does not answer.
pub(super) fn first_of_ranked(
    player: &mut Player,
    decision: &Decision,
    plies: u32,
    filter: &FilterSet,
) -> anyhow::Result<Choice> {
    let rated = player.rank(&decision.game, decision.dice, plies, filter)?;
    let losses = rated.iter().map(|rated| decision.loss(rated.turn));
    let rolled_out = losses.enumerate().find_map(|(i, loss)| Some((i, loss?)));
    let (place, loss) = rolled_out.expect("a decision's candidates are legal moves");
    Ok(Choice { loss, outside: place > 0, cost: None })
}
