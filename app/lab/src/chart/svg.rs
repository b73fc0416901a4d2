//! What all charts share: the frame, colours, marks and escaping.

use std::fmt::Write;

/// The width every chart is drawn for, in user units: CSS pixels on a phone.
pub(super) const WIDTH: f64 = 360.0;

/// Series that can be distinguished.
pub(super) const STYLES: usize = 6;

/// A chart may be opened by itself, and so it brings its background along. Letters have a
/// rim of its colour, so that no line strikes them through.
const STYLE: &str = "\
.sb{color-scheme:light dark;background:#fff;width:100%;height:auto;max-width:38rem;\
font:11px system-ui,sans-serif}\
.sb text{fill:#333;stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}\
.sb .t{font-weight:600;font-size:12px}\
.sb .g{stroke:#ccc;stroke-width:.6;fill:none}.sb .a{stroke:#777;fill:none}\
.sb .w{stroke:#222;fill:none}\
.sb .l{fill:none;stroke-width:1.4}\
.sb .c0{stroke:#0072b2;--f:#0072b2}.sb .c1{stroke:#b86e00;--f:#b86e00}\
.sb .c2{stroke:#007f5d;--f:#007f5d}.sb .c3{stroke:#b4379b;--f:#b4379b}\
.sb .c4{stroke:#666;--f:#666}.sb .c5{stroke:#7a4fd0;--f:#7a4fd0}\
.sb .m{fill:var(--f);stroke:none}\
@media(prefers-color-scheme:dark){.sb{background:#161616}\
.sb text{fill:#ddd;stroke:#161616}.sb .g{stroke:#444}.sb .a{stroke:#999}.sb .w{stroke:#eee}\
.sb .c0{stroke:#56b4e9;--f:#56b4e9}.sb .c1{stroke:#e69f00;--f:#e69f00}\
.sb .c2{stroke:#2fc79a;--f:#2fc79a}.sb .c3{stroke:#e58bc9;--f:#e58bc9}\
.sb .c4{stroke:#aaa;--f:#aaa}.sb .c5{stroke:#b49cf0;--f:#b49cf0}}";

/// The text with the characters that mean something in XML and HTML written
/// out, and those that neither allows left out.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Starts a chart of this height that is called `title`. A title that takes more than a line
/// grows upwards, so that nothing below it has to know.
pub(super) fn open(title: &str, height: f64) -> String {
    const LINE: f64 = 15.0;
    let lines = lines(title);
    let above = LINE * (lines.len() - 1) as f64;
    let (label, height) = (escape(title), height + above);
    let mut out = format!(
        "<svg class=\"sb\" xmlns=\"http://www.w3.org/2000/svg\" \
         viewBox=\"0 {:.0} {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{label}\">\
         <style>{STYLE}</style>",
        0.0 - above,
    );
    for (i, line) in lines.iter().enumerate() {
        let y = 14.0 - above + LINE * i as f64;
        let line = escape(line);
        let _ = write!(out, "<text class=\"t\" x=\"4\" y=\"{y:.0}\">{line}</text>");
    }
    out
}

/// The lines of a title; at least one.
fn lines(title: &str) -> Vec<String> {
    // No font metrics here: so many letters fit, bold as they are.
    const MOST: usize = 50;
    let mut lines = vec![String::new()];
    for word in title.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > MOST {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

/// A text at a place; `anchor` is SVG's `start`, `middle` or `end`.
pub(super) fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, content: &str) {
    let content = escape(content);
    let _ =
        write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>");
}

/// A straight line of a class.
pub(super) fn line(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = write!(
        out,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

/// How the lines of a series are dashed.
pub(super) fn dashes(series: usize) -> &'static str {
    ["none", "5 2", "2 2", "7 2 2 2", "1 3", "9 3"][series % STYLES]
}

/// The mark of a series at a place, with a text that shows on hovering.
pub(super) fn mark(out: &mut String, series: usize, (x, y): (f64, f64), tooltip: &str) {
    let class = series % STYLES;
    let _ = write!(out, "<g class=\"c{class}\"><path class=\"m\" d=\"");
    let _ = match class {
        0 => write!(out, "M{:.1} {y:.1}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0z", x - 2.6),
        1 => write!(out, "M{:.1} {:.1}h4.8v4.8h-4.8z", x - 2.4, y - 2.4),
        2 => write!(out, "M{x:.1} {:.1}l3 5.4h-6z", y - 3.2),
        3 => write!(out, "M{x:.1} {:.1}l3.3 3.3l-3.3 3.3l-3.3 -3.3z", y - 3.3),
        4 => write!(out, "M{x:.1} {:.1}l3 -5.4h-6z", y + 3.2),
        _ => write!(out, "M{:.1} {:.1}h6v2.4h-6z", x - 3.0, y - 1.2),
    };
    out.push_str("\">");
    if !tooltip.is_empty() {
        let _ = write!(out, "<title>{}</title>", escape(tooltip));
    }
    out.push_str("</path></g>");
}

/// A patch of the colour that a series' bars have.
pub(super) fn swatch(out: &mut String, series: usize, (x, y): (f64, f64), _: &str) {
    let (class, x, y) = (series % STYLES, x - 4.0, y - 4.0);
    let _ = write!(
        out,
        "<g class=\"c{class}\"><rect class=\"m\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"9\" \
         height=\"8\"/></g>"
    );
}

/// Draws the sign of a series at a place: [`mark`] or [`swatch`].
type Sign = fn(&mut String, usize, (f64, f64), &str);

/// The names of the series beside their signs, in as many lines as it takes,
/// from the height `top` down; returns where the legend ends.
pub(super) fn legend<'a>(
    out: &mut String,
    top: f64,
    sign: Sign,
    names: impl IntoIterator<Item = &'a str>,
) -> f64 {
    let (mut x, mut y) = (8.0, top);
    for (i, name) in names.into_iter().enumerate() {
        // No font metrics here: a generous estimate a letter keeps names apart.
        let width = 14.0 + 6.2 * name.chars().count() as f64 + 12.0;
        if x > 8.0 && x + width > WIDTH {
            (x, y) = (8.0, y + 15.0);
        }
        sign(out, i, (x + 4.0, y - 4.0), "");
        text(out, (x + 12.0, y), "start", name);
        x += width;
    }
    y + 6.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks that a picture is well-formed XML and that every number in its
    /// attributes is finite and not far outside it.
    #[track_caller]
    pub(in crate::chart) fn check_svg(svg: &str) {
        let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
        for node in document.descendants().filter(|n| n.is_element()) {
            for attribute in node.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                if matches!(name, "class" | "role" | "aria-label" | "text-anchor") {
                    continue;
                }
                let numbers = value.split(|c: char| c.is_whitespace() || c.is_ascii_alphabetic());
                for number in numbers.filter(|n| !n.is_empty()) {
                    let number: f64 =
                        number.parse().unwrap_or_else(|_| panic!("{name}={value} in {svg}"));
                    assert!(number.abs() < 2000.0, "{name}={value} in {svg}");
                }
                assert!(!value.contains("NaN") && !value.contains("inf"), "{name}={value}");
            }
        }
        assert!(!svg.contains("http") || svg.matches("http").count() == 1, "only the namespace");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b>&\"'\u{1}\n"), "a&lt;b&gt;&amp;&quot;&#39; ");
    }

    #[test]
    fn a_long_title_takes_more_lines() {
        assert_eq!(lines(""), [""]);
        assert_eq!(lines("two words"), ["two words"]);
        let long = "How far the networks are from what looking ahead says & does";
        let svg = open(long, 100.0) + "</svg>";
        check_svg(&svg);
        for part in ["viewBox=\"0 -15 360 115\"", "y=\"-1\">How far", "y=\"14\">"] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(open("short", 100.0).contains("viewBox=\"0 0 360 100\""));
    }

    #[test]
    fn a_chart_by_itself_is_readable_in_both_schemes() {
        let svg = open("t", 100.0);
        for part in ["color-scheme:light dark", "background:#fff", "background:#161616"] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
    }

    #[test]
    fn a_long_legend_takes_more_lines() {
        let mut out = open("t", 100.0);
        let names = ["a long name of a series"; 5];
        let end = legend(&mut out, 30.0, mark, names);
        assert!(end > 60.0, "{end}");
        check_svg(&(out + "</svg>"));
    }
}
