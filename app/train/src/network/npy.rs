//! Positions as NumPy arrays, for a trainer in another language.
//!
//! Such a file is a header of one line followed by the numbers as they lie in memory, so no
//! library is needed.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use anyhow::Context;
use starboard_core::Game;
use starboard_network::Features;

use super::samples::Positions;

/// No shared feature.
const NONE: u16 = u16::MAX;

/// Writes `shared.npy`: the shared feature of each feature, 65,535 for none; one number per
/// feature.
pub(super) fn write_shared<G: Game, F: Features<G>>(
    folder: &Path,
    features: &F,
) -> anyhow::Result<()> {
    let shared = (0..features.count()).map(|f| features.shared_by(f as u16).unwrap_or(NONE));
    let shared: Vec<u16> = shared.collect();
    write(&folder.join("shared.npy"), "<u2", &[shared.len()], shared, u16::to_le_bytes)
}

/// Writes these positions, from the point of view of the player to move, as four arrays whose
/// names begin with `name`: the features of one position after the other, first as the mover
/// sees them, then as the opponent does (`active`); where each of the two lists ends (`ends`);
/// the score, 0 to 1, and the value that a search found, in grid points (`outcomes`); and the
/// value of the game's existing evaluation, in grid points (`usual`).
pub(super) fn write_positions(
    folder: &Path,
    name: &str,
    positions: &Positions,
) -> anyhow::Result<()> {
    let path = |array: &str| folder.join(format!("{name}-{array}.npy"));
    let (n, active) = (positions.len(), positions.active());
    write(&path("active"), "<u2", &[active.len()], active.iter().copied(), u16::to_le_bytes)?;
    write(&path("ends"), "<u4", &[n, 2], positions.ends(), u32::to_le_bytes)?;
    write(&path("outcomes"), "<f4", &[n, 2], positions.outcomes(), f32::to_le_bytes)?;
    write(&path("usual"), "<f4", &[n], positions.values(), f32::to_le_bytes)
}

/// Writes an array of this shape and number type, in version 1.0 of the format.
fn write<T, const N: usize>(
    path: &Path,
    kind: &str,
    shape: &[usize],
    numbers: impl IntoIterator<Item = T>,
    bytes: impl Fn(T) -> [u8; N],
) -> anyhow::Result<()> {
    let shape: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The data begin at a multiple of 64 bytes.
    const BEFORE: usize = 10;
    let length = (BEFORE + text.len() + 1).next_multiple_of(64) - BEFORE;
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(b"\x93NUMPY\x01\x00")?;
        file.write_all(&(length as u16).to_le_bytes())?;
        file.write_all(format!("{text:<0$}\n", length - 1).as_bytes())?;
        for number in numbers {
            file.write_all(&bytes(number))?;
        }
        file.flush()
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_have_a_header_that_says_what_they_are() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut positions = Positions::default();
        positions.add([vec![3, 1], vec![7]], 1.0, -50.0);
        positions.add([vec![], vec![258]], 0.5, 0.0);
        write_positions(folder.path(), "some", &positions)?;
        let read = |name: &str| std::fs::read(folder.path().join(name));
        let active = read("some-active.npy")?;
        assert_eq!(active.len(), 128 + 8);
        assert_eq!(&active[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let head = std::str::from_utf8(&active[10..128])?;
        assert_eq!(head.trim_end(), "{'descr': '<u2', 'fortran_order': False, 'shape': (4, ), }");
        assert!(head.ends_with('\n'));
        assert_eq!(&active[128..], [3, 0, 1, 0, 7, 0, 2, 1]);
        let ends = read("some-ends.npy")?;
        assert_eq!(&ends[128..], [2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]);
        let outcomes = read("some-outcomes.npy")?;
        let numbers: Vec<u8> = [1.0_f32, -50.0, 0.5, 0.0].map(f32::to_le_bytes).concat();
        assert_eq!(&outcomes[128..], numbers);
        assert_eq!(read("some-usual.npy")?.len(), 128 + 8);
        Ok(())
    }
}
