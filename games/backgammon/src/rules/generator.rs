//! The move generator: all legal moves, none twice.
//!
//! Two moves are the same if they lead to the same position. None is generated twice, so no
//! duplicates have to be searched for:
//!
//! * With a double, checkers are moved from the farthest places first. The places they leave
//!   determine the result, and any order of play can be sorted into this one.
//! * Otherwise a move of two checkers is generated with the larger die first, and with the smaller
//!   first only where the other order is illegal. A move of one checker is generated both ways only
//!   where the two ways hit differently.

use crate::{BAR, Backgammon, Dice, Step, Turn, rules::checkers::flip};

/// The places outside the home board.
const OUTSIDE: u32 = 0x3ff_ff80;

/// The mover's checkers, with a byte for the count at each place.
#[derive(Copy, Clone)]
pub(crate) struct Men {
    /// Where there is a checker.
    occupied: u32,
    /// How many there are, the even places before the odd.
    counts: [[u8; 16]; 2],
}

impl Men {
    pub(crate) fn of(game: &Backgammon) -> Self {
        const EVEN: u128 = u128::from_ne_bytes([15; 16]);
        let word = game.mine.word();
        let counts = [word & EVEN, word >> 4 & EVEN].map(u128::to_le_bytes);
        Self { occupied: game.mine.occupied(), counts }
    }

    /// How many checkers are at a place.
    pub(crate) fn at(&self, place: u32) -> u8 {
        self.counts[place as usize & 1][place as usize >> 1 & 15]
    }

    fn at_mut(&mut self, place: u32) -> &mut u8 {
        &mut self.counts[place as usize & 1][place as usize >> 1 & 15]
    }

    /// Moves a checker; [`undo`](Self::undo) with the value returned moves it back.
    pub(crate) fn step(&mut self, from: u32, to: u32) -> u32 {
        let before = self.occupied;
        *self.at_mut(from) -= 1;
        *self.at_mut(to) += 1;
        self.occupied = leave(before, from, self.at(from) == 0) | 1 << to & !1;
        before
    }

    /// Takes a step back.
    pub(crate) fn undo(&mut self, from: u32, to: u32, before: u32) {
        *self.at_mut(from) += 1;
        *self.at_mut(to) -= 1;
        self.occupied = before;
    }

    /// The places from which a checker may move by `die`.
    pub(crate) fn sources(&self, die: u32, blocked: u32) -> u32 {
        sources(self.occupied, die, blocked)
    }
}

/// The places among `men` from which a checker may move by `die`.
fn sources(men: u32, die: u32, blocked: u32) -> u32 {
    if men >> BAR != 0 {
        return if blocked >> (u32::from(BAR) - die) & 1 == 0 { 1 << BAR } else { 0 };
    }
    let inside = men & !(blocked << die) & (!1 << die);
    if men & OUTSIDE != 0 {
        return inside;
    }
    // Bearing off: with the exact number, or with a larger one from the last point.
    let farther = men >> (die + 1) != 0;
    let exact = men & 1 << die;
    let last = if farther || men == 0 { 0 } else { 1 << men.ilog2() };
    inside | exact | last
}

/// The occupied places after a checker has left one of them; `last` says that it was the only one
/// there.
fn leave(men: u32, from: u32, last: bool) -> u32 {
    men & !(u32::from(last) << from)
}

/// Where a checker lands.
pub(crate) fn landing(from: u32, die: u32) -> u32 {
    from.saturating_sub(die)
}

/// The places of a set, from the farthest.
#[inline]
pub(crate) fn farthest_first(mut places: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = places.checked_ilog2()?;
        places ^= 1 << place;
        Some(place)
    })
}

fn step(from: u32, die: u32) -> Step {
    Step::new(from as u8, landing(from, die) as u8)
}

fn one(a: Step) -> Turn {
    Turn::new([a, Step::default(), Step::default(), Step::default()])
}

pub(crate) fn two(a: Step, b: Step) -> Turn {
    Turn::new([a, b, Step::default(), Step::default()])
}

impl Backgammon {
    /// Calls `visit` with every legal move for `dice`, none twice: once with
    /// [`Turn::PASS`] if nothing can be played.
    #[inline]
    pub fn for_each_turn(&self, dice: Dice, mut visit: impl FnMut(Turn)) {
        let theirs = self.theirs.made();
        let blocked = flip(theirs) & !1;
        if dice.is_double() {
            double(Men::of(self), dice.high().into(), blocked, &mut visit);
            return;
        }
        let (a, b) = (u32::from(dice.high()), u32::from(dice.low()));
        let (occupied, made) = (self.mine.occupied(), self.mine.made());
        let blots = flip(self.theirs.occupied() & !theirs) & !1;
        let mixed = Mixed { occupied, single: occupied & !made, blocked, blots, a, b };
        let outside = occupied & OUTSIDE;
        let two_outside = made & OUTSIDE != 0 || outside & outside.wrapping_sub(1) != 0;
        let played = if two_outside && occupied >> BAR == 0 {
            mixed.on_the_way(&mut visit)
        } else {
            mixed.anywhere(&mut visit)
        };
        if !played {
            mixed.one(&mut visit);
        }
    }
}

/// The moves of a roll that is not a double.
struct Mixed {
    /// Where there are checkers, and where there is only one.
    occupied: u32,
    single: u32,
    /// Where the enemy has a point, and where a single checker.
    blocked: u32,
    blots: u32,
    /// The larger and the smaller number.
    a: u32,
    b: u32,
}

impl Mixed {
    /// Plays both numbers where no checker enters or is borne off; returns whether that was
    /// possible.
    fn on_the_way(&self, visit: &mut impl FnMut(Turn)) -> bool {
        let (a, b) = (self.a, self.b);
        let open = |die: u32| self.occupied & !(self.blocked << die) & (!1 << die);
        let (by_a, by_b, by_both) = (open(a), open(b), open(a + b));
        let mut played = false;
        for s in farthest_first(by_a) {
            // Playing the smaller number first gives the same where it lands on a place that is
            // occupied already.
            let others = by_b & !(self.single & 1 << s) & !(1 << (s + b));
            for t in farthest_first(others | (by_both & 1 << s) >> a) {
                visit(two(step(s, a), step(t, b)));
                played = true;
            }
        }
        let same_hits = !(self.blots << a) & !(self.blots << b);
        for t in farthest_first(by_b & by_both & !(by_a & same_hits)) {
            visit(two(step(t, b), step(t - b, a)));
            played = true;
        }
        played
    }

    /// Plays both numbers in any position; returns whether that was possible.
    fn anywhere(&self, visit: &mut impl FnMut(Turn)) -> bool {
        let (a, b) = (self.a, self.b);
        let mut played = false;
        for s in farthest_first(self.first(a)) {
            for t in farthest_first(self.second((s, a), b)) {
                if t == landing(s, a) || t != s + b {
                    visit(two(step(s, a), step(t, b)));
                    played = true;
                }
            }
        }
        for t in farthest_first(self.first(b)) {
            for s in farthest_first(self.second((t, b), a)) {
                let known = if s == landing(t, b) {
                    // One checker with both numbers.
                    let hits = self.blots >> landing(t, a) | self.blots >> landing(t, b);
                    hits & 1 == 0 && self.both((t, a), (landing(t, a), b))
                } else {
                    // If both checkers can be borne off with either number, the order may also be
                    // swapped.
                    s == t + a
                        || self.both((s, a), (t, b))
                        || s.max(t) <= b && self.both((t, a), (s, b))
                };
                if !known {
                    visit(two(step(t, b), step(s, a)));
                    played = true;
                }
            }
        }
        played
    }

    /// Plays one number, the larger if possible, or passes.
    fn one(&self, visit: &mut impl FnMut(Turn)) {
        let (by_a, by_b) = (self.first(self.a), self.first(self.b));
        let (die, sources) = if by_a != 0 { (self.a, by_a) } else { (self.b, by_b) };
        farthest_first(sources).for_each(|s| visit(one(step(s, die))));
        if sources == 0 {
            visit(Turn::PASS);
        }
    }

    /// The places from which a checker may move by `die` first.
    fn first(&self, die: u32) -> u32 {
        sources(self.occupied, die, self.blocked)
    }

    /// The places from which a checker may move by `die` after another has moved.
    fn second(&self, (from, by): (u32, u32), die: u32) -> u32 {
        let left = leave(self.occupied, from, self.single >> from & 1 != 0);
        sources(left | 1 << landing(from, by) & !1, die, self.blocked)
    }

    /// Whether a checker may move by a number, and then another.
    fn both(&self, first: (u32, u32), (t, b): (u32, u32)) -> bool {
        self.first(first.1) >> first.0 & 1 != 0 && self.second(first, b) >> t & 1 != 0
    }
}

/// The moves of a double.
fn double(mut men: Men, die: u32, blocked: u32, visit: &mut impl FnMut(Turn)) {
    let mut run = Double { die, blocked, steps: [Step::default(); 4], visit };
    // Usually all four dice can be played, and the first pass finds that out.
    for count in (1..=4).rev() {
        if run.play(&mut men, !0, 0, count) {
            return;
        }
    }
    visit(Turn::PASS);
}

struct Double<'a, F> {
    die: u32,
    blocked: u32,
    steps: [Step; 4],
    visit: &'a mut F,
}

impl<F: FnMut(Turn)> Double<'_, F> {
    /// Moves checkers from the places `within` until `count` were moved; returns whether that was
    /// possible.
    fn play(&mut self, men: &mut Men, within: u32, moved: usize, count: usize) -> bool {
        let mut played = false;
        for s in farthest_first(men.sources(self.die, self.blocked) & within) {
            self.steps[moved] = step(s, self.die);
            if moved + 1 == count {
                (self.visit)(Turn::new(self.steps));
                played = true;
            } else {
                let to = landing(s, self.die);
                let before = men.step(s, to);
                played |= self.play(men, (2 << s) - 1, moved + 1, count);
                men.undo(s, to, before);
            }
        }
        self.steps[moved] = Step::default();
        played
    }
}
