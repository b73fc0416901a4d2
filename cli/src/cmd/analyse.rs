//! `starboard analyse`: one position, one engine, everything it found.

use std::{
    io::{self, Write},
    time::Duration,
};

use starboard_core::{Limits, Node, Report, Stop};

use super::{Examples, count, depth, json, text, time};
use crate::{AnyGame, BadInput, Context};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "connect-four", "backgammon"],
    built_in: &[
        "analyse tic-tac-toe",
        "analyse connect-four --position 44453 --depth 12",
        "analyse backgammon --position '4HPwATDgc/ABMA 31' --engine 'star2 + tt(mb=64)'",
        "analyse backgammon --position '4HPwATDgc/ABMA 42' --engine filtered --depth 3",
        "analyse connect-four --time 2 --json",
    ],
    own: &[
        "analyse GAME",
        "analyse GAME --position 'POSITION' --depth 2",
        "analyse GAME --engine 'ENGINE + tt(mb=64) + killers'",
        "analyse GAME --time 2 --json",
    ],
};

/// Searches a position and shows what was found.
#[derive(clap::Args, Debug)]
#[command(
    about = "Search a position and show what was found",
    long_about = "Search a position and show what was found: the best moves with all ties, \
        the value, the expected line, every candidate, and what the search cost.\n\n\
        Without a limit, the search goes to the game's usual depth. A depth counts moves. Where \
        each move is followed by a roll it is shown as d in the counting of the *-Minimax paper \
        as well, which counts the rolls, too. The longest line is what is also called the \
        selective depth: the most moves that the search looked ahead anywhere. It is more than \
        the depth where lively positions were played out, and less where the game ended or a cut \
        came first."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// The engine, by its parts; the command `plugins` lists them [default: the game's]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
    /// Moves to look ahead, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// Positions to visit
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Positions to evaluate
    #[arg(long, value_name = "N", value_parser = count)]
    evaluations: Option<u64>,
    /// Time to search: seconds, or 500ms
    #[arg(long, value_name = "S", value_parser = time)]
    time: Option<Duration>,
    /// Find every move that is as good as the best (this is the default)
    #[arg(long, overrides_with = "no_ties")]
    ties: bool,
    /// Find one best move only, which is faster
    #[arg(long)]
    no_ties: bool,
    /// Measure how the time splits between move generation and evaluation
    #[arg(long)]
    profile: bool,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let position = args.position.as_deref();
    let mut engine = game.engine(args.engine.as_deref())?;
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        evaluations: args.evaluations,
        time: args.time,
        all_ties: args.ties || !args.no_ties,
        profile: args.profile,
    };
    let unit = game.info().unit;
    let mut show = |report: &Report<String>| {
        if context.terminal {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(io::stderr(), "{}", text::iteration(report, unit));
        }
    };
    let analysis = engine.analyse(position, &limits, &Stop::default(), &mut show)?;
    if args.json {
        return json(out, &analysis);
    }
    writeln!(out, "{}\n", game.board(position)?.trim_end())?;
    writeln!(out, "position   {}", analysis.position)?;
    writeln!(out, "to move    {}", text::mover(analysis.mover))?;
    if let Node::Over(_) = game.node(position)? {
        writeln!(out, "the game is over: {} for the player to move", text::score(&analysis))?;
        return Ok(());
    }
    writeln!(out, "engine     {}", analysis.engine)?;
    text::findings(&analysis, out)?;
    if engine.algorithm() == "filtered" {
        writeln!(out)?;
        text::hints(&analysis, out)?;
    } else if !analysis.report.candidates.is_empty() {
        writeln!(out)?;
        text::candidates(&analysis, out)?;
    }
    writeln!(out)?;
    text::costs(&analysis.report, out)
}

/// The position a game begins with, unless another is given; for commands that
/// need something to decide.
pub(super) fn decision(game: &dyn AnyGame, position: Option<&str>) -> anyhow::Result<String> {
    let text = game.position(position)?;
    let refuse = |what| {
        let decides = |p: &String| game.node(Some(p)).is_ok_and(|node| node == Node::Decision);
        let example = game.positions().into_iter().find(decides);
        let example = example.map_or(String::new(), |p| format!(", such as '{p}'"));
        let hint = "it takes a position in which a player has to choose a move";
        Err(BadInput::error(format!("{what} in {text:?}: {hint}, given with --position{example}")))
    };
    match game.node(Some(&text))? {
        Node::Decision => Ok(text),
        Node::Chance => refuse("nothing has been rolled"),
        Node::Over(_) => refuse("the game is over"),
    }
}

#[cfg(test)]
mod tests {
    use crate::cmd::testing::{games, output, refused, starboard_with};

    #[test]
    fn the_text_shows_what_was_found() {
        let text = output("analyse tic-tac-toe --position xx./oo./... --depth 3");
        for part in ["xx./oo./...", "best       2", "+1.0 wins", "exact", "depth 3", "nodes"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }

    #[test]
    fn ties_are_all_found_unless_one_is_enough() {
        let ties = |flag: &str| {
            let line = format!("analyse tic-tac-toe --depth 9 --json {flag}");
            let value: serde_json::Value = serde_json::from_str(&output(&line)).expect("JSON");
            value["report"]["best_moves"].as_array().expect("a list").len()
        };
        assert_eq!((ties(""), ties("--ties"), ties("--no-ties")), (9, 9, 1));
    }

    #[test]
    fn rolls_are_counted_as_the_paper_does() {
        let text = output("analyse backgammon --position '4HPwATDgc/ABMA 31' --depth 2");
        assert!(text.contains("depth 2 (d = 3"), "{text}");
        assert!(text.contains("8/5 6/5"), "{text}");
        let (code, out, _) = starboard_with(&games(), "analyse chance-tree --depth 2");
        assert!(code == 0 && !out.contains("d ="), "moves follow moves: {out}");
    }

    #[test]
    fn an_early_end_is_explained() {
        let one = "4HPwATDgc/ABMA 31";
        for (line, part) in [
            ("analyse tic-tac-toe --position xx./oo./... --depth 20", " of 20; longest line "),
            ("analyse tic-tac-toe --position xx./oo./... --depth 20", "; deeper finds the same"),
            ("analyse tic-tac-toe --depth 3", "to depth 3; longest line 3 moves\n"),
            ("analyse tic-tac-toe --nodes 100", "; until the limit on nodes"),
            (
                &format!("analyse backgammon --position '{one}' --engine filtered --depth 3"),
                "to depth 1 of 3 (d = 1, rolls counted); the filter let no second move go on\n",
            ),
        ] {
            let text = output(line);
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }

    #[test]
    fn filtered_searches_print_hints() {
        let text = output(
            "analyse backgammon --position '4HPwATDgc/ABMA 42' --engine 'filtered(filter=huge)' --depth 2",
        );
        assert!(text.contains("    1. 1-ply    8/4 6/4"), "{text}");
        assert!(text.contains(". 0-ply    ") && text.contains("Eq.:  "), "{text}");
    }

    #[test]
    fn bad_input_is_named() {
        for (line, parts) in [
            ("analyse chess", &["there is no game \"chess\"; there are: "][..]),
            (
                "analyse tic-tac-toe --position xxx",
                &["no position of tic-tac-toe", "`games tic-tac-toe` shows"],
            ),
            ("analyse backgammon --position '4HPwATDgc/ABMA 17'", &["no position of backgammon"]),
            ("analyse tic-tac-toe --depth 65", &["a depth is a number from 0 to 64"]),
            ("analyse tic-tac-toe --nodes 0", &["at least 1"]),
            (
                "analyse tic-tac-toe --engine 'alpha-beta killers'",
                &["in the description of the engine: expected + or the end"],
            ),
            ("analyse tic-tac-toe --engine 'alpha-beta(depth=x)'", &["it must be a whole number"]),
            ("analyse tic-tac-toe --time soon", &["expected seconds such as 2.5"]),
            ("analyse tic-tac-toe --engine ''", &["the description of an engine is empty"]),
            ("analyse tic-tac-toe --engine alphabeta", &["no algorithm called \"alphabeta\""]),
            (
                "analyse tic-tac-toe --engine star2",
                &["star2 is for games with chance", "use alpha-beta"],
            ),
            (
                "analyse backgammon --engine minimax",
                &["minimax is for games without chance", "use expectimax instead"],
            ),
            ("analyse dice --engine alpha-beta", &["alpha-beta is for", "use star2 instead"]),
            ("analyse backgammon --engine star2+tt+tt", &["one tt"]),
            ("analyse backgammon --engine star2+kilers", &["\"kilers\"", "killers"]),
            ("analyse backgammon --engine 'star2(depth=65)'", &["depth", "0..=64"]),
            ("analyse backgammon --engine 'star2+eval(name=x)'", &["\"x\"", "hand-made"]),
            ("analyse", &["<GAME>"]),
            ("analize", &["unrecognized subcommand"]),
        ] {
            refused(line, parts);
        }
    }
}
