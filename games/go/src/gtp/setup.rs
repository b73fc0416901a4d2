//! Commands that change the position or show it.

use std::fs;

use starboard_core::{Events, Game, Root, Stop};

use super::{Answer, Session, rules::Agreed, unclocked};
use crate::{
    Color, Ending, Go, Komi, Move, Point, Points, Rules, Size, fixed_handicap, free_handicap,
    records::sgf::Sgf,
};

/// The largest record that is read.
const LARGEST: u64 = 1 << 26;
/// The most moves of a record that is read: each can be taken back.
const MOST: usize = 2000;

impl Session {
    /// Starts a new game from this position, after a handicap of so many stones.
    fn begin(&mut self, game: Go, handicap: usize) {
        self.handicap = handicap;
        self.game = game.with_rules(self.rules());
        self.past.clear();
        self.tried = 0;
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Goes on to a position; `undo` can take that back.
    fn advance(&mut self, next: Go) {
        self.past.push(std::mem::replace(&mut self.game, next));
    }

    pub(super) fn boardsize(&mut self, args: &[&str]) -> Answer {
        let sides: Option<Vec<usize>> = args.iter().map(|text| text.parse().ok()).collect();
        let sides = sides.filter(|sides| !sides.is_empty()).ok_or("boardsize not an integer")?;
        // KataGo takes two numbers for columns and rows: boards are square here.
        let square = sides.len() <= 2 && sides.iter().all(|side| *side == sides[0]);
        let size = Size::new(sides[0]).filter(|_| square).ok_or("unacceptable size")?;
        self.begin(Go::new(size, self.rules()), 0);
        Ok(String::new())
    }

    pub(super) fn clear_board(&mut self, _: &[&str]) -> Answer {
        self.begin(Go::new(self.game.size(), self.rules()), 0);
        self.clock.left = [None; 2];
        Ok(String::new())
    }

    /// The rules of the game; the komi includes White's compensation for a handicap.
    pub(super) fn rules(&self) -> Rules {
        let komi = self.komi.plus(self.agreed.bonus(self.handicap));
        Rules { komi, ..self.agreed.rules() }
    }

    /// Continues by other rules.
    pub(super) fn agree(&mut self, agreed: Agreed) {
        self.agreed = agreed;
        self.ended = None;
        self.keep();
    }

    /// Puts the rules in force into the position, whatever its own were.
    fn keep(&mut self) {
        self.game = std::mem::take(&mut self.game).with_rules(self.rules());
    }

    pub(super) fn komi(&mut self, args: &[&str]) -> Answer {
        let text = args.first().ok_or("komi not a float")?;
        Komi::number(text).ok_or("komi not a float")?;
        let possible = || format!("komi {text} cannot be played: it can be {}", Komi::RANGE);
        self.komi = Komi::read(text).ok_or_else(possible)?;
        self.keep();
        Ok(String::new())
    }

    /// Reads a number of handicap stones for an empty board.
    fn handicap_count(&self, args: &[&str]) -> Result<usize, String> {
        if self.game.board().empty() != self.game.board().all() {
            return Err("board not empty".to_owned());
        }
        let count = args.first().and_then(|text| text.parse().ok());
        count.ok_or_else(|| "handicap not an integer".to_owned())
    }

    fn give(&mut self, stones: Points) -> Answer {
        let size = self.game.size();
        let game = Go::from_stones(size, &stones, &Points::EMPTY, Color::White, self.rules());
        self.begin(game.map_err(|error| error.to_string())?, stones.len());
        Ok(self.names(stones))
    }

    pub(super) fn fixed_handicap(&mut self, args: &[&str]) -> Answer {
        let count = self.handicap_count(args)?;
        self.give(fixed_handicap(self.game.size(), count).ok_or("invalid number of stones")?)
    }

    pub(super) fn place_free_handicap(&mut self, args: &[&str]) -> Answer {
        let count = self.handicap_count(args)?;
        self.give(free_handicap(self.game.size(), count).ok_or("invalid number of stones")?)
    }

    pub(super) fn set_free_handicap(&mut self, args: &[&str]) -> Answer {
        if self.game.board().empty() != self.game.board().all() {
            return Err("board not empty".to_owned());
        }
        let points: Result<Vec<_>, _> = (0..args.len()).map(|i| self.point_at(args, i)).collect();
        let points = points?;
        let stones: Points = points.iter().copied().collect();
        if stones.len() != points.len() || stones.len() < 2 {
            return Err("bad vertex list".to_owned());
        }
        self.give(stones).map(|_| String::new())
    }

    pub(super) fn play(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        self.play_as(color, args.get(1))
    }

    /// Plays for a colour, whoever's turn it is. Superko is not checked, as
    /// the other player may use another rule.
    pub(super) fn play_as(&mut self, color: Color, vertex: Option<&&str>) -> Answer {
        let size = self.game.size();
        let m = vertex.and_then(|text| Move::read(size, text)).ok_or("invalid coordinate")?;
        let next = self.after(color, m).ok_or("illegal move")?;
        self.advance(next);
        Ok(String::new())
    }

    fn after(&self, color: Color, m: Move) -> Option<Go> {
        let mut next = self.game.clone().with_mover(color);
        let legal = m.point().is_none_or(|point| next.is_possible(point));
        legal.then(|| {
            next.make_free(m);
            next
        })
    }

    pub(super) fn undo(&mut self, count: usize) -> Answer {
        if self.past.len() < count {
            return Err("cannot undo".to_owned());
        }
        for _ in 0..count {
            self.game = self.past.pop().unwrap_or_default();
        }
        self.keep();
        self.tried = self.tried.min(self.past.len());
        Ok(String::new())
    }

    pub(super) fn undo_many(&mut self, args: &[&str]) -> Answer {
        let count = args.first().map_or(Some(1), |text| text.parse().ok());
        self.undo(count.ok_or("syntax error: not a number")?)
    }

    /// `trymove COLOR VERTEX`: plays until `popgo`.
    pub(super) fn try_move(&mut self, args: &[&str]) -> Answer {
        self.play(args)?;
        self.tried += 1;
        Ok(String::new())
    }

    pub(super) fn pop(&mut self) -> Answer {
        if self.tried == 0 {
            return Err("stack empty".to_owned());
        }
        self.tried -= 1;
        self.undo(1)
    }

    /// `loadsgf FILE [MOVE | VERTEX]`: the position before this move, or before
    /// the first move on this point.
    pub(super) fn load(&mut self, args: &[&str]) -> Answer {
        let path = args.first().ok_or("missing filename")?;
        let cannot = |why: &dyn std::fmt::Display| format!("cannot open or parse {path:?}: {why}");
        let length = fs::metadata(path).map_err(|error| cannot(&error))?.len();
        if length > LARGEST {
            return Err(cannot(&"the file is too large"));
        }
        let bytes = fs::read(path).map_err(|error| cannot(&error))?;
        let text = String::from_utf8_lossy(&bytes);
        let (sgf, mut warnings) = Sgf::read(&text).map_err(|error| cannot(&error))?;
        let mut moves = usize::MAX;
        if let Some(until) = args.get(1) {
            let number = until.parse().ok().map(|number: usize| number.saturating_sub(1));
            let all = || sgf.position(0, usize::MAX).map_err(|error| cannot(&error));
            moves = match number {
                Some(number) => number,
                None => {
                    let all = all()?.game;
                    let point = Point::read(all.size(), until).ok_or("invalid coordinate")?;
                    let mut played = all.moves_played();
                    let found = played.position(|(_, m)| m.point() == Some(point));
                    found.ok_or("no move there")?
                }
            };
        }
        let mut past = Vec::new();
        let see = |game: &Go| {
            if past.len() <= MOST {
                past.push(game.clone());
            }
        };
        let position = sgf.position_after(0, moves, see).map_err(|error| cannot(&error))?;
        if past.len() > MOST {
            return Err(cannot(&"the game is too long"));
        }
        warnings.extend(position.warnings);
        self.warnings.extend(warnings.into_iter().map(|warning| format!("{path}: {warning}")));
        (self.komi, self.agreed) = (position.named.rules.komi, Agreed::of(position.named));
        self.begin(position.game, position.handicap);
        // Moves can be undone back to where stones were last set up.
        let moves = self.game.moves_played().count();
        self.past = past.split_off(past.len().saturating_sub(moves));
        Ok(self.game.color().name().to_owned())
    }

    pub(super) fn save(&mut self, args: &[&str]) -> Answer {
        let start = self.past.first().unwrap_or(&self.game);
        let named = self.agreed.named_as(self.komi);
        let moves = self.game.moves_played();
        let text = Sgf::by_rules(start, named, self.handicap, moves).write();
        let Some(path) = args.first() else { return Ok(text) };
        fs::write(path, text).map_err(|error| format!("cannot write {path:?}: {error}"))?;
        Ok(String::new())
    }

    /// The move that the engine decides on, one of those in `allowed` if that is given.
    fn found(
        &mut self,
        color: Color,
        allowed: Option<&Points>,
        events: &mut dyn Events<Move>,
    ) -> Result<Move, String> {
        let game = self.game.clone().with_mover(color).resumed();
        let engine = self.engine.as_mut().ok_or("no engine to ask")?;
        let mut root = Root::default();
        if let Some(allowed) = allowed {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            moves.retain(|m| m.point().is_some_and(|point| allowed.contains(point)));
            if moves.is_empty() {
                return Ok(Move::PASS);
            }
            root.moves = Some(moves);
        }
        let stop = Stop::default();
        let report = match self.clock.budget(color, game.size().points()) {
            Some(mut time) => time.search(&mut **engine, &game, &root, &self.limits, &stop, events),
            None => {
                let limits = unclocked(&self.limits, &self.usual);
                engine.search(&game, &root, limits, &stop, events)
            }
        };
        Ok(report.best_move().copied().unwrap_or(Move::PASS))
    }

    pub(super) fn genmove(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        self.generate(color, &mut ())
    }

    /// Plays the move that the engine decides on, or resigns; `events` receives what the search
    /// finds on the way.
    ///
    /// # Errors
    ///
    /// If there is no engine, or it finds no legal move.
    pub fn generate(&mut self, color: Color, events: &mut dyn Events<Move>) -> Answer {
        if self.resigns {
            let game = self.game.clone().with_mover(color);
            if self.evaluator.analyse(&game).is_lost(game.board(), color) {
                return Ok("resign".to_owned());
            }
        }
        let m = self.found(color, None, events)?;
        self.decide(color, m)
    }

    fn decide(&mut self, color: Color, m: Move) -> Answer {
        let next = self.after(color, m).ok_or("the engine found no legal move")?;
        self.advance(next);
        Ok(m.name(self.game.size()))
    }

    /// `kgs-genmove_cleanup COLOR`: as `genmove`, but without a pass before all dead stones of the
    /// opponent's are off the board, and without resigning.
    pub(super) fn genmove_cleanup(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let mut m = self.found(color, None, &mut ())?;
        if m == Move::PASS {
            let (ending, board) =
                (Ending::read(&self.game, &self.evaluator), self.game.board().clone());
            let dead = ending.dead & *board.stones(color.other());
            // Their liberties, and what else is free where they stand.
            let around = board.flood(&dead, &(board.empty() | dead));
            let allowed = around & board.empty() & ending.territory[color.index()];
            if !allowed.is_empty() {
                m = self.found(color, Some(&allowed), &mut ())?;
            }
        }
        self.decide(color, m)
    }

    pub(super) fn reg_genmove(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        Ok(self.found(color, None, &mut ())?.name(self.game.size()))
    }

    pub(super) fn restricted_genmove(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let points: Result<_, _> = (1..args.len()).map(|i| self.point_at(args, i)).collect();
        let points: Points = points?;
        if points.is_empty() {
            return Err("invalid coordinate".to_owned());
        }
        Ok(self.found(color, Some(&points), &mut ())?.name(self.game.size()))
    }

    pub(super) fn is_legal(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let size = self.game.size();
        let m = args.get(1).and_then(|text| Move::read(size, text)).ok_or("invalid coordinate")?;
        let game = self.game.clone().with_mover(color);
        let legal = m.point().is_none_or(|point| game.is_possible(point));
        Ok(u8::from(legal).to_string())
    }

    pub(super) fn all_legal(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        let game = self.game.clone().with_mover(color);
        Ok(self.names(game.board().empty().iter().filter(|&point| game.is_possible(point))))
    }

    pub(super) fn list_stones(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        Ok(self.names(*self.game.board().stones(color)))
    }

    pub(super) fn color(&mut self, args: &[&str]) -> Answer {
        let point = self.point_at(args, 0)?;
        Ok(self.game.board().at(point).map_or("empty", Color::name).to_owned())
    }

    /// How many stones a colour has captured.
    pub(super) fn captures(&mut self, args: &[&str]) -> Answer {
        let color = Self::color_at(args, 0)?;
        Ok(self.game.board().captured(color.other()).to_string())
    }

    pub(super) fn count_liberties(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        Ok(self.game.board().liberty_count(stone).to_string())
    }

    pub(super) fn find_liberties(&mut self, args: &[&str]) -> Answer {
        let stone = self.stone_at(args, 0)?;
        Ok(self.names(*self.game.board().liberties(stone)))
    }

    pub(super) fn last_move(&mut self, _: &[&str]) -> Answer {
        let (color, m) = self.game.moves_played().next_back().ok_or("no previous move known")?;
        Ok(format!("{} {}", color.name(), m.name(self.game.size())))
    }

    pub(super) fn move_history(&mut self, _: &[&str]) -> Answer {
        let size = self.game.size();
        let moves = self.game.moves_played().rev();
        let lines: Vec<_> =
            moves.map(|(color, m)| format!("{} {}", color.name(), m.name(size))).collect();
        Ok(lines.join("\n"))
    }
}
