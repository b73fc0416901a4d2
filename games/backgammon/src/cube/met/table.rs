//! The match equity table itself.

use std::sync::{Arc, OnceLock};

/// A match equity table: the chances of two equal players to win a match, by how many points each
/// still needs.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquity {
    pub(super) name: String,
    /// Chances before the Crawford game, or at its start if a player needs one point:
    /// `before[i - 1][j - 1]` for a player who needs `i` points while the other needs `j`.
    pub(super) before: Vec<[f64; MatchEquity::LONGEST]>,
    /// Chances after the Crawford game: `after[i - 1]` for a player who needs `i` points against
    /// one who needs one.
    pub(super) after: [f64; MatchEquity::LONGEST],
}

/// Chances are never NaN. With `Eq`, two `Arc`s of one table compare equal by their address instead
/// of after 64 times 64 comparisons: stakes are compared for every position that is evaluated.
impl Eq for MatchEquity {}

impl MatchEquity {
    /// The most points that a player can need.
    pub const LONGEST: usize = 64;

    /// The default table: rolled out to 9 points by `starboard met backgammon --plies 1 --filter
    /// 0,2,0.04 --trials 1080` with the networks of November 2026, and computed from these figures
    /// beyond.
    pub fn built_in() -> Arc<Self> {
        static TABLE: OnceLock<Arc<MatchEquity>> = OnceLock::new();
        let read = || Self::read_xml(include_str!("built_in.xml")).expect("the command wrote it");
        TABLE.get_or_init(|| Arc::new(read())).clone()
    }

    /// The name of the table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The chance to win the match for a player who needs `mine` points against one who needs
    /// `theirs`, at the start of a game; with 0 or fewer, the match is won.
    ///
    /// `after_crawford` says that the Crawford game is over, if one of them needs one point. If
    /// neither player needs any more points, the player with `mine` has won. Scores beyond
    /// [`LONGEST`](Self::LONGEST) are clipped to it.
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
