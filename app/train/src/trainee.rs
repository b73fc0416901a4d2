//! What can be trained: an evaluation that is a weighted sum of what it counts.

use starboard_core::{Evaluator, Game};

/// How often each weight counts in a position, for the first player. The lead
/// of the first player is
///
/// > Σ count · weight + Σ count · weight · weight
///
/// over [`linear`](Self::linear) and [`products`](Self::products).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Weights by their numbers, and how often each counts.
    pub linear: Vec<(u16, i16)>,
    /// Pairs of weights, and how often their product counts.
    pub products: Vec<(u16, u16, i16)>,
}

/// The prior of the weights, before any data.
///
/// A weight is its initial value plus the sum of its shares. Weights that have a share
/// in common move together: evidence about one is evidence about all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prior {
    /// The initial weights, in the unit of the evaluation.
    pub start: Vec<f64>,
    /// The shares of each weight, as indices into [`spread`](Self::spread); empty for a
    /// weight that is fixed.
    pub shares: Vec<Vec<u16>>,
    /// The standard deviation of each share's prior: how far it may well move its weights.
    pub spread: Vec<f64>,
}

impl Prior {
    /// The weights after each share has been moved by this many standard deviations.
    pub fn weights(&self, moved: &[f64]) -> Vec<f64> {
        let weights = self.start.iter().zip(&self.shares).map(|(&start, shares)| {
            let of = |&share: &u16| self.spread[usize::from(share)] * moved[usize::from(share)];
            start + shares.iter().map(of).sum::<f64>()
        });
        weights.collect()
    }

    /// The gradient with respect to the shares, from that with respect to the weights.
    pub(super) fn gradient(&self, by_weight: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.spread.len()];
        for (&each, shares) in by_weight.iter().zip(&self.shares) {
            for &share in shares {
                gradient[usize::from(share)] += self.spread[usize::from(share)] * each;
            }
        }
        gradient
    }
}

/// Weights as the evaluation can use them.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, rounded and clipped to what the evaluation allows.
    pub weights: Vec<f64>,
    /// The contents of the file that the evaluation reads.
    pub file: String,
}

/// An evaluation whose weights `starboard train` can find, from games that an
/// engine plays against itself.
///
/// ```
/// use starboard_train::{Fitted, Prior, Terms, Trainee};
/// use starboard_core::{Evaluator, Game, Value, testing::RandomTree};
///
/// type Tree = RandomTree<false>;
///
/// /// The same value for every position.
/// #[derive(Clone)]
/// struct Always(i32);
///
/// impl Evaluator<Tree> for Always {
///     fn evaluate(&mut self, _: &Tree) -> Value { Value::new(self.0) }
/// }
///
/// impl Trainee<Tree> for Always {
///     fn name(&self) -> &str { "always" }
///     fn prior(&self, _: Option<&str>) -> Result<Prior, String> {
///         Ok(Prior { start: vec![self.0.into()], shares: vec![vec![0]], spread: vec![10.0] })
///     }
///     fn terms(&self, game: &Tree) -> Terms {
///         // It is said of the player to move.
///         let sign = if game.mover().index() == 0 { 1 } else { -1 };
///         Terms { linear: vec![(0, sign)], ..Terms::default() }
///     }
///     fn fitted(&self, weights: &[f64]) -> Fitted {
///         let weight = weights[0].round();
///         Fitted { weights: vec![weight], file: weight.to_string() }
///     }
///     fn evaluator(&self, weights: &[f64]) -> Box<dyn Evaluator<Tree>> {
///         Box::new(Self(weights[0].round() as i32))
///     }
/// }
/// ```
pub trait Trainee<G: Game>: Send + Sync {
    /// The evaluator's name.
    fn name(&self) -> &str;

    /// The initial weights, those of this file's contents or the hand-crafted ones, and
    /// how far off they may be.
    ///
    /// # Errors
    ///
    /// If the file's contents are wrong; says how.
    fn prior(&self, file: Option<&str>) -> Result<Prior, String>;

    /// How often each weight counts in a position, for the first player.
    fn terms(&self, game: &G) -> Terms;

    /// The weights as the evaluation can use them.
    fn fitted(&self, weights: &[f64]) -> Fitted;

    /// The evaluation with [fitted](Self::fitted) weights.
    fn evaluator(&self, weights: &[f64]) -> Box<dyn Evaluator<G>>;

    /// Weights to show in the summary: their names and indices.
    fn highlights(&self) -> Vec<(String, usize)> {
        Vec::new()
    }
}
