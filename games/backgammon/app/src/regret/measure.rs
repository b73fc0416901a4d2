//! Players rank the moves of decisions.

use starboard_core::FilterSet;
use starboard_lab::{Progress, parallel_map};

use super::{decision::Decision, player::Player};

/// What a player picked in a decision.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Choice {
    /// By how many points it is worse than the best.
    pub(super) loss: f64,
    /// Whether what the player would play was not rolled out: then this is the best, in its
    /// eyes, of what was.
    pub(super) outside: bool,
}

/// What a player picks in each of the decisions, looking so many plies ahead. Each thread has
/// a player of its own.
///
/// # Errors
///
/// If a player cannot be made, or does not answer.
pub(super) fn measure(
    decisions: &[Decision],
    plies: u32,
    filter: &FilterSet,
    player: impl Fn() -> anyhow::Result<Player> + Sync,
    threads: usize,
    progress: &Progress,
) -> anyhow::Result<Vec<Choice>> {
    let parts: Vec<_> = decisions.chunks(decisions.len().div_ceil(threads).max(1)).collect();
    let work = |_, part: &[Decision]| {
        let mut player = player()?;
        let choice = |decision| {
            let choice = choose(&mut player, decision, plies, filter)?;
            progress.step();
            Ok(choice)
        };
        part.iter().map(choice).collect::<anyhow::Result<Vec<_>>>()
    };
    let found = parallel_map(parts, threads, &Progress::hidden(), work);
    Ok(found.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat())
}

fn choose(
    player: &mut Player,
    decision: &Decision,
    plies: u32,
    filter: &FilterSet,
) -> anyhow::Result<Choice> {
    let rated = player.rank(&decision.game, decision.dice, plies, filter)?;
    let losses = rated.iter().map(|rated| decision.loss(rated.turn));
    let rolled_out = losses.enumerate().find_map(|(i, loss)| Some((i, loss?)));
    let (place, loss) = rolled_out.expect("a decision's candidates are legal moves");
    Ok(Choice { loss, outside: place > 0 })
}
