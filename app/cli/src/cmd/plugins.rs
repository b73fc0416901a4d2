//! `starboard plugins`: what engines are made of.

use std::io::Write;

use serde::Serialize;
use starboard_core::{spec::Param, testing::RandomTree};
use starboard_search::registry;

use super::{Examples, json, list};
use crate::Context;
use starboard::{
    BOOK_PARAMS, EVAL_PARAMS, LIMIT_PARAMS, PROOF_PARAMS, SHUFFLED_PARAMS, TABLE_PARAMS,
};

pub(crate) const EXAMPLES: Examples =
    Examples::any(&["plugins", "plugins star2        # one part in full", "plugins --json"]);

/// Algorithms, orderings and other parts, with their parameters.
#[derive(clap::Args, Debug)]
#[command(about = "List the parts engines are made of, with their parameters")]
pub(crate) struct Args {
    /// Show this part in full
    name: Option<String>,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

/// A part of an engine.
#[derive(Clone, Debug, Serialize)]
struct Part {
    name: &'static str,
    kind: &'static str,
    about: &'static str,
    source: &'static str,
    /// For algorithms: the games they are for, and whether they return the
    /// value of plain minimax.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    params: Vec<Param>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut parts = parts();
    if let Some(name) = &args.name {
        // An algorithm for games of both kinds is a part for each.
        let mut names = Vec::new();
        for part in &parts {
            if !names.contains(&part.name) {
                names.push(part.name);
            }
        }
        parts.retain(|part| part.name == name);
        if parts.is_empty() {
            let error = format!("there is no part {name:?}; there are: {}", names.join(", "));
            return Err(starboard::BadInput::error(error));
        }
    }
    if args.json {
        return json(out, &parts);
    }
    if args.name.is_some() {
        return parts.iter().try_for_each(|part| show(part, context.width, out));
    }
    let rows = parts.iter().map(|part| {
        let own = part.params.iter().filter(|&param| !LIMIT_PARAMS.contains(param));
        let params: Vec<_> = own.map(|param| param.name).collect();
        let kind =
            part.games.map_or(part.kind.to_owned(), |games| format!("{} {games}", part.kind));
        [part.name.to_owned(), kind, part.about.to_owned(), params.join(", ")]
    });
    write!(out, "{}", list(["part", "kind", "about", "arguments"], rows, context.width))?;
    let limits: Vec<_> = LIMIT_PARAMS.iter().map(|param| param.name).collect();
    writeln!(out, "\nEvery algorithm takes {} as well.", limits.join(", "))?;
    writeln!(out, "`plugins NAME` shows a part in full.")?;
    Ok(())
}

fn show(part: &Part, width: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", part.name, part.about)?;
    let kind = part.games.map_or(String::new(), |games| format!(" for games {games}"));
    writeln!(out, "{}{kind}; source: {}", part.kind, part.source)?;
    if part.exact == Some(false) {
        writeln!(out, "The value may differ from that of plain minimax.")?;
    }
    if part.params.is_empty() {
        writeln!(out, "It takes no arguments.")?;
    }
    if !part.params.is_empty() {
        writeln!(out)?;
        write!(out, "{}", params(&part.params, width))?;
    }
    writeln!(out)?;
    Ok(())
}

/// The arguments of a part, one a line.
pub(super) fn params(params: &[Param], width: usize) -> impl std::fmt::Display + use<> {
    let rows = params.iter().map(|p| [p.name, p.default, p.range, p.help].map(str::to_owned));
    list(["argument", "default", "allowed", "what it does"], rows, width)
}

/// Everything a description may name, but for what single games bring along.
fn parts() -> Vec<Part> {
    let mut parts = Vec::new();
    for a in registry::deterministic::<RandomTree<false>>() {
        parts.push(algorithm("without chance", a.name, a.about, a.source, a.exact, a.params));
    }
    for a in registry::stochastic::<RandomTree<true>>() {
        parts.push(algorithm("with chance", a.name, a.about, a.source, a.exact, a.params));
    }
    for plugin in starboard_plugins::registry::<RandomTree<true>>() {
        let starboard_plugins::Plugin { name, about, source, params, .. } = plugin;
        parts.push(part(name, "ordering", about, source, params));
    }
    let shuffled = "orders moves at random, to see what an order is worth";
    parts.push(part("shuffled", "ordering", shuffled, "Starboard", &SHUFFLED_PARAMS));
    let table = "remembers positions already searched";
    parts.push(part("tt", "table", table, "Greenblatt, Eastlake and Crocker 1967", &TABLE_PARAMS));
    let proofs =
        "looks for forced wins beside the search: one's own before it, the opponent's after it";
    parts.push(part("proofs", "proof search", proofs, "Nagai 2002", PROOF_PARAMS));
    let book = "plays from an opening book before it searches";
    parts.push(part("book", "opening book", book, "Starboard", BOOK_PARAMS));
    let eval = "chooses one of the game's evaluators; takes the arguments of that one as well";
    parts.push(part("eval", "evaluator", eval, "Starboard", &EVAL_PARAMS));
    parts
}

fn part(
    name: &'static str,
    kind: &'static str,
    about: &'static str,
    source: &'static str,
    params: &[Param],
) -> Part {
    Part { name, kind, about, source, games: None, exact: None, params: params.to_vec() }
}

fn algorithm(
    games: &'static str,
    name: &'static str,
    about: &'static str,
    source: &'static str,
    exact: bool,
    params: &[Param],
) -> Part {
    let params = params.iter().chain(&LIMIT_PARAMS).copied().collect();
    let (games, exact) = (Some(games), Some(exact));
    Part { name, kind: "algorithm", about, source, games, exact, params }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{output, refused};

    #[test]
    fn every_part_is_listed_and_documented() {
        let text = output("plugins");
        for part in parts() {
            assert!(text.contains(part.name), "{}", part.name);
            let full = output(&format!("plugins {}", part.name));
            for param in &part.params {
                assert!(full.contains(param.name), "{} of {}", param.name, part.name);
                assert!(!param.help.is_empty() && !param.range.is_empty());
            }
        }
        let value: serde_json::Value =
            serde_json::from_str(&output("plugins --json")).expect("JSON");
        assert_eq!(value.as_array().expect("a list").len(), parts().len());
    }

    #[test]
    fn unknown_parts_are_refused() {
        refused("plugins star3", &["there is no part \"star3\"; there are: minimax"]);
    }
}
