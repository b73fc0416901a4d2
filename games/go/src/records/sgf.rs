//! Game records in the Smart Game Format, FF\[4\] (Hollosi 1999) and what came
//! before it.
//!
//! Trees are read by [`starboard_core::sgf`], a reader of our own: of the 1,619
//! records among GNU Go's tests, the crate `sgf-parse` refuses seven, which are
//! cut short or write properties in a way that no version allows. Whatever can be
//! understood is read, and the rest is reported as [`Warning`]s; only text
//! without any game is an error.
//!
//! ```
//! use starboard_core::Game;
//! use starboard_go::sgf::Sgf;
//!
//! let (sgf, warnings) = Sgf::read("(;SZ[9]KM[5.5];B[ee];W[ge]")?;
//! let game = sgf.position(0, usize::MAX)?.game;
//! assert_eq!(game.format(), "9/9/9/9/4X1O2/9/9/9/9 b 5.5");
//! assert_eq!(warnings[0].to_string(), "line 1, column 27: the game is not closed by )");
//! # Ok::<(), starboard_go::sgf::SgfError>(())
//! ```

mod play;
mod rules;

use std::ops::{Deref, DerefMut};

use starboard_core::sgf::Collection;

pub use self::play::Position;
pub(crate) use self::rules::NamedRules;
pub use starboard_core::sgf::{Node, Place, Property, SgfError, Warning};

/// One or more games of Go, each a tree of nodes: a [`Collection`] with the properties of Go
/// understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sgf(Collection);

impl Sgf {
    /// Reads a collection of games.
    ///
    /// # Errors
    ///
    /// If there is no game in the text.
    pub fn read(text: &str) -> Result<(Self, Vec<Warning>), SgfError> {
        Collection::read(text).map(|(collection, warnings)| (Self(collection), warnings))
    }

    /// Whether a text is a record of Go: it begins with a game tree, perhaps after a few lines
    /// such as a mail header, and the tree does not say that it is of another game.
    pub fn recognise(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let tree = |line: &str| line.trim_start().starts_with("(;");
        (text.starts_with('(') || text.lines().any(tree))
            && Self::read(text).is_ok_and(|(sgf, _)| sgf.kind() == Some(1))
    }
}

impl Deref for Sgf {
    type Target = Collection;

    fn deref(&self) -> &Collection {
        &self.0
    }
}

impl DerefMut for Sgf {
    fn deref_mut(&mut self) -> &mut Collection {
        &mut self.0
    }
}

#[cfg(test)]
mod tests;
