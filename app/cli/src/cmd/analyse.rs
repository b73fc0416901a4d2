//! `starboard analyse`: one position, one engine, everything it found.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use starboard_backgammon::engine::EngineSettings;
use starboard_core::{FilterSet, Limits, Node, Report, Root, Stop};

use super::{Examples, count, depth, json, text, time};

use crate::{
    Context,
    advice::{self, Question},
    reasoning::Reasoner,
    records::game_of_record,
    review,
};
use starboard::{AnyGame, BadInput, Position, Registry};
use starboard_lab::files;

mod rollout;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "connect-four", "backgammon"],
    built_in: &[
        "analyse tic-tac-toe",
        "analyse connect-four --position 44453 --depth 12",
        "analyse backgammon --position '4HPwATDgc/ABMA 31' --engine 'star2 + tt(mb=64)'",
        "analyse backgammon --position '4HPwATDgc/ABMA 42' --engine filtered --depth 3",
        "analyse connect-four --time 2 --json",
        "analyse backgammon --position 4HPwATDgc/ABMA --roll 42 --plies 2 --filter normal",
        "analyse backgammon --position 4HPwATDgc/ABMA:cAnuADAAKAAE --cube --plies 1",
        "analyse backgammon --position AwAAEAEAAAAAAA --cube --rollout 72",
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
    alias = "analyze",
    about = "Search a position and show what was found",
    long_about = "Search a position and show what was found: the best moves with all ties, \
        the value, the expected line, every candidate, and what the search cost.\n\n\
        Without a limit, the search goes to the game's usual depth. A depth counts moves. Where \
        each move is followed by a roll it is shown as d in the counting of the *-Minimax paper \
        as well, which counts the rolls, too. The longest line is what is also called the \
        selective depth: the most moves that the search looked ahead anywhere. It is more than \
        the depth where lively positions were played out, and less where the game ended or a cut \
        came first.\n\n\
        For backgammon --plies, --filter, --roll and --cube ask for advice in place of a search: \
        with dice the moves as GNU Backgammon lists its hints, each with the plies it was looked \
        at (none is a look at the position after the move), its equity with the cube and how the \
        game is likely to end; before the roll, or with --cube, the equities of not doubling, of \
        a double that is taken and of one that is passed, and what is best. A double or a \
        resignation on offer is answered. A GNUBGID or XGID \
        says where the cube is and what is played for; a Position ID is money, with --jacoby and \
        --beavers if these are given.\n\n\
        With a FILE a whole match or session is looked at: what every move and every decision \
        about the cube cost, how lucky the rolls were, error rates and ratings as GNU Backgammon \
        has them, by game and in all, as text, JSON, and a page with pictures of the mistakes. \
        `analyse FILE` finds out by itself what game it is a record of."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// A record to look at move by move: for backgammon, a match or session in
    /// .mat, GNU Backgammon's .sgf, or as FIBS tells it
    #[arg(value_name = "FILE", conflicts_with_all = POSITION)]
    file: Option<PathBuf>,
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
    /// How many of the best moves to find exactly, each with its line of play
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
    /// Measure how the time splits between move generation and evaluation
    #[arg(long)]
    profile: bool,
    /// Write everything as JSON, to FILE in place of the standard output if one
    /// is given
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        default_missing_value = "-")]
    json: Option<PathBuf>,

    /// Advice: plies to look ahead [default: 2]
    #[arg(long, alias = "ply", value_name = "N", conflicts_with_all = SEARCH,
        help_heading = "Advice")]
    plies: Option<u32>,
    /// Advice: which moves are looked at deeper; tiny, narrow, normal, large,
    /// huge, or levels such as '0,8,0.16;skip' [default: normal; for a record large]
    #[arg(long, value_name = "FILTER", conflicts_with_all = SEARCH, help_heading = "Advice")]
    filter: Option<FilterSet>,
    /// Advice: what was rolled, such as 42
    #[arg(long, value_name = "DICE", conflicts_with_all = SEARCH, help_heading = "Advice")]
    roll: Option<String>,
    /// Advice: about the cube, before the roll
    #[arg(long, conflicts_with_all = SEARCH, conflicts_with = "roll", help_heading = "Advice")]
    cube: bool,
    /// Advice: a match equity table of GNU Backgammon (XML), given by figures that are the
    /// same for both players [default: the built-in one]
    #[arg(long, value_name = "FILE", conflicts_with_all = SEARCH, help_heading = "Advice")]
    met: Option<PathBuf>,
    /// Advice and record: at money, the Jacoby rule holds even if the ID or the record
    /// does not say so: gammons count single while the cube is in the middle
    #[arg(long, conflicts_with_all = SEARCH, help_heading = "Advice")]
    jacoby: bool,
    /// Advice and record: at money, who is doubled may double again at once and keep
    /// the cube, even if the ID or the record does not say so
    #[arg(long, conflicts_with_all = SEARCH, help_heading = "Advice")]
    beavers: bool,

    /// Record: plies to look ahead for the cube [default: as --plies]
    #[arg(long, value_name = "N", requires = "file", conflicts_with_all = POSITION,
        help_heading = "Record")]
    cube_plies: Option<u32>,
    /// Record: take a match that was broken off before anybody has won it, which is
    /// refused else, as a file that was cut off is; a session for money has no end
    /// of its own and may stop anywhere
    #[arg(long, requires = "file", conflicts_with_all = POSITION, help_heading = "Record")]
    unfinished: bool,
    /// Record: write it again, as its name ends: .mat or .sgf, GNU Backgammon's
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = POSITION,
        help_heading = "Record")]
    save: Option<PathBuf>,
    /// Record: write a page with pictures of the mistakes
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = POSITION,
        help_heading = "Record")]
    html: Option<PathBuf>,

    #[command(flatten)]
    rollout: rollout::RolloutArgs,
}

/// What asks about one position, and not about a record. Options of records conflict
/// with it by themselves: that they need a file says nothing where a file is impossible.
const POSITION: [&str; 26] = [
    "position",
    "roll",
    "cube",
    "rollout",
    "candidates",
    "seed",
    "rollout_plies",
    "rolls",
    "cubeless",
    "with_luck",
    "truncate",
    "late",
    "late_plies",
    "stop_error",
    "stop_deviations",
    "least",
    "log",
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

/// The options of a search, which advice does not take.
const SEARCH: [&str; 9] =
    ["engine", "depth", "nodes", "evaluations", "time", "ties", "no_ties", "multipv", "profile"];

impl Args {
    /// What advice is asked for, if any is.
    fn question(&self, visible: bool) -> anyhow::Result<Option<Question>> {
        let asked = self.plies.is_some()
            || self.filter.is_some()
            || self.roll.is_some()
            || self.cube
            || self.met.is_some()
            || self.jacoby
            || self.beavers
            || self.rollout.is_asked_for();
        if !asked {
            return Ok(None);
        }
        Ok(Some(Question {
            position: self.position.clone(),
            roll: self.roll.clone(),
            cube: self.cube,
            settings: self.settings("normal")?,
            rollout: self.rollout.plan(self.filter_or("normal"), visible),
        }))
    }

    /// What is asked about a record, if there is one.
    fn request(&self, visible: bool) -> anyhow::Result<Option<review::Request>> {
        let Some(path) = &self.file else { return Ok(None) };
        let name = path.display().to_string();
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Some(review::Request {
            name,
            // Names may be in any encoding; what counts is in ASCII.
            text: String::from_utf8_lossy(&bytes).into_owned(),
            settings: self.settings("large")?,
            unfinished: self.unfinished,
            save: self.save.clone(),
            threads: self.rollout.threads(),
            visible,
        }))
    }

    /// How deep to look, with the filter of this name if none was given.
    fn settings(&self, filter: &str) -> anyhow::Result<EngineSettings> {
        let plies = self.plies.unwrap_or(2);
        Ok(EngineSettings {
            plies,
            cube_plies: self.cube_plies.unwrap_or(plies),
            filter: self.filter_or(filter),
            rolls: None,
            jacoby: self.jacoby,
            beavers: self.beavers,
            table: advice::table(self.met.as_deref())?,
        })
    }

    /// The filter, or the predefined one of this name.
    fn filter_or(&self, name: &str) -> FilterSet {
        let named = || FilterSet::named(name).expect("it is one of the predefined sets");
        self.filter.clone().unwrap_or_else(named)
    }

    /// Whether JSON is to take the place of text.
    fn only_json(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// Writes JSON to the file that was given, if any was.
    fn keep_json(&self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        match &self.json {
            Some(path) if !self.only_json() => files::write_json(path, value),
            _ => Ok(()),
        }
    }
}

/// Puts the game's name before a record that goes without, as in `starboard analyse
/// match.mat`, so that all that holds for a record holds for this one.
pub(crate) fn name_game(args: &mut Vec<OsString>, games: &Registry) {
    let [_, command, path, ..] = args.as_slice() else { return };
    let named = path.to_str().is_some_and(|name| games.find(name).is_ok());
    if named || (command != "analyse" && command != "analyze") {
        return;
    }
    // What cannot be read is no record, and said to be no game.
    let content = fs::read(path).ok();
    if let Some((game, _)) = content.and_then(|content| game_of_record(games, &content)) {
        args.insert(2, game.name().into());
    }
}

/// The game, and an error that says more where a file stands in its place.
fn game_of<'a>(args: &Args, games: &'a Registry) -> anyhow::Result<&'a dyn AnyGame> {
    games.find(&args.game).map_err(|error| {
        let path = &args.game;
        let Ok(content) = fs::read(path) else { return error };
        BadInput::error(match game_of_record(games, &content) {
            Some((game, format)) => {
                let game = game.name();
                format!("{path} is a record of {game} ({format}): say `analyse {game} {path}`")
            }
            None => format!(
                "{path} is a file, but no record in a format that is known: .mat, SGF, KIF or CSA; \
                 a game comes first, as in `analyse backgammon {path}`"
            ),
        })
    })
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = game_of(args, context.games)?;
    if let Some(path) = &args.file
        && !advises(game)
    {
        return Err(no_review(game, path, context));
    }
    if let Some(request) = args.request(context.terminal)? {
        let review = advisor(context, game)?.review(&request)?;
        if let Some(how) = review.unfinished {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(io::stderr(), "note: {}: {how}", request.name);
        }
        match &args.json {
            Some(path) if !args.only_json() => files::write(path, &review.json)?,
            _ => {}
        }
        if let Some(path) = &args.html {
            files::write(path, review.document.html())?;
        }
        if args.only_json() {
            return Ok(write!(out, "{}", review.json)?);
        }
        return Ok(write!(out, "{}", review.document.text_within(context.width))?);
    }
    if args.rollout.threads_alone() {
        return Err(BadInput::error("--threads is for a record or a rollout"));
    }
    if let Some(question) = args.question(context.terminal)? {
        let advice = advisor(context, game)?.advise(&question)?;
        args.keep_json(&advice)?;
        return if args.only_json() { json(out, &advice) } else { advice::write(&advice, out) };
    }
    let position = game.position(args.position.as_deref())?;
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
    let analysis = engine.analyse_with(
        &position,
        &Root::lines(args.multipv.into()),
        &limits,
        &Stop::default(),
        &mut show,
    );
    engine.sound(&position, analysis.report.stopped_by)?;
    args.keep_json(&analysis)?;
    if args.only_json() {
        return json(out, &analysis);
    }
    writeln!(out, "{}\n", position.board().trim_end())?;
    writeln!(out, "position   {}", analysis.position)?;
    writeln!(out, "to move    {}", text::mover(analysis.mover))?;
    if let Node::Over(_) = position.node() {
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

/// Says which games have their records looked at.
fn no_review(game: &dyn AnyGame, path: &Path, context: &Context<'_>) -> anyhow::Error {
    let (name, path) = (game.name(), path.display());
    let able = context.games.games().filter(|game| advises(*game));
    let able: Vec<_> = able.map(AnyGame::name).collect();
    let able = if able.is_empty() { "none".to_owned() } else { able.join(", ") };
    let instead = match game.get::<Box<dyn Reasoner>>() {
        Some(_) => format!("`explain {name} {path} MOVE` looks at one move of a record"),
        None => format!("`analyse {name} --position P` looks at one position"),
    };
    BadInput::error(format!(
        "records of {name} are not looked at as a whole, those of these games are: {able}; {instead}"
    ))
}

/// Whether somebody gives advice on a game.
fn advises(game: &dyn AnyGame) -> bool {
    game.get::<Box<dyn advice::Advisor>>().is_some()
}

/// Who gives advice on a game.
fn advisor<'a>(
    context: &Context<'a>,
    game: &'a dyn AnyGame,
) -> anyhow::Result<&'a dyn advice::Advisor> {
    let advisor = game.get::<Box<dyn advice::Advisor>>();
    advisor.map(|advisor| &**advisor).ok_or_else(|| {
        let able = context.games.games().filter(|game| advises(*game));
        let able: Vec<_> = able.map(AnyGame::name).collect();
        let able = if able.is_empty() { "none".to_owned() } else { able.join(", ") };
        let name = game.name();
        BadInput::error(format!(
            "a record, --plies, --filter, --roll, --cube, --met, --jacoby and --beavers ask for \
             advice, and there is none on {name}; games with advice: {able}"
        ))
    })
}

/// The position a game begins with, unless another is given; for commands that
/// need something to decide.
pub(super) fn decision(game: &dyn AnyGame, position: Option<&str>) -> anyhow::Result<Position> {
    let position = game.position(position)?;
    let refuse = |what| {
        let example = game.positions().into_iter().find(|p| p.node() == Node::Decision);
        let example = example.map_or(String::new(), |p| format!(", such as '{}'", p.format()));
        let text = position.format();
        let hint = "it takes a position in which a player has to choose a move";
        Err(BadInput::error(format!("{what} in {text:?}: {hint}, given with --position{example}")))
    };
    match position.node() {
        Node::Decision => Ok(position),
        Node::Chance => refuse("nothing has been rolled"),
        Node::Over(_) => refuse("the game is over"),
    }
}

#[cfg(test)]
mod tests;
