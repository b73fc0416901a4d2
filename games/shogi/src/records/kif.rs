//! KIF, the format of Kakinoki's program, in which most games are kept.
//!
//! Reading covers the players, headers, handicaps or a diagram, the moves with their times and
//! the end. Comments and the summary are skipped; of variations, the game that was played is
//! read. The files come in Shift-JIS (`.kif`) or UTF-8 (`.kifu`); the caller decodes them.

mod read;

use std::fmt::Write;

use starboard_core::Player;

pub(super) use self::read::destination;
pub use self::read::read;
use super::{
    End, Header, Outcome, Record, Timed, handicap,
    kif_board::{self, name, write_square},
    text::line,
};
use crate::Square;

const fn keyword(header: Header) -> &'static str {
    match header {
        Header::Event => "棋戦",
        Header::Site => "場所",
        Header::Started => "開始日時",
        Header::Ended => "終了日時",
        Header::TimeLimit => "持ち時間",
        Header::Opening => "戦型",
    }
}

/// What ends a game, as far as it does not depend on who is to move.
const ENDS: [(&str, End); 9] = [
    ("投了", End::Resignation),
    ("詰み", End::Mate),
    ("入玉勝ち", End::Declaration),
    ("切れ負け", End::TimeUp),
    ("千日手", End::Repetition),
    ("持将棋", End::Impasse),
    ("最大手数", End::MaxMoves),
    ("不詰", End::NoMate),
    ("中断", End::Interrupted),
];

/// Writes a record.
pub fn write(record: &Record) -> String {
    let mut text = String::from("#KIF version=2.0 encoding=UTF-8\n");
    for (header, value) in &record.headers {
        let value = line(value);
        if !value.is_empty() {
            let _ = writeln!(text, "{}：{value}", keyword(*header));
        }
    }
    let setup = record.start().board.setup();
    let known = handicap::name(&setup);
    // The giver of a handicap is called 上手 (upper), the taker 下手 (lower).
    let even = known.is_none_or(|name| name == "平手");
    let sides = if even { ["先手", "後手"] } else { ["下手", "上手"] };
    match known {
        Some(name) => {
            let _ = writeln!(text, "手合割：{name}");
        }
        None => text += &kif_board::write(&setup),
    }
    for (side, name) in sides.into_iter().zip(&record.players) {
        if let Some(name) = name.as_deref().map(line).filter(|name| !name.is_empty()) {
            let _ = writeln!(text, "{side}：{name}");
        }
    }
    text += "手数----指手---------消費時間--\n";
    let (mut before, mut used) = (None, [0_u64; 2]);
    let mut mover = setup.mover;
    for (number, timed) in (1..).zip(record.moves()) {
        let _ = write!(text, "{number:>4} {}", move_text(timed, before));
        if let Some(seconds) = timed.seconds {
            let all = &mut used[mover.index()];
            *all += u64::from(seconds);
            write_time(&mut text, seconds, *all);
        }
        text.push('\n');
        before = timed.m.to();
        mover = mover.other();
    }
    if let Some(end) = record.named_end() {
        let number = record.moves().len() + 1;
        let mover = record.last().player();
        let _ = writeln!(text, "{number:>4} {}", end_text(end, mover));
        let count = record.moves().len();
        let _ = match record.outcome() {
            Outcome::Win(player) => {
                writeln!(text, "まで{count}手で{}の勝ち", sides[player.index()])
            }
            Outcome::Draw | Outcome::Unknown => {
                writeln!(text, "まで{count}手で{}", end_text(end, mover))
            }
        };
    }
    text
}

/// A move: `７六歩(77)`, `同　角成(88)`, `５五桂打`.
fn move_text(timed: &Timed, before: Option<Square>) -> String {
    let m = timed.m;
    let (Some(to), Some(kind)) = (m.to(), m.kind_before()) else { return String::new() };
    let to = if before == Some(to) { "同　".to_owned() } else { write_square(to) };
    match m.from() {
        None => format!("{to}{}打", name(kind)),
        Some(from) => {
            let promotes = if m.promotes() { "成" } else { "" };
            format!("{to}{}{promotes}({}{})", name(kind), from.file(), from.rank())
        }
    }
}

/// The time of a move and that of all moves of its player.
fn write_time(text: &mut String, seconds: u32, all: u64) {
    let (hours, minutes) = (all / 3600, all / 60 % 60);
    let [own, rest] = [seconds / 60, seconds % 60];
    let _ = write!(text, "   ({own:>2}:{rest:02}/{hours:02}:{minutes:02}:{:02})", all % 60);
}

fn end_text(end: End, mover: Player) -> &'static str {
    match end {
        End::Foul(player) if player == mover => "反則負け",
        End::Foul(_) => "反則勝ち",
        end => ENDS.iter().find(|(_, known)| *known == end).map_or("中断", |(word, _)| word),
    }
}
