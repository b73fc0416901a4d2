//! The Go Text Protocol, version 2 (Farnebäck 2002): everything that needs no engine.
//!
//! A [`Session`] answers one line at a time: commands about the position, the clock, records
//! and scores, and those by which GNU Go's regression suites ask about
//! strings. Moves come from any [engine](Session::with_engine).
//!
//! ```
//! use starboard_go::gtp::Session;
//!
//! let mut session = Session::new();
//! assert_eq!(session.answer("1 boardsize 9").unwrap(), "=1\n\n");
//! assert_eq!(session.answer("play black J10 # no such point").unwrap(), "? invalid coordinate\n\n");
//! assert_eq!(session.answer("# nothing"), None);
//! ```

mod ask;
mod clock;
mod end;
mod life;
mod line;
mod rules;
mod safe;
mod setup;

use std::fmt::{self, Write};

use starboard_core::Limits;
use starboard_search::Searcher;

use self::line::Line;
pub use self::{
    clock::{Clock, Left},
    line::LONGEST,
};
use crate::{Color, FullBoard, Go, Komi, Life, Point, Reader, Rules, Semeai, Size};

/// The reader's budget for questions about strings, which suites ask few of.
const BUDGET: u32 = 30_000;
/// How many positions a question about a connection may look at.
const LINK_POSITIONS: u64 = 4000;
/// How many playouts are used to estimate whether a group lives.
const PLAYOUTS: u32 = 8000;

/// A reader for the questions of suites.
fn reader() -> Reader {
    Reader::with_budget(BUDGET).with_link_positions(LINK_POSITIONS)
}

/// A GTP session, which answers commands.
pub struct Session {
    engine: Option<Box<dyn Searcher<Go>>>,
    limits: Limits,
    usual: Limits,
    game: Go,
    /// The komi as it was set, without White's compensation for a handicap.
    komi: Komi,
    /// The rules without komi.
    agreed: rules::Agreed,
    /// How many handicap stones Black has.
    handicap: usize,
    /// Warnings about what could not be taken as it stands in the records loaded.
    warnings: Vec<String>,
    /// The earlier positions, for `undo`.
    past: Vec<Go>,
    /// How many of these are from `trymove`.
    tried: usize,
    clock: Clock,
    reader: Reader,
    life: Life,
    semeai: Semeai,
    safe: Option<safe::Safe>,
    ended: Option<end::Ended>,
    evaluator: FullBoard,
    /// Whether the engine resigns lost games.
    resigns: bool,
    over: bool,
}

/// The answer to a command.
type Answer = Result<String, String>;

/// A command and the function that carries it out.
type Command = (&'static str, fn(&mut Session, &[&str]) -> Answer);

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("game", &self.game).finish_non_exhaustive()
    }
}

/// The limits for a move without a clock: the `usual` ones if there are no `limits`.
fn unclocked<'a>(limits: &'a Limits, usual: &'a Limits) -> &'a Limits {
    if *limits == Limits::default() { usual } else { limits }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session on an empty 19x19 board, without an engine to generate moves.
    pub fn new() -> Self {
        Self {
            engine: None,
            limits: Limits::default(),
            usual: Limits::default(),
            game: Go::default(),
            komi: Rules::default().komi,
            agreed: rules::Agreed::default(),
            handicap: 0,
            warnings: Vec::new(),
            past: Vec::new(),
            tried: 0,
            clock: Clock::default(),
            reader: reader(),
            life: Life::default().with_playouts(PLAYOUTS),
            semeai: Semeai::default(),
            safe: None,
            ended: None,
            evaluator: FullBoard::default(),
            resigns: true,
            over: false,
        }
    }

    /// The same on an empty board of another size.
    #[must_use]
    pub fn with_size(self, size: Size) -> Self {
        let rules = self.game.rules();
        Self { game: Go::new(size, rules), ..self }
    }

    /// The same with an engine, which generates moves within these limits and those of
    /// the clock.
    #[must_use]
    pub fn with_engine(self, engine: impl Searcher<Go> + 'static, limits: Limits) -> Self {
        Self { engine: Some(Box::new(engine)), limits, ..self }
    }

    /// The same with limits for moves that neither the engine's limits nor a clock limit.
    #[must_use]
    pub fn with_usual_limits(self, usual: Limits) -> Self {
        Self { usual, ..self }
    }

    /// The same, but never resigning: every game is played to its end.
    #[must_use]
    pub fn without_resigning(self) -> Self {
        Self { resigns: false, ..self }
    }

    /// The evaluation that is used to score finished games and to resign lost ones.
    pub const fn evaluator(&self) -> &FullBoard {
        &self.evaluator
    }

    /// Whether `quit` was received.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The position.
    pub const fn game(&self) -> &Go {
        &self.game
    }

    /// Warnings about the records loaded since the last call, one line each, for what could not
    /// be taken as it stands. They are for people: a GTP answer has no room for them.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The engine, and its limits without a clock, for an analysis; `None` if there is no
    /// engine.
    pub fn engine(&mut self) -> Option<(&mut dyn Searcher<Go>, &Limits)> {
        let limits = unclocked(&self.limits, &self.usual);
        Some((&mut **self.engine.as_mut()?, limits))
    }

    const COMMANDS: &'static [Command] = &[
        ("protocol_version", |_, _| Ok("2".to_owned())),
        ("name", |_, _| Ok("Starboard".to_owned())),
        ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
        ("known_command", Self::known_command),
        ("list_commands", |_, _| Ok(Self::list().join("\n"))),
        ("help", |_, _| Ok(Self::list().join("\n"))),
        ("quit", Self::quit),
        // Any command ends an analysis; this one does nothing else.
        ("stop", |_, _| Ok(String::new())),
        ("echo", |_, args| Ok(args.join(" "))),
        ("boardsize", Self::boardsize),
        ("query_boardsize", |s, _| Ok(s.game.size().side().to_string())),
        ("clear_board", Self::clear_board),
        ("komi", Self::komi),
        ("get_komi", |s, _| Ok(s.komi.to_string())),
        ("kata-set-rules", Self::set_rules),
        ("kata-get-rules", |s, _| Ok(s.rules_text())),
        ("kata-set-rule", Self::set_rule),
        ("kgs-rules", Self::set_kgs_rules),
        ("fixed_handicap", Self::fixed_handicap),
        ("place_free_handicap", Self::place_free_handicap),
        ("set_free_handicap", Self::set_free_handicap),
        ("play", Self::play),
        ("black", |s, args| s.play_as(Color::Black, args.first())),
        ("white", |s, args| s.play_as(Color::White, args.first())),
        ("undo", |s, _| s.undo(1)),
        ("gg-undo", Self::undo_many),
        ("trymove", Self::try_move),
        ("popgo", |s, _| s.pop()),
        ("loadsgf", Self::load),
        ("printsgf", Self::save),
        ("time_settings", Self::time_settings),
        ("kgs-time_settings", Self::kgs_time_settings),
        ("time_left", Self::time_left),
        ("cputime", Self::cpu_time),
        // The server tells that a game is over; the next begins with `boardsize`.
        ("kgs-game_over", |_, _| Ok(String::new())),
        ("genmove", Self::genmove),
        ("kgs-genmove_cleanup", Self::genmove_cleanup),
        ("reg_genmove", Self::reg_genmove),
        ("restricted_genmove", Self::restricted_genmove),
        ("showboard", |s, _| Ok(format!("\n{}", starboard_core::Game::board(&s.game)))),
        ("is_legal", Self::is_legal),
        ("all_legal", Self::all_legal),
        ("list_stones", Self::list_stones),
        ("color", Self::color),
        ("captures", Self::captures),
        ("countlib", Self::count_liberties),
        ("findlib", Self::find_liberties),
        ("last_move", Self::last_move),
        ("move_history", Self::move_history),
        ("attack", Self::attack),
        ("defend", Self::defend),
        ("does_attack", |s, args| s.does(args, true)),
        ("does_defend", |s, args| s.does(args, false)),
        ("attack_either", Self::attack_either),
        ("defend_both", Self::defend_both),
        ("combination_attack", Self::combination_attack),
        ("combination_defend", Self::combination_defend),
        ("connect", Self::connect),
        ("disconnect", Self::disconnect),
        ("break_in", Self::break_in),
        ("block_off", Self::block_off),
        ("same_dragon", Self::same_dragon),
        ("owl_attack", Self::owl_attack),
        ("owl_defend", Self::owl_defend),
        ("owl_does_attack", |s, args| s.owl_does(args, true)),
        ("owl_does_defend", |s, args| s.owl_does(args, false)),
        ("owl_threaten_attack", |s, args| s.owl_threaten(args, true)),
        ("owl_threaten_defense", |s, args| s.owl_threaten(args, false)),
        ("eval_eye", Self::eval_eye),
        ("dragon_status", Self::dragon_status),
        ("analyze_semeai", Self::analyze_semeai),
        ("increase_depths", |_, _| Ok(String::new())),
        ("decrease_depths", |_, _| Ok(String::new())),
        ("reset_reading_node_counter", |s, _| s.reset_reader()),
        ("get_reading_node_counter", |s, _| Ok(s.reader.nodes().to_string())),
        ("get_owl_node_counter", |s, _| Ok(s.life.nodes().to_string())),
        ("unconditional_status", Self::unconditional_status),
        ("final_score", Self::final_score),
        ("final_status", Self::final_status),
        ("final_status_list", Self::final_status_list),
    ];

    /// Commands that write line by line while an engine thinks. The owner of the session has to
    /// answer them.
    pub const STREAMED: [&'static str; 5] =
        ["analyze", "lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"];

    fn list() -> Vec<&'static str> {
        let mut names: Vec<_> = Self::COMMANDS.iter().map(|(name, _)| *name).collect();
        names.extend(Self::STREAMED);
        names.sort_unstable();
        names
    }

    /// The answer to a line, with the empty line at its end; `None` if the
    /// line contains no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = Line::read(line)?;
        let args: Vec<_> = line.words.iter().map(String::as_str).collect();
        let command = Self::COMMANDS.iter().find(|(name, _)| *name == line.name);
        let answer = match command {
            Some((_, command)) => command(self, &args),
            None if Self::STREAMED.contains(&&*line.name) => Err("no engine to ask".to_owned()),
            None => Err("unknown command".to_owned()),
        };
        let (sign, text) = match &answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let mut reply = format!("{sign}{}", line.id);
        if !text.is_empty() {
            let _ = write!(reply, " {text}");
        }
        // An empty line would end the answer.
        while reply.contains("\n\n") {
            reply = reply.replace("\n\n", "\n");
        }
        Some(reply.trim_end().to_owned() + "\n\n")
    }

    fn quit(&mut self, _: &[&str]) -> Answer {
        self.over = true;
        Ok(String::new())
    }

    fn known_command(&mut self, args: &[&str]) -> Answer {
        let known = args.first().is_some_and(|name| Self::list().contains(name));
        Ok(known.to_string())
    }

    /// Reads the argument at `index` as a colour.
    fn color_at(args: &[&str], index: usize) -> Result<Color, String> {
        args.get(index).and_then(|text| Color::read(text)).ok_or_else(|| "invalid color".to_owned())
    }

    /// Reads the argument at `index` as a point.
    fn point_at(&self, args: &[&str], index: usize) -> Result<Point, String> {
        let size = self.game.size();
        args.get(index)
            .and_then(|text| Point::read(size, text))
            .ok_or_else(|| "invalid coordinate".to_owned())
    }

    /// Reads the argument at `index` as a point with a stone on it.
    fn stone_at(&self, args: &[&str], index: usize) -> Result<Point, String> {
        let point = self.point_at(args, index)?;
        if self.game.board().is_empty(point) {
            return Err("vertex must not be empty".to_owned());
        }
        Ok(point)
    }

    /// The names of points in alphabetical order, as suites expect.
    fn names(&self, points: impl IntoIterator<Item = Point>) -> String {
        let size = self.game.size();
        let names: Vec<_> = points.into_iter().map(|point| point.name(size)).collect();
        names.join(" ")
    }
}

#[cfg(test)]
mod tests;
