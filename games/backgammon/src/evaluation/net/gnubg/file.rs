//! GNU Backgammon's files of weights: text, `gnubg.weights`, and binary, `gnubg.wd`.
//!
//! Both begin with a header, and have for each network: the numbers of inputs, hidden units and
//! outputs, an unused number, and the factors by which the sums of the hidden units and of the
//! outputs are multiplied; then the weights of the hidden units input by input, those of the
//! outputs output by output, and the biases of the hidden units and of the outputs. In text,
//! numbers are separated by spaces or line ends; in binary, they are 32-bit words, little-endian.

use std::{fmt, iter::Peekable, str::SplitAsciiWhitespace};

use super::{
    super::network::OUTPUTS,
    Kind,
    network::{Network, Numbers},
};

/// The first line of a text file.
const TEXT: &str = "GNU Backgammon 1.00";
/// The header of a binary file: a magic number and the version.
const BINARY: [f32; 2] = [472.3782, 1.0];
/// No network has more hidden units: a file that claims more is damaged.
const MOST_HIDDEN: usize = 4096;

/// The networks in the order of the file.
pub(super) const ORDER: [(&str, Kind); 6] = [
    ("contact", Kind::Contact),
    ("race", Kind::Race),
    ("crashed", Kind::Crashed),
    ("pruning contact", Kind::Board),
    ("pruning crashed", Kind::Board),
    ("pruning race", Kind::Board),
];

/// Why a file of GNU Backgammon's weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct GnubgError {
    place: Place,
    what: String,
}

/// A position in a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Line(usize),
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Byte(number) => write!(f, "byte {number}"),
        }
    }
}

/// Whether a file begins like one of these, whatever its version.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(b"GNU Backgammon") || bytes.starts_with(&BINARY[0].to_le_bytes())
}

pub(super) fn read(bytes: &[u8]) -> Result<[Network; 6], GnubgError> {
    if !bytes.starts_with(&BINARY[0].to_le_bytes()) {
        return Text::new(bytes)?.networks();
    }
    let mut binary = Binary { bytes, at: 0 };
    let version = [binary.float("what it is")?, binary.float("its version")?][1];
    if version != BINARY[1] {
        let what = format!("it is of version {version}, and {:?} is expected", BINARY[1]);
        return Err(GnubgError { place: Place::Byte(5), what });
    }
    binary.networks()
}

/// Writes the binary format.
pub(super) fn write(networks: &[Network; 6]) -> Vec<u8> {
    let mut bytes = BINARY.map(f32::to_le_bytes).as_flattened().to_vec();
    for (network, (_, kind)) in networks.iter().zip(ORDER) {
        let numbers = network.numbers();
        for size in [kind.inputs(), numbers.bias.len(), OUTPUTS, 0] {
            bytes.extend((size as u32).to_le_bytes());
        }
        let Numbers { beta, rows, last, bias, last_bias } = &numbers;
        let all = [&beta[..], rows, last, bias, last_bias];
        bytes.extend(all.into_iter().flatten().flat_map(|x| x.to_le_bytes()));
    }
    bytes
}

/// A file from which numbers are read, one after another.
trait Source {
    /// The next integer, and where it is.
    fn whole(&mut self, what: &str) -> Result<(Place, usize), GnubgError>;

    /// Skips the next number, whatever it is.
    fn any(&mut self, what: &str) -> Result<(), GnubgError>;

    /// The next number, and where it is.
    fn number(&mut self, what: &str) -> Result<(Place, f32), GnubgError>;

    /// Where anything follows the last number, if it does.
    fn rest(&mut self) -> Option<Place>;

    fn float(&mut self, what: &str) -> Result<f32, GnubgError> {
        let (place, number) = self.number(what)?;
        if !number.is_finite() {
            let what = format!("{number} is no number for {what}");
            return Err(GnubgError { place, what });
        }
        Ok(number)
    }

    fn networks(mut self) -> Result<[Network; 6], GnubgError>
    where
        Self: Sized,
    {
        let mut networks = Vec::new();
        for (name, kind) in ORDER {
            networks.push(self.network(name, kind)?);
        }
        match self.rest() {
            Some(place) => {
                let what = "there is more after the sixth network".to_owned();
                Err(GnubgError { place, what })
            }
            None => Ok(networks.try_into().expect("six")),
        }
    }

    fn network(&mut self, name: &str, kind: Kind) -> Result<Network, GnubgError>
    where
        Self: Sized,
    {
        let of = |what: &str| format!("the {what} of the {name} network");
        let size = |(place, found): (Place, usize), what: &str, expected: usize| {
            if found == expected {
                return Ok(());
            }
            let what = format!("the {name} network has {found} {what}, and {expected} is expected");
            Err(GnubgError { place, what })
        };
        size(self.whole(&of("number of inputs"))?, "inputs", kind.inputs())?;
        let (place, hidden) = self.whole(&of("number of hidden units"))?;
        if hidden == 0 || hidden > MOST_HIDDEN {
            let what = format!(
                "the {name} network has {hidden} hidden units, and 1 to {MOST_HIDDEN} are expected"
            );
            return Err(GnubgError { place, what });
        }
        size(self.whole(&of("number of outputs"))?, "outputs", OUTPUTS)?;
        self.any(&of("fourth number"))?;
        let mut beta = [0.0; 2];
        for (beta, what) in beta.iter_mut().zip(["beta of hidden units", "beta of outputs"]) {
            *beta = self.float(&of(what))?;
        }
        let mut list = |n: usize, what: &str| -> Result<Vec<f32>, GnubgError> {
            let what = of(what);
            (0..n).map(|_| self.float(&what)).collect()
        };
        let rows = list(kind.inputs() * hidden, "weights of hidden units")?;
        let last = list(OUTPUTS * hidden, "weights of outputs")?;
        let bias = list(hidden, "thresholds of hidden units")?;
        let last_bias = list(OUTPUTS, "thresholds of outputs")?;
        let last_bias = last_bias.try_into().expect("one for each output");
        Ok(Network::new(&Numbers { beta, rows, last, bias, last_bias }))
    }
}

/// A text file: words separated by spaces and line ends.
struct Text<'a> {
    lines: Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    words: SplitAsciiWhitespace<'a>,
    line: usize,
}

impl<'a> Text<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, GnubgError> {
        let first = || Place::Line(1);
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) if is_one(bytes) => {
                let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
                let what = "it is no text".to_owned();
                return Err(GnubgError { place: Place::Line(line), what });
            }
            Err(_) => "",
        };
        let mut lines = text.lines().enumerate().peekable();
        let found = lines.next().map_or("", |(_, line)| line.trim());
        if found != TEXT {
            let what = if is_one(bytes) {
                format!("it begins with {:?}, and {TEXT:?} is expected", shortened(found))
            } else {
                format!("it does not begin with {TEXT:?}, nor as the binary form does")
            };
            return Err(GnubgError { place: first(), what });
        }
        Ok(Self { lines, words: "".split_ascii_whitespace(), line: 1 })
    }

    /// The next word, if there is one.
    fn next(&mut self) -> Option<&'a str> {
        loop {
            if let Some(word) = self.words.next() {
                return Some(word);
            }
            let (i, line) = self.lines.next()?;
            (self.line, self.words) = (i + 1, line.split_ascii_whitespace());
        }
    }

    fn word(&mut self, what: &str) -> Result<(Place, &'a str), GnubgError> {
        let word = self.next();
        let place = Place::Line(self.line);
        word.map(|word| (place, word))
            .ok_or_else(|| GnubgError { place, what: format!("the file ends before {what}") })
    }

    fn parsed<T: std::str::FromStr>(
        &mut self,
        kind: &str,
        what: &str,
    ) -> Result<(Place, T), GnubgError> {
        let (place, word) = self.word(what)?;
        let bad = |_| {
            let what = format!("{:?} is no {kind} for {what}", shortened(word));
            GnubgError { place, what }
        };
        Ok((place, word.parse().map_err(bad)?))
    }
}

/// The beginning of a word, which may be of any length.
fn shortened(word: &str) -> String {
    word.chars().take(30).collect()
}

impl Source for Text<'_> {
    fn whole(&mut self, what: &str) -> Result<(Place, usize), GnubgError> {
        self.parsed("whole number", what)
    }

    fn any(&mut self, what: &str) -> Result<(), GnubgError> {
        self.word(what).map(|_| ())
    }

    fn number(&mut self, what: &str) -> Result<(Place, f32), GnubgError> {
        self.parsed("number", what)
    }

    fn rest(&mut self) -> Option<Place> {
        self.next().map(|_| Place::Line(self.line))
    }
}

/// A binary file: words of 32 bits.
struct Binary<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Binary<'_> {
    fn word(&mut self, what: &str) -> Result<(Place, [u8; 4]), GnubgError> {
        let place = Place::Byte(self.at + 1);
        let Some(word) = self.bytes[self.at..].first_chunk() else {
            let place = Place::Byte(self.bytes.len());
            return Err(GnubgError { place, what: format!("the file ends before {what}") });
        };
        self.at += word.len();
        Ok((place, *word))
    }
}

impl Source for Binary<'_> {
    fn whole(&mut self, what: &str) -> Result<(Place, usize), GnubgError> {
        self.word(what).map(|(place, word)| (place, u32::from_le_bytes(word) as usize))
    }

    fn any(&mut self, what: &str) -> Result<(), GnubgError> {
        self.word(what).map(|_| ())
    }

    fn number(&mut self, what: &str) -> Result<(Place, f32), GnubgError> {
        self.word(what).map(|(place, word)| (place, f32::from_le_bytes(word)))
    }

    fn rest(&mut self) -> Option<Place> {
        (self.at < self.bytes.len()).then_some(Place::Byte(self.at + 1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{GnubgNets, testing::gnubg_weights};

    /// The same weights as words.
    fn binary(text: &str) -> Vec<u8> {
        let mut bytes = BINARY.map(f32::to_le_bytes).as_flattened().to_vec();
        for line in text.lines().skip(1) {
            let words: Vec<_> = line.split(' ').collect();
            // The header has four whole numbers and two others.
            for (i, word) in words.iter().enumerate() {
                let whole = word.parse::<u32>().ok().filter(|_| words.len() == 6 && i < 4);
                let float = || word.parse::<f32>().expect("a number").to_le_bytes();
                bytes.extend(whole.map_or_else(float, u32::to_le_bytes));
            }
        }
        bytes
    }

    #[test]
    fn both_forms_are_read() -> Result<(), GnubgError> {
        let text = gnubg_weights(12, 1);
        let binary = binary(&text);
        let nets = GnubgNets::read(text.as_bytes())?;
        assert_eq!(nets, GnubgNets::read(&binary)?);
        assert_eq!(nets, GnubgNets::read(&nets.write())?);
        assert_eq!(nets, GnubgNets::read(text.replace('\n', "\r\n").as_bytes())?);
        assert!(GnubgNets::is_one(&binary) && GnubgNets::is_one(text.as_bytes()));
        // The fourth number of each network is not kept.
        let differ = binary.iter().zip(nets.write()).filter(|(a, b)| **a != *b).count();
        assert_eq!((binary.len(), differ), (nets.write().len(), 6));
        Ok(())
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        #[track_caller]
        fn check(bytes: &[u8], error: &str) {
            assert_eq!(GnubgNets::read(bytes).unwrap_err().to_string(), error);
        }
        let text = gnubg_weights(2, 1);
        let with = |line: usize, instead: &str| {
            let mut lines: Vec<_> = text.lines().collect();
            lines[line - 1] = instead;
            lines.join("\n").into_bytes()
        };
        let other =
            "line 1: it does not begin with \"GNU Backgammon 1.00\", nor as the binary form does";
        check(b"", other);
        check(b"SB-NETS\n\xff", other);
        check(
            &with(1, "GNU Backgammon 0.15"),
            "line 1: it begins with \"GNU Backgammon 0.15\", and \"GNU Backgammon 1.00\" is expected",
        );
        check(
            &with(2, "249 2 5 0 0.1 1"),
            "line 2: the contact network has 249 inputs, and 250 is expected",
        );
        check(
            &with(2, "250 0 5 0 0.1 1"),
            "line 2: the contact network has 0 hidden units, and 1 to 4096 are expected",
        );
        check(
            &with(2, "250 2 4 0 0.1 1"),
            "line 2: the contact network has 4 outputs, and 5 is expected",
        );
        check(
            &with(2, "250 -2 5 0 0.1 1"),
            "line 2: \"-2\" is no whole number for the number of hidden units of the contact network",
        );
        check(
            &with(2, "250 2 5 0 x 1"),
            "line 2: \"x\" is no number for the beta of hidden units of the contact network",
        );
        check(
            &with(3, "0,5"),
            "line 3: \"0,5\" is no number for the weights of hidden units of the contact network",
        );
        check(
            &with(510, "inf"),
            "line 510: inf is no number for the weights of outputs of the contact network",
        );
        let lines = text.lines().count();
        let cut = text.trim_end().rsplit_once('\n').expect("lines").0;
        check(
            cut.as_bytes(),
            &format!(
                "line {}: the file ends before the thresholds of outputs of the pruning race network",
                lines - 1
            ),
        );
        check(
            format!("{text}\n1\n").as_bytes(),
            &format!("line {}: there is more after the sixth network", lines + 2),
        );
        check(b"GNU Backgammon 1.00\n1 \xff", "line 2: it is no text");
        let binary = binary(&text);
        check(&binary[..6], "byte 6: the file ends before its version");
        check(
            &[&binary[..4], &2.0_f32.to_le_bytes()].concat(),
            "byte 5: it is of version 2, and 1.0 is expected",
        );
        check(
            &[&binary[..8], &[9, 0, 0, 0]].concat(),
            "byte 9: the contact network has 9 inputs, and 250 is expected",
        );
        check(
            &binary[..100],
            "byte 100: the file ends before the weights of hidden units of the contact network",
        );
        check(
            &[&binary[..], &[0]].concat(),
            &format!("byte {}: there is more after the sixth network", binary.len() + 1),
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_bytes_do_no_harm(bytes: Vec<u8>, cut: prop::sample::Index, at: prop::sample::Index) {
            prop_assert!(GnubgNets::read(&bytes).is_err());
            let text = gnubg_weights(2, 1);
            let binary = binary(&text);
            for good in [text.trim_end().as_bytes(), &binary] {
                let begun = [&good[..cut.index(40)], &bytes].concat();
                prop_assert!(GnubgNets::read(&begun).is_err());
                // A text cut off within its last number just ends with another number.
                prop_assert!(GnubgNets::read(&good[..cut.index(good.len() - 12)]).is_err());
                let mut changed = good.to_vec();
                changed[at.index(good.len())] ^= 0x41;
                let _ = GnubgNets::read(&changed);
            }
        }
    }
}
