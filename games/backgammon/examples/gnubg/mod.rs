//! The interface to GNU Backgammon for the examples that compare with it.

use std::{env, error::Error, process::ExitCode, time::Duration};

use starboard_backgammon::{Backgammon, FibsBoard, Probabilities};
use starboard_core::Instant;
use starboard_protocols::external::{Command, gnubg::Server};

/// How long GNU Backgammon may take to answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3600);

/// GNU Backgammon as a server that evaluates.
pub(crate) struct Evaluations(Server);

impl Evaluations {
    pub(crate) fn start() -> Result<Self, Box<dyn Error>> {
        Ok(Self(Server::start(&command())?))
    }

    /// The cubeless probabilities for the player on roll, looking `plies` plies ahead; exact for a
    /// game that is over.
    pub(crate) fn ask(
        &mut self,
        game: &Backgammon,
        plies: u32,
    ) -> Result<Probabilities, Box<dyn Error>> {
        if let Some(ended) = Probabilities::of_end(game) {
            return Ok(ended);
        }
        let board = FibsBoard::of(&game.with_dice(None));
        let line = format!("evaluation fibsboard {board} plies {plies} cubeless");
        let answer = self.0.ask(&line, Instant::now() + PATIENCE)?;
        let numbers: Vec<f32> = answer.split_whitespace().flat_map(str::parse).collect();
        let outcomes = numbers.first_chunk::<5>().ok_or(format!("{board}: {answer}"))?;
        Ok(Probabilities::from(*outcomes))
    }
}

/// The command to start it: `GNUBG`, or `gnubg` on the path.
pub(crate) fn command() -> Command {
    Command::new(&env::var("GNUBG").unwrap_or("gnubg".to_owned()), [""; 0])
}

/// Prints what an example found, or why it failed.
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks")]
pub(crate) fn finish(result: Result<String, Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
