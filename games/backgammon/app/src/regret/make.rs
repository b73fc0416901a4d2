//! Decisions drawn from games, and their candidates rolled out.

use std::{ops::ControlFlow, path::Path, sync::Arc};

use rand::RngExt;
use starboard_backgammon::{
    Backgammon, Dice, Move, NetEvaluator, Turn,
    bearoff::Bearoff,
    cube::{Cube, RatedTurn},
    rollout::{Mean, QuasiDice, Rollout, RolloutOptions, RolloutOutcome, Start, Stop, Tally},
};
use starboard_core::{FilterSet, Game, Node, Rng, mix, rng};
use starboard_lab::{
    Progress,
    runs::{self, Header as _, Keep},
};

use super::{
    decision::{Candidate, Decision, Header, Kind},
    player::{Player, Search, search},
};
use crate::train::{
    play::{beginning, roll},
    targets::Lookahead,
};

/// Tells the games from those of training.
const STREAM: u64 = 0x6465_6369_6465;
/// Tells the dice of rollouts.
const ROLLED: u64 = 0x6469_6365_2121;
/// One in this many decisions is searched for by its kind, instead of drawn as it comes up in play.
const SOUGHT: usize = 3;
/// What is sought, one after the other.
const KINDS: [Kind; 3] = [Kind::BackGame, Kind::Crashed, Kind::FourBack];
/// Turns of a game among which a decision is drawn; few games are longer.
const TURNS: u32 = 200;
/// One in this many moves of a game is not the best, but any of those that look good.
const STRAY: u32 = 12;
const STRAY_MOVES: usize = 4;
const STRAY_MARGIN: f32 = 0.16;
/// How many plies to look ahead to find the candidates.
const PLIES: u32 = 2;
/// The most candidates, and how much worse than the best one may look. Where no other does,
/// the choice is clear.
const CANDIDATES: usize = 5;
const MARGIN: f64 = 0.25;
/// If the candidates differ by less than this, the choice makes no difference.
const ALIKE: f64 = 0.01;
/// The number of trials between checks whether a candidate can be given up.
const BATCH: u64 = 36;
/// The rule for giving up candidates, with the minimum number of trials.
const STOP: Stop = Stop { least: 108, error: 0.0, deviations: 3.0 };

/// Draws and rolls out the decisions that are not yet in the file, and returns all; those of
/// `given` positions, each with a roll, where there are any.
///
/// # Errors
///
/// If the file is of another run, or cannot be written.
pub(super) fn make(
    header: &Header,
    given: Option<&[Backgammon]>,
    evaluator: &NetEvaluator,
    gnubg: Option<&str>,
    log: &Path,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Vec<Decision>> {
    let numbers: Vec<_> = header.shard.units(header.units()).collect();
    let bearoff = Bearoff::shared()?;
    let progress = Progress::new(visible, numbers.len() as u64, "decisions");
    runs::run(
        header,
        Keep::new(Some(log), threads),
        numbers.len(),
        |i, decision: &Decision| decision.number == numbers[i],
        || Maker::new(header, evaluator, gnubg, &bearoff),
        |maker, i| maker.decision(numbers[i], given.map(|given| &given[numbers[i]])),
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// Draws decisions.
struct Maker<'a> {
    header: &'a Header,
    /// Plays the games.
    ahead: Lookahead,
    /// Say which moves are candidates: the first by looking ahead, all by what they would
    /// play at once.
    players: Vec<Player>,
    /// Rolls out.
    search: Search,
    filter: FilterSet,
}

/// A decision that is worth rolling out.
struct Drawn {
    game: Backgammon,
    dice: Dice,
    candidates: Vec<Turn>,
    passed_over: u64,
}

impl<'a> Maker<'a> {
    fn new(
        header: &'a Header,
        evaluator: &NetEvaluator,
        gnubg: Option<&str>,
        bearoff: &Arc<Bearoff>,
    ) -> anyhow::Result<Self> {
        let mut players = vec![Player::of_nets(evaluator.clone(), Arc::clone(bearoff))];
        if let Some(program) = gnubg {
            players.push(Player::gnubg(program)?);
        }
        Ok(Self {
            header,
            ahead: Lookahead::new(evaluator.clone(), Arc::clone(bearoff)),
            players,
            search: search(evaluator.clone(), Arc::clone(bearoff)),
            filter: FilterSet::named("large").expect("a predefined set"),
        })
    }

    /// Decision number `number`: it depends only on this number and the header, so that the
    /// beginning of a run is as good a sample as the whole.
    fn decision(&mut self, number: usize, given: Option<&Backgammon>) -> anyhow::Result<Decision> {
        let met = given.is_some() || !number.is_multiple_of(SOUGHT);
        let sought = (!met).then(|| KINDS[number / SOUGHT % KINDS.len()]);
        let drawn = match given {
            Some(game) => self.given(game)?,
            None => self.draw(&mut rng(self.header.seed ^ STREAM, number as u64), sought)?,
        };
        let Drawn { game, dice, candidates, passed_over } = drawn;
        let after = |&turn: &Turn| {
            let mut next = game;
            next.play(Move::Turn(turn));
            next
        };
        let positions: Vec<_> = candidates.iter().map(after).collect();
        let seed = mix(self.header.seed ^ ROLLED ^ mix(number as u64));
        let dice_of_trials = QuasiDice::new(seed, false);
        let found = roll_out(&mut self.search, &positions, self.header, &dice_of_trials);
        let candidates = weighed(&candidates, &found);
        let (kind, sought) = (Kind::of(&game), sought.is_some());
        Ok(Decision { number, game, dice, kind, sought, passed_over, candidates })
    }

    /// The decision in a position, however clear it is.
    fn given(&mut self, game: &Backgammon) -> anyhow::Result<Drawn> {
        let dice = game.dice().expect("a roll");
        let rated = self.players[0].rank(game, dice, PLIES, &self.filter)?;
        let candidates = candidates(&rated, self.favourites(game, dice)?);
        Ok(Drawn { game: *game, dice, candidates, passed_over: 0 })
    }

    /// What each player would play by static evaluation.
    fn favourites(&mut self, game: &Backgammon, dice: Dice) -> anyhow::Result<Vec<Turn>> {
        let Self { players, filter, .. } = self;
        players.iter_mut().map(|player| Ok(player.rank(game, dice, 0, filter)?[0].turn)).collect()
    }

    /// A random decision of a random game, all equally likely, that is of the kind sought, and
    /// whose choice is neither clear nor without consequences.
    fn draw(&mut self, rng: &mut Rng, sought: Option<Kind>) -> anyhow::Result<Drawn> {
        let mut passed_over = 0;
        loop {
            let Some((game, dice)) = self.met(rng, sought.is_some()) else { continue };
            if sought.is_some_and(|kind| Kind::of(&game) != kind) {
                continue;
            }
            let rated = self.players[0].rank(&game, dice, PLIES, &self.filter)?;
            if rated.len() < 2 {
                continue;
            }
            if !makes_a_difference(&rated) {
                passed_over += 1;
                continue;
            }
            let candidates = candidates(&rated, self.favourites(&game, dice)?);
            return Ok(Drawn { game, dice, candidates, passed_over });
        }
    }

    /// A position and a roll at a random turn of a game, if the game lasts that long.
    fn met(&mut self, rng: &mut Rng, back: bool) -> Option<(Backgammon, Dice)> {
        let mut game = if back { beginning(rng) } else { Backgammon::START };
        let last = rng.random_range(0..TURNS);
        for turn in 0..=last {
            let mut dice = roll(rng);
            while turn == 0 && dice.is_double() {
                dice = roll(rng);
            }
            if turn == last {
                return Some((game.with_dice(Some(dice)), dice));
            }
            let good = self.ahead.candidates(&game, dice, STRAY_MOVES, STRAY_MARGIN);
            let strays = rng.random_range(0..STRAY) == 0;
            game = good[if strays { rng.random_range(0..good.len()) } else { 0 }].game;
            if game.node() != Node::Chance {
                break;
            }
        }
        None
    }
}

/// The moves that look good after the lookahead, the best first.
fn good(rated: &[RatedTurn]) -> impl Iterator<Item = &RatedTurn> {
    let least = rated[0].equity - MARGIN;
    rated.iter().filter(move |turn| turn.equity >= least).take(CANDIDATES)
}

/// Whether some of the moves that look good are better than others; not if there is only one.
fn makes_a_difference(rated: &[RatedTurn]) -> bool {
    good(rated).any(|turn| rated[0].equity - turn.equity > ALIKE)
}

/// What is rolled out: the favourites, and then the best of those that look good.
fn candidates(rated: &[RatedTurn], favourites: Vec<Turn>) -> Vec<Turn> {
    let mut chosen: Vec<Turn> = Vec::new();
    for turn in favourites.into_iter().chain(good(rated).map(|rated| rated.turn)) {
        if chosen.len() < CANDIDATES && !chosen.contains(&turn) {
            chosen.push(turn);
        }
    }
    chosen
}

/// The results of all trials of each position, for the player who has moved there, on the same
/// dice. A position that is clearly behind gets no more trials, and then has only the first ones.
fn roll_out(
    search: &mut Search,
    positions: &[Backgammon],
    header: &Header,
    dice: &QuasiDice,
) -> Vec<Vec<f64>> {
    let &Header { trials, truncate, .. } = header;
    let options = RolloutOptions { cubeful: false, truncate, ..RolloutOptions::default() };
    let start = |&game: &Backgammon| Start { game, cube: Cube::default(), double: false };
    let rollouts: Vec<_> =
        positions.iter().map(|game| Rollout::new(start(game), &options, dice)).collect();
    let mut found = vec![Vec::new(); positions.len()];
    let mut tallies = vec![Tally::default(); positions.len()];
    let mut open = vec![true; positions.len()];
    for first in (0..trials).step_by(BATCH as usize) {
        let still = STOP.open(&tallies);
        open.iter_mut().zip(still).for_each(|(open, still)| *open &= still);
        for i in (0..positions.len()).filter(|&i| open[i]) {
            for trial in first..trials.min(first + BATCH) {
                let outcome = rollouts[i].play(search, trial).flipped();
                tallies[i].add(&outcome);
                found[i].push(outcome.utility);
            }
        }
    }
    found
}

/// The moves with the results of their trials, the best first.
fn weighed(turns: &[Turn], found: &[Vec<f64>]) -> Vec<Candidate> {
    let mean = |values: &mut dyn Iterator<Item = f64>| -> Mean {
        let mut tally = Tally::default();
        values.for_each(|utility| {
            tally.add(&RolloutOutcome { utility, ..RolloutOutcome::default() });
        });
        tally.utility()
    };
    let equity = |of: &[f64]| mean(&mut of.iter().copied());
    let best = found.iter().max_by(|a, b| equity(a).mean.total_cmp(&equity(b).mean));
    let best = best.map_or(&[][..], Vec::as_slice);
    let candidate = |(&turn, values): (&Turn, &Vec<f64>)| {
        let loss = mean(&mut best.iter().zip(values).map(|(best, value)| best - value));
        // Fewer trials may say of a move given up that it is better than what came out best.
        let loss = Mean { mean: loss.mean.max(0.0), ..loss };
        Candidate { turn, trials: values.len() as u64, equity: equity(values), loss }
    };
    let mut candidates: Vec<_> = turns.iter().zip(found).map(candidate).collect();
    candidates.sort_by(|a, b| b.equity.mean.total_cmp(&a.equity.mean));
    candidates
}

#[cfg(test)]
mod tests {
    use std::fs;

    use starboard_backgammon::Probabilities;

    use super::*;
    use crate::regret::decision::DECISIONS;

    fn header(decisions: usize) -> Header {
        Header {
            experiment: DECISIONS.to_owned(),
            version: String::new(),
            seed: 5,
            trials: 36,
            truncate: 2,
            fingerprint: String::new(),
            gnubg: false,
            openings: false,
            decisions,
            shard: "0/1".parse().expect("a shard"),
        }
    }

    fn after(text: &str) -> Backgammon {
        let mut game = Backgammon::parse("4HPwATDgc/ABMA 31").expect("a position");
        game.play(game.parse_move(text).expect("a move"));
        game
    }

    #[test]
    fn siblings_have_the_same_dice() -> anyhow::Result<()> {
        let mut search = search(NetEvaluator::default(), Bearoff::shared()?);
        let dice = QuasiDice::new(3, false);
        let [a, b] = ["8/5 6/5", "24/23 13/10"].map(after);
        let mut found = |positions: &[Backgammon], dice: &QuasiDice| {
            roll_out(&mut search, positions, &header(0), dice)
        };
        let all = found(&[a, b, a], &dice);
        assert_eq!(all[0], all[2], "the same position, the same trials");
        assert_eq!(all, [found(&[a], &dice), found(&[b], &dice), found(&[a], &dice)].concat());
        assert!(all.iter().all(|trials| trials.len() == 36));
        assert_ne!(all[..1], found(&[a], &QuasiDice::new(4, false)));
        // The better move is, for who made it.
        assert!(all[0].iter().sum::<f64>() > all[1].iter().sum::<f64>());
        Ok(())
    }

    #[test]
    fn losses_are_of_the_same_trials() {
        let found = [vec![0.0, 0.2, 0.1, 0.3], vec![0.5, 0.3, 0.4, 0.8], vec![0.4, 0.2]];
        let turns = [Turn::PASS; 3];
        let all = weighed(&turns, &found);
        let losses: Vec<_> = all.iter().map(|candidate| candidate.loss.mean).collect();
        let expected = [0.0, 0.1, 0.35];
        assert!(losses.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{losses:?}");
        assert_eq!(all[0].loss.error, 0.0);
        // Of the differences, which hardly vary, and not of the equities.
        assert!(all[1].loss.error < 1e-9 && all[1].equity.error > 0.09, "{all:?}");
        let trials: Vec<_> = all.iter().map(|candidate| candidate.trials).collect();
        assert_eq!(trials, [4, 2, 4]);
        assert!((all[2].equity.mean - 0.15).abs() < 1e-12);
    }

    /// Moves of this equity each; no two are the same.
    fn rated(equities: &[f64]) -> Vec<RatedTurn> {
        let mut turns = Vec::new();
        Backgammon::START.for_each_turn(Dice::new(3, 1).expect("dice"), |turn| turns.push(turn));
        let outcomes = Probabilities::default();
        let rated = turns.into_iter().zip(equities);
        let rated = rated.map(|(turn, &equity)| RatedTurn {
            turn,
            plies: 2,
            outcomes,
            equity,
            utility: equity,
        });
        rated.collect()
    }

    #[test]
    fn what_is_clear_or_alike_is_passed_over() {
        assert!(makes_a_difference(&rated(&[0.3, 0.28])));
        assert!(!makes_a_difference(&rated(&[0.3, 0.295, 0.291])));
        assert!(!makes_a_difference(&rated(&[0.3, 0.01, 0.0])));
        // What comes after the fifth is no candidate.
        assert!(!makes_a_difference(&rated(&[0.3, 0.299, 0.298, 0.297, 0.296, 0.2])));
    }

    #[test]
    fn favourites_are_candidates() {
        let all = rated(&[0.3, 0.28, 0.25, 0.2, 0.1, 0.09, -0.5]);
        let of = |favourites: &[usize]| -> Vec<_> {
            let favourites = favourites.iter().map(|&i| all[i].turn).collect();
            let place = |turn| all.iter().position(|rated| rated.turn == turn);
            candidates(&all, favourites).into_iter().filter_map(place).collect()
        };
        assert_eq!(of(&[0]), [0, 1, 2, 3, 4]);
        assert_eq!(of(&[2, 2]), [2, 0, 1, 3, 4]);
        assert_eq!(of(&[5, 6]), [5, 6, 0, 1, 2]);
    }

    /// What is made does not depend on threads, nor on where it was stopped.
    #[test]
    fn a_run_that_was_stopped_goes_on() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let [whole, part] = ["whole", "part"].map(|name| folder.path().join(name));
        let nets = NetEvaluator::default();
        let run = |path: &Path, threads| make(&header(2), None, &nets, None, path, threads, false);
        let all = run(&whole, 2)?;
        let kinds: Vec<_> = all.iter().map(|decision| (decision.kind, decision.sought)).collect();
        assert_eq!((kinds[0], kinds[1].1), ((Kind::BackGame, true), false));
        assert!(all.iter().all(|decision| decision.candidates.len() > 1), "{all:?}");
        let text = fs::read(&whole)?;
        fs::write(&part, &text[..text.len() - 9])?;
        run(&part, 1)?;
        assert_eq!(fs::read(&part)?, text);
        let other = Header { seed: 6, ..header(2) };
        let error = make(&other, None, &nets, None, &part, 1, false).expect_err("another seed");
        assert!(error.to_string().contains("its seed is 5, and 6 is asked for"), "{error}");
        Ok(())
    }
}
