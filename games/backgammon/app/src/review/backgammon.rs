//! Reviews of matches and sessions of backgammon.

use std::path::Path;

use starboard_backgammon::{
    analysis::steps,
    cube::MAX_PLIES,
    record::{self, Format, MatchRecord, RecordError},
};

use super::{Request, Review, page, report::Report};
use crate::advice;
use starboard::BadInput;
use starboard_lab::{Progress, files, parallel_map, record::decode};

/// Reviews a record with networks and databases.
pub(crate) fn review(request: &Request) -> anyhow::Result<Review> {
    let settings = &request.settings;
    if settings.plies.max(settings.cube_plies) > MAX_PLIES {
        return Err(BadInput::error(format!("at most {MAX_PLIES} plies can be looked ahead")));
    }
    let table = &settings.table;
    let bad = |error: &dyn std::fmt::Display| BadInput::error(format!("{}: {error}", request.name));
    let (mut record, missing) = read(&request.content).map_err(|error| bad(&error))?;
    if let Some(missing) = missing.filter(|_| !request.unfinished) {
        let hint = "--unfinished takes a match that was broken off";
        return Err(bad(&format!("{missing}; {hint}")));
    }
    if record.length > 0 && (settings.jacoby || settings.beavers) {
        let what = "--jacoby and --beavers are for money, and the record is of a match";
        return Err(bad(&what));
    }
    record.rules.jacoby |= settings.jacoby;
    record.rules.beavers |= settings.beavers;
    if let Some(path) = &request.save {
        save(&record, path)?;
    }
    let steps = steps(&record, table).map_err(|error| bad(&error))?;
    let nets = request.nets.as_deref();
    let mut engine = advice::engine(settings.clone(), nets)?;
    let evaluator = advice::networks(nets, &mut engine);
    let progress = Progress::new(request.visible, steps.len() as u64, "decisions");
    // Each step is analysed independently, so the order does not matter.
    let jobs: Vec<_> = steps.iter().collect();
    let found =
        parallel_map(jobs, request.threads, &progress, |_, step| step.analyse(&mut engine.clone()));
    drop(progress);
    let report = Report::new(request, &record, (table.name(), evaluator), &steps, &found);
    let json = serde_json::to_string_pretty(&report)? + "\n";
    Ok(Review { document: page::document(&report), json, unfinished: report.unfinished })
}

/// Reads a record in any format; also returns what it lacks if it is incomplete.
fn read(content: &[u8]) -> Result<(MatchRecord, Option<String>), RecordError> {
    if record::is_xg(content) {
        let record = record::read_xg(content)?;
        let missing = record.missing();
        return Ok((record, missing.map(|what| format!("expected {what}, found the end"))));
    }
    let text = decode(content);
    match record::read(&text) {
        Ok(record) => Ok((record, None)),
        Err(error) => Ok((record::read_unfinished(&text)?, Some(error.to_string()))),
    }
}

/// Writes the record in the format that the name of the file ends in.
fn save(record: &MatchRecord, path: &Path) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let format = Format::of_name(&name).ok_or_else(|| {
        BadInput::error(format!("{name}: records are written to files named .mat or .sgf"))
    })?;
    let text = record::write(record, format);
    files::write(path, text.map_err(|what| BadInput::error(format!("{name}: {what}")))?)
}
