//! `starboard decisions` and `starboard regret`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use starboard_backgammon::{AnyNets, NetEvaluator, Nets, bearoff::Bearoff, cube::MAX_PLIES};
use starboard_core::FilterSet;
use starboard_lab::{
    Progress,
    command::{Context, Examples, count, json, threads},
    default_threads, files,
    html::counted,
    runs::Shard,
};

use super::{
    decision::{DECISIONS, Header, Kind, read},
    engine::Chooser,
    make::make,
    measure::{first_of_ranked, measure},
    opening::{book, first_turns},
    player::Player,
    summary::{Played, Summary},
};
use crate::{
    evaluate::{evaluator, only_backgammon},
    train::fingerprint,
};

pub(crate) const MAKE_EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "decisions backgammon --log decisions.jsonl            # 5,000, for hours",
        "decisions backgammon --log part-0.jsonl --shard 0/2   # half of them, here",
        "log merge part-0.jsonl part-1.jsonl --log decisions.jsonl",
        "decisions backgammon --openings --log openings.jsonl --book openings.book   # 90 minutes",
    ],
    own: &[],
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "regret backgammon decisions.jsonl --nets nets/trained.nets",
        "regret backgammon decisions.jsonl --plies 0,1,2 --first 500",
        "regret backgammon decisions.jsonl --gnubg --plies 0,2 --json",
        "regret backgammon decisions.jsonl --threads 1 \\\n    --engine 'filtered(depth=2) + net' --engine 'star2(depth=2) + net' --svg loss.svg",
    ],
    own: &[],
};

/// Makes decisions.
#[derive(clap::Args, Debug)]
#[command(
    about = "Sample decisions of backgammon and roll out their best moves, for regret",
    long_about = "Sample decisions of backgammon and roll out their best moves, for `regret`.\n\n\
        A decision is a position and a roll, from self-play games of the networks in which one \
        move in twelve is drawn from the best few; every turn of every game is equally likely. Two \
        thirds of the decisions are as they occur in play; one third is sought, in turn, among back games, \
        positions in which a side has crashed, and positions with four checkers or more back, in \
        games many of which begin with checkers sent back. A decision is passed over, and counted, \
        where a search two plies deep finds no second move within 0.25 points of the best, or no \
        difference above 0.01 between the best five of those that are.\n\n\
        Up to five moves are candidates: the best by static evaluation of the networks, and with \
        --gnubg of GNU Backgammon; and the best of those within 0.25 points by the search two \
        plies deep. Each is rolled out to the end of the game, for money without a cube, without \
        looking ahead, with variance reduction, on the same dice as the others; from 108 trials \
        on, a candidate that is three standard deviations behind gets no more.\n\n\
        The file has one line of JSON per decision; equities and losses are in points for the \
        player who moves, each with its standard error. The same command, or one for more \
        decisions, resumes where it was stopped; the seed determines everything, and the first \
        part of a file is as good a sample as all of it.\n\n\
        With --openings, the decisions are those of the first two turns, none passed over: the \
        fifteen first rolls, and all replies to the moves for these that are within 0.03 points of \
        the best two plies deep, at most three per roll. With --book, any file of decisions \
        becomes an opening book that engines play from: book(file=FILE) plays what was best. There \
        the trials count as games played, so that `pick=drawn, min-count=648` draws from the moves \
        that were not given up."
)]
pub(crate) struct MakeArgs {
    /// The game; only backgammon has networks
    game: String,
    /// The file of decisions, to write or to resume from
    #[arg(long, value_name = "FILE.jsonl")]
    log: PathBuf,
    /// How many decisions
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 5000, conflicts_with = "openings")]
    decisions: u64,
    /// Make the decisions of the first two turns, instead of decisions from games
    #[arg(long)]
    openings: bool,
    /// The most trials for each candidate; 36 give every first roll its share
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(36..), default_value_t = 648)]
    trials: u64,
    /// Stop each trial after this many turns and evaluate; 0 to play to the end
    #[arg(long, value_name = "N", default_value_t = 0)]
    truncate: u32,
    /// Seed for games and dice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The networks that play, choose and roll out, which may be GNU Backgammon's gnubg.weights or
    /// gnubg.wd [default: the program's own]
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
    /// Make what GNU Backgammon would play at once a candidate, too, so that it can be measured;
    /// give the program, if it is not gnubg on the path, or the address where one listens
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true, default_missing_value = "gnubg")]
    gnubg: Option<String>,
    /// Also write all decisions as an opening book
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Make only the decisions i, i+N, i+2N, ... with i from 0; `log merge` puts the files
    /// together
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,
    /// Decisions to make in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
}

pub(crate) fn run_make(
    args: &MakeArgs,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    only_backgammon(context, &args.game)?;
    files::can_write(&args.book)?;
    let evaluator = evaluator(args.nets.as_deref())?;
    let given = args.openings.then(|| first_turns(&evaluator, &Bearoff::shared()?)).transpose()?;
    let header = Header {
        experiment: DECISIONS.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed,
        trials: args.trials,
        truncate: args.truncate,
        fingerprint: fingerprint(&evaluator.nets().write()),
        gnubg: args.gnubg.is_some(),
        openings: args.openings,
        decisions: given.as_ref().map_or(usize::try_from(args.decisions)?, Vec::len),
        shard: args.shard,
    };
    let threads = args.threads.unwrap_or_else(default_threads);
    let gnubg = args.gnubg.as_deref();
    let given = given.as_deref();
    let decisions = make(&header, given, &evaluator, gnubg, &args.log, threads, context.terminal)?;
    if let Some(path) = &args.book {
        files::write(path, book(&decisions))?;
    }
    let kinds = Kind::ALL.iter().map(|&kind| {
        let count = decisions.iter().filter(|decision| decision.kind == kind).count();
        format!("{count} {}", kind.name())
    });
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let (count, log) = (counted(decisions.len(), "decision"), args.log.display());
    Ok(writeln!(out, "{count} in {log}: {kinds}")?)
}

/// Measures players.
#[derive(clap::Args, Debug)]
#[command(
    about = "Measure by rollouts what players of backgammon lose by their choice of moves",
    long_about = "Measure by rollouts what players of backgammon lose by their choice of moves.\n\n\
        In each decision of a file that `decisions` made, every player ranks all legal moves, for \
        money without a cube, as it would in play. Its loss, in points, is by how much its choice \
        is worth less than the best candidate, by the rollouts. In play only the order of the \
        moves matters: networks that are closer to the truth on average may still lose more.\n\n\
        The players are the program's own networks, those of --nets, and GNU Backgammon with \
        --gnubg, each at all --plies; and engines of any description with --engine, which keep to \
        the limits in their descriptions (depth, nodes, evaluations, time; without any, to the \
        depth at which the game is usually analysed), and whose cost per decision is measured, \
        too. All are compared with the first player. `in play` covers the decisions that occur in \
        games, in the proportions in which they occur; the classes below it also include those \
        that were sought, and so does `all`, which is therefore no average of play. `wrong` is how \
        often a move other than the best is picked; `outside` is how often the move that would be \
        played was not rolled out. Then the player's next choice that was rolled out counts, and \
        the real loss is probably higher.\n\n\
        The best candidate is best partly by luck in the rollouts, so all losses are a little too \
        high, by the same amount for all players: trust differences more than levels. The 95 % \
        intervals come from the spread over decisions, which includes that of the rollouts. The \
        rollouts are played by one set of networks, which favours moves after which these play \
        well."
)]
pub(crate) struct Args {
    /// The game; only backgammon has networks
    game: String,
    /// The decisions, as `decisions` wrote them; the file need not be complete
    file: PathBuf,
    /// Networks to measure besides the program's own, which may be GNU Backgammon's gnubg.weights
    /// or gnubg.wd; can be given several times
    #[arg(long, value_name = "FILE")]
    nets: Vec<PathBuf>,
    /// Also measure GNU Backgammon; give the program, if it is not gnubg on the path, or the
    /// address where one listens
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true, default_missing_value = "gnubg")]
    gnubg: Option<String>,
    /// Also measure this engine, described by its parts, playing as in `match` without a cube; can
    /// be given several times
    #[arg(long, value_name = "DESC")]
    engine: Vec<String>,
    /// How many plies to look ahead, as GNU Backgammon counts them; several are separated by
    /// commas; not for --engine
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "0", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PLIES)))]
    plies: Vec<u32>,
    /// Which moves are searched deeper: tiny, narrow, normal, large, huge, or
    /// levels such as "0,8,0.16;skip"
    #[arg(long, value_name = "FILTER", default_value = "normal")]
    filter: FilterSet,
    /// Use only the first N decisions of the file
    #[arg(long, value_name = "N", value_parser = count)]
    first: Option<u64>,
    /// Decisions to work on in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
    /// Draw what engines lose against the time that they take, as SVG; players that are not timed
    /// are drawn as horizontal lines
    #[arg(long, value_name = "FILE", requires = "engine")]
    svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What players are made of.
enum Who<'a> {
    Nets(AnyNets),
    Gnubg(&'a str),
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    only_backgammon(context, &args.game)?;
    let mut players = vec![("built-in".to_owned(), Who::Nets(Nets::built_in().into()))];
    for path in &args.nets {
        players.push((name(path), Who::Nets(evaluator(Some(path))?.nets())));
    }
    players.extend(args.gnubg.as_deref().map(|program| ("gnubg".to_owned(), Who::Gnubg(program))));
    let (_, mut decisions) = read(&args.file)?;
    let first = args.first.map_or(Ok(usize::MAX), usize::try_from)?;
    decisions.truncate(first);
    let threads = args.threads.unwrap_or_else(default_threads);
    let bearoff = Bearoff::shared()?;
    let game = context.games.find(&args.game)?;
    let engines = args.engine.iter().map(|engine| Chooser::new(game, engine).map(|_| engine));
    let engines = engines.collect::<anyhow::Result<Vec<_>>>()?;
    let steps = decisions.len() * (players.len() * args.plies.len() + engines.len());
    let progress = Progress::new(context.terminal, steps as u64, "regret");
    let mut played = Vec::new();
    for (name, who) in &players {
        for &plies in &args.plies {
            let player = || match who {
                Who::Nets(nets) => {
                    Ok(Player::of_nets(NetEvaluator::new(nets.clone()), bearoff.clone()))
                }
                Who::Gnubg(program) => Player::gnubg(program),
            };
            let choose = |player: &mut Player, decision: &_| {
                first_of_ranked(player, decision, plies, &args.filter)
            };
            let choices = measure(&decisions, player, choose, threads, &progress)?;
            played.push(Played { player: name.clone(), plies: Some(plies), choices });
        }
    }
    for engine in engines {
        let player = || Chooser::new(game, engine);
        let choices = measure(&decisions, player, Chooser::choose, threads, &progress)?;
        played.push(Played { player: engine.clone(), plies: None, choices });
    }
    drop(progress);
    let summary = Summary::new(&decisions, played);
    if args.json {
        json(out, &summary)?;
    } else {
        write!(out, "{}", summary.text(context.width))?;
    }
    if let (Some(path), Some(chart)) = (&args.svg, summary.chart()) {
        files::write(path, chart)?;
    }
    Ok(())
}

/// What networks of a file are called: the file, without the folders it is in.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
