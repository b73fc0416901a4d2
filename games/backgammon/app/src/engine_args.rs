//! How deep the engine looks when it plays for another program.

use std::path::{Path, PathBuf};

use starboard_backgammon::{cube::MAX_PLIES, engine::EngineSettings};
use starboard_core::FilterSet;

use crate::advice;

/// What the commands that play for other programs have in common.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub(crate) struct EngineArgs {
    /// How many plies to look ahead for a move, as GNU Backgammon counts them
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PLIES)))]
    plies: u32,
    /// How many plies to look ahead for the cube [default: as for a move]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PLIES)))]
    cube_plies: Option<u32>,
    /// Which moves are searched deeper: tiny, narrow, normal, large, huge, or
    /// levels such as "0,8,0.16;skip"
    #[arg(long, value_name = "FILTER", default_value = "normal")]
    filter: FilterSet,
    /// A match equity table in GNU Backgammon's XML format, given by figures that are the same for
    /// both players [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
    /// The networks, which may be GNU Backgammon's gnubg.weights or gnubg.wd [default: the
    /// program's own]
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
}

impl EngineArgs {
    /// The networks, if they are not the program's own.
    pub(crate) fn nets(&self) -> Option<&Path> {
        self.nets.as_deref()
    }

    /// The settings of the engine, the rules of a game for money as they are by default.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if the table cannot be read.
    pub(crate) fn settings(&self) -> anyhow::Result<EngineSettings> {
        Ok(EngineSettings {
            plies: self.plies,
            cube_plies: self.cube_plies.unwrap_or(self.plies),
            filter: self.filter.clone(),
            table: advice::table(self.met.as_deref())?,
            ..EngineSettings::default()
        })
    }
}
