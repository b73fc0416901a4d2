//! Lists of hints: which moves are looked at how deep, in the order and the
//! format of GNU Backgammon. Its figures stand in for an evaluator, so that what
//! is tested is the filters and nothing else.

use std::collections::HashMap;

use starboard_backgammon::{
    Backgammon, Move, Probabilities, Turn,
    cube::{Hint, RatedTurn, Stakes, rate_by},
};
use starboard_core::{FilterSet, Game};

/// The position of the manual's examples: the start with 42.
const OPENING: &str = "4HPwATDgc/ABMA 42";

/// What is known of the moves of a position, in the order of the file: by plies,
/// the equity and the chances.
struct Table {
    game: Backgammon,
    moves: Vec<Turn>,
    known: HashMap<(Turn, u32), (f64, [f32; 5])>,
}

impl Table {
    fn new(position: &str) -> Self {
        let game = Backgammon::parse(position).expect("a position");
        Self { game, moves: Vec::new(), known: HashMap::new() }
    }

    fn turn(&self, text: &str) -> Turn {
        match self.game.parse_move(text) {
            Ok(Move::Turn(turn)) => turn,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn legal(&self) -> Vec<Turn> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let turn = |m: &Move| match *m {
            Move::Turn(turn) => turn,
            Move::Roll(dice) => panic!("{dice} is no turn"),
        };
        moves.iter().map(turn).collect()
    }

    /// The moves by rank with what is asked for taken from the table, and nothing
    /// asked for that it does not have.
    fn rate(&self, plies: u32, filter: &str) -> Vec<RatedTurn> {
        let filter: FilterSet = filter.parse().expect("a filter");
        // Backwards: that a sorted list stays sorted would prove nothing.
        let turns: Vec<_> = self.moves.iter().rev().copied().collect();
        rate_by(&turns, plies, &filter, |turn, plies| {
            let Some(&(equity, outcomes)) = self.known.get(&(turn, plies)) else {
                let name = self.game.format_move(Move::Turn(turn));
                panic!("{} {name}: nobody has looked {plies} plies ahead", self.game.format())
            };
            let outcomes = Probabilities::from(outcomes);
            RatedTurn { turn, plies, outcomes, equity, utility: equity }
        })
    }

    fn list(&self, rated: &[RatedTurn]) -> String {
        let mut text = String::new();
        for hint in Hint::list(&self.game, &Stakes::MONEY, rated) {
            text += &format!("{hint}\n");
        }
        text
    }
}

/// The manual's example: equities to one digit more than are printed, so that
/// equities and differences both come out as printed; and the chances.
type Row = (&'static str, [(f64, [f32; 5]); 2]);

/// A table of the manual's moves. Those that it leaves out, of 18 in all, are
/// worse, whatever they are.
fn manual(rows: &[Row]) -> Table {
    let mut table = Table::new(OPENING);
    let mut least = f64::INFINITY;
    for (text, by_plies) in rows {
        let turn = table.turn(text);
        table.moves.push(turn);
        for (plies, &(equity, outcomes)) in [0, 2].into_iter().zip(by_plies) {
            if equity.is_finite() {
                table.known.insert((turn, plies), (equity, outcomes));
            }
        }
        least = least.min(by_plies[0].0);
    }
    for turn in table.legal() {
        if !table.known.contains_key(&(turn, 0)) {
            least -= 0.01;
            table.moves.push(turn);
            table.known.insert((turn, 0), (least, [0.4, 0.1, 0.0, 0.1, 0.0]));
        }
    }
    assert_eq!(table.moves.len(), 18);
    table
}

/// Nobody looked.
const NONE: (f64, [f32; 5]) = (f64::NAN, [0.0; 5]);

/// The older manual's list for 42, whose filter for 4 plies keeps four and up to
/// three within 0.07, then two and a third within 0.04.
const OLDER: [Row; 8] = [
    (
        "8/4 6/4",
        [
            (0.1563, [0.538, 0.160, 0.009, 0.120, 0.006]),
            (0.1713, [0.539, 0.162, 0.007, 0.119, 0.005]),
        ],
    ),
    (
        "24/22 13/9",
        [
            (0.0345, [0.506, 0.141, 0.007, 0.127, 0.004]),
            (0.0252, [0.504, 0.141, 0.006, 0.130, 0.004]),
        ],
    ),
    (
        "24/20 13/11",
        [
            (0.0302, [0.506, 0.134, 0.006, 0.126, 0.004]),
            (0.0336, [0.509, 0.136, 0.006, 0.129, 0.005]),
        ],
    ),
    (
        "13/11 13/9",
        [
            (0.0216, [0.502, 0.149, 0.008, 0.136, 0.007]),
            (0.0212, [0.501, 0.151, 0.007, 0.136, 0.007]),
        ],
    ),
    ("24/22 24/20", [(-0.0060, [0.499, 0.122, 0.005, 0.126, 0.003]), NONE]),
    ("24/18", [(-0.0311, [0.496, 0.115, 0.005, 0.134, 0.004]), NONE]),
    ("13/9 6/4", [(-0.0389, [0.491, 0.138, 0.008, 0.149, 0.009]), NONE]),
    ("24/20 6/4", [(-0.0514, [0.488, 0.123, 0.005, 0.138, 0.005]), NONE]),
];

const OLDER_FILTER: &str = "4,3,0.07;skip;2,1,0.04;skip";

#[track_caller]
fn starts_with(list: &str, expected: &str) {
    assert!(list.starts_with(expected), "{list}\nand not\n{expected}");
}

#[test]
fn the_older_manuals_lists_come_out_as_printed() {
    let table = manual(&OLDER);
    starts_with(&table.list(&table.rate(0, OLDER_FILTER)), include_str!("hints/older-0.txt"));
    let rated = table.rate(2, OLDER_FILTER);
    starts_with(&table.list(&rated), include_str!("hints/older-2.txt"));
    assert!(rated[4..].iter().all(|rated| rated.plies == 0));
}

/// "Only the two best moves are evaluated at 4-ply."
#[test]
fn the_older_manuals_filter_leaves_two_moves_for_4_plies() {
    let mut table = manual(&OLDER);
    for text in ["8/4 6/4", "24/20 13/11"] {
        let turn = table.turn(text);
        let at_two = table.known[&(turn, 2)];
        table.known.insert((turn, 4), at_two);
    }
    let plies: Vec<_> = table.rate(4, OLDER_FILTER).iter().map(|rated| rated.plies).collect();
    assert_eq!(plies[..6], [4, 4, 2, 2, 0, 0]);
}

/// The newer manual's list for 42, with the filter `normal`; it prints no chances.
const NEWER: [(&str, f64, f64); 10] = [
    ("8/4 6/4", 0.1888, 0.1796),
    ("24/20 13/11", 0.0459, 0.0523),
    ("13/11 13/9", 0.0438, 0.0427),
    ("24/22 13/9", 0.0341, 0.0348),
    ("24/22 24/20", -0.0056, f64::NAN),
    ("24/18", -0.0092, f64::NAN),
    ("24/20 6/4", -0.0192, f64::NAN),
    ("13/9 6/4", -0.0238, f64::NAN),
    ("13/7", -0.0521, f64::NAN),
    ("24/20 8/6", -0.0528, f64::NAN),
];

#[test]
fn the_newer_manuals_lists_come_out_as_printed() {
    let chances = [0.5, 0.1, 0.0, 0.1, 0.0];
    let rows = NEWER.map(|(text, at_0, at_2)| (text, [(at_0, chances), (at_2, chances)]));
    let table = manual(&rows);
    let first_lines = |plies| {
        let list = table.list(&table.rate(plies, "normal"));
        list.lines().step_by(2).map(|line| line.to_owned() + "\n").collect::<String>()
    };
    starts_with(&first_lines(0), include_str!("hints/newer-0.txt"));
    starts_with(&first_lines(2), include_str!("hints/newer-2.txt"));
    // The second is 0.128 behind at 2 plies: nothing is left to be looked at at 4.
    assert_eq!(first_lines(4), first_lines(2));
}

/// Lists that the program prints for ten positions, by the five sets and by
/// filters of one's own: which moves it looked at how deep, and in which order.
///
/// In the file: a position with its dice; its moves with their equities 0 to 3
/// plies ahead, where it looked so far; and the lists, plies and filter, then
/// moves by their number from 0 with the plies.
#[test]
fn lists_are_those_of_the_program() {
    let mut table = Table::new(OPENING);
    let mut lists = 0;
    for line in include_str!("hints/program.txt").lines() {
        let (what, rest) = line.split_once(' ').expect("two words");
        match what {
            "position" => table = Table::new(rest),
            "move" => {
                let mut fields = rest.split('|');
                let text = fields.next().expect("a move");
                let turn = table.turn(text);
                table.moves.push(turn);
                // Of moves with equal equities those that stand first win more.
                let win = 0.5 - 0.001 * table.moves.len() as f32;
                for (plies, equity) in (0..).zip(fields) {
                    if let Ok(equity) = equity.parse() {
                        table.known.insert((turn, plies), (equity, [win, 0.0, 0.0, 0.0, 0.0]));
                    }
                }
            }
            "list" => {
                let (asked, expected) = rest.split_once('|').expect("a list");
                let (plies, filter) = asked.split_once(' ').expect("plies and filter");
                assert_eq!(table.moves.len(), table.legal().len());
                let rated = table.rate(plies.parse().expect("a number"), filter);
                let found: Vec<_> = rated.iter().map(|r| (r.plies, r.equity)).collect();
                // Moves of the same equity may stand in any order.
                let named = |text: &str| {
                    let (i, plies) = text.split_once('@').expect("a move and plies");
                    let i: usize = i.parse().expect("a number");
                    let plies = plies.parse().expect("a number");
                    (plies, table.known[&(table.moves[i], plies)].0)
                };
                let expected: Vec<_> = expected.split(' ').map(named).collect();
                assert_eq!(found, expected, "{} {asked}", table.game.format());
                lists += 1;
            }
            other => panic!("{other:?} in the file"),
        }
    }
    assert!(lists > 100, "{lists} lists");
}
