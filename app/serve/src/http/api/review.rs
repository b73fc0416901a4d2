//! A whole game, reviewed move by move.

use std::sync::Arc;

use axum::{body::Bytes, extract::State, response::Response};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput};
use starboard_core::{Limits, Stop};
use starboard_lab::{
    record::{self, GameRecord},
    review::{Job, OwnReview, Review, ReviewedMove, review_with},
};

use crate::{
    answers::{With, read},
    http::{Site, jobs::Tell},
};

/// A review may take so many times as long as one search may.
const SEARCHES: u32 = 10;

#[derive(Deserialize)]
struct Request {
    /// The game, for a file that does not say of itself which it is of.
    game: Option<String>,
    /// The file, in base64: it can be in any encoding.
    content: String,
    /// Which of its games, from 1.
    number: Option<usize>,
    #[serde(flatten)]
    with: With,
}

/// What was read, before anything is searched.
#[derive(Serialize)]
struct Played {
    game: String,
    format: &'static str,
    /// How many games the file has.
    games: usize,
    names: [Option<String>; 2],
    result: Option<String>,
    moves: Vec<String>,
}

/// The result of a review.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    /// Move by move, for a page to show.
    Moves(Box<Review>),
    /// By the game itself, as HTML.
    Own { html: String },
}

/// The work to be done.
enum Work {
    Moves(Box<MoveByMove>),
    Own { own: OwnReview, content: Vec<u8> },
}

/// A game to be reviewed move by move.
struct MoveByMove {
    game: String,
    record: GameRecord,
    games: usize,
    engine: Option<String>,
    limits: Limits,
}

pub(crate) async fn review(State(site): State<Arc<Site>>, body: Bytes) -> Response {
    let owner = Arc::clone(&site);
    let prepare = {
        let owner = Arc::clone(&site);
        move || prepared(&owner, &body)
    };
    site.slots.stream(prepare, move |work, stop, tell| done(&owner, work, stop, tell)).await
}

fn done(site: &Site, work: Work, stop: &Stop, tell: &Tell) -> anyhow::Result<Answer> {
    let MoveByMove { game, record, games, engine, limits } = match work {
        Work::Own { own, content } => {
            return Ok(Answer::Own { html: (own.0)(&content)?.fragment() });
        }
        Work::Moves(work) => *work,
    };
    let game = site.games.find(&game)?;
    tell.event("game", &played(game, &record, games));
    let job = Job { engine: engine.as_deref(), limits, ..Job::new(game, &record) };
    let mut see = |m: &ReviewedMove| tell.event("move", m);
    Ok(Answer::Moves(Box::new(review_with(&job, stop, &mut see)?)))
}

fn prepared(site: &Site, body: &Bytes) -> anyhow::Result<Work> {
    let request: Request = read(body)?;
    let content = STANDARD
        .decode(&request.content)
        .map_err(|why| BadInput::error(format!("the file is not base64: {why}")))?;
    let recognised = record::recognise(&site.games, &content);
    let game = match (&request.game, recognised) {
        (_, Some((game, _))) => game,
        (Some(name), None) => site.games.find(name)?,
        (None, None) => {
            return Err(BadInput::error("this is no record in a format that is known"));
        }
    };
    let own_format = record::format(game, &content).is_some_and(|format| format.read.is_none());
    if let (Some(&own), true) = (game.get::<OwnReview>(), own_format) {
        return Ok(Work::Own { own, content });
    }
    let records = record::read(game, &content).map_err(BadInput::error)?;
    let (games, number) = (records.len(), request.number.unwrap_or(1));
    let record = number.checked_sub(1).and_then(|i| records.into_iter().nth(i));
    let Some(record) = record else {
        return Err(BadInput::error(format!("there is no game {number}: the file has {games}")));
    };
    if let Some(engine) = &request.with.engine {
        site.config.caps.check(game, engine)?;
    }
    // With what the description of the engine says, which is bounded, too.
    let made = game.engine(request.with.engine.as_deref())?;
    let mut limits = made.described_limits(&request.with.limits());
    // The limit is for the whole, divided equally among the moves.
    let most = site.config.caps.time * SEARCHES / record.moves.len().max(1) as u32;
    site.config.caps.bound_each(&mut limits, most);
    let (game, engine) = (game.name().to_owned(), request.with.engine);
    Ok(Work::Moves(Box::new(MoveByMove { game, record, games, engine, limits })))
}

fn played(game: &dyn AnyGame, record: &GameRecord, games: usize) -> Played {
    let positions = record.positions();
    let moves = positions.iter().zip(&record.moves).map(|(p, &m)| p.format_move(m));
    Played {
        game: game.name().to_owned(),
        format: record.format,
        games,
        names: record.names.clone(),
        result: record.result.clone(),
        moves: moves.collect(),
    }
}
