//! The weights of the evaluation by attacks, as numbers to be tuned.

use super::{
    super::material::{IN_HAND, ON_BOARD},
    numbers::{GROUPS, Group},
};
use crate::Kind;

/// How many kinds of pieces there are.
pub(super) const KINDS: usize = Kind::ALL.len();

/// Values of squares relative to a king: by how many files away, and by how many ranks ahead of
/// the king, from 8 behind to 8 ahead.
pub type FromKing = [[f32; 17]; 9];

/// The weights of [`Attacks`](super::Attacks), in hundredths of a pawn in
/// hand, all from the point of view of the player whose piece it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// A piece on the board, by [`Kind::index`]; the king's is not used.
    pub board: [f32; KINDS],
    /// A piece in hand, by [`Kind::index`].
    pub hand: [f32; 7],
    /// An attacked square at this distance of the own king.
    pub own: [f32; 9],
    /// An attacked square at this distance of the enemy king.
    pub enemy: [f32; 9],
    /// The factors for one to six attackers of a square; the first is 1 as a rule, and more
    /// than six count as six.
    pub attackers: [f32; 6],
    /// A piece by its square relative to its own king, by kind; not used for the king.
    pub near_own: [FromKing; KINDS],
    /// A piece by its square relative to the enemy king, by kind; the ranks are counted as the
    /// piece's owner does, so that "ahead" is behind the enemy king.
    pub near_enemy: [FromKing; KINDS],
    /// The king by its rank, from the far edge, and by how many files it is from the middle.
    pub king: [[f32; 5]; 9],
    /// The right to move.
    pub tempo: f32,
}

/// Weights that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Not JSON.
    #[error("not the weights of a Shogi evaluation: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Weights of something else, or of another version.
    #[error("expected weights of the format {expected:?}, found {found}")]
    Format {
        /// The format that is read here.
        expected: &'static str,
        /// The format that was found.
        found: String,
    },
    /// An unknown group of weights.
    #[error("there are no weights called {name:?}; there are: {allowed}")]
    Unknown {
        /// The name that was found.
        name: String,
        /// The names that there are.
        allowed: String,
    },
    /// A group of weights of another shape.
    #[error("the weights {name}: {error}")]
    Shape {
        /// The name of the group.
        name: &'static str,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Another number of numbers than there are weights.
    #[error("expected {expected} numbers, found {found}")]
    Count {
        /// How many weights there are.
        expected: usize,
        /// How many numbers there are.
        found: usize,
    },
    /// A number that is out of range for the tables, or not a number.
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

/// The weights [`tuned`](Weights::tuned) by games.
impl Default for Weights {
    fn default() -> Self {
        Self::tuned()
    }
}

impl Weights {
    /// Weights found by `starboard train` from games of an engine against
    /// itself; the crate's model card says how, and how well they play.
    pub fn tuned() -> Self {
        Self::from_json(include_str!("tuned.json")).expect("the crate's own weights")
    }

    /// Hand-crafted weights, as published with a few added: the starting point of the tuning.
    ///
    /// They count attacks as Yaneurao, the author of YaneuraOu, gives them in
    /// his articles on how to build an evaluation: an attacked square counts
    /// 68/(d+1) at distance d of the own king and 96/(d+1) at distance d of the
    /// enemy's, and m attackers count (6365 - 5341 * 0.8525^(m-1)) / 1024 times
    /// as much as one. The other terms are small, and rough estimates.
    pub fn hand_crafted() -> Self {
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

    /// Checks that every weight fits in the tables, which keep 16 bits.
    ///
    /// # Errors
    ///
    /// Names the first group with a weight that does not.
    pub fn check(&self) -> Result<(), WeightsError> {
        for (group, weights) in GROUPS.iter().zip(self.groups()) {
            let Group { name, low, high, .. } = *group;
            if let Some(&found) = weights.iter().find(|weight| !(low..=high).contains(*weight)) {
                return Err(WeightsError::OutOfRange { name, low, high, found });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_figures() {
        let weights = Weights::hand_crafted();
        assert_eq!((weights.own[0], weights.own[3], weights.enemy[1]), (68.0, 17.0, 48.0));
        let expected = [1.0, 1.769, 2.425, 2.984, 3.461, 3.867];
        for (found, expected) in weights.attackers.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
        assert!(weights.check().is_ok());
    }

    #[test]
    fn the_default_is_tuned_and_written_as_it_is_read() {
        let tuned = Weights::tuned();
        assert_eq!((tuned.check().is_ok(), &Weights::default()), (true, &tuned));
        assert_ne!(tuned, Weights::hand_crafted());
        assert_eq!(tuned.to_json(), include_str!("tuned.json"));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let weights = Weights { tempo: f32::NAN, ..Weights::hand_crafted() };
        assert!(weights.check().is_err());
        let weights = Weights { own: [251.0; 9], ..Weights::hand_crafted() };
        let error = weights.check().expect_err("too big").to_string();
        assert_eq!(error, "expected own within -250 to 250, found 251");
    }
}
