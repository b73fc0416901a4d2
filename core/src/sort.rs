//! Sorting lists that are sorted rarely, at little cost in code.

/// Sorts `items` by `rank`, the highest first; equals keep their order.
///
/// Does what `sort_by_key` of the standard library does. That is faster, but is compiled anew,
/// a thousand lines of it, for each type and each key; this one is for lists that a search
/// sorts once per iteration or once per answer, in code that is compiled for every game.
///
/// ```
/// let mut words = ["go", "chess", "shogi", "nim"];
/// starboard_core::sort_by_rank(&mut words, |word| (word.len() as i64, 0));
/// assert_eq!(words, ["chess", "shogi", "nim", "go"]);
/// ```
pub fn sort_by_rank<T>(items: &mut [T], rank: impl FnMut(&T) -> (i64, i64)) {
    let order = places_by_rank(&items.iter().map(rank).collect::<Vec<_>>());
    for i in 0..items.len() {
        // What belongs here, unless it was swapped away to make room for an earlier one.
        let mut from = order[i];
        while from < i {
            from = order[from];
        }
        items.swap(i, from);
    }
}

/// The places of the ranks, the highest first.
fn places_by_rank(ranks: &[(i64, i64)]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..ranks.len()).collect();
    places.sort_by_key(|&i| std::cmp::Reverse(ranks[i]));
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(ranks in prop::collection::vec((-3i64..3, -2i64..2), 0..40)) {
            let mut items: Vec<_> = ranks.iter().copied().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(rank, _): &((i64, i64), i32)| std::cmp::Reverse(rank));
            super::sort_by_rank(&mut items, |&(rank, _)| rank);
            prop_assert_eq!(items, expected);
        }
    }
}
