//! Numbers in JSON that come back bit for bit: as their bits.

use serde::{Deserialize, Deserializer, Serializer};

use super::Number;

/// Writes them.
///
/// # Errors
///
/// Whatever the serializer says.
pub(super) fn serialize<T: Number, S: Serializer>(
    numbers: &[T],
    out: S,
) -> Result<S::Ok, S::Error> {
    out.collect_seq(numbers.iter().map(|number| number.to_bits()))
}

/// Reads them.
///
/// # Errors
///
/// Whatever the deserializer says.
pub(super) fn deserialize<'de, T: Number, D: Deserializer<'de>>(
    input: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<T::Bits>::deserialize(input)?.into_iter().map(T::from_bits).collect())
}
