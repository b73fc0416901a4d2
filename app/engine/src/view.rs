//! A position as data, for programs that show one: a web page, a notebook.

use serde::Serialize;
use starboard_core::{Node, Player};

use crate::{Move, Position};

/// A position, with its board and what can happen next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The game.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The board as text.
    pub board: String,
    /// The board as an SVG picture, where the game can draw one.
    pub svg: Option<String>,
    /// `decision`, `chance` or `over`.
    pub node: &'static str,
    /// The player to move, or to move after the roll.
    pub mover: Player,
    /// What the game is worth to the mover, in units, once it is over.
    pub score: Option<f64>,
    /// What a unit is called.
    pub unit_name: &'static str,
    /// The moves, or the outcomes of chance.
    pub moves: Vec<Choice>,
}

/// A move, or an outcome of chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// As the game writes it.
    pub text: String,
    /// The places of the picture that choose it, one after the other.
    pub places: Vec<String>,
    /// The weight of an outcome of chance among the others; `None` for a move.
    pub weight: Option<u32>,
}

impl View {
    /// The view of a position of the game called `game`.
    pub fn new(game: &str, position: &Position) -> Self {
        let (node, score) = match position.node() {
            Node::Decision => ("decision", None),
            Node::Chance => ("chance", None),
            Node::Over(value) => ("over", Some(position.units(value))),
        };
        let weights = position.weights();
        let mut options = Vec::new();
        position.options(&mut options);
        let choice = |m: Move| Choice {
            text: position.format_move(m),
            places: position.places(m),
            weight: weights.get(m.0 as usize).copied(),
        };
        Self {
            game: game.to_owned(),
            position: position.format(),
            board: position.board(),
            svg: position.svg(),
            node,
            mover: position.mover(),
            score,
            unit_name: position.unit().1,
            moves: options.into_iter().map(choice).collect(),
        }
    }
}
