//! The cards of the games: all that the framework needs to know about each of them.

use starboard::{AnyGame, DefaultDepths, GameEntry};

use crate::{
    Amazons, Breakthrough, ConnectFour, Dice, Einstein, Othello, Slide, TicTacToe, Ur,
    amazons::{self, Territory},
    breakthrough::{self, Advance, Captures},
    connect_four::{self, Stones, Tactics, Threats},
    dice::{self, OpenRuns},
    einstein::{self, Race},
    open_lines::{self, OpenLines},
    othello::{self, Mobility},
    slide::{self, Room},
    ur::{self, Steps},
};

/// The cards of all games, type-erased.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    vec![
        tic_tac_toe().into(),
        connect_four().into(),
        othello().into(),
        breakthrough().into(),
        amazons().into(),
        dice().into(),
        einstein().into(),
        ur().into(),
        slide().into(),
    ]
}

/// Tic-tac-toe.
pub fn tic_tac_toe() -> GameEntry<TicTacToe> {
    GameEntry::new("tic-tac-toe", "Three in a row on nine squares", TicTacToe::default())
        .evaluator("open-lines", "counts the lines still open to each side", OpenLines)
        .positions(open_lines::positions())
        .notation("the rows from the top, x . and o, x first, such as xx./oo./...")
        .default_depths(DefaultDepths {
            analyse: 9,
            compare: 7,
            bench: 6,
            verify: 5,
            ..DefaultDepths::default()
        })
}

/// Connect Four.
pub fn connect_four() -> GameEntry<ConnectFour> {
    GameEntry::new("connect-four", "Four in a row, with gravity", ConnectFour::default())
        .evaluator("threats", "counts threats, weighted by the parity of their rows", Threats)
        // ANCHOR: network
        .evaluator_with(
            "net",
            "a network over stones and threats",
            starboard_network::PARAMS,
            |args| starboard_network::read(args, Stones, connect_four::network),
        )
        // ANCHOR_END: network
        .quiescence("tactics", "immediate wins, and blocks of immediate wins", Tactics)
        .engine(
            "alpha-beta(iir, lmr, tt-accept-deeper, quiescence) + tt(mb=16) + killers + \
             countermoves + history + net",
        )
        .positions(connect_four::positions())
        .notation(
            "the columns played, 1 to 7, such as 44453; or the rows from the top and the player \
             to move, such as '......./......./......./...x.../...o.../..xxo.. o'",
        )
        .default_depths(DefaultDepths {
            analyse: 10,
            compare: 8,
            bench: 5,
            verify: 4,
            ..DefaultDepths::default()
        })
}

/// Othello; positions on 4x4 and 6x6 boards are read, too.
pub fn othello() -> GameEntry<Othello> {
    GameEntry::new("othello", "Outflanked discs are flipped", Othello::default())
        .evaluator("mobility", "counts moves, corners and stable discs", Mobility)
        .engine(
            "alpha-beta(aspiration=50, iir, lmr, futility=300, tt-accept-deeper) + tt(mb=16) + \
             killers + countermoves + history + continuation-history + mobility",
        )
        .positions(othello::positions())
        .notation(
            "the moves from the start, such as f5d6c3; or the rows from the top, x . and o, and \
             the player to move, such as '..../.ox./.xo./.... x'",
        )
        .default_depths(DefaultDepths {
            analyse: 8,
            compare: 6,
            bench: 4,
            verify: 4,
            ..DefaultDepths::default()
        })
}

/// Breakthrough; positions on boards of four to eight rows and columns are read, too.
pub fn breakthrough() -> GameEntry<Breakthrough> {
    GameEntry::new(
        "breakthrough",
        "A race of pawns to the other side",
        Breakthrough::default(),
    )
    .evaluator("advance", "counts pawns, their advancement, and unstoppable pawns", Advance)
    .quiescence("captures", "captures that win a pawn, and immediate wins", Captures)
    .engine(
        "alpha-beta(iir, lmr, null-move=2, tt-accept-deeper, quiescence) + tt(mb=16) + killers + \
         countermoves + history + advance",
    )
    .positions(breakthrough::positions())
    .notation(
        "the rows from the top, x (White, who moves up) . and o, and the player to move, such \
             as 'oooo/..../..../xxxx x'",
    )
    .default_depths(DefaultDepths {
        analyse: 6,
        compare: 4,
        bench: 3,
        verify: 3,
        ..DefaultDepths::default()
    })
}

/// The Game of the Amazons; positions on boards of four to ten rows and columns are read, too.
pub fn amazons() -> GameEntry<Amazons> {
    GameEntry::new("amazons", "Queens that shoot arrows and run out of room", Amazons::default())
        .evaluator("territory", "counts the squares that each side reaches first", Territory)
        .engine(
            "alpha-beta(aspiration=50, iir, lmr, futility=100, tt-accept-deeper) + tt(mb=16) + \
             killers + history + continuation-history + territory",
        )
        .positions(amazons::positions())
        .notation(
            "the rows from the top, x (White) . o and * for arrows, and the player to move, such \
             as '..o..o/....../*.x.../....../....../.....x o'",
        )
        .default_depths(DefaultDepths {
            analyse: 2,
            compare: 2,
            compare_positions: 6,
            bench: 1,
            verify: 2,
            ..DefaultDepths::default()
        })
}

/// Dice, on a 5x5 board; positions on boards of other sizes are read, too.
pub fn dice() -> GameEntry<Dice> {
    GameEntry::with_chance("dice", "Four in a row, where a die names the line", Dice::new(5, 4))
        .evaluator("open-runs", "counts the runs still open to each side", OpenRuns)
        .engine("star2 + tt(mb=16) + killers + history")
        .positions(dice::positions())
        .rolls_alternate()
        .notation(
            "size, goal, the rows from the top, the player to move, and the roll or ?, such as \
             '3 3 .x./.../... o ?'",
        )
        .default_depths(DefaultDepths {
            analyse: 3,
            compare: 3,
            bench: 2,
            verify: 2,
            ..DefaultDepths::default()
        })
}

/// EinStein würfelt nicht!
pub fn einstein() -> GameEntry<Einstein> {
    GameEntry::with_chance(
        "einstein",
        "EinStein würfelt nicht!, a race with a die",
        Einstein::default(),
    )
    .evaluator("race", "compares how many turns each side still needs", Race)
    .engine("star2 + tt(mb=16) + killers + history")
    .positions(einstein::positions())
    .rolls_alternate()
    .notation(
        "the rows from the top, stones 1 to 6 and A to F, the player to move, and the roll or \
             ?, such as '123../45.../6...F/...ED/..CBA first ?'",
    )
    .default_depths(DefaultDepths {
        analyse: 4,
        compare: 4,
        bench: 3,
        verify: 3,
        ..DefaultDepths::default()
    })
}

/// The Royal Game of Ur.
pub fn ur() -> GameEntry<Ur> {
    GameEntry::with_chance("ur", "The Royal Game of Ur, a race with passes", Ur::default())
        .evaluator("steps", "compares the steps each side still has to go", Steps)
        .positions(ur::positions())
        .rolls_alternate()
        .notation(
            "the rows from the first player's side, x . and o, - where there is no square, the \
             pieces in the hands, the player to move, and the roll or ?, such as \
             'x...--../..o...../....--.. 6 6 second ?'",
        )
        .default_depths(DefaultDepths {
            analyse: 4,
            compare: 4,
            bench: 4,
            verify: 3,
            ..DefaultDepths::default()
        })
}

/// 2048.
pub fn slide() -> GameEntry<Slide> {
    GameEntry::with_chance("2048", "2048, a one-player game for a score", Slide::default())
        .evaluator("room", "counts empty squares and tiles that can merge", Room)
        .positions(slide::positions())
        .notation(
            "the rows from the top, numbers separated by spaces, 0 for none, and +1 where a tile \
             is to be added, such as '2 0 0 0/0 0 0 0/0 4 0 0/0 0 0 0 +1'",
        )
        .default_depths(DefaultDepths {
            analyse: 3,
            compare: 2,
            bench: 2,
            verify: 2,
            ..DefaultDepths::default()
        })
}
