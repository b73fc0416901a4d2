//! Where to play for a group's life, and why.
//!
//! As elsewhere, what a move does for different reasons adds up, and of what it
//! does for one reason the best counts.

use super::view::{Question, View};
use crate::{Board, Point, Points, reading::tactics::Tactician};

/// Strings of the group with more liberties are not considered to be in danger.
const WEAK: usize = 2;

/// The reasons there are.
#[derive(Copy, Clone)]
enum Reason {
    /// It decides about an eye.
    Vital,
    /// It makes the eye space larger, or smaller, from its rim.
    Rim,
    /// It lies within the eye space.
    Inside,
    /// It makes an eye false, or keeps it from being made false.
    Corner,
    /// It captures, or saves what would be captured.
    Capture,
    /// It connects to what is alive, or cuts from it.
    Connect,
    /// It leads out, or blocks the way.
    Run,
    /// It cuts the group apart.
    Cut,
}

/// How many reasons there are.
const REASONS: usize = 8;

/// Points with what speaks for them.
#[derive(Default)]
struct Notes {
    points: Vec<(Point, [i32; REASONS])>,
}

impl Notes {
    fn add(&mut self, point: Point, reason: Reason, worth: i32) {
        let place = self.points.iter().position(|(known, _)| *known == point);
        let place = place.unwrap_or_else(|| {
            self.points.push((point, [0; REASONS]));
            self.points.len() - 1
        });
        let best = &mut self.points[place].1[reason as usize];
        *best = (*best).max(worth);
    }
}

/// Moves for a player, the best first.
pub(super) fn candidates(
    board: &Board,
    question: &Question,
    view: &View,
    attacks: bool,
    reader: &mut Tactician,
) -> Vec<Point> {
    let mut notes = Notes::default();
    eyes(board, question, view, attacks, &mut notes);
    captures(board, question, view, attacks, reader, &mut notes);
    ways_out(board, question, view, &mut notes);
    let mover = if attacks { question.owner.other() } else { question.owner };
    let settled = settled(view);
    let mut scored: Vec<(i32, Point)> = notes
        .points
        .into_iter()
        .filter(|(point, _)| board.is_empty(*point))
        .filter_map(|(point, worth)| {
            let mut worth: i32 = worth.iter().sum();
            let captures = board.captures(point, mover);
            let after = board.liberties_after(point, mover, 3);
            if after < 2 && !captures {
                worth -= if attacks { 12 } else { 25 };
            }
            if settled.contains(point) && !captures {
                if !attacks {
                    // An eye that is there already.
                    return None;
                }
                worth -= 20;
            }
            Some((-worth, point))
        })
        .collect();
    scored.sort_unstable();
    scored.into_iter().map(|(_, point)| point).collect()
}

/// Single points that are eyes whoever plays there first.
fn settled(view: &View) -> Points {
    let sure = |space: &&super::view::Eyespace| space.eyes.low == 1 && space.points.len() == 1;
    view.spaces.iter().filter(sure).fold(Points::EMPTY, |all, space| all | space.points)
}

fn eyes(board: &Board, question: &Question, view: &View, attacks: bool, notes: &mut Notes) {
    let own = usize::from(!attacks);
    for space in &view.spaces {
        let open = space.eyes.low < space.eyes.high;
        for (player, points) in space.vital.iter().enumerate() {
            for point in *points {
                notes.add(point, Reason::Vital, if player == own { 60 } else { 45 });
            }
        }
        for point in space.points & board.empty() {
            let near = board.neighbors(point).filter(|&q| space.points.contains(q)).count() as i32;
            if view.contested.contains(point) {
                notes.add(point, Reason::Rim, 16 + 6 * near + if open { 10 } else { 0 });
            } else {
                notes.add(point, Reason::Inside, 6 + 6 * near + if open { 6 } else { 0 });
            }
            // The points at an angle of what may be an eye.
            if near <= 1 {
                for q in board.diagonals(point) {
                    let touches = board.neighbors(q).any(|r| view.stones.contains(r));
                    if board.is_empty(q) && touches && !space.points.contains(q) {
                        notes.add(q, Reason::Corner, 30);
                    }
                }
            }
        }
    }
    // Points beside the group that nobody counts as eye space yet.
    for point in view.liberties {
        let free = board.neighbors(point).filter(|&q| board.is_empty(q)).count() as i32;
        notes.add(point, Reason::Rim, 6 + 4 * free);
        let mut strings = board.neighbors(point).filter(|&q| view.stones.contains(q));
        let first = strings.next().map(|q| board.head(q));
        if strings.any(|q| Some(board.head(q)) != first) {
            notes.add(point, Reason::Cut, 14);
        }
    }
    // A single friend that has been cut off, or would be.
    let near = board.beside(&view.liberties) & *board.stones(question.owner) & !view.stones;
    for stone in near {
        for point in *board.liberties(stone) & view.liberties {
            notes.add(point, Reason::Cut, 22 + 2 * board.stone_count(stone).min(8) as i32);
        }
    }
}

fn captures(
    board: &Board,
    question: &Question,
    view: &View,
    attacks: bool,
    reader: &mut Tactician,
    notes: &mut Notes,
) {
    for &(head, best) in &view.prizes {
        let stones = board.stone_count(head).min(10) as i32;
        if let Some(best) = best {
            notes.add(best, Reason::Capture, 34 + 4 * stones);
        }
        for point in *board.liberties(head) {
            notes.add(point, Reason::Capture, 14 + 3 * stones);
        }
        if attacks {
            let saved = reader.defend(board, head, question.ko);
            if let Some(best) = saved.best.filter(|_| saved.captured == Some(false)) {
                notes.add(best, Reason::Capture, 34 + 4 * stones);
            }
        }
    }
    // Strings of the opponent's nearly caught give moves with tempo.
    let enemy = *board.stones(question.owner.other());
    for stone in board.beside(&view.stones) & enemy {
        if board.head(stone) == stone || board.liberty_count(stone) <= WEAK {
            let count = board.liberty_count(stone);
            if count <= WEAK + 1 {
                for point in *board.liberties(stone) {
                    notes.add(point, Reason::Capture, 20 - 4 * count as i32);
                }
            }
        }
    }
    // Stones of the group that would be captured.
    let heads: Points = view.stones.iter().map(|stone| board.head(stone)).collect();
    for head in heads {
        if board.liberty_count(head) > WEAK {
            continue;
        }
        let stones = board.stone_count(head).min(10) as i32;
        let taken = reader.attack(board, head, question.ko);
        if taken.captured != Some(true) {
            continue;
        }
        if let Some(best) = taken.best {
            notes.add(best, Reason::Capture, 20 + 5 * stones);
        }
        if !attacks {
            let saved = reader.defend(board, head, question.ko);
            if let Some(best) = saved.best.filter(|_| saved.captured == Some(false)) {
                notes.add(best, Reason::Capture, 20 + 5 * stones);
            }
        }
    }
}

fn ways_out(board: &Board, question: &Question, view: &View, notes: &mut Notes) {
    let empty = board.empty();
    let near = view.liberties;
    let far = (board.beside(&near) & empty) - near;
    for point in near | far {
        let beside = |set: &Points| board.neighbors(point).any(|q| set.contains(q));
        if beside(&question.strong) {
            notes.add(point, Reason::Connect, if near.contains(point) { 55 } else { 35 });
        } else if near.contains(point)
            && board.neighbors(point).any(|q| {
                empty.contains(q) && board.neighbors(q).any(|r| question.strong.contains(r))
            })
        {
            notes.add(point, Reason::Connect, 30);
        }
    }
    // Towards where there is room.
    let room = view.steps[2..].iter().fold(Points::EMPTY, |all, step| all | *step);
    if room.is_empty() {
        return;
    }
    let towards = board.beside(&room) & view.steps[1];
    for point in near | view.steps[1] {
        let ways = board.neighbors(point).filter(|&q| empty.contains(q)).count() as i32;
        let leads = towards.contains(point)
            || board.neighbors(point).any(|q| towards.contains(q))
            || board.diagonals(point).any(|q| towards.contains(q));
        if leads {
            let worth = 10 + 6 * ways + if near.contains(point) { 4 } else { 0 };
            notes.add(point, Reason::Run, worth);
        }
    }
}
