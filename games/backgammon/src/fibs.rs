//! Positions in board style 3 of FIBS, the First Internet Backgammon Server, the format that GNU
//! Backgammon uses on its socket.
//!
//! Fifty-two fields separated by colons: names, the length of the match, the score, 26 places from
//! one player's point of view ("me": positive numbers are my checkers), whose turn it is, dice, the
//! cube. This module follows what GNU Backgammon sends and how it reads what it receives: checkers
//! borne off, colour and direction are ignored, the dice may be in either pair of fields, and of
//! the two names and scores the opponent's come first, except for a double that I am to answer,
//! where mine do.

use std::{fmt, str::FromStr, sync::Arc};

use starboard_core::{Game, NotationError, Player};

use crate::{
    Backgammon, Checkers, Dice, Scoring,
    cube::{Crawford, Cube, CubeGame, CubeOwner, MatchPosition, Stakes},
    met::MatchEquity,
};

/// The first word.
const BOARD: &str = "board";
/// How many fields there are, the first word included.
const FIELDS: usize = 53;
/// The match length that stands for a money session.
const UNLIMITED: u16 = 9999;

/// A position with everything that the player needs for a decision.
///
/// ```
/// use starboard_backgammon::{Dice, FibsBoard};
/// let text = "board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0\
///             :1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
/// let board: FibsBoard = text.parse()?;
/// assert_eq!(board.board.dice(), Dice::new(3, 1));
/// assert_eq!(board.to_string(), text);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FibsBoard {
    /// The names, in the order of the fields.
    pub names: [String; 2],
    /// The length of the match; 0 for money.
    pub length: u16,
    /// The scores of the player who is on roll or has rolled, and of the other player.
    pub scores: [u16; 2],
    /// The board from the point of view of the player on roll, with the dice if they were rolled.
    pub board: Backgammon,
    /// Whether the opponent of "me" is on roll.
    pub theirs: bool,
    /// The cube, from the point of view of the player on roll.
    pub cube: Cube,
    /// Whether a double is on offer, to be answered by the player who is not on roll.
    pub doubled: bool,
    /// Whether the Crawford game is over.
    pub post_crawford: bool,
    /// Whether this is not the Crawford game.
    pub not_crawford: bool,
}

impl FibsBoard {
    /// A position of a money game or, where every win counts one point, of a match to one point,
    /// for the player on roll, with the cube in the middle. The format cannot represent the
    /// variant: three checkers are taken as what is left of fifteen.
    pub fn of(board: &Backgammon) -> Self {
        Self {
            names: ["a", "b"].map(str::to_owned),
            length: u16::from(board.scoring() == Scoring::Single),
            scores: [0, 0],
            board: board.with_mover(Player::First),
            theirs: false,
            cube: Cube::default(),
            doubled: false,
            post_crawford: false,
            not_crawford: true,
        }
    }

    /// A position with the cube, for money or in a match, for the player who has to decide.
    pub fn of_cube<const MATCH: bool>(game: &CubeGame<MATCH>) -> Self {
        let (cube, doubled) = (game.cube(), game.is_doubled());
        let board = Self { theirs: doubled, cube, doubled, ..Self::of(game.on_board()) };
        let Some(score) = game.score() else { return board };
        let on_roll = game.on_board().mover();
        let points = [on_roll, on_roll.other()].map(|player| score.points()[player.index()]);
        Self {
            length: score.length().into(),
            scores: points.map(u16::from),
            post_crawford: score.crawford() == Crawford::After,
            not_crawford: !score.is_crawford(),
            ..board
        }
    }

    /// The position with everything that a decision depends on, for the player who is on roll or
    /// has rolled.
    ///
    /// # Errors
    ///
    /// If the match is over or longer than the table.
    pub fn position(&self, table: &Arc<MatchEquity>) -> Result<MatchPosition, NotationError> {
        let stakes = if self.length == 0 {
            Stakes::MONEY
        } else {
            let one_away = self.scores.iter().any(|&score| score + 1 == self.length);
            let crawford = self.is_crawford() && !self.post_crawford && one_away;
            // The scores are those of the player on roll and of the other player.
            Stakes::of_match(table, self.length, self.scores, crawford, Player::First)?
        };
        let (game, cube, offered) = (self.board, self.cube, self.doubled);
        Ok(MatchPosition { game, cube, stakes, offered, resigned: None })
    }

    /// Whether this is the Crawford game of a match.
    pub fn is_crawford(&self) -> bool {
        !self.not_crawford && self.length > 0
    }
}

impl fmt::Display for FibsBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roller = (self.board.mine(), self.board.theirs());
        let (mine, theirs) = if self.theirs { (roller.1, roller.0) } else { roller };
        let [one, other] = &self.names;
        // Mine first when I answer a double, otherwise the opponent's.
        let [on_roll, waiting] = self.scores;
        let (a, b) =
            if self.theirs == self.doubled { (waiting, on_roll) } else { (on_roll, waiting) };
        write!(f, "{BOARD}:{one}:{other}:{}:{a}:{b}:{}", self.length, -i16::from(theirs.bar()))?;
        for point in 1..=24 {
            write!(f, ":{}", i16::from(mine.at(point)) - i16::from(theirs.at(25 - point)))?;
        }
        let turn = if self.theirs { -1 } else { 1 };
        let (high, low) = self.board.dice().map_or((0, 0), |dice| (dice.high(), dice.low()));
        write!(f, ":{}:{turn}:{high}:{low}:{high}:{low}:{}", mine.bar(), self.cube.value())?;
        let cube = if self.theirs { self.cube.flipped() } else { self.cube };
        let may = |not: CubeOwner| u8::from(cube.owner != not);
        write!(
            f,
            ":{}:{}:{}",
            may(CubeOwner::Theirs),
            may(CubeOwner::Mine),
            u8::from(self.doubled)
        )?;
        write!(f, ":1:-1:0:25:{}:{}:0:0:0:0", mine.off(), theirs.off())?;
        write!(f, ":{}:{}", u8::from(self.post_crawford), u8::from(self.not_crawford))
    }
}

impl FromStr for FibsBoard {
    type Err = NotationError;

    /// Reads a line such as `board:a:b:0:…`.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fields: Vec<&str> = text.trim().split(':').collect();
        if fields[0] != BOARD {
            return Err(NotationError::unexpected("a line that begins with \"board:\"", text));
        }
        if fields.len() != FIELDS {
            return Err(NotationError::unexpected(
                format!("{} fields after \"board\"", FIELDS - 1),
                format!("{} fields", fields.len() - 1),
            ));
        }
        let fields = Fields(fields);
        let length = fields.number(3, 0..=UNLIMITED, "the length of the match")?;
        let length = if length == UNLIMITED { 0 } else { length };
        let score = |field| fields.number(field, 0..=UNLIMITED, "a score");
        let scores = [score(4)?, score(5)?];
        let (mine, theirs) = fields.checkers()?;
        let theirs_on_roll = fields.number(32, -1..=1, "1 or -1, whose turn it is")? < 0;
        let dice = match fields.dice(33)? {
            Some(dice) => Some(dice),
            None => fields.dice(35)?,
        };
        let doubled = fields.flag(40)?;
        let cube = fields.cube(37)?;
        let (board, cube) = if theirs_on_roll {
            (Backgammon::new(theirs, mine)?, cube.flipped())
        } else {
            (Backgammon::new(mine, theirs)?, cube)
        };
        let [a, b] = scores;
        Ok(Self {
            names: [fields.0[1].to_owned(), fields.0[2].to_owned()],
            length,
            scores: if theirs_on_roll == doubled { [b, a] } else { [a, b] },
            board: board.with_dice(dice.filter(|_| !doubled)).checked()?,
            theirs: theirs_on_roll,
            cube,
            doubled,
            post_crawford: fields.flag(51)?,
            not_crawford: fields.flag(52)?,
        })
    }
}

/// The fields of a line, by number, counting the first word as 0.
struct Fields<'a>(Vec<&'a str>);

impl Fields<'_> {
    fn number<N: FromStr + PartialOrd + Copy>(
        &self,
        field: usize,
        range: std::ops::RangeInclusive<N>,
        what: &str,
    ) -> Result<N, NotationError> {
        let text = self.0[field];
        let number = text.trim().parse::<N>().ok().filter(|n| range.contains(n));
        number.ok_or_else(|| NotationError::unexpected(format!("{what} in field {field}"), text))
    }

    fn flag(&self, field: usize) -> Result<bool, NotationError> {
        Ok(self.number(field, 0..=1, "0 or 1")? == 1)
    }

    /// Both players' checkers, each from that player's own point of view.
    fn checkers(&self) -> Result<(Checkers, Checkers), NotationError> {
        let (mut mine, mut theirs) = ([0; 25], [0; 25]);
        for place in 0..=25 {
            let count = self.number(6 + place, -15_i8..=15, "a number of checkers")?;
            let number = count.unsigned_abs();
            match (place, count) {
                (_, 0) => {}
                // Some programs write the opponent's bar without a sign.
                (0, _) => theirs[24] = number,
                (25, _) => mine[24] = number,
                (_, 1..) => mine[place - 1] = number,
                _ => theirs[24 - place] = number,
            }
        }
        Ok((Checkers::on_board(mine)?, Checkers::on_board(theirs)?))
    }

    /// The dice in two fields, if they were rolled.
    fn dice(&self, field: usize) -> Result<Option<Dice>, NotationError> {
        let die = |field| self.number(field, 0..=6, "a die");
        match (die(field)?, die(field + 1)?) {
            (0, 0) => Ok(None),
            (a, b) => Dice::new(a, b).map(Some).ok_or_else(|| {
                NotationError::unexpected(
                    format!("two dice from field {field}"),
                    format!("{a}:{b}"),
                )
            }),
        }
    }

    /// The cube from my ("me") point of view: its value, whether I may double, whether the opponent
    /// may.
    fn cube(&self, field: usize) -> Result<Cube, NotationError> {
        let value: u32 = self.number(field, 1..=1 << Cube::MOST, "a cube")?;
        if !value.is_power_of_two() {
            let expected = format!("a power of two on the cube in field {field}");
            return Err(NotationError::unexpected(expected, self.0[field]));
        }
        let owner = match (self.flag(field + 1)?, self.flag(field + 2)?) {
            (true, false) => CubeOwner::Mine,
            (false, true) => CubeOwner::Theirs,
            // In a Crawford game neither may double; the cube is in the middle.
            _ => CubeOwner::Centred,
        };
        Ok(Cube { doublings: value.ilog2() as u8, owner })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{CubeBackgammon, MatchBackgammon};
    use proptest::prelude::*;

    /// The second roll of a game, as GNU Backgammon writes it.
    const ROLL: &str = "board:gnubg:root:3:0:1:0:-1:-1:0:0:0:5:0:3:0:0:0:-4:5:-1:0:0:-3:0:-5\
                        :0:0:0:0:2:0:1:6:5:6:5:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    /// A double to be answered.
    const DOUBLE: &str = "board:root:gnubg:0:2:0:0:3:2:2:3:2:1:0:1:0:0:0:0:0:0:0:0:0:-1:0:-1:1:0\
                          :-3:-10:0:-1:0:0:0:0:2:0:1:1:1:-1:0:25:0:0:0:0:0:0:0:1";

    #[test]
    fn what_is_on_roll_is_mine() {
        let board: FibsBoard = ROLL.parse().expect("a board");
        assert_eq!((board.length, board.scores, board.theirs), (3, [1, 0], false));
        assert_eq!((board.board.mine(), board.board.dice()), (Checkers::START, Dice::new(6, 5)));
        assert_eq!((board.board.theirs().at(23), board.board.theirs().at(24)), (1, 1));
        assert_eq!((board.cube, board.doubled), (Cube::default(), false));
        assert_eq!(board.to_string(), ROLL);
    }

    #[test]
    fn a_double_is_the_opponents() {
        let board: FibsBoard = DOUBLE.parse().expect("a board");
        assert_eq!((board.scores, board.theirs, board.doubled), ([0, 2], true, true));
        assert_eq!((board.board.mine().at(1), board.board.theirs().at(1)), (10, 3));
        assert_eq!(board.cube, Cube { doublings: 1, owner: CubeOwner::Mine });
        assert!(!board.is_crawford());
    }

    #[test]
    fn a_position_of_a_search_is_the_start_of_a_line() {
        let start = FibsBoard::of(&Backgammon::START.with_dice(Dice::new(1, 3)));
        let expected = "board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0\
                        :1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
        assert_eq!(start.to_string(), expected);
    }

    #[track_caller]
    fn check(field: usize, text: &str, expected: &str) {
        let mut fields: Vec<&str> = ROLL.split(':').collect();
        fields[field] = text;
        let error = fields.join(":").parse::<FibsBoard>().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn who_is_to_decide_is_asked() {
        for text in ["4HPwATDgc/ABMA cube 2 mine", "sGfwATDgc/ABMA 62 second cube 4 theirs"] {
            let game = CubeBackgammon::parse(text).expect("a position");
            let board: FibsBoard = FibsBoard::of_cube(&game).to_string().parse().expect("a board");
            assert_eq!((board.board.mine(), board.cube), (game.on_board().mine(), game.cube()));
            assert_eq!((board.theirs, board.doubled), (false, false), "{text}");
            assert_eq!(board.board.dice(), game.on_board().dice());
        }
        let game = CubeBackgammon::parse("sGfwATDgc/ABMA doubled").expect("a position");
        let board: FibsBoard = FibsBoard::of_cube(&game).to_string().parse().expect("a board");
        assert_eq!((board.board.mine(), board.cube), (game.on_board().mine(), Cube::default()));
        assert_eq!((board.theirs, board.doubled), (true, true), "the other has doubled");
    }

    #[test]
    fn the_score_of_a_match_is_seen_by_who_is_on_roll() {
        let text = "sGfwATDgc/ABMA 62 second match 7 3-6 crawford";
        for (text, scores, crawford) in [
            (text, [6, 3], true),
            (&text.replace(" crawford", ""), [6, 3], false),
            ("4HPwATDgc/ABMA match 7 3-2", [3, 2], false),
            ("4HPwATDgc/ABMA doubled match 7 3-2", [3, 2], false),
        ] {
            let game = MatchBackgammon::parse(text).expect("a position");
            let board: FibsBoard = FibsBoard::of_cube(&game).to_string().parse().expect("a board");
            assert_eq!((board.length, board.scores), (7, scores), "{text}");
            let table = MatchEquity::built_in();
            let position = board.position(&table).expect("a position");
            assert_eq!(position.stakes, game.stakes(&table), "{text}");
            assert_eq!(position.stakes.without_cube(), crawford, "{text}");
        }
    }

    #[test]
    fn faults_are_named_with_their_field() {
        check(0, "bored", "expected a line that begins with \"board:\"");
        check(3, "x", "expected the length of the match in field 3, found \"x\"");
        check(12, "16", "expected a number of checkers in field 12, found \"16\"");
        check(12, "6", "a player has 16 checkers");
        check(33, "7", "expected a die in field 33");
        check(33, "0", "expected two dice from field 33, found \"0:5\"");
        check(37, "3", "expected a power of two on the cube in field 37");
        check(38, "2", "expected 0 or 1 in field 38");
        let error = "board:a:b".parse::<FibsBoard>().unwrap_err().to_string();
        assert_eq!(error, "expected 52 fields after \"board\", found \"2 fields\"");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(board:)?[-0-9a-z:]{0,120}") {
            let _ = text.parse::<FibsBoard>();
        }

        #[test]
        fn what_was_read_reads_back(field in 3..53_usize, number in -20..20_i32) {
            let number = number.to_string();
            for line in [ROLL, DOUBLE] {
                let mut fields: Vec<&str> = line.split(':').collect();
                fields[field] = &number;
                if let Ok(board) = fields.join(":").parse::<FibsBoard>() {
                    prop_assert_eq!(board.to_string().parse(), Ok(board));
                }
            }
        }
    }
}
