//! Records as they are written, by the rules and otherwise.

use proptest::prelude::*;
use starboard_core::Game;

use super::*;
use crate::{Color, Go, Move, Point, Record};

#[track_caller]
fn check(text: &str, moves: usize, position: &str, warnings: &[&str]) {
    let (sgf, mut told) = Sgf::read(text).expect("a record");
    let found = sgf.position(0, moves).expect("a position");
    assert_eq!(found.game.format(), position, "{text}");
    told.extend(found.warnings);
    assert_eq!(told.iter().map(Warning::to_string).collect::<Vec<_>>(), warnings, "{text}");
}

#[test]
fn positions_are_found() {
    let game = "(;FF[4]GM[1]SZ[5]KM[0.5];B[cc];W[bc];B[];W[dd])";
    check(game, 0, "5/5/5/5/5 b 0.5", &[]);
    check(game, 1, "5/5/2X2/5/5 w 0.5", &[]);
    check(game, 3, "5/5/1OX2/5/5 w 0.5 passed 1", &[]);
    check(game, 99, "5/5/1OX2/3O1/5 b 0.5", &[]);
    check("(;SZ[2]KM[0];B[aa];W[bb];B[tt])", 9, "X1/1O w 0 passed 1", &[]);
    // The main line is the first; comments may hold anything.
    let tree = "(;SZ[5]KM[0]C[a \\] b (;)](;B[aa](;W[bb])(;W[cc]))(;B[ee]))";
    check(tree, 9, "X4/1O3/5/5/5 b 0", &[]);
    // Set up stones, rectangles, and who is to move.
    check("(;SZ[5]KM[0]AB[aa:bb]AW[ee]PL[W])", 0, "XX3/XX3/5/5/4O w 0", &[]);
    check("(;SZ[5]KM[0]HA[2]AB[bb][dd])", 0, "5/1X3/5/3X1/5 w 0", &[]);
    check(
        "(;SZ[5]KM[650]RU[Korean];B[tt])",
        9,
        "5/5/5/5/5 w 6.5 territory simple-ko passed 1",
        &[],
    );
    check("(;SZ[5]KM[375]RU[Chinese];B[tt])", 9, "5/5/5/5/5 w 7.5 simple-ko passed 1", &[]);
    // White's bonus for a handicap is in the komi of the game.
    let aga = "(;SZ[5]KM[0.5]RU[AGA]HA[3]AB[bb][dd][cc])";
    check(aga, 0, "5/1X3/2X2/3X1/5 w 2.5 situational-superko", &[]);
    let spelled = "(;SZ[5]KM[0]RU[koSIMPLEscoreAREAtaxNONEsui0whbN]HA[2]AB[bb][dd])";
    check(spelled, 0, "5/1X3/5/3X1/5 w 2 simple-ko", &[]);
    check(
        "(;SZ[5:5]KM[0]RU[Japanese];B[tt])",
        9,
        "5/5/5/5/5 w 0 territory simple-ko passed 1",
        &[],
    );
}

#[test]
fn what_real_records_do_is_read() {
    check(
        "From: me\n\n(;SZ[5]KM[0];Black[aa]",
        9,
        "X4/5/5/5/5 w 0",
        &[
            "line 1, column 1: text before the game was skipped",
            "line 3, column 23: the game is not closed by )",
        ],
    );
    check(
        "(;SZ[5]KM[0];B[aa",
        9,
        "X4/5/5/5/5 w 0",
        &[
            "line 1, column 15: the value is not closed by ]",
            "line 1, column 18: the game is not closed by )",
        ],
    );
    check(
        "(;SZ[5]KM[0];B[aa];W[aa];B[zz];W[bb])",
        9,
        "X4/5/5/5/5 w 0",
        &["line 1, column 20: white at A5 is not possible; the game ends there"],
    );
    let off = "line 1, column 20: \"zz\" is no point of the board; the game ends there";
    check("(;SZ[5]KM[0];B[aa];W[zz];B[bb])", 9, "X4/5/5/5/5 w 0", &[off]);
    check("(;SZ[5]KM[6,5];B[aa])", 9, "X4/5/5/5/5 w 6.5", &[]);
    let komi = "line 1, column 8: komi six is taken as 0: it can be from -1000 to 1000 in steps of \
                0.02";
    check("(;SZ[5]KM[six];B[aa])", 9, "X4/5/5/5/5 w 0", &[komi]);
    let none = "line 1, column 13: a handicap of 3 stones is given, and no stones are set up";
    check("(;SZ[5]KM[0]HA[3];W[aa])", 9, "O4/5/5/5/5 b 0", &[none]);
    check(
        "(;SZ[5]KM[0]N;B[aa]$)",
        9,
        "X4/5/5/5/5 w 0",
        &[
            "line 1, column 13: N has no value and was skipped",
            "line 1, column 20: '$' was skipped",
        ],
    );
    let komi = "line 1, column 8: komi 7.25 is taken as 7.26: it can be from -1000 to 1000 in \
                steps of 0.02";
    check("(;SZ[5]KM[7.25];B[aa])", 9, "X4/5/5/5/5 w 7.26", &[komi]);
}

#[test]
fn records_are_recognised() {
    for (text, is) in [
        ("(;SZ[5];B[aa])", true),
        ("From: me\n\n(;SZ[5];B[aa])", true),
        ("(;GM[2])", false),
        ("a letter", false),
    ] {
        assert_eq!(Sgf::recognise(text), is, "{text}");
    }
}

#[test]
fn what_is_no_game_is_an_error() {
    let error = |text: &str| match Sgf::read(text) {
        Ok((sgf, _)) => sgf.position(0, 0).expect_err("no position").to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        error("hello\nthere"),
        "line 2, column 6: expected a game, which begins with (;, found the end of the text"
    );
    assert_eq!(error("(;GM[2])"), "line 1, column 3: game \"2\" is not Go");
    assert_eq!(
        error("(;\nSZ[40])"),
        "line 2, column 1: expected a size from 2 to 25, found \"40\""
    );
}

#[test]
fn records_of_games_read_back() {
    let mut game = Go::parse("9x9 b 6.5").expect("a position");
    let start = game.clone();
    for name in ["E5", "pass", "C3", "G7"] {
        game.play(game.parse_move(name).expect("a move"));
    }
    let text = Sgf::of_game(&start, game.moves_played()).write();
    let (sgf, warnings) = Sgf::read(&text).expect("a record");
    assert_eq!(warnings, []);
    let found = sgf.position(0, usize::MAX).expect("a position");
    assert_eq!((found.game, found.moves), (game, 4));
    assert!(text.ends_with(";B[ee]\n;W[]\n;B[cg]\n;W[gc])\n"), "{text}");
}

/// Black takes two stones of its own off the board, where that is allowed.
#[test]
fn suicide_is_played_where_rules_allow_it() {
    let game =
        |rules: &str| format!("(;SZ[5]KM[0]RU[{rules}];B[aa];W[ca];B[ee];W[ab];B[de];W[bb];B[ba])");
    for rules in ["NZ", "New Zealand", "GOE", "Tromp-Taylor", "koPOSITIONALscoreAREAtaxNONEsui1"] {
        check(&game(rules), 9, "2O2/OO3/5/5/3XX w 0 suicide", &[]);
    }
    let told = "line 1, column 61: black at B5 is not possible; the game ends there";
    check(&game("Chinese"), 9, "X1O2/OO3/5/5/3XX b 0 simple-ko", &[told]);
    // What is written says so, too.
    let rules = ["", " suicide", " territory suicide", " territory"];
    let ko = ["", " simple-ko", " situational-superko"];
    for (rules, ko) in rules.iter().flat_map(|rules| ko.map(|ko| (rules, ko))) {
        let territory = if rules.contains("territory") { " territory" } else { "" };
        let suicide = if rules.contains("suicide") { " suicide" } else { "" };
        let start = format!("5x5 b 0{territory}{ko}{suicide}");
        let start = Go::parse(&start).expect("a position");
        let text = Sgf::of_game(&start, []).write();
        let (sgf, _) = Sgf::read(&text).expect("a record");
        assert_eq!(sgf.position(0, 0).expect("a position").game, start, "{text}");
    }
    // Where a name says it all, the name is written.
    for (start, name) in [
        ("5x5 b 0 simple-ko", "Chinese"),
        ("5x5 b 0", "Chinese-KGS"),
        ("5x5 b 0 territory simple-ko", "Japanese"),
        ("5x5 b 0 suicide", "Tromp-Taylor"),
    ] {
        let start = Go::parse(start).expect("a position");
        let sgf = Sgf::of_game(&start, []);
        assert_eq!(sgf.nodes[0].value("RU"), Some(name));
    }
    let suicide = game("NZ");
    let (records, warnings) = Record::read_all(&suicide).expect("a record");
    assert_eq!(warnings, []);
    let mut left = 0;
    records[0].replay(|game, _| left = game.board().empty().len());
    assert_eq!(left, 25 - 6);
}

#[test]
fn deep_trees_do_no_harm() {
    let text = "(;B[aa]".repeat(100_000);
    let (sgf, _) = Sgf::read(&text).expect("a record");
    assert_eq!(sgf.nodes.len(), 100_000);
    let (again, _) = Sgf::read(&sgf.write()).expect("a record");
    assert_eq!(again.nodes.len(), 100_000);
    assert!(Sgf::read(&"(".repeat(1000)).is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = Sgf::read(&text);
    }

    /// What was read is written and read the same.
    #[test]
    fn trees_read_back(text in "\\(;([A-Za-z;()\\[\\]\\\\ :\n0-9]|B\\[[a-z]{2}\\]|AB\\[aa\\]){0,80}") {
        if let Ok((sgf, _)) = Sgf::read(&text) {
            let _ = sgf.position(0, 10).map(|found| found.game.format());
            let (again, warnings) = Sgf::read(&sgf.write()).expect("what was written");
            prop_assert!(warnings.is_empty(), "{:?}", warnings);
            let plain = |sgf: &Sgf| -> Vec<_> {
                let node = |node: &Node| -> Vec<_> {
                    node.properties.iter().map(|p| (p.name.clone(), p.values.clone())).collect()
                };
                sgf.nodes.iter().map(node).collect()
            };
            // The order of nodes is that of the text.
            prop_assert_eq!(plain(&again), plain(&sgf));
        }
    }

    #[test]
    fn points_are_written_as_they_are_read(index in 0..625_usize) {
        let size = crate::Size::new(25).expect("a size");
        let point = Point::new(index);
        let mut sgf = Sgf::of_game(&Go::new(size, crate::Rules::default()), [(Color::Black, Move::at(point))]);
        sgf.nodes[0].set("C", "[\\]");
        let (sgf, _) = Sgf::read(&sgf.write()).expect("a record");
        prop_assert_eq!(sgf.nodes[0].value("C"), Some("[\\]"));
        let game = sgf.position(0, 1).expect("a position").game;
        prop_assert_eq!(game.board().at(point), Some(Color::Black));
    }
}
