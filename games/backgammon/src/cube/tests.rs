//! The cube against what GNU Backgammon says of the same probabilities.

use std::sync::Arc;

use proptest::prelude::*;
use starboard_core::{FilterSet, Game};

use super::*;
use crate::{
    Backgammon, Dice, MatchId, Probabilities, Xgid,
    bearoff::TwoSided,
    met::{MatchEquity, kazaross_xml},
};

/// Says the same of every position.
struct Given(Probabilities);

impl OutcomeEvaluator for Given {
    fn outcomes(&mut self, _: &Backgammon) -> Probabilities {
        self.0
    }
}

fn position(text: &str) -> Backgammon {
    Backgammon::parse(text).expect("a position")
}

/// What static cube decisions of GNU Backgammon are, from its own
/// probabilities.
#[track_caller]
fn check(words: &[&str], stakes: Stakes, cube: Cube, expected: &[&str]) {
    let number = |word: &&str| word.parse::<f64>().expect("a number");
    let outcomes: Vec<f32> = words[1..6].iter().map(|word| number(word) as f32).collect();
    let outcomes = Probabilities::from(*outcomes.first_chunk::<5>().expect("five"));
    let mut search = CubefulSearch::new(Given(outcomes), None, stakes);
    let found = search.cube(&position(words[0]), cube, 0).decision;
    for (found, expected) in [found.no_double, found.double_take].iter().zip(expected) {
        let off = (found - number(expected)).abs();
        assert!(off < 1e-5, "{words:?}: {found} and not {expected}");
    }
    assert_eq!(found.verdict.to_string(), expected[2..].join(" "), "{words:?}: {found:?}");
}

#[test]
fn money_cubes_are_those_of_gnubg() {
    for line in include_str!("money.txt").lines() {
        let words: Vec<_> = line.split(' ').collect();
        check(&words, Stakes::MONEY, Cube::default(), &words[6..]);
    }
}

#[test]
fn match_cubes_are_those_of_gnubg() {
    let table = Arc::new(MatchEquity::read_xml(&kazaross_xml()).expect("a table"));
    for line in include_str!("match.txt").lines() {
        let words: Vec<_> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<i32>().expect("a number");
        let owner = match words[7] {
            "mine" => CubeOwner::Mine,
            "theirs" => CubeOwner::Theirs,
            _ => CubeOwner::Centred,
        };
        let crawford = match words[10] {
            "crawford" => Crawford::Now,
            "after" => Crawford::After,
            _ => Crawford::Before,
        };
        let cube = Cube { doublings: number(6).ilog2() as u8, owner };
        let (mine, theirs) = (number(8), number(9));
        let stakes = Stakes::Match { table: table.clone(), mine, theirs, crawford };
        check(&words, stakes, cube, &words[11..]);
    }
}

/// The equities of moves, from what gnubg says of the positions after them.
#[test]
fn moves_are_worth_what_gnubg_says() {
    for line in include_str!("moves.txt").lines() {
        let words: Vec<_> = line.split('|').collect();
        let game = position(&format!("{} {}", words[0], words[1]));
        let Ok(crate::Move::Turn(turn)) = game.parse_move(words[2]) else {
            panic!("{line}: no such move")
        };
        let outcomes: Vec<f32> = words[4].split(' ').flat_map(str::parse).collect();
        let outcomes = Probabilities::from(*outcomes.first_chunk::<5>().expect("five"));
        let mut search = CubefulSearch::new(Given(outcomes.flipped()), None, Stakes::MONEY);
        let dice = game.dice().expect("they were rolled");
        let found = search.rate_one(&game, dice, turn, Cube::default(), 0).equity;
        let off = (found - words[3].parse::<f64>().expect("a number")).abs();
        assert!(off < 1e-5, "{line}: {found}");
    }
}

#[test]
fn verdicts_follow_from_the_equities() {
    let beavers = Stakes::money(true, true);
    let owned = Cube { doublings: 1, owner: CubeOwner::Mine };
    let theirs = Cube { doublings: 1, owner: CubeOwner::Theirs };
    for (stakes, cube, wait, take, verdict) in [
        (&Stakes::MONEY, Cube::default(), 0.5, 0.6, "Double, take"),
        (&Stakes::MONEY, Cube::default(), 0.9, 1.1, "Double, pass"),
        (&Stakes::MONEY, Cube::default(), 0.5, 0.4, "No double, take"),
        (&Stakes::MONEY, Cube::default(), 1.1, 1.3, "Too good to double, pass"),
        (&Stakes::MONEY, Cube::default(), 1.1, 0.9, "Too good to double, take"),
        (&Stakes::MONEY, Cube::default(), 0.5, 0.5, "Optional double, take"),
        (&Stakes::MONEY, Cube::default(), 0.999_995, 1.3, "Optional double, pass"),
        (&Stakes::MONEY, Cube::default(), 1.0, 2.0, "Double, pass"),
        // Stakes of two: everything counts twice.
        (&Stakes::MONEY, owned, 1.0, 1.2, "Redouble, take"),
        (&Stakes::MONEY, owned, 1.0, 2.2, "Redouble, pass"),
        (&Stakes::MONEY, owned, 1.0, 0.8, "No redouble, take"),
        (&Stakes::MONEY, owned, 2.2, 2.6, "Too good to redouble, pass"),
        (&Stakes::MONEY, owned, 2.2, 1.8, "Too good to redouble, take"),
        (&Stakes::MONEY, owned, 1.0, 1.0, "Optional redouble, take"),
        (&Stakes::MONEY, theirs, 1.0, 1.2, "Not available"),
        (&beavers, Cube::default(), -0.5, -0.1, "Double, beaver"),
        (&beavers, Cube::default(), -0.1, -0.2, "No double, beaver"),
        (&beavers, owned, -0.1, -0.2, "No redouble, beaver"),
        (&beavers, Cube::default(), -0.2, -0.1, "Optional double, beaver"),
        (&Stakes::MONEY, Cube::default(), -0.5, -0.1, "Double, take"),
    ] {
        let found = CubeDecision::new(stakes, cube, wait, take);
        assert_eq!(found.verdict.to_string(), verdict, "{wait} {take} {found:?}");
        assert!(found.best >= found.no_double);
    }
}

#[test]
fn what_cannot_be_doubled_is_not() {
    let of = |mine, theirs, crawford| Stakes::Match {
        table: MatchEquity::built_in(),
        mine,
        theirs,
        crawford,
    };
    let two = Cube { doublings: 1, owner: CubeOwner::Mine };
    for (stakes, cube, verdict) in [
        (of(1, 4, Crawford::Now), Cube::default(), "Not available"),
        (of(4, 1, Crawford::Now), Cube::default(), "Not available"),
        (of(1, 4, Crawford::After), Cube::default(), "Never double, take (dead cube)"),
        (of(2, 4, Crawford::Before), two, "Never redouble, take (dead cube)"),
        (of(4, 2, Crawford::Before), two.flipped(), "Not available"),
    ] {
        let found = CubeDecision::new(&stakes, cube, 0.1, 0.9);
        assert_eq!((found.verdict.to_string().as_str(), found.best), (verdict, found.no_double));
    }
}

/// Without gammons, the take points of textbooks.
#[test]
fn take_points_of_textbooks() {
    let outcomes = Probabilities { win: 0.5, ..Probabilities::default() };
    let money = TakePoints::of(&Stakes::MONEY, Cube::default(), outcomes);
    assert_eq!((money.dead, money.live, money.cash), (0.25, Some(0.2), Some(0.8)));
    assert_eq!((money.gammon_value, money.backgammon_value), (0.5, 0.5));
    let table = Arc::new(MatchEquity::read_xml(&kazaross_xml()).expect("a table"));
    let stakes = Stakes::Match { table, mine: 2, theirs: 2, crawford: Crawford::Before };
    // The cube is dead once turned: the take point is the chance at 1 to 2.
    let last = TakePoints::of(&stakes, Cube::default(), outcomes);
    assert!((last.dead - 0.32264).abs() < 1e-9 && last.live == Some(last.dead), "{last:?}");
    // A gammon wins the match, as two points do; a point gets as far as 1 to 2.
    assert!((last.gammon_value - (1.0 - 0.67736) / (0.67736 - 0.32264)).abs() < 1e-9, "{last:?}");
    let owned = Cube { doublings: 1, owner: CubeOwner::Mine };
    assert_eq!(TakePoints::of(&stakes, owned, outcomes).cash, None);
}

/// One doubling before the highest cube the next one is dead, and before that the points follow
/// from it: without gammons three quarters of a quarter.
#[test]
fn points_follow_from_the_highest_cube() {
    let outcomes = Probabilities { win: 0.5, ..Probabilities::default() };
    let stakes = Stakes::Money { jacoby: false, beavers: false, most_doublings: 6 };
    let points = |doublings| {
        let cube = Cube { doublings, owner: CubeOwner::Centred };
        let TakePoints { live, cash, .. } = TakePoints::of(&stakes, cube, outcomes);
        (live, cash)
    };
    assert_eq!(points(0), (Some(0.2), Some(0.8)));
    assert_eq!(points(4), (Some(0.1875), Some(0.8125)));
    assert_eq!(points(5), (Some(0.25), Some(0.75)));
    assert_eq!(points(6), (None, None));
}

/// With the cube as high as it goes a position is worth what it is without one, whosever it is,
/// by the model and where a database knows the ends.
#[test]
fn the_highest_cube_is_dead() {
    let stakes = Stakes::Money { jacoby: false, beavers: false, most_doublings: 6 };
    let known = crate::bearoff::tests::small();
    let outcomes = Probabilities { win: 0.7, win_gammon: 0.2, ..Probabilities::default() };
    for (text, plies) in [("4HPwATDgc/ABMA", 0), ("EgAAIAEAAAAAAA", 0), ("EgAAIAEAAAAAAA", 1)] {
        let game = position(text);
        for owner in [CubeOwner::Centred, CubeOwner::Mine, CubeOwner::Theirs] {
            let mut search =
                CubefulSearch::new(Given(outcomes), Some(known.clone()), stakes.clone());
            let found = search.cube(&game, Cube { doublings: 6, owner }, plies);
            let off = found.utilities[0] - 64.0 * found.cubeless;
            assert!(off.abs() < 1e-3, "{text} {owner:?}: {found:?}");
            assert_eq!(found.decision.best, found.decision.no_double);
            // One before that, who is to double has something to gain.
            let found = search.cube(&game, Cube { doublings: 5, owner }, plies);
            assert!((found.utilities[1] - 64.0 * found.cubeless).abs() < 1e-3, "{found:?}");
        }
    }
}

/// Nobody has to use the cube: that it may be used never makes a take harder.
#[test]
fn a_live_cube_is_taken_sooner_than_a_dead_one() {
    let table = MatchEquity::built_in();
    for gammons in [0.0, 0.2, 0.4] {
        let (win, win_gammon) = (0.5, 0.5 * gammons);
        let lose_gammon = win_gammon;
        let outcomes = Probabilities { win, win_gammon, lose_gammon, ..Probabilities::default() };
        for (mine, theirs, doublings) in
            (1..=15).flat_map(|a| (1..=15).flat_map(move |b| (0..4).map(move |d| (a, b, d))))
        {
            let crawford =
                if mine == 1 || theirs == 1 { Crawford::After } else { Crawford::Before };
            let stakes = Stakes::Match { table: table.clone(), mine, theirs, crawford };
            let cube = Cube { doublings, owner: CubeOwner::Theirs };
            let points = TakePoints::of(&stakes, cube, outcomes);
            let sooner = points.live.is_none_or(|live| live <= points.dead);
            assert!(sooner, "{mine} to {theirs}, {gammons}: {points:?}");
        }
    }
}

/// From positions that the database does not know to those that it does: the
/// search finds what a larger database knows.
#[test]
fn looking_ahead_finds_what_the_database_knows() {
    let large = TwoSided::make(2, 8, 1, |_| ()).expect("few");
    let known = crate::bearoff::tests::small();
    for (mine, theirs) in [(7, 6), (7, 3), (7, 1), (8, 6), (8, 2)] {
        let side = |n: u8| {
            let mut counts = [0; 25];
            counts[0] = n;
            crate::Checkers::on_board(counts).expect("few")
        };
        let game = Backgammon::new(side(mine), side(theirs)).expect("possible");
        let exact = large.equities(side(mine), side(theirs)).expect("few");
        for owner in [CubeOwner::Centred, CubeOwner::Mine, CubeOwner::Theirs] {
            let given = Given(Probabilities::default());
            let mut search = CubefulSearch::new(given, Some(known.clone()), Stakes::MONEY);
            let cube = Cube { doublings: 2, owner };
            let found = search.cube(&game, cube, 1);
            assert!((found.decision.no_double - f64::from(exact.with(owner))).abs() < 1e-5);
            assert!((found.decision.double_take - f64::from(exact.doubled())).abs() < 1e-5);
            assert!((found.cubeless - f64::from(exact.cubeless)).abs() < 1e-5);
        }
    }
}

/// Every way leads to the end of the game within the plies, so that nothing is
/// evaluated.
#[test]
fn the_end_of_a_game_counts_what_it_is_worth() {
    struct Nobody;
    impl OutcomeEvaluator for Nobody {
        fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
            panic!("{} is not over", game.format())
        }
    }
    // Both have one checker on the ace point, or the other has all fifteen.
    let one = position("AQAABAAAAAAAAA");
    for owner in [CubeOwner::Centred, CubeOwner::Mine, CubeOwner::Theirs] {
        let mut search = CubefulSearch::new(Nobody, None, Stakes::MONEY);
        let found = search.cube(&one, Cube { doublings: 0, owner }, 1);
        assert_eq!(found.outcomes.win, 1.0);
        assert_eq!(found.utilities.map(|x| x as f32), [1.0, 2.0]);
    }
    let mut counts = [0; 25];
    counts[5] = 15;
    let full = crate::Checkers::on_board(counts).expect("fifteen");
    let gammon = Backgammon::new(one.mine(), full).expect("possible");
    for (jacoby, utilities) in [(false, [2.0, 4.0]), (true, [1.0, 4.0])] {
        let stakes = Stakes::money(jacoby, false);
        let mut search = CubefulSearch::new(Nobody, None, stakes);
        let found = search.cube(&gammon, Cube::default(), 1).utilities;
        assert_eq!(found.map(|x| x as f32), utilities);
    }
}

/// Knows pips only.
struct Pips;

impl OutcomeEvaluator for Pips {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        let lead = game.theirs().pips() as f32 - game.mine().pips() as f32;
        let win = 0.5 + (lead + 4.0) / (2.0 * (60.0 + lead.abs()));
        Probabilities {
            win,
            win_gammon: 0.25 * win,
            lose_gammon: 0.25 * (1.0 - win),
            ..Probabilities::default()
        }
    }
}

#[test]
fn moves_are_rated_as_deep_as_the_filter_lets_them() {
    let game = position("4HPwATDgc/ABMA");
    let dice = Dice::new(4, 2).expect("dice");
    let mut search = CubefulSearch::new(Pips, None, Stakes::MONEY);
    let filter: FilterSet = "2,1,0.01;skip".parse().expect("a filter");
    let rated = search.rate(&game, dice, Cube::default(), 2, &filter);
    let mut count = 0;
    game.for_each_turn(dice, |_| count += 1);
    assert_eq!(rated.len(), count);
    let deep = rated.iter().take_while(|rated| rated.plies == 2).count();
    assert!((2..=3).contains(&deep) && rated[deep..].iter().all(|rated| rated.plies == 0));
    for part in [&rated[..deep], &rated[deep..]] {
        assert!(part.is_sorted_by(|a, b| a.equity >= b.equity));
    }
    let again = search.rate_one(&game, dice, rated[0].turn, Cube::default(), 2);
    assert_eq!(again, rated[0]);
    // A filter that leaves one move ends it, unless it asks for one.
    for (filter, plies) in [("0,1,1;skip", 0), ("1,0,0;skip", 2)] {
        let filter: FilterSet = filter.parse().expect("a filter");
        let rated = search.rate(&game, dice, Cube::default(), 2, &filter);
        assert_eq!(rated[0].plies, plies);
        assert!(rated[1..].iter().all(|r| r.plies == 0));
    }
}

/// What is good for one is as bad for the other, in money and in matches.
#[test]
fn both_players_see_the_same() {
    let stakes = Stakes::Match {
        table: MatchEquity::built_in(),
        mine: 5,
        theirs: 3,
        crawford: Crawford::Before,
    };
    for points in -8..=8 {
        assert!((stakes.utility(points) + stakes.flipped().utility(-points)).abs() < 1e-12);
    }
    for cube in [1, 2, 4] {
        assert!((stakes.equity(stakes.utility(cube), cube) - 1.0).abs() < 1e-12);
        assert!((stakes.equity(stakes.utility(-cube), cube) + 1.0).abs() < 1e-12);
    }
    let equity = stakes.equity(0.3, 2);
    assert!((stakes.utility_of(equity, 2) - 0.3).abs() < 1e-12);
    assert_eq!(stakes.match_chance(1.0), Some(1.0));
    assert_eq!(Stakes::MONEY.equity(-6.0, 4), -1.5);
    assert_eq!(stakes.flipped().flipped(), stakes);
}

#[test]
fn ids_say_what_is_played_for() {
    let table = MatchEquity::built_in();
    let of = |text: &str| {
        let id: MatchId = text.parse().expect("a Match ID");
        id.stakes(&table).expect("a match that goes on")
    };
    let (cube, stakes) = of("UQnrADAAKAAE");
    assert_eq!(cube, Cube { doublings: 1, owner: CubeOwner::Mine });
    assert_eq!((stakes.away(), stakes.without_cube()), (Some([2, 4]), false));
    let (cube, stakes) = of("EYH2ADAAKAAE");
    assert_eq!((cube.owner, stakes.away()), (CubeOwner::Theirs, Some([4, 2])));
    let (_, stakes) = of("sIFqACAAAAAE");
    assert_eq!((stakes.away(), stakes.without_cube()), (Some([1, 3]), true));
    let (cube, stakes) = of("cAkAAAAAAAAA");
    assert_eq!((cube, stakes), (Cube::default(), Stakes::money(true, false)));
    let id: Xgid = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:0:0:3:0:10".parse().expect("an XGID");
    let (cube, stakes) = id.stakes(&table).expect("money");
    assert_eq!(cube, Cube { doublings: 1, owner: CubeOwner::Theirs });
    assert_eq!(stakes, Stakes::money(true, true));
    let over = MatchId { length: 5, scores: [5, 2], ..of_start() };
    assert!(over.stakes(&table).is_err_and(|e| e.to_string().contains("match is over")));
    let long = MatchId { length: 65, ..of_start() };
    assert!(long.stakes(&table).is_err_and(|e| e.to_string().contains("65 points")));
    let early = MatchId { length: 7, crawford: true, ..of_start() };
    assert!(early.stakes(&table).is_err_and(|e| e.to_string().contains("Crawford")));
}

fn of_start() -> MatchId {
    MatchId::of(&Backgammon::START)
}

#[test]
fn games_are_given_up_only_when_lost() {
    let outcomes = |win, lose_gammon, lose_backgammon| Probabilities {
        win,
        lose_gammon,
        lose_backgammon,
        ..Probabilities::default()
    };
    for (outcomes, points) in [
        (outcomes(0.0, 0.0, 0.0), Some(1)),
        (outcomes(0.0, 1.0, 0.0), Some(2)),
        (outcomes(0.0, 1.0, 1.0), Some(3)),
        (outcomes(0.0, 0.4, 0.0), None),
        (outcomes(0.0, 1.0, 0.4), None),
        (outcomes(0.01, 0.0, 0.0), None),
    ] {
        assert_eq!(resignation(outcomes), points, "{outcomes:?}");
    }
    // With the Jacoby rule a gammon is no more than a game until somebody doubles.
    let jacoby = Stakes::money(true, false);
    let turned = Cube { doublings: 1, owner: CubeOwner::Mine };
    let count = |stakes: &Stakes, cube| [1, 2, 3].map(|times| points_conceded(stakes, cube, times));
    assert_eq!(count(&Stakes::MONEY, Cube::default()), [1, 2, 3]);
    assert_eq!(count(&jacoby, Cube::default()), [1, 1, 1]);
    assert_eq!(count(&jacoby, turned), [1, 2, 3]);
}

#[test]
fn what_is_given_up_is_what_playing_on_would_lose() {
    let of = |mine, theirs| Stakes::Match {
        table: MatchEquity::built_in(),
        mine,
        theirs,
        crawford: Crawford::Before,
    };
    let (one, two) = (Cube::default(), Cube { doublings: 1, owner: CubeOwner::Theirs });
    let jacoby = Stakes::money(true, false);
    for (stakes, cube, playing_on, times) in [
        (&Stakes::MONEY, one, 0.2, 1),
        (&Stakes::MONEY, one, -1.0, 1),
        (&Stakes::MONEY, one, -1.02, 1),
        (&Stakes::MONEY, one, -1.1, 2),
        (&Stakes::MONEY, two, -2.0, 2),
        (&Stakes::MONEY, two, -2.4, 3),
        // More than a single game is not lost, whatever is given up.
        (&jacoby, one, -1.0, 1),
        // The other player needs no more than the cube shows.
        (&of(5, 2), two, -1.0, 1),
    ] {
        assert_eq!(least_conceded(stakes, cube, playing_on, 0.03), times, "{playing_on}");
    }
}

proptest! {
    /// Nothing is worth more than winning the most, and doubling is never worse
    /// than the worse of its answers.
    #[test]
    fn equities_stay_within_reason(
        win in 0.0_f32..=1.0,
        shares in prop::array::uniform4(0.0_f32..=1.0),
        mine in 1_i32..10,
        theirs in 1_i32..10,
        doublings in 0_u8..4,
        owner in 0_usize..3,
        money: bool,
    ) {
        let [a, b, c, d] = shares;
        let (wg, lg) = (win * a, (1.0 - win) * c);
        let outcomes = Probabilities::from([win, wg, wg * b, lg, lg * d]);
        let crawford = if mine == 1 || theirs == 1 { Crawford::After } else { Crawford::Before };
        let stakes = if money { Stakes::MONEY } else {
            Stakes::Match { table: MatchEquity::built_in(), mine, theirs, crawford }
        };
        let owner = [CubeOwner::Centred, CubeOwner::Mine, CubeOwner::Theirs][owner];
        let cube = Cube { doublings, owner };
        let mut search = CubefulSearch::new(Given(outcomes), None, stakes.clone());
        let found = search.cube(&Backgammon::START, cube, 0);
        let most = stakes.utility(3 * cube.value());
        let least = stakes.utility(-3 * cube.value());
        prop_assert!((least..=most).contains(&found.utilities[0]), "{found:?}");
        prop_assert!(found.decision.best.is_finite() && found.decision.double_take.is_finite());
        // The other player, seen from the other side, is worth as much less.
        let mut other = CubefulSearch::new(Given(outcomes.flipped()), None, stakes.flipped());
        let seen = other.cube(&Backgammon::START, cube.flipped(), 0);
        prop_assert!((seen.utilities[0] + found.utilities[0]).abs() < 1e-5, "{seen:?} {found:?}");
    }
}

/// By the networks: the opening 42 as the manual of GNU Backgammon lists it, the
/// best by far and alone at the top, four moves or so looked at 2-ply.
#[test]
fn networks_play_the_opening() {
    let game = position("4HPwATDgc/ABMA");
    let dice = Dice::new(4, 2).expect("dice");
    let evaluator = WithBearoff {
        evaluator: crate::NetEvaluator::default(),
        bearoff: crate::bearoff::tests::small().clone(),
    };
    let mut search = CubefulSearch::new(evaluator, None, Stakes::MONEY);
    let normal = FilterSet::named("normal").expect("predefined");
    let rated = search.rate(&game, dice, Cube::default(), 2, &normal);
    let name = |turn| game.with_dice(Some(dice)).format_move(crate::Move::Turn(turn));
    assert_eq!((name(rated[0].turn).as_str(), rated[0].plies), ("8/4 6/4", 2), "{rated:?}");
    let deep = rated.iter().filter(|rated| rated.plies == 2).count();
    assert!((2..=8).contains(&deep) && rated[0].equity > rated[1].equity + 0.05, "{rated:?}");
    let found = search.cube(&game, Cube::default(), 1);
    assert_eq!(found.decision.verdict.to_string(), "No double, take", "{found:?}");
}
