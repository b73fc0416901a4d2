//! Files made here by the published layout, whole, cut off and spoiled.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use proptest::prelude::*;
use starboard_core::Player;

use super::*;
use crate::record::{read, read_unfinished};

const MATCH: &str = include_str!("../mat/match.mat");
const OTHER: &str = include_str!("../sgf/match.sgf");

/// Whose side positions are written from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Side {
    Mover,
    First,
}

/// The records of a file.
struct File {
    records: Vec<Vec<u8>>,
    side: Side,
}

fn put(record: &mut [u8], at: usize, number: i32) {
    record[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

fn wide(record: &mut [u8], at: usize, text: &str) {
    for (i, unit) in text.encode_utf16().enumerate() {
        record[at + 2 * i..at + 2 * i + 2].copy_from_slice(&unit.to_le_bytes());
    }
}

fn short(record: &mut [u8], at: usize, text: &str) {
    record[at] = text.len() as u8;
    record[at + 1..=at + text.len()].copy_from_slice(text.as_bytes());
}

impl File {
    /// A file of a match, as eXtreme Gammon would have kept it.
    fn of(matched: &MatchRecord, side: Side) -> Self {
        let mut file = Self { records: Vec::new(), side };
        let mut head = file.record(0);
        short(&mut head, 9, "ANSI one");
        short(&mut head, 50, "ANSI two");
        put(&mut head, 92, if matched.length == 0 { 99_999 } else { matched.length as i32 });
        head[100] = matched.rules.crawford.into();
        head[101] = matched.rules.jacoby.into();
        head[102] = matched.rules.beavers.into();
        // 21 November 2026.
        head[128..136].copy_from_slice(&46_347.75_f64.to_le_bytes());
        put(&mut head, 552, 30);
        put(&mut head, 556, 0x494C_4D44);
        wide(&mut head, 880, &matched.names[0]);
        wide(&mut head, 1138, &matched.names[1]);
        file.records.push(head);
        for (i, game) in matched.games.iter().enumerate() {
            file.game(game, matched.is_crawford(i));
        }
        let end = file.record(5);
        file.records.push(end);
        file
    }

    #[expect(clippy::unused_self, reason = "it reads as one")]
    fn record(&self, kind: u8) -> Vec<u8> {
        let mut record = vec![0; SIZE];
        record[8] = kind;
        record
    }

    fn board(&self, record: &mut [u8], at: usize, board: &Backgammon, mover: Player) {
        let seen = if self.side == Side::Mover { mover } else { Player::First };
        let (mine, theirs) = if board.mover() == seen {
            (board.mine(), board.theirs())
        } else {
            (board.theirs(), board.mine())
        };
        for place in 1..=25 {
            record[at + usize::from(place)] += mine.at(place);
            let place = place as usize;
            record[at + 25 - place] = record[at + 25 - place].wrapping_sub(theirs.at(place as u8));
        }
    }

    fn game(&mut self, game: &GameRecord, crawford: bool) {
        let mut head = self.record(1);
        put(&mut head, 12, game.score[0] as i32);
        put(&mut head, 16, game.score[1] as i32);
        head[20] = crawford.into();
        let mut state = game.start();
        self.board(&mut head, 21, &Backgammon::START, Player::First);
        self.records.push(head);
        for (i, &action) in game.actions.iter().enumerate() {
            let mover = state.board.mover();
            let sign = if mover == Player::First { 1 } else { -1 };
            match action {
                Action::Play(dice, _) => {
                    let mut record = self.record(3);
                    self.board(&mut record, 9, &state.board, mover);
                    put(&mut record, 64, sign);
                    put(&mut record, 100, dice.high().into());
                    put(&mut record, 104, dice.low().into());
                    state.act(action).expect("legal");
                    self.board(&mut record, 35, &state.board, mover);
                    self.records.push(record);
                    continue;
                }
                Action::Double => {
                    let mut record = self.record(2);
                    put(&mut record, 12, sign);
                    put(&mut record, 16, 1);
                    let beavers = game.actions[i + 1..].iter();
                    let beavers = beavers.take_while(|&&action| action == Action::Beaver).count();
                    let take = match game.actions.get(i + 1) {
                        Some(Action::Drop) => 0,
                        Some(Action::Take) => 1,
                        _ => 2,
                    };
                    put(&mut record, 20, take);
                    put(&mut record, 24, beavers as i32);
                    self.board(&mut record, 36, &state.board, mover);
                    self.records.push(record);
                }
                _ => {}
            }
            state.act(action).expect("legal");
        }
        let Some(Outcome { winner, points }) = game.outcome else { return };
        let mut end = self.record(4);
        put(&mut end, 24, if winner == Player::First { 1 } else { -1 });
        put(&mut end, 28, points as i32);
        if let Some(Action::Resign(_, times)) = game.actions.last() {
            put(&mut end, 32, 100 + i32::from(*times));
        } else if game.actions.last() != Some(&Action::Drop) {
            put(&mut end, 32, 1);
        }
        self.records.push(end);
    }

    fn bytes(&self) -> Vec<u8> {
        let picture = b"not a real picture";
        let mut file = vec![0; HEAD];
        file[..4].copy_from_slice(b"RGMH");
        file[20..24].copy_from_slice(&(picture.len() as u32).to_le_bytes());
        file.extend(picture);
        for part in [self.records.concat(), vec![7; 2184], self.records[0].clone()] {
            let mut encoder = ZlibEncoder::new(file, Compression::fast());
            encoder.write_all(&part).expect("memory");
            file = encoder.finish().expect("memory");
        }
        file
    }

    #[track_caller]
    fn fails(&self, expected: &str) {
        let error = read_xg(&self.bytes()).expect_err("a fault").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_match_reads_as_it_was_kept_whichever_side_it_is_written_from() {
    for (text, name) in [(MATCH, "match"), (OTHER, "other")] {
        let mut record = read(text).expect("a record");
        record.names = ["Łukasz".to_owned(), "加藤".to_owned()];
        record.tags = vec![("EventDate".to_owned(), "2026.11.21".to_owned())];
        for side in [Side::Mover, Side::First] {
            let found = read_xg(&File::of(&record, side).bytes());
            assert_eq!(found, Ok(record.clone()), "{name}, {side:?}");
        }
    }
}

#[test]
fn cubes_go_back_and_forth() {
    let text = "0 point match\n\n Game 1\n a : 0                        b : 0\n  \
        1) 31: 8/5 6/5                 52: 13/8 13/11\n  \
        2)  Doubles => 2               Beavers => 4\n  \
        3)  Raccoons => 8\n  4) 31: 8/5 6/5                 52: 13/8 13/11\n  5)  \
                           Wins 8 points\n";
    let mut record = read(text).expect("a session");
    record.rules.beavers = true;
    record.tags = vec![("EventDate".to_owned(), "2026.11.21".to_owned())];
    assert_eq!(record.games[0].actions.iter().filter(|a| **a == Action::Beaver).count(), 2);
    assert_eq!(read_xg(&File::of(&record, Side::Mover).bytes()), Ok(record));
}

#[test]
fn a_match_may_break_off() {
    let record = read(MATCH).expect("a match");
    let whole = File::of(&record, Side::Mover);
    for length in 3..whole.records.len() {
        let cut = File { records: whole.records[..length].to_vec(), side: Side::Mover };
        // The head of a game without a move is none.
        let found = read_xg(&cut.bytes()).expect("a match that breaks off");
        assert!(
            found.games.iter().zip(&record.games).all(|(a, b)| b.actions.starts_with(&a.actions))
        );
        assert!(!found.games.is_empty());
    }
}

#[test]
fn an_old_file_has_names_of_a_byte_a_letter() {
    let mut file = File::of(&read(MATCH).expect("a match"), Side::Mover);
    put(&mut file.records[0], 552, 23);
    let record = read_xg(&file.bytes()).expect("a match");
    assert_eq!(record.names, ["ANSI one", "ANSI two"]);
}

#[test]
fn faults_are_named_with_their_record() {
    let record = read(MATCH).expect("a match");
    let file = |change: &dyn Fn(&mut Vec<Vec<u8>>)| {
        let mut file = File::of(&record, Side::First);
        change(&mut file.records);
        file
    };
    let at = |record: usize, at: usize, number: i32| {
        file(&move |records| put(&mut records[record], at, number))
    };
    at(0, 552, 41).fails("record 1, the head of the match: version 41 of the layout is not known");
    at(0, 556, 1).fails("record 1, the head of the match: expected the number 0x494c4d44");
    at(0, 96, 1).fails("nackgammon");
    at(0, 92, 0).fails("a match to 0 points cannot be");
    at(1, 12, -1).fails("record 2, the head of a game: expected a score, found -1");
    at(2, 100, 7).fails("record 3, a move: expected dice from 1 to 6, found 7 and 1");
    at(2, 64, 5).fails("record 3, a move: expected 1 or -1 for a player, found 5");
    at(3, 100, 2).fails("record 4, a move: no legal way to play 52 leads to the position after");
    at(3, 64, 1).fails("record 4, a move: it is not player 1's turn");
    file(&|records| drop(records.remove(3))).fails("it is not player 1's turn");
    file(&|records| drop(records.drain(3..5))).fails("the game has come to another position");
    file(&|records| drop(records.remove(0))).fails("expected the head of a match first");
    file(&|records| drop(records.remove(1))).fails("expected the head of a game first");
    file(&|records| records.push(records[0].clone())).fails("another match begins here");
    file(&|records| records.truncate(1)).fails("there is no game in this file");
    let end = file(&|_| ()).records.iter().position(|record| record[8] == 4).expect("an end");
    at(end, 28, 2).fails("by the moves player 2 wins 1, not player 2 2");
    at(end, 32, 1001).fails("settled");
    at(end, 32, 7).fails("7 is no way for a game to end");
    file(&move |records| drop(records.drain(end - 1..end)))
        .fails("the game ends before it is over");
    let whole = file(&|_| ()).bytes();
    for (bytes, expected) in [
        (&b"RGMH"[..], "the file breaks off after 4 bytes"),
        (&whole[..HEAD + 30], "the games cannot be unpacked"),
        (b"; match", "begins with RGMH"),
    ] {
        let error = read_xg(bytes).expect_err("a fault").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(record in 0_usize..80, at in 0_usize..2000, byte: u8, cut in 0_usize..9000) {
        let matched = read_unfinished(MATCH).expect("a match");
        let mut file = File::of(&matched, Side::Mover);
        let record = record % file.records.len();
        file.records[record][at] = byte;
        let bytes = file.bytes();
        let _ = read_xg(&bytes);
        let _ = read_xg(&bytes[..bytes.len() - cut.min(bytes.len())]);
    }
}
