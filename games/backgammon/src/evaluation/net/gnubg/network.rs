//! One of GNU Backgammon's networks.
//!
//! It is computed in floating point, but with sums in a fixed order and without fused operations or
//! approximate instructions, so that a value does not depend on the processor.

use pulp::{Arch, Simd, WithSimd};

use super::super::{line::Line, network::OUTPUTS};

/// The least number of hidden units that are processed together.
const LANES: usize = 16;
/// So many hidden units.
type Block = Line<f32, LANES>;

/// A network with one hidden layer, which is padded with units that have no effect, to a multiple
/// of `LANES`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Network {
    /// How many hidden units it has in the file.
    hidden: usize,
    /// The factors by which the sums of the hidden units and of the outputs are multiplied.
    pub(super) beta: [f32; 2],
    /// Input after input.
    rows: Vec<Block>,
    /// The bias of each hidden unit.
    bias: Vec<Block>,
    /// Output after output.
    last: Vec<Block>,
    /// The bias of each output.
    last_bias: [f32; OUTPUTS],
}

/// The numbers of a network in the order of the files.
pub(super) struct Numbers {
    pub(super) beta: [f32; 2],
    /// Input after input.
    pub(super) rows: Vec<f32>,
    /// Output after output.
    pub(super) last: Vec<f32>,
    /// One for each hidden unit.
    pub(super) bias: Vec<f32>,
    pub(super) last_bias: [f32; OUTPUTS],
}

impl Network {
    /// The network with these numbers, whose lengths fit each other.
    pub(super) fn new(numbers: &Numbers) -> Self {
        let hidden = numbers.bias.len();
        let padded = |weights: &[f32]| Block::rows(weights, hidden);
        Self {
            hidden,
            beta: numbers.beta,
            rows: padded(&numbers.rows),
            bias: padded(&numbers.bias),
            last: padded(&numbers.last),
            last_bias: numbers.last_bias,
        }
    }

    /// Its numbers, as they were read.
    pub(super) fn numbers(&self) -> Numbers {
        let plain = |weights: &[Block]| Line::numbers(weights, self.hidden).collect();
        Numbers {
            beta: self.beta,
            rows: plain(&self.rows),
            last: plain(&self.last),
            bias: plain(&self.bias),
            last_bias: self.last_bias,
        }
    }

    /// The outputs for these inputs, given as the numbers and values of those that are not 0.
    pub(super) fn outputs(&self, inputs: &[(u16, f32)], arch: Arch) -> [f32; OUTPUTS] {
        let mut outputs = arch.dispatch(Forward { network: self, inputs });
        for (output, bias) in outputs.iter_mut().zip(self.last_bias) {
            *output = squash([self.beta[1] * (*output + bias)])[0];
        }
        outputs
    }
}

/// From the inputs to the sums of the outputs.
struct Forward<'a> {
    network: &'a Network,
    inputs: &'a [(u16, f32)],
}

impl<'a> Forward<'a> {
    /// With `W` blocks of hidden units, a number known at compile time, `N` at a time.
    #[inline(always)]
    fn of<const W: usize, const N: usize>(self) -> [f32; OUTPUTS] {
        let Network { rows, last, .. } = self.network;
        let (rows, last) = (rows.as_chunks::<W>().0, last.as_chunks::<W>().0);
        let part = |blocks: &'a [Block; W], from: usize| -> &'a [Block; N] {
            blocks[from..].first_chunk().expect("a part of the hidden units")
        };
        self.parts(|row, from| part(&rows[row], from), |output, from| part(&last[output], from))
    }

    /// With any number of hidden units.
    #[inline(always)]
    fn of_any(self) -> [f32; OUTPUTS] {
        let Network { bias, rows, last, .. } = self.network;
        let blocks = bias.len();
        let part = |list: &'a [Block], block: usize| std::array::from_ref(&list[block]);
        self.parts(
            |row, from| part(rows, row * blocks + from),
            |output, from| part(last, output * blocks + from),
        )
    }

    /// `N` blocks at a time.
    #[inline(always)]
    fn parts<const N: usize>(
        self,
        row: impl Fn(usize, usize) -> &'a [Block; N],
        last: impl Fn(usize, usize) -> &'a [Block; N],
    ) -> [f32; OUTPUTS] {
        let Network { beta, bias, .. } = self.network;
        // One sum for each place within `LANES`: the order in which they are added up
        // does not depend on `N`.
        let mut outputs = [[0.0; LANES]; OUTPUTS];
        for (i, bias) in bias.as_chunks::<N>().0.iter().enumerate() {
            let mut sums = *bias;
            for &(input, x) in self.inputs {
                for (Line(sums), Line(row)) in sums.iter_mut().zip(row(input.into(), N * i)) {
                    (0..LANES).for_each(|i| sums[i] += x * row[i]);
                }
            }
            for Line(sums) in &mut sums {
                (0..LANES).for_each(|i| sums[i] *= beta[0]);
                *sums = squash(*sums);
            }
            for (o, output) in outputs.iter_mut().enumerate() {
                let weights = last(o, N * i);
                for (Line(units), Line(weights)) in sums.iter().zip(weights) {
                    (0..LANES).for_each(|i| output[i] += units[i] * weights[i]);
                }
            }
        }
        outputs.map(|mut sums| {
            let mut half = LANES / 2;
            while half > 0 {
                (0..half).for_each(|i| sums[i] += sums[i + half]);
                half /= 2;
            }
            sums[0]
        })
    }
}

impl WithSimd for Forward<'_> {
    type Output = [f32; OUTPUTS];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f32; OUTPUTS] {
        match self.network.bias.len() {
            8 if S::F32_LANES >= 16 => self.of::<8, 8>(),
            8 => self.of::<8, 4>(),
            1 => self.of::<1, 1>(),
            _ => self.of_any(),
        }
    }
}

/// Steps of the exponential function to one.
const STEPS: usize = 10;
/// Beyond this, the function is constant.
const END: f32 = 10.0;

/// `exp` at each step; the length is a power of two so that the index needs no bounds check.
static EXP: [f32; 128] = {
    // e^(1/10) by its series, in arithmetic that is the same everywhere.
    let (mut ratio, mut term, mut n) = (1.0, 1.0, 1);
    while n < 15 {
        term = term / n as f64 / STEPS as f64;
        ratio += term;
        n += 1;
    }
    let (mut table, mut power, mut i) = ([0.0; 128], 1.0_f64, 0);
    while i < table.len() {
        table[i] = power as f32;
        power *= ratio;
        i += 1;
    }
    table
};

/// The activation function of all units, close to the logistic function: the exponential function
/// is replaced by its tangent at the step below, and from `END` on by its value at the last step.
/// It jumps a little at every step; the networks were trained with that.
#[inline(always)]
fn squash<const N: usize>(sums: [f32; N]) -> [f32; N] {
    let mut steps = [0; N];
    let mut units = [0.0; N];
    for i in 0..N {
        let size = sums[i].abs();
        let inside = size < END;
        let step = if inside { (size * STEPS as f32) as u32 } else { 99 };
        steps[i] = step;
        units[i] = if inside { 1.0 + (size - step as f32 / STEPS as f32) } else { 1.0 };
    }
    for i in 0..N {
        units[i] *= EXP[steps[i] as usize % EXP.len()];
    }
    for i in 0..N {
        let low = 1.0 / (1.0 + units[i]);
        units[i] = if sums[i] > 0.0 { 1.0 - low } else { low };
    }
    units
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::rng;

    use super::*;

    /// A network of random numbers.
    pub(in super::super) fn random(inputs: usize, hidden: usize, seed: u64) -> Network {
        let mut rng = rng(seed, 6);
        let mut numbers =
            |n: usize| -> Vec<f32> { (0..n).map(|_| rng.random_range(-5.0..5.0)).collect() };
        Network::new(&Numbers {
            beta: [0.1, 1.0],
            rows: numbers(inputs * hidden),
            last: numbers(OUTPUTS * hidden),
            bias: numbers(hidden),
            last_bias: [0.3, -0.1, 0.0, -2.0, 1.5],
        })
    }

    #[test]
    fn the_function_is_nearly_the_logistic_one() {
        for i in -1500..=1500 {
            let x = i as f32 / 100.0 + 0.0001;
            let [found] = squash([x]);
            let exact = 1.0 / (1.0 + (-x.clamp(-9.9, 9.9)).exp());
            assert!((found - exact).abs() < 0.0013, "at {x}: {found} {exact}");
        }
        assert_eq!(squash([0.0, -0.0]), [0.5, 0.5]);
        // The tangent at 0.5 and, from ten on, the value at 9.9.
        let tangent = 0.5_f64.exp() * (1.0 + 0.07);
        assert!((f64::from(squash([-0.57])[0]) - 1.0 / (1.0 + tangent)).abs() < 1e-7);
        let [low, high] = squash([-10.0, 1e9]);
        assert!((low - 1.0 / 19931.37).abs() < 1e-9 && high == 1.0 - low, "{low} {high}");
    }

    /// Compares with the definition; the outputs are the same with any instructions.
    #[test]
    fn outputs_are_those_of_the_definition() {
        for hidden in [8, 10, 16, 128, 200] {
            let network = random(40, hidden, 1);
            let numbers = network.numbers();
            let mut rng = rng(2, 7);
            for _ in 0..20 {
                let inputs: Vec<(u16, f32)> =
                    (0..40).step_by(3).map(|i| (i, rng.random_range(-1.0..1.0))).collect();
                let found = network.outputs(&inputs, Arch::new());
                assert_eq!(found, network.outputs(&inputs, Arch::Scalar));
                let units: Vec<f64> = (0..hidden)
                    .map(|j| {
                        let weight = |i: u16| f64::from(numbers.rows[usize::from(i) * hidden + j]);
                        let sum: f64 = inputs.iter().map(|&(i, x)| f64::from(x) * weight(i)).sum();
                        let sum = 0.1 * (sum + f64::from(numbers.bias[j]));
                        f64::from(squash([sum as f32])[0])
                    })
                    .collect();
                for (o, found) in found.into_iter().enumerate() {
                    let weights = &numbers.last[o * hidden..];
                    let sum: f64 = units.iter().zip(weights).map(|(x, w)| x * f64::from(*w)).sum();
                    let [expected] = squash([(sum + f64::from(numbers.last_bias[o])) as f32]);
                    // A sum near a step may fall on either side of it.
                    assert!((found - expected).abs() < 5e-3, "{hidden}: {found} {expected}");
                }
            }
        }
    }
}
