//! Records of Go in SGF, read to be reviewed.

use starboard::Position;
use starboard_core::Game;
use starboard_go::{
    Go, Move,
    sgf::{Place, Sgf, SgfError},
};
use starboard_lab::record::{GameRecord, RecordError, place_of};

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

/// The moves of a line, as far as the rules go with it.
struct Line {
    record: GameRecord,
    /// After the last move.
    game: Go,
    /// How many moves were taken as set up.
    placed: usize,
    /// Whether the record goes on in a way that the rules do not.
    broken: bool,
}

impl Line {
    fn new(start: Go) -> Self {
        let record = GameRecord::new("sgf", Position::new(start.clone()));
        Self { record, game: start, placed: 0, broken: false }
    }

    /// Plays a move that the record has, in the position that it has it in.
    fn play(&mut self, before: &Go, m: Move, place: Place) {
        if self.broken {
            return;
        }
        if before.board() != self.game.board() || before.color() != self.game.color() {
            self.catch_up(before, place);
        }
        let possible = place_of(&self.game, m).filter(|_| !self.broken);
        let Some(option) = possible else {
            let name = self.game.format_move(m);
            return self.stop(place, &format!("the rules do not allow {name} here"));
        };
        self.record.moves.push(option);
        self.game.play(m);
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
        let pass = place_of(&self.game, Move::PASS).filter(|_| self.game.passes() == 0);
        match pass {
            Some(pass) if same_board => {
                let number = moves.len() + 1;
                self.record.notes.push(format!(
                    "{place}: a player moves twice; move {number} was taken to be a pass"
                ));
                self.record.moves.push(pass);
                self.game.play(Move::PASS);
            }
            _ => self.stop(place, "the record sets stones up in the middle of the game"),
        }
    }

    fn stop(&mut self, place: Place, why: &str) {
        if !std::mem::replace(&mut self.broken, true) {
            let moves = self.record.moves.len();
            self.record.notes.push(format!("{place}: {why}; the game ends after {moves} moves"));
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
    fn what_no_rule_allows_is_noted() {
        let stones = "(;SZ[9];B[cc];B[gg];B[cg];W[ee];B[ec])";
        check(stones, &["C3", "E5", "E7"], &["the first 2 moves are by one player"]);
        let twice = "(;SZ[9];B[cc];W[gg];B[cg];B[ee];W[aa])";
        let moves = ["C7", "G3", "C3", "pass", "E5", "A9"];
        check(twice, &moves, &["a player moves twice; move 4"]);
        let stops = "(;SZ[9];B[cc];W[gg];AB[ee];W[aa])";
        check(stops, &["C7", "G3"], &["line 1, column 28: the record sets stones up"]);
        let over = "(;SZ[9];B[cc];W[];B[];W[aa])";
        check(over, &["C7", "pass", "pass"], &["the rules do not allow A9 here"]);
        // All that could not be taken as it stands is told.
        let several = "(;SZ[9];B[cc];W[zz];W[cc];W[gg]";
        let told = ["\"zz\" is no point", "white at C7 is not possible", "is not closed"];
        check(several, &["C7", "G3"], &told);
        let error = read("(;GM[6])").map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 3: game \"6\" is not Go");
        assert!(read("nothing").is_err());
    }
}
