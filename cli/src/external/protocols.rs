//! How a game puts its positions and moves into the protocols of programs.

use starboard_core::{Game, NotationError, Player};

use super::Protocol;

/// How a game is written for a program that speaks USI.
#[derive(Debug)]
pub struct Usi<G: Game> {
    /// What follows `position`: `sfen ... moves ...`, of a game that began at
    /// the first argument and went on with the second.
    pub position: fn(&G, &[G::Move]) -> String,
    /// The move that follows `bestmove`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, a move that is not legal included.
    pub read: fn(&G, &str) -> Result<G::Move, NotationError>,
}

impl<G: Game> Usi<G> {
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
#[derive(Debug)]
pub struct Gtp<G: Game> {
    /// The commands that set up a start: `boardsize 9`, `komi 7`, ...; the board
    /// has been cleared. `None` for a start that cannot be set up.
    pub setup: fn(&G) -> Option<Vec<String>>,
    /// A legal move as GTP writes it.
    pub write: fn(&G, G::Move) -> String,
    /// The move that a program answered.
    ///
    /// # Errors
    ///
    /// What is wrong with it, a move that is not legal included.
    pub read: fn(&G, &str) -> Result<G::Move, NotationError>,
    /// What a player is called.
    pub colour: fn(Player) -> &'static str,
}

/// The protocols of a game.
#[derive(Debug)]
pub struct Protocols<G: Game> {
    pub(super) usi: Option<Usi<G>>,
    pub(super) gtp: Option<Gtp<G>>,
    pub(super) gnubg: Option<fn(&G) -> Option<String>>,
    pub(super) gnushogi: Option<Usi<G>>,
    /// In the order they were added.
    spoken: Vec<Protocol>,
}

macro_rules! copy {
    ($name:ident) => {
        impl<G: Game> Clone for $name<G> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<G: Game> Copy for $name<G> {}
    };
}
copy!(Usi);
copy!(Gtp);

impl<G: Game> Default for Protocols<G> {
    fn default() -> Self {
        Self { usi: None, gtp: None, gnubg: None, gnushogi: None, spoken: Vec::new() }
    }
}

impl<G: Game> Protocols<G> {
    /// The protocols in the order they were added; the first one is that of
    /// `cmd:`.
    pub fn spoken(&self) -> &[Protocol] {
        &self.spoken
    }

    /// Adds USI.
    pub fn usi(&mut self, usi: Usi<G>) {
        self.usi = Some(usi);
        self.add(Protocol::Usi);
    }

    /// Adds GTP.
    pub fn gtp(&mut self, gtp: Gtp<G>) {
        self.gtp = Some(gtp);
        self.add(Protocol::Gtp);
    }

    /// Adds the socket of GNU Backgammon: `board` writes a position with dice as
    /// FIBS does, `board:...`, from the point of view of the player to move.
    pub fn gnubg(&mut self, board: fn(&G) -> Option<String>) {
        self.gnubg = Some(board);
        self.add(Protocol::Gnubg);
    }

    /// Adds the text protocol of GNU Shogi, which has the moves of USI and knows
    /// one start only.
    pub fn gnushogi(&mut self, usi: Usi<G>) {
        self.gnushogi = Some(usi);
        self.add(Protocol::GnuShogi);
    }

    fn add(&mut self, protocol: Protocol) {
        if !self.spoken.contains(&protocol) {
            self.spoken.push(protocol);
        }
    }
}
