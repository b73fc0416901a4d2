//! Positions for benchmarks.

use starboard_core::Game;

use crate::Go;

/// 24 positions on 9x9 with 8 to 31 stones, made by seeded random play.
///
/// ```
/// assert_eq!(starboard_go::positions().count(), 24);
/// ```
pub fn positions() -> impl Iterator<Item = Go> {
    let lines = include_str!("positions.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Go::parse(line).expect("the file holds positions"))
}

#[cfg(test)]
mod tests {
    use starboard_core::Node;

    use super::*;

    #[test]
    fn the_positions_can_be_played_on() {
        let mut all: Vec<_> = positions().collect();
        assert!(all.iter().all(|game| game.node() == Node::Decision));
        all.sort_by_key(Game::key);
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
