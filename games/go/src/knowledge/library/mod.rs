//! What is usually played in corners (joseki) and in openings (fuseki), from game
//! records.
//!
//! A corner is 9x9 points. The stones there, seen from the side of the player to move,
//! count as one position for all four corners, both mirror images, and both colours.
//! An opening is the whole board, under all eight symmetries and both colours. For
//! each position that was seen at least twice, a [`Library`] knows what was played next, how
//! often, and who won.
//!
//! [`Library::built_in`] comes with the program; [`Counts`] makes others from
//! [`Record`](crate::Record)s, and [`Counts::tree`] from a joseki dictionary in SGF
//! with its variations.
//!
//! ```
//! use starboard_core::Game;
//! use starboard_go::{Go, library::{Corner, Library}};
//!
//! // After the star point and the knight's approach.
//! let game = Go::parse("19x19 b 7.5 moves D4 Q16 K10 F3")?;
//! let found = Library::built_in().corner(&game, Corner::LowerLeft).expect("well known");
//! assert!(found.seen() > 1000);
//! let best = found.moves().max_by_key(|played| played.count).expect("an answer");
//! assert_eq!(best.point.name(game.size()), "C6");
//! assert!((0.4..0.6).contains(&best.score()));
//! # Ok::<(), starboard_core::NotationError>(())
//! ```

mod book;
mod counts;
mod file;
mod tree;
mod view;

use std::sync::OnceLock;

use self::{book::Book, view::View};
use crate::Go;

pub use self::{
    book::{Found, Mark, Played},
    counts::Counts,
    view::Corner,
};

/// Corners and openings that are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Library {
    corners: Book,
    openings: Book,
}

impl Library {
    /// The library that comes with the program; `games/go/MODEL_CARD.md` says where it
    /// is from.
    pub fn built_in() -> &'static Self {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        LIBRARY.get_or_init(|| {
            let bytes = include_bytes!("../../../data/go.library");
            Self::read(bytes).expect("the file is as it was written")
        })
    }

    /// What is known of a corner for the player to move; `None` if nothing is known, or
    /// if the board has fewer than 18 lines, so that corners would overlap.
    pub fn corner(&self, game: &Go, corner: Corner) -> Option<Found<'_>> {
        let view = View::corner(game.board(), game.color(), corner)?;
        self.corners.find(view)
    }

    /// What is known of the four corners.
    pub fn corners(&self, game: &Go) -> impl Iterator<Item = (Corner, Found<'_>)> {
        let all = Corner::ALL.into_iter();
        all.filter_map(|corner| Some((corner, self.corner(game, corner)?)))
    }

    /// What is known of the whole board for the player to move.
    pub fn opening(&self, game: &Go) -> Option<Found<'_>> {
        self.openings.find(View::board(game.board(), game.color()))
    }

    /// The numbers of known positions of corners and of whole boards.
    pub fn len(&self) -> [usize; 2] {
        [self.corners.len(), self.openings.len()]
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == [0; 2]
    }

    /// The numbers of known moves in corners and on whole boards.
    pub fn moves(&self) -> [usize; 2] {
        [self.corners.moves(), self.openings.moves()]
    }
}
