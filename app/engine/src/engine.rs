//! Searches made from descriptions such as
//! `star2(probes=1, depth=3) + tt(mb=64) + history(policy=gravity) + eval(name=hand-crafted)`.
//!
//! The first part is the algorithm; the others, in any order, are what it works with: a table,
//! an evaluator, orderings by name. The limits `depth`, `nodes`, `evals` and `time` may stand
//! among the arguments of the algorithm.

use std::{str::FromStr, sync::Arc, time::Duration};

use starboard_core::{
    Evaluator, Events, Game, Heuristic, Limits, Report, Root, Stop, TranspositionTable, Value,
    Window,
    spec::{Args, Param, Spec, SpecError, parse_specs},
    testing::{RandomTree, Shuffled},
};
use starboard_search::{
    Searcher,
    registry::{self, Algorithm, Parts},
};

use crate::{
    BookMove, GameEntry,
    book::{self, Booked, Opening},
    entry::Part,
    proving::{self, Proving},
};

/// The deepest search that may be requested, in moves.
pub const MAX_DEPTH: u32 = 64;

/// The largest transposition table, in MiB.
const MAX_TABLE: usize = 1 << 16;

/// The limits that any algorithm takes as arguments.
pub const LIMIT_PARAMS: [Param; 4] = [
    Param { name: "depth", default: "none", range: "0 to 64", help: "moves to look ahead" },
    Param { name: "nodes", default: "none", range: "1 and up", help: "positions to visit" },
    Param { name: "evals", default: "none", range: "1 and up", help: "positions to evaluate" },
    Param {
        name: "time",
        default: "none",
        range: "seconds, or 500ms",
        help: "wall-clock time to search",
    },
];

/// The arguments of the parts that every game has: `tt`, `eval` and `shuffled`.
pub const TABLE_PARAMS: [Param; 1] = [Param {
    name: "mb",
    default: "64",
    range: "0 to 65536",
    help: "its size in MiB; 0 for no table",
}];
/// See [`TABLE_PARAMS`].
pub const EVAL_PARAMS: [Param; 1] = [Param {
    name: "name",
    default: "the game's first",
    range: "an evaluator of the game",
    help: "which evaluator evaluates the leaves",
}];
/// See [`TABLE_PARAMS`].
pub const SHUFFLED_PARAMS: [Param; 1] = [Param {
    name: "seed",
    default: "0",
    range: "any number",
    help: "the random seed; another one gives another order",
}];

/// A search that is ready to run, and the limits it was described with.
pub struct Engine<G: Game> {
    searcher: Box<dyn Searcher<G>>,
    limits: Limits,
    algorithm: &'static str,
    opening: Option<Opening<G>>,
}

/// Why no engine can be made from a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The description cannot be read, or asks for a part that cannot be built.
    #[error("{place}{0}", place = place(.0))]
    Spec(#[from] SpecError),
    /// There is nothing in the description.
    #[error("the description of an engine is empty; it begins with an algorithm: {0}")]
    Empty(String),
    /// The algorithm is for the other kind of game.
    #[error(
        "{algorithm} is for games {other} chance, and {game} is not one: use {instead} instead, or \
         another of {allowed}"
    )]
    WrongKind {
        /// The algorithm.
        algorithm: String,
        /// "with" or "without".
        other: &'static str,
        /// The game.
        game: String,
        /// The algorithm that does the same for this kind of game.
        instead: String,
        /// The algorithms that the game has.
        allowed: String,
    },
    /// The game has no wins that count more the sooner they come.
    #[error("proofs are for games in which a sooner win counts more, and {0} is none")]
    NothingToProve(String),
    /// A part that there can be only one of.
    #[error("an engine has one {0}, and this one was given two")]
    TwoParts(&'static str),
    /// A part that the algorithm would never use.
    #[error("{algorithm} asks no {kind}, so leave out {part}")]
    Idle {
        /// The algorithm.
        algorithm: String,
        /// What the part is: an ordering, or a policy.
        kind: &'static str,
        /// The part.
        part: String,
    },
}

/// Where an error is, if it does not say what it is about.
fn place(error: &SpecError) -> &'static str {
    match error {
        SpecError::Syntax { .. } => "in the description of the engine: ",
        _ => "",
    }
}

impl<G: Game> Engine<G> {
    /// Builds the engine that `description` describes.
    ///
    /// # Errors
    ///
    /// Names what cannot be read, or is not there, and what is allowed.
    pub fn new(entry: &GameEntry<G>, description: &str) -> Result<Self, EngineError> {
        Self::adjusted(entry, &parse_specs(description)?, |_| ())
    }

    /// The same, with `adjust` changing the parts before the algorithm gets them: to watch the
    /// search, or to share what it learns.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn adjusted(
        entry: &GameEntry<G>,
        specs: &[Spec],
        adjust: impl FnOnce(&mut Parts<G>),
    ) -> Result<Self, EngineError> {
        let names = || entry.algorithms.iter().map(|a| a.name);
        let list = || names().collect::<Vec<_>>().join(", ");
        let Some((first, others)) = specs.split_first() else {
            return Err(EngineError::Empty(list()));
        };
        let Some(algorithm) = entry.algorithms.iter().find(|a| a.name == first.name) else {
            if let Some(other) = kind_of::<G>(&first.name) {
                let (algorithm, game) = (first.name.clone(), entry.name.clone());
                let instead = counterpart(entry, &algorithm);
                let allowed = list();
                return Err(EngineError::WrongKind { algorithm, other, game, instead, allowed });
            }
            return Err(SpecError::unknown("algorithm", &first.name, names()).into());
        };
        let (proofs, others): (Vec<_>, Vec<_>) =
            others.iter().cloned().partition(|spec| spec.name == proving::NAME);
        let (books, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|spec| spec.name == book::NAME);
        let mut parts = parts(entry, algorithm, &others)?;
        adjust(&mut parts);
        let mut args = Args::new(&switched_on(entry, first, &others));
        let limits = limits(&mut args)?;
        let searcher = (algorithm.build)(parts, &mut args)?;
        args.finish()?;
        let searcher = beside_proofs(entry, searcher, &proofs)?;
        let opening = opening(entry, &books)?;
        let searcher: Box<dyn Searcher<G>> = match &opening {
            Some(opening) => Box::new(Booked::new(searcher, opening.clone())),
            None => searcher,
        };
        Ok(Self { searcher, limits, algorithm: algorithm.name, opening })
    }

    /// The algorithm's name.
    pub fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// The moves that the engine's book, if it has one, gives for a position; the most often
    /// played first.
    pub fn book_moves(&self, position: &G) -> Vec<BookMove<G::Move>> {
        self.opening.as_ref().map_or_else(Vec::new, |opening| opening.moves(position))
    }

    /// The limits in the description, each overridden by the one in `limits` if that is set.
    pub fn limits(&self, limits: &Limits) -> Limits {
        let own = &self.limits;
        Limits {
            depth: limits.depth.or(own.depth),
            nodes: limits.nodes.or(own.nodes),
            evaluations: limits.evaluations.or(own.evaluations),
            time: limits.time.or(own.time),
            ..limits.clone()
        }
    }
}

impl<G: Game> Searcher<G> for Engine<G> {
    /// Searches within the [`limits`](Engine::limits).
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        let limits = self.limits(limits);
        self.searcher.search(position, root, &limits, stop, events)
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }

    fn iterates(&self) -> bool {
        self.searcher.iterates()
    }

    fn is_exact(&self) -> bool {
        self.searcher.is_exact()
    }

    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        self.searcher.search_window(root, depth, window)
    }
}

/// Whether `name` is an algorithm for the kind of game that `G` is not.
fn kind_of<G: Game>(name: &str) -> Option<&'static str> {
    let (deterministic, stochastic) = algorithm_names();
    let (others, other) = if G::CHANCE { (deterministic, "without") } else { (stochastic, "with") };
    others.contains(&name).then_some(other)
}

/// What to use instead of an algorithm for the other kind of game: plain search
/// for plain search, and the best for all others.
fn counterpart<G: Game>(entry: &GameEntry<G>, algorithm: &str) -> String {
    let wanted: &[&str] = match algorithm {
        "minimax" => &["expectimax"],
        "expectimax" => &["minimax"],
        _ => &["star2", "alpha-beta"],
    };
    let has = |name: &&&str| entry.algorithms.iter().any(|a| a.name == **name);
    let found = wanted.iter().find(has).copied();
    found.or(entry.algorithms.first().map(|a| a.name)).unwrap_or_default().to_owned()
}

/// The names of all algorithms: for games without chance, and with.
pub(crate) fn algorithm_names() -> (Vec<&'static str>, Vec<&'static str>) {
    let deterministic = registry::deterministic::<RandomTree<false>>();
    let stochastic = registry::stochastic::<RandomTree<true>>();
    (deterministic.iter().map(|a| a.name).collect(), stochastic.iter().map(|a| a.name).collect())
}

/// Takes the limits from an algorithm's arguments.
fn limits(args: &mut Args) -> Result<Limits, SpecError> {
    let positive = |args: &Args, name, n: Option<u64>| match n {
        Some(0) => Err(args.bad(name, "0", "it must be at least 1")),
        n => Ok(n),
    };
    let depth = args.take_in_if_given("depth", 0..=MAX_DEPTH)?;
    let nodes = args.take_if_given("nodes")?;
    let nodes = positive(args, "nodes", nodes)?;
    let evaluations = args.take_if_given("evals")?;
    let evaluations = positive(args, "evals", evaluations)?;
    let time = args.take_if_given::<DurationArg>("time")?.map(|span| span.0);
    Ok(Limits { depth, nodes, evaluations, time, ..Limits::default() })
}

/// A time as people write it: seconds, `2.5` or `2.5s`, or milliseconds,
/// `500ms`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DurationArg(pub Duration);

impl FromStr for DurationArg {
    type Err = DurationArgError;

    fn from_str(text: &str) -> Result<Self, DurationArgError> {
        let (number, scale) = match text.strip_suffix("ms") {
            Some(number) => (number, 1e-3),
            None => (text.strip_suffix('s').unwrap_or(text), 1.0),
        };
        let seconds = number.trim().parse::<f64>().map_err(|_| DurationArgError)? * scale;
        let span = Duration::try_from_secs_f64(seconds).map_err(|_| DurationArgError)?;
        // A year is as good as no limit, and sums of years overflow no clock.
        if span > Duration::from_secs(365 * 24 * 3600) {
            Err(DurationArgError)
        } else {
            Ok(Self(span))
        }
    }
}

/// Not a [`DurationArg`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected seconds such as 2.5, or milliseconds such as 500ms, up to a year")]
pub struct DurationArgError;

/// The algorithm as described, with its option `quiescence` switched on if a part names the
/// game's quiescence.
fn switched_on<G: Game>(entry: &GameEntry<G>, algorithm: &Spec, others: &[Spec]) -> Spec {
    const OPTION: &str = "quiescence";
    let part = entry.quiescence.as_ref();
    let named = part
        .is_some_and(|part| others.iter().any(|spec| entry.current_name(&spec.name) == part.name));
    let given = algorithm.args.iter().any(|(name, _)| name == OPTION);
    if named && !given { algorithm.clone().with(OPTION, true) } else { algorithm.clone() }
}

/// The search, with proofs beside it if the description has that part.
fn beside_proofs<G: Game>(
    entry: &GameEntry<G>,
    searcher: Box<dyn Searcher<G>>,
    specs: &[Spec],
) -> Result<Box<dyn Searcher<G>>, EngineError> {
    let [spec] = specs else {
        return if specs.is_empty() {
            Ok(searcher)
        } else {
            Err(EngineError::TwoParts(proving::NAME))
        };
    };
    let mut args = Args::new(spec);
    let share = Proving::<G>::share(&mut args)?;
    args.finish()?;
    match &entry.question {
        Some(question) if Proving::<G>::fits() => {
            Ok(Box::new(Proving::new(searcher, question, share)))
        }
        _ => Err(EngineError::NothingToProve(entry.name.clone())),
    }
}

/// The book to play from, if the description has one.
fn opening<G: Game>(
    entry: &GameEntry<G>,
    specs: &[Spec],
) -> Result<Option<Opening<G>>, EngineError> {
    let [spec] = specs else {
        return if specs.is_empty() { Ok(None) } else { Err(EngineError::TwoParts(book::NAME)) };
    };
    let mut args = Args::new(spec);
    let opening = Opening::read(&mut args, entry)?;
    args.finish()?;
    Ok(Some(opening))
}

/// Makes the parts that follow the algorithm in the description.
fn parts<G: Game>(
    entry: &GameEntry<G>,
    algorithm: &Algorithm<G>,
    specs: &[Spec],
) -> Result<Parts<G>, EngineError> {
    let (mut eval, mut table, mut quiescence, mut policy) = (None, None, None, None);
    let mut order = Vec::new();
    let idle = |kind, part: &str| EngineError::Idle {
        algorithm: algorithm.name.to_owned(),
        kind,
        part: part.to_owned(),
    };
    for spec in specs {
        let orders = order.len();
        let mut args = Args::new(spec);
        match spec.name.as_str() {
            "tt" => {
                let mib = args.take_in("mb", 64, 0..=MAX_TABLE)?;
                let made = (mib > 0).then(|| TranspositionTable::try_new(mib)).transpose();
                let made = made.map_err(|why| args.no_memory("mb", why))?.map(Arc::new);
                if table.replace(made).is_some() {
                    return Err(EngineError::TwoParts("tt"));
                }
            }
            "eval" => {
                let name = args.take_if_given::<String>("name")?;
                let made = evaluator(entry, name.as_deref())?.build(&mut args)?;
                if eval.replace(made).is_some() {
                    return Err(EngineError::TwoParts("eval"));
                }
            }
            "shuffled" => order.push(Box::new(Shuffled { seed: args.take("seed", 0)? }) as _),
            name => {
                let name = entry.current_name(name);
                let named = |part: &&Part<dyn Evaluator<G>>| part.name == name;
                if let Some(part) = entry.orders.iter().find(|part| part.name == name) {
                    order.push(part.build(&mut args)?);
                } else if let Some(part) = entry.evaluators().iter().find(named) {
                    if eval.replace(part.build(&mut args)?).is_some() {
                        return Err(EngineError::TwoParts("eval"));
                    }
                } else if let Some(part) = entry.quiescence.as_ref().filter(|p| p.name == name) {
                    if quiescence.replace(part.build(&mut args)?).is_some() {
                        return Err(EngineError::TwoParts("quiescence"));
                    }
                } else if let Some(part) = entry.policy.as_ref().filter(|p| p.name == name) {
                    if policy.replace(part.build(&mut args)?).is_some() {
                        return Err(EngineError::TwoParts("policy"));
                    }
                    if !algorithm.guided {
                        return Err(idle("policy", name));
                    }
                } else {
                    order.push(plugin(entry, name, &mut args)?);
                }
            }
        }
        args.finish()?;
        if order.len() > orders && !algorithm.ordered {
            return Err(idle("orderings", &spec.name));
        }
    }
    let eval = match eval {
        Some(eval) => eval,
        None => evaluator(entry, None)?.fresh(),
    };
    let quiescence = quiescence.or_else(|| entry.quiescence.as_ref().map(Part::fresh));
    Ok(Parts { order, quiescence, policy, table: table.flatten(), ..Parts::new(eval) })
}

/// The evaluator called `name`, or the game's first.
fn evaluator<'a, G: Game>(
    entry: &'a GameEntry<G>,
    name: Option<&str>,
) -> Result<&'a Part<dyn Evaluator<G>>, SpecError> {
    let mut all = entry.evaluators().iter();
    let name = name.map(|name| entry.current_name(name));
    let found = all.find(|part| name.is_none_or(|name| part.name == name));
    found.ok_or_else(|| {
        let names = entry.evaluators().iter().map(|part| part.name.as_str());
        SpecError::unknown("evaluator", name.unwrap_or_default(), names)
    })
}

/// The ordering called `name` that all games have.
fn plugin<G: Game>(
    entry: &GameEntry<G>,
    name: &str,
    args: &mut Args,
) -> Result<Box<dyn Heuristic<G>>, SpecError> {
    let plugins = starboard_plugins::registry::<G>();
    if let Some(plugin) = plugins.iter().find(|plugin| plugin.name == name) {
        return (plugin.build)(args);
    }
    let common = ["tt", "eval", "shuffled", proving::NAME, book::NAME].into_iter();
    let common = common.chain(plugins.iter().map(|plugin| plugin.name));
    let orders = entry.orders.iter().map(|part| part.name.as_str());
    let evaluators = entry.evaluators().iter().map(|part| part.name.as_str());
    let quiescence = entry.quiescence.iter().map(|part| part.name.as_str());
    let policy = entry.policy.iter().map(|part| part.name.as_str());
    let own = orders.chain(evaluators).chain(quiescence).chain(policy);
    Err(SpecError::unknown("part", name, common.chain(own)))
}
