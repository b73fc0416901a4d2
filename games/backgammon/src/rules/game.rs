//! Backgammon as a game that can be searched.

use starboard_core::{Game, Node, NotationError, Player};

use crate::{Backgammon, Dice, Move};

impl Game for Backgammon {
    type Move = Move;

    const CHANCE: bool = true;
    /// The grid of values of the *-Minimax paper.
    const UNIT: i32 = 1 << 18;
    const UNIT_NAME: &'static str = "points";

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        if self.theirs.all_off() {
            Node::Over(-self.worth(self.mine))
        } else if self.mine.all_off() {
            Node::Over(self.worth(self.theirs))
        } else if self.dice.is_some() {
            Node::Decision
        } else {
            Node::Chance
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if let (Node::Decision, Some(dice)) = (self.node(), self.dice) {
            self.for_each_turn(dice, |turn| out.push(Move::Turn(turn)));
        }
    }

    fn chances(&self, out: &mut Vec<(Move, u32)>) {
        if self.node() == Node::Chance {
            out.extend(Dice::all().map(|dice| (Move::Roll(dice), dice.weight())));
        }
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Roll(dice) => {
                debug_assert_eq!(self.node(), Node::Chance);
                self.dice = Some(dice);
            }
            Move::Turn(turn) => {
                debug_assert_eq!(self.node(), Node::Decision);
                self.move_checkers(turn);
                std::mem::swap(&mut self.mine, &mut self.theirs);
                self.mover = self.mover.other();
                self.dice = None;
            }
        }
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn good_move(&self) -> Option<Move> {
        Some(Move::Turn(self.good_turn(self.dice?)))
    }

    fn mirrored(&self) -> Option<Self> {
        Some(self.with_mover(self.mover.other()))
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        Self::read(text)
    }

    fn format(&self) -> String {
        self.write()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        self.read_move(text)
    }

    fn format_move(&self, m: Move) -> String {
        match m {
            Move::Roll(dice) => dice.to_string(),
            Move::Turn(turn) => self.write_turn(turn),
        }
    }

    fn board(&self) -> String {
        self.draw()
    }

    /// Where each checker comes from and goes to, in the order that moves are written in.
    fn places(&self, m: Move) -> Vec<String> {
        match m {
            Move::Turn(turn) if !turn.is_pass() => self.turn_places(turn),
            _ => vec![self.format_move(m)],
        }
    }

    fn svg(&self) -> Option<String> {
        Some(self.picture())
    }
}
