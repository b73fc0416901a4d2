//! Position IDs, Match IDs and XGIDs: figures of other programs, round trips,
//! and text that is none of them.

use proptest::prelude::*;
use starboard_backgammon::{
    Backgammon, Checkers, Dice, MatchId, Stage, Xgid,
    cube::{CubeBackgammon, MatchBackgammon},
    position_id,
};
use starboard_core::{Game, Player};

/// Reads a digit a place.
fn side(digits: &str) -> Checkers {
    let mut counts = [0; 25];
    for (count, digit) in counts.iter_mut().zip(digits.chars()) {
        *count = digit.to_digit(16).expect("a digit") as u8;
    }
    Checkers::on_board(counts).expect("at most fifteen")
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect())
}

#[test]
fn positions_of_another_program() {
    let mut count = 0;
    for fields in lines(include_str!("data/position_ids.txt")) {
        let [id, theirs, mine] = fields[..] else { panic!("three fields: {fields:?}") };
        let (mine, theirs) = (side(mine), side(theirs));
        assert_eq!(position_id::read(id), Ok((mine, theirs)), "{id}");
        assert_eq!(position_id::write(mine, theirs), id);
        count += 1;
    }
    assert_eq!(count, 405);
}

/// Checkers by place.
fn places(places: &[(usize, u8)]) -> Checkers {
    let mut counts = [0; 25];
    places.iter().for_each(|&(place, n)| counts[place - 1] += n);
    Checkers::on_board(counts).expect("at most fifteen")
}

#[test]
fn positions_by_hand() {
    #[track_caller]
    fn check(id: &str, mine: &[(usize, u8)], theirs: &[(usize, u8)]) {
        let (mine, theirs) = (places(mine), places(theirs));
        assert_eq!(position_id::write(mine, theirs), id);
        assert_eq!(position_id::read(id), Ok((mine, theirs)));
    }
    const START: [(usize, u8); 4] = [(6, 5), (8, 3), (13, 5), (24, 2)];
    const NACK: [(usize, u8); 5] = [(6, 4), (8, 3), (13, 4), (23, 2), (24, 2)];
    check("4HPwATDgc/ABMA", &START, &START);
    check("4Dl4ADbgOXgANg", &NACK, &NACK);
    check("sGfwATDgc/ABMA", &START, &[(5, 2), (6, 4), (8, 2), (13, 5), (24, 2)]);
    check(
        "4HPwAGjgc/AAWA",
        &[(6, 5), (8, 3), (13, 4), (24, 2), (25, 1)],
        &[(6, 5), (8, 3), (13, 4), (24, 1), (25, 2)],
    );
    check("/38AAAAAAAD/fw", &[(25, 15)], &[(1, 15)]);
    check(
        "37sBAEDbthsAAA",
        &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 3), (7, 2)],
        &[(1, 5), (2, 4), (3, 3), (4, 2), (25, 1)],
    );
    check("AwAAKAAAAAAAAA", &[(1, 1), (2, 1)], &[(1, 2)]);
    check("AQAABAAAAAAAAA", &[(1, 1)], &[(1, 1)]);
    check("/38AAAD/fwAAAA", &[(1, 15)], &[(1, 15)]);
    check("4P8PAADg/w8AAA", &[(6, 15)], &[(6, 15)]);
    check("NwAAAAAAAAAAAA", &[], &[(1, 3), (2, 2)]);
    check(
        "dncbAAC2uwMAMA",
        &[(2, 2), (3, 2), (4, 3), (5, 3), (6, 3), (24, 2)],
        &[(2, 2), (3, 3), (4, 3), (5, 3), (6, 2), (7, 2)],
    );
    check("AAD4/wMAAID/Pw", &[(24, 15)], &[(20, 15)]);
    let six = [(3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (24, 3)];
    check("bNsGADhs2wYAOA", &six, &six);
}

#[track_caller]
fn player(digit: &str) -> Player {
    if digit == "1" { Player::Second } else { Player::First }
}

#[test]
fn matches_of_another_program() {
    let mut count = 0;
    for fields in lines(include_str!("data/match_ids.txt")) {
        let [id, cube, owner, roller, turn, length, a, b, crawford, dice, doubled, jacoby] =
            fields[..]
        else {
            panic!("twelve fields: {fields:?}")
        };
        let number = |text: &str| text.parse::<u16>().expect("a number");
        let expected = MatchId {
            doublings: number(cube).ilog2() as u8,
            owner: (owner != "-").then(|| player(owner)),
            roller: player(roller),
            crawford: crawford == "1",
            stage: Stage::Playing,
            turn: player(turn),
            doubled: doubled == "1",
            resigned: 0,
            dice: (dice != "00").then(|| dice.parse().expect("dice")),
            length: number(length),
            scores: [number(a), number(b)],
            jacoby: jacoby == "1",
        };
        assert_eq!(id.parse(), Ok(expected), "{id}");
        assert_eq!(expected.to_string(), id);
        count += 1;
    }
    assert_eq!(count, 60);
}

#[test]
fn matches_by_hand() {
    #[track_caller]
    fn check(id: &str, length: u16, scores: [u16; 2], cube: u8, roller: &str, dice: &str) {
        let read: MatchId = id.parse().expect("a Match ID");
        assert_eq!((read.length, read.scores), (length, scores), "{id}");
        assert_eq!((read.doublings, read.roller), (cube, player(roller)), "{id}");
        assert_eq!(read.dice, dice.parse().ok(), "{id}");
        assert_eq!(read.to_string(), id);
    }
    check("cAkAAAAAAAAA", 0, [0, 0], 0, "1", "");
    check("cAkAAAAAAAAE", 0, [0, 0], 0, "1", "");
    check("cAnuADAAKAAE", 7, [3, 5], 0, "1", "43");
    check("cAnrADAAKAAE", 7, [3, 5], 0, "1", "62");
    check("UQnrADAAKAAE", 7, [3, 5], 1, "1", "62");
    check("EYH2ADAAKAAE", 7, [3, 5], 1, "0", "55");
    check("sIFqACAAAAAE", 3, [2, 0], 0, "0", "52");
    check("MAEuAwAAAAAE", 25, [0, 0], 0, "0", "43");
    check("UwkbCGADQAEE", 64, [54, 40], 3, "1", "66");
    check("EwEgA6AAuAAE", 25, [10, 23], 3, "0", "");
    check("UwnlAFAAIAAE", 7, [5, 4], 3, "1", "21");
    let jacoby = |id: &str| id.parse::<MatchId>().map(|id| id.jacoby);
    assert_eq!((jacoby("cAkAAAAAAAAA"), jacoby("cAkAAAAAAAAE")), (Ok(true), Ok(false)));
}

#[test]
fn all_ways_to_write_a_position() {
    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let game = Backgammon::parse(text).expect("a position");
        assert_eq!(game.format(), canonical);
        assert_eq!(Backgammon::parse(canonical), Ok(game));
        let gnubgid = format!("{}:{}", &canonical[..14], MatchId::of(&game));
        assert_eq!(Backgammon::parse(&gnubgid), Ok(game), "{gnubgid}");
        let xgid = Xgid::of(&game).to_string();
        assert_eq!(Backgammon::parse(&xgid), Ok(game), "{xgid}");
    }
    check("start", "4HPwATDgc/ABMA");
    check(" start 13 single ", "4HPwATDgc/ABMA 31 single");
    check("4HPwATDgc/ABMA second 66", "4HPwATDgc/ABMA 66 second");
    check("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "4HPwATDgc/ABMA 31");
    check("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:1:10", "4HPwATDgc/ABMA second single");
    check("4HPwATDgc/ABMA:cAnuADAAKAAE", "4HPwATDgc/ABMA 43 second");
    // Both need one point.
    let last = MatchId { length: 5, scores: [4, 4], ..MatchId::of(&Backgammon::START) };
    check(&format!("4HPwATDgc/ABMA:{last}"), "4HPwATDgc/ABMA single");
}

#[test]
fn what_is_wrong_is_named() {
    for (text, reason) in [
        ("", "found the end"),
        ("4HPwATDgc/ABM", "14 letters"),
        ("4HPwATDgc/ABMAA", "14 letters"),
        ("4HPwATDgc/AB-A", "a base64 letter at place 13 of a Position ID, found \"-\""),
        ("4HPwATDgc/ABMA 70", "found \"70\""),
        ("4HPwATDgc/ABMA 07", "found \"07\""),
        ("4HPwATDgc/ABMA tripel", "found \"tripel\""),
        ("//////////////", "at the end of a Position ID, found \"/\""),
        ("/////////////w", "80 checkers"),
        ("AAAAAAAAAAAAAA", "both players have borne off"),
        ("NwAAAAAAAAAAAA 31", "after the end"),
        ("4HPwATDgc/ABMA:cAnuADAAKAA", "a Match ID of 12 letters"),
        ("4HPwATDgc/ABMA:VBHgADAACAAE", "a double is on offer"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0", "found \"9 parts\""),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10", "found \"25 places\""),
        ("XGID=-b----E-C-z-eE---c-e----B-:0:0:1:31:0:0:0:0:10", "place 10 of the XGID"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10", "found \"70\""),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:31:0:0:0:0:10", "whose turn it is"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "a double is on offer"),
        ("XGID=-b----E-C---eE---c-e----BO:0:0:1:00:0:0:0:0:10", "30 checkers"),
    ] {
        let error = Backgammon::parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text:?}: {error}");
    }
}

/// Changes a letter of a text.
fn mutated(text: &str, at: usize, letter: char) -> String {
    let at = at % text.chars().count();
    text.chars().enumerate().map(|(i, old)| if i == at { letter } else { old }).collect()
}

/// Whatever a parser accepts, it writes so that it reads the same again.
fn survives(text: &str) -> Result<(), TestCaseError> {
    if let Ok(game) = Backgammon::parse(text) {
        prop_assert_eq!(Backgammon::parse(&game.format()), Ok(game));
        // An XGID has no room for the variant.
        let read = Backgammon::parse(&Xgid::of(&game).to_string());
        prop_assert!(read == Ok(game) || game.is_hypergammon());
    }
    if let Ok(game) = CubeBackgammon::parse(text) {
        prop_assert_eq!(CubeBackgammon::parse(&game.format()), Ok(game));
    }
    if let Ok(game) = MatchBackgammon::parse(text) {
        prop_assert_eq!(MatchBackgammon::parse(&game.format()), Ok(game));
    }
    if let Ok(id) = text.parse::<MatchId>() {
        prop_assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok(id) = text.parse::<Xgid>() {
        prop_assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok((mine, theirs)) = position_id::read(text) {
        prop_assert_eq!(position_id::write(mine, theirs), text);
    }
    let _ = text.parse::<Dice>();
    let _ = Backgammon::START.parse_move(text);
    let _ = Backgammon::START.with_dice(Dice::new(3, 1)).parse_move(text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text: String) {
        survives(&text)?;
    }

    #[test]
    fn any_letters_are_read_or_refused(
        position in "[A-Za-z0-9+/]{14}", id in "[A-Za-z0-9+/]{12}", rest in "[ 0-9a-z:=/*()-]{0,12}",
    ) {
        survives(&position)?;
        survives(&id)?;
        survives(&format!("{position}:{id}"))?;
        survives(&format!("{position} {rest}"))?;
        survives(&rest)?;
    }

    #[test]
    fn slips_of_the_pen_are_read_or_refused(at: usize, letter: char, ascii in 32..127_u8) {
        for letter in [letter, char::from(ascii)] {
            for text in [
                "4HPwATDgc/ABMA 31 second single",
                "AACgAgAAKgAAAA 63 hypergammon",
                "sGfwATDgc/ABMA second cube 2 mine doubled",
                "sGfwATDgc/ABMA cube 4 theirs rolling",
                "4HPwATDgc/ABMA:cAnuADAAKAAE",
                "cAnuADAAKAAE",
                "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
                "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:3:2:0:7:10",
                "sGfwATDgc/ABMA second cube 2 mine match 7 3-2",
                "8/5* 6/5(2)",
            ] {
                survives(&mutated(text, at, letter))?;
            }
        }
    }
}
