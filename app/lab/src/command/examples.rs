//! Examples below the help of the commands, with games that the program has.

use starboard_core::Node;

use starboard::{AnyGame, Registry};

/// What `--help` of a command ends with.
#[derive(Copy, Clone, Debug)]
pub struct Examples {
    /// The games that `built_in` names.
    pub games: &'static [&'static str],
    /// Command lines without the program's name, for a program that has these
    /// games; `PROGRAM` stands for it further on.
    pub built_in: &'static [&'static str],
    /// The same for any other program. `GAME` is its first game, `POSITION` the
    /// first built-in position in which a player has a choice, `ENGINE` its
    /// usual algorithm.
    pub own: &'static [&'static str],
}

impl Examples {
    /// Examples that name no game.
    pub const fn any(lines: &'static [&'static str]) -> Self {
        Self { games: &[], built_in: lines, own: lines }
    }

    /// The text for a program of this name, with these games.
    pub fn text(&self, program: &str, games: &Registry) -> String {
        let has = |name: &&str| games.games().any(|game| game.name() == *name);
        let lines: Vec<_> = match games.games().next() {
            Some(game) if !self.games.iter().all(has) => {
                self.own.iter().map(|line| filled(line, game)).collect()
            }
            _ => self.built_in.iter().map(|&line| line.to_owned()).collect(),
        };
        let lines = lines.iter().map(|line| line.replace("PROGRAM", program));
        let lines = lines.map(|line| format!("\n  {program} {line}"));
        format!("Examples:{}", lines.collect::<String>())
    }
}

/// The line with `GAME`, `POSITION` and `ENGINE` filled in.
fn filled(line: &str, game: &dyn AnyGame) -> String {
    let mut line = line.replace("GAME", game.name()).replace("ENGINE", &usual_algorithm(game));
    if line.contains("POSITION") {
        let position = game.positions().into_iter().find(|p| p.node() == Node::Decision);
        line = line.replace("POSITION", &position.map_or(String::new(), |p| p.format()));
    }
    line
}

/// The name of a game's usual algorithm.
pub fn usual_algorithm(game: &dyn AnyGame) -> String {
    let engine = game.info().engine;
    engine.split(['(', ' ', '+']).next().unwrap_or_default().to_owned()
}
