//! `starboard verify`: whether games keep their promises and searches are
//! right.

use std::io::Write;

use serde::Serialize;

use super::{Examples, json, threads};
use crate::Context;
use starboard::{Failed, Piece, Verified};
use starboard_lab::{Progress, default_threads, parallel_map};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["tic-tac-toe", "backgammon"],
    built_in: &["verify tic-tac-toe", "verify all", "verify backgammon --checks 100000 --seed 7"],
    own: &["verify GAME", "verify all", "verify GAME --checks 100000 --seed 7"],
};

/// Checks a game and every exact search on it.
#[derive(clap::Args, Debug)]
#[command(
    about = "Check that a game keeps its promises and that searches are right",
    long_about = "Check that a game keeps its promises and that searches are right.\n\n\
        Random games are played, and at every position all that a game and its evaluators \
        promise is checked; a broken promise is shown by the shortest line of moves that breaks \
        it. Then every exact algorithm, with and without table, orderings and threads, searches \
        random positions in random windows, and must return what plain minimax returns.\n\n\
        The exit code is 0 only if everything held. The outcome is the same for any number of \
        threads."
)]
pub(crate) struct Args {
    /// The game, or `all`
    game: String,
    /// Checks of searches on each game, at least
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = checks)]
    checks: u64,
    /// Another seed, other positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads to check with [default: one a core]
    #[arg(long, value_parser = threads, value_name = "N")]
    threads: Option<usize>,
    /// Write the outcome as JSON
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
        })
        .collect();
    // The rules first: a search of a game that breaks them proves nothing, and
    // may come to grief.
    let (rules, searches): (Vec<_>, Vec<_>) =
        pieces.into_iter().partition(|(_, piece)| matches!(piece, Piece::Rules(_)));
    for mut pieces in [rules, searches] {
        pieces.retain(|&(i, _)| outcomes[i].failures.is_empty());
        let results = parallel_map(pieces, threads, &progress, |_, (i, piece)| {
            (i, games[i].verify(piece, args.seed))
        });
        for (i, result) in results {
            let Outcome { verified, failures, .. } = &mut outcomes[i];
            match result? {
                Ok(more) => verified.add(more),
                // Several pieces may fall over the same fault.
                Err(failure) if failures.contains(&failure) => {}
                Err(failure) => failures.push(failure),
            }
        }
    }
    drop(progress);
    for outcome in &mut outcomes {
        let notes = &mut outcome.verified.notes;
        notes.sort();
        notes.dedup();
    }
    if args.json {
        json(out, &outcomes)?;
    } else {
        outcomes.iter().try_for_each(|outcome| show(outcome, out))?;
    }
    let total: u64 = outcomes.iter().map(|o| o.verified.rules + o.verified.searches).sum();
    let failed: usize = outcomes.iter().map(|outcome| outcome.failures.len()).sum();
    if failed > 0 {
        return Err(Failed(format!("{failed} failed, beside {total} checks that held")).into());
    }
    if !args.json {
        writeln!(out, "all {total} checks held")?;
    }
    Ok(())
}

fn show(outcome: &Outcome, out: &mut dyn Write) -> anyhow::Result<()> {
    let Verified { rules, searches, subjects, positions, notes } = &outcome.verified;
    writeln!(
        out,
        "{}: {rules} checks of the rules and evaluators, {searches} checks of {subjects} searches \
         on {positions} positions",
        outcome.game
    )?;
    for note in notes {
        writeln!(out, "  note: {note}")?;
    }
    for failure in &outcome.failures {
        writeln!(out, "  FAILED: {}", failure.trim_end().replace('\n', "\n  "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Evaluator, Game, Value,
        testing::{HashEval, RandomTree},
    };

    use crate::cmd::testing::{games, output, refused, starboard_with};
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

    #[test]
    fn built_in_games_hold() {
        for game in crate::builtin().games() {
            output(&format!("verify {} --checks 500", game.name()));
        }
    }

    /// Says something else each time it is asked.
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
        assert!(err.starts_with("error: ") && err.contains(" failed, beside "), "{err}");
    }

    #[test]
    fn bad_input_is_named() {
        refused("verify chess", &["there is no game \"chess\"; there are: "]);
        refused("verify all --checks many", &["expected a number of checks from 0"]);
        refused("verify all --seed -", &["invalid digit"]);
    }
}
