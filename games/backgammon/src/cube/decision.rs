//! Cube decisions: whether to double, and whether to take.

use std::fmt;

use super::{Cube, CubeOwner, Stakes};

/// Equities that differ by less than this count as equal.
const SAME: f64 = 1e-5;
/// Equities that differ by less than this are exactly equal: playing on wins no more than doubling
/// the other player out, and then doubling ends the game.
const EXACTLY: f64 = 1e-6;

/// What the player to move should do with the cube.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Double.
    Double,
    /// Do not double.
    NoDouble,
    /// Do not double, but play on for a gammon.
    TooGood,
    /// Doubling and not doubling are equally good.
    Optional,
}

/// What the other player should answer to a double.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// Play on with the cube at twice its value.
    Take,
    /// Lose the game at the present value of the cube.
    Pass,
    /// Take, redouble at once, and keep the cube.
    Beaver,
}

/// The verdict of a cube decision.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move may not double: the other player owns the cube, or this is the Crawford
    /// game.
    NotAvailable,
    /// Doubling is of no use: with the cube as it is a win already wins the match for the player to
    /// move, or the cube is as high as it goes.
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

/// The equities behind a cube decision, for the player to move, in multiples of the present value
/// of the cube; in a match, 1 stands for winning that many points, and -1 for losing them.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct CubeDecision {
    /// Without doubling this turn.
    pub no_double: f64,
    /// After a double that is taken, or beavered where that is better for the other player.
    pub double_take: f64,
    /// After a double that is passed.
    pub double_pass: f64,
    /// With the best decisions of both players.
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

/// The utility of the best cube action for the player to move, from the utilities of not doubling
/// and of a double that is taken.
pub(crate) fn best(stakes: &Stakes, cube: Cube, wait: f64, take: f64) -> f64 {
    wait.max(take.min(stakes.utility(cube.value())))
}

impl CubeDecision {
    /// Whether the player to move should double.
    pub const fn doubles(&self) -> bool {
        matches!(self.verdict, Verdict::Decide { action: Action::Double, .. })
    }

    /// The best answer of the player who is doubled, whether or not the double is right.
    pub fn reply(&self) -> Reply {
        match self.verdict {
            Verdict::Decide { reply, .. } => reply,
            // A double that no good player would offer.
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
            // The stakes are doubled again, and the cube stays where it is.
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
