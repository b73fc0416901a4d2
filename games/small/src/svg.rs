//! Boards of squares as SVG pictures.

use std::fmt::Write;

use starboard_core::{Player, svg::place};

/// The side of a square, in pixels.
const SIDE: usize = 40;

/// The height of the column numbers below the board, in pixels.
const FOOT: usize = 24;

/// What is drawn on a square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Square {
    /// Whose stone stands here.
    pub(crate) stone: Option<Player>,
    /// The text on it, without markup.
    pub(crate) label: String,
    /// Whether the square is highlighted, such as a goal or a line that was rolled.
    pub(crate) marked: bool,
    /// Whether the board has no square here.
    pub(crate) absent: bool,
    /// The square's name in moves, for a player who points at it.
    pub(crate) place: Option<String>,
}

impl From<Option<Player>> for Square {
    fn from(stone: Option<Player>) -> Self {
        Self { stone, ..Self::default() }
    }
}

/// A stone, if there is one, on a square whose name in moves is its number.
impl From<(Option<Player>, usize)> for Square {
    fn from((stone, number): (Option<Player>, usize)) -> Self {
        Self { stone, place: Some(number.to_string()), ..Self::default() }
    }
}

/// The name of a square: the letter of its column and the number of its row. Both arguments
/// are counted from 0.
pub(crate) fn named(row: usize, column: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The picture of a board of `rows` by `columns` squares; `square` is called with row
/// and column, both counted from the top left.
pub(crate) fn grid<S: Into<Square>>(
    rows: usize,
    columns: usize,
    square: impl Fn(usize, usize) -> S,
) -> String {
    framed(rows, columns, 0, square)
}

/// The same for a board whose moves are its columns: their numbers, from 1, stand below it.
pub(crate) fn numbered<S: Into<Square>>(
    rows: usize,
    columns: usize,
    square: impl Fn(usize, usize) -> S,
) -> String {
    framed(rows, columns, FOOT, square)
}

fn framed<S: Into<Square>>(
    rows: usize,
    columns: usize,
    foot: usize,
    square: impl Fn(usize, usize) -> S,
) -> String {
    let (width, height) = (columns * SIDE, rows * SIDE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {} {}\" role=\"img\">\n",
        width + 2,
        height + foot + 2
    );
    for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        draw(&mut out, column * SIDE, row * SIDE, &square(row, column).into())
            .expect("a string takes all that is written");
    }
    if foot > 0 {
        (0..columns).for_each(|column| number(&mut out, column, height));
    }
    out + "</svg>\n"
}

/// Draws the number of a column, below a board of this height.
fn number(out: &mut String, column: usize, height: usize) {
    let (x, y) = (column * SIDE + SIDE / 2, height + FOOT / 2);
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" dy=\".36em\" text-anchor=\"middle\" \
         font-family=\"sans-serif\" font-size=\"16\" fill=\"#777\">{}</text>",
        column + 1
    )
    .expect("a string takes all that is written");
}

fn draw(out: &mut String, x: usize, y: usize, square: &Square) -> std::fmt::Result {
    if square.absent {
        return Ok(());
    }
    let ground = if square.marked { "#f4e3b2" } else { "#f7f7f4" };
    write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" ")?;
    writeln!(out, "fill=\"{ground}\" stroke=\"#777\"/>")?;
    let corner = [x as i32, y as i32, SIDE as i32, SIDE as i32];
    let (x, y) = (x + SIDE / 2, y + SIDE / 2);
    let (fill, ink) = match square.stone {
        Some(Player::First) => ("#1f3a5f", "#fff"),
        Some(Player::Second) => ("#e09f3e", "#000"),
        None => ("none", "#777"),
    };
    if square.stone.is_some() {
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"#333\"/>")?;
    }
    if !square.label.is_empty() {
        write!(out, "<text x=\"{x}\" y=\"{y}\" dy=\".36em\" text-anchor=\"middle\" ")?;
        write!(out, "font-family=\"sans-serif\" font-size=\"16\" fill=\"{ink}\">")?;
        writeln!(out, "{}</text>", square.label)?;
    }
    if let Some(name) = &square.place {
        out.push_str(&place(name, corner));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_every_square_and_stone() {
        let picture = grid(2, 3, |row, column| Square {
            stone: (row == column).then_some(Player::Second),
            label: if row == 1 { "7".to_owned() } else { String::new() },
            marked: column == 2,
            absent: (row, column) == (0, 1),
            place: (row == 0).then(|| format!("c{column}")),
        });
        for (part, times) in
            [("<rect", 7), ("data-place=\"c2\"", 1), ("<circle", 2), ("<text", 3), ("#f4e3b2", 2)]
        {
            assert_eq!(picture.matches(part).count(), times, "{part}");
        }
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn columns_have_their_numbers_below_them() {
        let picture = numbered(2, 3, |_, _| None);
        assert!(picture.contains("viewBox=\"-1 -1 122 106\""), "{picture}");
        for (x, number) in [(20, 1), (60, 2), (100, 3)] {
            let part = format!("<text x=\"{x}\" y=\"92\"");
            assert!(picture.contains(&part) && picture.contains(&format!(">{number}</text>")));
        }
    }
}
