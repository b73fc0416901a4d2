//! Which moves a cheap first opinion leaves.

/// Moves that are always left.
const FEW: usize = 5;

/// How many of `moves` a first opinion leaves: five, and one more each time that their number
/// doubles.
pub fn shortlisted(moves: usize) -> usize {
    FEW + moves.checked_ilog2().unwrap_or(0) as usize
}

/// Leaves of `rated` the [few](shortlisted) that look best, none of them looking worse than
/// `floor` makes of the best look. Their order is not that of their looks; it depends on
/// `rated` alone.
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
    let Some(best) = rated.iter().map(|(look, _)| *look).reduce(|a, b| if b > a { b } else { a })
    else {
        return;
    };
    let floor = floor(best);
    rated.retain(|(look, _)| *look >= floor);
}
