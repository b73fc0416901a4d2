//! Text for files.

/// A text that fits on a line, for what people wrote.
pub(super) fn line(text: &str) -> String {
    let parts = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one() {
        assert_eq!(line(" a\r\nb\u{0} "), "a b");
    }
}
