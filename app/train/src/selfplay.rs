//! Games of an engine against itself, to learn from.
//!
//! Odd games begin with one of the game's openings, even ones at the start; both
//! continue with a few random plies, so that hardly any two games are alike.

use std::{ops::ControlFlow, path::Path};

use super::Header;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard::{AnyEngine, AnyGame, BadInput};
use starboard_core::{Limits, Node, Player, rng};
use starboard_lab::{
    Progress,
    arena::{Dice, Ending, Opening, OpeningText, wander},
    runs::{self, Keep},
};

/// The random stream of the openings.
const STREAM: u64 = 0x7365_6c66;
/// How often random plies are tried until they do not end the game.
const TRIES: usize = 100;

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number, from 0.
    pub game: usize,
    /// What it began with.
    pub opening: OpeningText,
    /// What was played from there on, outcomes of chance included, in the
    /// game's notation.
    pub moves: Vec<String>,
    /// The value that the search found before each move, for the mover, in grid points;
    /// `None` where there was no choice.
    pub values: Vec<Option<i32>>,
    /// What the first player scored: 1, ½ or 0.
    pub score: f64,
    /// How it ended.
    pub ending: Ending,
}

/// Plays all games of the shard that are not yet in the log, and returns all games of the log
/// in order; they do not depend on the number of threads.
///
/// # Errors
///
/// [`BadInput`] if there is no such engine or no opening, or if the log is
/// that of other games.
pub fn play(
    entry: &dyn AnyGame,
    header: &Header,
    log: Option<&Path>,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Vec<Row>> {
    if entry.info().players == 1 {
        let name = entry.name();
        return Err(BadInput::error(format!(
            "{name} is played alone, for a score, and learning is from games that are won or lost"
        )));
    }
    let numbers: Vec<_> = header.shard.units(header.games).collect();
    let progress = Progress::new(visible, numbers.len() as u64, "self-play");
    runs::run(
        header,
        Keep::new(log, threads),
        numbers.len(),
        |i, row: &Row| row.game == numbers[i],
        || entry.engine(Some(&header.engine)),
        |engine, i| one(entry, header, engine, numbers[i]),
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// What game number `number` begins with.
fn opening(entry: &dyn AnyGame, header: &Header, number: usize) -> anyhow::Result<Opening> {
    let mut rng = rng(header.seed ^ STREAM, number as u64);
    let (usual, openings) = (entry.start(), entry.openings());
    let listed = number % 2 == 1 && !openings.is_empty();
    for _ in 0..TRIES {
        let most = if listed { header.random_plies / 2 } else { header.random_plies };
        let plies = if most == 0 { 0 } else { rng.random_range(1..=most) };
        let start = if listed { &openings[rng.random_range(0..openings.len())] } else { &usual };
        if let Some(opening) = wander(start, plies, &mut rng) {
            return Ok(opening);
        }
    }
    let plies = header.random_plies;
    Err(BadInput::error(format!("up to {plies} random plies end nearly every game")))
}

/// The score of a game for a player who was paid this much.
fn score_of(units: f64) -> f64 {
    match units {
        0.0 => 0.5,
        _ if units > 0.0 => 1.0,
        _ => 0.0,
    }
}

/// Plays game number `number`.
fn one(
    entry: &dyn AnyGame,
    header: &Header,
    engine: &mut Box<dyn AnyEngine>,
    number: usize,
) -> anyhow::Result<Row> {
    let opening = opening(entry, header, number)?;
    let mut dice = Dice::new(header.seed, number);
    let limits = Limits::nodes(header.nodes);
    let mut game = opening.position();
    let (mut played, mut values) = (Vec::new(), Vec::new());
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    let mut ahead: Option<(Player, u32)> = None;
    let (mut plies, mut earned) = (0, opening.earned());
    engine.clear();
    let (score, ending) = loop {
        let mover = game.mover();
        let (m, value) = match game.node() {
            Node::Over(value) => {
                let units = game.units(mover.for_first(value));
                break (score_of(earned + units), Ending::Rules);
            }
            Node::Chance => {
                chances.clear();
                game.chances(&mut chances);
                let drawn = dice.draw(mover, &chances);
                (drawn.expect("a chance node has outcomes"), None)
            }
            Node::Decision if plies >= header.max_plies => break (0.5, Ending::TooLong),
            Node::Decision => {
                plies += 1;
                moves.clear();
                game.options(&mut moves);
                if let [only] = moves[..] {
                    (only, None)
                } else {
                    let report = engine.run(&game, &limits);
                    let best = report.best_move().copied().unwrap_or(moves[0]);
                    (best, Some(report.value.raw()))
                }
            }
        };
        if let (Some(adjudication), Some(value)) = (header.adjudication, value) {
            // A value counts only what is still to come.
            let own = mover.for_first(earned);
            let units = own + f64::from(value) / f64::from(game.unit().0);
            let leader = (units.abs() >= adjudication.value).then_some(if units > 0.0 {
                mover
            } else {
                mover.other()
            });
            ahead = leader.map(|leader| match ahead {
                Some((same, plies)) if same == leader => (leader, plies + 1),
                _ => (leader, 1),
            });
            if let Some((leader, _)) = ahead.filter(|&(_, n)| n >= 2 * adjudication.moves) {
                let score = if leader == Player::First { 1.0 } else { 0.0 };
                break (score, Ending::Adjudicated);
            }
        }
        played.push(game.format_move(m));
        values.push(value);
        earned += game.earned(m);
        game.play(m);
    };
    Ok(Row { game: number, opening: opening.text(), moves: played, values, score, ending })
}
