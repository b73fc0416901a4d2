//! Ranks for move ordering: a score and a place packed into a number that sorts by
//! score, then by the game's order. No two moves have the same rank, so the order
//! does not depend on how the ranks are sorted.

use std::cmp::Reverse;

/// How many moves are picked one by one; after these the rest is sorted at once.
const PICKED: usize = 4;

/// The rank of a move with this score at this place, below 2^16, in the game's
/// order.
#[inline(always)]
fn rank(score: i64, place: usize) -> i64 {
    score << 16 | (i64::from(u16::MAX) - place as i64)
}

/// Appends the ranks of moves with these scores, in the game's order. The move at
/// place `first` goes before all others.
#[inline]
pub(crate) fn pack(scores: &[i32], first: Option<u16>, ranks: &mut Vec<i64>) {
    let start = ranks.len();
    ranks.extend(scores.iter().enumerate().map(|(place, &score)| rank(score.into(), place)));
    if let Some(first) = first.map(usize::from)
        && let Some(best) = ranks[start..].get_mut(first)
    {
        *best = rank(1 << 32, first);
    }
}

/// The place of the move in the game's order.
#[inline]
pub(crate) fn place(rank: i64) -> usize {
    usize::from(u16::MAX - rank as u16)
}

/// The score of the move; the highest possible for one put first.
#[inline]
pub(crate) fn score(rank: i64) -> i32 {
    (rank >> 16).min(i32::MAX.into()) as i32
}

/// Puts the `i`th best of `ranks` at index `i`, and returns the place of its move.
/// Call with `i` from 0 upwards.
#[inline]
pub(crate) fn pick(ranks: &mut [i64], i: usize) -> Option<usize> {
    let rest = ranks.get_mut(i..)?;
    if i < PICKED {
        // Branchless: which move is best cannot be predicted.
        let (mut best, mut rank) = (0, *rest.first()?);
        for (j, &other) in rest.iter().enumerate().skip(1) {
            best = if other > rank { j } else { best };
            rank = rank.max(other);
        }
        rest.swap(0, best);
    } else if i == PICKED {
        rest.sort_unstable_by_key(|&rank| Reverse(rank));
    }
    rest.first().map(|&rank| place(rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(scores: &[i32], first: Option<u16>, order: &[usize]) {
        let mut ranks = vec![7];
        pack(scores, first, &mut ranks);
        assert_eq!(ranks.remove(0), 7);
        let found: Vec<_> = (0..).map_while(|i| pick(&mut ranks, i)).collect();
        assert_eq!(found, order);
        assert_eq!(ranks.into_iter().map(place).collect::<Vec<_>>(), order);
    }

    #[test]
    fn by_score_then_by_place() {
        check(&[], None, &[]);
        check(&[0, 5, -1, 5, 9, 0, 0, 7, 0], Some(2), &[2, 4, 7, 1, 3, 0, 5, 6, 8]);
        check(&[0, 5, -1, 5, 9, 0, 0, 7, 0], None, &[4, 7, 1, 3, 0, 5, 6, 8, 2]);
        check(&[i32::MIN, i32::MAX], Some(0), &[0, 1]);
    }
}
