//! The state of a game in progress: the board, the cube, and who has to decide.

use starboard_core::{Game, Node, Player};

use super::{Action, Outcome};
use crate::{
    Backgammon, Dice, Move,
    cube::{Cube, CubeOwner},
};

/// The highest cube.
const HIGHEST: u32 = 1 << Cube::MOST;

/// What is awaited in a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The player to move rolls, or doubles.
    Roll,
    /// The opponent of the player to move answers a double.
    Doubled,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A game under way.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The board, before the roll, from the point of view of the player to move.
    pub board: Backgammon,
    /// The value of the cube.
    pub cube: u32,
    /// The owner of the cube; `None` while it is in the middle.
    pub owner: Option<Player>,
    /// What is awaited.
    pub stage: Stage,
    /// Whether gammons count single while the cube is in the middle.
    jacoby: bool,
    /// Whether this is the Crawford game of a match, in which nobody may double.
    crawford: bool,
    /// Whether a move has been played.
    begun: bool,
    /// The number of consecutive beavers since the last roll.
    beavers: u8,
}

impl State {
    /// The start of a game, `first` to move.
    pub fn start(first: Player) -> Self {
        Self {
            board: Backgammon::START.with_mover(first),
            cube: 1,
            owner: None,
            stage: Stage::Roll,
            jacoby: false,
            crawford: false,
            begun: false,
            beavers: 0,
        }
    }

    /// A game that is resumed from a position, in which the player to move is to roll or double.
    pub fn resumed(board: Backgammon, cube: u32, owner: Option<Player>) -> Self {
        let started = Self::start(board.mover());
        Self { board, cube, owner, begun: true, ..started }
    }

    /// The same state with or without the Jacoby rule: gammons count single while the cube is in
    /// the middle.
    pub const fn with_jacoby(mut self, jacoby: bool) -> Self {
        self.jacoby = jacoby;
        self
    }

    /// The same state, as the Crawford game of a match, in which nobody may double, or not.
    pub const fn with_crawford(mut self, crawford: bool) -> Self {
        self.crawford = crawford;
        self
    }

    /// Whether no move has been played yet: then nobody may double, and the roll cannot be a
    /// double.
    pub const fn is_opening(&self) -> bool {
        !self.begun
    }

    /// The cube, from the point of view of the player to move.
    pub fn cube_of_mover(&self) -> Cube {
        let owner = match self.owner {
            None => CubeOwner::Centred,
            Some(owner) if owner == self.board.mover() => CubeOwner::Mine,
            Some(_) => CubeOwner::Theirs,
        };
        Cube { doublings: self.cube.max(1).ilog2() as u8, owner }
    }

    /// Who has to decide, unless the game is over.
    pub fn actor(&self) -> Option<Player> {
        match self.stage {
            Stage::Roll => Some(self.board.mover()),
            Stage::Doubled => Some(self.board.mover().other()),
            Stage::Over(_) => None,
        }
    }

    /// Whether the last action was a beaver, which may be answered with another one before the
    /// roll.
    pub const fn in_beavers(&self) -> bool {
        self.beavers > 0
    }

    /// Who would take this action: the [`actor`](Self::actor), except for beavers in answer to
    /// beavers, which come from both players in turn, and for resignations.
    pub fn actor_of(&self, action: Action) -> Option<Player> {
        match (self.stage, action) {
            (Stage::Over(_), _) => None,
            (_, Action::Resign(loser, _)) => Some(loser),
            // The first beaver comes from the player who was doubled.
            (Stage::Roll, Action::Beaver) if self.beavers.is_multiple_of(2) => {
                Some(self.board.mover().other())
            }
            _ => self.actor(),
        }
    }

    /// Carries out an action of the [`actor`](Self::actor).
    ///
    /// # Errors
    ///
    /// Says why the action is not allowed; the state is then unchanged.
    pub fn act(&mut self, action: Action) -> Result<(), String> {
        match (self.stage, action) {
            (Stage::Over(_), _) => return Err("the game is over".to_owned()),
            (Stage::Roll, Action::Play(dice, turn)) => {
                let mut next = self.rolled(dice)?;
                let mut legal = Vec::new();
                next.options(&mut legal);
                if !legal.contains(&Move::Turn(turn)) {
                    return Err(format!("{turn:?} cannot be played with {dice}"));
                }
                let mover = next.mover();
                self.beavers = 0;
                next.play(Move::Turn(turn));
                self.board = next;
                if let Node::Over(_) = next.node() {
                    // The player to move in the final position has lost.
                    let points = next.worth(next.mine()).raw() / Backgammon::UNIT;
                    let single = self.jacoby && self.owner.is_none();
                    self.win(mover, if single { 1 } else { points as u32 });
                }
            }
            (Stage::Roll, Action::Double) => {
                let mover = self.board.mover();
                if self.crawford {
                    return Err("nobody doubles in the Crawford game".to_owned());
                }
                if self.owner.is_some_and(|owner| owner != mover) {
                    return Err("the cube is the opponent's".to_owned());
                }
                if !self.begun {
                    return Err("nobody doubles before the first roll".to_owned());
                }
                if self.cube >= HIGHEST {
                    return Err("the cube is as high as it goes".to_owned());
                }
                self.stage = Stage::Doubled;
            }
            (Stage::Doubled, Action::Take) => {
                self.cube *= 2;
                self.owner = Some(self.board.mover().other());
                self.stage = Stage::Roll;
            }
            (Stage::Roll, Action::Beaver) if self.in_beavers() => {
                if self.cube >= HIGHEST {
                    return Err("the cube is as high as it goes".to_owned());
                }
                self.cube *= 2;
                self.beavers += 1;
                return Ok(());
            }
            (Stage::Doubled, Action::Beaver) => {
                if 2 * self.cube >= HIGHEST {
                    return Err("the cube is as high as it goes".to_owned());
                }
                self.beavers = 1;
                self.cube *= 4;
                self.owner = Some(self.board.mover().other());
                self.stage = Stage::Roll;
            }
            (Stage::Doubled, Action::Drop) => self.win(self.board.mover(), 1),
            (_, Action::Resign(loser, points @ 1..=3)) => {
                self.win(loser.other(), u32::from(points));
            }
            (_, Action::Resign(_, points)) => {
                return Err(format!("a game is lost by 1, 2 or 3 times the cube, not {points}"));
            }
            (Stage::Doubled, _) => return Err("a double awaits its answer".to_owned()),
            (Stage::Roll, _) => return Err("no double was offered".to_owned()),
        }
        self.begun = true;
        Ok(())
    }

    /// The board after the player to move has rolled these dice.
    ///
    /// # Errors
    ///
    /// If another decision is due, or these dice are impossible.
    pub fn rolled(&self, dice: Dice) -> Result<Backgammon, String> {
        match self.stage {
            Stage::Roll if !self.begun && dice.is_double() => {
                Err(format!("the first roll of a game is no double, found {dice}"))
            }
            Stage::Roll => Ok(self.board.with_dice(Some(dice))),
            Stage::Doubled => Err("a double awaits its answer".to_owned()),
            Stage::Over(_) => Err("the game is over".to_owned()),
        }
    }

    fn win(&mut self, winner: Player, points: u32) {
        self.stage = Stage::Over(Outcome { winner, points: points * self.cube });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checkers;

    fn play(state: &mut State, dice: &str, turn: &str) -> Result<(), String> {
        let dice = dice.parse().expect("dice");
        let Move::Turn(turn) = state.rolled(dice)?.parse_move(turn).map_err(|e| e.to_string())?
        else {
            unreachable!("dice are there");
        };
        state.act(Action::Play(dice, turn))
    }

    #[test]
    fn the_cube_goes_from_hand_to_hand() {
        let mut state = State::start(Player::Second);
        assert_eq!(state.act(Action::Double), Err("nobody doubles before the first roll".into()));
        assert!(play(&mut state, "11", "8/7 8/7 6/5 6/5").is_err(), "no double begins");
        play(&mut state, "31", "8/5 6/5").expect("legal");
        assert_eq!(state.actor(), Some(Player::First));
        assert_eq!(state.act(Action::Take), Err("no double was offered".into()));
        state.act(Action::Double).expect("centred");
        assert_eq!(state.actor(), Some(Player::Second));
        assert!(play(&mut state, "62", "24/18 13/11").is_err(), "an answer is awaited");
        state.act(Action::Beaver).expect("an answer");
        assert_eq!((state.cube, state.owner), (4, Some(Player::Second)));
        assert_eq!(state.actor_of(Action::Beaver), Some(Player::First));
        state.act(Action::Beaver).expect("against the beaver");
        assert_eq!((state.cube, state.owner), (8, Some(Player::Second)));
        assert_eq!(state.actor_of(Action::Beaver), Some(Player::Second));
        play(&mut state, "62", "24/18 13/11").expect("legal");
        state.act(Action::Double).expect("it is theirs");
        state.act(Action::Drop).expect("an answer");
        let outcome = Outcome { winner: Player::Second, points: 8 };
        assert_eq!(state.stage, Stage::Over(outcome));
        assert_eq!(state.act(Action::Resign(Player::First, 1)), Err("the game is over".into()));
    }

    #[test]
    fn nobody_doubles_in_the_crawford_game() {
        let mut state = State::start(Player::First).with_crawford(true);
        play(&mut state, "31", "8/5 6/5").expect("legal");
        let error = state.act(Action::Double).unwrap_err();
        assert_eq!(error, "nobody doubles in the Crawford game");
        assert!(state.with_crawford(false).act(Action::Double).is_ok());
    }

    #[test]
    fn the_cube_ends_somewhere() {
        let doubled = |cube| {
            let mut state = State::resumed(Backgammon::START, cube, None);
            (state.act(Action::Double), state.act(Action::Beaver), state.cube)
        };
        let high = Err("the cube is as high as it goes".to_owned());
        assert_eq!(doubled(HIGHEST / 4), (Ok(()), Ok(()), HIGHEST));
        assert_eq!(doubled(HIGHEST / 2), (Ok(()), high.clone(), HIGHEST / 2));
        assert_eq!(doubled(HIGHEST).0, high);
    }

    #[test]
    fn giving_up_counts_with_the_cube() {
        let mut state = State::start(Player::First);
        play(&mut state, "31", "8/5 6/5").expect("legal");
        state.act(Action::Double).expect("centred");
        state.act(Action::Take).expect("an answer");
        let error = state.act(Action::Resign(Player::First, 4)).unwrap_err();
        assert_eq!(error, "a game is lost by 1, 2 or 3 times the cube, not 4");
        state.act(Action::Resign(Player::First, 2)).expect("possible");
        assert_eq!(state.stage, Stage::Over(Outcome { winner: Player::Second, points: 4 }));
    }

    #[test]
    fn by_jacobys_rule_a_gammon_counts_once_the_cube_was_turned() {
        let won = |jacoby, owner| {
            let side = |place: usize, count| {
                let mut counts = [0; 25];
                counts[place - 1] = count;
                Checkers::on_board(counts).expect("no more than fifteen")
            };
            let board = Backgammon::new(side(1, 1), side(6, 15)).expect("a position");
            let mut state = State::resumed(board, 2, owner).with_jacoby(jacoby);
            play(&mut state, "65", "1/off").expect("legal");
            let Stage::Over(Outcome { points, .. }) = state.stage else { panic!("{state:?}") };
            points
        };
        assert_eq!(won(false, None), 4);
        assert_eq!(won(true, None), 2, "automatic doubles turn no cube");
        assert_eq!(won(true, Some(Player::First)), 4);
    }

    #[test]
    fn a_turn_that_is_not_legal_changes_nothing() {
        let mut state = State::start(Player::First);
        let before = state.clone();
        let dice = Dice::new(6, 5).expect("dice");
        assert!(state.act(Action::Play(dice, crate::Turn::PASS)).is_err());
        assert_eq!(state, before);
    }
}
