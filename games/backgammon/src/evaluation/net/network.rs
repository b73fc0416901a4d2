//! A network: a sum of rows, a hidden layer, five probabilities.
//!
//! All arithmetic is in integers, so that a value depends neither on the machine nor on the order
//! in which rows were added. The first layer has 16-bit weights in units of 2^-9, and its sums wrap
//! around; a hidden unit is the square of its input clipped to between 0 and 1, in units of 2^-12;
//! the last layer has 16-bit weights in units of 2^-10.

use pulp::Arch;

use super::{
    forward::Forward,
    line::Line,
    sigmoid::{CERTAIN, LOGIT, sigmoid},
};
use crate::{Inputs, Layout, Probabilities, evaluation::inputs::Changes};

/// Hidden units are processed in blocks of this size; their number is a multiple of it.
pub const BLOCK: usize = 32;
/// A block of hidden units.
pub(super) type Block = Line<i16, BLOCK>;
/// How many outputs a network has.
pub const OUTPUTS: usize = 5;

/// The weight 1.0 of the first layer, as an integer.
pub(super) const ROW_ONE: f32 = 512.0;
/// What it takes to find the rows again for a sum from scratch, in rows added up.
const AGAIN: usize = 4;
/// The weight 1.0 of the last layer, as an integer.
pub(super) const LAST_ONE: f32 = 1024.0;

/// A network with one hidden layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(super) layout: Layout,
    pub(super) hidden: usize,
    /// Row after row; the first is zero.
    pub(super) rows: Vec<Block>,
    /// What each hidden unit begins with.
    pub(super) bias: Vec<Block>,
    /// The weights of the outputs, one output after the other.
    pub(super) last: Vec<Block>,
    /// The bias of each output, in units of 2^-22.
    pub(super) last_bias: [i32; OUTPUTS],
}

/// The weights of a network as trained, before they are rounded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Row after row; the first belongs to no input.
    pub rows: Vec<f32>,
    /// What each hidden unit begins with.
    pub bias: Vec<f32>,
    /// The weights of the outputs, one output after the other.
    pub last: Vec<f32>,
    /// The bias of each output.
    pub last_bias: [f32; OUTPUTS],
}

impl Network {
    /// The network with these weights, rounded; those out of the range of 16 bits are clipped.
    ///
    /// # Panics
    ///
    /// Unless the numbers of weights fit the layout and the number of hidden units, which is that
    /// of the biases, and this is a multiple of [`BLOCK`].
    pub fn rounded(layout: Layout, weights: &Weights) -> Self {
        let hidden = weights.bias.len();
        assert!(hidden > 0 && hidden.is_multiple_of(BLOCK), "blocks of hidden units");
        assert_eq!(weights.rows.len(), layout.rows() * hidden, "a row for every value");
        assert_eq!(weights.last.len(), OUTPUTS * hidden, "a weight for every hidden unit");
        let round = |weights: &[f32], one: f32| -> Vec<i16> {
            weights.iter().map(|w| (w * one).round() as i16).collect()
        };
        let mut rows = round(&weights.rows, ROW_ONE);
        rows[..hidden].fill(0);
        Self {
            layout,
            hidden,
            rows: Block::rows(&rows, hidden),
            bias: Block::rows(&round(&weights.bias, ROW_ONE), hidden),
            last: Block::rows(&round(&weights.last, LAST_ONE), hidden),
            last_bias: weights.last_bias.map(|w| (w * LOGIT as f32).round() as i32),
        }
    }

    /// The weights, as they were rounded, for further training.
    pub fn weights(&self) -> Weights {
        let exact = |weights: &[Block], one: f32| -> Vec<f32> {
            Line::numbers(weights, self.hidden).map(|w| f32::from(w) / one).collect()
        };
        Weights {
            rows: exact(&self.rows, ROW_ONE),
            bias: exact(&self.bias, ROW_ONE),
            last: exact(&self.last, LAST_ONE),
            last_bias: self.last_bias.map(|w| w as f32 / LOGIT as f32),
        }
    }

    /// The layout of its inputs.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// How many hidden units it has.
    pub fn hidden(&self) -> usize {
        self.hidden
    }
}

/// The first-layer sums of a network for the position it last evaluated: those of the next position
/// usually differ by a few rows.
#[derive(Clone, Debug)]
pub(super) struct State {
    inputs: Inputs,
    next: Inputs,
    sums: Vec<Block>,
    /// How many rows are in the sums.
    rows: usize,
    changes: Changes,
}

impl State {
    /// A state for this network.
    pub(super) fn new(network: &Network) -> Self {
        let inputs = Inputs::default();
        // As no input is set, the sums are the biases.
        let (sums, changes) = (network.bias.clone(), Changes::default());
        Self { inputs, next: inputs, sums, rows: 0, changes }
    }

    /// The inputs of the next position, to be set.
    pub(super) fn next(&mut self) -> &mut Inputs {
        &mut self.next
    }

    /// The outputs for the inputs in [`next`](Self::next), in units of
    /// 2^-24.
    pub(super) fn forward(&mut self, network: &Network, arch: Arch) -> [u32; OUTPUTS] {
        let Self { inputs, next, sums, rows, changes } = self;
        inputs.changes(next, network.layout, changes);
        let (away, add) = (changes.away.as_slice().len(), changes.add.as_slice().len());
        // From scratch, those that stay are added again, and none is subtracted.
        let stay = *rows - away;
        *rows = stay + add;
        if away > stay + AGAIN {
            Inputs::default().changes(next, network.layout, changes);
            sums.copy_from_slice(&network.bias);
        }
        *inputs = *next;
        arch.dispatch(Forward { network, sums, changes }).map(sigmoid)
    }
}

/// The outputs of a network, as probabilities between 0 and 1.
pub(crate) fn probabilities(outputs: [u32; OUTPUTS]) -> Probabilities {
    Probabilities::from(outputs.map(|p| p as f32 / CERTAIN as f32))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::rng;

    use super::*;
    use crate::Backgammon;

    /// A network of random weights.
    fn random(layout: Layout, hidden: usize, seed: u64) -> Network {
        let mut rng = rng(seed, 5);
        let mut numbers = |n: usize, size: f32| -> Vec<f32> {
            (0..n).map(|_| rng.random_range(-size..size)).collect()
        };
        let weights = Weights {
            rows: numbers(layout.rows() * hidden, 0.2),
            bias: numbers(hidden, 1.0),
            last: numbers(OUTPUTS * hidden, 0.5),
            last_bias: [0.3, -0.1, 0.0, -2.0, 1.5],
        };
        Network::rounded(layout, &weights)
    }

    fn positions(n: u64) -> impl Iterator<Item = Backgammon> {
        (0..n).map(|stream| crate::testing::wander(&mut rng(23, stream), 60))
    }

    /// Sums are updated a few rows at a time, in any order, with any instructions, and always give
    /// the same result.
    #[test]
    fn values_are_those_of_a_fresh_start() {
        for (layout, hidden) in [
            (Layout::Contact, 64),
            (Layout::Contact, 256),
            (Layout::Race, 128),
            (Layout::Race, 32),
            (Layout::Board, 96),
        ] {
            let net = random(layout, hidden, 1);
            let (mut state, mut scalar) = (State::new(&net), State::new(&net));
            for game in positions(200).filter(|game| game.is_contact() || layout != Layout::Contact)
            {
                let mut fresh = State::new(&net);
                let all = [
                    (&mut state, Arch::new()),
                    (&mut scalar, Arch::Scalar),
                    (&mut fresh, Arch::Scalar),
                ]
                .map(|(state, arch)| {
                    state.next().set(&game, layout);
                    state.forward(&net, arch)
                });
                assert!(all.iter().all(|said| *said == all[0]), "{all:?}");
            }
        }
    }

    /// Compares with the definition, in floating point.
    #[test]
    fn rounding_costs_little() {
        let net = random(Layout::Contact, 64, 2);
        let weights = net.weights();
        assert_eq!(Network::rounded(Layout::Contact, &weights), net);
        let mut state = State::new(&net);
        for game in positions(100) {
            let inputs = Inputs::of(&game, Layout::Contact);
            let mut sums = weights.bias.clone();
            for (_, row) in inputs.active(Layout::Contact) {
                let row = &weights.rows[usize::from(row) * 64..][..64];
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
            }
            state.next().set(&game, Layout::Contact);
            let said = probabilities(state.forward(&net, Arch::new())).as_array();
            for (o, said) in said.into_iter().enumerate() {
                let last = &weights.last[o * 64..][..64];
                let units = sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
                let logit = units.zip(last).map(|(x, w)| x * w).sum::<f32>() + weights.last_bias[o];
                let p = 1.0 / (1.0 + (-logit).exp());
                assert!((p - said).abs() < 0.005, "{p} {said}");
            }
        }
    }
}
