//! Whether the rules keep their promises.

use super::{
    Promise,
    probe::{Broken, Outcome, Probe, after, choices},
};
use crate::{Game, LONGEST_CHANCE, Node, Player, Value, chance};

/// What kind of node it is.
pub(super) fn node<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    probe.equal(Promise::ClonesEqual, game, &game.clone())?;
    probe.equal(Promise::EqualKeys, &game.key(), &game.clone().key())?;
    let solo = !G::SOLO || game.mover() == Player::First;
    let says = || ("the first player".to_owned(), "the second".to_owned());
    probe.demand(Promise::SoloMover, solo, says)?;
    match game.node() {
        Node::Over(value) => {
            in_range(probe, Promise::ValueInRange, value)?;
            let (mut moves, mut chances, mut options) = (Vec::new(), Vec::new(), Vec::new());
            game.moves(&mut moves);
            game.chances(&mut chances);
            game.options(&mut options);
            let none = moves.is_empty() && chances.is_empty() && options.is_empty();
            let found = || format!("moves {moves:?}, chances {chances:?}, options {options:?}");
            probe.demand(Promise::OverIsOver, none, || ("nothing".to_owned(), found()))
        }
        Node::Decision => Ok(()),
        Node::Chance => probe.demand(Promise::ChanceDeclared, G::CHANCE, || {
            ("a decision, or CHANCE = true".to_owned(), "a chance node".to_owned())
        }),
    }
}

/// A value that a game or an evaluator may give.
pub(super) fn in_range<G: Game>(
    probe: &mut Probe<'_, G>,
    promise: Promise,
    value: Value,
) -> Outcome<G> {
    let inside = Value::MIN < value && value < Value::MAX;
    let says = || ("a value strictly inside".to_owned(), format!("{value:?}"));
    probe.demand(promise, inside, says)
}

/// What it offers.
pub(super) fn offers<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    match game.node() {
        Node::Over(_) => return Ok(()),
        Node::Decision => {
            let moves = listed(probe, |out| game.moves(out))?;
            let says = || ("a move, be it a pass".to_owned(), "none".to_owned());
            probe.demand(Promise::HasMoves, !moves.is_empty(), says)?;
            distinct(probe, Promise::MovesDistinct, &moves)?;
            indices(probe, &moves)?;
        }
        Node::Chance => {
            let chances = listed(probe, |out| game.chances(out))?;
            let says = || ("an outcome".to_owned(), "none".to_owned());
            probe.demand(Promise::HasOutcomes, !chances.is_empty(), says)?;
            for &(m, weight) in &chances {
                let says = || ("a weight from 1".to_owned(), format!("{weight} for {m:?}"));
                probe.demand(Promise::WeightsPositive, weight > 0, says)?;
            }
            let sum: u64 = chances.iter().map(|&(_, weight)| u64::from(weight)).sum();
            let says = || (format!("a sum of at most {}", u32::MAX), sum.to_string());
            probe.demand(Promise::WeightsFit, sum <= u32::MAX.into(), says)?;
            let outcomes: Vec<_> = chances.into_iter().map(|(m, _)| m).collect();
            distinct(probe, Promise::OutcomesDistinct, &outcomes)?;
        }
    }
    let options = listed(probe, |out| game.options(out))?;
    probe.equal(Promise::OptionsAgree, &choices(game), &options)
}

/// Asks twice, into an empty buffer and into one that holds something.
fn listed<G: Game, T: Copy + PartialEq + std::fmt::Debug>(
    probe: &mut Probe<'_, G>,
    ask: impl Fn(&mut Vec<T>),
) -> Result<Vec<T>, Broken<G::Move>> {
    let mut list = Vec::new();
    ask(&mut list);
    let mut again = list.clone();
    ask(&mut again);
    let kept = again.starts_with(&list) && (again.len() > list.len() || list.is_empty());
    let found = || ("the entries held, then the new ones".to_owned(), format!("{again:?}"));
    probe.demand(Promise::MovesAppend, kept, found)?;
    probe.equal(Promise::MovesRepeat, &list, &again[list.len()..].to_vec())?;
    Ok(list)
}

fn distinct<G: Game>(probe: &mut Probe<'_, G>, promise: Promise, moves: &[G::Move]) -> Outcome<G> {
    let mut met = hashbrown::HashSet::new();
    let twice = moves.iter().find(|&&m| !met.insert(m));
    probe.demand(promise, twice.is_none(), || {
        ("each once".to_owned(), format!("{:?} twice in {moves:?}", twice.expect("a duplicate")))
    })
}

fn indices<G: Game>(probe: &mut Probe<'_, G>, moves: &[G::Move]) -> Outcome<G> {
    if G::MOVE_INDICES == 0 {
        return Ok(());
    }
    let mut met = hashbrown::HashMap::new();
    for &m in moves {
        let index = G::move_index(m);
        let says = || (format!("less than {}", G::MOVE_INDICES), format!("{index} for {m:?}"));
        probe.demand(Promise::IndexInRange, index < G::MOVE_INDICES, says)?;
        let target = G::target_index(m);
        let says = || (format!("less than {}", G::TARGET_INDICES), format!("{target} for {m:?}"));
        probe.demand(Promise::TargetInRange, target < G::TARGET_INDICES, says)?;
        let other = met.insert(index, m);
        probe.demand(Promise::IndexDistinct, other.is_none(), || {
            let other = other.expect("a move of the same index");
            ("different indices".to_owned(), format!("{index} for {other:?} and {m:?}"))
        })?;
    }
    Ok(())
}

/// Where its moves lead.
pub(super) fn playing<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let (game, key) = (probe.game, probe.game.key());
    same_elsewhere(probe, game)?;
    let mut worked = game.clone();
    for m in choices(game) {
        probe.trying = Some(m);
        let child = after(game, m);
        probe.equal(Promise::ClonesEqual, &child, &child.clone())?;
        probe.equal(Promise::PlayRepeats, &child, &after(game, m))?;
        probe.equal(Promise::PlayRepeats, &child.key(), &after(game, m).key())?;
        if let Some(foretold) = game.key_after(m) {
            probe.equal(Promise::KeyForetold, &child.key(), &foretold)?;
        }

        let turns = !G::ALTERNATES || child.mover() != game.mover();
        probe.demand(Promise::Alternates, turns, || {
            ("the other player to move".to_owned(), format!("{:?} again", child.mover()))
        })?;

        reward(probe, m)?;

        let told = game.node() != Node::Decision || !game.gives_check(m) || child.in_check();
        probe.demand(Promise::CheckTold, told, || {
            ("the other player in check".to_owned(), "no check".to_owned())
        })?;

        // A grandchild, too: an undo may go wrong only when nested.
        let next = choices(&child).first().copied();
        let (shown, nested) = worked.with_child(m, |child| {
            let shown = (child.clone(), child.key());
            next.into_iter().for_each(|next| child.with_child(next, |_| ()));
            (shown, (child.clone(), child.key()))
        });
        probe.equal(Promise::WithChildPlays, &(&child, child.key()), &(&shown.0, shown.1))?;
        probe.equal(Promise::WithChildRestores, &(game, key), &(&worked, worked.key()))?;
        probe.equal(Promise::WithChildRestores, &shown, &nested)?;
        same_elsewhere(probe, &child)?;
    }
    Ok(())
}

/// What a move or an outcome earns.
fn reward<G: Game>(probe: &mut Probe<'_, G>, m: G::Move) -> Outcome<G> {
    let reward = probe.game.reward(m);
    let declared = if G::REWARDS { G::MATE == 0 } else { reward == Value::ZERO };
    let says = || ("REWARDS = true, and no MATE".to_owned(), format!("a reward of {reward:?}"));
    probe.demand(Promise::RewardDeclared, declared, says)?;
    probe.equal(Promise::RewardInRange, &reward, &probe.game.reward(m))?;
    in_range(probe, Promise::RewardInRange, reward)
}

/// Compares a position with all those met before.
fn same_elsewhere<G: Game>(probe: &mut Probe<'_, G>, game: &G) -> Outcome<G> {
    let key = game.key();
    let other = probe.seen.same_position(game).map(|other| other.key());
    probe.equal(Promise::EqualKeys, &other.unwrap_or(key), &key)?;
    let other = probe.seen.same_key(game, key).map(|other| format!("{other:?}"));
    probe.demand(Promise::DistinctKeys, other.is_none(), || {
        let other = other.as_deref().unwrap_or_default();
        (format!("another key than that of {other}"), format!("{key:#x} for {game:?} as well"))
    })
}

/// Whether chance comes to an end.
pub(super) fn chance_ends<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    let chain = chance::chain(game);
    probe.demand(Promise::ChanceEnds, chain.is_none(), || {
        let expected = format!(
            "a decision or the end within {LONGEST_CHANCE} outcomes; a turn that is lost is a \
             move, a pass for the mover to make"
        );
        let chain = chain.expect("what was found");
        let mut at = game.clone();
        let mut names = Vec::new();
        for m in chain.outcomes {
            names.push(at.format_move(m));
            at.play(m);
        }
        let what = if chain.cycle { "chance for ever, by" } else { "chance after" };
        (expected, format!("{what} {}", names.join(", ")))
    })
}

/// The move found without making the list.
pub(super) fn good_move<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    if game.node() != Node::Decision {
        return Ok(());
    }
    let good = game.good_move();
    probe.equal(Promise::GoodMoveLegal, &good, &game.good_move())?;
    let Some(good) = good else { return Ok(()) };
    let moves = choices(game);
    let says = || (format!("one of {moves:?}"), format!("{good:?}"));
    probe.demand(Promise::GoodMoveLegal, moves.contains(&good), says)
}

/// Handing over the move.
pub(super) fn null_move<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    if !G::NULL_MOVE || game.node() != Node::Decision {
        return Ok(());
    }
    let (mut passed, mut worked) = (game.clone(), game.clone());
    let shown = worked.with_null(|next| (next.clone(), next.key()));
    probe.equal(Promise::NullPlays, &(game, game.key()), &(&worked, worked.key()))?;
    let plays = passed.play_null();
    let expected = plays.then(|| (passed.clone(), passed.key()));
    probe.equal(Promise::NullPlays, &expected, &shown)?;
    if plays {
        choices(&passed);
        probe.equal(Promise::NullChangesMover, &game.mover().other(), &passed.mover())?;
        // Where notation can say it, compare with a key made afresh.
        match G::parse(&passed.format()) {
            Ok(read) if read == passed => {
                probe.equal(Promise::EqualKeys, &read.key(), &passed.key())
            }
            _ => Ok(()),
        }
    } else {
        let (expected, found) = ((game, game.key()), (&passed, passed.key()));
        probe.equal(Promise::NullRefusalIsClean, &expected, &found)
    }
}

/// The players' parts exchanged.
pub(super) fn mirror<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    let Some(mirrored) = game.mirrored() else { return Ok(()) };
    probe.seen.mirrors = true;
    let back = mirrored.mirrored();
    probe.equal(Promise::MirrorTwice, &Some(game), &back.as_ref())?;
    let key = back.map_or(0, |back| back.key());
    probe.equal(Promise::EqualKeys, &game.key(), &key)?;
    probe.equal(Promise::MirrorExchanges, &game.mover().other(), &mirrored.mover())?;
    let shape = |game: &G| {
        let mut chances = Vec::new();
        if game.node() == Node::Chance {
            game.chances(&mut chances);
        }
        let mut weights: Vec<_> = chances.into_iter().map(|(_, weight)| weight).collect();
        weights.sort_unstable();
        let mut rewards: Vec<_> = choices(game).into_iter().map(|m| game.reward(m)).collect();
        rewards.sort_unstable();
        (game.node(), rewards, weights)
    };
    probe.equal(Promise::MirrorAlike, &shape(game), &shape(&mirrored))
}
