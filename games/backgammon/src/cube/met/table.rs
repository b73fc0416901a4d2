//! The table itself.

use std::sync::{Arc, OnceLock};

use super::Rates;

/// How likely each of two equal players is to win a match, by how many points
/// they still need.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquity {
    pub(super) name: String,
    /// Before the Crawford game, and for who needs one point at its beginning:
    /// `before[i - 1][j - 1]` for a player who needs `i` and the other `j`.
    pub(super) before: Vec<[f64; MatchEquity::LONGEST]>,
    /// After the Crawford game, for a player who needs so many points, one
    /// less, against one who needs one.
    pub(super) after: [f64; MatchEquity::LONGEST],
}

/// Chances are numbers. Said so, two `Arc`s of one table are equal at sight, not after 64 times 64
/// comparisons: stakes are compared for every position that is valued.
impl Eq for MatchEquity {}

impl MatchEquity {
    /// The most points that a player can need.
    pub const LONGEST: usize = 64;

    /// The table that is used unless another is asked for: made by
    /// [`generate`](Self::generate) from the rates that fit what is published
    /// best.
    pub fn built_in() -> Arc<Self> {
        static TABLE: OnceLock<Arc<MatchEquity>> = OnceLock::new();
        TABLE.get_or_init(|| Arc::new(Self::generate(Rates::default()))).clone()
    }

    /// What the table is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The chance to win the match for a player who needs `mine` points
    /// against one who needs `theirs`, at the beginning of a game; none or
    /// fewer is won.
    ///
    /// `after_crawford` says that the Crawford game is over, if one of them
    /// needs one point. Where both players are done, the first has won. Scores
    /// beyond [`LONGEST`](Self::LONGEST) are taken for that.
    pub fn chance(&self, mine: i32, theirs: i32, after_crawford: bool) -> f64 {
        if mine <= 0 {
            return 1.0;
        }
        if theirs <= 0 {
            return 0.0;
        }
        let place = |away: i32| (away as usize).min(Self::LONGEST) - 1;
        match (mine, theirs) {
            (1, _) if after_crawford => 1.0 - self.after[place(theirs)],
            (_, 1) if after_crawford => self.after[place(mine)],
            _ => self.before[place(mine)][place(theirs)],
        }
    }
}
