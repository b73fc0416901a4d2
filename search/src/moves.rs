//! Reusable lists of moves, handed out best first.

use crate::rank;

/// A move list with an order. It is cleared and refilled, and never reallocated
/// once it has grown.
#[derive(Clone, Debug)]
pub(crate) struct MoveList<M> {
    /// The moves, in the game's order.
    pub(crate) moves: Vec<M>,
    /// Their scores, if any.
    pub(crate) scores: Vec<i32>,
    /// Scores and places, if the list is ranked.
    ranks: Vec<i64>,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), scores: Vec::new(), ranks: Vec::new() }
    }
}

impl<M: Copy> MoveList<M> {
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.ranks.clear();
    }

    /// Sets every score to 0, for heuristics to add to.
    pub(crate) fn zero_scores(&mut self) {
        self.scores.clear();
        self.scores.resize(self.moves.len(), 0);
    }

    /// Ranks the moves by their scores; a list that is not ranked keeps the game's
    /// order. The move at place `first` of the game's order goes before all others.
    pub(crate) fn rank(&mut self, first: Option<u16>) {
        self.ranks.clear();
        self.scores.resize(self.moves.len(), 0);
        rank::pack(&self.scores, first, &mut self.ranks);
    }

    /// The `i`th move to search and its place in the game's order. Call with
    /// `i` from 0 upwards.
    #[inline]
    pub(crate) fn get(&mut self, i: usize) -> Option<(u16, M)> {
        let place = if self.ranks.is_empty() { i } else { rank::pick(&mut self.ranks, i)? };
        Some((place as u16, *self.moves.get(place)?))
    }
}

/// Lists that are not in use, kept so that no node has to allocate.
#[derive(Debug)]
pub(crate) struct Pool<T>(Vec<T>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Default> Pool<T> {
    pub(crate) fn take(&mut self) -> T {
        self.0.pop().unwrap_or_default()
    }

    pub(crate) fn give(&mut self, list: T) {
        self.0.push(list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_out_by_score_then_by_place() {
        let mut list = MoveList { moves: (0..9).collect(), ..MoveList::default() };
        list.scores = vec![0, 5, -1, 5, 9, 0, 0, 7, 0];
        list.rank(Some(2));
        let order: Vec<i32> = (0..).map_while(|i| list.get(i).map(|(_, m)| m)).collect();
        assert_eq!(order, [2, 4, 7, 1, 3, 0, 5, 6, 8]);
        list.clear();
        list.moves.extend([3, 1, 2]);
        let order: Vec<_> = (0..).map_while(|i| list.get(i)).collect();
        assert_eq!(order, [(0, 3), (1, 1), (2, 2)], "unranked");
        list.rank(Some(1));
        assert_eq!(list.get(0), Some((1, 1)), "ranked without scores");
    }
}
