//! The player that decides.

use std::fmt::Write;

use starboard_backgammon::{
    BAR, Backgammon, FibsBoard, OFF, Turn,
    cube::{OutcomeEvaluator, Reply, Utility},
    engine::{BackgammonEngine, EngineSettings},
    net::Noise,
};
use starboard_core::{Game, Node};

use super::request::{Request, Settings};

/// A player that answers requests.
pub(crate) struct Player<E> {
    /// The engine; the rules of money games are those of its settings.
    pub(crate) engine: BackgammonEngine<E>,
    /// Turns on noise in the evaluator, or turns it off.
    pub(crate) set_noise: fn(&mut E, Option<Noise>),
}

impl<E: OutcomeEvaluator> Player<E> {
    /// The answer to a line, usually a single line; `None` when the client says goodbye.
    pub(super) fn answer(&mut self, line: &str) -> Option<String> {
        let answer = match line.parse() {
            Ok(Request::Exit) => return None,
            Ok(Request::Version) => Ok(format!(
                "Interface: 2\nRFBF: 0\nEngine: {0}\nSoftware: Starboard {0}",
                env!("CARGO_PKG_VERSION")
            )),
            Ok(Request::Debug(on)) => Ok(format!("Debug output {}", if on { "ON" } else { "OFF" })),
            Ok(Request::Decide(board)) => self.decide(&board),
            Ok(Request::Evaluate(board, settings)) => self.evaluate(&board, settings),
            Err(error) => Err(error),
        };
        Some(answer.unwrap_or_else(|error| format!("Error: {error}")))
    }

    /// What to do: a move, `roll` or `double`, `take`, `drop` or `beaver`.
    fn decide(&mut self, board: &FibsBoard) -> Result<String, String> {
        let position = self.engine.settings.of_fibs(board).map_err(|error| error.to_string())?;
        let game = &position.game;
        if let Node::Over(_) = game.node() {
            return Err("the game is over".to_owned());
        }
        if position.offered {
            let answer = match self.engine.reply(&position) {
                Reply::Pass => "drop",
                Reply::Beaver => "beaver",
                Reply::Take => "take",
            };
            return Ok(answer.to_owned());
        }
        if let Some(dice) = game.dice() {
            return Ok(steps(game, self.engine.best(&position, dice).turn));
        }
        let doubles = self.engine.cube(&position).decision.doubles();
        Ok(if doubles { "double" } else { "roll" }.to_owned())
    }

    /// The five probabilities and the equity (in a match the chance to win it) for the player on
    /// roll; if a double is on offer, for the player who has to answer it, as if on roll. With the
    /// cube, the player on roll doubles where that is best.
    fn evaluate(&mut self, board: &FibsBoard, asked: Settings) -> Result<String, String> {
        let mut board = board.clone();
        if board.doubled {
            board.board = Backgammon::new(board.board.theirs(), board.board.mine())
                .map_err(|error| error.to_string())?;
            board.cube = board.cube.flipped();
            board.scores.reverse();
        }
        board.not_crawford |= !asked.crawford;
        let Settings { jacoby, beavers, plies, .. } = asked;
        let rules = EngineSettings { jacoby, beavers, ..self.engine.settings.clone() };
        let position = rules.of_fibs(&board).map_err(|error| error.to_string())?;
        let (stakes, cube) = (&position.stakes, position.cube);
        let noise = Noise { deviation: asked.noise, seed: 0 };
        (self.set_noise)(self.engine.evaluator(), (noise.deviation > 0.0).then_some(noise));
        let found = self.engine.search(stakes).cube(&position.game, cube, plies);
        (self.set_noise)(self.engine.evaluator(), None);
        let utility = if asked.cubeful {
            stakes.utility_of(found.decision.best, cube.value())
        } else {
            Utility::new(stakes, cube.value()).of(found.outcomes)
        };
        // For money, points divided by the cube.
        let value = stakes.match_chance(utility).unwrap_or(utility / f64::from(cube.value()));
        let mut text = String::new();
        for chance in found.outcomes.as_array() {
            let _ = write!(text, "{chance:.6} ");
        }
        let _ = write!(text, "{value:.6}");
        Ok(text)
    }
}

/// A turn as GNU Backgammon writes it: `24/18 13/8*`, a step for each die, 25 for the bar and 0 for
/// off; empty for a pass.
fn steps(board: &Backgammon, turn: Turn) -> String {
    let mut theirs = board.theirs().counts();
    let mut text = String::new();
    for step in turn.steps() {
        let (from, to) = (step.from(), step.to());
        let hits = to > OFF && to < BAR && theirs[usize::from(BAR - to)] == 1;
        if hits {
            theirs[usize::from(BAR - to)] = 0;
            theirs[usize::from(BAR)] += 1;
        }
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{from}/{to}{}", if hits { "*" } else { "" });
    }
    text
}
