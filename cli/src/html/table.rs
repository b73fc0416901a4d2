//! A table, for the terminal and for HTML.

use comfy_table::{CellAlignment, ContentArrangement, ContentLineStyle, LineStyle, TableStyle};

use crate::{chart::escape, stats::Interval};

/// Only a line under the headings.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none());

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
}

impl Table {
    /// A table without rows.
    pub fn new<C: Into<String>>(
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { caption: caption.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table drawn with characters, wrapped to the terminal if there is
    /// one.
    pub fn text(&self) -> String {
        let mut table = comfy_table::Table::new();
        table
            .load_style(STYLE)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_header(&self.columns)
            .add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let lines: Vec<_> = table.lines().map(|line| line.trim_end().to_owned()).collect();
        format!("{}\n{}\n", self.caption, lines.join("\n"))
    }

    /// The table as an HTML element that scrolls sideways by itself.
    pub fn html(&self) -> String {
        let cells = |tag: &str, cells: &[String]| {
            let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)));
            format!("<tr>{}</tr>", cells.collect::<String>())
        };
        let rows: String = self.rows.iter().map(|row| cells("td", row)).collect();
        format!(
            "<div class=\"scroll\"><table><caption>{}</caption><thead>{}</thead>\
             <tbody>{rows}</tbody></table></div>\n",
            escape(&self.caption),
            cells("th", &self.columns),
        )
    }
}

/// A count with its thousands set apart: `12,345`.
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
    format!("{} ({low:.places$}-{high:.places$})", percent(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_every_cell() {
        let mut table = Table::new("Nodes <all>", ["algorithm", "nodes"]);
        table.row(["star1 & more", "123"]);
        let (text, html) = (table.text(), table.html());
        assert!(text.starts_with("Nodes <all>\n") && text.contains("star1 & more"), "{text}");
        assert!(html.contains("<td>star1 &amp; more</td><td>123</td>"), "{html}");
        assert!(html.contains("Nodes &lt;all&gt;"), "{html}");
    }
    #[test]
    fn numbers_are_readable() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
        let interval = Some(Interval { low: 0.03, high: 0.061 });
        assert_eq!(with_interval(Some(0.0443), interval), "4.43 % (3.00-6.10)");
        assert_eq!(with_interval(Some(0.5), None), "50.0 %");
        assert_eq!(percent(None), "-");
    }
}
