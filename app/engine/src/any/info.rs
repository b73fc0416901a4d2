//! What there is to know about games, algorithms and plugins, for tables and
//! JSON.

use serde::Serialize;
use starboard_core::{Game, spec::Param, testing::RandomTree};
use starboard_search::registry::Algorithm;

use crate::{DefaultDepths, GameEntry, Payoff, engine::algorithm_names, entry::Part};

/// A game.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// What it is called.
    pub name: String,
    /// What it is, in one line.
    pub about: String,
    /// How many play: one, for a score, or two.
    pub players: u8,
    /// Whether it has chance nodes.
    pub chance: bool,
    /// Whether moves earn something on the way, in addition to the result at
    /// the end.
    pub rewards: bool,
    /// How many grid points make one unit of its values.
    pub unit: i32,
    /// What a unit is called.
    pub unit_name: &'static str,
    /// Whether a search may try null moves, letting a player pass to see what
    /// the opponent threatens.
    pub null_move: bool,
    /// How its positions are written.
    pub notation: String,
    /// The position a game begins with.
    pub start: String,
    /// How many positions are built in.
    pub positions: usize,
    /// The default engine: the strongest.
    pub engine: String,
    /// The names of the algorithms that can search it.
    pub algorithms: Vec<&'static str>,
    /// Of these, the ones that only this game has.
    pub special: Vec<AlgorithmInfo>,
    /// Its evaluators, the default first.
    pub evaluators: Vec<PartInfo>,
    /// The orderings that only this game has.
    pub orders: Vec<PartInfo>,
    /// Its quiescence, if it has one: which positions are too noisy to
    /// evaluate.
    pub quiescence: Option<PartInfo>,
    /// Its policy, if it has one: how promising moves are before any search.
    pub policy: Option<PartInfo>,
    /// How deep it is searched by default.
    pub default_depths: DefaultDepths,
    /// How the result of a game in a match counts.
    pub payoff: Payoff,
    /// How many openings for matches are built in.
    pub openings: usize,
}

/// A part of a game.
#[derive(Clone, Debug, Serialize)]
pub struct PartInfo {
    /// What it is called in descriptions of engines.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// Its arguments.
    pub params: &'static [Param],
}

/// An algorithm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlgorithmInfo {
    /// What it is called in descriptions of engines.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Who published it, and when.
    pub source: &'static str,
    /// Whether, with its defaults, it returns the value of plain minimax.
    pub exact: bool,
    /// Whether its work is limited by nodes and not by depth.
    pub by_nodes: bool,
    /// Whether it uses orderings, which say which moves to try first.
    pub ordered: bool,
    /// Whether it uses a policy, which says how promising moves are.
    pub guided: bool,
    /// Its arguments, apart from the limits that all algorithms take.
    pub params: &'static [Param],
}

pub(super) fn game<G: Game>(entry: &GameEntry<G>) -> GameInfo {
    GameInfo {
        name: entry.name.clone(),
        about: entry.about.clone(),
        players: if G::SOLO { 1 } else { 2 },
        chance: G::CHANCE,
        rewards: G::REWARDS,
        unit: G::UNIT,
        unit_name: G::UNIT_NAME,
        null_move: G::NULL_MOVE,
        notation: entry.notation.clone(),
        start: entry.start.format(),
        positions: entry.positions.len(),
        engine: entry.engine.clone(),
        algorithms: entry.algorithms.iter().map(|a| a.name).collect(),
        special: special(entry),
        evaluators: entry.evaluators().iter().map(part).collect(),
        orders: entry.orders.iter().map(part).collect(),
        quiescence: entry.quiescence.as_ref().map(part),
        policy: entry.policy.as_ref().map(part),
        default_depths: entry.default_depths,
        payoff: entry.payoff,
        openings: entry.openings.len(),
    }
}

/// The algorithms that no other game has.
fn special<G: Game>(entry: &GameEntry<G>) -> Vec<AlgorithmInfo> {
    let (deterministic, stochastic) = algorithm_names();
    let is_common = |name| deterministic.contains(&name) || stochastic.contains(&name);
    entry.algorithms.iter().filter(|a| !is_common(a.name)).map(algorithm).collect()
}

fn part<T: ?Sized>(part: &Part<T>) -> PartInfo {
    PartInfo { name: part.name.clone(), about: part.about.clone(), params: part.params }
}

pub(super) fn algorithm<G: Game>(algorithm: &Algorithm<G>) -> AlgorithmInfo {
    let Algorithm { name, about, source, exact, by_nodes, ordered, guided, params, .. } =
        *algorithm;
    AlgorithmInfo { name, about, source, exact, by_nodes, ordered, guided, params }
}

/// The names of the orderings that every game has.
pub fn plugin_names() -> Vec<&'static str> {
    starboard_plugins::registry::<RandomTree<false>>().iter().map(|plugin| plugin.name).collect()
}
