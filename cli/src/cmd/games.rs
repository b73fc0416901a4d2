//! `starboard games`: what can be searched.

use std::io::Write;

use super::{Examples, json, list, plugins::params};
use crate::{Context, GameInfo, html::counted};

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
    let games: Vec<_> = games.into_iter().map(|game| game.info()).collect();
    if args.json {
        return json(out, &games);
    }
    if let (Some(_), [game]) = (&args.game, games.as_slice()) {
        return show(game, context.width, out);
    }
    let kind = |game: &GameInfo| if game.chance { "chance" } else { "no chance" };
    let rows = games.iter().map(|g| [&g.name, kind(g), &g.about, &g.engine].map(str::to_owned));
    write!(out, "{}", list(["game", "kind", "about", "default engine"], rows, context.width))?;
    writeln!(out, "\n`games GAME` shows a game in full.")?;
    Ok(())
}

fn show(game: &GameInfo, width: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}\n", game.name, game.about)?;
    let exponent = game.unit.ilog2();
    let grid = if game.unit == 1 << exponent && exponent > 4 {
        format!("2^{exponent}")
    } else {
        game.unit.to_string()
    };
    writeln!(out, "values      in {}, {grid} grid points each", game.unit_name)?;
    writeln!(out, "positions   {}", game.notation)?;
    writeln!(out, "start       {}", game.start)?;
    writeln!(out, "built in    {}", counted(game.positions, "position"))?;
    writeln!(out, "engine      {}", game.engine)?;
    writeln!(out, "algorithms  {}", game.algorithms.join(", "))?;
    let parts = game.evaluators.iter().map(|part| ("evaluator", part));
    let parts = parts.chain(game.orders.iter().map(|part| ("ordering", part)));
    let parts: Vec<_> = parts.chain(game.quiescence.iter().map(|p| ("quiescence", p))).collect();
    for (kind, part) in &parts {
        writeln!(out, "{kind:<11} {}: {}", part.name, part.about)?;
    }
    for (_, part) in parts.into_iter().filter(|(_, part)| !part.params.is_empty()) {
        writeln!(out, "\nArguments of {}:\n", part.name)?;
        write!(out, "{}", params(part.params, width))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::cmd::testing::{output, refused};

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
            for part in game["orders"].as_array().expect("a list") {
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
