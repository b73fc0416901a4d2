//! Who decides.

use std::{fmt::Write, sync::Arc};

use starboard_backgammon::{
    BAR, Backgammon, CHECKERS, FibsBoard, OFF, Probabilities, Turn,
    bearoff::Bearoff,
    cube::{Action, Crawford, CubefulSearch, OutcomeEvaluator, Reply, Stakes, Verdict},
    met::MatchEquity,
    net::Noise,
};
use starboard_core::FilterSet;

use super::request::{Request, Settings};

/// A player that answers requests.
pub(crate) struct Player<E> {
    /// What knows how games end.
    pub(crate) evaluator: E,
    /// Has it err on purpose, or no more.
    pub(crate) set_noise: fn(&mut E, Option<Noise>),
    /// The databases for the end of the game.
    pub(crate) bearoff: Option<Arc<Bearoff>>,
    /// What scores are worth.
    pub(crate) table: Arc<MatchEquity>,
    /// How many plies to look ahead for a move.
    pub(crate) plies: u32,
    /// How many plies to look ahead for the cube.
    pub(crate) cube_plies: u32,
    /// Which moves are looked at deeper.
    pub(crate) filter: FilterSet,
    /// Whether gammons count single while the cube is in the middle, in a game
    /// for money.
    pub(crate) jacoby: bool,
}

impl<E: OutcomeEvaluator> Player<E> {
    /// The answer to a line, one line as a rule, or nothing when the other side
    /// takes its leave.
    pub(super) fn answer(&mut self, line: &str) -> Option<String> {
        let answer = match line.parse() {
            Ok(Request::Exit) => return None,
            Ok(Request::Version) => Ok(format!(
                "Interface: 2\nRFBF: 0\nEngine: {0}\nSoftware: Starboard {0}",
                env!("CARGO_PKG_VERSION")
            )),
            Ok(Request::Debug(on)) => Ok(format!("Debug output {}", if on { "ON" } else { "OFF" })),
            Ok(Request::Decide(board)) => self.decide(&board),
            Ok(Request::Evaluate(board, settings)) => self.evaluate(&board, settings),
            Err(error) => Err(error),
        };
        Some(answer.unwrap_or_else(|error| format!("Error: {error}")))
    }

    fn search(&mut self, stakes: Stakes) -> CubefulSearch<&mut E> {
        CubefulSearch::new(&mut self.evaluator, self.bearoff.clone(), stakes)
    }

    /// What to do: a move, `roll` or `double`, `take`, `drop` or `beaver`.
    fn decide(&mut self, board: &FibsBoard) -> Result<String, String> {
        if [board.board.mine(), board.board.theirs()].iter().any(|side| side.off() == CHECKERS) {
            return Err("the game is over".to_owned());
        }
        let stakes = self.stakes(board, Settings { jacoby: self.jacoby, ..Settings::default() })?;
        let (plies, cube_plies, filter) = (self.plies, self.cube_plies, self.filter.clone());
        let mut search = self.search(stakes);
        if !board.doubled
            && let Some(dice) = board.board.dice()
        {
            let rated = search.rate(&board.board, dice, board.cube, plies, &filter);
            let turn = rated.first().map_or(Turn::PASS, |best| best.turn);
            return Ok(steps(&board.board, turn));
        }
        let verdict = search.cube(&board.board, board.cube, cube_plies).decision;
        if !board.doubled {
            let doubles = matches!(verdict.verdict, Verdict::Decide { action: Action::Double, .. });
            return Ok(if doubles { "double" } else { "roll" }.to_owned());
        }
        let answer = match verdict.reply() {
            Reply::Pass => "drop",
            Reply::Beaver => "beaver",
            Reply::Take => "take",
        };
        Ok(answer.to_owned())
    }

    /// The five probabilities and the equity, in a match the chance to win it,
    /// for whoever is on roll; where a double is on offer, for the player who
    /// answers it, as if on roll. With the cube, whoever is on roll doubles where that
    /// is best.
    fn evaluate(&mut self, board: &FibsBoard, settings: Settings) -> Result<String, String> {
        let mut board = board.clone();
        if board.doubled {
            board.board = Backgammon::new(board.board.theirs(), board.board.mine())
                .map_err(|error| error.to_string())?;
            board.cube = board.cube.flipped();
            board.scores.reverse();
        }
        let stakes = self.stakes(&board, settings)?;
        let cube = board.cube;
        let noise = Noise { deviation: settings.noise, seed: 0 };
        (self.set_noise)(&mut self.evaluator, (noise.deviation > 0.0).then_some(noise));
        let found = self.search(stakes.clone()).cube(&board.board, cube, settings.plies);
        (self.set_noise)(&mut self.evaluator, None);
        let utility = if settings.cubeful {
            stakes.utility_of(found.decision.best, cube.value())
        } else {
            cubeless(&stakes, cube.value(), found.ends)
        };
        // Points by the cube at money.
        let value = stakes.match_chance(utility).unwrap_or(utility / f64::from(cube.value()));
        let mut text = String::new();
        for chance in found.ends.as_array() {
            let _ = write!(text, "{chance:.6} ");
        }
        let _ = write!(text, "{value:.6}");
        Ok(text)
    }

    /// What is played for, seen by whoever is on roll.
    fn stakes(&self, board: &FibsBoard, settings: Settings) -> Result<Stakes, String> {
        if board.length == 0 {
            let Settings { jacoby, beavers, .. } = settings;
            return Ok(Stakes::Money { jacoby, beavers });
        }
        let away = |score: u16| i32::from(board.length) - i32::from(score);
        let [mine, theirs] = board.scores.map(away);
        if mine < 1 || theirs < 1 {
            return Err("the match is over".to_owned());
        }
        if mine.max(theirs) > MatchEquity::LONGEST as i32 {
            return Err(format!("match equity tables go to {} points", MatchEquity::LONGEST));
        }
        let crawford = if mine > 1 && theirs > 1 {
            Crawford::Before
        } else if board.is_crawford() && settings.crawford {
            Crawford::Now
        } else {
            Crawford::After
        };
        Ok(Stakes::Match { table: self.table.clone(), mine, theirs, crawford })
    }
}

/// What the likely ends are worth if nobody ever doubles.
fn cubeless(stakes: &Stakes, cube: i32, ends: Probabilities) -> f64 {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
        ends.as_array().map(f64::from);
    let won = [win - win_gammon, win_gammon - win_backgammon, win_backgammon];
    let lost = [1.0 - win - lose_gammon, lose_gammon - lose_backgammon, lose_backgammon];
    let side = |chances: [f64; 3], sign: i32| -> f64 {
        (1..).zip(chances).map(|(points, p)| p * stakes.utility(sign * points * cube)).sum()
    };
    side(won, 1) + side(lost, -1)
}

/// A turn as that program writes it: `24/18 13/8*`, a step for each die, 25 for
/// the bar and 0 for off; nothing for a pass.
fn steps(board: &Backgammon, turn: Turn) -> String {
    let mut theirs = board.theirs().counts();
    let mut text = String::new();
    for step in turn.steps() {
        let (from, to) = (step.from(), step.to());
        let hits = to > OFF && to < BAR && theirs[usize::from(BAR - to)] == 1;
        if hits {
            theirs[usize::from(BAR - to)] = 0;
            theirs[usize::from(BAR)] += 1;
        }
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{from}/{to}{}", if hits { "*" } else { "" });
    }
    text
}
