//! Reads `.sgf`.

use starboard_core::{
    Game, Player,
    sgf::{Collection, Node, Place, Property},
};

use super::points::{place, read_turn};
use crate::{
    Backgammon, Checkers, Dice, OFF,
    record::{
        Action, GameRecord, MatchRecord, Outcome, RecordError, Rules, Setup, Stage, State, TAGS,
    },
};

/// Reads a match or session in GNU Backgammon's SGF: the main line of every game. Analyses and
/// comments are ignored.
///
/// # Errors
///
/// Gives the line and column of the first error: an illegal move, a score that does not follow from
/// the games before, or a file that stops within a game.
pub fn read_sgf(text: &str) -> Result<MatchRecord, RecordError> {
    let (collection, warnings) =
        Collection::read(text).map_err(|error| fail(error.place, error.message))?;
    if let Some(warning) = warnings.into_iter().next() {
        return Err(fail(warning.place, warning.message));
    }
    let mut record = MatchRecord::default();
    for game in 0..collection.games.len() {
        let mut nodes = collection.main_line(game).map(|node| &collection.nodes[node]);
        let Some(root) = nodes.next() else { continue };
        let mut reader = Reader::default();
        reader.game.score = head(&mut record, root)?;
        reader.jacoby = record.is_jacoby();
        reader.crawford = record.forbids_doubles(&record.games, reader.game.score);
        // What a game begins with may stand in its first node.
        reader.node(root)?;
        nodes.try_for_each(|node| reader.node(node))?;
        let game = reader.end(root)?;
        record.games.push(game);
    }
    Ok(record)
}

fn fail(place: Place, what: impl Into<String>) -> RecordError {
    RecordError { line: place.line, column: place.column, what: what.into() }
}

/// What stands in the values of a property, for an error.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

fn property<'a>(node: &'a Node, name: &str) -> Option<&'a Property> {
    node.properties.iter().find(|property| property.name == name)
}

/// Reads what the first node of a game says about the match, and the score.
fn head(record: &mut MatchRecord, root: &Node) -> Result<[u32; 2], RecordError> {
    let place = root.properties.first().map_or(Place { line: 1, column: 1 }, |p| p.place);
    match property(root, "GM") {
        Some(game) if game.values[0].trim() != "6" => {
            let found = shorten(&game.values[0]);
            return Err(fail(game.place, format!("game {found:?} is not backgammon, which is 6")));
        }
        Some(_) => {}
        None => return Err(fail(place, "expected GM[6], which says that this is backgammon")),
    }
    let first = record.games.is_empty();
    let names = ["PW", "PB"].map(|name| root.value(name).unwrap_or_default().to_owned());
    let info = property(root, "MI");
    let length = number(info, "length:")?.unwrap_or(0);
    if first {
        record.names = names;
        record.length = length;
        if length >= 1000 {
            return Err(fail(place, format!("a match to {length} points is too long")));
        }
        for (name, tag) in TAGS {
            if let Some(value) = root.value(name) {
                let value = if name == "DT" { value.replace('-', ".") } else { value.to_owned() };
                record.tags.push((tag.to_owned(), value));
            }
        }
    } else if names != record.names || length != record.length {
        return Err(fail(place, "another match begins here: one at a time is read"));
    }
    let due = record.score();
    let score = [number(info, "ws:")?.unwrap_or(due[0]), number(info, "bs:")?.unwrap_or(due[1])];
    // A game alone may come out of the middle of a match.
    if score != due && !first {
        return Err(fail(
            info.map_or(place, |info| info.place),
            format!(
                "expected the score to be {} to {}, found {} to {}",
                due[0], due[1], score[0], score[1]
            ),
        ));
    }
    let over = length > 0 && score.iter().any(|&points| points >= length);
    if first {
        record.rules = rules(root, length, score);
        if let Some(variant) = variant(root) {
            return Err(fail(place, format!("records are of backgammon, not of {variant}")));
        }
    }
    if over || record.games.last().is_some_and(|game| game.outcome.is_none()) {
        return Err(fail(place, "expected the game before to be the last"));
    }
    Ok(score)
}

/// The number behind `key` in one of the values of a property.
fn number(property: Option<&Property>, key: &str) -> Result<Option<u32>, RecordError> {
    let Some(property) = property else { return Ok(None) };
    let Some(text) = property.values.iter().find_map(|value| value.trim().strip_prefix(key)) else {
        return Ok(None);
    };
    let number = text.trim().parse().ok().filter(|&number: &u32| number < 1_000_000);
    match number {
        Some(number) => Ok(Some(number)),
        None => {
            let found = shorten(text);
            let what = format!("expected a number after {key}, found {found:?}");
            Err(fail(property.place, what))
        }
    }
}

/// The variant that a game is of, as GNU Backgammon names it among the rules.
fn variant(root: &Node) -> Option<&str> {
    let is_variant = |word: &&str| {
        let word = word.to_ascii_lowercase();
        word.starts_with("nackgammon") || word.starts_with("hypergammon")
    };
    root.values("RU").iter().flat_map(|text| text.split(':')).find(is_variant)
}

/// A match without the Crawford rule does not name it. One whose first game here comes after
/// its Crawford game has none to look back to.
fn rules(root: &Node, length: u32, score: [u32; 2]) -> Rules {
    let named = |name: &str| {
        let mut words = root.values("RU").iter().flat_map(|text| text.split(':'));
        words.any(|word| word.trim() == name)
    };
    let one_away = score != [0, 0] && score.iter().any(|points| points + 1 == length);
    let crawford = if one_away { named("CrawfordGame") } else { named("Crawford") };
    Rules {
        jacoby: length == 0 && named("Jacoby"),
        beavers: false,
        crawford: length == 0 || root.values("RU").is_empty() || crawford,
    }
}

/// A game being read.
#[derive(Default)]
struct Reader {
    game: GameRecord,
    /// Whether gammons count single while the cube is in the middle.
    jacoby: bool,
    /// Whether nobody may double.
    crawford: bool,
    /// What was set up so far, seen by White.
    setup: Option<Setup>,
    /// Who is to begin, if that was said.
    first: Option<Player>,
    /// From the first action on.
    state: Option<State>,
    /// Dice without a move, and what is wrong with them unless the game was broken off
    /// there.
    unplayed: Option<RecordError>,
    /// The last thing read.
    last: Place,
}

impl Reader {
    fn node(&mut self, node: &Node) -> Result<(), RecordError> {
        self.last = node.properties.last().map_or(self.last, |property| property.place);
        self.set_up(node)?;
        for property in &node.properties {
            let player = match property.name.as_str() {
                "W" => Player::First,
                "B" => Player::Second,
                _ => continue,
            };
            self.act(player, property)?;
        }
        Ok(())
    }

    /// Does what a player does in a node.
    fn act(&mut self, player: Player, property: &Property) -> Result<(), RecordError> {
        let place = property.place;
        if let Some(error) = self.unplayed.take() {
            return Err(error);
        }
        let mut state = match self.state.take() {
            Some(state) => state,
            None => self.begin(player).map_err(|what| fail(place, what))?,
        };
        let word = property.values[0].trim();
        let chain = state.in_beavers();
        let action = match word {
            "double" if state.stage == Stage::Doubled || chain => Action::Beaver,
            "double" => Action::Double,
            // The last beaver of a chain is taken without an entry in a record.
            "take" if chain => {
                self.state = Some(state);
                return Ok(());
            }
            "take" => Action::Take,
            "drop" => Action::Drop,
            word => match play(&state, player, word).map_err(|what| fail(place, what)) {
                Ok(action) => action,
                Err(error) if word.parse::<Dice>().is_ok() && state.stage == Stage::Roll => {
                    self.unplayed = Some(error);
                    self.state = Some(state);
                    return Ok(());
                }
                Err(error) => return Err(error),
            },
        };
        if let Some(due) = state.actor_of(action).filter(|&due| due != player) {
            let due = if due == Player::First { "W" } else { "B" };
            return Err(fail(place, format!("expected a move of {due}")));
        }
        state.act(action).map_err(|what| fail(place, what))?;
        self.state = Some(state);
        self.game.actions.push(action);
        Ok(())
    }

    /// The game before its first action, which is `player`'s unless somebody else
    /// was said to begin.
    fn begin(&mut self, player: Player) -> Result<State, String> {
        let first = self.first.unwrap_or(player);
        self.game.first = first;
        if let Some(setup) = self.setup.take().filter(|setup| *setup != usual()) {
            let (white, black) = (setup.board.mine(), setup.board.theirs());
            let board = match first {
                Player::First => Backgammon::new(white, black),
                Player::Second => Backgammon::new(black, white),
            };
            let board = board.map_err(|error| error.to_string())?;
            if let starboard_core::Node::Over(_) = board.node() {
                return Err("the game is over before it begins".to_owned());
            }
            self.game.setup = Some(Setup { board, ..setup });
        }
        Ok(self.game.start().with_jacoby(self.jacoby).with_crawford(self.crawford))
    }

    /// What the board, the cube, and who is to move are set to, which is
    /// possible only before a game.
    fn set_up(&mut self, node: &Node) -> Result<(), RecordError> {
        const SET: [&str; 6] = ["AE", "AW", "AB", "CV", "CP", "PL"];
        for name in SET {
            let Some(property) = property(node, name) else { continue };
            if self.state.is_some() {
                if name == "PL" {
                    continue;
                }
                return Err(fail(property.place, format!("{name} in the middle of a game")));
            }
            self.set(property).map_err(|what| fail(property.place, what))?;
        }
        Ok(())
    }

    fn set(&mut self, property: &Property) -> Result<(), String> {
        let value = property.values[0].trim();
        let mut setup = self.setup.take().unwrap_or_else(usual);
        let player = match value {
            "W" | "w" => Some(Player::First),
            "B" | "b" => Some(Player::Second),
            _ => None,
        };
        match property.name.as_str() {
            "PL" => self.first = Some(player.ok_or("expected W or B")?),
            "CP" => setup.owner = player,
            "CV" => {
                let cube =
                    value.parse::<u32>().ok().filter(|&n| n.is_power_of_two() && n <= 1 << 15);
                setup.cube = cube.ok_or_else(|| format!("a cube on {:?}", shorten(value)))?;
            }
            name => {
                let board = setup.board;
                let counts = |side: Checkers| *side.counts().last_chunk().unwrap_or(&[0; 25]);
                let [mut white, mut black] = [counts(board.mine()), counts(board.theirs())];
                for letter in letters(&property.values)? {
                    for (side, own) in [(&mut white, Player::First), (&mut black, Player::Second)] {
                        let at = place(own, letter).filter(|&at| at != OFF);
                        let Some(count) = at.map(|at| &mut side[usize::from(at) - 1]) else {
                            continue;
                        };
                        match (name, own) {
                            ("AE", _) => *count = 0,
                            ("AW", Player::First) | ("AB", Player::Second) => *count += 1,
                            _ => {}
                        }
                    }
                }
                let sides = [Checkers::on_board(white), Checkers::on_board(black)];
                let [Ok(white), Ok(black)] = sides else {
                    return Err("a player has more than fifteen checkers".to_owned());
                };
                setup.board = Backgammon { mine: white, theirs: black, ..Backgammon::START };
            }
        }
        self.setup = Some(setup);
        Ok(())
    }

    /// The game, once its nodes are read.
    fn end(mut self, root: &Node) -> Result<GameRecord, RecordError> {
        let state = match self.state.take() {
            Some(state) => state,
            None => self.begin(Player::First).map_err(|what| fail(self.last, what))?,
        };
        let said = property(root, "RE").map(|result| (result.place, result.values[0].trim()));
        self.game.outcome = match (state.stage, said) {
            (Stage::Over(outcome), None) => Some(outcome),
            (_, None | Some((_, "" | "?" | "Void"))) => None,
            (stage, Some((place, text))) => {
                let (winner, points) = won(text).ok_or_else(|| {
                    let found = shorten(text);
                    fail(place, format!("expected a result such as W+2, found {found:?}"))
                })?;
                let outcome = Outcome { winner, points };
                match stage {
                    Stage::Over(due) if due == outcome => {}
                    Stage::Over(_) => {
                        return Err(fail(place, format!("the game did not end in {text}")));
                    }
                    Stage::Roll | Stage::Doubled => {
                        let times = (1..=3).find(|&n| u32::from(n) * state.cube == points);
                        let Some(times) = times else {
                            let cube = state.cube;
                            let what =
                                format!("{points} points cannot be won with the cube at {cube}");
                            return Err(fail(place, what));
                        };
                        self.game.actions.push(Action::Resign(winner.other(), times));
                    }
                }
                Some(outcome)
            }
        };
        Ok(self.game)
    }
}

/// What a game begins with if nothing is said.
fn usual() -> Setup {
    Setup { board: Backgammon::START, cube: 1, owner: None }
}

/// Who won how much, in `W+2R`.
fn won(text: &str) -> Option<(Player, u32)> {
    let (winner, points) = text.split_once('+')?;
    let winner = match winner {
        "W" => Player::First,
        "B" => Player::Second,
        _ => return None,
    };
    let digits = points.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    Some((winner, digits.parse().ok()?))
}

/// The letters in the values of a property, each a letter or a range `a:y`.
fn letters(values: &[String]) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    for value in values {
        match *value.trim().as_bytes() {
            [letter @ b'a'..=b'z'] => all.push(letter),
            [from @ b'a'..=b'z', b':', to @ b'a'..=b'z'] => all.extend(from..=to),
            _ => {
                let found = shorten(value);
                return Err(format!("expected a letter from a to z, found {found:?}"));
            }
        }
    }
    // More checkers than there are need not be counted.
    all.truncate(256);
    Ok(all)
}

/// A roll and its move.
fn play(state: &State, player: Player, word: &str) -> Result<Action, String> {
    if state.board.mover() != player {
        let due = if player == Player::First { "B" } else { "W" };
        return Err(format!("expected a move of {due}"));
    }
    let (dice, pairs) = word.split_at_checked(2).unwrap_or((word, ""));
    let dice: Dice = dice.parse().map_err(|_| {
        format!("expected dice and a move, double, take or drop, found {:?}", shorten(word))
    })?;
    let board = state.rolled(dice)?;
    let turn = read_turn(&board, pairs)
        .ok_or_else(|| format!("{:?} cannot be played with {dice}", shorten(pairs)))?;
    Ok(Action::Play(dice, turn))
}
