//! The class of a position, which decides what evaluates it best.

use crate::{Backgammon, Checkers};

/// The classes of positions, from those whose value is known to those that are hardest to evaluate.
/// A game goes through them from the last to the first, except that it sometimes goes back from
/// [`Crashed`](Self::Crashed) to [`Contact`](Self::Contact).
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The game is over: a player has borne off all checkers.
    Over,
    /// Both players have at most six checkers left, all of them home, and have borne one off, so
    /// that no gammon is possible any more: few enough for a two-sided database.
    BearoffTwoSided,
    /// Both players have all checkers home: each is in the one-sided database.
    BearoffOneSided,
    /// There is no contact any more.
    Race,
    /// There is contact, and one side has so many checkers on its lowest points or borne off that
    /// it has no formation left.
    Crashed,
    /// Any other position with contact.
    Contact,
}

/// The most useful checkers with which a side is crashed, and the most checkers of the two-sided
/// database.
const FEW: u8 = 6;

impl Class {
    /// All classes, in order.
    pub const ALL: [Self; 6] = [
        Self::Over,
        Self::BearoffTwoSided,
        Self::BearoffOneSided,
        Self::Race,
        Self::Crashed,
        Self::Contact,
    ];

    /// The class of a position.
    pub fn of(game: &Backgammon) -> Self {
        let (mine, theirs) = (game.mine(), game.theirs());
        if mine.all_off() || theirs.all_off() {
            Self::Over
        } else if game.is_contact() {
            if is_crashed(mine) || is_crashed(theirs) { Self::Crashed } else { Self::Contact }
        } else if mine.last() > 6 || theirs.last() > 6 {
            Self::Race
        } else if [mine, theirs].iter().all(|side| side.in_play() <= FEW && side.off() > 0) {
            Self::BearoffTwoSided
        } else {
            Self::BearoffOneSided
        }
    }

    /// The name of the class.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::BearoffTwoSided => "two-sided bearoff",
            Self::BearoffOneSided => "one-sided bearoff",
            Self::Race => "race",
            Self::Crashed => "crashed",
            Self::Contact => "contact",
        }
    }
}

/// Whether at most six checkers are still useful: those stacked on the ace and deuce points are
/// not, but the first one on a point that is not stacked is.
fn is_crashed(side: Checkers) -> bool {
    let (left, ace, deuce) = (side.in_play(), side.at(1), side.at(2));
    let dead = if ace <= 1 {
        deuce.saturating_sub(1)
    } else if deuce <= 1 {
        ace
    } else {
        ace + deuce - 1
    };
    left <= FEW + dead || ace > 1 && left <= FEW + ace
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_every_kind() {
        #[track_caller]
        fn check(id: &str, class: Class) {
            let (mine, theirs) = crate::position_id::read(id).expect("a Position ID");
            let game = Backgammon { mine, theirs, ..Backgammon::START };
            assert_eq!(Class::of(&game), class, "{id}");
        }
        check("4HPwATDgc/ABMA", Class::Contact);
        check("4Dl4ADbgOXgANg", Class::Contact);
        check("/38AAAAAAAD/fw", Class::Crashed);
        check("37sBAEDbthsAAA", Class::Contact);
        check("AwAAKAAAAAAAAA", Class::BearoffTwoSided);
        check("/38AAAD/fwAAAA", Class::BearoffOneSided);
        check("NwAAAAAAAAAAAA", Class::Over);
        check("bNsGADhs2wYAOA", Class::Contact);
    }

    #[test]
    fn a_side_crashes_when_six_checkers_are_left_to_play_with() {
        #[track_caller]
        fn check(ace: u8, deuce: u8, elsewhere: u8, crashed: bool) {
            let mut counts = [0; 25];
            (counts[0], counts[1], counts[12]) = (ace, deuce, elsewhere);
            let side = Checkers::on_board(counts).expect("at most fifteen");
            assert_eq!(is_crashed(side), crashed, "{ace} {deuce} {elsewhere}");
        }
        check(0, 0, 6, true);
        check(0, 0, 7, false);
        check(8, 0, 6, true);
        check(8, 0, 7, false);
        check(2, 3, 4, true);
        check(4, 5, 5, true);
        check(4, 5, 6, false);
        check(1, 9, 5, false);
        check(1, 5, 4, true);
        check(0, 7, 5, true);
        check(0, 7, 6, false);
    }
}
