//! The rules against those of the crate `goban`, and strings and superko against
//! what follows from the definition.

use std::collections::HashSet;

use goban::rules::{
    CHINESE, GobanSizes, IllegalRules, Move as OtherMove, Rule, game::Game as Other,
};
use rand::RngExt;
use starboard_core::{Game, Node, rng};
use starboard_go::{Board, Color, Go, KoRule, Move, Point, Points, Rules, Scoring, Size, score};

/// What was met on the way.
#[derive(Debug, Default)]
struct Seen {
    moves: u64,
    captures: u64,
    kos: u64,
    superkos: u64,
    suicides: u64,
}

/// Plays a game at random, with few passes, and compares every position.
fn compare(side: usize, seed: u64, length: usize, rules: Rules, seen: &mut Seen) {
    let size = Size::new(side).expect("a size");
    let Rules { suicide, ko, .. } = rules;
    let start = Go::new(size, rules);
    let mut game = start.clone();
    let mut forbidden = CHINESE.flag_illegal;
    forbidden.set(IllegalRules::SUICIDE, !suicide);
    let rules = Rule { flag_illegal: forbidden, ..CHINESE };
    let mut other = Other::new(GobanSizes::Custom(side, side), rules);
    let mut rng = rng(seed, side as u64);
    let mut boards: HashSet<([Points; 2], Color)> = HashSet::new();
    for _ in 0..length {
        // Whoever made a move decides whose turn it is after it.
        boards.insert((stones(game.board()), game.color().other()));
        same(&game, &other);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let offered: Points = moves.iter().filter_map(|m| m.point()).collect();
        let (board, mover) = (game.board(), game.color());
        let plain = forbidden - IllegalRules::SUPERKO;
        let expected: Points = other
            .legals_by(plain)
            .map(|at| point(size, at))
            // The other lets a single stone take itself off the board, too.
            .filter(|&p| !board.is_suicide(p, mover) || board.is_suicide_of_many(p, mover))
            .collect();
        let mut again = Points::EMPTY;
        for p in expected {
            let mut next = board.clone();
            if board.is_suicide(p, mover) {
                next.play_suicide(p, mover);
            } else {
                next.play(p, mover);
            }
            let is_back = |by| boards.contains(&(stones(&next), by));
            if match ko {
                KoRule::Simple => false,
                KoRule::Positional => Color::BOTH.into_iter().any(is_back),
                KoRule::Situational => is_back(mover),
            } {
                again.insert(p);
            }
        }
        assert_eq!(offered, expected - again, "superko forbids {again:?} in {game:?}");
        seen.superkos += again.len() as u64;
        let simple: Points = board.empty().iter().filter(|&p| board.is_legal(p, mover)).collect();
        let plain = expected.iter().filter(|&p| !board.is_suicide(p, mover)).collect();
        assert_eq!(simple, plain, "{game:?}");
        seen.kos += u64::from(board.ko().is_some());

        // No own eyes, so that games are long; but suicide where there is one.
        let eye = |p: Point| board.neighbors(p).all(|q| board.at(q) == Some(mover));
        let is_suicide = |m: &Move| m.point().is_some_and(|p| board.is_suicide(p, mover));
        let suicides: Vec<_> = moves.iter().copied().filter(is_suicide).collect();
        moves.retain(|m| m.point().is_some_and(|p| !eye(p)));
        if !suicides.is_empty() && rng.random_range(0..3) == 0 {
            moves = suicides;
        }
        let m = if moves.is_empty() { Move::PASS } else { moves[rng.random_range(0..moves.len())] };
        seen.suicides += u64::from(is_suicide(&m));
        seen.captures += u64::from(m.point().is_some_and(|p| board.captures(p, game.color())));
        game.play(m);
        match m.point() {
            None => other.play(OtherMove::Pass),
            Some(p) => other.play(OtherMove::Play(p.row(size) as u8, p.column(size) as u8)),
        };
        seen.moves += 1;
        if game.node() != Node::Decision {
            break;
        }
    }
    taken_back(&start, &game);
}

/// A game played once more comes to the same, and each part of it back to where it began.
fn taken_back(start: &Go, game: &Go) {
    fn follow(game: &mut Go, moves: &[(Color, Move)], end: &Go) {
        let Some((&(_, m), rest)) = moves.split_first() else {
            assert_eq!((&*game, game.key()), (end, end.key()));
            return;
        };
        let (before, key) = (game.clone(), game.key());
        let captured = Color::BOTH.map(|color| before.board().captured(color));
        game.with_child(m, |next| follow(next, rest, end));
        assert_eq!((&*game, game.key()), (&before, key));
        assert_eq!(Color::BOTH.map(|color| game.board().captured(color)), captured);
        check_strings(game.board());
    }
    let moves: Vec<_> = game.moves_played().collect();
    let mut now = start.clone();
    for part in moves.chunks(9) {
        let mut end = now.clone();
        part.iter().for_each(|&(_, m)| end.play(m));
        follow(&mut now, part, &end);
        now = end;
    }
    assert_eq!((&now, now.key()), (game, game.key()));
}

fn stones(board: &Board) -> [Points; 2] {
    Color::BOTH.map(|color| *board.stones(color))
}

fn point(size: Size, (row, column): (u8, u8)) -> Point {
    Point::at(size, column.into(), row.into()).expect("on the board")
}

/// Stones, strings, liberties, prisoners and score.
fn same(game: &Go, other: &Other) {
    let (board, size) = (game.board(), game.size());
    for p in board.all() {
        let expected = match other.goban().get_color((p.row(size) as u8, p.column(size) as u8)) {
            None => None,
            Some(goban::pieces::stones::Color::Black) => Some(Color::Black),
            Some(goban::pieces::stones::Color::White) => Some(Color::White),
        };
        assert_eq!(board.at(p), expected);
    }
    check_strings(board);
    let (black, white) = other.prisoners();
    // The other counts what a player took.
    assert_eq!([board.captured(Color::White), board.captured(Color::Black)], [black, white]);
    let (black, white) = other.calculate_score();
    let tally = score(board, &Points::EMPTY, Scoring::Area);
    assert_eq!(tally.points.map(|points| points as f32), [black, white - 7.5], "{game:?}");
}

/// Each string is what floods its stones, each liberty a free point beside it.
fn check_strings(board: &Board) {
    for color in Color::BOTH {
        let mut met = Points::EMPTY;
        for head in board.strings(color) {
            let string = board.flood(&Points::of(head), board.stones(color));
            let listed: Points = board.string(head).collect();
            assert_eq!(listed, string);
            assert_eq!(board.stone_count(head), string.len());
            let liberties = board.beside(&string) & board.empty();
            assert_eq!(board.liberties(head), &liberties);
            assert_eq!(board.liberty_count(head), liberties.len());
            assert!(string.iter().all(|stone| board.head(stone) == head));
            assert!(!met.meets(&string));
            met |= string;
        }
        assert_eq!(&met, board.stones(color));
    }
}

#[test]
fn another_program_finds_the_same_moves() {
    let mut seen = Seen::default();
    for (side, games, length) in [
        (2, 20, 40),
        (3, 20, 80),
        (4, 12, 120),
        (5, 12, 200),
        (7, 4, 300),
        (9, 3, 300),
        (13, 1, 300),
        (19, 1, 350),
    ] {
        for seed in 0..games {
            compare(side, seed, length, Rules::default(), &mut seen);
        }
    }
    assert!(seen.captures > 300 && seen.kos > 50 && seen.superkos > 5, "{seen:?}");
    assert_eq!(seen.suicides, 0);
}

#[test]
fn another_program_finds_the_same_moves_by_other_rules() {
    let mut seen = Seen::default();
    for (side, games, length) in
        [(2, 30, 40), (3, 30, 80), (4, 20, 120), (5, 20, 200), (9, 4, 300), (19, 1, 350)]
    {
        for seed in 0..games {
            let ko = [KoRule::Positional, KoRule::Situational, KoRule::Simple][seed as usize % 3];
            let rules = Rules { suicide: true, ko, ..Rules::default() };
            compare(side, seed, length, rules, &mut seen);
        }
    }
    assert!(seen.suicides > 50 && seen.superkos > 20, "{seen:?}");
}

/// Everything is as it was after moves were taken back in any number.
#[test]
fn moves_are_taken_back() {
    for (side, seed) in [(2, 5), (3, 6), (4, 7), (5, 1), (9, 2), (19, 3), (25, 4)] {
        let size = Size::new(side).expect("a size");
        let (mut board, mut rng) = (Board::new(size), rng(seed, 0));
        let mut before = Vec::new();
        let mut color = Color::Black;
        for _ in 0..6 * size.points() {
            if rng.random_range(0..5) == 0 {
                for _ in 0..rng.random_range(0..12) {
                    let Some((state, key, captured)) = before.pop() else { break };
                    assert!(board.undo());
                    assert_eq!((&board, board.key()), (&state, key));
                    assert_eq!(Color::BOTH.map(|c| board.captured(c)), captured);
                    check_strings(&board);
                }
            }
            let legal: Vec<_> =
                board.empty().iter().filter(|&p| board.is_legal(p, color)).collect();
            if let Some(&p) = legal.get(rng.random_range(0..legal.len().max(1))) {
                let captured = Color::BOTH.map(|c| board.captured(c));
                before.push((board.clone(), board.key(), captured));
                let liberties = board.liberties_after(p, color, usize::MAX);
                let (takes, ko) = (board.captures(p, color), board.is_ko_capture(p, color));
                let stones = board.stones(color.other()).len();
                board.play(p, color);
                assert_eq!(board.liberty_count(p), liberties);
                assert_eq!(board.stones(color.other()).len() < stones, takes);
                assert_eq!(board.ko().is_some(), ko && board.liberty_count(p) == 1);
                check_strings(&board);
            }
            color = color.other();
        }
        while let Some((state, ..)) = before.pop() {
            assert!(board.undo());
            assert_eq!(board, state);
        }
        assert!(!board.undo());
        assert_eq!(board, Board::new(size));
    }
}
