//! Boards as FIBS sends them: read or refused, and written to be read the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::FibsBoard;

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<FibsBoard>() {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
});
