//! `starboard tournament`: many players on one scale.

use std::{io::Write, path::PathBuf};

use anyhow::Context as _;
use starboard_core::Limits;

use super::{
    Examples,
    arguments::{Kept, Limited, Recorded, Refereed},
};
use crate::{Context, interrupt};
use starboard_lab::{
    arena::{self, PlayerLimits},
    command::Reported,
    files, runs,
    tournament::{self, Header, Schedule},
};
use starboard_protocols::external::Command;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "einstein", "shogi"],
    built_in: &[
        "tournament connect-four --player 'alpha-beta + tt' --player mtdf --player mcts --player random \
         --games 20 --nodes 2000 --html tournament.html",
        "tournament einstein --player 'star2 + tt(mb=16)' --player star1 --player mcts --games 40 \
         --nodes 2000 --log tournament.jsonl",
        "tournament shogi --gauntlet --player 'alpha-beta + tt' --player 'cmd:fairy-stockfish {Hash=64}' \
         --player 'cmd:gpsusi' --games 20 --nodes 5000",
    ],
    own: &["tournament GAME --player ENGINE --player mcts --player random --games 20 --nodes 2000"],
};

/// Plays a tournament.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play a tournament between many engines and programs, rated on one scale",
    long_about = "Play a tournament between many engines and programs: every player plays every \
        other, or with --gauntlet the first plays all others. All are rated on one scale, in Elo \
        above the first player, so name first the one that the others are to be compared with.\n\n\
        A player is an engine described by its parts, or a program, as for `match`; pairs of \
        games, the referee and limits work as they do there. The limits are for all players; one \
        whose description has limits of its own (alpha-beta(nodes=2000)) gets those instead, and \
        for a program, limits that its protocol cannot pass on are ignored.\n\n\
        Games are played in rounds, in each of which every pairing plays a pair of games from the \
        same opening. Ctrl-C reports the results so far; with --log, the same command resumes \
        later, also with more games, and `log report` shows the results in the file at any \
        time.\n\n\
        With a seed, a tournament can be repeated, like a match, whatever the number of threads."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// A player: an engine by its parts, or cmd:PROGRAM ARGS {OPTION=VALUE, ...}; repeat for each
    /// player
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// The first player plays each of the others, who do not play one another
    #[arg(long)]
    gauntlet: bool,
    /// Games between every two players, an even number; the same command with more resumes the run
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// Seed for the openings and the dice
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    limits: Limited,
    #[command(flatten)]
    referee: Refereed,
    /// Decisions after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Games")]
    max_plies: u32,

    #[command(flatten)]
    kept: Kept,
    /// Write a page with the tables and a picture
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write all times as 0, so that files can be compared
    #[arg(long)]
    no_times: bool,
    #[command(flatten)]
    records: Recorded,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    args.kept.can_write(args.html.as_ref())?;
    let info = game.info();
    let (both, clock) = (args.limits.given(), args.referee.clock);
    let side = |description: &str| {
        // What a description says of limits is about this player alone.
        let own = match Command::names(description.trim()) {
            true => Limits::default(),
            false => game.engine(Some(description))?.described_limits(&Limits::default()),
        };
        arena::side(game, description, &PlayerLimits { own, both: both.clone(), clock })
    };
    let players =
        args.players.iter().zip(1..).map(|(description, number)| {
            side(description).with_context(|| format!("player {number}"))
        });
    let players = players.collect::<anyhow::Result<Vec<_>>>()?;
    let engines = players.iter().map(|side| side.description.as_str());
    let read = runs::files(game, engines.filter(|description| !Command::names(description)))?;
    let (openings, text) = args.referee.openings(game)?;
    let header = Header {
        experiment: tournament::KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: info.name,
        players,
        schedule: if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        seed: args.seed,
        openings,
        payoff: info.payoff,
        max_plies: args.max_plies,
        clock,
        adjudication: args.referee.resign,
        margin: args.referee.margin(),
        timeout: args.referee.timeout(),
        times: !args.no_times,
        games: args.games,
        openings_hash: text.as_ref().map(|text| runs::hashed(text.as_bytes())),
        files: read,
        shard: args.kept.shard,
    };
    let stop = interrupt::stop();
    let (text, keep) = (text.as_deref(), args.kept.keep());
    let records = args.records.files();
    let games =
        tournament::run(game, &header, text, keep, records.as_ref(), context.terminal, &stop)?;
    args.kept.end(&header, games.len(), &stop, out, || {
        let summary = tournament::summarise(&header, &games);
        let page = tournament::document(&summary);
        if let Some(path) = &args.html {
            files::write(path, page.html())?;
        }
        Reported::paged("", page, context.width, &summary)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    const TOURNAMENT: &str = "tournament connect-four --player alpha-beta --player 'mcts' \
                              --player random --player 'alpha-beta(depth=1)' --seed 3 --no-times";

    #[test]
    fn a_tournament_is_played_and_gone_on_with() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let run =
            |log: &str, more: &str| output(&format!("{TOURNAMENT} --log '{}' {more}", path(log)));
        let written = format!(
            "--games 6 --nodes 100 --threads 1 --json '{}' --html '{}' --records '{}'",
            path("t.json"),
            path("t.html"),
            path("records")
        );
        let text = run("one", &written);
        for part in
            ["a round robin of 4 players", "36 games", "Standings", "1. ", "To begin is worth"]
        {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        assert_eq!(fs::read_dir(path("records"))?.count(), 36);
        // The first pairing's second game: the first player has the other side.
        let record = fs::read_to_string(path("records/game-000001.txt"))?;
        assert!(record.contains("first: mcts\nsecond: alpha-beta\n"), "{record}");
        // Stopped after two thirds, gone on with, on two threads; and in two shards.
        run("two", "--games 4 --nodes 100");
        assert_eq!(run("two", "--games 6 --nodes 100 --threads 2"), text);
        assert_eq!(fs::read(path("one"))?, fs::read(path("two"))?);
        run("a", "--games 6 --nodes 100 --shard 0/2");
        run("b", "--games 6 --nodes 100 --shard 1/2");
        output(&format!("log merge '{}' '{}' --log '{}'", path("b"), path("a"), path("all")));
        assert_eq!(fs::read(path("one"))?, fs::read(path("all"))?);

        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("t.json"))?)?;
        let standings = json["standings"].as_array().expect("a list");
        assert_eq!(standings.len(), 4);
        assert_eq!(standings[3]["description"], "random", "{json}");
        let sum = |name: &str| -> i64 {
            standings.iter().map(|standing| standing[name].as_i64().expect("a number")).sum()
        };
        assert_eq!((sum("games"), sum("wins") - sum("losses")), (72, 0), "{json}");
        let first = standings.iter().find(|standing| standing["player"] == 0).expect("it plays");
        assert_eq!(first["elo"]["value"].as_f64(), Some(0.0), "all are compared with it");
        assert_eq!(json["crosses"].as_array().map(Vec::len), Some(6));
        let page = fs::read_to_string(path("t.html"))?;
        assert!(page.contains("<svg") && page.contains("4. random"), "{page}");
        output(&format!("log report '{}' --html '{}'", path("one"), path("r.html")));
        assert_eq!(fs::read_to_string(path("r.html"))?, page);
        Ok(())
    }

    #[test]
    fn a_limit_of_ones_own_holds() {
        let text = output(
            "tournament tic-tac-toe --player 'minimax(depth=1)' --player minimax --games 2 \
             --nodes 50 --no-times --threads 1",
        );
        for part in ["minimax(depth=1) (depth 1)", "minimax (50 nodes a move)"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        let text = output(
            "tournament tic-tac-toe --gauntlet --player minimax --player random --player mcts \
             --games 4 --nodes 50 --no-times --threads 1",
        );
        for part in ["a gauntlet of 3 players", "8 games", "-"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }

    #[test]
    fn bad_input_is_named() {
        refused("tournament connect-four", &["--player <PLAYER>"]);
        refused("tournament chess --player random", &["there is no game \"chess\""]);
        refused(
            "tournament connect-four --player random",
            &["expected two players or more, found 1"],
        );
        let two = "tournament connect-four --player random --player";
        refused(
            &format!("{two} mcts --games 2 --records r --record-format pgn"),
            &["records of connect-four can be txt, not \"pgn\""],
        );
        refused(&format!("{two} mcts --games 3"), &["an even number of games, found 3"]);
        refused(&format!("{two} star2"), &["player 2", "star2 is for games with chance"]);
        refused(&format!("{two} cmd:x"), &["player 2", "no protocol for external"]);
        refused(
            "tournament 2048 --player star2 --player mcts --games 2",
            &["2048 is played alone"],
        );
    }
}
