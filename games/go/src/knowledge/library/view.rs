//! Corners and boards in a canonical orientation.

use starboard_core::mix;

use crate::{Board, Color, Point, Size, Symmetry};

/// Lines of a corner each way.
pub(super) const LINES: usize = 9;

/// One of the four corners of the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Corner {
    /// Of A19.
    UpperLeft,
    /// Of T19.
    UpperRight,
    /// Of A1.
    LowerLeft,
    /// Of T1.
    LowerRight,
}

impl Corner {
    /// All four.
    pub const ALL: [Self; 4] =
        [Self::UpperLeft, Self::UpperRight, Self::LowerLeft, Self::LowerRight];

    /// The corner that a point belongs to; `None` in the middle of a side, and on
    /// boards of fewer than 18 lines, whose corners overlap.
    pub fn of(size: Size, point: Point) -> Option<Self> {
        let side = size.side();
        if side < 2 * LINES {
            return None;
        }
        let far = |line: usize| match line {
            _ if line < LINES => Some(0),
            _ if line >= side - LINES => Some(1),
            _ => None,
        };
        Some(Self::ALL[2 * far(point.row(size))? + far(point.column(size))?])
    }

    /// The two symmetries that bring the corner to the upper left.
    fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        let mirrored = self as usize;
        Symmetry::all().enumerate().filter(move |&(i, _)| i & 3 == mirrored).map(|(_, s)| s)
    }
}

/// The key of a position, and the symmetries that bring it into its canonical orientation.
#[derive(Copy, Clone, Debug)]
pub(super) struct View {
    pub(super) key: u64,
    size: Size,
    /// Whether it is a corner, whose points are counted in rows of [`LINES`].
    is_corner: bool,
    /// The symmetries under which it looks so.
    symmetries: [Option<Symmetry>; 8],
}

impl View {
    /// A corner as a player sees it.
    pub(super) fn corner(board: &Board, mover: Color, corner: Corner) -> Option<Self> {
        let size = board.size();
        if size.side() < 2 * LINES {
            return None;
        }
        Some(Self::new(board, mover, true, 0, corner.symmetries(), |point| {
            Corner::of(size, point) == Some(corner)
        }))
    }

    /// The whole board as a player sees it.
    pub(super) fn board(board: &Board, mover: Color) -> Self {
        let salt = board.size().side() as u64;
        Self::new(board, mover, false, salt, Symmetry::all(), |_| true)
    }

    fn new(
        board: &Board,
        mover: Color,
        is_corner: bool,
        salt: u64,
        symmetries: impl Iterator<Item = Symmetry>,
        contains: impl Fn(Point) -> bool,
    ) -> Self {
        let size = board.size();
        let mut view = Self { key: u64::MAX, size, is_corner, symmetries: [None; 8] };
        let mut count = 0;
        for symmetry in symmetries {
            let mut hash = mix(salt);
            for color in Color::BOTH {
                let kind = if color == mover { 0 } else { 1 << 32 };
                for point in board.stones(color).iter().filter(|&point| contains(point)) {
                    let place = view.image(symmetry, point);
                    hash ^= mix(mix(u64::from(place) + 1) ^ kind);
                }
            }
            let key = mix(hash) >> (64 - super::book::KEY_BITS);
            if key < view.key {
                view.key = key;
                view.symmetries = [None; 8];
                count = 0;
            }
            if key == view.key {
                view.symmetries[count] = Some(symmetry);
                count += 1;
            }
        }
        view
    }

    fn image(&self, symmetry: Symmetry, point: Point) -> u16 {
        let image = symmetry.point(self.size, point);
        let width = if self.is_corner { LINES } else { self.size.side() };
        (image.row(self.size) * width + image.column(self.size)) as u16
    }

    /// What a point is called, the same for points that look the same; it must lie
    /// in the corner if this is one.
    pub(super) fn place(&self, point: Point) -> u16 {
        let images = self.symmetries.iter().flatten().map(|&symmetry| self.image(symmetry, point));
        images.min().expect("it looks like itself")
    }

    /// The point of a place; `None` if there is none.
    pub(super) fn point(&self, place: u16) -> Option<Point> {
        let width = if self.is_corner { LINES } else { self.size.side() };
        let (column, row) = (usize::from(place) % width, usize::from(place) / width);
        if row >= width {
            return None;
        }
        let image = Point::at(self.size, column, row)?;
        self.symmetries[0].map(|symmetry| symmetry.inverse().point(self.size, image))
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Go;

    #[test]
    fn points_belong_to_corners() {
        let of = |side: usize, name: &str| {
            let size = Size::new(side).expect("a size");
            Corner::of(size, Point::read(size, name).expect("a point"))
        };
        assert_eq!(of(19, "A19"), Some(Corner::UpperLeft));
        assert_eq!(of(19, "L11"), Some(Corner::UpperRight));
        assert_eq!(of(19, "J9"), Some(Corner::LowerLeft));
        assert_eq!(of(19, "T1"), Some(Corner::LowerRight));
        assert_eq!((of(19, "K4"), of(19, "D10"), of(13, "A1")), (None, None, None));
        assert_eq!(of(18, "J9"), Some(Corner::LowerLeft));
    }

    #[test]
    fn what_looks_the_same_is_the_same() {
        let size = Size::FULL;
        let game = Go::parse("19x19 w 7 moves D4 Q4 F3 Q16 C6 R14").expect("a game");
        let turned = game.mirrored().expect("turned colours");
        let here = Point::read(size, "D3").expect("a point");
        for corner in Corner::ALL {
            let view = View::corner(game.board(), game.color(), corner).expect("large enough");
            let other = View::corner(turned.board(), turned.color(), corner).expect("the same");
            assert_eq!(view.key, other.key);
        }
        let whole = View::board(game.board(), game.color());
        let corner = View::corner(game.board(), game.color(), Corner::LowerLeft).expect("one");
        for symmetry in Symmetry::all() {
            let [black, white] =
                Color::BOTH.map(|color| symmetry.points(size, game.board().stones(color)));
            let board = Board::from_stones(size, &black, &white).expect("a board");
            let image = symmetry.point(size, here);
            let view = View::board(&board, game.color());
            assert_eq!((view.key, view.place(image)), (whole.key, whole.place(here)));
            let other = view.point(view.place(image)).expect("a point");
            assert_eq!(view.place(other), view.place(image));
            let at = Corner::of(size, image).expect("in a corner");
            let view = View::corner(&board, game.color(), at).expect("one");
            assert_eq!((view.key, view.place(image)), (corner.key, corner.place(here)));
            let other = view.point(view.place(image)).expect("a point");
            assert_eq!(view.place(other), view.place(image));
        }
    }

    #[test]
    fn equal_points_have_one_place() {
        let board = Board::new(Size::FULL);
        let view = View::corner(&board, Color::Black, Corner::UpperRight).expect("one");
        let place = |name| view.place(Point::read(Size::FULL, name).expect("a point"));
        assert_eq!(place("R17"), place("R17"));
        assert_eq!(place("Q17"), place("R16"));
        assert_ne!(place("Q17"), place("Q16"));
        assert_eq!(view.point(81), None);
        let view = View::board(&board, Color::Black);
        let place = |name| view.place(Point::read(Size::FULL, name).expect("a point"));
        assert_eq!(place("D3"), place("R16"));
    }
}
