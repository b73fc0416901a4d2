//! Positions as a line of text, and boards for a terminal.
//!
//! `ROWS MOVER KOMI`, then whatever differs from the default, then `moves` and what was
//! played since:
//!
//! ```text
//! 9/9/9/9/3X1O3/9/4X4/9/9 w 7.5
//! 9x9 b 5.5 territory simple-ko suicide prisoners 2 0 ko D4 passed 1 moves E5 pass
//! ```
//!
//! Rows run from the top; `X` is Black, `O` is White, a number stands for that many empty points.

use std::fmt::Write;

use starboard_core::{Game, NotationError};

use crate::{Color, Go, KoRule, Komi, Move, Point, Points, Rules, Scoring, Size};

/// Writes a position.
pub(crate) fn write(game: &Go) -> String {
    let Rules { komi, scoring, ko, suicide } = game.rules();
    let mut text = format!("{} {} {komi}", game.board().rows(), game.color().letter());
    if scoring == Scoring::Territory {
        text += " territory";
    }
    text += match ko {
        KoRule::Simple => " simple-ko",
        KoRule::Positional => "",
        KoRule::Situational => " situational-superko",
    };
    if suicide {
        text += " suicide";
    }
    let [black, white] = game.prisoners();
    if black + white > 0 {
        let _ = write!(text, " prisoners {black} {white}");
    }
    if let Some(ko) = game.board().ko() {
        let _ = write!(text, " ko {}", ko.name(game.size()));
    }
    if game.passes() > 0 {
        let _ = write!(text, " passed {}", game.passes());
    }
    text
}

/// Reads a position.
///
/// # Errors
///
/// What was expected and what was found; why a position is impossible; which
/// move is not legal.
pub(crate) fn read(text: &str) -> Result<Go, NotationError> {
    let mut words = text.split_whitespace().peekable();
    let board = words.next().ok_or_else(|| {
        NotationError::truncated("a size such as 9x9, or rows of X, O and numbers parted by /")
    })?;
    let (size, [black, white]) = read_rows(board)?;
    let mover = words.next_if(|word| Color::read(word).is_some()).and_then(Color::read);
    let mut rules = Rules::default();
    if let Some(word) = words.next_if(|word| Komi::number(word).is_some()) {
        let expected = || NotationError::unexpected(format!("a komi {}", Komi::RANGE), word);
        rules.komi = Komi::read(word).ok_or_else(expected)?;
    }
    let (mut prisoners, mut ko, mut passes) = ([0; 2], None, 0);
    let mut moves = false;
    while let Some(word) = words.next() {
        match word {
            "area" => rules.scoring = Scoring::Area,
            "territory" => rules.scoring = Scoring::Territory,
            "simple-ko" => rules.ko = KoRule::Simple,
            "situational-superko" => rules.ko = KoRule::Situational,
            "suicide" => rules.suicide = true,
            "prisoners" => prisoners = [count(words.next())?, count(words.next())?],
            "ko" => ko = Some(read_point(size, words.next())?),
            "passed" => {
                passes = match words.next() {
                    Some("1") => 1,
                    Some("2") => 2,
                    other => return Err(expected("1 or 2 passes", other)),
                };
            }
            "moves" => {
                moves = true;
                break;
            }
            other => {
                let known = "b or w, a komi, area, territory, simple-ko, situational-superko, \
                             suicide, prisoners, ko, passed or moves, in this order";
                return Err(NotationError::unexpected(known, other));
            }
        }
    }
    let mover = mover.unwrap_or(Color::Black);
    let mut game = Go::from_stones(size, &black, &white, mover, rules)?;
    for (color, count) in Color::BOTH.into_iter().zip(prisoners) {
        game.board_mut().set_captured(color, count);
    }
    if let Some(ko) = ko {
        let enemy = |q| game.board().at(q) == Some(mover.other());
        if !game.board().is_empty(ko) || !game.board().neighbors(ko).all(enemy) {
            let name = ko.name(size);
            return Err(NotationError::impossible(format!(
                "{name} cannot be a ko: it is not surrounded by the other player's stones"
            )));
        }
        game.board_mut().set_ko(Some(ko));
    }
    game.set_passes(passes);
    if moves {
        for (i, word) in words.enumerate() {
            let m = game.parse_move(word).map_err(|error| {
                NotationError::impossible(format!("move {} of those given: {error}", i + 1))
            })?;
            game.make(m);
        }
    }
    Ok(game)
}

fn expected(what: &str, found: Option<&str>) -> NotationError {
    match found {
        None => NotationError::truncated(what),
        Some(found) => NotationError::unexpected(what, found),
    }
}

fn count(word: Option<&str>) -> Result<u32, NotationError> {
    const MOST: u32 = 100_000;
    let digits = word.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let count = digits.and_then(|word| word.parse().ok()).filter(|&count| count <= MOST);
    count.ok_or_else(|| expected("a number of captured stones", word))
}

fn read_point(size: Size, word: Option<&str>) -> Result<Point, NotationError> {
    word.and_then(|word| Point::read(size, word))
        .ok_or_else(|| expected("a point such as D4", word))
}

/// Reads `9x9`, or the rows of a board.
fn read_rows(text: &str) -> Result<(Size, [Points; 2]), NotationError> {
    let sizes = || {
        let (least, most) = (Size::MIN, Size::MAX);
        format!("a board of {least} to {most} lines each way, as 9x9 or as rows parted by /")
    };
    if !text.contains('/') {
        let side = match text.split_once('x') {
            Some((a, b)) if a == b && !a.starts_with(['+', '0']) => a.parse().ok(),
            _ => None,
        };
        let size = side.and_then(Size::new);
        let size = size.ok_or_else(|| NotationError::unexpected(sizes(), text))?;
        return Ok((size, [Points::EMPTY; 2]));
    }
    let count = text.split('/').count();
    let size = Size::new(count)
        .ok_or_else(|| NotationError::unexpected(sizes(), format!("{count} rows")))?;
    let mut stones = [Points::EMPTY; 2];
    for (i, row) in text.split('/').enumerate() {
        let mut column = 0_usize;
        let mut free = 0_usize;
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                free = (free * 10 + digit as usize).min(Point::COUNT);
                continue;
            }
            column += std::mem::take(&mut free);
            let color = match c {
                'X' | 'x' => Some(Color::Black),
                'O' | 'o' => Some(Color::White),
                '.' => None,
                _ => {
                    let what = format!("X, O or a number in row {}", i + 1);
                    return Err(NotationError::unexpected(what, c));
                }
            };
            if let (Some(color), Some(point)) = (color, Point::at(size, column, i)) {
                stones[color.index()].insert(point);
            }
            column += 1;
        }
        column += free;
        if column != count {
            let what = format!("{count} points in row {}", i + 1);
            return Err(NotationError::unexpected(what, format!("{column} in {row}")));
        }
    }
    Ok((size, stones))
}

/// Reads a legal move.
///
/// # Errors
///
/// That it is not legal, and why.
pub(crate) fn read_move(game: &Go, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    let illegal = || {
        let mut moves = Vec::new();
        game.options(&mut moves);
        NotationError::illegal(text, moves.iter().map(|m| m.name(game.size())))
    };
    let m = Move::read(game.size(), text).ok_or_else(illegal)?;
    let over = game.passes() >= 2;
    match m.point() {
        None if !over => Ok(m),
        Some(point) if !over && game.is_legal(point) => Ok(m),
        _ => Err(illegal()),
    }
}

/// Draws the board for a terminal, with coordinates, and the last move in
/// brackets.
pub(crate) fn draw(game: &Go) -> String {
    let (board, size) = (game.board(), game.size());
    let last = game.moves_played().next_back().and_then(|(_, m)| m.point());
    let dots: Points = size.dots().into_iter().collect();
    let letters: String = (0..size.side())
        .filter_map(|column| Point::at(size, column, 0))
        .map(|point| format!(" {}", &point.name(size)[..1]))
        .collect();
    let mut text = format!("  {letters}\n");
    for row in 0..size.side() {
        let number = size.side() - row;
        let _ = write!(text, "{number:>2}");
        for column in 0..size.side() {
            let Some(point) = Point::at(size, column, row) else { continue };
            let before = match last {
                Some(last) if last == point => '(',
                Some(last) if last.index() + 1 == point.index() && column > 0 => ')',
                _ => ' ',
            };
            let shown = match board.at(point) {
                Some(color) => color.mark(),
                None if dots.contains(point) => '+',
                None => '.',
            };
            text.push(before);
            text.push(shown);
        }
        let at_edge = last.is_some_and(|p| p.row(size) == row && p.column(size) + 1 == size.side());
        let _ = writeln!(text, "{}{number}", if at_edge { ')' } else { ' ' });
    }
    let _ = writeln!(text, "  {letters}");
    let [black, white] = Color::BOTH.map(|color| board.captured(color));
    let _ = writeln!(text, "captured: {black} black (X), {white} white (O)");
    let passes = match game.passes() {
        0 => "",
        1 => ", after a pass",
        _ => ", after two passes: the game is over",
    };
    let _ = write!(text, "to move: {}{passes}; komi {}", game.color().name(), game.rules().komi);
    text
}
