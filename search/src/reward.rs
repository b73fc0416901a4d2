//! Rewards earned on the way: windows and values shifted by them. Does nothing at
//! all for games without rewards.

use starboard_core::{Bounds, Game, Value, Window};

/// What `m`, a move or an outcome of `game`, earns its mover.
#[inline(always)]
pub(crate) fn reward<G: Game>(game: &G, m: G::Move) -> Value {
    if G::REWARDS { game.reward(m) } else { Value::ZERO }
}

/// The window for the position after a move that earned `reward`.
#[inline(always)]
pub(crate) fn without<G: Game>(window: Window, reward: Value) -> Window {
    if G::REWARDS { window.without(reward) } else { window }
}

/// The value before a move that earned `reward`, from the one after it.
#[inline(always)]
pub(crate) fn with<G: Game>(value: Value, reward: Value) -> Value {
    if G::REWARDS { value + reward } else { value }
}

/// The same for bounds.
#[inline(always)]
pub(crate) fn bounds_with<G: Game>(bounds: Bounds, reward: Value) -> Bounds {
    if G::REWARDS { bounds.with(reward) } else { bounds }
}
