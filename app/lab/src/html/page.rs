//! A document of blocks.

use super::{Table, WIDTH};
use crate::chart::escape;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--dim:#666;--rule:#ccc;--back:#fff}\
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--dim:#999;--rule:#444;--back:#161616}}\
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--back);\
margin:0 auto;padding:1rem;max-width:88rem}p,nav{max-width:64rem}\
p,h1,h2,figcaption{overflow-wrap:anywhere}nav ul{columns:14rem;padding-left:1.2rem;margin:.5rem 0}a{color:inherit}\
h1{font-size:1.5rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2rem;\
border-top:1px solid var(--rule);padding-top:1rem}\
code{font-size:.85em;overflow-wrap:anywhere}.note{color:var(--dim);font-size:.85rem}\
.table{margin:1rem 0}.caption{font-weight:600;padding:.3rem 0;margin:0;font-size:.9rem}\
.scroll{overflow-x:auto;\
background:linear-gradient(to left,var(--back) 1.5rem,transparent) right/3rem 100% no-repeat local,\
linear-gradient(to left,var(--rule),transparent) right/.9rem 100% no-repeat scroll}\
table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums}\
th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid var(--rule);\
white-space:nowrap}th{vertical-align:bottom;white-space:normal}\
th{max-width:7rem;overflow-wrap:break-word}th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--back);\
white-space:normal;min-width:8rem;max-width:11rem}\
tr:has(+.more) td{border-bottom:0}tr.more td:first-child{padding-top:0;max-width:none}\
.more div{max-width:34rem}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));\
gap:1rem}figure{margin:0}figcaption{color:var(--dim);font-size:.8rem}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));\
gap:1rem;margin:1rem 0;align-items:start}.boards figure{max-width:26rem}\
.boards svg{display:block;width:100%;height:auto;max-height:26rem}\
:target{outline:2px solid var(--dim);outline-offset:2px}";

/// One thing after another.
#[derive(Clone, Debug)]
enum Block {
    Heading(String),
    Paragraph(String),
    Code(String),
    Note(String),
    Table(Table),
    /// Pictures with captions, side by side where there is room.
    Charts(Vec<Figure>),
    /// The same of boards, which need less of it.
    Boards(Vec<Figure>),
    /// Lines that are set as they stand, in the text form only.
    Lines(String),
}

/// A picture with its caption.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The picture, as an SVG element.
    pub svg: String,
    /// What it shows.
    pub caption: String,
    /// What links call it.
    pub id: Option<String>,
    /// Where the caption leads: the id, and what the link says.
    pub link: Option<(String, String)>,
}

impl Figure {
    fn html(&self) -> String {
        let Self { svg, caption, id, link } = self;
        let id = id.as_ref().map_or(String::new(), |id| format!(" id=\"{}\"", escape(id)));
        let link = link.as_ref().map_or(String::new(), |(to, text)| {
            format!(" <a href=\"#{}\">{}</a>", escape(to), escape(text))
        });
        let caption = escape(caption);
        format!("<figure{id}>{svg}<figcaption>{caption}{link}</figcaption></figure>\n")
    }
}

/// A report under construction.
#[derive(Clone, Debug)]
pub struct Document {
    title: String,
    contents: bool,
    blocks: Vec<Block>,
}

impl Document {
    /// An empty report.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), contents: false, blocks: Vec::new() }
    }

    /// Has the HTML form begin with a list of its headings.
    pub fn contents(&mut self) {
        self.contents = true;
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(text.into()));
    }

    /// Adds preformatted text, such as a command.
    pub fn code(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Code(text.into()));
    }

    /// Adds a remark in small print.
    pub fn note(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Note(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds SVG pictures with their captions, for the HTML form only.
    pub fn charts<C: Into<String>>(&mut self, charts: impl IntoIterator<Item = (String, C)>) {
        self.blocks.push(Block::Charts(figures(charts)));
    }

    /// Adds pictures of boards, for the HTML form only.
    pub fn boards(&mut self, boards: impl IntoIterator<Item = Figure>) {
        self.blocks.push(Block::Boards(boards.into_iter().collect()));
    }

    /// Adds lines that are set as they stand, such as a board, for the text form only.
    pub fn lines(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Lines(text.into()));
    }

    /// The report for a file or a pipe.
    pub fn text(&self) -> String {
        self.text_within(WIDTH)
    }

    /// The report for a terminal that is so many characters wide.
    pub fn text_within(&self, width: usize) -> String {
        let mut out = format!("{}\n\n", self.title);
        for block in &self.blocks {
            match block {
                Block::Heading(text) => out += &format!("{text}\n\n"),
                Block::Paragraph(text) | Block::Note(text) => {
                    out += &format!("{}\n\n", wrapped(text, width));
                }
                Block::Code(text) => out += &format!("    {text}\n\n"),
                Block::Table(table) => out += &format!("{}\n", table.text(width)),
                Block::Lines(text) => {
                    for line in text.lines() {
                        out += format!("    {line}").trim_end();
                        out.push('\n');
                    }
                    out.push('\n');
                }
                Block::Charts(_) | Block::Boards(_) => {}
            }
        }
        out
    }

    /// The report as an HTML page that needs nothing else.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <title>{title}</title><style>{STYLE}</style></head>\n<body><main><h1>{title}</h1>\n"
        );
        if self.contents {
            out += &self.links();
        }
        out += &self.fragment();
        out + "</main></body></html>\n"
    }

    /// The report without its title, to stand in another page.
    pub fn fragment(&self) -> String {
        let mut out = String::new();
        let mut sections = 0;
        for block in &self.blocks {
            match block {
                Block::Heading(text) => {
                    sections += 1;
                    out += &format!("<h2 id=\"s{sections}\">{}</h2>\n", escape(text));
                }
                Block::Paragraph(text) => out += &format!("<p>{}</p>\n", escape(text)),
                Block::Note(text) => out += &format!("<p class=\"note\">{}</p>\n", escape(text)),
                Block::Code(text) => out += &format!("<p><code>{}</code></p>\n", escape(text)),
                Block::Table(table) => out += &table.html(),
                Block::Charts(figures) => out += &group("charts", figures),
                Block::Boards(figures) => out += &group("boards", figures),
                Block::Lines(_) => {}
            }
        }
        out
    }

    /// Links to the headings.
    fn links(&self) -> String {
        let headings = self.blocks.iter().filter_map(|block| match block {
            Block::Heading(text) => Some(escape(text)),
            _ => None,
        });
        let items = headings
            .zip(1..)
            .map(|(text, section)| format!("<li><a href=\"#s{section}\">{text}</a></li>"));
        format!("<nav aria-label=\"Contents\"><ul>{}</ul></nav>\n", items.collect::<String>())
    }
}

fn figures<C: Into<String>>(pictures: impl IntoIterator<Item = (String, C)>) -> Vec<Figure> {
    let figure = |(svg, caption): (String, C)| {
        let caption = caption.into();
        Figure { svg, caption, ..Figure::default() }
    };
    pictures.into_iter().map(figure).collect()
}

/// Pictures side by side.
fn group(class: &str, figures: &[Figure]) -> String {
    let figures: String = figures.iter().map(Figure::html).collect();
    format!("<div class=\"{class}\">\n{figures}</div>\n")
}

/// The words of a text in lines of at most `width` characters, where they fit.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out += word;
        used += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::BarChart;

    #[test]
    fn a_page_stands_alone() {
        let mut document = Document::new("A & B");
        document.contents();
        document.heading("One");
        document.paragraph("Said <plainly>.");
        document.code("starboard compare");
        document.table(Table::new("t", ["a"]));
        document.charts([(BarChart::default().svg(), "what it shows")]);
        let link = Some(("row".to_owned(), "to the row".to_owned()));
        let (caption, id) = ("a <board>".to_owned(), Some("here".to_owned()));
        document.boards([Figure { svg: "<svg/>".to_owned(), caption, id, link }]);
        document.lines("x |\n  o");
        document.note("small");
        let (html, text) = (document.html(), document.text());
        for part in [
            "<a href=\"#s1\">One",
            "<h2 id=\"s1\">One",
            "Said &lt;plainly&gt;.",
            "A &amp; B",
            "<svg",
            "what it shows",
            "<main>",
            "<figure id=\"here\"><svg/><figcaption>a &lt;board&gt; <a href=\"#row\">to the row</a>",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
        for foreign in ["<script", "src=", "href=\"h", "@import", "url("] {
            assert!(!html.contains(foreign), "{foreign} in {html}");
        }
        assert!(text.contains("Said <plainly>.") && !text.contains("svg"), "{text}");
        assert!(text.contains("\n    x |\n      o\n") && !html.contains("x |"), "{text}");
        let body = html.split_once("<body>").expect("a body").1.replace("</html>", "");
        let body = format!("<body>{body}");
        assert_eq!(wrapped("one two  three", 7), "one two\nthree");
        assert_eq!(wrapped("seventeen is long", 4), "seventeen\nis\nlong");
        assert!(roxmltree::Document::parse(body.trim()).is_ok(), "{body}");
    }
}
