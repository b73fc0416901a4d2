//! The table against a search of every move on the board.

use rand::{RngExt, seq::IndexedRandom};
use starboard_core::{Limits, Player, Rng};
use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};

use super::*;
use crate::{Color, Ko, Move, Point, Size, reading::reader::Local};

/// The board's side, and that of a black block in its corner.
const SIDE: usize = 9;
const BLOCK: usize = 6;

/// That the wall is captured, by every move on the board's free points.
struct Capture {
    wall: Point,
    space: Points,
}

impl Goal<Local> for Capture {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        Color::White.into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        (game.board.at(self.wall) != Some(Color::Black)).then_some(true)
    }

    fn moves(&mut self, game: &Local, _: bool, out: &mut Vec<Move>) {
        let free = game.board.empty() & self.space;
        let legal = |&point: &Point| game.may_play(point);
        out.extend(free.iter().filter(legal).map(Move::at));
        out.push(Move::PASS);
    }
}

fn at(column: usize, row: usize) -> Point {
    Point::at(Size::new(SIDE).expect("a size"), column, row).expect("on the board")
}

/// A space in a block of black stones, with white stones in it, white stones around, and so
/// many liberties and another eye if asked for.
fn enclosed(rng: &mut Rng, eye: bool, outside: usize) -> Option<(Board, Points)> {
    let size = Size::new(SIDE).expect("a size");
    let (left, top) = (rng.random_range(0..2), rng.random_range(0..2));
    let mut region = Points::of(at(left, top));
    let count = rng.random_range(2..=6);
    while region.len() < count {
        let point = at(rng.random_range(left..left + 4), rng.random_range(top..top + 4));
        if size.neighbors(point).any(|q| region.contains(q)) {
            region.insert(point);
        }
    }
    let mut stones = [Points::EMPTY; 2];
    for (column, row) in (0..SIDE * SIDE).map(|i| (i % SIDE, i / SIDE)) {
        let (point, black) = (at(column, row), column < BLOCK && row < BLOCK);
        let lives = (column, row) == (8, 8) || (column, row) == (8, 6);
        let hole = eye && (column, row) == (BLOCK - 1, 0)
            || row == BLOCK && column < 2 * outside && column % 2 == 0;
        if region.contains(point) {
            if rng.random_bool(0.4) {
                stones[1].insert(point);
            }
        } else if !lives && !hole {
            stones[usize::from(!black)].insert(point);
        }
    }
    // The eye is closed by one more stone of the wall's.
    if eye {
        stones[1].remove(at(BLOCK, 0));
        stones[0].insert(at(BLOCK, 0));
    }
    let board = Board::from_stones(size, &stones[0], &stones[1]).ok()?;
    (board.strings(Color::Black).count() == 1).then_some((board, region))
}

fn by_trying_all(board: &Board, ko: Ko, attacks: bool) -> bool {
    let wall: Points = board.string(at(BLOCK - 1, BLOCK - 1)).collect();
    // White's own two eyes are left alone.
    let space = board.all() - wall - Points::of(at(8, 8)) - Points::of(at(8, 6));
    let goal = Capture { wall: at(BLOCK - 1, BLOCK - 1), space };
    let options = ProofOptions { table_mib: 4, ..ProofOptions::default() };
    let mover = if attacks { Color::White } else { Color::Black };
    let root = Local::new(board.clone(), mover).with_ko(ko);
    let found = Dfpn::new(goal, options).run(&root, &Limits::default());
    found.verdict == Verdict::Proven
}

/// How well White does.
fn truth(board: &Board, attacks: bool) -> Success {
    let by_ko = Success::by_ko(Color::White);
    let found = by_ko.into_iter().find(|(ko, _)| by_trying_all(board, *ko, attacks));
    found.map_or(Success::No, |(_, success)| success)
}

#[test]
fn spaces_are_what_trying_all_makes_of_them() {
    let mut rng = starboard_core::rng(31, 0);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..1500 {
        let (eye, outside) = (rng.random_bool(0.4), *[0, 0, 1, 2].choose(&mut rng).expect("some"));
        let Some((board, region)) = enclosed(&mut rng, eye, outside) else { continue };
        let table = EyeTable::built_in();
        let space = table
            .look(&board, &region, eye, outside)
            .unwrap_or_else(|| panic!("{board:?} {region:?}"));
        for (attacks, found) in [(true, space.attacked), (false, space.defended)] {
            let expected = truth(&board, attacks);
            assert_eq!(found, expected, "{board:?} {eye} {outside} {attacks} {space:?}");
            *seen.entry((attacks, found)).or_insert(0) += 1;
        }
        // The moves do as well as is said, and those of the region that are not among them do worse.
        let moves = [(true, space.attack, space.attacked), (false, space.defend, space.defended)];
        for (attacks, good, success) in moves {
            if good.is_empty() {
                continue;
            }
            let mover = if attacks { Color::White } else { Color::Black };
            for point in region & board.empty() {
                let mut after = board.clone();
                if !after.is_legal(point, mover) {
                    continue;
                }
                after.play(point, mover);
                let captured = after.at(at(BLOCK - 1, BLOCK - 1)).is_none();
                // What is a ko now is worth a threat less.
                if after.ko().is_some() {
                    continue;
                }
                let then = if captured { Success::Yes } else { truth(&after, !attacks) };
                assert_eq!(
                    good.contains(point),
                    then == success,
                    "{board:?} {point:?} {space:?} {then:?}"
                );
            }
        }
    }
    // Every outcome was met, whoever plays first.
    assert!(seen.len() == 8 && seen.values().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn known_shapes_are_known() {
    #[track_caller]
    fn check(position: &str, name: &str, outside: usize, expected: [Success; 2]) {
        use starboard_core::Game;
        let game = crate::Go::parse(position).expect("a position");
        let board = game.board();
        let point = Point::read(game.size(), name).expect("a point");
        let room = board.all() - *board.stones(Color::Black);
        let region = board.flood(&Points::of(point), &room);
        let space = EyeTable::built_in().look(board, &region, false, outside).expect("a space");
        assert_eq!([space.attacked, space.defended], expected, "{position}");
    }
    use Success::{Ko, No, Yes};
    // Four in a row, in a square, a bulky five, and a rectangular six in a corner.
    check("4XO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 w 0", "A9", 0, [No, No]);
    check("2XO5/2XO5/XXXO5/OOOO5/9/9/9/9/9 w 0", "A9", 3, [Yes, Yes]);
    check("3XO4/2XXO4/XXXO5/OOOO5/9/9/9/9/9 w 0", "A9", 3, [Yes, No]);
    check("3XO4/3XO4/XXXXO4/OOOOO4/9/9/9/9/9 w 0", "A9", 0, [Yes, No]);
    check("3XO4/3XO4/XXXXO4/OOOOO4/9/9/9/9/9 w 0", "A9", 1, [Ko, No]);
    check("3XO4/3XO4/XXXXO4/OOOOO4/9/9/9/9/9 w 0", "A9", 2, [No, No]);
}

#[test]
fn the_table_is_what_is_solved_again() {
    let some = EyeTable::solved(4, 2, &mut |_, _| ());
    let all = EyeTable::built_in();
    for (shape, lists) in &some.shapes {
        let known = all.shapes.iter().find(|(other, _)| other == shape).expect("a shape");
        assert_eq!(&known.1, lists);
    }
}
