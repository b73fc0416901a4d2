//! The root: deeper ply by ply, with what survives the filter.

use starboard_core::{MoveFilter, Value};

/// The moves of a root, and what searches them.
pub trait Contest {
    /// A move with what is known of it.
    type Candidate;

    /// Looks `plies` ahead after a move; `None` if the search had to stop.
    fn look(&mut self, candidate: &mut Self::Candidate, plies: u32) -> Option<()>;

    /// Ranks the first `alive` of the candidates, which were searched `plies` ahead, the
    /// best first.
    fn rank(&mut self, candidates: &mut [Self::Candidate], alive: usize, plies: u32);

    /// The value that a filter compares, in grid points.
    fn value(&self, candidate: &Self::Candidate) -> Value;
}

/// Decides between moves that were ranked by static evaluation: those that `filter`
/// keeps are searched at each ply at which it decides, and at the last. There are `unit`
/// grid points to a unit; at least `lines` moves are kept.
///
/// Moves that got further come before those that did not. A search that has to stop leaves
/// the ranking of the last ply that was completed.
pub fn contest<C: Contest, F: MoveFilter + ?Sized>(
    contest: &mut C,
    candidates: &mut [C::Candidate],
    plies: u32,
    filter: &F,
    (unit, lines): (i32, usize),
) {
    let mut alive = candidates.len();
    let mut ply = filter.next_ply(plies, 0);
    loop {
        if ply > 0 {
            let looked = candidates[..alive].iter_mut().try_for_each(|c| contest.look(c, ply));
            if looked.is_none() {
                return;
            }
            contest.rank(candidates, alive, ply);
        }
        if ply >= plies {
            return;
        }
        let values: Vec<_> = candidates[..alive].iter().map(|c| contest.value(c)).collect();
        let survivors = filter.survivors(plies, ply, &values, unit).unwrap_or(alive);
        alive = survivors.max(lines.max(1)).min(alive);
        if filter.is_settled(plies, ply, alive) {
            return;
        }
        ply = filter.next_ply(plies, ply + 1);
    }
}
