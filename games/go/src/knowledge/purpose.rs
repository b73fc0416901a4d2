//! What a move is for, in the words of Go books, by what it does to the stones around it.
//!
//! [`Purpose::of`] looks at a move alone; [`Purpose::of_sequence`] at a few moves in a row,
//! where the purpose of the first may show only in what follows. Both read no more than ladders
//! and single strings: they name moves and do not judge them.

mod corners;
mod diagrams;
mod names;
mod sequences;

use self::diagrams::View;
pub use self::names::Purpose;
pub(crate) use self::sequences::Step;
use crate::{Board, Color, Ko, Point, Reader, patterns::is_caught, reading::reader::is_snapback};

/// The budget for reading a net, in positions with a choice.
const NET_NODES: u32 = 30;
/// A region of at most this many free points may be an eye space.
const EYE_SPACE: usize = 7;

/// The strings of a colour next to a point, by their heads.
fn strings(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let mut heads: Vec<Point> = Vec::with_capacity(4);
    for q in board.neighbors(point).filter(|&q| board.at(q) == Some(color)) {
        let head = board.head(q);
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    heads
}

impl Purpose {
    /// What a legal move of `mover` is for; `last` is where the opponent played before.
    /// The board is left as it was.
    ///
    /// ```
    /// use starboard_core::Game;
    /// use starboard_go::{Go, Point, Purpose};
    ///
    /// let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").unwrap();
    /// let point = Point::read(game.size(), "E3").unwrap();
    /// let purpose = Purpose::of(&mut game.board().clone(), game.color(), point, None);
    /// assert_eq!(purpose.name(), "makes a ponnuki");
    /// ```
    pub fn of(board: &mut Board, mover: Color, point: Point, last: Option<Point>) -> Self {
        // Suicide, where the rules allow it, has no purpose with a name.
        if board.is_suicide(point, mover) {
            return Self::Elsewhere;
        }
        let last = last.filter(|&last| board.at(last) == Some(mover.other()));
        let own = strings(board, point, mover);
        let other = strings(board, point, mover.other());
        capture(board, mover, point, &own, &other)
            .or_else(|| escape(board, mover, point, &own, &other))
            .or_else(|| atari(board, mover, point, &own, &other))
            .or_else(|| thrown(board, mover, point, &other))
            .or_else(|| contact(board, mover, point, last, &own, &other))
            .or_else(|| net(board, mover, point))
            .or_else(|| corners::of(board, mover, point))
            .or_else(|| View { board, mover, point }.loose())
            .or_else(|| corners::along_the_side(board, mover, point))
            .unwrap_or(Self::Elsewhere)
    }
}

/// Captures.
fn capture(
    board: &Board,
    mover: Color,
    point: Point,
    own: &[Point],
    other: &[Point],
) -> Option<Purpose> {
    if board.is_ko_capture(point, mover) {
        return Some(Purpose::TakesKo);
    }
    let taken = || other.iter().filter(|&&q| board.liberty_count(q) == 1);
    let stones: usize = taken().map(|&q| board.stone_count(q)).sum();
    if stones == 0 {
        return None;
    }
    // Strings of one's own next to what is taken.
    let mut saved: Vec<Point> = Vec::new();
    for &target in taken() {
        for stone in board.string(target) {
            for head in strings(board, stone, mover) {
                if !saved.contains(&head) {
                    saved.push(head);
                }
            }
        }
    }
    let is_flower = stones == 1
        && own.is_empty()
        && taken()
            .all(|&q| board.neighbors(q).filter(|&p| board.at(p) == Some(mover)).count() == 3);
    Some(if saved.iter().any(|&head| board.liberty_count(head) == 1) {
        Purpose::SavesByCapture
    } else if is_flower {
        Purpose::Ponnuki
    } else if saved.iter().filter(|&&head| !own.contains(&head)).count() > 1 {
        Purpose::CapturesCutters
    } else if stones == 1 {
        Purpose::CapturesStone
    } else {
        Purpose::CapturesStones
    })
}

/// Moves with stones in atari.
fn escape(
    board: &Board,
    mover: Color,
    point: Point,
    own: &[Point],
    other: &[Point],
) -> Option<Purpose> {
    if own.iter().any(|&head| board.liberty_count(head) == 1) {
        let retakes = board.is_ko_capture(point, mover.other());
        let after = board.liberties_after(point, mover, 2);
        return Some(match () {
            () if retakes => Purpose::ConnectsKo,
            () if after < 2 => return None,
            () if own.len() > 1 => Purpose::ConnectsFromAtari,
            () => Purpose::ExtendsFromAtari,
        });
    }
    let gives = other.iter().any(|&head| board.liberty_count(head) == 2);
    let in_atari = other.iter().any(|&head| {
        board.string(head).any(|stone| {
            board
                .neighbors(stone)
                .any(|q| board.at(q) == Some(mover) && board.liberty_count(q) == 1)
        })
    });
    (gives && in_atari).then_some(Purpose::CounterAtari)
}

/// Ataris.
fn atari(
    board: &mut Board,
    mover: Color,
    point: Point,
    own: &[Point],
    other: &[Point],
) -> Option<Purpose> {
    let put: Vec<Point> =
        other.iter().copied().filter(|&head| board.liberty_count(head) == 2).collect();
    let &first = put.first()?;
    if board.liberties_after(point, mover, 2) < 2 && !own.is_empty() {
        return None;
    }
    if put.len() > 1 {
        return Some(Purpose::DoubleAtari);
    }
    let stones = board.stone_count(first);
    board.play(point, mover);
    let weak = board.liberty_count(point) == 1;
    let caught = !weak && is_caught(board, first);
    // Taken at once, or only to be retaken.
    let thrown =
        weak && board.liberties(point).first().is_some_and(|q| is_snapback(board, point, q));
    let breath = board.liberties(first).first();
    let room = breath.map_or(0, |q| board.liberties_after(q, mover.other(), 3));
    board.undo();
    Some(match () {
        () if thrown => Purpose::Snapback,
        () if weak => Purpose::ThrowsIn,
        () if caught && room == 2 => Purpose::Ladder,
        () if stones == 1 => Purpose::AtariStone,
        () => Purpose::AtariString,
    })
}

/// Stones that can be taken at once.
fn thrown(board: &mut Board, mover: Color, point: Point, other: &[Point]) -> Option<Purpose> {
    if board.liberties_after(point, mover, 2) > 1 || other.is_empty() {
        return None;
    }
    board.play(point, mover);
    let liberty = board.liberties(point).first();
    let is_ko = liberty.is_some_and(|q| board.is_ko_capture(q, mover.other()));
    let stones = board.stone_count(point);
    let thrown = stones == 1 && liberty.is_some_and(|q| is_snapback(board, point, q));
    board.undo();
    match () {
        () if is_ko => Some(Purpose::MakesKo),
        () if thrown => Some(Purpose::Snapback),
        () if stones <= 2 => Some(Purpose::ThrowsIn),
        () => None,
    }
}

/// Moves that touch stones, but neither take nor threaten to take.
fn contact(
    board: &mut Board,
    mover: Color,
    point: Point,
    last: Option<Point>,
    own: &[Point],
    other: &[Point],
) -> Option<Purpose> {
    if let Some(purpose) = eyes(board, mover, point, own, other) {
        return Some(purpose);
    }
    let view = View { board, mover, point };
    if own.is_empty() && other.is_empty() {
        return peep(board, mover, point);
    }
    let line = point.edge(board.size()) + 1;
    let touched = last.is_some_and(|last| board.neighbors(point).any(|q| q == last));
    let drawn = view.in_contact();
    if matches!(drawn, Some(Purpose::CrossCuts | Purpose::Wedges | Purpose::PushesThrough)) {
        return drawn;
    }
    if own.len() > 1 {
        return Some(match () {
            () if last.is_some_and(|last| peeped(board, mover, point, last)) => {
                Purpose::AnswersPeep
            }
            () if line == 1 => Purpose::ConnectsFirst,
            () if drawn == Some(Purpose::ConnectsUnder) => Purpose::ConnectsUnder,
            () => Purpose::ConnectsSolidly,
        });
    }
    if other.len() > 1 {
        return Some(Purpose::Cuts);
    }
    if let Some(purpose) = peep(board, mover, point).or_else(|| mouth(board, mover, point)) {
        return Some(purpose);
    }
    if touched && !own.is_empty() {
        return Some(match line {
            1 => Purpose::BlocksFirst,
            2 => Purpose::BlocksSecond,
            _ if matches!(drawn, Some(Purpose::PushesFromBehind | Purpose::Turns)) => {
                drawn.unwrap_or(Purpose::Blocks)
            }
            _ => Purpose::Blocks,
        });
    }
    if let Some(purpose) = liberties(board, mover, point, own, other) {
        return Some(purpose);
    }
    if matches!(drawn, Some(p) if p as u8 >= Purpose::AttachesUnder as u8 && p as u8 <= Purpose::AttachesBeside as u8)
        && corners::is_theirs(board, mover, point)
    {
        return Some(Purpose::Probes);
    }
    drawn
}

/// Strings of three stones and more with few liberties.
fn liberties(
    board: &Board,
    mover: Color,
    point: Point,
    own: &[Point],
    other: &[Point],
) -> Option<Purpose> {
    let short = |&&head: &&Point| board.stone_count(head) > 2 && board.liberty_count(head) == 3;
    if other.iter().any(|head| short(&head)) {
        return Some(Purpose::TakesLiberty);
    }
    let gains = own.iter().any(|&head| {
        let now = board.liberty_count(head);
        now <= 3
            && board.stone_count(head) > 2
            && board.liberties_after(point, mover, now + 1) > now
    });
    gains.then_some(Purpose::GainsLiberties)
}

/// Moves in eye spaces, and neutral points.
fn eyes(
    board: &mut Board,
    mover: Color,
    point: Point,
    own: &[Point],
    other: &[Point],
) -> Option<Purpose> {
    let walls = |board: &Board, q: Point, color: Color| {
        board.neighbors(q).all(|r| board.at(r) == Some(color) || r == point)
    };
    let around = board.neighbors(point).count();
    let theirs = board.neighbors(point).filter(|&q| board.at(q) == Some(mover.other())).count();
    if own.is_empty() && theirs + 1 >= around && theirs > 1 {
        return Some(Purpose::TakesEye);
    }
    let makes = board.neighbors(point).any(|q| {
        board.is_empty(q) && walls(board, q, mover) && {
            let diagonals: Vec<Point> = board.diagonals(q).collect();
            let bad = diagonals.iter().filter(|&&d| board.at(d) == Some(mover.other())).count();
            bad <= usize::from(diagonals.len() == 4)
        }
    });
    if makes && !own.is_empty() {
        return Some(Purpose::MakesEye);
    }
    let size = board.size();
    let line = point.edge(size) + 1;
    let (region, colors) = region(board, point);
    if region <= EYE_SPACE && colors == [false, true] && own.is_empty() {
        return Some(Purpose::Places).filter(|_| region > 1);
    }
    if region <= 2 && colors == [true, true] && !own.is_empty() && !other.is_empty() {
        return Some(Purpose::FillsNeutral);
    }
    let (column, row) = (point.column(size), point.row(size));
    let across = column.min(size.side() - 1 - column);
    let along = row.min(size.side() - 1 - row);
    let near = region <= 3 * EYE_SPACE;
    match (line, across.max(along)) {
        (1, 1) => Some(Purpose::TwoOne),
        (2, 1) if near => Some(Purpose::TwoTwo),
        _ => None,
    }
    .filter(|_| theirs < 2)

    // The colours are the mover's and the opponent's.
}

/// How many free points are connected with one, as far as that matters, and whether stones of
/// the mover and of the opponent surround these.
fn region(board: &Board, point: Point) -> (usize, [bool; 2]) {
    const MOST: usize = 3 * EYE_SPACE + 1;
    let mut seen = vec![point];
    let mut colors = [false; 2];
    let mut at = 0;
    while at < seen.len() && seen.len() < MOST {
        for q in board.neighbors(seen[at]) {
            match board.at(q) {
                Some(color) => colors[color.index()] = true,
                None if !seen.contains(&q) => seen.push(q),
                None => {}
            }
        }
        at += 1;
    }
    (seen.len(), colors)
}

/// Whether a move threatens to cut: next to it is a free point where strings of the opponent's meet.
fn peep(board: &Board, mover: Color, point: Point) -> Option<Purpose> {
    let is_cut = |q: Point| {
        let there = strings(board, q, mover.other());
        let own = board.neighbors(q).filter(|&r| board.at(r) == Some(mover)).count();
        let near = strings(board, point, mover.other());
        there.len() > 1 && own == 0 && near.len() < 2
    };
    let cuts = board.neighbors(point).any(|q| board.is_empty(q) && is_cut(q));
    (cuts && board.liberties_after(point, mover, 2) > 1).then_some(Purpose::Peeps)
}

/// Whether the opponent's last move threatened to cut here.
fn peeped(board: &Board, mover: Color, point: Point, last: Point) -> bool {
    board.neighbors(last).any(|q| q == point)
        && board.neighbors(point).filter(|&q| board.at(q) == Some(mover.other())).count() == 1
}

/// Whether a move makes a tiger's mouth over a point where strings of one's own meet.
fn mouth(board: &Board, mover: Color, point: Point) -> Option<Purpose> {
    let is_mouth = |q: Point| {
        board.is_empty(q)
            && board.neighbors(q).filter(|&r| board.at(r) == Some(mover)).count() == 2
            && strings(board, q, mover).len() == 2
            && board
                .diagonals(q)
                .chain(board.neighbors(q))
                .any(|r| board.at(r) == Some(mover.other()))
    };
    board.neighbors(point).any(is_mouth).then_some(Purpose::TigersMouth)
}

/// Whether a move without contact to it catches a string of one or two stones.
fn net(board: &mut Board, mover: Color, point: Point) -> Option<Purpose> {
    let near: Vec<Point> = board
        .diagonals(point)
        .filter(|&q| {
            board.at(q) == Some(mover.other())
                && board.liberty_count(q) == 2
                && board.stone_count(q) < 3
                && !board.liberties(q).contains(point)
        })
        .collect();
    let &target = near.first()?;
    let mut reader = Reader::with_budget(NET_NODES);
    if reader.defend(board, target, Ko::NoThreats).captured == Some(true) {
        return None;
    }
    board.play(point, mover);
    let caught = reader.defend(board, target, Ko::NoThreats).captured == Some(true);
    board.undo();
    caught.then_some(Purpose::Net)
}
