//! A player of Go for the [protocol](crate::gtp).

use crate::{
    Go, Points, Selection, Selector,
    gtp::{Choice, Clock, Mind},
};

/// Plays what a [`Selector`] selects.
#[derive(Debug, Default)]
pub struct Player {
    selector: Selector,
    last: Option<Selection>,
}

impl Player {
    /// Plays with this selector.
    pub const fn new(selector: Selector) -> Self {
        Self { selector, last: None }
    }

    /// How the last move was found.
    pub const fn last(&self) -> Option<&Selection> {
        self.last.as_ref()
    }
}

impl Mind for Player {
    fn choose(
        &mut self,
        game: &Go,
        clock: &Clock,
        allowed: Option<&Points>,
    ) -> Result<Choice, String> {
        let time = clock.budget(game.color(), game.size().points());
        let selection = self.selector.select_within(game, allowed, time);
        let best = selection.best;
        self.last = Some(selection);
        Ok(Choice::Move(best))
    }

    fn forget(&mut self) {
        self.last = None;
    }
}
