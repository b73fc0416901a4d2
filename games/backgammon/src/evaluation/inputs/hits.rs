//! Which rolls hit which blots, counted exactly.

use super::rolls::{any, both, count, mixed, one_each, sums};

/// The places where a checker can land, 1 to 24.
const POINTS: u32 = 0x1ff_fffe;

/// One side's view of the board, as sets of its own places.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Guns {
    /// The points where it has checkers.
    pub(crate) men: u32,
    /// How many checkers it has on the bar.
    pub(crate) bar: u32,
    /// Where the enemy has points.
    pub(crate) blocked: u32,
    /// Where the enemy has single checkers.
    pub(crate) blots: u32,
}

/// What a side can hit with the 36 rolls.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shots {
    /// Rolls that hit at least one blot.
    pub(crate) hits: u32,
    /// Rolls that hit two or more.
    pub(crate) doubles: u32,
    /// The pips the enemy loses with the costliest blot hit, summed over the rolls.
    pub(crate) loss: u32,
    /// Ways to move one checker by one die, summed over the six numbers.
    pub(crate) steps: u32,
}

impl Guns {
    /// Counts the rolls: intermediate places have to be open, and checkers on the bar enter first.
    /// Only the count of rolls that hit twice ignores that one checker cannot play both dice at
    /// once.
    pub(crate) fn shots(&self) -> Shots {
        if self.bar > 0 { self.after_entering() } else { self.on_the_way() }
    }

    /// Where any of `men` can land with `die`.
    fn land(&self, men: u32, die: u32) -> u32 {
        men >> die & POINTS & !self.blocked
    }

    /// With no checker on the bar: all rolls at once, blot by blot.
    fn on_the_way(&self) -> Shots {
        let by: [u32; 7] =
            std::array::from_fn(|die| if die > 0 { self.land(self.men, die as u32) } else { 0 });
        let steps = by.iter().map(|places| places.count_ones()).sum();
        let mut shots = Shots { steps, ..Shots::default() };
        let (mut hits, mut two, mut numbers) = (0, 0, 0);
        let mut left = self.blots;
        // The costliest blot first: a roll counts for the first blot that it hits.
        while left != 0 {
            let blot = left.ilog2();
            left ^= 1 << blot;
            let direct = self.men >> (blot + 1) & 63;
            let open = !self.blocked >> (blot + 1) & 63;
            let hit = any(direct) | sums(self.men >> (blot + 3)) & any(open);
            let new = mixed(hit) & !hits;
            hits |= new;
            shots.loss += count(new) * blot;
            // One checker hits this blot, and another hits an earlier one, ...
            two |= one_each(numbers, direct);
            numbers |= direct;
            // ... or one checker hits here and goes on to hit the next.
            let reach = blot.saturating_sub(6);
            let mut next = if direct == 0 { 0 } else { left >> reach << reach };
            while next != 0 {
                let number = 1 << (blot - 1 - next.trailing_zeros());
                next &= next - 1;
                two |= both(direct | number) & any(number);
            }
        }
        shots.hits = count(hits);
        shots.doubles = count(two);
        if self.blots != 0 {
            for (a, at_a) in (0..).zip(by).skip(1) {
                let second = self.land(at_a, a);
                let third = self.land(second, a);
                let hit = (at_a | second | third | self.land(third, a)) & self.blots;
                shots.add(1, hit, hit & hit.wrapping_sub(1) != 0);
            }
        }
        shots
    }

    fn after_entering(&self) -> Shots {
        let mut shots = Shots::default();
        let enter = |die: u32| 1 << (25 - die) & !self.blocked;
        shots.steps = (1..7).map(|die| u32::from(enter(die) != 0)).sum();
        let blots = self.blots;
        if blots == 0 {
            return shots;
        }
        for a in 1..7 {
            let at_a = enter(a);
            for b in 1..a {
                let at_b = enter(b);
                let direct = (at_a | at_b) & blots;
                // The other number is free once the bar is empty.
                let then = |at: u32, die: u32| {
                    let men = if self.bar == 1 && at != 0 { self.men | at } else { 0 };
                    self.land(men, die) & blots
                };
                let (by_b, by_a) = (then(at_a, b), then(at_b, a));
                let two = at_a & blots != 0 && (at_b & blots != 0 && self.bar > 1 || by_b != 0)
                    || at_b & blots != 0 && by_a != 0;
                shots.add(2, direct | by_a | by_b, two);
            }
            if at_a != 0 {
                let (mut hit, mut men) = (at_a & blots, self.men | at_a);
                for _ in self.bar..4 {
                    let next = self.land(men, a);
                    hit |= next & blots;
                    men |= next;
                }
                shots.add(1, hit, hit & hit.wrapping_sub(1) != 0);
            }
        }
        shots
    }
}

impl Shots {
    fn add(&mut self, rolls: u32, hit: u32, two: bool) {
        if hit != 0 {
            self.hits += rolls;
            // A blot there has come so far.
            self.loss += rolls * hit.ilog2();
            self.doubles += if two { rolls } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use starboard_core::Game;

    use super::*;
    use crate::{Backgammon, Dice, rules::checkers::flip};

    fn guns(game: &Backgammon) -> Guns {
        let (mine, theirs) = (game.mine(), game.theirs());
        Guns {
            men: mine.occupied() & POINTS,
            bar: mine.bar().into(),
            blocked: flip(theirs.made()) & POINTS,
            blots: flip(theirs.occupied() & !theirs.made()) & POINTS,
        }
    }

    /// Rolls that hit, and the pips they gain, where `costliest` gives the costliest blot that a
    /// roll hits, or 0.
    fn over_rolls(mut costliest: impl FnMut(Dice) -> u32) -> (u32, u32) {
        Dice::all().fold((0, 0), |(hits, loss), dice| match costliest(dice) {
            0 => (hits, loss),
            blot => (hits + dice.weight(), loss + dice.weight() * blot),
        })
    }

    /// Counts by playing all legal moves.
    fn by_playing(game: &Backgammon) -> (u32, u32) {
        over_rolls(|dice| {
            let mut costliest = 0;
            game.for_each_turn(dice, |turn| {
                let hits = turn.steps().map(|step| step.to());
                let hits = hits.filter(|&to| to > 0 && game.theirs().at(25 - to) == 1);
                costliest = costliest.max(hits.max().map_or(0, u32::from));
            });
            costliest
        })
    }

    /// Counts by moving one checker after another, whether or not the remaining dice could be
    /// played.
    fn by_steps(game: &Backgammon) -> (u32, u32) {
        fn costliest(men: &mut [u8; 26], guns: &Guns, dice: &[u32]) -> u32 {
            let Some((&die, rest)) = dice.split_first() else { return 0 };
            let mut best = 0;
            let first = if men[25] > 0 { 25 } else { 1 };
            for from in first..26 {
                let to = (from as u32).saturating_sub(die);
                if men[from] == 0 || to == 0 || guns.blocked >> to & 1 == 1 {
                    continue;
                }
                men[from] -= 1;
                men[to as usize] += 1;
                best = best.max(if guns.blots >> to & 1 == 1 { to } else { 0 });
                best = best.max(costliest(men, guns, rest));
                men[from] += 1;
                men[to as usize] -= 1;
            }
            best
        }
        let guns = guns(game);
        let mut men = game.mine().counts();
        over_rolls(|dice| {
            let (a, b) = (dice.high().into(), dice.low().into());
            if a == b {
                costliest(&mut men, &guns, &[a; 4])
            } else {
                costliest(&mut men, &guns, &[a, b]).max(costliest(&mut men, &guns, &[b, a]))
            }
        })
    }

    /// With no checker on the bar, roll by roll.
    fn by_throw(guns: &Guns) -> Shots {
        let mut shots = Shots::default();
        let by: [u32; 7] =
            std::array::from_fn(|die| if die > 0 { guns.land(guns.men, die as u32) } else { 0 });
        shots.steps = by.iter().map(|places| places.count_ones()).sum();
        let blots = guns.blots;
        if blots == 0 {
            return shots;
        }
        for a in 1..7_u32 {
            let at_a = by[a as usize];
            for b in 1..a {
                let at_b = by[b as usize];
                let direct = (at_a | at_b) & blots;
                let both = (at_a >> b | at_b >> a) & blots;
                let on = ((at_a & blots) >> b | (at_b & blots) >> a) & blots;
                let two = at_a & blots != 0 && at_b & blots != 0 && direct & (direct - 1) != 0;
                shots.add(2, direct | both, two || on != 0);
            }
            let second = guns.land(at_a, a);
            let third = guns.land(second, a);
            let hit = (at_a | second | third | guns.land(third, a)) & blots;
            shots.add(1, hit, hit & hit.wrapping_sub(1) != 0);
        }
        shots
    }

    #[test]
    fn shots_of_the_textbooks() {
        #[track_caller]
        fn check(men: &[u32], bar: u32, blots: &[u32], blocked: &[u32], hits: u32) {
            let set = |places: &[u32]| places.iter().map(|p| 1 << p).sum();
            let guns = Guns { men: set(men), bar, blots: set(blots), blocked: set(blocked) };
            assert_eq!(guns.shots().hits, hits, "{guns:?}");
        }
        for (distance, hits) in [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3].into_iter().enumerate() {
            check(&[24], 0, &[23 - distance as u32], &[], hits);
        }
        // Six away with the three and the five held: sixes, 51, 42 and 22.
        check(&[24], 0, &[18], &[21, 19], 16);
        // From the bar, onto a blot on the ace point.
        check(&[], 1, &[24], &[], 11);
        check(&[], 2, &[24], &[], 11);
        // One checker enters with the other number, and another hits (with a six, or with two or
        // three steps of a double).
        check(&[10], 1, &[4], &[], 13);
        // Two checkers enter, and double threes or sixes have enough left.
        check(&[10], 2, &[4], &[], 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Counting all rolls at once gives the same as counting one after another.
        #[test]
        fn throws_at_once(men: [u32; 2], blocked: [u32; 3], blots: [u32; 3]) {
            let all = |sets: &[u32]| sets.iter().fold(POINTS, |all, set| all & set);
            let men = all(&men);
            let blocked = all(&blocked) & !men;
            let blots = all(&blots) & !men & !blocked;
            let guns = Guns { men, bar: 0, blocked, blots };
            prop_assert_eq!(guns.shots(), by_throw(&guns), "{:?}", guns);
        }
    }

    proptest! {
        /// The count is that of all ways to play the dice one after the other, and never less than
        /// that of the legal moves. It is larger where the hit is ruled out by the rule that both
        /// numbers must be played, or else the larger one: for example, where one number brings the
        /// last man in from the bar-point and a six bears off another.
        #[test]
        fn throws_that_hit_are_those_that_can_be_played(seed: u64) {
            let mut rng = starboard_core::rng(seed, 0);
            let game = crate::testing::wander(&mut rng, 30);
            if game.node() == starboard_core::Node::Chance {
                let shots = guns(&game).shots();
                prop_assert_eq!((shots.hits, shots.loss), by_steps(&game), "{}", game.board());
                let (hits, loss) = by_playing(&game);
                prop_assert!(shots.hits >= hits && shots.loss >= loss, "{}", game.board());
            }
        }
    }
}
