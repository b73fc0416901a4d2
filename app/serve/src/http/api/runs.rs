//! The logs of long runs, as they grow.

use std::{
    fs,
    path::{self, PathBuf},
    sync::Arc,
};

use anyhow::Context as _;
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::Value;
use starboard_lab::{arena, runs, tournament};

use super::{error, failed};
use crate::http::Site;

/// A log.
#[derive(Serialize)]
struct Log {
    name: String,
    /// The kind of run that it says it is of.
    kind: Option<String>,
    bytes: u64,
    /// Seconds since something was added.
    idle: Option<f64>,
}

/// The figures of one log.
#[derive(Serialize)]
struct Figures {
    #[serde(flatten)]
    log: Log,
    /// The first line: what is run.
    header: Value,
    /// Results so far.
    results: usize,
    /// How a match stands, if it is one.
    summary: Option<arena::Summary>,
    /// How a tournament stands, if it is one.
    tournament: Option<tournament::Summary>,
}

pub(crate) async fn list(State(site): State<Arc<Site>>) -> Response {
    let Some(folder) = &site.config.runs else { return none() };
    match logs(folder) {
        Ok(logs) => Json(logs).into_response(),
        Err(why) => failed(&why),
    }
}

fn none() -> Response {
    error(StatusCode::NOT_FOUND, "no folder of runs was given: start the server with --runs DIR")
}

fn logs(folder: &path::Path) -> anyhow::Result<Vec<Log>> {
    let name = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {name}"))?;
    let mut logs = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {name}"))?.path();
        let is_log = path.extension().is_some_and(|end| end == "jsonl") && path.is_file();
        logs.extend(is_log.then(|| log(&path)).flatten());
    }
    logs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(logs)
}

/// What can be known without reading it all; `None` if it has gone meanwhile.
fn log(path: &path::Path) -> Option<Log> {
    let about = fs::metadata(path).ok()?;
    let idle = about.modified().ok().and_then(|at| at.elapsed().ok());
    Some(Log {
        name: path.file_name()?.to_str()?.to_owned(),
        kind: runs::kind_of(path).ok().flatten(),
        bytes: about.len(),
        idle: idle.map(|span| span.as_secs_f64()),
    })
}

pub(crate) async fn show(State(site): State<Arc<Site>>, Path(wanted): Path<String>) -> Response {
    let Some(folder) = &site.config.runs else { return none() };
    // Only the logs that the list names: a path that leads elsewhere is not in it.
    let listed = match logs(folder) {
        Err(why) => return failed(&why),
        Ok(listed) => listed,
    };
    let Some(log) = listed.into_iter().find(|log| log.name == wanted) else {
        return error(StatusCode::NOT_FOUND, format!("there is no log {wanted:?}"));
    };
    let path = folder.join(&log.name);
    site.slots.answer(move |_| figures(log, path)).await
}

fn figures(log: Log, path: PathBuf) -> anyhow::Result<Figures> {
    let name = path.display();
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
    // A line that is still being written does not count yet.
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let header = lines.next().and_then(|line| serde_json::from_str(line).ok());
    let results = lines.count();
    let (mut summary, mut standings) = (None, None);
    match log.kind.as_deref() {
        Some(arena::KIND) => {
            let (header, rows) = runs::read::<arena::Header, arena::Row>(&path)?;
            summary = Some(arena::summarise(&header, &rows));
        }
        Some(tournament::KIND) => {
            let (header, games) = runs::read::<tournament::Header, tournament::Game>(&path)?;
            let whole = games.iter().all(|game| game.is_of(&header));
            standings = whole.then(|| tournament::summarise(&header, &games));
        }
        _ => {}
    }
    let header = header.unwrap_or_default();
    Ok(Figures { log, header, results, summary, tournament: standings })
}
