//! Advice for backgammon.

use std::{fs, path::Path, sync::Arc};

use anyhow::Context as _;
use starboard_backgammon::{
    Dice, NetEvaluator,
    bearoff::Bearoff,
    cube::{
        Crawford, Cube, CubeAnalysis, CubeDecision, CubeOwner, CubefulSearch, Hint, MAX_PLIES,
        MatchPosition, Resigned, Stakes, TakePoints, Verdict, WithBearoff, points_conceded,
        resignation,
    },
    engine::{BackgammonEngine, EngineSettings},
    met::MatchEquity,
    rollout::Start,
};
use starboard_core::{Game, Node};

use crate::{evaluate::evaluator, train::fingerprint};

use super::{
    Advice, Question, RolloutPlan,
    rollout::{self, Candidate},
};
use starboard::BadInput;

/// If the equities differ by less than this, it does not matter whether a resignation is accepted.
const SAME: f64 = 1e-5;

/// The name of what evaluates hypergammon, if there is a database.
const TABLE: &str = "the database of hypergammon";
/// What is said of the networks in hypergammon without a database.
const UNTRAINED: &str = "which were not trained for three checkers";

/// The stakes, in words.
pub(crate) fn played_for(position: &MatchPosition) -> String {
    let value = position.cube.value();
    let cube = match position.cube.owner {
        CubeOwner::Centred => format!("cube {value} in the middle"),
        CubeOwner::Mine => format!("own cube on {value}"),
        CubeOwner::Theirs => format!("the other's cube on {value}"),
    };
    match &position.stakes {
        Stakes::Money { jacoby, beavers, .. } => {
            let jacoby = if *jacoby { ", Jacoby rule" } else { "" };
            let beavers = if *beavers { ", beavers" } else { "" };
            format!("money, {cube}{jacoby}{beavers}")
        }
        Stakes::Match { table, mine, theirs, crawford } => {
            let game = match crawford {
                Crawford::Now => ", Crawford game",
                Crawford::After => ", after the Crawford game",
                Crawford::Before => "",
            };
            format!("{mine} away against {theirs} away{game}, {cube}; table {}", table.name())
        }
    }
}

/// What the player who was doubled should answer.
pub(crate) fn answer(stakes: &Stakes, cube: Cube, found: &CubeAnalysis) -> super::Answer {
    let take = -stakes.equity(found.utilities[1], cube.value());
    let beaver = matches!(stakes, Stakes::Money { beavers: true, .. }).then_some(2.0 * take);
    super::Answer { reply: found.decision.reply(), take, pass: -1.0, beaver }
}

/// In a match, the chances to win it without doubling, after a double that is taken, and after one
/// that is passed.
pub(crate) fn match_chances(position: &MatchPosition, decision: &CubeDecision) -> Option<[f64; 3]> {
    let (stakes, cube) = (&position.stakes, position.cube.value());
    let chance = |equity| stakes.match_chance(stakes.utility_of(equity, cube));
    let CubeDecision { no_double, double_take, double_pass, .. } = *decision;
    Some([chance(no_double)?, chance(double_take)?, chance(double_pass)?])
}

/// How to answer a resignation, from the equity of playing on for the player on roll.
fn answer_to(resigned: Resigned, position: &MatchPosition, playing_on: f64) -> super::Offer {
    let (stakes, cube) = (&position.stakes, position.cube);
    let times = points_conceded(stakes, cube, resigned.times);
    // `lost` is for the player on roll; `sign` converts to the player who has to answer.
    let (lost, sign) = if resigned.on_roll { (-times, -1.0) } else { (times, 1.0) };
    let accepted = sign * stakes.equity(stakes.utility(lost * cube.value()), cube.value());
    let refused = sign * playing_on;
    super::Offer { times: resigned.times, accept: accepted >= refused - SAME, accepted, refused }
}

/// The engine that all commands use: with the networks in a file, if one is given, and the bearoff
/// databases.
///
/// # Errors
///
/// If a database cannot be used; [`BadInput`] if the networks cannot be read.
pub(crate) fn engine(
    settings: EngineSettings,
    nets: Option<&Path>,
) -> anyhow::Result<BackgammonEngine<WithBearoff<NetEvaluator>>> {
    let bearoff = Bearoff::shared()?;
    let evaluator = WithBearoff { evaluator: evaluator(nets)?, bearoff: bearoff.clone() };
    Ok(BackgammonEngine::new(evaluator, Some(bearoff), settings))
}

/// The name of the engine's networks; for a file, it depends on its content.
pub(crate) fn networks(
    nets: Option<&Path>,
    engine: &mut BackgammonEngine<WithBearoff<NetEvaluator>>,
) -> String {
    let Some(path) = nets else { return "networks".to_owned() };
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    format!("networks of {file}, {}", fingerprint(&engine.evaluator().evaluator.nets().write()))
}

/// The match equity table in a file, or the built-in one.
pub(crate) fn table(path: Option<&Path>) -> anyhow::Result<Arc<MatchEquity>> {
    let Some(path) = path else { return Ok(MatchEquity::built_in()) };
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let table = MatchEquity::read_xml(&text);
    Ok(Arc::new(table.map_err(|error| BadInput::error(format!("{name}: {error}")))?))
}

/// Answers a question about backgammon, or about the variant called `game_name`, which begins with
/// `start`, with the networks, the bearoff databases and a cubeful search.
///
/// # Errors
///
/// [`BadInput`] if the position or a file cannot be read.
pub fn advise(game_name: &str, start: &str, question: &Question) -> anyhow::Result<Advice> {
    let settings = &question.settings;
    let text = question.position.as_deref().unwrap_or(start);
    let hint = "`games backgammon` shows how positions are written";
    let bad = |error| BadInput::error(format!("no position of backgammon: {error}; {hint}"));
    let mut position = settings.read(text).map_err(bad)?;
    if position.stakes.away().is_some() && (settings.jacoby || settings.beavers) {
        let what = "--jacoby and --beavers are for money, and the position is of a match";
        return Err(BadInput::error(what));
    }
    if let Some(roll) = &question.roll {
        let dice = roll.parse::<Dice>();
        let dice = dice.map_err(|error| BadInput::error(format!("in the roll: {error}")))?;
        if let Some(said) = position.game.dice().filter(|&said| said != dice) {
            return Err(BadInput::error(format!(
                "the position says that {said} was rolled, and --roll says {dice}"
            )));
        }
        position.game = position.game.with_dice(Some(dice));
    }
    if position.offered && question.roll.is_some() {
        let what = "a double is on offer, which is answered before anybody rolls";
        return Err(BadInput::error(what));
    }
    if question.cube {
        position.game = position.game.with_dice(None);
    }
    let nets = question.nets.as_deref();
    advise_on(game_name, &position, settings, nets, question.rollout.as_ref())
}

/// The same for a position that has been read: advice on the move if dice were rolled, and
/// otherwise on the cube.
///
/// # Errors
///
/// [`BadInput`] if the game is over, or if more plies are asked for than can be searched.
pub(crate) fn advise_on(
    game_name: &str,
    position: &MatchPosition,
    settings: &EngineSettings,
    nets: Option<&Path>,
    plan: Option<&RolloutPlan>,
) -> anyhow::Result<Advice> {
    let rolled_out = plan.map_or(0, |plan| plan.options.plies.max(plan.options.late_plies));
    if settings.plies.max(rolled_out) > MAX_PLIES {
        return Err(BadInput::error(format!("at most {MAX_PLIES} plies can be looked ahead")));
    }
    let (game, cube) = (position.game, position.cube);
    if let Node::Over(_) = game.node() {
        return Err(BadInput::error("the game is over: there is nothing to advise"));
    }
    let mut engine = engine(settings.clone(), nets)?;
    let networks = networks(nets, &mut engine);
    let evaluator = engine.evaluator().clone();
    let known = evaluator.bearoff.clone();
    let make = |stakes| CubefulSearch::new(evaluator.clone(), Some(known.clone()), stakes);
    let mut advice = Advice {
        game: game_name.to_owned(),
        position: game.format(),
        board: game.board(),
        stakes: played_for(position),
        evaluator: match &known.hypergammon {
            Some(all) if all.known(game.mine(), game.theirs()).is_some() => TABLE.to_owned(),
            _ if game.is_hypergammon() => format!("{networks}, {UNTRAINED}"),
            _ => networks,
        },
        plies: settings.plies,
        filter: settings.filter.name.clone(),
        moves: Vec::new(),
        cube: None,
        offer: None,
        rollout: Vec::new(),
        rollout_verdict: None,
    };
    let roll_out = |advice: &Advice, candidates: &[Candidate]| match plan {
        None => Ok(Vec::new()),
        Some(plan) => {
            let names = (&*advice.position, &*advice.stakes, &*advice.evaluator);
            rollout::run(plan, candidates, &position.stakes, names, make)
        }
    };
    let Some(dice) = game.dice() else {
        let found = engine.cube(position);
        let decision = &found.decision;
        let playing_on = if position.offered {
            decision.double_take.min(decision.double_pass)
        } else {
            decision.best
        };
        advice.offer = position.resigned.map(|offer| answer_to(offer, position, playing_on));
        let available = decision.verdict != Verdict::NotAvailable;
        advice.cube = Some(super::Cube {
            plies: settings.plies,
            probabilities: found.outcomes.as_array(),
            cubeless: found.cubeless,
            no_double: found.decision.no_double,
            double_take: found.decision.double_take,
            double_pass: found.decision.double_pass,
            best: found.decision.best,
            match_chances: match_chances(position, decision),
            available,
            verdict: found.decision.verdict.to_string(),
            points: TakePoints::of(&position.stakes, cube, found.outcomes),
            answer: position.offered.then(|| answer(&position.stakes, cube, &found)),
            resignation: resignation(found.outcomes),
        });
        let start = |name: &str, cube| Candidate {
            name: name.to_owned(),
            start: Start { game, cube, double: false },
            moved: false,
        };
        let both = [start("No double", cube), start("Double, take", cube.taken())];
        advice.rollout = roll_out(&advice, if available { &both } else { &both[..1] })?;
        if let [wait, take] = &advice.rollout[..] {
            let utility = |equity| position.stakes.utility_of(equity, cube.value());
            let [wait, take] = [wait, take].map(|side| utility(side.equity.mean));
            let decision = CubeDecision::new(&position.stakes, cube, wait, take);
            advice.rollout_verdict = Some(decision.verdict.to_string());
        }
        return Ok(advice);
    };
    let rated = engine.play(position, dice);
    let best = rated.first().map_or(0.0, |best| best.equity);
    advice.offer = position.resigned.map(|offer| answer_to(offer, position, best));
    advice.moves = Hint::list(&game, &position.stakes, &rated);
    let most = plan.map_or(0, |plan| plan.candidates);
    let candidates: Vec<_> = rated
        .iter()
        .zip(&advice.moves)
        .take(most)
        .map(|(rated, named)| {
            let mut next = game;
            next.play(starboard_backgammon::Move::Turn(rated.turn));
            let start = Start { game: next, cube: cube.flipped(), double: true };
            Candidate { name: named.turn.clone(), start, moved: true }
        })
        .collect();
    advice.rollout = roll_out(&advice, &candidates)?;
    advice.rollout.sort_by(|a, b| b.equity.mean.total_cmp(&a.equity.mean));
    Ok(advice)
}
