//! A cheap, hand-crafted evaluator.
//!
//! It uses integers only, so that a position has the same value on every machine.

use starboard_core::{Bounds, DetailKind, Estimate, Evaluator, Game, Node, Value};

use crate::{
    Backgammon, BoundsKind, Checkers, Probabilities, Scoring,
    evaluation::{
        race,
        shots::shots,
        weights::{
            BORNE_OFF, DEEP, HIT, HIT_PER_POINT, HOME, ON_BAR, PIP, POINT, PRIME, RACE, SOFTNESS,
            STACKED,
        },
    },
    rules::checkers::flip,
};

/// One, for the fractions below.
pub(crate) const ONE: i32 = 1 << 16;

/// A hand-crafted evaluator: pips, points, primes, anchors, blots under fire and checkers on the
/// bar; in a race, the winning chances of Kleinman's formula.
///
/// After a roll, the dice count only as the pips they are worth.
///
/// ```
/// use starboard_backgammon::{Backgammon, HandCrafted};
/// use starboard_core::{Evaluator, Game};
/// let value = HandCrafted::default().evaluate(&Backgammon::START);
/// assert!(value.raw() > 0, "it is better to be on roll");
/// ```
#[derive(Clone, Debug, Default)]
pub struct HandCrafted {
    /// How tight [`bounds`](Evaluator::bounds) are.
    pub bounds: BoundsKind,
}

impl Evaluator<Backgammon> for HandCrafted {
    fn evaluate(&mut self, game: &Backgammon) -> Value {
        let chances = self.chances(game);
        let equity = match game.scoring() {
            Scoring::Single => chances.lead,
            Scoring::Money => chances.equity(),
        };
        let value = Value::saturating(i64::from(equity) << 2);
        let bounds = BoundsKind::Position.bounds(game);
        value.clamp(bounds.low, bounds.high)
    }

    fn details(&self) -> &'static [DetailKind] {
        &Probabilities::KINDS
    }

    fn estimate(&mut self, game: &Backgammon) -> Estimate {
        let value = match game.node() {
            Node::Over(value) => value,
            _ => self.evaluate(game),
        };
        Estimate { value, details: self.probabilities(game).details() }
    }

    fn bounds(&self, game: &Backgammon) -> Bounds {
        self.bounds.bounds(game)
    }
}

impl HandCrafted {
    /// The outcome probabilities for the mover, exact if the game is over. Backgammons are not
    /// estimated.
    pub fn probabilities(&self, game: &Backgammon) -> Probabilities {
        if let Some(ended) = Probabilities::of_end(game) {
            return ended;
        }
        let Chances { lead, gammons_won, gammons_lost } = self.chances(game);
        let part = |x: i32| x as f32 / ONE as f32;
        let win = (0.5 + 0.5 * part(lead)).clamp(0.0, 1.0);
        let gammons = |share: i32, of: f32| part(share).clamp(0.0, 1.0) * of;
        Probabilities {
            win,
            win_gammon: gammons(gammons_won, win),
            win_backgammon: 0.0,
            lose_gammon: gammons(gammons_lost, 1.0 - win),
            lose_backgammon: 0.0,
        }
    }

    /// How the game is likely to end.
    pub(crate) fn chances(&self, game: &Backgammon) -> Chances {
        let (mine, theirs) = (game.mine(), game.theirs());
        // The pips of the roll to come (8 on average), or of the one already rolled.
        let tempo = game.dice().map_or(8, |dice| dice.pips() as i32) - 4;
        if game.is_contact() {
            contact(mine, theirs, tempo)
        } else {
            race::chances(mine, theirs, tempo)
        }
    }
}

/// How a game is likely to end, in fractions of [`ONE`].
#[derive(Copy, Clone, Debug)]
pub(crate) struct Chances {
    /// The probability that the mover wins, minus that of losing.
    pub(crate) lead: i32,
    /// The share of gammons among the mover's wins.
    pub(crate) gammons_won: i32,
    /// The share of gammons among the mover's losses.
    pub(crate) gammons_lost: i32,
}

impl Chances {
    fn equity(self) -> i32 {
        let part =
            |chance: i32, gammons: i32| ((i64::from(chance) * i64::from(gammons)) >> 17) as i32;
        self.lead + part(ONE + self.lead, self.gammons_won)
            - part(ONE - self.lead, self.gammons_lost)
    }
}

/// One player's checkers, as sets of places.
struct Side {
    checkers: Checkers,
    occupied: u32,
    made: u32,
    /// How many home points are made.
    home: i32,
}

impl Side {
    fn of(checkers: Checkers) -> Self {
        let (occupied, made) = (checkers.occupied(), checkers.made());
        Self { checkers, occupied, made, home: (made & 0x7e).count_ones() as i32 }
    }
}

fn contact(mine: Checkers, theirs: Checkers, tempo: i32) -> Chances {
    let (me, they) = (Side::of(mine), Side::of(theirs));
    let (my_back, their_back) = (back(mine), back(theirs));
    let (ahead, pips) = (theirs.pips() as i32, mine.pips() as i32);
    // A pip counts for more the fewer there are.
    let race = (ahead - pips + tempo) * RACE / ((ahead + pips) / 2 + 30);
    // The mover moves before its own blots are shot at, and most get away.
    let danger = fire(&they, &me) / 3 - fire(&me, &they);
    let score = race + shape(&me, &they, their_back) - shape(&they, &me, my_back) - danger;
    let gammons = |loser: Checkers, back: i32, home: i32, off: i32| {
        if loser.off() > 0 {
            0
        } else {
            (4 + 3 * back + home * back.min(3) / 2 + 4 * off) * ONE / 64
        }
    };
    Chances {
        lead: ((i64::from(score) << 16) / i64::from(SOFTNESS + score.abs())) as i32,
        gammons_won: gammons(theirs, their_back, me.home, i32::from(mine.off())).min(ONE),
        gammons_lost: gammons(mine, my_back, they.home, i32::from(theirs.off())).min(ONE),
    }
}

/// How many checkers are in the enemy home board or on the bar.
fn back(checkers: Checkers) -> i32 {
    let nibbles = (checkers.word() >> (4 * 19)) as u32 & 0x0fff_ffff;
    let pairs = (nibbles & 0x0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101) >> 24) as i32
}

/// What a side's formation is worth against an enemy with `their_back` checkers back.
fn shape(me: &Side, they: &Side, their_back: i32) -> i32 {
    let mut score = 0;
    // Home points matter only while there are enemy checkers to keep out.
    let held = (their_back + 1).min(4);
    let mut home = HOME[me.home as usize];
    let mut points = me.made & 0x1ff_fffe;
    while points != 0 {
        let place = points.trailing_zeros();
        points &= points - 1;
        let worth = POINT[place as usize];
        if place <= 8 { home += worth } else { score += worth }
    }
    score += home * held / 3;
    let bar = i32::from(me.checkers.bar());
    score -= bar * (ON_BAR + HIT_PER_POINT * they.home / 2);
    score += i32::from(me.checkers.off()) * BORNE_OFF;
    score -= i32::from(me.checkers.at(1) + me.checkers.at(2)) * DEEP;
    let mut stacks = me.checkers.stacks();
    while stacks != 0 {
        let place = stacks.trailing_zeros();
        stacks &= stacks - 1;
        score -= (i32::from(me.checkers.at(place as u8)) - 3) * STACKED;
    }
    score + prime(me.made, flip(they.occupied))
}

/// What the longest prime is worth, if an enemy checker is behind it.
fn prime(made: u32, enemy: u32) -> i32 {
    let made = made & 0x1ff_fffe;
    let pairs = made & made >> 1;
    let four = pairs & pairs >> 2;
    if four == 0 {
        return 0;
    }
    let (five, six) = (four & made >> 4, four & pairs >> 4);
    let (longest, worth) = if six != 0 {
        (six, PRIME[2])
    } else if five != 0 {
        (five, PRIME[1])
    } else {
        (four, PRIME[0])
    };
    let last = longest.ilog2();
    if enemy & ((1 << last) - 1) != 0 { worth } else { 0 }
}

/// What a side can expect to win by hitting the enemy's blots in one roll.
fn fire(me: &Side, they: &Side) -> i32 {
    let mut blots = flip(they.occupied & !they.made) & 0x1ff_fffe;
    let mut sum = 0;
    while blots != 0 {
        let place = blots.trailing_zeros();
        blots &= blots - 1;
        sum += shots(me.occupied, place) * (HIT + PIP * place as i32 + HIT_PER_POINT * me.home);
    }
    // On the bar, one has to enter first.
    match me.checkers.bar() {
        0 => sum / 36,
        1 => sum / 60,
        _ => sum / 180,
    }
}
