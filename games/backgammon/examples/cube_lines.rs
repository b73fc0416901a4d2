//! What a game without gammons is worth by the chance to win it and by whose the cube
//! is, as a picture: `cargo run -p starboard-backgammon --example cube_lines > lines.svg`.

use std::fmt::Write;

use starboard_backgammon::{
    Backgammon, Probabilities,
    cube::{Cube, CubeOwner, CubefulSearch, OutcomeEvaluator, Stakes},
};

/// The plot, in pixels: where it begins and how large it is.
const LEFT: f64 = 60.0;
const TOP: f64 = 20.0;
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 320.0;
/// The equities at the bottom and at the top.
const RANGE: f64 = 1.2;

/// Says the same of every position.
struct Given(Probabilities);

impl OutcomeEvaluator for Given {
    fn outcomes(&mut self, _: &Backgammon) -> Probabilities {
        self.0
    }
}

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    print!("{}", picture());
}

fn picture() -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        LEFT + WIDTH + 150.0,
        TOP + HEIGHT + 50.0
    );
    for tenth in 0..=10 {
        let x = LEFT + WIDTH * f64::from(tenth) / 10.0;
        line(&mut svg, [x, TOP, x, TOP + HEIGHT], "#ddd");
        text(&mut svg, [x, TOP + HEIGHT + 16.0], "middle", &format!("{}", 10 * tenth));
    }
    for fifth in -5..=5 {
        let equity = f64::from(fifth) / 5.0;
        let y = height(equity);
        line(&mut svg, [LEFT, y, LEFT + WIDTH, y], if fifth == 0 { "#888" } else { "#ddd" });
        text(&mut svg, [LEFT - 6.0, y + 4.0], "end", &format!("{equity:+.1}"));
    }
    let middle = LEFT + WIDTH / 2.0;
    text(&mut svg, [middle, TOP + HEIGHT + 38.0], "middle", "chance to win, %");
    let curves = [
        ("#d95f02", "own cube", Some(CubeOwner::Mine)),
        ("#1b9e77", "cube in the middle", Some(CubeOwner::Centred)),
        ("#7570b3", "the other's cube", Some(CubeOwner::Theirs)),
        ("#444", "no cube", None),
    ];
    for (i, (color, name, owner)) in curves.into_iter().enumerate() {
        let mut points = String::new();
        for percent in 0..=100 {
            let win = f64::from(percent) / 100.0;
            let _ = write!(points, "{:.1},{:.1} ", LEFT + WIDTH * win, height(equity(win, owner)));
        }
        let points = points.trim_end();
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        );
        let (x, y) = (LEFT + WIDTH + 14.0, TOP + 20.0 + 20.0 * i as f64);
        line(&mut svg, [x, y - 4.0, x + 18.0, y - 4.0], color);
        text(&mut svg, [x + 24.0, y], "start", name);
    }
    svg + "</svg>\n"
}

/// The equity for the player on roll with a cube on 1, who does not double now.
fn equity(win: f64, owner: Option<CubeOwner>) -> f64 {
    let Some(owner) = owner else { return 2.0 * win - 1.0 };
    let outcomes = Probabilities { win: win as f32, ..Probabilities::default() };
    let mut search = CubefulSearch::new(Given(outcomes), None, Stakes::MONEY);
    search.cube(&Backgammon::START, Cube { doublings: 0, owner }, 0).decision.no_double
}

fn height(equity: f64) -> f64 {
    TOP + HEIGHT * (RANGE - equity) / (2.0 * RANGE)
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], color: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\"/>"
    );
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}
