//! Boards so small that nothing on them is as usual: games on them come to an end, and
//! every question about them has an answer.

use rand::RngExt;
use starboard_core::{Game, Limits, rng};
use starboard_go::{
    Area, Color, Explanation, Go, Point, Rules, Selector, Size, fixed_handicap, free_handicap,
    gtp::Session,
};

/// Moves after which a game has gone on for too long.
const LONGEST: usize = 300;
/// After how many moves everything is asked of a position.
const QUESTIONED: usize = 5;

/// What GTP answers; `None` if the command failed.
fn ask(session: &mut Session, line: &str) -> Option<String> {
    let answer = session.answer(line).expect("an answer");
    answer.strip_prefix('=').map(|text| text.trim().to_owned())
}

/// Asks all there is to ask of a position; some of it may fail.
fn question(session: &mut Session) {
    let board = session.game().board().clone();
    let name = |point: Point| point.name(board.size());
    for point in board.all() {
        let beside: Vec<_> = board.neighbors(point).map(name).collect();
        for command in ["eval_eye", "unconditional_status", "final_status", "attack", "defend"] {
            ask(session, &format!("{command} {}", name(point)));
        }
        for command in ["connect", "disconnect", "same_dragon", "break_in", "block_off"] {
            ask(session, &format!("{command} {} {}", name(point), beside[0]));
        }
    }
    // One string of each colour: life and death takes its time.
    for head in Color::BOTH.into_iter().filter_map(|color| board.strings(color).next()) {
        for command in ["owl_attack", "owl_defend", "owl_threaten_attack", "dragon_status"] {
            ask(session, &format!("{command} {}", name(head)));
        }
        let enemy = |&q: &Point| board.at(q).is_some_and(|color| Some(color) != board.at(head));
        if let Some(other) = board.neighbors(head).find(enemy) {
            ask(session, &format!("analyze_semeai {} {}", name(head), name(other)));
        }
    }
    for command in ["showboard", "final_score", "final_status_list dead", "printsgf", "all_legal b"]
    {
        assert!(ask(session, command).is_some(), "{command} in {:?}", session.game());
    }
}

/// A game of the engine against itself, after moves at random; how long it was.
fn play(side: usize, seed: u64, rules: &str) -> usize {
    let mut rng = rng(seed, side as u64);
    let limits = Limits { evaluations: Some(12), ..Limits::default() };
    let engine = Selector::new(12);
    let mut session = Session::new().with_engine(engine, limits).without_resigning();
    assert!(ask(&mut session, &format!("boardsize {side}")).is_some());
    assert!(ask(&mut session, &format!("kata-set-rules {rules}")).is_some());
    for played in 0..LONGEST {
        let game = session.game().clone();
        if game.passes() >= 2 {
            return played;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mover = game.color().name();
        let name = if rng.random_range(0..3) == 0 {
            let name = moves[rng.random_range(0..moves.len())].name(game.size());
            assert!(ask(&mut session, &format!("play {mover} {name}")).is_some());
            name
        } else {
            ask(&mut session, &format!("genmove {mover}")).expect("a move")
        };
        let offered = moves.iter().any(|m| m.name(game.size()) == name);
        assert!(offered, "{name} is not legal in {game:?}");
        if seed == 0 && played == QUESTIONED {
            question(&mut session);
        }
    }
    LONGEST
}

#[test]
fn games_on_small_boards_come_to_an_end() {
    for side in 2..=4 {
        for seed in 0..8 {
            let length = play(side, seed, "chinese-ogs");
            assert!(length < LONGEST, "{side} lines, seed {seed}");
        }
        // Without superko a game may go round in circles.
        play(side, 1, "japanese");
    }
}

/// Without moves at random: what the engine itself decides on.
#[test]
fn the_engine_alone_plays_small_boards_to_the_end() {
    for side in 2..=4 {
        let size = Size::new(side).expect("a size");
        let mut game = Go::new(size, Rules::default());
        let mut selector = Selector::new(12);
        let mut length = 0;
        while game.passes() < 2 {
            let selection = selector.select(&game, &Limits::default());
            let analysis = selector.evaluator().analyse(&game.clone().resumed());
            let explanation = Explanation::new(&game, &analysis, &selection);
            assert!(explanation.svg(&game).contains("</svg>"));
            assert!(game.svg().is_some_and(|svg| svg.contains("</svg>")));
            game.play(selection.best());
            length += 1;
            assert!(length < LONGEST, "{side} lines");
        }
        let again = Go::parse(&game.format()).expect("a position");
        assert_eq!(again, game, "{side} lines");
    }
}

#[test]
fn handicaps_have_as_much_room_as_there_is() {
    for side in 2..=4 {
        let size = Size::new(side).expect("a size");
        for count in 0..30 {
            assert_eq!(fixed_handicap(size, count), None);
            let free = free_handicap(size, count).map(|stones| stones.len());
            let fits = (2..size.points()).contains(&count);
            assert_eq!(free, fits.then_some(count), "{count} on {side}");
        }
    }
    assert_eq!(Size::new(1), None);
    assert_eq!(Size::new(0), None);
}

starboard_core::conformance!(
    smallest: Go::parse("2x2 b 0.5").expect("a position"),
    games(6),
    length(30),
    evaluator("area", Area)
);
starboard_core::conformance!(
    three_lines: Go::parse("3x3 w 0 territory simple-ko").expect("a position"),
    games(4),
    length(30),
    evaluator("area", Area)
);
