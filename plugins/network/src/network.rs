//! The weights, as integers, and the file they come in.

use starboard_core::binfile::{FileError, Input, Kind, Output};

/// The fixed-point value of 1 in the accumulators.
pub(crate) const ONE: i16 = 255;
/// The fixed-point value of 1 among the output weights.
pub(crate) const OUTPUT_ONE: i16 = 64;
/// The fixed-point value of 1 among the direct weights.
pub(crate) const DIRECT_ONE: i16 = 4096;
/// The fixed-point value of 1 in the sum that is the value.
pub(crate) const SUM_ONE: i64 = (ONE as i64) * (ONE as i64) * (OUTPUT_ONE as i64);
/// Hidden units come in multiples of this.
pub const UNITS: usize = 16;
/// The most hidden units.
pub const MAX_HIDDEN: usize = 1024;

const KIND: Kind = Kind { magic: b"STARNET\n", version: 1, name: "a network of Starboard" };

/// The weights of a network as real numbers.
#[derive(Copy, Clone, Debug)]
pub struct RealWeights<'a> {
    /// The accumulators' weights: a row for each feature, one after the other.
    pub rows: &'a [f32],
    /// The direct weight of each feature.
    pub direct: &'a [f32],
    /// What the accumulators begin with.
    pub first: &'a [f32],
    /// The weights of the output: of the mover's units, then of the other's.
    pub last: &'a [f32],
    /// The bias of the output.
    pub bias: f32,
}

/// How large a network is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of features, 1 to 65,535.
    pub features: usize,
    /// The number of hidden units for each player: a multiple of [`UNITS`], at most
    /// [`MAX_HIDDEN`].
    pub hidden: usize,
}

/// Weights that do not fit what they are used for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// A network for other features.
    #[error("it is for {found} features, and the game has {expected}")]
    Features {
        /// How many the network has.
        found: usize,
        /// How many the game has.
        expected: usize,
    },
    /// The file cannot be read as a network.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A network of one hidden layer.
///
/// With `a` the accumulator of the player to move, `b` that of the other, and `s(x)` the square
/// of `x` clamped to between 0 and 1, the value is
/// `scale * (Σ s(a_i) v_i + Σ s(b_i) w_i + bias + d)`,
/// where `d` is the sum of the direct weights of the features as the player to move sees
/// them, less that of the features as the other sees them: what a piece is worth anywhere need
/// not pass through the hidden units, which only go from 0 to 1.
#[derive(Clone, PartialEq)]
pub struct Network {
    pub(crate) hidden: usize,
    /// A row of the accumulators' weights for each feature, in parts of [`ONE`].
    pub(crate) rows: Box<[i16]>,
    /// The direct weight of each feature, in parts of [`DIRECT_ONE`].
    pub(crate) direct: Box<[i16]>,
    /// What the accumulators begin with.
    pub(crate) first: Box<[i16]>,
    /// The weights of the output: of the mover's units, then of the other's, in parts of
    /// [`OUTPUT_ONE`], none further from zero than 1.98.
    pub(crate) last: Box<[i16]>,
    /// The bias of the output, in parts of `ONE * ONE * OUTPUT_ONE`.
    pub(crate) bias: i32,
    /// What an output of 1 is worth, in grid points: the value where 73 % of the points are made.
    pub(crate) scale: u32,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shape { features, hidden } = self.shape();
        write!(f, "Network({features} features, {hidden} hidden units)")
    }
}

impl Network {
    /// Makes a network from trained weights, given as real numbers. Rounds them, and
    /// clamps them to what the arithmetic can hold.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as the shape says, or no network has this shape.
    pub fn rounded(shape: Shape, weights: &RealWeights<'_>, scale: f64) -> Self {
        let Shape { features, hidden } = shape;
        let RealWeights { rows, direct, first, last, bias } = *weights;
        assert!(
            shape.is_sound(),
            "a network has 1 to {} features and a multiple of {UNITS} hidden units, up to \
             {MAX_HIDDEN}; found {features} and {hidden}",
            u16::MAX
        );
        assert_eq!(
            (rows.len(), direct.len(), first.len(), last.len()),
            (features * hidden, features, hidden, 2 * hidden),
            "as many weights as there are"
        );
        let round = |weights: &[f32], one: i16, most: f32| {
            let number = |w: &f32| (w.clamp(-most, most) * f32::from(one)).round() as i16;
            weights.iter().map(number).collect()
        };
        Self {
            hidden,
            rows: round(rows, ONE, Self::MOST),
            direct: round(direct, DIRECT_ONE, Self::MOST_DIRECT),
            first: round(first, ONE, Self::MOST),
            last: round(last, OUTPUT_ONE, Self::MOST),
            bias: (f64::from(bias.clamp(-64.0, 64.0)) * SUM_ONE as f64) as i32,
            scale: scale.round().clamp(1.0, 1e6) as u32,
        }
    }

    /// The largest absolute value of a direct weight.
    const MOST_DIRECT: f32 = 7.99;

    /// The largest absolute value of a weight of the accumulators or the output: what the
    /// integers can represent.
    pub const MOST: f32 = 1.98;

    /// A network of zeros, which knows nothing.
    ///
    /// # Panics
    ///
    /// If no network has this shape.
    pub fn blank(shape: Shape) -> Self {
        let Shape { features, hidden } = shape;
        let zeros = vec![0.0; features * hidden.max(2)];
        let zeros = |count: usize| &zeros[..count];
        let weights = RealWeights {
            rows: zeros(features * hidden),
            direct: zeros(features),
            first: &vec![0.0; hidden],
            last: &vec![0.0; 2 * hidden],
            bias: 0.0,
        };
        Self::rounded(shape, &weights, 1.0)
    }

    /// Its output for a position with these features, as the player to move sees it and
    /// as the other does: the argument of the logistic function, without the
    /// [scale](Self::scale).
    pub fn value(&self, active: [&[u16]; 2]) -> f64 {
        let mut sum = i64::from(self.bias);
        let [own, other] = active.map(|active| {
            active.iter().map(|&feature| i64::from(self.direct[usize::from(feature)])).sum::<i64>()
        });
        sum += direct(own - other);
        let mut sums = self.first.clone();
        for (active, last) in active.into_iter().zip(self.last.chunks(self.hidden)) {
            sums.copy_from_slice(&self.first);
            for &feature in active {
                let row = &self.rows[usize::from(feature) * self.hidden..][..self.hidden];
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_add(*w));
            }
            let parts = sums.as_chunks::<UNITS>().0.iter().zip(last.as_chunks::<UNITS>().0);
            sum += i64::from(parts.fold(0, |value, (sums, last)| output(value, sums, last)));
        }
        sum as f64 / SUM_ONE as f64
    }

    /// What an output of 1 is worth, in grid points: the value where 73 % of the points are made.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// How large it is.
    pub fn shape(&self) -> Shape {
        Shape { features: self.rows.len() / self.hidden, hidden: self.hidden }
    }

    /// The network in a file, as [`to_bytes`](Self::to_bytes) writes it.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let mut input = Input::new(bytes, KIND)?;
        let features = input.number(u16::MAX.into(), "the number of features")? as usize;
        let hidden = input.number(MAX_HIDDEN as u64, "the number of hidden units")? as usize;
        let shape = Shape { features, hidden };
        if !shape.is_sound() {
            let (what, found) = ("the number of features times hidden units", features * hidden);
            return Err(FileError::Number { what, found: found as u64, at: input.at() });
        }
        let scale = input.number(1_000_000, "the scale")? as u32;
        let bias = unfold(input.number(u32::MAX.into(), "the bias of the output")?);
        let mut weights = |count: usize, most: i64, what: &'static str| {
            let number = |_| {
                let folded = input.number(2 * most as u64, what)?;
                Ok(unfold(folded) as i16)
            };
            (0..count).map(number).collect::<Result<Box<[i16]>, FileError>>()
        };
        let most = |one: i16| (f64::from(Self::MOST) * f64::from(one)).round() as i64;
        let first = weights(hidden, most(ONE), "a bias")?;
        let last = weights(2 * hidden, most(OUTPUT_ONE), "a weight of the output")?;
        let direct = (f64::from(Self::MOST_DIRECT) * f64::from(DIRECT_ONE)).round() as i64;
        let direct = weights(features, direct, "a direct weight")?;
        let rows = weights(features * hidden, most(ONE), "a weight of a feature")?;
        input.finish()?;
        Ok(Self { hidden, rows, direct, first, last, bias: bias as i32, scale: scale.max(1) })
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut output = Output::new(KIND);
        let Shape { features, hidden } = self.shape();
        output.number(features as u64);
        output.number(hidden as u64);
        output.number(self.scale.into());
        output.number(fold(self.bias.into()));
        let lists = [&self.first, &self.last, &self.direct, &self.rows];
        for &weight in lists.into_iter().flatten() {
            output.number(fold(weight.into()));
        }
        output.finish()
    }
}

impl Shape {
    /// Whether there are networks of this size.
    pub fn is_sound(self) -> bool {
        let Self { features, hidden } = self;
        (1..=usize::from(u16::MAX)).contains(&features)
            && (UNITS..=MAX_HIDDEN).contains(&hidden)
            && hidden.is_multiple_of(UNITS)
    }
}

/// A difference of sums of direct weights, converted to the units of the value's sum.
pub(crate) fn direct(sum: i64) -> i64 {
    sum * (SUM_ONE / i64::from(DIRECT_ONE))
        + sum * (SUM_ONE % i64::from(DIRECT_ONE)) / i64::from(DIRECT_ONE)
}

/// `value` plus the weighted squares of some units.
///
/// Written in this form because compilers turn it into instructions that multiply and add
/// pairs at once.
#[inline(always)]
pub(crate) fn output<const N: usize>(value: i32, sums: &[i16; N], weights: &[i16; N]) -> i32 {
    let units = sums.map(|sum| sum.clamp(0, ONE));
    let mut weighted = [0; N];
    // At most 255 times 127: within sixteen bits.
    (0..N).for_each(|i| weighted[i] = units[i].wrapping_mul(weights[i]));
    let products = units.iter().zip(&weighted).map(|(&x, &w)| i32::from(x) * i32::from(w));
    products.fold(value, i32::wrapping_add)
}

/// Maps numbers of either sign to numbers that are small if those are close to zero.
fn fold(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn unfold(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::rng;

    use super::*;

    fn random(seed: u64) -> Network {
        let mut rng = rng(seed, 0);
        let shape = Shape { features: 40, hidden: 32 };
        let mut some = |count: usize| -> Vec<f32> {
            (0..count).map(|_| rng.random_range(-2.5..2.5_f32)).collect()
        };
        let (rows, direct, first, last) = (some(40 * 32), some(40), some(32), some(64));
        let (rows, direct, first, last) = (&rows[..], &direct[..], &first[..], &last[..]);
        let weights = RealWeights { rows, direct, first, last, bias: -0.7 };
        Network::rounded(shape, &weights, 300.4)
    }

    #[test]
    fn what_is_written_is_read() {
        for seed in 0..20 {
            let network = random(seed);
            assert_eq!(network.scale, 300);
            assert!(network.last.iter().all(|w| w.abs() <= 127));
            assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }
    }

    #[test]
    fn bad_files_are_refused() {
        let bytes = random(1).to_bytes();
        for cut in (0..bytes.len()).step_by(37) {
            assert!(Network::from_bytes(&bytes[..cut]).is_err(), "{cut}");
        }
        let mut rng = rng(7, 0);
        for _ in 0..2000 {
            let mut bad = bytes.clone();
            let at = rng.random_range(0..bad.len());
            bad[at] ^= rng.random_range(1..=255_u8);
            assert!(Network::from_bytes(&bad).is_err(), "byte {at}");
        }
        let error = Network::from_bytes(b"nothing").expect_err("no network").to_string();
        assert!(error.contains("a network of Starboard") || error.contains("ends"), "{error}");
    }

    #[test]
    fn folded_numbers_are_unfolded() {
        for number in [0, 1, -1, 77, -505, i64::from(i32::MIN), i64::from(i32::MAX)] {
            assert_eq!(unfold(fold(number)), number);
        }
    }
}
