//! The program: its arguments, its exit code, and where it writes.

use std::{
    ffi::OsString,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use crate::{Registry, cmd, error::exit_code};

/// What every command needs besides its own arguments.
pub struct Context<'a> {
    /// The games there are.
    pub games: &'a Registry,
    /// Whether stderr is a terminal, so that somebody sees progress.
    pub terminal: bool,
}

impl<'a> Context<'a> {
    /// A context without anybody watching.
    pub fn new(games: &'a Registry) -> Self {
        Self { games, terminal: false }
    }
}

#[derive(Parser)]
#[command(
    name = "starboard",
    version,
    about = "Game-tree search, compared and explained",
    long_about = "Game-tree search, compared and explained.\n\n\
        Starboard searches any two-player game with perfect information, with dice or without, \
        by any of its algorithms, and shows what each of them cost. Begin with\n\n  \
        starboard games                 the games, their notation, their engines\n  \
        starboard analyse tic-tac-toe   search a position\n  \
        starboard compare               every algorithm on every game",
    after_long_help = "Engines are described by their parts: the algorithm with its arguments, \
        then a table, an evaluator, orderings:\n\n  \
        star2(probes=1, depth=3) + tt(mb=64) + history(policy=gravity) + eval(name=hand-made)\n\n\
        `starboard plugins` lists all parts. Exit codes: 0 success, 1 failure, 2 bad input. \
        RUST_LOG=debug shows on stderr what goes on inside.",
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
    Perft(cmd::perft::Args),
    Analyse(cmd::analyse::Args),
    Explain(cmd::explain::Args),
    Tree(cmd::tree::Args),
    Verify(cmd::verify::Args),
    Bench(cmd::bench::Args),
    Compare(cmd::compare::Args),
    Experiment(cmd::experiment::Args),
}

/// Runs the program on the arguments of the process.
pub fn run(games: &Registry) -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("off"));
    // A program of one's own may have set up its own.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
    let context = Context { terminal: io::stderr().is_terminal(), ..Context::new(games) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    ExitCode::from(run_with(&context, std::env::args_os(), &mut out, &mut io::stderr()))
}

/// Runs the program on these arguments, the first of which is its name;
/// returns the exit code: 0 for success, 2 for bad input, 1 for other failures.
pub fn run_with(
    context: &Context<'_>,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let cli = match Cli::try_parse_from(args) {
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

impl Command {
    fn run(&self, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Self::Games(args) => cmd::games::run(args, context, out),
            Self::Plugins(args) => cmd::plugins::run(args, context, out),
            Self::Perft(args) => cmd::perft::run(args, context, out),
            Self::Analyse(args) => cmd::analyse::run(args, context, out),
            Self::Explain(args) => cmd::explain::run(args, context, out),
            Self::Tree(args) => cmd::tree::run(args, context, out),
            Self::Verify(args) => cmd::verify::run(args, context, out),
            Self::Bench(args) => cmd::bench::run(args, context, out),
            Self::Compare(args) => cmd::compare::run(args, context, out),
            Self::Experiment(args) => cmd::experiment::run(args, context, out),
        }
    }
}
