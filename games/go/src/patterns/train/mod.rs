//! Finding the values of features and shapes from game records.
//!
//! Three steps, each with the same result on any number of threads:
//!
//! 1. [`Shapes::count`]: which shapes were played often enough to be known;
//! 2. [`Sample::draw`]: positions, with the features of all their legal moves;
//! 3. [`Fit::round`], again and again: minorization-maximization (Coulom 2007,
//!    section 2), one group of features at a time.
//!
//! [`Prediction::measure`] then tells how well the moves of other games are
//! predicted. [`split`] sets every twentieth game apart for that.
//!
//! ```
//! use starboard_go::{Record, patterns::train::{Fit, Options, Prediction, Sample, Shapes}};
//!
//! let game = "(;SZ[9];B[ee];W[ec];B[ge];W[ce];B[cd];W[dc];B[dd];W[gc];B[fd];W[cf])";
//! let (records, _) = Record::read_all(&game.repeat(5))?;
//! let options = Options { least: 3, ..Options::default() };
//! let shapes = Shapes::count(&records, options.least, 1, &mut |_| ());
//! let sample = Sample::draw(&records, &shapes, &options, 1, &mut |_| ());
//! let mut fit = Fit::new(&shapes);
//! for _ in 0..4 {
//!     fit.round(&shapes, &sample, &options, 1);
//! }
//! let patterns = fit.patterns(&shapes);
//! let found = Prediction::measure(&records, &patterns, 1, &mut |_| ());
//! assert_eq!(found.positions, 50);
//! assert!(found.top(1) > 0.8);
//! # Ok::<(), starboard_go::sgf::SgfError>(())
//! ```

mod checkpoint;
mod fit;
mod prediction;
mod sample;
mod shapes;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::Record;

pub(crate) use self::shapes::KeyHasher;
pub use self::{fit::Fit, prediction::Prediction, sample::Sample, shapes::Shapes};

/// How to learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// How often a shape has to be played to be known.
    pub least: u32,
    /// The most positions to fit to.
    pub positions: usize,
    /// The prior: how many virtual games each feature has won, and lost, against one
    /// of strength 1 (a shape against the shape inside it) before any data.
    pub prior: f64,
    /// How many rounds to make over all groups.
    pub rounds: u32,
    /// Fixes which positions are drawn.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { least: 20, positions: 400_000, prior: 1.0, rounds: 12, seed: 1 }
    }
}

/// Splits games into training and validation sets, `[others, twentieths]`: every twentieth game
/// is for validation, unless it is among the others, too.
pub fn split(records: Vec<Record>) -> [Vec<Record>; 2] {
    let (mut others, mut twentieths) = (Vec::new(), Vec::new());
    for (i, record) in records.into_iter().enumerate() {
        if i % 20 == 0 { twentieths.push(record) } else { others.push(record) }
    }
    let known: HashSet<_> = others.iter().map(Record::beginning).collect();
    twentieths.retain(|record| !known.contains(&record.beginning()));
    [others, twentieths]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_to_measure_with_are_not_learned_from() {
        let text: Vec<_> = (0..41)
            .map(|i| {
                let letter = |n: usize| char::from(b'a' + n as u8);
                // The last is the first but one.
                let i = if i == 40 { 1 } else { i };
                format!("(;SZ[9];B[{}{}])", letter(i % 9), letter(i / 9))
            })
            .collect();
        let (records, _) = Record::read_all(&text.concat()).expect("games");
        let [others, twentieths] = split(records.clone());
        assert_eq!(twentieths, [records[0].clone(), records[20].clone()]);
        assert_eq!(others.len(), 38);
    }
}
