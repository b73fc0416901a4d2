//! Sessions of GTP, with sense and without.

use rand::RngExt;
use starboard_core::{Events, Report, Root, Stop};

use super::*;
use crate::Move;

/// Passes, or plays the first of the moves asked for.
struct Passes;

impl Searcher<Go> for Passes {
    fn search(
        &mut self,
        _: &Go,
        root: &Root<Move>,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Events<Move>,
    ) -> Report<Move> {
        let first = root.moves.as_ref().and_then(|moves| moves.first());
        Report { best_moves: vec![first.copied().unwrap_or(Move::PASS)], ..Report::default() }
    }
}

/// Each line and its answer, which is trimmed.
#[track_caller]
fn check(lines: &[(&str, &str)]) {
    let mut session = Session::new().with_engine(Passes, Limits::default());
    for (line, expected) in lines {
        let answer = session.answer(line).expect("an answer");
        assert!(answer.ends_with("\n\n"), "{line}");
        assert_eq!(answer.trim_end(), *expected, "{line}");
    }
}

#[test]
fn games_are_played() {
    check(&[
        ("protocol_version", "= 2"),
        ("1 boardsize 9", "=1"),
        ("boardsize 30", "? unacceptable size"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize 9 13", "? unacceptable size"),
        ("boardsize 9 x", "? boardsize not an integer"),
        ("boardsize", "? boardsize not an integer"),
        ("boardsize 2 2", "="),
        ("query_boardsize", "= 2"),
        ("play b b2", "="),
        ("list_stones b", "= B2"),
        ("boardsize 9", "="),
        ("komi 5.5", "="),
        ("komi x", "? komi not a float"),
        (
            "komi 7.25",
            "? komi 7.25 cannot be played: it can be from -1000 to 1000 in steps of 0.02",
        ),
        (
            "komi 1001",
            "? komi 1001 cannot be played: it can be from -1000 to 1000 in steps of 0.02",
        ),
        ("get_komi", "= 5.5"),
        ("play b e5", "="),
        ("play w e5", "? illegal move"),
        ("play w z1", "? invalid coordinate"),
        ("play green e4", "? invalid color"),
        ("genmove w", "= pass"),
        ("last_move", "= white pass"),
        ("restricted_genmove b c3 d4", "= D4"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("list_stones black", "="),
        ("popgo", "? stack empty"),
        ("trymove b a1", "="),
        ("popgo", "="),
        ("color a1", "= empty"),
        ("nonsense", "? unknown command"),
        ("known_command undo", "= true"),
        ("known_command", "= false"),
        ("3", "?3 unknown command"),
    ]);
}

#[test]
fn servers_and_suites_are_told_what_they_ask() {
    let mut session = Session::new();
    let mut ask = |line: &str| session.answer(line).expect("an answer").trim().to_owned();
    let mut seconds = || -> f64 {
        let answer = ask("cputime");
        answer.strip_prefix("= ").and_then(|text| text.parse().ok()).expect("a number")
    };
    let first = seconds();
    assert!(0.0 <= first && first <= seconds());
    assert_eq!(ask("play b d4"), "=");
    assert_eq!(ask("kgs-game_over"), "=");
    // Nothing has changed.
    assert_eq!(ask("last_move"), "= black D4");
    for name in ["cputime", "kgs-game_over", "kgs-rules", "kata-set-rule", "kata-get-rules"] {
        assert_eq!(ask(&format!("known_command {name}")), "= true", "{name}");
        assert!(ask("list_commands").lines().any(|line| line == name), "{name}");
    }
}

#[test]
fn rules_are_agreed_on_by_name_and_one_by_one() {
    let spelled = |ko: &str, scoring: &str, suicide: bool, bonus: &str, friendly: bool| {
        let tax = if scoring == "AREA" { "NONE" } else { "SEKI" };
        format!(
            "= {{\"friendlyPassOk\":{friendly},\"hasButton\":false,\"ko\":\"{ko}\",\
             \"scoring\":\"{scoring}\",\"suicide\":{suicide},\"tax\":\"{tax}\",\
             \"whiteHandicapBonus\":\"{bonus}\"}}"
        )
    };
    let mut session = Session::new();
    let mut ask = |line: &str| session.answer(line).expect("an answer").trim().to_owned();
    // From KataGo's `docs/GTP_Extensions.md`.
    assert_eq!(ask("kata-get-rules"), spelled("POSITIONAL", "AREA", false, "0", true));
    for (names, ko, scoring, suicide, bonus, friendly) in [
        ("tromp-taylor Tromp_Taylor", "POSITIONAL", "AREA", true, "0", false),
        ("chinese", "SIMPLE", "AREA", false, "N", true),
        ("chinese-ogs chinese-kgs", "POSITIONAL", "AREA", false, "N", true),
        ("japanese korean", "SIMPLE", "TERRITORY", false, "0", true),
        ("aga AGA bga", "SITUATIONAL", "AREA", false, "N-1", true),
        ("new-zealand new_zealand", "SITUATIONAL", "AREA", true, "0", true),
    ] {
        for name in names.split(' ') {
            assert_eq!(ask(&format!("kata-set-rules {name}")), "=", "{name}");
            let expected = spelled(ko, scoring, suicide, bonus, friendly);
            assert_eq!(ask("kata-get-rules"), expected, "{name}");
            // What is told can be told back.
            assert_eq!(ask("kata-set-rules japanese"), "=");
            assert_eq!(ask(&format!("kata-set-rules {}", &expected[2..])), "=");
            assert_eq!(ask("kata-get-rules"), expected, "{name}");
        }
    }
    assert_eq!(ask("kata-set-rules New Zealand"), "=");
    assert_eq!(ask("kgs-rules chinese"), "=");
    let kgs = spelled("POSITIONAL", "AREA", false, "N", true);
    assert_eq!(ask("kata-get-rules"), kgs);
    for (line, expected) in [
        (
            "kata-set-rules stone-scoring",
            "? rules stone-scoring cannot be played: tax ALL cannot be played, only tax NONE",
        ),
        (
            "kata-set-rules ancient-territory",
            "? rules ancient-territory cannot be played: tax ALL cannot be played, only tax NONE",
        ),
        (
            "kata-set-rules aga-button",
            "? rules aga-button cannot be played: hasButton true cannot be played, only hasButton false",
        ),
        (
            "kata-set-rules martian",
            "? unknown rules \"martian\": expected tromp-taylor, chinese, chinese-ogs, chinese-kgs, \
             japanese, korean, aga, bga, french, new-zealand, nz, goe, ing or a JSON object",
        ),
        (
            r#"kata-set-rules {"suicide":true,"tax":"SEKI"}"#,
            "? tax SEKI cannot be played, only tax NONE",
        ),
        (
            r#"kata-set-rules {"suicide":true,"colour":"blue"}"#,
            "? unknown rule \"colour\": the rules are ko, scoring, tax, suicide, hasButton, \
             whiteHandicapBonus and friendlyPassOk",
        ),
        (r#"kata-set-rules {"ko":1}"#, "? ko 1: expected SIMPLE, POSITIONAL or SITUATIONAL"),
        (r#"kata-set-rules {"suicide":"yes"}"#, "? suicide \"yes\": expected true or false"),
        ("kata-set-rule hasButton true", "? hasButton true cannot be played, only hasButton false"),
        ("kata-set-rule whiteHandicapBonus 2", "? whiteHandicapBonus \"2\": expected 0, N or N-1"),
        ("kata-set-rule ko", "? expected a rule and its value"),
    ] {
        assert_eq!(ask(line), expected);
        assert_eq!(ask("kata-get-rules"), kgs, "nothing has changed after {line}");
    }
    assert!(ask("kata-set-rules {").starts_with("? rules are no JSON: "));
    assert!(ask("kata-set-rules").starts_with("? unknown rules \"\""));
    // One at a time; the others stay.
    assert_eq!(ask("kata-set-rule suicide true"), "=");
    assert_eq!(ask("kata-set-rule whiteHandicapBonus N-1"), "=");
    assert_eq!(ask(r#"kata-set-rules {"ko": "SIMPLE", "tax": "NONE"}"#), "=");
    assert_eq!(ask("kata-get-rules"), spelled("SIMPLE", "AREA", true, "N-1", true));
}

#[test]
fn white_gets_a_bonus_for_a_handicap() {
    check(&[
        ("boardsize 9", "="),
        ("komi 0.5", "="),
        ("kata-set-rules chinese", "="),
        ("fixed_handicap 3", "= C7 G7 C3"),
        // 81 less half a point, and less a point for each stone.
        ("final_score", "= B+77.5"),
        ("get_komi", "= 0.5"),
        ("kata-set-rule whiteHandicapBonus N-1", "="),
        ("final_score", "= B+78.5"),
        ("play w e5", "="),
        ("komi 1.5", "="),
        ("undo", "="),
        ("get_komi", "= 1.5"),
        ("final_score", "= B+77.5"),
        ("kata-set-rules new-zealand", "="),
        ("final_score", "= B+79.5"),
        ("kata-set-rules chinese", "="),
        ("clear_board", "="),
        ("final_score", "= W+1.5"),
    ]);
}

#[test]
fn what_one_move_cuts_does_not_belong_together() {
    check(&[
        ("boardsize 9", "="),
        ("play b c5", "="),
        ("play b d6", "="),
        ("play b e5", "="),
        ("same_dragon c5 d6", "= 1"),
        ("same_dragon c5 e5", "= 1"),
        ("same_dragon c5 c4", "? vertex must not be empty"),
        // D5 threatens both links now.
        ("play w d4", "="),
        ("same_dragon c5 d6", "= 1"),
        ("same_dragon c5 e5", "= 0"),
    ]);
}

#[test]
fn handicaps_are_given() {
    check(&[
        ("fixed_handicap 3", "= D16 Q16 D4"),
        ("fixed_handicap 2", "? board not empty"),
        ("clear_board", "="),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("place_free_handicap 2", "= Q16 D4"),
        ("clear_board", "="),
        ("set_free_handicap A1 A1", "? bad vertex list"),
        ("set_free_handicap A1 B2", "="),
        ("list_stones b", "= B2 A1"),
    ]);
}

#[test]
fn strings_are_asked_about() {
    check(&[
        ("boardsize 9", "="),
        ("set_free_handicap a2 c9", "="),
        ("play w a1", "="),
        ("attack a1", "= 1 B1"),
        ("defend a1", "= 0"),
        ("does_attack b1 a1", "= 1"),
        ("does_attack a1 a1", "? illegal move"),
        ("attack b1", "? vertex must not be empty"),
        ("countlib a1", "= 1"),
        ("final_status a1", "= dead"),
        ("final_status_list dead", "= A1"),
        ("final_score", "= B+73.5"),
    ]);
}

/// A clock limits a move in place of what is usual without one.
#[test]
fn a_clock_is_played_by() {
    #[derive(Clone, Default)]
    struct Asked(std::sync::Arc<std::sync::Mutex<Limits>>);
    impl Searcher<Go> for Asked {
        fn search(
            &mut self,
            _: &Go,
            _: &Root<Move>,
            limits: &Limits,
            _: &Stop,
            _: &mut dyn Events<Move>,
        ) -> Report<Move> {
            self.0.lock().expect("a lock").clone_from(limits);
            Report { best_moves: vec![Move::PASS], ..Report::default() }
        }
    }
    let evaluations = |count| Limits { evaluations: Some(count), ..Limits::default() };
    for (own, without) in [(Limits::default(), 200), (evaluations(50), 50)] {
        let asked = Asked::default();
        let session = Session::new().with_engine(asked.clone(), own.clone());
        let mut session = session.with_usual_limits(evaluations(200));
        let mut limits = |line: &str| {
            let answer = session.answer(line).expect("an answer");
            assert!(answer.starts_with('='), "{line}: {answer}");
            session.answer("reg_genmove b");
            asked.0.lock().expect("a lock").clone()
        };
        assert_eq!(limits("boardsize 9"), evaluations(without));
        let by_clock = limits("time_settings 0 5 1");
        assert!(by_clock.time.is_some(), "{by_clock:?}");
        assert_eq!(by_clock.evaluations, own.evaluations);
        assert_eq!(limits("kgs-time_settings none"), evaluations(without));
    }
}

#[test]
fn clocks_are_set() {
    check(&[
        ("time_settings 60 10 5", "="),
        ("time_left b 30 0", "="),
        ("time_left b", "? syntax error: too few numbers"),
        ("time_settings 1 2 x", "? syntax error: not a number"),
        ("kgs-time_settings byoyomi 30 60 3", "="),
        ("kgs-time_settings whenever", "? unknown time system"),
    ]);
}

/// Whatever comes is answered, and what is no command with a question mark.
#[test]
fn garbage_is_refused() {
    let mut session = Session::new();
    let mut rng = starboard_core::rng(1, 0);
    let names = Session::list();
    let words =
        ["b", "white", "A1", "z99", "-1", "99999999999999999999", "\u{e9}", "pass", "[", "1.5"];
    let mut refused = 0;
    for i in 0..10_000 {
        let mut line = String::new();
        if i % 4 == 0 {
            // A command with arguments that fit or do not.
            let name = names[rng.random_range(0..names.len())];
            if ["quit", "printsgf", "final_score", "final_status", "final_status_list"]
                .contains(&name)
            {
                continue;
            }
            line += name;
            for _ in 0..rng.random_range(0..4) {
                line += " ";
                line += words[rng.random_range(0..words.len())];
            }
        } else {
            for _ in 0..rng.random_range(1..40) {
                line.push(char::from_u32(rng.random_range(0..0x300)).unwrap_or('?'));
            }
        }
        let Some(answer) = session.answer(&line) else { continue };
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{line:?}: {answer:?}");
        assert_eq!(answer.matches("\n\n").count(), 1, "{line:?}");
        if i % 4 != 0 {
            assert!(answer.starts_with('?'), "{line:?}: {answer}");
            refused += 1;
        }
    }
    assert!(refused > 5000, "{refused}");
    assert!(!session.is_over());
}

#[test]
fn groups_are_asked_about() {
    check(&[
        ("boardsize 9", "="),
        ("owl_attack E5", "? vertex must not be empty"),
        ("play b A2", "="),
        ("play b B1", "="),
        ("play b B2", "="),
        ("play b C2", "="),
        ("play b D2", "="),
        ("play b D1", "="),
        ("owl_attack B2", "= 0"),
        ("owl_defend B2", "= 1 PASS"),
        ("dragon_status B2", "= alive"),
        ("eval_eye A1", "= 1 1"),
        ("eval_eye A2", "= -1"),
        ("eval_eye Z2", "? invalid coordinate"),
        ("owl_threaten_attack E5", "? vertex must not be empty"),
        ("owl_threaten_attack B2", "= 0"),
        ("owl_threaten_defense B2", "= 1 PASS PASS"),
        ("analyze_semeai B2 C2", "? vertices must have different colors"),
    ]);
}

#[test]
fn eyes_and_threats_are_asked_about() {
    let stones = [("b", "A8 B8 C8 D8 D9"), ("w", "A7 B7 C7 D7 E7 E8 E9")];
    let plays = stones.iter().flat_map(|(color, points)| {
        points.split(' ').map(move |point| format!("play {color} {point}"))
    });
    let plays: Vec<String> = plays.collect();
    let mut lines = vec![("boardsize 9", "=")];
    lines.extend(plays.iter().map(|line| (line.as_str(), "=")));
    lines.extend([
        ("eval_eye A9", "= 1 2 B9 B9"),
        ("owl_threaten_attack D9", "= 1 B9 PASS"),
        ("owl_threaten_defense D9", "= 1 B9 PASS"),
        ("play w B9", "="),
        ("owl_threaten_defense D9", "= 0"),
    ]);
    check(&lines);
}

/// Commands that set a board up: black stones and white ones.
fn stones(black: &str, white: &str) -> Vec<String> {
    let of = |color: &str, points: &str| -> Vec<String> {
        points.split_whitespace().map(|point| format!("play {color} {point}")).collect()
    };
    [of("b", black), of("w", white)].concat()
}

#[test]
fn several_strings_are_asked_about_at_once() {
    // D3 is a liberty of both white stones, and each has one more.
    let plays = stones("B2 B3 C4 D4 E4 F4 G4 G3 G2 E2", "C3 E3");
    let mut lines = vec![("boardsize 9", "=")];
    lines.extend(plays.iter().map(|line| (line.as_str(), "=")));
    lines.extend([
        ("attack_either C3 E3", "= 1 D3"),
        ("defend_both C3 E3", "= 0"),
        ("attack_either C3 B2", "? vertices must have the same color"),
        ("combination_attack w", "= PASS"),
        ("combination_defend b", "= PASS"),
        ("combination_attack", "? invalid color"),
        ("lz-analyze b", "? no engine to ask"),
        ("known_command kata-genmove_analyze", "= true"),
    ]);
    check(&lines);
}

/// A wall of White's with one gap.
#[test]
fn areas_are_asked_about() {
    let plays = stones("E6", "A5 B5 C5 D5 F5 G5 H5 J5");
    let mut lines = vec![("boardsize 9", "=")];
    lines.extend(plays.iter().map(|line| (line.as_str(), "=")));
    lines.extend([
        ("break_in E6 E5 D4", "= 1 E5"),
        ("block_off E6 E5 D4", "= 1 E5"),
        ("break_in E6 D4 E4 F4", "= 0"),
        ("block_off E6 D4 E4 F4", "= 1 PASS"),
        ("break_in E6 E6", "= 1 PASS"),
        ("break_in F5 F4 G4", "= 1 PASS"),
        ("break_in E5 D4", "? vertex must not be empty"),
        ("break_in E6", "? missing area"),
        ("block_off E6 E5 K1", "? invalid coordinate"),
    ]);
    check(&lines);
}

#[test]
fn records_are_written_as_they_were_loaded_and_taken_back() {
    let path = std::env::temp_dir().join(format!("starboard-gtp-{}.sgf", std::process::id()));
    let record = "(;FF[4]GM[1]SZ[5]KM[7];B[cc];W[bd];B[dd])";
    std::fs::write(&path, record).expect("a file");
    let mut session = Session::new();
    let mut ask = |line: &str| session.answer(line).expect("an answer").trim_end().to_owned();
    assert_eq!(ask(&format!("loadsgf {}", path.display())), "= white");
    let written = ask("printsgf");
    assert!(!written.contains("AB["), "{written}");
    assert!(written.ends_with(";B[cc]\n;W[bd]\n;B[dd])"), "{written}");
    assert_eq!(ask("undo"), "=");
    assert_eq!(ask("last_move"), "= white B2");
    assert_eq!(ask("gg-undo 2"), "=");
    assert_eq!(ask("undo"), "? cannot undo");
    std::fs::remove_file(&path).expect("the file");
}

/// A game that is written and read back has the rules, the komi and the bonus for the handicap
/// that it had.
#[test]
fn rules_are_written_and_read_back() {
    let path = std::env::temp_dir().join(format!("starboard-rules-{}.sgf", std::process::id()));
    let spelled = "{\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\"suicide\":true,\
                   \"whiteHandicapBonus\":\"N-1\",\"friendlyPassOk\":false}";
    for rules in
        ["aga", "chinese", "chinese-ogs", "japanese", "tromp-taylor", "new-zealand", "goe", spelled]
    {
        let said = |session: &mut Session, line: &str| {
            session.answer(line).expect("an answer").trim_end().to_owned()
        };
        let mut one = Session::new();
        for line in ["boardsize 9", "komi 0.5", &format!("kata-set-rules {rules}")] {
            assert_eq!(said(&mut one, line), "=", "{line}");
        }
        said(&mut one, "fixed_handicap 4");
        said(&mut one, "play w e5");
        assert_eq!(said(&mut one, &format!("printsgf {}", path.display())), "=");
        let mut other = Session::new();
        assert_eq!(said(&mut other, &format!("loadsgf {}", path.display())), "= black");
        for line in ["kata-get-rules", "get_komi", "final_score", "showboard", "printsgf"] {
            assert_eq!(said(&mut other, line), said(&mut one, line), "{rules}: {line}");
        }
        assert_eq!(other.game(), one.game(), "{rules}");
    }
    std::fs::remove_file(&path).expect("the file");
}

/// What a record says that cannot be is told, though the answer has no room for it.
#[test]
fn records_are_loaded_with_warnings() {
    let path = std::env::temp_dir().join(format!("starboard-warned-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;SZ[9]KM[7.25];B[ee];W[ee];B[zz]").expect("a file");
    let mut session = Session::new();
    let answer = session.answer(&format!("loadsgf {}", path.display()));
    assert_eq!(answer.as_deref(), Some("= white\n\n"));
    let told = session.take_warnings();
    let parts = ["the game is not closed", "komi 7.25 is taken", "white at E5 is not possible"];
    assert_eq!(told.len(), parts.len(), "{told:?}");
    for (told, part) in told.iter().zip(parts) {
        assert!(told.contains(part) && told.contains("starboard-warned"), "{told}");
    }
    assert_eq!(session.take_warnings(), [""; 0]);
    std::fs::remove_file(&path).expect("the file");
}

/// Black's corner has one eye, and White could not be more alive.
#[test]
fn what_is_dead_is_cleaned_up() {
    let plays = stones("A8 B8 C8 D8 D9", "A7 B7 C7 D7 E7 E8 E9 B9");
    let mut lines = vec![("boardsize 9", "="), ("komi 0", "=")];
    lines.extend(plays.iter().map(|line| (line.as_str(), "=")));
    lines.extend([
        ("final_status_list dead", "= D9 A8 B8 C8 D8"),
        ("final_status A9", "= white_territory"),
        ("final_score", "= W+81.0"),
        ("reg_genmove w", "= pass"),
        // Where players take what is dead, what stands is alive.
        ("kata-set-rule friendlyPassOk false", "="),
        ("final_status_list dead", "="),
        ("kgs-genmove_cleanup b", "= pass"),
        // The first of what it may play.
        ("kgs-genmove_cleanup w", "= A9"),
    ]);
    check(&lines);
}

/// From a game against GNU Go: White is 34.5 points ahead, and all is settled.
#[test]
fn what_is_lost_is_given_up() {
    let end = "OO5OXX1XX/1O1O1OXOX1XXX/OO4OOXX2X/XOOO1O1OOXXXX/1XOXXXOOX1X2/X1XXOX1OXXXXX/\
               1XOXO1XOXX1XX/OOOOX1OX1XXXX/2OXX1OXX1X2/1OOOOOOOXXXXX/OO3OXXX1XXX/\
               O2O1OX1XX1X1/O1OOOOOX1X1XX";
    let session = || Session::new().with_engine(Passes, Limits::default());
    let ask = |mut session: Session, color: &str| {
        session.game = starboard_core::Game::parse(&format!("{end} b 7.5")).expect("a position");
        session.answer(&format!("genmove {color}")).expect("an answer")
    };
    assert_eq!(ask(session(), "b"), "= resign\n\n");
    assert_eq!(ask(session(), "w"), "= pass\n\n");
    assert_eq!(ask(session().without_resigning(), "b"), "= pass\n\n");
}
