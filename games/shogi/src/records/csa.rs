//! CSA, the format of the Computer Shogi Association, version 2.2.
//!
//! Reading covers the players, headers such as `$EVENT:`, all three ways to set up the board,
//! the moves, the times and the end. Comments are skipped; of several games in a file, the
//! first is read.

mod read;

use std::fmt::Write;

use starboard_core::Player;

pub use self::read::read;
use super::{End, Header, Record, text::line};
use crate::{
    Kind, Move, Square,
    setup::{PLAYERS, Setup},
};

const fn sign(player: Player) -> char {
    match player {
        Player::First => '+',
        Player::Second => '-',
    }
}

const fn keyword(header: Header) -> &'static str {
    match header {
        Header::Event => "EVENT",
        Header::Site => "SITE",
        Header::Started => "START_TIME",
        Header::Ended => "END_TIME",
        Header::TimeLimit => "TIME_LIMIT",
        Header::Opening => "OPENING",
    }
}

/// What ends a game, as far as it does not depend on who is to move.
const ENDS: [(&str, End); 13] = [
    ("TORYO", End::Resignation),
    ("TSUMI", End::Mate),
    ("KACHI", End::Declaration),
    ("TIME_UP", End::TimeUp),
    ("SENNICHITE", End::Repetition),
    ("JISHOGI", End::Impasse),
    ("MAX_MOVES", End::MaxMoves),
    ("FUZUMI", End::NoMate),
    ("CHUDAN", End::Interrupted),
    ("+ILLEGAL_ACTION", End::Foul(Player::First)),
    ("-ILLEGAL_ACTION", End::Foul(Player::Second)),
    // Read, but not written: a draw declared in an impasse, and what breaks
    // a game off.
    ("HIKIWAKE", End::Impasse),
    ("ERROR", End::Interrupted),
];

/// Writes a record.
pub fn write(record: &Record) -> String {
    let mut text = String::from("V2.2\n");
    for (player, name) in PLAYERS.into_iter().zip(&record.players) {
        if let Some(name) = name.as_deref().map(line).filter(|name| !name.is_empty()) {
            let _ = writeln!(text, "N{}{name}", sign(player));
        }
    }
    for (header, value) in &record.headers {
        let value = line(value);
        if !value.is_empty() {
            let _ = writeln!(text, "${}:{value}", keyword(*header));
        }
    }
    let setup = record.start().board.setup();
    write_board(&mut text, &setup);
    let _ = writeln!(text, "{}", sign(setup.mover));
    for timed in record.moves() {
        write_move(&mut text, timed.m);
        if let Some(seconds) = timed.seconds {
            let _ = writeln!(text, "T{seconds}");
        }
    }
    match record.named_end() {
        None => {}
        Some(End::Foul(player)) if player == record.last().player() => text += "%ILLEGAL_MOVE\n",
        Some(end) => {
            let known = ENDS.iter().find(|(_, known)| *known == end);
            let _ = writeln!(text, "%{}", known.map_or("CHUDAN", |(word, _)| word));
        }
    }
    text
}

fn write_board(text: &mut String, setup: &Setup) {
    for square in Square::reading() {
        if square.file() == 9 {
            let _ = write!(text, "P{}", square.rank());
        }
        match setup.on(square) {
            None => *text += " * ",
            Some((player, kind)) => {
                let _ = write!(text, "{}{}", sign(player), kind.csa());
            }
        }
        if square.file() == 1 {
            text.push('\n');
        }
    }
    for player in PLAYERS {
        let held = Kind::IN_HAND.into_iter().zip(setup.hands[player.index()]);
        let held: String =
            held.map(|(kind, count)| format!("00{}", kind.csa()).repeat(count.into())).collect();
        if !held.is_empty() {
            let _ = writeln!(text, "P{}{held}", sign(player));
        }
    }
}

fn write_move(text: &mut String, m: Move) {
    let (Some(to), Some(kind)) = (m.to(), m.kind_after()) else { return };
    let place = |square: Square| format!("{}{}", square.file(), square.rank());
    let from = m.from().map_or_else(|| "00".to_owned(), place);
    let _ = writeln!(text, "{}{from}{}{}", sign(m.player()), place(to), kind.csa());
}
