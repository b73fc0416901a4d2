//! `starboard verify`: whether games keep their promises and searches are
//! right.

use std::io::Write;

use serde::Serialize;
use starboard_core::Facts;

use super::{Examples, json, threads};
use crate::Context;
use starboard::{Failed, Piece, Verified, Violation};
use starboard_lab::{Progress, default_threads, parallel_map};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "backgammon"],
    built_in: &["verify tic-tac-toe", "verify all", "verify backgammon --checks 100000 --seed 7"],
    own: &["verify GAME", "verify all", "verify GAME --checks 100000 --seed 7"],
};

/// Checks a game and every exact search on it.
#[derive(clap::Args, Debug)]
#[command(
    about = "Check that a game keeps its promises and that searches are correct",
    long_about = "Check that a game keeps its promises and that searches are correct.\n\n\
        Random games are played, and at every position everything that the game, its evaluators, \
        its quiescence and its policy promise is checked; a broken promise is shown with the \
        shortest line of moves that breaks it. Then every exact algorithm, with and without table, \
        orderings and threads, searches random positions with random windows, and must return what \
        plain minimax returns. The depths that could be afforded are shown; if none reaches two \
        moves, that is a failure, unless the game says that one is enough, or --checks asks for too \
        few to tell, which a note then says.\n\n\
        A rule that is wrong in the same way everywhere breaks no promise. So statistics of random \
        games are shown, to compare with what is known about the game: the odds of outcomes, the \
        length of games, who wins, and how often an evaluator sided with the winner just before \
        the end.\n\n\
        The exit code is 0 only if everything held. The result is the same for any number of \
        threads."
)]
pub(crate) struct Args {
    /// The game, or `all`
    game: String,
    /// The least number of search checks for each game
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = checks)]
    checks: u64,
    /// Seed for the random games and positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads to check with [default: one per core]
    #[arg(long, value_parser = threads, value_name = "N")]
    threads: Option<usize>,
    /// Write the result as JSON
    #[arg(long)]
    json: bool,
}

fn checks(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1_000_000_000;
    let allowed = "expected a number of checks from 0 to 1000000000";
    text.parse().ok().filter(|&checks| checks <= MOST).ok_or_else(|| allowed.to_owned())
}

/// The outcome for one game.
#[derive(Serialize)]
struct Outcome {
    game: String,
    #[serde(flatten)]
    verified: Verified,
    failures: Vec<String>,
    #[serde(skip)]
    violations: Vec<Violation>,
}

impl Outcome {
    /// Of several that break the same promise, the one that takes the fewest moves
    /// to show, and how many there are.
    fn add(&mut self, found: Violation) {
        self.verified.rules += found.checks;
        match self.violations.iter_mut().find(|other| other.kind == found.kind) {
            Some(other) if found.moves < other.moves => *other = found,
            Some(_) => {}
            None => self.violations.push(found),
        }
    }

    /// Whether searches were checked, none of them two moves deep, though the game has them
    /// checked to `deepest` and nothing else stood in the way.
    fn is_cursory(&self, deepest: u32) -> bool {
        let Verified { searches, depths, .. } = &self.verified;
        let deep = depths.iter().skip(2).any(|&positions| positions > 0);
        self.failures.is_empty() && *searches > 0 && deepest >= 2 && !deep
    }
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = context.games.select(&args.game)?;
    let pieces: Vec<_> = (games.iter().enumerate())
        .flat_map(|(i, game)| game.pieces(args.checks).into_iter().map(move |piece| (i, piece)))
        .collect();
    let progress = Progress::new(context.terminal, pieces.len() as u64, "checking");
    let threads = args.threads.unwrap_or_else(default_threads);
    let mut outcomes: Vec<_> = (games.iter())
        .map(|game| Outcome {
            game: game.name().to_owned(),
            verified: Verified::default(),
            failures: Vec::new(),
            violations: Vec::new(),
        })
        .collect();
    // The rules first: a search of a game that breaks them proves nothing, and
    // may come to grief.
    let (rules, searches): (Vec<_>, Vec<_>) =
        pieces.into_iter().partition(|(_, piece)| matches!(piece, Piece::Rules(_)));
    for mut pieces in [rules, searches] {
        pieces.retain(|&(i, _)| outcomes[i].violations.is_empty());
        let results = parallel_map(pieces, threads, &progress, |_, (i, piece)| {
            (i, games[i].verify(piece, args.seed))
        });
        for (i, result) in results {
            match result? {
                Ok(more) => outcomes[i].verified.add(more),
                Err(found) => outcomes[i].add(found),
            }
        }
    }
    drop(progress);
    for (outcome, game) in outcomes.iter_mut().zip(&games) {
        let notes = &mut outcome.verified.notes;
        notes.sort();
        notes.dedup();
        outcome.failures.extend(outcome.violations.drain(..).map(|found| found.text));
        if outcome.failures.is_empty() && outcome.verified.is_shallow() {
            outcome.failures.push(SHALLOW.to_owned());
        }
        if outcome.is_cursory(game.info().default_depths.verify) {
            outcome.verified.notes.push(CURSORY.to_owned());
        }
    }
    if args.json {
        json(out, &outcomes)?;
    } else {
        outcomes.iter().try_for_each(|outcome| show(outcome, out))?;
    }
    let total: u64 = outcomes.iter().map(|o| o.verified.rules + o.verified.searches).sum();
    let failed: usize = outcomes.iter().map(|outcome| outcome.failures.len()).sum();
    if failed > 0 {
        return Err(Failed(format!("{failed} failed of what should hold")).into());
    }
    if !args.json {
        writeln!(out, "all {total} checks held")?;
    }
    Ok(())
}

/// Why searches that were hardly looked at prove nothing.
const CURSORY: &str = "so few checks leave searches unchecked: none was deeper than one move. Ask for \
                       more with --checks";

/// Why searches that agree prove little.
const SHALLOW: &str = "no search could be checked more than one move deep: plain minimax takes too \
                       many positions for two. Add smaller positions to the entry, or say with \
                       `default_depths` that one move is all that is to be checked";

fn show(outcome: &Outcome, out: &mut dyn Write) -> anyhow::Result<()> {
    let Verified { rules, searches, subjects, positions, depths, facts, notes, .. } =
        &outcome.verified;
    write!(out, "{}: ", outcome.game)?;
    match (rules, searches) {
        (0, 0) => write!(out, "nothing held")?,
        (_, 0) => write!(out, "{rules} checks of the rules and evaluators held")?,
        _ => write!(
            out,
            "{rules} checks of the rules and evaluators, {searches} checks of {subjects} searches \
             on {positions} positions"
        )?,
    }
    let over = positions.saturating_sub(depths.iter().sum());
    let deep: Vec<_> = (depths.iter().enumerate())
        .map(|(depth, &positions)| (positions, format!("at depth {depth}")))
        .chain([(over, "where the game is over".to_owned())])
        .filter(|&(positions, _)| positions > 0)
        .map(|(positions, what)| format!("{positions} {what}"))
        .collect();
    if !deep.is_empty() {
        write!(out, ": {}", deep.join(", "))?;
    }
    writeln!(out)?;
    for line in facts.iter().flat_map(lines) {
        writeln!(out, "  {line}")?;
    }
    for note in notes {
        writeln!(out, "  note: {note}")?;
    }
    for failure in &outcome.failures {
        writeln!(out, "  FAILED: {}", failure.trim_end().replace('\n', "\n  "))?;
    }
    Ok(())
}

fn lines(facts: &Facts) -> Vec<String> {
    facts.to_string().lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Evaluator, Game, Node, NodeInfo, Player, Policy, Quiescence, Value,
        testing::{HashEval, LostTurn, RandomTree},
    };

    use crate::testing::{games, output, refused, starboard_with};
    use starboard::{GameEntry, Registry};

    #[test]
    fn threads_change_nothing() {
        let run = |threads| {
            let line = format!("verify all --checks 6000 --threads {threads}");
            let (code, out, err) = starboard_with(&games(), &line);
            assert_eq!((code, err.as_str()), (0, ""), "{out}");
            out
        };
        let one = run(1);
        assert_eq!(one, run(2));
        assert!(one.lines().last().is_some_and(|line| line.ends_with(" checks held")), "{one}");
    }

    /// The quick ones: each game's own tests look at its rules, and `verify all` at all.
    #[test]
    fn built_in_games_hold() {
        for game in ["tic-tac-toe", "connect-four", "dice", "einstein"] {
            output(&format!("verify {game} --checks 500"));
        }
    }

    /// Gives another value at each call.
    #[derive(Clone)]
    struct Fickle(i32);

    impl<G: Game> Evaluator<G> for Fickle {
        fn evaluate(&mut self, _: &G) -> Value {
            self.0 = (self.0 + 1) % 30;
            Value::new(self.0)
        }
    }

    #[test]
    fn failures_are_shown_and_exit_with_1() {
        let fickle = GameEntry::new("fickle", "", RandomTree::<false>::with_height(2, 6))
            .evaluator("hash", "", HashEval::default())
            .evaluator("fickle", "", Fickle(0));
        let games = Registry::new().with(fickle);
        let (code, out, err) = starboard_with(&games, "verify fickle --checks 5000 --threads 2");
        assert_eq!(code, 1, "{out}");
        assert!(out.contains("FAILED: broken promise"), "{out}");
        assert!(err.starts_with("error: 1 failed of what"), "{err}");
        assert!(!out.contains(" 0 checks"), "{out}");
        assert_eq!(out.matches("FAILED").count(), 1, "the same promise once: {out}");
    }

    /// Chance without end: the rules say it by the shortest line, and every
    /// command that searches or counts refuses it with a sentence.
    #[test]
    fn chance_without_end_is_refused_by_every_command() {
        let lost = GameEntry::with_chance("lost", "", LostTurn::new(9));
        let games = Registry::new().with(lost);
        let (code, out, _) = starboard_with(&games, "verify lost --threads 1");
        assert_eq!(code, 1, "{out}");
        assert!(out.contains("chance for ever, by 0, 0") && out.contains("move 1:"), "{out}");
        for line in [
            "analyse lost --depth 3",
            "perft lost 3",
            "perft lost 3 --weighted --divide",
            "match lost --a star2 --b expectimax --depth 2 --games 2",
            "match lost --a random --b random --games 2",
            "tree lost --depth 3 --out never-written.svg",
            "compare --game lost",
            "explain lost --depth 3",
        ] {
            let (code, out, err) = starboard_with(&games, line);
            assert_eq!(code, 2, "{line}: {out}{err}");
            for part in ["the rules of lost break a promise", "for ever, at ", "must be a move"] {
                assert!(err.contains(part), "{line}: {err}");
            }
        }
    }

    /// The same for an outcome that has no weight.
    #[test]
    fn an_outcome_without_weight_is_refused_by_every_command() {
        let games = Registry::new().with(GameEntry::with_chance("loaded", "", Loaded(0)));
        let (code, out, _) = starboard_with(&games, "verify loaded --threads 1");
        assert!(code == 1 && out.contains("weights of a chance node are positive"), "{out}");
        for line in [
            "analyse loaded --depth 3",
            "match loaded --a star2 --b star1 --depth 2 --games 2",
            "match loaded --a random --b random --games 2",
        ] {
            let (code, out, err) = starboard_with(&games, line);
            assert_eq!(code, 2, "{line}: {out}{err}");
            assert!(err.contains("the outcome 0 at ") && err.contains("the weight 0"), "{err}");
        }
    }

    /// A move and a coin that falls on one side, three times.
    #[derive(Clone, Debug, PartialEq)]
    struct Loaded(u8);

    impl Game for Loaded {
        type Move = u8;
        const CHANCE: bool = true;
        fn mover(&self) -> Player {
            if (self.0 / 2).is_multiple_of(2) { Player::First } else { Player::Second }
        }
        fn node(&self) -> Node {
            match self.0 {
                6.. => Node::Over(Value::ZERO),
                n if n.is_multiple_of(2) => Node::Decision,
                _ => Node::Chance,
            }
        }
        fn moves(&self, out: &mut Vec<u8>) {
            if self.node() == Node::Decision {
                out.extend([0, 1]);
            }
        }
        fn chances(&self, out: &mut Vec<(u8, u32)>) {
            if self.node() == Node::Chance {
                out.extend([(0, 0), (1, 1)]);
            }
        }
        fn play(&mut self, _: u8) {
            self.0 += 1;
        }
        fn key(&self) -> u64 {
            starboard_core::mix(self.0.into())
        }
    }

    #[test]
    fn depths_and_figures_are_shown_and_shallow_checks_fail() {
        let (code, out, _) = starboard_with(&games(), "verify chance-tree --checks 3000");
        assert_eq!(code, 0, "{out}");
        for part in [" at depth 0, ", " at depth 3", "random games, ", "outcomes, ", "first wins"] {
            assert!(out.contains(part), "{part} in {out}");
        }
        // So many moves that two of them are beyond what minimax may visit.
        let wide = GameEntry::new("wide", "", Wide(0));
        let games = Registry::new().with(wide);
        let (code, out, _) = starboard_with(&games, "verify wide --checks 4000");
        assert!(code == 1 && out.contains("no search could be checked more than one"), "{out}");
    }

    /// Two hundred moves, a hundred choices each.
    #[derive(Clone, Debug, PartialEq)]
    struct Wide(u32);

    impl Game for Wide {
        type Move = u32;
        fn mover(&self) -> Player {
            if (self.0 / 1_000_000).is_multiple_of(2) { Player::First } else { Player::Second }
        }
        fn node(&self) -> Node {
            if self.0 < 200_000_000 { Node::Decision } else { Node::Over(Value::ZERO) }
        }
        fn moves(&self, out: &mut Vec<u32>) {
            if self.0 < 200_000_000 {
                out.extend(0..100);
            }
        }
        fn play(&mut self, m: u32) {
            self.0 += 1_000_000 + m * 17 % 10_007;
        }
        fn key(&self) -> u64 {
            starboard_core::mix(self.0.into())
        }
    }

    /// What the positions were searched to adds up to all of them.
    #[test]
    fn depths_add_up() {
        let (code, out, _) = starboard_with(&games(), "verify tree --checks 3000");
        assert_eq!(code, 0, "{out}");
        assert!(out.contains(" where the game is over\n"), "{out}");
        let (before, after) = out.split_once(" positions: ").expect("a count");
        let all: u64 = before.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a number");
        let line = after.lines().next().unwrap_or_default();
        let parts = line.split(", ").filter_map(|part| part.split(' ').next()?.parse::<u64>().ok());
        assert_eq!(parts.sum::<u64>(), all, "{out}");
    }

    #[test]
    fn so_few_checks_that_nothing_was_searched_are_noted() {
        // Whether it was noted, and whether a search was two moves deep.
        let checked = |options: &str| {
            let (code, out, _) = starboard_with(&games(), &format!("verify tree {options}"));
            assert_eq!(code, 0, "{out}");
            (
                out.contains("note: so few checks"),
                out.contains("depth 2") || out.contains("depth 3"),
            )
        };
        let one = |seed| checked(&format!("--checks 1 --seed {seed}"));
        let few: Vec<_> = (1..9).map(one).collect();
        assert!(few.iter().all(|(noted, deep)| noted != deep), "{few:?}");
        assert!(few.iter().any(|(noted, _)| *noted), "{few:?}");
        assert_eq!(checked("--checks 0"), (false, false));
        assert_eq!(checked("--checks 3000"), (false, true));
    }

    /// Beside the rules, what is known of the game.
    #[test]
    fn advice_that_cannot_be_followed_is_shown() {
        let tree = || GameEntry::new("tree", "", RandomTree::<false>::with_height(2, 6));
        for (entry, found) in [
            (tree().quiescence("rash", "", Rash), "from quiescence rash\n"),
            (tree().policy("rash", "", Rash), "from policy rash\n"),
        ] {
            let (code, out, _) = starboard_with(&Registry::new().with(entry), "verify tree");
            assert!(code == 1 && out.contains("FAILED: broken promise: "), "{out}");
            assert!(out.contains(found), "{out}");
        }
    }

    /// Names moves twice, and knows nothing of any.
    #[derive(Clone)]
    struct Rash;

    impl<G: Game> Quiescence<G> for Rash {
        fn noisy(&mut self, node: &NodeInfo<'_, G>, out: &mut Vec<G::Move>) {
            node.game.moves(out);
            node.game.moves(out);
        }
    }

    impl<G: Game> Policy<G> for Rash {
        fn weigh(&mut self, game: &G, out: &mut Vec<(G::Move, f32)>) {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            out.extend(moves.into_iter().map(|m| (m, f32::NAN)));
        }
    }

    #[test]
    fn bad_input_is_named() {
        refused("verify chess", &["there is no game \"chess\"; there are: "]);
        refused("verify all --checks many", &["expected a number of checks from 0"]);
        refused("verify all --seed -", &["invalid digit"]);
    }
}
