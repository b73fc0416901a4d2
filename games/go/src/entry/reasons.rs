//! The engine that decides by reasons, from its arguments.

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
        range: "true, false",
        help: "whether patterns and openings learned from games speak for moves, too",
    },
    Param {
        name: "trees",
        default: "true",
        range: "true, false",
        help: "whether trees of moves that begin with patterns do, if what was learned does",
    },
    Param {
        name: "reading",
        default: "true",
        range: "true, false",
        help: "whether groups are read; otherwise rules of thumb and networks say what becomes of \
               them",
    },
    Param {
        name: "quiescence",
        default: "true",
        range: "true, false",
        help: "whether moves are judged once the fighting has died down, or at once",
    },
    Param {
        name: "tree",
        default: "true",
        range: "true, false",
        help: "whether what is left of the evaluations goes into a tree of the best moves",
    },
    Param {
        name: "without",
        default: "nothing",
        range: "kinds with / between: tactics, life, attack, defence, links, opening, joseki, \
                border, ko, shape, style",
        help: "kinds of reasons that are left out",
    },
    Param {
        name: "joseki",
        default: "none",
        range: "a file",
        help: "a joseki dictionary in SGF, with variations, or a library that `train go` wrote, whose moves are spoken for, too",
    },
    Param {
        name: "prospects",
        default: "the program's own",
        range: "a file, or thumb",
        help: "networks that say what becomes of groups and points, as `train go prospects` \
               writes them; thumb: rules of thumb alone",
    },
];

/// The search by reasons.
pub(super) fn algorithm() -> Algorithm<Go> {
    Algorithm {
        name: "reasons",
        about: "candidates by reasons, judged in full once the fighting has died down",
        source: "Fotland 1993 to 2006, Many Faces of Go",
        exact: false,
        by_nodes: true,
        ordered: true,
        guided: false,
        params: PARAMS,
        build,
    }
}

/// It has an evaluator, a quiescence and candidates of its own, and remembers
/// positions by itself; of the parts it takes the orderings.
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

/// Kinds of reasons by their names.
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

/// Reads networks for groups and points.
fn prospects(path: &str) -> Result<Prospects, String> {
    if path == "thumb" {
        return Ok(Prospects::default());
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    Prospects::read(&bytes).map_err(|error| error.to_string())
}

/// Reads a joseki dictionary, or a library.
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
