//! The history of a position, as far as superko needs it.

use starboard_core::mix;

use crate::{Color, Move, Point};

/// The positions of a game so far, the present one last.
#[derive(Clone, Debug)]
pub(crate) struct History(Vec<Entry>);

/// A position that was on the board, and what led to it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry {
    /// The hashes of the stones of each colour.
    hash: [u64; 2],
    /// How many stones there are.
    stones: u16,
    /// The most stones in any position up to this one.
    most: u16,
    /// The move that led here; `None` for the start and for a null move.
    pub(crate) made: Option<Move>,
    /// Who was to move before it, how many passes had come before it, and
    /// where ko forbade playing.
    pub(crate) mover: Color,
    pub(crate) passes: u8,
    pub(crate) ko: Option<Point>,
}

impl History {
    /// A game that begins with these stones, as if `mover` had made the last move.
    pub(crate) fn new(hash: [u64; 2], stones: usize, mover: Color) -> Self {
        let stones = stones as u16;
        Self(vec![Entry { hash, stones, most: stones, made: None, mover, passes: 0, ko: None }])
    }

    /// How many positions there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The present position.
    #[inline]
    pub(crate) fn now(&self) -> &Entry {
        self.0.last().expect("the start is never taken away")
    }

    /// Adds a position with as many stones as given.
    #[inline]
    pub(crate) fn push(&mut self, hash: [u64; 2], stones: u16, from: Entry) {
        let most = self.now().most.max(stones);
        self.0.push(Entry { hash, stones, most, ..from });
    }

    /// How many stones are on the board.
    #[inline]
    pub(crate) fn stones(&self) -> u16 {
        self.now().stones
    }

    /// Takes the present position away; `None` if it is the start.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        if self.0.len() == 1 { None } else { self.0.pop() }
    }

    /// Whether a position with this many stones may have been on the board.
    #[inline]
    pub(crate) fn may_contain(&self, stones: u16) -> bool {
        stones <= self.now().most
    }

    /// Whether these stones have been on the board before; if a mover is given, after a move by
    /// that player.
    pub(crate) fn contains(&self, hash: [u64; 2], mover: Option<Color>) -> bool {
        let fits = |entry: &Entry| mover.is_none_or(|mover| entry.mover == mover);
        self.0.iter().any(|entry| entry.hash == hash && fits(entry))
    }

    /// A hash of the earlier positions of the stones other than the present one, whatever
    /// their order; 0 if there are none. With `movers`, the same stones count separately
    /// for each player whose move led to them.
    pub(crate) fn past(&self, movers: bool) -> u64 {
        let mover = |entry: &Entry| if movers { entry.mover.index() as u64 + 1 } else { 0 };
        let hash = |entry: &Entry| {
            let [black, white] = entry.hash;
            mix(mix(black ^ mover(entry)) ^ white)
        };
        let now = hash(self.now());
        let mut before: Vec<_> = self.0.iter().map(hash).filter(|&hash| hash != now).collect();
        before.sort_unstable();
        before.dedup();
        before.into_iter().fold(0, |sum, hash| mix(sum ^ hash))
    }

    /// Sets who is taken to have made the last move, if the game has only begun.
    pub(crate) fn set_first(&mut self, mover: Color) {
        if let [start] = &mut *self.0 {
            start.mover = mover;
        }
    }

    /// The moves so far, with the colour that made each.
    pub(crate) fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + '_ {
        self.0[1..].iter().filter_map(|entry| Some((entry.mover, entry.made?)))
    }

    /// The stones played last, the most recent first, back to the last pass or capture.
    pub(crate) fn last_stones(&self) -> impl Iterator<Item = (Color, Point)> + '_ {
        self.0.windows(2).rev().map_while(|pair| {
            let point = pair[1].made?.point()?;
            (pair[1].stones == pair[0].stones + 1).then_some((pair[1].mover, point))
        })
    }

    /// The same with the colours exchanged.
    pub(crate) fn turned(&self) -> Self {
        let turned = |entry: &Entry| Entry {
            hash: [entry.hash[1], entry.hash[0]],
            mover: entry.mover.other(),
            ..*entry
        };
        Self(self.0.iter().map(turned).collect())
    }
}

impl Entry {
    /// What led from a position to the next.
    #[inline]
    pub(crate) fn step(made: Option<Move>, mover: Color, passes: u8, ko: Option<Point>) -> Self {
        Self { hash: [0; 2], stones: 0, most: 0, made, mover, passes, ko }
    }
}
