//! Games in which the second player gives up some pieces and moves first.

use starboard_core::Player;

use crate::{Square, setup::Setup};

/// The names of the handicaps, and which squares of the second player are empty, by file and
/// rank.
const HANDICAPS: [(&str, &[u8]); 15] = [
    ("平手", &[]),
    ("香落ち", &[11]),
    ("右香落ち", &[91]),
    ("角落ち", &[22]),
    ("飛車落ち", &[82]),
    ("飛香落ち", &[82, 11]),
    ("二枚落ち", &[82, 22]),
    ("三枚落ち", &[82, 22, 91]),
    ("四枚落ち", &[82, 22, 11, 91]),
    ("五枚落ち", &[82, 22, 11, 91, 81]),
    ("左五枚落ち", &[82, 22, 11, 91, 21]),
    ("六枚落ち", &[82, 22, 11, 91, 21, 81]),
    ("七枚落ち", &[82, 22, 11, 91, 21, 81, 71]),
    ("八枚落ち", &[82, 22, 11, 91, 21, 81, 31, 71]),
    ("十枚落ち", &[82, 22, 11, 91, 21, 81, 31, 71, 41, 61]),
];

/// The position of a handicap.
pub(super) fn setup(name: &str) -> Option<Setup> {
    let (_, squares) = HANDICAPS.iter().find(|(known, _)| *known == name)?;
    let mut setup = Setup::start();
    for place in *squares {
        let square = Square::at(place / 10, place % 10)?;
        setup.board[square.index()] = None;
        setup.mover = Player::Second;
    }
    Some(setup)
}

/// The name of the handicap that this position is.
pub(super) fn name(position: &Setup) -> Option<&'static str> {
    let position = Setup { number: 1, ..position.clone() };
    HANDICAPS.iter().map(|(name, _)| *name).find(|name| setup(name).as_ref() == Some(&position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_have_names() {
        for (known, squares) in HANDICAPS {
            let setup = setup(known).expect("a handicap");
            assert_eq!(setup.check(), Ok(()));
            assert_eq!(setup.pieces().count(), 40 - squares.len(), "{known}");
            assert_eq!(name(&setup), Some(known));
        }
        assert_eq!(name(&Setup::EMPTY), None);
        let two = crate::sfen::write(&setup("二枚落ち").expect("a handicap"));
        assert_eq!(two, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    }
}
