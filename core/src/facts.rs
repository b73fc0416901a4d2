//! Facts about a game for people to judge: what its promises cannot say.
//!
//! A game with a wrong rule keeps every promise as long as the rule is always wrong in the
//! same way. Figures that anybody who has played the game can judge reveal such faults: that
//! the first player wins two games in three, that a roll of four comes up as often as one of
//! two, that the evaluator favours the player who is about to lose.

use std::{collections::BTreeMap, fmt};

use rand::RngExt;

use crate::{Evaluator, Game, Node, Player, Rng, Value, rng};

/// What random games look like: moves drawn uniformly, outcomes by their weights.
///
/// ```
/// use starboard_core::{Facts, testing::{HashEval, RandomTree}};
/// let mut evaluators = [("hash".to_owned(), Box::new(HashEval::default()) as _)];
/// let facts = Facts::of(&RandomTree::<true>::new(7), &mut evaluators, 100, 1);
/// assert_eq!(facts.games, 100);
/// println!("{facts}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Facts {
    /// Games played from the start.
    pub games: u64,
    /// Of these, the ones that came to an end.
    pub finished: u64,
    /// The fewest, the mean and the most moves of a finished game, outcomes of
    /// chance not counted.
    pub moves: (u64, f64, u64),
    /// Decisions met.
    pub decisions: u64,
    /// The moves to choose from at a decision, on average.
    pub choices: f64,
    /// Of the decisions, those with only one move.
    pub forced: u64,
    /// Of these, those whose move is written `pass`.
    pub passes: u64,
    /// Decisions by the player who had also made the previous one.
    pub repeated_turns: u64,
    /// Chance nodes met.
    pub chance_nodes: u64,
    /// The different sets of outcomes met, each with its count.
    pub odds: Vec<(Odds, u64)>,
    /// Whether more sets than these were met.
    pub more_odds: bool,
    /// Finished games that the first player won.
    pub first_wins: u64,
    /// Finished games that nobody won.
    pub draws: u64,
    /// What a finished game was worth to the first player, in units, on average, including
    /// what was earned on the way.
    pub mean: f64,
    /// What a unit is called.
    pub unit_name: &'static str,
    /// Whether it is a one-player game, for a score: then nobody wins.
    pub solo: bool,
    /// Finished games whose last move and end were worth something other than 0; if moves
    /// earn nothing, those that were won.
    pub decided: u64,
    /// By the name of an evaluator: in how many of these its value for the last position
    /// before the end had the right sign.
    pub signs: BTreeMap<String, u64>,
}

/// Outcomes of a chance node and their weights, in the game's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Odds(pub Vec<(String, u32)>);

/// Moves and outcomes after which a game is abandoned.
const LONGEST: usize = 2000;
/// Moves and outcomes after which no further game is begun.
const ENOUGH: u64 = 20_000;
/// Sets of outcomes that are distinguished.
const SETS: usize = 4;

impl Facts {
    /// Plays `games` games from `start`, fewer if they are long.
    pub fn of<G: Game>(
        start: &G,
        evaluators: &mut [(String, Box<dyn Evaluator<G>>)],
        games: u64,
        seed: u64,
    ) -> Self {
        let mut facts = Self { unit_name: G::UNIT_NAME, solo: G::SOLO, ..Self::default() };
        let signs = evaluators.iter().map(|(name, _)| (name.clone(), 0));
        facts.signs.extend(signs);
        let (mut plies, mut sum, mut lengths, mut options) = (0, 0.0, Vec::new(), 0);
        for stream in 0..games {
            if plies >= ENOUGH {
                break;
            }
            let mut rng = rng(seed, stream);
            let mut game = Recorded::new(start);
            facts.games += 1;
            let over = (0..LONGEST).find_map(|_| {
                plies += 1;
                facts.step(&mut game, &mut options, &mut rng)
            });
            let Some(end) = over else { continue };
            facts.finished += 1;
            lengths.push(game.moves);
            let value = game.earned + i64::from(end.raw());
            sum += value as f64 / f64::from(G::UNIT);
            facts.first_wins += u64::from(value > 0);
            facts.draws += u64::from(value == 0);
            // An evaluator's value is only about what is still to come.
            let rest = game.earned - game.earned_before + i64::from(end.raw());
            let Some(before) = game.before.filter(|_| rest != 0 && !G::SOLO) else { continue };
            facts.decided += 1;
            for (name, evaluator) in evaluators.iter_mut() {
                let said = before.mover().for_first(evaluator.evaluate(&before));
                let right = i64::from(said.raw().signum()) == rest.signum();
                *facts.signs.entry(name.clone()).or_default() += u64::from(right);
            }
        }
        let mean = |sum: f64, n: u64| sum / n.max(1) as f64;
        facts.choices = mean(options as f64, facts.decisions);
        facts.mean = mean(sum, facts.finished);
        let total: u64 = lengths.iter().sum();
        let (fewest, most) = (lengths.iter().min(), lengths.iter().max());
        facts.moves = (
            fewest.copied().unwrap_or_default(),
            mean(total as f64, facts.finished),
            most.copied().unwrap_or_default(),
        );
        facts
    }

    /// Plays a move or an outcome; returns the value for the first player once the game is
    /// over.
    fn step<G: Game>(
        &mut self,
        game: &mut Recorded<G>,
        options: &mut u64,
        rng: &mut Rng,
    ) -> Option<Value> {
        let Recorded { game, last, before, moves: played, earned, earned_before } = game;
        let m = match game.node() {
            Node::Over(value) => return Some(game.mover().for_first(value)),
            Node::Decision => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                *played += 1;
                *options += moves.len() as u64;
                self.decisions += 1;
                if let [only] = moves[..] {
                    self.forced += 1;
                    self.passes += u64::from(game.format_move(only) == "pass");
                }
                self.repeated_turns += u64::from(last.replace(game.mover()) == Some(game.mover()));
                moves[rng.random_range(0..moves.len())]
            }
            Node::Chance => {
                let mut chances = Vec::new();
                game.chances(&mut chances);
                self.chance_nodes += 1;
                let odds = chances.iter().map(|&(m, weight)| (game.format_move(m), weight));
                self.met(Odds(odds.collect()));
                let total: u64 = chances.iter().map(|&(_, weight)| u64::from(weight)).sum();
                let mut drawn = rng.random_range(0..total);
                let hit = chances.iter().find(|&&(_, weight)| {
                    let here = drawn < u64::from(weight);
                    drawn = drawn.wrapping_sub(u64::from(weight));
                    here
                });
                hit.expect("less than the total was drawn").0
            }
        };
        *before = Some(game.clone());
        *earned_before = *earned;
        if G::REWARDS {
            *earned += i64::from(game.mover().for_first(game.reward(m)).raw());
        }
        game.play(m);
        None
    }

    fn met(&mut self, odds: Odds) {
        if let Some((_, count)) = self.odds.iter_mut().find(|(other, _)| *other == odds) {
            *count += 1;
        } else if self.odds.len() < SETS {
            self.odds.push((odds, 1));
        } else {
            self.more_odds = true;
        }
    }
}

/// A game under way.
struct Recorded<G> {
    game: G,
    /// Who made the last decision.
    last: Option<Player>,
    /// The position before the last move or outcome.
    before: Option<G>,
    moves: u64,
    /// What the first player has earned on the way, less what the second has.
    earned: i64,
    /// The same before the last move or outcome.
    earned_before: i64,
}

impl<G: Game> Recorded<G> {
    fn new(start: &G) -> Self {
        let game = start.clone();
        Self { game, last: None, before: None, moves: 0, earned: 0, earned_before: 0 }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 24;
        let total: u64 = self.0.iter().map(|&(_, weight)| u64::from(weight)).sum();
        for (i, (name, weight)) in self.0.iter().take(SHOWN).enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            write!(f, "{name} {weight}/{total}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share =
            |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64);
        let (fewest, mean, most) = self.moves;
        writeln!(
            f,
            "{} random games, {} finished, in {fewest} to {most} moves, {mean:.1} on average",
            self.games, self.finished
        )?;
        write!(
            f,
            "{:.1} moves to choose from; forced {}, passes {}",
            self.choices,
            share(self.forced, self.decisions),
            share(self.passes, self.decisions)
        )?;
        if !self.solo {
            write!(f, ", turns repeated {}", share(self.repeated_turns, self.decisions))?;
        }
        writeln!(f)?;
        for (odds, count) in &self.odds {
            writeln!(f, "outcomes, {}: {odds}", share(*count, self.chance_nodes))?;
        }
        if self.more_odds {
            writeln!(f, "outcomes of other kinds")?;
        }
        if self.finished == 0 {
            return Ok(());
        }
        if self.solo {
            return writeln!(f, "brings {:+.3} {} on average", self.mean, self.unit_name);
        }
        let won = self.finished - self.draws;
        writeln!(
            f,
            "first wins {}, second {}, drawn {}; worth {:+.3} {} to the first on average",
            share(self.first_wins, self.finished),
            share(won - self.first_wins, self.finished),
            share(self.draws, self.finished),
            self.mean,
            self.unit_name
        )?;
        // Where nobody ever wins, there is no sign to get right.
        for (name, &right) in self.signs.iter().filter(|_| self.decided > 0) {
            let share = share(right, self.decided);
            writeln!(f, "{name}: the winner's sign before the end in {share}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HashEval, RandomTree};

    fn facts<const CHANCE: bool>() -> Facts {
        let mut evaluators = [("hash".to_owned(), Box::new(HashEval::default()) as _)];
        Facts::of(&RandomTree::<CHANCE>::new(2), &mut evaluators, 200, 3)
    }

    #[test]
    fn random_games_are_counted() {
        let facts = facts::<true>();
        assert_eq!((facts.games, facts.finished), (200, 200));
        assert!(facts.chance_nodes > 50 && facts.more_odds, "{facts}");
        assert!(facts.passes > 0 && facts.forced > facts.passes && facts.repeated_turns > 0);
        let (fewest, mean, most) = facts.moves;
        assert!((fewest as f64) < mean && mean < most as f64, "{facts}");
        assert!(facts.first_wins + facts.draws < 200);
        assert_eq!(facts, super::tests::facts::<true>(), "seeded");
    }

    #[test]
    fn figures_are_written_with_their_units() {
        let mut odds = Facts { games: 4, finished: 4, chance_nodes: 8, ..Facts::default() };
        let outcomes = [("heads", 1), ("tails", 3)];
        odds.met(Odds(outcomes.map(|(name, weight)| (name.to_owned(), weight)).into()));
        odds.odds[0].1 = 8;
        (odds.first_wins, odds.decided) = (3, 4);
        odds.signs.insert("sum".to_owned(), 1);
        let text = odds.to_string();
        for part in [
            "outcomes, 100.0 %: heads 1/4, tails 3/4",
            "first wins 75.0 %, second 25.0 %",
            "sum: the winner's sign before the end in 25.0 %",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    /// Games of one move: what each is worth is what the move earns and what it leads to.
    #[test]
    fn what_is_earned_on_the_way_counts() {
        use crate::testing::RewardTree;

        let mut earning = 0;
        for seed in 0..40 {
            let start = RewardTree::<false>::with_height(seed, 1);
            let mut moves = Vec::new();
            start.options(&mut moves);
            let worth: Vec<f64> = (moves.iter())
                .map(|&m| {
                    let earned = start.mover().for_first(start.reward(m)).raw();
                    earning += usize::from(earned != 0);
                    let mut end = start.clone();
                    end.play(m);
                    let Node::Over(value) = end.node() else { return f64::NAN };
                    f64::from(earned + end.mover().for_first(value).raw())
                })
                .collect();
            if worth.is_empty() || worth.iter().any(|worth| worth.is_nan()) {
                continue;
            }
            let facts = Facts::of(&start, &mut [], 400, 1);
            let unit = f64::from(RewardTree::<false>::UNIT);
            let mean = worth.iter().sum::<f64>() / worth.len() as f64 / unit;
            let most = worth.iter().copied().fold(f64::MIN, f64::max) / unit;
            let least = worth.iter().copied().fold(f64::MAX, f64::min) / unit;
            // Four standard errors of a mean of 400.
            let room = 0.2 * (most - least) + 1e-9;
            assert!((facts.mean - mean).abs() < room, "{mean}: {facts}");
            assert!(worth.len() > 1 || facts.first_wins == u64::from(worth[0] > 0.0) * 400);
        }
        assert!(earning > 10, "{earning}");
    }

    #[test]
    fn without_chance_there_are_no_odds() {
        assert_eq!(facts::<false>().odds, []);
    }
}
