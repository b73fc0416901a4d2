//! Analysis that goes on until the next command: `lz-analyze` of Leela
//! Zero and `kata-analyze` of KataGo, as far as graphical user interfaces use them; and
//! their variants that play: `lz-genmove_analyze`, `kata-genmove_analyze`.

use std::{
    io::Write,
    sync::mpsc::{Receiver, Sender},
    thread,
    time::Duration,
};

use starboard_core::{Candidate, Game, Instant, Limits, Node, Report, Root, Stop};
use starboard_go::{Color, FullBoard, Go, Move, gtp::Session};
use starboard_search::Searcher;

use super::Event;

/// What is to be analysed.
pub(super) struct Request {
    id: String,
    root: Go,
    interval: Duration,
    /// Whether a move is to be played.
    plays: bool,
    /// Whether the answer is for KataGo's command.
    kata: bool,
    /// The ownership of points as KataGo writes it, if that is wanted; otherwise empty.
    ownership: String,
    /// By how many points the final score may differ from what is found, as a standard deviation.
    spread: f64,
    /// The moves to look at, if not all.
    moves: Option<Vec<Move>>,
    /// How many moves to find exactly, and how many to show at most.
    lines: usize,
    shown: usize,
}

/// The most evaluations of an analysis.
const EVALUATIONS: u64 = 10_000_000;
/// The most moves that are shown.
const SHOWN: usize = 20;

/// Keywords that take a value and are ignored here: what else KataGo can show.
const IGNORED: [&str; 8] = [
    "rootInfo",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
    "humanPrior",
];

impl Request {
    /// Reads a line if it asks for an analysis: `lz-analyze [COLOR] [INTERVAL]
    /// [minmoves N] [maxmoves N] [ownership true] [allow|avoid COLOR VERTICES DEPTH]`, the
    /// interval in hundredths of a second.
    ///
    /// # Errors
    ///
    /// The answer to a line with words that are not understood.
    pub(super) fn read(
        line: &str,
        game: &Go,
        evaluator: &FullBoard,
    ) -> Option<Result<Self, String>> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let name = words.next().filter(|name| Session::STREAMED.contains(name))?;
        let id = id.unwrap_or_default();
        let read = Self::arguments(id, name, &mut words, game, evaluator);
        Some(read.map_err(|why| format!("?{id} {why}\n\n")))
    }

    /// Reads what follows the command.
    fn arguments<'a>(
        id: &str,
        name: &str,
        words: &mut impl Iterator<Item = &'a str>,
        game: &Go,
        evaluator: &FullBoard,
    ) -> Result<Self, String> {
        let (plays, kata) = (name.contains("genmove"), name.starts_with("kata"));
        let mut root = game.clone().resumed();
        let mut interval = Duration::from_millis(500);
        let (mut lines, mut shown, mut owners) = (1, SHOWN, false);
        let (mut allowed, mut avoided) = (None::<Vec<Move>>, Vec::new());
        while let Some(word) = words.next() {
            if let Some(color) = Color::read(word) {
                root = root.with_mover(color);
            } else if word == "interval" {
                continue;
            } else if let Ok(hundredths) = word.parse::<u64>() {
                interval = Duration::from_millis(hundredths.clamp(1, 6000) * 10);
            } else if word == "allow" || word == "avoid" {
                let (color, vertices) = (words.next().and_then(Color::read), words.next());
                words.next();
                if color != Some(root.color()) {
                    continue;
                }
                let vertices = vertices.unwrap_or_default().split(',');
                let moves = vertices.filter_map(|name| Move::read(root.size(), name));
                match word {
                    "allow" => allowed.get_or_insert_default().extend(moves),
                    _ => avoided.extend(moves),
                }
            } else {
                // `minmoves 3`, `rootInfo true`: a keyword that takes a value.
                let value = words.next().unwrap_or_default();
                let count = value.parse::<usize>().ok().map(|count| count.clamp(1, SHOWN));
                match (word, count) {
                    ("minmoves", Some(count)) => lines = count,
                    ("maxmoves", Some(count)) => shown = count,
                    ("ownership", _) => owners = value == "true",
                    (word, _) if IGNORED.contains(&word) => {}
                    _ => return Err(format!("{name} knows no {word:?} with {value:?}")),
                }
            }
        }
        let moves = (allowed.is_some() || !avoided.is_empty()).then(|| {
            let mut legal = Vec::new();
            root.moves(&mut legal);
            legal.retain(|m| {
                allowed.as_ref().is_none_or(|allowed| allowed.contains(m)) && !avoided.contains(m)
            });
            legal
        });
        let moves = moves.filter(|moves| !moves.is_empty());
        let spread = f64::from(evaluator.analyse(&root).spread(root.board()));
        let spread = spread / f64::from(Go::UNIT);
        let ownership = if kata && owners { ownership(&root, evaluator) } else { String::new() };
        let id = id.to_owned();
        Ok(Self { id, root, interval, plays, kata, ownership, spread, moves, lines, shown })
    }

    /// Whether a move is to be played, rather than shown until the next command.
    pub(super) const fn plays(&self) -> bool {
        self.plays
    }

    /// The info line about all moves.
    fn info(&self, report: &Report<Move>) -> String {
        let size = self.root.size();
        let line = |moves: &[Move]| {
            let names: Vec<_> = moves.iter().map(|m| m.name(size)).collect();
            names.join(" ")
        };
        let shown = report.candidates.iter().enumerate().take(self.shown);
        let infos: Vec<_> = shown
            .map(|(order, candidate)| {
                let points = f64::from(candidate.value.raw()) / f64::from(Go::UNIT);
                let chance = chance(points, self.spread);
                let name = candidate.m.name(size);
                let pv = if candidate.pv.is_empty() { &[candidate.m][..] } else { &candidate.pv };
                let (pv, share) = (line(pv), visits(report, candidate));
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
        if infos.is_empty() { String::new() } else { infos.join(" ") + &self.ownership }
    }
}

/// The chance that a lead of `points` is still a lead at the end, if its error has the standard
/// deviation `spread`.
fn chance(points: f64, spread: f64) -> f64 {
    libm::erfc(-points / spread / std::f64::consts::SQRT_2) / 2.0
}

/// ` ownership` and, from the upper left corner on, the expected ownership of each point, from -1
/// to 1, from the point of view of the player to move.
fn ownership(root: &Go, evaluator: &FullBoard) -> String {
    let (analysis, sign) =
        (evaluator.analyse(root), if root.color() == Color::Black { 1 } else { -1 });
    let points = root.board().all();
    let owners = points.iter().map(|point| sign * analysis.territory.owner[point.index()]);
    let owners: Vec<_> = owners.map(|owner| format!("{:.3}", f64::from(owner) / 1000.0)).collect();
    format!(" ownership {}", owners.join(" "))
}

/// Plays the move that the session's engine decides on within its limits, and shows what it
/// finds on the way.
pub(super) fn play(
    session: &mut Session,
    request: &Request,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "={}", request.id)?;
    let (mut last, mut result) = (None::<Instant>, Ok(()));
    // What is played is shown, however soon it comes after what was shown before.
    let mut pending = None;
    let mut observe = |report: &Report<Move>| {
        let info = request.info(report);
        if result.is_ok() && last.is_none_or(|at| at.elapsed() >= request.interval) {
            last = Some(Instant::now());
            result = writeln!(out, "{info}").and_then(|()| out.flush());
            pending = None;
        } else {
            pending = Some(info);
        }
    };
    let answer = session.generate(request.root.color(), &mut observe);
    result?;
    if let Some(info) = pending {
        writeln!(out, "{info}")?;
    }
    match answer {
        Ok(name) => writeln!(out, "play {name}\n")?,
        // The answer has begun as one that succeeds.
        Err(error) => writeln!(out, "{error}\n")?,
    }
    Ok(out.flush()?)
}

/// The positions evaluated for a move; its share of those visited where that was not
/// counted.
fn visits(report: &Report<Move>, candidate: &Candidate<Move>) -> u64 {
    if report.candidates.iter().any(|candidate| candidate.evaluations > 0) {
        return candidate.evaluations.max(1);
    }
    (report.counters.nodes / report.candidates.len().max(1) as u64).max(1)
}

/// Analyses until an event that is not its own arrives, which is returned; `number`
/// tells it from earlier analyses. First `engine` decides within
/// `limits`, as it would play; then it goes on with twice as many evaluations, and so on.
/// If the input ends, that decision is still waited for.
pub(super) fn run(
    engine: &mut dyn Searcher<Go>,
    limits: &Limits,
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
            let tell = |event| tell.send(event).is_ok();
            let mut limits = limits.clone();
            let mut last: Option<Instant> = None;
            let mut is_first = true;
            while request.root.node() == Node::Decision {
                // Later searches begin with less than is shown already.
                let mut observe = |report: &Report<Move>| {
                    if is_first && last.is_none_or(|at| at.elapsed() >= request.interval) {
                        last = Some(Instant::now());
                        tell(Event::Info(number, request.info(report)));
                    }
                };
                let moves = request.moves.clone();
                let root = Root { moves, ..Root::lines(request.lines) };
                let report = engine.search(&request.root, &root, &limits, &halt, &mut observe);
                if is_first || !halt.requested() {
                    tell(Event::Info(number, request.info(&report)));
                }
                if std::mem::take(&mut is_first) {
                    tell(Event::Decided(number));
                }
                let more = limits.evaluations.map(|count| count.saturating_mul(2));
                let Some(more) = more.filter(|&more| more <= EVALUATIONS) else { break };
                limits.evaluations = Some(more);
                if halt.requested() {
                    break;
                }
            }
            tell(Event::Decided(number));
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

/// Writes what the analysis finds until another event arrives. The end of the
/// analysis is not the end of the answer; if the input ends, the engine's decision is still
/// waited for.
fn listen(
    number: u64,
    events: &Receiver<Event>,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Event>> {
    let (mut is_decided, mut is_over) = (false, false);
    while !(is_over && is_decided) {
        match events.recv()? {
            Event::Info(from, text) if from == number && !text.is_empty() => {
                writeln!(out, "{text}")?;
                out.flush()?;
            }
            Event::Decided(from) => is_decided |= from == number,
            // Of one that is over, or with nothing to say.
            Event::Info(..) => {}
            Event::End => is_over = true,
            other @ Event::Line(_) => return Ok(Some(other)),
        }
    }
    Ok(Some(Event::End))
}
