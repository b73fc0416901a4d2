//! Opening books: what was played, or found by search, in positions that come up again and
//! again.
//!
//! A [`Book`] is a text file of positions and moves of one game. Positions are looked up by
//! [`Game::key`], and so distinguished as the rules do: the number of moves that led there does
//! not matter, and transpositions share an entry. A move that the game does not allow is an
//! error when the book is read; a move that is illegal when it would be played, because of what
//! came before, is not played.

mod file;
mod part;

use std::{
    any::{Any, TypeId},
    cmp::Reverse,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Weak},
};

use hashbrown::HashMap;
use parking_lot::Mutex;
use starboard_core::{Game, Node, NotationError};

pub(crate) use self::part::{Booked, NAME, Opening};
pub use self::{
    file::{BookEntry, BookError, BookFormat, BookLine, BookMove, BookReader, write_book},
    part::PARAMS,
};
use crate::GameEntry;

/// An opening book: positions of a game, and moves to play in them.
///
/// ```
/// use starboard::{Book, GameEntry};
/// use starboard_core::{Game, testing::RandomTree};
///
/// let start = RandomTree::<false>::new(21);
/// let entry = GameEntry::new("tree", "Makes itself up", start.clone());
/// let mut moves = Vec::new();
/// start.moves(&mut moves);
///
/// let text = format!("#STARBOARD-BOOK 1 tree\nposition {}\n", start.format());
/// let played = format!("{text}{} none 8 0 12 7\n", start.format_move(moves[0]));
/// let book = Book::read(&entry, played.as_bytes())?;
/// assert_eq!((book.moves(&start)[0].m, book.moves(&start)[0].count), (moves[0], 12));
///
/// let error = Book::read(&entry, format!("{text}e4 none 8 0 12 7\n").as_bytes()).unwrap_err();
/// assert!(error.to_string().starts_with("line 3: \"e4\" is not a legal move here"), "{error}");
/// # Ok::<(), starboard::BookError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book<G: Game>(HashMap<u64, Vec<BookMove<G::Move>>>);

impl<G: Game> Book<G> {
    /// Reads a book of the game, line by line. If a position and a move in it occur twice, their
    /// games are added up, and the deeper value counts.
    ///
    /// # Errors
    ///
    /// What is wrong with the first line that does not belong in a book of the game, or names a
    /// position or a move that the game does not have.
    pub fn read(entry: &GameEntry<G>, input: impl BufRead) -> Result<Self, BookError> {
        let (mut book, mut page) = (Self(HashMap::new()), None);
        for line in BookReader::new(input, &entry.name, BookFormat::of(entry))? {
            let (number, line) = line?;
            let wrong = |error: NotationError| BookError::at(number, error);
            match (line, &page) {
                (BookLine::Position(text), _) => {
                    let read = Page::open(entry, &text).map_err(wrong)?;
                    book.0.entry(read.key).or_default();
                    page = Some(read);
                }
                (BookLine::Move(m), Some(page)) => {
                    let m = page.understood(&m).map_err(wrong)?;
                    add(book.0.entry(page.key).or_default(), m);
                }
                (BookLine::Move(_), None) => {}
            }
        }
        book.0.values_mut().for_each(|moves| sort(moves));
        Ok(book)
    }

    /// The book in a file. Opening a file that is already in use, by another thread of a match,
    /// say, gives the same book.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, and as [`read`](Self::read).
    pub fn open(entry: &GameEntry<G>, path: &Path) -> Result<Arc<Self>, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let about = file.metadata().map_err(|error| error.to_string())?;
        let found = Found {
            path: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
            bytes: about.len(),
            modified: about.modified().ok(),
            game: (TypeId::of::<G>(), entry.name.clone()),
        };
        // Held while the book is read: another thread that wants it would only read it again.
        let mut open = OPEN.lock();
        if let Some(book) = open.get(&found).and_then(Weak::upgrade)
            && let Ok(book) = book.downcast()
        {
            return Ok(book);
        }
        let book = Self::read(entry, BufReader::new(file)).map_err(|error| error.to_string())?;
        let book = Arc::new(book);
        open.retain(|_, book| book.strong_count() > 0);
        let shared: Arc<dyn Any + Send + Sync> = Arc::<Self>::clone(&book);
        open.insert(found, Arc::downgrade(&shared));
        Ok(book)
    }

    /// The moves of a position: those played most often first and, among equals, those of the
    /// highest value; empty if the book does not have the position.
    pub fn moves(&self, position: &G) -> &[BookMove<G::Move>] {
        self.0.get(&position.key()).map_or(&[], Vec::as_slice)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<M: Copy> BookMove<M> {
    /// The same in the game's notation, as a move of this position.
    pub(crate) fn written<G: Game<Move = M>>(&self, position: &G) -> BookMove<String> {
        let reply = self.reply.map(|reply| {
            let mut next = position.clone();
            next.play(self.m);
            next.format_move(reply)
        });
        let &Self { m, value, depth, count, score, .. } = self;
        BookMove { m: position.format_move(m), reply, value, depth, count, score }
    }
}

/// The file that a book was read from, and its state at the time.
#[derive(Debug, PartialEq, Eq, Hash)]
#[allow(clippy::disallowed_types, reason = "says whether it is the same file, and no time")]
struct Found {
    path: PathBuf,
    bytes: u64,
    modified: Option<std::time::SystemTime>,
    /// The type alone does not say which game is meant.
    game: (TypeId, String),
}

/// The books in use.
static OPEN: LazyLock<Mutex<HashMap<Found, Weak<dyn Any + Send + Sync>>>> =
    LazyLock::new(Mutex::default);

/// Puts the moves played most often first and, among equals, those of the highest value.
pub(crate) fn sort<M>(moves: &mut [BookMove<M>]) {
    moves.sort_by_key(|m| Reverse((m.count, m.value)));
}

/// Adds a move, or what is known about one that is already there.
fn add<M: PartialEq>(moves: &mut Vec<BookMove<M>>, m: BookMove<M>) {
    let Some(known) = moves.iter_mut().find(|known| known.m == m.m) else {
        return moves.push(m);
    };
    known.count = known.count.saturating_add(m.count);
    known.score = known.score.zip(m.score).map(|(a, b)| a + b);
    if known.value.is_none() || m.value.is_some() && m.depth > known.depth {
        (known.value, known.depth) = (m.value, m.depth);
        known.reply = m.reply.or(known.reply.take());
    }
}

/// A position whose moves are being read.
struct Page<G: Game> {
    position: G,
    key: u64,
    /// The legal moves, and how they are written: asking the game each time would take long.
    legal: Vec<(String, G::Move)>,
}

impl<G: Game> Page<G> {
    fn open(entry: &GameEntry<G>, text: &str) -> Result<Self, NotationError> {
        // A game without notation has one position that can be named.
        let is_start = entry.start.format() == text;
        let position = if is_start { entry.start.clone() } else { G::parse(text)? };
        let mut moves = Vec::new();
        if position.node() == Node::Decision {
            position.moves(&mut moves);
        }
        let legal = moves.into_iter().map(|m| (position.format_move(m), m)).collect();
        Ok(Self { key: position.key(), position, legal })
    }

    /// The move, as the game knows it; a reply that is not a move is left out.
    fn understood(&self, m: &BookMove<String>) -> Result<BookMove<G::Move>, NotationError> {
        let own = self.find(&m.m)?;
        let reply = m.reply.as_ref().and_then(|reply| {
            let mut next = self.position.clone();
            next.play(own);
            (next.node() == Node::Decision).then(|| next.parse_move(reply).ok()).flatten()
        });
        let &BookMove { value, depth, count, score, .. } = m;
        Ok(BookMove { m: own, reply, value, depth, count, score })
    }

    fn find(&self, text: &str) -> Result<G::Move, NotationError> {
        let illegal = || NotationError::illegal(text, self.legal.iter().map(|(n, _)| n.clone()));
        if let Some(&(_, m)) = self.legal.iter().find(|(name, _)| name == text) {
            return Ok(m);
        }
        // A game may read what it does not write.
        let m = self.position.parse_move(text).map_err(|_| illegal())?;
        let is_legal = self.legal.iter().any(|&(_, legal)| legal == m);
        is_legal.then_some(m).ok_or_else(illegal)
    }
}

#[cfg(test)]
mod tests;
