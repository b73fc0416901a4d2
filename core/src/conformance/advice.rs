//! Whether the advisers of a search keep their promises: the quiescence, which says which moves
//! are noisy, and the policy, which weighs moves.

use hashbrown::HashSet;

use super::{
    Promise,
    probe::{Broken, Outcome, Probe, choices},
    quiet,
};
use crate::{Game, LONGEST_NOISY, Node, NodeInfo, Policy, Quiescence, Value, Window, mix};

/// Positions whose moves a policy weighs.
const WEIGHED: u64 = 200;
/// Positions from which a chain of noisy moves is followed to its end.
const FOLLOWED: u64 = 200;

/// Every quiescence given, at one decision.
pub(super) fn quiescences<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    if probe.game.node() != Node::Decision {
        return Ok(());
    }
    for i in 0..probe.parts.quiescences.len() {
        let (name, mut quiescence) = probe.parts.quiescences[i].clone();
        let result = noisy(probe, &mut *quiescence);
        // Handed back, so that what it remembers shows in later positions.
        probe.parts.quiescences[i].1 = quiescence;
        result.map_err(|broken| said_by(broken, "quiescence", &name))?;
    }
    Ok(())
}

/// Asked as a search asks at its horizon.
fn noisy<G: Game>(probe: &mut Probe<'_, G>, quiescence: &mut dyn Quiescence<G>) -> Outcome<G> {
    let game = probe.game;
    let node = NodeInfo { game, ply: 0, depth: 0, window: Window::FULL, line: &[] };
    let moves = choices(game);
    quiescence.begin(&node);
    let settles = quiescence.may_stand_pat(&node);
    if settles {
        quiescence.stand_pat(&node, Value::ZERO);
    }
    if let Some((_, m)) = quiescence.immediate_win(&node) {
        let says = || (format!("one of {moves:?}"), format!("{m:?}"));
        probe.demand(Promise::ImmediateWinLegal, moves.contains(&m), says)?;
    }
    // Where the mover may not settle, every move is searched.
    if settles {
        let mut found = moves.clone();
        quiescence.noisy(&node, &mut found);
        legal(probe, Promise::NoisyLegal, &moves, &found)?;
        let is_quiet = found.len() == moves.len();
        if !is_quiet && (probe.is_search || probe.seen.followed < FOLLOWED) {
            probe.seen.followed += 1;
            // Whatever panics further on is found there.
            let ends = quiet::catch(|| ends(game, quiescence)).unwrap_or(true);
            let says = || ("an end".to_owned(), format!("{LONGEST_NOISY} moves, and more"));
            probe.demand(Promise::NoisyEnds, ends, says)?;
        }
    }
    Ok(())
}

/// Whether a chain of noisy moves from here, drawn at random, comes to an end; outcomes of
/// chance on the way are drawn, too.
fn ends<G: Game>(root: &G, quiescence: &mut dyn Quiescence<G>) -> bool {
    let mut game = root.clone();
    for ply in 0..LONGEST_NOISY {
        let node = NodeInfo { game: &game, ply, depth: 0, window: Window::FULL, line: &[] };
        if ply == 0 {
            quiescence.begin(&node);
        }
        let mut next = choices(&game);
        if game.node() == Node::Decision && quiescence.may_stand_pat(&node) {
            next.clear();
            quiescence.noisy(&node, &mut next);
        }
        if next.is_empty() {
            return true;
        }
        let drawn = mix(game.key() ^ u64::from(ply)) % next.len() as u64;
        game.play(next[drawn as usize]);
    }
    false
}

/// Every policy given, at one decision.
pub(super) fn policies<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let enough = probe.seen.weighed >= WEIGHED && !probe.is_search;
    if probe.parts.policies.is_empty() || probe.game.node() != Node::Decision || enough {
        return Ok(());
    }
    probe.seen.weighed += 1;
    for i in 0..probe.parts.policies.len() {
        let (name, mut policy) = probe.parts.policies[i].clone();
        let result = weighed(probe, &mut *policy);
        probe.parts.policies[i].1 = policy;
        result.map_err(|broken| said_by(broken, "policy", &name))?;
    }
    Ok(())
}

fn weighed<G: Game>(probe: &mut Probe<'_, G>, policy: &mut dyn Policy<G>) -> Outcome<G> {
    let moves = choices(probe.game);
    let mut found: Vec<_> = moves.iter().map(|&m| (m, 1.0)).collect();
    policy.weigh(probe.game, &mut found);
    let named: Vec<_> = found.iter().map(|&(m, _)| m).collect();
    legal(probe, Promise::WeighedLegal, &moves, &named)?;
    for &(m, weight) in &found[moves.len()..] {
        let sound = weight > 0.0 && weight.is_finite();
        let says = || ("a positive and finite number".to_owned(), format!("{weight} for {m:?}"));
        probe.demand(Promise::WeighedPositive, sound, says)?;
    }
    Ok(())
}

/// Whether what was appended to all the moves is some of them, each once.
fn legal<G: Game>(
    probe: &mut Probe<'_, G>,
    promise: Promise,
    moves: &[G::Move],
    found: &[G::Move],
) -> Outcome<G> {
    let says = || ("the entries held, then the new ones".to_owned(), format!("{found:?}"));
    probe.demand(promise, found.starts_with(moves), says)?;
    let appended = &found[moves.len()..];
    let legal: HashSet<_> = moves.iter().collect();
    let mut met = HashSet::new();
    for m in appended {
        let says = || (format!("one of {moves:?}"), format!("{m:?}"));
        probe.demand(promise, legal.contains(m), says)?;
        let says = || ("each once".to_owned(), format!("{m:?} twice in {appended:?}"));
        probe.demand(promise, met.insert(m), says)?;
    }
    Ok(())
}

/// The same, naming the part that is to blame.
fn said_by<M>(broken: Broken<M>, what: &str, name: &str) -> Broken<M> {
    Broken { found: format!("{} from {what} {name}", broken.found), ..broken }
}
