//! Forced wins, as a game asks for them: mate by checks alone in Shogi, any
//! forced win elsewhere.

use starboard_core::{Game, Limits, Stop, TableTooLarge};
use starboard_search::proof::{AtLeast, Dfpn, Goal, ProofOptions, Solution};

/// Proves or disproves that the player to move can force the game's goal.
pub(crate) trait Prover<G: Game>: Send {
    /// Allocates the table now; otherwise the first call of [`solve`](Self::solve) does,
    /// and panics if it cannot.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    fn reserve(&mut self, root: &G) -> Result<(), TableTooLarge>;

    /// Answers the question about `root`, unless a limit is reached first.
    fn solve(&mut self, root: &G, limits: &Limits, stop: &Stop) -> Solution<G::Move>;
}

/// A goal, and how it is asked for.
pub(crate) struct Question<G: Game> {
    /// What is to be forced, in a few words.
    pub(crate) about: &'static str,
    make: Box<dyn Fn(ProofOptions) -> Box<dyn Prover<G>> + Send + Sync>,
}

impl<G: Game> Question<G> {
    /// Asks about the goal that `goal` gives for a position.
    ///
    /// Does not compile for a game with chance.
    pub(crate) fn new<L: Goal<G> + 'static>(about: &'static str, goal: fn(&G) -> L) -> Self {
        Self {
            about,
            make: Box::new(move |options| Box::new(Asked { goal, options, search: None })),
        }
    }

    /// Asks whether the player to move can force a win.
    pub(crate) fn win() -> Self {
        Self::new("a forced win", |_| AtLeast::win::<G>())
    }

    /// A search for the goal, with nothing remembered.
    pub(crate) fn prover(&self, options: ProofOptions) -> Box<dyn Prover<G>> {
        (self.make)(options)
    }
}

struct Asked<G: Game, L: Goal<G>> {
    goal: fn(&G) -> L,
    options: ProofOptions,
    search: Option<Dfpn<G, L>>,
}

impl<G: Game, L: Goal<G>> Asked<G, L> {
    fn search(&mut self, root: &G) -> &mut Dfpn<G, L> {
        self.search.get_or_insert_with(|| Dfpn::new((self.goal)(root), self.options))
    }
}

impl<G: Game, L: Goal<G>> Prover<G> for Asked<G, L> {
    fn reserve(&mut self, root: &G) -> Result<(), TableTooLarge> {
        self.search(root).reserve()
    }

    fn solve(&mut self, root: &G, limits: &Limits, stop: &Stop) -> Solution<G::Move> {
        let goal = (self.goal)(root);
        let search = self.search(root);
        search.goal = goal;
        search.solve(root, limits, stop)
    }
}
