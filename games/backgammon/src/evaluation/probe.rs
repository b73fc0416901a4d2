//! A good move, found without evaluating positions.
//!
//! Moving a checker changes two places; what a place is worth with a blot, a point or a stack on it
//! is looked up, and hits are added. That is cheap enough to compare all moves of an ordinary roll.
//! A double is played as two pairs of checkers.

use crate::{
    Backgammon, Dice, Step, Turn,
    evaluation::{
        shots::shots,
        weights::{BORNE_OFF, DEEP, HIT, HIT_PER_POINT, PIP, POINT, STACKED},
    },
    rules::{
        checkers::flip,
        generator::{Men, farthest_first, landing},
    },
};

impl Backgammon {
    /// A legal move for `dice` that is likely to be one of the best.
    pub fn good_turn(&self, dice: Dice) -> Turn {
        let (judge, mut men) = (Judge::of(self), Men::of(self));
        if dice.is_double() {
            return judge.good_double(men, dice.high().into(), flip(self.theirs.made()) & !1);
        }
        let (mut best, mut best_score) = (Turn::PASS, i32::MIN);
        self.for_each_turn(dice, |turn| {
            let [first, second, ..] = turn.all().map(|s| (u32::from(s.from()), u32::from(s.to())));
            let mut score = judge.gain(&men, first);
            if second != (0, 0) {
                let before = men.step(first.0, first.1);
                score += judge.gain(&men, second);
                men.undo(first.0, first.1, before);
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
    /// What another checker adds to a place that has none, one, two, or more.
    adds: [[i32; 4]; 26],
    /// What is gained by hitting at each place.
    hits: [i32; 26],
}

impl Judge {
    fn of(game: &Backgammon) -> Self {
        let (shooters, their_points) = (game.theirs.occupied(), game.theirs.made());
        let home = |made: u32| (made & 0x7e).count_ones() as i32;
        let (my_home, their_home) = (home(game.mine.made()), home(their_points));
        // Home points matter only while there are enemy checkers to keep out, and blots matter less
        // while the enemy has to enter first.
        let held = ((shooters >> 19).count_ones() as i32 + 2).min(4);
        let shift = if game.theirs.bar() > 0 { 6 } else { 5 };
        let mut judge = Self { adds: [[0; 4]; 26], hits: [0; 26] };
        judge.adds[0] = [BORNE_OFF + 3 * PIP; 4];
        for place in 1..25_u32 {
            let target = 25 - place;
            let loss = HIT + PIP * target as i32 + HIT_PER_POINT * their_home;
            let blot = -((shots(shooters, target) * loss) >> shift);
            let point = POINT[place as usize];
            let point = if place <= 8 { point * held / 3 } else { point };
            let deep = if place <= 2 { DEEP } else { 0 };
            judge.adds[place as usize] = [blot - deep, point - blot - deep, -deep, -deep - STACKED];
        }
        let mut blots = flip(shooters & !their_points) & !1;
        while blots != 0 {
            let place = blots.trailing_zeros();
            blots &= blots - 1;
            judge.hits[place as usize] = HIT + PIP * place as i32 + HIT_PER_POINT * my_home / 2;
        }
        judge
    }

    /// What moving a checker gains.
    fn gain(&self, men: &Men, (from, to): (u32, u32)) -> i32 {
        let (left, before) = (men.at(from).saturating_sub(1), men.at(to));
        // A second checker on the same place hits nothing.
        let hit = if before == 0 { self.hits[to as usize] } else { 0 };
        hit + self.adds[to as usize][usize::from(before.min(3))]
            - self.adds[from as usize][usize::from(left.min(3))]
    }

    /// The best pair of checkers, twice. As a checker's way does not depend on
    /// the others, except for bearing off, which is open once all are home,
    /// this never plays fewer than can be played.
    fn good_double(&self, mut men: Men, die: u32, blocked: u32) -> Turn {
        let mut steps = [Step::default(); 4];
        for pair in steps.chunks_mut(2) {
            let (mut best, mut best_score) = ([(0, 0); 2], i32::MIN);
            for s in farthest_first(men.sources(die, blocked)) {
                let first = (s, landing(s, die));
                let gain = self.gain(&men, first);
                let before = men.step(first.0, first.1);
                let sources = men.sources(die, blocked);
                if sources == 0 && best[1] == (0, 0) && gain > best_score {
                    (best, best_score) = ([first, (0, 0)], gain);
                }
                for t in farthest_first(sources & ((2 << s) - 1)) {
                    let second = (t, landing(t, die));
                    let score = gain + self.gain(&men, second);
                    if score > best_score || best[1] == (0, 0) {
                        (best, best_score) = ([first, second], score);
                    }
                }
                men.undo(first.0, first.1, before);
            }
            for (step, (from, to)) in pair.iter_mut().zip(best) {
                if from > 0 {
                    *step = Step::new(from as u8, to as u8);
                    men.step(from, to);
                }
            }
        }
        // As the generator has it; steps not taken come last.
        steps.sort_unstable_by(|a, b| b.cmp(a));
        Turn::new(steps)
    }
}
