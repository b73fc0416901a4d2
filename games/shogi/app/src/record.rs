//! Games of a match of Shogi as records that Shogi programs read, and records that such
//! programs wrote, read for review.

use starboard_core::{Game, Player};
use starboard_shogi::{
    Shogi,
    records::{self, End, Outcome, csa, ki2, kif},
};

use starboard::{Fault, Position};
use starboard_lab::{
    arena::{Ending, Record},
    html::counted,
    record::{GameRecord, RecordError},
};

/// Writes a game in CSA, the format of the Computer Shogi Association.
pub(super) fn as_csa(record: &Record<'_>) -> String {
    csa::write(&whole(record))
}

/// Writes a game in KIF.
pub(super) fn as_kif(record: &Record<'_>) -> String {
    kif::write(&whole(record))
}

/// Reads all games of a CSA file, in which lines of `/` separate them.
pub(super) fn read_csa(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let (mut games, mut first) = (Vec::new(), 0);
    let lines: Vec<_> = text.lines().collect();
    for part in lines.split(|line| line.trim_end() == "/") {
        if part.iter().any(|line| !line.trim().is_empty()) {
            let record = csa::read(&part.join("\n")).map_err(|error| at(&error, first))?;
            games.push(game("csa", &record, first)?);
        }
        first += part.len() + 1;
    }
    Ok(games)
}

/// Reads a game in KIF.
pub(super) fn read_kif(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let record = kif::read(text).map_err(|error| at(&error, 0))?;
    Ok(vec![game("kif", &record, 0)?])
}

/// Reads a game in KI2.
pub(super) fn read_ki2(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let record = ki2::read(text).map_err(|error| at(&error, 0))?;
    Ok(vec![game("ki2", &record, 0)?])
}

/// An error in a part of a file that begins after so many lines, with its line in the file.
fn at(error: &records::RecordError, before: usize) -> RecordError {
    RecordError::at(error.line + before, 0, &error.error)
}

fn game(
    format: &'static str,
    record: &records::Record,
    line: usize,
) -> Result<GameRecord, RecordError> {
    let moves = record.moves().iter().map(|timed| timed.m);
    let read = GameRecord::of(format, record.start(), moves).map_err(|number| {
        RecordError::at(line + 1, 0, format!("move {number} comes after the end of the game"))
    })?;
    let won = match record.outcome() {
        Outcome::Win(Player::First) => Some("1-0"),
        Outcome::Win(Player::Second) => Some("0-1"),
        Outcome::Draw => Some("1/2-1/2"),
        Outcome::Unknown => None,
    };
    let why = record.end().map(end_name);
    let result = [won.map(str::to_owned), why.map(|why| format!("({why})"))];
    let result: Vec<_> = result.into_iter().flatten().collect();
    let result = (!result.is_empty()).then(|| result.join(" "));
    let notes = record.broken().map(|error| {
        let moves = record.moves().len();
        format!("{}; the game ends after {}", at(error, line), counted(moves, "move"))
    });
    let notes = notes.into_iter().collect();
    Ok(GameRecord { names: record.players.clone(), result, notes, ..read })
}

/// How a game that is over by the rules came to its end, in words.
pub(super) fn how(position: &Position) -> Option<&'static str> {
    let game: &Shogi = position.downcast_ref()?;
    let record = records::Record::of(game);
    Some(match (record.end()?, record.outcome()) {
        (End::Repetition, Outcome::Win(_)) => "perpetual check",
        (End::Mate, _) if !game.is_in_check() => "no move is left",
        (end, _) => end_name(end),
    })
}

/// Why a game is over, in words.
fn end_name(end: End) -> &'static str {
    match end {
        End::Resignation => "resigned",
        End::Mate => "mate",
        End::Declaration => "declaration",
        End::TimeUp => "time",
        End::Foul(_) => "foul",
        End::Repetition => "repetition",
        End::Impasse => "impasse",
        End::MaxMoves => "too long",
        End::NoMate => "no mate",
        _ => "broken off",
    }
}

fn whole(record: &Record<'_>) -> records::Record {
    let (mut game, moves) = record.typed::<Shogi>();
    moves.into_iter().for_each(|m| game.play(m));
    let mut whole = records::Record::of(&game);
    whole.players = record.names.map(|name| Some(name.to_owned()));
    let loser = match record.score {
        1.0 => Player::Second,
        _ => Player::First,
    };
    let to_move = loser == game.mover();
    let end = match record.ending {
        // The record itself knows the end.
        Ending::Rules => return whole,
        Ending::TooLong => End::MaxMoves,
        Ending::Unfinished => End::Interrupted,
        Ending::Resigned => End::Resignation,
        Ending::Adjudicated if to_move => End::Resignation,
        // Neither format knows that the player who is not to move may resign.
        Ending::Adjudicated => End::Interrupted,
        Ending::Fault(Fault::Time(_)) if to_move => End::TimeUp,
        Ending::Fault(_) => End::Foul(loser),
    };
    whole.finish(end);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(moves: &[&str], score: f64, ending: &Ending, end: Option<End>, outcome: Outcome) {
        let start = Position::new(Shogi::start());
        let mut game = start.clone();
        let moves: Vec<_> = moves
            .iter()
            .map(|text| {
                let m = game.parse_move(text).expect("a legal move");
                game.play(m);
                m
            })
            .collect();
        let names = ["alpha-beta + tt(mb=1)", "usi:other"];
        let (start, moves) = (&start, &moves[..]);
        let record = Record { number: 3, names, start, moves, score, ending, counted: None };
        for read in [csa::read(&as_csa(&record)), kif::read(&as_kif(&record))] {
            let read = read.expect("what was written is read");
            assert_eq!(read.players[0].as_deref(), Some(names[0]));
            assert!(read.moves().iter().map(|timed| timed.m).eq(record.typed::<Shogi>().1));
            assert_eq!((read.end(), read.outcome()), (end, outcome), "{ending}");
        }
    }

    #[test]
    fn ends_are_told_apart() {
        let [first, second] = [Player::First, Player::Second];
        let one = &["7g7f"][..];
        let fault = |fault: fn(String) -> Fault| Ending::Fault(fault("why".to_owned()));
        check(one, 1.0, &Ending::Resigned, Some(End::Resignation), Outcome::Win(first));
        check(one, 1.0, &Ending::Adjudicated, Some(End::Resignation), Outcome::Win(first));
        check(one, 0.0, &Ending::Adjudicated, Some(End::Interrupted), Outcome::Unknown);
        check(one, 0.5, &Ending::TooLong, Some(End::MaxMoves), Outcome::Draw);
        check(one, 1.0, &fault(Fault::Time), Some(End::TimeUp), Outcome::Win(first));
        let foul = Some(End::Foul(second));
        check(one, 1.0, &fault(Fault::IllegalMove), foul, Outcome::Win(first));
    }

    #[test]
    fn a_repetition_is_found_out() {
        let round = ["2h3h", "8b7b", "3h2h", "7b8b"];
        let moves = [round; 3].concat();
        check(&moves, 0.5, &Ending::Rules, Some(End::Repetition), Outcome::Draw);
    }

    #[test]
    fn a_game_says_how_it_ended() {
        #[track_caller]
        fn check(text: &str, expected: Option<&str>) {
            let game = Shogi::parse(text).expect("a game");
            let over = matches!(game.node(), starboard_core::Node::Over(_));
            assert_eq!(over, expected.is_some(), "{text}");
            assert_eq!(how(&Position::new(game)), expected, "{text}");
        }
        check("startpos", None);
        check("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", Some("mate"));
        let round = " 2h3h 8b7b 3h2h 7b8b".repeat(3);
        check(&format!("startpos moves{round}"), Some("repetition"));
        let checks = " 5a5b 9a9b 5b5a 9b9a".repeat(3);
        let start = "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a+";
        check(&format!("{start}{checks}"), Some("perpetual check"));
        let declared = "RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1 moves win";
        check(declared, Some("declaration"));
    }

    #[test]
    fn games_are_read_back() -> Result<(), RecordError> {
        let one = "V2.2\nN+Ann\nPI\n+\n+7776FU\nT1\n-3334FU\n%TORYO\n";
        let read = read_csa(&format!("{one}/\n'a comment\n{one}/\n"))?;
        assert_eq!(read.len(), 2);
        for record in &read {
            assert_eq!((record.moves.len(), record.format), (2, "csa"));
            assert_eq!(record.names, [Some("Ann".to_owned()), None]);
            assert_eq!(record.result.as_deref(), Some("0-1 (resigned)"));
        }
        let error = read_csa(&format!("{one}/\nPI\n+\n+7775FU\n")).unwrap_err();
        assert_eq!((error.line, error.column), (12, 0), "{error}");
        // The game ends before a move that cannot be followed.
        let broken = "PI\n+\n+7776FU\n-3335FU\n+2726FU\n%TORYO\n";
        let read = read_csa(&format!("{one}/\n{broken}"))?;
        assert_eq!((read[1].moves.len(), &read[1].result), (1, &None));
        let note = &read[1].notes[0];
        assert!(note.starts_with("line 13: \"-3335FU\" is not a legal move"), "{note}");
        assert!(note.ends_with("; the game ends after 1 move"), "{note}");
        let kif = "手合割：平手\n先手：Ann\n手数----指手\n   1 ７六歩(77)\n   2 投了\n";
        let read = read_kif(kif)?;
        assert_eq!((read[0].moves.len(), read[0].format), (1, "kif"));
        assert_eq!(read[0].result.as_deref(), Some("1-0 (resigned)"));
        assert!(read_kif("手合割：十枚\n").unwrap_err().to_string().starts_with("line 1: "));
        Ok(())
    }
}
