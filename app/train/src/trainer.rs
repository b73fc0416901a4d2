//! Training as an extension of a game's card.

use std::marker::PhantomData;

use starboard::AnyGame;
use starboard_core::Game;

use super::{Options, Plan, Summary, Trainee, train};

/// Finds the weights of an evaluation of the game that it is attached to, from games of an
/// engine against itself.
pub trait AnyTrainer: Send + Sync {
    /// The evaluator's name.
    fn name(&self) -> &str;

    /// Plays, fits and writes whatever is not yet in the folder.
    ///
    /// # Errors
    ///
    /// As [`train()`].
    fn train(
        &self,
        game: &dyn AnyGame,
        plan: &Plan,
        options: Options<'_>,
    ) -> anyhow::Result<Option<Summary>>;
}

/// What `starboard train` asks a game for.
pub type Trainer = Box<dyn AnyTrainer>;

/// The extension for a game whose evaluation `trainee` is.
pub fn trainer<G: Game>(trainee: impl Trainee<G> + 'static) -> Trainer {
    Box::new(Typed { trainee, game: PhantomData })
}

struct Typed<G, T> {
    trainee: T,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Trainee<G>> AnyTrainer for Typed<G, T> {
    fn name(&self) -> &str {
        self.trainee.name()
    }

    fn train(
        &self,
        game: &dyn AnyGame,
        plan: &Plan,
        options: Options<'_>,
    ) -> anyhow::Result<Option<Summary>> {
        let entry = game.entry::<G>().expect("the game that the trainer is attached to");
        train(entry, &self.trainee, plan, options)
    }
}
