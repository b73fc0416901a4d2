//! What a position can still come to.

use starboard_core::{Bounds, Value};

use crate::{Backgammon, Checkers, Scoring};

/// How tight the bounds of an evaluator are: the tighter, the more Star1
/// prunes. All are sound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundsKind {
    /// A thousand points either way, as if next to nothing were known.
    Loose,
    /// Three points either way, or one if every win counts one.
    Rules,
    /// What can still be won and lost from the position: nobody is gammoned
    /// who has borne off a checker, nobody backgammoned who has passed.
    #[default]
    Position,
}

impl BoundsKind {
    /// Between what values every outcome at or below `game` lies, for its
    /// mover.
    pub fn bounds(self, game: &Backgammon) -> Bounds {
        match (self, game.scoring()) {
            (Self::Loose, _) => Bounds::symmetric(points(1000)),
            (_, Scoring::Single) => Bounds::symmetric(points(1)),
            (Self::Rules, Scoring::Money) => Bounds::symmetric(points(3)),
            (Self::Position, Scoring::Money) => {
                let (mine, theirs) = (game.mine(), game.theirs());
                let contact = game.is_contact();
                if theirs.all_off() {
                    return Bounds::exact(-game.worth(mine));
                }
                if mine.all_off() {
                    return Bounds::exact(game.worth(theirs));
                }
                let (win, loss) = (most(theirs, contact), most(mine, contact));
                Bounds { low: -points(loss), high: points(win) }
            }
        }
    }
}

/// The most points the player with these checkers can still lose.
fn most(loser: Checkers, contact: bool) -> i32 {
    if loser.off() > 0 {
        1
    } else if contact || loser.last() >= 19 {
        3
    } else {
        2
    }
}

const fn points(n: i32) -> Value {
    Value::new(n << 18)
}
