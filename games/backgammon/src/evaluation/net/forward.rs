//! The forward pass of a network, from the rows that change: the part that takes most of the time.

use pulp::{Simd, WithSimd};

use super::network::{BLOCK, Network, OUTPUTS};
use crate::evaluation::inputs::Change;

/// The input at which a hidden unit reaches one.
const FULL: i16 = 511;

/// Updates the sums of the first layer and computes the rest.
pub(super) struct Forward<'a> {
    pub(super) network: &'a Network,
    pub(super) sums: &'a mut [i16],
    /// The rows to subtract and those to add.
    pub(super) changes: &'a [Change],
}

impl<'a> Forward<'a> {
    /// With `H` hidden units, a number known at compile time, `N` at a time.
    #[inline(always)]
    fn of<const H: usize, const N: usize>(self) -> [i32; OUTPUTS] {
        let (rows, last) =
            (self.network.rows.as_chunks::<H>().0, self.network.last.as_chunks::<H>().0);
        let part = |numbers: &'a [i16; H], from: usize| -> &'a [i16; N] {
            numbers[from..].first_chunk().expect("a part of the hidden units")
        };
        self.parts(|row, from| part(&rows[row], from), |output, from| part(&last[output], from))
    }

    /// With any number of hidden units.
    #[inline(always)]
    fn of_any(self) -> [i32; OUTPUTS] {
        let Network { hidden, rows, last, .. } = self.network;
        let part = |numbers: &'a [i16], from: usize| -> &'a [i16; BLOCK] {
            numbers[from..].first_chunk().expect("a part of the hidden units")
        };
        self.parts(
            |row, from| part(rows, row * hidden + from),
            |output, from| part(last, output * hidden + from),
        )
    }

    /// `N` hidden units at a time: their sums stay in registers from the first row to the last
    /// output.
    #[inline(always)]
    fn parts<const N: usize>(
        self,
        row: impl Fn(usize, usize) -> &'a [i16; N],
        last: impl Fn(usize, usize) -> &'a [i16; N],
    ) -> [i32; OUTPUTS] {
        let mut outputs = self.network.last_bias;
        for (i, kept) in self.sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
            let from = N * i;
            let mut sums = *kept;
            for &Change { away, add } in self.changes {
                let add = row(add.into(), from);
                (0..N).for_each(|i| sums[i] = sums[i].wrapping_add(add[i]));
                let away = row(away.into(), from);
                (0..N).for_each(|i| sums[i] = sums[i].wrapping_sub(away[i]));
            }
            *kept = sums;
            let units = sums.map(|sum| {
                let x = i32::from(sum.clamp(0, FULL) << 5);
                ((x * x) >> 16) as i16
            });
            for (o, output) in outputs.iter_mut().enumerate() {
                *output = say(*output, &units, last(o, from));
            }
        }
        outputs
    }
}

/// An output with these hidden units added. This is a function because a closure may be compiled
/// separately, without the instructions of this processor.
#[inline(always)]
fn say<const N: usize>(output: i32, units: &[i16; N], last: &[i16; N]) -> i32 {
    let products = units.iter().zip(last).map(|(&x, &w)| i32::from(x) * i32::from(w));
    products.fold(output, i32::wrapping_add)
}

impl WithSimd for Forward<'_> {
    type Output = [i32; OUTPUTS];

    /// Compiled for every kind of processor; as all arithmetic is in integers, the result is the
    /// same.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [i32; OUTPUTS] {
        match self.sums.len() {
            32 => self.of::<32, 32>(),
            128 => self.of::<128, 128>(),
            256 if S::F32_LANES >= 16 => self.of::<256, 256>(),
            256 => self.of::<256, 128>(),
            512 if S::F32_LANES >= 16 => self.of::<512, 256>(),
            512 => self.of::<512, 128>(),
            _ => self.of_any(),
        }
    }
}
