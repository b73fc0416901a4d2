//! `starboard gnubg-server`: an external player for GNU Backgammon.

use std::{io::Write, net::TcpListener};

use anyhow::Context as _;
use starboard_backgammon::engine::EngineSettings;
use starboard_lab::command::{Context, Examples};

use crate::{advice, engine_args::EngineArgs, gnubg};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &["gnubg-server --port 1234", "gnubg-server --port 1234 --plies 3 --filter large"],
    own: &[],
};

/// Serves GNU Backgammon's external-player requests.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play backgammon for GNU Backgammon, as its external player",
    long_about = "Play backgammon for GNU Backgammon, as its external player, over a socket.\n\n\
        In GNU Backgammon, `set player 1 external 127.0.0.1:1234` and `new match 7` or `new \
        session` make it ask this program for every decision of that player: moves, doubles, \
        takes. Any other client may do the same. A line `board:…` in FIBS board style 3 is \
        answered with a move such as `24/18 13/8*`, or with roll, double, take, drop or beaver; \
        `evaluation fibsboard board:… plies 0 cubeful` with the five probabilities and the equity \
        (in a match, the chance of winning it) under the best cube action of the player on roll. \
        There are also `version`, and `exit` to leave. A line that cannot be read is answered with \
        one that begins with Error.\n\n\
        With `noise 15`, in thousandths, evaluations err on purpose: winning chances by a standard \
        deviation of 0.015, gammon chances by less. The same position always gets the same error, \
        with or without `deterministic`; what the bearoff databases know is left exact. (A number \
        with a decimal point counts tenfold, as in GNU Backgammon: 0.0015 is the same.)\n\n\
        Clients are served one after the other. Stop it with Ctrl-C."
)]
pub(crate) struct Args {
    /// The port to listen on; 0 for any free one, which is printed
    #[arg(long, value_name = "P")]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    #[command(flatten)]
    engine: EngineArgs,
    /// Count gammons even while the cube is in the middle
    #[arg(long)]
    no_jacoby: bool,
    /// Exit after the first client
    #[arg(long)]
    once: bool,
}

pub(crate) fn run(args: &Args, _: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let address = format!("{}:{}", args.host, args.port);
    let listener =
        TcpListener::bind(&address).with_context(|| format!("cannot listen on {address}"))?;
    // GNU Backgammon plays for money by these.
    let settings =
        EngineSettings { jacoby: !args.no_jacoby, beavers: true, ..args.engine.settings()? };
    let mut player = gnubg::Player {
        engine: advice::engine(settings, args.engine.nets())?,
        set_noise: |evaluator, noise| evaluator.evaluator.set_noise(noise),
    };
    writeln!(out, "listening on {}", listener.local_addr()?)?;
    out.flush()?;
    gnubg::serve(&listener, &mut player, args.once)?;
    Ok(())
}
