//! Numbers in cache lines.

/// The bytes of a cache line.
const BYTES: usize = 64;

/// A cache line of numbers, for weights that vector instructions add up.
///
/// Where a compiler knows that numbers start at a multiple of so many bytes, an instruction takes
/// them straight from memory. In a list that may start anywhere, they can straddle two lines, and
/// code for processors in general loads them in two halves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Line<T, const N: usize>(pub(super) [T; N]);

impl<T: Copy + Default, const N: usize> Line<T, N> {
    /// Rows of `len` numbers each, one after the other, each filled up with zeros to whole lines.
    pub(super) fn rows(numbers: &[T], len: usize) -> Vec<Self> {
        const { assert!(N * size_of::<T>() == BYTES, "as many numbers as a line holds") };
        let line = |part: &[T]| {
            let mut line = [T::default(); N];
            line[..part.len()].copy_from_slice(part);
            Self(line)
        };
        numbers.chunks(len).flat_map(|row| row.chunks(N)).map(line).collect()
    }

    /// The numbers of such rows, without what they were filled up with.
    pub(super) fn numbers(rows: &[Self], len: usize) -> impl Iterator<Item = T> + '_ {
        let rows = rows.chunks(len.div_ceil(N));
        rows.flat_map(move |row| row.iter().flat_map(|line| line.0).take(len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_numbers() {
        for len in [1, 15, 16, 17, 32, 40] {
            let numbers: Vec<f32> = (0..3 * len).map(|i| i as f32).collect();
            let rows: Vec<Line<f32, 16>> = Line::rows(&numbers, len);
            assert_eq!(rows.len(), 3 * len.div_ceil(16));
            assert!(rows.iter().all(|line| std::ptr::from_ref(line).addr() % BYTES == 0));
            assert!(Line::numbers(&rows, len).eq(numbers), "{len}");
        }
    }
}
