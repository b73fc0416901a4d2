//! `starboard usi`: the engine for graphical user interfaces and tournaments.

use std::io::{self, BufReader, Write};

use super::Examples;
use crate::Context;
use starboard::{AnyGame, BadInput, Registry};
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
    about = "Play by USI, the protocol of Shogi engines, on standard input and output",
    long_about = "Play by USI, the protocol of Shogi engines, on standard input and output: for \
        ShogiGUI, ShogiHome, tournaments, and the command `match` of another Starboard.\n\n\
        The whole protocol is supported: clocks (btime, wtime, byoyomi, binc, winc, movetime), \
        nodes, depth, searchmoves, infinite, ponder, and mate, which answers with a mate proven by \
        df-pn, `checkmate nomate` where there is none by checks alone, or `checkmate timeout`. A \
        win by declaration is declared; the engine resigns when it is mated, and with the option \
        ResignValue when it is behind by that much.\n\n\
        Every part of the engine is an option, on or off; the option Engine takes a whole \
        description, as the other commands do. Type `usi` to see the options, their ranges and \
        their defaults. With MultiPV above 1, one search finds the values and lines of that many \
        moves, which costs some depth: a setting for analysis. MoveOverhead is the time, in \
        milliseconds, to allow for an answer to get through.\n\n\
        Positions are `startpos`, or `sfen` followed by the game's own notation, with `moves` and \
        the moves played since."
)]
pub(crate) struct Args {
    /// The game, one without chance; the command `games` lists them [default: Shogi if it is
    /// there, or else the only one]
    game: Option<String>,
    /// The engine to begin with, by its parts [default: the game's strongest]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = match &args.game {
        Some(name) => context.games.find(name)?,
        None => usual(context.games)?,
    };
    let engine = args.engine.clone().unwrap_or_else(|| game.info().engine);
    usi::serve(game, &engine, Box::new(BufReader::new(io::stdin())), out)
}

/// The game to play when none is named: the one that the protocol was made for, or the
/// only one that it has words for.
fn usual(games: &Registry) -> anyhow::Result<&dyn AnyGame> {
    if let Ok(shogi) = games.find("shogi") {
        return Ok(shogi);
    }
    let able: Vec<_> = games.games().filter(|game| !game.info().chance).collect();
    if let [only] = able[..] {
        return Ok(only);
    }
    let names: Vec<_> = able.into_iter().map(AnyGame::name).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    Err(BadInput::error(format!("say which game to play by USI; those without chance: {names}")))
}

#[cfg(test)]
mod tests {
    use starboard::{GameEntry, Registry};
    use starboard_core::testing::RandomTree;

    use super::usual;
    use crate::testing::{games, starboard_with};

    #[test]
    fn the_only_game_need_not_be_named() {
        let name = |games: &Registry| usual(games).map(|game| game.name().to_owned());
        assert_eq!(name(&games()).expect("one without chance"), "tree");
        let named = |name| GameEntry::new(name, "", RandomTree::<false>::new(1));
        let two = || Registry::new().with(named("oak")).with(named("elm"));
        assert_eq!(name(&two().with(named("shogi"))).expect("it is there"), "shogi");
        let (code, _, err) = starboard_with(&two(), "usi");
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("those without chance: oak, elm"), "{err}");
    }
}
