//! The weights of the hand-crafted evaluator, in thousandths of a point, before the score is
//! squashed into the range of an equity. Set by hand.

/// A point made, by place from 0: one's own home, the outer boards, and
/// anchors in the enemy home from 19.
pub(crate) const POINT: [i32; 26] = [
    0, 0, 15, 40, 65, 75, 65, 50, 30, 15, 12, 10, 8, 12, 8, 12, 18, 20, 40, 40, 75, 65, 35, 20, 10,
    0,
];

/// Every checker after the third in one place.
pub(crate) const STACKED: i32 = 14;

/// Every checker on the ace or deuce point, where it is out of play.
pub(crate) const DEEP: i32 = 12;

/// A pip lost by being hit.
pub(crate) const PIP: i32 = 6;

/// The pip lead, as a fraction of thirty more than the pips a player has left on average.
pub(crate) const RACE: i32 = 1400;

/// The score that is worth half of a certain win, in the squashing function.
pub(crate) const SOFTNESS: i32 = 700;

/// What being hit costs besides the pips.
pub(crate) const HIT: i32 = 90;

/// What being hit, or being on the bar, costs more for every enemy home point.
pub(crate) const HIT_PER_POINT: i32 = 45;

/// A checker on the bar, besides its pips.
pub(crate) const ON_BAR: i32 = 60;

/// A checker borne off, besides its pips.
pub(crate) const BORNE_OFF: i32 = 15;

/// A prime of four, five or six points with enemy checkers behind it.
pub(crate) const PRIME: [i32; 3] = [70, 170, 330];

/// Home points, by how many are made.
pub(crate) const HOME: [i32; 7] = [0, 0, 0, 20, 60, 130, 220];
