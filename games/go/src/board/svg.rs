//! The board as a picture.

use std::fmt::Write;

use starboard_core::{Game, Node, svg};

use crate::{Color, Go, Point, Size};

/// The distance between two lines.
const SIDE: i32 = 30;
/// The distance of the first line from the edge of the picture.
const EDGE: i32 = 45;

/// Draws the board with coordinates and a ring on the last stone.
pub(crate) fn picture(game: &Go) -> String {
    let size = game.size();
    let span = (size.side() as i32 - 1) * SIDE;
    let width = span + 2 * EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {width}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\" role=\"img\">\n\
         <title>{}</title>\n\
         <rect width=\"{width}\" height=\"{width}\" fill=\"#e8c27a\"/>\n",
        title(game)
    );
    lines(&mut svg, size, span);
    let last = game.moves_played().next_back().and_then(|(_, m)| m.point());
    for color in Color::BOTH {
        for point in *game.board().stones(color) {
            stone(&mut svg, place(size, point), color, last == Some(point));
        }
    }
    for point in game.board().all() {
        let [x, y] = place(size, point);
        let half = SIDE / 2;
        svg += &svg::place(&point.name(size), [x - half, y - half, SIDE, SIDE]);
    }
    svg + "</svg>\n"
}

/// The same with labels on some points, each with its value as a share of the best, from 0
/// to 1, which sets how dark it is; and a ring around one point.
pub(crate) fn labelled(
    game: &Go,
    labels: &[(Point, String, f64)],
    ringed: Option<Point>,
) -> String {
    let mut svg = below_marks(game);
    if let Some(point) = ringed {
        let [x, y] = place(game.size(), point);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#0a7d33\" \
             stroke-width=\"3\"/>",
            SIDE / 2
        );
    }
    for (point, words, share) in labels {
        let [x, y] = place(game.size(), *point);
        let opacity = 0.25 + 0.6 * share.clamp(0.0, 1.0);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"#2f6fb3\" fill-opacity=\"{opacity:.2}\"/>",
            SIDE / 2 - 2
        );
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"10\" fill=\"#ffffff\">{words}</text>",
            y + 4
        );
    }
    svg + "</g>\n</svg>\n"
}

/// The same with a square on each point, the larger the surer it is who will own the point:
/// `owner` gives that by index, from -1000 (White) to 1000 (Black).
pub(crate) fn owned(game: &Go, owner: &[i32]) -> String {
    let mut svg = below_marks(game);
    for point in game.board().all() {
        let sure = owner[point.index()];
        let half = sure.abs() * (SIDE / 3) / 1000;
        if half == 0 {
            continue;
        }
        let [x, y] = place(game.size(), point);
        let fill = if sure > 0 { "#1c1c1c" } else { "#fafafa" };
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"{fill}\" \
             stroke=\"#7a7a7a\"/>",
            x - half,
            y - half,
            2 * half
        );
    }
    svg + "</g>\n</svg>\n"
}

/// The picture up to where marks begin, which a player points through.
fn below_marks(game: &Go) -> String {
    let mut svg = picture(game);
    svg.truncate(svg.len() - "</svg>\n".len());
    svg + "<g pointer-events=\"none\">\n"
}

/// What the picture shows, in words.
fn title(game: &Go) -> String {
    let side = game.size().side();
    let state = match game.node() {
        Node::Over(value) => {
            let lead = value.to_units(Go::UNIT);
            let color = if lead < 0.0 { game.color().other() } else { game.color() };
            match lead.abs() {
                0.0 => "a draw".to_owned(),
                points => format!("{} has won by {points} points", color.name()),
            }
        }
        _ => format!("{} to move", game.color().name()),
    };
    format!("Go on {side} by {side}, move {}: {state}", game.moves_played().count() + 1)
}

/// Where the middle of a point is.
fn place(size: Size, point: Point) -> [i32; 2] {
    [point.column(size), point.row(size)].map(|line| EDGE + line as i32 * SIDE)
}

fn lines(svg: &mut String, size: Size, span: i32) {
    let mut path = String::new();
    for i in 0..size.side() as i32 {
        let _ = write!(path, "M{EDGE} {0}h{span}M{0} {EDGE}v{span}", EDGE + i * SIDE);
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"#3b2f20\" fill=\"none\"/>");
    for point in size.dots() {
        let [x, y] = place(size, point);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"#3b2f20\"/>");
    }
    for i in 0..size.side() {
        let Some(point) = Point::at(size, i, i) else { continue };
        let ([x, y], name) = (place(size, point), point.name(size));
        let (letter, number) = name.split_at(1);
        text(svg, [x, EDGE + span + 36], letter);
        text(svg, [18, y + 5], number);
    }
}

fn text(svg: &mut String, [x, y]: [i32; 2], words: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#3b2f20\">{words}</text>");
}

fn stone(svg: &mut String, [x, y]: [i32; 2], color: Color, last: bool) {
    let (fill, mark) = match color {
        Color::Black => ("#1c1c1c", "#ffffff"),
        Color::White => ("#fafafa", "#1c1c1c"),
    };
    let radius = SIDE / 2 - 1;
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#1c1c1c\"/>"
    );
    if last {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"{mark}\" \
             stroke-width=\"2\"/>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(position: &str, circles: usize, title: &str) {
        let svg = Go::parse(position).expect("a position").svg().expect("a picture");
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let count = tree.descendants().filter(|node| node.has_tag_name("circle")).count();
        assert_eq!(count, circles, "{position}");
        let found = tree.descendants().find(|node| node.has_tag_name("title"));
        assert_eq!(found.and_then(|node| node.text()), Some(title));
    }

    #[test]
    fn pictures_show_dots_stones_and_the_last_move() {
        check("19x19", 9, "Go on 19 by 19, move 1: black to move");
        check("9x9 b 7.5 moves E5 C3", 5 + 2 + 1, "Go on 9 by 9, move 3: black to move");
        check(
            "9x9 b 7.5 moves E5 pass pass",
            5 + 1,
            "Go on 9 by 9, move 4: black has won by 73.5 points",
        );
    }
}
