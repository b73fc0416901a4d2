//! What the engine does about each command, and about the reports of its search.
//!
//! All of it happens on one thread, which receives lines of input and the reports of the search
//! as [`Event`]s; nothing here waits.

use std::{sync::mpsc::Sender, time::Duration};

use starboard::{AnyGame, MAX_DEPTH, Move, Position};
use starboard_core::{Instant, Limits, Node, Root, Stop, StoppedBy};
use starboard_search::{
    TimeManager, TimeOptions,
    proof::{ProofOptions, Solution},
};

use super::{
    answer,
    command::{Command, Go, MateTime, parse, quoted},
    info,
    options::Options,
    position,
    thinking::{self, Player, SearchInfo},
};

/// Something that the session handles.
pub(super) enum Event {
    /// A line of input, and when it came.
    Line(String, Instant),
    /// Nothing more will come.
    End,
    /// The search has completed an iteration.
    Iteration(SearchInfo),
    /// The search for a move is over.
    Found(Box<Player>, SearchInfo),
    /// The search for a mate is over.
    Solved(Solution<Move>),
    /// The search failed.
    Failed,
}

/// A search under way, or one whose answer is delayed.
struct Running {
    go: Go,
    root: Position,
    stop: Stop,
    /// When the clock began to run: at `go`, or at `ponderhit`.
    since: Instant,
    time: Option<TimeManager<Move>>,
    /// Whether the search can be left alone until an iteration says that it is enough.
    iterates: bool,
    /// The moves to search; `None` for all.
    chosen: Option<Vec<Move>>,
    /// Whether the move to ponder on is still only predicted.
    pondering: bool,
    /// The answer, if it was found before it was wanted.
    held: Option<String>,
    /// Whether an iteration was completed.
    has_move: bool,
}

impl Running {
    /// A search that begins.
    fn new(go: Go, root: Position, since: Instant) -> Self {
        Self {
            pondering: go.ponder,
            go,
            root,
            stop: Stop::default(),
            since,
            time: None,
            iterates: true,
            chosen: None,
            held: None,
            has_move: false,
        }
    }

    /// Whether the answer has to wait for a command.
    fn waits(&self) -> bool {
        (self.pondering || self.go.infinite) && !self.stop.requested()
    }
}

/// The engine.
pub(super) struct Session<'a> {
    entry: &'a dyn AnyGame,
    options: Options,
    /// The options before any was set.
    defaults: Options,
    events: Sender<Event>,
    /// Built when it is needed; absent while it searches.
    player: Option<Player>,
    /// Whether the player is to be built anew.
    outdated: bool,
    /// Whether the player is to forget what it has learned.
    forgetful: bool,
    /// The position to search; `None` after one that could not be read.
    root: Option<Position>,
    running: Option<Running>,
    /// A `go` that came while another search was under way.
    next: Option<(Go, Instant)>,
    quitting: bool,
    /// The lines that are to be written.
    said: Vec<String>,
}

impl<'a> Session<'a> {
    pub(super) fn new(entry: &'a dyn AnyGame, options: Options, events: Sender<Event>) -> Self {
        Self {
            entry,
            defaults: options.clone(),
            options,
            events,
            player: None,
            outdated: true,
            forgetful: false,
            root: Some(entry.start()),
            running: None,
            next: None,
            quitting: false,
            said: Vec::new(),
        }
    }

    /// The lines said since the last call.
    pub(super) fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    /// Whether there is nothing left to do.
    pub(super) fn is_over(&self) -> bool {
        self.quitting && self.running.is_none()
    }

    /// When to call [`expire`](Self::expire), if nothing happens before.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let running = self.running.as_ref().filter(|running| !running.pondering)?;
        let time = running.time.as_ref().filter(|_| !running.stop.requested())?;
        Some(running.since + time.limit(running.iterates))
    }

    /// The time of the search is over.
    pub(super) fn expire(&mut self) {
        if let Some(running) = &self.running {
            running.stop.request();
        }
    }

    /// Handles an event.
    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Line(line, at) => match parse(&line) {
                Ok(command) => self.obey(command, at),
                Err(message) => self.info_string(&message),
            },
            Event::End => self.quit(),
            Event::Iteration(found) => self.iteration(&found),
            Event::Found(player, found) => {
                self.player = Some(*player);
                self.found(&found);
            }
            Event::Solved(solution) => self.solved(&solution),
            Event::Failed => self.failed(),
        }
    }

    fn info_string(&mut self, message: &str) {
        let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.said.push(format!("info string {line}"));
    }

    fn obey(&mut self, command: Command, at: Instant) {
        match command {
            Command::Nothing => {}
            Command::Usi => {
                let name = env!("CARGO_PKG_VERSION");
                self.said.push(format!("id name Starboard {name}"));
                self.said.push("id author the Starboard developers".to_owned());
                self.said.extend(self.defaults.lines(self.entry));
                self.said.push("usiok".to_owned());
            }
            Command::IsReady => {
                // During a search, too, the answer shows that the engine listens.
                if self.running.is_none() {
                    self.prepare();
                }
                self.said.push("readyok".to_owned());
            }
            Command::NewGame => self.forgetful = true,
            Command::SetOption { name, value } => {
                match self.options.set(self.entry, &name, value.as_deref()) {
                    Ok(another) => self.outdated |= another,
                    Err(message) => self.info_string(&message),
                }
            }
            Command::Position(text) => {
                let read = position::read(self.entry, &text);
                if let Err(message) = &read {
                    self.info_string(message);
                }
                self.root = read.ok();
            }
            Command::Go(go, unknown) => {
                for word in unknown {
                    self.info_string(&format!("go knows no {}", quoted(&word)));
                }
                if let Some(running) = &self.running {
                    running.stop.request();
                    self.next = Some((go, at));
                    self.release();
                } else {
                    self.go(go, at);
                }
            }
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.stop.request();
                    self.release();
                }
            }
            Command::PonderHit => self.ponder_hit(at),
            Command::Quit => self.quit(),
        }
    }

    fn quit(&mut self) {
        self.quitting = true;
        self.next = None;
        if let Some(running) = &self.running {
            running.stop.request();
            self.release();
        }
    }

    /// Makes the engine ready to search.
    fn prepare(&mut self) {
        if self.outdated || self.player.is_none() {
            // The memory of the old one is freed first.
            self.player = None;
            match self.options.player(self.entry) {
                Ok(player) => self.player = Some(player),
                Err(message) => self.info_string(&message),
            }
        } else if self.forgetful
            && let Some(player) = &mut self.player
        {
            player.engine.clear();
        }
        (self.outdated, self.forgetful) = (false, false);
    }

    /// Begins a search, or answers at once where there is nothing to search.
    fn go(&mut self, go: Go, at: Instant) {
        let mate = go.mate;
        let root = match &self.root {
            None => Err("there is no position to search: the last one could not be read"),
            Some(root) if !matches!(root.node(), Node::Decision) => Err("the game is over"),
            Some(root) => Ok(root.clone()),
        };
        let root = match root {
            Ok(root) => root,
            Err(why) => {
                self.info_string(why);
                let answer = match mate {
                    // It was not shown that there is no mate.
                    Some(_) if self.root.is_none() => answer::UNDECIDED.to_owned(),
                    _ => answer::none(mate.is_some()),
                };
                // This answer, too, waits until it is wanted. Nothing looks at the position.
                self.running = Some(Running::new(go, self.entry.start(), at));
                return self.answer(answer);
            }
        };
        let overhead = Duration::from_millis(self.options.overhead);
        let options = TimeOptions { overhead, ..TimeOptions::default() };
        let unit = root.unit().0;
        let fixed = |time| TimeManager::fixed(time, unit, overhead);
        let time = match (mate, go.movetime) {
            (Some(MateTime::Infinite), _) => None,
            (Some(MateTime::For(time)), _) => Some(fixed(time)),
            (None, Some(time)) if !go.infinite => Some(fixed(time)),
            (None, _) => {
                let clock = go.clock(root.mover().index());
                clock.map(|clock| TimeManager::new(&clock, unit, &options))
            }
        };
        let chosen = self.chosen(&root, &go.search_moves);
        let infinite = go.infinite;
        let limits = Limits {
            // No move is found without looking ahead.
            depth: go.depth.map(|depth| depth.clamp(1, MAX_DEPTH)),
            nodes: go.nodes,
            ..Limits::default()
        };
        let running =
            Running { time, chosen: chosen.clone(), ..Running::new(go, root.clone(), at) };
        let (stop, events) = (running.stop.clone(), self.events.clone());
        self.running = Some(running);
        if mate.is_some() {
            return self.go_mate(root, limits, stop);
        }
        // To declare a win is better than any move.
        if chosen.is_none() && root.parse_move("win").is_ok() {
            return self.answer("bestmove win".to_owned());
        }
        self.prepare();
        match self.player.take() {
            Some(player) => {
                if let Some(running) = &mut self.running {
                    running.iterates = player.engine.iterates();
                }
                let mut wanted = Root { moves: chosen, ..Root::lines(self.options.multi_pv) };
                if infinite && let Some(moves) = self.in_book(&player, &root) {
                    // An analysis is to show more than the move that the book would play: a
                    // search for which the moves are given is not answered from the book.
                    wanted.moves.get_or_insert(moves);
                }
                thinking::search(player, root, wanted, limits, stop, events);
            }
            None => self.failed(),
        }
    }

    /// All moves of a position that is in the engine's book, after showing the book's moves;
    /// `None` if it is not in the book.
    fn in_book(&mut self, player: &Player, root: &Position) -> Option<Vec<Move>> {
        let known = player.engine.book_moves(root);
        let known: Vec<_> = known.iter().map(|m| format!("{} {}", m.m, m.count)).collect();
        if known.is_empty() {
            return None;
        }
        self.info_string(&format!("the book has {}", known.join(", ")));
        let mut moves = Vec::new();
        root.options(&mut moves);
        Some(moves)
    }

    /// The moves that are to be searched; `None` for all, if none of them is a move.
    fn chosen(&mut self, root: &Position, moves: &[String]) -> Option<Vec<Move>> {
        let mut chosen = Vec::new();
        for text in moves {
            match root.parse_move(text) {
                Ok(m) => chosen.push(m),
                Err(error) => self.info_string(&format!("searchmoves: {error}")),
            }
        }
        Some(chosen).filter(|chosen| !chosen.is_empty())
    }

    fn go_mate(&mut self, root: Position, limits: Limits, stop: Stop) {
        let options =
            ProofOptions { table_mib: self.options.hash().max(1) / 2, ..ProofOptions::default() };
        let Some(any) = self.entry.solver(options) else {
            return self.answer("checkmate notimplemented".to_owned());
        };
        let shortest = ProofOptions { shortest: true, ..options };
        let shortest = self.options.shortest.then(|| self.entry.solver(shortest)).flatten();
        thinking::mate(any, shortest, root, limits, stop, self.events.clone());
    }

    fn ponder_hit(&mut self, at: Instant) {
        let Some(running) = self.running.as_mut().filter(|running| running.pondering) else {
            return;
        };
        running.pondering = false;
        // What was thought already counts for the soft limit, and the clock
        // begins to run now.
        let thought = at.saturating_duration_since(running.since);
        if running.has_move && running.time.as_ref().is_some_and(|time| !time.wants_more(thought)) {
            running.stop.request();
        }
        running.since = at;
        self.release();
    }

    fn iteration(&mut self, found: &SearchInfo) {
        let Some(running) = &mut self.running else { return };
        running.has_move = true;
        let spent = found.at.saturating_duration_since(running.since);
        if let Some(time) = &mut running.time {
            time.observe(&found.report);
            if !running.pondering && !time.wants_more(spent) {
                running.stop.request();
            }
        }
        let lines = self.options.multi_pv;
        self.said.extend(info::lines(&running.root, found, lines));
    }

    fn found(&mut self, found: &SearchInfo) {
        let Some(running) = &self.running else { return };
        let (root, report) = (&running.root, &found.report);
        // What was counted after the last iteration; an answer from a book was reported in full.
        if report.stopped_by != StoppedBy::Book {
            self.said.extend(info::lines(root, found, self.options.multi_pv));
        }
        let answer = answer::best(root, report, &self.options, running.go.infinite);
        if report.stopped_by == StoppedBy::Book {
            self.info_string("the move is from the book");
        }
        self.answer(answer);
    }

    fn solved(&mut self, solution: &Solution<Move>) {
        let Some(running) = &self.running else { return };
        self.said.push(info::proof(&running.root, solution));
        let answer = answer::mate(&running.root, solution);
        self.answer(answer);
    }

    /// The search failed, or there is none: any move is better than none.
    fn failed(&mut self) {
        // The player's state is not to be trusted.
        self.outdated = true;
        let Some(running) = &self.running else { return };
        let moves = running.chosen.clone().unwrap_or_else(|| {
            let mut moves = Vec::new();
            running.root.options(&mut moves);
            moves
        });
        let answer = match moves.first() {
            _ if running.go.mate.is_some() => answer::UNDECIDED.to_owned(),
            Some(&m) => format!("bestmove {}", running.root.format_move(m)),
            None => answer::none(false),
        };
        self.info_string("the search failed; the move is the first legal one");
        self.answer(answer);
    }

    /// Gives the answer, or keeps it until it is wanted.
    fn answer(&mut self, answer: String) {
        if let Some(running) = &mut self.running {
            running.held = Some(answer);
            self.release();
        }
    }

    /// Gives an answer that was delayed, if it need not be any more, and goes
    /// on to the next search.
    fn release(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| !running.waits()) else {
            return;
        };
        let Some(answer) = running.held.take() else { return };
        self.said.push(answer);
        self.running = None;
        if let Some((go, at)) = self.next.take() {
            self.go(go, at);
        }
    }
}

/// A search on its own goes on until it sees this.
impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.expire();
    }
}
