//! Positions given as an XGID or a GNUBGID: the board, and in addition the cube, the score, the
//! rules, and what is on offer.

use std::sync::Arc;

use starboard_core::{NotationError, Player};

use super::{CubeAndStakes, Resigned};
use crate::{MatchId, Roll, Stage, Xgid, met::MatchEquity, notation::without_label};

/// A position as it was written, split into its parts.
pub(super) struct Told {
    /// The part that [`Backgammon`](crate::Backgammon) reads: the position before the offer, and
    /// the words after it.
    pub(super) board: String,
    /// The ID, if there is one.
    pub(super) id: Option<Id>,
    /// Whether the player on roll has doubled, and the other player is to answer.
    pub(super) offered: bool,
    /// The resignation on offer, if any.
    pub(super) resigned: Option<Resigned>,
}

/// An ID that includes the cube and the score, as they were before the offer.
#[derive(Copy, Clone, Debug)]
pub(super) enum Id {
    /// An XGID, as written by eXtreme Gammon.
    Xgid(Xgid),
    /// The Match ID of a GNUBGID.
    Gnubg(MatchId),
}

impl Told {
    /// Splits a position, which may begin with an ID, into its parts.
    ///
    /// # Errors
    ///
    /// If the ID cannot be read, if a beaver is on offer, or a double by a player who may not
    /// double.
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let text = without_label(text);
        let (id, rest) = text.split_once(' ').unwrap_or((text, ""));
        if Xgid::is_one(id) {
            return Self::of_xgid(id.parse()?, rest);
        }
        match id.split_once(':') {
            Some((position, id)) => Self::of_gnubgid(position, id.parse()?, rest),
            None => Ok(Self { board: text.to_owned(), id: None, offered: false, resigned: None }),
        }
    }

    fn of_xgid(id: Xgid, rest: &str) -> Result<Self, NotationError> {
        let again = match id.roll {
            Roll::Beaver => Some("a beaver is on offer: only doubles can be answered"),
            Roll::Raccoon => Some("a raccoon is on offer: only doubles can be answered"),
            Roll::None | Roll::Dice(_) | Roll::Doubled => None,
        };
        if let Some(what) = again {
            return Err(NotationError::impossible(what));
        }
        let offered = id.roll == Roll::Doubled;
        if offered && id.owner == Some(id.turn.other()) {
            let what = "a double is on offer (D in the fifth part of the XGID), and the cube is not \
                the doubler's: its owner (third part) is the other player than whose turn it is \
                (fourth part)";
            return Err(NotationError::impossible(what));
        }
        if offered && id.length > 0 && id.rules == 1 {
            let what = "a double is on offer (D in the fifth part of the XGID), and this is the \
                Crawford game (1 in the eighth part), in which nobody doubles";
            return Err(NotationError::impossible(what));
        }
        let before = Xgid { roll: if offered { Roll::None } else { id.roll }, ..id };
        let board = format!("{before} {rest}");
        Ok(Self { board, id: Some(Id::Xgid(before)), offered, resigned: None })
    }

    fn of_gnubgid(position: &str, id: MatchId, rest: &str) -> Result<Self, NotationError> {
        if id.doubled && id.owner == Some(id.roller.other()) {
            // GNU Backgammon writes a beaver like this, too.
            let what = "by the Match ID a double is on offer, and the cube is not the doubler's: \
                its owner is the other player than who is on roll";
            return Err(NotationError::impossible(what));
        }
        if id.doubled && id.length > 0 && id.crawford {
            let what = "by the Match ID a double is on offer in the Crawford game, in which nobody \
                doubles";
            return Err(NotationError::impossible(what));
        }
        // The player who is not to answer has resigned.
        let on_roll = id.turn != id.roller;
        let resigned = (id.resigned > 0).then_some(Resigned { on_roll, times: id.resigned });
        let dice = id.dice.filter(|_| !id.doubled);
        let turn = if id.doubled || resigned.is_some() { id.roller } else { id.turn };
        let before = MatchId { doubled: false, resigned: 0, turn, dice, ..id };
        let board = format!("{position}:{before} {rest}");
        Ok(Self { board, id: Some(Id::Gnubg(before)), offered: id.doubled, resigned })
    }
}

impl Id {
    /// The cube and the stakes, from the point of view of the player on roll.
    pub(super) fn stakes(&self, table: &Arc<MatchEquity>) -> Result<CubeAndStakes, NotationError> {
        match self {
            Self::Xgid(id) => id.stakes(table),
            Self::Gnubg(id) => id.stakes(table),
        }
    }

    /// Who is on roll, or has rolled.
    pub(super) const fn on_roll(&self) -> Player {
        match self {
            Self::Xgid(id) => id.turn,
            Self::Gnubg(id) => id.roller,
        }
    }

    /// The length of the match, 0 for money, and the scores of both players.
    pub(super) const fn score(&self) -> (u16, [u16; 2]) {
        match self {
            Self::Xgid(id) => (id.length, id.scores),
            Self::Gnubg(id) => (id.length, id.scores),
        }
    }

    /// How often the cube may be doubled, if the ID says so.
    pub(super) const fn most_doublings(&self) -> Option<u8> {
        match self {
            Self::Xgid(id) => Some(id.most_doublings),
            Self::Gnubg(_) => None,
        }
    }

    /// Whether the game is over, according to the ID.
    pub(super) const fn is_over(&self) -> bool {
        let Self::Gnubg(id) = self else { return false };
        matches!(id.stage, Stage::Over | Stage::Resigned | Stage::Dropped)
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::Backgammon;

    /// IDs with labels as other programs write them, and bare as they are copied.
    #[test]
    fn ids_may_be_labelled_or_bare() {
        let gnubg = "4HPwATDgc/ABMA:cAkAAAAAAAAA";
        let xgid = "-b----E-C---eE---c-e----B-:1:1:1:31:2:1:0:7:10";
        let labelled = |text: &str| Told::read(text).map(|told| (told.board, told.id.is_some()));
        for label in ["GNUBGID=", "GNUBGID ", "GNUBGID: ", " Position ID: "] {
            assert_eq!(labelled(&format!("{label}{gnubg}")), labelled(gnubg), "{label}");
            let text = format!("{label}4HPwATDgc/ABMA 31");
            assert_eq!(Backgammon::parse(&text), Backgammon::parse("4HPwATDgc/ABMA 31"));
        }
        assert_eq!(labelled(xgid), labelled(&format!("XGID={xgid}")));
        assert_eq!(Backgammon::parse(xgid), Backgammon::parse(&format!("XGID={xgid}")));
        let error = Backgammon::parse(&xgid.replace('b', "q")).expect_err("no checkers");
        assert!(error.to_string().contains("place 1 of the XGID"), "{error}");
    }

    #[test]
    fn a_double_comes_from_a_player_who_may_double() {
        let of = |rest: &str| Told::read(&format!("XGID=-b----E-C---eE---c-e----B-{rest}"));
        for rest in [":0:0:1:D:0:0:0:0:10", ":1:1:1:D:3:2:0:7:10", ":1:-1:-1:D:0:0:1:0:10"] {
            assert!(of(rest).is_ok_and(|told| told.offered), "{rest}");
        }
        for (rest, what) in [
            (":1:-1:1:D:0:0:0:0:10", "its owner (third part)"),
            (":1:1:-1:D:3:2:0:7:10", "its owner (third part)"),
            (":0:0:1:D:4:1:1:5:10", "the Crawford game (1 in the eighth part)"),
            (":0:0:1:B:0:0:2:0:10", "a beaver is on offer"),
        ] {
            let error = of(rest).err().expect(rest).to_string();
            assert!(error.contains(what), "{rest}: {error}");
        }
        let start = MatchId::of(&Backgammon::START);
        let doubled = MatchId { doubled: true, turn: Player::Second, ..start };
        let of = |id: MatchId| Told::read(&format!("4HPwATDgc/ABMA:{id}"));
        assert!(of(doubled).is_ok_and(|told| told.offered));
        for (id, what) in [
            (MatchId { doublings: 1, owner: Some(Player::Second), ..doubled }, "its owner is"),
            (MatchId { length: 5, scores: [4, 1], crawford: true, ..doubled }, "Crawford"),
        ] {
            let error = of(id).err().expect("no double").to_string();
            assert!(error.contains(what), "{error}");
        }
    }
}
