//! Groups with one eye space in a corner, against a search of every move.

use rand::RngExt;
use starboard_core::{Game, testing::Shuffled};

use super::*;
use crate::Size;

/// Every move in the eye space counts, and only what is captured is dead.
struct Plain {
    target: Point,
    owner: Color,
    space: Points,
}

impl Goal<Local> for Plain {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        self.owner.other().into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        (game.board.at(self.target) != Some(self.owner)).then_some(true)
    }

    fn moves(&mut self, game: &Local, attacking: bool, out: &mut Vec<Move>) {
        let free = game.board.empty() & self.space;
        let legal = |&point: &Point| game.may_play(point);
        out.extend(free.iter().filter(legal).map(Move::at));
        if !attacking || game.board.ko().is_some() {
            out.push(Move::PASS);
        }
    }
}

/// A black wall around the points of a corner, and White around it with eyes of
/// its own.
fn enclosed(space: &Points) -> Board {
    let size = Size::new(7).expect("a size");
    let mut stones = [Points::EMPTY; 2];
    for row in 0..7 {
        for column in 0..7 {
            let point = Point::at(size, column, row).expect("on the board");
            let eye = (column, row) == (6, 6) || (column, row) == (6, 4);
            if !space.contains(point) && !eye {
                stones[usize::from(column > 3 || row > 3)].insert(point);
            }
        }
    }
    Board::from_stones(size, &stones[0], &stones[1]).expect("strings with liberties")
}

/// A connected shape of three to six points in the upper left corner.
fn corner(rng: &mut starboard_core::Rng) -> Points {
    let size = Size::new(7).expect("a size");
    let mut space = Points::of(Point::at(size, 0, 0).expect("a corner"));
    let count = rng.random_range(3..=6);
    while space.len() < count {
        let (column, row) = (rng.random_range(0..3), rng.random_range(0..3));
        let point = Point::at(size, column, row).expect("on the board");
        if size.neighbors(point).any(|q| space.contains(q)) {
            space.insert(point);
        }
    }
    space
}

/// A stone of the wall around such a shape.
fn wall() -> Point {
    Point::at(Size::new(7).expect("a size"), 3, 3).expect("on the board")
}

/// Whether the wall around a space is captured.
fn by_trying_all(board: &Board, space: &Points, ko: Ko, kill: bool) -> bool {
    let plain = Plain { target: wall(), owner: Color::Black, space: *space };
    let options = ProofOptions { table_mib: 1, ..ProofOptions::default() };
    let mover = if kill { Color::White } else { Color::Black };
    let root = Local::new(board.clone(), mover).with_ko(ko);
    Dfpn::new(plain, options).run(&root, &Limits::default()).verdict == Verdict::Proven
}

#[test]
fn every_small_eye_space_is_read_as_by_trying_all() {
    let mut rng = starboard_core::rng(20, 0);
    let (mut dead, mut alive) = (0, 0);
    for seed in 0..40 {
        let space = corner(&mut rng);
        let board = enclosed(&space);
        let mut life = Life::default();
        // One search for all six questions.
        let mut proofs = life.proofs(&board, wall(), Color::Black);
        for kill in [true, false] {
            for ko in [Ko::NoThreats, Ko::WonBy(Color::Black), Ko::WonBy(Color::White)] {
                let expected = by_trying_all(&board, &space, ko, kill);
                let (found, best) = Life::default().read(&mut board.clone(), wall(), ko, kill);
                assert_eq!(found, Some(expected), "{board:?} {kill} {ko:?}");
                let more = life.prove_by(&mut proofs, &board, ko, kill);
                assert_eq!(more.dead, Some(expected), "{board:?} {kill} {ko:?}");
                // Nor does the order of the moves change that.
                let mut shuffled = Life::default().with_order(vec![Box::new(Shuffled { seed })]);
                let (again, _) = shuffled.read(&mut board.clone(), wall(), ko, kill);
                assert_eq!(again, Some(expected), "{board:?} {kill} {ko:?}");
                // Whoever kills needs a move for it.
                assert_eq!(best.is_some() && kill, expected && kill, "{board:?} {ko:?}");
                dead += usize::from(expected);
                alive += usize::from(!expected);
            }
        }
    }
    assert!(dead > 20 && alive > 20, "{dead} dead, {alive} alive");
}

/// Such a wall in which every point may be another, but that of [`wall`], and
/// with stones inside; `None` if one of them has no liberty.
fn fight(rng: &mut starboard_core::Rng) -> Option<Board> {
    let quiet = enclosed(&corner(rng));
    let mut stones = Color::BOTH.map(|color| *quiet.stones(color));
    for point in block() {
        let often = if quiet.is_empty(point) { 30 } else { 15 };
        if point == wall() || rng.random_range(0..100) >= often {
            continue;
        }
        let color = rng.random_range(0..3);
        for (index, set) in stones.iter_mut().enumerate() {
            set.remove(point);
            if index == color {
                set.insert(point);
            }
        }
    }
    Board::from_stones(quiet.size(), &stones[0], &stones[1]).ok()
}

/// The points of the wall and within.
fn block() -> Points {
    let size = Size::new(7).expect("a size");
    let points = (0..16).map(|i| Point::at(size, i % 4, i / 4).expect("on the board"));
    points.collect()
}

#[test]
fn fights_in_a_corner_are_read_as_by_trying_all() {
    let mut rng = starboard_core::rng(22, 0);
    let kos = [Ko::NoThreats, Ko::WonBy(Color::Black), Ko::WonBy(Color::White)];
    let (mut dead, mut alive, mut wrong) = (0, 0, 0);
    for board in (0..300).filter_map(|_| fight(&mut rng)) {
        for (kill, ko) in kos.into_iter().flat_map(|ko| [(true, ko), (false, ko)]) {
            let found = Life::default().prove(&mut board.clone(), wall(), ko, kill);
            if found.grounds != Grounds::Proven {
                continue;
            }
            let expected = by_trying_all(&board, &block(), ko, kill);
            wrong += usize::from(found.dead != Some(expected));
            dead += usize::from(expected);
            alive += usize::from(!expected);
        }
    }
    assert!(dead > 500 && alive > 500, "{dead} dead, {alive} alive");
    // Where the string is short of liberties, it is read without looking for
    // moves farther off.
    assert!(wrong * 1000 <= dead + alive, "{wrong} wrong");
}

/// What a thousand games say.
fn estimate(board: &Board, target: Point, kill: bool) -> Option<playouts::Estimate> {
    let owner = board.at(target)?;
    let strong = strong(board, target, owner, true);
    playouts::estimate(board, target, Ko::NoThreats, kill, Games::all(1000), &strong)
}

#[test]
fn small_eye_spaces_are_played_out_as_by_trying_all() {
    let mut rng = starboard_core::rng(21, 0);
    let (mut right, mut moves, mut asked) = (0, 0, 0);
    for _ in 0..12 {
        let space = corner(&mut rng);
        let board = enclosed(&space);
        for kill in [true, false] {
            let expected = by_trying_all(&board, &space, Ko::NoThreats, kill);
            let found = estimate(&board, wall(), kill);
            let found = found.expect("a stone is there");
            right += usize::from(found.dead() == expected);
            asked += 1;
            // A move that is said to work has to.
            let Some(best) = found.best.filter(|_| expected == kill) else { continue };
            let mut after = board.clone();
            after.play(best, if kill { Color::White } else { Color::Black });
            let works = by_trying_all(&after, &space, Ko::NoThreats, !kill) == kill;
            assert!(works, "{board:?} {kill} {best:?}");
            moves += 1;
        }
    }
    assert_eq!((right, asked), (24, 24));
    assert!(moves >= 8, "{moves}");
}

#[test]
fn fights_in_a_corner_are_played_out_as_by_trying_all() {
    let mut rng = starboard_core::rng(23, 0);
    let (mut right, mut settled, mut asked) = (0, 0, 0);
    for board in (0..60).filter_map(|_| fight(&mut rng)) {
        for kill in [true, false] {
            let expected = by_trying_all(&board, &block(), Ko::NoThreats, kill);
            let found = estimate(&board, wall(), kill);
            let found = found.expect("a stone is there");
            asked += 1;
            right += usize::from(found.dead() == expected);
            // Games in which everything was tried are never wrong.
            if matches!(found.chance, 0 | 1000) {
                settled += 1;
                assert_eq!(found.dead(), expected, "{board:?} {kill} {found:?}");
            }
        }
    }
    assert!(settled * 10 >= asked * 8, "{settled} of {asked} settled");
    assert!(right * 100 >= asked * 98, "{right} of {asked} right");
}

#[test]
fn games_played_out_tell_who_lives() {
    #[track_caller]
    fn check(position: &str, stone: &str, kill: bool, dead: bool, best: Option<&str>) {
        let game = crate::Go::parse(position).expect("a position");
        let point = |name| Point::read(game.size(), name).expect("a point");
        let ask = |board| estimate(board, point(stone), kill);
        let found = ask(game.board()).expect("a stone is there");
        assert_eq!(found.dead(), dead, "{position} {found:?}");
        assert!(best.is_none() || found.best == best.map(point), "{position} {found:?}");
        // The same again.
        assert_eq!(ask(game.board()), Some(found), "{position}");
    }
    let three = "3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0";
    check(three, "D9", true, true, Some("B9"));
    check(three, "D9", false, false, Some("B9"));
    // Four in a row, and four in a square.
    check("4XO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 w 0", "E9", true, false, None);
    check("2XO5/2XO5/XXXO5/OOOO5/9/9/9/9/9 w 0", "C9", false, true, None);
    // A way out, and none.
    check("9/9/9/9/4X4/9/9/9/9 w 0", "E5", true, false, None);
    check("9/9/2OOOO3/2OX1O3/2OOOO3/9/9/9/9 b 0", "D6", false, true, None);
    assert_eq!(estimate(&Board::new(Size::FULL), wall(), true), None);
}

#[test]
fn ways_out_are_ways_to_live() {
    #[track_caller]
    fn check(position: &str, stone: &str, kills: Success) {
        let game = crate::Go::parse(position).expect("a position");
        let stone = Point::read(game.size(), stone).expect("a point");
        let found = Life::default().kill(&mut game.board().clone(), stone).0;
        assert_eq!(found, kills, "{position}");
    }
    check("9/9/9/9/4X4/9/9/9/9 w 0", "E5", Success::No);
}

#[test]
fn a_threat_wins_one_ko_and_not_the_same_for_ever() {
    // White takes at A9, and Black takes back at A8: that is no eye, but Black
    // would live if it could do so whenever White takes.
    let game = crate::Go::parse("1XX1XO3/XOXXXO3/OOOOOO3/9/9/9/9/9/9 w 0").expect("a position");
    let group = Point::read(game.size(), "C9").expect("a point");
    let mut life = Life::default();
    assert_eq!(life.kill(&mut game.board().clone(), group).0, Success::Yes);
    assert_eq!(life.save(&mut game.board().clone(), group), (Success::No, None));
}

#[test]
fn a_stone_that_is_taken_back_is_not_lost() {
    // White takes C4 from B4, Black takes back, and connects there unless White
    // takes again.
    let game = crate::Go::parse("9/9/9/9/1XO6/X1XO5/1XO6/9/9 w 0").expect("a position");
    let [stone, taker] = ["C4", "B4"].map(|name| Point::read(game.size(), name).expect("a point"));
    let found = Life::default().kill(&mut game.board().clone(), stone);
    assert_eq!(found, (Success::Ko, Some(taker)));
}

#[test]
fn strings_nearly_taken_beside_a_group_are_fought_about() {
    let game = crate::Go::parse("9/9/9/9/9/9/XXXX5/OOOXXX3/9 w 0").expect("a position");
    let point = |name| Point::read(game.size(), name).expect("a point");
    let (stone, owner) = (point("A2"), Color::White);
    let mut board = game.board().clone();
    let room = moves::room(&board, stone, owner, &Points::EMPTY);
    assert!(!room.contains(point("F1")), "{room:?}");
    for name in ["D1", "E1"] {
        board.play(point(name), owner);
    }
    let list = moves::candidates(&board, stone, owner, &room, true);
    assert!(list.contains(&point("F1")), "{list:?}");
}

/// What is estimated, and that it is not called proven.
#[track_caller]
fn outlook(position: &str, stone: &str, kill: bool, dead: bool, grounds: Grounds) {
    let game = crate::Go::parse(position).expect("a position");
    let stone = Point::read(game.size(), stone).expect("a point");
    let mut board = game.board().clone();
    let found = Life::default().outlook(&mut board, stone, Ko::NoThreats, kill);
    assert_eq!((found.dead, found.grounds), (Some(dead), grounds), "{position} {found:?}");
    assert_eq!(&board, game.board());
}

#[test]
fn proofs_and_estimates_are_kept_apart() {
    // Three in a row in a corner, and four.
    outlook("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", true, true, Grounds::Proven);
    outlook("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", false, false, Grounds::Proven);
    outlook("4XO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 w 0", "E9", true, false, Grounds::Proven);
    // A stone in the open has got out, which proves nothing.
    outlook("9/9/9/9/4X4/9/9/9/9 w 0", "E5", true, false, Grounds::Estimated);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let game = crate::Go::parse("9/2X6/2XOO4/3XO4/3XX4/9/9/9/9 b 0").expect("a position");
    let stone = Point::read(game.size(), "D7").expect("a point");
    let ask = |life: &mut Life| life.outlook(&mut game.board().clone(), stone, Ko::NoThreats, true);
    let mut life = Life::default();
    let first = ask(&mut life);
    let nodes = life.nodes();
    assert_eq!(ask(&mut Life::default()), first);
    // Nor does what was asked before change it, or what it costs.
    assert_eq!(ask(&mut life), first);
    assert_eq!(life.nodes(), 2 * nodes);
}

#[test]
fn where_no_ko_is_met_nobody_asks_who_wins_them() {
    #[track_caller]
    fn check(position: &str, stone: &str, kos: bool) {
        let game = crate::Go::parse(position).expect("a position");
        let stone = Point::read(game.size(), stone).expect("a point");
        let (mut board, mut once, mut all) =
            (game.board().clone(), Life::default(), Life::default());
        let owner = board.at(stone).expect("a stone");
        let outlook = once.outlook(&mut board, stone, Ko::WonBy(owner), true);
        assert_eq!(outlook.dead, Some(false), "{position}");
        all.kill(&mut board, stone);
        assert_eq!(all.nodes() > once.nodes(), kos, "{position}");
    }
    // Two real eyes, and the same with a stone beside them to be taken in a ko.
    check("1X1XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", false);
    check("1X1XO4/XXXXO4/1XOOO4/XO7/O8/9/9/9/9 w 0", "D9", true);
}

#[test]
fn two_moves_in_a_row_do_more_than_one() {
    #[track_caller]
    fn check(position: &str, stone: &str, [kill, save]: [(Success, usize); 2]) {
        let game = crate::Go::parse(position).expect("a position");
        let stone = Point::read(game.size(), stone).expect("a point");
        let mut board = game.board().clone();
        let mut life = Life::default();
        let played = |(success, moves): (Success, [Option<Point>; 2])| {
            (success, moves.into_iter().flatten().count())
        };
        assert_eq!(played(life.kill_in_two(&mut board, stone)), kill, "{position}");
        assert_eq!(played(life.save_in_two(&mut board, stone)), save, "{position}");
        assert_eq!(&board, game.board());
    }
    let yes = |moves| (Success::Yes, moves);
    // Four in a row in a corner are alive, and dead after two moves.
    check("4XO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 w 0", "E9", [yes(2), yes(0)]);
    // Of three in a row one is enough.
    check("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", [yes(1), yes(1)]);
    // Two real eyes, and one that no two moves make into more.
    check("1X1XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 w 0", "D9", [(Success::No, 0), yes(0)]);
    let one = "1XO6/XXO6/OOO6/9/9/9/9/9/9 w 0";
    check(one, "B9", [yes(1), (Success::No, 0)]);
}

#[test]
fn places_for_eyes_are_told_apart() {
    #[track_caller]
    fn check(position: &str, point: &str, expected: Option<(Color, u8, u8)>) {
        let game = crate::Go::parse(position).expect("a position");
        let point = Point::read(game.size(), point).expect("a point");
        let eye = Life::default().eye(game.board(), point);
        let found = eye.map(|eye| (eye.owner, eye.low, eye.high));
        assert_eq!(found, expected, "{position} {eye:?}");
        assert!(eye.is_none_or(|eye| eye.points.contains(point)));
    }
    let corner = "4XO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 w 0";
    check(corner, "A9", Some((Color::Black, 2, 2)));
    check(corner, "D9", Some((Color::Black, 2, 2)));
    check(corner, "E9", None);
    // A stone in it belongs to the place.
    let inside = "1O1X1XO2/XXXXXXO2/OOOOOOO2/9/9/9/9/9/9 b 0";
    check(inside, "B9", Some((Color::Black, 1, 1)));
    // Two points are one eye, whoever plays there.
    check("2X1XO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 b 0", "A9", Some((Color::Black, 1, 1)));
    // With nothing else they are lost, and the place is White's.
    let lost = crate::Go::parse("2XO5/XXXO5/OOOO5/9/9/9/9/9/9 w 0").expect("a position");
    let point = Point::read(lost.size(), "A9").expect("a point");
    let eye = Life::default().eye(lost.board(), point).expect("a place");
    assert_eq!(eye.owner, Color::White);
    // Nobody is near.
    check("9/9/9/9/9/9/9/9/9 b 0", "E5", None);
}

/// To join friends that are weak, too, is no way out: what is around these is played on.
#[test]
fn the_room_has_friends_in_it_unless_they_are_strong() {
    let position = "9/9/9/9/5OOO1/2OOOO1O1/2O2OXOX/1OOXXX1XO/3X4O w 0";
    let game = crate::Go::parse(position).expect("a position");
    let point = |name| Point::read(game.size(), name).expect("a point");
    let (board, stone) = (game.board(), point("H2"));
    let friends: Points = ["D1", "D2", "E2", "F2", "G3"].map(point).into_iter().collect();
    let weak = moves::room(board, stone, Color::Black, &Points::EMPTY);
    let strong = moves::room(board, stone, Color::Black, &friends);
    assert!(weak.contains(point("D3")) && weak.contains(point("C1")), "{weak:?}");
    assert!(!strong.contains(point("D3")) && !strong.contains(point("C1")), "{strong:?}");
}

#[test]
fn what_closed_spaces_say_holds() {
    let mut rng = starboard_core::rng(24, 0);
    let (mut said, mut dead) = (0, 0);
    let mut boards = (0..20_000).filter_map(|_| fight(&mut rng));
    while said < 2000 {
        let board = boards.next().expect("enough of them");
        for attacks in [true, false] {
            let closed = Closed::new(&board, wall(), Color::Black);
            let Some(status) = closed.status(&board, attacks, Ko::NoThreats) else { continue };
            let expected = by_trying_all(&board, &block(), Ko::NoThreats, attacks);
            assert_eq!(status.dead, expected, "{board:?} {attacks} {closed:?}");
            said += 1;
            dead += usize::from(expected);
        }
    }
    assert!(dead > 50, "{dead}");
}
