//! Networks as a file.
//!
//! ```text
//! 8 bytes   "SB-NETS\n"
//! u32       the version, 1
//! u32       how many networks: 6, in the order of `Role::ALL`
//! each:     u32 hidden units, u32 rows, then the rows, the biases and the weights
//!           of the outputs as i16, and the biases of the outputs as i32
//! u64       a checksum of all before it
//! ```
//!
//! All numbers begin with their lowest byte.

use starboard_core::mix;

use super::{
    Role,
    network::{BLOCK, Network, OUTPUTS},
};

const MAGIC: &[u8; 8] = b"SB-NETS\n";
const VERSION: u32 = 1;
/// More hidden units than anybody has use for: a file that says so is damaged.
const MOST_HIDDEN: usize = 4096;

/// Why a file of networks cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetsError {
    /// It is something else.
    #[error("it is no file of networks: it does not begin with SB-NETS")]
    Magic,
    /// It is of another version.
    #[error("it is of version {0}, and this program reads version {VERSION}")]
    Version(u32),
    /// It ends too soon.
    #[error("it ends after {0} bytes, within {1}")]
    Truncated(usize, &'static str),
    /// It goes on after its end.
    #[error("it goes on for {0} bytes after its end")]
    TooLong(usize),
    /// A number in it cannot be right.
    #[error("the {0} network has {1}, and {2} is expected")]
    Shape(&'static str, String, String),
    /// Some of its bytes are not what was written.
    #[error("it is damaged: its checksum is {found:016x}, and that of its bytes {expected:016x}")]
    Checksum {
        /// What the file says.
        found: u64,
        /// What its bytes say.
        expected: u64,
    },
}

pub(super) fn write(nets: &[Network; 6]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend((nets.len() as u32).to_le_bytes());
    for net in nets {
        out.extend((net.hidden as u32).to_le_bytes());
        out.extend((net.layout.rows() as u32).to_le_bytes());
        for weight in net.rows.iter().chain(&net.bias).chain(&net.last) {
            out.extend(weight.to_le_bytes());
        }
        for bias in net.last_bias {
            out.extend(bias.to_le_bytes());
        }
    }
    out.extend(checksum(&out).to_le_bytes());
    out
}

pub(super) fn read(bytes: &[u8]) -> Result<[Network; 6], NetsError> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(MAGIC.len(), "its first line").ok() != Some(MAGIC) {
        return Err(NetsError::Magic);
    }
    let version = reader.number("its version")?;
    if version != VERSION {
        return Err(NetsError::Version(version));
    }
    let count = reader.number("the number of its networks")?;
    if count != 6 {
        let (found, expected) = (format!("{count} in all"), "6".to_owned());
        return Err(NetsError::Shape("last", found, expected));
    }
    let mut nets = Vec::new();
    for role in Role::ALL {
        nets.push(reader.network(role)?);
    }
    let expected = checksum(&bytes[..reader.at]);
    let found = u64::from_le_bytes(*reader.array("its checksum")?);
    if found != expected {
        return Err(NetsError::Checksum { found, expected });
    }
    if reader.at < bytes.len() {
        return Err(NetsError::TooLong(bytes.len() - reader.at));
    }
    Ok(nets.try_into().expect("one for each role"))
}

/// Where a file is read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize, within: &'static str) -> Result<&'a [u8], NetsError> {
        let end = self.at.saturating_add(n);
        let taken = self.bytes.get(self.at..end);
        let taken = taken.ok_or(NetsError::Truncated(self.bytes.len(), within))?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, within: &'static str) -> Result<&'a [u8; N], NetsError> {
        Ok(self.take(N, within)?.first_chunk().expect("as many as asked for"))
    }

    fn number(&mut self, within: &'static str) -> Result<u32, NetsError> {
        Ok(u32::from_le_bytes(*self.array(within)?))
    }

    fn weights(&mut self, n: usize, within: &'static str) -> Result<Vec<i16>, NetsError> {
        let bytes = self.take(2 * n, within)?.as_chunks().0;
        Ok(bytes.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }

    fn network(&mut self, role: Role) -> Result<Network, NetsError> {
        let (name, layout) = (role.name(), role.layout());
        let hidden = self.number(name)? as usize;
        if hidden == 0 || !hidden.is_multiple_of(BLOCK) || hidden > MOST_HIDDEN {
            let expected = format!("a multiple of {BLOCK} up to {MOST_HIDDEN}");
            return Err(NetsError::Shape(name, format!("{hidden} hidden units"), expected));
        }
        let rows = self.number(name)? as usize;
        if rows != layout.rows() {
            let expected = layout.rows().to_string();
            return Err(NetsError::Shape(name, format!("{rows} rows"), expected));
        }
        let mut rows = self.weights(rows * hidden, name)?;
        // The row of no input counts for nothing.
        rows[..hidden].fill(0);
        let bias = self.weights(hidden, name)?;
        let last = self.weights(OUTPUTS * hidden, name)?;
        let mut last_bias = [0; OUTPUTS];
        for bias in &mut last_bias {
            *bias = i32::from_le_bytes(*self.array(name)?);
        }
        Ok(Network { layout, hidden, rows, bias, last, last_bias })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let hash = words.iter().fold(0, |hash, &word| mix(hash ^ u64::from_le_bytes(word)));
    rest.iter().fold(mix(hash ^ bytes.len() as u64), |hash, &byte| mix(hash ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Nets;

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good = Nets::built_in().write();
        let nets = Nets::read(&good).expect("as written");
        assert_eq!(nets.write(), good);
        assert!(good.len() <= 6 << 20, "{} bytes", good.len());
        #[track_caller]
        fn check(bytes: &[u8], error: &str) {
            let found = Nets::read(bytes).unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
        check(b"", "it is no file of networks");
        check(b"SB-NETS\n\x07\0\0\0", "it is of version 7");
        check(&good[..14], "it ends after 14 bytes, within the number of its networks");
        check(&good[..1000], "it ends after 1000 bytes, within contact");
        check(&good[..good.len() - 1], "within its checksum");
        let changed = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        };
        check(&changed(12, 5), "5 in all");
        check(&changed(16, 7), "the contact network has ");
        check(&changed(20, 7), "rows");
        check(&changed(2000, good[2000] ^ 1), "it is damaged");
        check(&[&good[..], &[0]].concat(), "it goes on for 1 bytes");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_bytes_do_no_harm(bytes: Vec<u8>, cut: prop::sample::Index) {
            prop_assert!(Nets::read(&bytes).is_err());
            let begun = [&MAGIC[..], &VERSION.to_le_bytes(), &6_u32.to_le_bytes(), &bytes].concat();
            prop_assert!(Nets::read(&begun).is_err());
            let good = Nets::built_in().write();
            prop_assert!(Nets::read(&good[..cut.index(good.len())]).is_err());
        }
    }
}
