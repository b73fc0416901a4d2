//! `starboard experiment ordering`: what negative plausibility is worth.

mod games;
mod output;

use std::{io::Write, path::PathBuf};

use anyhow::bail;

use crate::{
    Context,
    cmd::{count, depth, threads},
    experiment::{
        Base, Parameters, Part, Subject, document, of_searches, pictures, run as search, summarise,
    },
};
use starboard::{BadInput, Failed};
use starboard_lab::{default_threads, files, runs::Shard};

/// Negative plausibility: what it saves in nodes, and what it is worth in games.
#[derive(clap::Args, Debug)]
#[command(
    about = "Negative plausibility: what it saves in nodes, and what it is worth in games",
    long_about = "Negative plausibility (Rollason 2007) tries late those moves that were tried in \
        vain before. This experiment asks what that is worth, in six parts, the last three of \
        which were planned after the first three had been run:\n\n  \
        a  nodes to a fixed depth in Shogi, by plain alpha-beta: with and without it, on top of \
        three initial orders and four histories\n  \
        b  games in pairs at a fixed number of nodes per move, with it against without it\n  \
        c  nodes to a fixed depth in five games, from few legal moves to many\n  \
        d  nodes to depths 4 to 10 in Shogi, by a search with all of its pruning: what it saves \
        from depth to depth\n  \
        e  games by that search at 200,000 nodes per move\n  \
        f  nodes to a fixed depth in all games without chance, from few legal moves to many\n\n\
        By default, each part is run as the book specified it before the first run, down to the \
        number of positions and games and the test; with other options the report says that it is \
        off-plan, and gives no verdict.\n\n\
        Parts a, c and f fail if any order changes the value of a root. Figures are ratios of \
        nodes, the geometric mean over positions with a bootstrap interval: 0.95 means 5 % fewer \
        nodes. Results are the same for any number of threads, wherever a run was stopped and \
        however it was split into shards. In parts b and e each shard has logs of its own; once \
        those of all shards are in one folder, the whole result is put together from them.",
    after_help = "Examples:\n  \
        starboard experiment ordering --part a --log a.jsonl --json a.json --html a.html\n  \
        starboard experiment ordering --part a --positions 10 --depth 3    # a short trial\n  \
        starboard experiment ordering --part c --log c.jsonl --html c.html\n  \
        starboard experiment ordering --part c --shard 0/2 --log part-0.jsonl\n  \
        starboard log merge part-0.jsonl part-1.jsonl --log c.jsonl\n  \
        starboard experiment ordering --part b --dry-run    # what, how many, how long\n  \
        starboard experiment ordering --part b --list\n  \
        starboard experiment ordering --part b --nodes 5000 --logs games --json b.json\n  \
        starboard experiment ordering --part b --only shogi-5000-lmr-gravity --logs games\n  \
        starboard experiment ordering --part b --shard 1/2 --logs games    # on another machine\n  \
        starboard experiment ordering --part d --log d.jsonl --html d.html\n  \
        starboard experiment ordering --part e --logs games --json e.json"
)]
pub(crate) struct Args {
    /// Which part
    #[arg(long, value_enum)]
    part: Part,
    /// The game [default: Shogi; in parts c and f all]
    #[arg(long, value_enum, value_name = "GAME")]
    game: Option<Subject>,
    /// Part a: only this initial order; can be given more than once
    #[arg(long, value_enum, value_name = "ORDER")]
    base: Vec<Base>,
    /// Parts that count nodes: how many positions of each game [default: 156 in part a, 300 in
    /// part d, else 150]
    #[arg(long, value_name = "N", value_parser = count)]
    positions: Option<u64>,
    /// Parts that count nodes: moves to look ahead; in part d, the greatest depth [default: by the
    /// game, 4 in Shogi; in part d 10]
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<u32>,
    /// Parts b and e: positions that each player visits per move [default: 5000; 200000 in part e]
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Parts b and e: games of each match [default: in part b 2000 up to 5000 nodes, 400 above;
    /// 600 in part e]
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Parts b and e: only the match of this name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Parts b and e: list the matches and play none
    #[arg(long)]
    list: bool,
    /// Run only a few searches, to say what would be run and how long it would take
    #[arg(long)]
    dry_run: bool,
    /// Parts that count nodes: keep every search in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE.jsonl")]
    log: Option<PathBuf>,
    /// Parts b and e: keep the games of each match in a file in this folder, and resume from it
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report with its charts as a self-contained page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every chart as an SVG file into this folder
    #[arg(long, value_name = "FOLDER")]
    charts: Option<PathBuf>,
    /// Only the positions, or pairs of games, i, i+N, i+2N, ... with i from 0
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Searches or games to run in parallel, one thread each [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Seed for random positions, openings, dice and the resampling of intervals
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
}

pub(super) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    args.check()?;
    files::can_write(args.json.iter().chain(&args.html))?;
    if args.part.plays() { games::run(args, context, out) } else { nodes(args, context, out) }
}

/// Parts of which the nodes are counted.
fn nodes(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut parameters = Parameters::new(args.part, args.game);
    parameters.seed = args.seed;
    parameters.shard = args.shard;
    if let Some(positions) = args.positions {
        parameters.positions = usize::try_from(positions)?;
    }
    if let Some(depth) = args.depth {
        parameters = parameters.to_depth(depth);
    }
    if !args.base.is_empty() {
        if let Some(other) = args.base.iter().find(|base| !parameters.bases.contains(base)) {
            let game = args.game.unwrap_or(Subject::Shogi);
            bail!(BadInput(format!("{game} has no order {other} to begin with")));
        }
        parameters.bases.retain(|base| args.base.contains(base));
    }
    let threads = args.threads.unwrap_or_else(default_threads);
    if args.dry_run {
        let estimate = of_searches(context.games, &parameters, context.terminal)?;
        let document = estimate.document(&args.command(context.program), threads);
        return output::write(args, context, out, &estimate, &[], &document, &[]);
    }
    let (parameters, rows) =
        search(context.games, &parameters, args.log.as_deref(), threads, context.terminal)?;
    let summary = summarise(&parameters, rows);
    let document = document(&summary, &args.command(context.program));
    let logs = args.log.as_slice();
    output::write(args, context, out, &summary, logs, &document, &pictures(&summary))?;
    if summary.identical == Some(false) {
        bail!(Failed("an order changed the value of a root".to_owned()));
    }
    Ok(())
}

impl Args {
    /// Refuses options that the part does not have.
    fn check(&self) -> anyhow::Result<()> {
        let plays = self.part.plays();
        for (name, given, fits) in [
            ("game", self.game.is_some(), !self.part.is_of_shogi()),
            ("base", !self.base.is_empty(), self.part == Part::A),
            ("positions", self.positions.is_some(), !plays),
            ("depth", self.depth.is_some(), !plays),
            ("log", self.log.is_some(), !plays),
            ("nodes", self.nodes.is_some(), plays),
            ("games", self.games.is_some(), plays),
            ("only", self.only.is_some(), plays),
            ("list", self.list, plays),
            ("logs", self.logs.is_some(), plays),
        ] {
            if given && !fits {
                let part = self.part.name();
                bail!(BadInput(format!("part {part} has no option --{name}")));
            }
        }
        Ok(())
    }

    /// The command that gives the same results, wherever it puts them.
    fn command(&self, program: &str) -> String {
        let mut command = format!("{program} experiment ordering --part {}", self.part.name());
        let text = |number: Option<u64>| number.map(|number| number.to_string());
        let bases = self.base.iter().map(|base| ("base", Some(base.to_string())));
        for (name, value) in
            [("game", self.game.map(|game| game.to_string()))].into_iter().chain(bases).chain([
                ("positions", text(self.positions)),
                ("depth", text(self.depth.map(u64::from))),
                ("nodes", text(self.nodes)),
                ("games", text(self.games)),
                ("only", self.only.clone()),
                ("seed", text((self.seed != 0).then_some(self.seed))),
                ("shard", (self.shard != Shard::WHOLE).then(|| self.shard.to_string())),
            ])
        {
            if let Some(value) = value {
                command += &format!(" --{name} {value}");
            }
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    #[test]
    fn nodes_are_counted_and_written() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let command = |log: &str, threads: usize| {
            format!(
                "experiment ordering --part c --game connect-four --positions 3 --depth 4 \
                 --json '{}' --html '{}' --charts '{}' --log '{}' --threads {threads}",
                path("c.json"),
                path("c.html"),
                path("charts"),
                path(log)
            )
        };
        let text = output(&command("one", 1));
        for part in
            ["Same root value in each of 12 searches", "off-plan: games connect-four", "56.5 %"]
        {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        for verdict in ["positive", "harmful", " null", " open"] {
            assert!(!text.contains(verdict), "{verdict:?} in\n{text}");
        }
        assert_eq!(output(&command("two", 2)), text);
        assert!(fs::read(path("one"))? == fs::read(path("two"))?);
        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("c.json"))?)?;
        assert_eq!(json["identical"], true);
        assert_eq!(json["standing"]["kind"], "off-plan");
        assert_eq!(json["lines"].as_array().map(Vec::len), Some(4), "{json}");
        assert_eq!(json["searches"].as_array().map(Vec::len), Some(12), "{json}");
        let page = fs::read_to_string(path("c.html"))?;
        assert_eq!(page.matches("<svg").count(), 3, "an effect, and two histograms");
        assert!(page.contains("--part c --game connect-four --positions 3 --depth 4"));
        for chart in ["nodes", "places-connect-four-p-x1"] {
            let svg = fs::read_to_string(directory.path().join(format!("charts/{chart}.svg")))?;
            assert!(svg.starts_with("<svg") && page.contains(&svg), "{chart}");
        }
        Ok(())
    }

    #[test]
    fn a_dry_run_tells_what_would_be_run() {
        let text = output(
            "experiment ordering --part c --game connect-four --positions 3 --depth 2 --dry-run \
             --threads 2",
        );
        for part in ["off-plan", "connect-four, order none, depth 2", "core-hours", "on 2 threads"]
        {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused =
            |options: &str, part| refused(&format!("experiment ordering {options}"), &[part]);
        refused("", "--part");
        refused("--part a --games 4", "part a has no option --games");
        refused("--part b --log x", "part b has no option --log");
        refused("--part c --base none", "part c has no option --base");
        refused("--part a --base paper", "shogi has no order paper to begin with");
        refused("--part a --positions 157", "expected 1 to 156 positions of shogi, found 157");
        refused("--part b --games 3 --nodes 10", "expected an even number of games, found 3");
        refused("--part b --only x", "there is no match \"x\"; there are shogi-5000-lmr-none");
    }
}
