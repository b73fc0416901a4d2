//! `starboard ubgi`: an engine for programs that speak UBGI.

use std::{
    io::{self, BufReader, Write},
    path::PathBuf,
};

use starboard_backgammon::{
    cube::MAX_PLIES,
    engine::EngineSettings,
    ubgi::{Session, serve},
};
use starboard_core::FilterSet;

use crate::advice;
use starboard_lab::command::{Context, Examples};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &["ubgi", "ubgi --plies 0    # fast: the static evaluation after each move"],
    own: &[],
};

/// Plays backgammon by UBGI on standard input and output.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play backgammon by UBGI on standard input and output",
    long_about = "Play backgammon by UBGI, the Universal Backgammon Interface, on standard input \
        and output: a line there, a line back, as in version 0.2.\n\n\
        After `ubgi` and `position gnubgid 4HPwATDgc/ABMA`, `dice 3 1` and `go` are answered by \
        `bestmove 8/5 6/5`; `go cube` by `bestcube nodouble`, or `take`, `drop` or `beaver` where \
        the position has a double on offer; `go turn` by both. `keys` lists what can be set, \
        nackgammon and hypergammon among it. A line that is an XGID or a board of FIBS is answered \
        by the bare action, as in the draft of 2025. What cannot be read or done is answered by \
        a line that begins with error.\n\n\
        Plies are counted as GNU Backgammon does here, and one higher in the protocol, where the \
        evaluation of the positions after the move is the first."
)]
pub(crate) struct Args {
    /// How many plies to look ahead for a move, until `set engine.ply` says
    /// otherwise
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PLIES)))]
    plies: u32,
    /// How many plies to look ahead for the cube [default: as for a move]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PLIES)))]
    cube_plies: Option<u32>,
    /// Which moves are searched deeper: tiny, narrow, normal, large, huge, or
    /// levels such as "0,8,0.16;skip"
    #[arg(long, value_name = "FILTER", default_value = "normal")]
    filter: FilterSet,
    /// A match equity table in GNU Backgammon's XML format, given by figures that are the
    /// same for both players [default: our own]
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, _: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut session = Session::new(advice::engine(EngineSettings {
        plies: args.plies,
        cube_plies: args.cube_plies.unwrap_or(args.plies),
        filter: args.filter.clone(),
        table: advice::table(args.met.as_deref())?,
        ..EngineSettings::default()
    })?);
    serve(&mut session, BufReader::new(io::stdin()), out)?;
    Ok(())
}
