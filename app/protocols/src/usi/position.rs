//! What follows `position`, in any game.

use starboard::{AnyGame, Position};
use starboard_core::Node;

/// Reads what follows `position`: `startpos`, or a position in the game's notation with or
/// without `sfen` before it, and the moves since. Where only the history has ended the game, as
/// a repetition does, and the position by itself goes on, the position counts: the game begins
/// anew there.
pub(super) fn read(entry: &dyn AnyGame, text: &str) -> Result<Position, String> {
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text.trim(), ""),
    };
    let mut game = if place == "startpos" {
        entry.start()
    } else {
        let place = place.strip_prefix("sfen").unwrap_or(place).trim();
        entry.parse(place).map_err(|error| format!("no position: {error}"))?
    };
    for (i, word) in moves.split_whitespace().enumerate() {
        let m = game.parse_move(word).map_err(|error| format!("move {}: {error}", i + 1))?;
        game.play(m);
        if matches!(game.node(), Node::Over(_)) {
            let anew = entry.parse(&game.format()).ok();
            let goes_on = |game: &Position| matches!(game.node(), Node::Decision);
            game = anew.filter(goes_on).unwrap_or(game);
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use starboard_shogi::Shogi;

    #[test]
    fn positions_of_any_game_are_read() {
        #[track_caller]
        fn check(entry: &dyn AnyGame, text: &str, expected: &str) {
            let read = read(entry, text).map(|game| game.format());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
        let (shogi, four) = (starboard_shogi::entry(), starboard_small::entries::connect_four());
        let start = AnyGame::start(&four).format();
        check(&four, "startpos", &start);
        check(&four, "startpos moves ", &start);
        let played = read(&four, "startpos moves 4 4").expect("two moves").format();
        check(&four, &format!("sfen {start} moves 4 4"), &played);
        check(&four, &played, &played);
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        check(&shogi, "startpos moves 7g7f", sfen);
        check(&shogi, &format!("sfen {sfen} moves"), sfen);
    }

    /// What was played before counts: the fourth time ends the game, unless the board goes on.
    #[test]
    fn repetitions_are_remembered() {
        let shogi = starboard_shogi::entry();
        let round = " 2h3h 8b7b 3h2h 7b8b";
        let game = |rounds: usize| read(&shogi, &format!("startpos moves{}", round.repeat(rounds)));
        assert_eq!(
            game(2).map(|game| game.downcast_ref::<Shogi>().map(Shogi::repetitions)),
            Ok(Some(2))
        );
        for more in ["", " 7g7f"] {
            let game = read(&shogi, &format!("startpos moves{}{more}", round.repeat(3)));
            let game = game.expect("a board that goes on");
            assert_eq!(game.node(), Node::Decision);
            assert_eq!(game.downcast_ref::<Shogi>().map(Shogi::repetitions), Some(0));
        }
        // Where there is no move, there is none.
        let mated = read(&shogi, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").expect("a position");
        assert!(matches!(mated.node(), Node::Over(_)));
    }
}
