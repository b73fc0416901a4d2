//! However a match is split, stopped or shared out among threads, its games are the same.

use std::{fs, path::Path};

use super::*;
use crate::{
    runs::{self, Shard},
    stats::{Model, Sprt},
};
use starboard::{AnyGame, BookEntry, BookMove, Move, Registry, write_book};

fn player(game: &dyn AnyGame, description: &str, nodes: u64) -> Side {
    let both = starboard_core::Limits::nodes(nodes);
    side(game, description, &PlayerLimits { both, ..PlayerLimits::default() }).expect("a player")
}

/// A match of this many games that takes hardly any time.
fn tiny(name: &str, games: usize) -> (Registry, Header) {
    let registry = crate::testing::games();
    let game = registry.find(name).expect("the game");
    let info = game.info();
    let best = if info.chance { "star2 + tt(mb=1)" } else { "alpha-beta + tt(mb=1) + history" };
    let (a, b) = (player(game, best, 300), player(game, "mcts", 100));
    let openings = if info.chance { Openings::Start } else { Openings::Random(2) };
    let header = Header::new(name, a, b, games);
    let payoff = info.payoff;
    (registry, Header { times: false, openings, payoff, ..header })
}

#[track_caller]
fn play(registry: &Registry, header: &Header, options: &Options) -> Vec<Row> {
    let game = registry.find(&header.game).expect("the game");
    run(game, header, None, options).expect("it can be played").1
}

fn logged(log: &Path, threads: usize) -> Options {
    Options { log: Some(log.to_owned()), threads, ..Options::default() }
}

#[test]
fn any_number_of_threads_plays_the_same_games() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    for name in ["connect-four", "einstein", "backgammon"] {
        let (registry, header) = tiny(name, 6);
        let file = |threads: usize| {
            let path = directory.path().join(format!("{name}-{threads}"));
            play(&registry, &header, &logged(&path, threads));
            fs::read(path).expect("a log")
        };
        let one = file(1);
        assert!(one == file(2) && one == file(5), "{name}");
    }
    Ok(())
}

#[test]
fn a_match_killed_anywhere_ends_with_the_same_log() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("log");
    let (registry, header) = tiny("tic-tac-toe", 8);
    play(&registry, &header, &logged(&path, 2));
    let whole = fs::read(&path)?;
    let end = whole.iter().position(|&b| b == b'\n').expect("a header");
    let mut cuts = vec![0, 1, end, end + 1, end + 2, whole.len() - 1, whole.len()];
    cuts.extend((end..whole.len()).step_by(313));
    for cut in cuts {
        fs::write(&path, &whole[..cut])?;
        play(&registry, &header, &logged(&path, 2));
        assert!(fs::read(&path)? == whole, "killed after {cut} bytes");
    }
    let game = registry.find(&header.game)?;
    let other = Header { seed: 9, ..header };
    let error = run(game, &other, None, &logged(&path, 1)).expect_err("another match");
    assert!(error.to_string().contains("its seed is 0, and 9 is asked for"), "{error}");
    Ok(())
}

/// More games can be asked for later, by the whole and by a shard: the log is then that of the
/// longer match. Fewer, or others, are refused.
#[test]
fn a_match_can_be_made_longer() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name);
    for (name, openings, shard) in [
        ("connect-four", Openings::Random(2), "0/1"),
        ("tic-tac-toe", Openings::Start, "1/2"),
        ("backgammon", Openings::Start, "0/1"),
    ] {
        let shard = shard.parse().map_err(anyhow::Error::msg)?;
        let (registry, header) = tiny(name, 14);
        let header = Header { openings, shard, ..header };
        play(&registry, &header, &logged(&path("at-once"), 2));
        for games in [6, 8, 14] {
            play(&registry, &Header { games, ..header.clone() }, &logged(&path("longer"), 1));
        }
        let [longer, at_once] = ["longer", "at-once"].map(|name| fs::read(path(name)));
        let longer = longer?;
        assert!(longer == at_once?, "{name}");

        let game = registry.find(name)?;
        for (other, expected) in [
            (Header { games: 12, ..header.clone() }, "its games is 14, and 12 is asked for"),
            (Header { games: 20, seed: 9, ..header }, "is the log of another run"),
        ] {
            let error = run(game, &other, None, &logged(&path("longer"), 1)).expect_err(expected);
            assert!(error.to_string().contains(expected), "{error}");
            assert!(fs::read(path("longer"))? == longer, "{name}");
        }
        ["longer", "at-once"].iter().try_for_each(|name| fs::remove_file(path(name)))?;
    }
    Ok(())
}

/// A log says what was in the files that engines read, and does not go on with others.
#[test]
fn a_match_goes_on_with_the_files_that_it_began_with() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name);
    let (registry, header) = tiny("connect-four", 2);
    let game = registry.find("connect-four")?;
    let position = game.start();
    let moves = vec![BookMove::new(position.format_move(Move(0)), 1)];
    let entry = BookEntry { position: position.format(), moves };
    let book = write_book(game.name(), game.book_format(), &[entry]);
    let named = path("book").display().to_string();
    fs::write(path("book"), &book)?;
    let engine = format!("alpha-beta + tt(mb=1) + book(file={named:?})");
    let a = player(game, &engine, 300);
    let header = Header { a, ..header };
    let options = logged(&path("log"), 1);
    let rows = run(game, &header, None, &options)?.1;
    let said = runs::read::<Header, Row>(&path("log"))?.0;
    assert_eq!(said.files.keys().collect::<Vec<_>>(), [&named]);
    assert_eq!(said.files[&named].len(), 64);
    assert_eq!(run(game, &header, None, &options)?.1, rows);
    fs::write(path("book"), book + "\n")?;
    let error = run(game, &header, None, &options).expect_err("another file");
    assert!(error.to_string().contains(&format!("its files.{named} is")), "{error}");
    // Logs of before say nothing of files.
    let text = fs::read_to_string(path("log"))?;
    let (first, rest) = text.split_once('\n').expect("lines");
    let mut first: serde_json::Value = serde_json::from_str(first)?;
    first.as_object_mut().expect("an object").remove("files");
    fs::write(path("log"), format!("{first}\n{rest}"))?;
    assert_eq!(run(game, &header, None, &options)?.1, rows);
    Ok(())
}

/// What is not over by then is given up, and nothing of what is in the log is lost.
#[test]
fn a_match_that_is_stopped_goes_on_from_its_log() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name);
    let (registry, header) = tiny("connect-four", 4000);
    let game = registry.find("connect-four")?;
    let options = logged(&path("stopped"), 2);
    let rows = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            options.stop.request();
        });
        run(game, &header, None, &options)
    })?;
    let rows = rows.1;
    assert!(rows.len() < 4000, "it was stopped");
    assert!(rows.iter().all(|row| row.ending != Ending::Unfinished));
    let logged_rows = runs::read::<Header, Row>(&path("stopped"))?.1;
    assert_eq!(logged_rows, rows);
    // Stopped before it began, it plays nothing more.
    assert_eq!(run(game, &header, None, &options)?.1, rows);
    let few = Header { games: 6, ..header.clone() };
    let stopped = logged(&path("at-once"), 1);
    stopped.stop.request();
    assert_eq!(run(game, &few, None, &stopped)?.1, []);
    let whole = play(&registry, &few, &logged(&path("at-once"), 1));
    assert_eq!(whole.len(), 6);
    let both = rows.len().min(6);
    assert_eq!(rows[..both], whole[..both]);
    Ok(())
}

#[test]
fn merged_shards_are_the_whole() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: String| directory.path().join(name);
    let (registry, header) = tiny("tic-tac-toe", 10);
    play(&registry, &header, &logged(&path("whole".into()), 2));
    let mut parts = Vec::new();
    for i in 0..3 {
        let shard = format!("{i}/3").parse::<Shard>().map_err(anyhow::Error::msg)?;
        let part = path(i.to_string());
        play(&registry, &Header { shard, ..header.clone() }, &logged(&part, 1));
        parts.push(part);
    }
    assert_eq!(runs::kind_of(&parts[0])?.as_deref(), Some(KIND));
    let merged = path("merged".into());
    runs::merge::<Header>(&parts, &merged)?;
    assert!(fs::read(&merged)? == fs::read(path("whole".into()))?);
    Ok(())
}

#[test]
fn pairs_share_their_opening_and_dice() {
    let (registry, header) = tiny("connect-four", 8);
    let rows = play(&registry, &header, &Options::default());
    for pair in rows.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!([pair[0].a_first, pair[1].a_first], [true, false]);
    }
    assert_ne!(rows[0].opening, rows[2].opening);

    // The same player on both sides: the games of a pair are the same game.
    let (registry, header) = tiny("backgammon", 4);
    let header = Header { b: header.a.clone(), ..header };
    let rows = play(&registry, &header, &Options::default());
    for pair in rows.chunks(2) {
        assert_eq!(pair[0].moves, pair[1].moves);
        assert_eq!(pair[0].points, -pair[1].points);
        assert_eq!(pair[0].score, 1.0 - pair[1].score);
        assert_eq!((pair[0].a, pair[0].b), (pair[1].b, pair[1].a));
    }
    assert_ne!(rows[0].moves, rows[2].moves);
    let summary = summarise(&header, &rows);
    assert_eq!(summary.points.map(|points| points.value), Some(0.0));
    assert_eq!(summary.pair_correlation, Some(-1.0));
}

#[test]
fn a_test_stops_where_it_is_clear() {
    let (registry, header) = tiny("connect-four", 200);
    let game = registry.find("connect-four").expect("the game");
    let weak = player(game, "alpha-beta + tt(mb=1)", 2);
    let sprt = Some(Sprt::new(Model::Elo, 0.0, 100.0));
    let header = Header { b: weak, sprt, ..header };
    let rows = |threads| play(&registry, &header, &Options { threads, ..Options::default() });
    let one = rows(1);
    assert!(one.len() < 100 && one.len() % 2 == 0, "{} games", one.len());
    assert_eq!(one, rows(3));
    let summary = summarise(&header, &one);
    let standing = summary.sprt.expect("a test").standing;
    assert!(standing.llr >= standing.upper, "{standing:?}");
}

#[test]
fn a_log_says_by_which_test_its_match_ends() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let log = directory.path().join("log");
    let (registry, header) = tiny("connect-four", 4);
    let game = registry.find("connect-four").expect("the game");
    let sprt = Some(Sprt::new(Model::Elo, 0.0, 5.0));
    let tested = Header { sprt, ..header.clone() };
    let rows = play(&registry, &tested, &logged(&log, 1));
    let (read, found) = runs::read::<Header, Row>(&log)?;
    assert_eq!((read.sprt, &found), (sprt, &rows));
    // It can go on without a test, and not with another.
    assert_eq!(play(&registry, &header, &logged(&log, 1)), rows);
    let other = Header { sprt: Some(Sprt::new(Model::Elo, 0.0, 10.0)), ..header };
    let error = run(game, &other, None, &logged(&log, 1)).expect_err("another test");
    let expected = "its sprt.h1 is 5.0, and 10.0 is asked for";
    assert!(error.to_string().ends_with(expected), "{error}");
    Ok(())
}

#[test]
fn long_games_are_drawn_and_lost_ones_adjudicated() {
    let (registry, header) = tiny("connect-four", 4);
    let short = Header { max_plies: 3, ..header.clone() };
    for row in play(&registry, &short, &Options::default()) {
        assert_eq!((row.plies, row.score, &row.ending), (3, 0.5, &Ending::TooLong));
    }
    let game = registry.find("connect-four").expect("the game");
    let (a, b) = (player(game, "alpha-beta", 3000), player(game, "alpha-beta", 3000));
    let adjudication = Some(Adjudication { value: 0.5, moves: 1 });
    let header = Header { a, b, adjudication, ..header };
    let rows = play(&registry, &header, &Options::default());
    let given = rows.iter().filter(|row| row.ending == Ending::Adjudicated);
    assert!(given.count() > 0, "{rows:?}");
}

/// Programs, as far as a shell can play.
#[cfg(unix)]
mod programs {
    use starboard_small::ConnectFour;

    use super::*;
    use starboard::GameEntry;
    use starboard_protocols::external::{Protocols, Usi};

    fn spoken() -> GameEntry<ConnectFour> {
        starboard_small::entries::connect_four().with(Protocols::default().usi(Usi::of_notation()))
    }

    /// A match against a program that answers like this; it has a limit of time
    /// that no machine is too slow for, and does not need it.
    fn against(answer: &str) -> Vec<Row> {
        let script = format!(
            "while read -r line; do case $line in usi) echo usiok;; isready) echo readyok;; \
             go*) {answer};; esac; done"
        );
        let game = spoken();
        let own = player(&game, "alpha-beta", 50);
        let program = player(&game, &format!("cmd:sh -c '{script}'"), 50);
        let header = Header {
            openings: Openings::Random(2),
            timeout: 60_000,
            ..Header::new("connect-four", own, program, 4)
        };
        run(&game, &header, None, &Options::default()).expect("it can be played").1
    }

    #[track_caller]
    fn lost(answer: &str, kind: &str) {
        let rows = against(answer);
        assert_eq!(rows.len(), 4);
        for row in &rows {
            assert_eq!((row.score, row.ending.kind()), (1.0, kind), "{answer}: {row:?}");
        }
        let header = Header::new("", rows_side(), rows_side(), 4);
        let summary = summarise(&header, &rows);
        assert_eq!(summary.b.faults.get(kind), Some(&4));
        assert!(summary.a.faults.is_empty());
        assert!(report::text(&summary, 100).contains(&format!("4 {kind}")));
    }

    fn rows_side() -> Side {
        Side { description: "x".to_owned(), limits: starboard_core::Limits::default() }
    }

    #[test]
    fn programs_that_misbehave_lose_every_game() {
        lost("echo bestmove 8", "illegal move");
        lost("echo bestmove", "protocol fault");
        lost("exit", "crash");
    }

    #[test]
    fn a_program_may_resign() {
        let rows = against("echo bestmove resign");
        assert!(rows.iter().all(|row| row.ending == Ending::Resigned && row.score == 1.0));
    }

    #[test]
    fn silence_loses_on_time() {
        let game = spoken();
        let own = player(&game, "alpha-beta", 50);
        let script = "while read -r line; do case $line in usi) echo usiok;; \
                      isready) echo readyok;; esac; done";
        let program = player(&game, &format!("cmd:sh -c '{script}'"), 50);
        let header = Header::new("connect-four", own, program, 2);
        let header = Header { openings: Openings::Random(2), timeout: 1, ..header };
        let rows = run(&game, &header, None, &Options::default()).expect("it can be played").1;
        assert!(rows.iter().all(|row| row.ending.kind() == "out of time"), "{rows:?}");
    }

    #[test]
    fn what_is_wrong_from_the_start_is_no_loss() {
        let game = spoken();
        let own = player(&game, "alpha-beta", 50);
        for (program, part) in [
            ("cmd:no-such-program-anywhere", "cannot start no-such-program-anywhere"),
            ("cmd:sh -c 'read -r x; echo usiok; read -r x' {Hash=1}", "has no option \"Hash\""),
        ] {
            let program = player(&game, program, 50);
            let header = Header::new("connect-four", own.clone(), program, 2);
            let error = run(&game, &header, None, &Options::default()).expect_err(part);
            assert_eq!(starboard::exit_code(&error), 2, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn limits_that_cannot_be_passed_on_are_refused_or_left_out() {
        let game = spoken();
        let limits = starboard_core::Limits { evaluations: Some(5), ..Default::default() };
        let both = PlayerLimits { both: limits.clone(), ..PlayerLimits::default() };
        let left_out = side(&game, "usi:x", &both).expect("left out");
        assert_eq!(left_out.limits.nodes, Some(game.info().default_depths.compare_nodes));
        let error =
            side(&game, "usi:x", &PlayerLimits { own: limits, ..both }).expect_err("refused");
        assert!(error.to_string().contains("cannot be limited by evaluations: usi"), "{error}");
        let clock = |text: &str| PlayerLimits {
            clock: Some(text.parse().expect("a clock")),
            ..PlayerLimits::default()
        };
        let (clock, more) = (clock("60"), clock("60+1"));
        assert_eq!(side(&game, "usi:x", &clock).expect("it knows clocks").limits.nodes, None);
        let board = |_: &starboard_backgammon::Backgammon| None;
        let backgammon = starboard_backgammon::entries::backgammon();
        let backgammon = backgammon.with(Protocols::default().gnubg(board));
        let error = side(&backgammon, "cmd:gnubg", &clock).expect_err("refused");
        assert!(error.to_string().contains("cannot be limited by clock: gnubg"), "{error}");
        // GTP has clocks without anything gained by a move, and counts in seconds.
        let gtp = starboard_protocols::external::Gtp {
            setup: |_| None,
            write: |game, m| game.format_move(m),
            read: |game, text| game.parse_move(text),
            color: |_| "black",
        };
        let go = starboard_small::entries::connect_four().with(Protocols::default().gtp(gtp));
        assert!(side(&go, "gtp:x", &clock).is_ok());
        let short = std::time::Duration::from_millis(500);
        let short = starboard_core::Limits { time: Some(short), ..Default::default() };
        let short = PlayerLimits { both: short, ..PlayerLimits::default() };
        for (limits, part) in [(more, "with an increment"), (short, "less than a second")] {
            let error = side(&go, "gtp:x", &limits).expect_err("refused").to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

/// Players of a one-player game are compared by what they earn, with the same dice and
/// without wins.
#[test]
fn games_played_alone_are_compared_by_their_scores() {
    let (registry, header) = tiny("2048", 4);
    let rows = play(&registry, &header, &Options::default());
    for row in &rows {
        assert_eq!(row.points > 0.0, row.a_first, "B's score with its sign changed");
        let idle = if row.a_first { &row.b } else { &row.a };
        assert_eq!(idle.moves, 0, "each plays its own games");
        assert_eq!(row.score, 0.5);
    }
    let summary = summarise(&header, &rows);
    let solo = summary.solo.expect("scores");
    assert!(solo.a.value > 100.0 && solo.b.value > 100.0, "{solo:?}");
    assert!((solo.a.value - solo.b.value - solo.difference.value).abs() < 1e-9);
    assert_eq!((summary.wins, summary.draws, summary.losses), (0, 0, 0));
    assert!(summary.elo.is_none() && summary.pairs_alike == 0);
    let text = report::text(&summary, 100);
    assert!(text.contains("mean score of A") && !text.contains("won, drawn"), "{text}");
}

#[test]
fn players_that_choose_alike_are_said_to() {
    let (registry, header) = tiny("tic-tac-toe", 4);
    let same = Header { b: header.a.clone(), ..header };
    let summary = summarise(&same, &play(&registry, &same, &Options::default()));
    assert_eq!(summary.pairs_alike, 2);
    assert!(report::text(&summary, 100).contains("in every pair"), "{summary:?}");
}

/// Pairs from the same opening, by players without a seed of their own, are the same again.
#[test]
fn pairs_that_repeat_others_are_said_to() {
    let (registry, header) = tiny("tic-tac-toe", 8);
    let game = registry.find("tic-tac-toe").expect("the game");
    let best = player(game, "alpha-beta + tt(mb=1)", 300);
    let same = Header { a: best.clone(), b: best, openings: Openings::Start, ..header.clone() };
    let summary = summarise(&same, &play(&registry, &same, &Options::default()));
    assert_eq!((summary.pairs, summary.pairs_repeated), (4, 3));
    assert!(report::text(&summary, 100).contains("pairs that repeat another"), "{summary:?}");
    let rows = play(&registry, &header, &Options::default());
    let mut distinct: Vec<_> = rows
        .chunks_exact(2)
        .map(|pair| (format!("{:?}", pair[0].opening), [&pair[0].moves, &pair[1].moves]))
        .collect();
    distinct.sort();
    distinct.dedup();
    assert_eq!(summarise(&header, &rows).pairs_repeated, 4 - distinct.len());
}

/// A result is that of the moves as they were played, those of the opening with them, whatever
/// was earned when.
#[test]
fn what_is_earned_on_the_way_counts() {
    use starboard_core::{
        Node,
        testing::{HashEval, Knowledge, RewardTree},
    };

    let (mut games, mut by_rewards, mut adjudicated, mut same) = (0, 0, 0, 0);
    for seed in 0..60 {
        let tree = RewardTree::<false>::with_height(seed, 8);
        let entry = starboard::GameEntry::new("tree", "", tree).evaluator(
            "hash",
            "",
            HashEval(Knowledge::Tight),
        );
        let registry = Registry::new().with(entry);
        let game = registry.find("tree").expect("the game");
        let (a, b) = (player(game, "alpha-beta", 1_000_000), player(game, "random", 1));
        let header = Header::new("tree", a, b, 4);
        let header = Header { openings: Openings::Random(2), times: false, ..header };
        // Some trees end too soon for an opening.
        let Ok((_, rows)) = run(game, &header, None, &Options::default()) else { continue };
        for row in &rows {
            let mut position = game.position(Some(&row.opening.position)).expect("a position");
            let mut earned = 0.0;
            for text in row.opening.moves.iter().chain(&row.moves) {
                let m = position.parse_move(text).expect("a move");
                earned += position.earned(m);
                position.play(m);
            }
            let Node::Over(value) = position.node() else { panic!("it ended by the rules") };
            let end = position.mover().for_first(position.units(value));
            let score = |units: f64| (1.0 + units.partial_cmp(&0.0).map_or(0.0, f64_of)) / 2.0;
            let own = |score: f64| if row.a_first { score } else { 1.0 - score };
            assert_eq!(row.score, own(score(earned + end)), "{row:?}");
            by_rewards += usize::from(score(earned + end) != score(end));
            games += 1;
        }
        // Both see the end, so the player who is ahead, by what was earned and is still to come,
        // has won.
        let adjudication = Some("3,1".parse().expect("an adjudication"));
        let header = Header { b: header.a.clone(), ..header };
        let whole = play(&registry, &header, &Options::default());
        let sooner = play(&registry, &Header { adjudication, ..header }, &Options::default());
        for (sooner, whole) in sooner.iter().zip(&whole) {
            if sooner.ending == Ending::Adjudicated {
                adjudicated += 1;
                same += usize::from(sooner.score == whole.score);
            }
        }
    }
    assert!(games > 40 && by_rewards > 0, "{by_rewards} of {games}");
    assert!(adjudicated > 20 && same == adjudicated, "{same} of {adjudicated}");
}

fn f64_of(ordering: std::cmp::Ordering) -> f64 {
    f64::from(ordering as i8)
}
