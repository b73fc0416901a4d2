//! GNU Backgammon's match equity tables in XML: read, and written.

use std::fmt::Write as _;

use roxmltree::{Document, Node, ParsingOptions};

use super::{MatchEquity, Rates};

/// The error for a file that is not a match equity table, or not one that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct MetError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong there.
    pub what: String,
}

impl MatchEquity {
    /// Reads a table in the format of GNU Backgammon: `met` with `info`,
    /// `pre-crawford-table` and `post-crawford-table`.
    ///
    /// Tables that stop short of 64 points are extended with the model of [our own
    /// tables](Self::generate), from the figures given. For scores after the Crawford game, the
    /// file may have figures, or a gammon rate (`zadeh`) from which they are computed. For scores
    /// before it, the file must have figures: tables defined by formulas of their own are refused.
    ///
    /// # Errors
    ///
    /// Says what is wrong, with the line and the column.
    pub fn read_xml(text: &str) -> Result<Self, MetError> {
        let options =
            ParsingOptions { allow_dtd: true, nodes_limit: 100_000, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| {
            let at = match error {
                // Something is missing at the end of the text.
                roxmltree::Error::UnclosedRootNode => end(text),
                _ => error.pos(),
            };
            // The parser's message repeats the position.
            let what = error.to_string();
            let what = what.rsplit_once(" at ").map_or(what.as_str(), |(what, _)| what).to_owned();
            MetError { line: at.row, column: at.col, what }
        })?;
        let root = document.root_element();
        if root.tag_name().name() != "met" {
            return Err(error(root, "expected a match equity table, the element met"));
        }
        let name = root
            .descendants()
            .find(|node| node.has_tag_name("name"))
            .and_then(|node| node.text())
            .map_or("unnamed", str::trim)
            .to_owned();
        let before = before(child(root, "pre-crawford-table")?)?;
        let mut rates = Rates::default();
        let mut after = Vec::new();
        let tables = root.children().filter(|node| node.has_tag_name("post-crawford-table"));
        let mut count = 0;
        for table in tables {
            count += 1;
            if table.attribute("player").is_some_and(|player| player != "both") || count > 1 {
                return Err(error(table, "tables that differ for the two players are not read"));
            }
            match table.attribute("type") {
                Some("explicit") => after = row(child(table, "row")?)?,
                Some("zadeh") => {
                    for parameter in table.descendants().filter(|n| n.has_tag_name("parameter")) {
                        let number = number(parameter)?;
                        match parameter.attribute("name") {
                            Some("gammon-rate-trailer") => rates.last_gammons = number,
                            // A first roll that moves the chances by x gains the player who may
                            // pass half of that.
                            Some("free-drop-2-away") => rates.first_roll = (2.0 * number).min(0.5),
                            _ => {}
                        }
                    }
                }
                _ => {
                    return Err(error(
                        table,
                        "expected figures (type=\"explicit\") or a gammon rate (type=\"zadeh\")",
                    ));
                }
            }
        }
        let at = |away: i32| away as usize - 1;
        let known = |mine, theirs, over| match over {
            true => after.get(at(mine)).copied(),
            false => before.get(at(mine))?.get(at(theirs)).copied(),
        };
        Ok(Self::completed(name, known, rates))
    }
}

impl MatchEquity {
    /// The table in the same format, with the figures of scores up to `longest` points.
    pub fn write_xml(&self, longest: i32) -> String {
        let row = |chance: &dyn Fn(i32) -> f64| {
            let figures = (1..=longest).fold(String::new(), |mut text, theirs| {
                // Writing to a string does not fail.
                let _ = writeln!(text, "      <me>{:.5}</me>", chance(theirs));
                text
            });
            format!("    <row>\n{figures}    </row>\n")
        };
        let before: String =
            (1..=longest).map(|mine| row(&|theirs| self.chance(mine, theirs, false))).collect();
        let after = row(&|mine| self.chance(mine, 1, true));
        let name = self.name.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<?xml version=\"1.0\"?>\n\
             <!DOCTYPE met PUBLIC \"-//GNU Backgammon//DTD Match Equity Tables//EN\" \"met.dtd\">\n\
             <met>\n  <info>\n    <name>{name}</name>\n    <description/>\n    \
             <length>{longest}</length>\n  </info>\n  \
             <pre-crawford-table type=\"explicit\">\n{before}  </pre-crawford-table>\n  \
             <post-crawford-table player=\"both\" type=\"explicit\">\n{after}  \
             </post-crawford-table>\n</met>\n"
        )
    }
}

/// Where the text ends.
fn end(text: &str) -> roxmltree::TextPos {
    let row = text.split('\n').count();
    let last = text.rsplit('\n').next().unwrap_or_default();
    roxmltree::TextPos::new(row as u32, last.chars().count() as u32 + 1)
}

/// The figures before the Crawford game: as many rows as each row has figures.
fn before(table: Node<'_, '_>) -> Result<Vec<Vec<f64>>, MetError> {
    if table.attribute("type") != Some("explicit") {
        let what = "expected figures (type=\"explicit\"): tables made by a formula are not read";
        return Err(error(table, what));
    }
    let rows: Vec<_> = table.children().filter(|node| node.has_tag_name("row")).collect();
    let figures = rows.iter().map(|&node| row(node)).collect::<Result<Vec<_>, _>>()?;
    for (node, figures) in rows.iter().zip(&figures) {
        if figures.len() != rows.len() {
            let (found, wanted) = (figures.len(), rows.len());
            let what = format!("this row has {found} figures, and there are {wanted} rows");
            return Err(error(*node, &what));
        }
    }
    if figures.is_empty() {
        return Err(error(table, "expected rows of figures"));
    }
    Ok(figures)
}

/// The figures of a row, at most as many as the longest match has points.
fn row(node: Node<'_, '_>) -> Result<Vec<f64>, MetError> {
    let cells: Vec<_> = node.children().filter(|node| node.has_tag_name("me")).collect();
    match cells.get(MatchEquity::LONGEST) {
        Some(cell) => Err(error(*cell, "more than 64 figures in a row")),
        None => cells.into_iter().map(number).collect(),
    }
}

/// A chance.
fn number(node: Node<'_, '_>) -> Result<f64, MetError> {
    let text = node.text().unwrap_or_default().trim();
    let number = text.parse().ok().filter(|x| (0.0..=1.0).contains(x));
    number.ok_or_else(|| {
        let found: String = text.chars().take(20).collect();
        error(node, &format!("expected a number from 0 to 1, found {found:?}"))
    })
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Result<Node<'a, 'input>, MetError> {
    let found = node.children().find(|child| child.has_tag_name(name));
    found.ok_or_else(|| {
        error(node, &format!("there is no {name} in this {}", node.tag_name().name()))
    })
}

fn error(node: Node<'_, '_>, what: &str) -> MetError {
    let at = node.document().text_pos_at(node.range().start);
    MetError { line: at.row, column: at.col, what: what.to_owned() }
}
