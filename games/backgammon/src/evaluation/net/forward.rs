//! The forward pass of a network, from the rows that change: the part that takes most of the time.

use pulp::{Simd, WithSimd};

use super::network::{BLOCK, Block, Network, OUTPUTS};
use crate::evaluation::inputs::Changes;

/// The input at which a hidden unit reaches one.
const FULL: i16 = 511;

/// Updates the sums of the first layer and computes the rest.
pub(super) struct Forward<'a> {
    pub(super) network: &'a Network,
    pub(super) sums: &'a mut [Block],
    /// The rows to subtract and those to add.
    pub(super) changes: &'a Changes,
}

impl<'a> Forward<'a> {
    /// With `H` blocks of hidden units, a number known at compile time, `N` at a time.
    #[inline(always)]
    fn of<const H: usize, const N: usize>(self) -> [i32; OUTPUTS] {
        let (rows, last) =
            (self.network.rows.as_chunks::<H>().0, self.network.last.as_chunks::<H>().0);
        let part = |blocks: &'a [Block; H], from: usize| -> &'a [Block; N] {
            blocks[from..].first_chunk().expect("a part of the hidden units")
        };
        self.parts(|row, from| part(&rows[row], from), |output, from| part(&last[output], from))
    }

    /// With any number of hidden units.
    #[inline(always)]
    fn of_any(self) -> [i32; OUTPUTS] {
        let Network { rows, last, .. } = self.network;
        let blocks = self.sums.len();
        let part = |list: &'a [Block], block: usize| std::array::from_ref(&list[block]);
        self.parts(
            |row, from| part(rows, row * blocks + from),
            |output, from| part(last, output * blocks + from),
        )
    }

    /// `N` blocks at a time: their sums stay in registers from the first row to the last output.
    #[inline(always)]
    fn parts<const N: usize>(
        self,
        row: impl Fn(usize, usize) -> &'a [Block; N],
        last: impl Fn(usize, usize) -> &'a [Block; N],
    ) -> [i32; OUTPUTS] {
        let mut outputs = self.network.last_bias;
        for (i, kept) in self.sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
            let from = N * i;
            let mut sums = *kept;
            for &add in self.changes.add.as_slice() {
                add_row(&mut sums, row(add.into(), from));
            }
            for &away in self.changes.away.as_slice() {
                subtract_row(&mut sums, row(away.into(), from));
            }
            *kept = sums;
            let units = units(&sums);
            for (o, output) in outputs.iter_mut().enumerate() {
                *output = say(*output, &units, last(o, from));
            }
        }
        outputs
    }
}

// What follows is plain loops: a closure may be compiled separately, without the instructions of
// this processor.

#[inline(always)]
fn add_row<const N: usize>(sums: &mut [Block; N], row: &[Block; N]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, weight) in sums.0.iter_mut().zip(row.0) {
            *sum = sum.wrapping_add(weight);
        }
    }
}

#[inline(always)]
fn subtract_row<const N: usize>(sums: &mut [Block; N], row: &[Block; N]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, weight) in sums.0.iter_mut().zip(row.0) {
            *sum = sum.wrapping_sub(weight);
        }
    }
}

/// The hidden units of these sums.
#[inline(always)]
fn units<const N: usize>(sums: &[Block; N]) -> [Block; N] {
    let mut units = *sums;
    for block in &mut units {
        for unit in &mut block.0 {
            let x = i32::from((*unit).clamp(0, FULL) << 5);
            *unit = ((x * x) >> 16) as i16;
        }
    }
    units
}

/// An output with these hidden units added. In one loop over all, the sum stays a vector to the
/// end.
#[inline(always)]
fn say<const N: usize>(output: i32, units: &[Block; N], last: &[Block; N]) -> i32 {
    let mut sum = output;
    for i in 0..BLOCK * N {
        let (block, i) = (i / BLOCK, i % BLOCK);
        let product = i32::from(units[block].0[i]) * i32::from(last[block].0[i]);
        sum = sum.wrapping_add(product);
    }
    sum
}

impl WithSimd for Forward<'_> {
    type Output = [i32; OUTPUTS];

    /// Compiled for every kind of processor; as all arithmetic is in integers, the result is the
    /// same.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [i32; OUTPUTS] {
        match self.sums.len() {
            1 => self.of::<1, 1>(),
            4 => self.of::<4, 4>(),
            8 if S::F32_LANES >= 16 => self.of::<8, 8>(),
            8 => self.of::<8, 4>(),
            16 if S::F32_LANES >= 16 => self.of::<16, 8>(),
            16 => self.of::<16, 4>(),
            _ => self.of_any(),
        }
    }
}
