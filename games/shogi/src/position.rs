//! A position of Shogi.

use std::{fmt, sync::Arc};

use starboard_core::{Player, Value, mix};

use crate::{
    Move,
    history::{History, Repetition},
    rules::Board,
    setup::Setup,
};

/// A position of Shogi with its history, as far as the rule of repetition needs it.
///
/// Positions are equal if pieces, hands and mover are, whatever their history and move number.
/// Moves are played and taken back on the same board; a copy is expensive once attacks were
/// computed (two microseconds and 25 KiB), so a search descends by
/// [`with_child`](starboard_core::Game::with_child).
///
/// ```
/// use starboard_core::Game;
/// use starboard_shogi::Shogi;
///
/// let mut game = Shogi::parse("startpos moves 7g7f 3c3d")?;
/// game.play(game.parse_move("8h2b+")?);
/// assert_eq!(
///     game.format(),
///     "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
/// );
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone)]
pub struct Shogi {
    pub(crate) board: Board,
    history: History,
    start: Arc<Setup>,
}

/// The value of a win, before [the moves it takes](Value::later) are subtracted.
pub(crate) const MATE: i32 = 30_000;

impl Default for Shogi {
    fn default() -> Self {
        Self::start()
    }
}

impl PartialEq for Shogi {
    fn eq(&self, other: &Self) -> bool {
        self.is_declared() == other.is_declared() && self.board.same(&other.board)
    }
}

impl fmt::Debug for Shogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

impl Shogi {
    /// The start of an even game.
    pub fn start() -> Self {
        Self::set_up(&Setup::start())
    }

    /// Sets up a position that was checked, without a history.
    pub(crate) fn set_up(setup: &Setup) -> Self {
        let board = Board::new(setup);
        let history = History::new(board.key());
        Self { board, history, start: Arc::new(setup.clone()) }
    }

    /// The position with which the game began.
    pub(crate) fn first(&self) -> Self {
        Self::set_up(&self.start)
    }

    /// The number of the next move, 1 at the start of a game.
    pub fn move_number(&self) -> u16 {
        self.board.number()
    }

    /// The moves played since the position was set up, passes left out.
    pub fn moves_played(&self) -> impl Iterator<Item = Move> {
        self.history.moves().filter(|&m| m != Move::PASS)
    }

    /// Whether the game has been won by a declaration, by the player who is
    /// not to move.
    #[inline]
    pub fn is_declared(&self) -> bool {
        self.history.is_declared()
    }

    /// How often the position has occurred before, since the game was set up; the game ends at
    /// the fourth occurrence, when this is 3.
    #[inline]
    pub fn repetitions(&self) -> u16 {
        self.history.times()
    }

    /// The value to the mover of a position that has occurred for the fourth time; `None`
    /// before.
    #[inline]
    pub(crate) fn fourfold(&self) -> Option<Value> {
        self.history.fourfold().map(|repetition| self.worth(repetition))
    }

    /// The value to the mover of a game that goes on repeating, and the length of the cycle in
    /// plies; `None` if the position has not occurred before.
    pub(crate) fn repeating(&self) -> Option<starboard_core::Repetition> {
        let (repetition, plies) = self.history.since_last()?;
        Some(starboard_core::Repetition { value: self.worth(repetition), plies: plies.into() })
    }

    fn worth(&self, repetition: Repetition) -> Value {
        match repetition {
            Repetition::Draw => Value::ZERO,
            Repetition::PerpetualCheck(loser) if loser == self.player() => Value::new(-MATE),
            Repetition::PerpetualCheck(_) => Value::new(MATE),
        }
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn make(&mut self, m: Move) {
        if m == Move::DECLARATION {
            debug_assert!(self.may_declare(), "no declaration is legal in {self:?}");
            self.board.pass();
            self.history.push_break(mix(self.board.key()), m);
            return;
        }
        debug_assert!(self.is_legal(m), "{m} is not legal in {self:?}");
        let (player, captured) = (self.board.mover(), self.captured(m));
        let gave_check = self.board.play(m);
        self.history.push(self.board.key(), m, captured, player, gave_check);
    }

    /// Passes the turn; the mover must not be in check.
    pub(crate) fn make_pass(&mut self) {
        self.board.pass();
        self.history.push_break(self.board.key(), Move::PASS);
    }

    /// The history.
    #[inline]
    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// How many moves and passes were made.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.history.len()
    }

    /// Takes back the last move or pass on this board, if any; on a copy, nothing that was made
    /// before it was copied.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        match self.history.pop() {
            None => {}
            Some(Move::PASS | Move::DECLARATION) => self.board.take_back_pass(),
            Some(m) => self.board.take_back(m),
        }
    }

    /// A hash of pieces, hands, mover, and whether a win was declared.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        if self.is_declared() { mix(self.board.key()) } else { self.board.key() }
    }

    /// The board rotated, with the players exchanged; `None` where that would not be the same
    /// game: where a king has entered, since the first player needs one more point to declare,
    /// and once the game is over by a repetition or a declaration.
    pub(crate) fn turned(&self) -> Option<Self> {
        let entered = |player: Player| self.king(player).rank_for(player) <= 3;
        let apart = self.is_declared()
            || self.repetitions() >= 3
            || entered(Player::First)
            || entered(Player::Second);
        (!apart).then(|| Self::set_up(&self.board.setup().rotated()))
    }

    /// Whether the move captures or promotes.
    #[inline]
    pub(crate) fn wins_material(&self, m: Move) -> bool {
        m.promotes() || self.captured(m).is_some()
    }
}
