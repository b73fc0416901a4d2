//! `starboard experiment`: published measurements, made again.

mod ordering;

use std::io::Write;

use super::log::{Merge, merge};
use crate::Context;

/// Published measurements, made again.
#[derive(clap::Args, Debug)]
#[command(about = "Repeat a published experiment")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Ordering(Box<ordering::Args>),
    /// `log merge` by its old name.
    #[command(hide = true)]
    Merge(Merge),
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.what {
        What::Ordering(args) => ordering::run(args, context, out),
        What::Merge(args) => merge(args, context, out),
    }
}
