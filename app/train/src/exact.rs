//! Floating-point numbers that survive JSON bit for bit, since they are written as their bits.

use serde::{Deserialize, Deserializer, Serializer};

use super::Number;

/// Writes the numbers.
///
/// # Errors
///
/// Those of the serializer.
pub(super) fn serialize<T: Number, S: Serializer>(
    numbers: &[T],
    out: S,
) -> Result<S::Ok, S::Error> {
    out.collect_seq(numbers.iter().map(|number| number.to_bits()))
}

/// Reads the numbers.
///
/// # Errors
///
/// Those of the deserializer.
pub(super) fn deserialize<'de, T: Number, D: Deserializer<'de>>(
    input: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<T::Bits>::deserialize(input)?.into_iter().map(T::from_bits).collect())
}
