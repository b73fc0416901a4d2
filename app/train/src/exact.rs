//! Numbers in JSON that come back bit for bit: as their bits.

use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(numbers: &[f64], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(numbers.iter().map(|number| number.to_bits()))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<f64>, D::Error> {
    Ok(Vec::<u64>::deserialize(input)?.into_iter().map(f64::from_bits).collect())
}
