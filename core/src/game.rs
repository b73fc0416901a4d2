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

    /// 0 for the first, 1 for the second: for tables with a row a player.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What is worth so much to this player, for the first; or what is worth so much to the
    /// first, for this player.
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
    /// Nature picks one of [`Game::chances`]. Whatever it picks, a decision or
    /// the end comes within [`LONGEST_CHANCE`](crate::LONGEST_CHANCE) outcomes:
    /// a turn that is lost is a move, a pass, and no part of the roll.
    Chance,
    /// The game is over, with this value for [`Game::mover`].
    Over(Value),
}

/// A position that has been on the board before: see [`Game::repetition`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// What a game that goes on like this is worth to the mover.
    pub value: Value,
    /// How many plies ago the position was last on the board, passes included.
    pub plies: u32,
}

impl Repetition {
    /// The value, where all that repeats lies at most `ply` plies back, where a search
    /// began: then who had better not repeat could have done otherwise within it. What was
    /// played before the root binds nobody: another round would have to be played yet.
    pub fn within(self, ply: u32) -> Option<Value> {
        (self.plies <= ply).then_some(self.value)
    }
}

/// The rules of a two-player zero-sum game with perfect information, or of a
/// game that one plays alone.
///
/// `Self` is a position. Nature is treated as a mover whose moves carry
/// weights, so a game record, perft and [`with_child`](Self::with_child) need
/// no special case for dice. A position holds no random number generator: a
/// search must not be able to see dice still to be rolled.
///
/// The first six methods are required (five without chance); each of the others has a default,
/// and overriding it switches something on. [`conformance`](mod@crate::conformance) checks all
/// that is promised here.
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

    /// How many grid points of [`Value`] make one unit, for people to read.
    const UNIT: i32 = 1;

    /// What a unit is called: a point, a stone, a hundredth of a pawn.
    const UNIT_NAME: &'static str = "points";

    /// How many values [`move_index`](Self::move_index) has; 0 where a game has
    /// no dense index, so that tables hash its moves instead.
    const MOVE_INDICES: usize = 0;

    /// How many values [`target_index`](Self::target_index) has.
    const TARGET_INDICES: usize = Self::MOVE_INDICES;

    /// Whether [`play_null`](Self::play_null) may be called.
    const NULL_MOVE: bool = false;

    /// Whether every move hands the turn to the other player, without passes,
    /// extra turns or chance: lets a search do without asking. `false`, the
    /// default, is always true enough.
    const ALTERNATES: bool = false;

    /// What a win is worth in a game where the sooner win counts more though
    /// the position does not tell how soon it came. A search then takes off a
    /// grid point for each move it looked ahead, so every outcome is worth
    /// this, its negative, or less than [`Value::decisive`], and evaluations
    /// less than that. 0, the default, where outcomes count as they stand.
    const MATE: i32 = 0;

    /// Whether one player plays alone, against chance or a clock of moves:
    /// [`mover`](Self::mover) is always [`Player::First`], and a value is what is
    /// still to be gained on average. `match` then compares mean scores.
    const SOLO: bool = false;

    /// Whether moves or outcomes may earn something at once: whether
    /// [`reward`](Self::reward) is called at all. `false`, the default, costs
    /// nothing. Not together with [`MATE`](Self::MATE).
    const REWARDS: bool = false;

    /// The player to move; at a chance node, the one for whom its value is
    /// meant, as a rule the one to move after it. All values are given from
    /// this player's point of view. Asked, never assumed to alternate: passes,
    /// extra turns, and outcomes of chance after which another player decides
    /// need no special case.
    fn mover(&self) -> Player;

    /// What happens next.
    fn node(&self) -> Node;

    /// Appends the legal moves of a decision node, at least one, none twice,
    /// always in the same order; nothing when the game is over. Not called at
    /// chance nodes.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the outcomes of a chance node with their integer weights, all
    /// positive, their sum a `u32`; nothing when the game is over.
    fn chances(&self, out: &mut Vec<(Self::Move, u32)>) {
        let _ = out;
    }

    /// Plays a move that [`moves`](Self::moves) or [`chances`](Self::chances)
    /// offers here; any other move is a bug of the caller.
    fn play(&mut self, m: Self::Move);

    /// What `m`, a move or an outcome of chance here, earns the mover at once, in
    /// grid points. A line is worth its rewards and the value at its end, so a
    /// position need not remember what was earned before it: its
    /// [`key`](Self::key) is what still matters. Called before `m` is played, and
    /// only where [`REWARDS`](Self::REWARDS) holds.
    fn reward(&self, m: Self::Move) -> Value {
        let _ = m;
        Value::ZERO
    }

    /// A hash of everything the rules look at: the mover, what was rolled.
    /// Equal positions have equal keys; different ones differ but for the odds
    /// of 64 bits, on which a transposition table relies.
    fn key(&self) -> u64;

    /// The [`key`](Self::key) of the position after `m`, one of
    /// [`moves`](Self::moves), where it can be computed for much less than an access
    /// to memory costs: a search then prefetches what its table holds of the
    /// position. `None`, the default, where it cannot.
    fn key_after(&self, m: Self::Move) -> Option<u64> {
        let _ = m;
        None
    }

    /// Runs `f` on the position after `m`, leaving `self` as it was.
    ///
    /// The default plays on a copy. A game whose positions are expensive to copy
    /// (above about 128 bytes) overrides it with make and unmake; searches
    /// never know.
    fn with_child<R>(&mut self, m: Self::Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let mut child = self.clone();
        child.play(m);
        f(&mut child)
    }

    /// One promising legal move of a decision node, found without making the
    /// whole list: what Star2 probes with. `None` where the game cannot find
    /// one cheaply.
    fn good_move(&self) -> Option<Self::Move> {
        None
    }

    /// A dense index below [`MOVE_INDICES`](Self::MOVE_INDICES) for history-like
    /// tables, different for different moves of one position.
    fn move_index(m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// A dense index below [`TARGET_INDICES`](Self::TARGET_INDICES) for tables of pairs
    /// of moves, which learn faster the fewer they tell apart: as a rule which piece
    /// arrives where, wherever it comes from. The [move's own](Self::move_index) by
    /// default.
    fn target_index(m: Self::Move) -> usize {
        Self::move_index(m)
    }

    /// Whether the move wins or loses material (a capture, a promotion), as
    /// opposed to a quiet one. For ordering and reductions, which treat the two
    /// apart.
    fn is_tactical(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Whether the mover has to answer a threat before anything else (a check).
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the opponent is [in check](Self::in_check) after the move, found
    /// without making it: such moves are not pruned or reduced. `false`, the
    /// default, where the game cannot tell cheaply.
    fn gives_check(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Static exchange evaluation: whether the move and the captures that follow
    /// on the same square gain the mover at least `least`, which may be negative
    /// (`least = -100`: lose at most 100). For pruning, at the price of a guess.
    /// `true`, the default, where the game cannot tell.
    fn see_at_least(&self, m: Self::Move, least: Value) -> bool {
        let _ = (m, least);
        true
    }

    /// What becomes of a position that has been on the board before in this game,
    /// if it has and the rules would end the game should it go on like this: a
    /// search that went all the way round need not go again to see it. `None` for
    /// games whose positions do not remember what came before.
    fn repetition(&self) -> Option<Repetition> {
        None
    }

    /// A hash of what was on the board before, as far as the rules look at it: of two
    /// positions that are equal, and differ in this, one may allow what the other forbids.
    /// 0, the default, where nothing before matters, or nothing came before.
    fn past(&self) -> u64 {
        0
    }

    /// Hands the move to the other player without playing; called only at
    /// decision nodes and only where [`NULL_MOVE`](Self::NULL_MOVE) holds.
    /// Returns `false`, with the position as it was, where a pass makes no
    /// sense (in check, say).
    fn play_null(&mut self) -> bool {
        false
    }

    /// Runs `f` on the position after [`play_null`](Self::play_null), leaving
    /// `self` as it was; `None` where that is refused.
    ///
    /// The default plays on a copy, like [`with_child`](Self::with_child).
    fn with_null<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let mut next = self.clone();
        next.play_null().then(|| f(&mut next))
    }

    /// The same position with the players' parts exchanged, the mover's too:
    /// its value for its mover is the value of this one for its own. For games
    /// in which the players are alike.
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
    /// Names the moves there are.
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

    /// The board as an SVG picture, where the game can draw one. What a player can point
    /// at is named by [`svg::place`](crate::svg::place).
    fn svg(&self) -> Option<String> {
        None
    }

    /// The places of the picture that a player points at, one after the other, to choose
    /// the move or outcome. Different options of a position may begin alike, and even have
    /// the same places: then the player chooses among them by name.
    ///
    /// The default is one place, named as the move is written.
    fn places(&self, m: Self::Move) -> Vec<String> {
        vec![self.format_move(m)]
    }

    /// Appends all that can happen next: moves, or outcomes of chance without
    /// their weights; nothing when the game is over.
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
