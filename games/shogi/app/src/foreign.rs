//! Records in KI2, as books and newspapers print games, and in JKF, the JSON of lishogi and
//! Kifu for JS: read by the crate `rsshogi`, and played here.

use rsshogi::records::{
    self,
    formats::{Ki2Error, parse_jkf_str, parse_ki2_str},
};
use starboard::Position;
use starboard_core::Game;
use starboard_lab::record::{GameRecord, RecordError};
use starboard_shogi::Shogi;

/// What stands before a move: who makes it.
const SIGNS: [char; 8] = ['▲', '△', '▼', '▽', '☗', '☖', '⛊', '⛉'];

/// Whether a text is in KI2: a line begins with a move, and there is no list of numbered ones.
pub(super) fn is_ki2(text: &str) -> bool {
    let moves = |line: &str| line.trim_start().starts_with(SIGNS);
    let is_kif = |line: &str| line.trim_start().starts_with("手数-");
    text.lines().any(moves) && !text.lines().any(is_kif)
}

/// Whether a text is in JKF.
pub(super) fn is_jkf(text: &str) -> bool {
    let head = text.trim_start();
    head.starts_with('{') && head.contains("\"moves\"")
}

/// Reads a game in KI2.
pub(super) fn read_ki2(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let record = parse_ki2_str(text).map_err(|error| ki2_error(text, &error))?;
    Ok(vec![played("ki2", &record)?])
}

/// Reads a game in JKF.
pub(super) fn read_jkf(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let record = parse_jkf_str(text).map_err(|error| {
        let message = format!("expected a game in JKF, the JSON of Kifu for JS: {error}");
        RecordError::at(0, 0, message)
    })?;
    Ok(vec![played("jkf", &record)?])
}

/// Where in the text it is that an error speaks of.
fn ki2_error(text: &str, error: &Ki2Error) -> RecordError {
    let line = |found: &str| {
        let found = found.trim();
        let line = text.lines().position(|line| !found.is_empty() && line.contains(found));
        line.map_or(0, |line| line + 1)
    };
    match error {
        Ki2Error::InvalidMove(found) => {
            let message = format!("expected a legal move in KI2, such as ▲７六歩, found {found:?}");
            RecordError::at(line(found), 0, message)
        }
        Ki2Error::InvalidLine(found) => {
            let message = format!("expected a line of KI2, found {found:?}");
            RecordError::at(line(found), 0, message)
        }
        Ki2Error::IllegalMove { index } => {
            RecordError::at(0, 0, format!("move {} is not legal", index + 1))
        }
        Ki2Error::Sfen(error) => RecordError::at(0, 0, error),
    }
}

/// The main line, played by the rules.
fn played(format: &'static str, record: &records::Record) -> Result<GameRecord, RecordError> {
    let start = Shogi::parse(record.init_position_sfen());
    let start = Position::new(start.map_err(|error| RecordError::at(0, 0, error))?);
    let mut read = GameRecord::new(format, start);
    let mut position = read.start.clone();
    for entry in record.main_moves() {
        let text = entry.mv().to_usi();
        let m = position.parse_move(&text).map_err(|error| {
            RecordError::at(0, 0, format!("move {}: {error}", read.moves.len() + 1))
        })?;
        read.moves.push(m);
        position.play(m);
    }
    let data = record.metadata();
    let name = |name: Option<&str>| name.map(str::to_owned).filter(|name| !name.is_empty());
    read.names = [name(data.black_player()), name(data.white_player())];
    let result = record.result();
    let score = match () {
        () if result.is_black_win() => Some("1-0"),
        () if result.is_white_win() => Some("0-1"),
        () if result.is_draw() => Some("1/2-1/2"),
        () => None,
    };
    read.result = score.map(str::to_owned);
    Ok(read)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rsshogi::records::formats::{export_csa, export_jkf, export_ki2, export_kif};
    use starboard_core::Node;
    use starboard_shogi::records::{Format, csa, kif};

    use super::*;
    use crate::record::{read_csa, read_kif};

    const KI2: &str = "手合割：平手\n先手：羽生\n後手：谷川\n\n\
        ▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角打\nまで5手で中断\n";

    #[test]
    fn games_in_ki2_are_read() {
        assert!(is_ki2(KI2) && !is_jkf(KI2));
        let read = read_ki2(KI2).expect("a game").remove(0);
        assert_eq!(read.names[0].as_deref(), Some("羽生"));
        let last = &read.positions()[5];
        assert!(last.format().ends_with("moves 7g7f 3c3d 8h2b+ 3a2b B*4e"), "{}", last.format());
        let wrong = KI2.replace("▲４五角打", "▲４五飛打");
        let error = read_ki2(&wrong).expect_err("no rook is in hand").to_string();
        assert!(error.contains("line 5: expected a legal move in KI2"), "{error}");
        let kif = "手合割：平手\n手数----指手\n*▲ is a comment\n   1 ７六歩(77)\n";
        assert!(!is_ki2(kif) && !is_ki2(&format!("▲{kif}")));
        assert_eq!(Format::recognise(kif), Some(Format::Kif));
    }

    /// A random game, written by ours.
    fn random(seed: u64, most: usize) -> starboard_shogi::records::Record {
        let mut game = Shogi::start();
        let mut state = seed;
        let mut moves = Vec::new();
        for _ in 0..most {
            moves.clear();
            if game.node() != Node::Decision {
                break;
            }
            game.options(&mut moves);
            moves.retain(|m| m.is_played());
            state = starboard_core::mix(state);
            game.play(moves[(state % moves.len() as u64) as usize]);
        }
        starboard_shogi::records::Record::of(&game)
    }

    /// Whatever one of the two writes the other reads, in each format that it has.
    #[test]
    fn both_readers_read_the_same() {
        for seed in 0..10 {
            let ours = random(seed, 120);
            let (csa, kif) = (csa::write(&ours), kif::write(&ours));
            let game = &read_csa(&csa).expect("ours")[0];
            let theirs = [
                records::formats::parse_csa_str(&csa).map_err(|error| error.to_string()),
                records::formats::parse_kif_str(&kif).map_err(|error| error.to_string()),
            ];
            for theirs in theirs {
                let theirs = theirs.unwrap_or_else(|error| panic!("{error}: {csa}"));
                assert_eq!(played("csa", &theirs).expect("legal").moves, game.moves, "{csa}");
                let texts = (
                    export_ki2(&theirs).expect("KI2"),
                    export_jkf(&theirs).expect("JKF"),
                    export_csa(&theirs).expect("CSA"),
                    export_kif(&theirs).expect("KIF"),
                );
                for (form, read) in [
                    (&texts.0, read_ki2(&texts.0)),
                    (&texts.1, read_jkf(&texts.1)),
                    (&texts.2, read_csa(&texts.2)),
                    (&texts.3, read_kif(&texts.3)),
                ] {
                    let read = read.unwrap_or_else(|error| panic!("{error}: {form}"));
                    assert_eq!(read[0].moves, game.moves, "{form}");
                }
                assert!(is_ki2(&texts.0) && is_jkf(&texts.1), "{}", texts.1);
            }
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_does_no_harm(text: String, words in prop::collection::vec(0_usize..12, 0..30)) {
            const WORDS: [&str; 12] = [
                "▲", "△７六歩", "同　", "角成", "\n", "手合割：", "平手", "{\"moves\":[", "右", "打",
                "まで", "▲２二角成",
            ];
            let made = words.iter().map(|&i| WORDS[i]).collect::<String>();
            for text in [text, made] {
                let _ = (is_ki2(&text), is_jkf(&text), read_ki2(&text), read_jkf(&text));
                let _ = (read_csa(&text), read_kif(&text));
            }
        }
    }
}
