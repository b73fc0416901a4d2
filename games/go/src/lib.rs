//! Go: rules, notation, scoring.
//!
//! [`Go`] is a position that a search can play on; [`Board`] is the stones
//! alone, for readers that look at a part of the board.
//!
//! | rule | what is done |
//! |---|---|
//! | board | 2 to 25 lines each way |
//! | suicide | refused, of one stone or many; of many allowed where the [rules](Rules) say so |
//! | ko | simple ko always; [positional superko](KoRule) unless the [rules](Rules) say otherwise |
//! | end | two passes in a row |
//! | score | [area or territory](Scoring), all stones that are left counted alive unless [`score`](fn@score) is told which are dead |
//! | handicap | stones on the board before White moves; no compensation but what a [session](gtp) of GTP adds to the komi |
//!
//! Moves are found in the manner of Many Faces of Go: strings are
//! [read](Reader), [groups](Group) graded, the board [judged](Judge); points
//! collect [reasons]; a [`Selector`] sorts them and lets the framework's
//! alpha-beta decide, with [`TakeSente`] at its horizon; a [session](gtp) of GTP asks it.
//!
//! Values are in [fiftieths of a point](starboard_core::Game::UNIT), as in
//! Fotland's Many Faces of Go, so that 16 bits hold any score.
//!
//! ```
//! use starboard_core::{Game, Node, perft};
//! use starboard_go::Go;
//!
//! let mut game = Go::parse("9x9 b 7 moves D5 F5")?;
//! game.play(game.parse_move("E3")?);
//! assert_eq!(game.format(), "9/9/9/9/3X1O3/9/4X4/9/9 w 7");
//! assert_eq!(perft(&Go::parse("5x5")?, 2), 26 * 26 - 25);
//! # Ok::<(), starboard_core::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod color;
mod ending;
mod entry;
mod eval;
mod evaluation;
mod explanation;
pub mod eyes;
mod game;
mod go;
mod groups;
pub mod gtp;
mod handicap;
mod history;
mod influence;
pub mod library;
mod life;
mod lives;
mod moves;
mod notation;
pub mod patterns;
mod point;
mod points;
mod positions;
pub mod prospects;
mod purpose;
mod reader;
pub mod reasons;
mod record;
mod rules;
mod safety;
mod score;
mod select;
mod semeai;
pub mod sgf;
mod size;
mod svg;
mod symmetry;
mod tactics;
pub mod trees;
mod world;

pub use board::{Board, Stones};
pub use color::Color;
pub use ending::Ending;
pub use entry::entry;
pub use eval::Area;
pub use evaluation::{Fight, Judge, Prize, Study, sente};
pub use explanation::{Explained, Explanation, Ground};
pub use go::Go;
pub use groups::{Grade, Group};
pub use handicap::{fixed_handicap, free_handicap};
pub use life::{Eye, Grounds, LIFE_NODES, Life, Outlook};
pub use moves::Move;
pub use point::Point;
pub use points::{Iter, Points};
pub use positions::positions;
pub use purpose::Purpose;
pub use reader::{Found, Ko, Link, Local, Memory, Reader, Status, Success, UNFORCED_NODES};
pub use record::Record;
pub use rules::{KoRule, Komi, Rules, Scoring};
pub use safety::{Safety, safety};
pub use score::{Tally, score};
pub use select::{EVALUATIONS, Selection, Selector, TakeSente};
pub use semeai::{RACE_NODES, Race, Semeai};
pub use size::Size;
pub use symmetry::Symmetry;
pub use tactics::{Chain, Fate};
pub use world::{Parts, World};
