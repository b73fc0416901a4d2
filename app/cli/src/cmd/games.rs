//! `starboard games`: what can be searched.

use std::io::Write;

use starboard_core::spec::Param;

use super::{Examples, json, list, plugins::params};
use crate::Context;
use serde::Serialize;
use starboard::{AnyGame, GameInfo, PartInfo};
use starboard_lab::html::counted;
use starboard_protocols::external::Protocols;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &["games", "games backgammon     # one game in full", "games --json"],
    own: &["games", "games GAME     # one game in full", "games --json"],
};

/// The games, their notation and the engines that search them.
#[derive(clap::Args, Debug)]
#[command(about = "List the games, their notation and their engines")]
pub(crate) struct Args {
    /// Show this game in full
    game: Option<String>,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = context.games.select(args.game.as_deref().unwrap_or("all"))?;
    let games: Vec<_> = games.into_iter().map(Described::of).collect();
    if args.json {
        return json(out, &games);
    }
    if let (Some(_), [game]) = (&args.game, games.as_slice()) {
        return show(&game.info, context.width, out);
    }
    let kind = |game: &GameInfo| if game.chance { "chance" } else { "no chance" };
    let rows = games.iter().map(|game| &game.info);
    let rows = rows.map(|g| {
        let [name, kind, about] = [&g.name, kind(g), &g.about].map(str::to_owned);
        [name, kind, about, shortened(&g.engine)]
    });
    write!(out, "{}", list(["game", "kind", "about", "default engine"], rows, context.width))?;
    writeln!(out, "\n`games GAME` shows a game in full.")?;
    Ok(())
}

/// An engine's description, cut where it would squeeze the other columns.
fn shortened(engine: &str) -> String {
    const MOST: usize = 34;
    match engine.char_indices().nth(MOST) {
        None => engine.to_owned(),
        Some((end, _)) => format!("{}…", &engine[..end]),
    }
}

/// A game, and who else plays it.
#[derive(Serialize)]
struct Described {
    #[serde(flatten)]
    info: GameInfo,
    /// The protocols in which external engines play it.
    protocols: Vec<String>,
}

impl Described {
    fn of(game: &dyn AnyGame) -> Self {
        let spoken = game.get::<Protocols>().map_or(&[][..], Protocols::spoken);
        Self { info: game.info(), protocols: spoken.iter().map(ToString::to_string).collect() }
    }
}

fn show(game: &GameInfo, width: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}\n", game.name, game.about)?;
    let exponent = game.unit.ilog2();
    let grid = if game.unit == 1 << exponent && exponent > 4 {
        format!("2^{exponent}")
    } else {
        game.unit.to_string()
    };
    let points = if game.unit == 1 { "point" } else { "points" };
    writeln!(out, "values      in {}, {grid} grid {points} each", game.unit_name)?;
    writeln!(out, "positions   {}", game.notation)?;
    writeln!(out, "start       {}", game.start)?;
    writeln!(out, "built in    {}", counted(game.positions, "position"))?;
    writeln!(out, "engine      {}", game.engine)?;
    writeln!(out, "algorithms  {}", game.algorithms.join(", "))?;
    let mut parts: Vec<_> =
        game.special.iter().map(|a| ("algorithm", a.name, a.about, a.params)).collect();
    for (kind, list) in [("evaluator", &game.evaluators), ("ordering", &game.orders)] {
        parts.extend(list.iter().map(|part| named(kind, part)));
    }
    parts.extend(game.quiescence.iter().map(|part| named("quiescence", part)));
    parts.extend(game.policy.iter().map(|part| named("policy", part)));
    for (kind, name, about, _) in &parts {
        writeln!(out, "{kind:<11} {name}: {about}")?;
    }
    for (_, name, _, arguments) in parts.into_iter().filter(|part| !part.3.is_empty()) {
        writeln!(out, "\nArguments of {name}:\n")?;
        write!(out, "{}", params(arguments, width))?;
    }
    Ok(())
}

/// A part of a game, after what kind of part it is.
fn named<'a>(kind: &'a str, part: &'a PartInfo) -> (&'a str, &'a str, &'a str, &'static [Param]) {
    (kind, &part.name, &part.about, part.params)
}

#[cfg(test)]
mod tests {
    use crate::testing::{output, refused};

    #[test]
    fn every_game_is_listed_with_its_engine() {
        let text = output("games");
        let value: serde_json::Value = serde_json::from_str(&output("games --json")).expect("JSON");
        let games = value.as_array().expect("a list");
        for game in games {
            for field in ["name", "about"] {
                let field = game[field].as_str().expect("a text");
                assert!(!field.is_empty() && text.contains(field), "{field} in {text}");
            }
            assert!(!game["algorithms"].as_array().expect("a list").is_empty());
            let full = output(&format!("games {}", game["name"].as_str().expect("a text")));
            let parts = ["special", "evaluators", "orders"].map(|parts| game[parts].as_array());
            for part in parts.into_iter().flat_map(|parts| parts.expect("a list")) {
                for param in part["params"].as_array().expect("a list") {
                    let name = param["name"].as_str().expect("a text");
                    assert!(full.contains(name), "{name} in {full}");
                }
            }
        }
    }

    #[test]
    fn unknown_games_are_refused() {
        refused("games chess", &["there is no game \"chess\"; there are: tic-tac-toe"]);
    }
}
