//! A player as the user described it, checked.

use std::time::Duration;

use starboard::{AnyGame, BadInput, EnginePlayer, Limit, MatchPlayer};
use starboard_core::Limits;
use starboard_protocols::external::{self, Command, Protocol};

use super::{Clock, Side};

/// The limits that the user gave, to both players or to one.
#[derive(Clone, Debug, Default)]
pub struct PlayerLimits {
    /// Those for this player alone; any of these overrides all limits for both.
    pub own: Limits,
    /// Those for both players.
    pub both: Limits,
    /// The clock of each player, if there is one.
    pub clock: Option<Clock>,
}

/// The limits that are set.
fn limits_in(limits: &Limits) -> impl Iterator<Item = Limit> {
    let Limits { depth, nodes, evaluations, time, .. } = limits;
    let given = [
        (Limit::Depth, depth.is_some()),
        (Limit::Nodes, nodes.is_some()),
        (Limit::Evaluations, evaluations.is_some()),
        (Limit::Time, time.is_some()),
    ];
    given.into_iter().filter(|(_, given)| *given).map(|(limit, _)| limit)
}

/// The player of this description with the limits that apply to it. Without any
/// limit, it gets as many nodes as in a comparison.
///
/// # Errors
///
/// [`BadInput`] if there can be no such player, or if it does not support these
/// limits.
pub fn side(entry: &dyn AnyGame, description: &str, given: &PlayerLimits) -> anyhow::Result<Side> {
    let special = limits_in(&given.own).next().is_some();
    let wanted = if special { &given.own } else { &given.both };
    let usual = Limits::nodes(entry.info().default_depths.compare_nodes);
    let description = description.trim().to_owned();
    if !Command::names(&description) {
        let engine = entry.engine(Some(&description))?;
        let mut limits = engine.described_limits(wanted);
        if limits_in(&limits).next().is_none() && given.clock.is_none() {
            limits = usual;
        }
        return Ok(Side { description, limits });
    }
    let command: Command = description.parse().map_err(BadInput::error)?;
    let protocol = external::protocol(entry, &command)?;
    let refused = |limit: Limit| {
        let name = format!("{limit:?}").to_lowercase();
        BadInput::error(format!(
            "{description} cannot be limited by {name}: {protocol} has no way to say so"
        ))
    };
    if given.clock.is_some() && !protocol.can(Limit::Clock) {
        return Err(refused(Limit::Clock));
    }
    if special && let Some(limit) = limits_in(wanted).find(|&limit| !protocol.can(limit)) {
        return Err(refused(limit));
    }
    let keep = |limit| protocol.can(limit);
    let mut limits = Limits {
        depth: wanted.depth.filter(|_| keep(Limit::Depth)),
        nodes: wanted.nodes.filter(|_| keep(Limit::Nodes)),
        evaluations: wanted.evaluations.filter(|_| keep(Limit::Evaluations)),
        time: wanted.time.filter(|_| keep(Limit::Time)),
        ..Limits::default()
    };
    if protocol == Protocol::Gtp {
        // GTP counts whole seconds: less than one cannot be expressed, and fractions are
        // rounded up.
        let second = Duration::from_secs(1);
        let base = given.clock.map(|clock| clock.base);
        if limits.time.into_iter().chain(base).any(|time| time < second) {
            return Err(BadInput::error(format!(
                "{description} cannot be given less than a second: gtp counts in seconds"
            )));
        }
        if given.clock.is_some_and(|clock| !clock.increment.is_zero()) {
            return Err(BadInput::error(format!(
                "{description} cannot be given a clock with an increment: gtp has no way to say so"
            )));
        }
        let whole = |time: Duration| Duration::from_secs(time.as_secs_f64().ceil() as u64);
        limits.time = limits.time.map(whole);
    }
    if protocol == Protocol::Usi && limits_in(&limits).next().is_none() && given.clock.is_none() {
        limits = usual;
    }
    Ok(Side { description, limits })
}

/// The player, ready to play.
pub(super) fn player(entry: &dyn AnyGame, side: &Side) -> anyhow::Result<Box<dyn MatchPlayer>> {
    if Command::names(&side.description) {
        let command: Command = side.description.parse().map_err(BadInput::error)?;
        return external::player(entry, &command);
    }
    Ok(Box::new(EnginePlayer::new(entry.engine(Some(&side.description))?)))
}
