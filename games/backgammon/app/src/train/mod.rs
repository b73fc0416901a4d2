//! Training backgammon's networks: by self-play from scratch ([`td`]), and then towards the results
//! of deeper searches ([`refine`]).

pub(crate) mod command;
mod model;
pub(crate) mod play;
mod refine;
mod store;
mod summary;
pub(crate) mod targets;
mod td;

use anyhow::Context;
use starboard_backgammon::Nets;

pub(crate) use refine::{Done, GAMES, Header, REFINE, RefinePlan, fingerprint};
pub(crate) use summary::NetsSummary;
pub(crate) use targets::RolloutTargets;
pub(crate) use td::{TD, TdPlan};

use starboard_lab::{files, runs::Shard};
use starboard_train::Options;

/// What to do: self-play from nothing, unless there are networks to begin with,
/// and then refining.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NetsPlan {
    /// The networks to begin with instead of self-play.
    pub(crate) from: Option<Nets>,
    /// How to play from nothing.
    pub(crate) td: TdPlan,
    /// How to refine.
    pub(crate) refine: RefinePlan,
    /// Which games of the next generation to play, if not all of all generations.
    pub(crate) shard: Shard,
}

/// Does whatever is not yet done, and writes the networks as `trained.nets`, with
/// `summary.json` and `curve.svg`, into the folder.
///
/// # Errors
///
/// If the folder holds another training, if there is no generation yet to be split, or a file
/// cannot be read or written.
pub(crate) fn train(plan: &NetsPlan, options: Options<'_>) -> anyhow::Result<Done<NetsSummary>> {
    let (start, played) = match &plan.from {
        Some(nets) => (nets.clone(), None),
        None => {
            let (nets, log) = td::run(&plan.td, plan.shard, options)?;
            (nets, Some((plan.td.clone(), log.points)))
        }
    };
    let (nets, log) = match refine::refine(&plan.refine, &start, plan.shard, options)? {
        Done::All(refined) => refined,
        Done::Shard(games, log) => return Ok(Done::Shard(games, log)),
    };
    let summary = NetsSummary::new(played, plan.refine.clone(), log.points);
    let folder = options.folder;
    files::write(&folder.join("trained.nets"), nets.write())?;
    files::write(&folder.join("curve.svg"), summary.chart().svg())?;
    files::write_json(&folder.join("summary.json"), &summary).context("cannot keep the summary")?;
    Ok(Done::All(summary))
}
