//! `starboard compare`: every algorithm on every game.

use std::{io::Write, path::PathBuf};

use anyhow::bail;

use super::{Examples, count, threads};
use crate::Context;
use starboard::Failed;
use starboard_lab::{
    compare::{Options, compare, document, summary},
    default_threads, files, runs,
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "compare",
        "compare --game backgammon --positions 5",
        "compare --quick --json out.json --html out.html",
    ],
    own: &[
        "compare",
        "compare --game GAME --positions 5",
        "compare --quick --json out.json --html out.html",
    ],
};

/// All algorithms compared on the built-in positions of all games.
#[derive(clap::Args, Debug)]
#[command(
    about = "Compare all algorithms on built-in positions",
    long_about = "Compare all algorithms on the built-in positions of all games: what each costs, \
        and proof that the exact ones agree.\n\n\
        Prints what the best algorithm saves on each game. Everything else (each engine on each \
        game, with intervals, times and charts) is written to compare.json and compare.html in the \
        current directory unless other places are given; --long prints the tables, too."
)]
pub(crate) struct Args {
    /// Write the results as JSON here
    #[arg(long, value_name = "FILE", default_value = "compare.json")]
    json: PathBuf,
    /// Write the page with tables and charts here
    #[arg(long, value_name = "FILE", default_value = "compare.html")]
    html: PathBuf,
    /// Print the tables of all games
    #[arg(long)]
    long: bool,
    /// Compare on this game only; may be given more than once
    #[arg(long = "game", value_name = "NAME")]
    games: Vec<String>,
    /// Searches to run in parallel, one thread each [default: one per core]
    #[arg(long, value_parser = threads, value_name = "N")]
    threads: Option<usize>,
    /// Seed for choosing positions where a game has more than are wanted
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    /// The most positions of each game [default: as many as the game says; with --quick, at most 3]
    #[arg(long, value_parser = count, value_name = "N")]
    positions: Option<u64>,
    /// Search only a few positions, one move less deep
    #[arg(long)]
    quick: bool,
    /// Write all times as 0, so that files can be compared
    #[arg(long)]
    no_times: bool,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = match args.games.as_slice() {
        [] => context.games.games().collect(),
        names => {
            names.iter().map(|name| context.games.find(name)).collect::<anyhow::Result<Vec<_>>>()?
        }
    };
    files::can_write([&args.json, &args.html])?;
    let options = Options {
        positions: args.positions.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        seed: args.seed,
        quick: args.quick,
        times: !args.no_times,
    };
    let threads = args.threads.unwrap_or_else(default_threads);
    let comparison =
        compare(&games, &options, args.command(context.program), threads, context.terminal)?;
    let document = document(&comparison);
    runs::write_figures(&args.json, &comparison, [])?;
    files::write(&args.html, document.html())?;
    let printed = if args.long { document } else { summary(&comparison) };
    write!(out, "{}", printed.text_within(context.width))?;
    let (json, html) = (args.json.display(), args.html.display());
    writeln!(out, "The report is {html}, all figures are in {json}.")?;
    if !comparison.identical {
        bail!(Failed("exact algorithms do not agree with the reference".to_owned()));
    }
    Ok(())
}

impl Args {
    /// The command that gives the same results, wherever it puts them.
    fn command(&self, program: &str) -> String {
        let mut command = format!("{program} compare");
        for game in &self.games {
            command += &format!(" --game {game}");
        }
        if let Some(positions) = self.positions {
            command += &format!(" --positions {positions}");
        }
        if self.seed != 0 {
            command += &format!(" --seed {}", self.seed);
        }
        for (name, given) in [("quick", self.quick), ("no-times", self.no_times)] {
            if given {
                command += &format!(" --{name}");
            }
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use crate::testing::{games, refused, starboard_with};
    use starboard::Registry;

    /// What a comparison of these games printed and wrote.
    fn run(games: &Registry, options: &str, directory: &Path) -> (String, String, String) {
        let (json, html) = (directory.join("c.json"), directory.join("c.html"));
        let line =
            format!("compare {options} --json '{}' --html '{}'", json.display(), html.display());
        let (code, out, err) = starboard_with(games, &line);
        assert_eq!((code, err.as_str()), (0, ""), "{line}: {out}");
        let read = |path| fs::read_to_string(path).expect("the file was written");
        (out, read(json), read(html))
    }

    #[test]
    fn two_threads_write_what_one_writes() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let options = "--quick --positions 1 --no-times";
        let games = crate::builtin();
        let one = run(&games, &format!("{options} --threads 1"), directory.path());
        let two = run(&games, &format!("{options} --threads 2"), directory.path());
        assert!(one == two, "output depends on the number of threads");

        let value: serde_json::Value = serde_json::from_str(&one.1)?;
        assert_eq!(value["identical"], true);
        let compared = value["games"].as_array().expect("a list");
        assert_eq!(compared.len(), games.games().count());
        for game in compared {
            let engines = game["engines"].as_array().expect("a list");
            assert!(engines.iter().all(|e| e["counters"]["nodes"].as_u64() > Some(0)), "{game}");
            assert!(one.0.contains(game["game"].as_str().expect("a name")));
        }
        // Without times there is nothing to draw of them.
        assert_eq!(one.2.matches("<svg").count(), compared.len());
        Ok(())
    }

    #[test]
    fn games_of_ones_own_are_compared() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let (out, json, html) = run(&games(), "--game chance-tree --long", directory.path());
        assert!(out.contains("All exact algorithms agree"), "{out}");
        assert!(out.contains("star2(probes=2, cyclic)"), "{out}");
        assert!(json.contains("\"share_of_evaluations_interval\""));
        assert!(html.contains("starboard compare --game chance-tree"));
        Ok(())
    }

    /// Where every position is before a roll, those after it are searched: there is a move to
    /// agree on.
    #[test]
    fn engines_agree_on_moves() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let games = crate::builtin();
        let (_, json, _) = run(&games, "--quick --game hypergammon --no-times", directory.path());
        let value: serde_json::Value = serde_json::from_str(&json)?;
        let searches = value["games"][0]["engines"][0]["searches"].as_array().expect("a list");
        let moves = |search: &serde_json::Value| search["best_moves"].as_array().map(Vec::len);
        assert!(!searches.is_empty() && searches.iter().all(|s| moves(s) > Some(0)), "{json}");
        Ok(())
    }

    #[test]
    fn the_summary_is_short_and_the_long_form_is_not() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let options = "--quick --positions 1 --no-times";
        let games = crate::builtin();
        let (short, _, html) = run(&games, options, directory.path());
        assert!(short.lines().count() <= 60, "{short}");
        for part in ["All exact algorithms agree", "share", "filtered", "The report is "] {
            assert!(short.contains(part), "{part:?} is missing in {short}");
        }
        let (long, _, same) = run(&games, &format!("{options} --long"), directory.path());
        assert!(long.lines().count() > 200, "{long}");
        assert_eq!(html, same, "the page has everything in any case");
        for game in games.games() {
            assert!(short.contains(game.name()), "{} is missing in {short}", game.name());
        }
        Ok(())
    }

    #[test]
    fn what_cannot_be_is_refused() {
        refused("compare --game chess", &["there is no game \"chess\"; there are: "]);
        refused("compare --positions 0", &["expected a whole number of at least 1"]);
    }
}
