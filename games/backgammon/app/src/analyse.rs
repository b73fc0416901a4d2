//! `starboard analyse backgammon`: advice on moves and the cube, and reviews of matches.

mod rollout;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use starboard::BadInput;
use starboard_backgammon::{
    Backgammon, Dice,
    engine::EngineSettings,
    record::{Format, is_xg},
};
use starboard_core::{FilterSet, Game};
use starboard_lab::{
    command::{AnalyseArgs, Context, Examples, json},
    files, record,
};

use crate::{
    advice::{self, Question},
    review,
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "analyse backgammon --position '4HPwATDgc/ABMA 42' --depth 3",
        "analyse backgammon --position 4HPwATDgc/ABMA --roll 42 --plies 2 --filter normal",
        "analyse backgammon --position 4HPwATDgc/ABMA:cAnuADAAKAAE --cube --plies 1",
        "analyse backgammon --position AwAAEAEAAAAAAA --cube --rollout 72",
        "analyse backgammon match.mat --html match.html",
    ],
    own: &[],
};

/// What backgammon adds to `analyse`.
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(long_about = "\
    --plies, --filter, --roll and --cube ask for advice instead of a search. With dice, it lists \
    the moves as GNU Backgammon lists its hints, each with the plies it was searched (0 is the \
    static evaluation of the position after the move), its cubeful equity and how the game is \
    likely to end. Before the roll, or with --cube, it gives the equities of no double, of double \
    and take, and of double and pass, and the best cube action. If a double or a resignation is on \
    offer, it says how to answer. A GNUBGID or XGID says where the cube is and what the game is \
    played for; a Position ID is played for money, with --jacoby and --beavers if these are given. \
    An ID with a score, rules, a turned cube or something on offer asks for advice by itself: a \
    search, which --engine, --depth and similar options ask for, knows none of these.\n\n\
    With a FILE, a whole match or session is analysed: what every move and every cube decision \
    cost, how lucky the rolls were, and error rates and ratings as GNU Backgammon has them, per \
    game and overall, as text, as JSON, and as a page with pictures of the mistakes.")]
pub(crate) struct Args {
    /// Advice: plies to look ahead [default: 2]
    #[arg(long, alias = "ply", value_name = "N", conflicts_with_all = AnalyseArgs::SEARCH,
        help_heading = "Advice")]
    plies: Option<u32>,
    /// Advice: which moves are searched deeper; tiny, narrow, normal, large, huge, or levels such
    /// as '0,8,0.16;skip' [default: normal; for a record, large]
    #[arg(long, value_name = "FILTER", conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Advice")]
    filter: Option<FilterSet>,
    /// Advice: what was rolled, such as 42
    #[arg(long, value_name = "DICE", conflicts_with = "file", conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Advice")]
    roll: Option<String>,
    /// Advice: on the cube action, before the roll
    #[arg(long, conflicts_with = "file", conflicts_with_all = AnalyseArgs::SEARCH, conflicts_with = "roll", help_heading = "Advice")]
    cube: bool,
    /// Advice: a match equity table in GNU Backgammon's XML format, given by figures that are the
    /// same for both players [default: the built-in one]
    #[arg(long, value_name = "FILE", conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Advice")]
    met: Option<PathBuf>,
    /// Advice and record: the networks, which may be GNU Backgammon's gnubg.weights or gnubg.wd
    /// [default: the program's own]
    #[arg(long, value_name = "FILE", conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Advice")]
    nets: Option<PathBuf>,
    /// Advice and record: for money, apply the Jacoby rule even if the ID or the record does not
    /// say so: gammons count as single games while the cube is in the middle
    #[arg(long, conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Advice")]
    jacoby: bool,
    /// Advice and record: for money, allow a player who is doubled to redouble at once and keep the
    /// cube, even if the ID or the record does not say so
    #[arg(long, conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Advice")]
    beavers: bool,

    /// Record: plies to look ahead for the cube [default: as --plies]
    #[arg(long, value_name = "N", requires = "file", conflicts_with_all = ADVICE,
        conflicts_with_all = AnalyseArgs::SEARCH,
        help_heading = "Record")]
    cube_plies: Option<u32>,
    /// Record: accept a match that was broken off before anybody won it; otherwise it is refused,
    /// like a file that was cut off. A session for money has no end of its own and may stop
    /// anywhere
    #[arg(long, requires = "file", conflicts_with_all = ADVICE,
        conflicts_with_all = AnalyseArgs::SEARCH, help_heading = "Record")]
    unfinished: bool,
    /// Record: write it again to FILE, in the format of its extension: .mat, or GNU Backgammon's
    /// .sgf
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ADVICE,
        conflicts_with_all = AnalyseArgs::SEARCH,
        help_heading = "Record")]
    save: Option<PathBuf>,

    #[command(flatten)]
    rollout: rollout::RolloutArgs,
}

/// The file that JSON is to be written to.
fn json_file(generic: &AnalyseArgs) -> Option<&PathBuf> {
    generic.json.as_ref().filter(|_| !generic.only_json())
}

/// Whether a position contains something that a search ignores, and no search was asked for; if one
/// was, a note says what is ignored.
fn says_more(generic: &AnalyseArgs) -> bool {
    let position = generic.position.as_deref().map(|text| EngineSettings::default().read(text));
    // Errors in the position are reported by the search.
    let Some(Ok(position)) = position.filter(|_| generic.file.is_none()) else { return false };
    if position.is_plain() {
        return false;
    }
    let search = generic.of_search();
    if let Some(option) = search {
        // Whoever closed stderr does not want to know.
        let _ = writeln!(
            io::stderr(),
            "note: a search is for money without a cube: it leaves out what the position says \
             ({}); --plies or --cube in place of {option} ask for advice that does not",
            advice::played_for(&position)
        );
    }
    search.is_none()
}

/// Whether a text begins with a roll, alone or with its move, as no format of matches does.
fn is_typed(text: &str) -> bool {
    let says = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let first = text.lines().map(str::trim).find(says);
    let word = first.and_then(|line| line.split_whitespace().next());
    word.is_some_and(|word| word.parse::<Dice>().is_ok()) && Format::recognise(text).is_none()
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The options for one position rather than a record, except those of a search.
const ADVICE: [&str; 17] = [
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
];

/// Reviews a record, or gives advice; a search is left to the generic command.
pub(crate) fn run(
    generic: &AnalyseArgs,
    args: &Args,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    if let Some(path) = &generic.file {
        if args.is_list(path)? {
            return Ok(false);
        }
        let game = context.games.find(&generic.game)?.name();
        if game != "backgammon" {
            return Err(BadInput::error(format!(
                "{}: matches and sessions are read of backgammon only, and of {game} lists of \
                 moves, as `match --records` and `play --save` write them",
                path.display()
            )));
        }
    }
    if let Some(request) = args.request(generic, context.terminal)? {
        // It is better to fail now than after the work.
        files::can_write(args.save.iter().chain(&generic.html).chain(json_file(generic)))?;
        let review = review::review(&request)?;
        if let Some(how) = review.unfinished {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(io::stderr(), "note: {}: {how}", request.name);
        }
        match &generic.json {
            Some(path) if !generic.only_json() => files::write(path, &review.json)?,
            _ => {}
        }
        if let Some(path) = &generic.html {
            files::write(path, review.document.html())?;
        }
        if generic.only_json() {
            write!(out, "{}", review.json)?;
        } else {
            write!(out, "{}", review.document.text_within(context.width))?;
        }
        return Ok(true);
    }
    generic.refuse_record_options()?;
    if generic.threads.is_some() && !args.rollout.is_asked_for() {
        return Err(BadInput::error("--threads is for a record or a rollout"));
    }
    let Some(question) = args.question(generic, context.terminal)? else { return Ok(false) };
    files::can_write(json_file(generic))?;
    let game = context.games.find(&generic.game)?;
    let start = game.start().downcast_ref::<Backgammon>().map_or(String::new(), Game::format);
    let advice = advice::advise(game.name(), &start, &question)?;
    generic.keep_json(&advice)?;
    if generic.only_json() { json(out, &advice) } else { advice::write(&advice, out) }?;
    Ok(true)
}

impl Args {
    /// The request for advice, if there is one.
    fn question(&self, generic: &AnalyseArgs, visible: bool) -> anyhow::Result<Option<Question>> {
        let asked = self.plies.is_some()
            || self.filter.is_some()
            || self.roll.is_some()
            || self.cube
            || self.met.is_some()
            || self.nets.is_some()
            || self.jacoby
            || self.beavers
            || self.rollout.is_asked_for();
        if !asked && !says_more(generic) {
            return Ok(None);
        }
        Ok(Some(Question {
            position: generic.position.clone(),
            roll: self.roll.clone(),
            cube: self.cube,
            settings: self.settings(EngineSettings::default().filter)?,
            nets: self.nets.clone(),
            rollout: self.rollout.plan(
                self.filter_or(EngineSettings::default().filter),
                generic.threads(),
                visible,
            ),
        }))
    }

    /// Whether a file is a list of moves, as `match --records` writes it or as somebody typed
    /// it, which is reviewed as that of any game: there is no cube in it.
    fn is_list(&self, path: &Path) -> anyhow::Result<bool> {
        let content = read(path)?;
        let typed = || !is_xg(&content) && is_typed(&record::decode(&content));
        if !record::is_plain(&content) && !typed() {
            return Ok(false);
        }
        let given = [
            ("--plies", self.plies.is_some()),
            ("--filter", self.filter.is_some()),
            ("--met", self.met.is_some()),
            ("--nets", self.nets.is_some()),
            ("--jacoby", self.jacoby),
            ("--beavers", self.beavers),
            ("--cube-plies", self.cube_plies.is_some()),
            ("--unfinished", self.unfinished),
            ("--save", self.save.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(BadInput::error(format!(
                "{option} is for matches with the cube; {} is a list of moves, which --engine, \
                 --depth and --time search",
                path.display()
            ))),
            None => Ok(true),
        }
    }

    /// The request for a review, if there is a record.
    fn request(
        &self,
        generic: &AnalyseArgs,
        visible: bool,
    ) -> anyhow::Result<Option<review::Request>> {
        let Some(path) = &generic.file else { return Ok(None) };
        let name = path.display().to_string();
        let bytes = read(path)?;
        if let Some(option) = generic.of_search_or_games() {
            return Err(BadInput::error(format!(
                "{option} is not for a match of backgammon, whose moves and cube are reviewed \
                 together by --plies and --filter"
            )));
        }
        Ok(Some(review::Request {
            name,
            content: bytes,
            settings: self.settings(review::record_filter())?,
            nets: self.nets.clone(),
            unfinished: self.unfinished,
            save: self.save.clone(),
            threads: generic.threads(),
            visible,
        }))
    }

    /// The settings, with the usual filter if none was given.
    fn settings(&self, usual: FilterSet) -> anyhow::Result<EngineSettings> {
        let plies = self.plies.unwrap_or(2);
        Ok(EngineSettings {
            plies,
            cube_plies: self.cube_plies.unwrap_or(plies),
            filter: self.filter_or(usual),
            rolls: None,
            jacoby: self.jacoby,
            beavers: self.beavers,
            table: advice::table(self.met.as_deref())?,
        })
    }

    /// The filter that was given, or the usual one.
    fn filter_or(&self, usual: FilterSet) -> FilterSet {
        self.filter.clone().unwrap_or(usual)
    }
}
