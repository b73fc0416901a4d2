//! GNU Backgammon as a server that evaluates, for the examples that stand beside it.

use std::{
    env,
    error::Error,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use starboard_backgammon::{Backgammon, FibsBoard, Probabilities};

/// The program, listening on a port of its own.
pub(crate) struct Server {
    child: Child,
    stream: BufReader<TcpStream>,
}

impl Server {
    pub(crate) fn start() -> Result<Self, Box<dyn Error>> {
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let mut child = Command::new(program())
            .args(["-t", "-q"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.as_mut().ok_or("no input")?;
        write!(input, "set threads 1\nset jacoby off\nexternal {address}\n")?;
        for _ in 0..100 {
            if let Ok(stream) = TcpStream::connect(address) {
                return Ok(Self { child, stream: BufReader::new(stream) });
            }
            thread::sleep(Duration::from_millis(50));
        }
        child.kill()?;
        Err("gnubg does not listen".into())
    }

    /// The cubeless probabilities for the player on roll, looking so many plies ahead;
    /// of a game that is over those of its end.
    pub(crate) fn ask(
        &mut self,
        game: &Backgammon,
        plies: u32,
    ) -> Result<Probabilities, Box<dyn Error>> {
        if let Some(ended) = Probabilities::of_end(game) {
            return Ok(ended);
        }
        let board = FibsBoard::of(&game.with_dice(None));
        let line = format!("evaluation fibsboard {board} plies {plies} cubeless\n");
        self.stream.get_mut().write_all(line.as_bytes())?;
        let mut answer = String::new();
        self.stream.read_line(&mut answer)?;
        let numbers: Vec<f32> = answer.split_whitespace().flat_map(str::parse).collect();
        let outcomes = numbers.first_chunk::<5>().ok_or(format!("{board}: {answer}"))?;
        Ok(Probabilities::from(*outcomes))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What it is called: `GNUBG`, or `gnubg` on the path.
pub(crate) fn program() -> String {
    env::var("GNUBG").unwrap_or("gnubg".to_owned())
}

/// Says what an example found, or why it did not.
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
