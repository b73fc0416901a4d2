//! The number types of weights.

use std::ops::{Add, Div, Mul, Sub, SubAssign};

use serde::{Serialize, de::DeserializeOwned};

/// `f32` or `f64`, with the constants of [`Adam`](super::Adam) in that precision.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + SubAssign
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The decay rate of the running mean of the gradient (β₁).
    const MEAN: Self;
    /// The decay rate of the running mean of its square (β₂).
    const SQUARE: Self;
    /// The stabilising term (ε): gradients of this size or below move a weight by less than
    /// the learning rate.
    const SMALL: Self;
    /// What it is written as where it has to survive bit for bit.
    type Bits: Serialize + DeserializeOwned;

    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// A power.
    #[must_use]
    fn powi(self, exponent: i32) -> Self;
    /// Its bits.
    fn to_bits(self) -> Self::Bits;
    /// The number of these bits.
    fn from_bits(bits: Self::Bits) -> Self;
}

macro_rules! number {
    ($number:ident, $bits:ident, $small:literal) => {
        impl Number for $number {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MEAN: Self = 0.9;
            const SQUARE: Self = 0.999;
            const SMALL: Self = $small;
            type Bits = $bits;

            fn sqrt(self) -> Self {
                $number::sqrt(self)
            }

            fn powi(self, exponent: i32) -> Self {
                $number::powi(self, exponent)
            }

            fn to_bits(self) -> $bits {
                $number::to_bits(self)
            }

            fn from_bits(bits: $bits) -> Self {
                $number::from_bits(bits)
            }
        }
    };
}

number!(f32, u32, 1e-8);
number!(f64, u64, 1e-12);
