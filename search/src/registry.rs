//! The algorithms by name, for the command line and for experiments.
//!
//! One visible list for games without chance and one for games with: the types
//! refuse alpha-beta a chance node, so the list a game gets is chosen where its
//! type is known.

use std::sync::Arc;

use starboard_core::{
    Evaluator, FilterSet, Game, Heuristic, Quiescence, Trace, TranspositionTable,
    spec::{Args, Param, SpecError},
};

use crate::{Expectimax, Filtered, Probing, Searcher, Star, StarOptions};

/// What an algorithm is put together from.
pub struct Parts<G: Game> {
    /// Guesses leaf values.
    pub eval: Box<dyn Evaluator<G>>,
    /// Order moves.
    pub order: Vec<Box<dyn Heuristic<G>>>,
    /// Says which positions are too lively to evaluate, where the game knows.
    pub quiescence: Option<Box<dyn Quiescence<G>>>,
    /// Remembers positions.
    pub table: Option<Arc<TranspositionTable>>,
    /// Watches.
    pub trace: Option<Box<dyn Trace<G> + Send>>,
}

impl<G: Game> Parts<G> {
    /// An evaluator and nothing else.
    pub fn new(eval: Box<dyn Evaluator<G>>) -> Self {
        Self { eval, order: Vec::new(), quiescence: None, table: None, trace: None }
    }
}

/// Puts an algorithm together from its parts and arguments.
pub type Build<G> = fn(Parts<G>, &mut Args) -> Result<Box<dyn Searcher<G>>, SpecError>;

/// One algorithm.
pub struct Algorithm<G: Game> {
    /// What it is called in a description.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Who published it, and when.
    pub source: &'static str,
    /// Whether, with its default arguments, it returns the value of plain
    /// minimax at the same depth.
    pub exact: bool,
    /// Its arguments.
    pub params: &'static [Param],
    /// Puts it together.
    pub build: Build<G>,
}

impl<G: Game> Clone for Algorithm<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Algorithm<G> {}

/// The algorithms for games with chance.
pub fn stochastic<G: Game>() -> Vec<Algorithm<G>> {
    vec![
        Algorithm {
            name: "expectimax",
            about: "every move of every roll, nothing cut",
            source: "Michie 1966",
            exact: true,
            params: &[ITERATIVE_OFF],
            build: expectimax,
        },
        Algorithm {
            name: "star1",
            about: "cuts chance nodes by bounds on the outcomes still to come",
            source: "Ballard 1983",
            exact: true,
            params: &[STATIC_ORDER, GOOD_MOVES, TABLE_DEPTH, ITERATIVE, THREADS],
            build: |parts, args| star(parts, args, Probing::NONE),
        },
        Algorithm {
            name: "star2",
            about: "probes a good move of each outcome, then searches as star1 does",
            source: "Ballard 1983; Hauk, Buro and Schaeffer 2004",
            exact: true,
            params: &[PROBES, CYCLIC, STATIC_ORDER, GOOD_MOVES, TABLE_DEPTH, ITERATIVE, THREADS],
            build: |parts, args| {
                let factor = args.take_in("probes", 1, 1..=64)?;
                let cyclic = args.take("cyclic", false)?;
                star(parts, args, Probing { factor, cyclic })
            },
        },
        Algorithm {
            name: "filtered",
            about: "the filtered search of gnubg: few candidates, one reply to each roll",
            source: "GNU Backgammon manual, Move filters",
            exact: false,
            params: &[FILTER],
            build: filtered,
        },
    ]
}

/// The algorithms for games without chance.
pub fn deterministic<G: Game>() -> Vec<Algorithm<G>> {
    vec![Algorithm {
        name: "minimax",
        about: "every move, nothing cut",
        source: "Shannon 1950",
        exact: true,
        params: &[ITERATIVE_OFF],
        build: expectimax,
    }]
}

/// How many threads share a search.
pub const THREADS: Param = Param {
    name: "threads",
    default: "1",
    range: "1 to 256",
    help: "threads that share the search; the value is the same for any number",
};
const ITERATIVE: Param = Param {
    name: "iterative",
    default: "true",
    range: "true or false",
    help: "search depth 1, 2, … so that each orders the root for the next",
};
const ITERATIVE_OFF: Param = Param { default: "false", ..ITERATIVE };
const PROBES: Param = Param {
    name: "probes",
    default: "1",
    range: "1 to 64",
    help: "moves probed at each outcome before any is searched in full",
};
const CYCLIC: Param = Param {
    name: "cyclic",
    default: "false",
    range: "true or false",
    help: "probe the first move of every outcome before the second of any",
};
const STATIC_ORDER: Param = Param {
    name: "static-order",
    default: "2",
    range: "0 to 99",
    help: "from this depth on, order moves by their static values; 0 for never",
};
const GOOD_MOVES: Param = Param {
    name: "good-moves",
    default: "true",
    range: "true or false",
    help: "ask the game for a good move before making the whole list",
};
const TABLE_DEPTH: Param = Param {
    name: "table-depth",
    default: "1",
    range: "0 to 99",
    help: "from this depth on, use the transposition table, if there is one",
};
const FILTER: Param = Param {
    name: "filter",
    default: "normal",
    range: "tiny, narrow, normal, large, huge, or levels such as \"0,8,0.16;skip;0,2,0.04\"",
    help: "which root moves survive to the next ply",
};

fn expectimax<G: Game>(
    parts: Parts<G>,
    args: &mut Args,
) -> Result<Box<dyn Searcher<G>>, SpecError> {
    let mut search = Expectimax::new(parts.eval);
    if args.take("iterative", false)? {
        search = search.iterative();
    }
    if let Some(table) = parts.table {
        search = search.with_table(table);
    }
    Ok(match parts.trace {
        Some(trace) => Box::new(search.with_trace(trace)),
        None => Box::new(search),
    })
}

fn star<G: Game>(
    parts: Parts<G>,
    args: &mut Args,
    probing: Probing,
) -> Result<Box<dyn Searcher<G>>, SpecError> {
    let default = StarOptions::default();
    let options = StarOptions {
        probing,
        iterative: args.take("iterative", default.iterative)?,
        static_order: args.take_in("static-order", default.static_order, 0..=99)?,
        good_moves: args.take("good-moves", default.good_moves)?,
        table_depth: args.take_in("table-depth", default.table_depth, 0..=99)?,
        threads: args.take_in("threads", default.threads, 1..=256)?,
    };
    let mut search = Star::new(parts.eval, parts.order, options);
    if let Some(table) = parts.table {
        search = search.with_table(table);
    }
    Ok(match parts.trace {
        Some(trace) => Box::new(search.with_trace(trace)),
        None => Box::new(search),
    })
}

fn filtered<G: Game>(parts: Parts<G>, args: &mut Args) -> Result<Box<dyn Searcher<G>>, SpecError> {
    let normal = FilterSet::named("normal").expect("a predefined set");
    let filter = args.take_if_given::<FilterSet>("filter")?.unwrap_or(normal);
    let search = Filtered::new(parts.eval, filter);
    Ok(match parts.trace {
        Some(trace) => Box::new(search.with_trace(trace)),
        None => Box::new(search),
    })
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Limits,
        spec::Spec,
        testing::{HashEval, RandomTree},
    };

    use super::*;

    #[test]
    fn every_algorithm_declares_what_it_reads() {
        fn check<G: Game>(algorithms: Vec<Algorithm<G>>, eval: &dyn Fn() -> Box<dyn Evaluator<G>>) {
            for algorithm in algorithms {
                let declared =
                    algorithm.params.iter().fold(Spec::named(algorithm.name), |spec, param| {
                        spec.with(param.name, param.default)
                    });
                let mut args = Args::new(&declared);
                let built = (algorithm.build)(Parts::new(eval()), &mut args);
                assert!(built.is_ok(), "{} with its defaults", algorithm.name);
                args.finish().unwrap_or_else(|error| panic!("declared but not read: {error}"));

                let mut args = Args::new(&Spec::named(algorithm.name).with("nonsense", 1));
                let _ = (algorithm.build)(Parts::new(eval()), &mut args);
                let error = args.finish().expect_err("nonsense").to_string();
                for param in algorithm.params {
                    assert!(error.contains(param.name), "{}: {error}", algorithm.name);
                }
            }
        }
        check::<RandomTree<true>>(stochastic(), &|| Box::new(HashEval::default()));
        check::<RandomTree<false>>(deterministic(), &|| Box::new(HashEval::default()));
    }

    #[test]
    fn names_are_unique_and_searches_run() {
        let algorithms = stochastic::<RandomTree<true>>();
        for (i, algorithm) in algorithms.iter().enumerate() {
            assert!(algorithms[..i].iter().all(|other| other.name != algorithm.name));
            let parts = Parts::new(Box::new(HashEval::default()) as _);
            let mut args = Args::new(&Spec::named(algorithm.name));
            let mut search = (algorithm.build)(parts, &mut args).expect("the defaults are fine");
            assert_eq!(
                search.run(&RandomTree::new(5), &Limits::depth(2)).depth,
                2,
                "{}",
                algorithm.name
            );
        }
    }
}
