//! The list of games.

use serde::Serialize;
use starboard::{AlgorithmInfo, AnyGame, GameInfo, Registry, plugin_names};

use crate::Caps;

#[derive(Serialize)]
struct Card<P> {
    #[serde(flatten)]
    info: GameInfo,
    /// The algorithms, including those that other games have, too.
    searches: Vec<AlgorithmInfo>,
    /// The orderings that are there for every game.
    plugins: Vec<&'static str>,
    /// The built-in positions.
    examples: Vec<String>,
    /// The panels of the game itself for a position.
    panels: P,
}

#[derive(Serialize)]
struct Site<P> {
    version: &'static str,
    /// How long a search may take, in seconds.
    seconds: f64,
    /// Whether there is a folder of runs.
    runs: bool,
    /// Whether whole games can be reviewed.
    review: bool,
    games: Vec<Card<P>>,
}

/// What the page has to know first; `panels` returns the panels of a game.
pub fn games<'a, P: Serialize>(
    games: &'a Registry,
    caps: &Caps,
    [runs, review]: [bool; 2],
    panels: impl Fn(&'a dyn AnyGame) -> P,
) -> impl Serialize {
    let card = |game: &'a dyn AnyGame| Card {
        info: game.info(),
        searches: game.algorithms(),
        plugins: plugin_names(),
        examples: game.positions().iter().map(|position| position.format()).collect(),
        panels: panels(game),
    };
    let games = games.games().map(card).collect();
    let version = env!("CARGO_PKG_VERSION");
    Site { version, seconds: caps.time.as_secs_f64(), runs, review, games }
}
