//! The rules of a game, as a search sees them.

use std::{fmt::Debug, hash::Hash, ops::Neg};

use crate::{NotationError, Value};

/// One of the two players.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Player {
    /// Moves first.
    #[default]
    First,
    /// Moves second.
    Second,
}

impl Player {
    /// The other player.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second: an index into tables with one row per player.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts a value for this player into the value for the first player, and the other way
    /// round: the value is negated for `Second`.
    ///
    /// ```
    /// use starboard_core::Player;
    /// assert_eq!((Player::First.for_first(3), Player::Second.for_first(3)), (3, -3));
    /// ```
    #[inline]
    pub fn for_first<T: Neg<Output = T>>(self, value: T) -> T {
        if self == Self::First { value } else { -value }
    }
}

impl std::fmt::Display for Player {
    /// `first` or `second`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// What happens next in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// [`Game::mover`] picks one of [`Game::moves`].
    Decision,
    /// Nature picks one of [`Game::chances`]. Whatever it picks, a decision or the end of the
    /// game follows within [`LONGEST_CHANCE`](crate::LONGEST_CHANCE) outcomes: a lost turn is
    /// a move of its own, a pass, and not part of the roll.
    Chance,
    /// The game is over, with this value for [`Game::mover`].
    Over(Value),
}

/// A position that has occurred before in this game: see [`Game::repetition`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// What the game is worth to the mover if the repetition goes on.
    pub value: Value,
    /// How many plies ago the position last occurred, passes included.
    pub plies: u32,
}

impl Repetition {
    /// The value, if the whole repetition lies within the search, which began `ply` plies ago:
    /// the player who should avoid it could then have deviated during the search. A repetition
    /// of a position from before the root settles nothing: the cycle would have to be played
    /// once more.
    pub fn within(self, ply: u32) -> Option<Value> {
        (self.plies <= ply).then_some(self.value)
    }
}

/// The rules of a two-player zero-sum game with perfect information, or of a one-player game.
///
/// `Self` is a position. Nature is treated as a mover whose moves carry weights, so a game
/// record, perft and [`with_child`](Self::with_child) need no special case for dice. A
/// position holds no random number generator: a search must not be able to see dice that are
/// still to be rolled.
///
/// [`mover`](Self::mover), [`node`](Self::node), [`moves`](Self::moves), [`play`](Self::play)
/// and [`key`](Self::key) are required, and with chance [`chances`](Self::chances), too; each
/// of the other methods has a default, and overriding it switches something on.
/// [`conformance`](mod@crate::conformance) checks everything that is promised here.
///
/// # Example
///
/// ```
/// use starboard_core::{Game, Node, Player, Value};
///
/// /// Take one to three; whoever takes the last one wins.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Nim(u32, Player);
///
/// impl Game for Nim {
///     type Move = u32;
///     fn mover(&self) -> Player { self.1 }
///     fn node(&self) -> Node {
///         if self.0 == 0 { Node::Over(Value::new(-1)) } else { Node::Decision }
///     }
///     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.0.min(3)) }
///     fn play(&mut self, m: u32) { *self = Nim(self.0 - m, self.1.other()) }
///     fn key(&self) -> u64 { u64::from(self.0) * 2 + self.1.index() as u64 }
/// }
///
/// let mut moves = Vec::new();
/// Nim(2, Player::First).moves(&mut moves);
/// assert_eq!(moves, [1, 2]);
/// ```
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move, or an outcome of chance.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether some positions are chance nodes. Searches that cannot handle
    /// them refuse to compile for games that say `true`.
    const CHANCE: bool = false;

    /// How many grid points of [`Value`] make one unit, in which values are shown to people.
    const UNIT: i32 = 1;

    /// What the units are called: points, stones, hundredths of a pawn.
    const UNIT_NAME: &'static str = "points";

    /// How many values [`move_index`](Self::move_index) can take; 0 if the game has no dense
    /// index, so that tables hash its moves instead.
    const MOVE_INDICES: usize = 0;

    /// How many values [`target_index`](Self::target_index) can take.
    const TARGET_INDICES: usize = Self::MOVE_INDICES;

    /// Whether [`play_null`](Self::play_null) may be called.
    const NULL_MOVE: bool = false;

    /// Whether every move hands the turn to the other player, without passes, extra turns or
    /// chance: a search then need not ask who is to move. `false`, the default, is always
    /// safe.
    const ALTERNATES: bool = false;

    /// What a win is worth in a game where a sooner win counts more, although the position
    /// does not tell how soon it came. A search then takes off one grid point for each move it
    /// looked ahead, so every outcome must be worth this, its negative, or less than
    /// [`Value::decisive`] in magnitude, and every evaluation less than that, too. 0, the
    /// default, if outcomes count as they stand.
    const MATE: i32 = 0;

    /// Whether this is a one-player game, against chance or with a limited number of moves:
    /// [`mover`](Self::mover) is always [`Player::First`], and a value is what is still to be
    /// gained on average. `match` then compares mean scores.
    const SOLO: bool = false;

    /// Whether moves or outcomes may earn an immediate reward, that is, whether
    /// [`reward`](Self::reward) is called at all. `false`, the default, costs nothing. Cannot
    /// be combined with [`MATE`](Self::MATE).
    const REWARDS: bool = false;

    /// The player to move; at a chance node, the player from whose point of view its value is
    /// given, as a rule the one to move after it. All values are given from this player's
    /// point of view. Searches ask and do not assume that the players alternate (unless
    /// [`ALTERNATES`](Self::ALTERNATES) holds), so passes, extra turns, and outcomes of chance
    /// after which another player decides need no special case.
    fn mover(&self) -> Player;

    /// What happens next.
    fn node(&self) -> Node;

    /// Appends the legal moves of a decision node, at least one, none twice,
    /// always in the same order; nothing when the game is over. Not called at
    /// chance nodes.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the outcomes of a chance node with their integer weights, all positive and with
    /// a sum that fits a `u32`; nothing when the game is over.
    fn chances(&self, out: &mut Vec<(Self::Move, u32)>) {
        let _ = out;
    }

    /// Plays a move that [`moves`](Self::moves) or [`chances`](Self::chances) offers here; any
    /// other move is a bug in the caller.
    fn play(&mut self, m: Self::Move);

    /// The immediate reward of `m`, a move or an outcome of chance in this position, to the
    /// mover, in grid points. A line is worth its rewards plus the value at its end, so a
    /// position need not remember what was earned before it, and its [`key`](Self::key) need
    /// only cover what still matters. Called before `m` is played, and only where
    /// [`REWARDS`](Self::REWARDS) holds.
    fn reward(&self, m: Self::Move) -> Value {
        let _ = m;
        Value::ZERO
    }

    /// A hash of everything the rules depend on, including the mover and the roll. Equal
    /// positions have equal keys; those of different positions differ, up to the odds of a
    /// 64-bit collision, and a transposition table relies on that.
    fn key(&self) -> u64;

    /// The [`key`](Self::key) of the position after `m`, one of [`moves`](Self::moves), if it
    /// can be computed at far less than the cost of a memory access: a search then prefetches
    /// the table entry of that position. `None`, the default, if it cannot.
    fn key_after(&self, m: Self::Move) -> Option<u64> {
        let _ = m;
        None
    }

    /// Runs `f` on the position after `m`, leaving `self` as it was.
    ///
    /// The default plays on a copy. A game whose positions are expensive to copy (above about
    /// 128 bytes) overrides it with make and unmake; searches do not notice the difference.
    fn with_child<R>(&mut self, m: Self::Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let mut child = self.clone();
        child.play(m);
        f(&mut child)
    }

    /// One promising legal move of a decision node, found without generating the whole list:
    /// the move that Star2 probes with. `None` if the game cannot find one cheaply.
    fn good_move(&self) -> Option<Self::Move> {
        None
    }

    /// A dense index below [`MOVE_INDICES`](Self::MOVE_INDICES) for history and similar
    /// tables, different for different moves of one position.
    fn move_index(m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// A dense index below [`TARGET_INDICES`](Self::TARGET_INDICES) for tables of pairs of
    /// moves, which learn faster the fewer moves they tell apart: as a rule, which piece
    /// arrives on which square, wherever it comes from. By default the [move's own
    /// index](Self::move_index).
    fn target_index(m: Self::Move) -> usize {
        Self::move_index(m)
    }

    /// Whether the move wins or loses material (a capture, a promotion), as opposed to a quiet
    /// move. Ordering and reductions treat the two differently.
    fn is_tactical(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Whether the mover is in check, or under another threat that must be answered first.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the opponent is [in check](Self::in_check) after the move, found without making
    /// the move: an alpha-beta search can extend such moves and keep them from pruning. `false`,
    /// the default, if the game cannot tell cheaply.
    fn gives_check(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Static exchange evaluation: whether the move and the captures that follow on the same
    /// square gain the mover at least `least`, which may be negative (`least = -100`: lose at
    /// most 100). Used for pruning, where an approximation is good enough. `true`, the
    /// default, if the game cannot tell.
    fn see_at_least(&self, m: Self::Move, least: Value) -> bool {
        let _ = (m, least);
        true
    }

    /// How this position counts as a repetition, if it has occurred before in this game and
    /// the rules would end the game should the repetition go on: a search that has gone round
    /// the cycle once need not go round again to find out. `None` for games whose positions do
    /// not remember what came before.
    fn repetition(&self) -> Option<Repetition> {
        None
    }

    /// A hash of the earlier positions of the game, as far as the rules depend on them: of two
    /// equal positions that differ in this hash, one may allow what the other forbids. 0, the
    /// default, if nothing earlier matters, or nothing came before.
    fn past(&self) -> u64 {
        0
    }

    /// Makes a null move: hands the turn to the other player without playing. Called only at
    /// decision nodes and only where [`NULL_MOVE`](Self::NULL_MOVE) holds. Returns `false`,
    /// leaving the position as it was, where passing makes no sense (in check, say).
    fn play_null(&mut self) -> bool {
        false
    }

    /// Runs `f` on the position after [`play_null`](Self::play_null), leaving `self` as it
    /// was; `None` if the null move is refused.
    ///
    /// The default plays on a copy, like [`with_child`](Self::with_child).
    fn with_null<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let mut next = self.clone();
        next.play_null().then(|| f(&mut next))
    }

    /// The same position with the players' roles exchanged, including who is to move: its
    /// value for its mover equals the value of this position for its own mover. For games
    /// whose rules treat both players alike; `None` by default.
    fn mirrored(&self) -> Option<Self> {
        None
    }

    /// Reads a position as [`format`](Self::format) writes it.
    ///
    /// # Errors
    ///
    /// Names what was expected and what was found.
    fn parse(text: &str) -> Result<Self, NotationError> {
        let _ = text;
        Err(NotationError::NoNotation)
    }

    /// Writes the position in the game's own notation.
    fn format(&self) -> String {
        format!("{self:?}")
    }

    /// Reads a legal move, or an outcome of chance, as
    /// [`format_move`](Self::format_move) writes it.
    ///
    /// # Errors
    ///
    /// Names the legal moves.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError> {
        let mut options = Vec::new();
        self.options(&mut options);
        let names = options.iter().map(|&m| self.format_move(m));
        match names.clone().position(|name| name == text.trim()) {
            Some(i) => Ok(options[i]),
            None => Err(NotationError::illegal(text, names)),
        }
    }

    /// Writes a move that is legal here, or an outcome of chance; different
    /// moves of one position are written differently.
    fn format_move(&self, m: Self::Move) -> String {
        format!("{m:?}")
    }

    /// The board as text, for a terminal.
    fn board(&self) -> String {
        self.format()
    }

    /// The board as an SVG picture, where the game can draw one. The places that a player can
    /// point at are drawn by [`svg::place`](crate::svg::place).
    fn svg(&self) -> Option<String> {
        None
    }

    /// The places of the picture that a player points at, one after the other, to choose the
    /// move or outcome. Different options of a position may begin with the same places, or
    /// even share all of them: the player then chooses among them by name.
    ///
    /// By default, a single place whose name is the move as it is written.
    fn places(&self, m: Self::Move) -> Vec<String> {
        vec![self.format_move(m)]
    }

    /// Appends everything that can happen next: moves, or outcomes of chance without their
    /// weights; nothing when the game is over.
    fn options(&self, out: &mut Vec<Self::Move>) {
        match self.node() {
            Node::Over(_) => {}
            Node::Decision => self.moves(out),
            Node::Chance => {
                let mut chances = Vec::new();
                self.chances(&mut chances);
                out.extend(chances.into_iter().map(|(m, _)| m));
            }
        }
    }
}
