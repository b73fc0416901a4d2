//! The file format of the table.
//!
//! After the header that every [file](starboard_core::binfile) has: the distinct lists of entries
//! of a shape with stones in it, by whether there is another eye and by the liberties outside,
//! 32 bits each; then the shapes, as cells and inner cells, and for each set of stones the number
//! of its list plus one, or 0 if they have no liberty.

use std::collections::BTreeMap;

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{
    EyeTable, List,
    entry::{Entry, MOST},
    shape::Shape,
};

const KIND: Kind = Kind { magic: b"SB-GOEYE", version: 1, name: "a table of Go eye spaces" };
/// More lists than are ever needed.
const MOST_LISTS: usize = 1 << 16;
/// The most shapes.
const MOST_SHAPES: usize = 1 << 12;

impl EyeTable {
    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let mut lists: BTreeMap<List, u64> = BTreeMap::new();
        for list in self.shapes.iter().flat_map(|(_, lists)| lists).flatten() {
            lists.insert(*list, 0);
        }
        let mut output = Output::new(KIND);
        output.number(lists.len() as u64);
        for (i, (list, number)) in lists.iter_mut().enumerate() {
            *number = i as u64 + 1;
            for entry in list.iter().flatten() {
                output.bytes(&entry.packed().to_le_bytes());
            }
        }
        output.number(self.shapes.len() as u64);
        for (shape, known) in &self.shapes {
            output.bytes(&shape.cells.to_le_bytes());
            output.bytes(&shape.inner.to_le_bytes());
            for list in known {
                output.number(list.map_or(0, |list| lists[&list]));
            }
        }
        output.finish()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is of another kind, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let mut input = Input::new(bytes, KIND)?;
        let count = input.number(MOST_LISTS as u64, "the number of lists")?;
        let mut lists = Vec::new();
        for _ in 0..count {
            let mut list = List::default();
            for entry in list.iter_mut().flatten() {
                let bits = u32::from_le_bytes(*input.array("an entry")?);
                *entry = Entry::unpacked(bits);
            }
            lists.push(list);
        }
        let count = input.number(MOST_SHAPES as u64, "the number of shapes")?;
        let mut shapes = Vec::new();
        for _ in 0..count {
            let [cells, inner] = [input.array("a shape")?, input.array("a shape")?];
            let [cells, inner] = [cells, inner].map(|bytes: &[u8; 8]| u64::from_le_bytes(*bytes));
            let shape = Shape::new(cells, inner);
            let fits = cells != 0
                && shape.len() <= MOST
                && inner & !cells == 0
                && shape == (Shape { cells, inner });
            if !fits {
                let (what, found) = ("the cells of a shape", cells);
                return Err(FileError::Number { what, found, at: input.at() });
            }
            let mut known = Vec::new();
            for _ in 0..1 << shape.len() {
                let number = input.number(lists.len() as u64, "the number of a list")?;
                known.push(number.checked_sub(1).map(|i| lists[i as usize]));
            }
            shapes.push((shape, known));
        }
        input.finish()?;
        Ok(Self::of(shapes))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_table_comes_back() {
        let bytes = EyeTable::built_in().write();
        assert!(&bytes == include_bytes!("../../../data/go.eyes"), "as it came");
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), magic: bool) {
            if magic && bytes.len() >= 12 {
                bytes[..8].copy_from_slice(KIND.magic);
                bytes[8..12].copy_from_slice(&KIND.version.to_le_bytes());
            }
            prop_assert!(EyeTable::read(&bytes).is_err());
        }
    }
}
