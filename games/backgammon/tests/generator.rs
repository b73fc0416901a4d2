//! The fast generator against one that is slow and obvious.

use std::collections::BTreeSet;

use rand::RngExt;
use starboard_backgammon::{BAR, Backgammon, Checkers, Dice, OFF};
use starboard_core::{Game, Node};

/// A board as two arrays, each from its owner's side.
type Board = [[u8; 26]; 2];

/// Moves one checker of the first side, if that is legal.
fn step(board: &Board, from: usize, die: usize) -> Option<Board> {
    let mut next = *board;
    let [mine, theirs] = &mut next;
    let home = |mine: &[u8; 26]| mine[7..].iter().all(|&n| n == 0);
    if mine[from] == 0 || mine[usize::from(BAR)] > 0 && from != usize::from(BAR) {
        return None;
    }
    let to = from.saturating_sub(die);
    if to == usize::from(OFF) {
        let farther = mine[from + 1..].iter().any(|&n| n > 0);
        if !home(mine) || from < die && farther {
            return None;
        }
    } else if theirs[25 - to] > 1 {
        return None;
    } else if theirs[25 - to] == 1 {
        theirs[25 - to] = 0;
        theirs[usize::from(BAR)] += 1;
    }
    mine[from] -= 1;
    mine[to] += 1;
    Some(next)
}

/// Every way to play these dice in this order, with how many were played and
/// the first of them.
fn play(board: &Board, dice: &[usize], played: &[usize], out: &mut BTreeSet<(Vec<usize>, Board)>) {
    out.insert((played.to_vec(), *board));
    let Some((&die, rest)) = dice.split_first() else { return };
    for from in 1..=usize::from(BAR) {
        if let Some(next) = step(board, from, die) {
            play(&next, rest, &[played, &[die]].concat(), out);
        }
    }
}

fn results(board: &Board, dice: Dice) -> BTreeSet<Board> {
    let (a, b) = (usize::from(dice.high()), usize::from(dice.low()));
    let mut all = BTreeSet::new();
    if dice.is_double() {
        play(board, &[a; 4], &[], &mut all);
    } else {
        play(board, &[a, b], &[], &mut all);
        play(board, &[b, a], &[], &mut all);
    }
    let most = all.iter().map(|(played, _)| played.len()).max().expect("at least nothing");
    all.retain(|(played, _)| played.len() == most);
    if most == 1 && all.iter().any(|(played, _)| played[0] == a) {
        all.retain(|(played, _)| played[0] == a);
    }
    all.into_iter().map(|(_, board)| board).collect()
}

#[track_caller]
fn check(game: &Backgammon) {
    if let Node::Over(_) = game.node() {
        return;
    }
    let board = [game.mine().counts(), game.theirs().counts()];
    for dice in Dice::all() {
        let game = game.with_dice(Some(dice));
        let mut fast = BTreeSet::new();
        let mut names = BTreeSet::new();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for &m in &moves {
            let mut next = game;
            next.play(m);
            let result = [next.theirs().counts(), next.mine().counts()];
            assert!(fast.insert(result), "{m:?} is made twice in {}", game.format());
            let name = game.format_move(m);
            if dice.high() == 3 && moves.len() < 100 {
                assert_eq!(game.parse_move(&name), Ok(m), "{name} in {}", game.format());
            }
            assert!(names.insert(name), "{m:?} has another's name in {}", game.format());
        }
        assert_eq!(fast, results(&board, dice), "in {}", game.format());
        let good = game.good_move().expect("there are dice");
        assert!(moves.contains(&good), "{good:?} is illegal in {}", game.format());
    }
}

/// Checkers placed anywhere, in few places or many, on the bar and off.
fn scattered(stream: u64) -> Option<Backgammon> {
    let mut rng = starboard_core::rng(2, stream);
    let mut sides = [[0_u8; 26]; 2];
    let range = [26, 25, 13, 7][rng.random_range(0..4)];
    let places = rng.random_range(1..=10);
    let places: Vec<_> = (0..places).map(|_| rng.random_range(0..range)).collect();
    for side in 0..2 {
        for _ in 0..15 {
            let mut place = places[rng.random_range(0..places.len())];
            if side == 1 && stream.is_multiple_of(2) {
                place = 25 - place;
            }
            let other = sides[1 - side][25 - place];
            place = if place % 25 != 0 && other > 0 { rng.random_range(0..2) * 25 } else { place };
            sides[side][place] += 1;
        }
    }
    let [mine, theirs] = sides.map(|side| Checkers::new(side).expect("fifteen"));
    Backgammon::new(mine, theirs).ok()
}

#[test]
fn scattered_positions() {
    let mut contact = 0;
    for stream in 0..1000 {
        if let Some(game) = scattered(stream) {
            contact += u32::from(game.is_contact());
            check(&game);
        }
    }
    assert!(contact > 300, "{contact}");
}

#[test]
fn positions_of_random_games() {
    let mut moves = Vec::new();
    let variants = [Backgammon::NACKGAMMON, Backgammon::HYPERGAMMON].repeat(2);
    for (stream, start) in (0..).zip([Backgammon::START; 12].into_iter().chain(variants)) {
        let (mut game, mut rng) = (start, starboard_core::rng(3, stream));
        loop {
            if game.dice().is_none() {
                check(&game);
            }
            moves.clear();
            game.options(&mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn bearing_off() {
    // Only the home boards, with few checkers: where the rules are subtle.
    for stream in 0..300 {
        let mut rng = starboard_core::rng(4, stream);
        let mut sides = [[0_u8; 26]; 2];
        for side in &mut sides {
            for _ in 0..rng.random_range(1..6) {
                side[rng.random_range(1..=7)] += 1;
            }
            side[0] = 15 - side.iter().sum::<u8>();
        }
        let [mine, theirs] = sides.map(|side| Checkers::new(side).expect("fifteen"));
        check(&Backgammon::new(mine, theirs).expect("a race"));
    }
}
