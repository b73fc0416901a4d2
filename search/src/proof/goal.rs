//! What is to be proven.

use std::fmt::Debug;

use starboard_core::{Game, Node, Player, Value};

/// Something of which it never hurts the attacker to have more: the pieces in hand
/// in Shogi. Compared between positions that are otherwise equal.
pub trait Resource: Copy + PartialEq + Debug + Default + Send + Sync + 'static {
    /// Whether the attacker is at least as well off with this as with `other`:
    /// a partial order, in which only equal resources need be comparable.
    fn dominates(&self, other: &Self) -> bool {
        self == other
    }
}

/// No resource: positions are equal or have nothing to do with each other.
impl Resource for () {}

/// A question with the answer yes or no about a position: whether the attacker
/// can force something. The other player is the defender.
///
/// A line that repeats a position counts as
/// [`repetition_attains`](Self::repetition_attains) says, whatever the rules of the
/// game say.
///
/// ```
/// use starboard_core::{Game, Limits};
/// use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};
/// use starboard_small::TicTacToe;
///
/// /// Win without ever playing in the centre.
/// struct AroundTheCentre;
///
/// impl Goal<TicTacToe> for AroundTheCentre {
///     type Resource = ();
///     fn moves(&mut self, game: &TicTacToe, attacking: bool, out: &mut Vec<usize>) {
///         game.moves(out);
///         out.retain(|&square| !attacking || square != 4);
///     }
/// }
///
/// let mut search = Dfpn::new(AroundTheCentre, ProofOptions::default());
/// let mut verdict = |position| -> Result<_, starboard_core::NotationError> {
///     Ok(search.run(&TicTacToe::parse(position)?, &Limits::default()).verdict)
/// };
/// assert_eq!(verdict("x.x/o../o..")?, Verdict::Proven);
/// assert_eq!(verdict("x../o../...")?, Verdict::Disproven);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
pub trait Goal<G: Game>: Send {
    /// What [`split`](Self::split) takes out of a position; `()` for nothing.
    type Resource: Resource;

    /// Who is to force something from `root`: by default the player to move there.
    fn attacker(&self, root: &G) -> Player {
        root.mover()
    }

    /// Whether the attacker has attained the goal here (`true`) or has failed
    /// (`false`); `None` where play goes on. Must answer where the game is
    /// over, and must depend on the position alone. By default the attacker
    /// has to win.
    fn verdict(&mut self, game: &G, attacker: Player) -> Option<bool> {
        match game.node() {
            Node::Over(value) if game.mover() == attacker => Some(value > Value::ZERO),
            Node::Over(value) => Some(value < Value::ZERO),
            _ => None,
        }
    }

    /// Appends the moves to look at: by default all. Some of the attacker's may be
    /// left out (all but checks, say): then what is proven holds in the game, and
    /// what is disproven holds for these moves only. If some of the defender's are
    /// left out, it is the other way round. Without any move, the player to move
    /// has failed.
    fn moves(&mut self, game: &G, attacking: bool, out: &mut Vec<G::Move>) {
        let _ = attacking;
        game.moves(out);
    }

    /// The proof and the disproof number that a position not seen before begins with,
    /// at least 1 each: the heuristic initialisation of df-pn+. The more work a proof
    /// seems to be, the higher the first. Changes the cost and never the answer.
    fn estimate(&mut self, game: &G, attacking: bool) -> (u32, u32) {
        let _ = (game, attacking);
        (1, 1)
    }

    /// A hash of all that the rules depend on except a resource, and the resource.
    /// Of two positions with the same hash, if the attacker can force the goal in
    /// one, it can do so, in as many plies, in the other, provided that the
    /// resource of the first is [dominated](Resource::dominates) by that of the
    /// other. By default the key and no resource. A game that remembers positions
    /// may break this promise: the richer of two positions may have been on the
    /// board before and fail for that reason.
    fn split(&self, game: &G) -> (u64, Self::Resource) {
        (game.key(), Self::Resource::default())
    }

    /// Whether the attacker attains the goal by repeating a position of the
    /// line or of the game so far, as where not losing is enough; by default
    /// it fails.
    fn repetition_attains(&self) -> bool {
        false
    }
}

/// The goal that one player gets at least a given value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AtLeast {
    /// The least result that attains the goal, for the attacker.
    pub value: Value,
    /// The attacker; `None` for the player to move at the root.
    pub attacker: Option<Player>,
    /// Whether repeating a position attains it, as a rule because a draw is enough.
    pub repetition: bool,
}

impl AtLeast {
    /// The player to move at the root wins: the least value above 0, or, where
    /// [`Game::MATE`] says what a win is worth, the least value of a win.
    pub fn win<G: Game>() -> Self {
        let value = if G::MATE == 0 { Value::new(1) } else { Value::decisive(G::MATE) };
        Self { value, attacker: None, repetition: false }
    }

    /// The same goal for this player.
    #[must_use]
    pub const fn of(self, attacker: Player) -> Self {
        Self { attacker: Some(attacker), ..self }
    }
}

impl<G: Game> Goal<G> for AtLeast {
    type Resource = ();

    fn attacker(&self, root: &G) -> Player {
        self.attacker.unwrap_or(root.mover())
    }

    fn verdict(&mut self, game: &G, attacker: Player) -> Option<bool> {
        match game.node() {
            Node::Over(value) if game.mover() == attacker => Some(value >= self.value),
            Node::Over(value) => Some(-value >= self.value),
            _ => None,
        }
    }

    fn repetition_attains(&self) -> bool {
        self.repetition
    }
}
