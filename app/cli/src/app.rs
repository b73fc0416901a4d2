//! The program: its arguments, its exit code, and where it writes.

use std::{
    ffi::OsString,
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use crate::cmd;
use starboard::{AnyGame, Registry, exit_code};
use starboard_lab::html::WIDTH;

/// What every command needs besides its own arguments.
pub struct Context<'a> {
    /// The games there are.
    pub games: &'a Registry,
    /// Whether stderr is a terminal, so that somebody sees progress.
    pub terminal: bool,
    /// How many characters wide the output may be.
    pub width: usize,
}

impl<'a> Context<'a> {
    /// A context without anybody watching, and output of the usual width.
    pub fn new(games: &'a Registry) -> Self {
        Self { games, terminal: false, width: WIDTH }
    }
}

#[derive(Parser)]
#[command(
    name = "starboard",
    version,
    about = "Game-tree search, compared and explained",
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(cmd::games::Args),
    Plugins(cmd::plugins::Args),
    New(cmd::new::Args),
    Perft(cmd::perft::Args),
    Analyse(Box<cmd::analyse::Args>),
    Explain(cmd::explain::Args),
    Tree(cmd::tree::Args),
    Verify(cmd::verify::Args),
    Bench(cmd::bench::Args),
    Compare(cmd::compare::Args),
    Experiment(cmd::experiment::Args),
    Match(Box<cmd::play::Args>),
    Ablate(cmd::ablate::Args),
    Log(cmd::log::Args),
    Train(Box<cmd::train::Args>),
    Evaluate(cmd::evaluate::Args),
    Speed(cmd::speed::Args),
    Solve(cmd::solve::Args),
    Bearoff(cmd::bearoff::Args),
    GnubgServer(cmd::gnubg_server::Args),
    Usi(cmd::usi::Args),
    Gtp(cmd::gtp::Args),
    Ubgi(cmd::ubgi::Args),
}

/// Runs the program on the arguments of the process.
pub fn run(games: &Registry) -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("off"));
    // A program of one's own may have set up its own.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
    let width = comfy_table::Table::new().width().map_or(WIDTH, usize::from);
    let terminal = io::stderr().is_terminal();
    let context = Context { terminal, width, ..Context::new(games) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    ExitCode::from(run_with(&context, std::env::args_os(), &mut out, &mut io::stderr()))
}

/// Runs the program on these arguments, the first of which is its name;
/// returns the exit code: 0 for success, 2 for bad input, 75 for what another
/// process is using, 1 for other failures.
pub fn run_with(
    context: &Context<'_>,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let program = args.first().and_then(|arg| Path::new(arg).file_stem()?.to_str());
    let program = program.unwrap_or("starboard").to_owned();
    cmd::analyse::name_game(&mut args, context.games);
    let mut command = command(&program, context.games);
    let matches = command.try_get_matches_from_mut(args);
    let cli = match matches.and_then(|mut m| Cli::from_arg_matches_mut(&mut m)) {
        Ok(cli) => cli,
        // Nobody is left to be told if stderr is closed.
        Err(error) if error.use_stderr() => {
            let _ = write!(err, "{error}");
            return 2;
        }
        Err(help) => {
            let _ = write!(out, "{help}").and_then(|()| out.flush());
            return 0;
        }
    };
    let result = cli.command.run(context, out).and_then(|()| Ok(out.flush()?));
    let Err(error) = result else { return 0 };
    let code = exit_code(&error);
    if code != 0 {
        let _ = out.flush();
        let _ = writeln!(err, "error: {error:#}");
    }
    code
}

/// The arguments, with help about the games that this program has.
fn command(program: &str, games: &Registry) -> clap::Command {
    let first = games.games().next();
    let game = first.map_or("GAME", AnyGame::name);
    let (analyse, width) = (format!("{program} analyse {game}"), program.len() + 9 + game.len());
    let begin = [
        (format!("{program} games"), "the games, their notation, their engines"),
        (analyse, "search a position"),
        (format!("{program} compare"), "every algorithm on every game"),
    ];
    let begin = begin.map(|(line, what)| format!("\n  {line:<width$}   {what}")).concat();
    let about = format!(
        "Game-tree search, compared and explained.\n\n\
         Starboard searches any game with perfect information, of two players or of one, with dice \
         or without, by any of its algorithms, and shows what each of them cost. Begin with\n{begin}"
    );
    let algorithm = first.map_or("alpha-beta".to_owned(), cmd::examples::algorithm);
    let evaluator = first.and_then(|game| Some(game.info().evaluators.first()?.name.clone()));
    let evaluator = evaluator.map_or(String::new(), |name| format!(" + eval(name={name})"));
    let after = format!(
        "Engines are described by their parts: the algorithm with its arguments, then a table, an \
         evaluator, orderings:\n\n  \
         {algorithm}(depth=3) + tt(mb=64) + history(policy=gravity){evaluator}\n\n\
         The command `plugins` lists all parts. Exit codes: 0 success, 1 failure, 2 bad input, \
         75 a log that another run is writing. RUST_LOG=debug shows on stderr what goes on inside."
    );
    let mut command = Cli::command().long_about(about).after_long_help(after);
    for (name, examples) in [
        ("games", cmd::games::EXAMPLES),
        ("plugins", cmd::plugins::EXAMPLES),
        ("new", cmd::new::EXAMPLES),
        ("perft", cmd::perft::EXAMPLES),
        ("analyse", cmd::analyse::EXAMPLES),
        ("explain", cmd::explain::EXAMPLES),
        ("tree", cmd::tree::EXAMPLES),
        ("verify", cmd::verify::EXAMPLES),
        ("bench", cmd::bench::EXAMPLES),
        ("compare", cmd::compare::EXAMPLES),
        ("match", cmd::play::EXAMPLES),
        ("ablate", cmd::ablate::EXAMPLES),
        ("log", cmd::log::EXAMPLES),
        ("train", cmd::train::EXAMPLES),
        ("evaluate", cmd::evaluate::EXAMPLES),
        ("speed", cmd::speed::EXAMPLES),
        ("solve", cmd::solve::EXAMPLES),
        ("bearoff", cmd::bearoff::EXAMPLES),
        ("gnubg-server", cmd::gnubg_server::EXAMPLES),
        ("usi", cmd::usi::EXAMPLES),
        ("gtp", cmd::gtp::EXAMPLES),
        ("ubgi", cmd::ubgi::EXAMPLES),
    ] {
        let text = examples.text(program, games);
        command = command.mut_subcommand(name, |inner| inner.after_help(text));
    }
    command
}

impl Command {
    fn run(&self, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Self::Games(args) => cmd::games::run(args, context, out),
            Self::Plugins(args) => cmd::plugins::run(args, context, out),
            Self::New(args) => cmd::new::run(args, out),
            Self::Perft(args) => cmd::perft::run(args, context, out),
            Self::Analyse(args) => cmd::analyse::run(args, context, out),
            Self::Explain(args) => cmd::explain::run(args, context, out),
            Self::Tree(args) => cmd::tree::run(args, context, out),
            Self::Verify(args) => cmd::verify::run(args, context, out),
            Self::Bench(args) => cmd::bench::run(args, context, out),
            Self::Compare(args) => cmd::compare::run(args, context, out),
            Self::Experiment(args) => cmd::experiment::run(args, context, out),
            Self::Match(args) => cmd::play::run(args, context, out),
            Self::Ablate(args) => cmd::ablate::run(args, context, out),
            Self::Log(args) => cmd::log::run(args, context, out),
            Self::Train(args) => cmd::train::run(args, context, out),
            Self::Evaluate(args) => cmd::evaluate::run(args, context, out),
            Self::Speed(args) => cmd::speed::run(args, context, out),
            Self::Solve(args) => cmd::solve::run(args, context, out),
            Self::Bearoff(args) => cmd::bearoff::run(args, context, out),
            Self::GnubgServer(args) => cmd::gnubg_server::run(args, out),
            Self::Usi(args) => cmd::usi::run(args, context, out),
            Self::Gtp(args) => cmd::gtp::run(args, context, out),
            Self::Ubgi(args) => cmd::ubgi::run(args, out),
        }
    }
}
