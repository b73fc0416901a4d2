//! What people type, in other words than those that options are written with.

use starboard_backgammon::{Dice, record::Action};
use starboard_core::Player;

/// The action with the cube that a word means, beside those that options are written with.
pub(super) fn meant(word: &str, doubled: bool) -> Option<Action> {
    match (word, doubled) {
        ("accept", true) => Some(Action::Take),
        ("pass" | "reject" | "refuse", true) => Some(Action::Drop),
        ("redouble", true) => Some(Action::Beaver),
        ("redouble", false) => Some(Action::Double),
        _ => None,
    }
}

/// Dice, with or without a blank between them.
pub(super) fn dice(text: &str) -> Option<Dice> {
    text.split_whitespace().collect::<String>().parse().ok()
}

/// The first roll of a game and who begins, in `31 first`.
pub(super) fn first(text: &str) -> Option<(Player, Dice)> {
    let (roll, player) = text.rsplit_once(char::is_whitespace)?;
    let player = [Player::First, Player::Second].into_iter().find(|p| p.to_string() == player)?;
    Some((player, dice(roll)?))
}
