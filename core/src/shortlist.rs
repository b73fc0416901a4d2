//! Which moves remain after cheap estimates.

/// Moves that always remain.
const FEW: usize = 5;

/// How many of `moves` remain after cheap estimates: five, and one more each time their
/// number doubles.
pub fn shortlisted(moves: usize) -> usize {
    FEW + moves.checked_ilog2().unwrap_or(0) as usize
}

/// Keeps the [few](shortlisted) entries of `rated` with the highest estimates, except those
/// below what `floor` makes of the highest; a list that is no longer stays as it is. Their
/// order is not that of the estimates; it depends on `rated` alone.
///
/// This is GNU Backgammon's rule for its pruning networks.
///
/// ```
/// let mut rated: Vec<(i32, char)> = (0..16).zip('a'..).collect();
/// starboard_core::shorten(&mut rated, |best| best - 6);
/// let mut left: Vec<char> = rated.into_iter().map(|(_, m)| m).collect();
/// left.sort();
/// assert_eq!(left, ['j', 'k', 'l', 'm', 'n', 'o', 'p']);
/// ```
pub fn shorten<K: Copy + PartialOrd, M>(rated: &mut Vec<(K, M)>, floor: impl FnOnce(K) -> K) {
    let most = shortlisted(rated.len());
    if rated.len() <= most {
        return;
    }
    let order = |a: &(K, M), b: &(K, M)| b.0.partial_cmp(&a.0).unwrap_or(std::cmp::Ordering::Equal);
    rated.select_nth_unstable_by(most, order);
    rated.truncate(most);
    let best = rated.iter().map(|(rating, _)| *rating);
    let Some(best) = best.reduce(|a, b| if b > a { b } else { a }) else { return };
    let floor = floor(best);
    rated.retain(|(rating, _)| *rating >= floor);
}
