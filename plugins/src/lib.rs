//! The ordering heuristics, by name.
//!
//! [`registry`] lists them; [`build_all`] makes what a description such as
//! `history(policy=relative) + killers` asks for. A heuristic of one's own
//! needs no entry here: it is handed to a search directly.
//!
//! # One scale
//!
//! Scores of several heuristics add up, so all are given on one scale:
//!
//! | part | score |
//! |---|---|
//! | killers | 1,000,000, then 900,000 |
//! | countermoves | 500,000 |
//! | negative plausibility | 0 down to -400,000, a point of penalty each 1 |
//! | history | within plus or minus 16,384 |
//! | continuation history | within plus or minus 24,576, three times 8,192 |
//! | a game's own static ordering | about plus or minus 10,000 |
//!
//! So a killer is tried before a quiet move whatever its past, and the history
//! can overrule the game's own ordering. A table move needs no score: the search
//! tries it first.

#![forbid(unsafe_code)]

use starboard_core::{
    Game, Heuristic,
    spec::{Args, Param, Spec, SpecError, parse_specs},
};

pub use starboard_countermoves::{Countermoves, CountermovesOptions};
pub use starboard_history::{
    ContinuationHistory, ContinuationOptions, History, HistoryOptions, Policy,
};
pub use starboard_killers::{Killers, KillersOptions};
pub use starboard_negative_plausibility::{NegativePlausibility, NegativePlausibilityOptions};

/// Makes a heuristic, which has learned nothing yet, from its arguments; ignores
/// arguments it does not know.
pub type Build<G> = fn(&mut Args) -> Result<Box<dyn Heuristic<G>>, SpecError>;

/// One ordering heuristic.
pub struct Plugin<G: Game> {
    /// What it is called in a description.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Who published it, and when.
    pub source: &'static str,
    /// Its arguments.
    pub params: &'static [Param],
    /// Makes it.
    pub build: Build<G>,
}

/// Every ordering heuristic, by name in alphabetical order.
///
/// ```
/// use starboard_core::testing::RandomTree;
/// let names: Vec<_> =
///     starboard_plugins::registry::<RandomTree<true>>().iter().map(|p| p.name).collect();
/// let expected =
///     ["continuation-history", "countermoves", "history", "killers", "negative-plausibility"];
/// assert_eq!(names, expected);
/// ```
pub fn registry<G: Game>() -> Vec<Plugin<G>> {
    vec![
        Plugin {
            name: "continuation-history",
            about: "tries early the moves that cut elsewhere after the same earlier moves",
            source: "Stockfish 2016, as counter-move and follow-up history",
            params: ContinuationOptions::PARAMS,
            build: |args| Ok(Box::new(ContinuationHistory::new(ContinuationOptions::read(args)?))),
        },
        Plugin {
            name: "countermoves",
            about: "tries early the move that refuted the last move elsewhere",
            source: "Uiterwijk 1992",
            params: CountermovesOptions::PARAMS,
            build: |args| Ok(Box::new(Countermoves::new(CountermovesOptions::read(args)?))),
        },
        Plugin {
            name: "history",
            about: "tries early the moves that cut elsewhere, counted in one of three ways",
            source: "Schaeffer 1983; Winands et al. 2006",
            params: HistoryOptions::PARAMS,
            build: |args| Ok(Box::new(History::new(HistoryOptions::read(args)?))),
        },
        Plugin {
            name: "killers",
            about: "tries early the moves that cut elsewhere at the same ply",
            source: "Huberman 1968; Akl and Newborn 1977",
            params: KillersOptions::PARAMS,
            build: |args| Ok(Box::new(Killers::new(KillersOptions::read(args)?))),
        },
        Plugin {
            name: "negative-plausibility",
            about: "tries late the moves that were tried in vain before a cut",
            source: "Rollason 2007",
            params: NegativePlausibilityOptions::PARAMS,
            build: |args| {
                let options = NegativePlausibilityOptions::read(args)?;
                Ok(Box::new(NegativePlausibility::new(options)))
            },
        },
    ]
}

/// Makes the heuristic that `spec` describes.
///
/// # Errors
///
/// If there is none of that name, or an argument is unknown, unreadable or out
/// of range; the message says what would be allowed.
pub fn build<G: Game>(spec: &Spec) -> Result<Box<dyn Heuristic<G>>, SpecError> {
    let plugins = registry::<G>();
    let Some(plugin) = plugins.iter().find(|plugin| plugin.name == spec.name) else {
        let names = plugins.iter().map(|plugin| plugin.name);
        return Err(SpecError::unknown("ordering heuristic", &spec.name, names));
    };
    let mut args = Args::new(spec);
    let built = (plugin.build)(&mut args)?;
    args.finish()?;
    Ok(built)
}

/// Makes every heuristic of a description, in its order; none for an empty one.
///
/// # Errors
///
/// If the description cannot be read, and as [`build`].
///
/// ```
/// use starboard_core::testing::RandomTree;
/// use starboard_plugins::build_all;
/// let order = build_all::<RandomTree<true>>("history(policy=relative) + killers(slots=3)")?;
/// assert_eq!(order.len(), 2);
///
/// let error = build_all::<RandomTree<true>>("killers(slot=3)").err().expect("misspelt");
/// assert_eq!(error.to_string(), "killers takes no \"slot\" (did you mean slots?); it takes slots, score");
/// # Ok::<(), starboard_core::spec::SpecError>(())
/// ```
pub fn build_all<G: Game>(text: &str) -> Result<Vec<Box<dyn Heuristic<G>>>, SpecError> {
    parse_specs(text)?.iter().map(build).collect()
}

#[cfg(test)]
mod tests;
