//! UBGI, the Universal Backgammon Interface: an engine that is controlled over a pipe.
//!
//! Requests and answers are lines of text, as in version 0.2 of the protocol, which grew out of
//! Øystein Schønning-Johansen's draft of 2025. A [`Session`] answers:
//!
//! | line | answer |
//! |---|---|
//! | `ubgi` | `id name`, `id author`, `id version`, `proto 0.2`, `ubgiok` |
//! | `isready` | `readyok` |
//! | `newgame` | nothing; position and dice are forgotten |
//! | `position gnubgid ID`, `position xgid ID` | nothing, or an error |
//! | `dice 3 1` | nothing, or an error |
//! | `go`, `go chequer` | `bestmove 8/5 6/5`, or `pass`; `bar` and `off` are places |
//! | `go cube` | `bestcube double` or `nodouble`; to a double on offer `take`, `drop` or `beaver` |
//! | `go turn` | `bestturn cube=nodouble move=8/5 6/5` |
//! | `keys`, `get KEY`, `set KEY VALUE` | what can be set; `value KEY VALUE` |
//! | `setoption name KEY value VALUE` | the same, as version 0.1 wrote it |
//! | `stop` | nothing: every answer comes before the next line is read |
//! | `quit` | nothing any more |
//!
//! A line that is itself an XGID or a FIBS board, as in the draft of 2025, is answered with the
//! bare action: a move, `roll`, `double`, `take`, `drop`, or an empty line if there is no move. A
//! request that cannot be carried out is answered with `error`, a code (`bad_command`, `bad_value`,
//! `bad_state`, `unsupported`) and a reason, and changes nothing.

mod keys;
mod session;

pub use session::{Session, serve};

#[cfg(test)]
mod tests;
