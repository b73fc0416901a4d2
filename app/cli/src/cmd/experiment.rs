//! `starboard experiment`: published measurements, made again, and some of our own.

mod ordering;
mod smallest_proof;

use std::io::Write;

use super::log::{Merge, merge};
use crate::Context;
pub(crate) use smallest_proof::LOG as SMALLEST_PROOF;

/// Published measurements, made again.
#[derive(clap::Args, Debug)]
#[command(about = "Repeat a published experiment, or one of our own")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Ordering(Box<ordering::Args>),
    SmallestProof(smallest_proof::Args),
    /// `log merge` by its old name.
    #[command(hide = true)]
    Merge(Merge),
}

/// The command with examples for a program of this name.
pub(crate) fn called(command: clap::Command, program: &str) -> clap::Command {
    let examples = command.get_after_help().map(ToString::to_string);
    match examples {
        Some(text) => command.after_help(text.replace("  starboard ", &format!("  {program} "))),
        None => command,
    }
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.what {
        What::Ordering(args) => ordering::run(args, context, out),
        What::SmallestProof(args) => smallest_proof::run(args, context, out),
        What::Merge(args) => merge(args, context, out),
    }
}
