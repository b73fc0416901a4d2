//! The character encoding of a file: old records have names in Shift-JIS, GB18030, Big5 and
//! similar encodings, which they may or may not declare.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// How many bytes of a file are searched for a declared encoding, and used to guess it.
const HEAD: usize = 1 << 16;

/// The text of a file: in the encoding of its byte order mark, else in UTF-8 if it is valid,
/// else in the one that the file declares (SGF's `CA`, KIF's `encoding=`, CSA's
/// `CSA encoding=`), and failing that in the most likely one. Invalid sequences are replaced.
///
/// ```
/// use starboard_lab::record::decode;
///
/// assert_eq!(decode("(;PB[Ōta])".as_bytes()), "(;PB[Ōta])");
/// assert_eq!(decode(b"(;CA[GB2312]PB[\xb9\xc5\xc1\xa6])"), "(;CA[GB2312]PB[古力])");
/// ```
pub fn decode(content: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(content) {
        return encoding.decode_without_bom_handling(&content[mark..]).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(content) {
        return text.to_owned();
    }
    // A wrong declaration shows in invalid sequences.
    if let Some(encoding) = named(content) {
        let (text, wrong) = encoding.decode_without_bom_handling(content);
        if !wrong {
            return text.into_owned();
        }
    }
    guessed(content).decode_without_bom_handling(content).0.into_owned()
}

/// The encoding that the file says it has.
fn named(content: &[u8]) -> Option<&'static Encoding> {
    let head = &content[..content.len().min(HEAD)];
    let after = |word: &[u8]| {
        let at = head.windows(word.len()).position(|part| part.eq_ignore_ascii_case(word))?;
        let rest = &head[at + word.len()..];
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
        let end = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        Encoding::for_label(&rest[..end])
    };
    after(b"CA[").or_else(|| after(b"encoding="))
}

/// The encoding that the file most likely has.
fn guessed(content: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // ASCII says nothing, and there may be a lot of it before anything else.
    detector.feed(&content[..content.len().min(4 * HEAD)], true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_KR, GB18030, SHIFT_JIS};

    use super::*;

    const NAMES: [(&Encoding, &str); 4] = [
        (GB18030, "(;GM[1]SZ[19]PB[常昊]PW[古力]EV[第十三届中国围棋名人战决赛]C[黑棋的布局很好])"),
        (
            SHIFT_JIS,
            "(;GM[1]SZ[19]PB[小林光一]PW[趙治勲]EV[第十五期名人戦の第一局]C[ここは良い手です])",
        ),
        (BIG5, "(;GM[1]SZ[19]PB[周俊勳]PW[林海峰]EV[第二屆中環杯圍棋賽決賽]C[白棋的佈局很好])"),
        (
            EUC_KR,
            "(;GM[1]SZ[19]PB[이창호]PW[조훈현]EV[제삼십기 명인전 도전 오번기]C[좋은 수입니다])",
        ),
    ];

    #[test]
    fn files_without_a_word_about_it_are_guessed() {
        for (encoding, text) in NAMES {
            let (bytes, ..) = encoding.encode(text);
            assert_eq!(decode(&bytes), text, "{}", encoding.name());
        }
    }

    #[test]
    fn what_the_file_says_comes_first_unless_it_is_wrong() {
        for (encoding, text) in NAMES {
            let text = text.replace("SZ[19]", &format!("CA[{}]", encoding.name()));
            let (bytes, ..) = encoding.encode(&text);
            assert_eq!(decode(&bytes), text);
        }
        let lies = NAMES[0].1.replace("SZ[19]", "CA[UTF-8]");
        assert_eq!(decode(&GB18030.encode(&lies).0), lies);
        // The second byte of 表 is a backslash, that of ソ one, too.
        let kif = "#KIF version=2.0 encoding=Shift_JIS\n先手：表ソ\n";
        assert_eq!(decode(&SHIFT_JIS.encode(kif).0), kif);
        assert_eq!(decode("\u{feff}先手".as_bytes()), "先手");
        assert_eq!(decode(b"\xff\xfe(\0;\0"), "(;");
        assert!(!decode(b"\xff\xff").is_empty() && decode(b"").is_empty());
    }
}
