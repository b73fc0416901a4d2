//! The file format of networks.
//!
//! After the [header of every file](starboard_core::binfile): the number of networks (6, in the
//! order of `Role::ALL`) as u32; then for each network the numbers of hidden units and of rows as
//! u32, the rows, the hidden biases and the output weights as i16, and the output biases as i32.

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{
    Role,
    line::Line,
    network::{BLOCK, Block, Network, OUTPUTS},
};

const KIND: Kind = Kind { magic: b"SB-NETS\n", version: 1, name: "a file of networks" };
/// No network has more hidden units: a file that claims more is damaged.
const MOST_HIDDEN: usize = 4096;

/// Why a file of networks cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetsError {
    /// It is of another kind, or damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// A number in it is not as expected.
    #[error("the {0} network has {1}, and {2} is expected")]
    Shape(&'static str, String, String),
}

pub(super) fn write(nets: &[Network; 6]) -> Vec<u8> {
    let mut output = Output::new(KIND);
    output.bytes(&(nets.len() as u32).to_le_bytes());
    for net in nets {
        output.bytes(&(net.hidden as u32).to_le_bytes());
        output.bytes(&(net.layout.rows() as u32).to_le_bytes());
        for weights in [&net.rows, &net.bias, &net.last] {
            for weight in Line::numbers(weights, net.hidden) {
                output.bytes(&weight.to_le_bytes());
            }
        }
        for bias in net.last_bias {
            output.bytes(&bias.to_le_bytes());
        }
    }
    output.finish()
}

pub(super) fn read(bytes: &[u8]) -> Result<[Network; 6], NetsError> {
    let mut input = Input::new(bytes, KIND)?;
    let count = input.word("the number of its networks")?;
    if count != 6 {
        let (found, expected) = (format!("{count} in all"), "6".to_owned());
        return Err(NetsError::Shape("last", found, expected));
    }
    let mut nets = Vec::new();
    for role in Role::ALL {
        nets.push(network(&mut input, role)?);
    }
    input.finish()?;
    Ok(nets.try_into().expect("one for each role"))
}

fn network(input: &mut Input<'_>, role: Role) -> Result<Network, NetsError> {
    let (name, layout) = (role.name(), role.layout());
    let hidden = input.word(name)? as usize;
    if hidden == 0 || !hidden.is_multiple_of(BLOCK) || hidden > MOST_HIDDEN {
        let expected = format!("a multiple of {BLOCK} up to {MOST_HIDDEN}");
        return Err(NetsError::Shape(name, format!("{hidden} hidden units"), expected));
    }
    let rows = input.word(name)? as usize;
    if rows != layout.rows() {
        let expected = layout.rows().to_string();
        return Err(NetsError::Shape(name, format!("{rows} rows"), expected));
    }
    let mut rows = input.halves(rows * hidden, name)?;
    // Row 0 belongs to no input and stays zero.
    rows[..hidden].fill(0);
    let bias = input.halves(hidden, name)?;
    let last = input.halves(OUTPUTS * hidden, name)?;
    let mut last_bias = [0; OUTPUTS];
    for bias in &mut last_bias {
        *bias = i32::from_le_bytes(*input.array(name)?);
    }
    let [rows, bias, last] = [rows, bias, last].map(|weights| Block::rows(&weights, hidden));
    Ok(Network { layout, hidden, rows, bias, last, last_bias })
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
        check(b"", "it is not a file of networks");
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
            let begun = [&KIND.magic[..], &KIND.version.to_le_bytes(), &6_u32.to_le_bytes(), &bytes].concat();
            prop_assert!(Nets::read(&begun).is_err());
            let good = Nets::built_in().write();
            prop_assert!(Nets::read(&good[..cut.index(good.len())]).is_err());
        }
    }
}
