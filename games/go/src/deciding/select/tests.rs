//! Decisions, and what is said of them.

use starboard_core::Game;

use super::*;

#[track_caller]
fn check(position: &str, expected: &[&str]) {
    let game = Go::parse(position).expect("a position");
    let found = Selector::default().select(&game, &Limits::default());
    let name = game.format_move(found.best());
    assert!(expected.contains(&&*name), "{position}: {name}");
    let evaluations = found.report.counters.evaluations;
    assert!(evaluations <= EVALUATIONS + 60, "{evaluations}");
}

#[test]
fn the_end_is_a_pass() {
    // Both have two eyes, and there is nothing between them.
    check(
        "1X1XO1O1O/XXXXOOOOO/XXXXOO1OO/XXXXOOOOO/X1X1XO1OO/XXXXXOOOO/XXXXXO1O1/XXXXXOOOO/1X1XXOO1O b 0",
        &["pass"],
    );
}

/// White has passed in a game that Black has won by a point and a half by territory: whatever
/// Black plays, but for a pass, costs a point.
#[test]
fn nobody_fills_territory() {
    const BEFORE: &str = "2OOX4/1OOX1XOXX/OXXX2X2/OOX2XXXX/1OX1XXOOX/O1OXXO1OO/OOOXXOO1O/\
                          OXX1XOO2/XX2XXOOO b 6.5";
    const AFTER: &str = "X1OOX1XX1/OOOXXX1XX/OXXX2X1X/OOX2XXXX/1OX1XXOOX/O1OXXO1OO/OOOXXOO1O/\
                         OXX1XOOX1/XXX1XXOOO b 6.5";
    check(&format!("{BEFORE} territory simple-ko prisoners 3 3 passed 1"), &["pass"]);
    check(&format!("{BEFORE} territory simple-ko prisoners 3 3"), &["pass"]);
    check(&format!("{AFTER} territory simple-ko prisoners 3 4 passed 1"), &["pass"]);
}

/// While there is something to play for, what moves are worth for later decides among them.
#[test]
fn no_middle_game_is_settled() {
    for game in crate::positions().step_by(2) {
        let selector = Selector::default();
        let (_, moves) = selector.moves(&game, &Root::default());
        let few =
            Limits { evaluations: Some(EVALUATIONS / FOR_FIRST / FOR_STATIC), ..Limits::default() };
        let (seen, _) = selector.static_values(&game, &moves, &few, &Stop::default());
        assert!(!is_settled(&seen), "{}", game.format());
    }
}

#[test]
fn what_is_in_atari_is_taken_or_saved() {
    check("9x9 b 7 moves E5 E4 D4 E2 F4 G7", &["E3"]);
    check("9x9 b 7 moves E5 E4 D4 E2 F4", &["E3"]);
    check("9/9/2X3X2/3XX4/2XOOX3/2XOO2O1/3XX1O2/2O6/9 w 7", &["F4"]);
    check("9/9/9/3XX4/2XOOX3/2XOO2O1/3XX1O2/9/9 w 7", &["F4"]);
}

/// Counts what it is told.
#[derive(Clone, Default)]
struct Told(Arc<std::sync::atomic::AtomicUsize>);

impl Heuristic<Go> for Told {
    fn score(&mut self, _: &starboard_core::NodeInfo<'_, Go>, _: &[Move], _: &mut [i32]) {}

    fn refuted(&mut self, _: &starboard_core::NodeInfo<'_, Go>, tried: &[Move], cut: Move) {
        assert!(!tried.contains(&cut));
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn orderings_learn_from_the_quiescence() {
    let told = Told::default();
    for game in crate::positions().step_by(2) {
        let mut selector = Selector::plain(120).with_order(vec![Box::new(told.clone())]);
        let plain = Selector::plain(120).run(&game, &Limits::default());
        // It has nothing to say of its own.
        assert_eq!(selector.run(&game, &Limits::default()).candidates, plain.candidates);
    }
    let told = told.0.load(std::sync::atomic::Ordering::Relaxed);
    assert!(told > 5, "{told}");
}

/// What moves are worth for later decides, and is no part of the values.
#[test]
fn values_are_those_of_the_positions_after_the_moves() {
    let mut checked = 0;
    for game in crate::positions().step_by(3) {
        let mut selector = Selector::new(120).without(&[Kind::Style]);
        selector = selector.without_quiescence().without_tree();
        let Selection { candidates, report, .. } = selector.select(&game, &Limits::default());
        let later = |m: Move| {
            let found = candidates.iter().find(|candidate| Move::at(candidate.point) == m);
            found.map_or(0, Candidate::later)
        };
        let mut last = i32::MAX;
        for candidate in report.candidates.iter().filter(|c| c.bound != BoundType::Upper) {
            let mut after = game.clone();
            after.play(candidate.m);
            let value = -FullBoard::default().evaluate(&after);
            assert_eq!(candidate.value, value, "{}", game.format());
            let counted = value.raw() + later(candidate.m);
            assert!(counted <= last, "{}", game.format());
            last = counted;
            checked += 1;
        }
        let best = report.best_move().expect("a move");
        let found = report.candidates.iter().find(|c| c.m == *best).expect("it was searched");
        assert_eq!(found.value, report.value);
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn the_moves_asked_for_are_searched_with_their_bonuses() {
    let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").expect("a position");
    let [a1, e3] = ["A1", "E3"].map(|name| game.parse_move(name).expect("a move"));
    let mut selector = Selector::new(60).without_tree();
    let mut found = |root: &Root<Move>| {
        let limits = Limits::default();
        let mut report = selector.search(&game, root, &limits, &Stop::default(), &mut ());
        report.candidates.sort_by_key(|candidate| candidate.m != a1);
        (report.best_move().copied(), report)
    };
    // Nothing speaks for the corner.
    let (best, alone) = found(&Root::of([a1]));
    assert_eq!((best, alone.candidates.len()), (Some(a1), 1));
    let (best, both) = found(&Root::of([a1, e3]).with_lines(2));
    assert_eq!((best, both.candidates.len()), (Some(e3), 2));
    // Each was searched in a window of its own, by a search that leaves something out.
    assert!(both.candidates.iter().all(|candidate| candidate.bound == BoundType::Estimate));
    let more = [(a1, Value::new(500 * crate::board::game::UNIT))];
    let (best, raised) = found(&Root::of([a1, e3]).with_lines(2).with_bonuses(more));
    assert_eq!(best, Some(a1));
    assert_eq!(raised.candidates[0].value, both.candidates[0].value + more[0].1);
    assert_eq!(raised.candidates[1].value, both.candidates[1].value);
}

#[test]
fn lines_end_where_the_rules_end_the_game() {
    let game = Go::parse("9x9 b 7 moves E5 pass").expect("a position");
    let (pass, e4) = (Move::PASS, game.parse_move("E4").expect("a move"));
    let mut report = Report { pv: vec![pass, e4], ..Report::default() };
    end_lines(&game, &mut report);
    assert_eq!(report.pv, [pass]);
    report.pv = vec![e4, pass, pass, e4];
    end_lines(&game, &mut report);
    assert_eq!(report.pv, [e4, pass, pass]);
}
