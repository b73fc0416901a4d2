//! Adam (Kingma and Ba 2015): gradient descent with a learning rate for each
//! weight.

use serde::{Deserialize, Serialize};

use super::exact;

/// What is remembered of the gradient so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Adam {
    #[serde(with = "exact")]
    mean: Vec<f64>,
    #[serde(with = "exact")]
    square: Vec<f64>,
    steps: u32,
}

impl Adam {
    /// For so many numbers.
    pub(super) fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    /// How many numbers this is for.
    pub(super) fn len(&self) -> usize {
        self.mean.len().min(self.square.len())
    }

    /// Moves `numbers` against their gradient, each by about `rate`.
    pub(super) fn step(&mut self, rate: f64, gradient: &[f64], numbers: &mut [f64]) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps += 1;
        let mean_seen = 1.0 - MEAN.powi(self.steps as i32);
        let square_seen = 1.0 - SQUARE.powi(self.steps as i32);
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((number, &partial), (mean, square)) in numbers.iter_mut().zip(gradient).zip(memory) {
            *mean = MEAN * *mean + (1.0 - MEAN) * partial;
            *square = SQUARE * *square + (1.0 - SQUARE) * partial * partial;
            let size = (*square / square_seen).sqrt();
            // Where nothing has been seen, nothing is moved.
            if size > 0.0 {
                *number -= rate * (*mean / mean_seen) / (size + 1e-12);
            }
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
}
