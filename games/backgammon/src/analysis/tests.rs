//! Steps of real and of made-up games, with the figures that gnubg found.

use starboard_core::{FilterSet, Game, Player};

use super::*;
use crate::{
    Backgammon, BoundsKind, Dice, HandCrafted, Move, Probabilities,
    cube::{OutcomeEvaluator, Stakes},
    engine::{BackgammonEngine, EngineSettings},
    met::MatchEquity,
    record::{Action, GameRecord, MatchRecord, Outcome, State, read_mat},
};

const MATCH: &str = include_str!("../record/mat/match.mat");

fn evaluator() -> HandCrafted {
    HandCrafted { bounds: BoundsKind::Position }
}

fn shallow() -> EngineSettings {
    EngineSettings { plies: 0, cube_plies: 0, ..EngineSettings::of_reviews() }
}

/// What this evaluator finds of a step.
fn look<E: OutcomeEvaluator>(step: &Step, evaluator: E, settings: &EngineSettings) -> Findings {
    step.analyse(&mut BackgammonEngine::new(evaluator, None, settings.clone()))
}

/// Says the same of every position.
struct Given([f32; 5]);

impl OutcomeEvaluator for Given {
    fn outcomes(&mut self, _: &Backgammon) -> Probabilities {
        Probabilities::from(self.0)
    }
}

fn step(state: State, action: Action) -> Step {
    let player = state.actor().expect("the game goes on");
    Step { game: 0, number: 0, player, state, action, stakes: Stakes::MONEY }
}

/// A game on its way, nobody having doubled.
fn midgame() -> State {
    let board = Backgammon::parse("ma7ggBHgdwcHAA").expect("a position");
    State::resumed(board, 1, None)
}

fn played(state: &State, dice: &str, turn: &str) -> Action {
    let dice: Dice = dice.parse().expect("dice");
    match state.board.with_dice(Some(dice)).parse_move(turn) {
        Ok(Move::Turn(turn)) => Action::Play(dice, turn),
        other => panic!("{other:?}"),
    }
}

/// What gnubg's `show statistics match` counts in the same match.
#[test]
fn what_there_is_to_decide_is_counted_as_gnubg_counts() {
    let record = read_mat(MATCH).expect("a match");
    let steps = steps(&record, &MatchEquity::built_in()).expect("a short match");
    let found: Vec<_> = steps.iter().map(|step| look(step, evaluator(), &shallow())).collect();
    let summary = Summary::new(&steps, &found, &record);
    let counts = summary.total.each_ref().map(|of| {
        let (play, cube) = (&of.play, &of.cube);
        [play.moves, play.unforced, cube.decisions, cube.doubles, cube.takes, cube.passes]
    });
    assert_eq!(counts, [[37, 30, 18, 1, 1, 1], [37, 36, 17, 2, 1, 0]]);
    // The second player wins the match, at even chances before.
    assert!((summary.result + 0.5).abs() < 1e-12, "{}", summary.result);
    let [one, two] = summary.total.each_ref().map(|of| of.luck.total.worth);
    assert!((summary.luck_adjusted() - (-0.5 - one + two)).abs() < 1e-12);
}

/// The same for a session with beavers and games given up.
#[test]
fn moves_of_a_session_are_counted_as_gnubg_counts() {
    let record = read_mat(include_str!("../record/sgf/session.mat")).expect("a session");
    let steps = steps(&record, &MatchEquity::built_in()).expect("no match");
    let found: Vec<_> = steps.iter().map(|step| look(step, evaluator(), &shallow())).collect();
    let summary = Summary::new(&steps, &found, &record);
    let counts = summary.total.each_ref().map(|of| [of.play.moves, of.play.unforced]);
    assert_eq!((counts, summary.result), ([[193, 147], [196, 171]], -5.0));
    let cubes = summary.total.each_ref().map(|of| [of.cube.doubles, of.cube.passes]);
    assert_eq!(cubes, [[2, 1], [1, 0]]);
}

/// The figures of a match that gnubg analysed, from its totals.
#[test]
fn rates_follow_from_totals_as_in_gnubg() {
    let totals = |play: f64, unforced: u32, cube: f64, close: u32| {
        let mut all = Statistics::default();
        all.play.moves = 96;
        all.play.unforced = unforced;
        all.play.loss.equity = play;
        all.cube.close = close;
        all.cube.loss.equity = cube;
        all
    };
    let (one, two) = (totals(1.669, 86, 1.777, 20), totals(4.525, 75, 0.0, 4));
    for (of, other, rates, fibs, name) in [
        (&one, &two, [19.4, 88.9, 32.5, 17.9], 1712.8, "Beginner"),
        (&two, &one, [60.3, 0.0, 57.3, 23.6], 1211.1, "Awful!"),
    ] {
        let found = [of.play_rate(), of.cube_rate(), of.rate(), of.snowie_rate(other)];
        for (found, expected) in found.into_iter().zip(rates) {
            let found = 1000.0 * found.expect("there were decisions");
            assert!((found - expected).abs() < 0.06, "{found} and not {expected}");
        }
        let rating = of.fibs_rating(5).expect("there were moves");
        assert!((rating - fibs).abs() < 0.5, "{rating} and not {fibs}");
        assert_eq!(of.rating().map(|r| r.to_string()).as_deref(), Some(name));
    }
    let difference = fibs_difference(0.5 + 0.2419, 5).expect("possible");
    assert!((difference - 410.13).abs() < 0.1, "{difference}");
    assert_eq!((fibs_difference(0.7, 0), fibs_difference(1.0, 5)), (None, None));
    assert_eq!((Statistics::default().rate(), Statistics::default().fibs_rating(5)), (None, None));
}

#[track_caller]
fn cube(outcomes: [f32; 5], action: Action, fault: Option<CubeFault>, loss: f64) -> CubeFound {
    let mut state = midgame();
    let action = if action == Action::Double || matches!(action, Action::Play(..)) {
        action
    } else {
        state.act(Action::Double).expect("the cube is in the middle");
        action
    };
    let found = look(&step(state, action), Given(outcomes), &shallow());
    let cube = found.cube.expect("a decision");
    assert_eq!(cube.fault, fault, "{cube:?}");
    assert!((cube.loss.equity - loss).abs() < 1e-4, "{cube:?}");
    assert!((cube.loss.worth - loss).abs() < 1e-4, "at money points are equity");
    cube
}

/// Janowski's money equities without gammons; 0.68 of the cube is live.
#[test]
fn decisions_about_the_cube_cost_what_they_miss() {
    use CubeFault::*;
    let wait = played(&midgame(), "42", "8/4 6/4");
    let outcomes = |win| [win, 0.0, 0.0, 0.0, 0.0];
    // At 60 % it is too early, at 75 % right and to be taken, at 85 % passed.
    let early = cube(outcomes(0.6), wait, None, 0.0);
    assert!(!early.counts && early.skill == Skill::Unmarked);
    let CubeFound { decision, .. } = early;
    let cost = decision.no_double - decision.double_take;
    let wrong = cube(outcomes(0.6), Action::Double, Some(WrongBelowDouble), cost);
    assert!(wrong.counts && wrong.skill == Skill::VeryBad, "{wrong:?}");
    let right = cube(outcomes(0.75), Action::Double, None, 0.0).decision;
    let missed = right.double_take - right.no_double;
    assert!(cube(outcomes(0.75), wait, Some(MissedBelowCash), missed).counts);
    cube(outcomes(0.75), Action::Take, None, 0.0);
    cube(outcomes(0.75), Action::Drop, Some(WrongPass), 1.0 - right.double_take);
    let cash = cube(outcomes(0.85), Action::Double, None, 0.0).decision;
    assert!(cash.double_take > 1.0, "{cash:?}");
    cube(outcomes(0.85), wait, Some(MissedAboveCash), 1.0 - cash.no_double);
    cube(outcomes(0.85), Action::Drop, None, 0.0);
    cube(outcomes(0.85), Action::Take, Some(WrongTake), cash.double_take - 1.0);
    cube(outcomes(0.85), Action::Beaver, Some(WrongTake), 2.0 * cash.double_take - 1.0);
    // So many gammons that it is better to play on.
    let good = [0.9, 0.6, 0.0, 0.0, 0.0];
    let decision = cube(good, wait, None, 0.0).decision;
    cube(good, Action::Double, Some(WrongTooGood), decision.no_double - 1.0);
}

#[test]
fn nobody_decides_what_is_not_allowed() {
    let state = State::start(Player::First);
    let opening = played(&state, "31", "8/5 6/5");
    assert_eq!(look(&step(state, opening), evaluator(), &shallow()).cube, None);
    let mut state = midgame();
    state.owner = Some(Player::Second);
    let turn = played(&state, "42", "8/4 6/4");
    assert_eq!(look(&step(state, turn), evaluator(), &shallow()).cube, None);
    let mut crawford = step(midgame(), turn);
    crawford.stakes = Stakes::Match {
        table: MatchEquity::built_in(),
        mine: 1,
        theirs: 3,
        crawford: crate::cube::Crawford::Now,
    };
    let found = look(&crawford, evaluator(), &shallow());
    assert!(found.cube.is_none() && found.play.is_some());
}

/// A filter that keeps a single move is content without looking ahead at all.
#[test]
fn a_doubtful_move_is_looked_at_as_deep_as_can_be() {
    let state = midgame();
    let strict: FilterSet = "0,1,0".parse().expect("a filter");
    let options = EngineSettings { plies: 1, filter: strict, ..shallow() };
    let look = |turn: &str| {
        let found = look(&step(state.clone(), played(&state, "42", turn)), evaluator(), &options);
        found.play.expect("a move")
    };
    let mut again = [0, 0];
    let mut names = Vec::new();
    let board = state.board.with_dice("42".parse().ok());
    board.moves(&mut names);
    for name in names.iter().map(|&m| board.format_move(m)) {
        let found = look(&name);
        assert_eq!(found.candidates.len(), names.len());
        let (best, own) = (found.candidates[0], found.candidates[found.played]);
        assert_eq!(best.plies, own.plies, "{name}");
        assert_eq!(found.loss.equity, (best.equity - own.equity).max(0.0));
        assert_eq!(found.skill, Skill::of(found.loss.equity));
        again[best.plies as usize] += 1;
        if found.skill > Skill::Unmarked {
            assert_eq!(own.plies, 1, "{name}");
        }
    }
    assert!(again[0] > 0 && again[1] > 0, "{again:?}");
}

/// A move that the filter let not through is looked at as deep as the best.
#[test]
fn the_move_that_was_played_comes_as_far_as_the_best() {
    let state = midgame();
    let two: FilterSet = "2,0,0".parse().expect("a filter");
    let options = EngineSettings { plies: 1, filter: two, ..shallow() };
    let some = played(&state, "42", "8/4 6/4");
    let look = |action, options: &EngineSettings| {
        look(&step(state.clone(), action), evaluator(), options).play.expect("a move")
    };
    let worst = look(some, &shallow()).candidates.last().expect("a choice").turn;
    let found = look(Action::Play(Dice::new(4, 2).expect("dice"), worst), &options);
    let depths: Vec<_> = found.candidates.iter().map(|rated| rated.plies).collect();
    assert_eq!(depths[..4], [1, 1, 1, 0], "two by the filter, and what was played");
    assert!(found.played < 3);
}

#[test]
fn luck_is_nothing_on_average() {
    let state = midgame();
    let mut mean = 0.0;
    for dice in Dice::all() {
        let mut legal = Vec::new();
        state.board.with_dice(Some(dice)).moves(&mut legal);
        let Some(&Move::Turn(turn)) = legal.first() else { panic!("there is always a turn") };
        let step = step(state.clone(), Action::Play(dice, turn));
        let found = look(&step, evaluator(), &shallow());
        mean += f64::from(dice.weight()) * found.luck.expect("a roll").equity;
    }
    assert!(mean.abs() < 1e-9, "{mean}");
}

/// At the start all is even, so a roll is worth its best move.
#[test]
fn the_first_roll_decides_who_begins_as_well() {
    let state = State::start(Player::Second);
    let turn = played(&state, "31", "24/23 24/21");
    let found = look(&step(state, turn), evaluator(), &shallow());
    let (luck, play) = (found.luck.expect("a roll"), found.play.expect("a move"));
    assert!((luck.equity - play.candidates[0].equity).abs() < 1e-9, "{luck:?}");
    assert!(luck.equity > 0.0 && play.loss.equity > 0.0);
}

#[test]
fn a_game_that_stopped_has_no_result() {
    let mut state = State::start(Player::First);
    let turn = played(&state, "31", "8/5 6/5");
    state.act(turn).expect("legal");
    let mut record = MatchRecord {
        length: 3,
        games: vec![GameRecord { actions: vec![turn], ..GameRecord::default() }],
        ..MatchRecord::default()
    };
    let table = MatchEquity::built_in();
    let sum = |record: &MatchRecord| {
        let steps = steps(record, &table).expect("a short match");
        let found: Vec<_> = steps.iter().map(|step| look(step, evaluator(), &shallow())).collect();
        Summary::new(&steps, &found, record)
    };
    let summary = sum(&record);
    assert_eq!((summary.games[0].result, summary.result), (None, 0.0));
    assert_eq!(summary.games[0].luck_adjusted(), None);
    record.games[0].outcome = Some(Outcome { winner: Player::Second, points: 2 });
    let lost = table.chance(3, 1, false) - 0.5;
    assert_eq!(sum(&record).games[0].result, Some(lost));
    record.length = 65;
    assert!(steps(&record, &table).is_err(), "longer than any table");
}

/// A step of who is named, whoever is to move.
fn step_of(player: Player, state: State, action: Action) -> Step {
    Step { game: 0, number: 0, player, state, action, stakes: Stakes::MONEY }
}

#[test]
fn games_given_up_cost_what_playing_on_was_worth() {
    // Who is on roll wins half of the games, a fifth of all as gammons; no cube: it
    // is the other's.
    let owned = |owner| State::resumed(midgame().board, 2, Some(owner));
    let (mover, other) = (midgame().board.mover(), midgame().board.mover().other());
    let even = [0.5, 0.2, 0.0, 0.2, 0.0];
    let lost = lost_for_sure();
    let won = [1.0, 1.0, 0.0, 0.0, 0.0];
    for (outcomes, loser, times, given_up) in [
        (even, mover, 1, -1.0),
        (even, other, 2, -2.0),
        (lost, mover, 1, -1.0),
        (lost, mover, 2, -2.0),
        (lost, mover, 3, -3.0),
        (won, other, 2, -2.0),
    ] {
        let step = step_of(loser, owned(other), Action::Resign(loser, times));
        let findings = look(&step, Given(outcomes), &shallow());
        assert!(findings.cube.is_none() && findings.play.is_none());
        let found = findings.resign.expect("the game was given up");
        assert!((found.given_up - given_up).abs() < 1e-9, "{found:?}");
        let lost = (found.playing_on - found.given_up).max(0.0);
        let taken = (found.given_up - found.playing_on).max(0.0);
        assert!((found.loss.equity - lost).abs() < 1e-5, "{found:?}");
        assert!((found.taken.equity - taken).abs() < 1e-5, "{found:?}");
        if outcomes == lost_for_sure() {
            assert!((found.playing_on + 2.0).abs() < 1e-6, "{found:?}");
            assert_eq!(found.loss.worth, 2.0 * f64::from(times == 3));
            assert_eq!(found.taken.worth, 2.0 * f64::from(times == 1));
        }
    }
    let centred = step_of(mover, midgame(), Action::Resign(mover, 2));
    let jacoby = Stakes::money(true, false);
    let found = look(&Step { stakes: jacoby, ..centred }, Given(lost), &shallow());
    let found = found.resign.expect("the game was given up");
    assert_eq!((found.given_up, found.loss.equity, found.taken.equity), (-1.0, 0.0, 0.0));
}

/// The mover loses a gammon in any case.
const fn lost_for_sure() -> [f32; 5] {
    [0.0, 0.0, 0.0, 1.0, 0.0]
}

#[test]
fn a_beaver_against_a_beaver_pays_for_the_better_side() {
    let mut state = midgame();
    state.act(Action::Double).expect("centred");
    state.act(Action::Beaver).expect("an answer");
    let mover = state.board.mover();
    for (win, wrong) in [(0.9, false), (0.2, true)] {
        let step = step_of(mover, state.clone(), Action::Beaver);
        let outcomes = [win, 0.0, 0.0, 0.0, 0.0];
        let found = look(&step, Given(outcomes), &shallow()).cube.expect("a decision");
        assert_eq!((found.done, found.fault.is_some()), (Done::Beaver, wrong), "{found:?}");
        let expected = if wrong { -found.decision.no_double } else { 0.0 };
        assert!((found.loss.equity - expected).abs() < 1e-9, "{found:?}");
    }
}
