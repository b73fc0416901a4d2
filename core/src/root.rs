//! Which root moves to search, and how many lines.

use crate::Value;

/// Which moves of the root to search, how many of them to value exactly, and
/// what each is worth on top of what a search finds; the
/// [`Limits`](crate::Limits) say how hard to try. The default is what most
/// callers want: the best of all moves.
///
/// None of this has any effect where the root is a chance node or the game is
/// over, nor in a search of depth 0.
///
/// ```
/// use starboard_core::{Root, Value};
/// let root = Root::of([3, 1]).with_lines(2).with_bonuses([(1, Value::new(5))]);
/// assert_eq!(root.among(vec![1, 2, 3]), [3, 1]);
/// assert_eq!([root.bonus(&1), root.bonus(&3)], [Value::new(5), Value::ZERO]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root<M> {
    /// The moves to search; all if `None`. They replace the game's own list, so
    /// ties are broken by their order. A move that is listed twice counts once.
    pub moves: Option<Vec<M>>,
    /// How many moves to value exactly, each with its line of play (*MultiPV*),
    /// in one search; of the others, it is enough to know that they are no
    /// better. 1 by default; 0 counts as 1.
    pub multipv: usize,
    /// What is added to the values of moves, in grid points for the mover of the
    /// root. A value plus its bonus must still be one a search [may
    /// use](Value::new). Moves that are not listed have none.
    pub bonuses: Vec<(M, Value)>,
}

impl<M> Default for Root<M> {
    fn default() -> Self {
        Self { moves: None, multipv: 1, bonuses: Vec::new() }
    }
}

impl<M> Root<M> {
    /// A search for the best of these moves.
    pub fn of(moves: impl Into<Vec<M>>) -> Self {
        Self { moves: Some(moves.into()), ..Self::default() }
    }

    /// A search for the best `multipv` of all moves.
    pub fn lines(multipv: usize) -> Self {
        Self { multipv, ..Self::default() }
    }

    /// The same, with `multipv` moves to be valued exactly.
    #[must_use]
    pub fn with_lines(self, multipv: usize) -> Self {
        Self { multipv, ..self }
    }

    /// The same, with these bonuses.
    #[must_use]
    pub fn with_bonuses(self, bonuses: impl Into<Vec<(M, Value)>>) -> Self {
        Self { bonuses: bonuses.into(), ..self }
    }

    /// Whether the value asked for is that of the position itself: of all its
    /// moves, and without bonuses.
    pub fn is_whole(&self) -> bool {
        self.moves.is_none() && self.bonuses.is_empty()
    }
}

impl<M: Copy + Eq + std::fmt::Debug> Root<M> {
    /// Of the `legal` moves of the root, those to search.
    ///
    /// # Panics
    ///
    /// If [`moves`](Self::moves) is empty or contains an illegal move: a bug in
    /// the caller.
    pub fn among(&self, legal: Vec<M>) -> Vec<M> {
        let Some(moves) = &self.moves else { return legal };
        let mut chosen = Vec::with_capacity(moves.len());
        for &m in moves {
            assert!(legal.contains(&m), "{m:?} is not a legal move of the root");
            if !chosen.contains(&m) {
                chosen.push(m);
            }
        }
        assert!(!chosen.is_empty(), "a search needs a move of the root to search");
        chosen
    }

    /// What is added to the value of `m`.
    pub fn bonus(&self, m: &M) -> Value {
        let own = self.bonuses.iter().find(|(other, _)| other == m);
        own.map_or(Value::ZERO, |&(_, bonus)| bonus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_all_moves_as_they_are() {
        let root = Root::default();
        assert_eq!(root.among(vec![2, 1]), [2, 1]);
        assert!(root.is_whole() && Root::<u8>::lines(7).is_whole());
        assert!(!Root::of([1]).is_whole());
        assert!(!root.with_bonuses([(1, Value::ZERO)]).is_whole());
    }

    #[test]
    fn a_move_that_is_named_twice_counts_once() {
        assert_eq!(Root::of([3, 1, 3]).among(vec![1, 2, 3]), [3, 1]);
    }

    #[test]
    #[should_panic(expected = "4 is not a legal move")]
    fn an_illegal_move_is_a_bug() {
        Root::of([3, 4]).among(vec![1, 2, 3]);
    }

    #[test]
    #[should_panic(expected = "needs a move")]
    fn no_move_is_a_bug() {
        Root::of([]).among(vec![1]);
    }
}
