//! What a run will cost, guessed from a few searches made on the spot.

use cpu_time::ThreadTime;
use serde::Serialize;
use starboard_core::Limits;

use super::{Cell, Matches, Parameters, Part, Standing, Subject};
use starboard::{AnyGame, BadInput, Registry};
use starboard_lab::{
    Progress,
    html::{Document, Table, counted, grouped},
    runs::Header as _,
};

/// Positions that are searched, spread over those of the game.
const SAMPLE: usize = 3;

/// Decisions of a game of Shogi for both players together: the mean of a pilot of
/// 24 games at 5,000 nodes a move, with seed 99.
const DECISIONS: f64 = 127.0;

/// What a run will cost.
#[derive(Clone, Debug, Serialize)]
pub struct Estimate {
    /// How the run compares with the plan.
    pub standing: Standing,
    /// What it is made of.
    pub pieces: Vec<Piece>,
    /// How many searches were made for this.
    pub sampled: usize,
}

/// A part of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// What is searched or played.
    pub name: String,
    /// How many games are played; none where positions are searched.
    pub games: Option<u64>,
    /// How many searches are made; unknown for games whose length is.
    pub searches: Option<f64>,
    /// The nodes of one, the mean of those sampled.
    pub nodes: f64,
    /// The CPU time of one in seconds, likewise.
    pub seconds: f64,
}

impl Piece {
    /// CPU time in hours, if it can be guessed.
    pub fn core_hours(&self) -> Option<f64> {
        Some(self.searches? * self.seconds / 3600.0)
    }
}

/// Of searches.
///
/// # Errors
///
/// [`BadInput`] if an engine cannot be made.
pub fn of_searches(
    games: &Registry,
    parameters: &Parameters,
    visible: bool,
) -> anyhow::Result<Estimate> {
    let cells = parameters.cells();
    let bases = parameters.bases.len() * parameters.games.len();
    let progress = Progress::new(visible, (bases * SAMPLE) as u64, "sampling");
    let (first, step) = parameters.shard().parts();
    let positions = (first..parameters.positions).step_by(step).count();
    let mut pieces = Vec::new();
    for (&game, &depth) in parameters.games.iter().zip(&parameters.depths) {
        let texts = sample(games, (parameters.part, game), parameters.positions, parameters.seed)?;
        for &base in &parameters.bases {
            let engine = format!("{}{}", game.search(parameters.part), Cell::bare(base).parts());
            let limits = Limits::depth(depth);
            let cost = cost(game.find(games)?, &[engine], &texts, &limits, &progress)?;
            let of_base = cells.iter().filter(|cell| cell.base == base).count();
            pieces.push(Piece {
                name: format!("{game}, order {base}, depth {depth}"),
                games: None,
                searches: Some((positions * of_base) as f64),
                nodes: cost.0,
                seconds: cost.1,
            });
        }
    }
    let sampled = pieces.len() * SAMPLE;
    Ok(Estimate { standing: parameters.standing(), pieces, sampled })
}

/// Of games.
///
/// # Errors
///
/// As [`Matches::duels`].
pub fn of_games(games: &Registry, matches: &Matches, visible: bool) -> anyhow::Result<Estimate> {
    let game = matches.game;
    let found = game.find(games)?;
    let duels = matches.duels(games)?;
    let progress = Progress::new(visible, (2 * duels.len() * SAMPLE) as u64, "sampling");
    let texts = sample(games, (matches.part, game), usize::MAX, matches.seed)?;
    let (first, step) = matches.shard.parts();
    let games = 2 * (first..matches.games / 2).step_by(step).count() as u64;
    let mut pieces = Vec::new();
    for duel in duels {
        let sides = [&duel.settings.a, &duel.settings.b].map(|side| side.description.clone());
        let limits = Limits::nodes(matches.nodes);
        let (nodes, seconds) = cost(found, &sides, &texts, &limits, &progress)?;
        let searches = (game == Subject::Shogi).then_some(games as f64 * DECISIONS);
        pieces.push(Piece { name: duel.name, games: Some(games), searches, nodes, seconds });
    }
    let sampled = pieces.len() * 2 * SAMPLE;
    Ok(Estimate { standing: matches.standing(), pieces, sampled })
}

/// A few positions, from all over the first `count` of the game.
fn sample(
    games: &Registry,
    (part, game): (Part, Subject),
    count: usize,
    seed: u64,
) -> anyhow::Result<Vec<String>> {
    let all = game.positions(games, part, count.min(150), seed)?;
    if all.is_empty() {
        return Err(BadInput::error(format!("there are no positions of {game} to search")));
    }
    Ok((0..SAMPLE).map(|i| all[i * all.len() / SAMPLE].clone()).collect())
}

/// The mean nodes and seconds of a search.
fn cost(
    game: &dyn AnyGame,
    engines: &[String],
    positions: &[String],
    limits: &Limits,
    progress: &Progress,
) -> anyhow::Result<(f64, f64)> {
    let (mut nodes, mut seconds) = (0, 0.0);
    for engine in engines {
        for position in positions {
            let position = game.position(Some(position))?;
            let mut engine = game.engine(Some(engine))?;
            let started = ThreadTime::now();
            let found = engine.analyse(&position, limits);
            seconds += started.elapsed().as_secs_f64();
            nodes += found.report.counters.nodes;
            progress.step();
        }
    }
    let count = (engines.len() * positions.len()) as f64;
    Ok((nodes as f64 / count, seconds / count))
}

impl Estimate {
    /// The estimate for people, for a run on so many threads.
    pub fn document(&self, command: &str, threads: usize) -> Document {
        let mut out = Document::new("What is to be run");
        out.paragraph(format!("This run is {}.", self.standing.sentence()));
        out.code(command);
        let columns = ["", "games", "searches", "nodes each", "ms each", "core-hours"];
        let mut table = Table::new("Estimated", columns);
        let count = |n: Option<f64>| n.map_or("-".to_owned(), |n| grouped(n.round() as u64));
        let hours = |h: Option<f64>| h.map_or("-".to_owned(), |h| format!("{h:.2}"));
        for piece in &self.pieces {
            table.row([
                piece.name.clone(),
                piece.games.map_or("-".to_owned(), grouped),
                count(piece.searches),
                count(Some(piece.nodes)),
                format!("{:.1}", 1000.0 * piece.seconds),
                hours(piece.core_hours()),
            ]);
        }
        let all = self.pieces.iter().map(Piece::core_hours).sum::<Option<f64>>();
        let games = self.pieces.iter().map(|piece| piece.games).sum::<Option<u64>>();
        table.row([
            "in all".to_owned(),
            games.map_or("-".to_owned(), grouped),
            count(self.pieces.iter().map(|piece| piece.searches).sum()),
            "-".to_owned(),
            "-".to_owned(),
            hours(all),
        ]);
        out.table(table);
        let from = match games {
            Some(_) => format!(
                "the CPU time of {} searches of middle games just now, times {DECISIONS} decisions a \
                 game of Shogi, the mean of a pilot of 24; the length of other games is not known",
                self.sampled
            ),
            None => format!(
                "the CPU time of {} searches just now, those without anything learned, for all ways \
                 to order",
                self.sampled
            ),
        };
        out.note(format!(
            "From {from}. Expect it to be out by a third or more: positions differ, and so do \
             machines."
        ));
        if let Some(all) = all {
            out.paragraph(format!(
                "About {:.1} hours on {}, each with a core of its own.",
                all / threads.max(1) as f64,
                counted(threads, "thread")
            ));
        }
        out
    }
}
