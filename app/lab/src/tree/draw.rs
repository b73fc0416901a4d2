//! Draws search trees: from left to right, with a row for each leaf.

use std::fmt::Write;

use starboard_core::{ExitReason, Value};

use super::{Kind, Tree, TreeNode};
use crate::{chart::escape, text::value as value_text};

const ROW: f64 = 30.0;
const COLUMN: f64 = 250.0;
/// Where an edge turns, from the node it comes from: right of that node's text.
const KNEE: f64 = 128.0;
const LEFT: f64 = 24.0;
const TOP: f64 = 56.0;
const LEGEND: f64 = 96.0;

/// The players have the colours of their stones on the boards of squares.
const STYLE: &str = "\
svg{color-scheme:light dark;--ink:#222;--dim:#777;--back:#fff;--first:#1f3a5f;--second:#e09f3e;\
font:11px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){svg{--ink:#ddd;--dim:#999;--back:#161616}}\
.back{fill:var(--back)}text{fill:var(--ink)}.dim{fill:var(--dim);font-size:9px}\
.head{font-size:14px;font-weight:600}\
.edge{fill:none;stroke:var(--dim)}.best{stroke:var(--ink);stroke-width:2.5}\
.cut{stroke:#d33;stroke-dasharray:3 3}.probe{stroke-dasharray:5 3}\
.untried{stroke-dasharray:1 3}\
.first{fill:var(--first);stroke:var(--ink)}.second{fill:var(--second);stroke:var(--ink)}\
.why{font-weight:600}.red{fill:#d33}.amber{fill:#c77700}.violet{fill:#8a4fd0}.blue{fill:#2a78c2}\
.green{fill:#1d8a5a}";

/// The tree as a self-contained SVG document.
///
/// Squares are decisions, diamonds are chance nodes, circles are leaves and
/// finished games; colours say whose turn it is. Beside each stand its value for
/// its own mover, why it was left, and the window it was searched in; a dashed
/// red stub is what a cutoff saved, a dotted one what a probe left to the search
/// that followed it; a thick line leads to the move that gave the value.
/// Pointing at a node shows the position.
pub fn draw(tree: &Tree) -> String {
    let places = places(&tree.nodes);
    let rows = places.iter().map(|p| p.1).chain(stubs(tree, &places)).fold(0.0, f64::max) + ROW;
    let right = places.iter().map(|p| p.0).fold(0.0, f64::max);
    let (width, height) = ((right + 2.0 * COLUMN).max(640.0), rows + LEGEND);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"back\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n\
         <text class=\"head\" x=\"{LEFT}\" y=\"26\">{title}</text>\n",
        title = escape(&tree.title),
    );
    let mut edges = String::new();
    let mut nodes = String::new();
    for (place, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let chosen = is_chosen(tree, place, parent);
            edge(&mut edges, node, chosen, places[parent], places[place]);
        }
        if has_stub(node) {
            stub(&mut edges, node, places[place], stub_row(tree, &places, place));
        }
        shape(&mut nodes, node, places[place], tree.unit);
    }
    let _ = write!(svg, "<g>\n{edges}</g>\n<g>\n{nodes}</g>\n");
    legend(&mut svg, tree, rows + 16.0);
    svg.push_str("</svg>\n");
    svg
}

/// The places of the nodes: a column for each ply from the root, a row for each
/// leaf and each stub; parents are centred on their children.
fn places(nodes: &[TreeNode]) -> Vec<(f64, f64)> {
    let mut places = vec![(LEFT, TOP); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            places[place].0 = places[parent].0 + COLUMN;
        }
    }
    let mut next = TOP;
    set_rows(nodes, 0, &mut places, &mut next);
    places
}

/// Recursion as deep as the tree, which is as deep as the search.
fn set_rows(nodes: &[TreeNode], place: usize, places: &mut [(f64, f64)], next: &mut f64) {
    let node = &nodes[place];
    for &child in &node.children {
        set_rows(nodes, child, places, next);
    }
    if has_stub(node) {
        *next += ROW;
    }
    match (node.children.first(), node.children.last()) {
        (Some(&first), Some(&last)) => places[place].1 = (places[first].1 + places[last].1) / 2.0,
        _ => {
            places[place].1 = *next;
            *next += ROW;
        }
    }
}

/// Whether some moves or outcomes of a node are not drawn because they were not searched here:
/// saved by a cutoff, or not probed.
fn has_stub(node: &TreeNode) -> bool {
    !node.skipped.is_empty() || !node.unprobed.is_empty()
}

/// The row of a node's stub: below everything under the node.
fn stub_row(tree: &Tree, places: &[(f64, f64)], place: usize) -> f64 {
    fn lowest(tree: &Tree, places: &[(f64, f64)], place: usize) -> f64 {
        let node = &tree.nodes[place];
        let below = node.children.iter().map(|&child| lowest(tree, places, child));
        let own = if has_stub(node) { ROW } else { 0.0 };
        below.fold(places[place].1, f64::max) + own
    }
    lowest(tree, places, place)
}

fn stubs(tree: &Tree, places: &[(f64, f64)]) -> impl Iterator<Item = f64> {
    std::iter::once(stub_row(tree, places, 0))
}

/// Whether the move to a node is the one that its parent chooses: by its value or, in a tree
/// that was grown by sampling, by its visits.
fn is_chosen(tree: &Tree, place: usize, parent: usize) -> bool {
    let (node, above) = (&tree.nodes[place], &tree.nodes[parent]);
    if node.visits.is_some() {
        return above.kind == Kind::Decision && above.children.first() == Some(&place);
    }
    let same = above.mover == node.mover;
    let value = node.value.map(|value| if same { value } else { -value });
    above.kind == Kind::Decision && value.is_some() && value == above.value
}

fn edge(
    svg: &mut String,
    node: &TreeNode,
    chosen: bool,
    (x0, y0): (f64, f64),
    (x1, y1): (f64, f64),
) {
    let best = if chosen { " best" } else { "" };
    let probe = if node.probing { " probe" } else { "" };
    let knee = x0 + KNEE;
    let _ = writeln!(
        svg,
        "<path class=\"edge{best}{probe}\" d=\"M{x0:.0} {y0:.1}H{knee:.0}V{y1:.1}H{x1:.0}\"/>"
    );
    let mut label = escape(node.m.as_deref().unwrap_or_default());
    if let Some((weight, all)) = node.weight {
        let _ = write!(label, " ({weight}/{all})");
    }
    let (x, y) = (knee + 4.0, y1 - 4.0);
    let _ = writeln!(svg, "<text x=\"{x:.0}\" y=\"{y:.1}\">{label}</text>");
}

fn stub(svg: &mut String, node: &TreeNode, (x, y): (f64, f64), row: f64) {
    let knee = x + KNEE;
    // No node has both.
    let (left, class, how) = match node.unprobed.is_empty() {
        true => (&node.skipped, "cut", "searched"),
        false => (&node.unprobed, "untried", "probed"),
    };
    let count = left.len();
    let what = match (node.kind, count) {
        (Kind::Chance, 1) => "outcome",
        (Kind::Chance, _) => "outcomes",
        (_, 1) => "move",
        _ => "moves",
    };
    let names = escape(&left.join(", "));
    let _ = writeln!(
        svg,
        "<g><title>not {how}: {names}</title>\
         <path class=\"edge {class}\" d=\"M{x:.0} {y:.1}H{knee:.0}V{row:.1}h14\"/>\
         <text class=\"dim\" x=\"{:.0}\" y=\"{:.1}\">{count} {what} not {how}</text></g>",
        knee + 18.0,
        row + 3.0,
    );
}

fn shape(svg: &mut String, node: &TreeNode, (x, y): (f64, f64), unit: i32) {
    let class = node.mover;
    let why = node.why.map_or("stopped", word);
    let value = node.value.map_or("?".to_owned(), |value| value_text(value, unit));
    let window = match (node.window, node.visits) {
        (Some(window), _) => format!("({}, {})", end(window.alpha, unit), end(window.beta, unit)),
        (None, Some(1)) => "1 visit".to_owned(),
        (None, Some(visits)) => format!("{visits} visits"),
        (None, None) => String::new(),
    };
    let probing = if node.probing { ", a probe" } else { "" };
    let _ = write!(
        svg,
        "<g><title>{}\ndepth {}{probing}, {why}\nvalue {value} {window}</title>",
        escape(&node.position),
        node.depth,
    );
    let leaf = node.children.is_empty();
    let _ = match node.kind {
        Kind::Chance => {
            write!(svg, "<path class=\"{class}\" d=\"M{x:.0} {:.1}l8 8l-8 8l-8 -8z\"/>", y - 8.0)
        }
        Kind::Decision if !leaf => write!(
            svg,
            "<rect class=\"{class}\" x=\"{:.0}\" y=\"{:.1}\" width=\"12\" height=\"12\"/>",
            x - 6.0,
            y - 6.0
        ),
        Kind::Decision | Kind::Over => {
            write!(svg, "<circle class=\"{class}\" cx=\"{x:.0}\" cy=\"{y:.1}\" r=\"5\"/>")
        }
    };
    let x = x + 11.0;
    let _ = writeln!(
        svg,
        "<text x=\"{x:.0}\" y=\"{:.1}\">{value} <tspan class=\"why {}\">{why}</tspan></text>\
         <text class=\"dim\" x=\"{x:.0}\" y=\"{:.1}\">{window}</text></g>",
        y - 4.0,
        node.why.map_or("red", colour),
        y + 13.0,
    );
}

fn end(value: Value, unit: i32) -> String {
    match value {
        Value::MIN => "-\u{221e}".to_owned(),
        Value::MAX => "+\u{221e}".to_owned(),
        value => value_text(value, unit),
    }
}

/// Why a node was left, in a word.
fn word(why: ExitReason) -> &'static str {
    match why {
        ExitReason::Searched => "",
        ExitReason::Leaf => "leaf",
        ExitReason::Over => "over",
        ExitReason::BetaCut => "beta cut",
        ExitReason::StarLow => "star cut, low",
        ExitReason::StarHigh => "star cut, high",
        ExitReason::ProbeCut => "probe cut",
        ExitReason::Table => "table",
        ExitReason::Bounds => "bounds",
        ExitReason::Pruned => "pruned",
    }
}

fn colour(why: ExitReason) -> &'static str {
    match why {
        ExitReason::BetaCut => "red",
        ExitReason::StarLow | ExitReason::StarHigh => "amber",
        ExitReason::ProbeCut => "violet",
        ExitReason::Table => "blue",
        ExitReason::Bounds | ExitReason::Pruned => "green",
        ExitReason::Searched | ExitReason::Leaf | ExitReason::Over => "dim",
    }
}

fn legend(svg: &mut String, tree: &Tree, y: f64) {
    let nodes = "squares: decisions; diamonds: chance nodes; circles: leaves; blue: the first \
        player's, orange: the second's";
    let mut lines = if tree.nodes[0].visits.is_some() {
        vec![
            nodes,
            "beside a node: its mean value for its own mover, and below it how many samples went \
             through it",
            "thick line: the most visited move",
        ]
    } else {
        vec![
            nodes,
            "beside a node: its value for its own mover, why it was left, and below them the \
             window (alpha, beta)",
            "thick line: gives the value; dashed line: a probe; dashed red stub: spared by the cut",
        ]
    };
    if tree.nodes.iter().any(|node| !node.unprobed.is_empty()) {
        lines.push("dotted stub: not probed, but left to the full search that followed");
    }
    for (i, line) in lines.iter().enumerate() {
        let y = y + 14.0 * i as f64;
        let _ = writeln!(svg, "<text class=\"dim\" x=\"{LEFT}\" y=\"{y:.0}\">{line}</text>");
    }
    if tree.dropped > 0 {
        let y = y + 14.0 * lines.len() as f64;
        let dropped = tree.dropped;
        let _ = writeln!(
            svg,
            "<text class=\"dim red\" x=\"{LEFT}\" y=\"{y:.0}\">{dropped} nodes more were visited \
             and are not drawn</text>"
        );
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Limits, Stop,
        testing::{HashEval, Knowledge, RandomTree},
    };

    use super::{super::record, *};
    use starboard::{AnyGame, GameEntry};

    #[test]
    fn pictures_are_well_formed_and_show_every_node() -> anyhow::Result<()> {
        for seed in 0..10 {
            let entry = GameEntry::with_chance("a < b", "", RandomTree::<true>::new(seed))
                .evaluator("hash", "", HashEval(Knowledge::Tight));
            for engine in ["expectimax", "star2", "mcts(nodes=100)"] {
                let start = AnyGame::start(&entry);
                let limits = Limits::depth(3);
                let tree = record(&entry, &start, engine, &limits, 300, &Stop::default())?;
                let svg = draw(&tree);
                let picture = roxmltree::Document::parse(&svg)?;
                let titles = picture.descendants().filter(|n| n.has_tag_name("title")).count();
                let stubs = tree.nodes.iter().filter(|node| has_stub(node)).count();
                assert_eq!(titles, 1 + tree.nodes.len() + stubs, "{engine} on {seed}");
            }
        }
        Ok(())
    }

    #[test]
    fn nothing_stands_on_anything_else() -> anyhow::Result<()> {
        let entry = GameEntry::with_chance("tree", "", RandomTree::<true>::new(5)).evaluator(
            "hash",
            "",
            HashEval(Knowledge::Tight),
        );
        let start = AnyGame::start(&entry);
        let tree = record(&entry, &start, "star2", &Limits::depth(3), 300, &Stop::default())?;
        let mut places = places(&tree.nodes);
        for (place, node) in tree.nodes.iter().enumerate() {
            if has_stub(node) {
                let stub = (places[place].0 + COLUMN, stub_row(&tree, &places, place));
                places.push(stub);
            }
        }
        for (i, a) in places.iter().enumerate() {
            for b in &places[..i] {
                let apart = (a.0 - b.0).abs() >= COLUMN || (a.1 - b.1).abs() >= ROW - 0.1;
                assert!(apart, "{a:?} and {b:?}");
            }
        }
        Ok(())
    }
}
