//! The openings of the pairs of a match.
//!
//! Openings come from the game's own list, from a file, or are played at random
//! from the start. Which pair begins with which depends on the seed alone.

use std::collections::HashSet;

use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput, GameInfo, Move, Position};
use starboard_core::{Limits, Node, Rng, mix, rng};

use super::OpeningText;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// The start of the game, for every pair; for games with dice.
    Start,
    /// The game's own list.
    List,
    /// A file of this name.
    File(String),
    /// This many random plies, the most balanced position of a few tries.
    Random(u32),
    /// This position, for every pair; for games with dice.
    Position(String),
}

/// The number of random plies where a game without chance has no openings
/// of its own.
const RANDOM_PLIES: u32 = 4;

impl Openings {
    /// The default for matches of a game: its own list; without one, the start if
    /// there are dice, and a few random plies if not.
    pub fn usual(game: &GameInfo) -> Self {
        match game {
            GameInfo { openings: 1.., .. } => Self::List,
            GameInfo { chance: true, .. } => Self::Start,
            _ => Self::Random(RANDOM_PLIES),
        }
    }
}

/// The random stream of the openings.
const STREAM: u64 = 0x6f70_656e;
/// The number of tries of random plies from which the most balanced position is chosen.
const TRIES: usize = 4;
/// The number of further tries while all positions so far have been used before.
const MORE_TRIES: usize = 24;
/// Nodes to estimate how balanced a position is.
const NODES: u64 = 500;

/// A position, and the moves played from it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where the game began.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position after these moves, with which the players begin.
    pub fn position(&self) -> Position {
        let mut game = self.start.clone();
        self.moves.iter().for_each(|&m| game.play(m));
        game
    }

    /// What the first player has earned in the opening, less what the second has, in units.
    pub fn earned(&self) -> f64 {
        let (mut game, mut sum) = (self.start.clone(), 0.0);
        for &m in &self.moves {
            sum += game.earned(m);
            game.play(m);
        }
        sum
    }

    /// The opening in the game's notation.
    pub fn text(&self) -> OpeningText {
        let mut game = self.start.clone();
        let moves = self.moves.iter().map(|&m| {
            let text = game.format_move(m);
            game.play(m);
            text
        });
        OpeningText { position: self.start.format(), moves: moves.collect() }
    }

    /// Reads a position, or `startpos`, optionally followed by `moves` and the moves from
    /// there, separated by spaces, or by commas where moves contain spaces.
    fn read(entry: &dyn AnyGame, line: &str) -> Result<Self, String> {
        let (position, moves) = match line.split_once(" moves ") {
            Some((position, moves)) => (position, moves),
            None => (line.strip_suffix(" moves").unwrap_or(line), ""),
        };
        let position = position.trim();
        let start = match position.strip_prefix("sfen ").unwrap_or(position) {
            "startpos" => entry.start(),
            text => entry.parse(text).map_err(|error| error.to_string())?,
        };
        let mut game = start.clone();
        let mut played = Vec::new();
        let parts: Vec<_> = if moves.contains(',') {
            moves.split(',').collect()
        } else {
            moves.split_whitespace().collect()
        };
        for text in parts {
            let m = game.parse_move(text.trim()).map_err(|error| error.to_string())?;
            game.play(m);
            played.push(m);
        }
        match game.node() {
            Node::Over(_) => Err("the game is over here".to_owned()),
            _ => Ok(Self { start, moves: played }),
        }
    }
}

/// The openings of a match, and their assignment to pairs.
pub struct Book {
    list: Vec<Opening>,
    order: Vec<u32>,
}

impl Book {
    /// The openings for this many pairs; `text` is the contents of the file, for
    /// [`Openings::File`].
    pub fn new(
        entry: &dyn AnyGame,
        openings: &Openings,
        text: Option<&str>,
        pairs: usize,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let bare = |start| Opening { start, moves: Vec::new() };
        let list = match openings {
            Openings::Start => vec![bare(entry.start())],
            Openings::Position(text) => {
                let wrong = |error| BadInput::error(format!("the position {text:?}: {error}"));
                vec![Opening::read(entry, text).map_err(wrong)?]
            }
            Openings::List => entry.openings().into_iter().map(bare).collect(),
            Openings::File(name) => lines(entry, text.unwrap_or_default())
                .map_err(|error| BadInput::error(format!("{name}: {error}")))?,
            Openings::Random(plies) => {
                let list = random(entry, *plies, pairs, seed)?;
                let order = (0..list.len() as u32).collect();
                return Ok(Self { list, order });
            }
        };
        if list.is_empty() {
            let from = match openings {
                Openings::File(name) => format!("{name}: "),
                _ => String::new(),
            };
            return Err(BadInput::error(format!("{from}there are no openings")));
        }
        // Every opening is used once before any is used again.
        let mut rng = rng(seed ^ STREAM, 0);
        let mut order = Vec::with_capacity(pairs);
        while order.len() < pairs {
            let mut round: Vec<_> = (0..list.len() as u32).collect();
            for i in (1..round.len()).rev() {
                round.swap(i, rng.random_range(0..=i));
            }
            order.extend(round);
        }
        order.truncate(pairs);
        Ok(Self { list, order })
    }

    /// The opening of a pair.
    pub fn of(&self, pair: usize) -> &Opening {
        &self.list[self.order[pair] as usize]
    }

    /// Some opening, if there is any.
    pub fn first(&self) -> Option<&Opening> {
        self.list.first()
    }

    /// A hash of the openings of the first `pairs` pairs. A book for fewer pairs, all else being
    /// the same, has the same hash for all of its own.
    pub fn fingerprint(&self, pairs: usize) -> String {
        let keys: Vec<_> = self.list.iter().map(|opening| opening.position().key()).collect();
        let order = self.order.iter().take(pairs);
        let hash = order.fold(0, |hash, &i| mix(hash ^ keys[i as usize]));
        format!("{hash:016x}")
    }
}

/// The openings of a file, one a line; empty lines and those that begin with a
/// `#` are skipped.
fn lines(entry: &dyn AnyGame, text: &str) -> Result<Vec<Opening>, String> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, line)| Opening::read(entry, line).map_err(|e| format!("line {i}: {e}")))
        .collect()
}

/// Openings of random moves, one per pair, and all different as far as possible.
fn random(
    entry: &dyn AnyGame,
    plies: u32,
    pairs: usize,
    seed: u64,
) -> anyhow::Result<Vec<Opening>> {
    let small = if entry.info().chance { "star1 + tt(mb=1)" } else { "alpha-beta + tt(mb=1)" };
    let mut engine = entry.engine(Some(small)).or_else(|_| entry.engine(None))?;
    let (start, limits) = (entry.start(), Limits::nodes(NODES));
    let mut used = HashSet::new();
    let mut list = Vec::with_capacity(pairs);
    for pair in 0..pairs {
        let mut rng = rng(seed ^ STREAM, 1 + pair as u64);
        let (mut best, mut any) = (None, None);
        for i in 0..TRIES + MORE_TRIES {
            if i >= TRIES && best.is_some() {
                break;
            }
            let Some(opening) = wander(&start, plies, &mut rng) else { continue };
            let position = opening.position();
            if used.contains(&position.key()) {
                any.get_or_insert(opening);
                continue;
            }
            engine.clear();
            let report = engine.run(&position, &limits);
            engine.sound(&position, report.stopped_by)?;
            // What the opening earned counts for the balance, too.
            let to_come = position.mover().for_first(position.units(report.value));
            let value = (opening.earned() + to_come).abs();
            if best.as_ref().is_none_or(|&(least, _)| value < least) {
                best = Some((value, opening));
            }
        }
        let opening = best.map(|(_, opening)| opening).or(any).ok_or_else(|| {
            BadInput::error(format!("{plies} random plies from the start end the game"))
        })?;
        used.insert(opening.position().key());
        list.push(opening);
    }
    Ok(list)
}

/// A game of this many random decisions; `None` if it ends earlier.
pub fn wander(start: &Position, plies: u32, rng: &mut Rng) -> Option<Opening> {
    let (mut game, mut played) = (start.clone(), Vec::new());
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    let mut left = plies;
    while left > 0 {
        let m = match game.node() {
            Node::Over(_) => return None,
            Node::Decision => {
                left -= 1;
                moves.clear();
                game.options(&mut moves);
                moves[rng.random_range(0..moves.len())]
            }
            Node::Chance => {
                chances.clear();
                game.chances(&mut chances);
                let total: u32 = chances.iter().map(|&(_, weight)| weight).sum();
                let mut number = rng.random_range(0..total);
                let drawn = chances.iter().find(|&&(_, weight)| {
                    let here = number < weight;
                    number = number.wrapping_sub(weight);
                    here
                });
                drawn?.0
            }
        };
        game.play(m);
        played.push(m);
    }
    let over = matches!(game.node(), Node::Over(_));
    (!over).then(|| Opening { start: start.clone(), moves: played })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_seeded_and_different() {
        let entry = starboard_small::entries::connect_four();
        let book = |seed, pairs| {
            let book = Book::new(&entry, &Openings::Random(4), None, pairs, seed).expect("a book");
            (0..pairs).map(|pair| book.of(pair).text().moves.join(" ")).collect::<Vec<_>>()
        };
        let twenty = book(1, 20);
        assert_eq!(twenty, book(1, 20));
        assert_eq!(twenty[..5], book(1, 5), "the first ones do not depend on how many follow");
        assert_ne!(twenty, book(2, 20));
        let different: HashSet<_> = twenty.iter().collect();
        assert_eq!(different.len(), 20);
        assert!(twenty.iter().all(|line| line.split(' ').count() == 4), "{twenty:?}");
    }

    #[test]
    fn games_that_are_too_short_have_no_random_openings() {
        let entry = starboard_small::entries::tic_tac_toe();
        let error = Book::new(&entry, &Openings::Random(9), None, 1, 0).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("9 random plies from the start end the game"));
        // More pairs than openings: some come again.
        let book = Book::new(&entry, &Openings::Random(1), None, 12, 0).expect("a book");
        let different: HashSet<_> = (0..12).map(|pair| book.of(pair).position().key()).collect();
        assert_eq!(different.len(), 9, "all first moves");
    }

    #[test]
    fn lists_are_dealt_in_rounds() {
        let entry = starboard_small::entries::connect_four();
        let text = "# two openings\n\nstartpos moves 4 4\n445\n";
        let file = Openings::File("x".to_owned());
        let book = Book::new(&entry, &file, Some(text), 7, 5).expect("a book");
        let lengths: Vec<_> = (0..7).map(|pair| book.of(pair).moves.len()).collect();
        for round in lengths.chunks_exact(2) {
            assert_eq!(round[0] + round[1], 2, "{lengths:?}");
        }
    }

    #[test]
    fn files_are_checked() {
        let entry = starboard_backgammon::entries::backgammon();
        let book = |text: &str| {
            let file = Openings::File("o.txt".to_owned());
            Book::new(&entry, &file, Some(text), 1, 0).map(|book| book.of(0).moves.len())
        };
        assert_eq!(book("startpos moves 31, 8/5 6/5, 65").ok(), Some(3));
        assert_eq!(book("4HPwATDgc/ABMA 31").ok(), Some(0));
        for (text, part) in [
            ("", "o.txt: there are no openings"),
            ("# nothing", "o.txt: there are no openings"),
            ("startpos\nnonsense", "o.txt: line 2: "),
            ("startpos moves 31, 8/2", "o.txt: line 1: \"8/2\" is not a legal move"),
        ] {
            let error = format!("{:#}", book(text).expect_err(text));
            assert!(error.contains(part), "{text}: {error}");
        }
        let entry = starboard_small::entries::tic_tac_toe();
        let file = Openings::File("o".to_owned());
        let over = Book::new(&entry, &file, Some("xxx/oo./..."), 1, 0).map(|_| ()).unwrap_err();
        assert!(over.to_string().contains("line 1: the game is over here"), "{over}");
    }
}
