//! `starboard match`: two players, many games.

use std::{io::Write, path::PathBuf, time::Duration};

use anyhow::Context as _;
use starboard_core::Limits;

use super::{
    Examples,
    arguments::{Limited, Recorded, Refereed},
    count, depth, stopped, threads, time,
};
use crate::{Context, interrupt};
use starboard::{AnyGame, BadInput, Payoff};
use starboard_lab::{
    arena::{self, Header, Openings, Options, PlayerLimits, ToPoints, report, summarise},
    default_threads, files,
    html::grouped,
    runs::{self, Header as _, Shard},
    stats::{Model, Sprt, Verdict},
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "backgammon"],
    built_in: &[
        "match connect-four --a 'alpha-beta + tt' --b mcts --games 100 --nodes 5000",
        "match connect-four --a alpha-beta --b alpha-beta --games 200 --depth-a 6 --depth-b 4",
        "match backgammon --a star2 --b 'cmd:gnubg {plies=0}' --games 100 --depth 1",
        "match backgammon --points 7 --a 'filtered + net-bearoff' --b 'filtered + hand-crafted' \
         --games 200 --depth 1 --records matches",
        "match connect-four --a mtdf --b alpha-beta --games 2000 --sprt 0,10 --log run.jsonl",
    ],
    own: &[
        "match GAME --a ENGINE --b mcts --games 100 --nodes 5000",
        "match GAME --a ENGINE --b ENGINE --games 200 --depth-a 3 --depth-b 2",
    ],
};

/// Plays a match and says how sure one can be of the difference.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play a match between two engines, or against an external engine",
    long_about = "Play a match between two engines, or against an external engine, and say how \
        certain the difference is.\n\n\
        Games come in pairs: both begin with the same opening, with sides exchanged and, where \
        there are dice, with the same dice. The rules of the game are the referee: a player that \
        makes an illegal move, exceeds its time, crashes or says something that its protocol does \
        not know loses, and the reason is recorded. A program that crashed is restarted for the \
        next game.\n\n\
        A player is an engine described by its parts, as elsewhere, or a program:\n\n  \
        cmd:fairy-stockfish {Hash=64, \"Skill Level\"=0, Threads=1}\n  \
        gnubg:gnubg -t -q {plies=2}        gtp:gnugo --mode gtp        gnushogi:gnushogi\n\n\
        Options in braces are set in the protocol's own way. `cmd:` uses the game's usual \
        protocol; `usi:`, `gtp:`, `gnubg:` and `gnushogi:` name a particular one. Quotes keep \
        words together. A limit that the protocol cannot pass on is ignored if it was given for \
        both players, and refused if it was given for this player alone.\n\n\
        With a seed, a match can be repeated: each game depends on the seed, the number of its \
        pair and who begins, and all players forget everything between games, so the number of \
        threads changes nothing. This does not hold with time limits, for engines with several \
        threads, or for programs that do not forget.\n\n\
        Ctrl-C abandons the games in progress and reports the results of those before them; with \
        --log, the same command resumes later, and `log report` shows the results in the file at \
        any time."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// A player: an engine by its parts, or cmd:PROGRAM ARGS {OPTION=VALUE, ...}
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The other player
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Games to play, an even number; with --sprt, the most
    #[arg(long, value_name = "N", value_parser = count)]
    games: u64,
    /// Seed for the openings and the dice
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    limits: Limited,
    /// Positions to visit, for A; any limit for A alone replaces all those for both
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    nodes_a: Option<u64>,
    /// Positions to visit, for B
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    nodes_b: Option<u64>,
    /// Moves to look ahead, for A
    #[arg(long, value_name = "N", value_parser = depth, help_heading = "Limits")]
    depth_a: Option<u32>,
    /// Moves to look ahead, for B
    #[arg(long, value_name = "N", value_parser = depth, help_heading = "Limits")]
    depth_b: Option<u32>,
    /// Positions to evaluate, for A
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    evaluations_a: Option<u64>,
    /// Positions to evaluate, for B
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    evaluations_b: Option<u64>,
    /// Time per move, for A
    #[arg(long, value_name = "S", value_parser = time, help_heading = "Limits")]
    time_a: Option<Duration>,
    /// Time per move, for B
    #[arg(long, value_name = "S", value_parser = time, help_heading = "Limits")]
    time_b: Option<Duration>,
    #[command(flatten)]
    referee: Refereed,
    /// Backgammon: play matches to this many points, each match counting as one game
    #[arg(long, value_name = "N", help_heading = "Games", conflicts_with_all = ["openings", "random_plies"])]
    points: Option<u32>,
    /// Decisions after which a game is a draw, or a one-player game counts as it stands [default:
    /// 1000; 20000 in a match to points; 1000000 for one player]
    #[arg(long, value_name = "N", help_heading = "Games")]
    max_plies: Option<u32>,

    /// Stop as soon as the test decides between A being better by ELO0 and by ELO1; optionally with
    /// the two error rates, as in 0,5,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1", help_heading = "Statistics", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// What --sprt measures
    #[arg(long, value_enum, default_value_t = Model::Elo, requires = "sprt", help_heading = "Statistics")]
    sprt_model: Model,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Keep every game in this file, and resume from it if it exists, even with a larger --games
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Output")]
    log: Option<PathBuf>,
    #[command(flatten)]
    records: Recorded,
    /// Print the results in a few lines of this style instead of tables
    #[arg(long, value_enum, value_name = "STYLE", help_heading = "Output")]
    summary: Option<Style>,
    /// Play only the pairs i, i+N, i+2N, ... with i from 0; `log merge`
    /// puts the logs together
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, help_heading = "Output")]
    shard: Shard,
    /// Games to play in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T", help_heading = "Output")]
    threads: Option<usize>,
    /// Write all times as 0, so that files can be compared
    #[arg(long, help_heading = "Output")]
    no_times: bool,
}

/// How to print results in short.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Style {
    /// As OpenBench does.
    Openbench,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = played(args, context)?;
    files::can_write(&args.json)?;
    let sprt = args.sprt.map(|sprt| Sprt { model: args.sprt_model, ..sprt });
    if sprt.is_some_and(|sprt| sprt.model == Model::Points) && game.info().payoff == Payoff::Outcome
    {
        return Err(BadInput::error(format!(
            "a game of {} is won, drawn or lost, and not played for points: give --sprt-model elo \
             or normalised",
            game.name()
        )));
    }
    let (header, openings) = header(args, game)?;
    let header = Header { sprt, ..header };
    let options = Options {
        log: args.log.clone(),
        records: args.records.files(),
        threads: args.threads.unwrap_or_else(default_threads),
        visible: context.terminal,
        stop: interrupt::stop(),
    };
    let (header, rows) = arena::run(game, &header, openings.as_deref(), &options)?;
    let summary = summarise(&header, &rows);
    if let Some(path) = &args.json {
        runs::write_figures(path, &summary, &args.log)?;
    }
    match args.summary {
        Some(Style::Openbench) => write!(out, "{}", report::openbench(&summary))?,
        None => write!(out, "{}{}", report::text(&summary, context.width), args.usual(&header))?,
    }
    let decided = summary.sprt.is_some_and(|test| test.standing.verdict != Verdict::Open);
    match options.stop.requested() && !decided && rows.len() < header.expected() {
        true => Err(stopped(&header, rows.len(), args.log.as_deref())),
        false => Ok(()),
    }
}

impl Args {
    /// What A and B alone were given.
    fn own(&self) -> [Limits; 2] {
        let limits = |nodes, depth, evaluations, time| Limits {
            nodes,
            depth,
            evaluations,
            time,
            ..Limits::default()
        };
        [
            limits(self.nodes_a, self.depth_a, self.evaluations_a, self.time_a),
            limits(self.nodes_b, self.depth_b, self.evaluations_b, self.time_b),
        ]
    }

    /// Says where a player has the usual limit since only the other was given one.
    fn usual(&self, header: &Header) -> String {
        if self.limits.given() != Limits::default() || self.referee.clock.is_some() {
            return String::new();
        }
        let none = Limits::default();
        let (name, side) = match self.own().map(|own| own != none) {
            [true, false] => ("B", &header.b),
            [false, true] => ("A", &header.a),
            _ => return String::new(),
        };
        match side.limits.nodes {
            Some(nodes) if side.limits == Limits::nodes(nodes) => format!(
                "\n{name} was given no limit: {} nodes a move are its own or the default.\n",
                grouped(nodes)
            ),
            _ => String::new(),
        }
    }
}

/// The game that is played: where matches go to so many points, one that is a whole match.
fn played<'a>(args: &Args, context: &Context<'a>) -> anyhow::Result<&'a dyn AnyGame> {
    let game = context.games.find(&args.game)?;
    match (args.points, game.get::<ToPoints>()) {
        (None, _) => Ok(game),
        (Some(_), Some(to)) => context.games.find(to.game),
        (Some(_), None) => Err(BadInput::error(format!(
            "{} has no option --points: it is not played in matches to points",
            args.game
        ))),
    }
}

/// The match that is asked for, and what its file of openings holds.
fn header(args: &Args, game: &dyn AnyGame) -> anyhow::Result<(Header, Option<String>)> {
    let (both, clock) = (args.limits.given(), args.referee.clock);
    let [a, b] = args.own();
    let side = |name: &str, description: &str, own: Limits| {
        let given = PlayerLimits { own, both: both.clone(), clock };
        arena::side(game, description, &given).with_context(|| format!("player {name}"))
    };
    let (a, b) = (side("A", &args.a, a)?, side("B", &args.b, b)?);
    let games = usize::try_from(args.games)?;
    let (openings, text) = match (args.points, game.get::<ToPoints>()) {
        (Some(points), Some(to)) => (Openings::Position((to.start)(points)), None),
        _ => args.referee.openings(game)?,
    };
    let header = Header {
        seed: args.seed,
        openings,
        payoff: game.info().payoff,
        max_plies: args.max_plies.unwrap_or(match (game.info().payoff, args.points) {
            (Payoff::Score, _) => 1_000_000,
            (_, Some(_)) => 20_000,
            (_, None) => 1000,
        }),
        clock,
        adjudication: args.referee.resign,
        margin: args.referee.margin(),
        timeout: args.referee.timeout(),
        times: !args.no_times,
        shard: args.shard,
        ..Header::new(game.name(), a, b, games)
    };
    Ok((header, text))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    #[test]
    fn a_match_is_played_and_written() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let text = output(&format!(
            "match connect-four --a 'alpha-beta + tt(mb=1)' --b alpha-beta --games 10 \
             --depth-a 4 --depth-b 1 --seed 3 --json '{}' --log '{}' --records '{}' --threads 2",
            path("m.json"),
            path("m.jsonl"),
            path("records")
        ));
        for part in ["connect-four: 10 games in 5 pairs", "won, drawn, lost", "Elo", "depth 4"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("m.json"))?)?;
        assert_eq!(json["games"], 10);
        let sum =
            |names: [&str; 3]| names.iter().filter_map(|name| json[name].as_u64()).sum::<u64>();
        assert_eq!(sum(["wins", "draws", "losses"]), 10);
        assert!(json["wins"].as_u64() > json["losses"].as_u64(), "depth 4 beats depth 1: {text}");
        assert_eq!(fs::read_to_string(path("m.jsonl"))?.lines().count(), 11);
        assert_eq!(fs::read_dir(path("records"))?.count(), 10);
        let record = fs::read_to_string(path("records/game-000003.txt"))?;
        assert!(record.contains("first: alpha-beta\nsecond: alpha-beta + tt"), "{record}");
        Ok(())
    }

    #[test]
    fn a_match_by_the_clock_is_played_to_its_end() {
        let text = output(
            "match connect-four --a 'alpha-beta + tt(mb=1)' --b alpha-beta --clock 0.3+0.001 \
             --games 4 --seed 1 --threads 1",
        );
        for part in ["connect-four: 4 games in 2 pairs", "4 by the rules"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }

    #[test]
    fn matches_go_to_points() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let text = output(&format!(
            "match backgammon --points 3 --a 'filtered + net' --b random --games 6 --depth-a 1 \
             --seed 5 --log '{}' --records '{}' --threads 1",
            path("m.jsonl"),
            path("records")
        ));
        for part in ["backgammon-match: 6 games in 3 pairs", "6 - 0 - 0", "6 by the rules"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let log = fs::read_to_string(path("m.jsonl"))?;
        assert!(log.contains("\"position\":\"match 3\""), "{log}");
        let record = path("records/game-000005.mat");
        assert!(fs::read_to_string(&record)?.contains("\n 3 point match\n"));
        let review = output(&format!("analyse '{record}' --plies 0"));
        assert!(review.contains("Match to 3: random against filtered + net"), "{review}");
        refused("match go --a random --b random --games 2 --points 3", &["no option --points"]);
        refused(
            "match backgammon --a random --b random --games 2 --points 65",
            &["how many points the match goes to, 1 to 64"],
        );
        Ok(())
    }

    #[test]
    fn a_limit_that_nobody_gave_is_said() {
        let run = |limits: &str| {
            output(&format!("match tic-tac-toe --a minimax --b minimax --games 2 {limits}"))
        };
        let note = "was given no limit: ";
        assert!(run("--nodes-a 100").contains(&format!("B {note}")));
        assert!(run("--depth-b 2").contains(&format!("A {note}")));
        for limits in ["", "--nodes 100", "--nodes-a 100 --nodes 200", "--nodes-a 9 --depth-b 1"] {
            assert!(!run(limits).contains(note), "{limits}");
        }
    }

    #[test]
    fn the_short_summary_is_that_of_openbench() {
        let text = output(
            "match tic-tac-toe --a alpha-beta --b alpha-beta --games 8 --depth 2 \
             --sprt -5,5 --summary openbench --threads 1",
        );
        let lines: Vec<_> = text.lines().map(|line| line.split('|').next()).collect();
        let expected = ["ELO   ", "SPRT  ", "LLR   ", "GAMES ", "PENTA "].map(Some);
        assert_eq!(lines, expected, "{text}");
        assert!(text.contains("GAMES | N: 8 W: "), "{text}");
    }

    #[test]
    fn bad_input_is_named() {
        let refused = |options: &str, parts: &[&str]| {
            refused(&format!("match tic-tac-toe --a alpha-beta {options}"), parts);
        };
        refused("--b mtdf --games 3", &["expected an even number of games, found 3"]);
        refused("--b mtdf --games 0", &["at least 1"]);
        refused("--b mtdf --games 99999999999998", &["expected at most 16777216 games"]);
        refused("--b star2 --games 2", &["player B", "star2 is for games with chance"]);
        refused("--b cmd:x --games 2", &["player B", "tic-tac-toe has no protocol for external"]);
        refused("--b usi:x --games 2", &["cannot be played by usi", "external engines: none"]);
        refused("--b 'cmd:x {' --games 2", &["an option such as Hash=64"]);
        refused("--b mtdf --games 2 --clock soon", &["expected seconds such as 60+0.5"]);
        refused("--b mtdf --games 2 --sprt 5,0", &["two hypotheses such as 0,5"]);
        refused("--b mtdf --games 2 --sprt-model points", &["--sprt"]);
        refused("--b mtdf --games 2 --sprt 0,0.1 --sprt-model points", &["won, drawn or lost"]);
        refused("--b mtdf --games 2 --random-plies 9", &["9 random plies from the start"]);
        refused("--b mtdf --games 2 --shard 0/2 --sprt 0,5", &["a shard cannot know"]);
        refused("--b mtdf --games 2 --resign 3", &["a value and a number of moves"]);
    }
}
