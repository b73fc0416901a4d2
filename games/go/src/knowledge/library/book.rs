//! Positions by their keys, with the moves that were played.

use super::view::View;
use crate::Point;

/// Bits of a key.
pub(super) const KEY_BITS: u32 = 40;

/// The annotation of a move in a joseki dictionary.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// Good, or interesting: `TE`, `IT`.
    Good,
    /// Doubtful: `DO`.
    Doubtful,
    /// Bad: `BM`.
    Bad,
}

impl Mark {
    pub(super) const ALL: [Self; 4] = [Self::None, Self::Good, Self::Doubtful, Self::Bad];
}

/// A move, by its place in the view that the key is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) place: u16,
    pub(super) count: u32,
    /// Two for each game that the player won, one for each whose winner is not known.
    pub(super) halves: u32,
    pub(super) mark: Mark,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry {
    pub(super) seen: u32,
    pub(super) elsewhere: u32,
    /// In the order of their places.
    pub(super) moves: Vec<Known>,
}

/// Positions in the order of their keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Book {
    pub(super) keys: Vec<u64>,
    /// How often each was seen, and how often the player went elsewhere.
    pub(super) seen: Vec<[u32; 2]>,
    /// Where the moves of each begin, and where the last end; empty without any
    /// position.
    pub(super) starts: Vec<u32>,
    pub(super) moves: Vec<Known>,
}

impl Book {
    /// Positions in ascending order of their keys.
    pub(super) fn new(entries: impl IntoIterator<Item = (u64, Entry)>) -> Self {
        let mut book = Self { starts: vec![0], ..Self::default() };
        for (key, entry) in entries {
            book.keys.push(key);
            book.seen.push([entry.seen, entry.elsewhere]);
            book.moves.extend(entry.moves);
            book.starts.push(book.moves.len() as u32);
        }
        book
    }

    pub(super) const fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) const fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The moves of a position.
    pub(super) fn moves_of(&self, i: usize) -> &[Known] {
        &self.moves[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    pub(super) fn find(&self, view: View) -> Option<Found<'_>> {
        let i = self.keys.binary_search(&view.key).ok()?;
        Some(Found { view, seen: self.seen[i], moves: self.moves_of(i) })
    }
}

/// A position that is known.
#[derive(Copy, Clone, Debug)]
pub struct Found<'a> {
    view: View,
    seen: [u32; 2],
    moves: &'a [Known],
}

impl Found<'_> {
    /// How often it was seen with this player to move.
    pub const fn seen(&self) -> u32 {
        self.seen[0]
    }

    /// How often the player did not answer in this corner at once.
    pub const fn elsewhere(&self) -> u32 {
        self.seen[1]
    }

    /// What was played here, at once or later. Of symmetric points, only one is
    /// returned.
    pub fn moves(&self) -> impl Iterator<Item = Played> {
        let view = self.view;
        self.moves.iter().filter_map(move |known| {
            let Known { count, halves, mark, .. } = *known;
            Some(Played { point: view.point(known.place)?, count, halves, mark })
        })
    }

    /// The same for one point; `None` if it was not played.
    pub fn played(&self, point: Point) -> Option<Played> {
        let place = self.view.place(point);
        let known = self.moves.iter().find(|known| known.place == place)?;
        let Known { count, halves, mark, .. } = *known;
        Some(Played { point, count, halves, mark })
    }
}

/// A move that was played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Where.
    pub point: Point,
    /// How often.
    pub count: u32,
    /// Two for each game that the player won, one for each whose winner is not
    /// known.
    pub halves: u32,
    /// Its annotation in a dictionary.
    pub mark: Mark,
}

impl Played {
    /// The share of the games that the player won.
    pub fn score(&self) -> f32 {
        self.halves as f32 / (2 * self.count.max(1)) as f32
    }
}
