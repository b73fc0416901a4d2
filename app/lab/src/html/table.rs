//! A table, for the terminal and for HTML.

use std::ops::Range;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, TableStyle,
    Width,
};

use super::page::wrapped;
use crate::{chart::escape, stats::Interval};

/// Only a line under the headings.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none());

/// The width, in characters, where that of the terminal is unknown.
pub const WIDTH: usize = 120;

/// The space around the cells of a column.
const GAP: usize = 2;

/// Rows under headings. The first column names the row; all others are numbers
/// or short texts, set to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// The headings, as many as any row has cells.
    pub columns: Vec<String>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
    /// Rows that links of the HTML form lead to or start from.
    anchors: Vec<Anchor>,
    /// Remarks on rows, by the rows' indices.
    remarks: Vec<(usize, String)>,
}

/// A row with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Anchor {
    row: usize,
    id: String,
    /// Where its first cell leads.
    to: Option<String>,
}

impl Table {
    /// A table without rows.
    pub fn new<C: Into<String>>(
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { caption: caption.into(), columns, ..Self::default() }
    }

    /// Adds a row.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Removes these columns, for which there are no data.
    pub fn leave_out(&mut self, columns: Range<usize>) {
        for cells in self.rows.iter_mut().chain([&mut self.columns]) {
            cells.drain(columns.clone());
        }
    }

    /// Gives the last row a name in the HTML form, for links to lead to it; and with `to`
    /// has its first cell lead to what is called so.
    pub fn anchor(&mut self, id: impl Into<String>, to: Option<String>) {
        let row = self.rows.len().saturating_sub(1);
        self.anchors.push(Anchor { row, id: id.into(), to });
    }

    /// Says more of the last row, in words that take the width of the table below it; in the
    /// text form, below the table.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push((self.rows.len().saturating_sub(1), text.into()));
    }

    /// The table drawn with characters, in at most `width` columns of text:
    /// what does not fit beside the rest follows below, each part with the
    /// names of the rows. Names and headings wrap, other cells do not.
    pub fn text(&self, width: usize) -> String {
        let widths = self.widths(width);
        let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
        let mut room = 0;
        for i in 1..self.columns.len() {
            let own = widths[i] + GAP;
            if own > room {
                if parts.last().is_some_and(|part| !part.is_empty()) {
                    parts.push(Vec::new());
                }
                room = width.saturating_sub(widths[0] + GAP);
            }
            parts.last_mut().expect("there is a part").push(i);
            room = room.saturating_sub(own);
        }
        let parts: Vec<_> = parts.iter().map(|columns| self.part(columns, &widths)).collect();
        let remarks: String = self.remarks.iter().map(|one| self.remark_text(one, width)).collect();
        let gap = if remarks.is_empty() { "" } else { "\n" };
        format!("{}\n{}{gap}{remarks}", self.caption, parts.join("\n"))
    }

    fn remark_text(&self, (row, text): &(usize, String), width: usize) -> String {
        let name = self.rows.get(*row).and_then(|cells| cells.first());
        wrapped(&format!("{}: {text}", name.map_or("", String::as_str)), width) + "\n"
    }

    /// How wide each column has to be; the first, which wraps, takes no more
    /// than a third of the width if its words allow.
    fn widths(&self, width: usize) -> Vec<usize> {
        let cells = |i: usize| self.rows.iter().filter_map(move |row| row.get(i));
        let longest = |text: &str| text.split(' ').map(length).max().unwrap_or(0);
        // A heading in two lines.
        let halved = |text: &str| {
            let breaks = text.match_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
            let widths = breaks.map(|(above, below)| length(above).max(length(below)));
            widths.min().unwrap_or(length(text))
        };
        let columns = self.columns.iter().enumerate().map(|(i, heading)| {
            let whole = cells(i).map(|cell| length(cell)).max().unwrap_or(0);
            if i == 0 {
                let word = cells(i).map(|cell| longest(cell)).max().unwrap_or(0);
                whole.min(word.max(width / 3)).max(halved(heading))
            } else {
                whole.max(halved(heading))
            }
        });
        columns.collect()
    }

    /// The names of the rows and these columns.
    fn part(&self, columns: &[usize], widths: &[usize]) -> String {
        let picked = || std::iter::once(0).chain(columns.iter().copied());
        let pick = |cells: &[String]| {
            picked().map(|i| cells.get(i).cloned().unwrap_or_default()).collect::<Vec<_>>()
        };
        let fixed = |i: usize| {
            let width = u16::try_from(widths[i] + GAP).unwrap_or(u16::MAX);
            ColumnConstraint::Absolute(Width::Fixed(width))
        };
        let all = picked().map(|i| widths[i] + GAP).sum::<usize>();
        let mut table = comfy_table::Table::new();
        table
            .load_style(STYLE)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(all).unwrap_or(u16::MAX))
            .set_header(pick(&self.columns))
            .add_rows(self.rows.iter().map(|row| pick(row)))
            .set_constraints(picked().map(fixed));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// The table as an HTML element that scrolls sideways by itself, below its caption, which
    /// stays where it is.
    pub fn html(&self) -> String {
        // A heading that says nothing is none.
        let heading = |text: &String| match text.as_str() {
            "" => "<td></td>".to_owned(),
            text => format!("<th scope=\"col\">{}</th>", escape(text)),
        };
        let head: String = self.columns.iter().map(heading).collect();
        let rows: String =
            self.rows.iter().enumerate().map(|(i, row)| self.row_html(i, row)).collect();
        let caption = escape(&self.caption);
        format!(
            "<div class=\"table\"><p class=\"caption\">{caption}</p>\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\
             <table aria-label=\"{caption}\"><thead><tr>{head}</tr></thead>\
             <tbody>{rows}</tbody></table></div></div>\n",
        )
    }

    fn row_html(&self, row: usize, cells: &[String]) -> String {
        let anchor = self.anchors.iter().find(|anchor| anchor.row == row);
        let id = anchor.map_or(String::new(), |anchor| format!(" id=\"{}\"", escape(&anchor.id)));
        let to = anchor.and_then(|anchor| anchor.to.as_deref()).map(escape);
        let cells = cells.iter().enumerate().map(|(i, cell)| match &to {
            Some(to) if i == 0 => format!("<td><a href=\"#{to}\">{}</a></td>", escape(cell)),
            _ => format!("<td>{}</td>", escape(cell)),
        });
        let remarks = self.remarks.iter().filter(|(of, _)| *of == row).map(|(_, text)| {
            let (all, text) = (self.columns.len(), escape(text));
            format!("<tr class=\"more\"><td colspan=\"{all}\"><div>{text}</div></td></tr>")
        });
        format!("<tr{id}>{}</tr>{}", cells.collect::<String>(), remarks.collect::<String>())
    }
}

/// How many characters a text has.
fn length(text: &str) -> usize {
    text.chars().count()
}

/// A count with thousands separators: `12,345`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun: `1 game`, `2 games`.
pub fn counted(count: usize, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(count as u64))
}

/// A share in per cent; a dash for none.
pub fn percent(share: Option<f64>) -> String {
    match share {
        Some(share) if share.abs() >= 0.0995 || share == 0.0 => format!("{:.1} %", 100.0 * share),
        Some(share) => format!("{:.2} %", 100.0 * share),
        None => "-".to_owned(),
    }
}

/// A share with the interval around it, both in per cent.
pub fn with_interval(share: Option<f64>, interval: Option<Interval>) -> String {
    let Some(Interval { low, high }) = interval else { return percent(share) };
    let places = if share.is_some_and(|share| share < 0.0995) { 2 } else { 1 };
    let (low, high) = (100.0 * low, 100.0 * high);
    format!("{} ({low:.places$} to {high:.places$})", percent(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_every_cell() {
        let mut table = Table::new("Nodes <all>", ["algorithm", "nodes"]);
        table.row(["star1 & more", "123"]);
        let (text, html) = (table.text(WIDTH), table.html());
        assert!(text.starts_with("Nodes <all>\n") && text.contains("star1 & more"), "{text}");
        assert!(html.contains("<td>star1 &amp; more</td><td>123</td>"), "{html}");
        assert!(html.contains("Nodes &lt;all&gt;"), "{html}");
        assert!(html.contains("role=\"region\" aria-label=\"Nodes &lt;all&gt;\""), "{html}");
        // The caption does not scroll along, and still names the table.
        assert!(html.contains("</p><div class=\"scroll\""), "{html}");
        assert!(html.contains("<table aria-label=\"Nodes &lt;all&gt;\""), "{html}");
    }

    #[test]
    fn rows_can_be_linked() {
        let mut table = Table::new("t", ["", "n"]);
        table.row(["a", "1"]);
        table.row(["b", "2"]);
        table.anchor("row-b", Some("there".to_owned()));
        let html = table.html();
        assert!(html.contains("<tr><td>a</td>") && html.contains("<td></td><th scope"), "{html}");
        assert!(html.contains("<tr id=\"row-b\"><td><a href=\"#there\">b</a></td>"), "{html}");
    }

    #[test]
    fn remarks_take_the_width_of_the_table() {
        let mut table = Table::new("t", ["point", "n"]);
        table.row(["a", "1"]);
        table.remark("this & that");
        table.row(["b", "2"]);
        let (text, html) = (table.text(WIDTH), table.html());
        let more = "<tr class=\"more\"><td colspan=\"2\"><div>this &amp; that</div></td></tr>";
        assert!(html.contains(&format!("<td>1</td></tr>{more}<tr><td>b")), "{html}");
        assert!(text.ends_with("2\n\na: this & that\n"), "{text}");
    }

    #[test]
    fn what_is_too_wide_is_told_in_parts() {
        let heads = ["engine", "first-move cuts", "nodes", "share (95 %)", "evaluations"];
        let mut table = Table::new("Work", heads);
        table.row(["alpha-beta + killers + history", "1.0 %", "1,234,567", "4.4 % (3 to 6)", "12"]);
        table.row(["minimax", "-", "7,654,321,000", "100.0 %", "13"]);
        for width in [40, 50, 60, 80, 120] {
            let text = table.text(width);
            let widest = text.lines().map(length).max();
            assert!(widest <= Some(width), "{width}:\n{text}");
            for part in ["1,234,567", "4.4 % (3 to 6)", "evaluations", "killers", "minimax"] {
                assert!(text.contains(part), "{part} within {width}:\n{text}");
            }
        }
        assert_eq!(table.text(120).matches("minimax").count(), 1);
        assert!(table.text(50).matches("minimax").count() > 1);
    }

    #[test]
    fn numbers_are_readable() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
        assert_eq!([0, 1, 2000].map(|n| counted(n, "game")), ["0 games", "1 game", "2,000 games"]);
        let interval = Some(Interval { low: 0.03, high: 0.061 });
        assert_eq!(with_interval(Some(0.0443), interval), "4.43 % (3.00 to 6.10)");
        assert_eq!(with_interval(Some(0.5), None), "50.0 %");
        assert_eq!(percent(None), "-");
    }
}
