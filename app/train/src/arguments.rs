//! The arguments that all training commands share.

use std::path::PathBuf;

use starboard_lab::{command::threads, default_threads};

use crate::Options;

/// The arguments of the training of a game.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub struct TrainArgs {
    /// The game
    pub game: String,
    /// The rest.
    #[command(flatten)]
    pub run: RunArgs,
}

/// The arguments of every training, however the command says what is trained.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub struct RunArgs {
    /// The folder for all files; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Seed for openings, positions and their order
    #[arg(long, default_value_t = 0, value_name = "S")]
    pub seed: u64,
    /// Games and positions to work on in parallel [default: one per core]
    #[arg(long, value_parser = threads, value_name = "T")]
    pub threads: Option<usize>,
    /// Also write the summary as JSON here
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl RunArgs {
    /// How the training is run; `visible` says whether to show progress.
    pub fn options(&self, visible: bool) -> Options<'_> {
        let threads = self.threads.unwrap_or_else(default_threads);
        Options { folder: &self.dir, threads, visible }
    }
}
