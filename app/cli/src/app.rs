//! The program: its arguments, its exit code, and where it writes.

use std::{
    ffi::OsString,
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
    sync::LazyLock,
};

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use tracing_subscriber::{filter::Targets, prelude::*};

use crate::{Config, cmd};
use starboard::{AnyGame, Registry, exit_code};
use starboard_lab::{
    command::{Context, GameCommand, GameCommands, Shape},
    html::WIDTH,
    runs,
};

/// The version, and which build of it.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let build = runs::build().map(|build| format!(" ({build})"));
    env!("CARGO_PKG_VERSION").to_owned() + &build.unwrap_or_default()
});

#[derive(Parser)]
#[command(
    name = "starboard",
    about = "Game-tree search, compared and explained",
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    /// Show no progress
    #[arg(long, short, global = true)]
    quiet: bool,
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
    Play(cmd::play::Args),
    Match(Box<cmd::matches::Args>),
    Tournament(Box<cmd::tournament::Args>),
    Ablate(cmd::ablate::Args),
    Screen(Box<cmd::screen::Args>),
    Judge(Box<cmd::judge::Args>),
    Fit(cmd::fit::Args),
    Book(cmd::book::Args),
    Log(cmd::log::Args),
    Train(Box<cmd::train::Args>),
    Solve(cmd::solve::Args),
    #[cfg(feature = "serve")]
    Serve(cmd::serve::Args),
    Usi(cmd::usi::Args),
    Completions(cmd::shell::CompletionsArgs),
    Man(cmd::shell::ManArgs),
}

/// Runs the program on the arguments of the process.
pub fn run(games: &Registry) -> ExitCode {
    run_configured(games, &Config::default())
}

/// The same with the names for engines of a configuration file.
pub fn run_configured(games: &Registry, config: &Config) -> ExitCode {
    ExitCode::from(match config.arguments(std::env::args_os().collect()) {
        Ok(args) => run_args(games, args),
        Err(error) => failed(&error, console::colors_enabled_stderr(), &mut io::stderr()),
    })
}

/// Runs the program on these arguments, the first of which is its name, with the standard
/// streams of the process; returns the exit code.
pub fn run_args(
    games: &Registry,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> u8 {
    let filter = std::env::var("RUST_LOG").unwrap_or_default();
    let filter = filter.parse::<Targets>().unwrap_or_else(|error| {
        let _ =
            writeln!(io::stderr(), "warning: RUST_LOG={filter} is left out of account: {error}");
        Targets::new()
    });
    let events = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_filter(filter);
    // A program of one's own may have set up its own.
    let _ = tracing_subscriber::registry().with(events).try_init();
    let width = console::Term::stdout().size_checked().map_or(WIDTH, |(_, width)| width.into());
    let terminal = io::stderr().is_terminal();
    // These know NO_COLOR and CLICOLOR_FORCE.
    let colours = [console::colors_enabled(), console::colors_enabled_stderr()];
    let context = Context { terminal, width, colours, ..Context::new(games) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    run_with(&context, args, &mut out, &mut io::stderr())
}

/// Writes an error and returns the exit code.
fn failed(error: &anyhow::Error, coloured: bool, err: &mut dyn Write) -> u8 {
    let code = exit_code(error);
    if code != 0 {
        let word = console::style("error:").red().bold().force_styling(coloured);
        // Nobody is left to be told if stderr is closed.
        let _ = writeln!(err, "{word} {error:#}");
    }
    code
}

/// Runs the program on these arguments, the first of which is its name;
/// returns the exit code: 0 for success, 2 for bad input, 75 for what another
/// process is using, 130 for what Ctrl-C stopped, 1 for other failures.
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
    let game = named_game(&args, context.games);
    let context = &Context { program: &program, ..*context };
    let mut command = command(context, game);
    let result = match command.try_get_matches_from_mut(args) {
        Ok(matches) if matches.get_flag("quiet") => {
            let context = &Context { terminal: false, ..*context };
            dispatch(&matches, game, context, out).and_then(|()| Ok(out.flush()?))
        }
        Ok(matches) => dispatch(&matches, game, context, out).and_then(|()| Ok(out.flush()?)),
        Err(error) => Err(error.into()),
    };
    let result = match result.map_err(|error| error.downcast::<clap::Error>()) {
        // Nobody is left to be told if stderr is closed.
        Err(Ok(error)) if error.use_stderr() => {
            let text = shown(&error, context.colours[1]);
            let _ = write!(err, "{text}{}", whose(&error, game, context));
            return 2;
        }
        Err(Ok(help)) => {
            let _ = write!(out, "{}", shown(&help, context.colours[0])).and_then(|()| out.flush());
            return 0;
        }
        Err(Err(error)) => Err(error),
        Ok(()) => Ok(()),
    };
    let Err(error) = result else { return 0 };
    if exit_code(&error) != 0 {
        let _ = out.flush();
    }
    failed(&error, context.colours[1], err)
}

/// Help, or what is wrong with the arguments, in colours or not.
fn shown(error: &clap::Error, coloured: bool) -> String {
    let text = error.render();
    if coloured { text.ansi().to_string() } else { text.to_string() }
}

/// The game that a command is about: the first that is named, before or after options.
fn named_game<'a>(args: &[OsString], games: &'a Registry) -> Option<&'a dyn AnyGame> {
    args.iter().skip(2).find_map(|arg| games.find(arg.to_str()?).ok())
}

/// The commands that games bring along and that can be called: those of their own of all
/// games, and what the named one adds to, or has in place of, the commands of all.
fn of_games<'a>(
    games: &'a Registry,
    named: Option<&'a dyn AnyGame>,
) -> impl Iterator<Item = &'a GameCommand> {
    games.games().flat_map(move |game| {
        let is_named = named.is_some_and(|named| named.name() == game.name());
        let commands = GameCommands::of(game).iter();
        commands.filter(move |command| command.shape() == Shape::Own || is_named)
    })
}

/// Runs the command of a game if one was called, and that of the program otherwise.
fn dispatch(
    matches: &ArgMatches,
    game: Option<&dyn AnyGame>,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for command in of_games(context.games, game) {
        let inner = command.path().try_fold(matches, |matches, name| {
            matches.subcommand().filter(|(called, _)| *called == name).map(|(_, inner)| inner)
        });
        if let Some(inner) = inner
            && command.run(inner, context, out)?
        {
            return Ok(());
        }
    }
    Cli::from_arg_matches(matches)?.command.run(context, out)
}

/// For an option that is not there: which commands have it, of all games or of one.
fn whose(error: &clap::Error, game: Option<&dyn AnyGame>, context: &Context<'_>) -> String {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(argument))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return String::new();
    };
    let option = argument.trim_start_matches('-').split(['=', ' ']).next().unwrap_or_default();
    let able = context.games.games().flat_map(|game| {
        let own = GameCommands::of(game).iter().filter(|command| command.shape() != Shape::Own);
        own.map(move |command| (command, game.name()))
    });
    let lines = able.filter_map(|(command, game)| {
        let clap = command.clap(clap::Command::new("own"), context, context.program);
        let has = clap.get_arguments().any(|argument| argument.get_long() == Some(option));
        has.then(|| format!("{} {game}", command.path().collect::<Vec<_>>().join(" ")))
    });
    let mut lines: Vec<_> = lines.collect();
    let of_games = lines.len();
    having(&Cli::command(), "", option, &mut lines);
    // What the named game does in its own way has only options of its own.
    let own = game.into_iter().flat_map(|game| GameCommands::of(game).iter());
    let own: Vec<_> = own
        .filter(|command| command.shape() == Shape::ForGame)
        .map(|command| command.path().collect::<Vec<_>>().join(" "))
        .collect();
    for line in &mut lines[of_games..] {
        if own.contains(line) {
            *line += " of other games";
        }
    }
    let shown = lines.join(", ");
    if lines.is_empty() { shown } else { format!("\n--{option} is an option of: {shown}\n") }
}

/// Adds the commands below this one that have an option, each with what it is called by.
fn having(command: &clap::Command, path: &str, option: &str, found: &mut Vec<String>) {
    for inner in command.get_subcommands() {
        let path = format!("{path} {}", inner.get_name()).trim_start().to_owned();
        if inner.get_arguments().any(|argument| argument.get_long() == Some(option)) {
            found.push(path.clone());
        }
        having(inner, &path, option, found);
    }
}

/// The arguments, with help about the games that this program has, and what the named
/// game has of its own.
fn command(context: &Context<'_>, game: Option<&dyn AnyGame>) -> clap::Command {
    let Context { program, games, .. } = *context;
    let named = game;
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
         Starboard searches any game with perfect information, for one player or two, with or \
         without dice, with any of its algorithms, and shows what each search cost. Begin with\n{begin}"
    );
    let algorithm = first.map_or("alpha-beta".to_owned(), cmd::usual_algorithm);
    let evaluator = first.and_then(|game| Some(game.info().evaluators.first()?.name.clone()));
    let evaluator = evaluator.map_or(String::new(), |name| format!(" + eval(name={name})"));
    let after = format!(
        "Engines are described by their parts: the algorithm with its arguments, then a table, an \
         evaluator, orderings:\n\n  \
         {algorithm}(depth=3) + tt(mb=64) + history(policy=gravity){evaluator}\n\n\
         The command `plugins` lists all parts. Exit codes: 0 success, 1 failure, 2 bad input, 75 \
         a log that another run is writing, 130 stopped by Ctrl-C. RUST_LOG=debug shows on stderr \
         what goes on inside; NO_COLOR=1 turns colours off.\n\n\
         A configuration file, `starboard/config.toml` in the system's usual place for such files \
         or the file that STARBOARD_CONFIG names, can define names for engines, to be used as \
         @NAME ([engines]), other default engines for games ([default-engines]), and values for \
         variables of Starboard that are not set ([environment])."
    );
    let mut command =
        Cli::command().version(VERSION.as_str()).long_about(about).after_long_help(after);
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
        ("play", cmd::play::EXAMPLES),
        ("match", cmd::matches::EXAMPLES),
        ("tournament", cmd::tournament::EXAMPLES),
        ("ablate", cmd::ablate::EXAMPLES),
        ("screen", cmd::screen::EXAMPLES),
        ("judge", cmd::judge::EXAMPLES),
        ("fit", cmd::fit::EXAMPLES),
        ("book", cmd::book::EXAMPLES),
        ("log", cmd::log::EXAMPLES),
        ("train", cmd::train::EXAMPLES),
        ("solve", cmd::solve::EXAMPLES),
        #[cfg(feature = "serve")]
        ("serve", cmd::serve::EXAMPLES),
        ("usi", cmd::usi::EXAMPLES),
        ("completions", cmd::shell::COMPLETIONS),
        ("man", cmd::shell::MAN),
    ] {
        let text = examples.text(program, games);
        command = command.mut_subcommand(name, |inner| inner.after_help(text));
    }
    command = command.mut_subcommand("experiment", |outer| {
        outer.mut_subcommands(|inner| cmd::experiment::called(inner, program))
    });
    for own in of_games(games, named) {
        let path: Vec<_> = own.path().collect();
        let (&[name] | &[_, name]) = &path[..] else {
            panic!("a command of one word or two, not {path:?}");
        };
        let add = |outer: clap::Command| match own.shape() {
            // Games can share a command: the first brings it along.
            Shape::Own if outer.find_subcommand(name).is_some() => outer,
            Shape::Own => outer.subcommand(own.clap(clap::Command::new(name), context, program)),
            Shape::ForGame => {
                outer.mut_subcommand(name, |_| own.clap(clap::Command::new(name), context, program))
            }
            Shape::Options => outer.mut_subcommand(name, |inner| own.clap(inner, context, program)),
        };
        command = match path[..] {
            [outer, _] => command.mut_subcommand(outer, add),
            _ => add(command),
        };
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
            Self::Play(args) => cmd::play::run(args, context, out),
            Self::Match(args) => cmd::matches::run(args, context, out),
            Self::Tournament(args) => cmd::tournament::run(args, context, out),
            Self::Ablate(args) => cmd::ablate::run(args, context, out),
            Self::Screen(args) => cmd::screen::run(args, context, out),
            Self::Judge(args) => cmd::judge::run(args, context, out),
            Self::Fit(args) => cmd::fit::run(args, context, out),
            Self::Book(args) => cmd::book::run(args, context, out),
            Self::Log(args) => cmd::log::run(args, context, out),
            Self::Train(args) => cmd::train::run(args, context, out),
            Self::Solve(args) => cmd::solve::run(args, context, out),
            #[cfg(feature = "serve")]
            Self::Serve(args) => cmd::serve::run(args, context, out),
            Self::Usi(args) => cmd::usi::run(args, context, out),
            Self::Completions(args) => {
                cmd::shell::completions(args, command(context, None), context, out)
            }
            Self::Man(args) => cmd::shell::man(args, command(context, None), context, out),
        }
    }
}
