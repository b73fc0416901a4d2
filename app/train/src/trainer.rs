//! Training as an extension of a game's card.

use std::marker::PhantomData;

use starboard::AnyGame;
use starboard_core::Game;
use starboard_network::Features;

use super::{FitOptions, Options, Plan, Summary, Trainee, network, train};

/// Finds the weights of an evaluation of the game that it is attached to, from games of an
/// engine against itself.
pub trait AnyTrainer: Send + Sync {
    /// The evaluator's name.
    fn name(&self) -> &str;

    /// The file of the weights.
    fn file(&self) -> &str {
        "weights.json"
    }

    /// How the weights are fitted by default.
    fn defaults(&self) -> FitOptions {
        FitOptions::default()
    }

    /// Does what is not yet done in the folder: plays the games, fits the weights and writes
    /// the files.
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

/// The evaluations of a game that `starboard train` can train, the default one first: an
/// extension of the game's card.
#[derive(Default)]
pub struct Trainers(Vec<Box<dyn AnyTrainer>>);

impl Trainers {
    /// Adds an evaluation that is a weighted sum of what it counts.
    #[must_use]
    pub fn terms<G: Game>(mut self, trainee: impl Trainee<G> + 'static) -> Self {
        self.0.push(Box::new(Typed { trainee, game: PhantomData }));
        self
    }

    /// Adds a network over these features, which the game has as the evaluator `net`.
    #[must_use]
    pub fn network<G: Game>(mut self, features: impl Features<G>) -> Self {
        self.0.push(Box::new(Networked { features, game: PhantomData }));
        self
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &dyn AnyTrainer> {
        self.0.iter().map(|trainer| &**trainer)
    }
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

struct Networked<G, F> {
    features: F,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, F: Features<G>> AnyTrainer for Networked<G, F> {
    fn name(&self) -> &str {
        network::NAME
    }

    fn file(&self) -> &str {
        network::FILE
    }

    fn defaults(&self) -> FitOptions {
        network::defaults()
    }

    fn train(
        &self,
        game: &dyn AnyGame,
        plan: &Plan,
        options: Options<'_>,
    ) -> anyhow::Result<Option<Summary>> {
        let entry = game.entry::<G>().expect("the game that the trainer is attached to");
        network::train(entry, &self.features, plan, options)
    }
}
