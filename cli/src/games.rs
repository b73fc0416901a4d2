//! The one visible list of the built-in games.

pub(crate) mod backgammon_nets;
mod go_protocol;
mod go_reasons;
mod shogi_record;
mod shogi_weights;

use starboard_backgammon::{
    Backgammon, BoundsKind, FibsBoard, HandMade, PaperOrder, contact_positions,
    cube::{CubeBackgammon, CubeEvaluator, CubefulSearch, Stakes},
};
use starboard_core::Cached;
use starboard_go::{Area, Go, Judge, Rules, Size, reasons::Candidates};
use starboard_shogi::{
    Attacks, Exchange, ExchangeOptions, Lively, LivelyOptions, Mate, Material, Shogi, middle_games,
};
use starboard_small::{
    ConnectFour, Dice, Einstein, TicTacToe,
    connect_four::{self, Tactics, Threats},
    dice::{self, OpenRuns},
    einstein::{self, Race},
    open_lines::{self, OpenLines},
};

use crate::{
    Effort, GameEntry, Registry, advice::BackgammonAdvisor, arena::Payoff, external::Usi,
    train::AttackWeights,
};

pub(crate) use backgammon_nets::read as read_nets;

impl Registry {
    /// Every game that comes with Starboard.
    ///
    /// # Panics
    ///
    /// If the environment variable `STARBOARD_BEAROFF` names a database that is no good,
    /// which [`Bearoff::shared`](starboard_backgammon::bearoff::Bearoff::shared) says.
    pub fn builtin() -> Self {
        Self::new()
            .with(tic_tac_toe())
            .with(connect_four())
            .with(dice())
            .with(einstein())
            .with(backgammon())
            .with(nackgammon())
            .with(hypergammon())
            .with(backgammon_cube())
            .with(shogi())
            .with(go())
    }
}

/// Tic-tac-toe.
pub fn tic_tac_toe() -> GameEntry<TicTacToe> {
    GameEntry::new("tic-tac-toe", "Three in a row on nine squares", TicTacToe::default())
        .evaluator("open-lines", "counts the lines still open to each side", OpenLines)
        .positions(open_lines::positions())
        .notation("the rows from the top, x . and o, x first, such as xx./oo./...")
        .effort(Effort { analyse: 9, compare: 7, bench: 6, verify: 5, ..Effort::default() })
}

/// Connect Four.
pub fn connect_four() -> GameEntry<ConnectFour> {
    GameEntry::new("connect-four", "Four in a row, stones fall down", ConnectFour::default())
        .evaluator("threats", "counts threats and the rows they stand in", Threats)
        .quiescence("tactics", "wins at once, and what must be done against them", Tactics)
        .positions(connect_four::positions())
        .notation(
            "the columns played, 1 to 7, such as 44453; or the rows from the top and the player \
             to move, such as '......./......./......./...x.../...o.../..xxo.. o'",
        )
        .effort(Effort { analyse: 10, compare: 8, bench: 5, verify: 4, ..Effort::default() })
}

/// Dice, on five times five squares; positions of other sizes are read, too.
pub fn dice() -> GameEntry<Dice> {
    GameEntry::with_chance("dice", "Four in a row where a die names the line", Dice::new(5, 4))
        .evaluator("open-runs", "counts the runs still open to each side", OpenRuns)
        .positions(dice::positions())
        .rolls_alternate()
        .notation(
            "size, goal, the rows from the top, the player to move, and the roll or ?, such as \
             '3 3 .x./.../... o ?'",
        )
        .effort(Effort { analyse: 3, compare: 3, bench: 2, verify: 2, ..Effort::default() })
}

/// EinStein würfelt nicht!
pub fn einstein() -> GameEntry<Einstein> {
    GameEntry::with_chance(
        "einstein",
        "EinStein würfelt nicht!, a race with a die",
        Einstein::default(),
    )
    .evaluator("race", "compares how far each side has to go", Race)
    .positions(einstein::positions())
    .rolls_alternate()
    .notation(
        "the rows from the top, stones 1 to 6 and A to F, the player to move, and the roll or \
             ?, such as '123../45.../6...F/...ED/..CBA first ?'",
    )
    .effort(Effort { analyse: 4, compare: 4, bench: 3, verify: 3, ..Effort::default() })
}

/// Backgammon, without the doubling cube.
pub fn backgammon() -> GameEntry<Backgammon> {
    let with = |bounds| HandMade { bounds };
    GameEntry::with_chance("backgammon", "Backgammon without the cube", Backgammon::START)
        .evaluator("hand-made", "points, primes, blots and races", with(BoundsKind::Position))
        .evaluator("rules-bounds", "the same, bounded by the rules", with(BoundsKind::Rules))
        .evaluator("loose-bounds", "the same, bounded by next to nothing", with(BoundsKind::Loose))
        .evaluator_with(
            "net",
            "networks for contact, crashed positions and races",
            backgammon_nets::PARAMS,
            backgammon_nets::evaluator,
        )
        .evaluator_with(
            "net-bearoff",
            "the same, and a database for the end, when all checkers are at home",
            backgammon_nets::INFORMED,
            backgammon_nets::informed,
        )
        .order(
            "paper",
            "hits, then points, then few blots, as the *-Minimax paper sorts",
            PaperOrder,
        )
        .positions(contact_positions().step_by(50))
        .rolls_alternate()
        .payoff(Payoff::Units)
        .advisor(BackgammonAdvisor { game: "backgammon", start: "start" })
        .protocols(|protocols| {
            protocols.gnubg(|game| game.dice().map(|_| FibsBoard::of(game).to_string()))
        })
        .notation("a Position ID and the dice, if rolled, such as '4HPwATDgc/ABMA 31', or an XGID")
        .effort(Effort { analyse: 2, compare: 3, bench: 2, verify: 2, ..Effort::default() })
}

/// Nackgammon: backgammon from another start.
pub fn nackgammon() -> GameEntry<Backgammon> {
    variant("nackgammon", "Backgammon with two more checkers back", Backgammon::NACKGAMMON)
        .evaluator("hand-made", "points, primes, blots and races", HandMade::default())
        .evaluator_with(
            "net",
            "networks for contact, crashed positions and races, trained on backgammon",
            backgammon_nets::PARAMS,
            backgammon_nets::evaluator,
        )
        .evaluator_with(
            "net-bearoff",
            "the same, and a database for the end, when all checkers are at home",
            backgammon_nets::INFORMED,
            backgammon_nets::informed,
        )
        .advisor(BackgammonAdvisor { game: "nackgammon", start: "nackgammon" })
        .protocols(|protocols| {
            protocols.gnubg(|game| game.dice().map(|_| FibsBoard::of(game).to_string()))
        })
        .notation("as in backgammon; 'nackgammon' is the start")
}

/// Hypergammon: backgammon with three checkers.
pub fn hypergammon() -> GameEntry<Backgammon> {
    variant("hypergammon", "Backgammon with three checkers each", Backgammon::HYPERGAMMON)
        .evaluator(
            "hand-made",
            "points, blots and races, with weights meant for fifteen checkers",
            HandMade::default(),
        )
        .evaluator_with(
            "net",
            "the networks of backgammon, which were not trained for three checkers",
            backgammon_nets::PARAMS,
            backgammon_nets::evaluator,
        )
        .evaluator_with(
            "net-bearoff",
            "the database of hypergammon, if there is one; otherwise the networks",
            backgammon_nets::INFORMED,
            backgammon_nets::informed,
        )
        .advisor(BackgammonAdvisor { game: "hypergammon", start: "hypergammon" })
        .notation(
            "a Position ID, the dice, if rolled, and 'hypergammon', such as 'AACgAgAAKgAAAA 31 \
             hypergammon'; 'hypergammon' alone is the start",
        )
}

/// Backgammon for money with the doubling cube.
pub fn backgammon_cube() -> GameEntry<CubeBackgammon> {
    GameEntry::with_chance(
        "backgammon-cube",
        "Backgammon for money, with the cube",
        CubeBackgammon::START,
    )
    .evaluator(
        "hand-made",
        "that of backgammon without the cube, and Janowski's model of the cube",
        CubeEvaluator::new(CubefulSearch::new(HandMade::default(), None, Stakes::MONEY)),
    )
    .evaluator_with(
        "net",
        "networks and bearoff databases, and Janowski's model of the cube",
        backgammon_nets::INFORMED,
        |args| {
            let informed = backgammon_nets::informed(args)?;
            let bearoff = informed.bearoff.clone();
            Ok(CubeEvaluator::new(CubefulSearch::new(informed, Some(bearoff), Stakes::MONEY)))
        },
    )
    .payoff(Payoff::Units)
    .protocols(|protocols| protocols.gnubg(|game| Some(FibsBoard::of_cube(game).to_string())))
    .notation(
        "as in backgammon, then the cube if it was turned, as in '4HPwATDgc/ABMA cube 2 mine'; \
         'doubled' if a double is on offer, 'rolling' if the player on roll has decided not to; \
         '4HPwATDgc/ABMA automatic 3' is the start where up to three equal throws double the cube",
    )
    .effort(Effort { analyse: 2, compare: 3, bench: 2, verify: 2, ..Effort::default() })
}

/// What the variants have in common.
fn variant(name: &'static str, about: &'static str, start: Backgammon) -> GameEntry<Backgammon> {
    GameEntry::with_chance(name, about, start)
        .order(
            "paper",
            "hits, then points, then few blots, as the *-Minimax paper sorts",
            PaperOrder,
        )
        .rolls_alternate()
        .payoff(Payoff::Units)
        .effort(Effort { analyse: 2, compare: 3, bench: 2, verify: 2, ..Effort::default() })
}

/// How much the look of a quiet move counts in the order `plausible`: points for
/// each of its up to 60.
const LOOK: i32 = 64;

/// The evaluations that Shogi's dear evaluator remembers, as a power of two:
/// what a core's own memory has room for.
const REMEMBERED: u32 = 14;

/// Shogi.
pub fn shogi() -> GameEntry<Shogi> {
    GameEntry::new("shogi", "Shogi, with repetition and winning by declaration", Shogi::start())
        .evaluator_with(
            "attacks",
            "counts pieces, and attacks near the kings",
            shogi_weights::PARAMS,
            |args| shogi_weights::attacks(args).map(|attacks| Cached::new(attacks, REMEMBERED)),
        )
        .evaluator(
            "attacks-untuned",
            "the same by weights made by hand",
            Cached::new(Attacks::untuned(), REMEMBERED),
        )
        .evaluator("material", "counts pieces on the board and in hand", Material)
        .order_with(
            "exchange",
            "captures that win, the least piece first; last those that lose",
            ExchangeOptions::PARAMS,
            |args| ExchangeOptions::read(args).map(Exchange::new),
        )
        .order(
            "plausible",
            "exchange(quiet=64): the same, and quiet moves by how close to the enemy king they come",
            Exchange::new(ExchangeOptions { quiet: LOOK, ..ExchangeOptions::default() }),
        )
        .quiescence_with(
            "lively",
            "captures and promotions that lose nothing, and answers to checks",
            LivelyOptions::PARAMS,
            |args| LivelyOptions::read(args).map(Lively::new),
        )
        // One of the two orders of its own: they agree on captures, and would
        // count them twice.
        .strongest(
            "alpha-beta(lmr, lmp, futility=150, check-extension, null-move=2, quiescence, \
             repetitions, deeper) + tt(mb=16) + exchange + killers + history",
        )
        .trainee(AttackWeights)
        .openings(starboard_shogi::openings())
        .record("csa", shogi_record::as_csa)
        .record("kif", shogi_record::as_kif)
        .goal("mate by checks alone", |game| Mate::from(game))
        .protocols(|protocols| {
            protocols.usi(Usi::of_notation());
            protocols.gnushogi(Usi::of_notation());
        })
        .positions(middle_games().step_by(8))
        .notation(
            "SFEN, such as 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1', or \
             startpos, either with the moves since, as in 'startpos moves 7g7f 3c3d'",
        )
        .effort(Effort { analyse: 4, compare: 3, bench: 3, verify: 2, ..Effort::default() })
}

/// Go, on nine lines; positions of other sizes are read, too.
pub fn go() -> GameEntry<Go> {
    let start = Go::new(Size::new(9).unwrap_or(Size::FULL), Rules::default());
    let judge = Judge::default();
    GameEntry::new("go", "Go, with superko, counted by area", start)
        .evaluator("area", "counts stones and what they surround", Area)
        .slow_evaluator(
            "judge",
            "reads what lives, and says whose each point will be",
            judge.clone(),
        )
        .policy("candidates", "the moves that reasons speak for", Candidates::new(judge))
        .algorithm(go_reasons::algorithm())
        .reasoner(go_reasons::Reasons)
        .record("sgf", go_protocol::as_sgf)
        .protocols(|protocols| protocols.gtp(go_protocol::gtp()))
        .positions(starboard_go::positions().step_by(6))
        .notation(
            "a size, such as 9x9, or the rows from the top, of X for Black, O for White and \
             numbers of free points; then the player to move and the komi, such as \
             '9/9/9/9/3X1O3/9/4X4/9/9 w 7.5', what is not as usual (territory, simple-ko, \
             prisoners 2 0, ko D4, passed 1), and the moves since, as in '9x9 b 7.5 moves E5 C3'",
        )
        // Its own search evaluates the whole board at a node, a thousand times a second.
        .effort(Effort { analyse: 2, compare: 2, compare_nodes: 1_000, bench: 2, verify: 1 })
}
