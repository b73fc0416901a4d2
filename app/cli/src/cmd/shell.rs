//! `starboard completions` and `starboard man`: what shells and readers of manuals want.

use std::{fs, io::Write, path::PathBuf};

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use starboard::{AnyGame, Registry};

use super::{Context, Examples};

pub(crate) const COMPLETIONS: Examples = Examples::any(&[
    "completions bash > ~/.local/share/bash-completion/completions/PROGRAM",
    "completions zsh > ~/.zfunc/_PROGRAM",
    "completions fish > ~/.config/fish/completions/PROGRAM.fish",
]);

pub(crate) const MAN: Examples = Examples::any(&["man ~/.local/share/man/man1"]);

/// Writes what a shell needs to complete commands, options and games.
#[derive(clap::Args, Debug)]
#[command(
    about = "Write completions for a shell",
    long_about = "Write what a shell needs to complete commands, options and the names of games \
        when the tab key is pressed."
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Writes the manual, a page for each command.
#[derive(clap::Args, Debug)]
#[command(
    about = "Write manual pages",
    long_about = "Write manual pages for `man`, one per command, with what --help says."
)]
pub(crate) struct ManArgs {
    /// The folder to write to; created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn completions(
    args: &CompletionsArgs,
    command: clap::Command,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut command = with_games(named(command, context), context.games);
    // What is written to is not to be lost in the middle: clap panics then.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, context.program, &mut script);
    Ok(out.write_all(&script)?)
}

/// The command under the name of the program.
fn named(command: clap::Command, context: &Context<'_>) -> clap::Command {
    // clap wants it for as long as the program lives, which is not long.
    command.name(&*context.program.to_owned().leak())
}

/// The command with the names of games as what may stand for a game.
fn with_games(command: clap::Command, games: &Registry) -> clap::Command {
    // clap wants them for as long as the program lives, which is not long.
    let names = games.games().map(|game| &*AnyGame::name(game).to_owned().leak());
    let names: Vec<&'static str> = names.collect();
    let parser = PossibleValuesParser::new(names);
    let named = |argument: clap::Arg| match argument.get_id() == "game" {
        true => argument.value_parser(parser.clone()),
        false => argument,
    };
    command.mut_subcommands(|inner| with_games(inner, games).mut_args(named))
}

pub(crate) fn man(
    args: &ManArgs,
    command: clap::Command,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let command = named(command, context);
    let folder = args.folder.display();
    fs::create_dir_all(&args.folder).with_context(|| format!("cannot make {folder}"))?;
    clap_mangen::generate_to(command, &args.folder)
        .with_context(|| format!("cannot write to {folder}"))?;
    let pages = fs::read_dir(&args.folder).with_context(|| format!("cannot read {folder}"))?;
    let pages = pages.filter(|page| {
        page.as_ref().is_ok_and(|page| page.path().extension().is_some_and(|end| end == "1"))
    });
    Ok(writeln!(out, "wrote {} pages to {folder}", pages.count())?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Context;
    use crate::testing::{games, output, refused};

    /// Runs a command of a program called `my-games`.
    fn own(line: &str, out: &mut dyn std::io::Write) -> u8 {
        let args = ["/some/where/my-games"].into_iter().chain(line.split(' '));
        crate::run_with(&Context::new(&games()), args, out, &mut Vec::new())
    }

    #[test]
    fn what_is_written_has_the_name_of_the_program() {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            let mut script = Vec::new();
            assert_eq!(own(&format!("completions {shell}"), &mut script), 0);
            let script = String::from_utf8(script).expect("text");
            assert!(script.contains("my-games"), "{script}");
            assert_eq!(script.lines().find(|line| line.contains("starboard")), None, "{shell}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(own(&format!("man {}", folder.path().display()), &mut Vec::new()), 0);
        let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
        assert!(page("my-games.1").contains("my\\-games"));
        assert!(page("my-games-analyse.1").contains("multipv"));
    }

    /// A reader that has seen enough: `completions bash | head -1`.
    struct Closed;

    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn whoever_reads_may_stop() {
        assert_eq!(own("completions bash", &mut Closed), 0);
    }

    #[test]
    fn shells_complete_commands_options_and_games() {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            let script = output(&format!("completions {shell}"));
            // What may stand for an argument is for the first three only.
            let games = ["connect-four", "backgammon"];
            let games = if ["bash", "zsh", "fish"].contains(&shell) { &games[..] } else { &[] };
            for part in ["analyse", "multipv"].iter().chain(games) {
                assert!(script.contains(part), "{part} in what {shell} gets");
            }
        }
        refused("completions cmd", &["bash", "fish"]);
    }

    #[test]
    fn every_command_has_a_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let pages = folder.path().join("man1");
        let said = output(&format!("man {}", pages.display()));
        assert!(said.starts_with("wrote ") && said.contains(" pages to "), "{said}");
        let page = |name: &str| fs::read_to_string(pages.join(name)).expect(name);
        assert!(page("starboard.1").contains("analyse"));
        assert!(page("starboard-analyse.1").contains("multipv"));
        assert!(page("starboard-gtp.1").contains("Go"));
    }
}
