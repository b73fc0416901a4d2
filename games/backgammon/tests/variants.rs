//! Nackgammon and hypergammon.

use starboard_backgammon::{Backgammon, Checkers, Class, bearoff::TwoSided, position_id};
use starboard_core::{Game, Node};

/// The side with these checkers on points, in hypergammon.
fn side(places: &[usize]) -> Checkers {
    let mut counts = [0; 25];
    places.iter().for_each(|&place| counts[place - 1] += 1);
    Checkers::on_board(counts).and_then(Checkers::of_hypergammon).expect("at most three")
}

fn position(mine: &[usize], theirs: &[usize]) -> Backgammon {
    Backgammon::new(side(mine), side(theirs)).expect("a position")
}

/// The starts as GNU Backgammon writes them.
#[test]
fn starts_have_names() {
    for (name, id, text) in [
        ("nackgammon", "4Dl4ADbgOXgANg", "4Dl4ADbgOXgANg"),
        ("hypergammon", "AACgAgAAKgAAAA", "AACgAgAAKgAAAA hypergammon"),
    ] {
        let start = Backgammon::parse(name).expect("a start");
        assert_eq!(position_id::write(start.mine(), start.theirs()), id);
        assert_eq!((start.format().as_str(), Backgammon::parse(text)), (text, Ok(start)));
    }
    let rolled = Backgammon::parse("hypergammon 63 second").expect("a start with dice");
    assert_eq!(rolled.format(), "AACgAgAAKgAAAA 63 second hypergammon");
    // Without the word the ID says that twelve have been borne off.
    let plain = Backgammon::parse("AACgAgAAKgAAAA").expect("three checkers left");
    assert_eq!((plain.mine().off(), plain.is_hypergammon()), (12, false));
    assert_ne!(plain.key(), Backgammon::HYPERGAMMON.key());
    let error = Backgammon::parse("start hypergammon").expect_err("too many").to_string();
    assert!(error.contains("15 checkers in place of 3"), "{error}");
    let error = Backgammon::new(Checkers::START, Checkers::HYPERGAMMON).expect_err("a mixture");
    assert!(error.to_string().contains("15 checkers and the other 3"), "{error}");
}

/// Who has borne off none of three loses a gammon, as one with none of fifteen does.
#[test]
fn three_checkers_lose_gammons() {
    for (mine, theirs, dice, value) in [
        (&[1][..], &[6, 6, 6][..], "21", 2),
        (&[1], &[6, 6, 19], "21", 3),
        (&[1], &[6, 25], "21", 1),
        (&[1, 2], &[12, 13], "21", 1),
    ] {
        let game = position(mine, theirs).with_dice(Some(dice.parse().expect("dice")));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let worth = |&m| {
            let mut next = game;
            next.play(m);
            match next.node() {
                Node::Over(value) => Some(-value.raw() / Backgammon::UNIT),
                _ => None,
            }
        };
        let best = moves.iter().filter_map(worth).max();
        assert_eq!(best, Some(value), "{mine:?} {theirs:?}");
    }
}

/// Databases made for fifteen checkers are not asked where a gammon can be lost that
/// they know nothing of.
#[test]
fn databases_of_fifteen_are_not_asked_for_gammons() {
    let two_sided = TwoSided::make(6, 3, 1, |_| ()).expect("few");
    let whole = position(&[1, 2, 3], &[4, 5, 6]);
    assert_eq!(Class::of(&whole), Class::BearoffOneSided);
    assert!(two_sided.equities(whole.mine(), whole.theirs()).is_none());
    let begun = position(&[1, 2], &[4, 5]);
    assert_eq!(Class::of(&begun), Class::BearoffTwoSided);
    let [mine, theirs] = [[1, 2], [4, 5]].map(|places| {
        let mut counts = [0; 25];
        places.iter().for_each(|&place: &usize| counts[place - 1] += 1);
        Checkers::on_board(counts).expect("two of fifteen")
    });
    let known = two_sided.equities(begun.mine(), begun.theirs()).expect("both have begun");
    assert_eq!(Some(known), two_sided.equities(mine, theirs));
}
