//! Trees as files.
//!
//! After what every [file](starboard_core::binfile) begins with, how many trees there are. For
//! each: which size its shape has; the number of its purpose; what is on its points, four to
//! a byte; which of them is the opponent's last stone, from 1, or 0; the liberties of what is beside
//! the middle, two bits each; how often it was played and went on; its share; how many moves
//! follow; and for each of them its step, which move it is, and how often it was played.

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{
    CODES, LONGEST, Node, Tree, Trees,
    shape::{BESIDE, EMPTY, LAST, LIBERTIES, MOST, OTHER, OWN, POINTS, parts, whole},
};
use crate::Purpose;

const KIND: Kind = Kind { magic: b"SB-GOTRE", version: 1, name: "a file of Go's trees of moves" };

/// The most moves that follow the first in a tree.
const NODES: u64 = 4095;

impl Trees {
    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let mut output = Output::new(KIND);
        output.number(self.trees.len() as u64);
        for tree in &self.trees {
            write_tree(&mut output, tree);
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
        // The least a tree takes: its shape and its numbers, and two moves.
        let count = input.count(14, "the number of trees")?;
        let trees = (0..count).map(|_| read_tree(&mut input)).collect::<Result<_, _>>()?;
        input.finish()?;
        Ok(Self::new(trees))
    }
}

fn write_tree(output: &mut Output, tree: &Tree) {
    let cells = &tree.cells[..POINTS[tree.size]];
    output.number(tree.size as u64);
    output.number(tree.purpose as u64);
    for four in cells.chunks(4) {
        let byte = four.iter().rev().fold(0, |byte, &cell| {
            let kind = parts(cell).0;
            byte << 2 | if kind == LAST { OTHER } else { kind }
        });
        output.bytes(&[byte]);
    }
    let last = cells.iter().position(|&cell| parts(cell).0 == LAST);
    output.number(last.map_or(0, |last| last as u64 + 1));
    let liberties = cells[..BESIDE].iter().rev().fold(0, |byte, &cell| byte << 2 | parts(cell).1);
    output.bytes(&[liberties]);
    output.number(tree.seen.into());
    output.number(tree.share.into());
    output.number(tree.nodes.len() as u64);
    for node in &tree.nodes {
        output.number(node.step.into());
        output.number(node.depth.into());
        output.number(node.count.into());
    }
}

fn read_tree(input: &mut Input<'_>) -> Result<Tree, FileError> {
    let size = input.number(POINTS.len() as u64 - 1, "the size of a shape")? as usize;
    let purpose = input.number(Purpose::ALL.len() as u64 - 1, "a purpose")? as usize;
    let mut cells = [EMPTY; MOST];
    for (four, &byte) in
        cells.chunks_mut(4).zip(input.take(POINTS[size] / 4, "what is on the points of a shape")?)
    {
        for (i, cell) in four.iter_mut().enumerate() {
            *cell = byte >> (2 * i) & 3;
        }
    }
    let last = input.number(POINTS[size] as u64, "the place of the last stone")?;
    if let Some(last) = last.checked_sub(1) {
        let cell = &mut cells[last as usize];
        if *cell != OTHER {
            let what = "the place of the last stone";
            return Err(FileError::Number { what, found: last, at: input.at() });
        }
        *cell = LAST;
    }
    let &[liberties] = input.array("the liberties of a shape")?;
    for (i, cell) in cells[..BESIDE].iter_mut().enumerate() {
        let count = liberties >> (2 * i) & 3;
        let most = if matches!(*cell, OWN | OTHER | LAST) { LIBERTIES - 1 } else { 0 };
        if count > most {
            let (what, found) = ("the liberties of a string", count.into());
            return Err(FileError::Number { what, found, at: input.at() });
        }
        *cell = whole(*cell, count);
    }
    let seen = input.number(u32::MAX.into(), "how often a tree was seen")? as u32;
    let share = input.number(1000, "the share of a tree")? as u16;
    let count = input.number(NODES, "the number of moves")?;
    let mut nodes: Vec<Node> = Vec::new();
    let mut depth = 1;
    for _ in 0..count {
        let step = input.number(u64::from(CODES) - 1, "a step")? as u8;
        let next = input.number(LONGEST as u64, "the place of a move")?;
        if next < 2 || next > depth + 1 {
            let what = "the place of a move";
            return Err(FileError::Number { what, found: next, at: input.at() });
        }
        depth = next;
        let count = input.number(u32::MAX.into(), "how often a move was played")? as u32;
        nodes.push(Node { step, depth: depth as u8, count });
    }
    Ok(Tree { cells, size, purpose: Purpose::ALL[purpose], seen, share, nodes })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Record,
        knowledge::trees::mine::{Options, mine},
    };

    fn small() -> Trees {
        let game = "(;SZ[9];B[ee];W[ec];B[ge];W[ce];B[cd];W[dc];B[dd];W[gc];B[fd];W[cf])";
        let (records, _) = Record::read_all(&game.repeat(5)).expect("games");
        let options = Options { least: 3, seen: 3, ..Options::default() };
        mine(&records, &options, 1, &mut |_, _| ())
    }

    #[test]
    fn trees_come_back() {
        let trees = small();
        assert!(trees.len() > 3, "{}", trees.len());
        assert_eq!(Trees::read(&trees.write()), Ok(trees));
        let none = Trees::read(&Trees::default().write()).expect("as written");
        assert!(none.is_empty());
        let bytes = Trees::built_in().write();
        assert!(&bytes == include_bytes!("../../../data/go.trees"), "as they came");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good = small().write();
        #[track_caller]
        fn check(bytes: &[u8], error: &str) {
            let found = Trees::read(bytes).unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
        check(b"", "it is not a file of Go's trees");
        // As many trees as there may be, and what comes first of one.
        let begun = |bytes: &[u8]| [&good[..12], &[1], bytes, &[0; 40]].concat();
        check(&[&good[..12], &[100]].concat(), "the number of trees cannot be 100");
        check(&begun(&[7]), "the size of a shape cannot be 7");
        check(&begun(&[0, 255, 1]), "a purpose cannot be 255");
        check(&begun(&[0, 0, 0, 0, 0, 0, 0, 1]), "the place of the last stone cannot be 0");
        check(&begun(&[0, 0, 0, 0, 0, 0, 0, 0, 1]), "the liberties of a string cannot be 1");
        check(&[&good[..], &[0]].concat(), "it goes on for 1 bytes");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn random_bytes_do_no_harm(bytes: Vec<u8>, cut: prop::sample::Index, at: prop::sample::Index) {
            prop_assert!(Trees::read(&bytes).is_err());
            let good = small().write();
            prop_assert!(Trees::read(&good[..cut.index(good.len())]).is_err());
            let mut bad = good.clone();
            bad[at.index(good.len())] ^= 1 << (bytes.len() % 8);
            prop_assert!(Trees::read(&bad).is_err());
        }

        /// The checksum lets it through to what is inside.
        #[test]
        fn what_is_inside_does_no_harm(at: prop::sample::Index, by in 1_u8..) {
            let good = small().write();
            let mut body = good[12..good.len() - 8].to_vec();
            let at = at.index(body.len());
            body[at] ^= by;
            let mut output = Output::new(KIND);
            output.bytes(&body);
            if let Ok(trees) = Trees::read(&output.finish()) {
                prop_assert_eq!(Trees::read(&trees.write()), Ok(trees.clone()));
                let game = crate::positions().next().expect("a position");
                trees.find(&game, |found| assert!(!found.tree.to_string().is_empty()));
                trees.goes_on(&game, &mut Vec::new());
            }
        }
    }
}
