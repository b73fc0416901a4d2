//! Commands that a game provides: an extension of its card.

use std::io::Write;

use clap::{ArgMatches, Args, FromArgMatches};
use starboard::AnyGame;

use super::{Context, Examples, LogKind};

/// How a game's command is called.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `starboard NAME …`, a command of its own.
    Own,
    /// `starboard NAME GAME …`, in place of what the program has for other games.
    ForGame,
    /// `starboard NAME GAME …`, with more options than other games have.
    Options,
}

/// Runs a command; whether there is nothing left to do.
type Run =
    Box<dyn Fn(&ArgMatches, &Context<'_>, &mut dyn Write) -> anyhow::Result<bool> + Send + Sync>;

/// A command that a game provides.
pub struct GameCommand {
    path: &'static str,
    shape: Shape,
    arguments: fn(clap::Command) -> clap::Command,
    examples: Option<Examples>,
    run: Run,
}

impl GameCommand {
    /// A command of its own; a `path` of two words is a subcommand of the first.
    pub fn own<A: Args + 'static>(
        path: &'static str,
        run: fn(&A, &Context<'_>, &mut dyn Write) -> anyhow::Result<()>,
    ) -> Self {
        Self::whole(path, Shape::Own, run)
    }

    /// What `starboard PATH GAME` does for this game, in place of what it does for others.
    /// The first argument is the game.
    pub fn for_game<A: Args + 'static>(
        path: &'static str,
        run: fn(&A, &Context<'_>, &mut dyn Write) -> anyhow::Result<()>,
    ) -> Self {
        Self::whole(path, Shape::ForGame, run)
    }

    fn whole<A: Args + 'static>(
        path: &'static str,
        shape: Shape,
        run: fn(&A, &Context<'_>, &mut dyn Write) -> anyhow::Result<()>,
    ) -> Self {
        let run = move |matches: &ArgMatches, context: &Context<'_>, out: &mut dyn Write| {
            run(&A::from_arg_matches(matches)?, context, out)?;
            Ok(true)
        };
        Self { path, shape, arguments: A::augment_args, examples: None, run: Box::new(run) }
    }

    /// Options `A` that a command of all games, whose own are `G`, has for this game, too.
    /// `run` returns whether these options asked for something, and it was done; where not,
    /// the command goes on as it does for any game. A long description of `A` is added to
    /// that of the command.
    pub fn options<G: FromArgMatches + 'static, A: Args + 'static>(
        path: &'static str,
        run: fn(&G, &A, &Context<'_>, &mut dyn Write) -> anyhow::Result<bool>,
    ) -> Self {
        let run = move |matches: &ArgMatches, context: &Context<'_>, out: &mut dyn Write| {
            run(&G::from_arg_matches(matches)?, &A::from_arg_matches(matches)?, context, out)
        };
        let arguments = |command: clap::Command| {
            let own = A::augment_args(clap::Command::new("options"));
            let about = [command.get_long_about(), own.get_long_about()];
            let about: Vec<_> = about.into_iter().flatten().map(ToString::to_string).collect();
            let command = command.args(own.get_arguments().cloned());
            if about.is_empty() { command } else { command.long_about(about.join("\n\n")) }
        };
        let shape = Shape::Options;
        Self { path, shape, arguments, examples: None, run: Box::new(run) }
    }

    /// What its `--help` ends with.
    #[must_use]
    pub fn examples(self, examples: Examples) -> Self {
        Self { examples: Some(examples), ..self }
    }

    /// The names of the command and, for two, its subcommand.
    pub fn path(&self) -> impl Iterator<Item = &'static str> {
        self.path.split(' ')
    }

    /// How it is called.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The command for `clap`: made of the one of all games for [`Shape::Options`], and of
    /// an empty one of the same name for the others. `program` is what the program is called.
    pub fn clap(
        &self,
        command: clap::Command,
        context: &Context<'_>,
        program: &str,
    ) -> clap::Command {
        let command = (self.arguments)(command);
        match &self.examples {
            Some(examples) => command.after_help(examples.text(program, context.games)),
            None => command,
        }
    }

    /// Runs it; whether there is nothing left to do for the command of all games.
    ///
    /// # Errors
    ///
    /// Whatever the command says.
    pub fn run(
        &self,
        matches: &ArgMatches,
        context: &Context<'_>,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        (self.run)(matches, context, out)
    }
}

/// The commands that a game provides, and the kinds of log that they write.
#[derive(Default)]
pub struct GameCommands {
    commands: Vec<GameCommand>,
    logs: Vec<LogKind>,
}

impl GameCommands {
    /// Adds a command.
    #[must_use]
    pub fn with(mut self, command: GameCommand) -> Self {
        self.commands.push(command);
        self
    }

    /// Adds a kind of log, for `log merge` and `log report`.
    #[must_use]
    pub fn log(mut self, kind: LogKind) -> Self {
        self.logs.push(kind);
        self
    }

    /// The commands that a game provides.
    pub fn of(game: &dyn AnyGame) -> &[GameCommand] {
        game.get::<Self>().map_or(&[], |brought| &brought.commands)
    }

    /// The kinds of log that they write.
    pub fn logs_of(game: &dyn AnyGame) -> &[LogKind] {
        game.get::<Self>().map_or(&[], |brought| &brought.logs)
    }
}
