//! A network in training: weights that are not rounded, and the optimiser steps.
//!
//! Every row has weights of its own, and all rows of an ordered input a slope
//! besides, so that what is seen of one value says something of the others;
//! [`Model::weights`] adds them up.

use rand::RngExt;
use starboard_backgammon::{
    Inputs, Layout,
    net::{Network, OUTPUTS, Weights},
};
use starboard_core::rng;
use starboard_train::Adam;

/// Parts of a batch whose gradients are added up apart from each other, on however
/// many threads: in this order the sums are always the same.
pub(super) const PARTS: usize = 4;

/// What a hidden unit begins with: in the middle of where it can learn.
const BIAS: f32 = 0.4;
/// The logits that are usual for a position, to begin with.
const USUAL: [f32; OUTPUTS] = [0.0, -1.5, -4.5, -1.5, -4.5];

/// The coefficient of each output in the equity.
const POINTS: [f32; OUTPUTS] = [2.0, 1.0, 1.0, -1.0, -1.0];

/// How much of the average of the weights a step replaces.
const AVERAGE: f32 = 0.002;
/// Steps after which the average is brought up to date.
const AVERAGE_STEPS: u32 = 8;

/// One position to learn from: the rows that are set and the numbers they are
/// multiplied by, and what to say.
#[derive(Clone, Debug, Default)]
pub(super) struct Example {
    active: Vec<(u32, f32)>,
    target: [f32; OUTPUTS],
    decision: u32,
}

impl Example {
    /// From a position's inputs; examples with the same number of a `decision` next to each
    /// other are siblings.
    pub(super) fn new(
        inputs: &Inputs,
        layout: Layout,
        target: [f32; OUTPUTS],
        decision: u32,
    ) -> Self {
        let (slots, first, rows) = (layout.slots(), layout.first(), layout.rows());
        let mut active = Vec::with_capacity(2 * slots.len());
        for (i, row) in inputs.active(layout) {
            active.push((u32::from(row), 1.0));
            if slots[i].ordered {
                let value = f32::from(row - first[i] + 1);
                active.push(((rows + i) as u32, value / f32::from(slots[i].most)));
            }
        }
        Self { active, target, decision }
    }
}

/// Numbers for every weight: the weights themselves, the gradient, or averages. In this order,
/// where they are one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    /// The rows, then the slope of each input, then the biases as one more row.
    pub(super) rows: Vec<f32>,
    /// The weights of the outputs, then their biases.
    pub(super) last: Vec<f32>,
}

impl Numbers {
    fn zero(rows: usize, hidden: usize) -> Self {
        Self { rows: vec![0.0; rows * hidden], last: vec![0.0; OUTPUTS * (hidden + 1)] }
    }
}

/// What adds up over a part of a batch.
#[derive(Clone, Debug)]
pub(super) struct Gradient {
    numbers: Numbers,
    /// The rows whose gradient may not be zero, and a mark for each row.
    touched: Vec<u32>,
    marks: Vec<bool>,
    /// The sum of the losses, and of the errors of the equity.
    pub(super) loss: f64,
    pub(super) error: f64,
    sums: Vec<f32>,
    back: Vec<f32>,
}

/// A network being trained.
#[derive(Clone, Debug)]
pub(super) struct Model {
    layout: Layout,
    hidden: usize,
    pub(super) weights: Numbers,
    pub(super) adam: Adam<f32>,
    pub(super) average: Numbers,
}

impl Model {
    /// Random weights.
    pub(super) fn new(layout: Layout, hidden: usize, seed: u64, stream: u64) -> Self {
        let mut model = Self::empty(layout, hidden);
        let mut rng = rng(seed, stream);
        let (all, bias) = (model.row_count(), model.bias_row());
        for (i, row) in model.weights.rows.chunks_mut(hidden).enumerate() {
            if i == bias {
                row.fill(BIAS);
            } else if i != 0 && i < all {
                row.iter_mut().for_each(|w| *w = rng.random_range(-0.05..0.05));
            }
        }
        for w in &mut model.weights.last[..OUTPUTS * hidden] {
            *w = rng.random_range(-0.1..0.1);
        }
        model.weights.last[OUTPUTS * hidden..].copy_from_slice(&USUAL);
        model.average = model.weights.clone();
        model
    }

    /// The weights of a network, to go on from.
    pub(super) fn of(network: &Network) -> Self {
        let mut model = Self::empty(network.layout(), network.hidden());
        let weights = network.weights();
        model.weights.rows[..weights.rows.len()].copy_from_slice(&weights.rows);
        let bias = model.bias_row() * model.hidden;
        model.weights.rows[bias..].copy_from_slice(&weights.bias);
        model.weights.last[..weights.last.len()].copy_from_slice(&weights.last);
        model.weights.last[weights.last.len()..].copy_from_slice(&weights.last_bias);
        model.average = model.weights.clone();
        model
    }

    fn empty(layout: Layout, hidden: usize) -> Self {
        let zero = Numbers::zero(layout.rows() + layout.slots().len() + 1, hidden);
        let adam = Adam::new(zero.rows.len() + zero.last.len());
        Self { layout, hidden, weights: zero.clone(), adam, average: zero }
    }

    /// All rows: those of the inputs' values, the slope of each, and the biases.
    fn row_count(&self) -> usize {
        self.bias_row() + 1
    }

    fn bias_row(&self) -> usize {
        self.layout.rows() + self.layout.slots().len()
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// The network of the averaged weights.
    pub(super) fn network(&self) -> Network {
        Network::rounded(self.layout, &self.summed(&self.average))
    }

    /// Each row with the slope of its input.
    fn summed(&self, numbers: &Numbers) -> Weights {
        let (hidden, count) = (self.hidden, self.layout.rows());
        let mut rows = numbers.rows[..count * hidden].to_vec();
        for (i, (slot, &first)) in self.layout.slots().iter().zip(self.layout.first()).enumerate() {
            if !slot.ordered {
                continue;
            }
            let slope = &numbers.rows[(count + i) * hidden..][..hidden];
            for value in 1..=slot.most {
                let x = f32::from(value) / f32::from(slot.most);
                let row = &mut rows[usize::from(first + value - 1) * hidden..][..hidden];
                row.iter_mut().zip(slope).for_each(|(w, s)| *w += x * s);
            }
        }
        let last = &numbers.last[..OUTPUTS * hidden];
        Weights {
            rows,
            bias: numbers.rows[self.bias_row() * hidden..].to_vec(),
            last: last.to_vec(),
            last_bias: *numbers.last[OUTPUTS * hidden..].first_chunk().expect("five biases"),
        }
    }

    /// Room for the gradient of one part of a batch.
    pub(super) fn gradient(&self) -> Gradient {
        Gradient {
            numbers: Numbers::zero(self.row_count(), self.hidden),
            touched: Vec::new(),
            marks: vec![false; self.row_count()],
            loss: 0.0,
            error: 0.0,
            sums: vec![0.0; self.hidden],
            back: vec![0.0; self.hidden],
        }
    }

    /// Adds the gradient of the loss for these examples: the cross-entropy of all five
    /// probabilities; and, `siblings` times, half the square of the error of the equity, less
    /// the mean of that over the moves of the same decision, which is what picks a move.
    pub(super) fn add_gradient(
        &self,
        examples: &[Example],
        siblings: f32,
        gradient: &mut Gradient,
    ) {
        for decision in examples.chunk_by(|a, b| a.decision == b.decision) {
            // Step 1. What is said of each, and by how much the equity is off.
            gradient.sums.resize(decision.len() * self.hidden, 0.0);
            let mut said: Vec<[f32; OUTPUTS]> = Vec::with_capacity(decision.len());
            for (example, sums) in decision.iter().zip(gradient.sums.chunks_mut(self.hidden)) {
                said.push(self.forward(example, sums));
            }
            let errors: Vec<f32> = (decision.iter().zip(&said))
                .map(|(example, said)| {
                    let terms = POINTS.iter().zip(said.iter().zip(&example.target));
                    terms.map(|(points, (p, target))| points * (p - target)).sum()
                })
                .collect();
            let mean = errors.iter().sum::<f32>() / errors.len() as f32;
            // Step 2. Back.
            for (i, example) in decision.iter().enumerate() {
                let (mut loss, mut partials) = (0.0, [0.0; OUTPUTS]);
                for o in 0..OUTPUTS {
                    let (p, target) = (said[i][o], example.target[o]);
                    loss -= target * p.ln() + (1.0 - target) * (1.0 - p).ln();
                    partials[o] =
                        p - target + siblings * (errors[i] - mean) * POINTS[o] * p * (1.0 - p);
                }
                self.backward(example, i, &partials, gradient);
                gradient.loss += f64::from(loss);
                gradient.error += f64::from(errors[i]).abs();
            }
        }
    }

    /// The probabilities for an example; `sums` are those of the hidden units.
    fn forward(&self, example: &Example, sums: &mut [f32]) -> [f32; OUTPUTS] {
        let (hidden, weights) = (self.hidden, &self.weights);
        sums.copy_from_slice(&weights.rows[self.bias_row() * hidden..]);
        for &(row, x) in &example.active {
            let row = &weights.rows[row as usize * hidden..][..hidden];
            sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += x * w);
        }
        std::array::from_fn(|o| {
            let last = &weights.last[o * hidden..][..hidden];
            let mut lanes = [0.0_f32; 8];
            for (sums, last) in sums.as_chunks::<8>().0.iter().zip(last.as_chunks::<8>().0) {
                for i in 0..8 {
                    let x = sums[i].clamp(0.0, 1.0);
                    lanes[i] += x * x * last[i];
                }
            }
            let logit = lanes.iter().sum::<f32>() + weights.last[OUTPUTS * hidden + o];
            1.0 / (1.0 + (-logit.clamp(-14.0, 14.0)).exp())
        })
    }

    /// Adds what the partial derivatives of the loss by the logits say of the weights; the
    /// example is number `i` of those whose sums are kept.
    fn backward(
        &self,
        example: &Example,
        i: usize,
        partials: &[f32; OUTPUTS],
        gradient: &mut Gradient,
    ) {
        let (hidden, weights) = (self.hidden, &self.weights);
        let bias = self.bias_row() as u32;
        let Gradient { numbers, touched, marks, sums, back, .. } = gradient;
        let sums = &sums[i * hidden..][..hidden];
        back.fill(0.0);
        for (o, &partial) in partials.iter().enumerate() {
            let last = &weights.last[o * hidden..][..hidden];
            numbers.last[OUTPUTS * hidden + o] += partial;
            let into = &mut numbers.last[o * hidden..][..hidden];
            for (((into, back), &sum), &w) in into.iter_mut().zip(&mut *back).zip(sums).zip(last) {
                let x = sum.clamp(0.0, 1.0);
                *into += partial * x * x;
                *back += partial * w;
            }
        }
        for (back, &sum) in back.iter_mut().zip(sums) {
            *back *= if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        for &(row, x) in example.active.iter().chain(&[(bias, 1.0)]) {
            if !marks[row as usize] {
                marks[row as usize] = true;
                touched.push(row);
            }
            let into = &mut numbers.rows[row as usize * hidden..][..hidden];
            into.iter_mut().zip(&*back).for_each(|(into, b)| *into += x * b);
        }
    }

    /// Takes a step against the gradient of a batch of so many examples, which are
    /// zero afterwards. Rows that none of the examples has stay as they are.
    pub(super) fn step(&mut self, parts: &mut [Gradient], examples: usize, rate: f32) {
        let hidden = self.hidden;
        let (whole, others) = parts.split_first_mut().expect("at least one part");
        for part in others {
            for &row in &part.touched {
                if !whole.marks[row as usize] {
                    whole.marks[row as usize] = true;
                    whole.touched.push(row);
                }
                let at = row as usize * hidden;
                let from = &mut part.numbers.rows[at..at + hidden];
                let into = &mut whole.numbers.rows[at..at + hidden];
                into.iter_mut().zip(&*from).for_each(|(into, from)| *into += from);
                from.fill(0.0);
                part.marks[row as usize] = false;
            }
            part.touched.clear();
            whole.numbers.last.iter_mut().zip(&part.numbers.last).for_each(|(a, b)| *a += b);
            part.numbers.last.fill(0.0);
        }
        let share = 1.0 / examples as f32;
        let scale = |gradient: &mut [f32]| gradient.iter_mut().for_each(|sum| *sum *= share);
        let mut step = self.adam.begin(rate);
        for &row in &whole.touched {
            let at = row as usize * hidden..(row as usize + 1) * hidden;
            let gradient = &mut whole.numbers.rows[at.clone()];
            scale(gradient);
            step.part(at.start, gradient, &mut self.weights.rows[at]);
            gradient.fill(0.0);
            whole.marks[row as usize] = false;
        }
        whole.touched.clear();
        scale(&mut whole.numbers.last);
        step.part(self.weights.rows.len(), &whole.numbers.last, &mut self.weights.last);
        whole.numbers.last.fill(0.0);
        let steps = self.adam.steps;
        if steps.is_multiple_of(AVERAGE_STEPS) {
            // Short at first, so that what was random is soon forgotten.
            let share = (AVERAGE * AVERAGE_STEPS as f32).max(10.0 / (steps as f32 + 10.0));
            let mix = |average: &mut [f32], weights: &[f32]| {
                average.iter_mut().zip(weights).for_each(|(a, w)| *a += share * (w - *a));
            };
            mix(&mut self.average.rows, &self.weights.rows);
            mix(&mut self.average.last, &self.weights.last);
        }
    }
}

#[cfg(test)]
mod tests {
    use starboard_backgammon::contact_positions;

    use super::*;

    const SIBLINGS: f32 = 3.0;

    /// What [`Model::add_gradient`] has the gradient of, from its definition.
    fn loss(model: &Model, examples: &[Example]) -> f64 {
        let mut sums = vec![0.0; model.hidden];
        let decisions = examples.chunk_by(|a, b| a.decision == b.decision);
        let of_decision = |decision: &[Example]| {
            let (mut loss, mut errors) = (0.0, Vec::new());
            for example in decision {
                let said = model.forward(example, &mut sums).map(f64::from);
                let mut error = 0.0;
                for ((p, &target), &points) in said.into_iter().zip(&example.target).zip(&POINTS) {
                    let target = f64::from(target);
                    loss -= target * p.ln() + (1.0 - target) * (1.0 - p).ln();
                    error += f64::from(points) * (p - target);
                }
                errors.push(error);
            }
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let apart: f64 = errors.iter().map(|error| (error - mean).powi(2)).sum();
            loss + f64::from(SIBLINGS) / 2.0 * apart
        };
        decisions.map(of_decision).sum()
    }

    /// Of weights of every kind, by moving each a little up and down.
    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let (layout, hidden) = (Layout::Board, 8);
        let mut model = Model::new(layout, hidden, 3, 0);
        let target = |i: usize| std::array::from_fn(|o| 0.1 + 0.15 * ((i + 2 * o) % 5) as f32);
        // Decisions of one, two and three moves.
        let examples: Vec<Example> = (contact_positions().step_by(80).zip([0, 1, 1, 2, 2, 2]))
            .enumerate()
            .map(|(i, (game, decision))| {
                Example::new(&Inputs::of(&game, layout), layout, target(i), decision)
            })
            .collect();
        assert_eq!(examples.len(), 6);
        let mut gradient = model.gradient();
        model.add_gradient(&examples, SIBLINGS, &mut gradient);
        // Rows that are there, the biases, the weights of the outputs, their biases.
        let rows = examples[3].active.iter().step_by(3).map(|&(row, _)| row as usize);
        let rows = rows.chain([model.bias_row()]).map(|row| row * hidden + row % hidden);
        let rows: Vec<(bool, usize)> = rows.map(|i| (true, i)).collect();
        let last = (0..model.weights.last.len()).step_by(3).map(|i| (false, i));
        let step = 0.01_f32;
        for (first, i) in rows.into_iter().chain(last) {
            let mut at = |by: f32| {
                let numbers = &mut model.weights;
                let weight = if first { &mut numbers.rows[i] } else { &mut numbers.last[i] };
                let before = *weight;
                *weight = before + by;
                let loss = loss(&model, &examples);
                let numbers = &mut model.weights;
                *(if first { &mut numbers.rows[i] } else { &mut numbers.last[i] }) = before;
                loss
            };
            let expected = (at(step) - at(-step)) / f64::from(2.0 * step);
            let numbers = &gradient.numbers;
            let found = f64::from(if first { numbers.rows[i] } else { numbers.last[i] });
            assert!(
                (found - expected).abs() < 0.002 + 0.01 * expected.abs(),
                "weight {i}, {}: {found}, and by differences {expected}",
                if first { "first layer" } else { "outputs" }
            );
        }
    }
}
