//! How a game writes its positions and moves in the protocols of programs.

use std::sync::Arc;

use starboard::{Move, Position};
use starboard_core::{Game, NotationError, Player};

use super::Protocol;

/// How a game is written for a program that speaks USI.
#[derive(Copy, Clone, Debug)]
pub struct Usi {
    /// What follows `position`: `sfen ... moves ...`, of a game that began at
    /// the first argument and went on with the second.
    pub position: fn(&Position, &[Move]) -> String,
    /// The move that follows `bestmove`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, a move that is not legal included.
    pub read: fn(&Position, &str) -> Result<Move, NotationError>,
}

impl Usi {
    /// For a game whose own notation is that of USI, with `startpos` and `moves`
    /// or without.
    pub fn of_notation() -> Self {
        Self {
            position: |start, moves| {
                let mut text = start.format();
                if !text.starts_with("startpos") {
                    text = format!("sfen {text}");
                }
                let mut begun = text.contains(" moves ");
                let mut game = start.clone();
                for &m in moves {
                    text += if begun { " " } else { " moves " };
                    begun = true;
                    text += &game.format_move(m);
                    game.play(m);
                }
                text
            },
            read: |game, text| game.parse_move(text),
        }
    }
}

/// How a game is written for a program that speaks GTP.
#[derive(Copy, Clone, Debug)]
pub struct Gtp {
    /// The commands that set up a start: `boardsize 9`, `komi 7`, ...; the board
    /// has been cleared. `None` for a start that cannot be set up.
    pub setup: fn(&Position) -> Option<Vec<String>>,
    /// A legal move as GTP writes it.
    pub write: fn(&Position, Move) -> String,
    /// The move that a program answered.
    ///
    /// # Errors
    ///
    /// What is wrong with it, a move that is not legal included.
    pub read: fn(&Position, &str) -> Result<Move, NotationError>,
    /// What a player is called.
    pub color: fn(Player) -> &'static str,
}

/// Writes a position with dice as FIBS does, `board:...`, from the point of view of the
/// player to move.
pub(super) type Board = Arc<dyn Fn(&Position) -> Option<String> + Send + Sync>;

/// The protocols in which external engines play a game: an extension of its card.
#[derive(Default)]
pub struct Protocols {
    pub(super) usi: Option<Usi>,
    pub(super) gtp: Option<Gtp>,
    pub(super) gnubg: Option<Board>,
    pub(super) gnushogi: Option<Usi>,
    /// In the order they were added.
    spoken: Vec<Protocol>,
}

impl Protocols {
    /// The protocols in the order they were added; the first one is that of
    /// `cmd:`.
    pub fn spoken(&self) -> &[Protocol] {
        &self.spoken
    }

    /// Adds USI.
    #[must_use]
    pub fn usi(mut self, usi: Usi) -> Self {
        self.usi = Some(usi);
        self.add(Protocol::Usi)
    }

    /// Adds GTP.
    #[must_use]
    pub fn gtp(mut self, gtp: Gtp) -> Self {
        self.gtp = Some(gtp);
        self.add(Protocol::Gtp)
    }

    /// Adds the socket of GNU Backgammon: `board` writes a position with dice as
    /// FIBS does, `board:...`, from the point of view of the player to move.
    #[must_use]
    pub fn gnubg<G: Game>(mut self, board: fn(&G) -> Option<String>) -> Self {
        let erased = move |position: &Position| position.downcast_ref().and_then(board);
        self.gnubg = Some(Arc::new(erased));
        self.add(Protocol::Gnubg)
    }

    /// Adds the text protocol of GNU Shogi, whose moves are those of USI and which knows only
    /// one start.
    #[must_use]
    pub fn gnushogi(mut self, usi: Usi) -> Self {
        self.gnushogi = Some(usi);
        self.add(Protocol::GnuShogi)
    }

    fn add(mut self, protocol: Protocol) -> Self {
        if !self.spoken.contains(&protocol) {
            self.spoken.push(protocol);
        }
        self
    }
}
