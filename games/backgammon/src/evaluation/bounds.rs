//! Bounds on how a game can still end.

use starboard_core::{Bounds, Game, Value};

use crate::{
    Backgammon, Checkers, Scoring,
    evaluation::turns_left::{fewest, fewest_to_save, most, most_to_leave, most_to_save},
};

/// How tight the bounds of an evaluator are: the tighter they are, the more Star1 prunes. All are
/// sound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundsKind {
    /// A thousand points either way, as if almost nothing were known.
    Loose,
    /// Three points either way, or one where every win counts one point.
    Rules,
    /// What can still be won and lost from the position: a player who has borne off a checker
    /// cannot be gammoned, and one whose checkers have all passed cannot be backgammoned; and in a
    /// race, a player who would be too late even with the best dice against the worst cannot win.
    #[default]
    Position,
}

impl BoundsKind {
    /// Bounds on the value, for the mover, of every outcome at or below `game`.
    pub fn bounds(self, game: &Backgammon) -> Bounds {
        match (self, game.scoring()) {
            (Self::Loose, _) => Bounds::symmetric(points(1000)),
            (Self::Rules, Scoring::Single) => Bounds::symmetric(points(1)),
            (Self::Rules, Scoring::Money) => Bounds::symmetric(points(3)),
            (Self::Position, _) => of_position(game),
        }
    }
}

fn of_position(game: &Backgammon) -> Bounds {
    if game.is_contact() || of_end(game).is_some() {
        return by_men_off(game);
    }
    let single = game.scoring() == Scoring::Single;
    let points = |n: i32| points(if single { n.signum() } else { n });
    let (low, high) = in_a_race(game.mine(), game.theirs());
    Bounds { low: points(low), high: points(high) }
}

/// What can still be won and lost, judged only by who has borne off a checker.
pub(crate) fn by_men_off(game: &Backgammon) -> Bounds {
    if let Some(value) = of_end(game) {
        return Bounds::exact(value);
    }
    let single = game.scoring() == Scoring::Single;
    let most = |loser: Checkers| points(if single || loser.off() > 0 { 1 } else { 3 });
    Bounds { low: -most(game.mine()), high: most(game.theirs()) }
}

/// The value of a game that is over.
fn of_end(game: &Backgammon) -> Option<Value> {
    let (mine, theirs) = (game.mine(), game.theirs());
    if theirs.all_off() {
        return Some(-game.worth(mine));
    }
    mine.all_off().then(|| game.worth(theirs))
}

/// The fewest and the most points the mover can still get in a race.
fn in_a_race(mine: Checkers, theirs: Checkers) -> (i32, i32) {
    let (my_fewest, their_fewest) = (fewest(mine), fewest(theirs));
    // By the mover's last turn, the other player has had one turn less.
    let my_most = most(mine);
    let low = if my_most <= their_fewest {
        1 + i32::from(my_most <= fewest_to_save(theirs))
    } else {
        -most_points(mine, their_fewest)
    };
    let their_most = most(theirs);
    let high = if their_most < my_fewest {
        -1 - i32::from(their_most < fewest_to_save(mine))
    } else {
        most_points(theirs, my_fewest - 1)
    };
    (low, high)
}

/// The most points that a player with these checkers can lose who has at least `turns` turns before
/// the game ends.
fn most_points(loser: Checkers, turns: u32) -> i32 {
    if most_to_save(loser) <= turns {
        1
    } else if most_to_leave(loser) <= turns {
        2
    } else {
        3
    }
}

const fn points(n: i32) -> Value {
    Value::new(n * Backgammon::UNIT)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Evaluator, Game, Node};

    use super::*;
    use crate::{Class, HandCrafted, NetEvaluator, net::Noise, testing};

    /// A random position of this class; for `Over`, any scattered position.
    fn of_class(class: Class, stream: u64) -> Backgammon {
        let mut rng = starboard_core::rng(23, stream);
        loop {
            let (men, far) = match class {
                Class::Contact | Class::Crashed | Class::Over => {
                    let game = testing::scatter(&mut rng);
                    if matches!(class, Class::Over) || Class::of(&game) == class {
                        return game;
                    }
                    continue;
                }
                Class::Race => (15, rng.random_range(7..=24)),
                Class::BearoffOneSided => (15, 6),
                Class::BearoffTwoSided => (6, 6),
            };
            let mut sides = [far, if class == Class::Race { 25 - far } else { far }].map(|far| {
                let (mut counts, left) = ([0; 25], rng.random_range(1..=men));
                for _ in 0..left {
                    counts[rng.random_range(0..far)] += 1;
                }
                Checkers::on_board(counts).expect("at most fifteen")
            });
            if rng.random() {
                sides.reverse();
            }
            let [mine, theirs] = sides;
            if let Ok(game) = Backgammon::new(mine, theirs)
                && Class::of(&game) == class
            {
                return game;
            }
        }
    }

    #[track_caller]
    fn check(game: &Backgammon, value: Value, bounds: Bounds) {
        assert!(bounds.contains(value), "{value:?} {bounds:?}\n{}", game.board());
    }

    /// Plays on at random and checks that every value met lies within all earlier bounds.
    #[test]
    fn what_comes_lies_within_what_was_said() {
        let mut net = NetEvaluator::default();
        let mut noisy = net.clone().with_noise(Some(Noise { deviation: 0.3, seed: 1 }));
        let mut hand = HandCrafted::default();
        let mut settled = 0;
        for class in Class::ALL {
            for stream in 0..24 {
                let start = of_class(class, stream);
                let start =
                    if stream % 4 == 0 { start.with_scoring(Scoring::Single) } else { start };
                let mut rng = starboard_core::rng(24, stream);
                let (mut game, mut before) = (start, Bounds::FULL);
                for _ in 0..60 {
                    let bounds = BoundsKind::Position.bounds(&game);
                    assert_eq!(before.and(bounds), bounds, "{before:?}\n{}", game.board());
                    if let Node::Over(value) = game.node() {
                        check(&game, value, bounds);
                        break;
                    }
                    settled += u32::from(bounds.value().is_some());
                    check(&game, hand.evaluate(&game), bounds);
                    if game.node() == Node::Chance {
                        check(&game, net.evaluate(&game), bounds);
                        check(&game, noisy.evaluate(&game), bounds);
                    }
                    let mut options = Vec::new();
                    game.options(&mut options);
                    // All that may follow, of which one is played.
                    for &m in &options {
                        let mut child = game;
                        child.play(m);
                        let below = BoundsKind::Position.bounds(&child);
                        let own = |b: Bounds| if child.mover() == game.mover() { b } else { -b };
                        assert_eq!(own(below).and(bounds), own(below), "{m:?}\n{}", game.board());
                    }
                    let mover = game.mover();
                    game.play(options[rng.random_range(0..options.len())]);
                    before = if game.mover() == mover { bounds } else { -bounds };
                }
            }
        }
        assert!(settled > 50, "{settled}");
    }

    /// The least and the most the mover can get, by playing all games to their end.
    fn extremes(game: &Backgammon) -> (Value, Value) {
        if let Node::Over(value) = game.node() {
            return (value, value);
        }
        let mut options = Vec::new();
        game.options(&mut options);
        let ends = options.into_iter().map(|m| {
            let mut child = *game;
            child.play(m);
            let (low, high) = extremes(&child);
            if child.mover() == game.mover() { (low, high) } else { (-high, -low) }
        });
        ends.fold((Value::MAX, Value::MIN), |(a, b), (low, high)| (a.min(low), b.max(high)))
    }

    /// Compares the bounds of small endings with every way they can go; where the winner is
    /// certain, the bounds should mostly say so.
    #[test]
    fn what_is_certain_is_known() {
        let (mut certain, mut known) = (0, 0);
        for stream in 0..60 {
            let mut rng = starboard_core::rng(25, stream);
            let mut side = |men: u8, far: usize, total: u8| {
                let mut counts = [0; 25];
                (0..men).for_each(|_| counts[rng.random_range(0..far)] += 1);
                // Those who have borne off nothing may lose a gammon or more.
                counts[0] += total.max(men) - men;
                Checkers::on_board(counts).expect("at most fifteen")
            };
            let few = side(1 + stream as u8 % 2, 3, 0);
            let many = if stream % 2 == 0 { side(1, 23, 15) } else { side(5, 4, 0) };
            let (mine, theirs) = if stream % 3 == 0 { (many, few) } else { (few, many) };
            let Ok(game) = Backgammon::new(mine, theirs) else { continue };
            if game.is_contact() {
                continue;
            }
            let (low, high) = extremes(&game);
            let bounds = BoundsKind::Position.bounds(&game);
            check(&game, low, bounds);
            check(&game, high, bounds);
            if low == high {
                certain += 1;
                known += u32::from(bounds.value().is_some());
            }
        }
        assert!(certain >= 20 && known * 10 >= certain * 7, "{known} of {certain}");
    }
}
