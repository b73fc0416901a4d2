//! Positions as USI writes them: `startpos`, or a SFEN, with the moves since.

use std::fmt::Write;

use starboard_core::{Game, NotationError, Player};

use crate::{
    Shogi, Square,
    setup::{PLAYERS, Setup},
    sfen,
};

impl Shogi {
    /// Reads `startpos` or a SFEN, with or without the words `position` and
    /// `sfen` before it, and `moves` with what was played since.
    ///
    /// # Errors
    ///
    /// What is wrong with the position, where and why; which move is not legal.
    pub(crate) fn read(text: &str) -> Result<Self, NotationError> {
        let mut words = text.split_whitespace().peekable();
        words.next_if_eq(&"position");
        let setup = if words.next_if_eq(&"startpos").is_some() {
            Setup::start()
        } else {
            words.next_if_eq(&"sfen");
            sfen::read(&mut words)?
        };
        let mut game = Self::from_setup(&setup)?;
        match words.next() {
            None => return Ok(game),
            Some("moves") => {}
            Some(word) => {
                return Err(NotationError::unexpected("moves, or nothing more", word));
            }
        }
        for (i, word) in words.enumerate() {
            let m = game.parse_move(word).map_err(|error| {
                NotationError::impossible(format!("move {} of those given: {error}", i + 1))
            })?;
            game.play(m);
        }
        Ok(game)
    }

    /// Sets up a position if it is possible.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(crate) fn from_setup(setup: &Setup) -> Result<Self, NotationError> {
        setup.check()?;
        let game = Self::set_up(setup);
        let other = setup.mover.other();
        // The player whose turn it is could take the king.
        if game.board.has_king(other) && game.is_attacked(game.king(other), setup.mover) {
            let name = crate::setup::name(other);
            return Err(NotationError::impossible(format!("{name} is in check but not to move")));
        }
        Ok(game)
    }

    /// Writes the SFEN; after a declaration, that of the position before it,
    /// and the declaration.
    pub(crate) fn write(&self) -> String {
        let mut setup = self.board.setup();
        if !self.is_declared() {
            return sfen::write(&setup);
        }
        setup.mover = setup.mover.other();
        setup.number -= 1;
        sfen::write(&setup) + " moves win"
    }

    /// The board as text: SFEN's letters, the first player's pieces in upper
    /// case, and what is in hand.
    pub(crate) fn draw(&self) -> String {
        let setup = self.board.setup();
        let hand = |player| match sfen::write_hand(&setup, player) {
            hand if hand.is_empty() => "-".to_owned(),
            hand => hand,
        };
        let [first, second] = PLAYERS.map(hand);
        let mut text = format!("in hand: {second}\n  9  8  7  6  5  4  3  2  1\n");
        for square in Square::reading() {
            match setup.on(square) {
                None => text += "  .",
                Some((player, kind)) => {
                    let mut piece = String::new();
                    sfen::write_piece(&mut piece, player, kind);
                    let _ = write!(text, "{piece:>3}");
                }
            }
            if square.file() == 1 {
                let _ = writeln!(text, "  {}", char::from(b'a' + square.rank() - 1));
            }
        }
        let mover = match setup.mover {
            Player::First => "first (upper case)",
            Player::Second => "second (lower case)",
        };
        let over = if self.is_declared() { ", who has lost to a declaration" } else { "" };
        let _ = write!(text, "in hand: {first}\nto move: {mover}{over}");
        text
    }
}
