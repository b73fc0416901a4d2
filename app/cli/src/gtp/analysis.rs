//! Analysis that goes on until something else is asked: `lz-analyze` of Leela
//! Zero, `kata-analyze` of KataGo, and their `genmove` kin, as far as graphical
//! user interfaces use them.

use std::{
    io::Write,
    sync::mpsc::{Receiver, Sender},
    thread,
    time::Duration,
};

use starboard_core::{Game, Instant, Limits, Node, Report, Root, Stop};
use starboard_go::{Color, Go, Move};
use starboard_search::Searcher;

use super::Event;
use starboard::Engine;

/// What is to be analysed.
pub(super) struct Request {
    id: String,
    root: Go,
    interval: Duration,
    /// Whether the answer is for KataGo's command.
    kata: bool,
}

/// No analysis looks at more.
const EVALUATIONS: u64 = 10_000_000;

impl Request {
    /// Reads a line if it asks for an analysis: `lz-analyze [COLOR] [INTERVAL]`,
    /// the interval in hundredths of a second; other words mean nothing.
    pub(super) fn read(line: &str, game: &Go) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let kata = match words.next()? {
            "lz-analyze" | "analyze" => false,
            "kata-analyze" => true,
            _ => return None,
        };
        let mut root = game.clone().resumed();
        let mut interval = Duration::from_millis(500);
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            if let Some(color) = Color::read(word) {
                root = root.with_mover(color);
            } else if word == "interval" {
                continue;
            } else if let Ok(hundredths) = word.parse::<u64>() {
                interval = Duration::from_millis(hundredths.clamp(1, 6000) * 10);
            } else {
                // `minmoves 3`, `ownership true`: a word that takes another.
                words.next();
            }
        }
        Some(Self { id: id.unwrap_or_default().to_owned(), root, interval, kata })
    }

    /// What there is to say about each move.
    fn info(&self, report: &Report<Move>) -> String {
        let size = self.root.size();
        let line = |moves: &[Move]| {
            let names: Vec<_> = moves.iter().map(|m| m.name(size)).collect();
            names.join(" ")
        };
        let visits = report.counters.nodes.max(1);
        let share = (visits / report.candidates.len().max(1) as u64).max(1);
        let shown = report.candidates.iter().enumerate().take(20);
        let infos: Vec<_> = shown
            .map(|(order, candidate)| {
                let points = f64::from(candidate.value.raw()) / f64::from(Go::UNIT);
                // No more than a way to show points on a scale.
                let chance = 1.0 / (1.0 + (-points / 8.0).exp());
                let name = candidate.m.name(size);
                let pv = if report.pv.first() == Some(&candidate.m) {
                    line(&report.pv)
                } else {
                    name.clone()
                };
                if self.kata {
                    format!(
                        "info move {name} visits {share} winrate {chance:.4} scoreLead \
                         {points:.2} scoreMean {points:.2} prior 0 order {order} pv {pv}"
                    )
                } else {
                    let chance = (chance * 10_000.0) as u32;
                    format!(
                        "info move {name} visits {share} winrate {chance} prior 0 order {order} \
                         pv {pv}"
                    )
                }
            })
            .collect();
        infos.join(" ")
    }
}

/// Analyses until another event than its own comes, which is returned; `number`
/// tells it from the analyses before.
pub(super) fn run(
    engine: &mut Engine<Go>,
    request: Request,
    number: u64,
    send: &Sender<Event>,
    events: &Receiver<Event>,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Event>> {
    writeln!(out, "={}", request.id)?;
    out.flush()?;
    let (stop, request) = (Stop::default(), &request);
    let next = thread::scope(|scope| -> anyhow::Result<Option<Event>> {
        let (halt, tell) = (stop.clone(), send.clone());
        scope.spawn(move || {
            if request.root.node() == Node::Decision {
                let mut told: Option<Instant> = None;
                let mut hear = |report: &Report<Move>| {
                    if told.is_none_or(|at| at.elapsed() >= request.interval) {
                        told = Some(Instant::now());
                        let _ = tell.send(Event::Info(number, request.info(report)));
                    }
                };
                let limits = Limits { evaluations: Some(EVALUATIONS), ..Limits::default() };
                let report =
                    engine.search(&request.root, &Root::default(), &limits, &halt, &mut hear);
                let _ = tell.send(Event::Info(number, request.info(&report)));
            }
        });
        // The search ends before this does, whatever goes wrong.
        let result = listen(number, events, out);
        stop.request();
        result
    })?;
    writeln!(out)?;
    out.flush()?;
    Ok(next)
}

/// Writes what the analysis tells until something else comes; the end of the
/// analysis is not the end of the answer.
fn listen(
    number: u64,
    events: &Receiver<Event>,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Event>> {
    loop {
        match events.recv()? {
            Event::Info(from, text) if from == number && !text.is_empty() => {
                writeln!(out, "{text}")?;
                out.flush()?;
            }
            // Of one that is over, or with nothing to say.
            Event::Info(..) => {}
            other => return Ok(Some(other)),
        }
    }
}
