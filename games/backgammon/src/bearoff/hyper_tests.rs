//! The database of hypergammon against other results for few checkers.

use std::{collections::HashMap, ops::ControlFlow, sync::OnceLock};

use proptest::prelude::*;
use starboard_core::{Game, Node, Value};

use super::{
    hypergammon::{number, sides},
    tests::small,
    *,
};
use crate::{Backgammon, Scoring, rules::cube::CubeOwner};

fn make(checkers: u8, threads: usize) -> Hypergammon {
    let mut making = Making::new(checkers).expect("a known size");
    let made = making.run(threads, |_| (), |_, _| ControlFlow::Continue(()));
    made.expect("it is made").expect("it is not broken off")
}

/// One or two checkers left of the three, made once for all tests.
fn two() -> &'static Hypergammon {
    static TWO: OnceLock<Hypergammon> = OnceLock::new();
    TWO.get_or_init(|| make(2, 2))
}

#[test]
fn numbers_have_no_gaps() {
    let all = sides(3);
    assert_eq!(all.len(), 3276);
    assert!(all.iter().enumerate().all(|(i, &side)| number(side) == i));
    assert_eq!([sides(1).len(), sides(2).len()], [26, 351]);
    assert!(sides(2).iter().zip(&all).all(|(a, b)| a == b));
    assert_eq!(all.last().map(|side| side.bar()), Some(3));
}

#[test]
fn the_end_is_what_the_two_sided_database_says() {
    let sides: Vec<_> =
        sides(2).into_iter().filter(|side| (1..=6).contains(&side.last())).collect();
    assert_eq!(sides.len(), 27);
    for &mine in &sides {
        for &theirs in &sides {
            let known = two().known(mine, theirs).expect("few checkers");
            let exact = small().two_sided.equities(mine, theirs).expect("few checkers");
            for owner in [CubeOwner::Mine, CubeOwner::Centred, CubeOwner::Theirs] {
                let (a, b) = (known.equities.with(owner), exact.with(owner));
                assert!((a - b).abs() < 1e-6, "{mine:?} {theirs:?} {owner:?}: {a} and {b}");
            }
            assert!((known.equities.cubeless - exact.cubeless).abs() < 1e-6);
            // Nobody is gammoned any more.
            assert_eq!(known.jacoby, known.equities.centred);
            assert_eq!(known.outcomes.as_array()[1..], [0.0; 4]);
        }
    }
}

/// One checker each, with contact: by the rules alone, looked up in nothing.
#[test]
fn contact_is_what_the_rules_make_of_it() {
    let one = sides(1);
    let on_roll = |mine, theirs| Backgammon { mine, theirs, ..Backgammon::HYPERGAMMON };
    let positions: Vec<_> = one
        .iter()
        .flat_map(|&mine| one.iter().map(move |&theirs| (mine, theirs)))
        .filter(|(mine, theirs)| !mine.all_off() && !theirs.all_off())
        .filter(|&(mine, theirs)| Backgammon::new(mine, theirs).is_ok())
        .collect();
    let key = |game: &Backgammon| (game.mine(), game.theirs());
    let mut values: HashMap<_, f64> = positions.iter().map(|&pair| (pair, 0.0)).collect();
    for _ in 0..400 {
        let mut now = HashMap::new();
        for &(mine, theirs) in &positions {
            let (mut rolls, mut moves) = (Vec::new(), Vec::new());
            on_roll(mine, theirs).chances(&mut rolls);
            let mut sum = 0.0;
            for (roll, weight) in rolls {
                let mut rolled = on_roll(mine, theirs);
                rolled.play(roll);
                moves.clear();
                rolled.moves(&mut moves);
                let after = moves.iter().map(|&m| {
                    let mut next = rolled;
                    next.play(m);
                    match next.node() {
                        Node::Over(value) => {
                            if value > Value::new(0) {
                                -1.0
                            } else {
                                1.0
                            }
                        }
                        _ => -values[&key(&next)],
                    }
                });
                sum += f64::from(weight) * after.fold(f64::NEG_INFINITY, f64::max);
            }
            now.insert((mine, theirs), sum / 36.0);
        }
        values = now;
    }
    let mut contact = 0;
    for (&(mine, theirs), value) in &values {
        let known = two().known(mine, theirs).expect("few checkers");
        let found = f64::from(known.equities.cubeless);
        assert!((found - value).abs() < 1e-5, "{mine:?} {theirs:?}: {found} and {value}");
        contact += usize::from(on_roll(mine, theirs).is_contact());
    }
    assert!(contact > 200, "{contact}");
}

/// What is known of a position follows from what is known of those after it, and who has the
/// cube is no worse off than who has not.
#[test]
fn everything_is_known_of_two_checkers() {
    let sides = sides(2);
    let mut gained = 0.0_f32;
    for &mine in sides.iter().skip(1).step_by(7) {
        for &theirs in sides.iter().skip(1).step_by(5) {
            if Backgammon::new(mine, theirs).is_err() {
                continue;
            }
            let Known { outcomes, equities, .. } = two().known(mine, theirs).expect("few checkers");
            assert!((0.0..=1.0).contains(&outcomes.win));
            assert_eq!(outcomes.equity(Scoring::Money), equities.cubeless);
            let [owned, centred, other] = [equities.owned, equities.centred, equities.opponents];
            assert!(other <= centred + 1e-6 && centred <= owned.max(centred) && owned >= other);
            assert!(other <= equities.cubeless + 1e-5 && owned >= equities.cubeless - 1e-5);
            gained = gained.max(owned - other);
        }
    }
    assert!(gained > 0.3, "{gained}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    // A round of two checkers is enough to have work for more than one.
    let after_a_round = |threads| {
        let mut making = Making::new(2).expect("a known size");
        let broken_off = making.run(threads, |_| (), |_, _| ControlFlow::Break(()));
        assert!(broken_off.is_ok_and(|made| made.is_none()));
        let path = directory.path().join("begun");
        making.save(&path).expect("it is written");
        std::fs::read(&path).expect("it is there")
    };
    let alone = after_a_round(1);
    assert!(after_a_round(3) == alone && after_a_round(2) == alone);
}

#[test]
fn files_of_hypergammon_are_known_by_their_kind() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("one");
    make(1, 1).write(&path).expect("it is written");
    let named = |error: BearoffError| error.to_string();
    let shared = Bearoff::of_files(std::slice::from_ref(&path)).expect("it is good");
    let start = Backgammon::HYPERGAMMON;
    assert!(shared.outcomes(start.mine(), start.theirs()).is_none(), "one checker is not three");
    let bar = sides(1)[25];
    assert!(shared.outcomes(bar, bar).is_some_and(|outcomes| outcomes.win > 0.5));
    assert!(shared.exact(bar, bar).is_some() && shared.covers(bar, bar));
    let again = Bearoff::of_files(&[path.clone(), path.clone()]).map_err(named);
    assert!(again.is_err_and(|error| error.contains("another database of this kind")));
    let other = TwoSided::open(&path).map_err(named);
    assert!(other.is_err_and(|error| error.contains("it is a hypergammon database")));
    // One that was begun is none yet.
    Making::new(1).expect("a size").save(&path).expect("it is written");
    assert!(check(&path).map_err(named).is_err_and(|error| error.contains("not finished")));
    assert!(Making::resume(1, &path).is_ok());
    assert!(Making::resume(2, &path).map_err(named).is_err_and(|e| e.contains("not 2")));
}

proptest! {
    /// Whatever stands in a file, also where the header fits its length.
    #[test]
    fn any_bytes_are_refused_or_read(
        kind in 3_u8..5,
        points: u8,
        checkers in prop_oneof![4 => 1_u8..2, 1 => any::<u8>()],
        entries in prop_oneof![4 => Just(26 * 26_usize), 1 => 0..700_usize],
        fill: u8,
    ) {
        let payload = vec![fill; 36 * entries];
        let mut bytes = b"STARBOFF\x01".to_vec();
        bytes.extend([kind, points, checkers]);
        bytes.extend(crc32fast::hash(&payload).to_le_bytes());
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend(payload);
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("x");
        std::fs::write(&path, &bytes).expect("it can be written");
        let fits = checkers == 1 && entries == 26 * 26;
        let found = Hypergammon::open(&path);
        prop_assert_eq!(found.is_ok(), fits && kind == 3);
        if let Ok(found) = found {
            let known = sides(1).iter().filter(|&&side| found.known(side, side).is_some()).count();
            prop_assert_eq!(known, 26);
            prop_assert!(found.known(sides(2)[26], sides(1)[1]).is_none());
        }
        prop_assert_eq!(Making::resume(1, &path).is_ok(), fits && kind == 4);
    }
}
