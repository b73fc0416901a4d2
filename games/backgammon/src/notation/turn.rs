//! The notation of moves: `8/5 6/5`, `bar/22*`, `13/7(2)`, `6/off`, `pass`.
//!
//! A checker that is moved with several dice is written once, with the points where it hits on the
//! way: `24/20*/16`.

use starboard_core::{Game, Node, NotationError};

use crate::{BAR, Backgammon, Dice, Move, OFF, Turn, rules::turn::Place};

/// The path of one checker: the places it touches, and whether it hits there.
type Way = Vec<(u8, bool)>;

impl Backgammon {
    /// Where each checker of a turn comes from and goes to, in the order of the notation.
    pub(crate) fn turn_places(&self, turn: Turn) -> Vec<String> {
        let ends = |way: Vec<(u8, bool)>| [way.first().copied(), way.last().copied()];
        let places = self.ways(turn).into_iter().flat_map(ends).flatten();
        places.map(|(place, _)| Place(place).to_string()).collect()
    }

    /// Writes a turn that is legal in this position.
    pub(crate) fn write_turn(&self, turn: Turn) -> String {
        if turn.is_pass() {
            return "pass".to_owned();
        }
        let mut tokens: Vec<(String, bool, u32)> = Vec::new();
        for way in self.ways(turn) {
            let (&(from, _), &(to, hit)) = match (way.first(), way.last()) {
                (Some(first), Some(last)) => (first, last),
                _ => continue,
            };
            let mut token = Place(from).to_string();
            for &(place, _) in way.iter().skip(1).filter(|&&(place, hit)| hit && place != to) {
                token += &format!("/{}*", Place(place));
            }
            token += &format!("/{}", Place(to));
            // Of several checkers that land on a blot, the first hits it.
            match tokens.iter_mut().find(|(text, ..)| *text == token) {
                Some((_, hits, count)) => {
                    *hits |= hit;
                    *count += 1;
                }
                None => tokens.push((token, hit, 1)),
            }
        }
        let texts = tokens.into_iter().map(|(text, hit, count)| {
            let hit = if hit { "*" } else { "" };
            let count = if count > 1 { format!("({count})") } else { String::new() };
            text + hit + &count
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// The paths of the checkers in a turn, the farthest first.
    fn ways(&self, turn: Turn) -> Vec<Way> {
        let mut steps: Vec<_> = turn.steps().map(|s| (s.from(), s.to())).collect();
        let mut game = *self;
        let mut hits = Vec::new();
        for &(from, to) in &steps {
            let before = game.theirs.bar();
            game.mine.step(from, to);
            if to > OFF && game.theirs.at(25 - to) == 1 {
                game.theirs.step(25 - to, BAR);
            }
            if game.theirs.bar() > before {
                hits.push(to);
            }
        }
        // Steps sorted by source are a legal order of play.
        steps.sort_unstable_by(|a, b| b.cmp(a));
        let mut ways: Vec<Way> = Vec::new();
        for (from, to) in steps {
            let hit = match hits.iter().position(|&place| place == to) {
                Some(i) => hits.swap_remove(i) == to,
                None => false,
            };
            let arrived = |way: &&mut Way| way.last().is_some_and(|&(place, _)| place == from);
            match ways.iter_mut().find(arrived) {
                Some(way) => way.push((to, hit)),
                None => ways.push(vec![(from, false), (to, hit)]),
            }
        }
        ways
    }

    /// Reads a legal turn or a roll. Checkers may come in any order, `25` may stand for the bar and
    /// `0` for off, and intermediate places and hits may be given or left out, unless that makes
    /// the move ambiguous. Of moves that differ only in a hit on the way, an intermediate place
    /// tells which is meant; without one, it is the move that hits no more than is written.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        match self.fitting(text)?[..] {
            [only] => Ok(only),
            _ => {
                let mut moves = Vec::new();
                self.options(&mut moves);
                let names = moves.iter().map(|&m| self.format_move(m));
                Err(NotationError::illegal(text.trim(), names))
            }
        }
    }

    /// All moves that a turn or a roll, written as in [`read_move`](Self::read_move), can mean:
    /// one, or several if hits that distinguish them were left out, those with the fewest hits
    /// first.
    pub(crate) fn fitting(&self, text: &str) -> Result<Vec<Move>, NotationError> {
        let text = text.trim();
        if self.node() == Node::Chance {
            return text.parse::<Dice>().map(|dice| vec![Move::Roll(dice)]);
        }
        let mut moves = Vec::new();
        self.options(&mut moves);
        let names = || moves.iter().map(|&m| self.format_move(m));
        if let Some(i) = names().position(|name| name == text) {
            return Ok(vec![moves[i]]);
        }
        let Some(wanted) = Wanted::read(text) else {
            return Err(NotationError::illegal(text, names()));
        };
        let fits = |&&m: &&Move| matches!(m, Move::Turn(turn) if wanted.moves == net(turn));
        let found: Vec<_> = moves.iter().filter(fits).copied().collect();
        if found.len() == 1 {
            return Ok(found);
        }
        let passes = |&&m: &&Move| matches!(m, Move::Turn(t) if wanted.landed & !landed(t) == 0);
        let mut found: Vec<_> = found.iter().filter(passes).copied().collect();
        let hits = |m: Move| if let Move::Turn(turn) = m { self.hits(turn) } else { 0 };
        if let Some(&same) = found.iter().find(|&&m| wanted.hits == hits(m)) {
            return Ok(vec![same]);
        }
        found.retain(|&m| wanted.hits & !hits(m) == 0);
        found.sort_by_key(|&m| hits(m).count_ones());
        if found.is_empty() { Err(NotationError::illegal(text, names())) } else { Ok(found) }
    }

    /// The places where a turn hits, as a set.
    fn hits(&self, turn: Turn) -> u32 {
        let blots = |place: u8| place > OFF && self.theirs.at(25 - place) == 1;
        turn.steps().map(|s| s.to()).filter(|&to| blots(to)).fold(0, |set, to| set | 1 << to)
    }
}

/// By how much a turn changes the number of checkers at each place.
fn net(turn: Turn) -> [i8; 26] {
    let mut net = [0; 26];
    for step in turn.steps() {
        net[usize::from(step.from())] -= 1;
        net[usize::from(step.to())] += 1;
    }
    net
}

/// The places where checkers land in a turn, as a set.
fn landed(turn: Turn) -> u32 {
    turn.steps().fold(0, |set, step| set | 1 << step.to())
}

/// A turn as written, before it is matched with the legal ones.
struct Wanted {
    moves: [i8; 26],
    /// The places where checkers land, intermediate ones included, as a set.
    landed: u32,
    hits: u32,
}

impl Wanted {
    /// Reads `13/7(2) bar/24*`, also with commas in between; `None` if the text is not of this
    /// form.
    fn read(text: &str) -> Option<Self> {
        let mut wanted = Self { moves: [0; 26], landed: 0, hits: 0 };
        let mut checkers = 0;
        for token in text.split([' ', ',']).filter(|token| !token.is_empty()) {
            // Some programs write the hit after the number of checkers.
            let (token, hit) = match token.strip_suffix(")*") {
                Some(counted) => (format!("{counted})"), true),
                None => (token.to_owned(), false),
            };
            let (way, count) = match token.split_once('(') {
                Some((way, rest)) => (way, rest.strip_suffix(')')?.parse().ok()?),
                None => (&*token, 1_i8),
            };
            checkers += i32::from(count);
            if count < 1 || checkers > 4 {
                return None;
            }
            let places: Vec<&str> = way.split('/').collect();
            let [first, .., last] = places[..] else { return None };
            wanted.moves[usize::from(place(first.trim_end_matches('*'))?)] -= count;
            wanted.moves[usize::from(place(last.trim_end_matches('*'))?)] += count;
            for (i, text) in places.iter().enumerate().skip(1) {
                let to = 1 << place(text.trim_end_matches('*'))?;
                wanted.landed |= to;
                let hits = text.ends_with('*') || hit && i + 1 == places.len();
                wanted.hits |= if hits { to } else { 0 };
            }
        }
        (checkers > 0).then_some(wanted)
    }
}

fn place(text: &str) -> Option<u8> {
    match text {
        "bar" | "Bar" | "b" => Some(BAR),
        "off" | "Off" | "o" => Some(OFF),
        _ => text.parse().ok().filter(|&place| place <= BAR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(position: &str, text: &str, canonical: &str) {
        let game = Backgammon::parse(position).expect("a position");
        let m = game.parse_move(text).expect("a legal move");
        assert_eq!(game.format_move(m), canonical);
        assert_eq!(game.parse_move(canonical), Ok(m));
    }

    #[test]
    fn moves_read_back_as_people_write_them() {
        let start = "4HPwATDgc/ABMA";
        check(start, " 31", "31");
        check(start, "1-3", "31");
        for (dice, text, canonical) in [
            ("31", "8/5 6/5", "8/5 6/5"),
            ("31", "6/5, 8/5", "8/5 6/5"),
            ("65", "24/18/13", "24/13"),
            ("66", "24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)"),
            ("66", "13/7(2) 24/18(2)", "24/18(2) 13/7(2)"),
            ("33", "24/15 6/3", "24/15 6/3"),
            ("33", "24/21 8/5(2)* 6/3", "24/21 8/5(2) 6/3"),
        ] {
            check(&format!("{start} {dice}"), text, canonical);
        }
    }

    #[test]
    fn hits_on_the_way_are_told_apart() {
        // There are two ways from 24 to 21, one of which hits on 23.
        let mut mine = [0; 25];
        (mine[23], mine[0]) = (1, 14);
        let mut theirs = [0; 25];
        (theirs[1], theirs[12]) = (1, 14);
        let [mine, theirs] = [mine, theirs].map(|c| crate::Checkers::on_board(c).expect("15"));
        let game = Backgammon::new(mine, theirs).expect("possible").format() + " 21";
        check(&game, "24/23*/21", "24/23*/21");
        check(&game, "24/21", "24/21");
        check(&game, "24/22/21", "24/21");
        check(&game, "24/22 22/21", "24/21");
        // The intermediate place tells which way is meant, although the hit there is not marked.
        check(&game, "24/23/21", "24/23*/21");
        check(&game, "24/23 23/21", "24/23*/21");
    }

    #[test]
    fn what_is_no_move_is_named() {
        let game = Backgammon::START.with_dice(Dice::new(3, 1));
        for text in ["", "8/5", "8/5 8/5", "8/5(9)", "8/5(-1)", "pass", "1/2/3", "/", "(", "x/y"] {
            let error = game.parse_move(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a legal move")), "{error}");
        }
        let error = Backgammon::START.parse_move("8/5").unwrap_err().to_string();
        assert!(error.contains("expected dice"), "{error}");
    }
}
