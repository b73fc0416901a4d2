//! The games of a match of Shogi as records that its programs read.

use starboard_core::{Game, Player};
use starboard_shogi::{
    Shogi,
    records::{self, End, csa, kif},
};

use starboard::Fault;
use starboard_lab::arena::{Ending, Record};

/// In the format of the computer Shogi association.
pub(super) fn as_csa(record: &Record<'_>) -> String {
    csa::write(&whole(record))
}

/// In KIF.
pub(super) fn as_kif(record: &Record<'_>) -> String {
    kif::write(&whole(record))
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
        // The record itself has found out.
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
    use starboard::Position;
    use starboard_shogi::records::Outcome;

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
        let record = Record { number: 3, names, start: &start, moves: &moves, score, ending };
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
}
