//! What the evaluation by attacks counts, as numbers to be tuned.

use serde::{Deserialize, Serialize};

use super::super::material::{IN_HAND, ON_BOARD};
use crate::Kind;

/// How many kinds of pieces there are.
const KINDS: usize = Kind::ALL.len();

/// Values of squares as a king sees them: by how many files apart, and by how
/// many ranks ahead of the king, from 8 behind to 8 ahead.
pub type FromKing = [[f32; 17]; 9];

/// The weights of [`Attacks`](super::Attacks), in hundredths of a pawn in
/// hand, all from the point of view of the player whose piece it is.
///
/// The default counts attacks as Yaneurao, the author of YaneuraOu, gives them
/// in his articles on how to build an evaluation: an attacked square counts
/// 68/(d+1) at distance d of the own king and 96/(d+1) at distance d of the
/// enemy's, and m attackers count (6365 - 5341 * 0.8525^(m-1)) / 1024 times as
/// much as one. The other terms are small, and first guesses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// A piece on the board, by [`Kind::index`]; the king's is not used.
    pub board: [f32; KINDS],
    /// A piece in hand, by [`Kind::index`].
    pub hand: [f32; 7],
    /// An attacked square at this distance of the own king.
    pub own: [f32; 9],
    /// An attacked square at this distance of the enemy king.
    pub enemy: [f32; 9],
    /// What one to six attackers of a square count together; the first is 1
    /// as a rule, more than six count as six.
    pub attackers: [f32; 6],
    /// A piece as its own king sees it, by kind; not used for the king.
    pub near_own: [FromKing; KINDS],
    /// A piece as the enemy king sees it, by kind; the ranks are counted as
    /// the piece's owner does, so that "ahead" is behind the enemy king.
    pub near_enemy: [FromKing; KINDS],
    /// The king on this rank, from the far edge, and so many files from the
    /// middle.
    pub king: [[f32; 5]; 9],
    /// The move.
    pub tempo: f32,
}

/// Weights that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Not the JSON of weights.
    #[error("not the weights of a Shogi evaluation: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A number is too big for the tables, or none at all.
    #[error("expected {name} within {low} to {high}, found {found}")]
    OutOfRange {
        /// Which group of weights.
        name: &'static str,
        /// The least it may be.
        low: f32,
        /// The most it may be.
        high: f32,
        /// What it is.
        found: f32,
    },
}

/// The squares around a king, weighted by `value` of the distance.
fn around(value: impl Fn(i32) -> f32) -> FromKing {
    let mut table = [[0.0; 17]; 9];
    for (files, row) in table.iter_mut().enumerate() {
        for (ranks, cell) in row.iter_mut().enumerate() {
            *cell = value((files as i32).max((ranks as i32 - 8).abs()));
        }
    }
    table
}

impl Default for Weights {
    fn default() -> Self {
        let per_distance = |most: f32| std::array::from_fn(|d| most / (d as f32 + 1.0));
        let close = |reach: i32, each: f32| around(move |d| each * (reach - d).max(0) as f32);
        Self {
            board: ON_BOARD.map(|value| value as f32),
            hand: IN_HAND.map(|value| value as f32),
            own: per_distance(68.0),
            enemy: per_distance(96.0),
            attackers: std::array::from_fn(|more| {
                (6365.0 - 5341.0 * 0.8525_f32.powi(more as i32)) / 1024.0
            }),
            near_own: Kind::ALL.map(|kind| match kind {
                Kind::Gold | Kind::Silver => close(3, 8.0),
                _ => close(0, 0.0),
            }),
            near_enemy: Kind::ALL.map(|kind| match kind {
                Kind::Gold | Kind::Silver => close(4, 4.0),
                Kind::Tokin | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => close(4, 8.0),
                Kind::Horse | Kind::Dragon => close(4, 6.0),
                _ => close(0, 0.0),
            }),
            // Home and aside is safe; the middle of the board is not.
            king: std::array::from_fn(|rank| {
                let home = [-40.0, -40.0, -40.0, -60.0, -60.0, -45.0, -30.0, 0.0, 0.0][rank];
                let aside = if rank >= 7 { 8.0 } else { 0.0 };
                std::array::from_fn(|files| home + aside * files as f32)
            }),
            tempo: 0.0,
        }
    }
}

impl Weights {
    /// Reads weights from JSON, where those that are left out are as by
    /// default.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or as [`check`](Self::check).
    pub fn from_json(text: &str) -> Result<Self, WeightsError> {
        let weights: Self = serde_json::from_str(text)?;
        weights.check()?;
        Ok(weights)
    }

    /// Writes the weights as JSON that [`from_json`](Self::from_json) reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers can be written")
    }

    /// Checks that every weight fits in the tables, which keep 16 bits.
    ///
    /// # Errors
    ///
    /// Names the first group with a weight that does not.
    pub fn check(&self) -> Result<(), WeightsError> {
        let within = |name, low: f32, high: f32, weights: &[f32]| {
            let bad = weights.iter().find(|weight| !(low..=high).contains(weight));
            let error = |&found: &f32| Err(WeightsError::OutOfRange { name, low, high, found });
            bad.map_or(Ok(()), error)
        };
        within("board", -5000.0, 5000.0, &self.board)?;
        within("hand", -5000.0, 5000.0, &self.hand)?;
        within("own", -250.0, 250.0, &self.own)?;
        within("enemy", -250.0, 250.0, &self.enemy)?;
        within("attackers", 0.0, 7.5, &self.attackers)?;
        for table in &self.near_own {
            within("near_own", -2000.0, 2000.0, table.as_flattened())?;
        }
        for table in &self.near_enemy {
            within("near_enemy", -2000.0, 2000.0, table.as_flattened())?;
        }
        within("king", -2000.0, 2000.0, self.king.as_flattened())?;
        within("tempo", -2000.0, 2000.0, &[self.tempo])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn written_weights_are_read_again() {
        let weights = Weights { tempo: 12.5, ..Weights::default() };
        assert_eq!(Weights::from_json(&weights.to_json()).expect("our own"), weights);
        assert_eq!(Weights::from_json("{}").expect("no change"), Weights::default());
    }

    #[test]
    fn the_published_figures() {
        let weights = Weights::default();
        assert_eq!((weights.own[0], weights.own[3], weights.enemy[1]), (68.0, 17.0, 48.0));
        let expected = [1.0, 1.769, 2.425, 2.984, 3.461, 3.867];
        for (found, expected) in weights.attackers.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
        assert!(weights.check().is_ok());
    }

    #[test]
    fn bad_weights_are_refused() {
        #[track_caller]
        fn check(json: &str, message: &str) {
            let error = Weights::from_json(json).expect_err("bad").to_string();
            assert!(error.contains(message), "{error}");
        }
        check("", "not the weights");
        check(r#"{"bored": 1}"#, "bored");
        check(r#"{"own": [1, 2]}"#, "length");
        check(r#"{"tempo": 1e9}"#, "expected tempo within -2000 to 2000, found 1000000000");
        check(r#"{"attackers": [1, -1, 1, 1, 1, 1]}"#, "expected attackers within 0 to 7.5");
        let weights = Weights { tempo: f32::NAN, ..Weights::default() };
        assert!(weights.check().is_err());
    }

    proptest! {
        #[test]
        fn reading_survives_anything(text in "\\PC{0,60}") {
            let _ = Weights::from_json(&text);
        }
    }
}
