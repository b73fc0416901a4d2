//! The search guided by a policy.

use starboard_core::Policy;

use super::*;

/// Gives every move the same weight, except for those in a list, which get the
/// weight given there, or none.
#[derive(Clone)]
struct Opinion {
    of: Vec<(u8, f32)>,
}

impl Policy<TicTacToe> for Opinion {
    fn weigh(&mut self, game: &TicTacToe, out: &mut Vec<(<TicTacToe as Game>::Move, f32)>) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for m in moves {
            let name = game.format_move(m);
            let said = self.of.iter().find(|(digit, _)| name == digit.to_string());
            match said {
                Some((_, 0.0)) => {}
                Some(&(_, weight)) => out.push((m, weight)),
                None => out.push((m, 1.0)),
            }
        }
    }
}

/// How often each move was visited.
fn report(
    board: &str,
    of: &[(u8, f32)],
    options: MctsOptions,
    limits: &Limits,
) -> Vec<(String, u64)> {
    let root = TicTacToe::parse(board).expect(board);
    let mut search = Mcts::new(Even, options).with_policy(Opinion { of: of.to_vec() });
    search.run(&root, limits);
    let mut moves = Vec::new();
    root.moves(&mut moves);
    let visits = |m| search.trees.iter().map(|tree| tree.at_root(m).visits).sum();
    moves.into_iter().map(|m| (root.format_move(m), visits(m))).collect()
}

/// The most visited.
fn best(visits: &[(String, u64)]) -> &str {
    let most = visits.iter().max_by_key(|(_, visits)| *visits);
    most.map_or("", |(name, _)| name)
}

#[test]
fn wins_and_blocks_are_found_whatever_it_says() {
    for (board, expected) in [("x.o/.o./x..", "3"), ("xx./.o./...", "2"), ("x../.../...", "4")] {
        for weight in [0.2, 1.0, 5.0] {
            for threads in [1, 2] {
                let digit = expected.parse().expect("a digit");
                let options = MctsOptions { threads, ..MctsOptions::default() };
                let found = report(board, &[(digit, weight)], options, &Limits::nodes(60_000));
                assert_eq!(best(&found), expected, "{board} {weight}: {found:?}");
            }
        }
    }
}

#[test]
fn what_it_leaves_out_is_not_looked_at() {
    let found = report("xx./.o./...", &[(2, 0.0)], MctsOptions::default(), &Limits::nodes(3000));
    for (name, visits) in found {
        assert_eq!(visits == 0, name == "2", "{name}: {visits}");
    }
    // Where it says nothing at all, every move counts alike.
    let none: Vec<_> = (0..9).map(|digit| (digit, 0.0)).collect();
    let found = report("xx./.o./...", &none, MctsOptions::default(), &Limits::nodes(3000));
    assert!(found.iter().all(|&(_, visits)| visits > 0), "{found:?}");
}

#[test]
fn simulations_are_shared_out_by_what_it_says() {
    // Nothing is decided at two plies: all values are even.
    let limited = |of: &[(u8, f32)]| -> Vec<u64> {
        let options = MctsOptions { simulations: 400, ..MctsOptions::default() };
        let visits = report(".../.../...", of, options, &Limits::depth(2));
        visits.into_iter().map(|(_, visits)| visits).collect()
    };
    let even = limited(&[]);
    assert!(even.iter().all(|visits| visits.abs_diff(400 / 9) <= 2), "{even:?}");
    // Half for one, the rest for the others.
    let one = limited(&[(4, 8.0)]);
    assert!(one[4].abs_diff(200) <= 10, "{one:?}");
    assert!(one.iter().enumerate().all(|(i, n)| i == 4 || n.abs_diff(25) <= 5), "{one:?}");
}

/// Values far from that of the root are clipped.
#[test]
fn values_are_clipped() {
    let root = (0..).map(Tree::new).find(|root| root.node() == Node::Decision);
    let root = root.expect("a decision");
    let eval = HashEval(Knowledge::Tight);
    let at_root = eval.clone().evaluate(&root);
    for clip in [0.0, 0.001] {
        let options = MctsOptions { clip, scale: 1000.0, ..MctsOptions::default() };
        let report = search(&root, options, &Limits::nodes(5000));
        let furthest = (report.candidates.iter())
            .filter(|candidate| candidate.bound == BoundType::Estimate)
            .map(|candidate| candidate.value.raw().abs_diff(at_root.raw()))
            .max();
        // One unit of the game, the thousandth part of a thousand.
        let unit = Tree::UNIT as u32;
        assert_eq!(furthest.expect("candidates") <= unit, clip > 0.0, "{furthest:?} {unit}");
    }
}
