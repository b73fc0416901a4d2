//! A review of a match of backgammon, for programs.

use serde::Serialize;
use starboard_backgammon::{
    Dice, Move,
    analysis::{
        Amount, CubeFault, CubeFound, Done, Findings, LuckMark, PlayFound, ResignFound, Skill,
        Statistics, Step, Summary, fibs_difference,
    },
    cube::{CubeDecision, Hint},
    position_id,
    record::{Action, MatchRecord, Outcome},
};
use starboard_core::{Game, Player};

use super::Request;

/// The moves that are shown, beside the one that was played.
const SHOWN: usize = 8;

/// The whole record. Players are 0, the first one, and 1.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    pub(super) game: &'static str,
    pub(super) file: String,
    pub(super) players: [String; 2],
    /// 0 at money.
    pub(super) length: u32,
    pub(super) jacoby: bool,
    pub(super) beavers: bool,
    pub(super) table: String,
    pub(super) evaluator: String,
    pub(super) plies: u32,
    pub(super) cube_plies: u32,
    pub(super) filter: String,
    /// How the record breaks off, if it does.
    pub(super) unfinished: Option<&'static str>,
    pub(super) games: Vec<GameReport>,
    pub(super) total: [Figures; 2],
    /// For the first player: chance in a match, points at money.
    pub(super) result: f64,
    pub(super) luck_adjusted: f64,
    /// The luck of both players in the games that have a result.
    pub(super) luck_in_finished: [Amount; 2],
    /// By how much the first player's rating on FIBS should be higher, by the
    /// result without luck; none of a match that nobody has won.
    pub(super) fibs_difference: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct GameReport {
    pub(super) number: usize,
    pub(super) score: [u32; 2],
    pub(super) crawford: bool,
    pub(super) winner: Option<usize>,
    pub(super) points: u32,
    pub(super) steps: Vec<StepReport>,
    pub(super) players: [Figures; 2],
    pub(super) result: Option<f64>,
    pub(super) luck_adjusted: Option<f64>,
}

/// What a player did, with the rates that follow from it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figures {
    #[serde(flatten)]
    pub(super) statistics: Statistics,
    pub(super) loss: Amount,
    pub(super) play_rate: Option<f64>,
    pub(super) cube_rate: Option<f64>,
    pub(super) rate: Option<f64>,
    pub(super) rating: Option<String>,
    pub(super) snowie_rate: Option<f64>,
    pub(super) fibs_rating: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct StepReport {
    pub(super) number: usize,
    pub(super) player: usize,
    pub(super) position: String,
    pub(super) dice: Option<String>,
    pub(super) action: String,
    pub(super) cube: Option<CubeReport>,
    pub(super) play: Option<PlayReport>,
    pub(super) luck: Option<LuckReport>,
    pub(super) resign: Option<ResignReport>,
    #[serde(skip)]
    pub(super) picture: String,
}

/// A decision about the cube; equities are for the player on roll.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CubeReport {
    pub(super) plies: u32,
    pub(super) probabilities: [f32; 5],
    #[serde(flatten)]
    pub(super) decision: CubeDecision,
    pub(super) counts: bool,
    pub(super) done: Done,
    pub(super) loss: Amount,
    pub(super) skill: Skill,
    pub(super) fault: Option<CubeFault>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct PlayReport {
    pub(super) forced: bool,
    /// The best moves, and the one that was played.
    pub(super) moves: Vec<Hint>,
    /// Which of them was played.
    pub(super) played: usize,
    pub(super) loss: Amount,
    pub(super) skill: Skill,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct LuckReport {
    #[serde(flatten)]
    pub(super) amount: Amount,
    pub(super) mark: LuckMark,
}

/// A game given up; equities are for who gave up.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ResignReport {
    pub(super) plies: u32,
    pub(super) playing_on: f64,
    pub(super) given_up: f64,
    pub(super) loss: Amount,
    pub(super) skill: Skill,
    /// What the other player lost by taking it.
    pub(super) taken: Amount,
    pub(super) taken_skill: Skill,
}

impl Report {
    pub(super) fn new(
        request: &Request,
        record: &MatchRecord,
        (table, evaluator): (&str, String),
        steps: &[Step],
        found: &[Findings],
    ) -> Self {
        let summary = Summary::new(steps, found, record);
        let figures = |players: &[Statistics; 2]| {
            let [one, two] = players;
            [Figures::new(one, two, record.length), Figures::new(two, one, record.length)]
        };
        let games = record.games.iter().zip(&summary.games).enumerate();
        let games = games.map(|(i, (game, sums))| {
            let own = steps.iter().zip(found).filter(|(step, _)| step.game == i);
            GameReport {
                number: i + 1,
                score: game.score,
                crawford: record.is_crawford(i),
                winner: game.outcome.map(|Outcome { winner, .. }| winner.index()),
                points: game.outcome.map_or(0, |outcome| outcome.points),
                steps: own.map(|(step, found)| StepReport::new(record, step, found)).collect(),
                players: figures(&sums.players),
                result: sums.result,
                luck_adjusted: sums.luck_adjusted(),
            }
        });
        let fair = summary.luck_adjusted();
        let unfinished = unfinished(record);
        let difference = fibs_difference(0.5 + fair, record.length);
        Self {
            game: "backgammon",
            file: request.name.clone(),
            players: record.names.clone(),
            length: record.length,
            jacoby: record.rules.jacoby,
            beavers: record.is_beavers(),
            table: table.to_owned(),
            evaluator,
            plies: request.settings.plies,
            cube_plies: request.settings.cube_plies,
            filter: request.settings.filter.name.clone(),
            unfinished,
            games: games.collect(),
            total: figures(&summary.total),
            result: summary.result,
            luck_adjusted: fair,
            luck_in_finished: summary.luck_in_finished,
            fibs_difference: difference.filter(|_| unfinished.is_none()),
        }
    }
}

/// How a record breaks off, if it does.
fn unfinished(record: &MatchRecord) -> Option<&'static str> {
    let won = |points: &u32| record.length == 0 || *points >= record.length;
    match record.games.last() {
        Some(game) if game.outcome.is_none() => Some("the last game is unfinished"),
        _ if record.score().iter().any(won) => None,
        _ => Some("the match is unfinished: nobody has won it yet"),
    }
}

impl Figures {
    fn new(own: &Statistics, other: &Statistics, length: u32) -> Self {
        Self {
            statistics: own.clone(),
            loss: own.loss(),
            play_rate: own.play_rate(),
            cube_rate: own.cube_rate(),
            rate: own.rate(),
            rating: own.rating().map(|rating| rating.to_string()),
            snowie_rate: own.snowie_rate(other),
            fibs_rating: own.fibs_rating(length),
        }
    }
}

impl StepReport {
    fn new(record: &MatchRecord, step: &Step, found: &Findings) -> Self {
        let board = step.state.board;
        let dice = if let Action::Play(dice, _) = step.action { Some(dice) } else { None };
        let id = record.match_id(step.game, &step.state, dice);
        let position = format!("{}:{id}", position_id::write(board.mine(), board.theirs()));
        let shown = board.with_dice(dice);
        let action = match step.action {
            Action::Play(_, turn) => shown.format_move(Move::Turn(turn)),
            Action::Double => format!("double to {}", 2 * step.state.cube),
            Action::Take => "take".to_owned(),
            Action::Beaver => format!("beaver to {}", 4 * step.state.cube),
            Action::Drop => "pass".to_owned(),
            Action::Resign(_, times) => format!("resigns {}", resigned(times)),
        };
        Self {
            number: step.number + 1,
            player: step.player.index(),
            position,
            dice: dice.map(|dice: Dice| dice.to_string()),
            action,
            cube: found.cube.as_ref().map(CubeReport::new),
            play: found.play.as_ref().map(|play| PlayReport::new(step, dice, play)),
            luck: found.luck.map(|amount| LuckReport { amount, mark: LuckMark::of(amount.equity) }),
            resign: found.resign.as_ref().map(ResignReport::new),
            picture: shown.svg().unwrap_or_default(),
        }
    }
}

const fn resigned(times: u8) -> &'static str {
    match times {
        1 => "a single game",
        2 => "a gammon",
        _ => "a backgammon",
    }
}

impl CubeReport {
    fn new(found: &CubeFound) -> Self {
        Self {
            plies: found.plies,
            probabilities: found.outcomes.as_array(),
            decision: found.decision,
            counts: found.counts,
            done: found.done,
            loss: found.loss,
            skill: found.skill,
            fault: found.fault,
        }
    }
}

impl ResignReport {
    const fn new(found: &ResignFound) -> Self {
        let ResignFound { plies, playing_on, given_up, loss, skill, taken, taken_skill, .. } =
            *found;
        Self { plies, playing_on, given_up, loss, skill, taken, taken_skill }
    }
}

impl PlayReport {
    fn new(step: &Step, dice: Option<Dice>, found: &PlayFound) -> Self {
        let board = step.state.board.with_dice(dice);
        let hints = Hint::list(&board, &step.stakes, &found.candidates).into_iter().enumerate();
        let moves = hints.filter(|&(i, _)| i < SHOWN || i == found.played).map(|(_, hint)| hint);
        Self {
            forced: found.forced(),
            moves: moves.collect(),
            played: found.played.min(SHOWN),
            loss: found.loss,
            skill: found.skill,
        }
    }
}

/// The player's name in a report.
pub(super) fn name(report: &Report, player: usize) -> &str {
    match report.players[player].as_str() {
        "" if player == Player::First.index() => "first",
        "" => "second",
        name => name,
    }
}
