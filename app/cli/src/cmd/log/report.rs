//! `starboard log report`: what a log has come to, however far the run is.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use starboard::BadInput;
use starboard_core::Value;
use starboard_lab::{
    ablate, arena,
    command::{Reported, whole_units},
    files, fit, judge, runs, screen, tournament,
};

use super::kind_of;
use crate::{Context, cmd::fit::CONFIDENCE, experiment};

/// What a log has come to.
#[derive(clap::Args, Debug)]
#[command(
    about = "Print the results in a log, finished or not",
    long_about = "Print the results in a log, finished or not, as the command that wrote it would: \
        a match, a tournament, an ablation, a screening, a judgement, a fit, an experiment that \
        counts nodes or evaluations. Nothing is searched or played, and the log is left as it is. \
        Any version may have written it, and another run may still be writing it. Only complete \
        pairs of games and complete positions count. For a match with --sprt, the state of the \
        test is shown."
)]
pub(super) struct Report {
    /// The log
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page with the tables and pictures, for logs that have one
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(super) fn run(args: &Report, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    files::can_write(args.json.iter().chain(&args.html))?;
    let kind = kind_of(&args.log, context)?;
    let Some(report) = kind.report else {
        let (name, kind) = (args.log.display(), kind.name);
        return Err(BadInput::error(format!(
            "{name}: a log of {kind} says nothing without the command that wrote it"
        )));
    };
    let Reported { text, json, page } = report(&args.log, context)?;
    if let Some(path) = &args.html {
        let Some(page) = page else {
            let name = args.log.display();
            return Err(BadInput::error(format!("{name}: a log of {} has no page", kind.name)));
        };
        files::write(path, page.html())?;
    }
    if let Some(path) = &args.json {
        runs::write_figures(path, &json, [&args.log])?;
    }
    Ok(write!(out, "{text}")?)
}

pub(super) fn of_match(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, rows, head) = whole_units::<arena::Header, arena::Row>(log)?;
    let summary = arena::summarise(&header, &rows);
    let text = arena::report::text(&summary, context.width);
    Reported::new(format!("{head}\n{text}"), &summary)
}

pub(super) fn of_tournament(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, games, head) = whole_units::<tournament::Header, tournament::Game>(log)?;
    if !games.iter().all(|game| game.is_of(&header)) {
        return Err(BadInput::error(format!("{}: it is of other players", log.display())));
    }
    let summary = tournament::summarise(&header, &games);
    let page = tournament::document(&summary);
    Reported::paged(&format!("{head}\n"), page, context.width, &summary)
}

pub(super) fn of_ablation(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, results, head) = whole_units::<ablate::Header, ablate::Result>(log)?;
    let summary = ablate::summarise(&header, &results);
    let text = ablate::text(&summary, context.width);
    Reported::new(format!("{head}\n{text}"), &summary)
}

pub(super) fn of_screening(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, games, head) = whole_units::<screen::Header, screen::Game>(log)?;
    let game = context.games.find(&header.game)?;
    let design = screen::Design::new(game, &header.engine, &header.vary)?;
    let levels =
        |game: &screen::Game| game.levels.iter().all(|own| own.len() == design.factors().len());
    if !games.iter().all(levels) {
        return Err(BadInput::error(format!("{}: it is of other options", log.display())));
    }
    let summary = screen::summarise(&header, &design, &games);
    let text = screen::text(&summary, context.width);
    Reported::new(format!("{head}\n{text}"), &summary)
}

pub(super) fn of_judgement(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, judged, head) = whole_units::<judge::Header, judge::Judged>(log)?;
    let game = context.games.find(&header.game)?;
    let design = screen::Design::new(game, &header.engine, &header.vary)?;
    let contenders = judge::contenders(game, &header, &design)?;
    if !judged.iter().all(|judged| judged.choices.len() == contenders.len()) {
        return Err(BadInput::error(format!("{}: it is of other options", log.display())));
    }
    let summary = judge::summarise(&header, &contenders, &judged, game);
    let text = judge::text(&summary, context.width);
    Reported::new(format!("{head}\n{text}"), &summary)
}

pub(super) fn of_fit(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (header, samples, head) = whole_units::<fit::Header, fit::Sample>(log)?;
    let game = context.games.find(&header.game)?;
    let start = game.start();
    let decisive = (start.mate() > 0).then(|| Value::decisive(start.mate()).raw());
    let known = (decisive, game.info().chance);
    let summary = fit::summarise(&header, &samples, known, CONFIDENCE);
    let text = fit::text(&summary, start.unit(), context.width);
    Reported::new(format!("{head}\n{text}"), &summary)
}

pub(super) fn of_ordering(log: &Path, context: &Context<'_>) -> anyhow::Result<Reported> {
    let (parameters, rows, head) = whole_units::<experiment::Parameters, experiment::Row>(log)?;
    let summary = experiment::summarise(&parameters, rows);
    let command = format!("{} log report {}", context.program, log.display());
    let page = experiment::document(&summary, &command);
    Reported::paged(&format!("{head}\n"), page, context.width, &summary)
}
