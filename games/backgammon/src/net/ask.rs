//! What a network says, from the rows that change: the part that takes the time.

use super::network::{BLOCK, Network, OUTPUTS};

/// The input at which a hidden unit is one.
const FULL: i16 = 511;

/// Changes the sums of the first layer and works out the rest.
pub(super) struct Ask<'a> {
    pub(super) network: &'a Network,
    pub(super) sums: &'a mut [i16],
    /// The rows to be taken away, and those to be added.
    pub(super) away: &'a [u16],
    pub(super) add: &'a [u16],
}

impl Ask<'_> {
    /// Does so for `N` hidden units from `from` on, and adds what they say to the
    /// outputs. The sums stay in registers from the first row to the last output.
    #[inline(always)]
    fn part<const N: usize>(&mut self, from: usize, outputs: &mut [i32; OUTPUTS]) {
        let hidden = self.sums.len();
        let part = |numbers: &[i16]| -> [i16; N] {
            *numbers[from..].first_chunk().expect("a part of the hidden units")
        };
        let row = |row: u16| part(&self.network.rows[usize::from(row) * hidden..][..hidden]);
        let mut sums = part(self.sums);
        for &add in self.add {
            let row = row(add);
            (0..N).for_each(|i| sums[i] = sums[i].wrapping_add(row[i]));
        }
        for &away in self.away {
            let row = row(away);
            (0..N).for_each(|i| sums[i] = sums[i].wrapping_sub(row[i]));
        }
        self.sums[from..][..N].copy_from_slice(&sums);
        let units = sums.map(|sum| {
            let x = i32::from(sum.clamp(0, FULL) << 5);
            ((x * x) >> 16) as i16
        });
        for (output, last) in outputs.iter_mut().zip(self.network.last.chunks_exact(hidden)) {
            let products =
                units.into_iter().zip(part(last)).map(|(x, w)| i32::from(x) * i32::from(w));
            *output = products.fold(*output, i32::wrapping_add);
        }
    }
}

impl pulp::NullaryFnOnce for Ask<'_> {
    type Output = [i32; OUTPUTS];

    /// Compiled for every kind of processor; as all is in integers, to the same
    /// result.
    #[inline(always)]
    fn call(mut self) -> [i32; OUTPUTS] {
        /// As many sums as fill half the registers of most processors.
        const PART: usize = 4 * BLOCK;
        let mut outputs = self.network.last_bias;
        let (hidden, mut from) = (self.sums.len(), 0);
        while hidden - from >= PART {
            self.part::<PART>(from, &mut outputs);
            from += PART;
        }
        while from < hidden {
            self.part::<BLOCK>(from, &mut outputs);
            from += BLOCK;
        }
        outputs
    }
}
