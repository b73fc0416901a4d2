//! Records of games: round trips, texts by hand, and text that is no record.

use proptest::prelude::*;
use rand::RngExt;
use starboard_core::{Game, Node, Player, rng};
use starboard_shogi::{
    Shogi,
    records::{End, Format, Header, Outcome, Record, RecordError, csa, ki2, kif},
};

/// A random game, with names, headers and times as often as not.
fn random(seed: u64) -> Record {
    let mut rng = rng(seed, 0);
    let starts = [
        "startpos",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "4k4/9/9/9/9/9/9/9/4K4 w 18p 1",
    ];
    let start = Shogi::parse(starts[rng.random_range(0..starts.len())]).expect("a position");
    let mut record = Record::new(start);
    let length = rng.random_range(0..200);
    let mut moves = Vec::new();
    for _ in 0..length {
        if record.last().node() != Node::Decision {
            break;
        }
        moves.clear();
        record.last().moves(&mut moves);
        moves.retain(|m| m.is_played());
        let m = moves[rng.random_range(0..moves.len())];
        let seconds = (rng.random_range(0..2) == 0).then(|| rng.random_range(0..10_000));
        record.push(m, seconds).expect("a legal move");
    }
    let ends = [
        End::Resignation,
        End::Mate,
        End::Declaration,
        End::TimeUp,
        End::Foul(Player::First),
        End::Foul(Player::Second),
        End::Repetition,
        End::Impasse,
        End::MaxMoves,
        End::NoMate,
        End::Interrupted,
    ];
    if let Some(&end) = ends.get(rng.random_range(0..=ends.len())) {
        record.finish(end);
    }
    let headers = [(Header::Event, "名人戦, 第1局"), (Header::Started, "2026/01/02 10:00:00")];
    if rng.random_range(0..2) == 0 {
        record.players = [Some("A, B".to_owned()), None];
        record.headers = headers.map(|(header, text)| (header, text.to_owned())).into();
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn records_read_back(seed: u64) {
        let record = random(seed);
        prop_assert_eq!(csa::read(&csa::write(&record)), Ok(record.clone()), "{}", csa::write(&record));
        prop_assert_eq!(kif::read(&kif::write(&record)), Ok(record.clone()), "{}", kif::write(&record));
    }

    #[test]
    fn no_text_makes_a_reader_panic(bytes: Vec<u8>, text: String) {
        let bytes = String::from_utf8_lossy(&bytes);
        for text in [&*bytes, &text] {
            let _ = (csa::read(text), kif::read(text));
        }
    }

    #[test]
    fn no_damage_makes_a_reader_panic(seed in 0..64_u64, places in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..4), 1..4)) {
        let record = random(seed);
        for whole in [csa::write(&record), kif::write(&record)] {
            let mut chars: Vec<char> = whole.chars().collect();
            for (place, c, what) in &places {
                let i = place.index(chars.len());
                match what {
                    0 => chars[i] = *c,
                    1 => drop(chars.remove(i)),
                    2 => chars.insert(i, *c),
                    _ => chars.truncate(i.max(1)),
                }
            }
            let text: String = chars.into_iter().collect();
            let _ = (csa::read(&text), kif::read(&text));
        }
    }
}

const CSA: &str = "'----\nV2.2\nN+NAKAHARA\nN-YONENAGA\n$EVENT:13th World Computer Shogi Championship\n\
    $SITE:KAZUSA ARC\nPI\n+\n+2726FU\nT12\n-3334FU,T6\n+7776FU\n-2288UM\n+7988GI\n%CHUDAN\n";

#[test]
fn csa_by_hand() {
    let record = csa::read(CSA).expect("a record");
    assert_eq!(record.players[1].as_deref(), Some("YONENAGA"));
    assert_eq!(record.header(Header::Site), Some("KAZUSA ARC"));
    assert_eq!(
        record.moves().iter().map(|t| t.seconds).collect::<Vec<_>>(),
        [Some(12), Some(6), None, None, None]
    );
    assert_eq!(
        record.last().format(),
        "lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1S5R1/LN1GKGSNL w Bb 6"
    );
    assert_eq!((record.end(), record.outcome()), (Some(End::Interrupted), Outcome::Unknown));

    let handicap = csa::read("V2.2\nPI82HI22KA\n-\n-5142OU\n+7776FU\n%TORYO\n").expect("a record");
    assert_eq!(handicap.start().mover(), Player::Second);
    assert_eq!(handicap.outcome(), Outcome::Win(Player::First));

    let pieces = "V2.2\nP-51OU\nP+59OU55FU00KI00KI\nP-00AL\n+\n%FUZUMI\n";
    let record = csa::read(pieces).expect("a record");
    assert_eq!(record.start().format(), "4k4/9/9/9/4P4/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1");
}

const KIF: &str = "# ----  Kifu for Windows\n開始日時：2003/09/08 19:05\n手合割：平手　　\n\
    先手：A\n後手：B\n手数----指手---------消費時間--\n*comment\n   1 ７六歩(77)   ( 0:16/00:00:16)\n\
    \x20  2 ３四歩(33)   ( 1:00/00:01:00)+\n   3 ２二角成(88) ( 0:01/00:00:17)\n   4 同　銀(31)\n\
    \x20  5 ４五角打\n   6 中断 ( 0:03/ 0:00:19)\nまで5手で中断\n\n変化：2手\n   2 ８四歩(83)\n";

#[test]
fn kif_by_hand() {
    let record = kif::read(KIF).expect("a record");
    assert_eq!(record.players, [Some("A".to_owned()), Some("B".to_owned())]);
    let seconds: Vec<_> = record.moves().iter().map(|t| t.seconds).collect();
    assert_eq!(seconds, [Some(16), Some(60), Some(1), None, None]);
    assert_eq!(
        record.last().format(),
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6"
    );
    assert_eq!(record.end(), Some(End::Interrupted));

    let handicap =
        kif::read("手合割：二枚落ち\n上手：X\n   1 ６二銀(71)\n   2 投了\n").expect("a record");
    assert_eq!(handicap.players[1].as_deref(), Some("X"));
    assert_eq!(handicap.outcome(), Outcome::Win(Player::Second));
}

#[test]
fn errors_name_the_line() {
    #[track_caller]
    fn check(result: Result<Record, RecordError>, message: &str) {
        let error = result.expect_err("no record").to_string();
        assert!(error.contains(message), "{error}");
    }
    check(csa::read(""), "expected a line of + or -");
    check(csa::read("V2.2\nhello"), "line 2: expected a line of CSA");
    check(csa::read("V2.2\nPI\n+\n+7775FU"), "line 4: \"+7775FU\" is not a legal move here");
    check(csa::read("V2.2\nPI\n+\n-3334FU"), "line 4: expected a move of the first player");
    check(csa::read("V2.2\nPI\n+\n+7776KI"), "expected the piece on 7g, FU");
    check(csa::read("V2.2\nPI\n+\n+0055FU"), "line 4: \"+0055FU\" is not a legal");
    check(csa::read("V2.2\nPI\n+\n%TORYO\n+7776FU"), "after the game ended");
    check(csa::read("V2.2\nPI\n+\n%GIVE_UP"), "expected an end such as TORYO");
    check(csa::read("V2.2\nP+59FU\n+"), "neither player has a king");
    check(csa::read("V2.2\nP+59XX\n+"), "line 2: expected a piece such as FU");
    check(csa::read("V2.2\nPI\n+\nTx"), "expected seconds after T");
    check(kif::read(""), "expected a game of KIF");
    check(kif::read("hello"), "line 1: expected a line of KIF");
    check(kif::read("手合割：半枚落ち"), "expected a handicap");
    check(kif::read("   1 ７五歩(77)"), "line 1: \"７五歩(77)\" is not a legal move");
    check(kif::read("   1 ７六歩(76)"), "expected a move of a piece on 7f");
    check(kif::read("   1 ７六金(77)"), "expected a move of the piece on 7g, 歩");
    check(
        kif::read("   1 ３四歩(33)"),
        "expected a move of the mover's, and not of the piece on 3c",
    );
    check(kif::read("   1 ７六歩"), "expected a move such as");
    check(kif::read("99999999999 ７六歩(77)"), "expected the number of a move");
    check(kif::read("   1 同　歩(77)"), "expected a move such as");
    check(kif::read("   1 ７六歩(77) 12"), "expected a time such as");
    check(kif::read("   1 投了\n   2 ７六歩(77)"), "line 2: expected nothing after the end");
    check(ki2::read("先手：A\n"), "expected moves of KI2");
    check(ki2::read("手合割：半枚落ち\n▲７六歩"), "line 1: expected a handicap");
    check(ki2::read("▲５四角"), "line 1: \"５四角\" is not a legal move");
    check(ki2::read("△３四歩"), "line 1: expected a move of the first player");
    check(ki2::read("▲x"), "expected a move such as");
    check(ki2::read("▲５八金"), "which of 2 pieces that can go there");
    check(kif::read("| ・|一\n"), "line 1: expected nine squares");
}

/// The rest of a record from which lines are missing would be another game.
#[test]
fn numbers_of_moves_follow_each_other() {
    let gap = kif::read("   1 ７六歩(77)\n   3 ２六歩(27)\n").expect("a record");
    let error = gap.broken().expect("it breaks off").to_string();
    assert!(error.contains("line 2: expected move 2, found \"3 ２六歩(27)\""), "{error}");
    assert_eq!(gap.moves().len(), 1);
    let later = kif::read("  31 ７六歩(77)\n  32 ３四歩(33)\n").expect("a record");
    assert!(later.broken().is_none() && later.moves().len() == 2);
}

/// What cannot be followed, after moves that can, ends the game.
#[test]
fn a_game_ends_before_what_is_not_legal() {
    let csa = csa::read("PI\n+\n+7776FU\n-3334FU\n+7775KI\n-8384FU\n%TORYO\n");
    let kif = kif::read("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７七歩打\n   4 投了\n");
    let ki2 = ki2::read("▲７六歩△３四歩\n▲５四角 △８四歩\nまで4手で後手の勝ち");
    for (read, line) in [(csa, 5), (kif, 3), (ki2, 2)] {
        let record = read.expect("a game");
        assert_eq!((record.moves().len(), record.end()), (2, None));
        assert_eq!(record.broken().map(|error| error.line), Some(line), "{record:?}");
    }
    let whole = csa::read("PI\n+\n+7776FU\n%TORYO\n").expect("a game");
    assert_eq!(whole.broken(), None);
}

/// The word for a repetition means a draw.
#[test]
fn a_repetition_that_was_lost_is_a_foul() {
    let checks = " 9a9b 5b5a 9b9a 5a5b".repeat(3);
    let start = "+R8/4k4/9/9/9/9/9/9/4K4 b - 1 moves";
    let record = Record::of(&Shogi::parse(&format!("{start}{checks}")).expect("a game"));
    assert_eq!(record.end(), Some(End::Repetition), "{record:?}");
    assert_eq!(record.outcome(), Outcome::Win(Player::Second));
    let (csa_text, kif_text) = (csa::write(&record), kif::write(&record));
    assert!(csa_text.ends_with("%ILLEGAL_MOVE\n"), "{csa_text}");
    assert!(kif_text.contains(" 反則負け\n"), "{kif_text}");
    for read in [csa::read(&csa_text), kif::read(&kif_text)] {
        let read = read.expect("a game");
        assert_eq!(
            (read.end(), read.outcome()),
            (Some(End::Foul(Player::First)), record.outcome())
        );
    }
    // One ply earlier, by what the fourth time of a position in check is.
    let start = "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a+";
    let checks = " 5a5b 9a9b 5b5a 9b9a".repeat(3);
    let record = Record::of(&Shogi::parse(&format!("{start}{checks}")).expect("a game"));
    assert!(csa::write(&record).ends_with("%+ILLEGAL_ACTION\n"), "{}", csa::write(&record));
    assert!(kif::write(&record).contains(" 反則勝ち\n"), "{}", kif::write(&record));
}

#[test]
fn those_who_give_and_take_a_handicap_are_named() {
    let start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let mut record = Record::new(Shogi::parse(start).expect("a position"));
    record.players = [Some("A".to_owned()), Some("B".to_owned())];
    record.finish(End::Resignation);
    let text = kif::write(&record);
    for line in ["手合割：二枚落ち", "下手：A", "上手：B", "まで0手で下手の勝ち"]
    {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
}

#[test]
fn a_diagram_needs_no_known_handicap() {
    let plain = kif::write(&Record::new(Shogi::parse("4k4/9/9/9/9/9/9/9/4K4 b G 1").expect("one")));
    let record = kif::read(&format!("手合割：詰将棋\n{plain}")).expect("a record");
    assert_eq!(record.start().format(), "4k4/9/9/9/9/9/9/9/4K4 b G 1");
}

#[test]
fn a_game_that_was_not_played_has_a_loser() {
    let kif = |word: &str| kif::read(&format!("手合割：平手\n   1 ７六歩(77)\n   2 {word}\n"));
    for (word, winner) in [("不戦敗", Player::First), ("不戦勝", Player::Second)] {
        let record = kif(word).expect(word);
        assert_eq!(record.outcome(), Outcome::Win(winner), "{word}");
    }
}

#[test]
fn games_in_play_become_records() {
    let game = Shogi::parse("startpos moves 7g7f 3c3d 8h2b+").expect("a game");
    let record = Record::of(&game);
    assert_eq!((record.start(), record.last()), (&Shogi::start(), &game));
    assert_eq!((record.moves().len(), record.end()), (3, None));

    let cycle = " 2h1h 8b9b 1h2h 9b8b".repeat(3);
    let game = Shogi::parse(&format!("startpos moves{cycle}")).expect("a game");
    let record = Record::of(&game);
    assert_eq!((record.end(), record.outcome()), (Some(End::Repetition), Outcome::Draw));

    let game = "RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1 moves win";
    let record = Record::of(&Shogi::parse(game).expect("a game"));
    assert_eq!(record.end(), Some(End::Declaration));
    assert_eq!((record.moves().len(), record.outcome()), (0, Outcome::Win(Player::First)));
    assert_eq!(csa::read(&csa::write(&record)), Ok(record));
}

#[test]
fn moves_as_books_print_them_are_read() {
    let text = "手合割：平手\n先手：羽生\n後手：谷川\n\n\
        ▲７六歩    △３四歩    ▲２二角成  △同　銀\n*A comment ▲\n▲４五角打 △５二金右\n\
        ▲５八金右 △３三角 ▲３四角\nまで9手で先手の勝ち\n変化：3手\n▲２六歩\n";
    assert_eq!(Format::recognise(text), Some(Format::Ki2));
    let record = ki2::read(text).expect("a game");
    assert_eq!(record.players[0].as_deref(), Some("羽生"));
    let moves: Vec<_> = record.moves().iter().map(|timed| timed.m.to_string()).collect();
    let played = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "6a5b", "4i5h", "B*3c", "4e3d"];
    assert_eq!(moves, played);
    assert_eq!(record.end(), Some(End::Resignation));
    // Both golds can go to the middle, and one of them comes straight.
    let golds = "4k4/9/9/9/9/9/3GGG3/9/4K4 b - 1";
    for (how, from) in [("左", "6g"), ("右", "4g"), ("直", "5g"), ("左上", "6g")] {
        let diagram = kif::write(&Record::new(Shogi::parse(golds).expect("a position")));
        let head = diagram.split("手数").next().unwrap_or_default();
        let record = ki2::read(&format!("{head}▲５六金{how}")).expect("a move");
        assert_eq!(record.moves()[0].m.to_string(), format!("{from}5f"), "{how}");
    }
    let kif = "手合割：平手\n手数----指手\n▲ is a comment\n";
    assert_ne!(Format::recognise(kif), Some(Format::Ki2));
}

proptest! {
    #[test]
    fn whatever_is_read_as_ki2_does_no_harm(
        text: String,
        words in prop::collection::vec(0_usize..14, 0..40),
    ) {
        const WORDS: [&str; 14] = [
            "▲", "△", "７六歩", "▲７六歩", "△３四歩", "▲２二角成", "△同　銀", "右", "打", "\n",
            "手合割：", "平手", "まで", "の勝ち",
        ];
        let made = words.iter().map(|&i| WORDS[i]).collect::<String>();
        for text in [text, made] {
            let _ = (Format::recognise(&text), ki2::read(&text));
        }
    }
}
