//! Counting what is played.

use std::collections::HashMap;

use super::{
    Corner, Library,
    book::{Book, Entry, Known, Mark},
    view::View,
};
use crate::{
    Board, Color, Go, Move, Point,
    records::record::{Record, in_order},
};

/// How many moves of a game are looked at for corners and openings.
const CORNER_MOVES: usize = 150;
const OPENING_MOVES: usize = 40;

/// Positions and what was played in them, so far.
///
/// ```
/// use starboard_go::{Record, library::Counts};
///
/// let (records, _) = Record::read_all("(;SZ[19]RE[B+1];B[pd];W[dp];B[dd];W[pp];B[fq])")?;
/// let mut counts = Counts::default();
/// counts.add(&records, 1, &mut |_| ());
/// assert!(counts.library(2).is_empty() == false, "three corners began with the star point");
/// # Ok::<(), starboard_go::sgf::SgfError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    corners: HashMap<u64, Entry>,
    openings: HashMap<u64, Entry>,
}

/// What happened in a position.
#[derive(Copy, Clone, Debug)]
pub(super) enum Event {
    /// It was seen.
    Seen,
    /// The player went elsewhere.
    Elsewhere,
    /// The player played this, and won 0, 1 or 2 halves.
    Played { place: u16, halves: u32, mark: Mark },
}

/// Of a corner or of a board, by its key.
type Happened = (bool, u64, Event);

impl Counts {
    /// Counts games. `done` is called with the number of games done so far.
    pub fn add(&mut self, records: &[Record], threads: usize, done: &mut dyn FnMut(usize)) {
        let mut games = 0;
        in_order(
            records,
            threads,
            |_, record| events(record),
            |events: Vec<Happened>| {
                for (is_corner, key, event) in events {
                    self.note(is_corner, key, event);
                }
                games += 1;
                done(games);
            },
        );
    }

    pub(super) fn note(&mut self, is_corner: bool, key: u64, event: Event) {
        let book = if is_corner { &mut self.corners } else { &mut self.openings };
        let entry = book.entry(key).or_default();
        match event {
            Event::Seen => entry.seen = entry.seen.saturating_add(1),
            Event::Elsewhere => entry.elsewhere = entry.elsewhere.saturating_add(1),
            Event::Played { place, halves, mark } => {
                let moves = &mut entry.moves;
                let at = match moves.binary_search_by_key(&place, |known| known.place) {
                    Ok(at) => at,
                    Err(at) => {
                        moves.insert(at, Known { place, count: 0, halves: 0, mark });
                        at
                    }
                };
                let known = &mut moves[at];
                known.count = known.count.saturating_add(1);
                known.halves = known.halves.saturating_add(halves);
                if mark != Mark::None {
                    known.mark = mark;
                }
            }
        }
    }

    /// The positions that were seen at least `least` times, with the moves that were played at
    /// least that often.
    pub fn library(&self, least: u32) -> Library {
        let book = |entries: &HashMap<u64, Entry>| {
            let often = entries.iter().filter(|(_, entry)| entry.seen >= least);
            let mut often: Vec<_> = often
                .map(|(&key, entry)| {
                    let mut entry = entry.clone();
                    entry.moves.retain(|known| known.count >= least);
                    (key, entry)
                })
                .collect();
            often.sort_unstable_by_key(|&(key, _)| key);
            Book::new(often)
        };
        Library { corners: book(&self.corners), openings: book(&self.openings) }
    }
}

/// A corner of a game under way.
#[derive(Copy, Clone, Default)]
pub(super) struct Watched {
    /// For whom the position that is there now was seen.
    seen: [bool; 2],
}

/// The corners of a game under way.
pub(super) type Corners = [Watched; 4];

/// Tells what happens in corners with a move, for a result in halves.
pub(super) fn watch(
    corners: &mut Corners,
    game: &Go,
    last: Option<Point>,
    m: Move,
    halves: u32,
    mark: Mark,
    mut tell: impl FnMut(u64, Event),
) {
    let (board, mover): (&Board, Color) = (game.board(), game.color());
    let corner_of = |point: Option<Point>| point.and_then(|point| Corner::of(game.size(), point));
    let (changed, played) = (corner_of(last), corner_of(m.point()));
    // On an empty board, all corners are new.
    let is_first = board.empty() == board.all();
    for (corner, watched) in Corner::ALL.into_iter().zip(corners) {
        let is_new = is_first || changed == Some(corner);
        if is_new {
            watched.seen = [false; 2];
        }
        if !is_new && played != Some(corner) {
            continue;
        }
        let Some(view) = View::corner(board, mover, corner) else { continue };
        let seen = &mut watched.seen[mover.index()];
        if !*seen {
            *seen = true;
            tell(view.key, Event::Seen);
        }
        match m.point().filter(|_| played == Some(corner)) {
            Some(point) => {
                tell(view.key, Event::Played { place: view.place(point), halves, mark });
            }
            None => tell(view.key, Event::Elsewhere),
        }
    }
}

fn events(record: &Record) -> Vec<Happened> {
    let mut events = Vec::new();
    let mut corners = Corners::default();
    let mut last = None;
    let mut ply = 0;
    record.replay(|game, m| {
        ply += 1;
        let halves = match record.winner() {
            None => 1,
            Some(winner) if winner == game.color() => 2,
            Some(_) => 0,
        };
        if ply <= OPENING_MOVES {
            let view = View::board(game.board(), game.color());
            events.push((false, view.key, Event::Seen));
            if let Some(point) = m.point() {
                let (place, mark) = (view.place(point), Mark::None);
                events.push((false, view.key, Event::Played { place, halves, mark }));
            }
        }
        if ply <= CORNER_MOVES {
            watch(&mut corners, game, last, m, halves, Mark::None, |key, event| {
                events.push((true, key, event));
            });
        }
        last = m.point();
    });
    events
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    fn counts(text: &str, threads: usize) -> Counts {
        let (records, _) = Record::read_all(text).expect("games");
        let mut counts = Counts::default();
        counts.add(&records, threads, &mut |_| ());
        counts
    }

    #[test]
    fn corners_are_counted() {
        // The same corner, in another place and with colours exchanged, answered and
        // not.
        let text = "(;RE[B+1];B[pd];W[dd];B[qf];W[nc])\
                    (;RE[W+1];B[pp];W[dp];B[dd];W[cn];B[qf];W[fq])\
                    (;RE[W+R];B[pd];W[pp];B[nq];W[qn])";
        let library = counts(text, 1).library(1);
        assert_eq!(counts(text, 2).library(1), library);
        let game = Go::parse("19x19 w 7 moves K10 D4 pass C6").expect("a game");
        let found = library.corner(&game, Corner::LowerLeft).expect("known");
        // Once answered at once, once left for the other player to go on, who sees
        // another position.
        assert_eq!((found.seen(), found.elsewhere()), (2, 1));
        let size = game.size();
        let moves: Vec<_> = found.moves().map(|played| played.point.name(size)).collect();
        assert_eq!(moves, ["F3"]);
        let point = Point::read(size, "F3").expect("a point");
        let played = found.played(point).expect("played");
        assert_eq!((played.count, played.score()), (1, 0.0));
        let again = game.with_mover(Color::Black);
        let found = library.corner(&again, Corner::LowerLeft).expect("known");
        assert_eq!((found.seen(), found.elsewhere()), (1, 0));
        let empty = Go::parse("19x19").expect("a board");
        assert_eq!(library.corner(&empty, Corner::UpperRight).expect("known").seen(), 15);
    }

    #[test]
    fn openings_are_counted() {
        let text = "(;RE[B+1];B[pd];W[dd];B[pp])(;RE[W+1];B[dp];W[pp];B[dd])(;B[qc];W[dd])";
        let library = counts(text, 1).library(2);
        let game = Go::parse("19x19 b 7 moves D16 D4").expect("a game");
        let found = library.opening(&game).expect("known");
        let moves: Vec<_> = found.moves().collect();
        assert_eq!((found.seen(), moves.len(), moves[0].count, moves[0].halves), (2, 1, 2, 2));
        assert_eq!(moves[0].point.name(game.size()), "Q16");
        assert!(library.opening(&Go::parse("19x19 b 7 moves D16 R3").expect("a game")).is_none());
        let start = library.opening(&Go::default()).expect("known");
        assert_eq!(start.seen(), 3);
        let moves: Vec<_> = start.moves().collect();
        assert_eq!((moves.len(), moves[0].count, moves[0].halves), (1, 2, 2));
        assert!(library.opening(&Go::parse("13x13").expect("a board")).is_none());
    }
}
