//! Connect Four for the `minimax` crate (0.6), on our position, our order of
//! moves and our evaluator.

use minimax::{BEST_EVAL, Evaluation, Winner};
use starboard_core::{Evaluator, Game, Node, Value};
use starboard_small::{
    ConnectFour,
    connect_four::{CENTRE_FIRST, COLUMNS, Column, Threats, WIN},
};

/// Values beyond this are wins and losses.
const CERTAIN: i32 = WIN - 100;

/// Connect Four, as `minimax` wants its games.
pub struct Peer;

impl minimax::Game for Peer {
    type S = ConnectFour;
    type M = Column;

    fn generate_moves(state: &ConnectFour, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            state.moves(moves);
        }
        winner
    }

    fn apply(state: &mut ConnectFour, m: Column) -> Option<ConnectFour> {
        let mut next = *state;
        next.play(m);
        Some(next)
    }

    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        match state.node() {
            Node::Over(Value::ZERO) => Some(Winner::Draw),
            Node::Over(_) => Some(Winner::PlayerJustMoved),
            _ => None,
        }
    }

    fn zobrist_hash(state: &ConnectFour) -> u64 {
        state.key()
    }

    /// Not played, as null-move search is left off, but what the crate fills
    /// its table of countermoves with.
    fn null_move(_: &ConnectFour) -> Option<Column> {
        Some(CENTRE_FIRST[0])
    }

    fn table_index(m: Column) -> u16 {
        ConnectFour::move_index(m) as u16
    }

    fn max_table_index() -> u16 {
        COLUMNS as u16 - 1
    }
}

/// [`Threats`], on the scale of `minimax`.
#[derive(Clone)]
pub struct PeerThreats;

impl minimax::Evaluator for PeerThreats {
    type G = Peer;

    fn evaluate(&self, state: &ConnectFour) -> Evaluation {
        let value = Threats.evaluate(state).raw();
        // A win takes the mover one stone, a loss the opponent's next but one:
        // what its search would say one and two plies deeper.
        if value > CERTAIN {
            BEST_EVAL - 1
        } else if value < -CERTAIN {
            2 - BEST_EVAL
        } else {
            value as Evaluation
        }
    }
}

/// A value of ours on the scale of `minimax`, which does not tell a root how
/// far away a win is.
pub fn on_its_scale(value: Value) -> Evaluation {
    let raw = value.raw();
    if raw.abs() > CERTAIN { BEST_EVAL * raw.signum() as Evaluation } else { raw as Evaluation }
}

/// Whether the value is a win or a loss, at which `minimax` stops deepening.
pub fn is_certain(value: Value) -> bool {
    value.raw().abs() > CERTAIN
}
