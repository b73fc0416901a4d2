//! Networks as a file.
//!
//! After what every [file](starboard_core::binfile) begins with, for groups and for
//! points: the number of inputs, one more than the number of hidden units, or 0 where there is
//! no network, and the weights, 32-bit fractions.

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{Net, Prospects, net::MOST_UNITS};

const KIND: Kind = Kind { magic: b"SB-GOPRO", version: 1, name: "a file of Go prospects" };

impl Prospects {
    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let mut output = Output::new(KIND);
        put(&mut output, self.groups.as_ref());
        put(&mut output, self.points.as_ref());
        output.finish()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is of another kind, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let mut input = Input::new(bytes, KIND)?;
        let groups = take(&mut input)?;
        let points = take(&mut input)?;
        input.finish()?;
        Ok(Self { groups, points })
    }
}

fn put<const N: usize>(output: &mut Output, net: Option<&Net<N>>) {
    output.number(N as u64);
    output.number(net.map_or(0, |net| net.out.len() as u64));
    for weight in net.iter().flat_map(|net| net.hidden.iter().chain(&net.out)) {
        output.bytes(&weight.to_le_bytes());
    }
}

fn take<const N: usize>(input: &mut Input<'_>) -> Result<Option<Net<N>>, FileError> {
    let what = "the number of inputs";
    let found = input.number(u64::MAX, what)?;
    if found != N as u64 {
        return Err(FileError::Number { what, found, at: input.at() });
    }
    let outs = input.number(MOST_UNITS as u64 + 1, "the number of hidden units and one")? as usize;
    if outs == 0 {
        return Ok(None);
    }
    let mut weights = |n: usize| {
        let bytes = input.take(4 * n, "weights")?.as_chunks().0;
        Ok(bytes.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect::<Vec<_>>())
    };
    let (hidden, out) = (weights((N + 1) * (outs - 1))?, weights(outs)?);
    let wrong = |weight: &&f32| !weight.is_finite();
    if let Some(weight) = hidden.iter().chain(&out).find(wrong) {
        let (what, found) = ("a weight", u64::from(weight.to_bits()));
        return Err(FileError::Number { what, found, at: input.at() });
    }
    Ok(Net::new(hidden, out))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn networks_come_back() {
        let bytes = Prospects::built_in().write();
        assert!(&bytes == include_bytes!("../../../data/go.prospects"), "as they came");
        let none = Prospects::default();
        assert_eq!(Prospects::read(&none.write()), Ok(none));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good = Prospects::built_in().write();
        #[track_caller]
        fn check(bytes: &[u8], error: &str) {
            let found = Prospects::read(bytes).unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
        check(b"SB-NETS\n", "it is not a file of Go prospects");
        check(&good[..40], "within weights");
        check(&good[..good.len() - 12], "it ends after");
        let changed = |at: usize, to: u8| {
            let mut bytes = good.clone();
            bytes[at] = to;
            bytes
        };
        check(&changed(12, 3), "the number of inputs cannot be 3, at byte 13");
        check(&changed(13, 100), "the number of hidden units and one cannot be 100");
        check(&changed(200, good[200] ^ 1), "damaged");
        // Not a number.
        let mut bytes = good.clone();
        bytes[14..18].copy_from_slice(&f32::NAN.to_le_bytes());
        check(&bytes, "a weight cannot be 2143289344");
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_wild(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = Prospects::read(&bytes);
            let mut file = Output::new(KIND);
            file.bytes(&bytes);
            let _ = Prospects::read(&file.finish());
        }
    }
}
