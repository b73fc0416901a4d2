//! Text in and out of files.

use std::borrow::Cow;

use starboard_core::NotationError;

/// The text of a file: UTF-8, with or without a byte order mark, or failing that
/// Shift-JIS, in which most `.kif` and `.csa` files are kept.
///
/// # Errors
///
/// If it is neither.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotationError> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)));
    }
    let text = encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
    text.ok_or_else(|| NotationError::impossible("the text is neither UTF-8 nor Shift-JIS"))
}

/// A text that fits on a line, for what people wrote.
pub(super) fn line(text: &str) -> String {
    let parts = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_decoded() {
        assert_eq!(decode("\u{feff}先手".as_bytes()).as_deref(), Ok("先手"));
        assert_eq!(decode(b"\x90\xe6\x8e\xe8").as_deref(), Ok("先手"));
        assert!(decode(b"\xff\xff").is_err());
        assert_eq!(line(" a\r\nb\u{0} "), "a b");
    }
}
