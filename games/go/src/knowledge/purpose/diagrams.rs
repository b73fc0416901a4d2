//! Purposes that show in a few points around a move, as diagrams.
//!
//! `*` is the move, `X` and `O` are stones of the mover and of the opponent, `.` is
//! free, `x` and `o` are free or one of these, `#` is beyond the edge, and `?` anything
//! at all. A diagram holds whichever way it is turned and mirrored, but one that *faces*
//! has the nearest edge below it. The first that fits says what the move is for.

use std::sync::OnceLock;

use super::Purpose;
use crate::{Board, Color, Point};

/// A purpose and where it is found.
struct Diagram {
    purpose: Purpose,
    /// The lowest and the highest line of the move, the edge being the first.
    lines: [usize; 2],
    faces: bool,
    rows: &'static [&'static str],
}

const fn any(purpose: Purpose, lines: [usize; 2], rows: &'static [&'static str]) -> Diagram {
    Diagram { purpose, lines, faces: false, rows }
}

const fn facing(purpose: Purpose, lines: [usize; 2], rows: &'static [&'static str]) -> Diagram {
    Diagram { purpose, lines, faces: true, rows }
}

/// Every line.
const ALL: [usize; 2] = [1, 13];
/// Every line but the first two.
const INNER: [usize; 2] = [3, 13];
/// Away from the side.
const UPPER: [usize; 2] = [4, 13];

/// Moves in contact, the more special first.
const CONTACT: &[Diagram] = &[
    any(Purpose::CrossCuts, ALL, &["XO", "O*"]),
    any(Purpose::Wedges, [2, 13], &["?.?", "O*O", "?.?"]),
    any(Purpose::PushesThrough, [2, 13], &["?o?", "O*O", "?X?"]),
    any(Purpose::Bamboo, ALL, &["XX", "..", "X*"]),
    facing(Purpose::CrawlsFirst, [1, 1], &["OO", "X*"]),
    facing(Purpose::CrawlsSecond, [2, 2], &["OO", "X*"]),
    facing(Purpose::CrawlsThird, [3, 3], &["OO", "X*"]),
    facing(Purpose::DescendsFirst, [1, 1], &["X", "*"]),
    any(Purpose::HaneThree, INNER, &["??X.", "OOO*"]),
    any(Purpose::HaneTwo, INNER, &["?X.", "OO*"]),
    any(Purpose::DoubleHane, [2, 13], &["X??", "OX.", "?O*"]),
    any(Purpose::HaneFirst, [1, 1], &["XO", ".*"]),
    any(Purpose::HaneSecond, [2, 2], &["XO", ".*"]),
    facing(Purpose::HaneUnder, INNER, &["XO", ".*"]),
    any(Purpose::Hane, INNER, &["XO", ".*"]),
    any(Purpose::PushesFromBehind, INNER, &["X*.", "OOO"]),
    facing(Purpose::PressesDown, UPPER, &["X*", "OO"]),
    any(Purpose::PushesAlong, INNER, &["X*", "OO"]),
    any(Purpose::ClampsSecond, [1, 2], &["XO*"]),
    any(Purpose::Clamps, INNER, &["XO*"]),
    any(Purpose::AttachesAtAngle, ALL, &["X.", ".*O"]),
    any(Purpose::AttachesAtAngle, ALL, &["X.?", ".*?", "?O?"]),
    facing(Purpose::ConnectsUnder, [1, 2], &["?O?", "X*X"]),
    any(Purpose::ConnectsFirst, [1, 1], &["X*X"]),
    any(Purpose::StopsBamboo, ALL, &["OO", "..", "O*"]),
    any(Purpose::MiddleOfThree, ALL, &["OOO", "?*?"]),
    any(Purpose::EmptyTriangle, ALL, &["XX", ".*"]),
    facing(Purpose::DescendsSecond, [2, 2], &["XO", "*?"]),
    facing(Purpose::Descends, INNER, &["XO", "*?"]),
    any(Purpose::Turns, ALL, &["X*", "?O"]),
    any(Purpose::Stretches, ALL, &["OX*"]),
    any(Purpose::Stretches, ALL, &["X*", "O."]),
    facing(Purpose::AttachesSecond, [1, 2], &["O", "*"]),
    facing(Purpose::AttachesSecond, [1, 2], &["O*"]),
    facing(Purpose::AttachesUnder, INNER, &["O", "*"]),
    facing(Purpose::AttachesOnTop, INNER, &["*", "O"]),
    any(Purpose::AttachesBeside, ALL, &["O*"]),
];

/// Moves that touch no stone of the opponent's.
const LOOSE: &[Diagram] = &[
    facing(Purpose::Caps, UPPER, &[".*.", "?.?", "?O?"]),
    facing(Purpose::ShoulderHit, UPPER, &["*.", ".O"]),
    facing(Purpose::KnightCap, [5, 13], &["*.", "..", ".O"]),
    facing(Purpose::KnightCap, [5, 13], &["*..", "?.O"]),
    facing(Purpose::MonkeyJump, [1, 1], &["X...", "...*"]),
    facing(Purpose::SlidesFirst, [1, 1], &["X..", "..*"]),
    facing(Purpose::SlidesSecond, [2, 2], &["X..", "..*"]),
    facing(Purpose::SlidesSecond, [2, 2], &["X...", "...*"]),
    facing(Purpose::SlidesSecond, [2, 2], &["X.", "..", ".*"]),
    facing(Purpose::JumpsOut, UPPER, &["*", ".", "X"]),
    facing(Purpose::JumpsOutTwo, [5, 13], &["*", ".", ".", "X"]),
    facing(Purpose::RunsDiagonally, UPPER, &[".*", "X."]),
    facing(Purpose::RunsByKnight, UPPER, &[".*", "..", "X."]),
    any(Purpose::MovesDiagonally, ALL, &["X.", ".*"]),
    facing(Purpose::ExtendsOne, [2, 4], &["X.*"]),
    facing(Purpose::ExtendsTwo, [2, 4], &["X..*"]),
    any(Purpose::OneSpaceJump, ALL, &["X.*"]),
    any(Purpose::KnightsMove, ALL, &["X..", "..*"]),
    any(Purpose::TwoSpaceJump, ALL, &["X..*"]),
    any(Purpose::LargeKnight, ALL, &["X...", "...*"]),
    any(Purpose::ElephantsMove, ALL, &["X..", "...", "..*"]),
    facing(Purpose::ExtendsFar, [2, 4], &["X...*"]),
];

/// What has to be where, as seen from the move with the nearest edge below if it faces.
#[derive(Clone, Debug)]
struct Wanted {
    steps: Vec<(isize, isize, u8)>,
}

/// A diagram ready to be compared, in all the ways it can be turned.
#[derive(Clone, Debug)]
struct Ready {
    purpose: Purpose,
    lines: [usize; 2],
    faces: bool,
    ways: [Wanted; 8],
}

/// The way a diagram lies if it is turned so; the fourth bit of a way exchanges columns and
/// rows, the second turns it upside down.
fn turned((right, down): (isize, isize), way: usize) -> (isize, isize) {
    let right = if way & 1 == 0 { right } else { -right };
    let down = if way & 2 == 0 { down } else { -down };
    if way & 4 == 0 { (right, down) } else { (down, right) }
}

impl Ready {
    fn new(diagram: &Diagram) -> Self {
        let cells = || {
            diagram.rows.iter().enumerate().flat_map(|(row, text)| {
                text.bytes()
                    .enumerate()
                    .map(move |(column, mark)| (column as isize, row as isize, mark))
            })
        };
        let (x, y, _) = cells().find(|&(.., mark)| mark == b'*').expect("it shows the move");
        let ways = std::array::from_fn(|way| {
            let relevant = cells().filter(|&(.., mark)| mark != b'?' && mark != b'*');
            let steps = relevant.map(|(column, row, mark)| {
                let (right, down) = turned((column - x, row - y), way);
                (right, down, mark)
            });
            Wanted { steps: steps.collect() }
        });
        Self { purpose: diagram.purpose, lines: diagram.lines, faces: diagram.faces, ways }
    }
}

fn ready(diagrams: &[Diagram]) -> Vec<Ready> {
    diagrams.iter().map(Ready::new).collect()
}

fn contact_diagrams() -> &'static [Ready] {
    static READY: OnceLock<Vec<Ready>> = OnceLock::new();
    READY.get_or_init(|| ready(CONTACT))
}

fn loose_diagrams() -> &'static [Ready] {
    static READY: OnceLock<Vec<Ready>> = OnceLock::new();
    READY.get_or_init(|| ready(LOOSE))
}

/// A point as the mover sees its surroundings.
#[derive(Copy, Clone, Debug)]
pub(super) struct View<'a> {
    pub(super) board: &'a Board,
    pub(super) mover: Color,
    pub(super) point: Point,
}

impl View<'_> {
    /// The point so far right and down; `None` beyond the edge.
    pub(super) fn step(&self, right: isize, down: isize) -> Option<Point> {
        let size = self.board.size();
        let column = self.point.column(size).checked_add_signed(right)?;
        let row = self.point.row(size).checked_add_signed(down)?;
        Point::at(size, column, row)
    }

    fn fits(&self, wanted: &Wanted) -> bool {
        wanted.steps.iter().all(|&(right, down, mark)| {
            let there = self.step(right, down).map(|point| self.board.at(point));
            match there {
                None => mark == b'#',
                Some(None) => matches!(mark, b'.' | b'x' | b'o'),
                Some(Some(color)) if color == self.mover => matches!(mark, b'X' | b'x'),
                Some(Some(_)) => matches!(mark, b'O' | b'o'),
            }
        })
    }

    /// The ways to turn a diagram so that the nearest edge is below it.
    pub(super) fn facing(&self) -> [bool; 8] {
        let size = self.board.size();
        let (column, row) = (self.point.column(size), self.point.row(size));
        let (last, edge) = (size.side() - 1, self.point.edge(size));
        std::array::from_fn(|way| match turned((0, 1), way) {
            (0, 1) => last - row == edge,
            (0, _) => row == edge,
            (1, _) => last - column == edge,
            _ => column == edge,
        })
    }

    fn first(&self, diagrams: &[Ready]) -> Option<Purpose> {
        let line = self.point.edge(self.board.size()) + 1;
        let faces = self.facing();
        let fits = |ready: &&Ready| {
            (ready.lines[0]..=ready.lines[1]).contains(&line)
                && ready
                    .ways
                    .iter()
                    .zip(faces)
                    .any(|(wanted, below)| (below || !ready.faces) && self.fits(wanted))
        };
        diagrams.iter().find(fits).map(|ready| ready.purpose)
    }

    /// What a move in contact with the opponent's stones is for, or one beside stones of one's own.
    pub(super) fn in_contact(&self) -> Option<Purpose> {
        self.first(contact_diagrams())
    }

    /// What a move that touches nothing is for.
    pub(super) fn loose(&self) -> Option<Purpose> {
        self.first(loose_diagrams())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is drawn is found there, or something that comes before it, in every way
    /// to turn it.
    #[test]
    fn diagrams_fit_what_they_show() {
        for diagram in CONTACT.iter().chain(LOOSE) {
            let ready = Ready::new(diagram);
            for wanted in &ready.ways {
                let mut board = Board::new(crate::Size::FULL);
                let point = Point::at(board.size(), 9, 9).expect("the middle");
                let at = |right, down| {
                    View { board: &Board::new(crate::Size::FULL), mover: Color::Black, point }
                        .step(right, down)
                };
                for &(right, down, mark) in &wanted.steps {
                    let Some(there) = at(right, down) else { panic!("off the board") };
                    match mark {
                        b'X' => board.play(there, Color::Black),
                        b'O' => board.play(there, Color::White),
                        _ => {}
                    }
                }
                let view = View { board: &board, mover: Color::Black, point };
                assert!(view.fits(wanted), "{:?}", diagram.purpose);
            }
        }
    }
}
