//! Go: rules, notation, scoring.
//!
//! [`Go`] is a position that a search can play on; [`Board`] is the stones
//! alone, for tactical readers that look at a part of the board.
//!
//! | rule | how it is handled |
//! |---|---|
//! | board | square, 2 to 25 lines a side |
//! | suicide | illegal; suicide of several stones is legal where the [rules](Rules) say so |
//! | ko | simple ko always; [positional superko](KoRule) unless the [rules](Rules) say otherwise |
//! | end | two passes in a row |
//! | score | [area or territory](Scoring); all stones on the board count as alive, except those passed to [`score`](fn@score) as dead |
//! | handicap | stones on the board before White moves; no compensation except what a GTP [session](gtp), or a record whose rules grant it, adds to the komi |
//!
//! Moves are chosen in the manner of Many Faces of Go: strings are
//! [read](Reader), [groups](Group) graded and the board [evaluated](FullBoard); points
//! collect [reasons]; a [`Selector`] sorts these candidates, searches them with the framework's
//! alpha-beta, with [`TakeSente`] at its horizon, and leaves the decision to a tree search of the
//! best. A GTP [session](gtp) can use it as its engine.
//!
//! Values are in [fiftieths of a point](starboard_core::Game::UNIT), as in
//! Fotland's Many Faces of Go, so that any score fits in 16 bits.
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
mod deciding;
mod entry;
pub mod gtp;
mod knowledge;
pub mod patterns;
mod positions;
mod reading;
mod records;
mod strategy;

pub use board::{
    color::Color,
    go::Go,
    handicap::{fixed_handicap, free_handicap},
    moves::Move,
    point::Point,
    points::{Iter, Points},
    rules::{KoRule, Komi, Rules, Scoring},
    score::{Tally, score},
    size::Size,
    stones::{Board, Stones},
    symmetry::Symmetry,
};
pub use deciding::{
    explanation::{Explained, Explanation, Ground},
    reasons,
    select::{EVALUATIONS, Selection, Selector, TakeSente},
};
pub use entry::entry;
pub use knowledge::{library, purpose::Purpose, trees};
pub use positions::positions;
pub use reading::{
    eyes,
    life::{Eye, Grounds, LIFE_NODES, Life, Outlook},
    reader::{Found, Ko, Link, Local, Memory, Reader, Status, Success, UNFORCED_NODES},
    safety::{Safety, safety},
    semeai::{RACE_NODES, Race, Semeai},
    tactics::{Chain, Fate},
};
pub use records::{record::Record, sgf};
pub use strategy::{
    area::Area,
    ending::Ending,
    evaluation::{Analysis, Fight, FullBoard, Prize, sente},
    groups::{Grade, Group},
    prospects,
    territory::{Parts, Territory},
};
