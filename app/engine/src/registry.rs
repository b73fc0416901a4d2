//! The games that a program knows.

use std::sync::Arc;

use starboard_core::spec::hint;

use crate::{AnyGame, error::BadInput};

/// A list of games, each with its name. A copy is another list of the same games.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<Arc<dyn AnyGame>>,
}

impl Registry {
    /// No games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game, or replaces the one of the same name.
    #[must_use]
    pub fn with(mut self, game: impl Into<Box<dyn AnyGame>>) -> Self {
        let game: Arc<dyn AnyGame> = Arc::from(game.into());
        match self.games.iter().position(|other| other.name() == game.name()) {
            Some(place) => self.games[place] = game,
            None => self.games.push(game),
        }
        self
    }

    /// Adds games as [`with`](Self::with) does.
    #[must_use]
    pub fn with_all(self, games: impl IntoIterator<Item = Box<dyn AnyGame>>) -> Self {
        games.into_iter().fold(self, Self::with)
    }

    /// Replaces the default engine of a game, which searches it when none is
    /// described.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if there is no such game, or no such engine for it.
    ///
    /// # Panics
    ///
    /// If a copy of this list exists: it would go on with the old engine.
    pub fn with_default_engine(mut self, game: &str, description: &str) -> anyhow::Result<Self> {
        self.find(game)?;
        let same = |other: &&mut Arc<dyn AnyGame>| other.name().eq_ignore_ascii_case(game);
        let found = self.games.iter_mut().find(same).and_then(Arc::get_mut);
        found.expect("nobody else has the list yet").set_engine(description)?;
        Ok(self)
    }

    /// The games in the order they were added.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|game| &**game)
    }

    /// The game called `name`, in upper or lower case.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the games there are.
    pub fn find(&self, name: &str) -> anyhow::Result<&dyn AnyGame> {
        self.games().find(|game| game.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<_> = self.games().map(AnyGame::name).collect();
            let names = names.join(", ");
            let hint = hint(name, &names);
            BadInput::error(format!("there is no game {name:?}{hint}; there are: {names}"))
        })
    }

    /// The game called `name`, or all of them for `all`.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the games there are.
    pub fn select(&self, name: &str) -> anyhow::Result<Vec<&dyn AnyGame>> {
        if name.eq_ignore_ascii_case("all") {
            Ok(self.games().collect())
        } else {
            Ok(vec![self.find(name)?])
        }
    }
}
