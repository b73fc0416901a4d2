//! The checkpoint file of a fit in progress.

use starboard_core::binfile::{FileError, Input, Kind, Output};

use super::{Fit, Shapes};
use crate::patterns::{
    Group,
    table::{KEY_BITS, Table},
};

const KIND: Kind = Kind { magic: b"SB-GOFIT", version: 1, name: "a fit of Go patterns under way" };

impl Fit {
    /// Writes a file to resume from.
    pub fn write(&self, shapes: &Shapes) -> Vec<u8> {
        let mut output = Output::new(KIND);
        output.number(shapes.len() as u64);
        output.keys(shapes.keys.iter().copied());
        shapes.inner[1..].iter().for_each(|&inner| output.number(inner.into()));
        output.number(self.curve.len() as u64);
        for x in self.levels.iter().chain(&self.shapes[1..]).chain(&self.curve) {
            output.bytes(&x.to_le_bytes());
        }
        output.finish()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is of another kind, or damaged.
    pub fn read(bytes: &[u8]) -> Result<(Self, Shapes), FileError> {
        let mut input = Input::new(bytes, KIND)?;
        let count = input.count(10, "the number of shapes")?;
        if count > Table::MOST {
            let (what, found) = ("the number of shapes", count as u64);
            return Err(FileError::Number { what, found, at: bytes.len() });
        }
        let keys = input.keys(count, KEY_BITS)?;
        let mut inner = vec![0; count + 1];
        for inner in &mut inner[1..] {
            *inner = input.number(count as u64, "the number of a shape")? as u32;
        }
        let rounds = input.count(8, "the number of rounds")?;
        let levels = input.fractions(Group::LEVELS, "the strengths of levels")?;
        let mut shapes = vec![1.0];
        shapes.extend(input.fractions(count, "the strengths of shapes")?);
        let curve = input.fractions(rounds, "the curve")?;
        input.finish()?;
        Ok((Self { levels, shapes, curve }, Shapes::of(keys, inner)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Record,
        patterns::train::{Options, Sample},
    };

    fn begun() -> (Fit, Shapes, Sample, Options) {
        let game = "(;SZ[9];B[ee];W[ec];B[ge];W[ce];B[cd];W[dc];B[dd];W[gc];B[fd];W[cf])";
        let other = "(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee];W[ge];B[gf];W[ff];B[fg];W[fe])";
        let (records, _) = Record::read_all(&(game.repeat(3) + other)).expect("games");
        let options = Options { least: 2, positions: 30, ..Options::default() };
        let shapes = Shapes::count(&records, options.least, 1, &mut |_| ());
        let sample = Sample::draw(&records, &shapes, &options, 1, &mut |_| ());
        assert_eq!(Sample::draw(&records, &shapes, &options, 3, &mut |_| ()), sample);
        (Fit::new(&shapes), shapes, sample, options)
    }

    #[test]
    fn fits_get_better_and_go_on_where_they_were() {
        let (mut fit, shapes, sample, options) = begun();
        assert!((10..=40).contains(&sample.positions()), "{}", sample.positions());
        for _ in 0..3 {
            fit.round(&shapes, &sample, &options, 1);
        }
        let (mut again, read) = Fit::read(&fit.write(&shapes)).expect("as written");
        assert_eq!((&again, &read), (&fit, &shapes));
        fit.round(&shapes, &sample, &options, 1);
        again.round(&read, &sample, &options, 3);
        assert_eq!(again, fit, "on other threads, too");
        assert_eq!(again.patterns(&read).write(), fit.patterns(&shapes).write());
        let curve: Vec<_> = fit.curve().iter().copied().chain([fit.evidence(&sample, 1)]).collect();
        assert!(curve.windows(2).all(|pair| pair[1] > pair[0]), "{curve:?}");
        assert!(curve[4] > -1.5, "{curve:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_bytes_do_no_harm(bytes: Vec<u8>, cut: prop::sample::Index) {
            prop_assert!(Fit::read(&bytes).is_err());
            let good = Fit::new(&Shapes::of(vec![1, 7], vec![0, 0, 1]));
            let good = good.write(&Shapes::of(vec![1, 7], vec![0, 0, 1]));
            prop_assert!(Fit::read(&good).is_ok());
            prop_assert!(Fit::read(&good[..cut.index(good.len())]).is_err());
            prop_assert!(Fit::read(&[&good[..12], &bytes].concat()).is_err());
        }
    }
}
