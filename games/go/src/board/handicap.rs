//! Handicap stones.

use crate::{Point, Points, Size};

/// Where the stones of a fixed handicap go, as GTP specifies: the corners, then
/// the middles of the sides and the centre. `None` if the board cannot take so many: 2 to 9
/// stones on odd sizes from 9x9, 2 to 4 on even sizes from 8x8 and on 7x7.
///
/// ```
/// use starboard_go::{Size, fixed_handicap};
/// let names = |count| -> Option<Vec<_>> {
///     Some(fixed_handicap(Size::FULL, count)?.iter().map(|p| p.name(Size::FULL)).collect())
/// };
/// assert_eq!(names(3), Some(vec!["D16".into(), "Q16".into(), "D4".into()]));
/// assert_eq!(names(10), None);
/// ```
pub fn fixed_handicap(size: Size, count: usize) -> Option<Points> {
    let side = size.side();
    let most = match side {
        ..7 => 0,
        7 => 4,
        _ if side.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&count) {
        return None;
    }
    let (near, middle) = (if side < 13 { 2 } else { 3 }, side / 2);
    let far = side - 1 - near;
    // Columns and rows from the upper left corner.
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut places = Vec::from(&corners[..count.min(4)]);
    places.extend(&sides[..count.saturating_sub(4).min(4) & !1]);
    if count == 9 || (count > 4 && count % 2 == 1) {
        places.push((middle, middle));
    }
    places.into_iter().map(|(column, row)| Point::at(size, column, row)).collect()
}

/// Where Black would put `count` stones of a free handicap: those
/// of the fixed one, then others far from these and from the edge. `None` unless
/// `count` is from 2 to one less than the number of points.
pub fn free_handicap(size: Size, count: usize) -> Option<Points> {
    if count < 2 || count >= size.points() {
        return None;
    }
    let fixed = (2..=count.min(9)).rev().find_map(|fewer| fixed_handicap(size, fewer));
    let mut stones = fixed.unwrap_or_default();
    let distance = |a: Point, b: Point| {
        a.column(size).abs_diff(b.column(size)) + a.row(size).abs_diff(b.row(size))
    };
    while stones.len() < count {
        let free = size.geometry().board - stones;
        let room = |p: Point| {
            let other = stones.iter().map(|stone| distance(p, stone)).min().unwrap_or(usize::MAX);
            // The third and fourth lines are as good as any further in.
            (other.min(4), p.edge(size).min(2), other)
        };
        stones.insert(free.iter().max_by_key(|&p| room(p))?);
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(side: usize, count: usize, expected: Option<&str>) {
        let size = Size::new(side).expect("a size");
        let stones = fixed_handicap(size, count);
        let names = stones.map(|stones| {
            let mut names: Vec<_> = stones.iter().map(|p| p.name(size)).collect();
            names.sort();
            names.join(" ")
        });
        assert_eq!(names.as_deref(), expected, "{count} on {side}");
    }

    /// The table of the GTP 2 specification (Farnebäck 2002), section 4.1.1.
    #[test]
    fn fixed_handicaps_are_those_of_gtp() {
        check(19, 2, Some("D4 Q16"));
        check(19, 4, Some("D16 D4 Q16 Q4"));
        check(19, 5, Some("D16 D4 K10 Q16 Q4"));
        check(19, 6, Some("D10 D16 D4 Q10 Q16 Q4"));
        check(19, 7, Some("D10 D16 D4 K10 Q10 Q16 Q4"));
        check(19, 8, Some("D10 D16 D4 K16 K4 Q10 Q16 Q4"));
        check(19, 9, Some("D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"));
        check(9, 2, Some("C3 G7"));
        check(13, 2, Some("D4 K10"));
        check(12, 4, Some("C10 C3 K10 K3"));
        check(12, 5, None);
        check(7, 4, Some("C3 C5 E3 E5"));
        check(7, 5, None);
        check(6, 2, None);
        check(19, 1, None);
    }

    #[test]
    fn free_handicaps_have_as_many_stones_as_asked() {
        for side in [5, 9, 12, 19] {
            let size = Size::new(side).expect("a size");
            for count in [2, 3, 9, 20, 24] {
                assert_eq!(free_handicap(size, count).expect("a handicap").len(), count);
            }
            assert_eq!(free_handicap(size, side * side), None);
            assert_eq!(free_handicap(size, 1), None);
        }
    }
}
