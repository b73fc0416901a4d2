//! The board as a picture.

use std::fmt::Write;

use starboard_core::{Game, Node, Player, svg};

use crate::{
    Kind, Shogi, Square,
    setup::{PLAYERS, Setup},
};

/// The side of a square.
const SIDE: i32 = 44;
/// The left and upper edge of the board.
const LEFT: i32 = 80;
const TOP: i32 = 40;
const BOARD: i32 = 9 * SIDE;
const WIDTH: i32 = LEFT + BOARD + 80;
const HEIGHT: i32 = TOP + BOARD + 40;

/// Ranks as diagrams number them.
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

impl Shogi {
    /// Draws the board as the first player sees it, with one kanji a piece, the
    /// second player's turned round, promoted ones in red, and the hands beside
    /// it.
    pub(crate) fn picture(&self) -> String {
        let setup = self.board.setup();
        let last = self.moves_played().last().and_then(|m| m.to());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"'Noto Serif CJK JP','Noto Sans CJK JP','Yu Mincho',serif\" \
             text-anchor=\"middle\" role=\"img\">\n<title>{}</title>\n",
            self.title()
        );
        rect(&mut svg, [0, 0, WIDTH, HEIGHT], "#fbf7ee", "none");
        rect(&mut svg, [LEFT, TOP, BOARD, BOARD], "#eccf8f", "#3b2f20");
        if let Some(square) = last {
            let [x, y] = corner(square);
            rect(&mut svg, [x, y, SIDE, SIDE], "#f6e3b4", "none");
        }
        lines(&mut svg);
        for (square, player, kind) in setup.pieces() {
            let [x, y] = corner(square);
            piece(&mut svg, [x + SIDE / 2, y + SIDE / 2], player, kind, 32);
        }
        for player in PLAYERS {
            hand(&mut svg, &setup, player, player == self.player());
        }
        for square in (0..Square::COUNT).filter_map(Square::new) {
            let [x, y] = corner(square);
            svg += &svg::place(&square.to_string(), [x, y, SIDE, SIDE]);
        }
        svg + "</svg>\n"
    }

    /// What the picture shows, in words.
    fn title(&self) -> String {
        let mover = self.player();
        let state = match self.node() {
            Node::Over(value) if value.raw() == 0 => "a draw by repetition".to_owned(),
            Node::Over(value) if value.raw() < 0 => format!("the {mover} player has lost"),
            Node::Over(_) => format!("the {mover} player has won"),
            _ if self.is_in_check() => format!("the {mover} player to move, in check"),
            _ => format!("the {mover} player to move"),
        };
        format!("Shogi, move {}: {state}", self.move_number())
    }
}

/// The upper left corner of a square.
fn corner(square: Square) -> [i32; 2] {
    let [file, rank] = [square.file(), square.rank()].map(i32::from);
    [LEFT + (9 - file) * SIDE, TOP + (rank - 1) * SIDE]
}

fn rect(svg: &mut String, [x, y, width, height]: [i32; 4], fill: &str, stroke: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
         stroke=\"{stroke}\" stroke-width=\"2\"/>"
    );
}

/// The lines between squares, the four dots, the names of files and ranks.
fn lines(svg: &mut String) {
    let mut path = String::new();
    for i in 1..9 {
        let _ = write!(path, "M{LEFT} {}h{BOARD}", TOP + i * SIDE);
        let _ = write!(path, "M{} {TOP}v{BOARD}", LEFT + i * SIDE);
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"#3b2f20\" fill=\"none\"/>");
    for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
        let (x, y) = (LEFT + column * SIDE, TOP + row * SIDE);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#3b2f20\"/>");
    }
    for (i, rank) in (0..).zip(RANKS) {
        let middle = i * SIDE + SIDE / 2;
        let (x, y) = (LEFT + BOARD - middle, TOP + middle + 5);
        text(svg, [x, TOP - 8], 14, &(i + 1).to_string());
        text(svg, [LEFT + BOARD + 12, y], 14, rank);
    }
}

fn text(svg: &mut String, [x, y]: [i32; 2], size: i32, words: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#3b2f20\">{words}</text>"
    );
}

/// A kanji around a point, turned round for the second player.
fn piece(svg: &mut String, [x, y]: [i32; 2], player: Player, kind: Kind, size: i32) {
    let turned = match player {
        Player::First => String::new(),
        Player::Second => format!(" transform=\"rotate(180 {x} {y})\""),
    };
    let color = if kind.is_promoted() { "#b3261e" } else { "#1c1408" };
    // Kanji fill their em square from about a tenth below the line.
    let line = y + size * 9 / 25;
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{line}\" font-size=\"{size}\" fill=\"{color}\"{turned}>{}</text>",
        kind.kanji()
    );
}

/// What a player holds, in a column at that player's right.
fn hand(svg: &mut String, setup: &Setup, player: Player, can_drop: bool) {
    let (x, first, step) = match player {
        Player::First => (LEFT + BOARD + 50, TOP + BOARD - SIDE / 2, -SIDE),
        Player::Second => (LEFT - 45, TOP + SIDE / 2, SIDE),
    };
    let held = Kind::IN_HAND.into_iter().zip(setup.hands[player.index()]);
    for (i, (kind, count)) in (0..).zip(held.filter(|&(_, count)| count > 0)) {
        let y = first + i * step;
        piece(svg, [x, y], player, kind, 28);
        if count > 1 {
            text(svg, [x + 24, y + 5], 14, &count.to_string());
        }
        if can_drop {
            let place = svg::place(&format!("{}*", kind.letter()), [x - 20, y - 20, 50, 40]);
            svg.push_str(&place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(position: &str, pieces: usize, title: &str) {
        let svg = Shogi::parse(position).expect("a position").svg().expect("a picture");
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let texts = || tree.descendants().filter(|node| node.has_tag_name("text"));
        let kanji = |text: &str| Kind::ALL.iter().any(|kind| kind.kanji() == text);
        assert_eq!(texts().filter(|node| node.text().is_some_and(kanji)).count(), pieces);
        let found = tree.descendants().find(|node| node.has_tag_name("title"));
        assert_eq!(found.and_then(|node| node.text()), Some(title));
    }

    #[test]
    fn pictures_show_every_piece() {
        check("startpos", 40, "Shogi, move 1: the first player to move");
        check("startpos moves 7g7f", 40, "Shogi, move 2: the second player to move");
        // Seven kinds in hand, each drawn once.
        check(
            "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
            10 + 7 + 3,
            "Shogi, move 1: the first player to move",
        );
        let mate = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2";
        check(mate, 4, "Shogi, move 2: the second player has lost");
    }
}
