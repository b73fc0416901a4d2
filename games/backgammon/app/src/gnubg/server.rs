//! Listens, and serves one client after another.

use std::{
    io::{self, BufReader, Write},
    net::{TcpListener, TcpStream},
};

use starboard::{LineEnd, Lines};
use starboard_backgammon::cube::OutcomeEvaluator;

use super::Player;

/// The longest line that is read, newline included: four times as long as
/// those of GNU Backgammon.
const LONGEST: u64 = 1024;

/// Serves the clients of `listener`, one after another, until it fails; with `once`, only the first
/// client.
///
/// # Errors
///
/// If the listener fails; a client that disconnects is not an error.
pub(crate) fn serve<E: OutcomeEvaluator>(
    listener: &TcpListener,
    player: &mut Player<E>,
    once: bool,
) -> io::Result<()> {
    loop {
        let (stream, address) = listener.accept()?;
        tracing::info!(%address, "a client");
        if let Err(error) = client(&stream, player) {
            tracing::info!(%address, %error, "the client broke off");
        }
        if once {
            return Ok(());
        }
    }
}

/// Answers a client until it leaves.
fn client<E: OutcomeEvaluator>(mut stream: &TcpStream, player: &mut Player<E>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    for line in Lines::new(BufReader::new(stream), LONGEST) {
        let line = line?;
        if line.end == LineEnd::Cut {
            stream.write_all(b"Error: a line without an end\n")?;
            return Ok(());
        }
        // A zero after the newline of the previous line is not a line.
        if !line.text.is_empty() && line.text.chars().all(|c| c == '\0') {
            continue;
        }
        match player.answer(&line.text) {
            Some(answer) => stream.write_all(format!("{answer}\n").as_bytes())?,
            None => return Ok(()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{io::BufRead, sync::Arc, thread};

    use starboard_backgammon::{
        HandCrafted, NetEvaluator,
        bearoff::Bearoff,
        engine::{BackgammonEngine, EngineSettings},
        net::Noise,
    };

    use super::*;

    fn player() -> Player<HandCrafted> {
        player_by(HandCrafted::default(), None, |_, _| ())
    }

    fn player_by<E: OutcomeEvaluator>(
        evaluator: E,
        bearoff: Option<Arc<Bearoff>>,
        set_noise: fn(&mut E, Option<Noise>),
    ) -> Player<E> {
        let settings = EngineSettings {
            plies: 0,
            cube_plies: 0,
            jacoby: true,
            beavers: true,
            ..EngineSettings::default()
        };
        Player { engine: BackgammonEngine::new(evaluator, bearoff, settings), set_noise }
    }

    const BOARD: &str = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";

    #[test]
    fn decisions_are_answered() {
        let mut player = player();
        let mut ask = |what: &str| {
            let line = format!("board:a:b:0:0:0:{BOARD}:{what}:1:-1:0:25:0:0:0:0:0:0:0:1\n\0");
            player.answer(&line).expect("an answer")
        };
        let turn = ask("1:3:1:3:1:1:1:1:0");
        assert_eq!(turn.split(' ').count(), 2, "{turn}");
        assert_eq!(ask("1:0:0:0:0:1:1:1:0"), "roll");
        assert_eq!(ask("-1:0:0:0:0:1:1:1:1"), "beaver");
        assert_eq!(ask("1:0:0:0:0:3:1:1:0").split(':').next(), Some("Error"));
    }

    #[test]
    fn a_hit_and_a_pass_are_written_as_that_program_does() {
        let mut player = player();
        // On the bar against a blot on the ace point, and all else is far away.
        let ask = |player: &mut Player<HandCrafted>, places: &str, dice: &str| {
            let line = format!(
                "board:a:b:1:0:0:{places}:1:{dice}:{dice}:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
            );
            player.answer(&line)
        };
        let closed = "0:0:0:0:0:0:14:0:0:0:0:0:0:0:0:0:0:0:0:-2:-2:-2:-2:-3:-4:1";
        assert_eq!(ask(&mut player, closed, "6:5").as_deref(), Some(""));
        let blot = "0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:-2:-2:0:-8:-1:1";
        assert_eq!(ask(&mut player, blot, "1:2").as_deref(), Some("25/24* 24/22"));
    }

    /// Equities are those of the best cube action, as GNU Backgammon's are.
    #[test]
    fn whoever_is_on_roll_may_double_in_an_evaluation() {
        let bearoff = Bearoff::shared().expect("databases that can be used");
        let mut player = player_by(HandCrafted::default(), Some(bearoff), |_, _| ());
        let twos = "0:0:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:0:0";
        let race = "0:0:0:0:1:0:5:0:5:0:0:0:0:0:0:0:0:0:0:-5:-5:-5:0:0:0:0";
        // The length, the scores (the other's first), the board, the cube, whether it is
        // after the Crawford game and whether not in it; and what GNU Backgammon answers,
        // whose database has four digits.
        let money = "9999:0:0";
        for (score, board, cube, game, expected) in [
            (money, twos, "1:1:1:0", "0:1", 0.950_607),
            (money, twos, "2:1:0:0", "0:1", 0.950_607),
            (money, twos, "2:0:1:0", "0:1", 0.475_303),
            // The other has doubled, and is asked the same with the cube still in the
            // middle.
            (money, twos, "1:1:1:1", "0:1", 0.950_607),
            // After the Crawford game, for the trailing player: a double is taken or passed.
            ("7:6:5", BOARD, "1:1:1:0", "1:1", 0.5),
            ("7:6:5", race, "1:1:1:0", "1:1", 0.5),
        ] {
            let line = format!(
                "evaluation fibsboard board:a:b:{score}:{board}:1:0:0:0:0:{cube}:1:-1:0:25:0:0:0:0:0:0:{game} \
                 plies 0 cubeful"
            );
            let answer = player.answer(&line).expect("an answer");
            let value: f64 =
                answer.split(' ').next_back().and_then(|x| x.parse().ok()).expect(&answer);
            assert!((value - expected).abs() < 2e-5, "{line}: {answer}");
        }
    }

    #[test]
    fn noise_is_added_where_it_is_asked_for() {
        let mut player = player_by(NetEvaluator::default(), None, NetEvaluator::set_noise);
        let mut ask = |what: &str| {
            let line = format!(
                "evaluation fibsboard board:a:b:0:0:0:{BOARD}:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1{what}"
            );
            player.answer(&line).expect("an answer")
        };
        let (plain, noisy) = (ask(""), ask(" noise 30"));
        assert_ne!(plain, noisy);
        assert_eq!(noisy, ask(" noise 30 deterministic"), "always the same");
        assert_ne!(noisy, ask(" noise 60"));
        assert_eq!(plain, ask(" noise 0"), "of no effect on what is asked next");
    }

    #[test]
    fn a_client_is_answered_over_a_socket() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = thread::spawn(move || serve(&listener, &mut player(), true));
        let mut stream = TcpStream::connect(address).expect("a server");
        let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
        let mut ask = |line: &[u8]| {
            stream.write_all(line).expect("a server");
            let mut answer = String::new();
            reader.read_line(&mut answer).expect("an answer");
            answer
        };
        let line = format!(
            "evaluation fibsboard board:a:b:0:0:0:{BOARD}:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1 cubeful\n\0"
        );
        assert_eq!(ask(line.as_bytes()).split(' ').count(), 6);
        assert_eq!(
            ask(b"\xff\xfe\n"),
            "Error: expected version, set, board:\u{2026}, evaluation or exit, found \"\u{fffd}\u{fffd}\"\n"
        );
        assert_eq!(ask(b"set debug off\n"), "Debug output OFF\n");
        assert_eq!(ask(&[b'x'; 1024]), "Error: a line without an end\n");
        assert!(server.join().expect("no panic").is_ok());
    }
}
