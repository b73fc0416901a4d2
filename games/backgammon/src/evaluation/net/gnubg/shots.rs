//! Which rolls hit, and how many pips that costs, as counted for GNU Backgammon's networks.
//!
//! This is a rule of thumb, not a count of legal moves; the networks were trained with its
//! oddities, too.

use super::inputs::{POINTS, Side};

/// What one side can hit with the 36 rolls.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shots {
    /// The pips that the other side loses, summed over the rolls.
    pub(super) loss: u32,
    /// Rolls that hit at least once.
    pub(super) once: u32,
    /// Rolls that hit at least twice.
    pub(super) twice: u32,
}

/// The board from the point of view of the shooting side, as sets of its own places.
struct Range {
    /// The places it shoots from.
    shooters: u32,
    /// Enemy blots that are worth hitting.
    targets: u32,
    /// All enemy blots.
    blots: u32,
    /// Places where it can land.
    open: u32,
    /// The places where it has a single checker.
    single: u32,
    /// The enemy's own places with one checker, and with two or more.
    theirs: [u32; 2],
}

/// A way to hit: the places from which it is possible, how far it goes, and where the checker
/// touches down on the way.
#[derive(Copy, Clone, Default)]
struct Way {
    from: u32,
    pips: u32,
    /// The distances of the touchdowns from the start, one bit each.
    steps: u32,
}

/// What one roll hits.
#[derive(Copy, Clone, Default)]
struct Hits {
    count: u32,
    loss: u32,
}

/// The bar, as a place.
const BAR: u32 = 25;

impl Shots {
    /// What `me` can hit of `they`.
    pub(super) fn of(me: &Side, they: &Side) -> Self {
        let blots = Side::seen(they.single);
        // With few home points occupied, it does not hit deep in its home board.
        let deep = if (me.men & 0x7e).count_ones() <= 2 { 0b110 } else { 0 };
        let targets = blots & !deep;
        let mut shots = Self::default();
        if targets == 0 {
            return shots;
        }
        let range = Range {
            // Home points with just two checkers are kept.
            shooters: me.men & !(me.pairs & 0x7e),
            targets,
            blots,
            open: POINTS & !Side::seen(they.made),
            single: me.single,
            theirs: [they.single, they.made],
        };
        let bar = me.bar;
        let direct: [Way; 7] = std::array::from_fn(|die| range.direct(die as u32));
        for a in 1..7 {
            for b in a..7 {
                let ways = range.ways(a, b);
                let dice = (&direct[a as usize], &direct[b as usize]);
                let hits = match bar {
                    0 => range.none_on_bar(dice, (a, b), &ways),
                    1 => range.one_on_bar(dice, (a, b), &ways),
                    _ => range.more_on_bar(dice, (a, b)),
                };
                let weight = if a == b { 1 } else { 2 };
                shots.loss += weight * hits.loss;
                shots.once += if hits.count >= 1 { weight } else { 0 };
                shots.twice += if hits.count >= 2 { weight } else { 0 };
            }
        }
        shots
    }
}

impl Range {
    fn direct(&self, die: u32) -> Way {
        Way { from: self.shooters & self.targets << die, pips: die, steps: 0 }
    }

    /// The ways to hit with more than one die: one for two different dice, three for a double.
    fn ways(&self, a: u32, b: u32) -> [Way; 3] {
        let hits = |pips: u32| self.shooters & self.targets << pips;
        if a != b {
            let from = hits(a + b) & (self.open << a | self.open << b);
            let pair = Way { from, pips: a + b, steps: 1 << a | 1 << b };
            return [pair, Way::default(), Way::default()];
        }
        let (two, three) = (self.open << a, self.open << (2 * a));
        let four = self.open << (3 * a);
        let steps = 1 << a | 1 << (2 * a);
        [
            Way { from: hits(2 * a) & two, pips: 2 * a, steps: 1 << a },
            Way { from: hits(3 * a) & two & three, pips: 3 * a, steps },
            Way {
                from: hits(4 * a) & two & three & four,
                pips: 4 * a,
                steps: steps | 1 << (3 * a),
            },
        ]
    }

    /// With no checker on the bar.
    fn none_on_bar(
        &self,
        (first, second): (&Way, &Way),
        (a, b): (u32, u32),
        ways: &[Way; 3],
    ) -> Hits {
        let mut direct = 0;
        let mut loss = first.worth().max(second.worth());
        if a == b {
            direct += first.from.count_ones().min(2);
        } else {
            direct += u32::from(first.from != 0) + u32::from(second.from != 0);
            if direct == 2 {
                let rearmost = first.rearmost();
                // A single checker does not hit with both dice.
                if rearmost == second.rearmost() && self.single >> rearmost & 1 != 0 {
                    direct = 1;
                }
            }
        }
        let (mut any, mut more) = (0, 0);
        for way in ways.iter().filter(|way| way.from != 0) {
            any = 1;
            loss = loss.max(way.worth());
            // The touchdowns of the rearmost checker, the one nearest to the landing place first.
            let down = way.steps.reverse_bits() >> (31 - way.rearmost());
            more += u32::from(down & self.blots != 0);
        }
        Hits { count: direct.max(any) + more, loss }
    }

    /// With one checker on the bar.
    fn one_on_bar(
        &self,
        (first, second): (&Way, &Way),
        (a, b): (u32, u32),
        ways: &[Way; 3],
    ) -> Hits {
        let [single, made] = self.theirs;
        let (mut direct, mut loss) = (0, 0);
        let dice = [first, second];
        let dice = if a == b { &dice[..1] } else { &dice[..] };
        for die in dice {
            if die.from >> BAR & 1 != 0 {
                direct += 1;
                loss = loss.max(BAR - die.pips);
            }
        }
        // One hit from elsewhere, if the other die enters; for a double, the networks were trained
        // with the point twice as far away.
        for (die, enters) in dice.iter().zip(if a == b { [2 * a, 0] } else { [b, a] }) {
            let elsewhere = Way { from: die.from & POINTS, ..**die };
            if elsewhere.from != 0 && made >> enters & 1 == 0 {
                direct += 1;
                loss = loss.max(elsewhere.worth());
                break;
            }
        }
        let (mut any, mut more) = (0, 0);
        for way in ways.iter().filter(|way| way.from >> BAR & 1 != 0) {
            any = 1;
            loss = loss.max(BAR - way.pips);
            // Two points too far, as the networks were trained.
            more += u32::from(way.steps << 2 & single != 0);
        }
        Hits { count: direct.max(any) + more, loss }
    }

    /// With more than one checker on the bar: all have to enter first.
    fn more_on_bar(&self, (first, second): (&Way, &Way), (a, b): (u32, u32)) -> Hits {
        let hit = |way: &Way| way.from >> BAR & 1 != 0;
        let count = u32::from(hit(first)) + u32::from(a != b && hit(second));
        let nearest = if hit(first) { a } else { b };
        Hits { count, loss: if count > 0 { BAR - nearest } else { 0 } }
    }
}

impl Way {
    /// The farthest place from which it is possible.
    fn rearmost(&self) -> u32 {
        self.from.ilog2()
    }

    /// The pips that the enemy loses when hit from there; 0 if it is not possible.
    fn worth(&self) -> u32 {
        if self.from == 0 { 0 } else { self.rearmost() - self.pips }
    }
}
