//! An evaluator that remembers what it has seen.

use crate::{Bounds, DetailKind, Estimate, Evaluator, Game, Value, fetch};

/// Evaluates as `E` does, and each position once, as long as no other takes
/// its place: searches come back to many positions by another order of moves,
/// another window or another depth.
///
/// Each clone, that is each thread, has a cache of its own, of 16 bytes a place.
/// A batch ([`Evaluator::evaluate_batch`]) passes it by; children are asked for one
/// by one, whatever `E` could do for all of them together.
#[derive(Clone, Debug)]
pub struct Cached<E> {
    inner: E,
    /// By the low bits of the key: the key, and the value for the mover.
    places: Box<[(u64, Value)]>,
}

impl<E> Cached<E> {
    /// With a cache of 2 to the power of `bits` places, 2 to 2^24.
    pub fn new(inner: E, bits: u32) -> Self {
        // An empty place has a key that belongs into another one.
        let places = (0..1 << bits.clamp(1, 24)).map(|place: u64| (!place, Value::ZERO)).collect();
        Self { inner, places }
    }
}

impl<G: Game, E: Evaluator<G> + Clone> Evaluator<G> for Cached<E> {
    fn evaluate(&mut self, game: &G) -> Value {
        let key = game.key();
        let place = key as usize & (self.places.len() - 1);
        let (kept, value) = self.places[place];
        if kept == key {
            return value;
        }
        let value = self.inner.evaluate(game);
        self.places[place] = (key, value);
        value
    }

    fn complaint(&self, game: &G) -> Option<String> {
        self.inner.complaint(game)
    }

    fn prefetch(&self, key: u64) {
        fetch(&self.places[key as usize & (self.places.len() - 1)]);
        self.inner.prefetch(key);
    }

    fn is_slow(&self) -> bool {
        self.inner.is_slow()
    }

    fn evaluate_batch(&mut self, games: &[G], values: &mut Vec<Value>) {
        self.inner.evaluate_batch(games, values);
    }

    fn details(&self) -> &'static [DetailKind] {
        self.inner.details()
    }

    fn estimate(&mut self, game: &G) -> Estimate {
        self.inner.estimate(game)
    }

    fn estimate_roughly(
        &mut self,
        game: &G,
        moves: &[G::Move],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        self.inner.estimate_roughly(game, moves, estimates)
    }

    fn bounds(&self, game: &G) -> Bounds {
        self.inner.bounds(game)
    }

    fn certain(&self, game: &G) -> Option<Value> {
        self.inner.certain(game)
    }
    fn losing_moves(&self, game: &G, moves: &[G::Move]) -> Option<(u64, Value)> {
        self.inner.losing_moves(game, moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HashEval, RandomTree};

    /// Counts how often it is called.
    #[derive(Clone, Default)]
    struct Counting(HashEval, u32);

    impl Evaluator<RandomTree<false>> for Counting {
        fn evaluate(&mut self, game: &RandomTree<false>) -> Value {
            self.1 += 1;
            self.0.evaluate(game)
        }
    }

    #[test]
    fn values_are_those_of_the_evaluator() {
        // With room for a few, hardly more than the last entries are left.
        for (bits, calls) in [(0, 395..=400), (4, 380..=400), (14, 200..=220)] {
            let mut cached = Cached::new(Counting::default(), bits);
            for seed in (0..200).chain(0..200).chain(199..200) {
                let game = RandomTree::<false>::new(seed);
                assert_eq!(cached.evaluate(&game), HashEval::default().evaluate(&game));
            }
            assert!(calls.contains(&cached.inner.1), "{bits} bits: {} calls", cached.inner.1);
        }
    }
}
