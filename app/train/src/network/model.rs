//! The network in floating point: its value for a position, and the gradient of that value.

use std::ops::Range;

use rand::RngExt;
use starboard_core::Rng;
use starboard_network::{Network, RealWeights, Shape};

use super::samples::Position;

/// The layout of the parameters: a row for each feature, a row for each shared feature, the
/// direct weights of both, the biases of the hidden units, the output weights, and the output
/// bias.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) shape: Shape,
    shared_rows: usize,
    /// For each feature, the shared row that is added to its own.
    shared_by: Vec<Option<u16>>,
}

/// The initial biases of the hidden units, so that most units are between 0 and 1.
const MIDDLE: f32 = 0.25;
/// Direct weights are their parameters times this, since they have further to go.
const GAIN: f32 = 8.0;
/// The range of the initial weights in the rows.
const SPREAD: f32 = 0.1;

impl Layout {
    pub(super) fn new(shape: Shape, shared_rows: usize, shared_by: Vec<Option<u16>>) -> Self {
        Self { shape, shared_rows, shared_by }
    }

    fn rows(&self) -> Range<usize> {
        0..self.shape.features * self.shape.hidden
    }

    fn shared(&self) -> Range<usize> {
        let start = self.rows().end;
        start..start + self.shared_rows * self.shape.hidden
    }

    fn direct(&self) -> Range<usize> {
        let start = self.shared().end;
        start..start + self.shape.features
    }

    fn shared_direct(&self) -> Range<usize> {
        let start = self.direct().end;
        start..start + self.shared_rows
    }

    /// The parameters of features that have a shared row, which are regularised to stay small.
    pub(super) fn own(&self) -> [Range<usize>; 2] {
        if self.shared_rows > 0 { [self.rows(), self.direct()] } else { [0..0, 0..0] }
    }

    fn first(&self) -> Range<usize> {
        let start = self.shared_direct().end;
        start..start + self.shape.hidden
    }

    fn last(&self) -> Range<usize> {
        let start = self.first().end;
        start..start + 2 * self.shape.hidden
    }

    /// How many parameters there are.
    pub(super) fn count(&self) -> usize {
        self.last().end + 1
    }

    /// The initial parameters. Features with a shared row begin at zero, so that what they
    /// have in common is learned first.
    pub(super) fn begin(&self, rng: &mut Rng) -> Vec<f32> {
        let mut parameters = vec![0.0; self.count()];
        let hidden = self.shape.hidden;
        for feature in 0..self.shape.features {
            if self.shared_by[feature].is_none() {
                let row = &mut parameters[feature * hidden..][..hidden];
                row.iter_mut().for_each(|w| *w = rng.random_range(-SPREAD..SPREAD));
            }
        }
        let most = 1.0 / (2.0 * hidden as f32).sqrt();
        for w in &mut parameters[self.shared()] {
            *w = rng.random_range(-SPREAD..SPREAD);
        }
        parameters[self.first()].fill(MIDDLE);
        for w in &mut parameters[self.last()] {
            *w = rng.random_range(-most..most);
        }
        parameters
    }

    /// Clips the output weights to the range that quantisation can represent.
    pub(super) fn clip(&self, parameters: &mut [f32]) {
        for w in &mut parameters[self.last()] {
            *w = w.clamp(-Network::MOST, Network::MOST);
        }
    }

    /// The network with these parameters.
    pub(super) fn whole(&self, parameters: &[f32]) -> Whole {
        let hidden = self.shape.hidden;
        let mut rows = parameters[self.rows()].to_vec();
        let shared = &parameters[self.shared()];
        for (row, by) in rows.chunks_exact_mut(hidden).zip(&self.shared_by) {
            if let Some(by) = by {
                let more = &shared[usize::from(*by) * hidden..][..hidden];
                row.iter_mut().zip(more).for_each(|(w, more)| *w += more);
            }
        }
        let mut direct = parameters[self.direct()].to_vec();
        let shared = &parameters[self.shared_direct()];
        for (w, by) in direct.iter_mut().zip(&self.shared_by) {
            *w = GAIN * (*w + by.map_or(0.0, |by| shared[usize::from(by)]));
        }
        Whole {
            hidden,
            rows,
            direct,
            first: parameters[self.first()].to_vec(),
            last: parameters[self.last()].to_vec(),
            bias: parameters[self.count() - 1],
        }
    }

    /// The gradient with respect to the parameters, from that with respect to the weights of
    /// the whole network.
    pub(super) fn gradient(&self, whole: &Whole) -> Vec<f32> {
        let hidden = self.shape.hidden;
        let mut gradient = vec![0.0; self.count()];
        gradient[self.rows()].copy_from_slice(&whole.rows);
        let start = self.shared().start;
        for (row, by) in whole.rows.chunks_exact(hidden).zip(&self.shared_by) {
            if let Some(by) = by {
                let sum = &mut gradient[start + usize::from(*by) * hidden..][..hidden];
                sum.iter_mut().zip(row).for_each(|(sum, partial)| *sum += partial);
            }
        }
        let (direct, shared) = (self.direct().start, self.shared_direct().start);
        for (i, (partial, by)) in whole.direct.iter().zip(&self.shared_by).enumerate() {
            gradient[direct + i] = GAIN * partial;
            if let Some(by) = by {
                gradient[shared + usize::from(*by)] += GAIN * partial;
            }
        }
        gradient[self.first()].copy_from_slice(&whole.first);
        gradient[self.last()].copy_from_slice(&whole.last);
        gradient[self.count() - 1] = whole.bias;
        gradient
    }
}

/// A network with a single row for each feature; or the gradient with respect to its weights.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    hidden: usize,
    rows: Vec<f32>,
    direct: Vec<f32>,
    first: Vec<f32>,
    last: Vec<f32>,
    bias: f32,
}

/// The intermediate values of an evaluation, kept for the gradient.
#[derive(Clone, Debug)]
pub(super) struct Work {
    sums: [Vec<f32>; 2],
    pull: Vec<f32>,
}

impl Work {
    pub(super) fn new(shape: Shape) -> Self {
        let zeros = vec![0.0; shape.hidden];
        Self { sums: [zeros.clone(), zeros.clone()], pull: zeros }
    }
}

impl Whole {
    /// All zeros.
    pub(super) fn zeros(shape: Shape) -> Self {
        let Shape { features, hidden } = shape;
        Self {
            hidden,
            rows: vec![0.0; features * hidden],
            direct: vec![0.0; features],
            first: vec![0.0; hidden],
            last: vec![0.0; 2 * hidden],
            bias: 0.0,
        }
    }

    /// The quantised network; an output of 1 is worth `scale` grid points.
    pub(super) fn network(&self, shape: Shape, scale: f64) -> Network {
        let Self { rows, direct, first, last, bias, .. } = self;
        Network::rounded(shape, &RealWeights { rows, direct, first, last, bias: *bias }, scale)
    }

    /// Its value for a position, as the argument of the logistic function.
    pub(super) fn value(&self, position: &Position<'_>, work: &mut Work) -> f32 {
        let direct = |active: &[u16]| -> f32 {
            active.iter().map(|&feature| self.direct[usize::from(feature)]).sum()
        };
        let [own, other] = position.active;
        let mut value = self.bias + direct(own) - direct(other);
        let sides = position.active.iter().zip(&mut work.sums).zip(self.last.chunks(self.hidden));
        for ((active, sums), last) in sides {
            sums.copy_from_slice(&self.first);
            for &feature in *active {
                let row = &self.rows[usize::from(feature) * self.hidden..][..self.hidden];
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
            }
            for (sum, w) in sums.iter().zip(last) {
                let unit = sum.clamp(0.0, 1.0);
                value += unit * unit * w;
            }
        }
        value
    }

    /// Adds `pull` times the gradient of the value to `gradient`; to be called after
    /// [`value`](Self::value) of the same position.
    pub(super) fn add_gradient(
        &self,
        position: &Position<'_>,
        pull: f32,
        work: &mut Work,
        gradient: &mut Self,
    ) {
        gradient.bias += pull;
        for side in 0..2 {
            let (sums, last) = (&work.sums[side], &self.last[side * self.hidden..][..self.hidden]);
            let into = &mut gradient.last[side * self.hidden..][..self.hidden];
            for (i, ((&sum, &w), into)) in sums.iter().zip(last).zip(into).enumerate() {
                let unit = sum.clamp(0.0, 1.0);
                *into += pull * unit * unit;
                work.pull[i] = if unit == sum { 2.0 * pull * w * unit } else { 0.0 };
            }
            let pulls = &work.pull;
            gradient.first.iter_mut().zip(pulls).for_each(|(sum, pull)| *sum += pull);
            let straight = if side == 0 { pull } else { -pull };
            for &feature in position.active[side] {
                gradient.direct[usize::from(feature)] += straight;
                let row = &mut gradient.rows[usize::from(feature) * self.hidden..][..self.hidden];
                row.iter_mut().zip(pulls).for_each(|(sum, pull)| *sum += pull);
            }
        }
    }

    /// Adds another gradient.
    pub(super) fn add(&mut self, other: &Self) {
        let add = |a: &mut [f32], b: &[f32]| a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        add(&mut self.rows, &other.rows);
        add(&mut self.direct, &other.direct);
        add(&mut self.first, &other.first);
        add(&mut self.last, &other.last);
        self.bias += other.bias;
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::rng;

    use super::*;
    use crate::samples::Outcome;

    const SHAPE: Shape = Shape { features: 6, hidden: 16 };

    fn layout() -> Layout {
        Layout::new(SHAPE, 2, vec![Some(0), Some(0), Some(1), None, None, Some(1)])
    }

    /// The derivatives agree with finite differences.
    #[test]
    fn gradients_are_those_of_small_steps() {
        let layout = layout();
        let mut rng = rng(5, 0);
        let mut parameters = layout.begin(&mut rng);
        // Some units are clipped, and all rows are in use.
        parameters.iter_mut().for_each(|w| *w += rng.random_range(-0.3..0.3));
        let position = Position {
            active: [&[0, 2, 3], &[1, 4, 5]],
            outcome: Outcome { score: 1.0, value: 0.0 },
        };
        let mut work = Work::new(SHAPE);
        let whole = layout.whole(&parameters);
        whole.value(&position, &mut work);
        let mut gradient = Whole::zeros(SHAPE);
        whole.add_gradient(&position, 2.0, &mut work, &mut gradient);
        let gradient = layout.gradient(&gradient);
        let step = 1e-3;
        let mut seen = 0;
        for i in 0..layout.count() {
            let mut at = |by: f32| {
                let mut moved = parameters.clone();
                moved[i] += by;
                layout.whole(&moved).value(&position, &mut work)
            };
            let slope = (at(step) - at(-step)) / (2.0 * step);
            assert!((2.0 * slope - gradient[i]).abs() < 4e-2, "{i}: {slope} {}", gradient[i]);
            seen += usize::from(gradient[i].abs() > 0.05);
        }
        assert!(seen > 50, "{seen}");
    }
}
