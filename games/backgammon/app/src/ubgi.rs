//! `starboard ubgi`: the engine for programs that use UBGI.

use std::io::{self, BufReader, Write};

use starboard_backgammon::ubgi::{Session, serve};
use starboard_lab::command::{Context, Examples};

use crate::{advice, engine_args::EngineArgs};

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
        and output: one line in, one line out, as in version 0.2.\n\n\
        After `ubgi` and `position gnubgid 4HPwATDgc/ABMA`, `dice 3 1` and `go` are answered with \
        `bestmove 8/5 6/5`; `go cube` with `bestcube nodouble`, or `take`, `drop` or `beaver` \
        where the position has a double on offer; `go turn` with both. `keys` lists what can be \
        set, including nackgammon and hypergammon. A line that is an XGID or a FIBS board is \
        answered with the bare action, as in the draft of 2025. A line that cannot be read or \
        carried out is answered with one that begins with error.\n\n\
        In the options here, plies are counted as GNU Backgammon counts them; in the protocol they \
        are one higher, as evaluating the positions after the move is the first ply there. `set \
        engine.ply` changes them."
)]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &Args, _: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut session = Session::new(advice::engine(args.engine.settings()?, args.engine.nets())?);
    serve(&mut session, BufReader::new(io::stdin()), out)?;
    Ok(())
}
