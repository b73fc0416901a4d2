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

    /// How the weights are fitted unless somebody wants it otherwise.
    fn defaults(&self) -> FitOptions {
        FitOptions::default()
    }

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

/// What `starboard train` asks a game for: the evaluations whose weights it can find, the
/// usual one first.
#[derive(Default)]
pub struct Trainers(Vec<Box<dyn AnyTrainer>>);

impl Trainers {
    /// Adds an evaluation that adds up what it counts.
    #[must_use]
    pub fn terms<G: Game>(mut self, trainee: impl Trainee<G> + 'static) -> Self {
        self.0.push(Box::new(Typed { trainee, game: PhantomData }));
        self
    }

    /// Adds a network over these features, which the game evaluates by as `net`.
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
