//! The cards of backgammon and its variants: what the framework has to know about each game.

pub mod nets;

use starboard::{DefaultDepths, GameEntry, Payoff};
use starboard_core::Game;

use crate::{
    Backgammon, BoundsKind, Dice, HandCrafted, Move, PaperOrder, contact_positions,
    cube::{
        CubeBackgammon, CubeEvaluator, CubeGame, CubeMove, CubefulSearch, MatchBackgammon, Stakes,
    },
    engine,
};

/// How deep backgammon is searched by default. The reference search of a comparison takes two
/// million evaluations per position, so only a few positions are compared; an analysis looks two
/// plies ahead.
const DEPTHS: DefaultDepths = DefaultDepths {
    analyse: 3,
    compare: 3,
    compare_positions: 5,
    compare_nodes: 10_000,
    bench: 2,
    verify: 2,
};
/// The strongest engine: a filtered search as in GNU Backgammon, with the networks and the bearoff
/// databases.
const STRONGEST: &str = "filtered + net-bearoff";

/// The openings of a game: each player rolls one die, and the player with the higher number plays
/// both. So the first roll is never a double.
fn openings<G: Game>(start: &G, roll: fn(Dice) -> G::Move) -> Vec<G> {
    let rolls = Dice::all().filter(|dice| !dice.is_double());
    rolls
        .map(|dice| {
            let mut game = start.clone();
            game.play(roll(dice));
            game
        })
        .collect()
}

/// Backgammon, without the doubling cube.
pub fn backgammon() -> GameEntry<Backgammon> {
    let with = |bounds| HandCrafted { bounds };
    let entry =
        GameEntry::with_chance("backgammon", "Backgammon without the cube", Backgammon::START)
            .renamed("hand-made", "hand-crafted")
            .evaluator(
                "hand-crafted",
                "points, primes, blots and races",
                with(BoundsKind::Position),
            )
            .evaluator("rules-bounds", "the same, bounded by the rules", with(BoundsKind::Rules))
            .evaluator(
                "loose-bounds",
                "the same, with bounds so loose that they say next to nothing",
                with(BoundsKind::Loose),
            )
            .evaluator_with(
                "net",
                "neural networks for contact, crashed positions and races",
                nets::PARAMS,
                nets::evaluator,
            );
    // Without files and threads there are no databases.
    let entry = if cfg!(target_family = "wasm") {
        entry.engine("filtered + net")
    } else {
        entry
            .evaluator_with(
                "net-bearoff",
                "the same, and a bearoff database for when all checkers are home",
                nets::BEAROFF_PARAMS,
                nets::with_bearoff,
            )
            .engine(STRONGEST)
    };
    entry
        .order(
            "paper",
            "hits first, then points, then few blots, as in the *-Minimax paper",
            PaperOrder,
        )
        .positions(contact_positions().step_by(50))
        .rolls_alternate()
        .payoff(Payoff::Units)
        .openings(openings(&Backgammon::START, Move::Roll))
        .notation("a Position ID and the dice, if rolled, such as '4HPwATDgc/ABMA 31', or an XGID")
        .default_depths(DEPTHS)
}

/// Nackgammon: backgammon from another starting position.
pub fn nackgammon() -> GameEntry<Backgammon> {
    variant("nackgammon", "Backgammon with two more checkers back", Backgammon::NACKGAMMON)
        .renamed("hand-made", "hand-crafted")
        .evaluator("hand-crafted", "points, primes, blots and races", HandCrafted::default())
        .evaluator_with(
            "net",
            "neural networks for contact, crashed positions and races, trained on backgammon",
            nets::PARAMS,
            nets::evaluator,
        )
        .evaluator_with(
            "net-bearoff",
            "the same, and a bearoff database for when all checkers are home",
            nets::BEAROFF_PARAMS,
            nets::with_bearoff,
        )
        .notation("as in backgammon; 'nackgammon' is the start")
        // One ply deeper, the reference search alone takes 200 million evaluations before the roll.
        .default_depths(DefaultDepths { compare: 2, ..DEPTHS })
}

/// Hypergammon: backgammon with three checkers.
pub fn hypergammon() -> GameEntry<Backgammon> {
    variant("hypergammon", "Backgammon with three checkers each", Backgammon::HYPERGAMMON)
        .renamed("hand-made", "hand-crafted")
        .evaluator(
            "hand-crafted",
            "points, blots and races, with weights tuned for fifteen checkers",
            HandCrafted::default(),
        )
        .evaluator_with(
            "net",
            "the networks of backgammon, which were not trained for three checkers",
            nets::PARAMS,
            nets::evaluator,
        )
        .evaluator_with(
            "net-bearoff",
            "the hypergammon database, if there is one; otherwise the networks",
            nets::BEAROFF_PARAMS,
            nets::with_bearoff,
        )
        .notation(
            "a Position ID, the dice, if rolled, and 'hypergammon', such as 'AACgAgAAKgAAAA 31 \
             hypergammon'; 'hypergammon' alone is the start",
        )
}

/// Backgammon for money with the doubling cube.
pub fn backgammon_cube() -> GameEntry<CubeBackgammon> {
    with_cube("backgammon-cube", "Backgammon for money, with the cube", CubeBackgammon::START)
        .payoff(Payoff::Units)
        .notation(
            "as in backgammon, then the cube if it was turned, as in '4HPwATDgc/ABMA cube 2 \
             mine'; 'doubled' if a double is on offer, 'rolling' if the player on roll has decided \
             not to; '4HPwATDgc/ABMA automatic 3' is the start with up to three automatic doubles; \
             an XGID or GNUBGID itself says where the cube is and whether a double is on offer",
        )
        .openings(openings(&CubeBackgammon::START, CubeMove::Roll))
}

/// Backgammon matches, each as a single game: to seven points by default.
pub fn backgammon_match() -> GameEntry<MatchBackgammon> {
    const SCORES: [&str; 5] = ["0-0", "3-5", "6-2 crawford", "2-6", "6-6"];
    let at = |(game, score): (Backgammon, &str)| {
        let text = format!("{} match 7 {score}", game.format());
        MatchBackgammon::parse(&text).expect("a position and a score")
    };
    with_cube("backgammon-match", "A match of backgammon, with the cube", MatchBackgammon::to(7))
        .positions(contact_positions().step_by(100).zip(SCORES).map(at))
        // The search is the same as in money games, so one position is enough to compare.
        .default_depths(DefaultDepths { compare_positions: 1, ..DEPTHS })
        .payoff(Payoff::Outcome)
        .notation(
            "as in backgammon-cube, then the match length and the score, as in \
             '4HPwATDgc/ABMA 31 match 7 3-2', with 'crawford' in the Crawford game; 'match 7' is \
             the start of a match; an XGID or GNUBGID of a match itself gives the score and the \
             position of the cube",
        )
}

/// What money games and matches have in common.
fn with_cube<const MATCH: bool>(
    name: &'static str,
    about: &'static str,
    start: CubeGame<MATCH>,
) -> GameEntry<CubeGame<MATCH>> {
    GameEntry::with_chance(name, about, start)
        .renamed("hand-made", "hand-crafted")
        .evaluator(
            "hand-crafted",
            "that of backgammon without the cube, and Janowski's cube model",
            CubeEvaluator::new(CubefulSearch::new(HandCrafted::default(), None, Stakes::MONEY)),
        )
        .evaluator_with("net", "neural networks, and Janowski's cube model", nets::PARAMS, |args| {
            let search = CubefulSearch::new(nets::evaluator(args)?, None, Stakes::MONEY);
            Ok(CubeEvaluator::new(search))
        })
        .evaluator_with(
            "net-bearoff",
            "the same, with bearoff databases for when all checkers are home",
            nets::BEAROFF_PARAMS,
            |args| {
                let net = nets::with_bearoff(args)?;
                let bearoff = net.bearoff.clone();
                Ok(CubeEvaluator::new(CubefulSearch::new(net, Some(bearoff), Stakes::MONEY)))
            },
        )
        .algorithm(engine::filtered())
        .engine(STRONGEST)
        .default_depths(DEPTHS)
}

/// What the variants have in common.
fn variant(name: &'static str, about: &'static str, start: Backgammon) -> GameEntry<Backgammon> {
    GameEntry::with_chance(name, about, start)
        .openings(openings(&start, Move::Roll))
        .engine(STRONGEST)
        .order(
            "paper",
            "hits first, then points, then few blots, as in the *-Minimax paper",
            PaperOrder,
        )
        .rolls_alternate()
        .payoff(Payoff::Units)
        .default_depths(DEPTHS)
}
