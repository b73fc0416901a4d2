//! The engine that decides by reasons, built from its arguments.

use std::{fs, path::Path, sync::Arc};

use starboard_core::{
    binfile::FileError,
    spec::{Args, Param, SpecError},
};
use starboard_search::{
    Searcher,
    registry::{Algorithm, Parts},
};

use crate::{
    FullBoard, Go, Selector,
    deciding::reasons::{Kind, Openings},
    knowledge::library::Library,
    strategy::prospects::Prospects,
};

const PARAMS: &[Param] = &[
    Param {
        name: "learned",
        default: "true",
        range: "true or false",
        help: "whether patterns and openings learned from games give reasons for moves, too",
    },
    Param {
        name: "trees",
        default: "true",
        range: "true or false",
        help: "whether trees of moves that begin with a pattern give reasons, too, if \
               learned=true",
    },
    Param {
        name: "reading",
        default: "true",
        range: "true or false",
        help: "whether the life and death of groups is read; otherwise rules of thumb and \
               networks alone estimate it",
    },
    Param {
        name: "quiescence",
        default: "true",
        range: "true or false",
        help: "whether a move is judged by a quiescence search, or by the position right after it",
    },
    Param {
        name: "tree",
        default: "true",
        range: "true or false",
        help: "whether the evaluations that are left go to a tree search of the best moves",
    },
    Param {
        name: "without",
        default: "nothing",
        range: "kinds, separated by /: tactics, life, attack, defence, links, opening, joseki, \
                border, ko, shape, style",
        help: "kinds of reasons to leave out",
    },
    Param {
        name: "joseki",
        default: "none",
        range: "a file",
        help: "a joseki dictionary (SGF with variations), or a library written by `train go`, \
               whose moves get reasons, too",
    },
    Param {
        name: "prospects",
        default: "the program's own",
        range: "a file, or thumb",
        help: "networks that predict what becomes of groups and points, as written by \
               `train go prospects`; thumb: rules of thumb alone",
    },
];

/// The search by reasons.
pub(super) fn algorithm() -> Algorithm<Go> {
    Algorithm {
        name: "reasons",
        about: "candidates proposed by reasons, each judged by a full-board evaluation once the \
                fighting has died down",
        source: "Fotland 1993 to 2006, Many Faces of Go",
        exact: false,
        by_nodes: true,
        ordered: true,
        guided: false,
        params: PARAMS,
        build,
    }
}

/// Builds the selector. It has its own evaluator, quiescence search, candidates and cache of
/// positions; of `parts` it uses the orderings only.
fn build(parts: Parts<Go>, args: &mut Args) -> Result<Box<dyn Searcher<Go>>, SpecError> {
    let evaluations = crate::EVALUATIONS;
    let selector = match (args.take("learned", true)?, args.take("trees", true)?) {
        (true, true) => Selector::new(evaluations),
        (true, false) => Selector::without_trees(evaluations),
        (false, _) => Selector::plain(evaluations),
    };
    let selector = match args.take_if_given::<String>("joseki")? {
        None => selector,
        Some(path) => match joseki(Path::new(&path)) {
            Ok(moves) => selector.with_source(moves),
            Err(why) => return Err(args.bad("joseki", &path, why)),
        },
    };
    let selector = match args.take_if_given::<String>("prospects")? {
        None => selector,
        Some(path) => match prospects(&path) {
            Ok(prospects) => {
                selector.with_evaluator(FullBoard::with_prospects(Arc::new(prospects)))
            }
            Err(why) => return Err(args.bad("prospects", &path, why)),
        },
    };
    let without = args.take_if_given::<String>("without")?;
    let selector = match &without {
        None => selector,
        Some(names) => match kinds(names) {
            Ok(kinds) => selector.without(&kinds),
            Err(why) => return Err(args.bad("without", names, why)),
        },
    };
    let selector = if args.take("reading", true)? { selector } else { selector.without_reading() };
    let selector =
        if args.take("quiescence", true)? { selector } else { selector.without_quiescence() };
    let selector = if args.take("tree", true)? { selector } else { selector.without_tree() };
    Ok(Box::new(selector.with_order(parts.order)))
}

/// Looks up kinds of reasons by their names, which `/` separates.
fn kinds(names: &str) -> Result<Vec<Kind>, String> {
    let kind = |name: &str| {
        let known = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| {
            let all = Kind::ALL.map(Kind::name).join(", ");
            format!("no kind of reason is called '{name}'; there are {all}")
        })
    };
    names.split('/').map(|name| kind(name.trim())).collect()
}

/// Reads the networks for groups and points from a file; `thumb` stands for none.
fn prospects(path: &str) -> Result<Prospects, String> {
    if path == "thumb" {
        return Ok(Prospects::default());
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    Prospects::read(&bytes).map_err(|error| error.to_string())
}

/// Reads a joseki dictionary in SGF, or a library.
fn joseki(path: &Path) -> Result<Openings, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let moves = match Library::read(&bytes) {
        Ok(library) => Openings::of(library),
        Err(FileError::Magic(_)) => {
            let text = String::from_utf8_lossy(&bytes);
            Openings::joseki(&text).map_err(|error| error.to_string())?.0
        }
        Err(error) => return Err(error.to_string()),
    };
    if moves.is_empty() {
        return Err("there is no move in it that can be played".to_owned());
    }
    Ok(moves)
}
