//! Boards of squares as SVG pictures.

use std::fmt::Write;

use starboard_core::Player;

/// The side of a square, in pixels.
const SIDE: usize = 40;

/// What is drawn on a square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Square {
    /// Whose stone stands here.
    pub(crate) stone: Option<Player>,
    /// What is written on it; plain text without markup.
    pub(crate) label: String,
    /// Whether the square stands out: a goal, a line that was rolled.
    pub(crate) marked: bool,
    /// Whether the board has no square here.
    pub(crate) absent: bool,
}

impl From<Option<Player>> for Square {
    fn from(stone: Option<Player>) -> Self {
        Self { stone, ..Self::default() }
    }
}

/// The picture of `rows` times `columns` squares; `square` is called with row
/// and column, both from the top left.
pub(crate) fn grid<S: Into<Square>>(
    rows: usize,
    columns: usize,
    square: impl Fn(usize, usize) -> S,
) -> String {
    let (width, height) = (columns * SIDE, rows * SIDE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {} {}\" role=\"img\">\n",
        width + 2,
        height + 2
    );
    for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        draw(&mut out, column * SIDE, row * SIDE, &square(row, column).into())
            .expect("a string takes all that is written");
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, x: usize, y: usize, square: &Square) -> std::fmt::Result {
    if square.absent {
        return Ok(());
    }
    let ground = if square.marked { "#f4e3b2" } else { "#f7f7f4" };
    write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" ")?;
    writeln!(out, "fill=\"{ground}\" stroke=\"#777\"/>")?;
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
        });
        for (part, times) in [("<rect", 5), ("<circle", 2), ("<text", 3), ("#f4e3b2", 2)] {
            assert_eq!(picture.matches(part).count(), times, "{part}");
        }
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    }
}
