//! Whether to double, and whether to take.

use std::fmt;

use super::{Cube, CubeOwner, Stakes};

/// Closer than this, in equity, it does not matter.
const SAME: f64 = 1e-5;
/// Closer than this, a game is won or doubled out of all the same, and doubling
/// ends it.
const EXACTLY: f64 = 1e-6;

/// What the player to move should do with the cube.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Double.
    Double,
    /// Wait.
    NoDouble,
    /// Play on for a gammon.
    TooGood,
    /// Both are the same.
    Optional,
}

/// What the other player should answer to a double.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// Play on with a cube twice as high.
    Take,
    /// Give the game up.
    Pass,
    /// Take, double again at once, and keep the cube.
    Beaver,
}

/// What to do about the cube.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move may not double: the cube is the other's, or this is
    /// the Crawford game.
    NotAvailable,
    /// The player to move wins the match with the cube as it is, or it is as high as it goes.
    DeadCube {
        /// Whether the cube has been turned before.
        redouble: bool,
    },
    /// A decision.
    Decide {
        /// What the player to move should do.
        action: Action,
        /// What the other player should answer.
        reply: Reply,
        /// Whether the cube has been turned before.
        redouble: bool,
    },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (action, reply, redouble) = match *self {
            Self::NotAvailable => return f.write_str("Not available"),
            Self::DeadCube { redouble: false } => {
                return f.write_str("Never double, take (dead cube)");
            }
            Self::DeadCube { redouble: true } => {
                return f.write_str("Never redouble, take (dead cube)");
            }
            Self::Decide { action, reply, redouble } => (action, reply, redouble),
        };
        let double = if redouble { "redouble" } else { "double" };
        match action {
            Action::Double if redouble => write!(f, "Redouble"),
            Action::Double => write!(f, "Double"),
            Action::NoDouble => write!(f, "No {double}"),
            Action::TooGood => write!(f, "Too good to {double}"),
            Action::Optional => write!(f, "Optional {double}"),
        }?;
        write!(f, ", {reply}")
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Take => "take",
            Self::Pass => "pass",
            Self::Beaver => "beaver",
        })
    }
}

impl serde::Serialize for Verdict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The equities behind a decision about the cube, for the player to move, in
/// multiples of what the cube shows now; in a match 1 is worth winning so many
/// points, and -1 losing them.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct CubeDecision {
    /// Without doubling this turn.
    pub no_double: f64,
    /// After a double that is taken.
    pub double_take: f64,
    /// After a double that is passed.
    pub double_pass: f64,
    /// With the best decisions of both.
    pub best: f64,
    /// What is best.
    pub verdict: Verdict,
}

/// Whether the player to move may double and might want to.
pub fn may_double(stakes: &Stakes, cube: Cube) -> bool {
    cube.owner != CubeOwner::Theirs
        && cube.doublings < stakes.most_doublings()
        && !stakes.without_cube()
        && stakes.away().is_none_or(|[mine, _]| !cube.is_dead_for(mine))
}

/// The best that the player to move can do, from the utilities of not doubling
/// and of a double that is taken.
pub(crate) fn best(stakes: &Stakes, cube: Cube, wait: f64, take: f64) -> f64 {
    wait.max(take.min(stakes.utility(cube.value())))
}

impl CubeDecision {
    /// Whether the player to move should double.
    pub const fn doubles(&self) -> bool {
        matches!(self.verdict, Verdict::Decide { action: Action::Double, .. })
    }

    /// What to answer to a double, wise or not, by the player who is doubled.
    pub fn reply(&self) -> Reply {
        match self.verdict {
            Verdict::Decide { reply, .. } => reply,
            // A double that nobody who plays well would offer.
            _ if self.double_take > self.double_pass => Reply::Pass,
            _ => Reply::Take,
        }
    }

    /// The decision from the utilities of not doubling and of a double that is
    /// taken.
    pub fn new(stakes: &Stakes, cube: Cube, wait: f64, take: f64) -> Self {
        let equity = |utility| stakes.equity(utility, cube.value());
        let (no_double, mut double_take, double_pass) = (equity(wait), equity(take), 1.0);
        let redouble = cube.owner == CubeOwner::Mine;
        if !may_double(stakes, cube) {
            let fits = cube.owner != CubeOwner::Theirs && !stakes.without_cube();
            let verdict = if fits { Verdict::DeadCube { redouble } } else { Verdict::NotAvailable };
            return Self { no_double, double_take, double_pass, best: no_double, verdict };
        }
        let beavers = matches!(stakes, Stakes::Money { beavers: true, .. });
        let reply = if double_take > double_pass {
            Reply::Pass
        } else if beavers && double_take < 0.0 {
            // Twice as much is played for again, with the cube where it is.
            double_take *= 2.0;
            Reply::Beaver
        } else {
            Reply::Take
        };
        let doubled = double_take.min(double_pass);
        let difference = (no_double - doubled).abs();
        let action = if reply == Reply::Pass && difference <= EXACTLY {
            Action::Double
        } else if difference <= SAME {
            Action::Optional
        } else if doubled > no_double {
            Action::Double
        } else if no_double > double_pass {
            Action::TooGood
        } else {
            Action::NoDouble
        };
        let verdict = Verdict::Decide { action, reply, redouble };
        Self { no_double, double_take, double_pass, best: no_double.max(doubled), verdict }
    }
}
