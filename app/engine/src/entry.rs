//! The card of a game: everything that searches, and the programs that use them, need to
//! know about it.

mod part;

use starboard_core::{
    Evaluator, Game, Heuristic, NotationError, Policy, Quiescence, Value,
    spec::{Args, Param, SpecError},
};
use starboard_search::{
    proof::Goal,
    registry::{self, Algorithm},
};

pub(crate) use self::part::Part;
use crate::{Extensions, prover::Question};

/// A game, its evaluators and whatever else helps to play and test it.
///
/// Built step by step; a name and a start are enough.
///
/// ```
/// use starboard::{GameEntry, Registry};
/// use starboard_core::testing::{HashEval, RandomTree};
///
/// let tree = GameEntry::with_chance("tree", "Makes itself up", RandomTree::<true>::new(7))
///     .evaluator("hash", "makes values up by hashing", HashEval::default())
///     .engine("star2(depth=2)");
/// let games = Registry::new().with(tree);
/// assert!(games.find("tree").is_ok());
/// ```
pub struct GameEntry<G: Game> {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) start: G,
    evaluators: Vec<Part<dyn Evaluator<G>>>,
    /// The evaluator of a game that has been given none.
    zero: [Part<dyn Evaluator<G>>; 1],
    pub(crate) orders: Vec<Part<dyn Heuristic<G>>>,
    pub(crate) quiescence: Option<Part<dyn Quiescence<G>>>,
    pub(crate) policy: Option<Part<dyn Policy<G>>>,
    pub(crate) positions: Vec<G>,
    pub(crate) algorithms: Vec<Algorithm<G>>,
    pub(crate) notation: String,
    pub(crate) engine: String,
    pub(crate) default_depths: DefaultDepths,
    pub(crate) rolls_alternate: bool,
    pub(crate) openings: Vec<G>,
    pub(crate) payoff: Payoff,
    pub(crate) question: Option<Question<G>>,
    pub(crate) extensions: Extensions,
    /// Former names of parts, each with the current one.
    renamed: Vec<(String, String)>,
}

/// How the result of a game counts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Payoff {
    /// A win, a draw or a loss: 1, ½ or 0.
    #[default]
    Outcome,
    /// The value of the final position, in units of the game: a gammon counts two.
    Units,
    /// What a player earns in a one-player game, in units of the game: each player plays
    /// one game of every pair, with the same opening and the same dice.
    Score,
}

/// How deep the commands search a game by default.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct DefaultDepths {
    /// The depth at which `analyse` searches, in moves.
    pub analyse: u32,
    /// The depth at which `compare` searches with algorithms that return the
    /// value of minimax.
    pub compare: u32,
    /// The most positions that `compare` searches, chosen from the game's.
    pub compare_positions: usize,
    /// The nodes that `compare` gives to algorithms that do not return it.
    pub compare_nodes: u64,
    /// The depth at which `bench` searches.
    pub bench: u32,
    /// The deepest search that `verify` checks.
    pub verify: u32,
}

impl Default for DefaultDepths {
    fn default() -> Self {
        Self {
            analyse: 3,
            compare: 2,
            compare_positions: 20,
            compare_nodes: 10_000,
            bench: 2,
            verify: 3,
        }
    }
}

impl<G: Game> GameEntry<G> {
    /// A game without chance: alpha-beta and its variants can search it.
    ///
    /// Does not compile for a game with chance.
    pub fn new(name: impl Into<String>, about: impl Into<String>, start: G) -> Self {
        const { assert!(!G::CHANCE, "this game has chance nodes: use GameEntry::with_chance") };
        let mut algorithms = registry::deterministic();
        // A player who earns rewards on the way need not win in the end, so there is
        // nothing to prove.
        let question = (!G::REWARDS && !G::SOLO).then(Question::win);
        algorithms.retain(|algorithm| algorithm.name != "df-pn" || question.is_some());
        Self { question, ..Self::with_algorithms(name, about, start, algorithms) }
    }

    /// A game with dice, cards or other chance: expectimax and its variants can search it.
    ///
    /// Does not compile for a game without chance.
    pub fn with_chance(name: impl Into<String>, about: impl Into<String>, start: G) -> Self {
        const { assert!(G::CHANCE, "this game has no chance nodes: use GameEntry::new") };
        Self::with_algorithms(name, about, start, registry::stochastic())
            .default_depths(DefaultDepths { analyse: 2, ..DefaultDepths::default() })
    }

    fn with_algorithms(
        name: impl Into<String>,
        about: impl Into<String>,
        start: G,
        algorithms: Vec<Algorithm<G>>,
    ) -> Self {
        let favourite = ["star2", "alpha-beta"].into_iter();
        let engine = favourite.chain(algorithms.first().map(|a| a.name));
        let engine = engine.into_iter().find(|name| algorithms.iter().any(|a| a.name == *name));
        Self {
            name: name.into(),
            about: about.into(),
            positions: vec![start.clone()],
            start,
            evaluators: Vec::new(),
            zero: [Part::of("zero", "every position has the value 0", Box::new(Zero))],
            orders: Vec::new(),
            quiescence: None,
            policy: None,
            engine: format!("{} + tt(mb=16)", engine.unwrap_or_default()),
            algorithms,
            notation: String::from("none of its own: only the start can be searched"),
            default_depths: DefaultDepths::default(),
            rolls_alternate: false,
            openings: Vec::new(),
            payoff: if G::SOLO { Payoff::Score } else { Payoff::Outcome },
            question: None,
            extensions: Extensions::default(),
            renamed: vec![("level".to_owned(), "zero".to_owned())],
        }
    }

    /// Adds an evaluator; descriptions of engines refer to it by `name`, as in
    /// `alpha-beta + name`. The first one added is the default.
    #[must_use]
    pub fn evaluator(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        evaluator: impl Evaluator<G> + 'static,
    ) -> Self {
        self.evaluators.push(Part::of(name, about, Box::new(evaluator)));
        self
    }

    /// Adds an evaluator that takes milliseconds per position: `verify` leaves it out,
    /// unless it is the first.
    #[must_use]
    pub fn slow_evaluator(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        evaluator: impl Evaluator<G> + 'static,
    ) -> Self {
        self.evaluators.push(Part::of(name, about, Box::new(evaluator) as _).slow());
        self
    }

    /// Adds an evaluator with arguments, as in `alpha-beta + name(weights=FILE)`: `read`
    /// makes the evaluator from them, and `params` declares them.
    ///
    /// # Panics
    ///
    /// If `read` needs an argument: each must have a default.
    #[must_use]
    pub fn evaluator_with<E: Evaluator<G> + 'static>(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        params: &'static [Param],
        read: impl Fn(&mut Args) -> Result<E, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let read = move |args: &mut Args| Ok(Box::new(read(args)?) as Box<dyn Evaluator<G>>);
        self.evaluators.push(Part::read(name, about, params, read));
        self
    }

    /// Adds an ordering that only this game has; descriptions of engines refer to it by
    /// `name`, as in `alpha-beta + name`.
    #[must_use]
    pub fn order(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        order: impl Heuristic<G> + 'static,
    ) -> Self {
        self.orders.push(Part::of(name, about, Box::new(order)));
        self
    }

    /// Adds an ordering with arguments, as in `alpha-beta + name(x=1)`: `read` makes the
    /// ordering from them, and `params` declares them.
    ///
    /// # Panics
    ///
    /// If `read` needs an argument: each must have a default.
    #[must_use]
    pub fn order_with<H: Heuristic<G> + 'static>(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        params: &'static [Param],
        read: impl Fn(&mut Args) -> Result<H, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let read = move |args: &mut Args| Ok(Box::new(read(args)?) as Box<dyn Heuristic<G>>);
        self.orders.push(Part::read(name, about, params, read));
        self
    }

    /// Sets the quiescence, which says which positions are too noisy to evaluate, for the
    /// option `quiescence` of an algorithm. A description that names it as a part, as in
    /// `alpha-beta + name`, switches that option on.
    #[must_use]
    pub fn quiescence(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        quiescence: impl Quiescence<G> + 'static,
    ) -> Self {
        self.quiescence = Some(Part::of(name, about, Box::new(quiescence)));
        self
    }

    /// Sets a quiescence with arguments, as in `alpha-beta + name(x=1)`: `read` makes it
    /// from them, and `params` declares them.
    ///
    /// # Panics
    ///
    /// If `read` needs an argument: each must have a default.
    #[must_use]
    pub fn quiescence_with<Q: Quiescence<G> + 'static>(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        params: &'static [Param],
        read: impl Fn(&mut Args) -> Result<Q, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let read = move |args: &mut Args| Ok(Box::new(read(args)?) as Box<dyn Quiescence<G>>);
        self.quiescence = Some(Part::read(name, about, params, read));
        self
    }

    /// Sets the policy, which says how promising each move is before any search. In an
    /// engine whose description names it as a part, as in `mcts + name`, it guides how
    /// simulations are distributed.
    #[must_use]
    pub fn policy(
        mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        policy: impl Policy<G> + 'static,
    ) -> Self {
        self.policy = Some(Part::of(name, about, Box::new(policy)));
        self
    }

    /// Adds a search that only this game has; descriptions of engines refer to it by its
    /// name, like any other algorithm. It replaces an algorithm of the same name.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm<G>) -> Self {
        match self.algorithms.iter_mut().find(|other| other.name == algorithm.name) {
            Some(other) => *other = algorithm,
            None => self.algorithms.push(algorithm),
        }
        self
    }

    /// The positions that `compare` and `bench` search, and from which the games of
    /// `verify` begin; by default the start alone.
    #[must_use]
    pub fn positions(mut self, positions: impl IntoIterator<Item = G>) -> Self {
        self.positions = positions.into_iter().collect();
        self
    }

    /// How positions are written, in one line, with an example.
    #[must_use]
    pub fn notation(mut self, notation: impl Into<String>) -> Self {
        self.notation = notation.into();
        self
    }

    /// The default engine: the strongest, for every command and protocol.
    /// By default, `star2` or `alpha-beta` with a table.
    #[must_use]
    pub fn engine(mut self, description: impl Into<String>) -> Self {
        self.engine = description.into();
        self
    }

    /// How deep to search by default.
    #[must_use]
    pub fn default_depths(mut self, depths: DefaultDepths) -> Self {
        self.default_depths = depths;
        self
    }

    /// Declares that each move is followed by one roll and each roll by one move, until the
    /// game ends. Then a depth in moves is also shown as the *-Minimax paper counts it,
    /// rolls included. `verify` checks that it holds.
    #[must_use]
    pub fn rolls_alternate(mut self) -> Self {
        self.rolls_alternate = G::CHANCE;
        self
    }

    /// The positions that the games of a match begin with; without any, a game
    /// without chance begins with a few random moves.
    #[must_use]
    pub fn openings(mut self, openings: impl IntoIterator<Item = G>) -> Self {
        self.openings = openings.into_iter().collect();
        self
    }

    /// How the result of a game in a match counts; by default as a win, a draw or a loss.
    #[must_use]
    pub fn payoff(mut self, payoff: Payoff) -> Self {
        self.payoff = payoff;
        self
    }

    /// Keeps the `former` name of a part that is now called `name`, so that older
    /// descriptions still work.
    #[must_use]
    pub fn renamed(mut self, former: impl Into<String>, name: impl Into<String>) -> Self {
        self.renamed.push((former.into(), name.into()));
        self
    }

    /// Attaches what a tool needs to know about the game beyond its card: a value of a type
    /// that the tool declares, of which a game has one at most.
    #[must_use]
    pub fn with<X: Send + Sync + 'static>(mut self, extension: X) -> Self {
        self.extensions.insert(extension);
        self
    }

    /// The extension of this type, if one was [attached](Self::with).
    pub fn extension<X: 'static>(&self) -> Option<&X> {
        self.extensions.get()
    }

    /// Sets what `solve`, and USI's `go mate`, tries to prove: a few words about it, and
    /// the goal for a position; by default any forced win.
    ///
    /// Does not compile for a game with chance.
    #[must_use]
    pub fn goal<L: Goal<G> + 'static>(mut self, about: &'static str, goal: fn(&G) -> L) -> Self {
        self.question = Some(Question::new(about, goal));
        self
    }

    /// What the game is called on the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description of the default engine.
    pub fn usual_engine(&self) -> &str {
        &self.engine
    }

    /// The position a game begins with.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// A copy of the evaluator called `name`, or of the first one.
    pub fn fresh_evaluator(&self, name: Option<&str>) -> Option<Box<dyn Evaluator<G>>> {
        let name = name.map(|name| self.current_name(name));
        let wanted = |part: &&Part<dyn Evaluator<G>>| name.is_none_or(|name| part.name == name);
        self.evaluators().iter().find(wanted).map(Part::fresh)
    }

    /// A copy of the game's quiescence, if it has one.
    pub fn fresh_quiescence(&self) -> Option<Box<dyn Quiescence<G>>> {
        self.quiescence.as_ref().map(Part::fresh)
    }

    /// A copy of the first ordering that only this game has.
    pub fn fresh_order(&self) -> Option<Box<dyn Heuristic<G>>> {
        self.orders.first().map(Part::fresh)
    }

    /// The current name of a part, given that or a former one.
    pub(crate) fn current_name<'a>(&'a self, name: &'a str) -> &'a str {
        if self.evaluators.iter().any(|part| part.name == name) {
            return name;
        }
        let renamed = self.renamed.iter().find(|(former, _)| former == name);
        renamed.map_or(name, |(_, now)| now)
    }

    /// The evaluators, the default first; there is always one.
    pub(crate) fn evaluators(&self) -> &[Part<dyn Evaluator<G>>] {
        if self.evaluators.is_empty() { &self.zero } else { &self.evaluators }
    }
}

/// The value 0 for every position of any game.
#[derive(Copy, Clone)]
struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&mut self, _: &G) -> Value {
        Value::ZERO
    }
}

/// Reads positions written one per line; empty lines and lines that begin with `#` are
/// skipped.
///
/// # Errors
///
/// What is wrong with the first line that is not a position, and its number.
pub fn read_positions<G: Game>(text: &str) -> Result<Vec<G>, LineError> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| G::parse(text).map_err(|error| LineError { line, error }))
        .collect()
}

/// A line that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct LineError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: NotationError,
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::{HashEval, Knowledge, RandomTree};

    use super::*;

    #[test]
    fn the_first_evaluator_is_the_default() {
        let entry = GameEntry::new("tree", "", RandomTree::<false>::new(1))
            .evaluator("loose", "", HashEval(Knowledge::Nothing))
            .evaluator("tight", "", HashEval(Knowledge::Tight));
        let wide = |name| entry.fresh_evaluator(name).map(|e| e.bounds(entry.start()));
        assert_eq!(wide(None), wide(Some("loose")));
        assert_ne!(wide(None), wide(Some("tight")));
        assert_eq!(wide(Some("other")), None);
    }

    #[test]
    fn parts_keep_their_former_names() {
        let entry = GameEntry::new("tree", "", RandomTree::<false>::new(1));
        assert!(entry.fresh_evaluator(Some("zero")).is_some());
        assert!(entry.fresh_evaluator(Some("level")).is_some());
        let entry = entry
            .evaluator("loose", "", HashEval(Knowledge::Nothing))
            .evaluator("level", "", HashEval(Knowledge::Tight))
            .quiescence("noisy", "", ())
            .renamed("restless", "noisy")
            .renamed("wide", "loose");
        assert_eq!(entry.current_name("level"), "level");
        for description in ["alpha-beta + restless + wide", "alpha-beta + eval(name=wide)"] {
            let engine = crate::Engine::new(&entry, description);
            assert!(engine.is_ok(), "{description}: {:?}", engine.err());
        }
    }

    #[test]
    fn positions_are_read_from_lines() {
        let tree = RandomTree::<true>::new(3);
        let text = format!("# a comment\n\n{}\n", tree.format());
        assert_eq!(read_positions(&text), Ok(vec![tree]));
        let error = read_positions::<RandomTree<true>>("# a comment\nnonsense").unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
    }
}
