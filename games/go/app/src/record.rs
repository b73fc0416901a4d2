//! Reading SGF records of Go for review.

use starboard::Position;
use starboard_core::Game;
use starboard_go::{
    Go, KoRule, Move, Rules,
    sgf::{Place, Sgf, SgfError},
};
use starboard_lab::{
    html::counted,
    record::{GameRecord, RecordError, place_of},
};

/// The games of a collection, each its main line.
///
/// # Errors
///
/// If there is none, or it is not Go.
pub(super) fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let error = |SgfError { place: Place { line, column }, message }: SgfError| {
        RecordError::at(line, column, message)
    };
    let (sgf, warnings) = Sgf::read(text).map_err(error)?;
    let games = (0..sgf.games.len()).map(|i| game(&sgf, i));
    let mut games = games.collect::<Result<Vec<_>, _>>().map_err(error)?;
    if let Some(first) = games.first_mut() {
        first.notes.extend(warnings.iter().map(ToString::to_string));
    }
    Ok(games)
}

fn game(sgf: &Sgf, i: usize) -> Result<GameRecord, SgfError> {
    let start = sgf.position(i, 0)?.game;
    let mut line = Line::new(start);
    let warnings = sgf.main_moves(i, |before, node, m| {
        let place = sgf.nodes[node].properties.first().map_or(Place::default(), |p| p.place);
        line.play(before, m, place);
    })?;
    let Line { mut record, placed, .. } = line;
    if placed > 0 {
        let text = format!("the first {placed} moves are by one player and were taken as set up");
        record.notes.insert(0, text);
    }
    record.notes.extend(warnings.iter().map(ToString::to_string));
    let root = &sgf.nodes[sgf.games[i]];
    let text = |name: &str| {
        let text = root.value(name).map(str::trim).filter(|text| !text.is_empty());
        text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    record.names = [text("PB"), text("PW")];
    record.result = text("RE");
    Ok(record)
}

/// The moves of a line, as far as the rules allow them.
struct Line {
    record: GameRecord,
    start: Go,
    /// The moves played since, in the game's own type.
    moves: Vec<Move>,
    /// After the last move.
    game: Go,
    /// How many more passes the record has after the game was over.
    more_passes: usize,
    /// How many moves were treated as stones set up.
    placed: usize,
    /// Whether the record goes on in a way that the rules do not allow.
    broken: bool,
}

impl Line {
    fn new(start: Go) -> Self {
        Self {
            record: GameRecord::new("sgf", Position::new(start.clone())),
            game: start.clone(),
            start,
            moves: Vec::new(),
            more_passes: 0,
            placed: 0,
            broken: false,
        }
    }

    /// Plays a move of the record, in the position where the record has it.
    fn play(&mut self, before: &Go, m: Move, place: Place) {
        if self.broken {
            return;
        }
        if self.game.passes() >= 2 {
            if m == Move::PASS {
                // Three passes in a row say no more than two.
                self.more_passes += 1;
                return;
            }
            self.resume(place);
        }
        if before.board() != self.game.board() || before.color() != self.game.color() {
            self.catch_up(before, place);
        }
        if self.broken {
            return;
        }
        if self.push(m) {
            return;
        }
        let (name, rules) = (self.game.format_move(m), self.start.rules());
        let simple = Rules { ko: KoRule::Simple, ..rules };
        if rules != simple && self.follow(simple, m) {
            self.record.notes.push(format!(
                "{place}: {name} brings back a position; the game is followed by the simple ko rule"
            ));
        } else {
            self.stop(place, &format!("the rules do not allow {name} here"));
        }
    }

    /// Plays a move, if the rules allow it.
    fn push(&mut self, m: Move) -> bool {
        let Some(option) = place_of(&self.game, m) else { return false };
        self.record.moves.push(option);
        self.moves.push(m);
        self.game.play(m);
        true
    }

    /// Replays the game by other rules, with one more move. Returns false, and changes nothing,
    /// if these do not allow it either.
    fn follow(&mut self, rules: Rules, m: Move) -> bool {
        let mut other = Self::new(self.start.clone().with_rules(rules));
        let all = self.moves.iter().chain([&m]).all(|&m| other.push(m));
        if all {
            other.record.notes.append(&mut self.record.notes);
            *self = Self { placed: self.placed, ..other };
        }
        all
    }

    /// Goes on after the passes that had ended the game, which are left out.
    fn resume(&mut self, place: Place) {
        let mut moves = std::mem::take(&mut self.moves);
        let passes = 2 + self.more_passes;
        moves.truncate(moves.len() - 2);
        // After an odd number, it is the other player's turn.
        if passes % 2 == 1 {
            moves.push(Move::PASS);
        }
        let mut again = Self::new(self.start.clone());
        again.record.notes.append(&mut self.record.notes);
        again.record.notes.push(format!(
            "{place}: the game goes on after {passes} passes, of which {} are left out",
            passes - passes % 2
        ));
        moves.into_iter().for_each(|m| {
            again.push(m);
        });
        *self = Self { placed: self.placed, ..again };
    }

    /// Goes on where the record does: stones were set up, or somebody moves out of turn.
    fn catch_up(&mut self, before: &Go, place: Place) {
        let moves = &self.record.moves;
        let same_board = before.board() == self.game.board();
        // Handicap stones are written as moves, too: the same player moves again after one.
        if moves.is_empty() || (moves.len() == 1 && same_board) {
            *self = Self { placed: self.placed + moves.len(), ..Self::new(before.clone()) };
            return;
        }
        let number = moves.len() + 1;
        match self.game.passes() {
            0 if same_board && self.push(Move::PASS) => self.record.notes.push(format!(
                "{place}: a player moves twice; move {number} was taken to be a pass"
            )),
            _ => self.stop(place, "the record sets stones up in the middle of the game"),
        }
    }

    fn stop(&mut self, place: Place, why: &str) {
        if !std::mem::replace(&mut self.broken, true) {
            let moves = self.record.moves.len();
            let moves = counted(moves, "move");
            self.record.notes.push(format!("{place}: {why}; the game ends after {moves}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, moves: &[&str], notes: &[&str]) -> GameRecord {
        let records = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let record = records[0].clone();
        let mut position = record.start.clone();
        let found = record.moves.iter().map(|&m| {
            let text = position.format_move(m);
            position.play(m);
            text
        });
        assert_eq!(found.collect::<Vec<_>>(), moves, "{text}");
        assert_eq!(record.notes.len(), notes.len(), "{:?}", record.notes);
        for (note, part) in record.notes.iter().zip(notes) {
            assert!(note.contains(part), "{part:?} is missing in {note:?}");
        }
        record
    }

    #[test]
    fn the_main_line_is_played() {
        let text = "(;SZ[9]KM[5.5]PB[Ann]PW[ ]RE[B+R];B[ee](;W[ge];B[])(;W[aa]))(;SZ[9];B[aa])";
        let record = check(text, &["E5", "G5", "pass"], &[]);
        assert_eq!(record.names, [Some("Ann".to_owned()), None]);
        assert_eq!(record.result.as_deref(), Some("B+R"));
        assert_eq!(read(text).map(|records| records.len()), Ok(2));
        let record = check("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ec])", &["E5", "E7"], &[]);
        assert!(record.start.format().starts_with("9/9/2X6/9/9/9/6X2/9/9 w"));
    }

    #[test]
    fn games_go_on_after_passes() {
        let two = "(;SZ[9];B[cc];W[];B[];W[aa];B[gg])";
        check(two, &["C7", "A9", "G3"], &["the game goes on after 2 passes"]);
        let three = "(;SZ[9];B[cc];W[];B[];W[];B[aa];W[];B[])";
        let moves = ["C7", "pass", "A9", "pass", "pass"];
        check(three, &moves, &["after 3 passes, of which 2 are left out"]);
        check("(;SZ[9];B[cc];W[];B[];W[])", &["C7", "pass", "pass"], &[]);
    }

    /// A record without rules, or whose rules were not kept to, is a game nevertheless.
    #[test]
    fn what_simple_ko_allows_ends_no_game() {
        let game = |rules: &str| {
            format!(
                "(;SZ[5]KM[0.5]{rules}PL[W]AB[ad][bd][cc][ac]AW[cd][de][dd][be];W[ae];B[ce];W[be];B[bb];W[dc])"
            )
        };
        let moves = ["A1", "C1", "B1", "B4", "D3"];
        check(&game("RU[Japanese]"), &moves, &[]);
        check(&game("RU[Chinese]"), &moves, &[]);
        let told = ["B1 brings back a position; the game is followed by the simple ko rule"];
        let record = check(&game("RU[Chinese-KGS]"), &moves, &told);
        assert!(record.start.format().ends_with(" simple-ko"), "{}", record.start.format());
    }

    #[test]
    fn what_no_rule_allows_is_noted() {
        let stones = "(;SZ[9];B[cc];B[gg];B[cg];W[ee];B[ec])";
        check(stones, &["C3", "E5", "E7"], &["the first 2 moves are by one player"]);
        let twice = "(;SZ[9];B[cc];W[gg];B[cg];B[ee];W[aa])";
        let moves = ["C7", "G3", "C3", "pass", "E5", "A9"];
        check(twice, &moves, &["a player moves twice; move 4"]);
        let stops = "(;SZ[9];B[cc];W[gg];AB[ee];W[aa])";
        check(stops, &["C7", "G3"], &["line 1, column 28: the record sets stones up"]);
        // All that could not be taken as it stands is told.
        let several = "(;SZ[9];B[cc];W[zz];W[cc];W[gg]";
        check(several, &["C7"], &["\"zz\" is no point", "is not closed"]);
        // What follows an impossible move belongs to another board.
        let taken = "(;SZ[9]KM[6,5];B[cc];W[cc];W[gg])";
        let record = check(taken, &["C7"], &["white at C7 is not possible; the game ends there"]);
        assert!(record.start.format().ends_with(" b 6.5"));
        let error = read("(;GM[6])").map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 3: game \"6\" is not Go");
        assert!(read("nothing").is_err());
    }
}
