//! The board as an SVG diagram.

use std::fmt::Write;

use starboard_core::{Player, svg};

use crate::{BAR, Backgammon, Dice};

/// The radius of a checker: half of a point's width, less some space.
const RADIUS: i32 = 18;
const POINT: i32 = 40;
const HEIGHT: i32 = 400;
/// The left edges of the board, of the bar, of the right half and of the tray.
const EDGE: i32 = 20;
const BAR_X: i32 = EDGE + 6 * POINT;
const RIGHT: i32 = BAR_X + POINT;
const TRAY: i32 = RIGHT + 6 * POINT;
const WIDTH: i32 = TRAY + POINT + EDGE;
const TOP: i32 = 30;

const FIRST: &str = "#f4efe4";
const SECOND: &str = "#3b2f2f";

impl Backgammon {
    /// Draws the board as the player to move sees it; the first player's
    /// checkers are light.
    pub(crate) fn picture(&self) -> String {
        let bottom = TOP + HEIGHT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" \
             font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n",
            bottom + 50
        );
        rect(&mut svg, [0, 0, WIDTH, bottom + 50], "#5d4037");
        for x in [EDGE, RIGHT] {
            rect(&mut svg, [x, TOP, 6 * POINT, HEIGHT], "#d7b98e");
        }
        rect(&mut svg, [TRAY, TOP, POINT, HEIGHT], "#4e342e");
        (1..=24).for_each(|point| triangle(&mut svg, point));
        let (mine, theirs) = match self.mover {
            Player::First => (FIRST, SECOND),
            Player::Second => (SECOND, FIRST),
        };
        for point in 1..=24 {
            stack(&mut svg, point, self.mine.at(point), mine);
            stack(&mut svg, point, self.theirs.at(25 - point), theirs);
        }
        for (side, color, up) in [(self.mine, mine, 1), (self.theirs, theirs, -1)] {
            let middle = TOP + HEIGHT / 2;
            pile(&mut svg, [BAR_X + POINT / 2, middle + up * 40], up, side.at(BAR), color);
            tray(&mut svg, up, side.off(), color);
        }
        if let Some(dice) = self.dice {
            draw_dice(&mut svg, dice, mine);
        }
        let line = format!(
            "{} pips against {}{}",
            self.mine.pips(),
            self.theirs.pips(),
            if self.mine.all_off() || self.theirs.all_off() { ", the game is over" } else { "" }
        );
        label(&mut svg, [WIDTH / 2, bottom + 38], &line);
        let half = HEIGHT / 2;
        for point in 1..=24 {
            let (x, up) = place(point);
            let top = if up { TOP } else { TOP + half };
            svg += &svg::place(&point.to_string(), [x - POINT / 2, top, POINT, half]);
        }
        svg += &svg::place("bar", [BAR_X, TOP, POINT, HEIGHT]);
        svg += &svg::place("off", [TRAY, TOP, POINT, HEIGHT]);
        svg + "</svg>\n"
    }
}

/// The middle of a point, and whether it is in the upper half.
fn place(point: u8) -> (i32, bool) {
    let column = i32::from(if point > 12 { point - 13 } else { 12 - point });
    let gap = if column >= 6 { POINT } else { 0 };
    (EDGE + column * POINT + gap + POINT / 2, point > 12)
}

fn triangle(svg: &mut String, point: u8) {
    let (x, up) = place(point);
    let (base, tip) = if up { (TOP, TOP + 175) } else { (TOP + HEIGHT, TOP + HEIGHT - 175) };
    let color = if point.is_multiple_of(2) { "#a1663a" } else { "#8d8468" };
    let half = POINT / 2;
    let _ = writeln!(
        svg,
        "<polygon points=\"{},{base} {},{base} {x},{tip}\" fill=\"{color}\"/>",
        x - half,
        x + half
    );
    label(svg, [x, if up { TOP - 8 } else { TOP + HEIGHT + 18 }], &point.to_string());
}

/// The checkers of a point, from its edge.
fn stack(svg: &mut String, point: u8, count: u8, color: &str) {
    let (x, up) = place(point);
    let (edge, grow) = if up { (TOP + RADIUS, 1) } else { (TOP + HEIGHT - RADIUS, -1) };
    pile(svg, [x, edge], grow, count, color);
}

/// A pile of at most five checkers; if there are more, the last one shows the total number.
fn pile(svg: &mut String, [x, y]: [i32; 2], grow: i32, count: u8, color: &str) {
    for i in 0..i32::from(count.min(5)) {
        let y = y + grow * i * 2 * RADIUS;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{color}\" stroke=\"#8a8a8a\"/>"
        );
        if i == 4 && count > 5 {
            let _ =
                writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"#8a8a8a\">{count}</text>", y + 5);
        }
    }
}

/// The checkers borne off, seen from the edge.
fn tray(svg: &mut String, up: i32, count: u8, color: &str) {
    for i in 0..i32::from(count) {
        let y = if up > 0 { TOP + HEIGHT - 12 - 12 * i } else { TOP + 2 + 12 * i };
        rect(svg, [TRAY + 4, y, POINT - 8, 10], color);
    }
}

fn draw_dice(svg: &mut String, dice: Dice, color: &str) {
    let ink = if color == FIRST { SECOND } else { FIRST };
    for (i, pips) in [dice.high(), dice.low()].into_iter().enumerate() {
        let (x, y) = (RIGHT + 75 + 50 * i as i32, TOP + HEIGHT / 2 - 18);
        rect(svg, [x, y, 36, 36], color);
        // The spots of a die, by row and column of a three-by-three grid.
        let spots: &[(i32, i32)] = match pips {
            1 => &[(1, 1)],
            2 => &[(0, 0), (2, 2)],
            3 => &[(0, 0), (1, 1), (2, 2)],
            4 => &[(0, 0), (0, 2), (2, 0), (2, 2)],
            5 => &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
            _ => &[(0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)],
        };
        for (row, column) in spots {
            let (cx, cy) = (x + 8 + 10 * column, y + 8 + 10 * row);
            let _ = writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"4\" fill=\"{ink}\"/>");
        }
    }
}

fn rect(svg: &mut String, [x, y, width, height]: [i32; 4], fill: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{fill}\"/>"
    );
}

fn label(svg: &mut String, [x, y]: [i32; 2], text: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#f4efe4\">{text}</text>");
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    #[track_caller]
    fn check(position: &str, circles: usize, texts: &[&str]) {
        let svg = Backgammon::parse(position).expect("a position").svg().expect("a picture");
        assert_eq!(svg.matches("<circle").count(), circles);
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        for text in texts {
            assert!(svg.contains(&format!(">{text}</text>")), "{text}");
        }
    }

    #[test]
    fn pictures_show_every_checker_and_pip() {
        check("start", 30, &["24", "1", "167 pips against 167"]);
        check("start 65", 41, &[]);
        // Fifteen checkers on one point for each player, drawn as five with a number.
        check("4P8PAADg/w8AAA second", 10, &["15", "90 pips against 90"]);
        check("NwAAAAAAAAAAAA", 5, &["0 pips against 7, the game is over"]);
    }
}
