//! Turning records into positions, and games into records.

use starboard_core::NotationError;

use super::{NamedRules, Node, Place, Property, Sgf, SgfError, Warning};
use crate::{Board, Color, Go, Move, Point, Points, Size};

/// A position from a record.
#[derive(Clone, Debug)]
pub struct Position {
    /// The position, with the moves since stones were last set up; White's compensation for a
    /// handicap is included in its komi.
    pub game: Go,
    /// How many moves the main line has up to here.
    pub moves: usize,
    /// Handicap stones, as the record counts them.
    pub handicap: usize,
    /// What could not be taken as it stands, such as moves that cannot be played.
    pub warnings: Vec<Warning>,
    /// The rules as the record names them.
    pub(crate) named: NamedRules,
}

impl Sgf {
    /// The position on the main line of a game after `moves` moves, passes included, or at its
    /// end if it has fewer. Games are numbered from 0.
    ///
    /// Moves are played as they stand, whoever's turn it is. An impossible move
    /// ends the game, with a warning, as the moves after it would not fit the board.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it is not Go, or its board size is not supported.
    pub fn position(&self, game: usize, moves: usize) -> Result<Position, SgfError> {
        self.position_after(game, moves, |_| ())
    }

    /// The same; `see` is called with every earlier position from which a move is played.
    pub(crate) fn position_after(
        &self,
        game: usize,
        moves: usize,
        mut see: impl FnMut(&Go),
    ) -> Result<Position, SgfError> {
        let mut player = self.player(game)?;
        let root = &self.nodes[self.games[game]];
        for index in self.main_line(game) {
            if player.node(&self.nodes[index], moves, |game, _| see(game)) {
                break;
            }
        }
        let (handicap, named) = (handicap(root), NamedRules::read(root).0);
        let Player { mut game, moves, warnings, told, .. } = player;
        // After a handicap, White begins even if the record does not say so.
        if moves == 0 && !told && handicap > 1 {
            game = game.with_mover(Color::White);
        }
        Ok(Position { game, moves, handicap, warnings, named })
    }

    /// Calls `see` for every position of a game's main line from which a move is played, with the
    /// position, the node of the move, and the move. Moves are played as by
    /// [`position`](Self::position), and the same warnings are returned.
    ///
    /// # Errors
    ///
    /// As [`position`](Self::position).
    pub fn main_moves(
        &self,
        game: usize,
        mut see: impl FnMut(&Go, usize, Move),
    ) -> Result<Vec<Warning>, SgfError> {
        let mut player = self.player(game)?;
        for index in self.main_line(game) {
            player.node(&self.nodes[index], usize::MAX, |game, m| see(game, index, m));
        }
        Ok(player.warnings)
    }

    /// Calls `see` for every position of a game's tree, variations included, from which a
    /// move is played, with the position, the node of the move, and the move. Moves are
    /// played as by [`position`](Self::position), which also returns the warnings.
    ///
    /// # Errors
    ///
    /// As [`position`](Self::position).
    pub fn walk(
        &self,
        game: usize,
        mut see: impl FnMut(&Go, usize, Move),
    ) -> Result<Vec<Warning>, SgfError> {
        let mut warnings = Vec::new();
        let mut ahead = vec![(self.games.get(game).copied(), self.player(game)?)];
        while let Some((node, mut player)) = ahead.pop() {
            let Some(index) = node else { continue };
            let node = &self.nodes[index];
            player.node(node, usize::MAX, |game, m| see(game, index, m));
            warnings.append(&mut player.warnings);
            // The main line comes first.
            if let Some((first, others)) = node.children.split_first() {
                ahead.extend(others.iter().rev().map(|&child| (Some(child), player.clone())));
                ahead.push((Some(*first), player));
            }
        }
        Ok(warnings)
    }

    /// A player at the root of a game, to follow a line of it.
    fn player(&self, game: usize) -> Result<Player, SgfError> {
        let Some(&first) = self.games.get(game) else {
            let message = format!("there is no game {} in the record", game + 1);
            return Err(SgfError { place: Place::default(), message });
        };
        let root = &self.nodes[first];
        let (named, warning) = NamedRules::read(root);
        let game = Go::new(size(root)?, named.after(handicap(root)));
        let warnings = warning.into_iter().chain(missing_handicap(root)).collect();
        Ok(Player { game, moves: 0, warnings, told: false, ended: false })
    }

    /// The record of a game from its start position and the moves played.
    pub fn of_game(start: &Go, moves: impl IntoIterator<Item = (Color, Move)>) -> Self {
        Self::by_rules(start, NamedRules::plain(start.rules()), 0, moves)
    }

    /// The same for a game by these rules, after a handicap of so many stones.
    pub(crate) fn by_rules(
        start: &Go,
        named: NamedRules,
        handicap: usize,
        moves: impl IntoIterator<Item = (Color, Move)>,
    ) -> Self {
        let (mut sgf, size) = (Self::default(), start.size());
        let mut at = sgf.add(None);
        let root = &mut sgf.nodes[at];
        for (name, value) in [
            ("FF", "4".to_owned()),
            ("GM", "1".to_owned()),
            ("CA", "UTF-8".to_owned()),
            ("AP", format!("Starboard:{}", env!("CARGO_PKG_VERSION"))),
            ("SZ", size.side().to_string()),
            ("KM", named.rules.komi.to_string()),
            ("RU", named.name(handicap)),
        ] {
            root.set(name, value);
        }
        if handicap > 0 {
            root.set("HA", handicap.to_string());
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = start.board().stones(color).iter();
            root.set_all(name, stones.map(|point| write_point(size, point)).collect());
        }
        root.set("PL", if start.color() == Color::Black { "B" } else { "W" });
        for (color, m) in moves {
            at = sgf.add(Some(at));
            let name = if color == Color::Black { "B" } else { "W" };
            let value = m.point().map_or_else(String::new, |point| write_point(size, point));
            sgf.nodes[at].set(name, value);
        }
        sgf
    }
}

/// Follows a line of nodes.
#[derive(Clone)]
struct Player {
    game: Go,
    moves: usize,
    warnings: Vec<Warning>,
    /// Whether the record has said who is to move.
    told: bool,
    /// Whether a move could not be played, and the game ends before it.
    ended: bool,
}

impl Player {
    fn warn(&mut self, place: Place, message: impl Into<String>) {
        self.warnings.push(Warning { place, message: message.into() });
    }

    /// Carries out a node, up to `most` moves in all; `see` is called with each move before
    /// it is played. Returns whether that many moves have been played.
    fn node(&mut self, node: &Node, most: usize, mut see: impl FnMut(&Go, Move)) -> bool {
        if self.ended {
            return true;
        }
        // Old records set stones up in nodes that have moves, too.
        self.set_up(node);
        for property in &node.properties {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for value in &property.values {
                if self.moves == most || self.ended {
                    return true;
                }
                self.play(property, color, value, &mut see);
            }
        }
        self.moves == most && node.children.is_empty()
    }

    /// Plays a move, after calling `see` with it.
    fn play(
        &mut self,
        property: &Property,
        color: Color,
        value: &str,
        see: impl FnOnce(&Go, Move),
    ) {
        let size = self.game.size();
        self.moves += 1;
        let Ok(m) = read_move(size, value) else {
            return self.end(property.place, &format!("{value:?} is no point of the board"));
        };
        // Records go on after passes.
        self.game = std::mem::take(&mut self.game).with_mover(color);
        let (board, suicide) = (self.game.board(), self.game.rules().suicide);
        let possible = m.point().is_none_or(|point| {
            board.is_empty(point) && !board.is_suicide(point, color)
                || suicide && board.is_suicide_of_many(point, color)
        });
        if possible {
            see(&self.game, m);
            self.game.make_free(m);
        } else {
            let name = m.name(size);
            self.end(property.place, &format!("{} at {name} is not possible", color.name()));
        }
    }

    /// Ends the game before a move that cannot be played.
    fn end(&mut self, place: Place, why: &str) {
        self.ended = true;
        self.warn(place, format!("{why}; the game ends there"));
    }

    fn set_up(&mut self, node: &Node) {
        let size = self.game.size();
        let mut stones = Color::BOTH.map(|color| *self.game.board().stones(color));
        let mut changed = false;
        for property in &node.properties {
            let color = match property.name.as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for value in &property.values {
                let Ok(points) = read_points(size, value) else {
                    self.warn(property.place, format!("{value:?} is no point of the board"));
                    continue;
                };
                changed = true;
                for (own, set) in Color::BOTH.into_iter().zip(&mut stones) {
                    *set = if color == Some(own) { *set | points } else { *set - points };
                }
            }
        }
        if changed {
            let [black, white] = stones;
            match Board::from_stones(size, &black, &white) {
                Ok(board) => {
                    self.game = Go::from_board(board, self.game.color(), self.game.rules());
                }
                Err(error) => {
                    let place = node.properties.first().map_or_else(Place::default, |p| p.place);
                    self.warn(place, error.to_string());
                }
            }
        }
        if let Some(color) = node.value("PL").and_then(|text| Color::read(text.trim())) {
            self.game = std::mem::take(&mut self.game).with_mover(color);
            self.told = true;
        }
    }
}

/// How many handicap stones Black has according to the record.
fn handicap(root: &Node) -> usize {
    root.value("HA").and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// The warning for a record that mentions handicap stones but sets none up.
fn missing_handicap(root: &Node) -> Option<Warning> {
    let property = root.properties.iter().find(|property| property.name == "HA")?;
    let stones = handicap(root);
    (stones > 1 && root.values("AB").is_empty()).then(|| Warning {
        place: property.place,
        message: format!("a handicap of {stones} stones is given, and no stones are set up"),
    })
}

fn size(root: &Node) -> Result<Size, SgfError> {
    let property = |name: &str| root.properties.iter().find(|property| property.name == name);
    if let Some(game) = property("GM").filter(|game| game.values[0].trim() != "1") {
        let message = format!("game {:?} is not Go", game.values[0]);
        return Err(SgfError { place: game.place, message });
    }
    let Some(property) = property("SZ") else { return Ok(Size::FULL) };
    let text = property.values[0].trim();
    // A square board may be written as a pair.
    let text = match text.split_once(':') {
        Some((a, b)) if a == b => a,
        _ => text,
    };
    text.parse().ok().and_then(Size::new).ok_or_else(|| {
        let (least, most) = (Size::MIN, Size::MAX);
        let message = format!("expected a size from {least} to {most}, found {text:?}");
        SgfError { place: property.place, message }
    })
}

/// Writes a point as SGF does: two letters, from the upper left corner.
fn write_point(size: Size, point: Point) -> String {
    let letter = |line: usize| char::from(b'a' + line as u8);
    [point.column(size), point.row(size)].map(letter).into_iter().collect()
}

/// Reads a point.
fn read_point(size: Size, text: &str) -> Result<Point, NotationError> {
    let expected = || NotationError::unexpected("a point of two small letters", text);
    let &[column, row] = text.as_bytes() else { return Err(expected()) };
    let line = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    let at = line(column).zip(line(row)).and_then(|(column, row)| Point::at(size, column, row));
    at.ok_or_else(expected)
}

/// Reads a point, or `aa:cc`, a rectangle of points.
fn read_points(size: Size, text: &str) -> Result<Points, NotationError> {
    let text = text.trim();
    let Some((from, to)) = text.split_once(':') else {
        return read_point(size, text).map(Points::of);
    };
    let (from, to) = (read_point(size, from)?, read_point(size, to)?);
    let inside = |a: usize, b: usize, c: usize| a.min(b) <= c && c <= a.max(b);
    let all = size.geometry().board.iter();
    Ok(all
        .filter(|p| {
            inside(from.column(size), to.column(size), p.column(size))
                && inside(from.row(size), to.row(size), p.row(size))
        })
        .collect())
}

/// Reads a move: nothing is a pass, and so is `tt` on boards without it.
fn read_move(size: Size, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    if text.is_empty() || (text == "tt" && size.side() <= 19) {
        return Ok(Move::PASS);
    }
    read_point(size, text).map(Move::at)
}
