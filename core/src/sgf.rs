//! Game trees in the Smart Game Format, FF\[4\] (Hollosi 1999) and its predecessors, of any
//! game.
//!
//! Whatever can be understood is read, and the rest is reported as [`Warning`]s; only text
//! without any game is an error. What the properties mean is left to each game.
//!
//! ```
//! use starboard_core::sgf::Collection;
//!
//! let (collection, warnings) = Collection::read("(;GM[6];W[31hfe])")?;
//! let nodes: Vec<_> = collection.main_line(0).collect();
//! assert_eq!(collection.nodes[nodes[1]].value("W"), Some("31hfe"));
//! assert!(warnings.is_empty());
//! # Ok::<(), starboard_core::sgf::SgfError>(())
//! ```

mod read;
mod write;

use std::fmt;

/// A place in a text; lines and columns count from 1, columns in characters.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something in a record that is not as it should be, but does no harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A text that holds no game, or a game that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct SgfError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

/// A property of a node: a name and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name, in upper case: `B`, `AW`, `KM`.
    pub name: String,
    /// The values, with escapes resolved; at least one.
    pub values: Vec<String>,
    /// Where its name begins.
    pub place: Place,
}

/// A node of a game tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Its properties, in the order of the text.
    pub properties: Vec<Property>,
    /// The node before it; `None` at the beginning of a game.
    pub parent: Option<usize>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
}

impl Node {
    /// The values of a property; none if it is not there.
    pub fn values(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|property| property.name == name);
        found.map_or(&[], |property| &property.values)
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// Sets a property that has one value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.set_all(name, vec![value.into()]);
    }

    /// Sets a property to these values; removes it if there are none.
    pub fn set_all(&mut self, name: &str, values: Vec<String>) {
        self.properties.retain(|property| property.name != name);
        if !values.is_empty() {
            let place = Place::default();
            self.properties.push(Property { name: name.to_owned(), values, place });
        }
    }
}

/// One game or more, each a tree of nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// All nodes, each after its parent.
    pub nodes: Vec<Node>,
    /// The nodes with which games begin.
    pub games: Vec<usize>,
}

impl Collection {
    /// Reads a collection of games.
    ///
    /// # Errors
    ///
    /// If there is no game in the text.
    pub fn read(text: &str) -> Result<(Self, Vec<Warning>), SgfError> {
        read::read(text)
    }

    /// The number of the game that the first tree records, by its property `GM`: 1 is Go,
    /// which is also the default, and 6 is backgammon. `None` if the property is not a
    /// number, or if there is no tree.
    pub fn kind(&self) -> Option<u32> {
        let root = &self.nodes[*self.games.first()?];
        root.value("GM").map_or(Some(1), |kind| kind.trim().parse().ok())
    }

    /// Writes the collection, one node per line.
    pub fn write(&self) -> String {
        write::write(self)
    }

    /// Adds a node after `parent`, or the first node of a new game if that is `None`, and
    /// returns its index.
    pub fn add(&mut self, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node { parent, ..Node::default() });
        match parent {
            Some(parent) => self.nodes[parent].children.push(index),
            None => self.games.push(index),
        }
        index
    }

    /// The nodes of the main line of a game, its first included; none if there
    /// is no such game.
    pub fn main_line(&self, game: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.games.get(game).copied();
        std::iter::successors(first, |&node| self.nodes[node].children.first().copied())
    }
}

#[cfg(test)]
mod tests;
