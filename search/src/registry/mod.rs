//! The algorithms by name, for the command line and for experiments.
//!
//! There is one list for games without chance and one for games with chance:
//! alpha-beta does not compile for the latter, so the list for a game is chosen
//! where its type is known.

mod params;

use std::{num::NonZeroUsize, sync::Arc};

use starboard_core::{
    Evaluator, FilterSet, Game, Heuristic, Policy, Quiescence, Trace, TranspositionTable,
    spec::{Args, Param, Spec, SpecError},
};

use crate::{
    AlphaBeta, Expectimax, Filtered, Mcts, MctsOptions, Mtdf, Probing, ProofNumber, RandomMover,
    Sampling, Searcher, Star, StarOptions, proof::ProofOptions,
};

/// The parts that an algorithm is built from.
pub struct Parts<G: Game> {
    /// Evaluates leaves.
    pub eval: Box<dyn Evaluator<G>>,
    /// Order the moves.
    pub order: Vec<Box<dyn Heuristic<G>>>,
    /// Says which positions are too noisy to evaluate, where the game knows.
    pub quiescence: Option<Box<dyn Quiescence<G>>>,
    /// Gives the moves their prior weights, where that is wanted.
    pub policy: Option<Box<dyn Policy<G>>>,
    /// The transposition table, if there is one.
    pub table: Option<Arc<TranspositionTable>>,
    /// Observes the search.
    pub trace: Option<Box<dyn Trace<G> + Send>>,
}

impl<G: Game> Parts<G> {
    /// An evaluator and nothing else.
    pub fn new(eval: Box<dyn Evaluator<G>>) -> Self {
        let order = Vec::new();
        Self { eval, order, quiescence: None, policy: None, table: None, trace: None }
    }
}

/// Builds an algorithm from its parts and arguments.
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
    /// Whether a number of nodes limits its work and a depth does not: it plays lines
    /// out, builds a tree, or looks at the root alone.
    pub by_nodes: bool,
    /// Whether it uses ordering heuristics.
    pub ordered: bool,
    /// Whether it uses a policy.
    pub guided: bool,
    /// Its arguments.
    pub params: &'static [Param],
    /// Builds it.
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
            about: "every move of every outcome, without pruning",
            source: "Michie 1966",
            exact: true,
            by_nodes: false,
            ordered: false,
            guided: false,
            params: params::EXPECTIMAX,
            build: |parts, args| {
                let sampling = params::sampling(args)?;
                expectimax(parts, args, sampling)
            },
        },
        Algorithm {
            name: "star1",
            about: "prunes chance nodes by bounds on the outcomes still to come",
            source: "Ballard 1983",
            exact: true,
            by_nodes: false,
            ordered: true,
            guided: false,
            params: params::STAR1,
            build: |parts, args| star(parts, args, Probing::NONE),
        },
        Algorithm {
            name: "star2",
            about: "probes a good move of each outcome first, then searches as star1 does",
            source: "Ballard 1983; Hauk, Buro and Schaeffer 2004",
            exact: true,
            by_nodes: false,
            ordered: true,
            guided: false,
            params: params::STAR2,
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
            by_nodes: false,
            ordered: true,
            guided: false,
            params: params::FILTERED,
            build: filtered,
        },
        mcts(),
        random(),
    ]
}

/// The algorithms for games without chance.
pub fn deterministic<G: Game>() -> Vec<Algorithm<G>> {
    vec![
        Algorithm {
            name: "minimax",
            about: "every move, without pruning",
            source: "Shannon 1950",
            exact: true,
            by_nodes: false,
            ordered: false,
            guided: false,
            params: params::MINIMAX,
            build: |parts, args| expectimax(parts, args, Sampling::ALL),
        },
        Algorithm {
            name: "alpha-beta",
            about: "prunes what cannot change the value; the usual enhancements are options",
            source: "Knuth and Moore 1975",
            exact: true,
            by_nodes: false,
            ordered: true,
            guided: false,
            params: params::ALPHA_BETA,
            build: alpha_beta,
        },
        Algorithm {
            name: "mtdf",
            about: "MTD(f): null-window searches that close in on the value, with a table of 16 \
                    MiB if none is given",
            source: "Plaat 1996",
            exact: true,
            by_nodes: false,
            ordered: true,
            guided: false,
            params: params::MTDF,
            build: mtdf,
        },
        Algorithm {
            name: "df-pn",
            about: "proof-number search: proves a win, a loss or a draw, or else estimates; not \
                    for games with rewards on the way",
            source: "Allis 1994; Nagai 2002; Kishimoto and Müller 2004",
            exact: false,
            by_nodes: true,
            ordered: true,
            guided: false,
            params: ProofOptions::PARAMS,
            build: |parts, args| {
                let mut search = ProofNumber::new(parts.eval, ProofOptions::read(args)?);
                search.reserve().map_err(|why| args.no_memory("mb", why))?;
                Ok(Box::new(search.with_order(parts.order)))
            },
        },
        mcts(),
        random(),
    ]
}

fn mcts<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "mcts",
        about: "Monte-Carlo tree search: UCT with chance nodes, a yardstick; PUCT with a policy",
        source: "Kocsis and Szepesvári 2006; Couëtoux et al. 2011; Rosin 2011",
        exact: false,
        by_nodes: true,
        ordered: false,
        guided: true,
        params: MctsOptions::PARAMS,
        build: |parts, args| {
            let search = Mcts::new(parts.eval, MctsOptions::read(args)?);
            let search = search.with_trace(parts.trace);
            Ok(match parts.policy {
                Some(policy) => Box::new(search.with_policy(policy)),
                None => Box::new(search),
            })
        },
    }
}

fn random<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "random",
        about: "a legal move chosen uniformly at random: the baseline",
        source: "Folklore",
        exact: false,
        by_nodes: true,
        ordered: false,
        guided: false,
        params: params::RANDOM,
        build: |parts, args| Ok(Box::new(RandomMover::new(parts.eval, args.take("seed", 0)?))),
    }
}

fn expectimax<G: Game>(
    parts: Parts<G>,
    args: &mut Args,
    sampling: Sampling,
) -> Result<Box<dyn Searcher<G>>, SpecError> {
    let mut search = Expectimax::new(parts.eval).with_sampling(sampling);
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
    let options = StarOptions { probing, ..params::star(args)? };
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
    let rolls = match args.take_if_given::<String>("rolls")?.as_deref() {
        None | Some("all") => None,
        Some(text) => match text.parse::<NonZeroUsize>() {
            Ok(rolls) => Some(rolls),
            Err(_) => return Err(args.bad("rolls", text, "expected all, or a number from 1 on")),
        },
    };
    args.rename("inside", "inner")?;
    let inner = args.take_if_given::<String>("inner")?.unwrap_or_else(|| "none".to_owned());
    let mut search = Filtered::new(parts.eval.clone(), filter).with_rolls(rolls);
    if inner == "none" {
        return Ok(Box::new(search.with_trace(parts.trace)));
    }
    if let Some(rolls) = rolls {
        let why = "it is for inner=none; a search inside has samples, as in inner=star2(samples=7)";
        return Err(args.bad("rolls", &rolls.to_string(), why));
    }
    let Parts { eval, order, table, .. } = parts;
    let parts = Parts { order, table, ..Parts::new(eval) };
    // Otherwise it would look as if the mistake were in the filtered search's own arguments.
    let built = at_full_width(parts, &inner);
    search =
        search.with_inner(built.map_err(|error| args.bad("inner", &inner, error.to_string()))?);
    Ok(Box::new(search))
}

/// Builds the full-width search inside a filtered search.
fn at_full_width<G: Game>(
    parts: Parts<G>,
    description: &str,
) -> Result<Box<dyn Searcher<G>>, SpecError> {
    const KNOWN: [&str; 3] = ["expectimax", "star1", "star2"];
    let spec: Spec = description.parse()?;
    let mut known = stochastic().into_iter().filter(|a| KNOWN.contains(&a.name));
    let Some(algorithm) = known.find(|a| a.name == spec.name) else {
        return Err(SpecError::unknown("search at full width", &spec.name, KNOWN));
    };
    let mut args = Args::new(&spec);
    let search = (algorithm.build)(parts, &mut args)?;
    args.finish()?;
    Ok(search)
}

fn alpha_beta<G: Game>(
    parts: Parts<G>,
    args: &mut Args,
) -> Result<Box<dyn Searcher<G>>, SpecError> {
    let options = params::alpha_beta::<G>(args, parts.quiescence.is_some())?;
    let quiet = options.quiescence;
    let mut search = AlphaBeta::new(parts.eval, parts.order, options);
    if let Some(table) = parts.table {
        search = search.with_table(table);
    }
    let quiescence = parts.quiescence.filter(|_| quiet);
    // Helper threads have no observer, so a search without one adds no further code.
    Ok(match parts.trace {
        Some(trace) => Box::new(search.with_parts(quiescence, trace)),
        None => Box::new(search.with_parts(quiescence, ())),
    })
}

/// The size in MiB of the table for an MTD(f) search that was given none: it cannot
/// do without one.
const MTDF_TABLE: usize = 16;

fn mtdf<G: Game>(parts: Parts<G>, args: &mut Args) -> Result<Box<dyn Searcher<G>>, SpecError> {
    let options = params::mtdf::<G>(args, parts.quiescence.is_some())?;
    let quiet = options.quiescence;
    let table = parts.table.unwrap_or_else(|| Arc::new(TranspositionTable::new(MTDF_TABLE)));
    let search = Mtdf::new(parts.eval, parts.order, options, table);
    let quiescence = parts.quiescence.filter(|_| quiet);
    // Helper threads have no observer, so a search without one adds no further code.
    Ok(match parts.trace {
        Some(trace) => Box::new(search.with_parts(quiescence, trace)),
        None => Box::new(search.with_parts(quiescence, ())),
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
                let built = built.unwrap_or_else(|e| panic!("{} by default: {e}", algorithm.name));
                assert_eq!(built.is_exact(), algorithm.exact, "{}", algorithm.name);
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
    fn the_filtered_search_says_what_it_takes() {
        let build = |name: &str, value: &str| {
            let parts = Parts::<RandomTree<true>>::new(Box::new(HashEval::default()));
            filtered(parts, &mut Args::new(&Spec::named("filtered").with(name, value)))
        };
        for (name, value) in [("rolls", "7"), ("rolls", "all"), ("inner", "none")] {
            assert!(build(name, value).is_ok(), "{name}={value}");
        }
        let root = RandomTree::new(3);
        for inner in ["expectimax", "star1", "star2", "star2(samples=2, probes=2)"] {
            let mut search = build("inner", inner).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(search.run(&root, &Limits::depth(2)).depth, 2, "{inner}");
        }
        for (name, value, expected) in [
            ("rolls", "0", "expected all, or a number"),
            ("rolls", "few", "expected all, or a number"),
            ("inner", "mcts", "there are: expectimax, star1, star2"),
            ("inside", "mcts", "there are: expectimax, star1, star2"),
            ("inner", "star2(depth=2)", "star2 takes no \"depth\"; it takes probes"),
            ("inner", "star1(samples=few)", "star1 cannot have samples=\"few\""),
            ("inner", "star1(seed=3)", "star1 cannot have seed=\"3\": it needs samples"),
            ("inner", "star1(", "expected the name of an argument"),
        ] {
            let error = build(name, value).err().map(|error| error.to_string());
            let now = if name == "inside" { "inner" } else { name };
            let said = error.as_ref().is_some_and(|e| {
                e.starts_with(&format!("filtered cannot have {now}={value:?}: "))
                    && e.contains(expected)
            });
            assert!(said, "{name}={value}: {error:?}");
        }
        let both = Spec::named("filtered").with("rolls", 5).with("inner", "star2");
        let parts = Parts::<RandomTree<true>>::new(Box::new(HashEval::default()));
        let error = filtered(parts, &mut Args::new(&both)).err().map(|error| error.to_string());
        let expected = "filtered cannot have rolls=\"5\": it is for inner=none";
        assert!(error.as_ref().is_some_and(|e| e.starts_with(expected)), "{error:?}");
    }

    #[test]
    fn what_says_nothing_without_another_argument_is_refused() {
        fn check<G: Game>(algorithms: Vec<Algorithm<G>>, eval: &dyn Fn() -> Box<dyn Evaluator<G>>) {
            for algorithm in algorithms {
                let build = |text: &str| {
                    let spec: Spec = format!("{}({text})", algorithm.name).parse().expect("a spec");
                    let built = (algorithm.build)(Parts::new(eval()), &mut Args::new(&spec));
                    built.err().map_or_else(String::new, |error| error.to_string())
                };
                let given = |param: &Param| {
                    let value = if param.default == "false" { "true" } else { "3" };
                    format!("{}={value}", param.name)
                };
                for param in algorithm.params {
                    let Some(needed) = param.needs().next() else { continue };
                    let needed = algorithm.params.iter().find(|other| other.name == needed);
                    let needed = needed.expect("a parameter of its own");
                    let alone = build(&given(param));
                    let said = format!("it needs {} other than {}", needed.name, needed.default);
                    assert!(alone.contains(&said), "{alone}");
                    let both = build(&format!("{}, {}", given(param), given(needed)));
                    assert!(!both.contains("it needs"), "{both}");
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
            let report = search.run(&RandomTree::new(5), &Limits::depth(2));
            let expected = if algorithm.name == "random" { 0 } else { 2 };
            assert_eq!(report.depth, expected, "{}", algorithm.name);
        }
    }
}
