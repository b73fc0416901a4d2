//! Trees as text for people.

use std::fmt;

use super::{
    Tree,
    shape::{self, BESIDE, EDGE, EMPTY, LAST, LIBERTIES, OTHER, OWN, POINTS, REACHES, parts},
};

/// Lines shown each way from the first move.
const SHOWN: isize = super::SPAN;

impl Tree {
    /// What is on a point as the tree is drawn; `None` if it does not matter.
    fn cell(&self, right: isize, down: isize) -> Option<u8> {
        let cells = &self.cells[..POINTS[self.size]];
        let at = |&i: &usize| shape::step(i) == (right, down);
        (0..cells.len()).find(at).map(|i| parts(cells[i]).0)
    }

    /// The number of the move that is played on a point in the most usual sequence.
    fn number(&self, right: isize, down: isize) -> Option<u8> {
        let mut depth = 1;
        let usual = self.nodes.iter().take_while(|node| {
            depth += 1;
            node.depth == depth
        });
        let mut numbers = usual.filter(|node| node.step() == (right, down));
        if (right, down) == (0, 0) { Some(1) } else { numbers.next().map(|node| node.depth) }
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, down: isize) -> fmt::Result {
        write!(f, " ")?;
        for right in -SHOWN..=SHOWN {
            let mark = match (self.number(right, down), self.cell(right, down)) {
                (Some(number), _) => char::from(b'0' + number),
                (None, None) => ' ',
                (None, Some(EMPTY)) => '.',
                (None, Some(OWN)) => 'X',
                (None, Some(OTHER)) => 'O',
                (None, Some(EDGE)) => '#',
                (None, Some(_)) => '@',
            };
            write!(f, " {mark}")?;
        }
        writeln!(f)
    }
}

/// A diagram of the shape and the most usual sequence, the mover's stones X, the opponent's O
/// and the one played last @, the edge #, points that do not matter blank; the liberties
/// that have to be; and all moves with how often they were played.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:?}: {}. Played {} times, where it can be in {}.{} %; what is within distance {} counts.",
            self.purpose.kind(),
            self.purpose.name(),
            self.seen,
            self.share / 10,
            self.share % 10,
            REACHES[self.size]
        )?;
        let used = |down: isize| {
            (-SHOWN..=SHOWN)
                .any(|right| self.cell(right, down).is_some() || self.number(right, down).is_some())
        };
        for down in (-SHOWN..=SHOWN).filter(|&down| used(down)) {
            self.row(f, down)?;
        }
        for i in 0..BESIDE {
            let (kind, liberties) = parts(self.cells[i]);
            if matches!(kind, OWN | OTHER | LAST) {
                let where_it_is = match shape::step(i) {
                    (0, -1) => "above",
                    (0, _) => "below",
                    (-1, _) => "left of",
                    _ => "right of",
                };
                let more = if liberties + 1 == LIBERTIES { " or more" } else { "" };
                writeln!(f, "  the string {where_it_is} 1 has {} liberties{more}", liberties + 1)?;
            }
        }
        for node in &self.nodes {
            let (right, down) = node.step();
            let indent = 2 * usize::from(node.depth);
            writeln!(f, "{:indent$}{} at {right:+} {down:+}: {}", "", node.depth, node.count)?;
        }
        Ok(())
    }
}
