//! Games to learn from: who moved where, and who won.

use std::collections::HashSet;

use crate::{
    Color, Go, KoRule, Move, Point, Rules, Size,
    records::sgf::{Place, Sgf, SgfError, Warning},
};

/// How many equal first moves make two games count as the same.
const BEGINNING: usize = 60;

/// How a game begins.
pub(crate) type Beginning<'a> = (Size, &'a [(Color, Point)], &'a [(Color, Move)]);

/// A game that was played, without comments and variations.
///
/// ```
/// use starboard_go::{Color, Record};
///
/// let (records, _) = Record::read_all("(;SZ[9]RE[W+3.5];B[ee];W[ce];B[])")?;
/// let record = &records[0];
/// assert_eq!((record.moves().len(), record.winner()), (3, Some(Color::White)));
/// let mut stones = Vec::new();
/// record.replay(|game, _| stones.push(game.board().empty().len()));
/// assert_eq!(stones, [81, 80, 79]);
/// # Ok::<(), starboard_go::sgf::SgfError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    size: Size,
    /// Stones that were there before the first move.
    handicap: Vec<(Color, Point)>,
    moves: Vec<(Color, Move)>,
    winner: Option<Color>,
    /// Whether its rules allow suicide.
    suicide: bool,
}

impl Record {
    /// A game from an empty board; it ends before the first move that cannot be played.
    pub fn new(size: Size, moves: Vec<(Color, Move)>, winner: Option<Color>) -> Self {
        Self { size, handicap: Vec::new(), moves, winner, suicide: false }
    }

    /// The main lines of all games of an SGF text.
    ///
    /// A game is left out, with a warning, if it is not Go, has no moves, has moves that cannot
    /// be played or that repeat a position, or sets up stones after moves.
    ///
    /// # Errors
    ///
    /// If there is no game in the text.
    pub fn read_all(text: &str) -> Result<(Vec<Self>, Vec<Warning>), SgfError> {
        let (sgf, mut warnings) = Sgf::read(text)?;
        let mut records = Vec::new();
        for game in 0..sgf.games.len() {
            let (start, end) = match (sgf.position(game, 0), sgf.position(game, usize::MAX)) {
                (Ok(start), Ok(end)) => (start, end),
                (Err(SgfError { place, message }), _) | (_, Err(SgfError { place, message })) => {
                    warnings.push(Warning { place, message });
                    continue;
                }
            };
            warnings.extend(end.warnings);
            let board = start.game.board();
            let stones =
                Color::BOTH.map(|color| board.stones(color).iter().map(move |p| (color, p)));
            let result = sgf.nodes[sgf.games[game]].value("RE").unwrap_or("");
            let winner = match result.trim().as_bytes() {
                [b'B' | b'b', b'+', ..] => Some(Color::Black),
                [b'W' | b'w', b'+', ..] => Some(Color::White),
                _ => None,
            };
            // Moves from before stones were set up once more are forgotten, and
            // without them there is no game.
            let moves: Vec<_> = end.game.moves_played().collect();
            if moves.len() == end.moves && end.moves > 0 {
                let handicap = stones.into_iter().flatten().collect();
                let (size, suicide) = (start.game.size(), start.game.rules().suicide);
                records.push(Self { size, handicap, moves, winner, suicide });
            } else {
                let place = Place::default();
                let message = format!("game {} cannot be played to its end", game + 1);
                warnings.push(Warning { place, message });
            }
        }
        Ok((records, warnings))
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The moves, passes included.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Who won, if known.
    pub const fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// How the game begins, by which games are told apart.
    pub(crate) fn beginning(&self) -> Beginning<'_> {
        let moves = self.moves.len().min(BEGINNING);
        (self.size, &self.handicap, &self.moves[..moves])
    }

    /// The games without duplicates, which are the same for the first sixty moves as an earlier
    /// one: collections contain some games twice.
    pub fn distinct(records: Vec<Self>) -> Vec<Self> {
        let mut seen = HashSet::new();
        let is_new: Vec<_> = records.iter().map(|record| seen.insert(record.beginning())).collect();
        let both = records.into_iter().zip(is_new);
        both.filter_map(|(record, is_new)| is_new.then_some(record)).collect()
    }

    /// Calls `see` with every position and the move that was played there.
    pub fn replay(&self, mut see: impl FnMut(&Go, Move)) {
        // Some servers know no superko.
        let rules = Rules { ko: KoRule::Simple, suicide: self.suicide, ..Rules::default() };
        let mut game = Go::new(self.size, rules);
        if !self.handicap.is_empty() {
            let stones = Color::BOTH.map(|color| {
                let own = self.handicap.iter().filter(|&&(by, _)| by == color);
                own.map(|&(_, point)| point).collect()
            });
            let [black, white] = stones;
            match Go::from_stones(self.size, &black, &white, Color::White, game.rules()) {
                Ok(start) => game = start,
                Err(_) => return,
            }
        }
        for &(color, m) in &self.moves {
            if game.color() != color {
                game = game.with_mover(color);
            }
            if m.point().is_some_and(|point| !game.is_legal(point)) {
                return;
            }
            if game.passes() > 1 {
                game = game.resumed();
            }
            see(&game, m);
            game.make(m);
        }
    }
}

/// Applies `map` to every item with its index, on several threads, and gives the
/// results to `fold` in order.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    map: impl Fn(usize, &T) -> R + Sync,
    mut fold: impl FnMut(R),
) {
    /// Items that a thread does at a time.
    const BATCH: usize = 16;
    let threads = threads.max(1);
    let mut first = 0;
    for round in items.chunks(BATCH * threads) {
        let work = |(i, batch): (usize, &[T])| -> Vec<R> {
            let start = first + i * BATCH;
            batch.iter().enumerate().map(|(k, item)| map(start + k, item)).collect()
        };
        if threads == 1 {
            work((0, round)).into_iter().for_each(&mut fold);
        } else {
            let done: Vec<Vec<R>> = std::thread::scope(|scope| {
                let batches = round.chunks(BATCH).enumerate();
                let work = &work;
                let running: Vec<_> =
                    batches.map(|batch| scope.spawn(move || work(batch))).collect();
                running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
            });
            done.into_iter().flatten().for_each(&mut fold);
        }
        first += round.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_and_replayed() {
        let text = "(;SZ[9]HA[2]AB[cc][gg]RE[B+R];W[ee];B[ce])(;GM[2])(;SZ[9];B[aa];B[bb])(;SZ[9];B[aa];W[aa])\
                    (;SZ[9];B[aa];W[dd];AE[aa];B[ee])(;SZ[9])";
        let (records, warnings) = Record::read_all(text).expect("games");
        let moves: Vec<_> = records.iter().map(|record| record.moves().len()).collect();
        assert_eq!(moves, [2, 2]);
        let told = ["not Go", "white at A9 is not possible", "game 4 cannot", "game 5 cannot"];
        for message in told {
            let told = warnings.iter().any(|warning| warning.message.contains(message));
            assert!(told, "{message}: {warnings:?}");
        }
        assert_eq!(records[0].winner(), Some(Color::Black));
        let mut seen = Vec::new();
        records[0].replay(|game, m| seen.push((game.board().empty().len(), m.name(game.size()))));
        assert_eq!(seen, [(79, "E5".to_owned()), (78, "C5".to_owned())]);
        // Black plays twice in a row.
        let mut colors = Vec::new();
        records[1].replay(|game, _| colors.push(game.color()));
        assert_eq!(colors, [Color::Black; 2]);
    }

    #[test]
    fn games_are_kept_once() {
        let text = "(;SZ[9];B[ee];W[ce])(;SZ[9];B[ee];W[cd])(;SZ[9]RE[B+1];B[ee];W[ce])\
                    (;SZ[13];B[ee];W[ce])(;SZ[9];B[ee])";
        let (records, _) = Record::read_all(text).expect("games");
        let kept = Record::distinct(records.clone());
        assert_eq!(kept, [0, 1, 3, 4].map(|i| records[i].clone()));
    }

    #[test]
    fn results_come_in_order() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 3] {
            let mut found = Vec::new();
            in_order(&items, threads, |i, &item| (i, item * item), |result| found.push(result));
            assert!(found.iter().enumerate().all(|(i, &result)| result == (i, i * i)));
            assert_eq!(found.len(), 1000);
        }
    }
}
