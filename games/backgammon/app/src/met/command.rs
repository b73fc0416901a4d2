//! `starboard met`: a match equity table by rollouts.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use serde::Serialize;
use starboard::BadInput;
use starboard_backgammon::{
    cube::MAX_PLIES,
    met::{MatchEquity, Rates},
    rollout::RolloutOptions,
};
use starboard_core::FilterSet;
use starboard_lab::{
    command::{Context, Examples, list, threads},
    default_threads, files,
    html::counted,
    runs,
};

use super::{
    fit::{chance, fit},
    rolled::{Figures, Header, KIND, Rolled, roll_out},
};
use crate::{
    evaluate::{evaluator, only_backgammon},
    train::fingerprint,
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "met backgammon --points 5 --trials 1080               # for minutes",
        "met backgammon --log met.jsonl --xml met.xml          # to 9 points, an hour of one core",
        "met backgammon --log met.jsonl --beside Kazaross-XG2.xml",
        "analyse backgammon --position 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10' \\\n    \
         --met met.xml",
    ],
    own: &[],
};

/// Rolls out a table.
#[derive(clap::Args, Debug)]
#[command(
    about = "Roll out a match equity table for backgammon, and fit the rates of the built-in one",
    long_about = "Roll out a match equity table for backgammon, and fit the rates of the built-in \
        one.\n\n\
        A match equity table (MET) says how likely a player is to win a match from each score. The \
        start of a game is rolled out at every score, with the cube where it is in play, and with \
        variance reduction; on the same dice, each player begins once. Scores are rolled out in \
        the order of the points that are still needed, so that every score to which a game can \
        lead is already known: the table rests on nothing but the play of the networks.\n\n\
        For the player who needs more points, the output has the chance to win the match with its \
        standard error (without that of the earlier scores it rests on); the same by the model of \
        the built-in table, with the rates that fit best by least squares; and the gammon rates of \
        this player and of the other, the share of their wins that are gammons, where a double \
        that is passed is a win without one. Even scores are left out: there the chances are \
        even.\n\n\
        With --log, the same command resumes where it was stopped, and a table can be continued to \
        more points. --xml writes a table that this program and GNU Backgammon read."
)]
pub(crate) struct Args {
    /// The game; only backgammon has networks
    game: String,
    /// The most points that a player needs, at least 4: fewer scores do not determine the rates
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(4..=MatchEquity::LONGEST as i64))]
    points: u8,
    /// How many games each player begins at every score; 1,080 give each pair of first rolls its
    /// share
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..), default_value_t = 2160)]
    trials: u64,
    /// How many plies to look ahead for moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = plies())]
    plies: u32,
    /// How many plies to look ahead for the cube
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = plies())]
    cube_plies: u32,
    /// Which moves are searched deeper: tiny, narrow, normal, large, huge, or levels such as
    /// "0,8,0.16;skip"
    #[arg(long, value_name = "FILTER", default_value = "normal")]
    filter: FilterSet,
    /// Seed for the dice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The networks that play, which may be GNU Backgammon's gnubg.weights or gnubg.wd [default:
    /// the program's own]
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
    /// The log to write, and to resume from
    #[arg(long, value_name = "FILE.jsonl")]
    log: Option<PathBuf>,
    /// Also write the table, in the format of GNU Backgammon
    #[arg(long, value_name = "FILE")]
    xml: Option<PathBuf>,
    /// Also compare it with this table, in the same format
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Games to play in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
}

fn plies() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(..=i64::from(MAX_PLIES))
}

/// What was found.
#[derive(Serialize)]
struct Table {
    /// How many games each player began at every score.
    trials: u64,
    /// The rates that fit best.
    rates: Rates,
    scores: Vec<Row>,
    /// How far the fitted model and the program's own table are from the rollouts, and how far the
    /// rollouts and the program's own table are from the other one, over all scores listed.
    distances: Vec<Distance>,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    rolled: Rolled,
    /// The chance by the fitted model.
    fitted: f64,
    /// The chance by the program's own table.
    built_in: f64,
    /// The chance by the other table.
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<f64>,
}

/// How far two tables are apart, as chances to win the match.
#[derive(Serialize)]
struct Distance {
    tables: String,
    mean: f64,
    largest: f64,
    at: String,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    only_backgammon(context, &args.game)?;
    files::can_write(args.xml.iter().chain(&args.json))?;
    let evaluator = evaluator(args.nets.as_deref())?;
    let beside = args.beside.as_deref().map(read).transpose()?;
    let options = RolloutOptions {
        plies: args.plies,
        cube_plies: args.cube_plies,
        filter: args.filter.clone(),
        ..RolloutOptions::default()
    };
    let header = Header {
        experiment: KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed,
        trials: args.trials,
        fingerprint: fingerprint(&evaluator.nets().write()),
        options,
        points: args.points.into(),
    };
    let threads = args.threads.unwrap_or_else(default_threads);
    let rolled = roll_out(&header, &evaluator, args.log.as_deref(), threads, context.terminal)?;
    let table = table(args.trials, &rolled, beside.as_ref());
    if let Some(path) = &args.xml {
        let figures = Figures::of(&rolled).table(table.rates);
        files::write(path, figures.write_xml(header.points))?;
    }
    if let Some(path) = &args.json {
        runs::write_figures(path, &table, &args.log)?;
    }
    Ok(write!(out, "{}", text(&table, context.width))?)
}

fn read(path: &Path) -> anyhow::Result<MatchEquity> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|why| BadInput::error(format!("cannot read {name}: {why}")))?;
    MatchEquity::read_xml(&text).map_err(|error| BadInput::error(format!("{name}: {error}")))
}

fn table(trials: u64, rolled: &[Rolled], beside: Option<&MatchEquity>) -> Table {
    let rates = fit(rolled);
    let (fitted, built_in) = (MatchEquity::generate(rates), MatchEquity::built_in());
    let row = |rolled: &Rolled| Row {
        rolled: *rolled,
        fitted: chance(&fitted, rolled),
        built_in: chance(&built_in, rolled),
        beside: beside.map(|table| chance(table, rolled)),
    };
    let scores: Vec<_> = rolled.iter().map(row).collect();
    let mut distances = vec![
        distance("the fitted model and the rollouts", &scores, |row| {
            Some(row.fitted - row.rolled.chance)
        }),
        distance("the built-in table and the rollouts", &scores, |row| {
            Some(row.built_in - row.rolled.chance)
        }),
    ];
    if let Some(table) = beside {
        let name = table.name();
        distances.extend([
            distance(&format!("the rollouts and {name}"), &scores, |row| {
                Some(row.rolled.chance - row.beside?)
            }),
            distance(&format!("the built-in table and {name}"), &scores, |row| {
                Some(row.built_in - row.beside?)
            }),
        ]);
    }
    Table { trials, rates, scores, distances: distances.into_iter().flatten().collect() }
}

/// The distance of two tables, by their differences; `None` where there are no scores.
fn distance(
    tables: &str,
    rows: &[Row],
    difference: impl Fn(&Row) -> Option<f64>,
) -> Option<Distance> {
    let differences: Vec<_> =
        rows.iter().filter_map(|row| Some((row.rolled.score, difference(row)?))).collect();
    let sum: f64 = differences.iter().map(|(_, by)| by.abs()).sum();
    let largest = differences.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    Some(Distance {
        tables: tables.to_owned(),
        mean: sum / differences.len() as f64,
        largest: largest.1,
        at: largest.0.name(),
    })
}

fn text(table: &Table, width: usize) -> String {
    let percent = |x: f64| format!("{:.2}", 100.0 * x);
    let rows = table.scores.iter().map(|row| {
        let Rolled { score, chance, error, gammons } = row.rolled;
        [
            score.name(),
            format!("{} ± {}", percent(chance), percent(error)),
            percent(row.fitted),
            row.beside.map_or("-".to_owned(), percent),
            format!("{:.1}, {:.1}", 100.0 * gammons[0], 100.0 * gammons[1]),
        ]
    });
    let head = ["score", "wins, %", "fitted", "beside", "gammon rates, %"];
    let Rates { gammons, crawford_gammons, last_gammons, efficiency, first_roll } = table.rates;
    let distances = table.distances.iter().map(|distance| {
        let Distance { tables, mean, largest, at } = distance;
        format!(
            "{tables}: {:.3} percentage points apart on average; the largest difference is {:+.3}, at {at}\n",
            100.0 * mean,
            100.0 * largest
        )
    });
    format!(
        "{}\n\nRates that fit best: gammons {gammons:.4}, in the Crawford game \
         {crawford_gammons:.4}, after it {last_gammons:.4}; cube efficiency {efficiency:.4}; first \
         roll {first_roll:.4}\n{}, {} begun by each player at every one\n{}",
        list(head, rows, width),
        counted(table.scores.len(), "score"),
        counted(usize::try_from(table.trials).unwrap_or(usize::MAX), "game"),
        distances.collect::<String>()
    )
}
