//! Examples below the help of the commands, with games that the program has.

use starboard_core::Node;

use starboard::{AnyGame, Registry};

/// What `--help` of a command ends with.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Examples {
    /// The games that `built_in` names.
    pub(crate) games: &'static [&'static str],
    /// Command lines without the program's name, for a program that has these
    /// games.
    pub(crate) built_in: &'static [&'static str],
    /// The same for any other program. `GAME` is its first game, `POSITION` the
    /// first built-in position in which a player has a choice, `ENGINE` its
    /// usual algorithm.
    pub(crate) own: &'static [&'static str],
}

impl Examples {
    /// Examples that name no game.
    pub(crate) const fn any(lines: &'static [&'static str]) -> Self {
        Self { games: &[], built_in: lines, own: lines }
    }

    /// The text for a program of this name, with these games.
    pub(crate) fn text(&self, program: &str, games: &Registry) -> String {
        let has = |name: &&str| games.games().any(|game| game.name() == *name);
        let lines: Vec<_> = match games.games().next() {
            Some(game) if !self.games.iter().all(has) => {
                self.own.iter().map(|line| filled(line, game)).collect()
            }
            _ => self.built_in.iter().map(|&line| line.to_owned()).collect(),
        };
        let lines = lines.iter().map(|line| format!("\n  {program} {line}"));
        format!("Examples:{}", lines.collect::<String>())
    }
}

/// The line with `GAME`, `POSITION` and `ENGINE` filled in.
fn filled(line: &str, game: &dyn AnyGame) -> String {
    let mut line = line.replace("GAME", game.name()).replace("ENGINE", &algorithm(game));
    if line.contains("POSITION") {
        let position = game.positions().into_iter().find(|p| p.node() == Node::Decision);
        line = line.replace("POSITION", &position.map_or(String::new(), |p| p.format()));
    }
    line
}

/// The name of a game's usual algorithm.
pub(crate) fn algorithm(game: &dyn AnyGame) -> String {
    let engine = game.info().engine;
    engine.split(['(', ' ', '+']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use crate::cmd::testing::{games, starboard_with};
    use starboard::Registry;

    /// Beside the program itself.
    const COMMANDS: &str = "games plugins perft analyse explain tree verify bench compare \
                            match ablate solve train";

    /// The lines below `Examples:`.
    fn examples(games: &Registry, command: &str) -> Vec<String> {
        let (code, out, err) = starboard_with(games, &format!("{command} --help"));
        assert_eq!((code, err.as_str()), (0, ""), "{command}");
        let text = out.split("Examples:\n").nth(1).unwrap_or_default().replace("\\\n", "");
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn examples_name_games_that_the_program_has() {
        let builtin = crate::builtin();
        let foreign: Vec<_> = builtin.games().map(|game| game.name()).collect();
        for command in COMMANDS.split(' ') {
            let lines = examples(&games(), command);
            assert!(!lines.is_empty(), "{command}");
            let words = || lines.iter().flat_map(|line| line.split(' '));
            assert_eq!(words().find(|word| foreign.contains(word)), None, "{lines:?}");
        }
        assert!(examples(&games(), "analyse")[0].starts_with("starboard analyse tree"));
    }

    /// Those that take no time.
    #[test]
    fn examples_run() {
        for games in [games(), crate::builtin()] {
            for command in COMMANDS.split(' ').take(6) {
                for line in examples(&games, command) {
                    // Files and minutes are not for tests.
                    let line = line.split('#').next().unwrap_or_default();
                    if [" --time", " --out", " >", "--depth 12"].iter().any(|s| line.contains(s)) {
                        continue;
                    }
                    let line = line.trim_start_matches("starboard ");
                    let (code, _, err) = starboard_with(&games, line);
                    assert_eq!((code, err.as_str()), (0, ""), "{line}");
                }
            }
        }
    }

    #[test]
    fn the_program_is_called_what_it_is_called() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let registry = games();
        let args = ["/some/where/my-games", "analyse", "--help"];
        crate::run_with(&crate::Context::new(&registry), args, &mut out, &mut err);
        let help = String::from_utf8(out).expect("text");
        assert!(help.contains("Usage: my-games analyse"), "{help}");
        assert!(help.contains("\n  my-games analyse tree"), "{help}");
        assert!(!help.contains("starboard"), "{help}");
    }
}
