//! Checking a game and the searches on it, piece by piece.
//!
//! What is to be checked is split into pieces that do not depend on the number of
//! threads, each with its own seed and its own tables, so that the outcome does not
//! depend on it either.

use rand::RngExt;
use serde::Serialize;
use starboard_core::{
    Evaluator, Facts, Game,
    conformance::{Conformance, Failure},
    mix,
};
use starboard_search::{
    oracle::{self, Mismatch, OracleOptions, OracleSummary, Subject},
    registry::Algorithm,
};

use crate::{Engine, GameEntry, entry::Part, error::BadInput};

/// Pieces that the check of the rules is split into.
const RULE_PIECES: u64 = 4;
/// Games played from each start in one of them.
const RULE_GAMES: u64 = 4;
/// Checks of the rules in a piece after which no game is begun: a game with
/// hundreds of moves at each turn makes millions.
const RULE_CHECKS: u64 = 1_000_000;
/// Random games played for figures to judge by, fewer if they are long.
const FACT_GAMES: u64 = 200;
/// Moves and rolls played to see whether they alternate.
const LENGTH: usize = 200;
/// Checks of searches in one piece, the last of them perhaps fewer.
const SEARCHES: u64 = 2500;
/// Positions that plain minimax may visit in one check.
const BUDGET: u64 = 4000;

/// A piece of `verify`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The promises of the rules and of the knowledge of the game.
    Rules(u64),
    /// Checks that exact searches return what plain minimax returns: the number of
    /// the piece, and how many checks.
    Searches(u64, u64),
    /// Figures to judge the game by.
    Facts,
}

/// What was checked and held.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Verified {
    /// Single checks of the rules and the evaluators.
    pub rules: u64,
    /// Checks of searches: one search in one window of one position.
    pub searches: u64,
    /// Different searches checked.
    pub subjects: usize,
    /// Positions on which searches were checked.
    pub positions: u64,
    /// How many of these were searched 0, 1, 2, … moves deep.
    pub depths: Vec<u64>,
    /// Positions for which plain minimax two moves deep was beyond the budget.
    pub too_large: u64,
    /// What random games look like.
    pub facts: Option<Facts>,
    /// What could not be checked, or looks like an oversight.
    pub notes: Vec<String>,
}

impl Verified {
    /// Adds what was checked by another piece of the same game.
    pub fn add(&mut self, other: Self) {
        self.rules += other.rules;
        let mut all = self.checked();
        all.add(&other.checked());
        self.take(all);
        self.facts = self.facts.take().or(other.facts);
        self.notes.extend(other.notes);
    }
}

impl Verified {
    /// Whether a search deeper than one move was wanted, and none could be checked.
    pub fn is_shallow(&self) -> bool {
        self.checked().is_shallow()
    }

    fn checked(&self) -> OracleSummary {
        let Self { searches, subjects, positions, too_large, .. } = *self;
        let depths = self.depths.clone();
        OracleSummary { checks: searches, subjects, positions, depths, too_large }
    }

    fn take(&mut self, found: OracleSummary) {
        let OracleSummary { checks, subjects, positions, depths, too_large } = found;
        (self.searches, self.subjects, self.positions) = (checks, subjects, positions);
        (self.depths, self.too_large) = (depths, too_large);
    }
}

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The promise that was broken, or the search that was wrong: several pieces
    /// may find the same.
    pub kind: String,
    /// Everything that is known about it.
    pub text: String,
    /// How many moves it takes to show it.
    pub moves: usize,
    /// Checks that held before this one failed.
    pub checks: u64,
}

impl From<Box<Failure>> for Violation {
    fn from(failure: Box<Failure>) -> Self {
        let moves = failure.moves.len() + usize::from(!failure.minimal);
        let (kind, text) = (format!("{:?}", failure.promise), failure.to_string());
        Self { kind, text, moves, checks: failure.checks }
    }
}

impl From<Mismatch> for Violation {
    fn from(mismatch: Mismatch) -> Self {
        Self { kind: mismatch.subject.clone(), text: mismatch.to_string(), moves: 0, checks: 0 }
    }
}

/// The pieces of one game.
pub(super) fn pieces(checks: u64) -> Vec<Piece> {
    let searches = (0..checks.div_ceil(SEARCHES))
        .map(|i| Piece::Searches(i, SEARCHES.min(checks - i * SEARCHES)));
    (0..RULE_PIECES).map(Piece::Rules).chain([Piece::Facts]).chain(searches).collect()
}

/// Checks one piece; the outer error says that an engine could not be made,
/// the inner one what does not hold.
pub(super) fn piece<G: Game>(
    entry: &GameEntry<G>,
    piece: Piece,
    seed: u64,
) -> anyhow::Result<Result<Verified, Violation>> {
    match piece {
        Piece::Rules(i) => Ok(rules(entry, mix(seed ^ mix(i)))),
        Piece::Facts => Ok(Ok(Verified { facts: Some(facts(entry, seed)), ..Verified::default() })),
        Piece::Searches(i, checks) => searches(entry, i, mix(seed ^ mix(!i)), checks),
    }
}

/// The evaluators that can be called thousands of times: the first in any case.
fn swift<G: Game>(entry: &GameEntry<G>) -> impl Iterator<Item = &Part<dyn Evaluator<G>>> {
    let all = entry.evaluators().iter().enumerate();
    all.filter(|(i, part)| *i == 0 || !part.slow).map(|(_, part)| part)
}

/// Random games from the start: rules that are wrong in the same way everywhere
/// break no promise.
fn facts<G: Game>(entry: &GameEntry<G>, seed: u64) -> Facts {
    let mut evaluators: Vec<_> =
        swift(entry).map(|part| (part.name.clone(), part.fresh())).collect();
    Facts::of(&entry.start, &mut evaluators, FACT_GAMES, seed)
}

fn rules<G: Game>(entry: &GameEntry<G>, seed: u64) -> Result<Verified, Violation> {
    let mut suite =
        Conformance::new(entry.start.clone()).games(RULE_GAMES).enough(RULE_CHECKS).seed(seed);
    for position in entry.positions.iter().filter(|&position| *position != entry.start) {
        suite = suite.start(position.clone());
    }
    for part in swift(entry) {
        suite = suite.evaluator(part.name.clone(), part.fresh());
    }
    if let Some(part) = &entry.quiescence {
        suite = suite.quiescence(part.name.clone(), part.fresh());
    }
    if let Some(part) = &entry.policy {
        suite = suite.policy(part.name.clone(), part.fresh());
    }
    let summary = suite.run().map_err(Violation::from)?;
    let slow = entry.evaluators().iter().skip(1).filter(|part| part.slow);
    let slow =
        slow.map(|part| format!("the evaluator {} is too slow to be checked here", part.name));
    let notes = summary.notes.iter().map(|&note| note.to_owned()).chain(slow).collect();
    let alternations = if entry.rolls_alternate {
        alternation(entry, seed).map_err(|text| Violation {
            kind: "rolls_alternate".to_owned(),
            text,
            moves: 0,
            checks: summary.checks,
        })?
    } else {
        0
    };
    Ok(Verified { rules: summary.checks + alternations, notes, ..Verified::default() })
}

/// Plays a game from the start and each position, and counts the moves and
/// rolls that were followed by what [`GameEntry::rolls_alternate`] says.
fn alternation<G: Game>(entry: &GameEntry<G>, seed: u64) -> Result<u64, String> {
    let mut checks = 0;
    for (i, start) in std::iter::once(&entry.start).chain(&entry.positions).enumerate() {
        let mut rng = starboard_core::rng(seed, i as u64);
        let (mut game, mut options) = (start.clone(), Vec::new());
        for _ in 0..LENGTH {
            options.clear();
            game.options(&mut options);
            if options.is_empty() {
                break;
            }
            let (before, m) = (game.clone(), options[rng.random_range(0..options.len())]);
            game.play(m);
            let same = std::mem::discriminant(&before.node());
            if std::mem::discriminant(&game.node()) == same {
                return Err(format!(
                    "rolls and moves do not alternate: at {} comes {}, and nothing between it and \
                     what follows",
                    before.format(),
                    before.format_move(m)
                ));
            }
            checks += 1;
        }
    }
    Ok(checks)
}

fn searches<G: Game>(
    entry: &GameEntry<G>,
    piece: u64,
    seed: u64,
    checks: u64,
) -> anyhow::Result<Result<Verified, Violation>> {
    // Each evaluator in turn: they differ in what they know of bounds.
    let evaluators: Vec<_> = swift(entry).collect();
    let part = evaluators[piece as usize % evaluators.len()];
    let descriptions = subjects(entry, &part.name);
    let mut subjects = Vec::new();
    for name in descriptions {
        let search = Box::new(Engine::new(entry, &name).map_err(BadInput::error)?);
        subjects.push(Subject { name, search });
    }
    let options =
        OracleOptions { checks, seed, depth: entry.default_depths.verify, budget: BUDGET };
    let mut starts = vec![entry.start.clone()];
    starts.extend(entry.positions.iter().cloned());
    let checked = oracle::check(&starts, &mut subjects, &mut *part.fresh(), &options);
    Ok(checked.map_err(Violation::from).map(|summary| {
        let mut verified = Verified::default();
        verified.take(summary);
        verified
    }))
}

/// Descriptions of every exact algorithm with and without table, orderings and
/// threads, all with one evaluator.
fn subjects<G: Game>(entry: &GameEntry<G>, eval: &str) -> Vec<String> {
    let plugins: Vec<_> = starboard_plugins::registry::<G>().iter().map(|p| p.name).collect();
    let own = entry.orders.iter().map(|part| part.name.as_str());
    let all: Vec<_> = plugins.into_iter().chain(own).collect();
    let all = format!(" + {}", all.join(" + "));
    let (tables, orders) = (["", " + tt(mb=1)"], ["", " + shuffled", &all]);
    let mut descriptions = Vec::new();
    let mut add = |algorithm: &str, args: &str, table: &str, order: &str| {
        descriptions.push(format!("{algorithm}({args}){table}{order} + eval(name=\"{eval}\")"));
    };
    for algorithm in entry.algorithms.iter().filter(|algorithm| algorithm.exact) {
        let name = algorithm.name;
        if !has(algorithm, "table-depth") {
            // Nothing but a table makes a difference to plain minimax.
            tables.iter().for_each(|table| add(name, "", table, ""));
            continue;
        }
        for (table, order) in tables.iter().flat_map(|&t| orders.map(|o| (t, o))) {
            add(name, "", table, order);
            if has(algorithm, "threads") {
                add(name, "threads=2", table, order);
            }
        }
        for args in variants(name) {
            add(name, args, "", "");
            add(name, args, tables[1], &all);
        }
    }
    descriptions
}

fn has<G: Game>(algorithm: &Algorithm<G>, param: &str) -> bool {
    algorithm.params.iter().any(|p| p.name == param)
}

/// Arguments that must not change what an algorithm finds.
fn variants(algorithm: &str) -> &'static [&'static str] {
    match algorithm {
        "star1" => &["static-order=0", "good-moves=false", "iterative=false"],
        "star2" => &[
            "probes=3,cyclic=true",
            "probes=2,static-order=0",
            "good-moves=false",
            "static-order=0,good-moves=false,iterative=false",
        ],
        "alpha-beta" => &[
            "mate-distance",
            "pvs=false",
            "aspiration=3",
            "etc=1,small-table=2",
            "pvs=false,iterative=false,table-depth=2",
        ],
        "mtdf" => &["iterative=false", "etc=1,small-table=2"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Node, Player, Value,
        testing::{HashEval, RandomTree},
    };

    use super::*;

    /// Take one or two, then toss a coin; whoever has more after six turns wins.
    #[derive(Clone, Debug, PartialEq)]
    struct Coin {
        turns: u8,
        lead: i8,
        tossed: bool,
    }

    impl Game for Coin {
        type Move = i8;
        const CHANCE: bool = true;

        fn mover(&self) -> Player {
            if self.turns.is_multiple_of(2) { Player::First } else { Player::Second }
        }
        fn node(&self) -> Node {
            match (self.turns, self.tossed) {
                (6, _) => Node::Over(Value::new(self.lead.into())),
                (_, true) => Node::Decision,
                (_, false) => Node::Chance,
            }
        }
        fn moves(&self, out: &mut Vec<i8>) {
            out.extend([1, 2]);
        }
        fn chances(&self, out: &mut Vec<(i8, u32)>) {
            out.extend([(0, 1), (1, 1)]);
        }
        fn play(&mut self, m: i8) {
            if self.tossed {
                (self.turns, self.lead) = (self.turns + 1, -self.lead - m);
            } else {
                self.lead += m;
            }
            self.tossed = !self.tossed;
        }
        fn key(&self) -> u64 {
            u64::from(self.turns) << 16 | u64::from(self.lead as u8) << 1 | u64::from(self.tossed)
        }
    }

    #[test]
    fn pieces_make_up_the_whole() {
        for checks in [0, 1, SEARCHES, SEARCHES + 1, 10 * SEARCHES] {
            let sum: u64 = pieces(checks)
                .iter()
                .map(|piece| match piece {
                    Piece::Searches(_, n) => *n,
                    _ => 0,
                })
                .sum();
            assert_eq!(sum, checks);
        }
    }

    #[test]
    fn rolls_that_alternate_are_recognised() {
        let coin = GameEntry::with_chance("coin", "", Coin { turns: 0, lead: 0, tossed: true });
        assert!(alternation(&coin.rolls_alternate(), 1).is_ok_and(|checks| checks > 10));
        let tree = RandomTree::<true>::new(1);
        let entry = GameEntry::with_chance("tree", "", tree).rolls_alternate();
        let error = (0..20).find_map(|seed| alternation(&entry, seed).err());
        assert!(error.is_some_and(|error| error.starts_with("rolls and moves do not")));
    }

    #[test]
    fn every_subject_can_be_made() {
        fn check<G: Game>(entry: &GameEntry<G>) {
            let descriptions = subjects(entry, &entry.evaluators()[0].name);
            assert!(descriptions.iter().any(|text| text.contains("tt")));
            for (i, text) in descriptions.iter().enumerate() {
                Engine::new(entry, text).map(|_| ()).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert!(!descriptions[..i].contains(text), "{text} twice");
            }
        }
        check(
            &GameEntry::new("tree", "", RandomTree::<false>::new(1))
                .evaluator("hash", "", HashEval::default())
                .order("own", "", ()),
        );
        check(&GameEntry::with_chance("tree", "", RandomTree::<true>::new(1)));
    }
}
