//! What holds along any game.

use std::{ops::ControlFlow, sync::Arc};

use rand::RngExt;
use starboard_backgammon::{
    Backgammon, BoundsKind, HandCrafted, NetEvaluator, Scoring,
    bearoff::{Bearoff, Making},
    contact_positions,
    cube::WithBearoff,
    net::Noise,
};
use starboard_core::{Bounds, Evaluator, Game, Node, conformance::Conformance};

const KINDS: [BoundsKind; 3] = [BoundsKind::Loose, BoundsKind::Rules, BoundsKind::Position];

#[test]
fn the_game_keeps_its_promises() {
    for scoring in [Scoring::Money, Scoring::Single] {
        let mut check = Conformance::new(Backgammon::START.with_scoring(scoring)).games(12);
        for bounds in KINDS {
            check = check.evaluator("hand-crafted", HandCrafted { bounds });
        }
        if let Err(failure) = check.run() {
            panic!("{failure}");
        }
    }
}

#[test]
fn the_variants_keep_their_promises() {
    for (start, games) in [(Backgammon::NACKGAMMON, 2), (Backgammon::HYPERGAMMON, 12)] {
        let check = Conformance::new(start).games(games);
        let check = check.evaluator("hand-crafted", HandCrafted { bounds: BoundsKind::Position });
        if let Err(failure) = check.run() {
            panic!("{failure}");
        }
    }
    let check = Conformance::new(Backgammon::HYPERGAMMON).games(2);
    if let Err(failure) = check.evaluator("net", NetEvaluator::default()).run() {
        panic!("{failure}");
    }
    // With a database of which games play a part.
    let known = Making::new(1)
        .and_then(|mut making| making.run(1, |_| (), |_, _| ControlFlow::Continue(())));
    let hypergammon = known.expect("a size that there is");
    let small = Bearoff::make(1).expect("small databases can be made");
    let bearoff = Arc::new(Bearoff { hypergammon, ..small });
    let evaluator = WithBearoff { evaluator: NetEvaluator::default(), bearoff };
    let check = Conformance::new(Backgammon::HYPERGAMMON).games(2);
    if let Err(failure) = check.evaluator("net-bearoff", evaluator).run() {
        panic!("{failure}");
    }
}

#[test]
fn the_networks_keep_their_promises() {
    let check = Conformance::new(Backgammon::START).games(1);
    if let Err(failure) = check.evaluator("net", NetEvaluator::default()).run() {
        panic!("{failure}");
    }
    // Close to the end, where the database knows.
    let bearoff = Arc::new(Bearoff::make(2).expect("small databases can be made"));
    let evaluator = WithBearoff { evaluator: NetEvaluator::default(), bearoff };
    let start = Backgammon::parse("4AcAAPADAAAAAA").expect("a Position ID");
    let check = Conformance::new(start).games(4).evaluator("net-bearoff", evaluator);
    if let Err(failure) = check.run() {
        panic!("{failure}");
    }
}

/// Whether one interval lies inside another.
fn inside(inner: Bounds, outer: Bounds) -> bool {
    outer.contains(inner.low) && outer.contains(inner.high)
}

/// Plays random games, or ones in which the evaluator picks every other move,
/// and looks at every position.
fn along_games(mut look: impl FnMut(&Backgammon)) {
    let starts: Vec<_> = contact_positions().take(40).chain([Backgammon::START; 40]).collect();
    let mut moves = Vec::new();
    for (stream, start) in (0..).zip(starts) {
        let (mut game, mut rng) = (start, starboard_core::rng(5, stream));
        if stream % 5 == 0 {
            game = game.with_scoring(Scoring::Single);
        }
        loop {
            look(&game);
            moves.clear();
            game.options(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mut m = moves[rng.random_range(0..moves.len())];
            if game.dice().is_some() && rng.random_range(0..4) > 0 {
                m = game.good_move().expect("there are dice");
            }
            game.play(m);
        }
    }
}

#[test]
fn bounds_are_sound_and_shrink() {
    let (mut certain, mut tight) = (0, 0);
    let mut net = NetEvaluator::default();
    let mut noisy = net.clone().with_noise(Some(Noise { deviation: 0.3, seed: 1 }));
    along_games(|game| {
        for bounds in KINDS {
            let mut eval = HandCrafted { bounds };
            let parent = eval.bounds(game);
            match game.node() {
                Node::Over(value) => assert!(parent.contains(value), "{}", game.format()),
                _ => {
                    for value in [eval.evaluate(game), net.evaluate(game), noisy.evaluate(game)] {
                        assert!(parent.contains(value), "{}", game.format());
                    }
                }
            }
            let mut options = Vec::new();
            game.options(&mut options);
            for m in options {
                let mut child = *game;
                child.play(m);
                let below = eval.bounds(&child);
                let below = if child.mover() == game.mover() { below } else { -below };
                assert!(inside(below, parent), "{bounds:?} {} {m:?}", game.format());
            }
        }
        let [_, rules, position] = KINDS.map(|bounds| bounds.bounds(game));
        assert!(inside(position, rules));
        certain += u32::from(position.value().is_some());
        tight += u32::from(position != rules);
    });
    assert!(certain > 20 && tight > 1000, "{certain} {tight}");
}

#[test]
fn players_are_alike() {
    along_games(|game| {
        let mirrored = game.mirrored().expect("always");
        assert_eq!(mirrored.mirrored(), Some(*game));
        assert_ne!(mirrored.key(), game.key());
        if let Node::Over(value) = game.node() {
            assert_eq!(mirrored.node(), Node::Over(value));
        } else {
            let mut eval = HandCrafted::default();
            assert_eq!(eval.evaluate(&mirrored), eval.evaluate(game));
        }
    });
}

#[test]
fn every_position_reads_back_as_written() {
    along_games(|game| {
        assert_eq!(Backgammon::parse(&game.format()), Ok(*game));
        let other = if game.scoring() == Scoring::Money { Scoring::Single } else { Scoring::Money };
        assert_ne!(game.with_scoring(other).key(), game.key());
        assert_eq!(game.board().lines().count(), 16);
    });
}

/// Quick moves are near the best by the evaluator, or probing does not pay.
#[test]
fn quick_moves_are_good() {
    let (mut good, mut all) = (0, 0);
    for game in contact_positions() {
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        game.moves(&mut moves);
        HandCrafted::default().evaluate_children(&game, &moves, &mut values);
        let quick = game.good_move().expect("there are dice");
        let best = values.iter().max().expect("a move");
        let mut value = Vec::new();
        HandCrafted::default().evaluate_children(&game, &[quick], &mut value);
        good += u32::from(best.raw() - value[0].raw() < Backgammon::UNIT / 20);
        all += 1;
    }
    assert!(good * 100 > all * 85, "{good} of {all}");
}

/// The networks' probabilities: in order, the same with and without SIMD, the
/// equity that of the evaluator, and exact at the end.
#[test]
fn probabilities_hang_together() {
    let mut net = NetEvaluator::default();
    let mut plain = net.clone().without_simd();
    along_games(|game| {
        let p = net.probabilities(game);
        assert_eq!(p, plain.probabilities(game), "{}", game.format());
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = p.as_array();
        assert!(win_backgammon <= win_gammon && win_gammon <= win && win <= 1.0);
        assert!(lose_backgammon <= lose_gammon && lose_gammon <= 1.0 - win);
        let value = match game.node() {
            Node::Over(value) => value,
            _ => net.evaluate(game),
        };
        assert!((p.value(game.scoring()) - value).raw().abs() <= 1, "{}", game.format());
        if game.dice().is_none() && game.node() == Node::Chance {
            let rough = net.rough_probabilities(game).value(game.scoring());
            assert!((rough - net.rough_value(game)).raw().abs() <= 1);
        }
    });
}
