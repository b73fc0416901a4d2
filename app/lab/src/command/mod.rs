//! Building blocks of commands: those of the program, and those that a game provides.
//!
//! A command is its arguments, declared for `clap`, and a function that writes to
//! whatever it is given, so that tests need no process. What only one game can do stands
//! with that game, as [`GameCommands`] on its card: whole commands (`starboard gtp`), a
//! game's own version of a command (`starboard train go`), or more options for one that
//! all games have (`starboard analyse backgammon --cube`).

mod examples;
mod game;
mod logs;

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use serde::Serialize;
use starboard::{BadInput, DurationArg, Interrupted, MAX_DEPTH, Registry};

pub use examples::{Examples, usual_algorithm};
pub use game::{GameCommand, GameCommands, Shape};
pub use logs::{LogKind, MergeLogs, ReportLog, Reported, whole_units};

use crate::{
    default_threads,
    html::{WIDTH, grouped},
    runs::{Header, Shard},
};

/// What every command needs besides its own arguments.
pub struct Context<'a> {
    /// What the program is called.
    pub program: &'a str,
    /// The games there are.
    pub games: &'a Registry,
    /// Whether stderr is a terminal, so that somebody sees progress.
    pub terminal: bool,
    /// How many characters wide the output may be.
    pub width: usize,
    /// Whether stdout and stderr show colours.
    pub colours: [bool; 2],
}

impl<'a> Context<'a> {
    /// A context without anybody watching, and output of the usual width.
    pub fn new(games: &'a Registry) -> Self {
        let program = "starboard";
        Self { program, games, terminal: false, width: WIDTH, colours: [false; 2] }
    }
}

/// The arguments of `analyse` that any game has.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub struct AnalyseArgs {
    /// The game; the command `games` lists them
    pub game: String,
    /// A record of a game or match, to review move by move
    #[arg(value_name = "FILE", conflicts_with = "position", conflicts_with_all = Self::POSITION)]
    pub file: Option<PathBuf>,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// The engine, by its parts; the command `plugins` lists them [default: the game's]
    #[arg(long, value_name = "DESC")]
    pub engine: Option<String>,
    /// Moves to look ahead, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth)]
    pub depth: Option<u32>,
    /// Positions to visit
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
    /// Positions to evaluate
    #[arg(long, value_name = "N", value_parser = count)]
    pub evaluations: Option<u64>,
    /// Time to search, in seconds or as in 500ms
    #[arg(long, value_name = "S", value_parser = time)]
    pub time: Option<Duration>,
    /// Find every move that is as good as the best (this is the default)
    #[arg(long, overrides_with = "no_ties")]
    pub ties: bool,
    /// Find one best move only, which is faster
    #[arg(long)]
    pub no_ties: bool,
    /// How many of the best moves to find exactly, each with its line of play
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..))]
    pub multipv: u16,
    /// Measure how the time splits between move generation and evaluation
    #[arg(long)]
    pub profile: bool,
    /// Write everything as JSON, to FILE instead of standard output if one is given
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        default_missing_value = "-")]
    pub json: Option<PathBuf>,
    /// Write a page with a graph of the value and pictures of the worst moves
    #[arg(
        long,
        value_name = "FILE",
        requires = "file",
        conflicts_with = "position",
        help_heading = "Record"
    )]
    pub html: Option<PathBuf>,
    /// Which game of the file to review, by its number from 1, or all [default: the first]
    #[arg(
        long = "game",
        id = "which",
        value_name = "N",
        requires = "file",
        conflicts_with = "position",
        help_heading = "Record"
    )]
    pub which: Option<WhichGame>,
    /// How many of the worst moves to show with their boards [default: 3]
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        conflicts_with = "position",
        help_heading = "Record"
    )]
    pub worst: Option<usize>,
    /// Moves to review in parallel; changes nothing but the time [default: one per core]
    #[arg(long, value_name = "T", value_parser = threads, help_heading = "Record")]
    pub threads: Option<usize>,
}

/// Which games of a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WhichGame {
    /// All of them.
    All,
    /// The one of this number, from 1.
    Number(usize),
}

impl FromStr for WhichGame {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(number) if number > 0 => Ok(Self::Number(number)),
            _ if text == "all" => Ok(Self::All),
            _ => Err("expected the number of a game, from 1, or all"),
        }
    }
}

impl AnalyseArgs {
    /// The options of a search. With `position`, they are about one position and not about a
    /// record: options of records conflict with them by themselves, since that they need a
    /// file says nothing where a file is impossible.
    pub const SEARCH: [&str; 9] = [
        "engine",
        "depth",
        "nodes",
        "evaluations",
        "time",
        "ties",
        "no_ties",
        "multipv",
        "profile",
    ];

    /// The options of a search that say nothing of a whole record.
    const POSITION: [&str; 4] = ["ties", "no_ties", "multipv", "profile"];

    /// An option that was given and says how to search, or which game to look at: what a
    /// review of a game's own does not ask for.
    pub fn of_search_or_games(&self) -> Option<&'static str> {
        let given = [("--game", self.which.is_some()), ("--worst", self.worst.is_some())];
        self.how_to_search()
            .into_iter()
            .chain(given)
            .find_map(|(option, given)| given.then_some(option))
    }

    /// An option that was given and asks for a search of a position.
    pub fn of_search(&self) -> Option<&'static str> {
        let given = [
            ("--ties", self.ties),
            ("--no-ties", self.no_ties),
            ("--multipv", self.multipv != 1),
            ("--profile", self.profile),
        ];
        self.how_to_search()
            .into_iter()
            .chain(given)
            .find_map(|(option, given)| given.then_some(option))
    }

    /// The options that say how to search, and whether they were given.
    fn how_to_search(&self) -> [(&'static str, bool); 5] {
        [
            ("--engine", self.engine.is_some()),
            ("--depth", self.depth.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--evaluations", self.evaluations.is_some()),
            ("--time", self.time.is_some()),
        ]
    }

    /// Refuses options of records where there is none: clap says so unless something else
    /// that was given makes a file impossible.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the option.
    pub fn refuse_record_options(&self) -> anyhow::Result<()> {
        let given = [
            ("--html", self.html.is_some()),
            ("--game", self.which.is_some()),
            ("--worst", self.worst.is_some()),
        ];
        match given.iter().find(|(_, given)| *given && self.file.is_none()) {
            Some((option, _)) => {
                Err(BadInput::error(format!("{option} is for a record: give its FILE, too")))
            }
            None => Ok(()),
        }
    }

    /// How many moves to look at side by side.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }

    /// Whether JSON is to take the place of text.
    pub fn only_json(&self) -> bool {
        self.json.as_deref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Writes JSON to the file that was given, if one was.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn keep_json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        match &self.json {
            Some(path) if !self.only_json() => crate::files::write_json(path, value),
            _ => Ok(()),
        }
    }
}

/// The arguments of `explain` that any game has.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub struct ExplainArgs {
    /// The game; the command `games` lists them
    pub game: String,
    /// A game record, instead of a position, for a game that decides by reasons
    // For this version also a position, as before there was an option for it.
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// Which move of the record to explain, from 1 [default: the last]
    #[arg(value_name = "MOVE", conflicts_with = "engine")]
    pub number: Option<usize>,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P", conflicts_with = "file")]
    pub position: Option<String>,
    /// The engine with the orderings to explain [default: the game's strongest, with
    /// negative-plausibility]
    #[arg(long, value_name = "DESC")]
    pub engine: Option<String>,
    /// Also rank the moves without this ordering [default: negative-plausibility if the engine has
    /// it]
    #[arg(long, value_name = "PART")]
    pub without: Option<String>,
    /// Moves to look ahead before explaining, 0 to 64
    #[arg(long, value_name = "N", value_parser = depth)]
    pub depth: Option<u32>,
    /// Write everything as JSON
    #[arg(long)]
    pub json: bool,
}

impl ExplainArgs {
    /// The position that was given, in either way.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref().or(self.file.as_deref())
    }
}

/// Writes indented JSON and a newline.
///
/// # Errors
///
/// If it cannot be written.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Reads a depth for clap.
///
/// # Errors
///
/// What is allowed.
pub fn depth(text: &str) -> Result<u32, String> {
    let allowed = || format!("a depth is a number from 0 to {MAX_DEPTH}, in moves");
    text.parse().ok().filter(|&depth| depth <= MAX_DEPTH).ok_or_else(allowed)
}

/// So many plies, in words.
pub fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// Reads a count of at least one for clap.
///
/// # Errors
///
/// What is allowed.
pub fn count(text: &str) -> Result<u64, String> {
    let allowed = "expected a whole number of at least 1";
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| allowed.to_owned())
}

/// Reads a number of threads for clap.
///
/// # Errors
///
/// What is allowed.
pub fn threads(text: &str) -> Result<usize, String> {
    let allowed = "expected a number of threads from 1 to 256";
    text.parse().ok().filter(|n| (1..=256).contains(n)).ok_or_else(|| allowed.to_owned())
}

/// Reads a time for clap.
///
/// # Errors
///
/// What is allowed.
pub fn time(text: &str) -> Result<Duration, String> {
    text.parse::<DurationArg>().map(|span| span.0).map_err(|error| error.to_string())
}

/// Says that a shard of a long run is done, and what to do with its log, which has so many
/// `results`, as they are called in the plural.
///
/// # Errors
///
/// If it cannot be written.
pub fn shard_done(
    out: &mut dyn io::Write,
    shard: Shard,
    done: usize,
    results: &str,
    log: &Path,
) -> anyhow::Result<()> {
    let (done, log) = (grouped(done as u64), log.display());
    Ok(writeln!(
        out,
        "shard {shard}: {done} {results} in {log}; `log merge` puts those of all shards together"
    )?)
}

/// The error of a run that was stopped when it had `done` of its results, so many of which are in
/// the log, if there is one.
pub fn stopped<H: Header>(header: &H, done: usize, log: Option<&Path>) -> anyhow::Error {
    let (all, what) = (grouped(header.expected() as u64), H::RESULTS);
    let further = log
        .map_or(String::new(), |log| format!("; the same command goes on from {}", log.display()));
    let done = grouped(done as u64);
    anyhow::Error::new(Interrupted(format!("stopped after {done} of {all} {what}{further}")))
}

/// A table of texts in columns, without lines around them, in at most `width`
/// characters where the words allow. The first two columns do not wrap.
pub fn list<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    width: usize,
) -> String {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(comfy_table::ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX))
        .set_header(head)
        .add_rows(rows)
        .set_constraints([comfy_table::ColumnConstraint::ContentWidth; 2]);
    // Cells have a space on either side.
    let mut lines = table.lines().map(|line| line.trim_end().get(1..).unwrap_or("").to_owned());
    let head = lines.next().unwrap_or_default();
    let lines: Vec<_> = lines.collect();
    let widest = lines.iter().chain([&head]).map(|line| line.chars().count()).max().unwrap_or(0);
    let rule = "\u{2500}".repeat(widest);
    [head, rule].into_iter().chain(lines).map(|line| line + "\n").collect()
}
