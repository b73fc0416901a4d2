//! Positions to measure with, made by self-play.

use starboard_core::Game;

use crate::Shogi;

/// 397 positions after 24 moves that are close to even, to begin games with.
///
/// ```
/// assert_eq!(starboard_shogi::openings().count(), 397);
/// ```
pub fn openings() -> impl Iterator<Item = Shogi> {
    listed(include_str!("openings.txt"))
}

/// 156 positions from the middle of games, to search.
///
/// ```
/// assert_eq!(starboard_shogi::middle_games().count(), 156);
/// ```
pub fn middle_games() -> impl Iterator<Item = Shogi> {
    listed(include_str!("middle_games.txt"))
}

/// One position per line; lines that begin with `#` are comments.
fn listed(text: &'static str) -> impl Iterator<Item = Shogi> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Shogi::parse(line).expect("the file holds positions"))
}

#[cfg(test)]
mod tests {
    use starboard_core::Node;

    use super::*;

    #[test]
    fn the_positions_can_be_played_on() {
        let mut all: Vec<_> = openings().chain(middle_games()).collect();
        let count = all.len();
        assert!(all.iter().all(|game| game.node() == Node::Decision));
        all.sort_by_key(Game::key);
        all.dedup();
        assert!(all.len() + 10 > count, "{} of {count} are different", all.len());
    }
}
