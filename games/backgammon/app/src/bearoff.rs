//! `starboard bearoff`: bearoff databases of backgammon.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;
use starboard_backgammon::{
    Backgammon, Checkers, HYPERGAMMON_CHECKERS, Probabilities,
    bearoff::{
        self, AnyBearoff, Bearoff, Hypergammon, Known, OneSided, Rolls, TwoSided, cache_directory,
    },
};
use starboard_core::Game;

use starboard::{BadInput, Failed};
use starboard_lab::{
    Progress,
    command::{Context, Examples, json, list, threads},
    default_threads, files,
};

mod hyper;

pub(crate) const EXAMPLES: Examples = Examples::any(&[
    "bearoff show '4AcAAPADAAAAAA'                # six checkers on the 6 point each",
    "bearoff show '+L4PAAD4vg8AAA' --json",
    "bearoff make                                # the small databases, into the cache",
    "bearoff make one-sided --points 8 --out bearoff-1-15x8.bin",
    "bearoff make two-sided --checkers 8 --points 6 --out bearoff-2-8x6.bin",
    "bearoff make hypergammon                    # into the cache; 40 minutes of one core",
    "bearoff show 'POSITION' --file bearoff-1-15x8.bin",
    "bearoff check bearoff-1-15x8.bin",
]);

/// Makes, shows and checks databases of the end of backgammon.
#[derive(clap::Args, Debug)]
#[command(
    about = "Make, look into and check bearoff databases of backgammon",
    long_about = "Make, look into and check bearoff databases of backgammon.\n\n\
        A one-sided database knows how likely each number of rolls is that a player may need to \
        bear off all checkers, and to bear off the first one, with no opponent in the way. A \
        two-sided one knows exactly what a position with few checkers on each side is worth for \
        money: without a cube, and for each of the three places where the cube can be. A \
        hypergammon database knows that for all positions of hypergammon, and also how the game \
        ends.\n\n\
        The small ones, fifteen checkers on six points (3 MB) and six checkers a side on six \
        points (14 MB), are made when they are first needed and kept where the system keeps \
        caches, or in the directory that STARBOARD_CACHE names. Files are written whole or not at \
        all, carry a checksum, and are the same for any number of threads; those of more than 64 \
        MB stay on disk while they are used.\n\n\
        Everything that plays or analyses backgammon uses the small databases. The environment \
        variable STARBOARD_BEAROFF can name others to use instead, and a hypergammon database to \
        use as well, at most one of each kind, separated as in PATH. They are then used by engines \
        with `net-bearoff` and in play with the cube, by analyse, match, ubgi and gnubg-server \
        alike. To use one in a single engine, write net-bearoff(bearoff=FILE). A file that cannot \
        be used is an error."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    Make(Make),
    Show(Show),
    Check(Check),
}

/// Make a database
#[derive(clap::Args, Debug)]
#[command(
    long_about = "Make a database, or, without a KIND, whichever of the two small ones is missing \
        or damaged.\n\n\
        One-sided ones take 3 MB on 6 points, 31 MB on 8, and half a GB on 11; two-sided ones 14 \
        MB for 6 checkers on 6 points, 144 MB for 8 on 6, and 2.5 GB for 6 on 11. Two-sided ones \
        of more than 4 GB are refused: the largest are 14 checkers on up to 5 points, 11 on 6, 9 \
        on 7, 8 on 8, 7 on 9, and 6 on 10 or 11. The small ones take seconds; the time grows with \
        the size, and the database must fit in memory.\n\n\
        The hypergammon database takes 386 MB, and 1 GB of memory and some 40 minutes of one core \
        to make. It is made in iterations, until one changes no equity by 0.000001 or more; \
        progress is saved beside it every five minutes, and the same command resumes from there."
)]
struct Make {
    /// Which kind [default: both small ones]
    kind: Option<Kind>,
    /// How many points the checkers are on, from the ace point, 1 to 11
    #[arg(long, value_name = "P", default_value_t = Bearoff::POINTS, requires = "kind")]
    points: u8,
    /// The most checkers on each side: for a two-sided database 1 to 14, within 4 GB; for
    /// hypergammon, how many of the three are left [default: 6; in hypergammon 3]
    #[arg(long, value_name = "C", requires = "kind")]
    checkers: Option<u8>,
    /// The file [default: one in the cache]
    #[arg(long, value_name = "FILE", requires = "kind")]
    out: Option<PathBuf>,
    /// Threads to use [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    threads: Option<usize>,
}

#[derive(Copy, Clone, Debug, clap::ValueEnum)]
enum Kind {
    /// How many rolls a player needs
    OneSided,
    /// What few checkers on each side are worth
    TwoSided,
    /// What every position of hypergammon is worth
    Hypergammon,
}

/// Look up a position
#[derive(clap::Args, Debug)]
#[command(
    long_about = "Look up a position: for both players, how likely each number of rolls is, with \
        the mean, the standard deviation and the effective pip count (49/6 pips per roll), and the \
        same for bearing off the first checker; from these, who wins the race and how often it is \
        a gammon; and, where few checkers are left, the exact equities for the player on roll, not \
        doubling this turn, in units of the current cube."
)]
struct Show {
    /// The position: a Position ID, GNUBGID or XGID; dice are ignored
    position: String,
    /// Databases to look in [default: those used in play]
    #[arg(long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

/// Compare the checksums of databases
#[derive(clap::Args, Debug)]
struct Check {
    /// The files [default: the small ones]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.task {
        Task::Make(args) => make(args, context, out),
        Task::Show(args) => show(args, context, out),
        Task::Check(args) => check(args, out),
    }
}

fn cache() -> anyhow::Result<PathBuf> {
    cache_directory().context("this system has no place for caches; name one by STARBOARD_CACHE")
}

fn make(args: &Make, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(kind) = args.kind else {
        let directory = cache()?;
        Bearoff::kept(&directory)?;
        for path in Bearoff::paths(&directory) {
            describe(&path, out)?;
        }
        return Ok(());
    };
    let points = args.points;
    let checkers = args.checkers.unwrap_or(match kind {
        Kind::Hypergammon => HYPERGAMMON_CHECKERS,
        Kind::OneSided | Kind::TwoSided => Bearoff::CHECKERS,
    });
    if matches!(kind, Kind::OneSided) && args.checkers.is_some() {
        return Err(BadInput::error(
            "--checkers is for other kinds: a one-sided database has all 15",
        ));
    }
    let threads = args.threads.unwrap_or_else(default_threads);
    let path = match &args.out {
        Some(path) => path.clone(),
        None => {
            let directory = cache()?;
            fs::create_dir_all(&directory)
                .with_context(|| format!("cannot make {}", directory.display()))?;
            directory.join(match kind {
                Kind::OneSided => format!("bearoff-1-15x{points}.bin"),
                Kind::TwoSided => format!("bearoff-2-{checkers}x{points}.bin"),
                Kind::Hypergammon => format!("hypergammon-{checkers}.bin"),
            })
        }
    };
    files::can_write([&path])?;
    let progress = |all: usize| Progress::new(context.terminal, all as u64, "positions");
    let bad = |error: bearoff::BearoffError| BadInput::error(error);
    match kind {
        Kind::OneSided => {
            let bar = progress(bearoff::positions(points, 15));
            let made =
                OneSided::make(points, threads, |done| bar.reach(done as u64)).map_err(bad)?;
            made.write(&path)?;
        }
        Kind::TwoSided => {
            let bar = progress(bearoff::positions(points, checkers).saturating_pow(2));
            let done = |done| bar.reach(done as u64);
            TwoSided::make(points, checkers, threads, done).map_err(bad)?.write(&path)?;
        }
        Kind::Hypergammon => hyper::make(&path, checkers, threads, context.terminal, None)?,
    }
    describe(&path, out)
}

/// Verifies the checksum of a database, and writes a line about it.
fn describe(path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let (what, bytes, checksum) = match bearoff::check(path)? {
        AnyBearoff::OneSided(found) => (
            format!(
                "one-sided, 15 checkers on {} points, {} positions",
                found.points(),
                found.positions()
            ),
            found.bytes(),
            found.checksum(),
        ),
        AnyBearoff::TwoSided(found) => {
            let ((points, checkers), side) = (found.size(), found.positions());
            let what = format!(
                "two-sided, {checkers} checkers on {points} points, {side} times {side} positions"
            );
            (what, found.bytes(), found.checksum())
        }
        AnyBearoff::Hypergammon(found) => {
            let (checkers, side) = (found.checkers(), found.positions());
            let what = format!(
                "hypergammon, up to {checkers} checkers left, {side} times {side} positions"
            );
            (what, found.bytes(), found.checksum())
        }
    };
    Ok(writeln!(out, "{}: {what}, {bytes} bytes, checksum {checksum:08x}", path.display())?)
}

fn check(args: &Check, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut files = args.files.clone();
    if files.is_empty() {
        files.extend(Bearoff::paths(&cache()?).into_iter().filter(|path| path.exists()));
    }
    let mut bad = 0;
    for path in &files {
        if let Err(error) = describe(path, out) {
            bad += 1;
            writeln!(out, "{error:#}")?;
        }
    }
    match bad {
        0 if files.is_empty() => Ok(writeln!(out, "there are no databases yet")?),
        0 => Ok(()),
        n => Err(Failed(format!("{n} of {} files are no good", files.len())).into()),
    }
}

/// What is known of a position.
#[derive(Debug, Serialize)]
struct Shown {
    position: String,
    /// The player on roll, then the other player.
    players: Vec<Side>,
    /// Who wins the race, for the player on roll.
    race: Option<Probabilities>,
    /// The cubeless equity that follows from `race`.
    race_equity: Option<f32>,
    /// In hypergammon, the exact cubeless outcome probabilities, for the player on roll.
    ends: Option<Probabilities>,
    /// The exact equities, for the player on roll.
    equities: Option<Exact>,
}

/// What is known of one player.
#[derive(Debug, Serialize)]
struct Side {
    pips: u32,
    index: Option<usize>,
    all: Option<Needed>,
    first: Option<Needed>,
}

/// How many rolls something takes.
#[derive(Debug, Serialize)]
struct Needed {
    mean: f64,
    deviation: f64,
    effective_pips: f64,
    /// Each number of rolls with its chance.
    chances: Vec<(u32, f64)>,
}

#[derive(Debug, Serialize)]
struct Exact {
    cubeless: f32,
    owned: f32,
    centred: f32,
    /// The same under the Jacoby rule.
    jacoby: f32,
    opponents: f32,
}

impl Needed {
    fn of(rolls: Rolls) -> Self {
        Self {
            mean: rolls.mean(),
            deviation: rolls.deviation(),
            effective_pips: rolls.effective_pips(),
            chances: rolls.iter().collect(),
        }
    }
}

fn show(args: &Show, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = Backgammon::parse(&args.position)
        .map_err(|error| BadInput::error(format!("in the position: {error}")))?;
    let (mine, theirs) = (game.mine(), game.theirs());
    let opened =
        args.files.iter().map(|path| bearoff::check(path)).collect::<Result<Vec<_>, _>>()?;
    let (mut one_sided, mut two_sided): (Vec<&OneSided>, Vec<&TwoSided>) = (vec![], vec![]);
    let mut hypergammon: Vec<&Hypergammon> = vec![];
    for database in &opened {
        match database {
            AnyBearoff::OneSided(found) => one_sided.push(found),
            AnyBearoff::TwoSided(found) => two_sided.push(found),
            AnyBearoff::Hypergammon(found) => hypergammon.push(found),
        }
    }
    let shared = opened.is_empty().then(Bearoff::shared).transpose()?;
    if let Some(shared) = &shared {
        one_sided.push(&shared.one_sided);
        two_sided.push(&shared.two_sided);
        hypergammon.extend(&shared.hypergammon);
    }
    let known = hypergammon.iter().find_map(|all| all.known(mine, theirs));
    if game.is_contact() && known.is_none() {
        let mut what = "in this position checkers still have to pass each other".to_owned();
        if game.is_hypergammon() {
            what +=
                "; a database of hypergammon, which `bearoff make hypergammon` makes, knows more";
        }
        return Err(BadInput::error(what));
    }
    let side = |side: Checkers| Side {
        pips: side.pips(),
        index: one_sided.iter().find_map(|one| one.index(side)),
        all: one_sided.iter().find_map(|one| one.rolls(side)).map(Needed::of),
        first: one_sided.iter().find_map(|one| one.first_off(side)).map(Needed::of),
    };
    let race =
        one_sided.iter().filter(|_| !game.is_contact()).find_map(|one| one.race(mine, theirs));
    let exact = two_sided.iter().find_map(|two| two.equities(mine, theirs));
    let exact = exact.map(|equities| (equities, equities.centred));
    let exact = exact.or(known.map(|Known { equities, jacoby, .. }| (equities, jacoby)));
    let shown = Shown {
        position: game.format(),
        players: vec![side(mine), side(theirs)],
        race,
        race_equity: race.map(|race| race.equity(game.scoring())),
        ends: known.map(|known| known.outcomes),
        equities: exact.map(|(equities, jacoby)| Exact {
            cubeless: equities.cubeless,
            owned: equities.owned,
            centred: equities.centred,
            jacoby,
            opponents: equities.opponents,
        }),
    };
    if shown.equities.is_none() && shown.players.iter().all(|side| side.all.is_none()) {
        return Err(BadInput::error(
            "this position is in none of the databases: its checkers are too far or too many",
        ));
    }
    if args.json {
        return json(out, &shown);
    }
    writeln!(out, "{}", game.board())?;
    text(&shown, context.width, out)
}

fn text(shown: &Shown, width: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let [mine, theirs] = &shown.players[..] else { return Ok(()) };
    let number = |needed: &Option<Needed>, pick: fn(&Needed) -> f64| {
        needed.as_ref().map_or("-".to_owned(), |needed| format!("{:.3}", pick(needed)))
    };
    let row =
        |name: &str, pick: &dyn Fn(&Side) -> String| [name.to_owned(), pick(mine), pick(theirs)];
    let rows = [
        row("pips", &|side| side.pips.to_string()),
        row("number", &|side| side.index.map_or("-".to_owned(), |i| i.to_string())),
        row("effective pips", &|side| number(&side.all, |n| n.effective_pips)),
        row("rolls, mean", &|side| number(&side.all, |n| n.mean)),
        row("rolls, deviation", &|side| number(&side.all, |n| n.deviation)),
        row("to the first, mean", &|side| number(&side.first, |n| n.mean)),
    ];
    write!(out, "{}", list(["", "on roll", "other"], rows, width))?;
    let chance = |side: &Side, n: u32| {
        let found = side.all.as_ref()?.chances.iter().find(|&&(rolls, _)| rolls == n);
        Some(found.map_or(0.0, |&(_, chance)| 100.0 * chance))
    };
    let percent = |chance: Option<f64>| chance.map_or("-".to_owned(), |x| format!("{x:.3} %"));
    let rows = (0..64)
        .map(|n| (n, chance(mine, n), chance(theirs, n)))
        .filter(|&(_, a, b)| {
            [a, b].into_iter().flatten().reduce(f64::max).is_some_and(|most| most >= 0.0005)
        })
        .map(|(n, a, b)| [n.to_string(), percent(a), percent(b)]);
    if mine.all.is_some() || theirs.all.is_some() {
        write!(out, "\n{}", list(["rolls", "on roll", "other"], rows, width))?;
    }
    if let (Some(race), Some(equity)) = (shown.race, shown.race_equity) {
        writeln!(
            out,
            "\nthe race   win {:.4}, gammon {:.4}; lose gammon {:.4}; equity {equity:+.4} without \
             a cube",
            race.win, race.win_gammon, race.lose_gammon
        )?;
    }
    if let Some(ends) = shown.ends {
        let [win, wg, wbg, lg, lbg] = ends.as_array().map(|chance| format!("{chance:.5}"));
        writeln!(
            out,
            "\nthe game   win {win}, gammon {wg}, backgammon {wbg}; lose gammon {lg}, backgammon \
             {lbg}"
        )?;
    }
    if let Some(Exact { cubeless, owned, centred, jacoby, opponents }) = shown.equities {
        let rows = [
            ["without a cube".to_owned(), format!("{cubeless:+.4}")],
            ["own cube".to_owned(), format!("{owned:+.4}")],
            ["centred cube".to_owned(), format!("{centred:+.4}")],
            ["centred cube, Jacoby".to_owned(), format!("{jacoby:+.4}")],
            ["the other's cube".to_owned(), format!("{opponents:+.4}")],
        ];
        write!(out, "\n{}", list(["without doubling now", "equity"], rows, width))?;
    }
    Ok(())
}
