//! Whether evaluators keep their promises.

use super::{
    Promise,
    probe::{Broken, Outcome, Probe, after, choices},
    rules,
};
use crate::{Bounds, Evaluator, Game, Node, Value};

/// Every evaluator given, at one position and its children.
pub(super) fn honest<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    for i in 0..probe.parts.evaluators.len() {
        let (name, mut evaluator) = probe.parts.evaluators[i].clone();
        let result = one(probe, &mut *evaluator);
        // Handed back, so that what it learns shows in later positions.
        probe.parts.evaluators[i].1 = evaluator;
        result.map_err(|mut broken| {
            broken.found = format!("{} from evaluator {name}", broken.found);
            broken
        })?;
    }
    Ok(())
}

fn one<G: Game>(probe: &mut Probe<'_, G>, evaluator: &mut dyn Evaluator<G>) -> Outcome<G> {
    let game = probe.game;
    let bounds = evaluator.bounds(game);
    let Some(value) = evaluated(probe, evaluator, game)? else { return Ok(()) };
    let mut positions = vec![game.clone()];
    let mut values = vec![value];
    let mut children = Vec::new();
    let moves = choices(game);
    // The interval in which the value after each move is known to lie.
    let mut known = Vec::new();
    for &m in &moves {
        probe.trying = Some(m);
        let child = after(game, m);
        let reward = game.reward(m);
        let own =
            |value: Value| (if child.mover() == game.mover() { value } else { -value }) + reward;
        let below = evaluator.bounds(&child);
        let below = if child.mover() == game.mover() { below } else { -below }.with(reward);
        let says = || (format!("bounds within {bounds:?}"), format!("{below:?}"));
        probe.demand(Promise::BoundsNest, bounds.and(below) == below, says)?;
        let at_sight = match child.node() {
            Node::Over(value) => Some(value),
            Node::Decision => evaluator.certain(&child),
            Node::Chance => None,
        };
        known.push(at_sight.map_or(below, |value| Bounds::exact(own(value))));
        match (evaluated(probe, evaluator, &child)?, child.node()) {
            (_, Node::Over(value)) => children.push(own(value)),
            (value, _) => {
                let value = value.expect("a value, since the game goes on");
                children.push(own(value));
                values.push(value);
                positions.push(child);
            }
        }
    }
    probe.trying = None;
    if game.node() == Node::Decision
        && let Some(certain) = evaluator.certain(game)
    {
        probe.equal(Promise::CertainProven, &value, &certain)?;
        let worst = Bounds { low: Value::MIN, high: Value::MIN };
        let proven = known.iter().fold(worst, |all, of| Bounds {
            low: all.low.max(of.low),
            high: all.high.max(of.high),
        });
        let says = || (format!("moves that lead to {certain:?}"), format!("{proven:?}"));
        let holds = G::MATE == 0 && proven == Bounds::exact(certain);
        probe.demand(Promise::CertainProven, holds, says)?;
    }
    if game.node() == Node::Decision
        && evaluator.certain(game).is_none()
        && let Some((losing, value)) = evaluator.losing_moves(game, &moves)
    {
        for (i, (&m, known)) in moves.iter().zip(&known).enumerate().take(64) {
            probe.trying = Some(m);
            let says = || (format!("a move that leads to {value:?}"), format!("{known:?}"));
            let holds = losing >> i & 1 == 0 || G::MATE == 0 && *known == Bounds::exact(value);
            probe.demand(Promise::LosingProven, holds, says)?;
        }
        probe.trying = None;
    }
    appends(probe, Promise::BatchAgrees, values, |out| evaluator.evaluate_batch(&positions, out))?;
    if game.node() == Node::Decision {
        let estimates = |out: &mut Vec<Value>| {
            let mut estimates = Vec::new();
            evaluator.estimate_children(game, &moves, &mut estimates);
            out.extend(estimates.iter().map(|estimate| estimate.value));
        };
        appends(probe, Promise::EstimatesAgree, children.clone(), estimates)?;
        let ask = |out: &mut Vec<_>| evaluator.evaluate_children(game, &moves, out);
        appends(probe, Promise::ChildrenAgree, children, ask)?;
    }
    // Asked again after others were, by the evaluator and by a clone.
    let fresh = dyn_clone::clone_box(evaluator).evaluate(game);
    probe.equal(Promise::EvaluationRepeats, &value, &evaluator.evaluate(game))?;
    probe.equal(Promise::EvaluationRepeats, &value, &fresh)?;
    let Some(mirrored) = game.mirrored() else { return Ok(()) };
    probe.equal(Promise::EvaluationMirrors, &value, &evaluator.evaluate(&mirrored))
}

/// The value of a position, unless the game is over; within its bounds in
/// either case.
fn evaluated<G: Game>(
    probe: &mut Probe<'_, G>,
    evaluator: &mut dyn Evaluator<G>,
    game: &G,
) -> Result<Option<Value>, Broken<G::Move>> {
    let bounds = evaluator.bounds(game);
    if let Node::Over(value) = game.node() {
        rules::in_range(probe, Promise::ValueInRange, value)?;
        within(probe, Promise::OverBounded, value, bounds)?;
        return Ok(None);
    }
    let complaint = evaluator.complaint(game);
    probe.demand(Promise::InputsSound, complaint.is_none(), || {
        ("nothing to complain of".to_owned(), complaint.unwrap_or_default())
    })?;
    let value = evaluator.evaluate(game);
    probe.equal(Promise::EvaluationRepeats, &value, &evaluator.evaluate(game))?;
    rules::in_range(probe, Promise::EvaluationInRange, value)?;
    within(probe, Promise::EvaluationBounded, value, bounds)?;
    Ok(Some(value))
}

fn within<G: Game>(
    probe: &mut Probe<'_, G>,
    promise: Promise,
    value: Value,
    bounds: Bounds,
) -> Outcome<G> {
    let Bounds { low, high } = bounds;
    let says = || (format!("a value from {low:?} to {high:?}"), format!("{value:?}"));
    probe.demand(promise, bounds.contains(value), says)
}

fn appends<G: Game>(
    probe: &mut Probe<'_, G>,
    promise: Promise,
    expected: Vec<Value>,
    ask: impl FnOnce(&mut Vec<Value>),
) -> Outcome<G> {
    const HELD: Value = Value::ZERO;
    let mut found = vec![HELD];
    ask(&mut found);
    probe.equal(promise, &[vec![HELD], expected].concat(), &found)
}
