//! Backgammon with the cube as a game that can be searched and played: doubling,
//! taking and dropping are moves.

use starboard_core::{
    Bounds, DetailKind, Estimate, Evaluator, Game, Node, NotationError, Player, Value, mix,
};

use super::{Cube, CubeAnalysis, CubeOwner, CubefulSearch, OutcomeEvaluator, search::after};
use crate::{Backgammon, Dice, Move, Probabilities, Scoring, Turn};

/// The cube goes up to 64, so that values stay small.
const MOST: u8 = 6;
/// The most points that can be won.
const MOST_POINTS: i32 = 3 << MOST;

/// The cube actions before the dice are rolled.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The player on roll may double.
    Cube,
    /// A double awaits its answer.
    Doubled,
    /// Dice are to be rolled, or are there.
    Roll,
    /// A double was not taken.
    Dropped,
}

/// A position of a game for money with the cube, without Jacoby rule and beavers.
///
/// The player on roll first says whether to double, where that may be, and then
/// rolls. A win counts what the cube shows, two or three times as much if it is a
/// gammon or a backgammon; the cube goes up to 64. Doubles on the opening roll may double it
/// [automatically](Self::with_automatic_doubles).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CubeBackgammon {
    board: Backgammon,
    /// Seen by the player to move on the board.
    cube: Cube,
    stage: Stage,
    /// How many more automatic doubles there may be, before the first turn.
    automatic: Option<u8>,
}

/// A move of the game with the cube.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CubeMove {
    /// The dice come up like this.
    Roll(Dice),
    /// The roll is played like this.
    Turn(Turn),
    /// The player on roll does not double.
    NoDouble,
    /// The player on roll doubles.
    Double,
    /// The other player plays on for twice as much.
    Take,
    /// The other player gives the game up.
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
    };

    /// The start of a game with automatic doubles: as long as both players roll the
    /// same number on the opening roll, the cube is doubled, `most` times at the most and
    /// not beyond 64, and they roll again. Without them all 21 rolls may come first.
    pub const fn with_automatic_doubles(most: u8) -> Self {
        Self { automatic: Some(if most < MOST { most } else { MOST }), ..Self::START }
    }

    /// A position in which nobody has doubled and the player on roll does not, or has rolled.
    pub(crate) const fn rolling(board: Backgammon) -> Self {
        let cube = Cube { doublings: 0, owner: CubeOwner::Centred };
        Self { board, cube, stage: Stage::Roll, automatic: None }
    }

    /// The board, with the dice if they were rolled; its player to move is on roll,
    /// also where the other is to answer a double.
    pub const fn on_board(&self) -> &Backgammon {
        &self.board
    }

    /// The cube, seen by the player on roll; before the double where one is on
    /// offer.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// Whether a double is on offer.
    pub const fn is_doubled(&self) -> bool {
        matches!(self.stage, Stage::Doubled)
    }

    /// Whether there can have been nothing but automatic doubles, with as many more as may
    /// still come.
    fn is_start(&self) -> bool {
        let doublings = self.cube.doublings + self.automatic.unwrap_or(0);
        self.board.with_mover(Player::First) == Backgammon::START
            && self.stage == Stage::Roll
            && self.cube.owner == CubeOwner::Centred
            && doublings <= MOST
    }

    /// Whether the player on roll might double with this cube.
    fn may_double(cube: Cube) -> bool {
        cube.owner != CubeOwner::Theirs && cube.doublings < MOST
    }
}

impl Game for CubeBackgammon {
    type Move = CubeMove;

    const CHANCE: bool = true;
    const UNIT: i32 = Backgammon::UNIT;
    const UNIT_NAME: &'static str = Backgammon::UNIT_NAME;

    fn mover(&self) -> Player {
        let on_roll = self.board.mover();
        if self.is_doubled() { on_roll.other() } else { on_roll }
    }

    fn node(&self) -> Node {
        match (self.stage, self.board.node()) {
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
        if self.node() == Node::Chance {
            let again = self.automatic == Some(0);
            let dice = Dice::all().filter(|dice| !(again && dice.is_double()));
            out.extend(dice.map(|dice| (CubeMove::Roll(dice), dice.weight())));
        }
    }

    fn play(&mut self, m: CubeMove) {
        match m {
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
                let ask = !over && Self::may_double(self.cube);
                self.stage = if ask { Stage::Cube } else { Stage::Roll };
            }
            CubeMove::NoDouble => self.stage = Stage::Roll,
            CubeMove::Double => self.stage = Stage::Doubled,
            CubeMove::Take => (self.cube, self.stage) = (self.cube.taken(), Stage::Roll),
            CubeMove::Drop => self.stage = Stage::Dropped,
        }
    }

    fn key(&self) -> u64 {
        let cube = u64::from(self.cube.doublings) << 8 | (self.cube.owner as u64) << 4;
        let automatic = self.automatic.map_or(0, |left| u64::from(left) + 1) << 16;
        mix(self.board.key() ^ mix(automatic | cube | self.stage as u64 | 1 << 32))
    }

    fn good_move(&self) -> Option<CubeMove> {
        match (self.node(), self.board.good_move()?) {
            (Node::Decision, Move::Turn(turn)) => Some(CubeMove::Turn(turn)),
            _ => None,
        }
    }

    fn mirrored(&self) -> Option<Self> {
        Some(Self { board: self.board.with_mover(self.board.mover().other()), ..*self })
    }

    /// Reads a position as [`Backgammon`] does, and after it `cube 2 mine` or
    /// `theirs` or `centred`, and `doubled`, `dropped`, or `rolling` where the player
    /// on roll has decided not to double; `automatic 3` is the start of a game in which
    /// up to three automatic doubles.
    fn parse(text: &str) -> Result<Self, NotationError> {
        let (mut board, mut cube, mut stage) = (Vec::new(), Cube::default(), None);
        let mut automatic = None;
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "cube" => cube = read_cube(words.next(), words.next())?,
                "doubled" => stage = Some(Stage::Doubled),
                "dropped" => stage = Some(Stage::Dropped),
                "rolling" => stage = Some(Stage::Roll),
                "automatic" => automatic = Some(read_automatic(words.next())?),
                _ => board.push(word),
            }
        }
        let board = Backgammon::parse(&board.join(" "))?.with_scoring(Scoring::Money);
        let over = matches!(board.node(), Node::Over(_));
        let asks = Self::may_double(cube) && board.dice().is_none() && !over;
        let stage = match stage {
            Some(Stage::Doubled | Stage::Dropped) if !asks => {
                return Err(NotationError::impossible("nobody can have doubled here"));
            }
            Some(stage) => stage,
            None if asks && automatic.is_none() => Stage::Cube,
            None => Stage::Roll,
        };
        let game = Self { board, cube, stage, automatic };
        if automatic.is_some() && !game.is_start() {
            let what = "the cube is doubled automatically before the first roll alone";
            return Err(NotationError::impossible(what));
        }
        Ok(game)
    }

    fn format(&self) -> String {
        let mut text = self.board.format();
        let owner = match self.cube.owner {
            CubeOwner::Centred => "centred",
            CubeOwner::Mine => "mine",
            CubeOwner::Theirs => "theirs",
        };
        if self.cube != Cube::default() {
            text += &format!(" cube {} {owner}", self.cube.value());
        }
        text += match self.stage {
            Stage::Cube => "",
            Stage::Doubled => " doubled",
            Stage::Dropped => " dropped",
            Stage::Roll => {
                if let Some(left) = self.automatic {
                    return text + &format!(" automatic {left}");
                }
                let chance = self.node() == Node::Chance;
                if chance && Self::may_double(self.cube) { " rolling" } else { "" }
            }
        };
        text
    }

    fn parse_move(&self, text: &str) -> Result<CubeMove, NotationError> {
        match (self.stage, text.trim()) {
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
        format!("{}{cube}{offer}\n", self.board.board())
    }

    fn svg(&self) -> Option<String> {
        self.board.svg()
    }
}

fn read_cube(value: Option<&str>, owner: Option<&str>) -> Result<Cube, NotationError> {
    let text = value.unwrap_or_default();
    let value = text.parse::<u32>().ok().filter(|v| v.is_power_of_two() && *v <= 1 << MOST);
    let value = value.ok_or_else(|| {
        NotationError::unexpected("what the cube shows, a power of two up to 64", text)
    })?;
    let owner = match owner.unwrap_or_default() {
        "centred" => CubeOwner::Centred,
        "mine" => CubeOwner::Mine,
        "theirs" => CubeOwner::Theirs,
        other => {
            let what = "whose the cube is: centred, mine or theirs";
            return Err(NotationError::unexpected(what, other));
        }
    };
    Ok(Cube { doublings: value.ilog2() as u8, owner })
}

fn read_automatic(left: Option<&str>) -> Result<u8, NotationError> {
    let text = left.unwrap_or_default();
    let what = "how many automatic doubles there may be, 0 to 6";
    text.parse().ok().filter(|&n| n <= MOST).ok_or_else(|| NotationError::unexpected(what, text))
}

const fn points(n: i32) -> Value {
    Value::new(n * CubeBackgammon::UNIT)
}

/// Values positions with the cube, for money: what Janowski's model makes of how the
/// game is likely to end, and the best cube actions of both players.
#[derive(Clone, Debug)]
pub struct CubeEvaluator<E> {
    search: CubefulSearch<E>,
    /// Room for cheap estimates.
    moves: Vec<Move>,
    outcomes: Vec<Probabilities>,
}

impl<E: OutcomeEvaluator> CubeEvaluator<E> {
    /// An evaluator by this search, whose stakes are to be money without Jacoby rule
    /// and beavers.
    pub fn new(search: CubefulSearch<E>) -> Self {
        Self { search, moves: Vec::new(), outcomes: Vec::new() }
    }

    /// What the position is worth for its mover, in points, and how the game is likely to
    /// end.
    fn worth(&mut self, game: &CubeBackgammon) -> (f64, Probabilities) {
        let (board, cube) = (&game.board, game.cube);
        match game.node() {
            Node::Over(value) => {
                let passed = Probabilities { win: 1.0, ..Probabilities::default() };
                let outcomes = Probabilities::of_end(board).unwrap_or(passed);
                (f64::from(value.raw()) / f64::from(CubeBackgammon::UNIT), outcomes)
            }
            Node::Decision if game.stage == Stage::Roll => {
                let mut best = (f64::NEG_INFINITY, Probabilities::default());
                let Some(dice) = board.dice() else { return best };
                board.for_each_turn(dice, |turn| {
                    let next = after(board, dice, turn);
                    let (outcomes, utility) = self.search.moved(&next, cube, 0);
                    if utility > best.0 {
                        best = (utility, outcomes);
                    }
                });
                best
            }
            _ => {
                let CubeAnalysis { outcomes, utilities: [wait, take], .. } =
                    self.search.cube(board, cube, 0);
                let doubled = take.min(f64::from(cube.value()));
                match game.stage {
                    Stage::Doubled => (-doubled, outcomes.flipped()),
                    Stage::Cube => (wait.max(doubled), outcomes),
                    Stage::Roll | Stage::Dropped => (wait, outcomes),
                }
            }
        }
    }
}

impl<E: OutcomeEvaluator + Clone + Send> Evaluator<CubeBackgammon> for CubeEvaluator<E> {
    fn evaluate(&mut self, game: &CubeBackgammon) -> Value {
        self.estimate(game).value
    }

    fn details(&self) -> &'static [DetailKind] {
        &Probabilities::KINDS
    }

    fn estimate(&mut self, game: &CubeBackgammon) -> Estimate {
        let (worth, outcomes) = self.worth(game);
        let most = points(MOST_POINTS);
        let value = Value::saturating((worth * f64::from(CubeBackgammon::UNIT)).round() as i64);
        Estimate { value: value.clamp(-most, most), details: outcomes.details() }
    }

    /// Of moves of checkers, without a cube.
    fn estimate_roughly(
        &mut self,
        game: &CubeBackgammon,
        moves: &[CubeMove],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        if game.stage != Stage::Roll {
            return false;
        }
        self.outcomes.clear();
        self.moves.clear();
        self.moves.extend(moves.iter().filter_map(|&m| match m {
            CubeMove::Turn(turn) => Some(Move::Turn(turn)),
            _ => None,
        }));
        let Self { search, moves, outcomes } = self;
        let some = search.evaluator.rough_outcomes_after(&game.board, moves, outcomes);
        estimates.extend(outcomes.iter().map(|outcomes| {
            let outcomes = outcomes.flipped();
            Estimate { value: outcomes.value(Scoring::Money), details: outcomes.details() }
        }));
        some
    }

    /// Whatever is done with the cube.
    fn bounds(&self, _: &CubeBackgammon) -> Bounds {
        Bounds::symmetric(points(MOST_POINTS))
    }
}

#[cfg(test)]
mod tests;
