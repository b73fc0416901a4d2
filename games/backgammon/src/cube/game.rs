//! Backgammon with the cube as a game that can be searched and played: doubling,
//! taking and dropping are moves.

mod by_id;
mod notation;
mod score;

use starboard_core::{Game, Node, NotationError, Player, Value, mix};

pub use self::score::Score;
use super::{Cube, CubeOwner};
use crate::{Backgammon, Dice, Move, Turn};

/// How often the cube may be doubled.
const MOST: u8 = Cube::MOST_SEARCHED;
/// The most points that can be won.
pub(super) const MOST_POINTS: i32 = 3 << MOST;

/// What is awaited in a game with the cube.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The player on roll may double or not.
    Cube,
    /// A double awaits its answer.
    Doubled,
    /// The dice are to be rolled, or have been rolled.
    Roll,
    /// A double was dropped.
    Dropped,
    /// In a match: the opening roll, which decides who begins the next game.
    Opening,
}

/// A position of a game with the cube: for money, without the Jacoby rule and beavers, or of a
/// `MATCH`.
///
/// The player on roll first decides whether to double, where that is allowed, and then rolls. A win
/// counts the value of the cube, a gammon twice and a backgammon three times as much; the cube goes
/// up to 64. Equal numbers on the opening roll may double it
/// [automatically](Self::with_automatic_doubles).
///
/// A match goes on from game to game until a player has won it: that is its only end, worth one
/// unit. Each game starts with an opening roll, which decides who begins and is not a double. In
/// the Crawford game, the first one after a player has come within one point of winning, nobody
/// doubles; and at any score a player for whom the cube is dead does not double either. So a match
/// to one point has no cube, and in it a gammon counts no more than a single win.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CubeGame<const MATCH: bool> {
    board: Backgammon,
    /// From the point of view of the player to move on the board.
    cube: Cube,
    stage: Stage,
    /// How many more automatic doubles are possible, before the first turn.
    automatic: Option<u8>,
    /// The score, in a match.
    score: Option<Score>,
}

/// Backgammon for money with the cube.
pub type CubeBackgammon = CubeGame<false>;
/// A match of backgammon.
pub type MatchBackgammon = CubeGame<true>;

/// A move of the game with the cube.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CubeMove {
    /// This player has won the opening roll, and begins.
    Begin(Player),
    /// This roll comes up.
    Roll(Dice),
    /// The roll is played as this turn.
    Turn(Turn),
    /// The player on roll does not double.
    NoDouble,
    /// The player on roll doubles.
    Double,
    /// The other player takes the double, and plays on for twice as much.
    Take,
    /// The other player drops the double, and loses the game.
    Drop,
}

impl From<Move> for CubeMove {
    fn from(m: Move) -> Self {
        match m {
            Move::Roll(dice) => Self::Roll(dice),
            Move::Turn(turn) => Self::Turn(turn),
        }
    }
}

impl CubeBackgammon {
    /// The start of a game. Nobody doubles before the first roll.
    pub const START: Self = Self {
        board: Backgammon::START,
        cube: Cube { doublings: 0, owner: CubeOwner::Centred },
        stage: Stage::Roll,
        automatic: None,
        score: None,
    };

    /// The start of a game with automatic doubles: whenever both players roll the same number on
    /// the opening roll, the cube is doubled, at most `most` times and not beyond 64, and they roll
    /// again. Without automatic doubles, all 21 rolls may come up first.
    pub const fn with_automatic_doubles(most: u8) -> Self {
        Self { automatic: Some(if most < MOST { most } else { MOST }), ..Self::START }
    }
}

impl MatchBackgammon {
    /// The start of a match to `points` points, 1 to 64.
    pub fn to(points: u8) -> Self {
        Self::of(Score::start(points))
    }
}

impl<const MATCH: bool> CubeGame<MATCH> {
    /// The start of a game at this score.
    fn of(score: Score) -> Self {
        Self {
            board: Backgammon::START,
            cube: Cube::default(),
            stage: Stage::Opening,
            automatic: None,
            score: Some(score),
        }
    }

    /// A position in which nobody has doubled, and the player on roll has decided not to double or
    /// has rolled; in a match, in its last game.
    pub(crate) const fn rolling(board: Backgammon) -> Self {
        let cube = Cube { doublings: 0, owner: CubeOwner::Centred };
        let score = if MATCH { Some(Score::LAST) } else { None };
        Self { board, cube, stage: Stage::Roll, automatic: None, score }
    }

    /// The board, with the dice if they were rolled; its player to move is the one on roll, even
    /// while the other player is to answer a double.
    pub const fn on_board(&self) -> &Backgammon {
        &self.board
    }

    /// The cube, from the point of view of the player on roll; if a double is on offer, as it was
    /// before the double.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// Whether a double is on offer.
    pub const fn is_doubled(&self) -> bool {
        matches!(self.stage, Stage::Doubled)
    }

    /// The score of the match; `None` for money.
    pub const fn score(&self) -> Option<Score> {
        self.score
    }

    /// Whether the opening roll of a game of a match is to be made.
    pub fn is_opening(&self) -> bool {
        self.stage == Stage::Opening && self.node() == Node::Chance
    }

    /// What is awaited.
    pub(super) const fn stage(&self) -> Stage {
        self.stage
    }

    /// The most that can be won, in units of the value.
    pub(super) const fn most(&self) -> i32 {
        if MATCH { 1 } else { MOST_POINTS }
    }

    /// Whether the position is the start of a game, apart from automatic doubles, including those
    /// that may still come.
    fn is_start(&self) -> bool {
        let doublings = self.cube.doublings + self.automatic.unwrap_or(0);
        self.board.with_mover(Player::First) == Backgammon::START
            && self.stage == Stage::Roll
            && self.cube.owner == CubeOwner::Centred
            && doublings <= MOST
    }

    /// Whether `player`, who is on roll, has the choice to double with this cube; a player for whom
    /// it is [dead](Cube::is_dead_for) does not.
    fn may_double(cube: Cube, score: Option<Score>, player: Player) -> bool {
        let gains = |s: Score| !s.is_crawford() && !cube.is_dead_for(s.away(player));
        cube.owner != CubeOwner::Theirs && cube.doublings < MOST && score.is_none_or(gains)
    }

    /// Scores a game of a match that is over, and goes on to the next game if there is one.
    fn settle(&mut self) {
        let Some(score) = self.score else { return };
        let (mover, cube) = (self.board.mover(), self.cube.value());
        let won = match (self.stage, self.board.node()) {
            (Stage::Dropped, _) => cube,
            (_, Node::Over(value)) => value.raw() / Self::UNIT * cube,
            _ => return,
        };
        let winner = if won > 0 { mover } else { mover.other() };
        let score = score.won(winner, won.unsigned_abs());
        let over = Self { stage: Stage::Roll, score: Some(score), ..*self };
        *self = if score.winner().is_some() { over } else { Self::of(score) };
    }
}

impl<const MATCH: bool> Game for CubeGame<MATCH> {
    type Move = CubeMove;

    const CHANCE: bool = true;
    const UNIT: i32 = Backgammon::UNIT;
    const UNIT_NAME: &'static str = if MATCH { "matches" } else { Backgammon::UNIT_NAME };

    fn mover(&self) -> Player {
        let on_roll = self.board.mover();
        if self.is_doubled() { on_roll.other() } else { on_roll }
    }

    fn node(&self) -> Node {
        if let Some(winner) = self.score.and_then(Score::winner) {
            return Node::Over(points(if winner == self.mover() { 1 } else { -1 }));
        }
        match (self.stage, self.board.node()) {
            (Stage::Opening, _) => Node::Chance,
            (Stage::Dropped, _) => Node::Over(points(self.cube.value())),
            (_, Node::Over(value)) => Node::Over(Value::new(value.raw() * self.cube.value())),
            (Stage::Cube | Stage::Doubled, _) => Node::Decision,
            (Stage::Roll, node) => node,
        }
    }

    fn moves(&self, out: &mut Vec<CubeMove>) {
        match (self.node(), self.stage) {
            (Node::Decision, Stage::Cube) => out.extend([CubeMove::NoDouble, CubeMove::Double]),
            (Node::Decision, Stage::Doubled) => out.extend([CubeMove::Take, CubeMove::Drop]),
            (Node::Decision, _) => {
                if let Some(dice) = self.board.dice() {
                    self.board.for_each_turn(dice, |turn| out.push(CubeMove::Turn(turn)));
                }
            }
            _ => {}
        }
    }

    fn chances(&self, out: &mut Vec<(CubeMove, u32)>) {
        if self.stage == Stage::Opening && self.node() == Node::Chance {
            out.extend([Player::First, Player::Second].map(|player| (CubeMove::Begin(player), 1)));
        } else if self.node() == Node::Chance {
            let again = self.automatic == Some(0);
            let dice = Dice::all().filter(|dice| !(again && dice.is_double()));
            out.extend(dice.map(|dice| (CubeMove::Roll(dice), dice.weight())));
        }
    }

    fn play(&mut self, m: CubeMove) {
        match m {
            CubeMove::Begin(player) => {
                self.board = self.board.with_mover(player);
                (self.stage, self.automatic) = (Stage::Roll, Some(0));
            }
            CubeMove::Roll(dice) => match self.automatic {
                Some(left @ 1..) if dice.is_double() => {
                    self.cube.doublings += 1;
                    self.automatic = Some(left - 1);
                }
                _ => {
                    self.automatic = None;
                    self.board.play(Move::Roll(dice));
                }
            },
            CubeMove::Turn(turn) => {
                self.board.play(Move::Turn(turn));
                self.cube = self.cube.flipped();
                let over = matches!(self.board.node(), Node::Over(_));
                let on_roll = self.board.mover();
                let ask = !over && Self::may_double(self.cube, self.score, on_roll);
                self.stage = if ask { Stage::Cube } else { Stage::Roll };
            }
            CubeMove::NoDouble => self.stage = Stage::Roll,
            CubeMove::Double => self.stage = Stage::Doubled,
            CubeMove::Take => (self.cube, self.stage) = (self.cube.taken(), Stage::Roll),
            CubeMove::Drop => self.stage = Stage::Dropped,
        }
        if MATCH {
            self.settle();
        }
    }

    fn key(&self) -> u64 {
        let cube = u64::from(self.cube.doublings) << 8 | (self.cube.owner as u64) << 4;
        let automatic = self.automatic.map_or(0, |left| u64::from(left) + 1) << 16;
        let rest = automatic | cube | self.stage as u64 | 1 << 32;
        mix(self.board.key() ^ mix(self.score.map_or(0, Score::key) << 33 | rest))
    }

    fn good_move(&self) -> Option<CubeMove> {
        match (self.node(), self.board.good_move()?) {
            (Node::Decision, Move::Turn(turn)) => Some(CubeMove::Turn(turn)),
            _ => None,
        }
    }

    fn mirrored(&self) -> Option<Self> {
        let board = self.board.with_mover(self.board.mover().other());
        Some(Self { board, score: self.score.map(Score::flipped), ..*self })
    }

    /// Reads a position as [`Backgammon`] does, followed by `cube 2 mine` (or `theirs` or
    /// `centred`), and by `doubled`, `dropped`, or, if the player on roll has decided not to
    /// double, `rolling`; `automatic 3` is the start of a game with up to three automatic doubles.
    /// In a match, `match 7 3-2` gives its length and the scores of the first and the second
    /// player, with `crawford` in the Crawford game; without a board, that is the start of a game.
    /// An XGID or a GNUBGID gives the cube, the score of a match, and whether a double is on offer;
    /// anything in it that this game does not have, such as the Jacoby rule, is an error.
    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse(text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn parse_move(&self, text: &str) -> Result<CubeMove, NotationError> {
        match (self.stage, text.trim()) {
            (Stage::Opening, "first") => Ok(CubeMove::Begin(Player::First)),
            (Stage::Opening, "second") => Ok(CubeMove::Begin(Player::Second)),
            (Stage::Cube, "roll") => Ok(CubeMove::NoDouble),
            (Stage::Cube, "double") => Ok(CubeMove::Double),
            (Stage::Doubled, "take") => Ok(CubeMove::Take),
            (Stage::Doubled, "drop") => Ok(CubeMove::Drop),
            (Stage::Roll, _) => match self.board.parse_move(text)? {
                Move::Roll(dice) if dice.is_double() && self.automatic == Some(0) => {
                    Err(NotationError::impossible("the first roll is no double"))
                }
                Move::Roll(dice) => Ok(CubeMove::Roll(dice)),
                Move::Turn(turn) => Ok(CubeMove::Turn(turn)),
            },
            _ => {
                let mut moves = Vec::new();
                self.options(&mut moves);
                Err(NotationError::illegal(text, moves.into_iter().map(|m| self.format_move(m))))
            }
        }
    }

    fn format_move(&self, m: CubeMove) -> String {
        match m {
            CubeMove::Begin(player) => player.to_string(),
            CubeMove::Roll(dice) => dice.to_string(),
            CubeMove::Turn(turn) => self.board.format_move(Move::Turn(turn)),
            CubeMove::NoDouble => "roll".to_owned(),
            CubeMove::Double => "double".to_owned(),
            CubeMove::Take => "take".to_owned(),
            CubeMove::Drop => "drop".to_owned(),
        }
    }

    fn places(&self, m: CubeMove) -> Vec<String> {
        match m {
            CubeMove::Turn(turn) => self.board.places(Move::Turn(turn)),
            _ => vec![self.format_move(m)],
        }
    }

    fn board(&self) -> String {
        let value = self.cube.value();
        let cube = match (self.cube.owner, self.board.mover()) {
            (CubeOwner::Centred, _) => format!("cube {value} in the middle"),
            (CubeOwner::Mine, Player::First) | (CubeOwner::Theirs, Player::Second) => {
                format!("cube {value}, X's")
            }
            _ => format!("cube {value}, O's"),
        };
        let offer = if self.is_doubled() { ", a double is on offer" } else { "" };
        let score = self.score.map_or(String::new(), |score| format!("{score}\n"));
        format!("{}{cube}{offer}\n{score}", self.board.board())
    }

    fn svg(&self) -> Option<String> {
        self.board.svg()
    }
}

pub(super) const fn points(n: i32) -> Value {
    Value::new(n * CubeBackgammon::UNIT)
}

#[cfg(test)]
mod tests;
