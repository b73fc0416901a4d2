//! `starboard usi`: the engine for graphical user interfaces and tournaments.

use std::io::{self, BufReader, Write};

use super::Examples;
use crate::Context;
use starboard_protocols::usi;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["shogi", "connect-four"],
    built_in: &[
        "usi",
        "usi --engine 'alpha-beta(lmr, null-move=2) + history + eval(name=material)'",
        "usi connect-four",
    ],
    own: &["usi GAME", "usi GAME --engine 'ENGINE + killers'"],
};

/// Plays by USI on standard input and output.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play by USI, the protocol of Shogi programs, on standard input and output",
    long_about = "Play by USI, the protocol of Shogi programs, on standard input and output: for \
        ShogiGUI, ShogiHome, tournaments, and the command `match` of another Starboard.\n\n\
        All of the protocol is there: clocks (btime, wtime, byoyomi, binc, winc, movetime), nodes, \
        depth, searchmoves, infinite, ponder, and mate, which answers with a mate proven by \
        df-pn, \
        `checkmate nomate` where there is none by checks alone, or `checkmate timeout`. A win by \
        declaration is declared; a player who is mated resigns, and with the option ResignValue \
        one who is behind by as much.\n\n\
        Every part of the engine is an option, on or off; Engine takes a whole description as \
        the other commands do. Type `usi` to see the options, their ranges and their defaults. With \
        MultiPV above 1, one search finds the values and lines of that many moves, which \
        costs some depth: a setting for \
        analysis. MoveOverhead is the time, in milliseconds, that \
        an answer may need to get through.\n\n\
        Positions are `startpos` or `sfen` and the game's own notation, with `moves` and what \
        was played since."
)]
pub(crate) struct Args {
    /// The game, one without chance; the command `games` lists them
    #[arg(default_value = "shogi")]
    game: String,
    /// The engine to begin with, by its parts [default: the game's strongest]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let engine = args.engine.clone().unwrap_or_else(|| game.info().engine);
    usi::serve(game, &engine, Box::new(BufReader::new(io::stdin())), out)
}
