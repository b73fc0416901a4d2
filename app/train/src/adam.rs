//! Adam (Kingma and Ba 2015): gradient descent with an adaptive step size for each
//! weight. It is the only optimiser here.

use serde::{Deserialize, Serialize};

use super::{Number, exact};

/// The state of the optimiser. Each weight is moved against its partial derivative by about
/// the learning rate, however large the derivative is: running means say how large it usually
/// is.
///
/// All weights are treated alike: a regulariser has to be part of the gradient.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Number")]
pub struct Adam<T> {
    /// The running mean of the gradient, in which recent steps count most.
    #[serde(with = "exact")]
    pub mean: Vec<T>,
    /// The running mean of its square.
    #[serde(with = "exact")]
    pub square: Vec<T>,
    /// How many steps there have been.
    pub steps: u32,
}

impl<T: Number> Adam<T> {
    /// The initial state for that many weights.
    pub fn new(count: usize) -> Self {
        Self { mean: vec![T::ZERO; count], square: vec![T::ZERO; count], steps: 0 }
    }

    /// How many weights this is for.
    pub(super) fn len(&self) -> usize {
        self.mean.len().min(self.square.len())
    }

    /// Takes a step with all weights.
    ///
    /// # Panics
    ///
    /// If there are more weights than this is for, or not one partial derivative for each.
    pub fn step(&mut self, rate: T, gradient: &[T], weights: &mut [T]) {
        self.begin(rate).part(0, gradient, weights);
    }

    /// Begins a step that only some weights take, for gradients that are zero nearly
    /// everywhere.
    pub fn begin(&mut self, rate: T) -> Step<'_, T> {
        self.steps = self.steps.saturating_add(1);
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        // Bias correction: the running means begin at zero.
        let [mean_seen, square_seen] = [T::MEAN, T::SQUARE].map(|kept| T::ONE - kept.powi(steps));
        Step { adam: self, rate, mean_seen, square_seen }
    }
}

/// A step in progress.
#[derive(Debug)]
pub struct Step<'a, T> {
    adam: &'a mut Adam<T>,
    rate: T,
    mean_seen: T,
    square_seen: T,
}

impl<T: Number> Step<'_, T> {
    /// Moves the weights from number `first` on. Weights in no part of a step stay where they
    /// are, and their running means do not decay.
    ///
    /// # Panics
    ///
    /// If there are not that many weights, or not one partial derivative for each.
    pub fn part(&mut self, first: usize, gradient: &[T], weights: &mut [T]) {
        assert_eq!(gradient.len(), weights.len(), "one partial derivative a weight");
        let all = first..first + weights.len();
        let memory = self.adam.mean[all.clone()].iter_mut().zip(&mut self.adam.square[all]);
        for ((weight, &partial), (mean, square)) in weights.iter_mut().zip(gradient).zip(memory) {
            *mean = T::MEAN * *mean + (T::ONE - T::MEAN) * partial;
            *square = T::SQUARE * *square + (T::ONE - T::SQUARE) * partial * partial;
            let size = (*square / self.square_seen).sqrt();
            // Where all gradients so far were zero, so is the mean, and nothing is moved.
            *weight -= self.rate * (*mean / self.mean_seen) / (size + T::SMALL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_long_valley_is_found() {
        let mut adam = Adam::new(2);
        let mut at = [5.0, -3.0];
        for i in 0..2000 {
            let gradient = [2.0 * (at[0] - 1.0), 2000.0 * (at[1] - 2.0)];
            adam.step(0.05 * (1.0 - f64::from(i) / 2000.0), &gradient, &mut at);
        }
        assert!((at[0] - 1.0).abs() < 1e-3 && (at[1] - 2.0).abs() < 1e-3, "{at:?}");
    }

    /// By hand: a first step is as long as the learning rate, whatever the gradient, and so is
    /// a second one with the same gradient.
    #[test]
    fn steps_are_as_long_as_the_rate_for_any_kind_of_number() {
        fn check<T: Number + Into<f64> + From<f32>>() {
            let mut adam = Adam::<T>::new(3);
            let mut at = [1.0, 1.0, 1.0].map(T::from);
            for step in 1..=2 {
                adam.step(0.125.into(), &[40.0, -0.5, 0.0].map(T::from), &mut at);
                let moved = at.map(|x| (x.into() - 1.0) / f64::from(step));
                for (moved, expected) in moved.into_iter().zip([-0.125, 0.125, 0.0]) {
                    assert!((moved - expected).abs() < 1e-6, "{step}: {moved} {expected}");
                }
                // Exactly: nothing was seen of it.
                assert_eq!(at[2].into(), 1.0);
            }
        }
        check::<f32>();
        check::<f64>();
    }

    #[test]
    fn parts_of_a_step_are_the_step_and_the_rest_is_left_alone() {
        let gradient = [0.3_f32, -2.0, 7.0, 0.1];
        let (mut whole, mut parts) = (Adam::new(4), Adam::new(4));
        let (mut one, mut two) = ([1.0_f32; 4], [1.0_f32; 4]);
        for _ in 0..3 {
            whole.step(0.1, &gradient, &mut one);
            let mut step = parts.begin(0.1);
            step.part(3, &gradient[3..], &mut two[3..]);
            step.part(0, &gradient[..3], &mut two[..3]);
        }
        assert_eq!((&whole, one), (&parts, two));
        parts.begin(0.1).part(1, &gradient[1..2], &mut two[1..2]);
        assert_eq!([two[0], two[2], two[3]], [one[0], one[2], one[3]]);
        assert_ne!(two[1], one[1]);
        assert_eq!([parts.mean[0], parts.square[2]], [whole.mean[0], whole.square[2]]);
        assert_eq!(parts.steps, 4);
    }
}
