//! One good move without looking closely at any.
//!
//! Every checker moved changes two places, and what a place is worth with a
//! blot, a point or a stack on it is looked up; hits come on top. That is
//! cheap enough to compare all moves of an ordinary roll. A double is played as
//! two pairs of checkers.

use crate::{
    BAR, Backgammon, Dice, OFF, Step, Turn,
    checkers::flip,
    generator::{Men, farthest_first, landing},
    shots::shots,
    weights::{BORNE_OFF, DEEP, HIT, HIT_PER_POINT, PIP, POINT, STACKED},
};

impl Backgammon {
    /// A legal move for `dice` that is likely to be one of the best.
    pub fn good_turn(&self, dice: Dice) -> Turn {
        let judge = Judge::of(self);
        if dice.is_double() {
            return judge.good_double(dice.high().into());
        }
        let (mut best, mut best_score) = (Turn::PASS, i32::MIN);
        self.for_each_turn(dice, |turn| {
            let (mut men, mut score) = (judge.men, 0);
            for step in turn.steps() {
                score += judge.gain(&mut men, step.from().into(), step.to().into());
            }
            if score > best_score {
                (best, best_score) = (turn, score);
            }
        });
        best
    }
}

/// What moving a checker is worth in one position.
struct Judge {
    men: Men,
    /// The enemy's checkers, from the enemy's side.
    shooters: u32,
    /// Where a checker may not land.
    blocked: u32,
    /// Where the enemy has a single checker.
    blots: u32,
    /// Home points made by the mover and by the enemy.
    home: [i32; 2],
    /// How likely the enemy is to shoot, in quarters.
    fire: i32,
    /// How much home points are worth, in thirds.
    held: i32,
}

impl Judge {
    fn of(game: &Backgammon) -> Self {
        let (made, theirs) = (game.theirs.made(), game.theirs.occupied());
        let blocked = flip(made);
        let back = (theirs >> 19).count_ones() as i32;
        Self {
            men: Men::of(game),
            shooters: theirs,
            blocked,
            blots: flip(theirs) & !blocked & !1,
            home: [game.mine.made(), made].map(|made| (made & 0x7e).count_ones() as i32),
            fire: if game.theirs.bar() > 0 { 2 } else { 4 },
            held: (back + 2).min(4),
        }
    }

    /// Moves a checker and tells what was gained.
    fn gain(&self, men: &mut Men, from: u32, to: u32) -> i32 {
        let left = (men.counts >> (4 * from)) as i32 & 15;
        let before = (men.counts >> (4 * to)) as i32 & 15;
        let mut gain = self.worth(from, left - 1) - self.worth(from, left);
        gain += self.worth(to, before + 1) - self.worth(to, before);
        // A second checker on the same place hits nothing.
        if self.blots >> to & 1 != 0 && before == 0 {
            gain += HIT + PIP * to as i32 + HIT_PER_POINT * self.home[0] / 2;
        }
        *men = men.step(from, to);
        gain
    }

    /// What `count` checkers at a place are worth.
    fn worth(&self, place: u32, count: i32) -> i32 {
        if place == u32::from(OFF) {
            return count * (BORNE_OFF + 3 * PIP);
        }
        if place == u32::from(BAR) {
            return 0;
        }
        let deep = if place <= 2 { DEEP * count } else { 0 };
        let point = match count {
            0 => 0,
            1 => {
                let target = 25 - place;
                let loss = HIT + PIP * target as i32 + HIT_PER_POINT * self.home[1];
                // Divided by 32 for 36: close enough.
                -(shots(self.shooters, target) * loss * self.fire >> 7)
            }
            _ => {
                let worth = POINT[place as usize];
                let worth = if place <= 8 { worth * self.held / 3 } else { worth };
                worth - (count - 3).max(0) * STACKED
            }
        };
        point - deep
    }

    /// The best pair of checkers, twice. As a checker's way does not depend on
    /// the others, except for bearing off, which is open once all are home,
    /// this never plays fewer than can be played.
    fn good_double(&self, die: u32) -> Turn {
        let (mut men, mut steps) = (self.men, [Step::default(); 4]);
        for pair in steps.chunks_mut(2) {
            let (mut best, mut best_score) = ([None; 2], i32::MIN);
            for s in farthest_first(men.sources(die, self.blocked)) {
                let mut next = men;
                let first = self.gain(&mut next, s, landing(s, die));
                let sources = next.sources(die, self.blocked);
                if sources == 0 && best[1].is_none() && first > best_score {
                    (best, best_score) = ([Some(s), None], first);
                }
                for t in farthest_first(sources & ((2 << s) - 1)) {
                    let score = first + self.gain(&mut next.clone(), t, landing(t, die));
                    if score > best_score || best[1].is_none() {
                        (best, best_score) = ([Some(s), Some(t)], score);
                    }
                }
            }
            for (step, s) in pair.iter_mut().zip(best) {
                let Some(s) = s else { return Turn::new(steps) };
                *step = Step::new(s as u8, landing(s, die) as u8);
                men = men.step(s, landing(s, die));
            }
        }
        Turn::new(steps)
    }
}
