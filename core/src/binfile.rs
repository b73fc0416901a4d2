//! A binary container with a checksum, for weights and tables of every game: a
//! magic number that says what the file is, numbers, and the checksum.
//!
//! ```text
//! 8 bytes   what it is
//! u32       the version
//! ...
//! u64       a checksum of all before it
//! ```
//!
//! All numbers begin with their lowest byte; small ones are written in groups of
//! seven bits, the lowest first, the eighth bit set while more follow.

use crate::mix;

/// Why a binary file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It is something else.
    #[error("it is not {0}")]
    Magic(&'static str),
    /// It is of another version.
    #[error("it is of version {found}, and this program reads version {expected}")]
    Version {
        /// What the file says.
        found: u32,
        /// What is read.
        expected: u32,
    },
    /// It ends too soon.
    #[error("it ends after {0} bytes, within {1}")]
    Truncated(usize, &'static str),
    /// It goes on after its end.
    #[error("it goes on for {0} bytes after its end")]
    TooLong(usize),
    /// A number in it cannot be right.
    #[error("{what} cannot be {found}, at byte {at}")]
    Number {
        /// What the number is of.
        what: &'static str,
        /// The number.
        found: u64,
        /// Where it ends.
        at: usize,
    },
    /// Some of its bytes are not what was written.
    #[error("it is damaged: its checksum is {found:016x}, and that of its bytes {expected:016x}")]
    Checksum {
        /// What the file says.
        found: u64,
        /// What its bytes say.
        expected: u64,
    },
}

/// What a file begins with, and what it is called.
#[derive(Copy, Clone, Debug)]
pub struct Kind {
    /// The first line.
    pub magic: &'static [u8; 8],
    /// The version that is written, and the only one that is read.
    pub version: u32,
    /// What it is called, with its article, for messages.
    pub name: &'static str,
}

/// A file being written.
///
/// ```
/// use starboard_core::binfile::{FileError, Input, Kind, Output};
///
/// const KIND: Kind = Kind { magic: b"EXAMPLE\n", version: 1, name: "an example" };
/// let mut output = Output::new(KIND);
/// output.number(300);
/// let mut bytes = output.finish();
///
/// let mut input = Input::new(&bytes, KIND)?;
/// assert_eq!(input.number(1000, "a count")?, 300);
/// input.finish()?;
///
/// bytes[12] ^= 1;
/// let mut input = Input::new(&bytes, KIND)?;
/// assert_eq!(input.number(1000, "a count")?, 301);
/// assert!(matches!(input.finish(), Err(FileError::Checksum { .. })));
/// # Ok::<(), FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Output(Vec<u8>);

impl Output {
    /// Begins a file.
    pub fn new(kind: Kind) -> Self {
        let mut output = Self(kind.magic.to_vec());
        output.bytes(&kind.version.to_le_bytes());
        output
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    /// A number that is small as a rule, in groups of seven bits.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Keys in ascending order, none twice, by the steps between them.
    pub fn keys(&mut self, keys: impl Iterator<Item = u64>) {
        let mut next = 0;
        for key in keys {
            self.number(key - next);
            next = key + 1;
        }
    }

    /// The bytes with their checksum.
    pub fn finish(mut self) -> Vec<u8> {
        self.0.extend(checksum(&self.0).to_le_bytes());
        self.0
    }
}

/// A file being read: nothing that it says is trusted, and every error says where
/// and what.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    /// Reads the first line and the version.
    ///
    /// # Errors
    ///
    /// Bytes of something else, or of another version.
    pub fn new(bytes: &'a [u8], kind: Kind) -> Result<Self, FileError> {
        let mut input = Self { bytes, at: 0 };
        if input.take(kind.magic.len(), "its first line").ok() != Some(kind.magic) {
            return Err(FileError::Magic(kind.name));
        }
        let found = input.word("its version")?;
        if found != kind.version {
            return Err(FileError::Version { found, expected: kind.version });
        }
        Ok(input)
    }

    /// How many bytes have been read.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// So many bytes as they are; `within` names what they belong to.
    ///
    /// # Errors
    ///
    /// The file ends before them.
    pub fn take(&mut self, n: usize, within: &'static str) -> Result<&'a [u8], FileError> {
        let end = self.at.saturating_add(n);
        let taken = self.bytes.get(self.at..end);
        let taken = taken.ok_or(FileError::Truncated(self.bytes.len(), within))?;
        self.at = end;
        Ok(taken)
    }

    /// As many bytes as the array has.
    ///
    /// # Errors
    ///
    /// The file ends before them.
    pub fn array<const N: usize>(
        &mut self,
        within: &'static str,
    ) -> Result<&'a [u8; N], FileError> {
        Ok(self.take(N, within)?.first_chunk().expect("as many as asked for"))
    }

    /// A 32-bit number.
    ///
    /// # Errors
    ///
    /// The file ends before it.
    pub fn word(&mut self, within: &'static str) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(*self.array(within)?))
    }

    /// So many 16-bit numbers.
    ///
    /// # Errors
    ///
    /// The file ends before them.
    pub fn halves(&mut self, n: usize, within: &'static str) -> Result<Vec<i16>, FileError> {
        let bytes = self.take(n.saturating_mul(2), within)?.as_chunks().0;
        Ok(bytes.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }

    /// So many fractions.
    ///
    /// # Errors
    ///
    /// The file ends before them.
    pub fn fractions(&mut self, n: usize, of: &'static str) -> Result<Vec<f64>, FileError> {
        let bytes = self.take(n.saturating_mul(8), of)?.as_chunks().0;
        Ok(bytes.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect())
    }

    /// A number of at most `most`, as [`Output::number`] writes it.
    ///
    /// # Errors
    ///
    /// The file ends within it, or it is larger.
    pub fn number(&mut self, most: u64, what: &'static str) -> Result<u64, FileError> {
        let mut number = 0_u64;
        for shift in (0..70).step_by(7) {
            let [byte] = *self.array(what)?;
            let bits = u64::from(byte & 0x7f);
            // The tenth group has one bit left.
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                if number > most {
                    return Err(FileError::Number { what, found: number, at: self.at });
                }
                return Ok(number);
            }
        }
        Err(FileError::Number { what, found: u64::MAX, at: self.at })
    }

    /// How many items follow, each of at least `least` bytes: no more than the
    /// file has room for.
    ///
    /// # Errors
    ///
    /// The file ends within the number, or is too short for so many.
    pub fn count(&mut self, least: usize, what: &'static str) -> Result<usize, FileError> {
        let room = (self.bytes.len() / least) as u64;
        Ok(self.number(room, what)? as usize)
    }

    /// `n` sorted keys of at most `bits` bits (63 at most), as [`Output::keys`]
    /// writes them.
    ///
    /// # Errors
    ///
    /// The file ends within them, or one has more bits.
    pub fn keys(&mut self, n: usize, bits: u32) -> Result<Vec<u64>, FileError> {
        let most = (1 << bits) - 1;
        let mut keys = Vec::with_capacity(n);
        let mut next = 0_u64;
        for _ in 0..n {
            let step = self.number(most, "a key")?;
            let key = next + step;
            if key > most {
                return Err(FileError::Number { what: "a key", found: key, at: self.at });
            }
            keys.push(key);
            next = key + 1;
        }
        Ok(keys)
    }

    /// Reads the checksum, after which nothing may come.
    ///
    /// # Errors
    ///
    /// The file ends within it or goes on after it, or its bytes are not those
    /// that were written.
    pub fn finish(mut self) -> Result<(), FileError> {
        let expected = checksum(&self.bytes[..self.at]);
        let found = u64::from_le_bytes(*self.array("its checksum")?);
        if found != expected {
            return Err(FileError::Checksum { found, expected });
        }
        match self.bytes.len() - self.at {
            0 => Ok(()),
            more => Err(FileError::TooLong(more)),
        }
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let hash = words.iter().fold(0, |hash, &word| mix(hash ^ u64::from_le_bytes(word)));
    rest.iter().fold(mix(hash ^ bytes.len() as u64), |hash, &byte| mix(hash ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { magic: b"SB-TEST\n", version: 3, name: "a test" };

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 1 << 40, u64::MAX - 1, u64::MAX];
        let mut output = Output::new(KIND);
        numbers.iter().for_each(|&number| output.number(number));
        output.keys([0, 1, 5, 1 << 39].into_iter());
        let bytes = output.finish();
        let mut input = Input::new(&bytes, KIND).expect("its kind");
        for number in numbers {
            assert_eq!(input.number(u64::MAX, "a number"), Ok(number));
        }
        assert_eq!(input.keys(4, 40), Ok(vec![0, 1, 5, 1 << 39]));
        assert_eq!(input.finish(), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        #[track_caller]
        fn check<T: std::fmt::Debug>(found: Result<T, FileError>, error: &str) {
            let found = found.unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
        let good = Output::new(KIND).finish();
        check(Input::new(b"SB-", KIND), "it is not a test");
        check(Input::new(&good[..9], KIND), "it ends after 9 bytes, within its version");
        check(Input::new(&good, Kind { version: 4, ..KIND }), "version 3, and this program");
        let input = |bytes: &'static [u8]| Input { bytes, at: 0 };
        check(input(&[0x80]).number(9, "a count"), "it ends after 1 bytes, within a count");
        check(input(&[0x0a]).number(9, "a count"), "a count cannot be 10, at byte 1");
        check(input(&[0xff; 12]).number(u64::MAX, "a count"), "a count cannot be");
        check(input(&[9, 0]).count(4, "a count"), "a count cannot be 9");
        check(input(&[3, 0]).keys(2, 2), "a key cannot be 4");
        check(Input { bytes: &good, at: 4 }.finish(), "it is damaged");
        let long = [&good[..], &[0]].concat();
        check(Input { bytes: &long, at: 12 }.finish(), "it goes on for 1 bytes");
    }
}
