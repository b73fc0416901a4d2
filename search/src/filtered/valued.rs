//! Backing up values, with or without the figures beside them.

use std::marker::PhantomData;

use starboard_core::{DetailKind, Estimate, Evaluator, Game, MOST_DETAILS, Node, Value, flip};

use super::tree::{Backup, Rated};
use crate::reward::with;

/// A move whose cheap estimate is worse than the best by more than this, in units of the
/// game, is not evaluated.
const REACH: f64 = 0.15;

/// What goes along with a value: nothing, or the evaluator's figures.
pub(super) trait Carry: Copy + Default + 'static {
    /// The static value of a position that is not over, with what goes along.
    fn evaluate<G: Game>(eval: &mut impl Evaluator<G>, game: &G) -> (Value, Self);

    /// What goes along with the value of a game that is over.
    fn over<G: Game>(eval: &mut impl Evaluator<G>, game: &G) -> Self;

    /// Appends the static values after `moves`, for the mover of `game`.
    fn children<G: Game>(
        eval: &mut impl Evaluator<G>,
        game: &G,
        moves: &[G::Move],
        room: &mut Scratch,
        out: &mut Vec<(Value, Self)>,
    );

    /// The same for the other player.
    fn flip(self, kinds: &[DetailKind]) -> Self;

    /// Adds `share` times `other`.
    fn add(&mut self, other: Self, share: f64);

    /// The figures, of which there are `count`.
    fn figures(&self, count: usize) -> Vec<f32>;
}

/// Room for what an evaluator says of several positions.
#[derive(Default)]
pub(super) struct Scratch {
    values: Vec<Value>,
    estimates: Vec<Estimate>,
}

impl Carry for () {
    fn evaluate<G: Game>(eval: &mut impl Evaluator<G>, game: &G) -> (Value, Self) {
        (eval.evaluate(game), ())
    }

    fn over<G: Game>(_: &mut impl Evaluator<G>, _: &G) -> Self {}

    fn children<G: Game>(
        eval: &mut impl Evaluator<G>,
        game: &G,
        moves: &[G::Move],
        room: &mut Scratch,
        out: &mut Vec<(Value, Self)>,
    ) {
        room.values.clear();
        eval.evaluate_children(game, moves, &mut room.values);
        out.extend(room.values.iter().map(|&value| (value, ())));
    }

    fn flip(self, _: &[DetailKind]) -> Self {}

    fn add(&mut self, _: Self, _: f64) {}

    fn figures(&self, _: usize) -> Vec<f32> {
        Vec::new()
    }
}

/// The evaluator's figures, with enough precision to be added up.
#[derive(Copy, Clone, Default)]
pub(super) struct Figures([f64; MOST_DETAILS]);

impl Figures {
    fn of(Estimate { value, details }: Estimate) -> (Value, Self) {
        (value, Self(details.map(f64::from)))
    }
}

impl Carry for Figures {
    fn evaluate<G: Game>(eval: &mut impl Evaluator<G>, game: &G) -> (Value, Self) {
        Self::of(eval.estimate(game))
    }

    fn over<G: Game>(eval: &mut impl Evaluator<G>, game: &G) -> Self {
        Self::of(eval.estimate(game)).1
    }

    fn children<G: Game>(
        eval: &mut impl Evaluator<G>,
        game: &G,
        moves: &[G::Move],
        room: &mut Scratch,
        out: &mut Vec<(Value, Self)>,
    ) {
        room.estimates.clear();
        eval.estimate_children(game, moves, &mut room.estimates);
        out.extend(room.estimates.iter().map(|&estimate| Self::of(estimate)));
    }

    fn flip(self, kinds: &[DetailKind]) -> Self {
        Self(flip(&self.0, kinds))
    }

    fn add(&mut self, other: Self, share: f64) {
        for (sum, figure) in self.0.iter_mut().zip(other.0) {
            *sum += share * figure;
        }
    }

    fn figures(&self, count: usize) -> Vec<f32> {
        self.0.iter().take(count).map(|&figure| figure as f32).collect()
    }
}

/// Backs up what an evaluator says.
pub(super) struct Valued<'a, E, C> {
    pub(super) eval: &'a mut E,
    kinds: &'static [DetailKind],
    room: Scratch,
    carry: PhantomData<C>,
}

impl<'a, E, C: Carry> Valued<'a, E, C> {
    pub(super) fn new(eval: &'a mut E, kinds: &'static [DetailKind]) -> Self {
        Self { eval, kinds, room: Scratch::default(), carry: PhantomData }
    }

    /// How many figures go along.
    pub(super) fn figures(&self) -> usize {
        self.kinds.len().min(MOST_DETAILS)
    }

    /// Appends the static values after `moves`, for the mover of `game`.
    pub(super) fn children<G: Game>(
        &mut self,
        game: &G,
        moves: &[G::Move],
        out: &mut Vec<(Value, C)>,
    ) where
        E: Evaluator<G>,
    {
        C::children(self.eval, game, moves, &mut self.room, out);
    }
}

impl<G: Game, E: Evaluator<G>, C: Carry> Backup<G> for Valued<'_, E, C> {
    type Key = Value;
    type Static = (Value, C);
    type Found = (Value, C);
    type Sum = (i64, C);

    fn settled(&mut self, game: &G, node: Node, _: u32) -> Option<(Value, C)> {
        let Node::Over(value) = node else { return None };
        Some((value, C::over(self.eval, game)))
    }

    fn leaf(&mut self, game: &G, _: u32) -> (Value, C) {
        C::evaluate(self.eval, game)
    }

    fn rough(&mut self, game: &G, moves: &[G::Move], _: u32, out: &mut Rated<Self, G>) -> bool {
        let estimates = &mut self.room.estimates;
        estimates.clear();
        let some = self.eval.estimate_roughly(game, moves, estimates);
        out.extend(estimates.iter().map(|estimate| estimate.value).zip(moves.iter().copied()));
        some
    }

    fn floor(&self, best: Value, _: u32) -> Value {
        best - Value::saturating((REACH * f64::from(G::UNIT)) as i64)
    }

    fn replies(&mut self, game: &G, moves: &[G::Move], _: u32, out: &mut Vec<(Value, C)>) {
        self.children(game, moves, out);
    }

    fn key(&self, known: &(Value, C), _: u32) -> Value {
        known.0
    }

    fn replied(&mut self, _: &mut G, _: G::Move, (value, carry): (Value, C), _: u32) -> (Value, C) {
        (value.later(1, G::MATE), carry)
    }

    fn lift(&self, (value, carry): (Value, C), same: bool, reward: Value, _: u32) -> (Value, C) {
        let value = value.later(1, G::MATE);
        let (value, carry) = if same { (value, carry) } else { (-value, carry.flip(self.kinds)) };
        (with::<G>(value, reward), carry)
    }

    fn add(&self, sum: &mut (i64, C), found: &(Value, C), share: i64, of: i64, _: u32) {
        sum.0 += i64::from(found.0.raw()) * share;
        sum.1.add(found.1, share as f64 / of as f64);
    }

    fn mean(&self, game: &G, (sum, carry): (i64, C), of: i64, corrected: bool) -> (Value, C) {
        let value = Value::mean(sum, of);
        if !corrected {
            return (value, carry);
        }
        let bounds = self.eval.bounds(game);
        (value.clamp(bounds.low, bounds.high), carry)
    }

    fn rank(&self, found: &(Value, C), _: u32) -> i64 {
        found.0.raw().into()
    }

    fn value(&self, found: &(Value, C)) -> Value {
        found.0
    }
}
