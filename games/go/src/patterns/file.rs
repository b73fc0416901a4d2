//! The file format of pattern values.
//!
//! After the header that every [file](starboard_core::binfile) has: the number of levels and
//! their values in 16 bits each; the number of shapes, their keys as differences from one to the
//! next, and their values.

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{
    Patterns,
    group::Group,
    table::{KEY_BITS, Table},
};

const KIND: Kind = Kind { magic: b"SB-GOPAT", version: 1, name: "a file of Go patterns" };

impl Patterns {
    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let mut output = Output::new(KIND);
        output.number(self.levels.len() as u64);
        self.levels.iter().for_each(|value| output.bytes(&value.to_le_bytes()));
        output.number(self.keys.len() as u64);
        output.keys(self.keys.iter().copied());
        self.shapes[1..].iter().for_each(|value| output.bytes(&value.to_le_bytes()));
        output.finish()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is of another kind, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let mut input = Input::new(bytes, KIND)?;
        let count = input.number(u64::MAX, "the number of levels")?;
        if count != Group::LEVELS as u64 {
            let what = "the number of levels";
            return Err(FileError::Number { what, found: count, at: input.at() });
        }
        let levels = input.halves(count as usize, "the values of the levels")?;
        let count = input.count(3, "the number of shapes")?;
        if count > Table::MOST {
            let (what, found) = ("the number of shapes", count as u64);
            return Err(FileError::Number { what, found, at: input.at() });
        }
        let keys = input.keys(count, KEY_BITS)?;
        let shapes = input.halves(count, "the values of the shapes")?;
        input.finish()?;
        Ok(Self::new(keys, shapes, levels))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_come_back() {
        let bytes = Patterns::built_in().write();
        assert!(&bytes == include_bytes!("../../data/go.patterns"), "as they came");
        let none = Patterns::new(Vec::new(), [], vec![0; Group::LEVELS]);
        assert_eq!(Patterns::read(&none.write()), Ok(none));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good =
            Patterns::new(vec![3, 700], [5, -5], (0..Group::LEVELS as i16).collect()).write();
        #[track_caller]
        fn check(bytes: &[u8], error: &str) {
            let found = Patterns::read(bytes).unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
        check(b"SB-NETS\n", "it is not a file of Go patterns");
        check(&good[..40], "within the values of the levels");
        check(&good[..good.len() - 12], "it ends after");
        let changed = |at: usize, by: u8| {
            let mut bytes = good.clone();
            bytes[at] ^= by;
            bytes
        };
        check(&changed(8, 6), "it is of version 7");
        check(&changed(12, 1), "the number of levels cannot be");
        check(&changed(20, 1), "it is damaged");
        check(&[&good[..], &[0]].concat(), "it goes on for 1 bytes");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn random_bytes_do_no_harm(bytes: Vec<u8>, cut: prop::sample::Index, at: prop::sample::Index) {
            prop_assert!(Patterns::read(&bytes).is_err());
            let good = Patterns::new(vec![1, 9, 5000], [1, 2, 3], vec![7; Group::LEVELS]).write();
            prop_assert!(Patterns::read(&good[..cut.index(good.len())]).is_err());
            let mut bad = good.clone();
            bad[at.index(good.len())] ^= 1 << (bytes.len() % 8);
            prop_assert!(Patterns::read(&bad).is_err());
            let begun = [&good[..12 + 2 * Group::LEVELS + 1], &bytes].concat();
            prop_assert!(Patterns::read(&begun).is_err());
        }

        /// With a valid checksum, damage gets as far as the contents.
        #[test]
        fn what_is_inside_does_no_harm(
            bytes: Vec<u8>,
            at: prop::sample::Index,
            by in 1_u8..,
            begun: bool,
        ) {
            let good = Patterns::new(vec![1, 9, 5000], [1, 2, 3], vec![7; Group::LEVELS]).write();
            let mut body = good[12..good.len() - 8].to_vec();
            if begun {
                let at = at.index(body.len());
                body[at] ^= by;
            } else {
                body.truncate(1 + 2 * Group::LEVELS);
                body.extend(bytes);
            }
            let mut output = Output::new(KIND);
            output.bytes(&body);
            match Patterns::read(&output.finish()) {
                Ok(patterns) => prop_assert_eq!(Patterns::read(&patterns.write()), Ok(patterns)),
                Err(FileError::Number { what, at, .. }) => {
                    prop_assert!(!what.is_empty() && at > 12);
                }
                Err(FileError::Truncated(at, within)) => {
                    prop_assert!(!within.is_empty() && at > 12);
                }
                Err(error) => prop_assert!(
                    matches!(error, FileError::Checksum { .. } | FileError::TooLong(_)),
                    "{error}"
                ),
            }
        }
    }
}
