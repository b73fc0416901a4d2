//! A network with one hidden layer that predicts a probability.

/// The most hidden units that a network may have.
pub const MOST_UNITS: usize = 64;

/// A network of `N` inputs, one hidden layer and a chance from 0 to 1.
///
/// Its hidden units are softsign, `x / (1 + |x|)`, and its output is logistic. Sums are taken in a
/// fixed order, so that results are the same on every machine.
#[derive(Clone, PartialEq, Debug)]
pub struct Net<const N: usize> {
    /// By input, the weights to every hidden unit; the biases come last.
    pub(super) hidden: Vec<f32>,
    /// The weights of the hidden units, and the last bias.
    pub(super) out: Vec<f32>,
}

impl<const N: usize> Net<N> {
    /// A network with these weights: `hidden` has, for each input and then the bias, those to
    /// every hidden unit; `out` has one for each hidden unit, and the bias. `None` if their
    /// numbers do not fit, or a weight is not finite.
    pub fn new(hidden: Vec<f32>, out: Vec<f32>) -> Option<Self> {
        let units = out.len().checked_sub(1)?;
        let fits = units <= MOST_UNITS && hidden.len() == (N + 1) * units;
        let finite = hidden.iter().chain(&out).all(|weight| weight.is_finite());
        (fits && finite).then_some(Self { hidden, out })
    }

    /// How many hidden units there are.
    pub const fn units(&self) -> usize {
        self.out.len() - 1
    }

    /// The probability that it predicts.
    pub fn chance(&self, inputs: &[f32; N]) -> f32 {
        let units = self.units();
        let mut sums = [0.0; MOST_UNITS];
        let sums = &mut sums[..units];
        let (weights, biases) = self.hidden.split_at(N * units);
        sums.copy_from_slice(biases);
        for (input, weights) in inputs.iter().zip(weights.chunks_exact(units.max(1))) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * input;
            }
        }
        let all = sums
            .iter()
            .zip(&self.out)
            .fold(self.out[units], |all, (sum, out)| all + out * softsign(*sum));
        1.0 / (1.0 + libm::expf(-all))
    }
}

/// From -1 to 1.
fn softsign(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_reckoned_by_hand() {
        // Two units: the first input, and twice the second less one.
        let hidden = vec![1.0, 0.0, 0.0, 2.0, 0.0, -1.0];
        let net = Net::<2>::new(hidden, vec![4.0, -2.0, 0.5]).expect("a network");
        // 3 / 4, and 1 / 2: 4 * 3 / 4 - 2 / 2 + 1 / 2.
        let expected = 1.0 / (1.0 + libm::expf(-2.5));
        assert!((net.chance(&[3.0, 1.0]) - expected).abs() < 1e-6);
        assert_eq!(net.units(), 2);
    }

    #[test]
    fn what_does_not_fit_is_no_network() {
        assert!(Net::<2>::new(vec![1.0; 6], vec![1.0; 3]).is_some());
        assert!(Net::<2>::new(vec![1.0; 5], vec![1.0; 3]).is_none());
        assert!(Net::<2>::new(vec![f32::NAN; 6], vec![1.0; 3]).is_none());
        assert!(Net::<2>::new(vec![1.0; 6], Vec::new()).is_none());
        let many = MOST_UNITS + 1;
        assert!(Net::<2>::new(vec![1.0; 3 * many], vec![1.0; many + 1]).is_none());
        // One that says nothing but its bias.
        let none = Net::<2>::new(Vec::new(), vec![0.0]).expect("a network");
        assert_eq!(none.chance(&[1.0, 2.0]), 0.5);
    }
}
