//! Writing games of Go for GTP engines, and as records.

use starboard_core::Game;
use starboard_go::{Color, Go, sgf::Sgf};

use starboard::Fault;
use starboard_lab::arena::{Ending, Record};
use starboard_protocols::external::Gtp;

/// Go in GTP.
pub(super) fn gtp() -> Gtp {
    Gtp {
        setup: |start| setup(start.downcast_ref()?),
        write: |game, m| game.format_move(m),
        read: |game, text| game.parse_move(text),
        color: |player| Color::from(player).name(),
    }
}

/// The commands that set a position up: the size, the komi, then the stones as moves of their
/// colours. A ko that may not be retaken, or a pass, cannot be expressed.
fn setup(game: &Go) -> Option<Vec<String>> {
    let board = game.board();
    if board.ko().is_some() || game.passes() > 0 {
        return None;
    }
    let size = game.size();
    let mut lines =
        vec![format!("boardsize {}", size.side()), format!("komi {}", game.rules().komi)];
    for color in Color::BOTH {
        let stones = board.stones(color).iter();
        lines.extend(stones.map(|point| format!("play {} {}", color.name(), point.name(size))));
    }
    Some(lines)
}

/// A game of a match in SGF.
pub(super) fn as_sgf(record: &Record<'_>) -> String {
    let (start, moves) = record.typed::<Go>();
    let mut game = start.clone();
    let moves = moves.into_iter().map(|m| {
        let color = game.color();
        game.play(m);
        (color, m)
    });
    let mut sgf = Sgf::of_game(&start, moves.collect::<Vec<_>>());
    let winner = match record.score {
        1.0 => "B+",
        0.0 => "W+",
        _ => "",
    };
    let result = match record.ending {
        Ending::Unfinished => "?".to_owned(),
        _ if winner.is_empty() => "0".to_owned(),
        Ending::Rules => {
            let by_rules = || f64::from(game.score(&Default::default())) / f64::from(Go::UNIT);
            format!("{winner}{}", record.counted.unwrap_or_else(by_rules).abs())
        }
        Ending::Resigned | Ending::Adjudicated => format!("{winner}R"),
        Ending::Fault(Fault::Time(_)) => format!("{winner}T"),
        _ => format!("{winner}F"),
    };
    let [black, white] = record.names;
    if let Some(root) = sgf.nodes.first_mut() {
        for (name, value) in [
            ("PB", black),
            ("PW", white),
            ("RE", &*result),
            ("GN", &*(record.number + 1).to_string()),
        ] {
            root.set(name, value);
        }
    }
    sgf.write()
}

#[cfg(test)]
mod tests {
    use starboard::Position;

    use super::*;

    fn game(text: &str) -> Go {
        Go::parse(text).expect("a position")
    }

    #[test]
    fn starts_are_set_up() {
        let lines = |text: &str| setup(&game(text)).map(|lines| lines.join("; "));
        assert_eq!(lines("9x9 b 5.5").as_deref(), Some("boardsize 9; komi 5.5"));
        assert_eq!(
            lines("5x5 b 0 moves C3 D4").as_deref(),
            Some("boardsize 5; komi 0; play black C3; play white D4")
        );
        assert_eq!(lines("5x5 b 0 moves pass"), None);
    }

    #[test]
    fn records_say_who_won() {
        let start = game("5x5 b 0.5");
        let start = Position::new(start);
        let mut position = start.clone();
        let moves = ["C3", "pass", "pass"].map(|text| {
            let m = position.parse_move(text).expect("a move");
            position.play(m);
            m
        });
        let (names, ending) = (["one", "two"], &Ending::Rules);
        let record = Record {
            number: 0,
            names,
            start: &start,
            moves: &moves,
            score: 1.0,
            ending,
            counted: None,
        };
        let text = as_sgf(&Record { counted: Some(12.5), ..record });
        assert!(text.contains("RE[B+12.5]"), "{text}");
        let text = as_sgf(&record);
        assert!(text.contains("PB[one]PW[two]RE[B+24.5]GN[1]"), "{text}");
        let (sgf, _) = Sgf::read(&text).expect("a record");
        assert_eq!(
            sgf.position(0, usize::MAX).expect("a position").game,
            *position.downcast_ref().expect("Go")
        );
    }
}
