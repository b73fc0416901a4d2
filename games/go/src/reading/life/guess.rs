//! Estimating life and death: the same search, but positions are
//! evaluated statically, and few moves are tried.

use std::{collections::HashMap, ops::RangeInclusive, sync::Arc};

use starboard_core::{Game, Player};
use starboard_search::proof::Goal;

use super::{
    candidates, comes_back,
    space::Counter,
    view::{FREE, Question, View},
};
use crate::{Move, Point, reading::reader::Local, reading::tactics::Tactician};

/// How many moves are tried at the root and at every other position.
const WIDTHS: [usize; 2] = [14, 10];
/// How many plies beyond the trusted ply a position is evaluated statically in any case.
const BEYOND: usize = 4;
/// The plies from which on static evaluations are trusted even where play may yet refute them, in
/// one search after the other.
pub(super) const TRUSTED: RangeInclusive<usize> = 1..=10;
/// How much room a move is worth.
const TEMPO: usize = 3;
/// How many positions have their views cached.
const KEPT: usize = 4096;

/// The goal of the opponent: that the group is dead by static evaluation.
pub(super) struct Guess<'a> {
    question: Question,
    reader: &'a mut Tactician,
    counter: &'a mut Counter,
    views: HashMap<u64, Arc<View>>,
    /// Whether the root has been seen, of which a move is wanted even where
    /// the answer is plain.
    begun: bool,
    /// From this ply on, static evaluations are trusted even where play may yet refute them.
    trusted: usize,
    /// Whether the result depends on that.
    leaned: bool,
}

impl<'a> Guess<'a> {
    pub(super) fn new(
        question: Question,
        reader: &'a mut Tactician,
        counter: &'a mut Counter,
    ) -> Self {
        let views = HashMap::new();
        Self { question, reader, counter, views, begun: false, trusted: 0, leaned: false }
    }

    /// Starts again, trusting static evaluations from this ply on.
    pub(super) fn trust(&mut self, ply: usize) {
        self.begun = false;
        self.trusted = ply;
        self.leaned = false;
    }

    /// Whether the result depends on evaluations that were trusted.
    pub(super) const fn leaned(&self) -> bool {
        self.leaned
    }

    /// The question as it is here, where threats may have been used up.
    fn asked(&self, game: &Local) -> Question {
        Question { ko: game.ko(), ..self.question.clone() }
    }

    fn view(&mut self, game: &Local) -> Arc<View> {
        let key = game.key();
        if let Some(view) = self.views.get(&key) {
            return Arc::clone(view);
        }
        if self.views.len() >= KEPT {
            self.views.clear();
        }
        let question = self.asked(game);
        let view = View::new(&game.board, &question, self.reader, self.counter);
        let view = Arc::new(view);
        self.views.insert(key, Arc::clone(&view));
        view
    }

    /// Whether the group's string is captured by tactics alone.
    fn is_taken(&mut self, game: &Local) -> bool {
        let Question { target, owner, .. } = self.question;
        let count = game.board.liberty_count(target);
        let attacks = game.mover != owner;
        if count > if attacks { 3 } else { 2 } {
            return false;
        }
        let found = match attacks {
            true => self.reader.attack(&game.board, target, game.ko()),
            false => self.reader.defend(&game.board, target, game.ko()),
        };
        found.captured == Some(true)
    }

    /// Whether the owner, to move, connects to what is alive at once.
    fn connects(&self, game: &Local, view: &View) -> bool {
        let Question { owner, strong, .. } = &self.question;
        let board = &game.board;
        let meets = view.liberties & board.beside(strong);
        meets.iter().any(|p| game.may_play(p) && board.liberties_after(p, *owner, 3) >= 3)
    }

    /// Whether nothing but eyes could save the group.
    fn is_shut_in(&self, game: &Local, view: &View) -> bool {
        let board = &game.board;
        let near = view.liberties | (board.beside(&view.liberties) & board.empty());
        view.room() == 0
            && view.prizes.is_empty()
            && !board.beside(&near).meets(&self.question.strong)
    }
}

impl Goal<Local> for Guess<'_> {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        self.question.owner.other().into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        let Question { target, owner, .. } = self.question;
        self.reader.met_ko |= game.board.ko().is_some();
        if game.board.at(target) != Some(owner) {
            return (!comes_back(game, target, owner)).then_some(true);
        }
        if !std::mem::replace(&mut self.begun, true) {
            return None;
        }
        if self.is_taken(game) {
            return Some(true);
        }
        let view = self.view(game);
        let attacks = game.mover != owner;
        let ply = game.ply;
        let trusted = ply >= self.trusted;
        if view.joined || view.eyes.low >= 2 && (view.firm >= 2 || trusted) {
            self.leaned |= !view.joined && view.firm < 2;
            return Some(false);
        }
        // At the root a move is to be found for it.
        let (room, tempo) = (view.room(), if attacks { 0 } else { TEMPO });
        if ply > 0 && room + tempo >= FREE || !attacks && self.connects(game, &view) {
            return Some(false);
        }
        // The owner, to move, may yet widen its space.
        let most = if attacks || trusted { view.eyes.high } else { view.most };
        if ply > 0 && most < 2 && self.is_shut_in(game, &view) {
            self.leaned |= !attacks && view.most >= 2;
            return Some(true);
        }
        if ply >= self.trusted + BEYOND {
            self.leaned = true;
            let hopes = if attacks { view.eyes.low } else { view.eyes.high };
            return Some(hopes < 2 && room < FREE / 2);
        }
        None
    }

    fn moves(&mut self, game: &Local, attacking: bool, out: &mut Vec<Move>) {
        if game.board.is_empty(self.question.target) {
            return out.push(Move::at(self.question.target));
        }
        let view = self.view(game);
        let question = self.asked(game);
        let list = candidates::candidates(&game.board, &question, &view, attacking, self.reader);
        let legal = |&point: &Point| game.may_play(point);
        let width = WIDTHS[usize::from(game.ply > 0)];
        out.extend(list.into_iter().filter(legal).take(width).map(Move::at));
        if !attacking {
            out.push(Move::PASS);
        }
    }

    fn estimate(&mut self, game: &Local, attacking: bool) -> (u32, u32) {
        if game.board.is_empty(self.question.target) {
            return (1, 1);
        }
        let view = self.view(game);
        let eyes = u32::from(if attacking { view.eyes.low } else { view.eyes.high });
        let room = view.room().min(FREE) as u32;
        let kill = 1 + 2 * eyes + room;
        let live = 1 + 2 * (2 - eyes) + (FREE as u32 - room) / 3;
        (kill, live)
    }
}
