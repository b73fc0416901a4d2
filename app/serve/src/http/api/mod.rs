//! The HTTP API, in JSON. Version 1: answers may gain fields, and lose none.
//!
//! | request | answer |
//! |---|---|
//! | `GET games` | the games, their algorithms and parts |
//! | `POST position` | a position with its board and moves; after a move, if one is given |
//! | `POST analyse` | events: `report` for each iteration, then `done` |
//! | `POST tree` | the nodes that a search visits |
//! | `POST panel` | what the game itself has to say of the position, as HTML |
//! | `POST review` | events: `game`, a `move` for each, then `done` |
//! | `GET runs`, `GET runs/NAME` | the logs in the folder of runs, one of them in figures |
//!
//! The answer to a request that fails is `{"error": "a sentence"}`.

mod panel;
mod review;
mod runs;

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use starboard::{AnyGame, exit_code};
use starboard_core::Stop;
use starboard_lab::panel::Panels;

use crate::{
    Caps,
    answers::{self, AnalyseQuestion, TreeQuestion},
    http::Site,
};

/// A request of at most so many bytes is answered without a thread of its own, whatever its
/// moves.
const SOON: usize = 4096;

pub(crate) fn routes(caps: &Caps) -> Router<Arc<Site>> {
    Router::new()
        .route("/games", get(games))
        .route("/position", post(position))
        .route("/analyse", post(analyse))
        .route("/tree", post(tree))
        .route("/panel", post(panel::show))
        .route("/review", post(review::review))
        .route("/runs", get(runs::list))
        .route("/runs/{name}", get(runs::show))
        .fallback(|| async { error(StatusCode::NOT_FOUND, "there is nothing here") })
        .layer(DefaultBodyLimit::max(caps.body))
        .layer(middleware::map_response(in_words))
}

async fn games(State(site): State<Arc<Site>>) -> Response {
    let panels = |game: &dyn AnyGame| game.get::<Panels>().cloned().unwrap_or_default().0;
    let has = [site.config.runs.is_some(), true];
    Json(answers::games(&site.games, &site.config.caps, has, panels)).into_response()
}

async fn position(State(site): State<Arc<Site>>, body: Bytes) -> Response {
    let long = body.len() > SOON;
    let answer = move || match answers::position(&site.games, &body) {
        Ok(view) => Json(view).into_response(),
        Err(why) => failed(&why),
    };
    if !long {
        return answer();
    }
    let answered = tokio::task::spawn_blocking(answer).await;
    answered.unwrap_or_else(|why| failed(&anyhow::anyhow!("no position: {why}")))
}

async fn analyse(State(site): State<Arc<Site>>, body: Bytes) -> Response {
    let owner = Arc::clone(&site);
    site.slots
        .stream(
            // An engine takes time and memory to build: only for a request that has a slot.
            move || AnalyseQuestion::read(&owner.games, &owner.config.caps, &body),
            |question, stop, tell| {
                question.answer(stop, &mut |report| tell.event("report", report))
            },
        )
        .await
}

async fn tree(State(site): State<Arc<Site>>, body: Bytes) -> Response {
    let owner = Arc::clone(&site);
    let work = move |stop: &Stop| {
        let question = TreeQuestion::read(&owner.games, &owner.config.caps, &body)?;
        question.answer(&owner.games, stop)
    };
    site.slots.answer(work).await
}

/// Turns the framework's short error texts into sentences in JSON.
async fn in_words(response: Response) -> Response {
    let status = response.status();
    let why = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this is not asked by that method",
        StatusCode::PAYLOAD_TOO_LARGE => "the request is longer than a request may be",
        _ => return response,
    };
    let mut answer = error(status, why);
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        answer.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    answer
}

/// The answer to a request that fails.
pub(crate) fn error(status: StatusCode, why: impl Into<String>) -> Response {
    let why: String = why.into();
    (status, Json(serde_json::json!({ "error": why }))).into_response()
}

/// The answer if no search is free: ask again soon.
pub(crate) fn busy() -> Response {
    let why = "as many searches are running as may: wait, or stop one";
    let mut response = error(StatusCode::TOO_MANY_REQUESTS, why);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// The answer to an error: a status that says whose fault it was, and why.
pub(crate) fn failed(why: &anyhow::Error) -> Response {
    let status = match exit_code(why) {
        2 => StatusCode::BAD_REQUEST,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    error(status, format!("{why:#}"))
}
