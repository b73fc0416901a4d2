//! `starboard tree`: a small search as a picture.

use std::{io::Write, path::PathBuf};

use starboard_core::{Limits, Stop};

use super::{Examples, count, depth, json};
use crate::Context;
use starboard_lab::{
    files,
    tree::{draw, record},
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "backgammon"],
    built_in: &[
        "tree tic-tac-toe --position xxo/oo./x.. --depth 3 --out tree.svg",
        "tree backgammon --position '4HPwATDgc/ABMA 31' --depth 1 > tree.svg",
        "tree tic-tac-toe --engine mcts --nodes 60 --out tree.svg",
    ],
    own: &[
        "tree GAME --depth 2 --out tree.svg",
        "tree GAME --position 'POSITION' --depth 1 > tree.svg",
    ],
};

/// Draws a small search: every node, its window, its value, every cut.
#[derive(clap::Args, Debug)]
#[command(
    about = "Draw the tree of a small search as SVG",
    long_about = "Draw the tree of a small search as SVG: every node with the window it was \
        searched with, its value and why the search left it; every move and chance outcome; and \
        every branch that was cut off. Pointing at a node shows the position. With mcts, every \
        node shows its visits and its mean value.\n\n\
        Only one search is drawn, without the shallower iterations that would come before it: \
        unless --engine says iterative=true, iterative=false is added, and the title says so. Like \
        `analyse`, it looks for every best move: `analyse --engine 'ENGINE(iterative=false)'` \
        visits the same number of nodes."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// The engine, by its parts [default: the game's]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
    /// Moves to look ahead, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth, required_unless_present = "nodes")]
    depth: Option<u32>,
    /// Positions to visit, for an engine that grows its tree by sampling, such as mcts
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Write the picture to this file instead of stdout
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,
    /// The most nodes to draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = nodes)]
    max_nodes: usize,
    /// Write the nodes as JSON instead of a picture
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

fn nodes(text: &str) -> Result<usize, String> {
    let allowed = "expected a number of nodes from 1 to 20000";
    text.parse().ok().filter(|n| (1..=20_000).contains(n)).ok_or_else(|| allowed.to_owned())
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let position = game.position(args.position.as_deref())?;
    let engine = args.engine.clone().unwrap_or_else(|| game.info().engine);
    let limits = Limits { depth: args.depth, nodes: args.nodes, ..Limits::default() };
    let limits = limits.with_all_ties();
    let tree = record(game, &position, &engine, &limits, args.max_nodes, &Stop::default())?;
    if args.json {
        return json(out, &tree);
    }
    let svg = draw(&tree);
    let Some(path) = &args.out else { return Ok(out.write_all(svg.as_bytes())?) };
    files::write(path, svg)?;
    write!(out, "wrote {} with {} nodes", path.display(), tree.nodes.len())?;
    match tree.dropped {
        0 => writeln!(out)?,
        n => writeln!(out, "; {n} more were visited, and --max-nodes would draw them")?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{output, refused, starboard_with};

    #[test]
    fn every_algorithm_can_be_drawn() {
        for game in crate::builtin().games() {
            for algorithm in game.algorithms() {
                let (name, algorithm) = (game.name(), algorithm.name);
                // Backgammon with the cube has a filtered search of its own.
                let cube = ["backgammon-cube", "backgammon-match"].contains(&name);
                let own = cube && algorithm == "filtered";
                if own || ["df-pn", "random", "reasons"].contains(&algorithm) {
                    let line = format!("tree {name} --engine '{algorithm}(evals=100)' --depth 1");
                    let reason = format!("{algorithm} does not search node by node");
                    refused(&line, &[&reason, "use another engine"]);
                    continue;
                }
                let svg = output(&format!("tree {name} --engine {algorithm} --depth 1"));
                let picture = roxmltree::Document::parse(&svg).expect("XML");
                assert_eq!(picture.root_element().tag_name().name(), "svg", "{name}");
                let nodes = svg.matches("<title>").count();
                assert!(nodes > 2, "{name} with {algorithm}: {nodes} nodes\n{svg}");
            }
        }
    }

    #[test]
    fn pictures_show_moves_cuts_and_positions() {
        let svg = output(
            "tree tic-tac-toe --position xxo/oo./x.. --depth 2 --engine 'alpha-beta(pvs=false)'",
        );
        for part in ["beta cut", "not searched", "xxo/oo./x.. ", "<svg", "alpha-beta"] {
            assert!(svg.contains(part.trim()), "{part:?} is missing in\n{svg}");
        }
    }

    #[test]
    fn the_engine_that_is_named_visits_as_many_nodes() {
        let json = |line: &str| -> serde_json::Value {
            serde_json::from_str(&output(line)).expect("JSON")
        };
        let tree = json(
            "tree connect-four --depth 3 --max-nodes 20 --engine 'alpha-beta + history' --json",
        );
        let engine = tree["engine"].as_str().expect("a description");
        assert_eq!(engine, "alpha-beta(iterative=false) + history");
        assert!(tree["title"].as_str().is_some_and(|title| title.contains(engine)), "{tree}");
        assert_eq!(tree["all_ties"], true);
        let visited = tree["dropped"].as_u64().expect("a number") + 20;
        let found = json(&format!("analyse connect-four --depth 3 --engine '{engine}' --json"));
        assert_eq!(found["report"]["counters"]["nodes"].as_u64(), Some(visited));
    }

    #[test]
    fn files_are_written() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("t.svg");
        let text = output(&format!(
            "tree connect-four --depth 2 --engine minimax --max-nodes 20 --out {}",
            path.display()
        ));
        assert!(text.contains("with 20 nodes; ") && text.contains("--max-nodes"), "{text}");
        assert!(std::fs::read_to_string(path)?.starts_with("<svg"));
        let missing = directory.path().join("no/t.svg");
        let line = format!("tree tic-tac-toe --depth 1 --out {}", missing.display());
        let (code, _, err) = starboard_with(&crate::builtin(), &line);
        assert_eq!(code, 1);
        assert!(err.contains("cannot write"), "{err}");
        Ok(())
    }

    #[test]
    fn bad_input_is_named() {
        refused("tree tic-tac-toe", &["--depth"]);
        refused("tree tic-tac-toe --depth 99", &["from 0 to 64"]);
        refused("tree tic-tac-toe --depth 1 --max-nodes 0", &["from 1 to 20000"]);
        refused("tree tic-tac-toe --depth 1 --engine star1", &["star1 is for games with chance"]);
    }
}
