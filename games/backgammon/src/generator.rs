//! All legal moves, none twice.
//!
//! Two moves are the same if they lead to the same position. None is made
//! twice, so nothing has to be compared:
//!
//! * With a double, checkers are moved from farther places first. Which places
//!   they leave tells the result, and any order of play can be sorted into this
//!   one.
//! * Otherwise a move of two checkers is made with the larger die first, and
//!   with the smaller first only where the other order is illegal. A move of
//!   one checker is made both ways only where the two ways hit differently.

use crate::{BAR, Backgammon, Dice, Step, Turn, checkers::flip};

/// The places outside home.
const OUTSIDE: u32 = 0x3ff_ff80;

/// The mover's checkers as sets of places.
#[derive(Copy, Clone)]
pub(crate) struct Men {
    /// Where there is a checker.
    pub(crate) occupied: u32,
    /// How many there are.
    pub(crate) counts: u128,
}

impl Men {
    pub(crate) fn of(game: &Backgammon) -> Self {
        Self { occupied: game.mine.occupied(), counts: game.mine.word() }
    }

    /// With a checker moved by a die.
    pub(crate) fn step(self, from: u32, to: u32) -> Self {
        let counts = self.counts - (1 << (4 * from)) + (1 << (4 * to));
        let left = (counts >> (4 * from)) as u32 & 15;
        let occupied = self.occupied & !(u32::from(left == 0) << from) | 1 << to;
        // The place of checkers borne off is not one to move from.
        Self { occupied: occupied & !1, counts }
    }

    /// From which places a checker may move by `die`.
    pub(crate) fn sources(self, die: u32, blocked: u32) -> u32 {
        let men = self.occupied;
        if men >> BAR != 0 {
            return if blocked >> (u32::from(BAR) - die) & 1 == 0 { 1 << BAR } else { 0 };
        }
        let inside = men & !(blocked << die) & (!1 << die);
        if men & OUTSIDE != 0 {
            return inside;
        }
        // Bearing off: with the exact number, or a larger from the last point.
        let farther = men >> (die + 1) != 0;
        let exact = men & 1 << die;
        let last = if farther || men == 0 { 0 } else { 1 << men.ilog2() };
        inside | exact | last
    }
}

/// Where a checker gets to.
pub(crate) fn landing(from: u32, die: u32) -> u32 {
    from.saturating_sub(die)
}

/// The places of a set, from the farthest.
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
        let men = Men::of(self);
        let blocked = flip(self.theirs.made());
        if dice.is_double() {
            double(men, dice.high().into(), blocked, &mut visit);
        } else {
            let blots = flip(self.theirs.occupied()) & !blocked & !1;
            mixed(men, dice, blocked, blots, &mut visit);
        }
    }
}

/// The moves of a roll that is no double.
fn mixed(men: Men, dice: Dice, blocked: u32, blots: u32, visit: &mut impl FnMut(Turn)) {
    let (a, b) = (u32::from(dice.high()), u32::from(dice.low()));
    let (firsts_a, firsts_b) = (men.sources(a, blocked), men.sources(b, blocked));
    let mut played = false;
    for s in farthest_first(firsts_a) {
        let (chain, next) = (landing(s, a), men.step(s, landing(s, a)));
        for t in farthest_first(next.sources(b, blocked)) {
            // The smaller die first does the same where it lands on a friend.
            if t == chain || t != s + b {
                visit(two(step(s, a), step(t, b)));
                played = true;
            }
        }
    }
    for t in farthest_first(firsts_b) {
        let (chain, next) = (landing(t, b), men.step(t, landing(t, b)));
        for s in farthest_first(next.sources(a, blocked)) {
            let new = if s == chain {
                // One checker with both dice.
                let same_hits = (blots >> chain | blots >> landing(t, a)) & 1 == 0;
                !(same_hits && both(men, (t, a), (landing(t, a), b), blocked))
            } else {
                let swapped = s <= b && t <= a && both(men, (t, a), (s, b), blocked);
                s != t + a && !both(men, (s, a), (t, b), blocked) && !swapped
            };
            if new {
                visit(two(step(t, b), step(s, a)));
                played = true;
            }
        }
    }
    if played {
        return;
    }
    // The larger number must be played if only one can be.
    let (die, sources) = if firsts_a != 0 { (a, firsts_a) } else { (b, firsts_b) };
    farthest_first(sources).for_each(|s| visit(one(step(s, die))));
    if sources == 0 {
        visit(Turn::PASS);
    }
}

/// Whether a checker may move by a die, and then another.
fn both(men: Men, first: (u32, u32), second: (u32, u32), blocked: u32) -> bool {
    let ((s, a), (t, b)) = (first, second);
    men.sources(a, blocked) >> s & 1 != 0
        && men.step(s, landing(s, a)).sources(b, blocked) >> t & 1 != 0
}

/// The moves of a double.
fn double(men: Men, die: u32, blocked: u32, visit: &mut impl FnMut(Turn)) {
    // Usually all four can be played, and one pass finds that out.
    let mut run = Double { die, blocked, steps: [Step::default(); 4], visit };
    for count in (1..=4).rev() {
        if run.play(men, BAR.into(), 0, count) {
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
    /// Moves checkers from `limit` and nearer until `count` were moved; whether
    /// that was possible at all.
    fn play(&mut self, men: Men, limit: u32, moved: usize, count: usize) -> bool {
        let mut played = false;
        let sources = men.sources(self.die, self.blocked) & ((2 << limit) - 1);
        for s in farthest_first(sources) {
            self.steps[moved] = step(s, self.die);
            if moved + 1 == count {
                (self.visit)(Turn::new(self.steps));
                played = true;
            } else {
                let next = men.step(s, landing(s, self.die));
                played |= self.play(next, s, moved + 1, count);
            }
        }
        self.steps[moved] = Step::default();
        played
    }
}
