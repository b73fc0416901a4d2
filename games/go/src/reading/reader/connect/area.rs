//! Breaking into an area: whether a string gets a stone there that stays.
//!
//! The same question as whether two strings can be connected, with the area in place of
//! one of them: the string is connected once it has a stone on one of the area's points.

use super::{BUDGET, End, Link};
use crate::{Board, Ko, Point, Points, Reader, Success, reading::tactics::Tactician};

impl Reader {
    /// Whether the owner of a string, to move, gets it into an area: whether a stone that
    /// is not captured comes to stand on one of the points and to be connected to the
    /// string. These may be free or hold stones of either colour.
    ///
    /// If there is no stone at `string`, the answer is `None`.
    pub fn break_in(&mut self, board: &mut Board, string: Point, area: &Points, ko: Ko) -> Link {
        self.link(board, string, End::Area(*area), ko, true, &mut Tactician::with_budget(BUDGET))
    }

    /// Whether the string gets there even though the opponent is to move.
    pub fn block_off(&mut self, board: &mut Board, string: Point, area: &Points, ko: Ko) -> Link {
        self.link(board, string, End::Area(*area), ko, false, &mut Tactician::with_budget(BUDGET))
    }

    /// How well breaking into an area, or blocking it off, succeeds, and where to play; no
    /// move if none is needed. What could not be settled counts as blocked off.
    pub fn break_in_success(
        &mut self,
        board: &mut Board,
        string: Point,
        area: &Points,
        break_in: bool,
    ) -> (Success, Option<Point>) {
        let (to, mut captures) = (End::Area(*area), Tactician::with_budget(BUDGET));
        let found = self.joining_success(board, string, to, break_in);
        let Some(owner) = board.at(string).filter(|_| found.0 == Success::Yes) else {
            return found;
        };
        // Whether it does as well though the opponent plays first, and wins kos.
        let opponent = if break_in { owner.other() } else { owner };
        let ko = Ko::WonBy(opponent);
        let passed = self.link(board, string, to, ko, !break_in, &mut captures);
        let needless = passed.proven && passed.connected == Some(break_in);
        (Success::Yes, found.1.filter(|_| !needless))
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Game, Limits, Player};
    use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};

    use super::{
        super::{Together, WIDEST},
        *,
    };
    use crate::{Color, Go, Local, Move, Size};

    /// What is found for the owner of the string and for the opponent, as the suites write
    /// it, colours either way.
    #[track_caller]
    fn check(position: &str, string: &str, area: &str, expected: [&str; 2]) {
        let game = Go::parse(position).expect("a position");
        let size = game.size();
        let read = |name: &str| Point::read(size, name).expect("a point");
        let area: Points = area.split(' ').map(read).collect();
        for board in [game.board().clone(), game.board().turned().expect("a position")] {
            let found = [true, false].map(|break_in| {
                let (success, best) = Reader::with_budget(30_000).break_in_success(
                    &mut board.clone(),
                    read(string),
                    &area,
                    break_in,
                );
                let best = best.map_or(String::new(), |point| point.name(size));
                format!("{success:?} {best}").trim_end().to_owned()
            });
            assert_eq!(found, expected, "{position}");
        }
    }

    #[test]
    fn a_gap_is_the_way() {
        let wall = "9/9/9/4X4/OOOO1OOOO/9/9/9/9 b 0";
        check(wall, "E6", "E5", ["Yes E5", "Yes E5"]);
        check(wall, "E6", "D5 E5 E4", ["Yes E5", "Yes E5"]);
        // White plays below.
        check(wall, "E6", "D4 E4 F4", ["No", "Yes"]);
        // Two gaps, of which one is left.
        check("9/9/9/4XX3/OOOO2OOO/9/9/9/9 b 0", "E6", "E5 F5", ["Yes", "No"]);
        // Already there, and much too far away.
        check(wall, "E6", "E6 E1", ["Yes", "No"]);
        check("19x19 b 0 moves D16 C3 Q4", "D16", "Q4 R4", ["No", "Yes"]);
    }
    /// Black takes at B3 and White at C3, by turns; who is left with it has the point.
    #[test]
    fn kos_are_told_apart() {
        let ko = "5/1XO2/X1XO1/1XO2/5 w 0";
        check(ko, "C4", "B3", ["Ko B3", "Yes B3"]);
        check(&format!("{ko} moves B3"), "C4", "B3", ["Yes C3", "KoWithThreat C3"]);
    }

    #[test]
    fn what_is_captured_there_is_not_in() {
        // In atari, and out of it by one move.
        check("9/9/9/4O4/3OX4/4O4/9/9/9 b 0", "E5", "E5", ["Yes F5", "Yes F5"]);
        check("9/9/9/9/9/9/O8/1O7/X8 b 0", "A1", "A1", ["No", "Yes"]);
        check("9/9/9/9/9/9/O8/1O7/X8 b 0", "A1", "A2", ["No", "Yes"]);
    }

    /// All moves, and nothing known but what ends it.
    struct Plain<'a>(Together<'a>);

    impl Goal<Local> for Plain<'_> {
        type Resource = ();

        fn attacker(&self, root: &Local) -> Player {
            self.0.attacker(root)
        }

        fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
            let Self(goal) = self;
            if game.board.at(goal.from) != Some(goal.owner) {
                return Some(false);
            }
            let attack = game.mover != goal.owner;
            goal.joined(&game.board).then(|| !goal.lost(&game.board, attack))
        }

        fn moves(&mut self, game: &Local, _: bool, out: &mut Vec<Move>) {
            let free = game.board.empty().iter();
            let legal = free.filter(|&p| self.0.may_play(&game.board, p, game.mover));
            out.extend(legal.map(Move::at).chain([Move::PASS]));
        }
    }

    /// Whether the string gets there if everything is tried, where that can be settled.
    fn plainly(goal: Together<'_>, board: &Board, break_in: bool) -> Option<bool> {
        let mover = if break_in { goal.owner } else { goal.owner.other() };
        let options = ProofOptions { table_mib: 1, mobility: false, ..ProofOptions::default() };
        let root = Local::new(board.clone(), mover);
        let found = Dfpn::new(Plain(goal), options).run(&root, &Limits::nodes(1000)).verdict;
        (found != Verdict::Unknown).then_some(found == Verdict::Proven)
    }

    /// Some stones at random on 4x4 or 5x5, a string of these, and a point with those beside it.
    fn random_question(seed: u64) -> (Board, Point, Points) {
        let mut rng = starboard_core::rng(78, seed);
        let mut board = Board::new(Size::new(rng.random_range(4..=5)).expect("a size"));
        let mut pick = |set: Points| set.iter().nth(rng.random_range(0..set.len()));
        for color in Color::BOTH.repeat(5) {
            let legal = board.empty().iter().filter(|&p| board.is_legal(p, color)).collect();
            if let Some(point) = pick(legal) {
                board.play(point, color);
            }
        }
        let string = pick(board.all() - board.empty()).expect("a stone");
        let middle = Points::of(pick(board.all()).expect("a point"));
        let area = middle | board.beside(&middle);
        (board, string, area)
    }

    /// What is proven is what comes out when everything is tried, but for strings that are
    /// short of liberties: what captures them is looked for among few moves.
    #[test]
    fn proofs_hold_against_all_moves() {
        let (mut settled, mut wrong) = (0, 0);
        for seed in 0..100 {
            let (mut board, from, area) = random_question(seed);
            let (to, owner) = (End::Area(area), board.at(from).expect("a stone"));
            for (i, ko) in
                [Ko::NoThreats, Ko::WonBy(Color::Black)].repeat(2).into_iter().enumerate()
            {
                let break_in = i < 2;
                let (mut captures, mut kos) = (Tactician::with_budget(BUDGET), false);
                let mut reader = Reader::new().with_link_positions(100);
                let link = reader.link(&mut board, from, to, ko, break_in, &mut captures);
                let (captures, kos) = (&mut captures, &mut kos);
                let (begun, widest) = (true, WIDEST);
                let goal = Together { captures, from, to, owner, ko, begun, widest, kos };
                let plain = plainly(goal, &board, break_in).filter(|_| link.proven);
                settled += u32::from(plain.is_some());
                wrong += u32::from(plain.is_some_and(|plain| link.connected != Some(plain)));
            }
        }
        assert!(settled > 200 && wrong * 40 < settled, "{wrong} of {settled}");
    }
}
