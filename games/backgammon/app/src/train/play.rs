//! Self-play games of the networks.

use rand::RngExt;
use starboard_backgammon::{
    Backgammon, Checkers, Dice, HandCrafted, Move, NetEvaluator, net::OUTPUTS,
};
use starboard_core::{Evaluator, Game, Node, Rng, Value, rng};

/// Tells games from anything else that a seed fixes.
const STREAM: u64 = 0x6261_636b_6761;
/// The number of turns after which a game is abandoned.
const MOST_TURNS: usize = 2000;

/// A position before the roll, and its target.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sample {
    pub(super) game: Backgammon,
    pub(super) target: [f32; OUTPUTS],
    /// The decision that it is one of the moves of: what is next to it with the same number
    /// are its siblings.
    pub(super) decision: u32,
}

/// What picks the moves.
#[derive(Clone)]
pub(super) enum Judge {
    /// The hand-crafted evaluator, to begin with.
    HandCrafted(HandCrafted),
    /// The networks.
    Nets(Box<NetEvaluator>),
}

impl Judge {
    /// The value for the mover of a position before the roll.
    fn value(&mut self, game: &Backgammon) -> Value {
        match self {
            Self::HandCrafted(eval) => eval.evaluate(game),
            Self::Nets(eval) => eval.static_value(game),
        }
    }

    /// The position after the best move, chosen by its value for the other player.
    pub(super) fn best(&mut self, game: &Backgammon, dice: Dice) -> Backgammon {
        let (mut best, mut least) = (*game, Value::MAX);
        game.for_each_turn(dice, |turn| {
            let mut child = game.with_dice(Some(dice));
            child.play(Move::Turn(turn));
            let value = match child.node() {
                Node::Over(value) => value,
                _ => self.value(&child),
            };
            if value < least {
                (best, least) = (child, value);
            }
        });
        best
    }
}

/// Which game to play: everything that it depends on besides the judge.
#[derive(Copy, Clone, Debug)]
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) number: u64,
    /// How much of what is learned of a position comes from the end of the game
    /// rather than the position after it.
    pub(super) lambda: f32,
}

/// Plays a game and returns its positions with the targets of TD(lambda), as weighted averages over
/// all later positions (Sutton 1988, the forward view).
pub(super) fn play(judge: &mut Judge, plan: Plan) -> Vec<Sample> {
    let mut rng = rng(plan.seed ^ STREAM, plan.number);
    let mut game = beginning(&mut rng);
    let mut positions = Vec::new();
    while game.node() == Node::Chance && positions.len() < MOST_TURNS {
        positions.push(game);
        game = judge.best(&game, roll(&mut rng));
    }
    let mut eval = match judge {
        Judge::HandCrafted(_) => None,
        Judge::Nets(eval) => Some(eval),
    };
    if !matches!(game.node(), Node::Over(_)) {
        return Vec::new();
    }
    let mut target = NetEvaluator::default().probabilities(&game);
    let mut samples = Vec::with_capacity(positions.len());
    for game in positions.into_iter().rev() {
        target = target.flipped();
        let decision = samples.len() as u32;
        samples.push(Sample { game, target: target.as_array(), decision });
        if let Some(eval) = &mut eval {
            let said = eval.probabilities(&game).as_array();
            let learned = target.as_array();
            let mixed: [f32; OUTPUTS] =
                std::array::from_fn(|i| said[i] + plan.lambda * (learned[i] - said[i]));
            target = mixed.into();
        }
    }
    samples.reverse();
    samples
}

pub(crate) fn roll(rng: &mut Rng) -> Dice {
    Dice::new(rng.random_range(1..=6), rng.random_range(1..=6)).expect("numbers of a die")
}

/// The start of a game: more than half begin as usual, the others as nackgammon, after random
/// moves, or with checkers sent back, so that the networks also see positions that good play
/// avoids.
pub(crate) fn beginning(rng: &mut Rng) -> Backgammon {
    match rng.random_range(0..12) {
        0 => {
            let mut counts = [0; 26];
            for (place, n) in [(6, 4), (8, 3), (13, 4), (23, 2), (24, 2)] {
                counts[place] = n;
            }
            let side = Checkers::new(counts).expect("fifteen");
            Backgammon::new(side, side).expect("a position")
        }
        1 | 2 => after_random_moves(rng),
        3 | 4 => sent_back(rng),
        _ => Backgammon::START,
    }
}

fn after_random_moves(rng: &mut Rng) -> Backgammon {
    let mut game = Backgammon::START;
    for _ in 0..rng.random_range(1..=30) {
        let dice = roll(rng);
        let mut turns = Vec::new();
        game.for_each_turn(dice, |turn| turns.push(turn));
        game = game.with_dice(Some(dice));
        game.play(Move::Turn(turns[rng.random_range(0..turns.len())]));
    }
    if game.node() == Node::Chance { game } else { Backgammon::START }
}

/// The start, with some checkers of one side in the enemy home or on the bar, and
/// some of the other's further on: what a back game looks like.
fn sent_back(rng: &mut Rng) -> Backgammon {
    loop {
        let mut sides = [Checkers::START.counts(); 2];
        let back = rng.random_range(0..2);
        for _ in 0..rng.random_range(1..=5) {
            if let Some(to) = free(&sides, back, 18..=25, rng) {
                take(&mut sides[back], 1..=13, rng);
                sides[back][to] += 1;
            }
        }
        for _ in 0..rng.random_range(0..=8) {
            if let Some(to) = free(&sides, 1 - back, 1..=8, rng) {
                take(&mut sides[1 - back], 8..=24, rng);
                sides[1 - back][to] += 1;
            }
        }
        let [mine, theirs] = sides.map(Checkers::new);
        if let (Ok(mine), Ok(theirs)) = (mine, theirs)
            && let Ok(game) = Backgammon::new(mine, theirs)
        {
            return game;
        }
    }
}

/// A place of the side where the other has nobody, if the first one tried is.
fn free(
    sides: &[[u8; 26]; 2],
    side: usize,
    places: std::ops::RangeInclusive<usize>,
    rng: &mut Rng,
) -> Option<usize> {
    let to = rng.random_range(places);
    (to == 25 || sides[1 - side][25 - to] == 0).then_some(to)
}

/// Takes a checker from one of the places; if there is none, one too many is on the
/// board, which is noticed later.
fn take(side: &mut [u8; 26], places: std::ops::RangeInclusive<usize>, rng: &mut Rng) {
    let from = rng.random_range(places.clone());
    let mut all = (from..=*places.end()).chain(*places.start()..from);
    if let Some(from) = all.find(|&place| side[place] > 0) {
        side[from] -= 1;
    }
}
